import {
  blockTower,
  boardGame,
  bowlingSet,
  chessSet,
  dartboard,
  dice,
  dominoes,
  playingCards,
  puzzleCube,
  skippingRope,
  tableFootball,
} from '../../drawings/toys/games.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const category = 'Toys and gifts > Games and puzzles';
const active = 'Toys and gifts > Outdoor play';
const brand = 'Tumbletoy';

/** Games for the table and the garden. */
export const games: readonly DemoProduct[] = [
  {
    id: 'family-board-game',
    name: 'Board Game for the Family',
    brand,
    category,
    price: 27.9,
    description:
      'Roll the die, move your pawn and reach the mountain first. For two to four players from six years; a gift for children and families.',
    fields: { age: '6+', players: '2-4', tags: ['gift for a child'] },
    draw: () => boardGame(),
    translations: {
      de: {
        name: 'Brettspiel für die Familie',
        description:
          'Würfeln, ziehen und zuerst am Berg sein. Für zwei bis vier Spieler ab sechs Jahren, ein Geschenk für Kinder.',
      },
      ja: {
        name: 'ファミリーボードゲーム',
        description: 'サイコロを振って山頂を目指すすごろく。2〜4人、6歳から遊べる家族への贈り物に。',
      },
      ar: {
        name: 'لعبة لوحية للعائلة',
        description:
          'ارمِ النرد وحرك بيدقك لتصل إلى الجبل أولاً. من لاعبين إلى أربعة من عمر 6 سنوات، هدية للأطفال.',
      },
    },
  },
  {
    id: 'pair-of-dice',
    name: 'Pair of Dice',
    brand,
    category,
    price: 4.5,
    description: 'Two large dice with round corners for board games and for learning numbers.',
    fields: { age: '3+', material: 'wood' },
    colors: [homeColors.red, homeColors.white],
    draw: (color) => dice(color, color === homeColors.white.hex ? '#33373d' : '#f1f1ee'),
    translations: {
      de: { name: 'Zwei Würfel', description: 'Zwei große Würfel für Brettspiele und zum Zahlenlernen.' },
      ja: {
        name: 'サイコロ 2個',
        description: 'ボードゲームや数の学習に使える、大きめのサイコロ2個セットです。',
      },
      ar: { name: 'زوج نرد', description: 'نردان كبيران للألعاب اللوحية وتعلم الأرقام.' },
    },
  },
  {
    id: 'chess-set',
    name: 'Chess Set',
    brand,
    category,
    price: 44.9,
    description:
      'A wooden chess board with 32 turned pieces. For two players from six years, and a present that lasts a lifetime.',
    fields: { age: '6+', material: 'maple', players: '2', tags: ['gift'] },
    draw: () => chessSet('#ead3a4', '#6b4128'),
    translations: {
      de: {
        name: 'Schachspiel',
        description: 'Schachbrett aus Holz mit 32 gedrechselten Figuren. Für zwei Spieler ab sechs Jahren.',
      },
      ja: {
        name: 'チェスセット',
        description: '木製の盤と32個の駒のセット。6歳から2人で楽しめ、一生使えます。',
      },
      ar: { name: 'شطرنج', description: 'رقعة خشبية مع 32 قطعة مخروطة، للاعبين اثنين من عمر 6 سنوات.' },
    },
  },
  {
    id: 'playing-cards',
    name: 'Playing Cards',
    brand,
    category,
    price: 6.9,
    description:
      'A deck of 52 cards and three jokers for poker, rummy and magic tricks. Strong paper with a linen finish.',
    fields: { age: '6+', players: '2-8' },
    draw: () => playingCards(),
    translations: {
      de: {
        name: 'Spielkarten',
        description: 'Kartenspiel mit 52 Blatt und drei Jokern für Poker, Rommé und Zaubertricks.',
      },
      ja: { name: 'トランプ', description: 'ポーカーやマジックに使える52枚とジョーカー3枚のカードです。' },
      ar: { name: 'ورق لعب', description: 'مجموعة من 52 ورقة وثلاثة جوكر للألعاب وخدع السحر.' },
    },
  },
  {
    id: 'domino-set',
    name: 'Dominoes, 28 Pieces',
    brand,
    category,
    price: 13.5,
    description:
      'Twenty-eight heavy domino tiles in a box, to match or to topple in a long row. From five years.',
    fields: { age: '5+', players: '2-4', tags: ['gift for a child'] },
    draw: () => dominoes('#2b2f35'),
    translations: {
      de: {
        name: 'Domino, 28 Steine',
        description: 'Achtundzwanzig schwere Dominosteine zum Anlegen oder Umwerfen, ab fünf Jahren.',
      },
      ja: {
        name: 'ドミノ 28個',
        description: '合わせても並べて倒しても楽しい、重みのあるドミノ28個。5歳から。',
      },
      ar: {
        name: 'دومينو، 28 قطعة',
        description: 'ثماني وعشرون قطعة دومينو ثقيلة للمطابقة أو الإسقاط في صف طويل، من عمر 5 سنوات.',
      },
    },
  },
  {
    id: 'block-tower-game',
    name: 'Wooden Tower Game',
    brand,
    category,
    price: 17.9,
    description:
      'Pull a block out of the tower and put it on top, until it falls. A party game and a present from six years.',
    fields: { age: '6+', material: 'pine', tags: ['gift for a child', 'party'] },
    draw: () => blockTower(),
    translations: {
      de: {
        name: 'Wackelturm aus Holz',
        description:
          'Klotz herausziehen und obenauf legen, bis der Turm fällt. Partyspiel und Geschenk ab sechs Jahren.',
      },
      ja: {
        name: '木のバランスタワー',
        description: '崩さないように積み木を抜いて上に積むゲーム。6歳から、パーティーにも。',
      },
      ar: {
        name: 'لعبة البرج الخشبي',
        description: 'اسحب قطعة من البرج وضعها في الأعلى حتى يسقط، لعبة حفلات وهدية من عمر 6 سنوات.',
      },
    },
  },
  {
    id: 'puzzle-cube',
    name: 'Puzzle Cube',
    brand,
    category,
    price: 11.9,
    description:
      'A cube with nine coloured squares on each side that turns in every direction. Can you solve it? From eight years.',
    fields: { age: '8+', tags: ['gift for a child'] },
    draw: () => puzzleCube(),
    translations: {
      de: {
        name: 'Zauberwürfel',
        description: 'Drehbarer Würfel mit neun farbigen Feldern je Seite. Knobelspaß ab acht Jahren.',
      },
      ja: { name: 'キューブパズル', description: '各面9マスの色をそろえる立体パズル。8歳から挑戦できます。' },
      ar: {
        name: 'مكعب أحجية',
        description: 'مكعب يدور في كل اتجاه وعلى كل جانب تسعة مربعات ملونة، من عمر 8 سنوات.',
      },
    },
  },
  {
    id: 'dart-board',
    name: 'Dartboard with Darts',
    brand,
    category,
    price: 39,
    description: 'A round dartboard with numbers and six darts for the party room. From twelve years.',
    fields: { age: '12+', diameter: '45 cm' },
    draw: () => dartboard(),
    translations: {
      de: {
        name: 'Dartscheibe mit Pfeilen',
        description: 'Runde Dartscheibe mit Zahlen und sechs Pfeilen für den Partyraum, ab zwölf Jahren.',
      },
      ja: { name: 'ダーツボード 矢付き', description: '数字入りの丸い的と矢6本のセット。12歳から遊べます。' },
      ar: {
        name: 'لوح سهام مع أسهم',
        description: 'لوح دائري بأرقام وستة أسهم لغرفة الألعاب، من عمر 12 سنة.',
      },
    },
  },
  {
    id: 'table-football',
    name: 'Table Football',
    brand,
    category,
    price: 199,
    description:
      'A football table with rods, players and two goals for home. A big gift for children from eight years and their parents.',
    fields: { age: '8+', players: '2-4', tags: ['gift for a child'] },
    draw: () => tableFootball('#7b5233'),
    translations: {
      de: {
        name: 'Tischkicker',
        description:
          'Kickertisch mit Stangen, Figuren und zwei Toren für zu Hause. Großes Geschenk ab acht Jahren.',
      },
      ja: {
        name: 'テーブルサッカー',
        description: '棒を回して遊ぶ家庭用サッカー盤。8歳からの子どもと家族への大きな贈り物に。',
      },
      ar: {
        name: 'طاولة كرة قدم',
        description: 'طاولة بقضبان ولاعبين ومرميين للبيت، هدية كبيرة للأطفال من عمر 8 سنوات.',
      },
    },
  },
  {
    id: 'toy-bowling-set',
    name: 'Bowling Set for Children',
    brand,
    category: active,
    price: 26.5,
    description:
      'Five pins and a light ball for bowling in the hall or the garden. A present for a child from three years.',
    fields: { age: '3+', material: 'wood', tags: ['gift for a child'] },
    draw: () => bowlingSet('#2f6fb0'),
    translations: {
      de: {
        name: 'Kegelspiel für Kinder',
        description:
          'Fünf Kegel und eine leichte Kugel für Flur und Garten. Geschenk für Kinder ab drei Jahren.',
      },
      ja: {
        name: '子ども用ボウリングセット',
        description: '5本のピンと軽いボールで室内でも庭でも遊べます。3歳からのプレゼントに。',
      },
      ar: {
        name: 'طقم بولينج للأطفال',
        description: 'خمس قوارير وكرة خفيفة للعب في الممر أو الحديقة، هدية للطفل من عمر 3 سنوات.',
      },
    },
  },
  {
    id: 'toy-skipping-rope',
    name: 'Skipping Rope',
    brand,
    category: active,
    price: 9.9,
    description: 'A jump rope with wooden handles for the playground and for sport. From five years.',
    fields: { age: '5+', material: 'cotton', length: '240 cm' },
    colors: [homeColors.red, homeColors.blue],
    draw: (color) => skippingRope(color),
    translations: {
      de: { name: 'Springseil', description: 'Seil mit Holzgriffen für Schulhof und Sport, ab fünf Jahren.' },
      ja: { name: 'なわとび', description: '木の持ち手のなわとび。校庭遊びや運動に、5歳から使えます。' },
      ar: { name: 'حبل قفز', description: 'حبل بمقبضين خشبيين للملعب والرياضة، من عمر 5 سنوات.' },
    },
  },
];
