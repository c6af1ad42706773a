import * as draw from '../../drawings/outdoor/balls.ts';
import { basketballHoop } from '../../drawings/outdoor/rackets.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

/** Balls of all sports. */
export const balls: readonly DemoProduct[] = [
  {
    id: 'football',
    name: 'Football Size 5',
    brand: 'Brisk',
    category: 'Outdoor > Ball sports > Footballs',
    price: 29,
    description:
      'A soccer ball with black pentagons for matches and training, stitched and waterproof. A present that children of all ages like.',
    fields: { material: 'polyurethane', tags: ['football', 'gift for children'] },
    colors: [wearColors.black, wearColors.red],
    draw: draw.football,
    translations: translated({
      de: [
        'Fußball Größe 5',
        'Fußball mit schwarzen Fünfecken für Spiel und Training, genäht und wasserdicht.',
      ],
      ja: ['サッカーボール 5号', '黒い五角形の定番サッカーボール。試合にも練習にも使えます。'],
      ar: ['كرة قدم مقاس 5', 'كرة قدم بخماسيات سوداء للمباريات والتدريب، مقاومة للماء.'],
    }),
  },
  {
    id: 'basketball',
    name: 'Basketball Size 7',
    brand: 'Brisk',
    category: 'Outdoor > Ball sports > Basketballs',
    price: 32,
    description:
      'An orange rubber ball with deep grooves and a good grip, for street and gym. Official size and weight.',
    fields: { material: 'rubber' },
    colors: [{ name: 'orange', hex: '#d9762b' }],
    draw: draw.basketball,
    translations: translated({
      de: ['Basketball Größe 7', 'Oranger Gummiball mit tiefen Rillen und gutem Griff.'],
      ja: ['バスケットボール 7号', '溝が深くグリップのよいゴム製ボール。屋外でも体育館でも。'],
      ar: ['كرة سلة مقاس 7', 'كرة مطاطية برتقالية بأخاديد عميقة وقبضة جيدة.'],
    }),
  },
  {
    id: 'basketball-hoop',
    name: 'Basketball Hoop',
    brand: 'Brisk',
    category: 'Outdoor > Ball sports > Basketballs',
    price: 79,
    description:
      'A backboard with ring and net to screw to the garage. The steel ring is strong enough for slam dunks.',
    fields: { material: 'steel, plastic' },
    colors: [wearColors.orange],
    draw: basketballHoop,
  },
  {
    id: 'volleyball',
    name: 'Volleyball',
    brand: 'Brisk',
    category: 'Outdoor > Ball sports > Volleyballs',
    price: 29,
    description: 'A soft ball of 18 panels for beach and gym. It is waterproof and kind to the arms.',
    fields: { material: 'synthetic leather' },
    draw: () => draw.volleyball('#2f6fc0', '#f4c534'),
    translations: translated({
      de: ['Volleyball', 'Weicher Ball aus 18 Feldern für Strand und Halle.'],
      ja: ['バレーボール', '砂浜でも体育館でも使える18枚パネルのやわらかいボールです。'],
      ar: ['كرة طائرة', 'كرة ناعمة من 18 قطعة للشاطئ والصالة.'],
    }),
  },
  {
    id: 'tennis-balls',
    name: 'Tennis Balls, Pack of 3',
    brand: 'Brisk',
    category: 'Outdoor > Racket sports > Tennis',
    price: 8,
    description:
      'Three pressurised yellow felt balls for all courts. They come in a tin and keep their bounce.',
    fields: { material: 'felt' },
    draw: () => draw.tennisBalls('#cfe03a'),
    translations: translated({
      de: ['Tennisbälle, 3 Stück', 'Drei gelbe Filzbälle mit Druck für alle Plätze.'],
      ja: ['テニスボール 3個入り', 'どのコートでも使える黄色いフェルトのボール三個です。'],
      ar: ['كرات تنس، 3 قطع', 'ثلاث كرات صفراء من اللباد لجميع الملاعب.'],
    }),
  },
  {
    id: 'american-football',
    name: 'American Football',
    brand: 'Brisk',
    category: 'Outdoor > Ball sports > American footballs',
    price: 35,
    description:
      'A brown leather ball with white laces and stripes for a perfect spiral. Official size for training and matches.',
    fields: { material: 'leather' },
    draw: draw.americanFootball,
  },
  {
    id: 'rugby-ball',
    name: 'Rugby Ball',
    brand: 'Brisk',
    category: 'Outdoor > Ball sports > Rugby balls',
    price: 25,
    description: 'An oval training ball with a pimpled grip. Size 5 for grass and sand.',
    fields: { material: 'rubber' },
    colors: [wearColors.forest],
    draw: draw.rugbyBall,
  },
  {
    id: 'baseball-glove',
    name: 'Baseball Glove and Ball',
    brand: 'Brisk',
    category: 'Outdoor > Ball sports > Baseball',
    price: 45,
    description:
      "A catcher's mitt of leather with a hard ball. For beginners and games in the park, worn on the left hand.",
    fields: { material: 'leather' },
    draw: draw.baseballSet,
  },
  {
    id: 'baseball-bat',
    name: 'Wooden Baseball Bat',
    brand: 'Brisk',
    category: 'Outdoor > Ball sports > Baseball',
    price: 39,
    description: 'A bat of ash wood with a wrapped handle. It is 80 cm long, for training and for games.',
    fields: { material: 'ash' },
    colors: [{ name: 'natural', hex: '#d3a25c' }],
    draw: draw.baseballBat,
  },
  {
    id: 'golf-set',
    name: 'Golf Club and Ball',
    brand: 'Brisk',
    category: 'Outdoor > Ball sports > Golf',
    price: 59,
    description:
      'A seven iron for beginners with a ball and a tee. The steel shaft suits right-handed players.',
    fields: { material: 'steel' },
    draw: draw.golfSet,
  },
  {
    id: 'bowling-set',
    name: 'Bowling Ball and Pins',
    brand: 'Brisk',
    category: 'Outdoor > Ball sports > Bowling',
    price: 69,
    description:
      'A ball with three finger holes and white pins for bowling at home. The ball weighs 4 kg, and the pins stand firmly.',
    fields: { material: 'resin' },
    colors: [wearColors.purple],
    draw: draw.bowlingSet,
  },
  {
    id: 'boule-set',
    name: 'Pétanque Set',
    brand: 'Brisk',
    category: 'Outdoor > Garden games > Boules',
    price: 35,
    description:
      'Steel boules with a jack in a bag for summer evenings under plane trees. A game for the whole family on gravel or sand.',
    fields: { material: 'steel', season: 'summer' },
    draw: draw.bouleSet,
  },
  {
    id: 'exercise-ball',
    name: 'Exercise Ball 65 cm',
    brand: 'Brisk',
    category: 'Outdoor > Fitness > Exercise balls',
    price: 22,
    description:
      'A large gym ball to sit and train on, with pump. It strengthens the back and stomach and also serves as an office chair.',
    fields: { material: 'PVC', load: '200 kg' },
    colors: [wearColors.lilac, wearColors.grey],
    draw: draw.gymBall,
  },
  {
    id: 'beach-ball',
    name: 'Beach Ball',
    brand: 'Saltwave',
    category: 'Outdoor > Water sports > Toys',
    price: 7,
    description:
      'An inflatable ball in bright panels for pool and beach, a small gift for a child. It measures 40 cm and fits flat into the beach bag.',
    fields: { material: 'PVC', season: 'summer', tags: ['gift for children'] },
    draw: draw.beachBall,
    translations: translated({
      de: [
        'Wasserball',
        'Aufblasbarer bunter Ball für Strand und Schwimmbad, ein kleines Geschenk für Kinder.',
      ],
      ja: ['ビーチボール', '海やプールで遊べるカラフルな空気ボール。子どもへの小さな贈り物に。'],
      ar: ['كرة شاطئ', 'كرة ملونة قابلة للنفخ للمسبح والشاطئ، هدية صغيرة لطفل.'],
    }),
  },
];
