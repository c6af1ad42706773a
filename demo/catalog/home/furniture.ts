import {
  bed,
  bookcase,
  bunkBed,
  coatStand,
  coffeeTable,
  cot,
  desk,
  diningTable,
  drawerChest,
  nightstand,
  shoeRack,
  wardrobe,
} from '../../drawings/home/storage.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const tables = 'Home > Furniture > Tables';
const beds = 'Home > Furniture > Beds';
const storage = 'Home > Furniture > Storage';

/** Tables, beds and what things are put away in. */
export const furniture: readonly DemoProduct[] = [
  {
    id: 'oak-dining-table',
    name: 'Oak Dining Table 180 cm',
    brand: 'Oakwell',
    category: tables,
    price: 499,
    description: 'A solid oak table for six people. Oiled by hand, with straight legs.',
    fields: { material: 'oak', length: '180 cm' },
    draw: () => diningTable('#c79a62'),
    translations: {
      de: {
        name: 'Esstisch aus Eiche 180 cm',
        description: 'Tisch aus massiver Eiche für sechs Personen, von Hand geölt.',
      },
      ja: {
        name: 'オーク材ダイニングテーブル 180cm',
        description: '6人で囲める、オイル仕上げの無垢オーク材の食卓です。',
      },
      ar: {
        name: 'طاولة طعام من البلوط 180 سم',
        description: 'طاولة من خشب البلوط الصلب تتسع لستة أشخاص، مدهونة بالزيت يدوياً.',
      },
    },
  },
  {
    id: 'round-coffee-table',
    name: 'Round Coffee Table',
    brand: 'Oakwell',
    category: tables,
    price: 129,
    description: 'A low table on three legs for the living room, with space for books and a cup of tea.',
    fields: { material: 'ash', diameter: '80 cm' },
    colors: [homeColors.walnut, homeColors.white],
    draw: (color) => coffeeTable(color),
  },
  {
    id: 'writing-desk',
    name: 'Desk with Drawers',
    brand: 'Oakwell',
    category: tables,
    price: 239,
    description:
      'A desk for work and homework with three drawers on the right. Room for a laptop, a lamp and papers.',
    fields: { material: 'pine', length: '140 cm' },
    colors: [homeColors.oak, homeColors.white],
    draw: (color) => desk(color),
    translations: {
      de: {
        name: 'Schreibtisch mit Schubladen',
        description: 'Schreibtisch für Arbeit und Hausaufgaben mit drei Schubladen rechts.',
      },
      ja: {
        name: '引き出し付きデスク',
        description: '仕事や宿題に便利な、右側に3段の引き出しが付いた机です。',
      },
      ar: { name: 'مكتب بأدراج', description: 'مكتب للعمل والواجبات المدرسية بثلاثة أدراج على اليمين.' },
    },
  },
  {
    id: 'double-bed-160',
    name: 'Double Bed 160 x 200 cm',
    brand: 'Oakwell',
    category: beds,
    price: 449,
    description:
      'A bed for two with an upholstered headboard and a slatted base. The mattress is not included.',
    fields: { material: 'oak', width: '160 cm' },
    draw: () => bed('#7b5233', '#5a86a8'),
    translations: {
      de: {
        name: 'Doppelbett 160 x 200 cm',
        description: 'Bett für zwei mit hohem Kopfteil und Lattenrost. Ohne Matratze.',
      },
      ja: {
        name: 'ダブルベッド 160×200cm',
        description: 'ヘッドボードとすのこが付いた2人用のベッド。マットレスは別売りです。',
      },
      ar: {
        name: 'سرير مزدوج 160 × 200 سم',
        description: 'سرير لشخصين بلوح رأس وقاعدة من الشرائح. بدون مرتبة.',
      },
    },
  },
  {
    id: 'bunk-bed',
    name: 'Bunk Bed with Ladder',
    brand: 'Kleinwald',
    category: beds,
    price: 389,
    description:
      'Two beds, one above the other, with a ladder, for brothers and sisters who share a room. Solid pine.',
    fields: { material: 'pine', width: '90 cm' },
    draw: () => bunkBed('#d3a068'),
  },
  {
    id: 'baby-cot',
    name: 'Baby Cot',
    brand: 'Kleinwald',
    category: beds,
    price: 199,
    description:
      'A crib with bars and a mobile, in which a baby sleeps safely from birth to three years. The base has three heights.',
    fields: { material: 'beech', age: '0-3 years' },
    colors: [homeColors.white, homeColors.oak],
    draw: (color) => cot(color),
    translations: {
      de: {
        name: 'Babybett',
        description: 'Gitterbett mit Mobile, in dem ein Baby von Geburt bis drei Jahre sicher schläft.',
      },
      ja: {
        name: 'ベビーベッド',
        description: '新生児から3歳まで安心して眠れる、メリー付きの柵付きベッドです。',
      },
      ar: {
        name: 'سرير أطفال',
        description: 'سرير بقضبان ولعبة معلقة ينام فيه الطفل بأمان من الولادة حتى ثلاث سنوات.',
      },
    },
  },
  {
    id: 'tall-bookcase',
    name: 'Bookcase with 4 Shelves',
    brand: 'Oakwell',
    category: storage,
    price: 149,
    description: 'A tall shelf for books, plants and boxes. Screws to the wall so that it cannot tip over.',
    fields: { material: 'pine', height: '200 cm' },
    colors: [homeColors.walnut, homeColors.white],
    draw: (color) => bookcase(color),
    translations: {
      de: {
        name: 'Bücherregal mit 4 Böden',
        description: 'Hohes Regal für Bücher, Pflanzen und Kisten, mit Kippschutz für die Wand.',
      },
      ja: {
        name: '4段ブックシェルフ',
        description: '本や植物、箱を飾れる背の高い本棚。転倒防止金具付きです。',
      },
      ar: {
        name: 'خزانة كتب بأربعة رفوف',
        description: 'رف عالٍ للكتب والنباتات والصناديق، يثبت على الحائط كي لا ينقلب.',
      },
    },
  },
  {
    id: 'two-door-wardrobe',
    name: 'Wardrobe with 2 Doors',
    brand: 'Oakwell',
    category: storage,
    price: 429,
    description: 'A closet with a rail for shirts and dresses and space below for shoes and boxes.',
    fields: { material: 'pine', height: '200 cm' },
    draw: () => wardrobe('#c79a62'),
    translations: {
      de: {
        name: 'Kleiderschrank mit 2 Türen',
        description: 'Schrank mit Kleiderstange für Hemden und Kleider und Platz für Schuhe und Kisten.',
      },
      ja: {
        name: '2枚扉のワードローブ',
        description: 'シャツやワンピースを掛けられるハンガーパイプ付きの洋服だんすです。',
      },
      ar: {
        name: 'خزانة ملابس ببابين',
        description: 'خزانة بقضيب للقمصان والفساتين ومساحة سفلية للأحذية والصناديق.',
      },
    },
  },
  {
    id: 'chest-of-drawers-6',
    name: 'Chest of 6 Drawers',
    brand: 'Oakwell',
    category: storage,
    price: 229,
    description: 'A dresser with six drawers for socks, shirts and bed linen. Brass knobs.',
    fields: { material: 'pine' },
    colors: [homeColors.mint, homeColors.oak],
    draw: (color) => drawerChest(color),
  },
  {
    id: 'bedside-table',
    name: 'Bedside Table',
    brand: 'Oakwell',
    category: storage,
    price: 69,
    description: 'A small cabinet that stands next to the bed, with a drawer and a shelf for books.',
    fields: { material: 'oak' },
    draw: () => nightstand('#c79a62'),
  },
  {
    id: 'coat-stand',
    name: 'Coat Stand',
    brand: 'Oakwell',
    category: storage,
    price: 59,
    description: 'A stand with hooks for coats, hats and scarves in the hall. Turned beech.',
    fields: { material: 'beech' },
    draw: () => coatStand('#a86f3d'),
  },
  {
    id: 'shoe-rack',
    name: 'Shoe Rack',
    brand: 'Oakwell',
    category: storage,
    price: 39,
    description: 'Three open shelves for nine pairs of shoes behind the front door. Bamboo.',
    fields: { material: 'bamboo' },
    draw: () => shoeRack(),
  },
];
