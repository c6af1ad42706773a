import { bothSides, repeat, turned } from '../compose.ts';
import { black, gloss, wall, white } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

const crust = '#b9763a';
const crumb = '#f0d6a4';
const cream = '#fdf3e2';
const sprinkleTones = ['#e0483f', '#3f9be0', '#f7d257', '#5cc46a', '#ffffff'];

/** Coloured sprinkles around points. */
function sprinkles(places: readonly (readonly [number, number])[]): string {
  return places
    .map(([x, y], at) =>
      turned(rect(x - 9, y - 3, 18, 7, sprinkleTones[at % 5] ?? white, 3.5), at * 47, x, y),
    )
    .join('');
}

/** A loaf of bread with two slices cut off. */
export function breadLoaf(): string {
  const slice = (x: number): string =>
    path(
      `M${x} 300 L${x} 190 Q${x - 26} 176 ${x - 14} 142 Q${x + 10} 110 ${x + 52} 112 Q${x + 100} 112 ${x + 112} 150 Q${x + 118} 178 ${x + 98} 190 L${x + 98} 300 Q${x + 50} 312 ${x} 300 Z`,
      crust,
    ) +
    path(
      `M${x + 9} 292 L${x + 9} 186 Q${x - 14} 172 ${x - 4} 148 Q${x + 14} 122 ${x + 52} 122 Q${x + 92} 122 ${x + 102} 152 Q${x + 106} 174 ${x + 88} 186 L${x + 88} 292 Q${x + 50} 301 ${x + 9} 292 Z`,
      crumb,
    ) +
    [
      [30, 170],
      [62, 210],
      [36, 250],
      [70, 160],
      [66, 268],
    ]
      .map(([dx = 0, dy = 0]) => ellipse(x + dx, dy, 6, 4, '#dcbc82'))
      .join('');
  return (
    shadow(200, 318, 170) +
    path(
      'M150 116 Q170 92 250 92 L330 92 Q380 98 376 156 Q374 184 360 192 L360 294 Q300 314 150 304 Z',
      shaded(crust, 90),
    ) +
    [230, 280, 330]
      .map((x) =>
        path(`M${x} 94 Q${x + 20} 124 ${x + 8} 156`, 'none', {
          stroke: crumb,
          'stroke-width': 13,
          'stroke-linecap': 'round',
        }),
      )
      .join('') +
    slice(138) +
    slice(62)
  );
}

/** Two baguettes. */
export function baguette(): string {
  const stick = (y: number): string =>
    rect(14, y, 372, 66, shaded(crust, 90, 0.28), 33) +
    repeat(5, (at) =>
      path(
        `M${64 + at * 62} ${y + 12} Q${92 + at * 62} ${y + 20} ${104 + at * 62} ${y + 50} Q${70 + at * 62} ${y + 44} ${64 + at * 62} ${y + 12} Z`,
        crumb,
      ),
    );
  return (
    turned(stick(120), -24) +
    turned(stick(214), -34) +
    turned(rect(150, 196, 92, 100, shaded('#e9dfc8', 0)) + line('M150 214 L242 214', '#c8383d', 8), -34)
  );
}

/** A croissant. */
export function croissant(): string {
  return (
    shadow(200, 318, 150) +
    path(
      'M28 270 Q10 220 60 190 Q80 96 200 92 Q320 96 340 190 Q390 220 372 270 Q350 300 316 270 Q290 230 270 220 Q236 204 200 206 Q164 204 130 220 Q110 230 84 270 Q50 300 28 270 Z',
      shaded('#c98a3f', 90, 0.28),
    ) +
    path(
      'M150 98 Q200 84 250 98 Q262 150 244 212 Q200 198 156 212 Q138 150 150 98 Z',
      shaded('#d99c4e', 90, 0.28),
    ) +
    bothSides(
      path(
        'M142 100 Q96 114 74 160 Q70 200 106 244 Q126 220 146 214 Q128 160 142 100 Z',
        shaded('#c98a3f', 60, 0.25),
      ) +
        path(
          'M68 182 Q34 204 34 246 Q46 284 74 274 Q88 256 98 250 Q74 220 68 182 Z',
          shaded('#b9763a', 60, 0.25),
        ),
    ) +
    gloss('M166 106 Q200 98 230 106 Q200 112 170 122 Z', 0.5)
  );
}

/** A pretzel with salt. */
export function pretzel(): string {
  const dough =
    'M200 300 Q60 330 50 200 Q50 90 130 96 Q200 110 232 220 Q250 300 320 316 M200 300 Q340 330 350 200 Q350 90 270 96 Q200 110 168 220 Q150 300 80 316';
  const grains = [
    [76, 150],
    [66, 220],
    [120, 116],
    [156, 148],
    [96, 270],
    [150, 300],
    [250, 300],
    [304, 270],
    [332, 220],
    [324, 150],
    [280, 116],
    [244, 148],
    [186, 214],
    [214, 200],
    [200, 300],
  ];
  return (
    shadow(200, 344, 140) +
    line(dough, '#7a4218', 50) +
    line(dough, '#a8622a', 38) +
    line(dough, '#bf7a3c', 13, { opacity: 0.7 }) +
    grains.map(([x = 0, y = 0], at) => turned(rect(x - 5, y - 5, 10, 10, white, 2), at * 31, x, y)).join('')
  );
}

