import {
  beerStein,
  bowl,
  carafe,
  cutlery,
  espressoCup,
  iceBucket,
  mills,
  mug,
  plate,
  teapot,
  waterGlass,
  wineGlass,
  wineRack,
} from '../../drawings/home/tableware.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const category = 'Home > Kitchen > Tableware';
const glasses = 'Home > Kitchen > Glasses';
const mugs = 'Home > Kitchen > Mugs and cups';
const bar = 'Home > Kitchen > Bar';

/** What stands on a laid table. */
export const tableware: readonly DemoProduct[] = [
  {
    id: 'stoneware-mug',
    name: 'Stoneware Mug',
    brand: 'Maison Brelle',
    category: mugs,
    price: 9.9,
    description:
      'A large mug with a comfortable handle for coffee, tea and cocoa. Glazed stoneware, safe in the dishwasher and the microwave.',
    fields: { material: 'stoneware', capacity: '0.35 l' },
    colors: [homeColors.teal, homeColors.terracotta],
    draw: (color) => mug(color),
  },
  {
    id: 'striped-mug',
    name: 'Striped Mug',
    brand: 'Maison Brelle',
    category: mugs,
    price: 11.5,
    description:
      'A coffee mug with hand-painted white stripes, like a sailor shirt. Porcelain, dishwasher safe.',
    fields: { material: 'porcelain', capacity: '0.35 l' },
    draw: () => mug('#27406b', 'stripes'),
  },
  {
    id: 'heart-mug',
    name: 'Mug with a Heart',
    brand: 'Maison Brelle',
    category: mugs,
    price: 12.5,
    description:
      'A white mug with a big red heart. A small present for Valentine’s Day, Mother’s Day or just because.',
    fields: { material: 'porcelain', capacity: '0.35 l', tags: ['gift'] },
    draw: () => mug('#f1f1ee', 'heart'),
    translations: {
      de: {
        name: 'Tasse mit Herz',
        description:
          'Weiße Tasse mit großem rotem Herz. Ein kleines Geschenk zum Valentinstag oder Muttertag.',
      },
      ja: {
        name: 'ハートのマグカップ',
        description: '大きな赤いハートが描かれた白いマグカップ。バレンタインや母の日のプレゼントに。',
      },
      ar: {
        name: 'كوب مع قلب',
        description: 'كوب أبيض عليه قلب أحمر كبير. هدية صغيرة لعيد الحب أو عيد الأم.',
      },
    },
  },
  {
    id: 'espresso-cup-saucer',
    name: 'Espresso Cup with Saucer',
    brand: 'Bella Tavola',
    category: mugs,
    price: 13.9,
    description:
      'A small thick cup with its saucer, as in an Italian coffee bar. Keeps espresso hot and its foam high.',
    fields: { material: 'porcelain', capacity: '0.08 l' },
    colors: [homeColors.yellow, homeColors.forest],
    draw: (color) => espressoCup(color),
  },
  {
    id: 'red-wine-glasses',
    name: 'Red Wine Glasses, Set of 4',
    brand: 'Finke Glas',
    category: glasses,
    price: 36,
    description:
      'Four stemmed glasses with a wide bowl, in which red wine breathes. Thin crystal glass, dishwasher safe.',
    fields: { material: 'crystal glass', capacity: '0.5 l' },
    draw: () => wineGlass('#8e2138'),
    translations: {
      de: {
        name: 'Rotweingläser, 4er-Set',
        description:
          'Vier Stielgläser mit weitem Kelch, in dem Rotwein atmen kann. Dünnes Kristallglas, spülmaschinenfest.',
      },
      ja: {
        name: '赤ワイングラス 4個セット',
        description: '赤ワインの香りが開く、丸みのある薄手のクリスタルグラス4個セットです。',
      },
      ar: {
        name: 'كؤوس عصير عنب بساق، طقم من 4',
        description: 'أربع كؤوس بساق وحوض واسع من زجاج كريستال رقيق، يمكن غسلها في غسالة الصحون.',
      },
    },
  },
  {
    id: 'champagne-flutes',
    name: 'Champagne Flutes, Set of 2',
    brand: 'Finke Glas',
    category: glasses,
    price: 24,
    description:
      'Two tall narrow glasses that keep the bubbles of sparkling wine. For a toast at New Year or a wedding.',
    fields: { material: 'crystal glass', capacity: '0.2 l' },
    draw: () => wineGlass('#f0d27a', true),
  },
  {
    id: 'water-tumblers',
    name: 'Water Tumblers, Set of 6',
    brand: 'Finke Glas',
    category: glasses,
    price: 19.9,
    description:
      'Six plain drinking glasses for water, juice and iced tea. Thick tempered glass that stacks.',
    fields: { material: 'glass', capacity: '0.3 l' },
    draw: () => waterGlass(),
  },
  {
    id: 'beer-stein',
    name: 'Glass Beer Stein',
    brand: 'Finke Glas',
    category: glasses,
    price: 15.9,
    description:
      'A heavy beer mug of dimpled glass with a strong handle, as in a beer garden. Holds half a litre.',
    fields: { material: 'glass', capacity: '0.5 l' },
    draw: () => beerStein(),
  },
  {
    id: 'dinner-plate',
    name: 'Dinner Plate 27 cm',
    brand: 'Maison Brelle',
    category,
    price: 12,
    description:
      'A flat porcelain plate with a coloured rim for the main course. Goes into the dishwasher and the microwave.',
    fields: { material: 'porcelain', diameter: '27 cm' },
    colors: [homeColors.blue, homeColors.green],
    draw: (color) => plate(color),
    translations: {
      de: {
        name: 'Essteller 27 cm',
        description:
          'Flacher Porzellanteller mit farbigem Rand für das Hauptgericht. Spülmaschinen- und mikrowellenfest.',
      },
      ja: {
        name: 'ディナープレート 27cm',
        description: '縁に色をあしらった磁器の平皿。食洗機と電子レンジで使えます。',
      },
      ar: {
        name: 'طبق عشاء 27 سم',
        description: 'طبق مسطح من البورسلين بحافة ملونة للطبق الرئيسي، يصلح لغسالة الصحون والميكروويف.',
      },
    },
  },
  {
    id: 'cereal-bowl',
    name: 'Cereal Bowl',
    brand: 'Maison Brelle',
    category,
    price: 8.5,
    description: 'A deep round bowl for muesli, soup and salad. Glazed stoneware with a light line.',
    fields: { material: 'stoneware', capacity: '0.6 l' },
    colors: [homeColors.skyBlue, homeColors.pink],
    draw: (color) => bowl(color),
  },
  {
    id: 'ramen-bowl',
    name: 'Ramen Bowl with Chopsticks',
    brand: 'Maison Brelle',
    category,
    price: 18.9,
    description:
      'A large noodle bowl with a pair of wooden chopsticks, for ramen, pho and udon soup. Black stoneware.',
    fields: { material: 'stoneware', capacity: '1 l' },
    draw: () => bowl('#33373d', true),
    translations: {
      de: {
        name: 'Ramenschale mit Essstäbchen',
        description: 'Große Nudelschale mit einem Paar Holzstäbchen für Ramen, Pho und Udon.',
      },
      ja: {
        name: 'ラーメン丼 箸付き',
        description: 'ラーメンやうどん、フォーにぴったりの大きな丼と木の箸のセットです。',
      },
      ar: {
        name: 'وعاء رامن مع عيدان أكل',
        description: 'وعاء كبير للنودلز مع عودي أكل خشبيين، لشوربة الرامن والفو والأودون.',
      },
    },
  },
  {
    id: 'cutlery-set-24',
    name: 'Cutlery Set, 24 Pieces',
    brand: 'Bella Tavola',
    category,
    price: 69,
    description:
      'Forks, knives, spoons and teaspoons for six people. Polished stainless steel, dishwasher safe.',
    fields: { material: 'stainless steel' },
    draw: () => cutlery(),
    translations: {
      de: {
        name: 'Besteckset, 24-teilig',
        description: 'Gabeln, Messer, Löffel und Teelöffel für sechs Personen. Polierter Edelstahl.',
      },
      ja: {
        name: 'カトラリーセット 24本',
        description: 'フォーク、ナイフ、スプーン、ティースプーンの6人用セット。ステンレス製です。',
      },
      ar: {
        name: 'طقم أدوات مائدة من 24 قطعة',
        description: 'شوك وسكاكين وملاعق لستة أشخاص من الستانلس ستيل المصقول.',
      },
    },
  },
  {
    id: 'olive-wood-cutlery',
    name: 'Cutlery with Wooden Handles',
    brand: 'Bella Tavola',
    category,
    price: 45,
    description:
      'Brass-coloured fork, knife and spoon with handles of olive wood, for two people. For the garden table or a picnic.',
    fields: { material: 'olive wood' },
    draw: () => cutlery('#c79a3f', '#7b5233'),
  },
  {
    id: 'porcelain-teapot',
    name: 'Porcelain Teapot 1.2 l',
    brand: 'Maison Brelle',
    category,
    price: 32,
    description:
      'A round teapot with a strainer in its spout, for black, green and herbal tea. White dots on a coloured glaze.',
    fields: { material: 'porcelain', capacity: '1.2 l' },
    draw: () => teapot('#c8383d', true),
    translations: {
      de: {
        name: 'Teekanne aus Porzellan 1,2 l',
        description: 'Runde Teekanne mit Sieb für schwarzen, grünen und Kräutertee, mit weißen Punkten.',
      },
      ja: {
        name: '磁器のティーポット 1.2L',
        description: '茶こし付きの丸いティーポット。紅茶、緑茶、ハーブティーに。水玉模様です。',
      },
      ar: {
        name: 'إبريق شاي من البورسلين 1.2 لتر',
        description: 'إبريق مستدير مع مصفاة للشاي الأسود والأخضر والأعشاب، منقط بالأبيض.',
      },
    },
  },
  {
    id: 'cast-iron-teapot',
    name: 'Japanese Iron Teapot',
    brand: 'Maison Brelle',
    category,
    price: 54,
    description:
      'A heavy teapot of cast iron that keeps green tea warm for an hour. Enamelled inside, with a steel strainer.',
    fields: { material: 'cast iron', capacity: '0.8 l' },
    draw: () => teapot('#3d4f4a'),
  },
  {
    id: 'salt-pepper-mills',
    name: 'Salt and Pepper Mills',
    brand: 'Bella Tavola',
    category,
    price: 29,
    description:
      'A pair of wooden grinders, the light one for salt and the dark one for pepper. Ceramic grinding gear, fine to coarse.',
    fields: { material: 'beech' },
    draw: () => mills('#a86f3d'),
  },
  {
    id: 'steel-ice-bucket',
    name: 'Ice Bucket',
    brand: 'Finke Glas',
    category: bar,
    price: 39,
    description:
      'A bucket of stainless steel that you fill with ice to keep drinks cold: a bottle of wine, champagne or cans of beer. With two handles.',
    fields: { material: 'stainless steel', capacity: '4 l', tags: ['keeps cold', 'party'] },
    draw: () => iceBucket(),
    translations: {
      de: {
        name: 'Eiskübel',
        description: 'Sektkühler aus Edelstahl. Mit Eis gefüllt hält er Wein, Sekt und andere Getränke kalt.',
      },
      ja: {
        name: 'アイスバケツ',
        description: '氷を入れてワインや飲み物を冷やす、取っ手付きのステンレス製バケツです。',
      },
      ar: { name: 'دلو ثلج', description: 'دلو من الستانلس ستيل يُملأ بالثلج لإبقاء المشروبات باردة، بمقبضين.' },
    },
  },
  {
    id: 'wine-rack-9',
    name: 'Wooden Wine Rack for 9 Bottles',
    brand: 'Oakwell',
    category: bar,
    price: 49,
    description:
      'A rack that stores nine wine bottles lying down, in the kitchen or the cellar. Solid oiled acacia wood.',
    fields: { material: 'acacia' },
    draw: () => wineRack(),
  },
  {
    id: 'decanter-carafe',
    name: 'Wine Decanter 1.5 l',
    brand: 'Finke Glas',
    category: bar,
    price: 33,
    description:
      'A glass carafe with a wide belly and a stopper. Pour in red wine an hour before dinner. It is also good for water and juice.',
    fields: { material: 'glass', capacity: '1.5 l' },
    draw: () => carafe('#8e2138'),
  },
];
