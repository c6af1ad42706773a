import {
  cakeTin,
  casserole,
  frenchPress,
  fryingPan,
  mokaPot,
  muffinTray,
  saucepan,
  stockPot,
  stoveKettle,
  wok,
} from '../../drawings/home/cookware.ts';
import { wood } from '../../drawings/solids.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const category = 'Home > Kitchen > Cookware';
const bakeware = 'Home > Kitchen > Bakeware';
const coffee = 'Home > Kitchen > Coffee and tea';

/** Pans, pots, tins and what makes coffee on the stove. */
export const cookware: readonly DemoProduct[] = [
  {
    id: 'cast-iron-pan-28',
    name: 'Cast Iron Frying Pan 28 cm',
    brand: 'Kupferhof',
    category,
    price: 49,
    description:
      'A heavy cast iron pan that gets very hot and stays hot. For steaks, fried potatoes and pancakes, on every hob and in the oven. Lasts a lifetime.',
    fields: { material: 'cast iron', diameter: '28 cm', induction: true },
    draw: () => fryingPan('#3b3f44', '#3b3f44'),
    translations: {
      de: {
        name: 'Gusseiserne Bratpfanne 28 cm',
        description:
          'Schwere Pfanne aus Gusseisen für Steaks, Bratkartoffeln und Pfannkuchen. Für alle Herdarten und den Backofen.',
      },
      ja: {
        name: '鋳鉄フライパン 28cm',
        description:
          'ステーキや焼き野菜がおいしく仕上がる、厚手の鋳鉄フライパンです。IHとオーブンに対応します。',
      },
      ar: {
        name: 'مقلاة من الحديد الزهر 28 سم',
        description: 'مقلاة ثقيلة من الحديد الزهر لشرائح اللحم والبطاطس المقلية. تناسب جميع المواقد والفرن.',
      },
    },
  },
  {
    id: 'non-stick-pan-24',
    name: 'Non-Stick Pan 24 cm',
    brand: 'Kupferhof',
    category,
    price: 29.9,
    description:
      'A light aluminium frying pan with a ceramic coating. Eggs and fish slide off without oil, and it washes clean in seconds.',
    fields: { material: 'aluminium', diameter: '24 cm', induction: true },
    colors: [homeColors.red, homeColors.teal],
    draw: (color) => fryingPan(color, wood),
  },
  {
    id: 'grill-pan-square',
    name: 'Square Grill Pan',
    brand: 'Kupferhof',
    category,
    price: 39.5,
    description:
      'A square pan with high ridges that leave grill marks on meat, vegetables and halloumi. Enamelled cast iron, for indoor grilling.',
    fields: { material: 'cast iron', induction: true },
    draw: () => fryingPan('#4a5158', '#2b2f35', true),
  },
  {
    id: 'stock-pot-8-litre',
    name: 'Stainless Steel Stock Pot 8 l',
    brand: 'Kupferhof',
    category,
    price: 59,
    description:
      'A tall cooking pot with a lid for soup, stock and pasta for the whole family. Polished stainless steel with a thick base.',
    fields: { material: 'stainless steel', capacity: '8 l', induction: true },
    draw: () => stockPot('#aab2ba'),
    translations: {
      de: {
        name: 'Suppentopf aus Edelstahl 8 l',
        description:
          'Hoher Kochtopf mit Deckel für Suppe, Brühe und Nudeln für die ganze Familie. Für Induktion geeignet.',
      },
      ja: {
        name: 'ステンレス寸胴鍋 8L',
        description: 'スープやパスタをたっぷり作れる、ふた付きの深鍋です。IH対応の厚底ステンレス製。',
      },
      ar: {
        name: 'قدر طبخ من الستانلس ستيل 8 لتر',
        description: 'قدر عالٍ مع غطاء للشوربة والمرق والمعكرونة لكل العائلة. قاعدة سميكة تناسب الحث.',
      },
    },
  },
  {
    id: 'enamel-cooking-pot',
    name: 'Enamel Cooking Pot 4 l',
    brand: 'Maison Brelle',
    category,
    price: 44,
    description:
      'A low pot with a lid for stews, vegetables and rice. Enamelled steel in a bright colour that looks good on the table.',
    fields: { material: 'enamelled steel', capacity: '4 l', induction: true },
    colors: [homeColors.mustard, homeColors.blue],
    draw: (color) => stockPot(color, false, wood),
  },
  {
    id: 'copper-saucepan',
    name: 'Copper Saucepan 1.5 l',
    brand: 'Maison Brelle',
    category,
    price: 79,
    description:
      'A small saucepan of copper for sauces, caramel and warm milk. Copper heats up fast and evenly.',
    fields: { material: 'copper', capacity: '1.5 l', induction: false },
    draw: () => saucepan('#c27a4c'),
    translations: {
      de: {
        name: 'Stielkasserolle aus Kupfer 1,5 l',
        description:
          'Kleiner Stieltopf aus Kupfer für Saucen, Karamell und warme Milch. Wird schnell und gleichmäßig heiß.',
      },
      ja: {
        name: '銅の片手鍋 1.5L',
        description: 'ソースやキャラメル、ミルクの温めに便利な銅製の片手鍋。熱が素早く均一に伝わります。',
      },
      ar: {
        name: 'قدر صلصة نحاسي 1.5 لتر',
        description: 'قدر صغير بمقبض من النحاس للصلصات والكراميل والحليب الدافئ. يسخن بسرعة وبشكل متساوٍ.',
      },
    },
  },
  {
    id: 'carbon-steel-wok',
    name: 'Carbon Steel Wok 32 cm',
    brand: 'Kupferhof',
    category,
    price: 36,
    description:
      'A round wok with a wooden handle for stir-fried noodles and vegetables over high heat. Thin carbon steel that seasons with use.',
    fields: { material: 'carbon steel', diameter: '32 cm', induction: false },
    draw: () => wok('#454a50'),
    translations: {
      de: {
        name: 'Wok aus Karbonstahl 32 cm',
        description: 'Runder Wok mit Holzgriff für gebratene Nudeln und Gemüse bei großer Hitze.',
      },
      ja: {
        name: '鉄製中華鍋 32cm',
        description: '強火の炒め物に最適な、木製ハンドル付きの中華鍋です。使うほど油がなじみます。',
      },
      ar: {
        name: 'مقلاة ووك من الفولاذ الكربوني 32 سم',
        description: 'مقلاة ووك مستديرة بمقبض خشبي لقلي النودلز والخضار على نار عالية.',
      },
    },
  },
  {
    id: 'oval-casserole',
    name: 'Oval Casserole Dish 5 l',
    brand: 'Maison Brelle',
    category,
    price: 129,
    description:
      'A heavy casserole with a lid for roasts, stews and bread from the oven. Enamelled cast iron with a brass knob.',
    fields: { material: 'cast iron', capacity: '5 l', induction: true },
    colors: [homeColors.orange, homeColors.forest],
    draw: (color) => casserole(color),
    translations: {
      de: {
        name: 'Ovaler Schmortopf 5 l',
        description:
          'Schwerer Bräter mit Deckel für Braten, Eintopf und Brot aus dem Ofen. Emailliertes Gusseisen.',
      },
      ja: {
        name: 'オーバル鋳物ホーロー鍋 5L',
        description: '煮込みやロースト、パン焼きに使える、ふた付きの鋳物ホーロー鍋です。',
      },
      ar: {
        name: 'طاجن بيضاوي 5 لتر',
        description: 'قدر ثقيل بغطاء للحم المشوي واليخنات والخبز في الفرن، من الحديد الزهر المطلي بالمينا.',
      },
    },
  },
  {
    id: 'muffin-tray-6',
    name: 'Muffin Tray for 6',
    brand: 'Maison Brelle',
    category: bakeware,
    price: 14.5,
    description:
      'A baking tray with six cups for muffins, cupcakes and small quiches. Steel with a non-stick coating.',
    fields: { material: 'steel' },
    draw: () => muffinTray('#5a626a'),
  },
  {
    id: 'springform-tin-26',
    name: 'Springform Cake Tin 26 cm',
    brand: 'Maison Brelle',
    category: bakeware,
    price: 17.9,
    description:
      'A round baking tin with a clasp, for cheesecake and sponge. The rim comes off, so that the cake stays whole.',
    fields: { material: 'steel', diameter: '26 cm' },
    draw: () => cakeTin('#7b838b'),
    translations: {
      de: {
        name: 'Springform 26 cm',
        description:
          'Runde Backform mit Verschluss für Käsekuchen und Biskuit. Der Rand lässt sich abnehmen.',
      },
      ja: {
        name: '底取れケーキ型 26cm',
        description: 'チーズケーキやスポンジに便利な留め具付きの丸型。型から簡単に外せます。',
      },
      ar: {
        name: 'قالب كيك بحافة قابلة للفك 26 سم',
        description: 'قالب خبز مستدير بمشبك للتشيز كيك والكيك الإسفنجي، وتُنزع حافته بسهولة.',
      },
    },
  },
  {
    id: 'whistling-kettle',
    name: 'Whistling Stove Kettle 2 l',
    brand: 'Maison Brelle',
    category: coffee,
    price: 42,
    description:
      'A tea kettle for the stove that whistles when the water boils. Enamelled steel with a wide grip.',
    fields: { material: 'enamelled steel', capacity: '2 l', induction: true },
    colors: [homeColors.red, homeColors.mint],
    draw: (color) => stoveKettle(color),
  },
  {
    id: 'moka-pot-6',
    name: 'Moka Pot for 6 Cups',
    brand: 'Bella Tavola',
    category: coffee,
    price: 27.5,
    description:
      'The eight-sided Italian coffee maker for the stove. Makes six small cups of strong espresso. Cast aluminium.',
    fields: { material: 'aluminium', capacity: '0.3 l' },
    draw: () => mokaPot(),
    translations: {
      de: {
        name: 'Espressokocher für 6 Tassen',
        description:
          'Achteckiger italienischer Espressokocher für den Herd. Macht sechs kleine Tassen starken Kaffee.',
      },
      ja: {
        name: '直火式エスプレッソメーカー 6カップ',
        description: 'イタリアの定番、八角形のモカポット。直火で濃いエスプレッソを6杯分いれられます。',
      },
      ar: {
        name: 'إبريق موكا لستة أكواب',
        description: 'صانعة القهوة الإيطالية الثمانية الأضلاع للموقد، تعد ستة أكواب صغيرة من الإسبريسو القوي.',
      },
    },
  },
  {
    id: 'french-press',
    name: 'French Press 1 l',
    brand: 'Bella Tavola',
    category: coffee,
    price: 34,
    description:
      'A glass coffee press with a steel plunger. Add ground coffee and hot water, wait four minutes, press down.',
    fields: { material: 'glass', capacity: '1 l' },
    draw: () => frenchPress('#c27a4c'),
  },
];
