import * as draw from '../../drawings/outdoor/rackets.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

/** Rackets, sticks, combat sports and games for the park. */
export const rackets: readonly DemoProduct[] = [
  {
    id: 'tennis-racket',
    name: 'Tennis Racket',
    brand: 'Brisk',
    category: 'Outdoor > Racket sports > Tennis',
    price: 89,
    description:
      'A light graphite racquet, strung, for players of all levels. The large head forgives small mistakes.',
    fields: { material: 'graphite', weight: '285 g' },
    colors: [wearColors.red, wearColors.blue],
    draw: draw.tennisRacket,
    translations: translated({
      de: ['Tennisschläger', 'Leichter, bespannter Schläger aus Graphit für alle Spielstärken.'],
      ja: ['テニスラケット', '初心者から上級者まで使える、ガット張り済みの軽量ラケットです。'],
      ar: ['مضرب تنس', 'مضرب خفيف من الجرافيت مشدود الأوتار لجميع المستويات.'],
    }),
  },
  {
    id: 'badminton-set',
    name: 'Badminton Set',
    brand: 'Brisk',
    category: 'Outdoor > Racket sports > Badminton',
    price: 29,
    description:
      'Two rackets and a shuttlecock for garden and beach. It comes in a bag for the whole family.',
    fields: { material: 'aluminium' },
    colors: [wearColors.teal, wearColors.rose],
    draw: draw.badmintonSet,
    translations: translated({
      de: ['Badminton-Set', 'Zwei Federballschläger und ein Ball für Garten und Strand.'],
      ja: ['バドミントンセット', 'ラケット二本とシャトルのセット。庭や海辺で遊べます。'],
      ar: ['طقم ريشة طائرة', 'مضربان وريشة للعب في الحديقة والشاطئ.'],
    }),
  },
  {
    id: 'table-tennis-bat',
    name: 'Table Tennis Bat and Ball',
    brand: 'Brisk',
    category: 'Outdoor > Racket sports > Table tennis',
    price: 19,
    description:
      'A ping-pong paddle with a rubber face and a white ball. For the table at home and in the park.',
    fields: { material: 'wood, rubber' },
    colors: [wearColors.red],
    draw: draw.tableTennisSet,
    translations: translated({
      de: ['Tischtennisschläger mit Ball', 'Schläger mit Gummibelag und weißem Ball.'],
      ja: ['卓球ラケットとボール', 'ラバーを貼ったラケットと白いボールのセットです。'],
      ar: ['مضرب تنس طاولة مع كرة', 'مضرب بسطح مطاطي وكرة بيضاء.'],
    }),
  },
  {
    id: 'ice-hockey-stick',
    name: 'Ice Hockey Stick and Puck',
    brand: 'Brisk',
    category: 'Outdoor > Winter sports > Ice hockey',
    price: 59,
    description: 'A composite stick with tape and a rubber puck. For ice and for street hockey.',
    fields: { season: 'winter' },
    colors: [wearColors.blue],
    draw: draw.hockeyStick,
  },
  {
    id: 'dartboard',
    name: 'Sisal Dartboard',
    brand: 'Brisk',
    category: 'Outdoor > Garden games > Darts',
    price: 49,
    description:
      "A sisal board with a bull's eye and steel-tip darts. For the hobby room, with three darts for each player.",
    fields: { material: 'sisal' },
    draw: draw.dartboard,
    translations: translated({
      de: ['Sisal-Dartscheibe', 'Scheibe aus Sisal mit Bullseye und Steeldarts.'],
      ja: ['ダーツボードセット', 'サイザル麻のボードとスチール矢のセットです。'],
      ar: ['لوحة سهام مع أسهم', 'لوحة من السيزال مع أسهم فولاذية.'],
    }),
  },
  {
    id: 'boxing-gloves',
    name: 'Boxing Gloves',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Boxing',
    price: 45,
    description:
      'A pair of padded gloves with a hook-and-loop cuff for sparring and bag work. The thumb is sewn on for safety.',
    fields: { material: 'synthetic leather' },
    colors: [wearColors.red, wearColors.blue],
    sizes: ['10 oz', '12 oz', '14 oz'],
    draw: draw.boxingGloves,
    translations: translated({
      de: ['Boxhandschuhe', 'Ein Paar gepolsterte Handschuhe mit Klettverschluss für Training und Sparring.'],
      ja: ['ボクシンググローブ', '面ファスナー付きの厚いパッドのグローブ一組です。'],
      ar: ['قفازات ملاكمة', 'زوج قفازات مبطنة بشريط لاصق للتدريب.'],
    }),
  },
  {
    id: 'punch-bag',
    name: 'Punch Bag',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Boxing',
    price: 89,
    description:
      'A filled heavy bag on chains. It is 100 cm long and hangs from the ceiling for boxing at home.',
    fields: { weight: '25 kg' },
    colors: [wearColors.red],
    draw: draw.punchBag,
  },
  {
    id: 'frisbee',
    name: 'Flying Disc',
    brand: 'Brisk',
    category: 'Outdoor > Garden games > Flying discs',
    price: 10,
    description:
      'A frisbee of 175 g that flies far and straight. For park and beach, for throwing and catching with friends and dogs.',
    fields: { weight: '175 g' },
    colors: [wearColors.orange, wearColors.turquoise],
    draw: draw.frisbee,
    translations: translated({
      de: ['Frisbee', 'Wurfscheibe mit 175 g, die weit und gerade fliegt.'],
      ja: ['フライングディスク', '遠くまでまっすぐ飛ぶ175gのディスクです。'],
      ar: ['قرص طائر', 'قرص بوزن 175 غرامًا يطير بعيدًا ومستقيمًا.'],
    }),
  },
  {
    id: 'kite',
    name: 'Diamond Kite',
    brand: 'Kolibri',
    category: 'Outdoor > Garden games > Kites',
    price: 19,
    description:
      'A colourful kite with a tail of ribbons for children and windy autumn days. A good present for a child.',
    fields: { age: 'from 5 years', season: 'autumn', tags: ['gift for children'] },
    draw: draw.kite,
    translations: translated({
      de: [
        'Bunter Kinderdrachen',
        'Drachen mit Schleifenschwanz für windige Herbsttage, ein gutes Geschenk.',
      ],
      ja: ['ダイヤ型カイト', 'リボンのしっぽが付いたカラフルな凧。子どもへの贈り物に。'],
      ar: ['طائرة ورقية', 'طائرة ورقية ملونة بذيل من الشرائط للأيام العاصفة، هدية جيدة لطفل.'],
    }),
  },
  {
    id: 'boomerang',
    name: 'Boomerang',
    brand: 'Brisk',
    category: 'Outdoor > Garden games > Flying discs',
    price: 18,
    description: 'A painted wooden boomerang that comes back. For right-handed throwers on a wide field.',
    fields: { material: 'birch' },
    colors: [{ name: 'ochre', hex: '#b5652b' }],
    draw: draw.boomerang,
  },
];
