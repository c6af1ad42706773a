import * as draw from '../../drawings/clothes/jackets.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { sizes } from '../sizes.ts';
import { translated } from '../translated.ts';

/** Jackets and coats for men, in EU sizes. */
export const mensJackets: readonly DemoProduct[] = [
  {
    id: 'mens-down-jacket',
    name: 'Down Jacket',
    brand: 'Nordfjell',
    category: 'Clothes > Jackets and coats > Down jackets',
    price: 149,
    description:
      'A warm quilted puffer jacket for cold winter days. It is filled with down and feathers, weighs little and packs into its own pocket.',
    fields: { gender: 'men', material: 'nylon, down filling', season: 'winter', tags: ['warm', 'quilted'] },
    colors: [wearColors.navy, wearColors.orange],
    sizes: sizes.mensEu,
    draw: (color) => draw.downJacket(color),
    translations: translated({
      de: [
        'Daunenjacke',
        'Warme Steppjacke für kalte Wintertage. Mit Daunen gefüllt, leicht und klein verpackbar.',
      ],
      ja: [
        'ダウンジャケット',
        '寒い冬の日に暖かいキルティングジャケットです。ダウン入りで軽く、小さくたためます。',
      ],
      ar: ['جاكيت محشو بالريش', 'جاكيت شتوي دافئ مبطن ومحشو بالريش، خفيف الوزن ويمكن طيه في جيبه.'],
    }),
  },
  {
    id: 'mens-quilted-vest',
    name: 'Quilted Body Warmer',
    brand: 'Nordfjell',
    category: 'Clothes > Jackets and coats > Vests',
    price: 69,
    description:
      'A sleeveless quilted vest to wear over a shirt or under a coat. Light synthetic filling keeps the chest warm and the arms free.',
    fields: { gender: 'men', material: 'polyester', season: 'autumn' },
    colors: [wearColors.olive, wearColors.red],
    sizes: sizes.alpha,
    draw: (color) => draw.downJacket(color, [], true),
    translations: translated({
      de: [
        'Steppweste',
        'Ärmellose, leicht gefütterte Weste zum Tragen über dem Hemd oder unter dem Mantel.',
      ],
      ja: ['キルティングベスト', 'シャツの上やコートの下に着る、軽い中綿入りの袖なしベストです。'],
      ar: ['صديرية مبطنة', 'صديرية بلا أكمام بحشوة خفيفة تُلبس فوق القميص أو تحت المعطف.'],
    }),
  },
  {
    id: 'denim-jacket',
    name: 'Denim Jacket',
    brand: 'Morrow',
    category: 'Clothes > Jackets and coats > Denim jackets',
    price: 79,
    description:
      'The classic jean jacket with chest pockets, metal buttons and contrast stitching. Made of firm cotton denim that gets softer with each wash.',
    fields: { gender: 'men', material: 'cotton', season: 'spring' },
    colors: [wearColors.denim, wearColors.black],
    sizes: sizes.mensEu,
    draw: draw.denimJacket,
    translations: translated({
      de: ['Jeansjacke', 'Die klassische Jeansjacke mit Brusttaschen und Metallknöpfen, aus festem Denim.'],
      ja: ['デニムジャケット', '胸ポケットと金属ボタンの定番ジージャンです。丈夫な綿デニム製。'],
      ar: ['جاكيت جينز', 'جاكيت جينز كلاسيكي بجيوب على الصدر وأزرار معدنية من قطن متين.'],
    }),
  },
  {
    id: 'leather-biker-jacket',
    name: 'Leather Biker Jacket',
    brand: 'Morrow',
    category: 'Clothes > Jackets and coats > Leather jackets',
    price: 249,
    description:
      'A motorcycle jacket of soft lamb leather with a slanted zip, wide lapels and a belt at the waist. For the road and for evenings out.',
    fields: { gender: 'men', material: 'leather', season: 'autumn' },
    colors: [wearColors.black, wearColors.burgundy],
    sizes: sizes.mensEu,
    draw: draw.bikerJacket,
    translations: translated({
      de: ['Biker-Lederjacke', 'Motorradjacke aus weichem Lammleder mit schrägem Reißverschluss und Gürtel.'],
      ja: [
        'レザーライダースジャケット',
        '斜めのファスナーとベルトが特徴の、柔らかいラムレザーのライダースです。',
      ],
      ar: ['جاكيت جلد للدراجات النارية', 'جاكيت من جلد الغنم الناعم بسحاب مائل وحزام عند الخصر.'],
    }),
  },
  {
    id: 'bomber-jacket',
    name: 'Bomber Jacket',
    brand: 'Morrow',
    category: 'Clothes > Jackets and coats > Bomber jackets',
    price: 89,
    description:
      'A short flight jacket with knitted cuffs, collar and hem and an orange lining. The smooth nylon keeps wind out.',
    fields: { gender: 'men', material: 'nylon', season: 'autumn' },
    colors: [wearColors.olive, wearColors.black],
    sizes: sizes.mensEu,
    draw: (color) => draw.bomberJacket(color),
    translations: translated({
      de: ['Bomberjacke', 'Kurze Fliegerjacke mit Strickbündchen und orangem Futter, winddicht.'],
      ja: [
        'ボンバージャケット',
        'リブ編みの袖口と裾、オレンジの裏地が付いたショート丈のフライトジャケットです。',
      ],
      ar: ['جاكيت بومبر', 'جاكيت طيران قصير بأساور محبوكة وبطانة برتقالية يحمي من الرياح.'],
    }),
  },
  {
    id: 'mens-softshell-jacket',
    name: 'Softshell Jacket',
    brand: 'Nordfjell',
    category: 'Clothes > Jackets and coats > Outdoor jackets',
    price: 99,
    description:
      'A stretchy jacket for hiking and cycling in wind and light rain. Soft fleece on the inside, water-repellent outside.',
    fields: { gender: 'men', material: 'polyester', waterproof: false, season: 'autumn' },
    colors: [wearColors.charcoal, wearColors.blue],
    sizes: sizes.mensEuLarge,
    draw: (color) => draw.softshellJacket(color, '#b9d433'),
    translations: translated({
      de: ['Softshelljacke', 'Elastische Jacke zum Wandern und Radfahren bei Wind und leichtem Regen.'],
      ja: [
        'ソフトシェルジャケット',
        '風や小雨の中のハイキングや自転車に適した、伸縮性のあるジャケットです。',
      ],
      ar: ['جاكيت سوفت شل', 'جاكيت مرن للمشي وركوب الدراجة في الرياح والمطر الخفيف.'],
    }),
  },
  {
    id: 'mens-ski-jacket',
    name: 'Ski Jacket',
    brand: 'Nordfjell',
    category: 'Clothes > Jackets and coats > Ski jackets',
    price: 199,
    description:
      'An insulated and waterproof jacket for skiing and snowboarding, with hood, snow skirt and a pocket for the ski pass. The seams are taped, and it stays warm on the lift.',
    fields: { gender: 'men', material: 'polyester', waterproof: true, season: 'winter' },
    colors: [wearColors.red, wearColors.teal],
    sizes: sizes.mensEuLarge,
    draw: (color) => draw.skiJacket(color, '#f4f3f0', '#26344f'),
    translations: translated({
      de: [
        'Skijacke',
        'Gefütterte, wasserdichte Jacke zum Skifahren und Snowboarden, mit Kapuze und Skipasstasche.',
      ],
      ja: [
        'スキージャケット',
        'スキーやスノーボード用の中綿入り防水ジャケット。フードとリフト券ポケット付き。',
      ],
      ar: ['جاكيت تزلج', 'جاكيت مبطن مقاوم للماء للتزلج على الثلج مع غطاء رأس وجيب لبطاقة التزلج.'],
    }),
  },
  {
    id: 'mens-waxed-jacket',
    name: 'Waxed Country Jacket',
    brand: 'Fernhill',
    category: 'Clothes > Jackets and coats > Outdoor jackets',
    price: 179,
    description:
      'A waxed cotton jacket with a brown corduroy collar and large flap pockets. Keeps rain off on walks with the dog.',
    fields: { gender: 'men', material: 'waxed cotton', waterproof: true, season: 'autumn' },
    colors: [wearColors.forest],
    sizes: sizes.mensEuLarge,
    draw: draw.waxedJacket,
    translations: translated({
      de: [
        'Gewachste Landjacke',
        'Jacke aus gewachster Baumwolle mit Cordkragen und großen Taschen, hält Regen ab.',
      ],
      ja: ['ワックスコットンジャケット', 'コーデュロイ襟と大きなポケットの、雨をはじくジャケットです。'],
      ar: ['جاكيت ريفي مشمع', 'جاكيت من القطن المشمع بياقة مخملية مضلعة وجيوب كبيرة يقي من المطر.'],
    }),
  },
  {
    id: 'mens-blazer',
    name: 'Navy Blazer',
    brand: 'Ellington Row',
    category: 'Clothes > Jackets and coats > Blazers',
    price: 159,
    description:
      'A single-breasted suit jacket of fine wool, shown with shirt and tie. For the office, weddings and dinners.',
    fields: { gender: 'men', material: 'wool', season: 'all year' },
    colors: [wearColors.navy, wearColors.charcoal],
    sizes: sizes.mensEuLarge,
    draw: (color) => draw.blazer(color, '#9c2f3a'),
    translations: translated({
      de: ['Sakko', 'Einreihiges Sakko aus feiner Wolle für Büro, Hochzeit und Abendessen.'],
      ja: ['メンズブレザー', '上質なウールのシングルジャケット。オフィスや結婚式、ディナーに。'],
      ar: ['بليزر رجالي', 'سترة رسمية من الصوف الناعم للمكتب وحفلات الزفاف والعشاء.'],
    }),
  },
  {
    id: 'tweed-jacket',
    name: 'Tweed Jacket',
    brand: 'Ellington Row',
    category: 'Clothes > Jackets and coats > Blazers',
    price: 189,
    description:
      'A checked sports jacket of Scottish tweed with two buttons. Warm, hard-wearing and good with jeans or corduroy trousers.',
    fields: { gender: 'men', material: 'wool', season: 'autumn' },
    colors: [wearColors.brown],
    sizes: sizes.mensEu,
    draw: (color) => draw.blazer(color, undefined, draw.checks('#d8b98a', '#4a2c18')),
    translations: translated({
      de: ['Tweedsakko', 'Kariertes Sakko aus schottischem Tweed mit zwei Knöpfen, warm und robust.'],
      ja: ['ツイードジャケット', 'スコットランド産ツイードのチェック柄ジャケット。暖かく丈夫です。'],
      ar: ['سترة تويد', 'سترة بمربعات من صوف التويد الاسكتلندي، دافئة ومتينة.'],
    }),
  },
  {
    id: 'mens-pea-coat',
    name: 'Pea Coat',
    brand: 'Ellington Row',
    category: 'Clothes > Jackets and coats > Wool coats',
    price: 219,
    description:
      'A short double-breasted sailor coat of thick wool with a wide collar and two rows of buttons. Warm on windy quays and in the city.',
    fields: { gender: 'men', material: 'wool', season: 'winter' },
    colors: [wearColors.navy],
    sizes: sizes.mensEu,
    draw: (color) => draw.woolCoat(color, true, 336),
    translations: translated({
      de: ['Cabanjacke', 'Kurzer zweireihiger Matrosenmantel aus dicker Wolle mit breitem Kragen.'],
      ja: ['ピーコート', '幅広の襟と二列ボタンの、厚手ウールの短いコートです。'],
      ar: ['معطف بحارة قصير', 'معطف قصير من الصوف السميك بياقة عريضة وصفين من الأزرار.'],
    }),
  },
  {
    id: 'duffle-coat',
    name: 'Duffle Coat',
    brand: 'Fernhill',
    category: 'Clothes > Jackets and coats > Wool coats',
    price: 189,
    description: 'A hooded wool coat closed with wooden toggles and loops. Two patch pockets warm the hands.',
    fields: { gender: 'men', material: 'wool', season: 'winter' },
    colors: [wearColors.camel, wearColors.navy],
    sizes: sizes.mensEu,
    draw: draw.duffleCoat,
    translations: translated({
      de: ['Dufflecoat', 'Wollmantel mit Kapuze und Knebelverschluss, mit zwei aufgesetzten Taschen.'],
      ja: ['ダッフルコート', 'フードと木製トグルの付いたウールコート。大きなポケットが二つあります。'],
      ar: ['معطف دافل', 'معطف صوفي بغطاء رأس يُغلق بأزرار خشبية وله جيبان كبيران.'],
    }),
  },
  {
    id: 'varsity-jacket',
    name: 'College Jacket',
    brand: 'Morrow',
    category: 'Clothes > Jackets and coats > Bomber jackets',
    price: 85,
    description:
      'A baseball jacket with light sleeves, snap buttons and a letter on the chest. Wool body and striped knit cuffs.',
    fields: { gender: 'men', material: 'wool, cotton', season: 'spring' },
    colors: [wearColors.burgundy, wearColors.forest],
    sizes: sizes.alpha,
    draw: (color) => draw.varsityJacket(color),
    translations: translated({
      de: ['Collegejacke', 'Baseballjacke mit hellen Ärmeln, Druckknöpfen und Buchstaben auf der Brust.'],
      ja: ['スタジアムジャケット', '明るい袖とスナップボタン、胸の文字が特徴のスタジャンです。'],
      ar: ['جاكيت جامعي', 'جاكيت بيسبول بأكمام فاتحة وأزرار كبس وحرف على الصدر.'],
    }),
  },
];
