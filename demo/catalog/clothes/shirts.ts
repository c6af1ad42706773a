import * as draw from '../../drawings/clothes/shirts.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { sizes } from '../sizes.ts';
import { translated } from '../translated.ts';

/** Shirts with buttons, blouses and polo shirts. */
export const shirts: readonly DemoProduct[] = [
  {
    id: 'white-dress-shirt',
    name: 'White Dress Shirt',
    brand: 'Ellington Row',
    category: 'Clothes > Shirts and blouses > Shirts',
    price: 49,
    description:
      'A fitted business shirt of easy-iron cotton with a firm collar. For suits, interviews and weddings.',
    fields: { gender: 'men', material: 'cotton' },
    colors: [wearColors.white, wearColors.lightBlue],
    sizes: sizes.alphaWide,
    draw: (color) => draw.shirt(color, '', 'long', '#c9ccd1'),
    translations: translated({
      de: ['Weißes Businesshemd', 'Tailliertes Hemd aus bügelleichter Baumwolle mit festem Kragen.'],
      ja: ['白いドレスシャツ', '襟のしっかりした、アイロンがけが簡単な綿のビジネスシャツです。'],
      ar: ['قميص رسمي أبيض', 'قميص عمل قطني سهل الكي بياقة متينة.'],
    }),
  },
  {
    id: 'flannel-shirt',
    name: 'Checked Flannel Shirt',
    brand: 'Morrow',
    category: 'Clothes > Shirts and blouses > Shirts',
    price: 45,
    description: 'A lumberjack shirt of brushed cotton in a big plaid. Warm for autumn and the workshop.',
    fields: { gender: 'men', material: 'cotton', season: 'autumn' },
    colors: [wearColors.red, wearColors.green],
    sizes: sizes.alpha,
    draw: (color) => draw.shirt(color, draw.flannel('#1d1d22', '#f4e4c4')),
    translations: translated({
      de: ['Kariertes Flanellhemd', 'Holzfällerhemd aus angerauter Baumwolle mit großem Karo.'],
      ja: ['チェックのネルシャツ', '大きな格子柄の起毛コットンシャツ。秋に暖かい一枚です。'],
      ar: ['قميص فلانيل مربعات', 'قميص قطني دافئ بمربعات كبيرة مناسب للخريف.'],
    }),
  },
  {
    id: 'hawaiian-shirt',
    name: 'Hawaiian Shirt',
    brand: 'Tidewater',
    category: 'Clothes > Shirts and blouses > Shirts',
    price: 39,
    description:
      'A short-sleeved holiday shirt with palm leaves and hibiscus flowers. Airy viscose for the beach bar.',
    fields: { gender: 'men', material: 'viscose', season: 'summer' },
    colors: [wearColors.teal, wearColors.navy],
    sizes: sizes.alpha,
    draw: (color) => draw.shirt(color, draw.tropical('#f6d27a', '#f47c8c'), 'short'),
    translations: translated({
      de: ['Hawaiihemd', 'Kurzärmeliges Urlaubshemd mit Palmblättern und Hibiskusblüten.'],
      ja: ['アロハシャツ', 'ヤシの葉とハイビスカス柄の半袖シャツ。夏の休暇に。'],
      ar: ['قميص هاواي', 'قميص صيفي بأكمام قصيرة وأوراق نخيل وأزهار.'],
    }),
  },
  {
    id: 'denim-shirt',
    name: 'Denim Shirt',
    brand: 'Morrow',
    category: 'Clothes > Shirts and blouses > Shirts',
    price: 49,
    description: 'A western shirt of light denim with snap buttons. Wear it open over a T-shirt.',
    fields: { gender: 'women', material: 'cotton' },
    colors: [wearColors.denim],
    sizes: sizes.alpha,
    draw: (color) => draw.shirt(color, '', 'long', '#d99a4e'),
  },
  {
    id: 'linen-shirt',
    name: 'Linen Shirt',
    brand: 'Tidewater',
    category: 'Clothes > Shirts and blouses > Shirts',
    price: 55,
    description:
      'A short-sleeved shirt of pure linen that stays cool in summer heat. It may wrinkle, which is part of its charm.',
    fields: { gender: 'men', material: 'linen', season: 'summer' },
    colors: [wearColors.mint, wearColors.sand],
    sizes: sizes.alpha,
    draw: (color) => draw.shirt(color, '', 'short', '#8a5a33'),
    translations: translated({
      de: ['Leinenhemd', 'Kurzärmeliges Hemd aus reinem Leinen, kühl an heißen Tagen.'],
      ja: ['リネンシャツ', '夏でも涼しい、麻100%の半袖シャツです。'],
      ar: ['قميص كتان', 'قميص بأكمام قصيرة من الكتان الخالص، بارد في حر الصيف.'],
    }),
  },
  {
    id: 'striped-shirt',
    name: 'Pinstripe Shirt',
    brand: 'Ellington Row',
    category: 'Clothes > Shirts and blouses > Shirts',
    price: 52,
    description:
      'A white office shirt with narrow blue stripes and a chest pocket. Fine cotton poplin that irons easily.',
    fields: { gender: 'men', material: 'cotton' },
    colors: [wearColors.white],
    sizes: sizes.alphaWide,
    draw: (color) => draw.shirt(color, draw.pinstripes('#3f6fb5'), 'long', '#26344f'),
  },
  {
    id: 'bow-blouse',
    name: 'Blouse with Bow',
    brand: 'Lune',
    category: 'Clothes > Shirts and blouses > Blouses',
    price: 49,
    description:
      'A flowing blouse with balloon sleeves and a bow at the neck, for the office and for dinner. The cloth needs no ironing.',
    fields: { gender: 'women', material: 'polyester' },
    colors: [wearColors.pink, wearColors.cream],
    sizes: sizes.womensEu,
    draw: draw.bowBlouse,
    translations: translated({
      de: ['Schluppenbluse', 'Fließende Bluse mit weiten Ärmeln und Schleife am Hals.'],
      ja: ['リボンブラウス', '首元にリボンがあり、袖がふんわりしたブラウスです。'],
      ar: ['بلوزة بفيونكة', 'بلوزة انسيابية بأكمام واسعة وفيونكة عند الرقبة.'],
    }),
  },
  {
    id: 'polo-shirt',
    name: 'Polo Shirt',
    brand: 'Brisk',
    category: 'Clothes > T-shirts and tops > Polo shirts',
    price: 35,
    description:
      'A short-sleeved polo of cotton piqué with collar and three buttons. For tennis, golf and casual Fridays.',
    fields: { gender: 'men', material: 'cotton' },
    colors: [wearColors.forest, wearColors.burgundy],
    sizes: sizes.alpha,
    draw: (color) => draw.poloShirt(color, '#ffffff'),
    translations: translated({
      de: ['Poloshirt', 'Kurzärmeliges Polo aus Baumwollpiqué mit Kragen und drei Knöpfen.'],
      ja: ['ポロシャツ', '襟と三つボタンの綿ピケ半袖シャツ。テニスやゴルフに。'],
      ar: ['قميص بولو', 'قميص بولو قطني بأكمام قصيرة وياقة وثلاثة أزرار.'],
    }),
  },
  {
    id: 'rugby-shirt',
    name: 'Rugby Shirt',
    brand: 'Brisk',
    category: 'Clothes > T-shirts and tops > Polo shirts',
    price: 55,
    description:
      'A sturdy long-sleeved shirt in broad stripes with a white collar. Thick cotton that survives any scrum.',
    fields: { gender: 'men', material: 'cotton' },
    colors: [wearColors.navy],
    sizes: sizes.alpha,
    draw: (color) => draw.rugbyShirt(color, '#f4c534'),
  },
];
