import {
  drill,
  ductTape,
  hammer,
  handSaw,
  paintRoller,
  pliers,
  screwdrivers,
  spanner,
  spiritLevel,
  stepLadder,
  tapeMeasure,
  toolbox,
} from '../../drawings/home/tools.ts';
import type { DemoProduct } from '../product.ts';

const brand = 'Brakwerk';
const category = 'Home > DIY > Hand tools';

/** Tools for repairs at home. */
export const tools: readonly DemoProduct[] = [
  {
    id: 'claw-hammer',
    name: 'Claw Hammer',
    brand,
    category,
    price: 19.9,
    description:
      'A hammer that drives nails in and pulls them out. Forged steel head, handle of hickory with a grip.',
    fields: { material: 'steel' },
    draw: () => hammer('#b9814a'),
    translations: {
      de: {
        name: 'Klauenhammer',
        description:
          'Hammer, der Nägel einschlägt und wieder herauszieht. Geschmiedeter Stahl, Stiel aus Hickory.',
      },
      ja: {
        name: 'くぎ抜き付きハンマー',
        description: '釘を打つのも抜くのもこれ一本。鍛造スチールの頭とヒッコリーの柄の金づちです。',
      },
      ar: {
        name: 'مطرقة بمخلب',
        description: 'مطرقة تدق المسامير وتنزعها، برأس من الفولاذ المطروق ومقبض خشبي.',
      },
    },
  },
  {
    id: 'cordless-drill',
    name: 'Cordless Drill 18 V',
    brand,
    category: 'Home > DIY > Power tools',
    price: 129,
    description: 'A battery drill that bores holes in wood, metal and walls and drives screws. With charger.',
    fields: { power: '18 V' },
    draw: () => drill('#e3782f'),
    translations: {
      de: {
        name: 'Akkubohrschrauber 18 V',
        description: 'Bohrmaschine mit Akku für Holz, Metall und Mauer, auch zum Schrauben. Mit Ladegerät.',
      },
      ja: {
        name: '充電式ドリルドライバー 18V',
        description: '木材、金属、壁の穴あけからねじ締めまでこなす、充電器付きの電動ドリルです。',
      },
      ar: {
        name: 'مثقاب لاسلكي 18 فولت',
        description: 'مثقاب ببطارية لثقب الخشب والمعدن والجدران وربط البراغي، مع شاحن.',
      },
    },
  },
  {
    id: 'hand-saw',
    name: 'Hand Saw 50 cm',
    brand,
    category,
    price: 24.5,
    description: 'A saw with hard teeth that cuts boards and branches. The handle also marks right angles.',
    fields: { material: 'steel' },
    draw: () => handSaw('#c8383d'),
  },
  {
    id: 'screwdriver-set',
    name: 'Screwdriver Set, 3 Pieces',
    brand,
    category,
    price: 17.5,
    description: 'Three screwdrivers for slotted and cross screws with soft handles and magnetic tips.',
    fields: { material: 'steel' },
    draw: () => screwdrivers('#c8383d'),
    translations: {
      de: {
        name: 'Schraubendreher-Set, 3-teilig',
        description: 'Drei Schraubenzieher für Schlitz und Kreuz mit weichem Griff und magnetischer Spitze.',
      },
      ja: {
        name: 'ドライバー 3本セット',
        description: 'プラスとマイナスのねじ回し3本。先端は磁石付きで握りやすい柄です。',
      },
      ar: {
        name: 'طقم مفكات، 3 قطع',
        description: 'ثلاثة مفكات للبراغي المشقوقة والمتصالبة بمقابض لينة ورؤوس مغناطيسية.',
      },
    },
  },
  {
    id: 'combination-spanner',
    name: 'Combination Spanner 17 mm',
    brand,
    category,
    price: 11.9,
    description: 'A wrench with an open end and a ring end for nuts and bolts on bicycles and cars.',
    fields: { material: 'chrome steel' },
    draw: () => spanner(),
  },
  {
    id: 'combination-pliers',
    name: 'Pliers',
    brand,
    category,
    price: 21.9,
    description: 'Pliers that grip, bend and cut wire. Handles with a soft cover.',
    fields: { material: 'steel' },
    draw: () => pliers('#2f6fb0'),
  },
  {
    id: 'steel-toolbox',
    name: 'Toolbox',
    brand,
    category: 'Home > DIY > Workshop',
    price: 49,
    description: 'A metal box with a handle and two clasps for hammer, pliers, screws and more. Lockable.',
    fields: { material: 'steel', capacity: '20 l' },
    draw: () => toolbox('#c8383d'),
    translations: {
      de: {
        name: 'Werkzeugkasten',
        description: 'Metallkasten mit Griff und zwei Verschlüssen für Hammer, Zange und Schrauben.',
      },
      ja: {
        name: '工具箱',
        description: 'ハンマーやペンチ、ねじを収納できる取っ手付きの金属製ツールボックスです。',
      },
      ar: { name: 'صندوق أدوات', description: 'صندوق معدني بمقبض ومشبكين للمطرقة والكماشة والبراغي.' },
    },
  },
  {
    id: 'step-ladder-5',
    name: 'Step Ladder with 5 Steps',
    brand,
    category: 'Home > DIY > Workshop',
    price: 69,
    description: 'A folding ladder with wide treads for changing bulbs, painting and cleaning windows.',
    fields: { material: 'aluminium', height: '180 cm' },
    draw: () => stepLadder('#aab2ba'),
  },
  {
    id: 'tape-measure-5',
    name: 'Tape Measure 5 m',
    brand,
    category,
    price: 9.9,
    description: 'A steel tape that measures up to five metres and rolls back by itself.',
    fields: { material: 'steel', length: '5 m' },
    draw: () => tapeMeasure('#c8383d'),
    translations: {
      de: {
        name: 'Maßband 5 m',
        description: 'Rollmaßband aus Stahl bis fünf Meter, das sich von selbst aufrollt.',
      },
      ja: { name: '巻尺 5m', description: '5mまで測れて自動で巻き取る、スチール製のメジャーです。' },
      ar: { name: 'شريط قياس 5 م', description: 'شريط فولاذي يقيس حتى خمسة أمتار ويلتف تلقائياً.' },
    },
  },
  {
    id: 'spirit-level',
    name: 'Spirit Level 60 cm',
    brand,
    category,
    price: 22,
    description: 'A level with three bubbles that shows whether shelves and pictures hang straight.',
    fields: { material: 'aluminium', length: '60 cm' },
    draw: () => spiritLevel('#f0c53a'),
  },
  {
    id: 'duct-tape',
    name: 'Duct Tape 25 m',
    brand,
    category: 'Home > DIY > Paint and repair',
    price: 6.9,
    description: 'A roll of strong cloth tape that repairs hoses, boxes, bags and almost everything else.',
    fields: { waterproof: true, length: '25 m' },
    draw: () => ductTape('#8a939b'),
  },
  {
    id: 'paint-roller',
    name: 'Paint Roller',
    brand,
    category: 'Home > DIY > Paint and repair',
    price: 12.5,
    description: 'A roller to paint walls and ceilings evenly. The cover comes off and can be washed.',
    fields: { width: '25 cm' },
    draw: () => paintRoller('#4c9ad0'),
    translations: {
      de: {
        name: 'Farbroller',
        description:
          'Malerrolle, die Wände und Decken gleichmäßig streicht. Der Bezug ist abnehmbar und waschbar.',
      },
      ja: {
        name: 'ペイントローラー',
        description: '壁や天井をむらなく塗れる塗装ローラー。カバーは外して洗えます。',
      },
      ar: { name: 'رول دهان', description: 'رول لدهان الجدران والأسقف بالتساوي، غطاؤه قابل للنزع والغسل.' },
    },
  },
];
