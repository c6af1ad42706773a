import { bathDuck } from '../../drawings/toys/play.ts';
import {
  abacus,
  buildingBlocks,
  doctorCase,
  jigsawPuzzle,
  marbles,
  rockingHorse,
  shapeSorter,
  spinningTop,
  stackingRings,
  studBricks,
  toyKitchen,
  woodenTrain,
  yoyo,
} from '../../drawings/toys/wooden.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const building = 'Toys and gifts > Building and wooden toys';
const baby = 'Toys and gifts > Baby toys';
const pretend = 'Toys and gifts > Pretend play';
const brand = 'Kleinwald';

/** Wooden toys, blocks, toys for babies and pretend play. */
export const woodenToys: readonly DemoProduct[] = [
  {
    id: 'letter-blocks',
    name: 'Wooden Building Blocks, 50 Pieces',
    brand,
    category: building,
    price: 29.9,
    description:
      'Coloured wooden bricks, arches and letters to build towers and castles. A gift for a child from one year.',
    fields: { age: '1+', material: 'beech', tags: ['gift for a child'] },
    draw: () => buildingBlocks(),
    translations: {
      de: {
        name: 'Bauklötze aus Holz, 50 Teile',
        description:
          'Bunte Holzklötze, Bögen und Buchstaben für Türme und Burgen. Geschenk für Kinder ab einem Jahr.',
      },
      ja: {
        name: '木の積み木 50ピース',
        description: 'カラフルな積み木と文字ブロックで塔やお城が作れます。1歳からの贈り物に。',
      },
      ar: {
        name: 'مكعبات بناء خشبية، 50 قطعة',
        description: 'مكعبات ملونة وأقواس وحروف لبناء الأبراج والقلاع، هدية للطفل من عمر سنة.',
      },
    },
  },
  {
    id: 'stud-bricks-300',
    name: 'Plastic Building Bricks, 300 Pieces',
    brand: 'Tumbletoy',
    category: building,
    price: 39.9,
    description:
      'Bricks with studs that click together into houses, cars and animals. A present for children from four years.',
    fields: { age: '4+', material: 'plastic', tags: ['gift for a child'] },
    draw: () => studBricks(),
    translations: {
      de: {
        name: 'Klemmbausteine, 300 Teile',
        description: 'Steine mit Noppen für Häuser, Autos und Tiere. Geschenk für Kinder ab vier Jahren.',
      },
      ja: {
        name: 'ブロック 300ピース',
        description: 'カチッとつなげて家や車、動物を作れるブロック。4歳以上へのプレゼントに。',
      },
      ar: {
        name: 'قطع تركيب بلاستيكية، 300 قطعة',
        description: 'قطع تتشابك لبناء البيوت والسيارات والحيوانات، هدية للأطفال من عمر 4 سنوات.',
      },
    },
  },
  {
    id: 'wooden-train',
    name: 'Wooden Train with Wagons',
    brand,
    category: building,
    price: 34.5,
    description:
      'A steam engine with two wagons and their load, held together by magnets. A good present for a child from two years.',
    fields: { age: '2+', material: 'beech', tags: ['gift for a child'] },
    draw: () => woodenTrain(),
    translations: {
      de: {
        name: 'Holzeisenbahn mit Waggons',
        description:
          'Lokomotive mit zwei beladenen Waggons und Magneten. Ein schönes Geschenk ab zwei Jahren.',
      },
      ja: {
        name: '木の汽車セット',
        description: '積み荷付きの貨車2両を磁石でつなぐ機関車。2歳からのプレゼントに。',
      },
      ar: {
        name: 'قطار خشبي بعربات',
        description: 'قاطرة مع عربتين محملتين تتصل بمغناطيس، هدية جميلة من عمر سنتين.',
      },
    },
  },
  {
    id: 'stacking-rings',
    name: 'Stacking Rings',
    brand,
    category: baby,
    price: 15.9,
    description:
      'Five rings in rainbow colours on a stand. Babies learn sizes and colours; a first birthday gift.',
    fields: { age: '1+', material: 'wood', tags: ['gift for a child'] },
    draw: () => stackingRings(),
    translations: {
      de: {
        name: 'Stapelringe',
        description: 'Fünf Ringe in Regenbogenfarben auf einem Stab. Geschenk zum ersten Geburtstag.',
      },
      ja: {
        name: 'リングタワー',
        description: '虹色の5つの輪を重ねて色と大きさを学べるおもちゃ。1歳の誕生日に。',
      },
      ar: { name: 'حلقات تكديس', description: 'خمس حلقات بألوان قوس قزح على قاعدة، هدية لعيد الميلاد الأول.' },
    },
  },
  {
    id: 'bath-duck',
    name: 'Bath Duck',
    brand,
    category: baby,
    price: 6.9,
    description:
      'A rubber duck that floats in the bath tub and squeaks. For babies and for grown-ups; a small gift.',
    fields: { age: '0+', material: 'natural rubber', tags: ['gift for a child'] },
    draw: () => bathDuck('#f7c948'),
    translations: {
      de: {
        name: 'Badeente',
        description: 'Quietscheente, die in der Wanne schwimmt. Kleines Geschenk für Babys und Große.',
      },
      ja: {
        name: 'お風呂のアヒル',
        description: 'お湯に浮かんでピーピー鳴るゴムのアヒル。赤ちゃんへのプチギフトに。',
      },
      ar: {
        name: 'بطة استحمام',
        description: 'بطة مطاطية تطفو في حوض الاستحمام وتصدر صوتاً، هدية صغيرة للأطفال.',
      },
    },
  },
  {
    id: 'shape-sorter',
    name: 'Shape Sorter Cube',
    brand,
    category: baby,
    price: 18.9,
    description:
      'A box with holes for round, square and star-shaped blocks. For babies from one year, a present that teaches.',
    fields: { age: '1+', material: 'wood', tags: ['gift for a child'] },
    draw: () => shapeSorter('#d3a068'),
    translations: {
      de: {
        name: 'Steckwürfel',
        description:
          'Würfel mit Öffnungen für runde, eckige und sternförmige Klötze. Geschenk für Kinder ab einem Jahr.',
      },
      ja: {
        name: '形合わせボックス',
        description: '丸や四角、星の形のブロックを穴に入れて遊ぶ知育玩具。1歳から。',
      },
      ar: {
        name: 'مكعب فرز الأشكال',
        description: 'صندوق بفتحات لقطع مستديرة ومربعة ونجمية، هدية تعليمية للأطفال من عمر سنة.',
      },
    },
  },
  {
    id: 'rocking-horse',
    name: 'Rocking Horse',
    brand,
    category: baby,
    price: 99,
    description:
      'A wooden horse on runners with a saddle and reins. A big gift for a child from 18 months, made to be handed down.',
    fields: { age: '1+', material: 'wood', tags: ['gift for a child'] },
    colors: [{ name: 'natural wood', hex: '#d3a068' }, homeColors.white],
    draw: (color) => rockingHorse(color),
    translations: {
      de: {
        name: 'Schaukelpferd',
        description: 'Holzpferd auf Kufen mit Sattel und Zügeln. Großes Geschenk für Kinder ab 18 Monaten.',
      },
      ja: { name: '木馬', description: '鞍と手綱の付いた揺れる木のお馬さん。1歳半からの特別な贈り物に。' },
      ar: { name: 'حصان هزاز', description: 'حصان خشبي هزاز بسرج ولجام، هدية كبيرة للطفل من عمر 18 شهراً.' },
    },
  },
  {
    id: 'spinning-top',
    name: 'Humming Spinning Top',
    brand: 'Tumbletoy',
    category: building,
    price: 16.5,
    description:
      'A tin top that spins and hums when you push its handle. A small present for children from two years.',
    fields: { age: '2+', material: 'tin', tags: ['gift for a child'] },
    draw: () => spinningTop('#2f6fb0'),
    translations: {
      de: {
        name: 'Brummkreisel',
        description: 'Kreisel aus Blech, der sich dreht und brummt. Kleines Geschenk ab zwei Jahren.',
      },
      ja: {
        name: 'うなりごま',
        description: 'ハンドルを押すとブーンと鳴って回るブリキのこま。2歳からのプチギフトに。',
      },
      ar: {
        name: 'دوامة طنانة',
        description: 'دوامة معدنية تدور وتطن عند الضغط على مقبضها، هدية صغيرة من عمر سنتين.',
      },
    },
  },
  {
    id: 'star-yoyo',
    name: 'Yo-Yo with a Star',
    brand: 'Tumbletoy',
    category: building,
    price: 8.9,
    description: 'A wooden yo-yo that climbs up its string. For school yards and party bags, from six years.',
    fields: { age: '6+', material: 'wood', tags: ['gift for a child'] },
    colors: [homeColors.red, homeColors.teal],
    draw: (color) => yoyo(color),
    translations: {
      de: {
        name: 'Jo-Jo mit Stern',
        description: 'Holz-Jo-Jo, das an der Schnur hochklettert. Mitbringsel für Kinder ab sechs Jahren.',
      },
      ja: {
        name: '星のヨーヨー',
        description: '紐をのぼる木製ヨーヨー。6歳から遊べる、ちょっとしたプレゼントに。',
      },
      ar: { name: 'يويو بنجمة', description: 'يويو خشبي يصعد على خيطه، هدية صغيرة للأطفال من عمر 6 سنوات.' },
    },
  },
  {
    id: 'glass-marbles',
    name: 'Glass Marbles, 50 Pieces',
    brand: 'Tumbletoy',
    category: building,
    price: 9.5,
    description: 'Fifty coloured glass balls in a net to play and trade. For children from five years.',
    fields: { age: '5+', material: 'glass', tags: ['gift for a child'] },
    draw: () => marbles(),
    translations: {
      de: {
        name: 'Glasmurmeln, 50 Stück',
        description: 'Fünfzig bunte Murmeln im Netz zum Spielen und Tauschen, ab fünf Jahren.',
      },
      ja: {
        name: 'ビー玉 50個',
        description: '色とりどりのガラス玉50個。遊んだり集めたり、5歳から楽しめます。',
      },
      ar: {
        name: 'كرات زجاجية، 50 قطعة',
        description: 'خمسون كرة زجاجية ملونة للعب والتبادل، للأطفال من عمر 5 سنوات.',
      },
    },
  },
  {
    id: 'toy-kitchen',
    name: 'Toy Kitchen',
    brand,
    category: pretend,
    price: 139,
    description:
      'A play kitchen of wood with sink, oven, pans and a window. A big present for small cooks from three years.',
    fields: { age: '3+', material: 'wood', tags: ['gift for a child'] },
    colors: [homeColors.mint, homeColors.pink],
    draw: (color) => toyKitchen(color),
    translations: {
      de: {
        name: 'Spielküche',
        description:
          'Kinderküche aus Holz mit Spüle, Ofen und Pfannen. Großes Geschenk für kleine Köche ab drei Jahren.',
      },
      ja: {
        name: 'おままごとキッチン',
        description: '流し、オーブン、フライパン付きの木製キッチン。3歳からの特別なプレゼントに。',
      },
      ar: {
        name: 'مطبخ ألعاب',
        description: 'مطبخ خشبي بمغسلة وفرن ومقالٍ، هدية كبيرة للطهاة الصغار من عمر 3 سنوات.',
      },
    },
  },
  {
    id: 'doctor-case',
    name: 'Doctor’s Case',
    brand: 'Tumbletoy',
    category: pretend,
    price: 24.5,
    description:
      'A case with a stethoscope, a thermometer and plasters to treat dolls and parents. A gift for a child from three years.',
    fields: { age: '3+', material: 'wood', tags: ['gift for a child'] },
    draw: () => doctorCase('#f0c53a'),
    translations: {
      de: {
        name: 'Arztkoffer',
        description:
          'Koffer mit Stethoskop, Thermometer und Pflastern für Puppen und Eltern. Geschenk ab drei Jahren.',
      },
      ja: {
        name: 'お医者さんごっこセット',
        description: '聴診器や体温計、ばんそうこう入りのかばん。3歳からのごっこ遊びに。',
      },
      ar: {
        name: 'حقيبة طبيب',
        description: 'حقيبة بسماعة ومقياس حرارة وضمادات لعلاج الدمى والأهل، هدية من عمر 3 سنوات.',
      },
    },
  },
  {
    id: 'wooden-abacus',
    name: 'Abacus',
    brand,
    category: 'Toys and gifts > Drawing and learning',
    price: 19.5,
    description:
      'A frame with coloured beads on which children learn to count. A useful gift for a child who starts school.',
    fields: { age: '4+', material: 'wood', tags: ['gift for a child'] },
    draw: () => abacus(),
    translations: {
      de: {
        name: 'Rechenrahmen',
        description: 'Abakus mit bunten Perlen zum Zählenlernen. Sinnvolles Geschenk zur Einschulung.',
      },
      ja: { name: '百玉そろばん', description: 'カラフルな玉で数を学べる木枠のそろばん。入学祝いにも。' },
      ar: {
        name: 'معداد خشبي',
        description: 'إطار بخرز ملون يتعلم به الأطفال العد، هدية مفيدة لبداية المدرسة.',
      },
    },
  },
  {
    id: 'jigsaw-puzzle-100',
    name: 'Jigsaw Puzzle, 100 Pieces',
    brand: 'Tumbletoy',
    category: 'Toys and gifts > Games and puzzles',
    price: 12.9,
    description:
      'A puzzle of one hundred large pieces of thick cardboard. A rainy day present for children from five years.',
    fields: { age: '5+', material: 'cardboard', tags: ['gift for a child'] },
    draw: () => jigsawPuzzle(),
    translations: {
      de: {
        name: 'Puzzle, 100 Teile',
        description:
          'Puzzle mit hundert großen Teilen aus fester Pappe. Geschenk für Regentage, ab fünf Jahren.',
      },
      ja: {
        name: 'ジグソーパズル 100ピース',
        description: '厚紙の大きめピースで組みやすいパズル。雨の日に、5歳からの贈り物に。',
      },
      ar: {
        name: 'أحجية صور، 100 قطعة',
        description: 'أحجية من مئة قطعة كبيرة من الكرتون السميك، هدية لأيام المطر من عمر 5 سنوات.',
      },
    },
  },
];
