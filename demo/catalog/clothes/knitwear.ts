import * as draw from '../../drawings/clothes/knitwear.ts';
import { prints } from '../../drawings/clothes/shirts.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { sizes } from '../sizes.ts';
import { translated } from '../translated.ts';

/** Jumpers, cardigans, hoodies and sweatshirts. */
export const knitwear: readonly DemoProduct[] = [
  {
    id: 'hoodie',
    name: 'Classic Hoodie',
    brand: 'Morrow',
    category: 'Clothes > Jumpers and hoodies > Hoodies',
    price: 45,
    description:
      'A soft hooded sweatshirt with drawstrings and a kangaroo pocket. Brushed cotton fleece for lazy days and training.',
    fields: { gender: 'unisex', material: 'cotton', season: 'all year' },
    colors: [wearColors.grey, wearColors.forest],
    sizes: sizes.alphaWide,
    draw: (color) => draw.hoodie(color),
    translations: translated({
      de: ['Kapuzenpullover', 'Weicher Hoodie mit Kordeln und Kängurutasche aus angerauter Baumwolle.'],
      ja: [
        'クラシックパーカー',
        'ひもとカンガルーポケットの付いた、裏起毛コットンのやわらかいパーカーです。',
      ],
      ar: ['هودي كلاسيكي', 'سويت شيرت ناعم بغطاء رأس وجيب أمامي من القطن.'],
    }),
  },
  {
    id: 'zip-hoodie',
    name: 'Zip Hoodie',
    brand: 'Brisk',
    category: 'Clothes > Jumpers and hoodies > Hoodies',
    price: 55,
    description:
      'A sports hoodie with a full zip, two pockets and stripes along the sleeves. Good for the gym and the way home.',
    fields: { gender: 'women', material: 'cotton, polyester', season: 'all year' },
    colors: [wearColors.purple, wearColors.black],
    sizes: sizes.alpha,
    draw: (color) => draw.zipHoodie(color, '#f4c6d0'),
    translations: translated({
      de: ['Kapuzenjacke', 'Sportliche Kapuzenjacke mit Reißverschluss, zwei Taschen und Streifen.'],
      ja: ['ジップパーカー', '前開きファスナーと二つのポケット、袖にラインの入ったパーカーです。'],
      ar: ['هودي بسحاب', 'هودي رياضي بسحاب كامل وجيبين وخطوط على الأكمام.'],
    }),
  },
  {
    id: 'kids-dinosaur-hoodie',
    name: 'Dinosaur Hoodie for Kids',
    brand: 'Kolibri',
    category: 'Clothes > Kids > Jumpers',
    price: 32,
    description:
      'A green hooded jumper with dinosaur spikes and eyes. Children love it, so it makes a great birthday gift.',
    fields: { gender: 'kids', material: 'cotton', age: '3 to 8 years', tags: ['gift for children'] },
    colors: [wearColors.green],
    sizes: sizes.kids,
    draw: (color) => draw.dinosaurHoodie(color, '#f4c534'),
    translations: translated({
      de: [
        'Dino-Kapuzenpulli für Kinder',
        'Grüner Pulli mit Dinosaurierzacken und Augen, ein tolles Geburtstagsgeschenk.',
      ],
      ja: ['子ども用恐竜パーカー', '背びれと目が付いた緑色のパーカー。誕生日プレゼントにおすすめです。'],
      ar: ['هودي ديناصور للأطفال', 'هودي أخضر بأشواك وعيني ديناصور، هدية رائعة لعيد ميلاد طفل.'],
    }),
  },
  {
    id: 'heart-sweatshirt',
    name: 'Heart Sweatshirt',
    brand: 'Lune',
    category: 'Clothes > Jumpers and hoodies > Sweatshirts',
    price: 39,
    description: 'A round-neck sweatshirt with a big red heart on the chest. Loose cut, organic cotton.',
    fields: { gender: 'women', material: 'organic cotton' },
    colors: [wearColors.cream, wearColors.lightBlue],
    sizes: sizes.alpha,
    draw: (color) => draw.sweatshirt(color, draw.heart('#d8343f')),
  },
  {
    id: 'mountain-sweatshirt',
    name: 'Mountain Sweatshirt',
    brand: 'Nordfjell',
    category: 'Clothes > Jumpers and hoodies > Sweatshirts',
    price: 49,
    description:
      'A navy sweatshirt with a mountain badge on the front, for evenings at the hut. Brushed cotton on the inside keeps you warm.',
    fields: { gender: 'men', material: 'cotton' },
    colors: [wearColors.navy],
    sizes: sizes.alpha,
    draw: (color) => draw.sweatshirt(color, prints.mountain('#2f5d45')),
  },
  {
    id: 'cable-knit-jumper',
    name: 'Cable Knit Jumper',
    brand: 'Fernhill',
    category: 'Clothes > Jumpers and hoodies > Jumpers',
    price: 79,
    description:
      'A chunky Aran sweater with knitted cables. Pure wool that keeps you warm even when it is damp.',
    fields: { gender: 'women', material: 'wool', season: 'winter' },
    colors: [wearColors.cream, wearColors.mustard],
    sizes: sizes.alpha,
    draw: draw.cableJumper,
    translations: translated({
      de: ['Zopfstrickpullover', 'Grober Wollpullover mit Zopfmuster, warm auch bei feuchtem Wetter.'],
      ja: ['ケーブルニットセーター', '縄編み模様の厚手ウールセーター。湿っていても暖かいです。'],
      ar: ['كنزة صوف بضفائر', 'كنزة سميكة من الصوف بنقش ضفائر تدفئ حتى في الجو الرطب.'],
    }),
  },
  {
    id: 'roll-neck-jumper',
    name: 'Roll Neck Jumper',
    brand: 'Fernhill',
    category: 'Clothes > Jumpers and hoodies > Jumpers',
    price: 65,
    description:
      'A fine ribbed turtleneck sweater of merino wool. Warm at the neck without a scarf, thin enough for under a blazer.',
    fields: { gender: 'men', material: 'merino wool', season: 'winter' },
    colors: [wearColors.charcoal, wearColors.burgundy],
    sizes: sizes.alpha,
    draw: draw.rollNeckJumper,
  },
  {
    id: 'wool-cardigan',
    name: 'Wool Cardigan',
    brand: 'Fernhill',
    category: 'Clothes > Jumpers and hoodies > Cardigans',
    price: 72,
    description:
      'A buttoned V-neck cardigan with two pockets, knitted from lambswool. Light and warm over a blouse or a dress.',
    fields: { gender: 'women', material: 'lambswool', season: 'autumn' },
    colors: [wearColors.teal, wearColors.rose],
    sizes: sizes.alpha,
    draw: draw.cardigan,
    translations: translated({
      de: ['Strickjacke aus Wolle', 'Geknöpfte Strickjacke mit V-Ausschnitt und zwei Taschen aus Lammwolle.'],
      ja: ['ウールカーディガン', 'Vネックで前ボタン、二つのポケットが付いたラムウールのカーディガンです。'],
      ar: ['كارديغان صوف', 'سترة صوفية محبوكة بأزرار وياقة على شكل V وجيبين.'],
    }),
  },
  {
    id: 'christmas-jumper',
    name: 'Reindeer Christmas Jumper',
    brand: 'Fernhill',
    category: 'Clothes > Jumpers and hoodies > Jumpers',
    price: 45,
    description:
      'A cheerful red holiday sweater with snowflakes and a reindeer with a red nose. For the Christmas party.',
    fields: { gender: 'unisex', material: 'acrylic', season: 'winter', tags: ['christmas'] },
    colors: [wearColors.red, wearColors.forest],
    sizes: sizes.alpha,
    draw: draw.christmasJumper,
    translations: translated({
      de: ['Weihnachtspullover mit Rentier', 'Fröhlicher roter Pullover mit Rentier und Schneeflocken.'],
      ja: ['トナカイのクリスマスセーター', 'トナカイと雪の結晶柄の楽しい赤いセーターです。'],
      ar: ['كنزة عيد الميلاد بغزال', 'كنزة حمراء مرحة بغزال الرنة وندف الثلج.'],
    }),
  },
  {
    id: 'striped-jumper',
    name: 'Striped Cotton Jumper',
    brand: 'Tidewater',
    category: 'Clothes > Jumpers and hoodies > Jumpers',
    price: 55,
    description:
      'A light cotton sweater in wide stripes for cool summer evenings by the sea. Knitted from organic yarn, it feels smooth on the skin.',
    fields: { gender: 'women', material: 'cotton', season: 'summer' },
    colors: [wearColors.white],
    sizes: sizes.alpha,
    draw: (color) => draw.stripedJumper(color, '#e8792b'),
  },
  {
    id: 'nordic-jumper',
    name: 'Icelandic Jumper',
    brand: 'Nordfjell',
    category: 'Clothes > Jumpers and hoodies > Jumpers',
    price: 119,
    description:
      'A hand-knitted lopi sweater with the round pattern of Iceland at the shoulders. Thick sheep wool for cold and wind.',
    fields: { gender: 'unisex', material: 'wool', season: 'winter' },
    colors: [wearColors.grey, wearColors.indigo],
    sizes: sizes.alpha,
    draw: (color) => draw.nordicJumper(color, '#33363d'),
    translations: translated({
      de: [
        'Islandpullover',
        'Handgestrickter Pullover mit rundem Muster an den Schultern aus dicker Schafwolle.',
      ],
      ja: ['アイスランドセーター', '肩まわりに丸い編み込み模様が入った、厚手の羊毛の手編みセーターです。'],
      ar: ['كنزة أيسلندية', 'كنزة محبوكة يدويًا من صوف الغنم السميك بنقش دائري عند الكتفين.'],
    }),
  },
  {
    id: 'argyle-vest',
    name: 'Argyle Knit Vest',
    brand: 'Ellington Row',
    category: 'Clothes > Jumpers and hoodies > Jumpers',
    price: 49,
    description: 'A sleeveless V-neck slipover with diamonds, to wear over a shirt. Cotton and wool.',
    fields: { gender: 'men', material: 'cotton, wool' },
    colors: [wearColors.navy],
    sizes: sizes.alpha,
    draw: (color) => draw.argyleVest(color, '#b5402f', '#d8b98a'),
  },
];