/** A ring of dough with icing. */
export function donut(icing: string): string {
  const around = sprinkles(
    Array.from(
      { length: 18 },
      (_, at) =>
        [
          200 + Math.cos(at * 0.7) * (86 + (at % 3) * 17),
          196 + Math.sin(at * 0.7) * (72 + (at % 3) * 14),
        ] as const,
    ),
  );
  return (
    shadow(200, 336, 150) +
    ellipse(200, 214, 164, 134, shaded('#d39a55', 90)) +
    path(
      'M40 204 Q40 76 200 72 Q360 76 360 204 Q352 246 318 226 Q300 262 266 240 Q240 284 206 248 Q180 286 146 250 Q118 272 96 236 Q54 254 40 204 Z',
      shaded(icing, 45),
    ) +
    ellipse(200, 190, 52, 36, darker(icing, 0.25)) +
    ellipse(200, 196, 48, 31, '#ffffff') +
    path('M152 200 Q160 174 200 172 Q240 174 248 200 Q230 184 200 184 Q170 184 152 200 Z', '#b9803f') +
    around
  );
}

/** A layer cake with a slice cut out and candles. */
export function birthdayCake(icing: string): string {
  const candle = (x: number, tone: string): string =>
    rect(x - 7, 56, 14, 66, tone, 3) +
    path(`M${x} 20 Q${x + 13} 42 ${x} 52 Q${x - 13} 42 ${x} 20 Z`, '#f59b23');
  return (
    shadow(200, 352, 160) +
    ellipse(200, 330, 172, 26, '#d9dee2') +
    wall(200, 140, 316, 134, 134, cream) +
    path('M66 200 A134 22 0 0 0 334 200 L334 226 A134 22 0 0 1 66 226 Z', icing) +
    path('M66 270 A134 22 0 0 0 334 270 L334 290 A134 22 0 0 1 66 290 Z', icing) +
    ellipse(200, 140, 134, 32, lighter(icing, 0.35)) +
    path(
      'M66 140 Q72 190 92 176 Q108 160 120 190 Q136 214 152 184 Q170 168 184 196 Q202 220 218 188 Q236 168 252 194 Q268 208 282 180 Q300 162 312 178 Q330 188 334 140 A134 30 0 0 1 66 140 Z',
      icing,
    ) +
    [100, 150, 250, 300]
      .map((x, at) => circle(x, 128 + (at === 0 || at === 3 ? 4 : 14), 16, '#c8383d'))
      .join('') +
    candle(160, '#3f9be0') +
    candle(200, '#5cc46a') +
    candle(240, '#f0c53a')
  );
}

/** A slice of cake with cream layers and a cherry. */
export function cakeSlice(sponge: string): string {
  return (
    shadow(200, 326, 160) +
    ellipse(200, 310, 172, 24, '#e3e6e8') +
    path('M44 176 L300 116 Q350 130 352 164 L352 290 L44 306 Z', sponge) +
    path('M44 206 L352 194 L352 216 L44 230 Z', cream) +
    path('M44 256 L352 240 L352 262 L44 278 Z', cream) +
    path('M44 176 L300 116 Q350 130 352 164 L44 190 Z', shaded('#fbe9ee', 0, 0.06)) +
    path(
      'M44 178 L352 152 L352 178 Q340 206 324 182 Q306 174 298 200 Q280 212 270 186 Q250 176 240 200 Q222 210 210 190 Q190 180 180 204 Q164 214 150 194 Q130 184 120 206 Q100 216 92 196 Q66 184 44 206 Z',
      '#fbe9ee',
    ) +
    path('M250 130 Q240 92 280 92 Q318 94 306 132 Q280 148 250 130 Z', white) +
    circle(278, 84, 27, shaded('#c8383d', 45, 0.3)) +
    line('M280 60 Q290 36 318 32', '#4c8a3c', 6)
  );
}

