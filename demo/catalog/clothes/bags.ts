import { placed } from '../../drawings/compose.ts';
import * as accessories from '../../drawings/clothes/accessories.ts';
import * as draw from '../../drawings/clothes/bags.ts';
import { prints } from '../../drawings/clothes/shirts.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

/** Bags, wallets, umbrellas and glasses. */
export const bags: readonly DemoProduct[] = [
  {
    id: 'city-backpack',
    name: 'City Backpack',
    brand: 'Morrow',
    category: 'Clothes > Bags > Backpacks',
    price: 65,
    description:
      'A rucksack for school, office and weekends with a padded laptop sleeve for 15 inches and a front pocket. Made of recycled bottles, it sheds light rain.',
    fields: { capacity: '20 l', material: 'recycled polyester' },
    colors: [wearColors.navy, wearColors.mustard],
    draw: (color) => draw.backpack(color),
    translations: translated({
      de: ['City-Rucksack', 'Rucksack für Schule und Büro mit gepolstertem Laptopfach und Vortasche.'],
      ja: ['シティバックパック', '15インチのノートPCが入る、通学や通勤に便利なリュックです。'],
      ar: ['حقيبة ظهر للمدينة', 'حقيبة ظهر للمدرسة والعمل بجيب مبطن للحاسوب المحمول.'],
    }),
  },
  {
    id: 'kids-school-bag',
    name: 'Fox School Bag for Kids',
    brand: 'Kolibri',
    category: 'Clothes > Bags > School bags',
    price: 89,
    description:
      'A light satchel for the first school years with a fox on the flap, reflectors and padded straps. A present for the first day at school.',
    fields: { capacity: '18 l', gender: 'kids', age: '6 to 10 years', tags: ['gift for children', 'school'] },
    colors: [wearColors.teal, wearColors.purple],
    draw: (color) => draw.schoolBag(color, '#a9dbe0'),
    translations: translated({
      de: [
        'Fuchs-Schulranzen für Kinder',
        'Leichter Schulranzen mit Fuchs, Reflektoren und gepolsterten Gurten zur Einschulung.',
      ],
      ja: ['子ども用きつねの通学かばん', 'きつねの絵と反射材が付いた軽い通学かばん。入学祝いに。'],
      ar: ['حقيبة مدرسية بثعلب للأطفال', 'حقيبة مدرسية خفيفة بثعلب وعاكسات وأحزمة مبطنة، هدية لأول يوم دراسي.'],
    }),
  },
  {
    id: 'leather-handbag',
    name: 'Leather Handbag',
    brand: 'Lune',
    category: 'Clothes > Bags > Handbags',
    price: 149,
    description:
      'An elegant handbag of smooth leather with a flap, a golden lock and a round handle. Inside are a zip pocket and room for a tablet.',
    fields: { gender: 'women', material: 'leather' },
    colors: [wearColors.red, wearColors.camel],
    draw: draw.handbag,
    translations: translated({
      de: ['Lederhandtasche', 'Elegante Handtasche aus glattem Leder mit goldenem Schloss.'],
      ja: ['レザーハンドバッグ', '金色の留め具が付いた、なめらかな革の上品なハンドバッグです。'],
      ar: ['حقيبة يد جلدية', 'حقيبة يد أنيقة من الجلد الأملس بقفل ذهبي.'],
    }),
  },
  {
    id: 'canvas-tote',
    name: 'Canvas Tote Bag',
    brand: 'Tidewater',
    category: 'Clothes > Bags > Shopping bags',
    price: 15,
    description:
      'A strong cotton shopper with long handles and a leaf print for the market. It folds small and saves many plastic bags.',
    fields: { material: 'cotton', capacity: '12 l' },
    colors: [wearColors.cream],
    draw: (color) => draw.toteBag(color, draw.leafPrint('#2f7d57')),
    translations: translated({
      de: ['Stoffbeutel', 'Kräftige Einkaufstasche aus Baumwolle mit langen Henkeln.'],
      ja: ['キャンバストートバッグ', '葉の柄が入った丈夫な綿のエコバッグです。'],
      ar: ['حقيبة تسوق قماشية', 'حقيبة قطنية متينة بمقابض طويلة ونقش ورقة شجر.'],
    }),
  },
  {
    id: 'cat-tote',
    name: 'Cat Tote Bag',
    brand: 'Lune',
    category: 'Clothes > Bags > Shopping bags',
    price: 17,
    description:
      'A cotton carrier bag with a black cat for books and groceries. Carry it over the shoulder or in the hand.',
    fields: { material: 'cotton', capacity: '12 l' },
    colors: [wearColors.yellow],
    draw: (color) => draw.toteBag(color, placed(prints.cat('#25252b'), 0, 54)),
  },
  {
    id: 'crossbody-bag',
    name: 'Crossbody Bag',
    brand: 'Lune',
    category: 'Clothes > Bags > Handbags',
    price: 79,
    description:
      'A small saddle bag with a long strap and a tassel for phone, keys and purse. The strap is adjustable and comes off.',
    fields: { gender: 'women', material: 'leather' },
    colors: [wearColors.forest, wearColors.mustard],
    draw: draw.crossbodyBag,
  },
  {
    id: 'messenger-bag',
    name: 'Messenger Bag',
    brand: 'Morrow',
    category: 'Clothes > Bags > Shoulder bags',
    price: 85,
    description:
      'A canvas satchel with leather buckles for laptop and files, worn over the shoulder. Inside are a padded sleeve and pockets for pens.',
    fields: { gender: 'men', material: 'canvas, leather', capacity: '14 l' },
    colors: [wearColors.olive, wearColors.charcoal],
    draw: draw.messengerBag,
  },
  {
    id: 'evening-clutch',
    name: 'Sparkling Clutch',
    brand: 'Lune',
    category: 'Clothes > Bags > Handbags',
    price: 55,
    description:
      'A small evening purse with beads and a golden frame. It holds a phone, keys and a lipstick and hangs from a chain.',
    fields: { gender: 'women', material: 'satin' },
    colors: [wearColors.purple],
    draw: draw.clutch,
  },
  {
    id: 'cabin-suitcase',
    name: 'Cabin Suitcase',
    brand: 'Morrow',
    category: 'Clothes > Bags > Suitcases',
    price: 119,
    description:
      'A hard-shell trolley of hand luggage size with four wheels, a telescopic handle and a lock. It fits into the overhead locker of a plane.',
    fields: { capacity: '38 l', material: 'polycarbonate' },
    colors: [wearColors.turquoise, wearColors.red],
    draw: draw.suitcase,
    translations: translated({
      de: ['Handgepäckkoffer', 'Hartschalen-Trolley mit vier Rollen, Teleskopgriff und Schloss.'],
      ja: ['機内持ち込みスーツケース', '四輪と伸縮ハンドル、鍵の付いたハードキャリーケースです。'],
      ar: ['حقيبة سفر للمقصورة', 'حقيبة صلبة بأربع عجلات ومقبض قابل للسحب وقفل.'],
    }),
  },
  {
    id: 'sports-duffel',
    name: 'Sports Duffel Bag',
    brand: 'Brisk',
    category: 'Clothes > Bags > Sports bags',
    price: 49,
    description:
      'A roomy gym bag with a shoe compartment for training and weekend trips. The strap comes off, and the wet pocket keeps swimwear apart.',
    fields: { capacity: '45 l', material: 'polyester' },
    colors: [wearColors.blue, wearColors.black],
    draw: draw.duffelBag,
    translations: translated({
      de: ['Sporttasche', 'Geräumige Tasche mit Schuhfach für Training und Wochenende.'],
      ja: ['スポーツバッグ', '靴入れ付きの大きなバッグ。トレーニングや週末旅行に。'],
      ar: ['حقيبة رياضية', 'حقيبة واسعة بجيب للأحذية للتدريب ورحلات نهاية الأسبوع.'],
    }),
  },
  {
    id: 'bum-bag',
    name: 'Bum Bag',
    brand: 'Brisk',
    category: 'Clothes > Bags > Bum bags',
    price: 25,
    description:
      'A waist pack with two zips for keys, phone and money on the way. Wear it at the hip or across the chest.',
    fields: { material: 'nylon' },
    colors: [wearColors.purple, wearColors.green],
    draw: draw.bumBag,
  },
  {
    id: 'leather-wallet',
    name: 'Leather Wallet',
    brand: 'Ellington Row',
    category: 'Clothes > Accessories > Wallets',
    price: 45,
    description:
      'A folding wallet for notes, coins and eight cards, of brown calf leather. A lining protects the cards from contactless theft.',
    fields: { gender: 'men', material: 'leather' },
    colors: [wearColors.brown, wearColors.black],
    draw: draw.wallet,
    translations: translated({
      de: ['Ledergeldbörse', 'Klappbares Portemonnaie für Scheine, Münzen und acht Karten.'],
      ja: ['レザー財布', 'お札、小銭、カード八枚が入る革の二つ折り財布です。'],
      ar: ['محفظة جلدية', 'محفظة قابلة للطي للأوراق النقدية والعملات وثماني بطاقات.'],
    }),
  },
  {
    id: 'coin-purse',
    name: 'Clasp Purse',
    brand: 'Lune',
    category: 'Clothes > Accessories > Wallets',
    price: 25,
    description:
      'A round coin purse with a kiss clasp, like the one your grandmother had. With velvet outside and satin inside, it fits into any handbag.',
    fields: { gender: 'women', material: 'velvet' },
    colors: [wearColors.rose],
    draw: draw.coinPurse,
  },
  {
    id: 'rainbow-umbrella',
    name: 'Rainbow Umbrella',
    brand: 'Tidewater',
    category: 'Clothes > Accessories > Umbrellas',
    price: 29,
    description:
      'A large stick umbrella in the colours of the rainbow that stays open in storms. The wide canopy covers two people.',
    fields: { material: 'polyester', waterproof: true },
    draw: () => accessories.umbrella(['#e2483d', '#f08a34', '#f6cf45', '#58b368', '#3f86d0', '#7a5bb5']),
    translations: translated({
      de: ['Regenbogen-Regenschirm', 'Großer Stockschirm in Regenbogenfarben, sturmfest.'],
      ja: ['虹色の傘', '強風にも強い、虹色の大きな長傘です。'],
      ar: ['مظلة قوس قزح', 'مظلة كبيرة بألوان قوس قزح تصمد أمام الرياح.'],
    }),
  },
  {
    id: 'black-umbrella',
    name: 'Classic Umbrella',
    brand: 'Ellington Row',
    category: 'Clothes > Accessories > Umbrellas',
    price: 39,
    description:
      "A black gentleman's umbrella with a wooden crook handle. The steel frame holds up in strong wind.",
    fields: { material: 'polyester, wood', waterproof: true },
    colors: [wearColors.black],
    draw: (color) => accessories.umbrella([color, '#3d3f46']),
  },
  {
    id: 'folding-umbrella',
    name: 'Folding Umbrella',
    brand: 'Tidewater',
    category: 'Clothes > Accessories > Umbrellas',
    price: 19,
    description:
      'A short pocket umbrella that opens at the push of a button. Closed, it is 28 cm long and fits into a handbag.',
    fields: { material: 'polyester', waterproof: true },
    colors: [wearColors.red, wearColors.blue],
    draw: accessories.foldedUmbrella,
  },
  {
    id: 'sunglasses',
    name: 'Sunglasses',
    brand: 'Tidewater',
    category: 'Clothes > Accessories > Sunglasses',
    price: 59,
    description:
      'Dark shades with UV 400 protection in a sturdy frame. For driving, beach and bright summer days.',
    fields: { gender: 'unisex', material: 'acetate', season: 'summer' },
    colors: [wearColors.black, wearColors.brown],
    draw: (color) => accessories.sunglasses(color, '#3b3f47'),
    translations: translated({
      de: ['Sonnenbrille', 'Dunkle Brille mit UV-400-Schutz in stabiler Fassung.'],
      ja: ['サングラス', 'UV400カットの丈夫なフレームのサングラスです。'],
      ar: ['نظارة شمسية', 'نظارة داكنة بحماية من الأشعة فوق البنفسجية وإطار متين.'],
    }),
  },
  {
    id: 'aviator-sunglasses',
    name: 'Aviator Sunglasses',
    brand: 'Morrow',
    category: 'Clothes > Accessories > Sunglasses',
    price: 75,
    description:
      'Pilot glasses with a thin golden frame and tinted lenses. A classic for men and women with UV protection.',
    fields: { gender: 'unisex', material: 'metal', season: 'summer' },
    draw: () => accessories.aviators('#4f6b4a'),
  },
  {
    id: 'reading-glasses',
    name: 'Round Reading Glasses',
    brand: 'Lune',
    category: 'Clothes > Accessories > Glasses',
    price: 29,
    description:
      'Light reading spectacles with round lenses and a soft case. For books, menus and the phone; strength +1.5.',
    fields: { gender: 'unisex', material: 'acetate' },
    colors: [wearColors.burgundy, wearColors.navy],
    draw: accessories.readingGlasses,
  },
];
