import * as draw from '../../drawings/outdoor/garden.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

/** Tools, plants and pots for the garden. */
export const garden: readonly DemoProduct[] = [
  {
    id: 'metal-watering-can',
    name: 'Metal Watering Can 10 l',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Watering',
    price: 29,
    description:
      'A metal can with a long spout and a rose for flower beds and balcony plants. It does not rust and looks good on the terrace.',
    fields: { capacity: '10 l', material: 'galvanised steel' },
    colors: [wearColors.teal, wearColors.green],
    draw: draw.wateringCan,
    translations: translated({
      de: ['Metallgießkanne 10 l', 'Kanne aus Metall mit langem Ausguss und Brause für Beet und Balkon.'],
      ja: ['ブリキのじょうろ 10L', '長い注ぎ口の金属製じょうろ。花壇やベランダに。'],
      ar: ['مرشة ماء معدنية 10 لترات', 'مرشة معدنية بفوهة طويلة لأحواض الزهور والشرفة.'],
    }),
  },
  {
    id: 'garden-hose',
    name: 'Garden Hose with Reel',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Watering',
    price: 69,
    description:
      'A 25-metre hose on a trolley with a spray nozzle. It does not kink, and the spray adjusts from mist to jet.',
    fields: { length: '25 m', material: 'PVC' },
    colors: [wearColors.green],
    draw: draw.gardenHose,
    translations: translated({
      de: ['Gartenschlauch mit Trommel', 'Schlauch von 25 Metern auf einem Wagen mit Spritzdüse.'],
      ja: ['リール付き散水ホース', '25mのホースと散水ノズル、巻き取りリールのセットです。'],
      ar: ['خرطوم حديقة مع بكرة', 'خرطوم بطول 25 مترًا على حامل مع رأس رش.'],
    }),
  },
  {
    id: 'terracotta-pot',
    name: 'Terracotta Pot with Geranium',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Plants and pots',
    price: 19,
    description:
      'A clay plant pot of 25 cm with a flowering plant for terrace and window. The hole at the bottom drains water.',
    fields: { material: 'terracotta' },
    colors: [{ name: 'terracotta', hex: '#c4693c' }],
    draw: (color) => draw.flowerPot(color, '#e2483d'),
    translations: translated({
      de: ['Terrakottatopf mit Geranie', 'Blumentopf aus Ton, 25 cm, mit blühender Pflanze.'],
      ja: ['テラコッタの鉢植え', '直径25cmの素焼き鉢と花のセット。テラスや窓辺に。'],
      ar: ['أصيص فخاري مع نبتة', 'أصيص من الطين بقطر 25 سم مع نبتة مزهرة.'],
    }),
  },
  {
    id: 'glazed-pot',
    name: 'Glazed Pot with Daisies',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Plants and pots',
    price: 25,
    description:
      'A blue ceramic planter with white daisies. It withstands frost and suits balconies and terraces.',
    fields: { material: 'ceramic' },
    colors: [wearColors.blue],
    draw: (color) => draw.flowerPot(color, '#fafafa'),
  },
  {
    id: 'hanging-basket',
    name: 'Hanging Flower Basket',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Plants and pots',
    price: 29,
    description: 'A planted coco basket on chains for the balcony. It flowers from May to October.',
    fields: { material: 'coconut fibre' },
    draw: draw.hangingBasket,
  },
  {
    id: 'spade',
    name: 'Garden Spade',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Tools',
    price: 35,
    description:
      'A digging shovel of hardened steel with an ash handle. For digging beds and planting trees.',
    fields: { material: 'steel, ash' },
    draw: draw.spade,
    translations: translated({
      de: ['Gartenspaten', 'Spaten aus gehärtetem Stahl mit Eschenstiel.'],
      ja: ['園芸用スコップ', '焼き入れ鋼とトネリコの柄の丈夫なスコップです。'],
      ar: ['مجرفة حديقة', 'مجرفة من الفولاذ المقوى بمقبض خشبي.'],
    }),
  },
  {
    id: 'leaf-rake',
    name: 'Leaf Rake',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Tools',
    price: 19,
    description:
      'A fan rake with flexible tines for leaves and grass. The width of 50 cm clears a lawn quickly.',
    fields: { material: 'steel, wood', season: 'autumn' },
    colors: [wearColors.green, wearColors.orange],
    draw: draw.rake,
  },
  {
    id: 'hand-tools',
    name: 'Trowel and Fork Set',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Tools',
    price: 22,
    description:
      'Two small hand tools for planting and weeding in pots and beds. Stainless steel with soft grips.',
    fields: { material: 'stainless steel' },
    colors: [wearColors.red, wearColors.forest],
    draw: draw.handTools,
  },
  {
    id: 'secateurs',
    name: 'Secateurs',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Tools',
    price: 29,
    description:
      'Garden shears with a spring that cut roses and branches up to 2 cm thick. They lock with one hand, and the blades can be replaced.',
    fields: { material: 'steel' },
    colors: [wearColors.red],
    draw: draw.secateurs,
    translations: translated({
      de: ['Gartenschere', 'Schere mit Feder für Rosen und Äste bis 2 cm.'],
      ja: ['剪定ばさみ', 'バラや直径2cmまでの枝を切れるばね付きのはさみです。'],
      ar: ['مقص تقليم', 'مقص بنابض لقص الورود والأغصان حتى 2 سم.'],
    }),
  },
  {
    id: 'wheelbarrow',
    name: 'Wheelbarrow 85 l',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Tools',
    price: 89,
    description: 'A barrow with a steel tray and a pneumatic tyre for soil and leaves. It carries 150 kg.',
    fields: { capacity: '85 l', material: 'steel' },
    colors: [wearColors.green, wearColors.red],
    draw: draw.wheelbarrow,
    translations: translated({
      de: ['Schubkarre 85 l', 'Karre mit Stahlwanne und Luftreifen für Erde und Laub.'],
      ja: ['手押し一輪車 85L', '土や落ち葉を運ぶ、空気タイヤ付きの鋼製一輪車です。'],
      ar: ['عربة يد 85 لترًا', 'عربة بحوض فولاذي وإطار هوائي لنقل التربة وأوراق الشجر.'],
    }),
  },
  {
    id: 'lawn-mower',
    name: 'Cordless Lawn Mower',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Machines',
    price: 329,
    description:
      'A battery mower with a cutting width of 37 cm for lawns up to 400 square metres. It is quiet and folds away in the shed.',
    fields: { power: '40 V', width: '37 cm' },
    colors: [wearColors.red, wearColors.green],
    draw: draw.lawnMower,
    translations: translated({
      de: ['Akku-Rasenmäher', 'Rasenmäher mit Akku und 37 cm Schnittbreite für bis zu 400 Quadratmeter.'],
      ja: ['充電式芝刈り機', '刈り幅37cm、400平方メートルまでの芝生に使えます。'],
      ar: ['جزازة عشب لاسلكية', 'جزازة ببطارية وعرض قص 37 سم لمساحة حتى 400 متر مربع.'],
    }),
  },
  {
    id: 'chainsaw',
    name: 'Cordless Chainsaw',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Machines',
    price: 119,
    description:
      'A battery saw with a bar of 30 cm for firewood and branches. The chain stops at once when you let go.',
    fields: { power: '18 V', length: '30 cm' },
    colors: [wearColors.orange],
    draw: draw.chainsaw,
  },
  {
    id: 'gardening-gloves',
    name: 'Gardening Gloves',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Gloves',
    price: 9,
    description:
      'Cotton gloves with rubber fingers against thorns and wet soil. They can be washed at 40 degrees.',
    fields: { material: 'cotton, latex' },
    colors: [wearColors.green, wearColors.rose],
    sizes: ['7', '8', '9', '10'],
    draw: draw.gardeningGloves,
  },
];
