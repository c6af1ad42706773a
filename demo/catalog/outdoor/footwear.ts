import { hikingBoot } from '../../drawings/outdoor/boots.ts';
import type { DemoProduct } from '../product.ts';

const shoeSizes = ['38', '39', '40', '41', '42', '43', '44', '45', '46'];

/** Shoes for trails, mountains and rain. */
export const outdoorFootwear: readonly DemoProduct[] = [
  {
    id: 'alpine-hiking-boot',
    name: 'Alpine Hiking Boot',
    brand: 'Nordfjell',
    category: 'Outdoor > Footwear > Hiking boots',
    price: 169,
    description:
      'A waterproof leather boot for long days in the mountains. The stiff sole grips on wet rock, and the high shaft supports the ankle under a heavy pack.',
    fields: { gender: 'unisex', material: 'leather', waterproof: true },
    colors: [
      { name: 'brown', hex: '#7a4a2b' },
      { name: 'slate grey', hex: '#5b6670' },
    ],
    sizes: shoeSizes,
    draw: (color) => hikingBoot(color),
    translations: {
      de: {
        name: 'Bergstiefel Alpin',
        description:
          'Ein wasserdichter Wanderschuh aus Leder für lange Tage in den Bergen. Die steife Sohle hält auf nassem Fels, der hohe Schaft stützt den Knöchel.',
      },
      ja: {
        name: 'アルパイン登山靴',
        description:
          '山で長い一日を過ごすための防水レザーの登山靴です。硬めのソールは濡れた岩でも滑りにくく、ハイカットが足首を支えます。',
      },
      ar: {
        name: 'حذاء جبلي للمشي الطويل',
        description:
          'حذاء جلدي مقاوم للماء لأيام طويلة في الجبال. نعله الصلب يثبت على الصخور المبللة، وساقه العالية تدعم الكاحل.',
      },
    },
  },
];
