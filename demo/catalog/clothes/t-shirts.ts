import * as draw from '../../drawings/clothes/shirts.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { sizes } from '../sizes.ts';
import { translated } from '../translated.ts';

const { prints } = draw;

/** T-shirts with and without prints, and tops. */
export const tShirts: readonly DemoProduct[] = [
  {
    id: 'plain-t-shirt',
    name: 'Plain T-Shirt',
    brand: 'Morrow',
    category: 'Clothes > T-shirts and tops > T-shirts',
    price: 15,
    description: 'A basic crew-neck tee of thick organic cotton that keeps its shape. Goes with everything.',
    fields: { gender: 'unisex', material: 'organic cotton' },
    colors: [wearColors.white, wearColors.black, wearColors.blue],
    sizes: sizes.alphaWide,
    draw: (color) => draw.tShirt(color),
    translations: translated({
      de: ['Einfarbiges T-Shirt', 'Schlichtes Rundhals-T-Shirt aus fester Bio-Baumwolle.'],
      ja: ['無地Tシャツ', '型くずれしにくい厚手のオーガニックコットンの丸首Tシャツです。'],
      ar: ['تيشيرت سادة', 'تيشيرت أساسي بياقة مستديرة من القطن العضوي السميك.'],
    }),
  },
  {
    id: 'mountain-t-shirt',
    name: 'Mountain Print T-Shirt',
    brand: 'Nordfjell',
    category: 'Clothes > T-shirts and tops > T-shirts',
    price: 25,
    description:
      'A soft T-shirt with mountains and a rising sun on the chest. Organic cotton for hiking and evenings at the campfire.',
    fields: { gender: 'men', material: 'cotton', tags: ['print'] },
    colors: [wearColors.olive, wearColors.sand],
    sizes: sizes.alpha,
    draw: (color) => draw.tShirt(color, prints.mountain('#26344f')),
  },
  {
    id: 'cat-t-shirt',
    name: 'Black Cat T-Shirt',
    brand: 'Lune',
    category: 'Clothes > T-shirts and tops > T-shirts',
    price: 22,
    description:
      "A women's tee with the face of a black cat with yellow eyes, a present for cat lovers. Soft cotton, cut a little wider.",
    fields: { gender: 'women', material: 'cotton', tags: ['print', 'cat'] },
    colors: [wearColors.pink, wearColors.mint],
    sizes: sizes.alpha,
    draw: (color) => draw.tShirt(color, prints.cat('#25252b')),
    translations: translated({
      de: ['T-Shirt mit schwarzer Katze', 'Damen-T-Shirt mit Katzengesicht, ein Geschenk für Katzenfreunde.'],
      ja: ['黒猫Tシャツ', '黄色い目の黒猫がプリントされたレディースTシャツです。'],
      ar: ['تيشيرت القطة السوداء', 'تيشيرت نسائي بوجه قطة سوداء، هدية لمحبي القطط.'],
    }),
  },
  {
    id: 'surf-t-shirt',
    name: 'Surf T-Shirt',
    brand: 'Tidewater',
    category: 'Clothes > T-shirts and tops > T-shirts',
    price: 24,
    description:
      'A white tee with a big blue wave and a sunset for days at the beach. Thick cotton with a print that lasts.',
    fields: { gender: 'men', material: 'cotton', season: 'summer', tags: ['print'] },
    colors: [wearColors.cream],
    sizes: sizes.alpha,
    draw: (color) => draw.tShirt(color, prints.wave('#2f6fc0')),
  },
  {
    id: 'tie-dye-t-shirt',
    name: 'Tie-Dye T-Shirt',
    brand: 'Tidewater',
    category: 'Clothes > T-shirts and tops > T-shirts',
    price: 27,
    description:
      'A batik shirt in rings of rainbow colours, dyed by hand so that each is a little different. Soft cotton for festivals and summer.',
    fields: { gender: 'unisex', material: 'cotton', season: 'summer' },
    sizes: sizes.alpha,
    draw: draw.tieDyeShirt,
  },
  {
    id: 'breton-shirt',
    name: 'Striped Breton Shirt',
    brand: 'Tidewater',
    category: 'Clothes > T-shirts and tops > Long-sleeved tops',
    price: 35,
    description:
      'A long-sleeved sailor shirt with navy stripes and a wide neck. A French classic made of firm cotton jersey.',
    fields: { gender: 'women', material: 'cotton' },
    colors: [wearColors.white],
    sizes: sizes.alphaWide,
    draw: (color) => draw.bretonShirt(color, '#26344f'),
    translations: translated({
      de: ['Bretonisches Ringelshirt', 'Langärmeliges Matrosenshirt mit dunkelblauen Streifen.'],
      ja: ['ボーダーのバスクシャツ', '紺のボーダー柄の長袖マリンシャツ。厚手の綿ジャージー。'],
      ar: ['قميص بحري مخطط', 'قميص بأكمام طويلة وخطوط كحلية من القطن المتين.'],
    }),
  },
  {
    id: 'raglan-shirt',
    name: 'Raglan Shirt with Wave',
    brand: 'Morrow',
    category: 'Clothes > T-shirts and tops > Long-sleeved tops',
    price: 26,
    description:
      'A baseball shirt with red sleeves and a wave on the front. Soft cotton jersey for sports and leisure.',
    fields: { gender: 'women', material: 'cotton' },
    colors: [wearColors.white],
    sizes: sizes.alpha,
    draw: (color) => draw.raglanShirt(color, '#c8352f', prints.wave('#26344f')),
  },
  {
    id: 'football-shirt',
    name: 'Football Shirt No. 10',
    brand: 'Brisk',
    category: 'Clothes > Sportswear > Football shirts',
    price: 39,
    description:
      'A breathable soccer jersey with the number ten. Quick-drying polyester for training and matches.',
    fields: { gender: 'unisex', material: 'polyester', tags: ['football'] },
    colors: [wearColors.blue, wearColors.red],
    sizes: sizes.alpha,
    draw: (color) => draw.footballShirt(color, '#ffffff'),
    translations: translated({
      de: [
        'Fußballtrikot Nr. 10',
        'Atmungsaktives Trikot mit der Nummer zehn aus schnell trocknendem Stoff.',
      ],
      ja: ['サッカーユニフォーム 10番', '背番号10の通気性のよいシャツ。速乾ポリエステル製。'],
      ar: ['قميص كرة قدم رقم 10', 'قميص رياضي سريع الجفاف بالرقم عشرة للتدريب والمباريات.'],
    }),
  },
  {
    id: 'tank-top',
    name: 'Ribbed Tank Top',
    brand: 'Brisk',
    category: 'Clothes > T-shirts and tops > Tops',
    price: 14,
    description:
      'A sleeveless vest top for summer and the gym, of stretch cotton. The ribbed knit lies close to the body.',
    fields: { gender: 'men', material: 'cotton', season: 'summer' },
    colors: [wearColors.orange, wearColors.white],
    sizes: sizes.alpha,
    draw: (color) => draw.tankTop(color),
  },
  {
    id: 'lace-camisole',
    name: 'Lace Camisole',
    brand: 'Lune',
    category: 'Clothes > T-shirts and tops > Tops',
    price: 25,
    description:
      'A satin top with thin straps and a lace hem, for under a blazer or for the night. The straps can be adjusted.',
    fields: { gender: 'women', material: 'satin' },
    colors: [wearColors.lilac, wearColors.black],
    sizes: sizes.alpha,
    draw: draw.camisole,
  },
  {
    id: 'kids-rocket-t-shirt',
    name: 'Rocket T-Shirt for Kids',
    brand: 'Kolibri',
    category: 'Clothes > Kids > T-shirts',
    price: 14,
    description:
      "A children's T-shirt with a space rocket and stars. Soft organic cotton, a small gift for young astronauts.",
    fields: { gender: 'kids', material: 'organic cotton', tags: ['gift for children', 'space'] },
    colors: [wearColors.indigo],
    sizes: sizes.kids,
    draw: (color) => draw.tShirt(color, prints.rocket()),
    translations: translated({
      de: ['Raketen-T-Shirt für Kinder', 'Kinder-T-Shirt mit Weltraumrakete und Sternen aus Bio-Baumwolle.'],
      ja: ['子ども用ロケットTシャツ', '宇宙ロケットと星の柄。オーガニックコットンの子ども用Tシャツです。'],
      ar: ['تيشيرت صاروخ للأطفال', 'تيشيرت للأطفال بصاروخ فضائي ونجوم من القطن العضوي.'],
    }),
  },
  {
    id: 'kids-dinosaur-t-shirt',
    name: 'T-Rex T-Shirt for Kids',
    brand: 'Kolibri',
    category: 'Clothes > Kids > T-shirts',
    price: 14,
    description:
      'A yellow T-shirt for children with a green dinosaur on the chest. Organic cotton for little dinosaur researchers.',
    fields: { gender: 'kids', material: 'organic cotton', tags: ['dinosaur'] },
    colors: [wearColors.yellow, wearColors.lightBlue],
    sizes: sizes.kids,
    draw: (color) => draw.tShirt(color, prints.dinosaur('#3f9a5a')),
  },
];
