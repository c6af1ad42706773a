import {
  birdHouse,
  bonsai,
  cactus,
  gardenGnome,
  herbBox,
  monstera,
  orchid,
  succulents,
  tulips,
  wateringCan,
} from '../../drawings/home/plants.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const brand = 'Fernhaus';
const plantsOfRooms = 'Home > Plants and garden > Houseplants';
const garden = 'Home > Plants and garden > Garden';

/** Plants, and things for the garden. */
export const plants: readonly DemoProduct[] = [
  {
    id: 'monstera-plant',
    name: 'Monstera in a Pot',
    brand,
    category: plantsOfRooms,
    price: 29.9,
    description:
      'A green houseplant with large split leaves, about 60 cm high. Likes half shade and little water.',
    fields: { height: '60 cm', light: 'half shade' },
    draw: () => monstera('#4a5158'),
    translations: {
      de: {
        name: 'Monstera im Topf',
        description:
          'Zimmerpflanze mit großen geschlitzten Blättern, etwa 60 cm hoch. Mag Halbschatten und wenig Wasser.',
      },
      ja: {
        name: 'モンステラ 鉢植え',
        description: '切れ込みのある大きな葉が人気の観葉植物。半日陰を好み、水やりは控えめで育ちます。',
      },
      ar: {
        name: 'نبتة مونستيرا في أصيص',
        description: 'نبتة داخلية بأوراق كبيرة مشقوقة ارتفاعها نحو 60 سم، تحب نصف الظل والقليل من الماء.',
      },
    },
  },
  {
    id: 'cactus-plant',
    name: 'Cactus with a Flower',
    brand,
    category: plantsOfRooms,
    price: 14.9,
    description: 'A green cactus with two arms in a clay pot. Needs sun and a sip of water once a month.',
    fields: { height: '30 cm', light: 'sun' },
    draw: () => cactus('#c4673f'),
    translations: {
      de: {
        name: 'Kaktus mit Blüte',
        description:
          'Grüner Kaktus mit zwei Armen im Tontopf. Braucht Sonne und einmal im Monat etwas Wasser.',
      },
      ja: {
        name: '花の咲くサボテン',
        description: '素焼き鉢に植えた、腕が2本のサボテン。日なたで月に一度の水やりで育ちます。',
      },
      ar: {
        name: 'صبار مزهر',
        description: 'صبار أخضر بذراعين في أصيص فخاري، يحتاج إلى الشمس وقليل من الماء مرة في الشهر.',
      },
    },
  },
  {
    id: 'succulent-bowl',
    name: 'Bowl of Succulents',
    brand,
    category: plantsOfRooms,
    price: 24.5,
    description:
      'Four small succulents planted in a bowl for the window sill. They store water in their leaves.',
    fields: { light: 'sun' },
    draw: () => succulents('#d8c6a8'),
  },
  {
    id: 'bonsai-tree',
    name: 'Bonsai Tree',
    brand,
    category: plantsOfRooms,
    price: 59,
    description:
      'A tiny eight-year-old tree in a flat Japanese bowl. It needs regular trimming and watering.',
    fields: { height: '30 cm', tags: ['gift'] },
    draw: () => bonsai('#2f5f8a'),
    translations: {
      de: {
        name: 'Bonsai-Baum',
        description: 'Achtjähriger kleiner Baum in einer flachen japanischen Schale.',
      },
      ja: { name: '盆栽', description: '平鉢に仕立てた樹齢8年の小さな木。剪定と水やりを楽しめます。' },
      ar: { name: 'شجرة بونساي', description: 'شجرة صغيرة عمرها ثماني سنوات في وعاء ياباني مسطح.' },
    },
  },
  {
    id: 'orchid-plant',
    name: 'Pink Orchid',
    brand,
    category: plantsOfRooms,
    price: 19.9,
    description:
      'An orchid with a row of pink blossoms that lasts for months. A present that needs little care.',
    fields: { height: '50 cm', tags: ['gift'] },
    draw: () => orchid('#f1f1ee'),
  },
  {
    id: 'tulip-bunch',
    name: 'Bunch of Tulips',
    brand,
    category: 'Home > Plants and garden > Cut flowers',
    price: 12.9,
    description:
      'Seven fresh tulips tied with a ribbon, cut in the morning. Flowers for a birthday or a visit.',
    fields: { season: 'spring', tags: ['gift'] },
    colors: [homeColors.red, homeColors.yellow],
    draw: (color) => tulips(color),
    translations: {
      de: {
        name: 'Tulpenstrauß',
        description:
          'Sieben frische Tulpen mit Schleife, morgens geschnitten. Blumen zum Geburtstag oder Besuch.',
      },
      ja: {
        name: 'チューリップの花束',
        description: '朝摘みのチューリップ7本をリボンで束ねました。誕生日や訪問の贈り物に。',
      },
      ar: { name: 'باقة توليب', description: 'سبع زهرات توليب طازجة مربوطة بشريط، لعيد ميلاد أو زيارة.' },
    },
  },
  {
    id: 'herb-box',
    name: 'Herb Planter with 3 Herbs',
    brand,
    category: garden,
    price: 26.5,
    description: 'A wooden box with basil, mint and thyme for the kitchen window or the balcony.',
    fields: { material: 'wood' },
    draw: () => herbBox(),
  },
  {
    id: 'watering-can',
    name: 'Watering Can 5 l',
    brand,
    category: garden,
    price: 22.9,
    description: 'A can with a long spout and a fine rose to water flowers and vegetable beds. Zinc steel.',
    fields: { material: 'steel', capacity: '5 l' },
    colors: [homeColors.forest, homeColors.yellow],
    draw: (color) => wateringCan(color),
    translations: {
      de: {
        name: 'Gießkanne 5 l',
        description: 'Kanne mit langem Ausguss und feiner Brause für Blumen und Gemüsebeete.',
      },
      ja: { name: 'じょうろ 5L', description: '花や野菜にやさしく水をやれる、長い注ぎ口のじょうろです。' },
      ar: {
        name: 'إبريق سقاية 5 لتر',
        description: 'إبريق بفوهة طويلة ورشاش ناعم لسقي الزهور وأحواض الخضار.',
      },
    },
  },
  {
    id: 'bird-house',
    name: 'Bird House',
    brand,
    category: garden,
    price: 27.9,
    description:
      'A wooden nesting box with a red roof for tits and sparrows. Hang it on a tree or put it on a post.',
    fields: { material: 'pine' },
    draw: () => birdHouse('#e3c48a'),
    translations: {
      de: { name: 'Vogelhaus', description: 'Nistkasten aus Holz mit rotem Dach für Meisen und Spatzen.' },
      ja: { name: '巣箱', description: 'シジュウカラやスズメのための、赤い屋根の木製の鳥の家です。' },
      ar: {
        name: 'بيت للطيور',
        description: 'صندوق تعشيش خشبي بسقف أحمر للعصافير، يعلق على شجرة أو يوضع على عمود.',
      },
    },
  },
  {
    id: 'garden-gnome',
    name: 'Garden Gnome',
    brand,
    category: garden,
    price: 24.9,
    description:
      'A gnome with a white beard and a red hat who watches over the lawn. Painted clay, frost-proof.',
    fields: { material: 'clay', height: '35 cm' },
    draw: () => gardenGnome(),
  },
];
