import { footballBoot } from '../../drawings/clothes/boots.ts';
import { runningShoe } from '../../drawings/clothes/shoes.ts';
import { hikingBoot, kidsHikingBoot } from '../../drawings/outdoor/boots.ts';
import * as mountain from '../../drawings/outdoor/mountain.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { sizes } from '../sizes.ts';
import { translated } from '../translated.ts';

const shoeSizes = ['38', '39', '40', '41', '42', '43', '44', '45', '46'];

/** Shoes for trails, mountains and rain. */
export const outdoorFootwear: readonly DemoProduct[] = [
  {
    id: 'alpine-hiking-boot',
    name: 'Alpine Hiking Boot',
    brand: 'Nordfjell',
    category: 'Outdoor > Footwear > Hiking boots',
    price: 169,
    description:
      'A waterproof leather boot for long days in the mountains. The stiff sole grips on wet rock, and the high ankle gives support under a heavy pack.',
    fields: { gender: 'unisex', material: 'leather', waterproof: true },
    colors: [wearColors.brown, { name: 'slate grey', hex: '#5b6670' }],
    sizes: shoeSizes,
    draw: (color) => hikingBoot(color),
    translations: {
      de: {
        name: 'Bergstiefel Alpin',
        description:
          'Ein wasserdichter Wanderschuh aus Leder für lange Tage in den Bergen. Die steife Sohle hält auf nassem Fels, der hohe Schaft stützt den Knöchel.',
      },
      ja: {
        name: 'アルパイン登山靴',
        description:
          '山で長い一日を過ごすための防水レザーの登山靴です。硬めのソールは濡れた岩でも滑りにくく、ハイカットが足首を支えます。',
      },
      ar: {
        name: 'حذاء جبلي للمشي الطويل',
        description:
          'حذاء جلدي مقاوم للماء لأيام طويلة في الجبال. نعله الصلب يثبت على الصخور المبللة، وساقه العالية تدعم الكاحل.',
      },
    },
  },
  {
    id: 'low-hiking-shoe',
    name: 'Trail Hiking Shoe',
    brand: 'Nordfjell',
    category: 'Outdoor > Footwear > Hiking shoes',
    price: 119,
    description:
      'A low, light walking shoe for day hikes and forest trails. Breathable mesh, a grippy sole and a rubber toe cap.',
    fields: { gender: 'unisex', material: 'mesh, rubber', waterproof: false },
    colors: [wearColors.charcoal, wearColors.teal],
    sizes: sizes.shoes,
    draw: (color) => mountain.hikingShoe(color, '#e8792b'),
    translations: translated({
      de: ['Leichter Wanderschuh', 'Niedriger Schuh für Tagestouren und Waldwege mit griffiger Sohle.'],
      ja: ['ハイキングシューズ', '日帰り登山や森の道に適した、軽くて滑りにくいローカットの靴です。'],
      ar: ['حذاء مشي خفيف', 'حذاء منخفض وخفيف للمشي في المسارات والغابات بنعل ثابت.'],
    }),
  },
  {
    id: 'mountaineering-boot',
    name: 'Mountaineering Boot with Crampons',
    brand: 'Nordfjell',
    category: 'Outdoor > Footwear > Mountain boots',
    price: 329,
    description:
      'A stiff insulated mountain boot for glaciers and ice, with twelve-point crampons that strap on. For high tours in the Alps and winter climbs.',
    fields: { gender: 'unisex', material: 'leather', waterproof: true, season: 'winter' },
    colors: [wearColors.blue],
    sizes: sizes.mensShoes,
    draw: mountain.cramponBoot,
    translations: translated({
      de: [
        'Bergschuh mit Steigeisen',
        'Steifer, isolierter Bergschuh für Gletscher und Eis mit zwölf Zacken.',
      ],
      ja: ['アイゼン付き登山靴', '氷河や雪山のための硬い保温登山靴。12本爪のアイゼン付きです。'],
      ar: ['حذاء تسلق الجبال مع مسامير جليد', 'حذاء جبلي صلب ومعزول للجليد بمسامير قابلة للتركيب.'],
    }),
  },
  {
    id: 'kids-hiking-boot',
    name: 'Hiking Boot for Kids',
    brand: 'Nordfjell',
    category: 'Outdoor > Footwear > Hiking boots',
    price: 69,
    description:
      "A waterproof children's boot with a soft ankle for family walks in the mountains. The toe cap protects small feet from stones.",
    fields: { gender: 'kids', material: 'suede', waterproof: true },
    colors: [wearColors.purple, wearColors.green],
    sizes: sizes.kidsShoes,
    draw: kidsHikingBoot,
    translations: translated({
      de: [
        'Wanderstiefel für Kinder',
        'Wasserdichter Kinderschuh mit weichem Schaft für Bergtouren mit der Familie.',
      ],
      ja: ['子ども用登山靴', '家族での山歩きのための、履き口のやわらかい防水の登山靴です。'],
      ar: ['حذاء مشي جبلي للأطفال', 'حذاء أطفال مقاوم للماء برقبة ناعمة للمشي في الجبال مع العائلة.'],
    }),
  },
  {
    id: 'trail-running-shoe',
    name: 'Trail Running Shoe',
    brand: 'Brisk',
    category: 'Outdoor > Footwear > Trail running shoes',
    price: 129,
    description:
      'A cushioned running shoe with deep lugs for mud and gravel. Light and stable on paths in the forest and the mountains.',
    fields: { gender: 'unisex', material: 'mesh' },
    colors: [wearColors.green],
    sizes: sizes.shoes,
    draw: (color) => runningShoe(color, '#2b2c30'),
    translations: translated({
      de: ['Trailrunning-Schuh', 'Gedämpfter Laufschuh mit tiefem Profil für Matsch und Schotter.'],
      ja: ['トレイルランニングシューズ', '泥や砂利に強い深い溝の、クッション付きランニングシューズです。'],
      ar: ['حذاء جري في الطبيعة', 'حذاء جري مبطن بنعل عميق للطين والحصى.'],
    }),
  },
  {
    id: 'trekking-sandal',
    name: 'Trekking Sandal',
    brand: 'Nordfjell',
    category: 'Outdoor > Footwear > Sandals',
    price: 79,
    description:
      'Sports sandals with three adjustable straps and a profiled sole for rivers and warm trails. The straps dry quickly.',
    fields: { gender: 'unisex', material: 'nylon, rubber', season: 'summer' },
    colors: [wearColors.olive],
    sizes: sizes.shoes,
    draw: (color) => mountain.trekkingSandal(color, '#2a8a8c'),
  },
  {
    id: 'climbing-shoe',
    name: 'Climbing Shoe',
    brand: 'Nordfjell',
    category: 'Outdoor > Climbing > Climbing shoes',
    price: 109,
    description:
      'A tight rubber-soled slipper with two straps for bouldering and climbing walls. The pointed toe stands on the smallest holds.',
    fields: { gender: 'unisex', material: 'leather, rubber' },
    colors: [wearColors.red],
    sizes: sizes.shoes,
    draw: mountain.climbingShoe,
    translations: translated({
      de: ['Kletterschuh', 'Enger Schuh mit Gummisohle und zwei Riemen zum Bouldern.'],
      ja: ['クライミングシューズ', 'ボルダリング用の、二本ストラップのゴム底シューズです。'],
      ar: ['حذاء تسلق', 'حذاء ضيق بنعل مطاطي وشريطين للتسلق.'],
    }),
  },
  {
    id: 'football-boot',
    name: 'Football Boot',
    brand: 'Brisk',
    category: 'Outdoor > Footwear > Football boots',
    price: 89,
    description:
      'Light soccer cleats with studs for grass pitches. For matches and training, with a soft upper for a good touch.',
    fields: { gender: 'unisex', material: 'synthetic', tags: ['football'] },
    colors: [wearColors.yellow, wearColors.red],
    sizes: sizes.shoes,
    draw: (color) => footballBoot(color, '#22262b'),
    translations: translated({
      de: ['Fußballschuh', 'Leichter Schuh mit Stollen für Rasenplätze.'],
      ja: ['サッカースパイク', '芝のグラウンド用の軽いスタッド付きシューズです。'],
      ar: ['حذاء كرة قدم', 'حذاء خفيف بمسامير لملاعب العشب.'],
    }),
  },
];
