import {
  armchair,
  barStool,
  beanBag,
  bench,
  diningChair,
  hangingChair,
  officeChair,
  rockingChair,
  shellChair,
  sofa,
  stool,
} from '../../drawings/home/seating.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const chairs = 'Home > Furniture > Chairs';
const sofas = 'Home > Furniture > Sofas and armchairs';

/** Chairs, sofas and stools. */
export const seating: readonly DemoProduct[] = [
  {
    id: 'slat-dining-chair',
    name: 'Wooden Dining Chair',
    brand: 'Oakwell',
    category: chairs,
    price: 89,
    description:
      'A solid chair with a slatted back and an upholstered seat for the dining table and the kitchen. Oiled wood.',
    fields: { material: 'oak' },
    colors: [homeColors.oak, homeColors.walnut],
    draw: (color) => diningChair(color),
    translations: {
      de: {
        name: 'Esszimmerstuhl aus Holz',
        description: 'Stabiler Stuhl mit Sprossenlehne und gepolstertem Sitz für Esstisch und Küche.',
      },
      ja: {
        name: '木製ダイニングチェア',
        description: '背もたれが格子状の、クッション座面付きの丈夫な食卓用の椅子です。',
      },
      ar: {
        name: 'كرسي طعام خشبي',
        description: 'كرسي متين بظهر من القضبان ومقعد منجد لطاولة الطعام والمطبخ.',
      },
    },
  },
  {
    id: 'shell-chair',
    name: 'Shell Chair',
    brand: 'Lindqvell',
    category: chairs,
    price: 69,
    description:
      'A modern chair: a seat shell of recycled plastic on four wooden legs. Light, comfortable and easy to wipe clean.',
    fields: { material: 'recycled plastic' },
    colors: [homeColors.mustard, homeColors.white],
    draw: (color) => shellChair(color),
  },
  {
    id: 'ergonomic-office-chair',
    name: 'Ergonomic Office Chair',
    brand: 'Lindqvell',
    category: chairs,
    price: 219,
    description:
      'A swivel chair on castors for the desk at home or in the office. Seat height, back and armrests adjust to you.',
    fields: { material: 'mesh' },
    colors: [homeColors.graphite, homeColors.blue],
    draw: (color) => officeChair(color),
    translations: {
      de: {
        name: 'Ergonomischer Bürostuhl',
        description:
          'Drehstuhl auf Rollen für Schreibtisch und Homeoffice. Höhe, Lehne und Armlehnen sind verstellbar.',
      },
      ja: {
        name: 'エルゴノミクス オフィスチェア',
        description: '高さ、背もたれ、肘掛けを調整できるキャスター付きのデスクチェアです。',
      },
      ar: {
        name: 'كرسي مكتب مريح',
        description: 'كرسي دوار على عجلات للمكتب أو العمل من المنزل، قابل لتعديل الارتفاع والظهر والذراعين.',
      },
    },
  },
  {
    id: 'rocking-chair',
    name: 'Rocking Chair',
    brand: 'Oakwell',
    category: chairs,
    price: 179,
    description:
      'A wooden chair on curved runners that rocks gently, for reading on the porch or for feeding a baby.',
    fields: { material: 'beech' },
    draw: () => rockingChair('#8a5a30'),
  },
  {
    id: 'round-stool',
    name: 'Round Wooden Stool',
    brand: 'Oakwell',
    category: chairs,
    price: 45,
    description: 'A small seat on three legs, also a side table or a step. Solid beech with a painted top.',
    fields: { material: 'beech' },
    colors: [homeColors.teal, homeColors.red],
    draw: (color) => stool('#c79a62', color),
  },
  {
    id: 'bar-stool',
    name: 'Bar Stool with Back',
    brand: 'Lindqvell',
    category: chairs,
    price: 99,
    description:
      'A high stool for the kitchen counter or the bar, with a padded seat, a low back and a ring for the feet.',
    fields: { material: 'leather' },
    draw: () => barStool('#7a4a2b'),
  },
  {
    id: 'garden-bench',
    name: 'Garden Bench for 3',
    brand: 'Oakwell',
    category: 'Home > Furniture > Garden furniture',
    price: 189,
    description:
      'A park bench with slats of hardwood and sides of cast iron. Seats three people, in the garden or by the front door.',
    fields: { material: 'eucalyptus', weatherproof: true },
    draw: () => bench('#a86f3d'),
    translations: {
      de: {
        name: 'Gartenbank für 3 Personen',
        description: 'Parkbank aus Hartholzlatten mit Seiten aus Gusseisen, für Garten oder Hauseingang.',
      },
      ja: {
        name: '3人掛けガーデンベンチ',
        description: '堅木の板と鋳鉄の脚でできた庭用のベンチ。玄関先や公園風の庭に。',
      },
      ar: {
        name: 'مقعد حديقة لثلاثة أشخاص',
        description: 'مقعد من شرائح الخشب الصلب بجوانب من الحديد الزهر، للحديقة أو أمام الباب.',
      },
    },
  },
  {
    id: 'hanging-egg-chair',
    name: 'Hanging Egg Chair',
    brand: 'Lindqvell',
    category: 'Home > Furniture > Garden furniture',
    price: 259,
    description:
      'A swing seat of wicker that hangs from its own stand, with a thick cushion. For the terrace or a corner of the living room.',
    fields: { material: 'rattan', weatherproof: true },
    draw: () => hangingChair('#9c7247'),
  },
  {
    id: 'tufted-armchair',
    name: 'Armchair',
    brand: 'Lindqvell',
    category: sofas,
    price: 349,
    description:
      'A soft armchair with a high back for reading and watching television. Velvet cover and wooden feet.',
    fields: { material: 'velvet' },
    colors: [homeColors.forest, homeColors.pink],
    draw: (color) => armchair(color),
    translations: {
      de: {
        name: 'Sessel',
        description: 'Weicher Sessel mit hoher Lehne zum Lesen und Fernsehen. Samtbezug und Holzfüße.',
      },
      ja: {
        name: 'アームチェア',
        description: '読書やテレビに最適な、背もたれの高いベルベット張りの一人掛けソファです。',
      },
      ar: {
        name: 'كرسي بذراعين',
        description: 'كرسي مريح بظهر عالٍ للقراءة ومشاهدة التلفاز، بغطاء مخملي وأرجل خشبية.',
      },
    },
  },
  {
    id: 'three-seat-sofa',
    name: 'Three-Seat Sofa',
    brand: 'Lindqvell',
    category: sofas,
    price: 799,
    description: 'A deep couch for three people with two cushions. Woven cover that comes off to be washed.',
    fields: { material: 'cotton', seats: 3 },
    colors: [homeColors.grey, homeColors.navy],
    draw: (color) => sofa(color, 3),
    translations: {
      de: {
        name: 'Dreisitzer-Sofa',
        description:
          'Tiefe Couch für drei Personen mit zwei Kissen. Der gewebte Bezug ist abnehmbar und waschbar.',
      },
      ja: {
        name: '3人掛けソファ',
        description: 'クッション2個付きのゆったりした3人掛けソファ。カバーは取り外して洗えます。',
      },
      ar: {
        name: 'أريكة بثلاثة مقاعد',
        description: 'أريكة عميقة لثلاثة أشخاص مع وسادتين، وغطاء قابل للنزع والغسل.',
      },
    },
  },
  {
    id: 'two-seat-sofa',
    name: 'Small Sofa for Two',
    brand: 'Lindqvell',
    category: sofas,
    price: 549,
    description: 'A compact loveseat for a small flat. Leather cover, firm seat and room for two.',
    fields: { material: 'leather', seats: 2 },
    draw: () => sofa('#9a5a32', 2, '#2d8a8c'),
  },
  {
    id: 'bean-bag',
    name: 'Bean Bag',
    brand: 'Lindqvell',
    category: sofas,
    price: 79,
    description:
      'A big sack filled with beads that adapts to your body. For gaming, reading and children’s rooms.',
    fields: { material: 'canvas' },
    colors: [homeColors.orange, homeColors.purple],
    draw: (color) => beanBag(color),
  },
];
