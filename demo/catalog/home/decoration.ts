import {
  alarmClock,
  christmasTree,
  cuckooClock,
  floorVase,
  flowerVase,
  hourglass,
  luckyCat,
  mirror,
  pictureFrame,
  wallClock,
  wovenBasket,
  wreath,
} from '../../drawings/home/decoration.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const clocks = 'Home > Decoration > Clocks';
const mirrors = 'Home > Decoration > Mirrors and frames';
const vases = 'Home > Decoration > Vases';
const christmas = 'Home > Decoration > Christmas';

/** What makes a room a home. */
export const decoration: readonly DemoProduct[] = [
  {
    id: 'round-wall-clock',
    name: 'Wall Clock 30 cm',
    brand: 'Sola Casa',
    category: clocks,
    price: 29.9,
    description:
      'A round clock for the kitchen wall with a quiet movement and clear marks. Runs on one battery.',
    fields: { power: 'battery', diameter: '30 cm' },
    colors: [homeColors.red, homeColors.black],
    draw: (color) => wallClock(color),
    translations: {
      de: {
        name: 'Wanduhr 30 cm',
        description: 'Runde Uhr für die Küchenwand mit leisem Uhrwerk. Läuft mit einer Batterie.',
      },
      ja: {
        name: '掛け時計 30cm',
        description: '静かな音で時を刻む、見やすい丸型のキッチン用掛け時計です。',
      },
      ar: {
        name: 'ساعة حائط 30 سم',
        description: 'ساعة مستديرة لجدار المطبخ بحركة هادئة وعلامات واضحة، تعمل ببطارية واحدة.',
      },
    },
  },
  {
    id: 'twin-bell-alarm-clock',
    name: 'Alarm Clock with Two Bells',
    brand: 'Sola Casa',
    category: clocks,
    price: 19.9,
    description: 'An old-style alarm clock whose hammer rings two bells. It wakes even heavy sleepers.',
    fields: { power: 'battery' },
    colors: [homeColors.teal, homeColors.pink],
    draw: (color) => alarmClock(color),
    translations: {
      de: {
        name: 'Wecker mit zwei Glocken',
        description: 'Wecker im alten Stil, dessen Hammer auf zwei Glocken schlägt. Weckt auch Langschläfer.',
      },
      ja: {
        name: 'ツインベル目覚まし時計',
        description: '2つのベルが大きな音で鳴る、レトロな目覚まし時計です。',
      },
      ar: {
        name: 'منبه بجرسين',
        description: 'منبه بطراز قديم تدق مطرقته جرسين، يوقظ حتى أصحاب النوم الثقيل.',
      },
    },
  },
  {
    id: 'cuckoo-clock',
    name: 'Cuckoo Clock',
    brand: 'Sola Casa',
    category: clocks,
    price: 149,
    description:
      'A carved wooden clock with pine cone weights. A bird comes out every hour and calls cuckoo.',
    fields: { material: 'linden wood', tags: ['gift'] },
    draw: () => cuckooClock(),
    translations: {
      de: {
        name: 'Kuckucksuhr',
        description: 'Geschnitzte Holzuhr mit Tannenzapfen. Jede Stunde kommt der Kuckuck heraus und ruft.',
      },
      ja: {
        name: '鳩時計',
        description: '1時間ごとに小鳥が出て鳴く、松ぼっくりの重り付きの木彫りの時計です。',
      },
      ar: { name: 'ساعة الوقواق', description: 'ساعة خشبية منحوتة يخرج منها طائر كل ساعة ويغرد.' },
    },
  },
  {
    id: 'sand-timer',
    name: 'Hourglass',
    brand: 'Sola Casa',
    category: clocks,
    price: 17.5,
    description: 'A sand timer that runs for thirty minutes. For board games, studying or brushing teeth.',
    fields: { material: 'glass' },
    draw: () => hourglass('#7b5233'),
  },
  {
    id: 'round-mirror',
    name: 'Round Wall Mirror 70 cm',
    brand: 'Sola Casa',
    category: mirrors,
    price: 79,
    description:
      'A round mirror with a thin frame for the hall or the bathroom. Makes small rooms look larger.',
    fields: { material: 'glass', diameter: '70 cm' },
    colors: [homeColors.gold, homeColors.black],
    draw: (color) => mirror(color),
  },
  {
    id: 'standing-mirror',
    name: 'Full-Length Standing Mirror',
    brand: 'Sola Casa',
    category: mirrors,
    price: 119,
    description: 'A tall mirror on a wooden stand that shows you from head to foot. For the bedroom.',
    fields: { material: 'oak', height: '165 cm' },
    draw: () => mirror('#b9814a', true),
    translations: {
      de: {
        name: 'Standspiegel',
        description: 'Hoher Spiegel auf einem Holzgestell, in dem man sich von Kopf bis Fuß sieht.',
      },
      ja: {
        name: '全身スタンドミラー',
        description: '頭から足元まで映る、木製スタンドの姿見です。寝室や玄関に。',
      },
      ar: {
        name: 'مرآة واقفة بطول كامل',
        description: 'مرآة عالية على حامل خشبي ترى فيها نفسك من الرأس إلى القدم.',
      },
    },
  },
  {
    id: 'mountain-picture',
    name: 'Framed Picture Mountains',
    brand: 'Sola Casa',
    category: mirrors,
    price: 45,
    description:
      'A print of snowy mountains under a morning sun, in a wooden frame with glass, ready to hang.',
    fields: { material: 'wood', width: '50 cm' },
    draw: () => pictureFrame('#b9814a', 'mountains'),
  },
  {
    id: 'cat-picture',
    name: 'Framed Picture of a Cat',
    brand: 'Sola Casa',
    category: mirrors,
    price: 39,
    description:
      'A portrait of a grey cat with green eyes in a black picture frame, for the wall of a cat lover.',
    fields: { material: 'wood', width: '40 cm' },
    draw: () => pictureFrame('#33373d', 'cat'),
  },
  {
    id: 'vase-with-flowers',
    name: 'Round Flower Vase',
    brand: 'Maison Brelle',
    category: vases,
    price: 27.5,
    description:
      'A vase with a wide belly for a bunch of garden flowers. Glazed ceramic, 25 cm high. Flowers not included.',
    fields: { material: 'ceramic', height: '25 cm' },
    colors: [homeColors.skyBlue, homeColors.cream],
    draw: (color) => flowerVase(color, '#d85f8a'),
    translations: {
      de: {
        name: 'Runde Blumenvase',
        description: 'Bauchige Vase aus glasierter Keramik für einen Strauß Gartenblumen.',
      },
      ja: { name: '丸い花瓶', description: '庭の花束が映える、ふっくらした形の陶器の花瓶です。高さ25cm。' },
      ar: {
        name: 'مزهرية مستديرة',
        description: 'مزهرية من السيراميك المزجج ببطن واسع لباقة من زهور الحديقة.',
      },
    },
  },
  {
    id: 'ribbed-floor-vase',
    name: 'Ribbed Floor Vase',
    brand: 'Maison Brelle',
    category: vases,
    price: 59,
    description: 'A tall vase that stands on the floor, for branches and pampas grass. Terracotta with ribs.',
    fields: { material: 'terracotta', height: '60 cm' },
    draw: () => floorVase('#c4673f'),
  },
  {
    id: 'woven-storage-basket',
    name: 'Woven Storage Basket',
    brand: 'Sola Casa',
    category: 'Home > Decoration > Baskets',
    price: 34.5,
    description: 'A basket of water hyacinth for blankets, toys or firewood. With two handles.',
    fields: { material: 'water hyacinth', capacity: '40 l' },
    draw: () => wovenBasket(),
  },
  {
    id: 'lucky-cat',
    name: 'Lucky Cat',
    brand: 'Sola Casa',
    category: 'Home > Decoration > Figures',
    price: 18.9,
    description:
      'A maneki-neko, the Japanese cat that waves and brings good luck to shops and homes. Painted ceramic.',
    fields: { material: 'ceramic', tags: ['gift'] },
    draw: () => luckyCat('#f1f1ee'),
    translations: {
      de: {
        name: 'Winkekatze',
        description:
          'Maneki-neko, die japanische Katze, die winkt und Glück ins Haus bringt. Bemalte Keramik.',
      },
      ja: { name: '招き猫', description: '福を招く縁起物の招き猫。お店や玄関に飾れる陶器の置物です。' },
      ar: {
        name: 'قطة الحظ',
        description:
          'مانيكي نيكو، القطة اليابانية التي تلوح وتجلب الحظ للبيوت والمتاجر، من السيراميك الملون.',
      },
    },
  },
  {
    id: 'door-wreath',
    name: 'Christmas Wreath',
    brand: 'Sola Casa',
    category: christmas,
    price: 32,
    description:
      'A wreath of fir with red berries and a bow for the front door. Made by hand, lasts many winters.',
    fields: { season: 'winter', diameter: '40 cm' },
    draw: () => wreath(),
  },
  {
    id: 'christmas-tree',
    name: 'Christmas Tree with Baubles',
    brand: 'Sola Casa',
    category: christmas,
    price: 69,
    description:
      'An artificial fir tree with coloured baubles and a star on top. 120 cm high, folds up for storage.',
    fields: { season: 'winter', height: '120 cm' },
    draw: () => christmasTree(),
    translations: {
      de: {
        name: 'Weihnachtsbaum mit Kugeln',
        description: 'Künstliche Tanne mit bunten Kugeln und Stern an der Spitze, 120 cm hoch.',
      },
      ja: {
        name: 'クリスマスツリー オーナメント付き',
        description: 'カラフルなボールと星の飾りが付いた、高さ120cmの折りたたみツリーです。',
      },
      ar: {
        name: 'شجرة عيد الميلاد مع كرات',
        description: 'شجرة تنوب صناعية بكرات ملونة ونجمة في الأعلى، ارتفاعها 120 سم.',
      },
    },
  },
];
