import {
  balloons,
  crayons,
  drum,
  giftBox,
  globe,
  kite,
  paintBox,
  partySet,
  piggyBank,
  sandToys,
  snowGlobe,
  soapBubbles,
  toyTrumpet,
  xylophone,
} from '../../drawings/toys/play.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const music = 'Toys and gifts > Music';
const learning = 'Toys and gifts > Drawing and learning';
const active = 'Toys and gifts > Outdoor play';
const gifts = 'Toys and gifts > Gifts and party';
const brand = 'Tumbletoy';

/** Music, drawing, sand, bubbles, and small gifts. */
export const playAndGifts: readonly DemoProduct[] = [
  {
    id: 'rainbow-kite',
    name: 'Rainbow Kite',
    brand,
    category: active,
    price: 18.9,
    description:
      'A kite in four colours with a long tail that flies in a light wind. A present for a child from five years.',
    fields: { age: '5+', material: 'nylon', season: 'autumn', tags: ['gift for a child'] },
    draw: () => kite(),
    translations: {
      de: {
        name: 'Drachen in Regenbogenfarben',
        description:
          'Bunter Lenkdrachen mit langem Schwanz, der schon bei leichtem Wind fliegt. Geschenk ab fünf Jahren.',
      },
      ja: {
        name: 'レインボーカイト',
        description: 'そよ風でも揚がる、長い尾の4色の凧。5歳からのプレゼントに。',
      },
      ar: {
        name: 'طائرة ورقية ملونة',
        description: 'طائرة ورقية بأربعة ألوان وذيل طويل تطير في الريح الخفيفة، هدية من عمر 5 سنوات.',
      },
    },
  },
  {
    id: 'sand-bucket-set',
    name: 'Bucket and Spade',
    brand,
    category: active,
    price: 11.5,
    description:
      'A bucket with a star and a strong spade for the beach and the sand pit. For children from one year.',
    fields: { age: '1+', season: 'summer', tags: ['gift for a child'] },
    colors: [homeColors.red, homeColors.blue],
    draw: (color) => sandToys(color),
    translations: {
      de: {
        name: 'Eimer und Schaufel',
        description: 'Eimer mit Stern und feste Schaufel für Strand und Sandkasten, ab einem Jahr.',
      },
      ja: {
        name: '砂場セット バケツとスコップ',
        description: '海や砂場で遊べる、星のバケツと丈夫なスコップ。1歳から。',
      },
      ar: {
        name: 'دلو ومجرفة',
        description: 'دلو بنجمة ومجرفة قوية للشاطئ وصندوق الرمل، للأطفال من عمر سنة.',
      },
    },
  },
  {
    id: 'soap-bubbles',
    name: 'Soap Bubbles',
    brand,
    category: active,
    price: 3.9,
    description: 'A tub of soap bubbles with a wand. A small gift for a child, a garden party or a wedding.',
    fields: { age: '3+', tags: ['gift for a child', 'party'] },
    draw: () => soapBubbles('#4c9a5b'),
    translations: {
      de: {
        name: 'Seifenblasen',
        description: 'Dose Seifenblasen mit Pustestab. Kleines Mitbringsel für Kinder und Gartenfest.',
      },
      ja: {
        name: 'シャボン玉',
        description: 'スティック付きのシャボン玉液。お子さまへのプチギフトやガーデンパーティーに。',
      },
      ar: { name: 'فقاعات صابون', description: 'علبة فقاعات مع عصا نفخ، هدية صغيرة للطفل أو لحفلة الحديقة.' },
    },
  },
  {
    id: 'toy-drum',
    name: 'Toy Drum with Sticks',
    brand,
    category: music,
    price: 22.9,
    description:
      'A small drum with two sticks and a strap for parades in the living room. A loud gift for a child from three years.',
    fields: { age: '3+', material: 'wood', tags: ['gift for a child'] },
    colors: [homeColors.red, homeColors.blue],
    draw: (color) => drum(color),
    translations: {
      de: {
        name: 'Kindertrommel mit Stöcken',
        description: 'Kleine Trommel mit zwei Stöcken und Gurt. Ein lautes Geschenk ab drei Jahren.',
      },
      ja: {
        name: 'おもちゃの太鼓',
        description: 'バチ2本と肩ひも付きの小さなドラム。3歳からのにぎやかなプレゼントに。',
      },
      ar: {
        name: 'طبل لعبة مع عصوين',
        description: 'طبل صغير بعصوين وحزام، هدية صاخبة لطفل من عمر 3 سنوات.',
      },
    },
  },
  {
    id: 'xylophone',
    name: 'Xylophone with 8 Notes',
    brand,
    category: music,
    price: 19.5,
    description: 'Eight coloured bars and two mallets for first songs. A present for a child from two years.',
    fields: { age: '2+', material: 'wood', tags: ['gift for a child'] },
    draw: () => xylophone(),
    translations: {
      de: {
        name: 'Xylophon mit 8 Tönen',
        description: 'Acht bunte Klangstäbe und zwei Schlägel für erste Lieder. Geschenk ab zwei Jahren.',
      },
      ja: {
        name: '木琴 8音',
        description: '8色の音板とマレット2本で初めての曲が弾けます。2歳からの贈り物に。',
      },
      ar: {
        name: 'إكسيليفون بثماني نغمات',
        description: 'ثمانية قضبان ملونة ومطرقتان لأولى الأغاني، هدية من عمر سنتين.',
      },
    },
  },
  {
    id: 'toy-trumpet',
    name: 'Toy Trumpet',
    brand,
    category: music,
    price: 16.9,
    description: 'A brass-coloured trumpet with three valves for small musicians from three years.',
    fields: { age: '3+', tags: ['gift for a child'] },
    draw: () => toyTrumpet(),
    translations: {
      de: {
        name: 'Kindertrompete',
        description: 'Messingfarbene Trompete mit drei Ventilen für kleine Musiker ab drei Jahren.',
      },
      ja: {
        name: 'おもちゃのトランペット',
        description: '3つのピストンが付いた金色のラッパ。3歳からの小さな音楽家に。',
      },
      ar: {
        name: 'بوق لعبة',
        description: 'ترومبيت بلون نحاسي وثلاثة صمامات للموسيقيين الصغار من عمر 3 سنوات.',
      },
    },
  },
  {
    id: 'wax-crayons',
    name: 'Wax Crayons, 6 Colours',
    brand: 'Kleinwald',
    category: learning,
    price: 5.9,
    description:
      'Thick crayons for small hands in six strong colours. A present for a child from two years, with beeswax.',
    fields: { age: '2+', material: 'beeswax', tags: ['gift for a child'] },
    draw: () => crayons(),
    translations: {
      de: {
        name: 'Wachsmalstifte, 6 Farben',
        description: 'Dicke Wachsmaler für kleine Hände in sechs kräftigen Farben. Geschenk ab zwei Jahren.',
      },
      ja: {
        name: 'クレヨン 6色',
        description: '小さな手で握りやすい太めのクレヨン。みつろう入りで、2歳からの贈り物に。',
      },
      ar: {
        name: 'أقلام شمعية، 6 ألوان',
        description: 'أقلام سميكة لأيدٍ صغيرة بستة ألوان قوية، هدية للطفل من عمر سنتين.',
      },
    },
  },
  {
    id: 'watercolour-box',
    name: 'Paint Box, 12 Colours',
    brand: 'Kleinwald',
    category: learning,
    price: 13.9,
    description:
      'Twelve water colours with a brush and a lid to mix in. For school and for artists from five years.',
    fields: { age: '5+', tags: ['gift for a child'] },
    draw: () => paintBox(),
    translations: {
      de: {
        name: 'Malkasten, 12 Farben',
        description:
          'Zwölf Wasserfarben mit Pinsel und Mischdeckel für Schule und kleine Künstler ab fünf Jahren.',
      },
      ja: {
        name: '水彩絵の具セット 12色',
        description: '筆とパレット付きの12色の絵の具。学校や5歳からのお絵かきに。',
      },
      ar: {
        name: 'علبة ألوان مائية، 12 لوناً',
        description: 'اثنا عشر لوناً مائياً مع فرشاة وغطاء للمزج، للمدرسة والفنانين من عمر 5 سنوات.',
      },
    },
  },
  {
    id: 'world-globe',
    name: 'Globe 30 cm',
    brand: 'Kleinwald',
    category: learning,
    price: 42,
    description:
      'The earth with its seas and continents on a rotating stand, for the desk. A gift for a curious child from six years.',
    fields: { age: '6+', diameter: '30 cm', tags: ['gift for a child'] },
    draw: () => globe(),
    translations: {
      de: {
        name: 'Globus 30 cm',
        description:
          'Die Erde mit Meeren und Kontinenten auf drehbarem Fuß. Geschenk für neugierige Kinder ab sechs Jahren.',
      },
      ja: {
        name: '地球儀 30cm',
        description: '海と大陸がわかる回転式の地球儀。好奇心いっぱいの6歳からの子どもへ。',
      },
      ar: {
        name: 'كرة أرضية 30 سم',
        description: 'الأرض ببحارها وقاراتها على قاعدة دوارة، هدية للطفل الفضولي من عمر 6 سنوات.',
      },
    },
  },
  {
    id: 'balloon-set',
    name: 'Balloons, 30 Pieces',
    brand,
    category: gifts,
    price: 5.5,
    description: 'Thirty balloons in bright colours with ribbons for a birthday party.',
    fields: { material: 'natural latex', tags: ['party', 'birthday'] },
    draw: () => balloons(),
    translations: {
      de: {
        name: 'Luftballons, 30 Stück',
        description: 'Dreißig bunte Ballons mit Bändern für den Kindergeburtstag.',
      },
      ja: { name: '風船 30個', description: '誕生日会を彩る、リボン付きのカラフルな風船30個です。' },
      ar: { name: 'بالونات، 30 قطعة', description: 'ثلاثون بالوناً بألوان زاهية مع شرائط لحفلة عيد الميلاد.' },
    },
  },
  {
    id: 'party-hat-set',
    name: 'Party Hats and Horns',
    brand,
    category: gifts,
    price: 7.9,
    description: 'Six paper hats and six horns for a children’s birthday or New Year’s Eve.',
    fields: { material: 'paper', tags: ['party', 'birthday'] },
    draw: () => partySet(),
    translations: {
      de: {
        name: 'Partyhüte und Tröten',
        description: 'Sechs Papierhüte und sechs Tröten für Kindergeburtstag oder Silvester.',
      },
      ja: {
        name: 'パーティー帽子とラッパ',
        description: '誕生日会や年越しに使える紙の帽子6個と吹き戻し6本のセットです。',
      },
      ar: {
        name: 'قبعات وأبواق للحفلات',
        description: 'ست قبعات ورقية وستة أبواق لعيد ميلاد الأطفال أو رأس السنة.',
      },
    },
  },
  {
    id: 'surprise-gift-box',
    name: 'Surprise Gift Box for Children',
    brand,
    category: gifts,
    price: 29,
    description:
      'A wrapped box with five small toys that stay a surprise until it is opened. A quick gift for a child’s birthday: choose the age and send it.',
    fields: { tags: ['gift for a child', 'birthday'] },
    colors: [homeColors.purple, homeColors.teal],
    sizes: ['3-5 years', '6-9 years'],
    draw: (color) => giftBox(color, '#f0c53a'),
    translations: {
      de: {
        name: 'Überraschungspaket für Kinder',
        description:
          'Verpackte Schachtel mit fünf kleinen Spielsachen. Das schnelle Geschenk zum Kindergeburtstag.',
      },
      ja: {
        name: '子ども用サプライズギフトボックス',
        description: 'おもちゃ5点入りのラッピング済みの箱。年齢を選べる誕生日プレゼントです。',
      },
      ar: {
        name: 'صندوق هدايا مفاجأة للأطفال',
        description: 'صندوق مغلف فيه خمس ألعاب صغيرة، هدية سريعة لعيد ميلاد طفل حسب عمره.',
      },
    },
  },
  {
    id: 'piggy-bank',
    name: 'Piggy Bank',
    brand: 'Kleinwald',
    category: gifts,
    price: 17.5,
    description:
      'A ceramic pig in which children save their pocket money. A present for a birth, a birthday or the first day of school.',
    fields: { material: 'ceramic', age: '3+', tags: ['gift for a child'] },
    colors: [homeColors.pink, homeColors.yellow],
    draw: (color) => piggyBank(color),
    translations: {
      de: {
        name: 'Sparschwein',
        description:
          'Schwein aus Keramik für das Taschengeld. Geschenk zu Geburt, Geburtstag oder Einschulung.',
      },
      ja: {
        name: 'ブタの貯金箱',
        description: 'おこづかいを貯める陶器のブタ。出産祝いや誕生日、入学祝いに。',
      },
      ar: {
        name: 'حصالة على شكل خنزير صغير',
        description: 'حصالة من السيراميك يدخر فيها الأطفال مصروفهم، هدية للولادة أو عيد الميلاد.',
      },
    },
  },
  {
    id: 'snow-globe',
    name: 'Snow Globe with a House',
    brand: 'Kleinwald',
    category: gifts,
    price: 21.9,
    description:
      'Shake it, and snow falls on a red house and a fir tree. A Christmas gift for children and collectors.',
    fields: { material: 'glass', season: 'winter', tags: ['gift'] },
    draw: () => snowGlobe(),
    translations: {
      de: {
        name: 'Schneekugel mit Haus',
        description:
          'Schütteln, und Schnee fällt auf rotes Haus und Tanne. Weihnachtsgeschenk für Kinder und Sammler.',
      },
      ja: {
        name: '家のスノードーム',
        description: '振ると赤い家とモミの木に雪が降ります。クリスマスの贈り物に。',
      },
      ar: {
        name: 'كرة ثلجية مع بيت',
        description: 'هزها فيتساقط الثلج على بيت أحمر وشجرة تنوب، هدية للأطفال وهواة الجمع.',
      },
    },
  },
];
