import {
  archLamp,
  candelabra,
  chandelier,
  deskLamp,
  lantern,
  pendantLamp,
  pillarCandle,
  scentedCandle,
  stringLights,
  tableLamp,
  tripodLamp,
} from '../../drawings/home/lighting.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const lamps = 'Home > Lighting > Lamps';
const candles = 'Home > Lighting > Candles';

/** Lamps and candles. */
export const lighting: readonly DemoProduct[] = [
  {
    id: 'jointed-desk-lamp',
    name: 'Desk Lamp',
    brand: 'Lumiq',
    category: lamps,
    price: 49,
    description:
      'A reading lamp with two joints that shines where you work. With a heavy base and an LED bulb.',
    fields: { material: 'steel', power: '7 W' },
    colors: [homeColors.red, homeColors.black],
    draw: (color) => deskLamp(color),
    translations: {
      de: {
        name: 'Schreibtischlampe',
        description:
          'Leselampe mit zwei Gelenken, die genau dorthin leuchtet, wo man arbeitet. Mit LED-Lampe.',
      },
      ja: { name: 'デスクランプ', description: '2つの関節で手元を照らせる読書灯。LED電球付きです。' },
      ar: { name: 'مصباح مكتب', description: 'مصباح قراءة بمفصلين يضيء مكان عملك تماماً، مع لمبة LED.' },
    },
  },
  {
    id: 'ceramic-table-lamp',
    name: 'Ceramic Table Lamp',
    brand: 'Lumiq',
    category: lamps,
    price: 65,
    description: 'A bedside lamp with a round ceramic base and a pleated shade that gives warm light.',
    fields: { material: 'ceramic', power: '40 W' },
    colors: [homeColors.teal, homeColors.terracotta],
    draw: (color) => tableLamp(color),
  },
  {
    id: 'arch-floor-lamp',
    name: 'Arch Floor Lamp',
    brand: 'Lumiq',
    category: lamps,
    price: 139,
    description: 'A tall lamp that bows over the sofa. Steel arm, heavy round base, switch on the cable.',
    fields: { material: 'steel', height: '190 cm' },
    draw: () => archLamp('#d8a12c'),
  },
  {
    id: 'tripod-floor-lamp',
    name: 'Tripod Floor Lamp',
    brand: 'Lumiq',
    category: lamps,
    price: 119,
    description: 'A standing lamp on three wooden legs with a fabric shade, for the corner of a living room.',
    fields: { material: 'wood', height: '150 cm' },
    draw: () => tripodLamp('#e9dfc8'),
    translations: {
      de: {
        name: 'Stehlampe mit Dreibein',
        description: 'Stehlampe auf drei Holzbeinen mit Stoffschirm für die Ecke im Wohnzimmer.',
      },
      ja: {
        name: '三脚フロアランプ',
        description: '木製の三本脚に布シェードを合わせた、リビング向けのスタンドライトです。',
      },
      ar: {
        name: 'مصباح أرضي بثلاث أرجل',
        description: 'مصباح واقف على ثلاث أرجل خشبية بظلة قماشية لزاوية غرفة المعيشة.',
      },
    },
  },
  {
    id: 'dome-pendant-lamp',
    name: 'Dome Pendant Lamp',
    brand: 'Lumiq',
    category: lamps,
    price: 79,
    description: 'A ceiling lamp that hangs over the dining table. Enamelled metal dome, white inside.',
    fields: { material: 'steel', diameter: '40 cm' },
    colors: [homeColors.copper, homeColors.forest],
    draw: (color) => pendantLamp(color),
  },
  {
    id: 'brass-chandelier',
    name: 'Chandelier with 5 Lights',
    brand: 'Lumiq',
    category: lamps,
    price: 289,
    description: 'A classic chandelier with five arms and glass drops for a high ceiling. Brass.',
    fields: { material: 'brass', power: '200 W' },
    draw: () => chandelier(),
    translations: {
      de: {
        name: 'Kronleuchter mit 5 Lichtern',
        description: 'Klassischer Kronleuchter aus Messing mit fünf Armen und Glastropfen.',
      },
      ja: {
        name: '5灯シャンデリア',
        description: '5本のアームとガラスの雫が美しい、真鍮のクラシックなシャンデリアです。',
      },
      ar: {
        name: 'ثريا بخمسة أضواء',
        description: 'ثريا كلاسيكية من النحاس بخمسة أذرع وقطرات زجاجية للأسقف العالية.',
      },
    },
  },
  {
    id: 'party-string-lights',
    name: 'Coloured String Lights 10 m',
    brand: 'Lumiq',
    category: 'Home > Lighting > Party lights',
    price: 29.9,
    description: 'A chain of coloured bulbs for garden parties, balconies and birthdays. Safe in the rain.',
    fields: { waterproof: true, power: '10 W', tags: ['party'] },
    draw: () => stringLights(),
    translations: {
      de: {
        name: 'Bunte Lichterkette 10 m',
        description: 'Lichterkette mit farbigen Lampen für Gartenparty, Balkon und Geburtstag. Regenfest.',
      },
      ja: {
        name: 'カラーイルミネーションライト 10m',
        description: 'ガーデンパーティーや誕生日を彩るカラフルな電球の飾りライト。雨でも使えます。',
      },
      ar: {
        name: 'سلسلة أضواء ملونة 10 م',
        description: 'سلسلة مصابيح ملونة لحفلات الحديقة والشرفات وأعياد الميلاد، تتحمل المطر.',
      },
    },
  },
  {
    id: 'pillar-candle',
    name: 'Pillar Candle',
    brand: 'Sola Casa',
    category: candles,
    price: 9.9,
    description: 'A thick candle on a wooden plate that burns for 60 hours. Made of unscented plant wax.',
    fields: { material: 'plant wax', burnTime: '60 h' },
    colors: [homeColors.cream, homeColors.red],
    draw: (color) => pillarCandle(color),
  },
  {
    id: 'lavender-candle',
    name: 'Scented Candle Lavender',
    brand: 'Sola Casa',
    category: candles,
    price: 16.5,
    description:
      'A candle in a glass that smells of lavender and helps you to relax in the evening. Burns for 40 hours.',
    fields: { material: 'soy wax', burnTime: '40 h', tags: ['gift'] },
    draw: () => scentedCandle('#b7a4d6'),
    translations: {
      de: {
        name: 'Duftkerze Lavendel',
        description: 'Kerze im Glas mit Lavendelduft für ruhige Abende. Brennt 40 Stunden.',
      },
      ja: {
        name: 'ラベンダーのアロマキャンドル',
        description: '夜のリラックスタイムに香る、ガラス入りのラベンダーのろうそく。約40時間灯ります。',
      },
      ar: {
        name: 'شمعة معطرة باللافندر',
        description: 'شمعة في كأس زجاجي برائحة اللافندر لأمسية هادئة، تدوم 40 ساعة.',
      },
    },
  },
  {
    id: 'three-arm-candelabra',
    name: 'Candelabra for 3 Candles',
    brand: 'Sola Casa',
    category: candles,
    price: 39,
    description:
      'A candlestick with three arms for a dinner by candlelight. Polished brass, candles included.',
    fields: { material: 'brass' },
    draw: () => candelabra(),
  },
  {
    id: 'oil-lantern',
    name: 'Oil Lantern',
    brand: 'Sola Casa',
    category: candles,
    price: 34.9,
    description:
      'A storm lantern with a glass and a handle that burns lamp oil, for the terrace and the porch. Wind cannot put it out.',
    fields: { material: 'steel' },
    colors: [homeColors.red, homeColors.navy],
    draw: (color) => lantern(color),
  },
];
