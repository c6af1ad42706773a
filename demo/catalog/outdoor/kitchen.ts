import * as draw from '../../drawings/outdoor/kitchen.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

/** What keeps drinks cold and cooks meals on the way. */
export const outdoorKitchen: readonly DemoProduct[] = [
  {
    id: 'cool-box',
    name: 'Cool Box 24 l',
    brand: 'Campero',
    category: 'Outdoor > Camping > Cool boxes',
    price: 45,
    description:
      'An insulated box that keeps drinks and food cold for up to 24 hours with ice packs. For picnic, beach and camping.',
    fields: { capacity: '24 l', material: 'plastic', season: 'summer' },
    colors: [wearColors.blue, wearColors.red],
    draw: draw.coolBox,
    translations: translated({
      de: [
        'Kühlbox 24 l',
        'Isolierte Box, die Getränke und Essen mit Kühlakkus bis zu 24 Stunden kalt hält.',
      ],
      ja: ['クーラーボックス 24L', '保冷剤で飲み物や食べ物を最長24時間冷たく保つ箱です。'],
      ar: ['صندوق تبريد 24 لترًا', 'صندوق معزول يحفظ المشروبات والطعام باردة حتى 24 ساعة.'],
    }),
  },
  {
    id: 'electric-cool-box',
    name: 'Electric Cool Box 32 l',
    brand: 'Campero',
    category: 'Outdoor > Camping > Cool boxes',
    price: 129,
    description:
      'A cooler that plugs into the car or the wall and keeps drinks cold on long trips. It cools 20 degrees below the air outside and can also keep food warm.',
    fields: { capacity: '32 l', power: '58 W' },
    colors: [wearColors.teal],
    draw: draw.electricCoolBox,
    translations: translated({
      de: [
        'Elektrische Kühlbox 32 l',
        'Kühlbox für Auto und Steckdose, hält Getränke auf langen Fahrten kalt.',
      ],
      ja: ['電気クーラーボックス 32L', '車でも家でも使え、長旅でも飲み物を冷たく保ちます。'],
      ar: [
        'صندوق تبريد كهربائي 32 لترًا',
        'مبرد يعمل في السيارة والمنزل ويحفظ المشروبات باردة في الرحلات الطويلة.',
      ],
    }),
  },
  {
    id: 'cooler-bag',
    name: 'Cooler Bag 15 l',
    brand: 'Campero',
    category: 'Outdoor > Camping > Cooler bags',
    price: 29,
    description:
      'A soft insulated bag for cans, bottles and lunch that keeps drinks cold on the way to the beach. Two ice packs are included.',
    fields: { capacity: '15 l', material: 'polyester', season: 'summer' },
    colors: [wearColors.turquoise, wearColors.navy],
    draw: draw.coolerBag,
    translations: translated({
      de: ['Kühltasche 15 l', 'Weiche Isoliertasche, die Dosen, Flaschen und Proviant unterwegs kalt hält.'],
      ja: ['保冷バッグ 15L', '缶やボトル、お弁当を冷たく持ち運べる断熱バッグです。'],
      ar: ['حقيبة تبريد 15 لترًا', 'حقيبة معزولة تحفظ العلب والزجاجات والغداء باردة في الطريق.'],
    }),
  },
  {
    id: 'cooler-backpack',
    name: 'Cooler Backpack 20 l',
    brand: 'Campero',
    category: 'Outdoor > Camping > Cooler bags',
    price: 49,
    description:
      'An insulated rucksack for cold drinks and picnics, carried hands-free. It holds 24 cans and has a front pocket.',
    fields: { capacity: '20 l', material: 'polyester' },
    colors: [wearColors.indigo, wearColors.orange],
    draw: draw.coolerBackpack,
    translations: translated({
      de: ['Kühlrucksack 20 l', 'Isolierter Rucksack für kalte Getränke und Picknick.'],
      ja: ['保冷リュック 20L', '冷たい飲み物やピクニックに便利な断熱リュックです。'],
      ar: ['حقيبة ظهر مبردة 20 لترًا', 'حقيبة ظهر معزولة للمشروبات الباردة والنزهات.'],
    }),
  },
  {
    id: 'insulated-bottle',
    name: 'Insulated Hiking Bottle 0.75 l',
    brand: 'Campero',
    category: 'Outdoor > Camping > Bottles',
    price: 32,
    description:
      'A double-walled steel bottle that keeps drinks cold for 24 hours or hot for 12. It does not leak and fits into the cup holder of the car.',
    fields: { capacity: '0.75 l', material: 'stainless steel' },
    colors: [wearColors.teal, wearColors.orange],
    draw: (color) => draw.insulatedBottle(color),
    translations: translated({
      de: [
        'Isolierte Wanderflasche 0,75 l',
        'Doppelwandige Edelstahlflasche, hält Getränke 24 Stunden kalt oder 12 Stunden heiß.',
      ],
      ja: [
        '登山用保冷保温ボトル 0.75L',
        '飲み物を24時間冷たく、12時間熱く保つ二重構造のステンレスボトルです。',
      ],
      ar: [
        'زجاجة معزولة للرحلات 0.75 لتر',
        'زجاجة فولاذية مزدوجة الجدار تحفظ المشروبات باردة 24 ساعة أو ساخنة 12 ساعة.',
      ],
    }),
  },
  {
    id: 'thermos-flask',
    name: 'Camping Vacuum Flask 1 l',
    brand: 'Campero',
    category: 'Outdoor > Camping > Bottles',
    price: 39,
    description:
      'A thermos with handle and cup that keeps coffee and tea hot all day, or lemonade cold. A good companion for hikes, work and winter.',
    fields: { capacity: '1 l', material: 'stainless steel' },
    colors: [wearColors.forest, wearColors.navy],
    draw: draw.thermosFlask,
    translations: translated({
      de: [
        'Camping-Thermoskanne 1 l',
        'Isolierkanne mit Griff und Becher, hält Kaffee und Tee den ganzen Tag heiß.',
      ],
      ja: ['キャンプ用魔法瓶 1L', '取っ手とコップ付き。コーヒーやお茶を一日中熱く保ちます。'],
      ar: ['ترمس تخييم 1 لتر', 'ترمس بمقبض وكوب يحفظ القهوة والشاي ساخنين طوال اليوم.'],
    }),
  },
  {
    id: 'water-bottle',
    name: 'Sports Water Bottle 0.8 l',
    brand: 'Brisk',
    category: 'Outdoor > Camping > Bottles',
    price: 14,
    description:
      'A light drinking bottle with a scale and a leak-proof valve for bike and gym. It goes into the dishwasher and is free of BPA.',
    fields: { capacity: '0.8 l', material: 'plastic' },
    colors: [wearColors.blue, wearColors.rose],
    draw: draw.sportsBottle,
    translations: translated({
      de: [
        'Sport-Trinkflasche 0,8 l',
        'Leichte Trinkflasche mit Skala und dichtem Ventil für Rad und Fitness.',
      ],
      ja: ['スポーツボトル 0.8L', '目盛り付きで漏れにくい、自転車やジム用の軽い水筒です。'],
      ar: ['زجاجة ماء رياضية 0.8 لتر', 'زجاجة خفيفة بتدريج وصمام محكم للدراجة والنادي.'],
    }),
  },
  {
    id: 'water-canister',
    name: 'Water Canister 20 l',
    brand: 'Campero',
    category: 'Outdoor > Camping > Water',
    price: 22,
    description:
      'A jerrycan for drinking water with a tap and a handle. For camping, garden and caravan, safe for food.',
    fields: { capacity: '20 l', material: 'plastic' },
    draw: () => draw.waterCanister('#3f8fd0'),
    translations: translated({
      de: ['Wasserkanister 20 l', 'Kanister für Trinkwasser mit Hahn und Griff.'],
      ja: ['ウォータータンク 20L', '蛇口と取っ手の付いた飲料水用タンクです。'],
      ar: ['خزان ماء 20 لترًا', 'وعاء لماء الشرب بصنبور ومقبض.'],
    }),
  },
  {
    id: 'gas-stove',
    name: 'Camping Gas Stove',
    brand: 'Campero',
    category: 'Outdoor > Camping > Stoves',
    price: 39,
    description:
      'A small burner that screws onto a gas cartridge and boils half a litre of water in three minutes. It folds to the size of a fist.',
    fields: { power: '3000 W', weight: '90 g' },
    draw: draw.gasStove,
    translations: translated({
      de: [
        'Campingkocher mit Gas',
        'Kleiner Kocher zum Aufschrauben, kocht einen halben Liter Wasser in drei Minuten.',
      ],
      ja: ['キャンプ用ガスバーナー', 'ガス缶に取り付ける小型コンロ。0.5Lの湯が3分で沸きます。'],
      ar: ['موقد غاز للتخييم', 'موقد صغير يُركب على أسطوانة الغاز ويغلي نصف لتر ماء في ثلاث دقائق.'],
    }),
  },
  {
    id: 'camp-cook-set',
    name: 'Camping Cook Set',
    brand: 'Campero',
    category: 'Outdoor > Camping > Stoves',
    price: 45,
    description:
      'Two nested pots of steel with a lid that is also a pan, and a folding handle. For two people on gas or open fire.',
    fields: { capacity: '1.8 l', material: 'stainless steel' },
    draw: draw.cookSet,
  },
  {
    id: 'enamel-mug',
    name: 'Enamel Mug',
    brand: 'Campero',
    category: 'Outdoor > Camping > Tableware',
    price: 12,
    description:
      'A tough metal cup with white speckles for coffee by the fire. It does not break and goes on the stove.',
    fields: { capacity: '0.35 l', material: 'enamelled steel' },
    colors: [wearColors.blue, wearColors.red],
    draw: draw.enamelMug,
    translations: translated({
      de: ['Emaillebecher', 'Robuster Metallbecher mit weißen Punkten für Kaffee am Feuer.'],
      ja: ['ホーローマグ', 'たき火のコーヒーに似合う、白い斑点の丈夫な金属カップです。'],
      ar: ['كوب مينا', 'كوب معدني متين بنقط بيضاء لقهوة المخيم.'],
    }),
  },
  {
    id: 'picnic-basket',
    name: 'Picnic Basket',
    brand: 'Campero',
    category: 'Outdoor > Picnic > Baskets',
    price: 69,
    description:
      'A wicker basket with a lid and a checked lining for bread, wine and a day in the park. Plates, glasses and cutlery for four are included.',
    fields: { material: 'willow', capacity: '4 persons' },
    draw: draw.picnicBasket,
    translations: translated({
      de: ['Picknickkorb', 'Weidenkorb mit kariertem Stoff für Brot, Wein und einen Tag im Park.'],
      ja: ['ピクニックバスケット', 'チェック柄の布が付いた柳のかご。公園でのピクニックに。'],
      ar: ['سلة نزهة', 'سلة من الخيزران بقماش مربعات للخبز والعصير ويوم في الحديقة.'],
    }),
  },
  {
    id: 'picnic-blanket',
    name: 'Picnic Blanket',
    brand: 'Campero',
    category: 'Outdoor > Picnic > Blankets',
    price: 35,
    description:
      'A checked rug of 150 by 200 cm with a waterproof back. It rolls up with a handle for beach and park.',
    fields: { material: 'acrylic', waterproof: true },
    draw: draw.picnicBlanket,
  },
];
