import * as draw from '../../drawings/clothes/dresses.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { sizes } from '../sizes.ts';
import { translated } from '../translated.ts';

/** Dresses and skirts. */
export const dresses: readonly DemoProduct[] = [
  {
    id: 'summer-flower-dress',
    name: 'Floral Summer Dress',
    brand: 'Lune',
    category: 'Clothes > Dresses and skirts > Dresses',
    price: 59,
    description:
      'A sleeveless knee-length dress with a print of small flowers. Light viscose for hot days and garden parties.',
    fields: { gender: 'women', material: 'viscose', season: 'summer' },
    colors: [wearColors.lightBlue, wearColors.yellow],
    sizes: sizes.womensEu,
    draw: (color) => draw.flowerDress(color, '#ffffff'),
    translations: translated({
      de: ['Sommerkleid mit Blumen', 'Knielanges, ärmelloses Kleid mit Blumenmuster aus leichter Viskose.'],
      ja: ['花柄サマーワンピース', '小花柄のノースリーブワンピース。暑い日にぴったりの軽い素材です。'],
      ar: ['فستان صيفي مزهر', 'فستان بلا أكمام حتى الركبة بنقش زهور من الفسكوز الخفيف.'],
    }),
  },
  {
    id: 'little-black-dress',
    name: 'Little Black Dress',
    brand: 'Lune',
    category: 'Clothes > Dresses and skirts > Evening dresses',
    price: 89,
    description:
      'A narrow cocktail dress to the knee, for parties, theatre and dinner. A pearl necklace and heels make it complete.',
    fields: { gender: 'women', material: 'polyester' },
    colors: [wearColors.black],
    sizes: sizes.womensEu,
    draw: draw.littleBlackDress,
    translations: translated({
      de: ['Kleines Schwarzes', 'Schmales Cocktailkleid bis zum Knie für Party, Theater und Abendessen.'],
      ja: ['リトルブラックドレス', 'パーティーや観劇に着る、ひざ丈の細身の黒いドレスです。'],
      ar: ['فستان أسود قصير', 'فستان كوكتيل ضيق حتى الركبة للحفلات والمسرح.'],
    }),
  },
  {
    id: 'maxi-dress',
    name: 'Boho Maxi Dress',
    brand: 'Tidewater',
    category: 'Clothes > Dresses and skirts > Dresses',
    price: 75,
    description:
      'A long, airy dress with tiers and woven bands for holidays. It falls to the ankles and needs no ironing.',
    fields: { gender: 'women', material: 'cotton', season: 'summer' },
    colors: [wearColors.orange, wearColors.teal],
    sizes: sizes.alpha,
    draw: (color) => draw.maxiDress(color, '#6b2f3a'),
  },
  {
    id: 'polka-dot-dress',
    name: 'Polka Dot Dress',
    brand: 'Lune',
    category: 'Clothes > Dresses and skirts > Dresses',
    price: 79,
    description:
      'A fifties-style dress with white dots, a wide petticoat skirt and a black belt. For dancing, summer weddings and tea parties.',
    fields: { gender: 'women', material: 'cotton' },
    colors: [wearColors.red, wearColors.navy],
    sizes: sizes.womensEu,
    draw: draw.dottedDress,
    translations: translated({
      de: ['Gepunktetes Kleid', 'Kleid im Stil der Fünfziger mit weißen Punkten, weitem Rock und Gürtel.'],
      ja: ['水玉ワンピース', '白い水玉と広がるスカート、黒いベルトの50年代風ワンピースです。'],
      ar: ['فستان منقط', 'فستان بطراز الخمسينات بنقاط بيضاء وتنورة واسعة وحزام.'],
    }),
  },
  {
    id: 'evening-gown',
    name: 'Sequin Evening Gown',
    brand: 'Lune',
    category: 'Clothes > Dresses and skirts > Evening dresses',
    price: 199,
    description:
      'A strapless floor-length gown with sequins and a small train for balls and galas. Lined with satin, it shimmers in the light.',
    fields: { gender: 'women', material: 'satin' },
    colors: [wearColors.burgundy, { name: 'emerald', hex: '#12715b' }],
    sizes: sizes.womensEu,
    draw: draw.eveningGown,
  },
  {
    id: 'wedding-dress',
    name: 'Wedding Dress',
    brand: 'Lune',
    category: 'Clothes > Dresses and skirts > Wedding dresses',
    price: 690,
    description:
      'A white bridal gown with a lace hem and blossoms on the bodice. The wide tulle skirt is made for the church and the dance floor.',
    fields: { gender: 'women', material: 'lace, tulle' },
    sizes: sizes.womensEu,
    draw: draw.weddingDress,
    translations: translated({
      de: ['Brautkleid', 'Weißes Hochzeitskleid mit Spitzensaum und Blüten am Oberteil.'],
      ja: ['ウェディングドレス', '裾のレースと胸元の花が美しい白い花嫁衣装です。'],
      ar: ['فستان زفاف', 'فستان عروس أبيض بحاشية من الدانتيل وأزهار على الصدر.'],
    }),
  },
  {
    id: 'pleated-skirt',
    name: 'Pleated Skirt',
    brand: 'Lune',
    category: 'Clothes > Dresses and skirts > Skirts',
    price: 49,
    description:
      'A midi skirt with fine pleats that swing as you walk. The elastic waist sits well with jumpers and blouses.',
    fields: { gender: 'women', material: 'polyester' },
    colors: [wearColors.mint, wearColors.rose],
    sizes: sizes.alpha,
    draw: draw.pleatedSkirt,
    translations: translated({
      de: ['Plisseerock', 'Midirock mit feinen Falten, die beim Gehen schwingen.'],
      ja: ['プリーツスカート', '歩くたびに揺れる、細かいひだのミディ丈スカートです。'],
      ar: ['تنورة بثنيات', 'تنورة متوسطة الطول بثنيات ناعمة.'],
    }),
  },
  {
    id: 'denim-skirt',
    name: 'Denim Skirt',
    brand: 'Morrow',
    category: 'Clothes > Dresses and skirts > Skirts',
    price: 42,
    description:
      'A short denim skirt with buttons down the front. It goes with tights and boots or bare legs and sandals.',
    fields: { gender: 'women', material: 'cotton' },
    colors: [wearColors.denim],
    sizes: sizes.womensEu,
    draw: draw.denimSkirt,
  },
  {
    id: 'pencil-skirt',
    name: 'Checked Pencil Skirt',
    brand: 'Ellington Row',
    category: 'Clothes > Dresses and skirts > Skirts',
    price: 55,
    description:
      'A narrow office skirt to the knee in a fine check, with a slit. Warm wool with some stretch, lined.',
    fields: { gender: 'women', material: 'wool' },
    colors: [wearColors.charcoal],
    sizes: sizes.womensEu,
    draw: draw.pencilSkirt,
  },
  {
    id: 'kids-pinafore-dress',
    name: 'Pinafore Dress with Bear',
    brand: 'Kolibri',
    category: 'Clothes > Kids > Dresses',
    price: 29,
    description:
      "A girl's corduroy dress over a white blouse, with a teddy bear on the skirt. Soft and warm for nursery, school and birthdays.",
    fields: { gender: 'kids', material: 'cotton' },
    colors: [wearColors.rose, wearColors.teal],
    sizes: sizes.kids,
    draw: draw.pinaforeDress,
  },
  {
    id: 'kids-tutu',
    name: 'Ballet Tutu for Kids',
    brand: 'Kolibri',
    category: 'Clothes > Kids > Dresses',
    price: 34,
    description:
      'A ballerina dress with three layers of tulle for dance lessons and dressing up. A lovely gift for a child.',
    fields: { gender: 'kids', material: 'tulle', tags: ['gift for children'] },
    colors: [wearColors.pink],
    sizes: sizes.kids,
    draw: draw.tutu,
    translations: translated({
      de: [
        'Ballett-Tutu für Kinder',
        'Ballerinakleid mit drei Lagen Tüll zum Tanzen und Verkleiden, ein schönes Geschenk.',
      ],
      ja: ['子ども用バレエチュチュ', '三層のチュールのバレリーナ衣装。お稽古や変身遊び、贈り物に。'],
      ar: ['فستان باليه للأطفال', 'فستان راقصة باليه بثلاث طبقات من التول، هدية جميلة لطفلة.'],
    }),
  },
];
