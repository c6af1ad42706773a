import {
  dollsHouse,
  handPuppet,
  nestingDolls,
  plushRabbit,
  ragDoll,
  teddyBear,
  toyDinosaur,
  toyRobot,
} from '../../drawings/toys/figures.ts';
import { unicorn } from '../../drawings/toys/play.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const soft = 'Toys and gifts > Soft toys';
const dolls = 'Toys and gifts > Dolls and figures';
const brand = 'Kleinwald';

/** Soft toys, dolls and figures. */
export const toyFigures: readonly DemoProduct[] = [
  {
    id: 'teddy-bear',
    name: 'Teddy Bear 35 cm',
    brand,
    category: soft,
    price: 24.9,
    description:
      'A cuddly teddy bear with a bow around its neck. Soft plush that can be washed; a gift for a child from birth, and for anyone who misses theirs.',
    fields: { age: '0+', material: 'plush', tags: ['gift for a child'] },
    colors: [{ name: 'honey brown', hex: '#b57a45' }, homeColors.cream],
    draw: (color) => teddyBear(color),
    translations: {
      de: {
        name: 'Teddybär 35 cm',
        description:
          'Kuscheliger Teddy mit Schleife aus waschbarem Plüsch. Ein Geschenk für Kinder von Geburt an.',
      },
      ja: {
        name: 'テディベア 35cm',
        description:
          'リボンを付けたふわふわのくまのぬいぐるみ。洗えるので、赤ちゃんや子どもへのプレゼントに。',
      },
      ar: {
        name: 'دب تيدي 35 سم',
        description: 'دب محشو ناعم بربطة حول عنقه، قابل للغسل. هدية لطيفة للطفل منذ الولادة.',
      },
    },
  },
  {
    id: 'plush-rabbit',
    name: 'Plush Rabbit',
    brand,
    category: soft,
    price: 19.9,
    description:
      'A soft bunny with long ears and two big teeth. A comforter to fall asleep with and a good present for a small child.',
    fields: { age: '0+', material: 'plush', tags: ['gift for a child'] },
    colors: [homeColors.grey, homeColors.pink],
    draw: (color) => plushRabbit(color),
    translations: {
      de: {
        name: 'Stoffhase',
        description:
          'Weicher Hase mit langen Ohren zum Einschlafen. Ein schönes Geschenk für ein kleines Kind.',
      },
      ja: {
        name: 'うさぎのぬいぐるみ',
        description: '長い耳がかわいいやわらかなうさぎ。おやすみのお供や小さなお子さまへの贈り物に。',
      },
      ar: {
        name: 'أرنب محشو',
        description: 'أرنب ناعم بأذنين طويلتين يرافق الطفل عند النوم، هدية جميلة لطفل صغير.',
      },
    },
  },
  {
    id: 'plush-unicorn',
    name: 'Plush Unicorn',
    brand,
    category: soft,
    price: 27.9,
    description:
      'A white unicorn with a golden horn and a mane in three colours. A birthday gift for a child from two years.',
    fields: { age: '2+', material: 'plush', tags: ['gift for a child'] },
    draw: () => unicorn('#f1f1ee'),
    translations: {
      de: {
        name: 'Einhorn aus Plüsch',
        description:
          'Weißes Einhorn mit goldenem Horn und bunter Mähne. Geburtstagsgeschenk für Kinder ab zwei Jahren.',
      },
      ja: {
        name: 'ユニコーンのぬいぐるみ',
        description: '金色の角とカラフルなたてがみの白いユニコーン。2歳からの誕生日プレゼントに。',
      },
      ar: {
        name: 'يونيكورن محشو',
        description: 'حصان وحيد القرن أبيض بقرن ذهبي وعرف ملون، هدية عيد ميلاد للأطفال من عمر سنتين.',
      },
    },
  },
  {
    id: 'toy-dinosaur',
    name: 'Toy Dinosaur',
    brand,
    category: soft,
    price: 22.5,
    description:
      'A friendly dinosaur with spikes on its back, made of soft rubber. Present for children who know every dinosaur by name.',
    fields: { age: '3+', material: 'natural rubber', tags: ['gift for a child'] },
    colors: [homeColors.green, homeColors.purple],
    draw: (color) => toyDinosaur(color),
    translations: {
      de: {
        name: 'Spielzeug-Dinosaurier',
        description:
          'Freundlicher Dino mit Stacheln auf dem Rücken aus weichem Gummi. Geschenk für kleine Dino-Kenner ab drei Jahren.',
      },
      ja: {
        name: '恐竜のおもちゃ',
        description: '背中にトゲのある、やわらかいゴム製の恐竜。恐竜好きの3歳以上の子どもへの贈り物に。',
      },
      ar: {
        name: 'لعبة ديناصور',
        description: 'ديناصور لطيف بأشواك على ظهره من المطاط الناعم، هدية لمحبي الديناصورات من عمر 3 سنوات.',
      },
    },
  },
  {
    id: 'rag-doll',
    name: 'Rag Doll with Plaits',
    brand,
    category: dolls,
    price: 26.9,
    description:
      'A cloth doll with red hair and a dotted dress that comes off. A classic gift for a child from one year.',
    fields: { age: '1+', material: 'cotton', tags: ['gift for a child'] },
    colors: [homeColors.skyBlue, homeColors.mustard],
    draw: (color) => ragDoll(color),
    translations: {
      de: {
        name: 'Stoffpuppe mit Zöpfen',
        description:
          'Puppe aus Stoff mit roten Zöpfen und gepunktetem Kleid. Ein Geschenk für Kinder ab einem Jahr.',
      },
      ja: {
        name: 'おさげの布人形',
        description: '赤毛のおさげと水玉ワンピースの布のお人形。1歳からの定番の贈り物です。',
      },
      ar: {
        name: 'دمية قماشية بضفائر',
        description: 'دمية من القماش بشعر أحمر وفستان منقط، هدية كلاسيكية للطفل من عمر سنة.',
      },
    },
  },
  {
    id: 'dolls-house',
    name: 'Doll’s House',
    brand,
    category: dolls,
    price: 119,
    description:
      'A wooden house with four rooms and furniture for small dolls. A big present for Christmas or a birthday, from three years.',
    fields: { age: '3+', material: 'wood', tags: ['gift for a child'] },
    draw: () => dollsHouse('#e8d6ae'),
    translations: {
      de: {
        name: 'Puppenhaus',
        description:
          'Holzhaus mit vier Zimmern und Möbeln für kleine Puppen. Großes Geschenk für Kinder ab drei Jahren.',
      },
      ja: {
        name: 'ドールハウス',
        description: '家具付きで4部屋ある木のおうち。クリスマスや誕生日に、3歳から遊べます。',
      },
      ar: {
        name: 'بيت دمى',
        description: 'بيت خشبي بأربع غرف وأثاث للدمى الصغيرة، هدية كبيرة للأطفال من عمر 3 سنوات.',
      },
    },
  },
  {
    id: 'tin-robot',
    name: 'Toy Robot',
    brand: 'Tumbletoy',
    category: dolls,
    price: 34.9,
    description:
      'A robot that walks, blinks and turns its head. Runs on batteries; a gift for a child from four years.',
    fields: { age: '4+', power: 'battery', tags: ['gift for a child'] },
    colors: [homeColors.teal, homeColors.red],
    draw: (color) => toyRobot(color),
    translations: {
      de: {
        name: 'Spielzeugroboter',
        description:
          'Roboter, der läuft, blinkt und den Kopf dreht. Mit Batterien; Geschenk für Kinder ab vier Jahren.',
      },
      ja: {
        name: 'おもちゃのロボット',
        description: '歩いて光って首を回す電池式ロボット。4歳以上の子どもへのプレゼントに。',
      },
      ar: {
        name: 'روبوت لعبة',
        description: 'روبوت يمشي ويومض ويدير رأسه، يعمل بالبطارية، هدية لطفل من عمر 4 سنوات.',
      },
    },
  },
  {
    id: 'nesting-dolls',
    name: 'Nesting Dolls, Set of 3',
    brand,
    category: dolls,
    price: 29.5,
    description:
      'Three painted wooden dolls that fit inside each other. For children from three years and for the shelf.',
    fields: { age: '3+', material: 'linden wood', tags: ['gift'] },
    draw: () => nestingDolls(),
    translations: {
      de: {
        name: 'Matroschka, 3-teilig',
        description:
          'Drei bemalte Holzpuppen, die ineinander passen. Für Kinder ab drei Jahren und fürs Regal.',
      },
      ja: {
        name: 'マトリョーシカ 3個組',
        description: '入れ子になった手描きの木製人形3個セット。3歳から遊べ、飾ってもかわいいです。',
      },
      ar: {
        name: 'دمى متداخلة، طقم من 3',
        description: 'ثلاث دمى خشبية ملونة تدخل إحداها في الأخرى، للأطفال من عمر 3 سنوات وللزينة.',
      },
    },
  },
  {
    id: 'crocodile-puppet',
    name: 'Crocodile Hand Puppet',
    brand,
    category: dolls,
    price: 21.9,
    description:
      'A glove puppet whose mouth opens wide, for puppet shows at home. A present for children from three years.',
    fields: { age: '3+', material: 'plush', tags: ['gift for a child'] },
    draw: () => handPuppet('#4c9a5b'),
    translations: {
      de: {
        name: 'Handpuppe Krokodil',
        description:
          'Handpuppe mit großem Maul für das Puppentheater zu Hause. Geschenk für Kinder ab drei Jahren.',
      },
      ja: {
        name: 'ワニのハンドパペット',
        description: '口が大きく開く手人形。おうちで人形劇を楽しめる、3歳からのプレゼントに。',
      },
      ar: {
        name: 'دمية يد تمساح',
        description: 'دمية يد بفم يفتح واسعاً لمسرح العرائس في البيت، هدية للأطفال من عمر 3 سنوات.',
      },
    },
  },
];
