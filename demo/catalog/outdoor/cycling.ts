import * as draw from '../../drawings/outdoor/cycling.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

/** Bicycles and what belongs to them. */
export const cycling: readonly DemoProduct[] = [
  {
    id: 'mountain-bike',
    name: 'Mountain Bike 29"',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Bicycles',
    price: 899,
    description:
      'A hardtail with a suspension fork, disc brakes and 12 gears for forest trails and mountains. The 29-inch tyres roll easily over roots and stones.',
    fields: { material: 'aluminium', weight: '13.5 kg', gender: 'unisex' },
    colors: [wearColors.red, wearColors.green],
    sizes: ['S', 'M', 'L', 'XL'],
    draw: draw.mountainBike,
    translations: translated({
      de: [
        'Mountainbike 29 Zoll',
        'Hardtail mit Federgabel, Scheibenbremsen und 12 Gängen für Waldwege und Berge.',
      ],
      ja: ['マウンテンバイク 29インチ', 'サスペンションと12段変速、ディスクブレーキの山道用自転車です。'],
      ar: ['دراجة جبلية 29 بوصة', 'دراجة بشوكة امتصاص وفرامل قرصية و12 سرعة للمسارات الجبلية.'],
    }),
  },
  {
    id: 'city-bike',
    name: 'City Bike with Basket',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Bicycles',
    price: 549,
    description:
      'A comfortable step-through bicycle with mudguards, light, seven gears and a wicker basket for shopping. You sit upright and see the traffic well.',
    fields: { material: 'steel', weight: '17 kg', gender: 'women' },
    colors: [wearColors.mint, wearColors.burgundy],
    sizes: ['M', 'L'],
    draw: draw.cityBike,
    translations: translated({
      de: ['Citybike mit Korb', 'Bequemes Fahrrad mit tiefem Einstieg, Licht, sieben Gängen und Korb.'],
      ja: ['かご付きシティサイクル', 'またぎやすく、ライトと7段変速、かごの付いた街乗り自転車です。'],
      ar: ['دراجة مدينة بسلة', 'دراجة مريحة بإطار منخفض وإضاءة وسبع سرعات وسلة للتسوق.'],
    }),
  },
  {
    id: 'road-bike',
    name: 'Road Bike',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Bicycles',
    price: 1290,
    description:
      'A fast racing bicycle with a carbon fork, thin tyres and drop handlebars. Light and stiff for long tours and races.',
    fields: { material: 'aluminium, carbon', weight: '8.6 kg' },
    colors: [wearColors.turquoise, wearColors.yellow],
    sizes: ['52', '54', '56', '58'],
    draw: draw.roadBike,
  },
  {
    id: 'kids-bike',
    name: 'Kids Bike 16" with Stabilisers',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Kids bikes',
    price: 189,
    description:
      'A first bicycle for children with training wheels, a flag and streamers. A big birthday gift for a child.',
    fields: { gender: 'kids', age: '4 to 6 years', tags: ['gift for children'] },
    colors: [wearColors.rose, wearColors.blue],
    draw: draw.kidsBike,
    translations: translated({
      de: [
        'Kinderfahrrad 16 Zoll mit Stützrädern',
        'Erstes Fahrrad für Kinder mit Stützrädern und Fahne, ein großes Geburtstagsgeschenk.',
      ],
      ja: ['補助輪付き子ども自転車 16インチ', '旗とリボンが付いた初めての自転車。誕生日の贈り物に。'],
      ar: ['دراجة أطفال 16 بوصة بعجلات مساعدة', 'أول دراجة للأطفال بعجلات مساعدة وعلم، هدية كبيرة لعيد الميلاد.'],
    }),
  },
  {
    id: 'balance-bike',
    name: 'Wooden Balance Bike',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Kids bikes',
    price: 79,
    description:
      'A running bike without pedals on which toddlers learn to balance. Birch wood; a good present for a second birthday.',
    fields: { gender: 'kids', age: '2 to 4 years', material: 'birch wood', tags: ['gift for children'] },
    colors: [wearColors.red],
    draw: draw.balanceBike,
    translations: translated({
      de: ['Laufrad aus Holz', 'Laufrad ohne Pedale, auf dem Kleinkinder das Gleichgewicht lernen.'],
      ja: ['木製ランニングバイク', 'ペダルなしでバランス感覚を育てる、幼児用の木の自転車です。'],
      ar: ['دراجة توازن خشبية', 'دراجة بلا دواسات يتعلم بها الصغار التوازن.'],
    }),
  },
  {
    id: 'bike-helmet',
    name: 'Bike Helmet',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Helmets',
    price: 69,
    description:
      'A light cycling helmet with many vents and a dial to fit. It weighs 260 g and has a light at the back.',
    fields: { gender: 'unisex', material: 'EPS' },
    colors: [wearColors.white, wearColors.blue],
    sizes: ['S', 'M', 'L'],
    draw: (color) => draw.bikeHelmet(color, '#e8792b'),
    translations: translated({
      de: ['Fahrradhelm', 'Leichter Helm mit vielen Luftlöchern und Drehverstellung.'],
      ja: ['自転車用ヘルメット', '通気孔が多く、ダイヤルで調整できる軽いヘルメットです。'],
      ar: ['خوذة دراجة', 'خوذة خفيفة بفتحات تهوية كثيرة وقرص لضبط المقاس.'],
    }),
  },
  {
    id: 'kids-bike-helmet',
    name: 'Ladybird Helmet for Kids',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Helmets',
    price: 35,
    description:
      "A round children's helmet that looks like a ladybird, for bike, scooter and skates. The inner ring adjusts as the head grows.",
    fields: { gender: 'kids', age: '3 to 7 years' },
    colors: [wearColors.red],
    draw: draw.kidsHelmet,
    translations: translated({
      de: [
        'Marienkäfer-Helm für Kinder',
        'Runder Kinderhelm im Marienkäfer-Look für Rad, Roller und Skates.',
      ],
      ja: ['子ども用てんとう虫ヘルメット', '自転車やスクーター用の、てんとう虫柄の丸いヘルメットです。'],
      ar: ['خوذة دعسوقة للأطفال', 'خوذة أطفال مستديرة على شكل دعسوقة للدراجة والسكوتر.'],
    }),
  },
  {
    id: 'bike-lock',
    name: 'U-Lock',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Locks',
    price: 49,
    description:
      'A bicycle lock of hardened steel with two keys. It resists bolt cutters and comes with a holder for the frame.',
    fields: { material: 'steel', weight: '1.2 kg' },
    colors: [wearColors.orange],
    draw: draw.bikeLock,
    translations: translated({
      de: ['Bügelschloss', 'Fahrradschloss aus gehärtetem Stahl mit zwei Schlüsseln.'],
      ja: ['自転車用U字ロック', '焼き入れ鋼の頑丈な鍵。キー二本付き。'],
      ar: ['قفل دراجة', 'قفل من الفولاذ المقوى بمفتاحين.'],
    }),
  },
  {
    id: 'bike-pump',
    name: 'Floor Pump',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Pumps',
    price: 39,
    description:
      'A stand pump with a pressure gauge that fits all bicycle valves. It fills a tyre in a few strokes.',
    fields: { material: 'steel' },
    colors: [wearColors.blue],
    draw: draw.bikePump,
  },
  {
    id: 'bike-bell',
    name: 'Bicycle Bell',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Accessories',
    price: 12,
    description: 'A shiny bell with a clear ring. It fits all handlebars and needs no tools.',
    fields: { material: 'brass' },
    colors: [wearColors.silver, wearColors.red],
    draw: draw.bikeBell,
  },
  {
    id: 'bike-pannier',
    name: 'Pannier Bag 20 l',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Bags',
    price: 69,
    description:
      'A waterproof bag that hooks onto the bicycle carrier. With the top rolled up, it keeps out the rain.',
    fields: { capacity: '20 l', waterproof: true },
    colors: [wearColors.yellow, wearColors.teal],
    draw: draw.pannierBag,
  },
  {
    id: 'bike-lights',
    name: 'Bike Light Set',
    brand: 'Velora',
    category: 'Outdoor > Cycling > Lights',
    price: 35,
    description:
      'A white front lamp and a red rear lamp, charged by USB. They clip on without tools and last six hours.',
    fields: { power: '70 lx', waterproof: true },
    draw: draw.bikeLightSet,
  },
];
