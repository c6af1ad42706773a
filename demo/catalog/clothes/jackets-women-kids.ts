import * as draw from '../../drawings/clothes/jackets.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { sizes } from '../sizes.ts';
import { translated } from '../translated.ts';

/** Jackets and coats for women and children, and work vests. */
export const otherJackets: readonly DemoProduct[] = [
  {
    id: 'womens-rain-jacket',
    name: 'Rain Jacket',
    brand: 'Tidewater',
    category: 'Clothes > Jackets and coats > Rain jackets',
    price: 89,
    description:
      'A waterproof hooded raincoat with taped seams and flap pockets. Keeps you dry on wet days in town and on the coast.',
    fields: { gender: 'women', material: 'polyester', waterproof: true, season: 'spring' },
    colors: [wearColors.yellow, wearColors.navy],
    sizes: sizes.alphaWide,
    draw: draw.rainJacket,
    translations: translated({
      de: ['Regenjacke', 'Wasserdichte Jacke mit Kapuze und verschweißten Nähten für nasse Tage.'],
      ja: ['レインジャケット', 'シームテープ加工の防水フード付きジャケット。雨の日の街や海辺に。'],
      ar: ['جاكيت مطر', 'جاكيت مقاوم للماء بغطاء رأس ودرزات محكمة للأيام الماطرة.'],
    }),
  },
  {
    id: 'womens-trench-coat',
    name: 'Trench Coat',
    brand: 'Lune',
    category: 'Clothes > Jackets and coats > Trench coats',
    price: 189,
    description:
      'A double-breasted cotton coat with belt, wide lapels and shoulder flaps. A classic for spring and autumn rain.',
    fields: { gender: 'women', material: 'cotton', season: 'spring' },
    colors: [wearColors.beige, wearColors.khaki],
    sizes: sizes.womensEu,
    draw: draw.trenchCoat,
    translations: translated({
      de: ['Trenchcoat', 'Zweireihiger Baumwollmantel mit Gürtel und breitem Revers.'],
      ja: ['トレンチコート', 'ベルトと幅広の襟が付いたダブルのコットンコート。春と秋に。'],
      ar: ['معطف ترنش', 'معطف قطني بصفين من الأزرار وحزام وياقة عريضة.'],
    }),
  },
  {
    id: 'womens-wool-coat',
    name: 'Long Wool Coat',
    brand: 'Lune',
    category: 'Clothes > Jackets and coats > Wool coats',
    price: 229,
    description:
      'A straight, knee-long winter coat of soft wool with narrow lapels and three buttons. It is lined and goes with jeans or a dress.',
    fields: { gender: 'women', material: 'wool', season: 'winter' },
    colors: [wearColors.camel, wearColors.grey],
    sizes: sizes.womensEu,
    draw: draw.longWoolCoat,
    translations: translated({
      de: ['Langer Wollmantel', 'Gerader Wintermantel aus weicher Wolle, knielang, mit drei Knöpfen.'],
      ja: ['ロングウールコート', '柔らかいウールのひざ丈の冬用コートです。三つボタン。'],
      ar: ['معطف صوف طويل', 'معطف شتوي مستقيم حتى الركبة من الصوف الناعم بثلاثة أزرار.'],
    }),
  },
  {
    id: 'womens-parka',
    name: 'Winter Parka with Fur Hood',
    brand: 'Nordfjell',
    category: 'Clothes > Jackets and coats > Parkas',
    price: 179,
    description:
      'A long, padded parka with four pockets and faux fur around the hood. Warm at minus twenty degrees.',
    fields: { gender: 'women', material: 'polyester', waterproof: true, season: 'winter' },
    colors: [wearColors.olive, wearColors.black],
    sizes: sizes.alphaWide,
    draw: draw.parka,
    translations: translated({
      de: [
        'Winterparka mit Fellkapuze',
        'Langer, gefütterter Parka mit vier Taschen und Kunstfell an der Kapuze.',
      ],
      ja: [
        'ファーフード付き冬用パーカ',
        'フードにフェイクファーが付いた、四つポケットの長い防寒ジャケットです。',
      ],
      ar: ['باركا شتوية بغطاء رأس من الفرو', 'جاكيت طويل مبطن بأربعة جيوب وفرو صناعي حول غطاء الرأس.'],
    }),
  },
  {
    id: 'womens-fleece-jacket',
    name: 'Sherpa Fleece Jacket',
    brand: 'Nordfjell',
    category: 'Clothes > Jackets and coats > Fleece jackets',
    price: 69,
    description:
      'A fluffy teddy fleece with a zip and a chest pocket. Soft and warm on its own or under a shell.',
    fields: { gender: 'women', material: 'polyester', season: 'autumn' },
    colors: [wearColors.cream, wearColors.lilac],
    sizes: sizes.alphaWide,
    draw: (color) => draw.fleeceJacket(color, '#2a8a8c'),
    translations: translated({
      de: ['Teddy-Fleecejacke', 'Flauschige Fleecejacke mit Reißverschluss und Brusttasche.'],
      ja: ['ボアフリースジャケット', 'ふわふわの生地で暖かい、胸ポケット付きのフリースです。'],
      ar: ['جاكيت فليس', 'جاكيت فليس ناعم ودافئ بسحاب وجيب على الصدر.'],
    }),
  },
  {
    id: 'womens-blazer',
    name: 'Fitted Blazer',
    brand: 'Lune',
    category: 'Clothes > Jackets and coats > Blazers',
    price: 119,
    description: 'A light blazer for the office, worn over a top or a blouse. Lined, with two buttons.',
    fields: { gender: 'women', material: 'viscose', season: 'all year' },
    colors: [wearColors.rose, wearColors.cream],
    sizes: sizes.womensEu,
    draw: (color) => draw.blazer(color),
    translations: translated({
      de: ['Taillierter Blazer', 'Leichter, gefütterter Blazer fürs Büro mit zwei Knöpfen.'],
      ja: ['レディースブレザー', 'オフィス向けの軽い裏地付きブレザー。二つボタン。'],
      ar: ['بليزر نسائي', 'بليزر خفيف مبطن للمكتب بزرين.'],
    }),
  },
  {
    id: 'womens-windbreaker',
    name: 'Half-Zip Windbreaker',
    brand: 'Tidewater',
    category: 'Clothes > Jackets and coats > Outdoor jackets',
    price: 59,
    description:
      'A thin pull-over jacket with hood and a big front pocket that it packs into. For windy walks and runs.',
    fields: { gender: 'women', material: 'nylon', season: 'summer' },
    colors: [wearColors.turquoise],
    sizes: sizes.alpha,
    draw: (color) => draw.windbreaker(color, '#d9506f'),
    translations: translated({
      de: [
        'Windjacke mit halbem Reißverschluss',
        'Dünne Schlupfjacke mit Kapuze und großer Bauchtasche für windige Tage.',
      ],
      ja: ['ハーフジップウインドブレーカー', 'フードと大きな前ポケットの薄手ジャケット。風の強い日に。'],
      ar: ['جاكيت واقٍ من الرياح', 'جاكيت رقيق بغطاء رأس وجيب أمامي كبير للأيام العاصفة.'],
    }),
  },
  {
    id: 'knitted-poncho',
    name: 'Knitted Poncho',
    brand: 'Fernhill',
    category: 'Clothes > Jackets and coats > Ponchos',
    price: 75,
    description: 'A wide wool wrap with a zigzag pattern and a fringe. One size, to throw on over anything.',
    fields: { gender: 'women', material: 'wool', season: 'autumn' },
    colors: [wearColors.red, wearColors.teal],
    draw: (color) => draw.poncho(color, '#26344f'),
    translations: translated({
      de: ['Strickponcho', 'Weiter Überwurf aus Wolle mit Zickzackmuster und Fransen.'],
      ja: ['ニットポンチョ', 'ジグザグ模様とフリンジのゆったりしたウールのポンチョです。'],
      ar: ['بونشو محبوك', 'بونشو واسع من الصوف بنقش متعرج وأهداب.'],
    }),
  },
  {
    id: 'kids-puffer-jacket',
    name: 'Rainbow Puffer Jacket for Kids',
    brand: 'Kolibri',
    category: 'Clothes > Kids > Jackets',
    price: 59,
    description:
      'A warm quilted winter jacket for children in six bright stripes. Water-repellent and machine washable.',
    fields: { gender: 'kids', material: 'polyester', season: 'winter', age: '3 to 12 years' },
    sizes: sizes.kidsWide,
    draw: () =>
      draw.downJacket('#c8352f', ['#e2483d', '#f08a34', '#f6cf45', '#58b368', '#3f86d0', '#7a5bb5']),
    translations: translated({
      de: ['Regenbogen-Steppjacke für Kinder', 'Warme Winterjacke für Kinder mit sechs bunten Streifen.'],
      ja: ['子ども用レインボー中綿ジャケット', '六色のしま模様の暖かい冬用ジャケット。洗濯機で洗えます。'],
      ar: ['جاكيت شتوي ملون للأطفال', 'جاكيت مبطن ودافئ للأطفال بستة خطوط زاهية.'],
    }),
  },
  {
    id: 'kids-frog-raincoat',
    name: 'Frog Raincoat for Kids',
    brand: 'Kolibri',
    category: 'Clothes > Kids > Jackets',
    price: 39,
    description:
      'A waterproof raincoat for children with frog eyes on the hood. Makes puddles fun, and a good present for a child.',
    fields: {
      gender: 'kids',
      material: 'polyurethane',
      waterproof: true,
      age: '2 to 8 years',
      tags: ['gift for children'],
    },
    colors: [wearColors.green],
    sizes: sizes.kids,
    draw: draw.frogRaincoat,
    translations: translated({
      de: [
        'Frosch-Regenjacke für Kinder',
        'Wasserdichte Regenjacke mit Froschaugen auf der Kapuze, auch ein schönes Geschenk.',
      ],
      ja: [
        '子ども用カエルのレインコート',
        'フードにカエルの目が付いた防水レインコート。プレゼントにも喜ばれます。',
      ],
      ar: ['معطف مطر للأطفال على شكل ضفدع', 'معطف مقاوم للماء بعيني ضفدع على غطاء الرأس، هدية جميلة للأطفال.'],
    }),
  },
  {
    id: 'safety-vest',
    name: 'High-Visibility Vest',
    brand: 'Morrow',
    category: 'Clothes > Workwear > Safety vests',
    price: 9,
    description:
      'A bright safety vest with reflective bands for the car, the building site and the bicycle. In many countries the law requires one in every car.',
    fields: { gender: 'unisex', material: 'polyester', tags: ['reflective'] },
    colors: [{ name: 'neon yellow', hex: '#d7ee2f' }, wearColors.orange],
    draw: draw.safetyVest,
    translations: translated({
      de: ['Warnweste', 'Leuchtende Weste mit Reflexstreifen für Auto, Baustelle und Fahrrad.'],
      ja: ['反射安全ベスト', '車や工事現場、自転車で目立つ反射材付きベストです。'],
      ar: ['سترة عاكسة', 'سترة فاقعة بأشرطة عاكسة للسيارة وموقع البناء والدراجة.'],
    }),
  },
];
