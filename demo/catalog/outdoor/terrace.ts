import * as draw from '../../drawings/outdoor/terrace.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

/** Barbecues, garden furniture and things to play on in the garden. */
export const terrace: readonly DemoProduct[] = [
  {
    id: 'kettle-barbecue',
    name: 'Kettle Barbecue 57 cm',
    brand: 'Greenhollow',
    category: 'Outdoor > Barbecue > Charcoal grills',
    price: 149,
    description:
      'A round charcoal grill with a lid and air vents for steaks, vegetables and sausages. For garden and terrace, up to eight people.',
    fields: { material: 'enamelled steel', season: 'summer' },
    colors: [wearColors.black, wearColors.red],
    draw: draw.kettleBarbecue,
    translations: translated({
      de: [
        'Kugelgrill 57 cm',
        'Runder Holzkohlegrill mit Deckel und Lüftung für Steaks, Gemüse und Würstchen.',
      ],
      ja: ['ケトル型バーベキューグリル 57cm', 'ふた付きの丸い炭火グリル。肉も野菜も焼けます。'],
      ar: ['شواية فحم مستديرة 57 سم', 'شواية فحم بغطاء وفتحات تهوية للحم والخضار.'],
    }),
  },
  {
    id: 'gas-barbecue',
    name: 'Gas Barbecue with 4 Burners',
    brand: 'Greenhollow',
    category: 'Outdoor > Barbecue > Gas grills',
    price: 449,
    description:
      'A gas grill on wheels with a thermometer, side shelves and room for the bottle. For barbecues with many guests.',
    fields: { power: '14 kW', material: 'stainless steel' },
    colors: [wearColors.charcoal],
    draw: draw.gasBarbecue,
    translations: translated({
      de: ['Gasgrill mit 4 Brennern', 'Gasgrill auf Rollen mit Thermometer und Seitentischen.'],
      ja: ['ガスバーベキューグリル', '温度計とサイドテーブル付き、四口バーナーのグリルです。'],
      ar: ['شواية غاز بأربع شعلات', 'شواية غاز على عجلات بميزان حرارة ورفوف جانبية.'],
    }),
  },
  {
    id: 'fire-pit',
    name: 'Fire Bowl',
    brand: 'Greenhollow',
    category: 'Outdoor > Barbecue > Fire bowls',
    price: 89,
    description:
      'A steel bowl for an open campfire in the garden. It measures 60 cm and carries a grill on top.',
    fields: { material: 'steel' },
    draw: draw.firePit,
  },
  {
    id: 'parasol',
    name: 'Striped Parasol 3 m',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden furniture > Parasols',
    price: 99,
    description:
      'A large sun umbrella with a wooden pole and a stand for terrace and beach. It tilts and gives shade to six people.',
    fields: { material: 'polyester, wood', season: 'summer' },
    colors: [wearColors.blue, wearColors.red],
    draw: (color) => draw.parasol(color, '#fafafa'),
    translations: translated({
      de: [
        'Gestreifter Sonnenschirm 3 m',
        'Großer Schirm mit Holzstange und Ständer für Terrasse und Strand.',
      ],
      ja: ['ストライプのパラソル 3m', '木の支柱とスタンド付きの大きな日傘。テラスや海辺に。'],
      ar: ['مظلة شمس مخططة 3 أمتار', 'مظلة كبيرة بعمود خشبي وقاعدة للشرفة والشاطئ.'],
    }),
  },
  {
    id: 'deck-chair',
    name: 'Striped Deck Chair',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden furniture > Chairs',
    price: 49,
    description:
      'A folding beach chair of beech with a striped canvas. Three positions for garden, balcony and beach.',
    fields: { material: 'beech, cotton', load: '110 kg', season: 'summer' },
    colors: [wearColors.blue, wearColors.green],
    draw: draw.deckChair,
    translations: translated({
      de: ['Gestreifter Liegestuhl', 'Klappbarer Strandstuhl aus Buche mit gestreiftem Stoff.'],
      ja: ['ストライプのデッキチェア', 'ブナ材としま模様の布の折りたたみビーチチェアです。'],
      ar: ['كرسي شاطئ مخطط', 'كرسي قابل للطي من خشب الزان بقماش مخطط.'],
    }),
  },
  {
    id: 'sun-lounger',
    name: 'Sun Lounger',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden furniture > Loungers',
    price: 159,
    description:
      'A wooden lounger on wheels with a cushion and an adjustable back. For pool, garden and terrace.',
    fields: { material: 'acacia', season: 'summer' },
    colors: [wearColors.turquoise, wearColors.sand],
    draw: draw.sunLounger,
  },
  {
    id: 'picnic-table',
    name: 'Picnic Table with Benches',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden furniture > Tables',
    price: 199,
    description:
      'A garden table with two fixed benches for six people. Pressure-treated pine that stays outdoors all year.',
    fields: { material: 'pine', capacity: '6 persons' },
    draw: draw.picnicTable,
  },
  {
    id: 'garden-swing',
    name: 'Swing with Frame',
    brand: 'Kolibri',
    category: 'Outdoor > Garden play > Swings',
    price: 129,
    description:
      'A wooden frame with a board swing on ropes for children in the garden, a gift for the whole summer. It stands firmly and carries 100 kg.',
    fields: { material: 'spruce', age: 'from 3 years', tags: ['gift for children'] },
    colors: [wearColors.red, wearColors.blue],
    draw: draw.boardSwing,
    translations: translated({
      de: [
        'Gartenschaukel mit Gestell',
        'Holzgestell mit Brettschaukel für Kinder, ein Geschenk für den ganzen Sommer.',
      ],
      ja: ['庭用ブランコ', '木の枠とロープの板ブランコ。夏中楽しめる子どもへの贈り物です。'],
      ar: ['أرجوحة حديقة بإطار', 'إطار خشبي مع أرجوحة للأطفال، هدية لصيف كامل.'],
    }),
  },
  {
    id: 'garden-slide',
    name: 'Garden Slide',
    brand: 'Kolibri',
    category: 'Outdoor > Garden play > Slides',
    price: 99,
    description: "A children's slide with a ladder for garden and pool. A big present for small children.",
    fields: { material: 'plastic', age: '2 to 7 years', tags: ['gift for children'] },
    colors: [wearColors.red, wearColors.green],
    draw: draw.slide,
    translations: translated({
      de: [
        'Gartenrutsche',
        'Kinderrutsche mit Leiter für den Garten, ein großes Geschenk für kleine Kinder.',
      ],
      ja: ['庭用すべり台', 'はしご付きの子ども用すべり台。小さな子への大きな贈り物に。'],
      ar: ['زحليقة حديقة', 'زحليقة أطفال بسلم للحديقة، هدية كبيرة للصغار.'],
    }),
  },
  {
    id: 'trampoline',
    name: 'Trampoline with Net',
    brand: 'Kolibri',
    category: 'Outdoor > Garden play > Trampolines',
    price: 249,
    description:
      'A round trampoline of 3 metres with a safety net for children and parents. The springs are covered, and the frame is galvanised.',
    fields: { load: '150 kg', age: 'from 6 years' },
    colors: [wearColors.green, wearColors.blue],
    draw: draw.trampoline,
    translations: translated({
      de: ['Trampolin mit Netz', 'Rundes Trampolin, 3 Meter, mit Sicherheitsnetz.'],
      ja: ['ネット付きトランポリン', '直径3m、安全ネットで囲まれた丸いトランポリンです。'],
      ar: ['ترامبولين مع شبكة', 'ترامبولين مستدير 3 أمتار بشبكة أمان.'],
    }),
  },
  {
    id: 'paddling-pool',
    name: 'Paddling Pool',
    brand: 'Kolibri',
    category: 'Outdoor > Garden play > Pools',
    price: 29,
    description:
      'An inflatable pool for hot days in the garden, with a rubber duck. The floor is soft, and it is filled in ten minutes.',
    fields: { material: 'PVC', capacity: '280 l', season: 'summer' },
    colors: [wearColors.turquoise, wearColors.pink],
    draw: draw.paddlingPool,
    translations: translated({
      de: ['Planschbecken', 'Aufblasbares Becken für heiße Tage im Garten.'],
      ja: ['ビニールプール', '暑い日の庭遊びに使う空気式プールです。'],
      ar: ['مسبح أطفال قابل للنفخ', 'مسبح صغير للأيام الحارة في الحديقة.'],
    }),
  },
  {
    id: 'greenhouse',
    name: 'Small Greenhouse',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Plants and pots',
    price: 299,
    description:
      'A glass house with an aluminium frame for tomatoes and seedlings. Two windows in the roof open for fresh air.',
    fields: { material: 'aluminium, glass' },
    draw: draw.greenhouse,
  },
];
