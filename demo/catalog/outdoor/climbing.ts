import * as draw from '../../drawings/outdoor/mountain.ts';
import { wearColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';
import { translated } from '../translated.ts';

/** Gear for climbing and woodcraft. */
export const climbing: readonly DemoProduct[] = [
  {
    id: 'climbing-rope',
    name: 'Climbing Rope 60 m',
    brand: 'Nordfjell',
    category: 'Outdoor > Climbing > Ropes',
    price: 149,
    description:
      'A dynamic single rope of 9.8 mm for rock and climbing walls. It handles smoothly and holds many falls.',
    fields: { length: '60 m', material: 'polyamide' },
    colors: [wearColors.teal, wearColors.orange],
    draw: (color) => draw.climbingRope(color, '#f6e27a'),
    translations: translated({
      de: ['Kletterseil 60 m', 'Dynamisches Einfachseil mit 9,8 mm für Fels und Halle.'],
      ja: ['クライミングロープ 60m', '岩場にも室内にも使える9.8mmのダイナミックロープです。'],
      ar: ['حبل تسلق 60 مترًا', 'حبل مرن بقطر 9.8 مم للصخور والصالات.'],
    }),
  },
  {
    id: 'carabiner',
    name: 'Screw-Gate Carabiner',
    brand: 'Nordfjell',
    category: 'Outdoor > Climbing > Carabiners',
    price: 15,
    description: 'A locking snap hook of aluminium that holds 24 kN. For belaying and for hanging up gear.',
    fields: { material: 'aluminium' },
    colors: [wearColors.red, wearColors.blue],
    draw: draw.carabiner,
  },
  {
    id: 'climbing-harness',
    name: 'Climbing Harness',
    brand: 'Nordfjell',
    category: 'Outdoor > Climbing > Harnesses',
    price: 65,
    description:
      'A padded sit harness with adjustable leg loops and gear loops. One size fits most climbers, indoors and on rock.',
    fields: { material: 'polyamide' },
    colors: [wearColors.blue],
    draw: draw.climbingHarness,
  },
  {
    id: 'climbing-helmet',
    name: 'Climbing Helmet',
    brand: 'Nordfjell',
    category: 'Outdoor > Climbing > Helmets',
    price: 69,
    description:
      'A hard hat against falling stones, with air vents and a chin strap. The band adjusts with one hand.',
    fields: { material: 'ABS' },
    colors: [wearColors.orange],
    draw: draw.climbingHelmet,
    translations: translated({
      de: ['Kletterhelm', 'Harter Helm gegen Steinschlag mit Lüftung und Kinnriemen.'],
      ja: ['登山用ヘルメット', '落石から頭を守る、通気孔とあごひも付きのヘルメットです。'],
      ar: ['خوذة تسلق', 'خوذة صلبة تحمي من الحجارة المتساقطة مع فتحات تهوية.'],
    }),
  },
  {
    id: 'ice-axe',
    name: 'Ice Axe',
    brand: 'Nordfjell',
    category: 'Outdoor > Climbing > Ice axes',
    price: 99,
    description:
      'A steel pick with an aluminium shaft for glaciers and steep snow. With a leash for the wrist, 60 cm long.',
    fields: { material: 'steel, aluminium', season: 'winter' },
    colors: [wearColors.yellow],
    draw: draw.iceAxe,
  },
  {
    id: 'camp-axe',
    name: 'Camp Axe',
    brand: 'Greenhollow',
    category: 'Outdoor > Garden > Tools',
    price: 45,
    description:
      'A hatchet with an ash wood handle that splits firewood. The blade comes with a leather cover.',
    fields: { material: 'steel, ash' },
    draw: draw.axe,
  },
  {
    id: 'whistle',
    name: 'Signal Whistle',
    brand: 'Campero',
    category: 'Outdoor > Camping > Navigation',
    price: 6,
    description: 'A loud whistle on a cord for emergencies and referees. It needs no pea and works when wet.',
    fields: { material: 'plastic' },
    colors: [wearColors.orange],
    draw: draw.whistle,
  },
];
