import {
  airFryer,
  blender,
  citrusPress,
  coffeeMaker,
  dishwasher,
  electricKettle,
  espressoMachine,
  fridge,
  iceMaker,
  microwave,
  miniFridge,
  oven,
  standMixer,
  toaster,
  washingMachine,
} from '../../drawings/home/appliances.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const small = 'Home > Appliances > Small appliances';
const large = 'Home > Appliances > Large appliances';

/** Machines for the kitchen and the laundry. */
export const appliances: readonly DemoProduct[] = [
  {
    id: 'electric-kettle',
    name: 'Electric Kettle 1.7 l',
    brand: 'Norrvik',
    category: small,
    price: 39.9,
    description:
      'A jug kettle that boils water for tea and coffee in three minutes and switches itself off. Steel with a window for the water level.',
    fields: { power: '2200 W', capacity: '1.7 l', material: 'stainless steel' },
    colors: [homeColors.silver, homeColors.mint],
    draw: (color) => electricKettle(color),
    translations: {
      de: {
        name: 'Wasserkocher 1,7 l',
        description:
          'Kocht Wasser für Tee und Kaffee in drei Minuten und schaltet sich selbst ab. Edelstahl mit Füllstandsanzeige.',
      },
      ja: {
        name: '電気ケトル 1.7L',
        description: '約3分でお湯が沸き、自動で電源が切れる水位窓付きの電気ケトルです。',
      },
      ar: {
        name: 'غلاية كهربائية 1.7 لتر',
        description: 'تغلي الماء للشاي والقهوة في ثلاث دقائق ثم تنطفئ تلقائياً. مع نافذة لمستوى الماء.',
      },
    },
  },
  {
    id: 'two-slice-toaster',
    name: 'Toaster for 2 Slices',
    brand: 'Norrvik',
    category: small,
    price: 44.9,
    description:
      'A toaster in the style of the fifties with two slots, seven levels of browning and a crumb tray.',
    fields: { power: '900 W' },
    colors: [homeColors.red, homeColors.cream],
    draw: (color) => toaster(color),
    translations: {
      de: {
        name: 'Toaster für 2 Scheiben',
        description:
          'Toaster im Stil der Fünfziger mit zwei Schlitzen, sieben Bräunungsstufen und Krümelschublade.',
      },
      ja: {
        name: 'ポップアップトースター 2枚焼き',
        description: 'レトロなデザインの2枚焼きトースター。焼き加減は7段階、パンくずトレー付き。',
      },
      ar: {
        name: 'محمصة خبز لشريحتين',
        description: 'محمصة بطراز الخمسينيات بفتحتين وسبع درجات للتحميص وصينية للفتات.',
      },
    },
  },
  {
    id: 'filter-coffee-maker',
    name: 'Filter Coffee Maker',
    brand: 'Norrvik',
    category: small,
    price: 59,
    description:
      'A coffee machine with a glass jug for ten cups of filter coffee. A timer starts it before you get up.',
    fields: { power: '1000 W', capacity: '1.25 l' },
    draw: () => coffeeMaker('#3a3f45'),
    translations: {
      de: {
        name: 'Filterkaffeemaschine',
        description:
          'Kaffeemaschine mit Glaskanne für zehn Tassen und Timer, der sie vor dem Aufstehen startet.',
      },
      ja: {
        name: 'ドリップ式コーヒーメーカー',
        description: 'ガラスサーバー付きで10杯分をドリップ。タイマーで朝のコーヒーを自動でいれます。',
      },
      ar: {
        name: 'ماكينة قهوة بالفلتر',
        description: 'ماكينة قهوة بإبريق زجاجي لعشرة أكواب ومؤقت يشغلها قبل استيقاظك.',
      },
    },
  },
  {
    id: 'espresso-machine',
    name: 'Espresso Machine with Milk Frother',
    brand: 'Bella Tavola',
    category: small,
    price: 249,
    description:
      'Makes espresso, cappuccino and latte as in a café: 15 bar of pressure, a portafilter and a steam pipe for milk foam.',
    fields: { power: '1350 W', capacity: '1.8 l' },
    draw: () => espressoMachine('#b4bcc4'),
  },
  {
    id: 'stand-mixer',
    name: 'Stand Mixer',
    brand: 'Bella Tavola',
    category: small,
    price: 329,
    description:
      'A heavy kitchen machine that kneads bread dough, whips cream and stirs cake batter in its steel bowl.',
    fields: { power: '500 W', capacity: '4.8 l' },
    colors: [homeColors.red, homeColors.skyBlue],
    draw: (color) => standMixer(color),
  },
  {
    id: 'jug-blender',
    name: 'Smoothie Blender',
    brand: 'Norrvik',
    category: small,
    price: 69,
    description:
      'A blender with a glass jug for smoothies, milkshakes and soup. Crushes ice with six blades.',
    fields: { power: '1000 W', capacity: '1.5 l' },
    draw: () => blender('#3a3f45'),
    translations: {
      de: {
        name: 'Standmixer für Smoothies',
        description: 'Mixer mit Glaskrug für Smoothies, Milchshakes und Suppen. Zerkleinert auch Eis.',
      },
      ja: {
        name: 'スムージーブレンダー',
        description: 'スムージーやスープ作りに便利なガラスジャグのミキサー。氷も砕けます。',
      },
      ar: { name: 'خلاط سموذي', description: 'خلاط بإبريق زجاجي للسموذي والميلك شيك والشوربة، ويجرش الثلج.' },
    },
  },
  {
    id: 'citrus-press',
    name: 'Electric Citrus Press',
    brand: 'Norrvik',
    category: small,
    price: 34.9,
    description:
      'Presses fresh juice from oranges, lemons and grapefruit. Starts as soon as you push the fruit down.',
    fields: { power: '85 W' },
    draw: () => citrusPress('#3a3f45'),
  },
  {
    id: 'air-fryer',
    name: 'Air Fryer 5 l',
    brand: 'Norrvik',
    category: small,
    price: 99,
    description:
      'Fries chips, chicken and vegetables crisp with hot air instead of oil. A basket for four people.',
    fields: { power: '1700 W', capacity: '5 l' },
    draw: () => airFryer('#33373d'),
  },
  {
    id: 'ice-cube-machine',
    name: 'Ice Cube Machine',
    brand: 'Norrvik',
    category: small,
    price: 139,
    description: 'Makes nine ice cubes in eight minutes to keep drinks cold at a party. Needs no water pipe.',
    fields: { power: '120 W', capacity: '2.2 l', tags: ['keeps cold', 'party'] },
    draw: () => iceMaker('#8a939b'),
    translations: {
      de: {
        name: 'Eiswürfelmaschine',
        description:
          'Macht neun Eiswürfel in acht Minuten und hält so Getränke auf der Party kalt. Ohne Wasseranschluss.',
      },
      ja: {
        name: '家庭用製氷機',
        description: '8分で9個の氷が完成。パーティーの飲み物を冷たく保ちます。水道工事は不要です。',
      },
      ar: {
        name: 'آلة صنع مكعبات الثلج',
        description: 'تصنع تسعة مكعبات في ثماني دقائق لإبقاء المشروبات باردة في الحفلات، دون توصيلة ماء.',
      },
    },
  },
  {
    id: 'microwave-oven',
    name: 'Microwave Oven 20 l',
    brand: 'Norrvik',
    category: small,
    price: 89,
    description:
      'Heats up soup, thaws bread and makes popcorn. Five levels of power and a turntable of glass.',
    fields: { power: '800 W', capacity: '20 l' },
    colors: [homeColors.white, homeColors.black],
    draw: (color) => microwave(color),
  },
  {
    id: 'mini-fridge',
    name: 'Mini Fridge 46 l',
    brand: 'Norrvik',
    category: large,
    price: 159,
    description:
      'A small quiet fridge to keep drinks cold in an office, a hotel room or a student flat. Room for cans and bottles.',
    fields: { power: '65 W', capacity: '46 l', tags: ['keeps cold'] },
    colors: [homeColors.red, homeColors.graphite],
    draw: (color) => miniFridge(color),
    translations: {
      de: {
        name: 'Mini-Kühlschrank 46 l',
        description:
          'Kleiner leiser Kühlschrank, der Getränke im Büro, Hotelzimmer oder in der Studentenwohnung kalt hält.',
      },
      ja: {
        name: '小型冷蔵庫 46L',
        description: 'オフィスやワンルームで飲み物を冷やせる、静かな小型冷蔵庫です。',
      },
      ar: {
        name: 'ثلاجة صغيرة 46 لتر',
        description: 'ثلاجة صغيرة هادئة تبقي المشروبات باردة في المكتب أو غرفة الفندق أو سكن الطلاب.',
      },
    },
  },
  {
    id: 'fridge-freezer',
    name: 'Fridge Freezer 340 l',
    brand: 'Norrvik',
    category: large,
    price: 649,
    description:
      'A tall refrigerator with a freezer below. Keeps food and drinks cold for a family and uses little electricity.',
    fields: { capacity: '340 l', energyClass: 'B' },
    colors: [homeColors.silver, homeColors.mint],
    draw: (color) => fridge(color),
    translations: {
      de: {
        name: 'Kühl-Gefrier-Kombination 340 l',
        description:
          'Hoher Kühlschrank mit Gefrierfach unten für Lebensmittel und Getränke einer ganzen Familie. Sparsam im Verbrauch.',
      },
      ja: {
        name: '冷凍冷蔵庫 340L',
        description: '下段が冷凍室の家族向け冷蔵庫。食品も飲み物もしっかり冷やし、省エネです。',
      },
      ar: {
        name: 'ثلاجة مع مجمد 340 لتر',
        description: 'ثلاجة عالية بمجمد سفلي تحفظ الطعام والمشروبات باردة لعائلة كاملة وتستهلك كهرباء قليلة.',
      },
    },
  },
  {
    id: 'washing-machine-8',
    name: 'Washing Machine 8 kg',
    brand: 'Norrvik',
    category: large,
    price: 479,
    description:
      'A front loader with a round door for eight kilos of laundry. A quick programme washes in 45 minutes.',
    fields: { capacity: '8 kg', energyClass: 'A' },
    draw: () => washingMachine('#f1f1ee'),
    translations: {
      de: {
        name: 'Waschmaschine 8 kg',
        description:
          'Frontlader mit rundem Bullauge für acht Kilo Wäsche. Das Kurzprogramm wäscht in 45 Minuten.',
      },
      ja: {
        name: 'ドラム式洗濯機 8kg',
        description: '丸いドアの前開き式洗濯機。45分のスピードコースを備えています。',
      },
      ar: {
        name: 'غسالة ملابس 8 كغ',
        description: 'غسالة بتحميل أمامي وباب دائري لثمانية كيلوغرامات، وبرنامج سريع في 45 دقيقة.',
      },
    },
  },
  {
    id: 'tumble-dryer-9',
    name: 'Tumble Dryer 9 kg',
    brand: 'Norrvik',
    category: large,
    price: 599,
    description:
      'Dries towels and bed linen soft, with a heat pump that saves electricity. Stands on top of the washing machine.',
    fields: { capacity: '9 kg', energyClass: 'A' },
    draw: () => washingMachine('#6a737b', true),
  },
  {
    id: 'dishwasher-60',
    name: 'Dishwasher 60 cm',
    brand: 'Norrvik',
    category: large,
    price: 529,
    description:
      'Washes the plates, glasses and pots of fourteen people in one go, and is quiet enough for an open kitchen.',
    fields: { energyClass: 'B', width: '60 cm' },
    draw: () => dishwasher('#c3c9cf'),
  },
  {
    id: 'oven-with-hob',
    name: 'Cooker with Oven',
    brand: 'Norrvik',
    category: large,
    price: 569,
    description:
      'A stove with four ceramic hob rings and a wide oven for pizza, cake and roasts. Hot air, grill and a light.',
    fields: { power: '9000 W', capacity: '72 l' },
    draw: () => oven('#c3c9cf'),
  },
];
