import {
  bathrobe,
  bedLinen,
  blanket,
  curtains,
  cushion,
  doormat,
  orientalRug,
  rollerBlind,
  roundRug,
  towels,
} from '../../drawings/home/textiles.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const brand = 'Sola Casa';
const cushions = 'Home > Textiles > Cushions and blankets';
const rugs = 'Home > Textiles > Rugs';
const windows = 'Home > Textiles > Curtains and blinds';
const bath = 'Home > Bathroom > Towels and robes';

/** Soft things for the living room, the bedroom and the bath. */
export const textiles: readonly DemoProduct[] = [
  {
    id: 'velvet-cushion',
    name: 'Velvet Cushion 45 cm',
    brand,
    category: cushions,
    price: 19.9,
    description:
      'A soft throw pillow with a button in the middle, for the sofa or the bed. Velvet cover with a zip.',
    fields: { material: 'velvet' },
    colors: [homeColors.mustard, homeColors.teal],
    draw: (color) => cushion(color),
  },
  {
    id: 'zigzag-cushion',
    name: 'Zigzag Cushion 45 cm',
    brand,
    category: cushions,
    price: 22.5,
    description: 'A cushion woven in black and white zigzag lines on a warm ground. Cotton, washable.',
    fields: { material: 'cotton' },
    draw: () => cushion('#c4673f', 'zigzag'),
  },
  {
    id: 'leaf-cushion',
    name: 'Leaf Print Cushion 45 cm',
    brand,
    category: cushions,
    price: 21,
    description: 'A cushion with a white fern leaf printed on green linen. For indoors and the garden sofa.',
    fields: { material: 'linen' },
    draw: () => cushion('#4c8a6b', 'leaf'),
  },
  {
    id: 'fringed-throw',
    name: 'Wool Throw with Fringes',
    brand,
    category: cushions,
    price: 59,
    description: 'A warm blanket of lambswool with fringes for cold evenings on the sofa.',
    fields: { material: 'wool', width: '130 cm' },
    colors: [homeColors.grey, homeColors.forest],
    draw: (color) => blanket(color),
    translations: {
      de: {
        name: 'Wolldecke mit Fransen',
        description: 'Warme Decke aus Lammwolle mit Fransen für kalte Abende auf dem Sofa.',
      },
      ja: {
        name: 'フリンジ付きウールブランケット',
        description: '寒い夜のソファで使える、ラムウールの暖かい毛布です。',
      },
      ar: {
        name: 'بطانية صوف بشراشيب',
        description: 'بطانية دافئة من صوف الحملان بشراشيب لأمسيات الشتاء على الأريكة.',
      },
    },
  },
  {
    id: 'tartan-blanket',
    name: 'Tartan Blanket',
    brand,
    category: cushions,
    price: 45,
    description: 'A checked plaid in the Scottish style, for the sofa, the picnic and the car.',
    fields: { material: 'wool', width: '140 cm' },
    draw: () => blanket('#c8383d', true),
  },
  {
    id: 'flower-bed-linen',
    name: 'Bed Linen with Flowers',
    brand,
    category: 'Home > Textiles > Bed linen',
    price: 49,
    description: 'A duvet cover and two pillow cases of smooth cotton with a daisy print. For a double bed.',
    fields: { material: 'cotton', width: '200 cm' },
    colors: [homeColors.skyBlue, homeColors.pink],
    draw: (color) => bedLinen(color),
    translations: {
      de: {
        name: 'Bettwäsche mit Blumen',
        description: 'Bettbezug und zwei Kissenbezüge aus glatter Baumwolle mit Gänseblümchen.',
      },
      ja: {
        name: '花柄の寝具カバーセット',
        description: 'ヒナギク柄の掛け布団カバーと枕カバー2枚のセット。なめらかな綿素材です。',
      },
      ar: {
        name: 'طقم مفارش سرير بالزهور',
        description: 'غطاء لحاف وغطاءا وسادة من القطن الناعم بنقشة الأقحوان.',
      },
    },
  },
  {
    id: 'oriental-rug',
    name: 'Oriental Rug 160 x 230 cm',
    brand,
    category: rugs,
    price: 259,
    description:
      'A carpet with a classic medallion pattern and fringes for the living room. Knotted from wool.',
    fields: { material: 'wool', length: '230 cm' },
    draw: () => orientalRug('#a8343a'),
    translations: {
      de: {
        name: 'Orientteppich 160 x 230 cm',
        description: 'Teppich mit klassischem Medaillon und Fransen fürs Wohnzimmer, aus Wolle geknüpft.',
      },
      ja: {
        name: 'オリエンタルラグ 160×230cm',
        description: '伝統的なメダリオン柄の、ウールのじゅうたん。リビングに最適です。',
      },
      ar: {
        name: 'سجادة شرقية 160 × 230 سم',
        description: 'سجادة صوفية معقودة بنقش ميدالية تقليدي وشراشيب لغرفة المعيشة.',
      },
    },
  },
  {
    id: 'braided-round-rug',
    name: 'Braided Round Rug 120 cm',
    brand,
    category: rugs,
    price: 69,
    description: 'A round rug of braided jute for the nursery, the hall or under a small table.',
    fields: { material: 'jute', diameter: '120 cm' },
    draw: () => roundRug('#b98a52'),
  },
  {
    id: 'house-doormat',
    name: 'Doormat with a House',
    brand,
    category: rugs,
    price: 18.5,
    description: 'A mat of coconut fibre that cleans shoes at the front door. The rubber back does not slip.',
    fields: { material: 'coconut fibre' },
    draw: () => doormat('#b0804a'),
  },
  {
    id: 'linen-curtains',
    name: 'Pair of Curtains',
    brand,
    category: windows,
    price: 54,
    description: 'Two long curtains with ties for a window or a balcony door. They keep out light and cold.',
    fields: { material: 'linen', length: '250 cm' },
    colors: [homeColors.terracotta, homeColors.navy],
    draw: (color) => curtains(color),
    translations: {
      de: {
        name: 'Vorhänge, 2er-Set',
        description:
          'Zwei lange Vorhänge mit Raffhaltern für Fenster oder Balkontür. Halten Licht und Kälte ab.',
      },
      ja: { name: 'カーテン 2枚組', description: '光と冷気を防ぐ、タッセル付きのロングカーテン2枚組です。' },
      ar: {
        name: 'زوج ستائر',
        description: 'ستارتان طويلتان مع أربطة للنافذة أو باب الشرفة، تحجبان الضوء والبرد.',
      },
    },
  },
  {
    id: 'roller-blind',
    name: 'Roller Blind',
    brand,
    category: windows,
    price: 27.9,
    description: 'A blind that rolls up over the window and darkens the bedroom. Mounted without a drill.',
    fields: { material: 'polyester', width: '90 cm' },
    draw: () => rollerBlind('#7a8fb0'),
  },
  {
    id: 'bath-towels',
    name: 'Towels, Set of 4',
    brand,
    category: bath,
    price: 39,
    description:
      'Four thick terry towels in tones of one colour, for the bath, the sauna and guests. Organic cotton.',
    fields: { material: 'organic cotton' },
    colors: [homeColors.teal, homeColors.terracotta],
    draw: (color) => towels(color),
    translations: {
      de: {
        name: 'Handtücher, 4er-Set',
        description:
          'Vier dicke Frottiertücher in Tönen einer Farbe, für Bad, Sauna und Gäste. Bio-Baumwolle.',
      },
      ja: {
        name: 'タオル 4枚セット',
        description: '同系色でそろえた厚手のパイル地タオル4枚。オーガニックコットン製です。',
      },
      ar: {
        name: 'مناشف، طقم من 4',
        description: 'أربع مناشف سميكة بدرجات لون واحد للحمام والساونا والضيوف، من القطن العضوي.',
      },
    },
  },
  {
    id: 'terry-bathrobe',
    name: 'Terry Bathrobe',
    brand,
    category: bath,
    price: 59,
    description: 'A soft dressing gown with a belt and two pockets, for after the bath. Unisex.',
    fields: { material: 'cotton', gender: 'unisex' },
    colors: [homeColors.white, homeColors.navy],
    sizes: ['S', 'M', 'L', 'XL'],
    draw: (color) => bathrobe(color),
    translations: {
      de: {
        name: 'Bademantel aus Frottee',
        description: 'Weicher Bademantel mit Gürtel und zwei Taschen für Damen und Herren.',
      },
      ja: {
        name: 'パイル地バスローブ',
        description: 'お風呂上がりに羽織る、ベルトとポケット付きの柔らかなバスローブ。男女兼用。',
      },
      ar: { name: 'رداء حمام قطني', description: 'رداء ناعم بحزام وجيبين بعد الاستحمام، للنساء والرجال.' },
    },
  },
];
