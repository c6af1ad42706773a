import { coffeeGrinder } from '../../drawings/electronics/care.ts';
import {
  airConditioner,
  airPurifier,
  bathroomScale,
  batteries,
  fan,
  humidifier,
  keyFinder,
  lightBulb,
  oilRadiator,
  powerStrip,
  robotVacuum,
  sewingMachine,
  smokeDetector,
  thermostat,
  videoDoorbell,
} from '../../drawings/electronics/devices.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const brand = 'Norrvik';
const climate = 'Electronics > Climate';
const smart = 'Electronics > Smart home';
const supplies = 'Electronics > Batteries and power';
const household = 'Electronics > Household devices';

/** Devices for the home: air, light, safety. */
export const homeDevices: readonly DemoProduct[] = [
  {
    id: 'table-fan',
    name: 'Table Fan',
    brand,
    category: climate,
    price: 39.9,
    description: 'A fan that cools a room on hot summer days. Three speeds, turns from side to side.',
    fields: { power: '40 W', season: 'summer' },
    colors: [homeColors.mint, homeColors.black],
    draw: (color) => fan(color),
    translations: {
      de: {
        name: 'Tischventilator',
        description: 'Ventilator, der an heißen Sommertagen kühlt. Drei Stufen, schwenkt hin und her.',
      },
      ja: { name: '卓上扇風機', description: '暑い夏の日に涼しい風を送る、3段階の首振り扇風機です。' },
      ar: {
        name: 'مروحة طاولة',
        description: 'مروحة تبرد الغرفة في أيام الصيف الحارة، بثلاث سرعات وتدور يميناً ويساراً.',
      },
    },
  },
  {
    id: 'pedestal-fan',
    name: 'Pedestal Fan',
    brand,
    category: climate,
    price: 69,
    description: 'A tall fan on a stand for bedroom and office. Quiet at night, with a timer.',
    fields: { power: '50 W', season: 'summer', height: '120 cm' },
    draw: () => fan('#2f6fb0', true),
  },
  {
    id: 'air-conditioner',
    name: 'Air Conditioner',
    brand,
    category: climate,
    price: 599,
    description: 'A unit for the wall that cools rooms in summer and warms them in winter.',
    fields: { power: '2600 W', season: 'summer' },
    draw: () => airConditioner(),
    translations: {
      de: { name: 'Klimaanlage', description: 'Wandgerät, das Räume im Sommer kühlt und im Winter wärmt.' },
      ja: { name: 'エアコン', description: '夏は涼しく冬は暖かい、壁掛けタイプのエアコンです。' },
      ar: { name: 'مكيف هواء', description: 'جهاز جداري يبرد الغرف صيفاً ويدفئها شتاءً.' },
    },
  },
  {
    id: 'oil-radiator',
    name: 'Oil Radiator on Wheels',
    brand,
    category: climate,
    price: 89,
    description: 'An electric heater with seven ribs that warms a cold room without noise.',
    fields: { power: '1500 W', season: 'winter' },
    draw: () => oilRadiator('#e3e6e8'),
  },
  {
    id: 'air-purifier',
    name: 'Air Purifier',
    brand,
    category: climate,
    price: 149,
    description: 'Filters dust, pollen and smoke out of the air. Helps people with hay fever.',
    fields: { power: '35 W' },
    draw: () => airPurifier('#f1f1ee'),
    translations: {
      de: {
        name: 'Luftreiniger',
        description: 'Filtert Staub, Pollen und Rauch aus der Luft. Hilft bei Heuschnupfen.',
      },
      ja: {
        name: '空気清浄機',
        description: 'ほこりや花粉、煙を取り除き、花粉症の方にも快適な空気にします。',
      },
      ar: {
        name: 'منقي هواء',
        description: 'ينقي الهواء من الغبار وحبوب اللقاح والدخان، ويساعد المصابين بالحساسية.',
      },
    },
  },
  {
    id: 'humidifier',
    name: 'Humidifier',
    brand,
    category: climate,
    price: 45,
    description: 'A quiet device that breathes mist into dry winter air, good for skin and plants.',
    fields: { power: '25 W', capacity: '3 l', season: 'winter' },
    draw: () => humidifier('#f1f1ee'),
  },
  {
    id: 'robot-vacuum',
    name: 'Robot Vacuum Cleaner',
    brand,
    category: household,
    price: 299,
    description:
      'A round robot that sweeps and hoovers floors while you are out and returns to its charger by itself.',
    fields: { power: 'battery', wireless: true },
    colors: [homeColors.graphite, homeColors.white],
    draw: (color) => robotVacuum(color),
    translations: {
      de: {
        name: 'Saugroboter',
        description:
          'Runder Roboter, der kehrt und saugt, während Sie weg sind, und allein zur Ladestation findet.',
      },
      ja: { name: 'ロボット掃除機', description: '留守中に床を掃除し、自分で充電台に戻る丸いロボットです。' },
      ar: {
        name: 'مكنسة روبوت',
        description: 'روبوت مستدير يكنس الأرض وأنت خارج البيت ويعود إلى شاحنه وحده.',
      },
    },
  },
  {
    id: 'sewing-machine',
    name: 'Sewing Machine',
    brand,
    category: household,
    price: 189,
    description: 'Sews, hems and mends with twenty stitches. Easy to thread, good for beginners.',
    fields: { power: '70 W' },
    colors: [homeColors.teal, homeColors.white],
    draw: (color) => sewingMachine(color),
    translations: {
      de: {
        name: 'Nähmaschine',
        description: 'Näht, säumt und flickt mit zwanzig Stichen. Leicht einzufädeln, gut für Anfänger.',
      },
      ja: {
        name: 'ミシン',
        description: '20種類の縫い目で縫う・繕うができる、糸通しが簡単な初心者向けミシンです。',
      },
      ar: { name: 'ماكينة خياطة', description: 'تخيط وتصلح بعشرين غرزة، سهلة الاستعمال ومناسبة للمبتدئين.' },
    },
  },
  {
    id: 'coffee-grinder',
    name: 'Coffee Grinder',
    brand,
    category: household,
    price: 79,
    description:
      'An electric mill that grinds coffee beans fresh, from fine for espresso to coarse for the press.',
    fields: { power: '150 W' },
    draw: () => coffeeGrinder('#3a3f45'),
  },
  {
    id: 'bathroom-scale',
    name: 'Bathroom Scale',
    brand,
    category: household,
    price: 34.9,
    description: 'A digital scale to weigh yourself. Shows kilos in large numbers and remembers four people.',
    fields: { power: 'battery', capacity: '180 kg' },
    draw: () => bathroomScale('#e3e6e8'),
  },
  {
    id: 'video-doorbell',
    name: 'Doorbell with Camera',
    brand,
    category: smart,
    price: 129,
    description: 'A bell that shows on the phone who is at the door, also when you are away.',
    fields: { wireless: true, waterproof: true },
    draw: () => videoDoorbell(),
    translations: {
      de: {
        name: 'Türklingel mit Kamera',
        description: 'Klingel, die auf dem Handy zeigt, wer vor der Tür steht, auch von unterwegs.',
      },
      ja: {
        name: 'カメラ付きドアベル',
        description: '外出先でもスマホで来客を確認できる、カメラ付きの玄関チャイムです。',
      },
      ar: { name: 'جرس باب بكاميرا', description: 'جرس يعرض على الهاتف من عند الباب حتى وأنت بعيد.' },
    },
  },
  {
    id: 'smart-thermostat',
    name: 'Smart Thermostat',
    brand,
    category: smart,
    price: 149,
    description: 'Sets the heating from the phone and saves energy while everyone is out.',
    fields: { wireless: true },
    draw: () => thermostat(),
  },
  {
    id: 'smoke-detector',
    name: 'Smoke Alarm',
    brand,
    category: smart,
    price: 19.9,
    description:
      'A detector for the ceiling that beeps loudly when there is smoke. Its battery lasts ten years.',
    fields: { power: 'battery' },
    draw: () => smokeDetector(),
  },
  {
    id: 'key-finder',
    name: 'Key Finder',
    brand,
    category: smart,
    price: 24.9,
    description: 'A tag for the key ring that rings when you search for your keys with the phone.',
    fields: { power: 'battery', wireless: true },
    colors: [homeColors.blue, homeColors.black],
    draw: (color) => keyFinder(color),
  },
  {
    id: 'led-bulb',
    name: 'LED Light Bulb',
    brand: 'Lumiq',
    category: supplies,
    price: 5.9,
    description: 'A lamp bulb with warm light that needs little electricity and lasts fifteen years. E27.',
    fields: { power: '8 W', socket: 'E27' },
    draw: () => lightBulb(),
    translations: {
      de: {
        name: 'LED-Glühbirne',
        description: 'Lampe mit warmem Licht, die wenig Strom braucht und fünfzehn Jahre hält. E27.',
      },
      ja: { name: 'LED電球', description: '省エネで約15年使える、暖かい光のE27口金の電球です。' },
      ar: { name: 'لمبة LED', description: 'لمبة بضوء دافئ تستهلك كهرباء قليلة وتدوم خمسة عشر عاماً. E27.' },
    },
  },
  {
    id: 'aa-batteries',
    name: 'AA Batteries, 12 Pieces',
    brand,
    category: supplies,
    price: 8.9,
    description: 'Twelve alkaline batteries for toys, torches and remote controls.',
    fields: { size: 'AA' },
    draw: () => batteries('#e3782f'),
  },
  {
    id: 'power-strip',
    name: 'Power Strip with 3 Sockets',
    brand,
    category: supplies,
    price: 13.9,
    description: 'An extension lead with three sockets and a switch. The cable is two metres long.',
    fields: { length: '2 m' },
    draw: () => powerStrip(),
  },
];
