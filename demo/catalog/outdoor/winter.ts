import * as draw from '../../drawings/outdoor/winter.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

const skateSizes = ['36', '38', '40', '42', '44'];

/** Sports on snow and ice. */
export const winter: readonly DemoProduct[] = [
  {
    id: 'skis',
    name: 'Alpine Skis',
    brand: 'Nordfjell',
    category: 'Outdoor > Winter sports > Skis',
    price: 399,
    description:
      'A pair of all-mountain skis with bindings for groomed slopes. They turn easily and suit most skiers.',
    fields: { season: 'winter', material: 'wood, fibreglass' },
    colors: [wearColors.blue, wearColors.red],
    sizes: ['150 cm', '160 cm', '170 cm'],
    draw: (color) => draw.skis(color, '#f4c534'),
    translations: translated({
      de: ['Alpinski', 'Ein Paar Allmountain-Ski mit Bindung für präparierte Pisten.'],
      ja: ['アルペンスキー板', 'ビンディング付きのオールマウンテンスキー二本組です。'],
      ar: ['زلاجات ثلج', 'زوج زلاجات مع مثبتات للمنحدرات الممهدة.'],
    }),
  },
  {
    id: 'ski-poles',
    name: 'Ski Poles',
    brand: 'Nordfjell',
    category: 'Outdoor > Winter sports > Skis',
    price: 39,
    description:
      'A pair of light aluminium sticks with baskets and wrist straps. The grip sits well in thick gloves.',
    fields: { season: 'winter', material: 'aluminium' },
    colors: [wearColors.red],
    sizes: ['110 cm', '120 cm', '130 cm'],
    draw: draw.skiPoles,
  },
  {
    id: 'ski-boots',
    name: 'Ski Boots',
    brand: 'Nordfjell',
    category: 'Outdoor > Winter sports > Ski boots',
    price: 249,
    description:
      'Hard-shell boots with four buckles and a warm inner shoe. The soft flex suits beginners and advanced skiers.',
    fields: { season: 'winter', gender: 'unisex' },
    colors: [wearColors.white, wearColors.red],
    sizes: ['38', '40', '42', '44', '46'],
    draw: draw.skiBoot,
    translations: translated({
      de: ['Skistiefel', 'Hartschalenstiefel mit vier Schnallen und warmem Innenschuh.'],
      ja: ['スキーブーツ', '四つのバックルと暖かいインナーの硬いブーツです。'],
      ar: ['حذاء تزلج', 'حذاء صلب بأربعة أبازيم وبطانة داخلية دافئة.'],
    }),
  },
  {
    id: 'snowboard',
    name: 'Snowboard',
    brand: 'Nordfjell',
    category: 'Outdoor > Winter sports > Snowboards',
    price: 329,
    description:
      'A freestyle board with bindings and a mountain graphic. It forgives mistakes and suits park and slope.',
    fields: { season: 'winter' },
    colors: [wearColors.purple],
    sizes: ['148 cm', '155 cm', '162 cm'],
    draw: (color) => draw.snowboard(color, '#26344f'),
    translations: translated({
      de: ['Snowboard', 'Freestyle-Board mit Bindung und Bergmotiv.'],
      ja: ['スノーボード', 'ビンディング付き、山のデザインのフリースタイルボードです。'],
      ar: ['لوح تزلج على الثلج', 'لوح للتزلج الحر مع مثبتات ورسم جبلي.'],
    }),
  },
  {
    id: 'wooden-sledge',
    name: 'Wooden Sledge',
    brand: 'Nordfjell',
    category: 'Outdoor > Winter sports > Sledges',
    price: 69,
    description:
      'A classic beech toboggan with steel runners and a rope for two children. It carries 150 kg and folds for the car.',
    fields: { season: 'winter', material: 'beech', age: 'from 3 years' },
    draw: draw.woodenSledge,
    translations: translated({
      de: ['Holzschlitten', 'Klassischer Rodel aus Buche mit Stahlkufen und Seil für zwei Kinder.'],
      ja: ['木製そり', '鉄の滑走面とひもが付いた、子ども二人用のブナのそりです。'],
      ar: ['مزلجة خشبية', 'مزلجة كلاسيكية من خشب الزان بحبل لطفلين.'],
    }),
  },
  {
    id: 'plastic-bob',
    name: 'Bob Sledge with Steering',
    brand: 'Kolibri',
    category: 'Outdoor > Winter sports > Sledges',
    price: 49,
    description:
      'A plastic sled with a steering wheel and brakes, a winter present for children. It is fast, and the seat holds one or two children.',
    fields: { season: 'winter', material: 'plastic', age: 'from 4 years', tags: ['gift for children'] },
    colors: [wearColors.red, wearColors.blue],
    draw: draw.plasticBob,
    translations: translated({
      de: ['Lenkbob', 'Kunststoffschlitten mit Lenkrad und Bremsen, ein Wintergeschenk für Kinder.'],
      ja: ['ハンドル付きそり', 'ハンドルとブレーキの付いたプラスチックのそり。冬の贈り物に。'],
      ar: ['مزلجة بمقود', 'مزلجة بلاستيكية بمقود وفرامل، هدية شتوية للأطفال.'],
    }),
  },
  {
    id: 'figure-skates',
    name: 'Figure Skates',
    brand: 'Brisk',
    category: 'Outdoor > Winter sports > Ice skates',
    price: 79,
    description:
      'White leather ice skates with a toothed blade for dancing on ice. Padded and warm, for beginners and advanced skaters.',
    fields: { season: 'winter', gender: 'women', material: 'leather' },
    colors: [wearColors.white],
    sizes: skateSizes,
    draw: draw.figureSkate,
    translations: translated({
      de: ['Eiskunstlauf-Schlittschuhe', 'Weiße Schlittschuhe aus Leder mit gezackter Kufe.'],
      ja: ['フィギュアスケート靴', 'つま先にギザギザの刃が付いた白い革のスケート靴です。'],
      ar: ['حذاء تزلج فني على الجليد', 'حذاء جلدي أبيض بشفرة مسننة للرقص على الجليد.'],
    }),
  },
  {
    id: 'hockey-skates',
    name: 'Ice Hockey Skates',
    brand: 'Brisk',
    category: 'Outdoor > Winter sports > Ice skates',
    price: 99,
    description: 'Stiff skates with a protected toe for ice hockey. The steel blade can be sharpened.',
    fields: { season: 'winter', gender: 'men' },
    colors: [wearColors.black],
    sizes: skateSizes,
    draw: draw.hockeySkate,
  },
  {
    id: 'ski-goggles',
    name: 'Ski Goggles',
    brand: 'Nordfjell',
    category: 'Outdoor > Winter sports > Goggles',
    price: 69,
    description:
      'Snow goggles with a mirrored lens and an elastic strap that do not fog up. They fit over glasses and under every helmet.',
    fields: { season: 'winter' },
    colors: [wearColors.blue, wearColors.green],
    draw: draw.skiGoggles,
    translations: translated({
      de: ['Skibrille', 'Schneebrille mit verspiegelter Scheibe und elastischem Band, beschlägt nicht.'],
      ja: ['スキーゴーグル', 'くもりにくいミラーレンズのスノーゴーグルです。'],
      ar: ['نظارات تزلج', 'نظارات ثلج بعدسة عاكسة وحزام مرن لا يتكون عليها الضباب.'],
    }),
  },
  {
    id: 'ski-helmet',
    name: 'Ski Helmet with Visor',
    brand: 'Nordfjell',
    category: 'Outdoor > Winter sports > Helmets',
    price: 129,
    description:
      'A warm snow helmet with a built-in visor and ear pads. For skiing and snowboarding, with vents that close.',
    fields: { season: 'winter' },
    colors: [wearColors.teal],
    sizes: ['S', 'M', 'L'],
    draw: draw.skiHelmet,
  },
  {
    id: 'snowshoes',
    name: 'Snowshoes',
    brand: 'Nordfjell',
    category: 'Outdoor > Winter sports > Snowshoes',
    price: 139,
    description:
      'A pair of frames with straps for walking on deep snow. They carry 100 kg and fit all winter boots.',
    fields: { season: 'winter', material: 'aluminium' },
    colors: [wearColors.red],
    draw: draw.snowshoes,
  },
  {
    id: 'snow-shovel',
    name: 'Snow Shovel',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Tools',
    price: 29,
    description:
      'A wide shovel with a wooden handle and a metal edge to clear the pavement. It carries a lot of snow and is light in the hand.',
    fields: { season: 'winter', material: 'plastic, wood' },
    colors: [wearColors.blue],
    draw: draw.snowShovel,
  },
];
