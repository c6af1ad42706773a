import * as draw from '../../drawings/clothes/jewellery.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

const gold = { name: 'gold', hex: '#d9b35a' };

/** Watches and jewellery. */
export const jewellery: readonly DemoProduct[] = [
  {
    id: 'leather-watch',
    name: 'Wristwatch with Leather Strap',
    brand: 'Ellington Row',
    category: 'Clothes > Watches and jewellery > Watches',
    price: 159,
    description:
      'An analogue watch with a steel case, a clear dial and a leather band. Quartz movement, water-resistant to 5 bar.',
    fields: { gender: 'men', material: 'steel, leather', waterproof: true },
    colors: [wearColors.brown, wearColors.black],
    draw: (color) => draw.wristwatch(color, '#fbf8f1'),
    translations: translated({
      de: ['Armbanduhr mit Lederband', 'Analoge Uhr mit Stahlgehäuse, klarem Zifferblatt und Lederband.'],
      ja: ['革ベルトの腕時計', 'ステンレスケースと見やすい文字盤のクオーツ腕時計です。'],
      ar: ['ساعة يد بحزام جلدي', 'ساعة بعقارب وإطار فولاذي ومينا واضح وحزام جلدي.'],
    }),
  },
  {
    id: 'gold-watch',
    name: 'Golden Bracelet Watch',
    brand: 'Lune',
    category: 'Clothes > Watches and jewellery > Watches',
    price: 189,
    description:
      "A ladies' watch with a link bracelet and little stones around the dial. It has a quartz movement, and makes a present for birthdays and anniversaries.",
    fields: { gender: 'women', material: 'steel' },
    draw: draw.goldWatch,
  },
  {
    id: 'digital-watch',
    name: 'Digital Sports Watch',
    brand: 'Brisk',
    category: 'Clothes > Watches and jewellery > Watches',
    price: 39,
    description:
      'A tough watch with alarm, stopwatch and light on a rubber band. The battery lasts ten years.',
    fields: { gender: 'unisex', material: 'resin', waterproof: true },
    colors: [wearColors.black, wearColors.red],
    draw: draw.digitalWatch,
    translations: translated({
      de: ['Digitale Sportuhr', 'Robuste Uhr mit Wecker, Stoppuhr und Licht.'],
      ja: ['デジタルスポーツウォッチ', 'アラームとストップウォッチ、ライト付きの丈夫な腕時計です。'],
      ar: ['ساعة رياضية رقمية', 'ساعة متينة بمنبه وساعة إيقاف وإضاءة.'],
    }),
  },
  {
    id: 'pocket-watch',
    name: 'Pocket Watch',
    brand: 'Ellington Row',
    category: 'Clothes > Watches and jewellery > Watches',
    price: 129,
    description:
      'A mechanical watch on a chain for the waistcoat, wound by hand. A gift for a wedding or for grandfather.',
    fields: { gender: 'men', material: 'brass' },
    draw: draw.pocketWatch,
  },
  {
    id: 'pearl-necklace',
    name: 'Pearl Necklace',
    brand: 'Lune',
    category: 'Clothes > Watches and jewellery > Necklaces',
    price: 129,
    description:
      'A string of white freshwater pearls with a golden clasp. It lies close to the neck and suits dresses and blouses.',
    fields: { gender: 'women', material: 'pearls' },
    draw: draw.pearlNecklace,
    translations: translated({
      de: ['Perlenkette', 'Kette aus weißen Süßwasserperlen mit goldenem Verschluss.'],
      ja: ['真珠のネックレス', '金色の留め具が付いた白い淡水真珠のネックレスです。'],
      ar: ['عقد لؤلؤ', 'عقد من لؤلؤ المياه العذبة الأبيض بمشبك ذهبي.'],
    }),
  },
  {
    id: 'heart-pendant',
    name: 'Heart Pendant',
    brand: 'Lune',
    category: 'Clothes > Watches and jewellery > Necklaces',
    price: 59,
    description:
      'A necklace with a polished heart on a fine chain, a gift for someone you love. The chain is 45 cm long.',
    fields: { gender: 'women', material: 'silver', tags: ['gift'] },
    colors: [wearColors.silver, gold],
    draw: draw.heartPendant,
  },
  {
    id: 'diamond-ring',
    name: 'Diamond Ring',
    brand: 'Lune',
    category: 'Clothes > Watches and jewellery > Rings',
    price: 890,
    description:
      'An engagement ring with one brilliant-cut diamond. The stone has 0.3 carat and is set in 18 carat gold.',
    fields: { gender: 'women', material: 'gold, diamond' },
    colors: [gold],
    sizes: ['50', '52', '54', '56'],
    draw: draw.diamondRing,
    translations: translated({
      de: ['Diamantring', 'Verlobungsring mit einem Diamanten im Brillantschliff.'],
      ja: ['ダイヤモンドリング', 'ブリリアントカットのダイヤを一粒あしらった婚約指輪です。'],
      ar: ['خاتم ألماس', 'خاتم خطوبة بحبة ألماس واحدة.'],
    }),
  },
  {
    id: 'hoop-earrings',
    name: 'Hoop Earrings',
    brand: 'Lune',
    category: 'Clothes > Watches and jewellery > Earrings',
    price: 35,
    description: 'A pair of large, light ring earrings. They are 4 cm wide and made of sterling silver.',
    fields: { gender: 'women', material: 'gold-plated silver' },
    colors: [gold, wearColors.silver],
    draw: draw.hoopEarrings,
    translations: translated({
      de: ['Creolen', 'Ein Paar große, leichte Ohrringe.'],
      ja: ['フープピアス', '大きくて軽い輪のピアスです。'],
      ar: ['أقراط حلقية', 'زوج أقراط دائرية كبيرة وخفيفة.'],
    }),
  },
  {
    id: 'charm-bracelet',
    name: 'Charm Bracelet',
    brand: 'Lune',
    category: 'Clothes > Watches and jewellery > Bracelets',
    price: 49,
    description:
      'A link bracelet with five coloured stones. Further charms clip on, and the length adjusts to the wrist.',
    fields: { gender: 'women', material: 'silver' },
    colors: [wearColors.silver],
    draw: draw.charmBracelet,
  },
  {
    id: 'cufflinks',
    name: 'Cufflinks',
    brand: 'Ellington Row',
    category: 'Clothes > Watches and jewellery > Cufflinks',
    price: 45,
    description: 'Round cuff links with blue enamel for dress shirts. They come in a gift box.',
    fields: { gender: 'men', material: 'steel' },
    colors: [wearColors.silver],
    draw: draw.cufflinks,
  },
  {
    id: 'hair-bow',
    name: 'Hair Clip with Bow',
    brand: 'Kolibri',
    category: 'Clothes > Kids > Accessories',
    price: 7,
    description:
      "A big satin bow on a clip for girls' hair. It holds thick and fine hair, for school and parties.",
    fields: { gender: 'kids', material: 'satin' },
    colors: [wearColors.rose, wearColors.lightBlue],
    draw: draw.hairBow,
  },
];
