import {
  aquarium,
  birdCage,
  catTree,
  dogBed,
  dogLead,
  dogToys,
  hamsterWheel,
  litterTray,
  petBowl,
  petFood,
} from '../../drawings/home/pets.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const brand = 'Pawsley';
const dogs = 'Home > Pets > Dogs';
const cats = 'Home > Pets > Cats';
const others = 'Home > Pets > Fish, birds and small pets';

/** Things for animals that live with us. */
export const pets: readonly DemoProduct[] = [
  {
    id: 'round-dog-bed',
    name: 'Round Dog Bed',
    brand,
    category: dogs,
    price: 45,
    description:
      'A soft basket with a raised edge in which a dog or a cat sleeps. The cushion can be washed.',
    fields: { material: 'plush' },
    colors: [homeColors.grey, homeColors.teal],
    sizes: ['S', 'M', 'L'],
    draw: (color) => dogBed(color),
    translations: {
      de: {
        name: 'Rundes Hundebett',
        description: 'Weiches Körbchen mit hohem Rand, in dem Hund oder Katze schläft. Waschbar.',
      },
      ja: {
        name: '丸型ドッグベッド',
        description: '縁が高くて落ち着ける、犬や猫のためのふかふかベッド。洗えます。',
      },
      ar: {
        name: 'سرير كلب مستدير',
        description: 'سلة ناعمة بحافة مرتفعة ينام فيها الكلب أو القطة، قابلة للغسل.',
      },
    },
  },
  {
    id: 'dog-lead-collar',
    name: 'Dog Lead and Collar',
    brand,
    category: dogs,
    price: 27.5,
    description: 'A leash and a matching collar with a name tag for walks with the dog. Leather.',
    fields: { material: 'leather' },
    colors: [homeColors.brown, homeColors.red],
    draw: (color) => dogLead(color),
  },
  {
    id: 'dog-food-bowl',
    name: 'Dog Bowl',
    brand,
    category: dogs,
    price: 11.9,
    description: 'A heavy feeding bowl with a bone on it that does not slide. For food or water.',
    fields: { material: 'ceramic', capacity: '0.8 l' },
    draw: () => petBowl('#2f6fb0'),
  },
  {
    id: 'dry-dog-food',
    name: 'Dry Dog Food 10 kg',
    brand,
    category: dogs,
    price: 38.9,
    description: 'A sack of kibble with chicken and rice for adult dogs of all breeds. No added sugar.',
    fields: { weight: '10 kg' },
    draw: () => petFood('#c8383d'),
    translations: {
      de: {
        name: 'Trockenfutter für Hunde 10 kg',
        description: 'Ein Sack Kroketten mit Huhn und Reis für ausgewachsene Hunde aller Rassen.',
      },
      ja: {
        name: 'ドッグフード ドライ 10kg',
        description: 'チキンと米を使った、全犬種の成犬用ドライフードです。',
      },
      ar: {
        name: 'طعام جاف للكلاب 10 كغ',
        description: 'كيس من الحبيبات بالدجاج والأرز للكلاب البالغة من كل السلالات.',
      },
    },
  },
  {
    id: 'dog-toy-set',
    name: 'Dog Toys: Bone and Ball',
    brand,
    category: dogs,
    price: 14.5,
    description: 'A rubber bone to chew and a ball on a rope to throw and tug.',
    fields: { material: 'rubber' },
    draw: () => dogToys('#e79bb0'),
  },
  {
    id: 'cat-tree',
    name: 'Cat Tree',
    brand,
    category: cats,
    price: 79,
    description: 'A scratching post with platforms, a cave and a ball on a string. Sisal and plush.',
    fields: { material: 'sisal', height: '120 cm' },
    draw: () => catTree('#c9bba6'),
    translations: {
      de: {
        name: 'Kratzbaum',
        description: 'Kratzbaum mit Liegeflächen, Höhle und Ball an der Schnur. Sisal und Plüsch.',
      },
      ja: {
        name: 'キャットタワー',
        description: '爪とぎ、隠れ家、ボール付きの猫用タワー。麻とプラッシュ製です。',
      },
      ar: { name: 'شجرة قطط', description: 'عمود خدش بمنصات وكهف وكرة معلقة، من السيزال والقماش الناعم.' },
    },
  },
  {
    id: 'cat-litter-tray',
    name: 'Cat Litter Tray with Scoop',
    brand,
    category: cats,
    price: 18.9,
    description: 'A tray with a high rim for cat litter. The scoop hangs on its side.',
    fields: { material: 'plastic' },
    draw: () => litterTray('#7a8fb0'),
  },
  {
    id: 'aquarium-60',
    name: 'Aquarium 60 l',
    brand,
    category: others,
    price: 89,
    description: 'A fish tank with light and filter for small tropical fish. Glass, with a lid.',
    fields: { material: 'glass', capacity: '60 l' },
    draw: () => aquarium(),
    translations: {
      de: {
        name: 'Aquarium 60 l',
        description: 'Aquarium aus Glas mit Licht und Filter für kleine tropische Fische.',
      },
      ja: {
        name: '水槽セット 60L',
        description: '小型の熱帯魚に合う、ライトとフィルター付きのガラス水槽です。',
      },
      ar: { name: 'حوض أسماك 60 لتر', description: 'حوض زجاجي بإضاءة وفلتر للأسماك الاستوائية الصغيرة.' },
    },
  },
  {
    id: 'bird-cage',
    name: 'Bird Cage',
    brand,
    category: others,
    price: 64,
    description: 'A dome cage with a perch for a parrot, budgies or canaries. The floor pulls out.',
    fields: { material: 'steel' },
    draw: () => birdCage('#c79a3f'),
  },
  {
    id: 'hamster-wheel',
    name: 'Hamster Wheel',
    brand,
    category: others,
    price: 16.9,
    description: 'A wheel in which hamsters and mice run at night. Turns without noise.',
    fields: { material: 'wood' },
    draw: () => hamsterWheel('#7a5aa6'),
  },
];
