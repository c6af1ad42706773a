import * as draw from '../../drawings/outdoor/fitness.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

/** Training at home and in the park. */
export const fitness: readonly DemoProduct[] = [
  {
    id: 'dumbbells',
    name: 'Hex Dumbbells, Pair',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Weights',
    price: 39,
    description:
      'Two rubber-coated hand weights that do not roll away. For arms, shoulders and back at home.',
    fields: { material: 'iron, rubber' },
    colors: [wearColors.charcoal, wearColors.rose],
    sizes: ['2 x 2 kg', '2 x 5 kg', '2 x 10 kg'],
    draw: draw.dumbbells,
    translations: translated({
      de: ['Hantel-Paar', 'Zwei gummierte Kurzhanteln, die nicht wegrollen.'],
      ja: ['ダンベル 二個組', '転がりにくい六角形のゴムコーティングダンベルです。'],
      ar: ['زوج دمبلز', 'دمبلان مغلفان بالمطاط لا يتدحرجان.'],
    }),
  },
  {
    id: 'kettlebell',
    name: 'Kettlebell',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Weights',
    price: 35,
    description:
      'A cast iron ball weight with a handle for swings and squats. For training at home, where there is little space.',
    fields: { material: 'cast iron' },
    colors: [wearColors.red, wearColors.blue],
    sizes: ['8 kg', '12 kg', '16 kg'],
    draw: draw.kettlebell,
    translations: translated({
      de: ['Kettlebell', 'Kugelhantel aus Gusseisen mit Griff.'],
      ja: ['ケトルベル', '取っ手付きの鋳鉄製ウエイトです。'],
      ar: ['كيتل بل', 'ثقل كروي من حديد الزهر بمقبض.'],
    }),
  },
  {
    id: 'barbell',
    name: 'Barbell Set 50 kg',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Weights',
    price: 149,
    description:
      'A long bar with weight plates for bench press and deadlift. The plates can be changed, and spring collars hold them.',
    fields: { material: 'steel', weight: '50 kg' },
    colors: [wearColors.blue],
    draw: draw.barbell,
  },
  {
    id: 'yoga-mat',
    name: 'Yoga Mat',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Yoga',
    price: 29,
    description:
      'A soft, non-slip exercise mat of 183 by 61 cm for yoga and pilates. It rolls up and comes with a strap.',
    fields: { material: 'natural rubber' },
    colors: [wearColors.purple, wearColors.mint],
    draw: draw.yogaMat,
    translations: translated({
      de: ['Yogamatte', 'Weiche, rutschfeste Matte, 183 mal 61 cm, für Yoga und Pilates.'],
      ja: ['ヨガマット', '滑りにくくやわらかい183×61cmのマット。ヨガやピラティスに。'],
      ar: ['بساط يوغا', 'بساط ناعم مانع للانزلاق 183 × 61 سم لليوغا والبيلاتس.'],
    }),
  },
  {
    id: 'skipping-rope',
    name: 'Training Skipping Rope',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Skipping ropes',
    price: 9,
    description:
      'A jump rope of cotton with wooden handles for boxers and children. The length can be shortened with a knot.',
    fields: { material: 'cotton, wood', length: '2.8 m' },
    colors: [wearColors.red, wearColors.blue],
    draw: draw.skippingRope,
    translations: translated({
      de: ['Springseil', 'Seil aus Baumwolle mit Holzgriffen zum Seilspringen.'],
      ja: ['なわとび', '木の持ち手が付いた綿の縄跳び。トレーニングにも子どもにも。'],
      ar: ['حبل قفز', 'حبل قطني بمقابض خشبية للتمرين وللأطفال.'],
    }),
  },
  {
    id: 'resistance-bands',
    name: 'Resistance Bands, Set of 5',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Bands',
    price: 19,
    description:
      'Five elastic loops from light to strong for home workouts. They come in a bag and train legs, arms and back.',
    fields: { material: 'latex' },
    draw: draw.resistanceBands,
  },
  {
    id: 'foam-roller',
    name: 'Foam Roller',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Massage',
    price: 25,
    description:
      'A massage roller with knobs that loosens sore muscles. For back and legs after running or the gym.',
    fields: { material: 'EVA foam', length: '33 cm' },
    colors: [wearColors.orange],
    draw: draw.foamRoller,
  },
  {
    id: 'stopwatch',
    name: 'Stopwatch',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Timers',
    price: 22,
    description:
      'A mechanical timer with a dial for training and games. It counts tenths of a second and hangs on a cord.',
    fields: { material: 'steel' },
    colors: [wearColors.silver],
    draw: draw.stopwatch,
  },
  {
    id: 'treadmill',
    name: 'Folding Treadmill',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Machines',
    price: 649,
    description:
      'A running machine for home with 12 programmes and a display. It reaches 14 km/h and folds upright.',
    fields: { power: '1500 W', load: '110 kg' },
    draw: draw.treadmill,
  },
  {
    id: 'exercise-bike',
    name: 'Exercise Bike',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Machines',
    price: 399,
    description:
      'A stationary bicycle with a flywheel and a heart rate display. Sixteen levels of resistance, quiet enough for a flat.',
    fields: { load: '120 kg' },
    colors: [wearColors.red],
    draw: draw.exerciseBike,
  },
];
