import {
  excavator,
  fireEngine,
  kickScooter,
  raceCar,
  toyBoat,
  toyCar,
  toyPlane,
  toyRocket,
  tricycle,
} from '../../drawings/toys/vehicles.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const category = 'Toys and gifts > Vehicles';
const brand = 'Tumbletoy';

/** Cars, planes and what children ride on. */
export const toyVehicles: readonly DemoProduct[] = [
  {
    id: 'toy-car',
    name: 'Toy Car',
    brand,
    category,
    price: 12.9,
    description:
      'A small round car with big rubber wheels that rolls far. A present for a child from 18 months.',
    fields: { age: '1+', material: 'wood', tags: ['gift for a child'] },
    colors: [homeColors.red, homeColors.skyBlue],
    draw: (color) => toyCar(color),
    translations: {
      de: {
        name: 'Spielzeugauto',
        description: 'Kleines rundes Auto mit großen Gummirädern. Geschenk für Kinder ab 18 Monaten.',
      },
      ja: {
        name: 'おもちゃの車',
        description: '大きなゴムタイヤでよく走る丸い小さな車。1歳半からのプレゼントに。',
      },
      ar: {
        name: 'سيارة لعبة',
        description: 'سيارة صغيرة مستديرة بعجلات مطاطية كبيرة، هدية للطفل من عمر 18 شهراً.',
      },
    },
  },
  {
    id: 'racing-car',
    name: 'Remote Control Racing Car',
    brand,
    category,
    price: 49.9,
    description:
      'A racing car with a number one that you steer from a remote control. A fast gift for a child from six years.',
    fields: { age: '6+', power: 'battery', tags: ['gift for a child'] },
    colors: [homeColors.green, homeColors.orange],
    draw: (color) => raceCar(color),
    translations: {
      de: {
        name: 'Ferngesteuerter Rennwagen',
        description: 'Schneller Rennwagen mit Fernsteuerung. Geschenk für Kinder ab sechs Jahren.',
      },
      ja: {
        name: 'ラジコンレーシングカー',
        description: 'リモコンで操縦する速いレーシングカー。6歳以上の子どもへのプレゼントに。',
      },
      ar: {
        name: 'سيارة سباق بالتحكم عن بعد',
        description: 'سيارة سباق سريعة بجهاز تحكم، هدية لطفل من عمر 6 سنوات.',
      },
    },
  },
  {
    id: 'fire-engine',
    name: 'Fire Engine with Ladder',
    brand,
    category,
    price: 29.9,
    description:
      'A red fire truck with a ladder, a blue light and a siren. A present for small fire fighters from three years.',
    fields: { age: '3+', power: 'battery', tags: ['gift for a child'] },
    draw: () => fireEngine(),
    translations: {
      de: {
        name: 'Feuerwehrauto mit Leiter',
        description: 'Rotes Feuerwehrauto mit Leiter, Blaulicht und Sirene. Geschenk ab drei Jahren.',
      },
      ja: {
        name: 'はしご消防車',
        description: 'はしごとサイレン、青いライトの付いた赤い消防車。3歳からのプレゼントに。',
      },
      ar: {
        name: 'سيارة إطفاء بسلم',
        description: 'سيارة إطفاء حمراء بسلم وضوء أزرق وصفارة، هدية للأطفال من عمر 3 سنوات.',
      },
    },
  },
  {
    id: 'toy-excavator',
    name: 'Toy Excavator',
    brand,
    category,
    price: 32.5,
    description:
      'A digger with tracks and a moving shovel for the sand pit. A strong gift for a child from two years.',
    fields: { age: '2+', material: 'plastic', tags: ['gift for a child'] },
    draw: () => excavator('#f0c53a'),
    translations: {
      de: {
        name: 'Spielzeugbagger',
        description:
          'Bagger mit Ketten und beweglicher Schaufel für den Sandkasten. Geschenk ab zwei Jahren.',
      },
      ja: {
        name: 'おもちゃのショベルカー',
        description: '動くショベルとキャタピラで砂場遊びに活躍。2歳からの贈り物に。',
      },
      ar: {
        name: 'حفارة لعبة',
        description: 'حفارة بجنزير وجرافة متحركة لصندوق الرمل، هدية متينة من عمر سنتين.',
      },
    },
  },
  {
    id: 'propeller-plane',
    name: 'Toy Plane with Propeller',
    brand,
    category,
    price: 19.9,
    description:
      'An aeroplane with a propeller that turns. A gift for a child from three years who wants to be a pilot.',
    fields: { age: '3+', material: 'wood', tags: ['gift for a child'] },
    draw: () => toyPlane('#c8383d'),
    translations: {
      de: {
        name: 'Spielflugzeug mit Propeller',
        description: 'Flugzeug mit drehbarem Propeller. Geschenk für kleine Piloten ab drei Jahren.',
      },
      ja: {
        name: 'プロペラ飛行機のおもちゃ',
        description: 'プロペラが回る飛行機。パイロットに憧れる3歳からの子どもへ。',
      },
      ar: {
        name: 'طائرة لعبة بمروحة',
        description: 'طائرة بمروحة تدور، هدية للطفل الذي يحلم أن يصبح طياراً، من عمر 3 سنوات.',
      },
    },
  },
  {
    id: 'toy-rocket',
    name: 'Space Rocket',
    brand,
    category,
    price: 24.9,
    description:
      'A rocket with a window and three fins, ready to fly to the moon. A present for children from three years.',
    fields: { age: '3+', material: 'wood', tags: ['gift for a child'] },
    draw: () => toyRocket('#c8383d'),
    translations: {
      de: {
        name: 'Weltraumrakete',
        description: 'Rakete mit Fenster und drei Flossen für die Reise zum Mond. Geschenk ab drei Jahren.',
      },
      ja: {
        name: '宇宙ロケット',
        description: '丸窓と3枚の翼のロケットで月まで出発。3歳からのプレゼントに。',
      },
      ar: {
        name: 'صاروخ فضائي',
        description: 'صاروخ بنافذة وثلاث زعانف جاهز للسفر إلى القمر، هدية من عمر 3 سنوات.',
      },
    },
  },
  {
    id: 'sailing-boat',
    name: 'Toy Sailing Boat',
    brand,
    category,
    price: 21.5,
    description:
      'A boat with two sails that floats in the bath and on the pond. A gift for a child from two years.',
    fields: { age: '2+', material: 'wood', waterproof: true, tags: ['gift for a child'] },
    draw: () => toyBoat('#2f6fb0'),
    translations: {
      de: {
        name: 'Spielzeug-Segelboot',
        description:
          'Boot mit zwei Segeln, das in der Wanne und auf dem Teich schwimmt. Geschenk ab zwei Jahren.',
      },
      ja: {
        name: 'おもちゃのヨット',
        description: 'お風呂や池に浮かぶ、2枚帆の小さな船。2歳からの贈り物に。',
      },
      ar: {
        name: 'قارب شراعي لعبة',
        description: 'قارب بشراعين يطفو في حوض الاستحمام والبركة، هدية للطفل من عمر سنتين.',
      },
    },
  },
  {
    id: 'tricycle',
    name: 'Tricycle',
    brand,
    category: 'Toys and gifts > Outdoor play',
    price: 79,
    description:
      'A bike with three wheels, pedals and coloured ribbons on the handles. A birthday gift for a child from two years.',
    fields: { age: '2+', material: 'steel', tags: ['gift for a child'] },
    colors: [homeColors.red, homeColors.teal],
    draw: (color) => tricycle(color),
    translations: {
      de: {
        name: 'Dreirad',
        description: 'Dreirad mit Pedalen und bunten Bändern am Lenker. Geburtstagsgeschenk ab zwei Jahren.',
      },
      ja: {
        name: '三輪車',
        description: 'ハンドルにカラフルなリボンが付いた三輪車。2歳からの誕生日プレゼントに。',
      },
      ar: {
        name: 'دراجة ثلاثية العجلات',
        description: 'دراجة بثلاث عجلات ودواسات وشرائط ملونة، هدية عيد ميلاد من عمر سنتين.',
      },
    },
  },
  {
    id: 'toy-kick-scooter',
    name: 'Kick Scooter for Children',
    brand,
    category: 'Toys and gifts > Outdoor play',
    price: 59,
    description:
      'A light scooter with a brake at the back and a bar that grows with the child. From five years.',
    fields: { age: '5+', material: 'aluminium', tags: ['gift for a child'] },
    colors: [homeColors.pink, homeColors.blue],
    draw: (color) => kickScooter(color),
    translations: {
      de: {
        name: 'Tretroller für Kinder',
        description: 'Leichter Roller mit Bremse hinten und mitwachsendem Lenker, ab fünf Jahren.',
      },
      ja: {
        name: '子ども用キックスクーター',
        description: '後輪ブレーキと高さ調整付きの軽いキックボード。5歳から使えます。',
      },
      ar: { name: 'سكوتر للأطفال', description: 'سكوتر خفيف بمكبح خلفي ومقود يكبر مع الطفل، من عمر 5 سنوات.' },
    },
  },
];
