import { swimShorts } from '../../drawings/clothes/legwear.ts';
import * as draw from '../../drawings/clothes/swim-and-suits.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { sizes } from '../sizes.ts';
import { translated } from '../translated.ts';

/** Swimwear, suits and waistcoats. */
export const swimAndSuits: readonly DemoProduct[] = [
  {
    id: 'bikini',
    name: 'Dotted Bikini',
    brand: 'Tidewater',
    category: 'Clothes > Swimwear > Bikinis',
    price: 39,
    description:
      'A triangle bikini with dots, tied at the neck and at the sides. The cups are removable and the fabric dries fast.',
    fields: { gender: 'women', material: 'polyamide', season: 'summer' },
    colors: [wearColors.red, wearColors.navy],
    sizes: sizes.womensEu,
    draw: (color) => draw.bikini(color, '#ffffff'),
    translations: translated({
      de: ['Gepunkteter Bikini', 'Triangel-Bikini mit Punkten, zum Binden an Hals und Seiten.'],
      ja: ['水玉ビキニ', '首と両脇で結ぶ水玉模様の三角ビキニです。'],
      ar: ['بيكيني منقط', 'بيكيني منقط يُربط عند الرقبة والجانبين.'],
    }),
  },
  {
    id: 'swimsuit',
    name: 'Sports Swimsuit',
    brand: 'Brisk',
    category: 'Clothes > Swimwear > Swimsuits',
    price: 45,
    description: 'A one-piece bathing suit for swimming lengths. Chlorine-resistant and quick to dry.',
    fields: { gender: 'women', material: 'polyester' },
    colors: [wearColors.navy, wearColors.purple],
    sizes: sizes.womensEu,
    draw: (color) => draw.swimsuit(color, '#38b6c0'),
    translations: translated({
      de: ['Sport-Badeanzug', 'Einteiliger Badeanzug zum Bahnenschwimmen, chlorfest und schnell trocken.'],
      ja: ['スポーツ水着', '塩素に強く乾きやすい、競泳型のワンピース水着です。'],
      ar: ['ملابس سباحة رياضية', 'لباس سباحة من قطعة واحدة مقاوم للكلور وسريع الجفاف.'],
    }),
  },
  {
    id: 'swim-shorts',
    name: 'Palm Swim Shorts',
    brand: 'Tidewater',
    category: 'Clothes > Swimwear > Swim shorts',
    price: 32,
    description:
      'Swimming trunks for men with a print of palm trees, mesh lining and a pocket. They dry quickly after a swim.',
    fields: { gender: 'men', material: 'polyester', season: 'summer' },
    colors: [wearColors.turquoise, wearColors.orange],
    sizes: sizes.alpha,
    draw: (color) => swimShorts(color, '#fdf7e3'),
    translations: translated({
      de: ['Badeshorts mit Palmen', 'Badehose mit Palmenmuster, Netzfutter und Tasche.'],
      ja: ['ヤシ柄スイムショーツ', 'ヤシの木柄の男性用水着。メッシュの裏地とポケット付き。'],
      ar: ['شورت سباحة بنقش نخيل', 'شورت سباحة رجالي بنقش نخيل وبطانة شبكية وجيب.'],
    }),
  },
  {
    id: 'kids-mermaid-swimsuit',
    name: 'Mermaid Swimsuit for Kids',
    brand: 'Kolibri',
    category: 'Clothes > Kids > Swimwear',
    price: 22,
    description: "A girl's bathing suit with shiny scales, a shell and a frill. UV protection 50.",
    fields: { gender: 'kids', material: 'polyamide', season: 'summer' },
    colors: [wearColors.lilac],
    sizes: sizes.kids,
    draw: (color) => draw.mermaidSwimsuit(color, '#38b6a0'),
    translations: translated({
      de: [
        'Meerjungfrau-Badeanzug für Kinder',
        'Kinderbadeanzug mit Schuppen, Muschel und Rüsche, UV-Schutz 50.',
      ],
      ja: ['子ども用人魚の水着', 'うろこ模様とフリル、貝の飾りの付いたUVカット水着です。'],
      ar: ['لباس سباحة حورية البحر للأطفال', 'لباس سباحة للبنات بحراشف وصدفة وكشكش وحماية من الشمس.'],
    }),
  },
  {
    id: 'wetsuit',
    name: 'Wetsuit',
    brand: 'Saltwave',
    category: 'Clothes > Swimwear > Wetsuits',
    price: 149,
    description:
      'A full neoprene suit of 3 mm for surfing and diving in cold water. The long zip is at the front, and the knees are reinforced.',
    fields: { gender: 'unisex', material: 'neoprene' },
    colors: [wearColors.black],
    sizes: sizes.alpha,
    draw: (color) => draw.wetsuit(color, '#2f8fd0'),
  },
  {
    id: 'two-piece-suit',
    name: 'Wool Suit',
    brand: 'Ellington Row',
    category: 'Clothes > Suits > Suits',
    price: 349,
    description:
      "A two-piece men's suit: jacket with two buttons and matching trousers of fine wool. For office, wedding and interview, in a slim cut.",
    fields: { gender: 'men', material: 'wool' },
    colors: [wearColors.charcoal, wearColors.navy],
    sizes: sizes.mensEuLarge,
    draw: (color) => draw.suit(color, '#2f6fc0'),
    translations: translated({
      de: ['Anzug aus Wolle', 'Zweiteiliger Herrenanzug mit Sakko und passender Hose aus feiner Wolle.'],
      ja: ['ウールスーツ', '二つボタンのジャケットと共布パンツの紳士用スーツです。'],
      ar: ['بدلة صوف رجالية', 'بدلة من قطعتين: سترة بزرين وبنطال مطابق من الصوف الناعم.'],
    }),
  },
  {
    id: 'tuxedo',
    name: 'Tuxedo',
    brand: 'Ellington Row',
    category: 'Clothes > Suits > Dinner suits',
    price: 429,
    description: 'A black dinner suit with silk lapels, shown with bow tie. For balls and weddings.',
    fields: { gender: 'men', material: 'wool, silk' },
    colors: [wearColors.black],
    sizes: sizes.mensEuLarge,
    draw: draw.tuxedo,
  },
  {
    id: 'waistcoat',
    name: 'Pinstripe Waistcoat',
    brand: 'Ellington Row',
    category: 'Clothes > Suits > Waistcoats',
    price: 79,
    description:
      'A suit vest with five buttons, two pockets and fine stripes. Worn over a shirt, alone or under a jacket.',
    fields: { gender: 'men', material: 'wool' },
    colors: [wearColors.navy, wearColors.brown],
    sizes: sizes.mensEu,
    draw: draw.waistcoat,
  },
];
