import {
  choppingBoard,
  colander,
  corkscrew,
  grater,
  insulatedBottle,
  kitchenScale,
  knife,
  knifeBlock,
  lunchBox,
  measuringJug,
  ovenGlove,
  rollingPin,
  storageJar,
  thermos,
  utensilSet,
  whisk,
} from '../../drawings/home/kitchen-tools.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const category = 'Home > Kitchen > Kitchen tools';
const knives = 'Home > Kitchen > Knives';
const storage = 'Home > Kitchen > Food storage';

/** What one holds in the hand while cooking, and what keeps food and drinks. */
export const kitchenTools: readonly DemoProduct[] = [
  {
    id: 'chefs-knife-20',
    name: 'Chef’s Knife 20 cm',
    brand: 'Kupferhof',
    category: knives,
    price: 64,
    description:
      'The one knife for meat, vegetables and herbs. A forged blade of German steel and a riveted handle.',
    fields: { material: 'steel', blade: '20 cm' },
    draw: () => knife('#2b2f35'),
    translations: {
      de: {
        name: 'Kochmesser 20 cm',
        description: 'Das Messer für Fleisch, Gemüse und Kräuter. Geschmiedete Klinge und genieteter Griff.',
      },
      ja: {
        name: 'シェフナイフ 20cm',
        description: '肉も野菜もこれ一本。鍛造の刃と握りやすいハンドルの万能包丁です。',
      },
      ar: {
        name: 'سكين طاهٍ 20 سم',
        description: 'سكين واحد للحم والخضار والأعشاب بنصل مطروق من الفولاذ ومقبض مثبت.',
      },
    },
  },
  {
    id: 'bread-knife',
    name: 'Bread Knife',
    brand: 'Kupferhof',
    category: knives,
    price: 38,
    description:
      'A long serrated knife that cuts crusty bread, cake and tomatoes without squashing them. Walnut handle.',
    fields: { material: 'steel', blade: '22 cm' },
    draw: () => knife('#7b5233', true),
  },
  {
    id: 'knife-block-set',
    name: 'Knife Block with 5 Knives',
    brand: 'Kupferhof',
    category: knives,
    price: 119,
    description:
      'A wooden block with five kitchen knives: chef’s, bread, carving, vegetable and paring knife. Keeps the blades sharp and safe.',
    fields: { material: 'oak' },
    draw: () => knifeBlock(),
  },
  {
    id: 'bamboo-chopping-board',
    name: 'Chopping Board',
    brand: 'Oakwell',
    category,
    price: 22,
    description:
      'A board for cutting bread, meat and vegetables, with a hole to hang it up. Bamboo is hard but gentle on knives.',
    fields: { material: 'bamboo' },
    draw: () => choppingBoard('#dcb27a'),
    translations: {
      de: {
        name: 'Schneidebrett',
        description:
          'Brett mit Loch zum Aufhängen für Brot, Fleisch und Gemüse. Harter Bambus, der Messer schont.',
      },
      ja: {
        name: '竹のまな板',
        description: 'パンや肉、野菜を切るまな板。刃当たりがやさしい竹製で、吊り下げられます。',
      },
      ar: { name: 'لوح تقطيع', description: 'لوح من الخيزران لتقطيع الخبز واللحم والخضار، بفتحة للتعليق.' },
    },
  },
  {
    id: 'balloon-whisk',
    name: 'Balloon Whisk',
    brand: 'Maison Brelle',
    category,
    price: 8.9,
    description:
      'A wire whisk that beats eggs, cream and pancake batter. Stainless steel with a soft handle.',
    fields: { material: 'stainless steel' },
    colors: [homeColors.red, homeColors.black],
    draw: (color) => whisk(color),
  },
  {
    id: 'rolling-pin',
    name: 'Rolling Pin',
    brand: 'Oakwell',
    category,
    price: 13.5,
    description:
      'A heavy wooden roller with two handles for pastry, pizza dough and biscuits. Beech, turns on ball bearings.',
    fields: { material: 'beech' },
    draw: () => rollingPin('#d3a068'),
    translations: {
      de: {
        name: 'Nudelholz',
        description: 'Schwere Teigrolle aus Buche mit zwei Griffen für Plätzchen, Pizza und Mürbeteig.',
      },
      ja: {
        name: '木製めん棒',
        description: 'パイやピザ、クッキーの生地をのばす、両手持ちのブナ材のめん棒です。',
      },
      ar: {
        name: 'مرقاق عجين',
        description: 'أسطوانة خشبية ثقيلة بمقبضين لفرد عجين الفطائر والبيتزا والبسكويت.',
      },
    },
  },
  {
    id: 'box-grater',
    name: 'Box Grater',
    brand: 'Maison Brelle',
    category,
    price: 15.9,
    description:
      'A four-sided grater for cheese, carrots, nutmeg and lemon zest. Stainless steel with a grip on top.',
    fields: { material: 'stainless steel' },
    draw: () => grater('#c8383d'),
  },
  {
    id: 'enamel-colander',
    name: 'Colander',
    brand: 'Maison Brelle',
    category,
    price: 21,
    description:
      'A bowl with holes to drain pasta and wash salad and berries. Enamelled steel with two handles.',
    fields: { material: 'enamelled steel' },
    colors: [homeColors.green, homeColors.red],
    draw: (color) => colander(color),
  },
  {
    id: 'kitchen-scale',
    name: 'Kitchen Scale with Bowl',
    brand: 'Norrvik',
    category,
    price: 27.9,
    description:
      'A digital scale that weighs flour and sugar to the gram, up to five kilos. With a steel bowl.',
    fields: { power: 'battery', capacity: '5 kg' },
    draw: () => kitchenScale('#f1f1ee'),
  },
  {
    id: 'measuring-jug',
    name: 'Measuring Jug 0.6 l',
    brand: 'Finke Glas',
    category,
    price: 9.5,
    description: 'A glass jug with red marks to measure milk, water and cream. Heatproof, with a spout.',
    fields: { material: 'glass', capacity: '0.6 l' },
    draw: () => measuringJug(),
  },
  {
    id: 'cooking-utensils',
    name: 'Cooking Spoons in a Pot',
    brand: 'Oakwell',
    category,
    price: 26,
    description:
      'A wooden spoon, a slotted turner and a ladle in a stoneware pot that stands next to the stove.',
    fields: { material: 'wood' },
    draw: () => utensilSet('#2d8a8c'),
  },
  {
    id: 'oven-glove',
    name: 'Oven Glove',
    brand: 'Sola Casa',
    category,
    price: 12.9,
    description: 'A thick quilted mitt that protects the hand from hot trays and pots. Cotton with a loop.',
    fields: { material: 'cotton' },
    colors: [homeColors.terracotta, homeColors.navy],
    draw: (color) => ovenGlove(color),
  },
  {
    id: 'corkscrew',
    name: 'Corkscrew with Two Levers',
    brand: 'Finke Glas',
    category: 'Home > Kitchen > Bar',
    price: 16.5,
    description:
      'A wine opener: turn the screw in, press both arms down, and the cork comes out. The head opens beer bottles.',
    fields: { material: 'zinc' },
    draw: () => corkscrew(),
    translations: {
      de: {
        name: 'Korkenzieher mit zwei Hebeln',
        description: 'Weinöffner: eindrehen, beide Arme nach unten drücken, und der Korken ist draußen.',
      },
      ja: {
        name: 'ダブルレバー ワインオープナー',
        description: 'ねじ込んで両腕を下げるだけでコルクが抜けるワインオープナーです。',
      },
      ar: {
        name: 'فتاحة زجاجات بذراعين',
        description: 'أدر اللولب ثم اضغط الذراعين إلى الأسفل فتخرج الفلينة بسهولة.',
      },
    },
  },
  {
    id: 'pasta-jar',
    name: 'Pasta Jar with Clip Lid',
    brand: 'Finke Glas',
    category: storage,
    price: 14.9,
    description:
      'A tall glass jar with an airtight clip lid that keeps spaghetti dry. You can see how much is left.',
    fields: { material: 'glass', capacity: '2 l' },
    draw: () => storageJar('#e9c46a', true),
  },
  {
    id: 'coffee-jar',
    name: 'Coffee Bean Jar',
    brand: 'Finke Glas',
    category: storage,
    price: 12.9,
    description:
      'A storage jar with a clip and a rubber seal that keeps coffee beans fresh. Also for nuts, flour or biscuits.',
    fields: { material: 'glass', capacity: '1 l' },
    draw: () => storageJar('#5a3520'),
  },
  {
    id: 'lunch-box',
    name: 'Lunch Box',
    brand: 'Sola Casa',
    category: storage,
    price: 17.5,
    description:
      'A box with two compartments for a sandwich and fruit, for school, work and trips. Leakproof, without BPA.',
    fields: { material: 'plastic', capacity: '1.2 l' },
    colors: [homeColors.skyBlue, homeColors.pink],
    draw: (color) => lunchBox(color),
    translations: {
      de: {
        name: 'Brotdose',
        description:
          'Auslaufsichere Lunchbox mit zwei Fächern für Brot und Obst, für Schule, Büro und Ausflug.',
      },
      ja: {
        name: 'お弁当箱',
        description: 'サンドイッチと果物を分けて入れられる2段仕切りのランチボックス。通学や通勤に。',
      },
      ar: { name: 'علبة غداء', description: 'علبة محكمة بقسمين للشطيرة والفاكهة، للمدرسة والعمل والرحلات.' },
    },
  },
  {
    id: 'vacuum-flask',
    name: 'Vacuum Flask 1 l',
    brand: 'Norrvik',
    category: storage,
    price: 32,
    description:
      'A flask with a handle whose lid is a cup. Keeps tea hot for 12 hours and cold drinks cool for 24. Steel with a double wall.',
    fields: { material: 'stainless steel', capacity: '1 l', tags: ['keeps cold', 'keeps warm'] },
    draw: () => thermos('#2f6b4a'),
    translations: {
      de: {
        name: 'Thermoskanne 1 l',
        description:
          'Isolierkanne mit Griff und Becher als Deckel. Hält Tee 12 Stunden heiß und kalte Getränke 24 Stunden kühl.',
      },
      ja: {
        name: '真空魔法瓶 1L',
        description: 'ふたがコップになる取っ手付きの魔法瓶。12時間保温、24時間保冷します。',
      },
      ar: {
        name: 'ترمس 1 لتر',
        description: 'ترمس بمقبض وغطاء يستخدم كوباً. يحفظ الشاي ساخناً 12 ساعة والمشروبات باردة 24 ساعة.',
      },
    },
  },
  {
    id: 'office-insulated-bottle',
    name: 'Insulated Bottle 0.75 l',
    brand: 'Norrvik',
    category: storage,
    price: 24.9,
    description:
      'A drinking bottle of steel with a double wall. It keeps drinks cold for a whole day at the office, at sport or at the beach.',
    fields: { material: 'stainless steel', capacity: '0.75 l', tags: ['keeps cold'] },
    colors: [homeColors.blue, homeColors.orange],
    draw: (color) => insulatedBottle(color),
    translations: {
      de: {
        name: 'Isolierflasche 0,75 l',
        description:
          'Doppelwandige Trinkflasche aus Edelstahl. Hält Getränke den ganzen Tag kalt, im Büro, beim Sport oder am Strand.',
      },
      ja: {
        name: '保冷ステンレスボトル 0.75L',
        description: '飲み物を一日中冷たく保つ二重構造の水筒。オフィス、スポーツ、ビーチに。',
      },
      ar: {
        name: 'زجاجة معزولة 0.75 لتر',
        description: 'زجاجة شرب مزدوجة الجدار من الستانلس ستيل تبقي المشروبات باردة طوال اليوم.',
      },
    },
  },
];
