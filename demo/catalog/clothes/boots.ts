import * as draw from '../../drawings/clothes/boots.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { sizes } from '../sizes.ts';
import { translated } from '../translated.ts';

/** Boots for town, rain and snow. */
export const boots: readonly DemoProduct[] = [
  {
    id: 'chelsea-boots',
    name: 'Chelsea Boots',
    brand: 'Pavo',
    category: 'Clothes > Shoes > Boots',
    price: 129,
    description:
      'Ankle boots of smooth leather with elastic sides and a pull tab. They go with jeans as well as with a suit.',
    fields: { gender: 'men', material: 'leather', season: 'autumn' },
    colors: [wearColors.brown, wearColors.black],
    sizes: sizes.mensShoes,
    draw: draw.chelseaBoot,
    translations: translated({
      de: ['Chelsea Boots', 'Stiefeletten aus glattem Leder mit elastischen Einsätzen.'],
      ja: ['チェルシーブーツ', '両脇がゴムで履きやすい、なめらかな革のショートブーツです。'],
      ar: ['حذاء تشيلسي', 'حذاء جلدي قصير الساق بجوانب مطاطية.'],
    }),
  },
  {
    id: 'combat-boots',
    name: 'Combat Boots',
    brand: 'Pavo',
    category: 'Clothes > Shoes > Boots',
    price: 149,
    description:
      'High lace-up leather boots with a thick air-cushioned sole and yellow stitching. They last for years and suit dresses as well as jeans.',
    fields: { gender: 'unisex', material: 'leather' },
    colors: [wearColors.black, wearColors.burgundy],
    sizes: sizes.shoes,
    draw: draw.combatBoot,
  },
  {
    id: 'heeled-ankle-boots',
    name: 'Ankle Boots with Heel',
    brand: 'Lune',
    category: 'Clothes > Shoes > Boots',
    price: 119,
    description:
      'Suede booties with a block heel and a golden zip. The heel of 6 cm is comfortable for a whole day.',
    fields: { gender: 'women', material: 'suede', season: 'autumn' },
    colors: [wearColors.camel, wearColors.black],
    sizes: sizes.womensShoes,
    draw: draw.ankleBoot,
  },
  {
    id: 'cowboy-boots',
    name: 'Cowboy Boots',
    brand: 'Morrow',
    category: 'Clothes > Shoes > Boots',
    price: 169,
    description:
      'Western boots with a pointed toe, slanted heel and stitched leather. For country concerts, riding and jeans.',
    fields: { gender: 'women', material: 'leather' },
    colors: [wearColors.brown],
    sizes: sizes.womensShoes,
    draw: draw.cowboyBoot,
  },
  {
    id: 'wellington-boots',
    name: 'Wellington Boots',
    brand: 'Fernhill',
    category: 'Clothes > Shoes > Rain boots',
    price: 55,
    description:
      'Tall rubber boots that keep feet dry in rain, mud and the garden. The cotton lining dries quickly.',
    fields: { gender: 'unisex', material: 'rubber', waterproof: true },
    colors: [wearColors.forest, wearColors.yellow],
    sizes: sizes.shoes,
    draw: (color) => draw.wellington(color),
    translations: translated({
      de: ['Gummistiefel', 'Hohe Stiefel aus Gummi für Regen, Matsch und Garten.'],
      ja: ['レインブーツ', '雨や泥、庭仕事でも足がぬれない長いゴム長靴です。'],
      ar: ['جزمة مطر مطاطية', 'جزمة طويلة من المطاط تحفظ القدمين جافتين في المطر والطين.'],
    }),
  },
  {
    id: 'kids-ladybird-boots',
    name: 'Ladybird Wellies for Kids',
    brand: 'Kolibri',
    category: 'Clothes > Kids > Shoes',
    price: 25,
    description:
      'Red rubber boots with black dots for jumping into puddles. Light and easy to put on, with a non-slip sole for nursery.',
    fields: { gender: 'kids', material: 'rubber', waterproof: true },
    colors: [wearColors.red],
    sizes: sizes.kidsShoes,
    draw: (color) => draw.wellington(color, draw.ladybird()),
    translations: translated({
      de: [
        'Marienkäfer-Gummistiefel für Kinder',
        'Rote Gummistiefel mit schwarzen Punkten zum Pfützenspringen.',
      ],
      ja: ['子ども用てんとう虫の長靴', '黒い水玉の赤い長靴。水たまり遊びに。'],
      ar: ['جزمة مطر دعسوقة للأطفال', 'جزمة مطاطية حمراء بنقط سوداء للقفز في برك الماء.'],
    }),
  },
  {
    id: 'snow-boots',
    name: 'Snow Boots',
    brand: 'Nordfjell',
    category: 'Clothes > Shoes > Winter boots',
    price: 99,
    description:
      'Padded winter boots with a furry collar and a deep sole for snow and slush. They stay waterproof and warm at minus fifteen degrees.',
    fields: { gender: 'women', material: 'nylon', waterproof: true, season: 'winter' },
    colors: [wearColors.teal, wearColors.burgundy],
    sizes: sizes.womensShoes,
    draw: draw.snowBoot,
    translations: translated({
      de: ['Schneestiefel', 'Gefütterte Winterstiefel mit Fellkragen und grober Sohle.'],
      ja: ['スノーブーツ', 'ファーの履き口と深い溝のソールの暖かい冬用ブーツです。'],
      ar: ['حذاء ثلج', 'حذاء شتوي مبطن بحافة من الفرو ونعل عميق للثلج.'],
    }),
  },
];