/** A cupcake with a swirl. */
export function cupcake(icing: string): string {
  return (
    shadow(200, 358, 100) +
    path('M92 216 L308 216 L276 350 L124 350 Z', shaded('#8fc6d8', 0)) +
    repeat(7, (at) =>
      path(
        `M${104 + at * 29} 216 L${119 + at * 28} 216 L${138 + at * 21} 350 L${128 + at * 21} 350 Z`,
        '#f4fafc',
        { opacity: 0.75 },
      ),
    ) +
    path(
      'M76 216 Q60 160 120 156 Q108 108 160 106 Q166 62 206 40 Q236 66 240 106 Q294 108 280 156 Q340 160 324 216 Q200 246 76 216 Z',
      shaded(icing, 45),
    ) +
    line(
      'M100 198 Q200 226 304 186 M126 150 Q200 176 276 144 M164 104 Q200 120 240 102',
      darker(icing, 0.15),
      8,
    ) +
    sprinkles([
      [120, 184],
      [170, 190],
      [236, 178],
      [286, 180],
      [150, 140],
      [216, 140],
      [256, 128],
      [190, 96],
    ]) +
    circle(206, 40, 24, shaded('#c8383d', 45))
  );
}

/** Biscuits with pieces of chocolate. */
export function cookies(): string {
  const cookie = (x: number, y: number, r: number): string =>
    circle(x, y, r, shaded('#c98f4e', 45)) +
    circle(x, y, r * 0.92, '#d9a462') +
    [
      [-0.45, -0.35],
      [0.2, -0.55],
      [0.5, 0.05],
      [-0.1, 0],
      [-0.55, 0.3],
      [0.05, 0.5],
      [0.5, 0.5],
    ]
      .map(([dx = 0, dy = 0], at) =>
        turned(
          rect(x + dx * r - r * 0.12, y + dy * r - r * 0.1, r * 0.26, r * 0.2, '#4a2a18', r * 0.06),
          at * 40,
          x + dx * r,
          y + dy * r,
        ),
      )
      .join('');
  const bitten = circle(320, 92, 46, '#ffffff') + circle(284, 66, 26, '#ffffff');
  return (
    shadow(190, 362, 150) +
    cookie(232, 146, 108) +
    bitten +
    cookie(140, 256, 108) +
    repeat(5, (at) => circle(322 + ((at * 23) % 46), 232 + at * 22, 5 + (at % 3) * 2, '#c98f4e'))
  );
}

/** A waffle with berries and syrup. */
export function waffle(): string {
  return (
    ellipse(200, 216, 176, 156, '#e3e6e8') +
    ellipse(200, 206, 176, 156, '#f6f7f8') +
    rect(78, 88, 244, 236, shaded('#d9a04a', 45), 40) +
    repeat(16, (at) =>
      rect(98 + (at % 4) * 53, 106 + Math.floor(at / 4) * 52, 42, 40, shaded('#b9782c', 45), 8),
    ) +
    path(
      'M150 150 Q200 110 262 150 Q290 180 270 230 Q262 280 240 250 Q220 220 200 262 Q180 290 170 240 Q130 200 150 150 Z',
      '#8a4a14',
      { opacity: 0.75 },
    ) +
    path('M166 170 Q200 130 240 170 Q230 200 200 202 Q170 200 166 170 Z', '#fbe8a8') +
    [
      [120, 120],
      [280, 130],
      [290, 290],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 21, shaded('#5a4a9a', 45)))
      .join('') +
    [
      [122, 282],
      [210, 96],
    ]
      .map(
        ([x = 0, y = 0]) =>
          path(
            `M${x - 24} ${y - 14} Q${x} ${y - 28} ${x + 24} ${y - 14} Q${x + 22} ${y + 18} ${x} ${y + 32} Q${x - 22} ${y + 18} ${x - 24} ${y - 14} Z`,
            '#d0364a',
          ) + path(`M${x - 16} ${y - 16} L${x} ${y - 30} L${x + 16} ${y - 16} L${x} ${y - 8} Z`, '#4c9a5b'),
      )
      .join('')
  );
}

/** A bagel with cream cheese and salmon. */
export function bagel(): string {
  const seeds = repeat(26, (at) =>
    ellipse(
      200 + Math.cos(at * 1.3) * (70 + (at % 4) * 26),
      128 + Math.sin(at * 1.3) * (34 + (at % 4) * 12),
      6,
      4,
      at % 2 ? '#f7ecd0' : black,
    ),
  );
  return (
    shadow(200, 330, 160) +
    path('M40 250 L360 250 Q362 326 200 328 Q38 326 40 250 Z', shaded('#c98a3f', 0)) +
    path('M36 230 Q200 250 364 230 L364 256 Q200 286 36 256 Z', '#fdfaf2') +
    path(
      'M46 206 Q110 186 160 214 Q230 186 354 212 Q374 236 340 246 Q290 230 240 250 Q180 230 130 250 Q60 246 46 206 Z',
      '#f08a5f',
    ) +
    path(
      'M40 200 Q10 214 40 226 Q70 210 100 224 Q140 206 180 224 Q220 206 260 222 Q310 206 360 222 Q386 210 356 196 Z',
      '#6fb04f',
    ) +
    ellipse(200, 144, 166, 82, shaded('#c98a3f', 90, 0.28)) +
    ellipse(200, 122, 48, 19, '#8a5420') +
    ellipse(200, 126, 42, 14, '#6b3f16') +
    seeds
  );
}
