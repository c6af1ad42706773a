import * as draw from '../../drawings/outdoor/wheels.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

const skateSizes = ['36', '38', '40', '42', '44'];

/** Skates, boards and scooters. */
export const wheels: readonly DemoProduct[] = [
  {
    id: 'kick-scooter',
    name: 'Kick Scooter',
    brand: 'Brisk',
    category: 'Outdoor > Skates and scooters > Scooters',
    price: 129,
    description:
      'A folding city scooter with big wheels for the way to work or school. It carries adults and has a brake at the back.',
    fields: { material: 'aluminium', load: '100 kg' },
    colors: [wearColors.teal, wearColors.black],
    draw: draw.kickScooter,
    translations: translated({
      de: ['Tretroller', 'Klappbarer Roller mit großen Rädern für den Weg zur Arbeit oder Schule.'],
      ja: ['キックスクーター', '大きな車輪の折りたたみ式。通勤や通学に。'],
      ar: ['سكوتر', 'سكوتر قابل للطي بعجلات كبيرة للطريق إلى العمل أو المدرسة.'],
    }),
  },
  {
    id: 'kids-scooter',
    name: 'Three-Wheel Scooter for Kids',
    brand: 'Kolibri',
    category: 'Outdoor > Skates and scooters > Scooters',
    price: 49,
    description:
      'A stable scooter for toddlers with three wheels and a bear on the handlebar, a cheerful gift for a child. The low deck and the wide wheels prevent falls.',
    fields: { gender: 'kids', age: '2 to 5 years', tags: ['gift for children'] },
    colors: [wearColors.yellow],
    draw: draw.kidsScooter,
    translations: translated({
      de: [
        'Dreirad-Roller für Kinder',
        'Stabiler Kinderroller mit drei Rädern und Bär, ein fröhliches Geschenk.',
      ],
      ja: ['子ども用三輪スクーター', 'くまの飾りが付いた安定した三輪キックボード。プレゼントに。'],
      ar: ['سكوتر أطفال بثلاث عجلات', 'سكوتر ثابت للصغار بثلاث عجلات ودب على المقود، هدية مرحة.'],
    }),
  },
  {
    id: 'skateboard',
    name: 'Skateboard',
    brand: 'Brisk',
    category: 'Outdoor > Skates and scooters > Skateboards',
    price: 69,
    description:
      'A maple board of seven layers with soft wheels for tricks in the park. For beginners and advanced skaters.',
    fields: { material: 'maple' },
    colors: [wearColors.red, wearColors.purple],
    draw: (color) => draw.skateboard(color, '#f4c534'),
    translations: translated({
      de: ['Skateboard', 'Board aus sieben Lagen Ahorn mit weichen Rollen für Tricks.'],
      ja: ['スケートボード', 'メープル7層のデッキと柔らかいウィールのボードです。'],
      ar: ['لوح تزلج', 'لوح من سبع طبقات قيقب بعجلات ناعمة للحركات.'],
    }),
  },
  {
    id: 'longboard',
    name: 'Longboard',
    brand: 'Brisk',
    category: 'Outdoor > Skates and scooters > Skateboards',
    price: 119,
    description:
      'A long bamboo board for cruising along the promenade. The big wheels run smoothly over rough asphalt.',
    fields: { material: 'bamboo' },
    colors: [wearColors.teal],
    draw: draw.longboard,
  },
  {
    id: 'inline-skates',
    name: 'Inline Skates',
    brand: 'Brisk',
    category: 'Outdoor > Skates and scooters > Skates',
    price: 119,
    description:
      'Rollerblades with four wheels in a row, buckles and a firm boot. For fitness, the park and the way to work.',
    fields: { gender: 'unisex' },
    colors: [wearColors.charcoal, wearColors.purple],
    sizes: skateSizes,
    draw: (color) => draw.inlineSkate(color, '#58c45a'),
    translations: translated({
      de: ['Inlineskates', 'Inliner mit vier Rollen in einer Reihe, Schnallen und festem Schaft.'],
      ja: ['インラインスケート', '一列に並んだ四つの車輪とバックル付きのローラーブレードです。'],
      ar: ['حذاء تزلج بعجلات متتالية', 'حذاء بأربع عجلات في صف واحد وأبازيم.'],
    }),
  },
  {
    id: 'roller-skates',
    name: 'Retro Roller Skates',
    brand: 'Brisk',
    category: 'Outdoor > Skates and scooters > Skates',
    price: 99,
    description:
      'High quad skates with four wheels, a star and a stopper for disco and park. Padded and comfortable, with soft wheels.',
    fields: { gender: 'women' },
    colors: [wearColors.pink, wearColors.turquoise],
    sizes: skateSizes,
    draw: (color) => draw.rollerSkate(color, '#f08a34'),
  },
];
