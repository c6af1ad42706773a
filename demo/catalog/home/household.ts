import {
  bathTub,
  broomAndDustpan,
  dryingRack,
  ironingBoard,
  laundryBasket,
  mopBucket,
  pedalBin,
  showerHead,
  soapDispenser,
  sprayBottle,
  steamIron,
  toilet,
  toiletPaper,
  toothbrushCup,
  vacuumCleaner,
} from '../../drawings/home/household.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const bath = 'Home > Bathroom > Bath accessories';
const fittings = 'Home > Bathroom > Fittings';
const cleaning = 'Home > Household > Cleaning';
const laundry = 'Home > Household > Laundry';

/** Bath, cleaning and laundry. */
export const household: readonly DemoProduct[] = [
  {
    id: 'soap-dispenser',
    name: 'Soap Dispenser',
    brand: 'Sola Casa',
    category: bath,
    price: 13.9,
    description: 'A pump bottle for liquid soap or lotion at the wash basin. Refillable.',
    fields: { material: 'glass', capacity: '0.4 l' },
    colors: [homeColors.mint, homeColors.pink],
    draw: (color) => soapDispenser(color),
    translations: {
      de: {
        name: 'Seifenspender',
        description: 'Pumpflasche für flüssige Seife oder Lotion am Waschbecken. Nachfüllbar.',
      },
      ja: {
        name: 'ソープディスペンサー',
        description: '洗面台で使うハンドソープやローション用のポンプボトル。詰め替えできます。',
      },
      ar: {
        name: 'موزع صابون',
        description: 'زجاجة بمضخة للصابون السائل أو اللوشن عند المغسلة، قابلة لإعادة التعبئة.',
      },
    },
  },
  {
    id: 'toothbrush-cup',
    name: 'Toothbrush Holder',
    brand: 'Sola Casa',
    category: bath,
    price: 9.9,
    description: 'A ceramic tumbler with a light band for toothbrushes and toothpaste.',
    fields: { material: 'ceramic' },
    draw: () => toothbrushCup('#2d8a8c'),
  },
  {
    id: 'toilet-paper-12',
    name: 'Toilet Paper, 12 Rolls',
    brand: 'Sola Casa',
    category: bath,
    price: 7.49,
    description: 'Soft toilet rolls with three layers, from recycled paper.',
    fields: { material: 'recycled paper' },
    draw: () => toiletPaper(),
    translations: {
      de: {
        name: 'Toilettenpapier, 12 Rollen',
        description: 'Weiches dreilagiges Klopapier aus Recyclingpapier.',
      },
      ja: {
        name: 'トイレットペーパー 12ロール',
        description: '再生紙でできた、やわらかい3枚重ねのトイレットペーパーです。',
      },
      ar: { name: 'ورق تواليت، 12 لفة', description: 'لفات ناعمة بثلاث طبقات من الورق المعاد تدويره.' },
    },
  },
  {
    id: 'freestanding-bath-tub',
    name: 'Bath Tub on Feet',
    brand: 'Sola Casa',
    category: fittings,
    price: 899,
    description:
      'A free-standing bathtub in the old style, with brass feet. Room for one adult, foam and a duck.',
    fields: { material: 'acrylic', capacity: '210 l' },
    draw: () => bathTub('#e9edf0'),
  },
  {
    id: 'hand-shower',
    name: 'Hand Shower with Hose',
    brand: 'Sola Casa',
    category: fittings,
    price: 34,
    description: 'A shower head with three kinds of spray that saves water. Chrome, with a hose of 1.6 m.',
    fields: { material: 'chrome' },
    draw: () => showerHead(),
  },
  {
    id: 'ceramic-toilet',
    name: 'Toilet with Cistern',
    brand: 'Sola Casa',
    category: fittings,
    price: 249,
    description: 'A floor-standing WC with a soft-close seat and a flush that saves water.',
    fields: { material: 'ceramic' },
    draw: () => toilet('#f1f1ee'),
  },
  {
    id: 'broom-dustpan-set',
    name: 'Broom and Dustpan',
    brand: 'Brightbroom',
    category: cleaning,
    price: 16.9,
    description: 'A broom with stiff bristles and a dustpan to sweep kitchens, halls and balconies.',
    fields: { material: 'wood' },
    draw: () => broomAndDustpan('#c8383d'),
    translations: {
      de: {
        name: 'Besen und Kehrschaufel',
        description: 'Besen mit festen Borsten und Kehrblech für Küche, Flur und Balkon.',
      },
      ja: {
        name: 'ほうきとちりとりのセット',
        description: '台所や玄関、ベランダの掃除に使えるほうきとちりとりです。',
      },
      ar: { name: 'مكنسة ومجرفة', description: 'مكنسة بشعيرات قوية مع مجرفة لكنس المطبخ والممر والشرفة.' },
    },
  },
  {
    id: 'mop-and-bucket',
    name: 'Mop and Bucket',
    brand: 'Brightbroom',
    category: cleaning,
    price: 29.9,
    description: 'A cotton mop with a bucket that wrings it out. For tiles, laminate and parquet.',
    fields: { material: 'plastic', capacity: '12 l' },
    draw: () => mopBucket('#2f6fb0'),
  },
  {
    id: 'spray-cleaner',
    name: 'Window Cleaner Spray',
    brand: 'Brightbroom',
    category: cleaning,
    price: 3.99,
    description: 'A spray bottle of glass cleaner for windows and mirrors without streaks.',
    fields: { capacity: '0.75 l' },
    draw: () => sprayBottle('#5aa5d6'),
  },
  {
    id: 'cylinder-vacuum',
    name: 'Vacuum Cleaner',
    brand: 'Norrvik',
    category: cleaning,
    price: 159,
    description:
      'A quiet hoover with a hose and a wide nozzle for carpets and hard floors. No bag to change.',
    fields: { power: '800 W', capacity: '2 l' },
    colors: [homeColors.red, homeColors.blue],
    draw: (color) => vacuumCleaner(color),
    translations: {
      de: {
        name: 'Staubsauger',
        description:
          'Leiser Bodenstaubsauger mit Schlauch und breiter Düse für Teppich und Hartboden, ohne Beutel.',
      },
      ja: {
        name: 'キャニスター掃除機',
        description: 'カーペットにも床にも使える、静かな紙パック不要の掃除機です。',
      },
      ar: {
        name: 'مكنسة كهربائية',
        description: 'مكنسة هادئة بخرطوم وفوهة عريضة للسجاد والأرضيات الصلبة، بدون كيس.',
      },
    },
  },
  {
    id: 'pedal-bin-20',
    name: 'Pedal Bin 20 l',
    brand: 'Brightbroom',
    category: cleaning,
    price: 44,
    description: 'A waste bin of steel that opens with the foot and closes quietly. With an inner bucket.',
    fields: { material: 'steel', capacity: '20 l' },
    draw: () => pedalBin('#aab2ba'),
  },
  {
    id: 'laundry-basket',
    name: 'Laundry Basket',
    brand: 'Brightbroom',
    category: laundry,
    price: 17.9,
    description: 'A wide basket with two handles to carry washing from the machine to the line.',
    fields: { material: 'plastic', capacity: '45 l' },
    colors: [homeColors.white, homeColors.purple],
    draw: (color) => laundryBasket(color),
    translations: {
      de: {
        name: 'Wäschekorb',
        description: 'Breiter Korb mit zwei Griffen, um Wäsche von der Maschine zur Leine zu tragen.',
      },
      ja: {
        name: 'ランドリーバスケット',
        description: '洗濯物を運びやすい、取っ手が2つ付いた大きめの洗濯かごです。',
      },
      ar: { name: 'سلة غسيل', description: 'سلة واسعة بمقبضين لحمل الغسيل من الغسالة إلى الحبل.' },
    },
  },
  {
    id: 'steam-iron',
    name: 'Steam Iron',
    brand: 'Norrvik',
    category: laundry,
    price: 49.9,
    description: 'An iron with strong steam for shirts, trousers and curtains. Ceramic sole that glides.',
    fields: { power: '2600 W', capacity: '0.3 l' },
    draw: () => steamIron('#2d8a8c'),
    translations: {
      de: {
        name: 'Dampfbügeleisen',
        description:
          'Bügeleisen mit starkem Dampf für Hemden, Hosen und Vorhänge und gleitender Keramiksohle.',
      },
      ja: {
        name: 'スチームアイロン',
        description: 'シャツやズボンのしわを強力スチームで伸ばす、滑りのよいアイロンです。',
      },
      ar: {
        name: 'مكواة بخار',
        description: 'مكواة ببخار قوي للقمصان والسراويل والستائر بقاعدة سيراميك انزلاقية.',
      },
    },
  },
  {
    id: 'ironing-board',
    name: 'Ironing Board',
    brand: 'Brightbroom',
    category: laundry,
    price: 39.9,
    description: 'A folding board with a dotted cotton cover to iron on. Six heights.',
    fields: { material: 'cotton' },
    draw: () => ironingBoard('#5aa5a0'),
  },
  {
    id: 'clothes-drying-rack',
    name: 'Clothes Drying Rack',
    brand: 'Brightbroom',
    category: laundry,
    price: 33,
    description: 'A folding airer with 18 metres of line on which washing dries indoors or on the balcony.',
    fields: { material: 'steel' },
    draw: () => dryingRack(),
  },
];
