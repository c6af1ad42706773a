import {
  beerBottle,
  cocoaTin,
  drinkCan,
  icedTea,
  lemonade,
  waterBottle,
  wineBottle,
} from '../../drawings/grocery/drinks.ts';
import type { DemoProduct } from '../product.ts';

const soft = 'Grocery > Beverages > Water and soft drinks';
const alcohol = 'Grocery > Beverages > Beer and wine';
const brand = 'Sunfield';

/** Things to drink. */
export const drinks: readonly DemoProduct[] = [
  {
    id: 'mineral-water',
    name: 'Mineral Water 0.5 l',
    brand,
    category: soft,
    price: 0.8,
    description: 'Still water from a mountain spring in a small bottle.',
    fields: { capacity: '0.5 l' },
    draw: () => waterBottle(),
    translations: {
      de: {
        name: 'Mineralwasser 0,5 l',
        description: 'Stilles Wasser aus einer Bergquelle in der kleinen Flasche.',
      },
      ja: {
        name: 'ミネラルウォーター 0.5L',
        description: '山の湧き水を詰めた、飲みやすい小さなボトルの水です。',
      },
      ar: { name: 'مياه معدنية 0.5 لتر', description: 'مياه ساكنة من نبع جبلي في زجاجة صغيرة.' },
    },
  },
  {
    id: 'cola-can',
    name: 'Cola Can',
    brand,
    category: soft,
    price: 1.1,
    description: 'A can of cola with caffeine and sugar. Best very cold.',
    fields: { capacity: '0.33 l' },
    draw: () => drinkCan('#b8252d', 'COLA', '#f1f1ee'),
    translations: {
      de: {
        name: 'Cola in der Dose',
        description: 'Eine Dose Cola mit Koffein und Zucker. Am besten eiskalt.',
      },
      ja: { name: '缶コーラ', description: 'よく冷やして飲みたい、定番の炭酸コーラです。' },
      ar: { name: 'علبة كولا', description: 'علبة كولا بالكافيين والسكر، الأفضل باردة جداً.' },
    },
  },
  {
    id: 'orange-soda-can',
    name: 'Orange Soda Can',
    brand,
    category: soft,
    price: 1.1,
    description: 'A fizzy soft drink with the taste of oranges.',
    fields: { capacity: '0.33 l' },
    draw: () => drinkCan('#e8852a', 'ORANGE', '#4c9a5b'),
  },
  {
    id: 'lemonade',
    name: 'Lemonade',
    brand,
    category: soft,
    price: 2.2,
    description: 'Cloudy lemonade of fresh lemons and cane sugar for hot summer days.',
    fields: { capacity: '0.4 l', season: 'summer' },
    draw: () => lemonade(),
  },
  {
    id: 'peach-iced-tea',
    name: 'Peach Iced Tea',
    brand,
    category: soft,
    price: 1.6,
    description: 'Cold black tea with the taste of peaches, lightly sweet.',
    fields: { capacity: '0.5 l' },
    draw: () => icedTea(),
  },
  {
    id: 'cocoa-powder',
    name: 'Cocoa Powder',
    brand: 'Hofgut Linde',
    category: 'Grocery > Beverages > Coffee and tea',
    price: 4.9,
    description: 'Dark cocoa in a tin for hot chocolate with cream and for baking.',
    fields: { weight: '250 g', vegan: true },
    draw: () => cocoaTin('#6b2f3a'),
  },
  {
    id: 'lager-beer',
    name: 'Lager Beer',
    brand: 'Hofgut Linde',
    category: alcohol,
    price: 1.4,
    description: 'A fresh golden beer in a bottle, brewed with hops and malt.',
    fields: { capacity: '0.5 l' },
    draw: () => beerBottle(),
  },
  {
    id: 'red-wine',
    name: 'Red Wine',
    brand: 'Bella Tavola',
    category: alcohol,
    price: 9.5,
    description: 'A dry Italian red wine for pasta, steak and long evenings.',
    fields: { capacity: '0.75 l' },
    draw: () => wineBottle('#4a1f2c', '#8a2a3a'),
  },
  {
    id: 'white-wine',
    name: 'White Wine',
    brand: 'Bella Tavola',
    category: alcohol,
    price: 8.9,
    description: 'A light white wine to serve cold with fish and salad.',
    fields: { capacity: '0.75 l' },
    draw: () => wineBottle('#b9b24a', '#c79a3f'),
  },
];
