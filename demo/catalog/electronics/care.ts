import {
  bloodPressureMonitor,
  bottleWarmer,
  electricToothbrush,
  feverThermometer,
  hairClipper,
  hairDryer,
  hairStraightener,
  shaver,
  vanityMirror,
} from '../../drawings/electronics/care.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const brand = 'Velvara';
const hair = 'Electronics > Personal care > Hair and beard';
const health = 'Electronics > Personal care > Health';

/** Devices for hair, teeth and health. */
export const personalCare: readonly DemoProduct[] = [
  {
    id: 'electric-toothbrush',
    name: 'Electric Toothbrush',
    brand,
    category: health,
    price: 49.9,
    description:
      'Cleans teeth with a gentle rotating head and signals when two minutes are over. With a charger.',
    fields: { power: 'battery', waterproof: true },
    colors: [homeColors.skyBlue, homeColors.black],
    draw: (color) => electricToothbrush(color),
    translations: {
      de: {
        name: 'Elektrische Zahnbürste',
        description: 'Putzt sanft und meldet, wenn zwei Minuten vorbei sind. Mit Ladestation.',
      },
      ja: {
        name: '電動歯ブラシ',
        description: 'やさしく磨き、2分経つと知らせてくれる充電式の歯ブラシです。',
      },
      ar: { name: 'فرشاة أسنان كهربائية', description: 'تنظف الأسنان بلطف وتنبهك بعد دقيقتين، مع قاعدة شحن.' },
    },
  },
  {
    id: 'hair-dryer',
    name: 'Hair Dryer',
    brand,
    category: hair,
    price: 39.9,
    description: 'A strong blow dryer with two speeds and a cool button. Folds for travelling.',
    fields: { power: '2000 W' },
    colors: [homeColors.pink, homeColors.black],
    draw: (color) => hairDryer(color),
    translations: {
      de: {
        name: 'Haartrockner',
        description: 'Starker Föhn mit zwei Stufen und Kaltstufe, klappbar für die Reise.',
      },
      ja: {
        name: 'ヘアドライヤー',
        description: '2段階の風量と冷風を備えた、旅行にも便利な折りたたみドライヤーです。',
      },
      ar: { name: 'مجفف شعر', description: 'مجفف قوي بسرعتين وزر هواء بارد، يُطوى للسفر.' },
    },
  },
  {
    id: 'hair-straightener',
    name: 'Hair Straightener',
    brand,
    category: hair,
    price: 54,
    description: 'Two hot plates that make hair smooth or wavy in minutes. Ceramic, up to 220 degrees.',
    fields: { power: '45 W' },
    draw: () => hairStraightener('#8a4a9a'),
  },
  {
    id: 'rotary-shaver',
    name: 'Electric Shaver',
    brand,
    category: hair,
    price: 99,
    description: 'A shaver with three round heads for a close shave, wet or dry.',
    fields: { power: 'battery', waterproof: true, gender: 'men' },
    draw: () => shaver('#27406b'),
    translations: {
      de: {
        name: 'Elektrorasierer',
        description: 'Rasierer mit drei runden Köpfen für eine gründliche Rasur, nass oder trocken.',
      },
      ja: {
        name: '電気シェーバー',
        description: '3つの丸い刃で深剃りできる、水洗い対応の電気ひげそりです。',
      },
      ar: {
        name: 'ماكينة حلاقة كهربائية',
        description: 'ماكينة بثلاثة رؤوس دائرية لحلاقة ناعمة، جافة أو رطبة.',
      },
    },
  },
  {
    id: 'hair-clipper',
    name: 'Hair and Beard Clipper',
    brand,
    category: hair,
    price: 44.9,
    description: 'Cuts hair and trims beards to twelve lengths. Runs for two hours without a cable.',
    fields: { power: 'battery', gender: 'men' },
    draw: () => hairClipper('#8a939b'),
  },
  {
    id: 'vanity-mirror',
    name: 'Make-Up Mirror with Lights',
    brand,
    category: hair,
    price: 49,
    description: 'A round mirror with fourteen small lamps for make-up and shaving.',
    fields: { power: '12 W' },
    colors: [homeColors.pink, homeColors.gold],
    draw: (color) => vanityMirror(color),
  },
  {
    id: 'fever-thermometer',
    name: 'Digital Thermometer',
    brand,
    category: health,
    price: 11.9,
    description: 'Measures fever in ten seconds and beeps. With a soft tip for children.',
    fields: { power: 'battery' },
    draw: () => feverThermometer(),
    translations: {
      de: {
        name: 'Digitales Fieberthermometer',
        description: 'Misst Fieber in zehn Sekunden und piept. Mit weicher Spitze für Kinder.',
      },
      ja: {
        name: 'デジタル体温計',
        description: '10秒で測ってお知らせ。先がやわらかく、お子さまにも使いやすい体温計です。',
      },
      ar: { name: 'ميزان حرارة رقمي', description: 'يقيس الحرارة في عشر ثوانٍ ويصدر صوتاً، برأس لين للأطفال.' },
    },
  },
  {
    id: 'blood-pressure-monitor',
    name: 'Blood Pressure Monitor',
    brand,
    category: health,
    price: 39,
    description: 'Measures blood pressure and pulse at the upper arm and shows them in large numbers.',
    fields: { power: 'battery' },
    draw: () => bloodPressureMonitor(),
  },
  {
    id: 'bottle-warmer',
    name: 'Baby Bottle Warmer',
    brand,
    category: health,
    price: 34.9,
    description: 'Warms milk and baby food to body temperature and keeps them warm.',
    fields: { power: '80 W', age: '0+' },
    draw: () => bottleWarmer('#9bd3bd'),
  },
];
