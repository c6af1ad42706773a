import { bothSides, placed, repeat } from '../compose.ts';
import { black, print, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

const bright = ['#c8383d', '#e3782f', '#f0c53a', '#4c9a5b', '#2f6fb0', '#7a5aa6', '#2d8a8c'] as const;

function tone(at: number): string {
  return bright[at % bright.length] ?? black;
}

/** A tower of letter blocks and an arch. */
export function buildingBlocks(): string {
  const cube = (x: number, y: number, letter: string, at: number): string =>
    rect(x, y, 84, 84, shaded(tone(at), 45), 8) +
    rect(x + 11, y + 11, 62, 62, '#fbf3de', 5) +
    print(letter, x + 42, y + 62, 54, tone(at));
  return (
    shadow(200, 352, 160) +
    cube(52, 264, 'A', 0) +
    cube(140, 264, 'B', 4) +
    cube(98, 178, 'C', 3) +
    path(
      'M240 348 L240 262 L360 262 L360 348 L330 348 Q330 306 300 306 Q270 306 270 348 Z',
      shaded('#f0c53a', 45),
    ) +
    rect(252, 176, 40, 86, shaded('#7a5aa6', 0), 4) +
    rect(310, 176, 40, 86, shaded('#e3782f', 0), 4) +
    path('M240 176 L300 104 L360 176 Z', shaded('#c8383d', 0)) +
    path('M98 178 L140 104 L182 178 Z', shaded('#2f6fb0', 0))
  );
}

/** Plastic bricks with studs, stacked as a wall. */
export function studBricks(): string {
  const brick = (x: number, y: number, studs: number, at: number): string =>
    repeat(studs, (stud) => rect(x + 12 + stud * 40, y - 14, 24, 18, lighter(tone(at), 0.15), 4)) +
    rect(x, y, studs * 40 + 8, 58, shaded(tone(at), 90), 5) +
    rect(x, y, studs * 40 + 8, 8, lighter(tone(at), 0.3), 4);
  return (
    shadow(200, 350, 160) +
    brick(76, 98, 2, 2) +
    brick(196, 98, 3, 0) +
    brick(36, 162, 4, 4) +
    brick(208, 162, 3, 3) +
    brick(76, 226, 3, 1) +
    brick(206, 226, 3, 2) +
    brick(36, 290, 4, 0) +
    brick(208, 290, 4, 4)
  );
}

/** A wooden train with two wagons. */
export function woodenTrain(): string {
  const wheel = (x: number): string =>
    circle(x, 288, 22, shaded('#c8383d', 45)) + circle(x, 288, 8, '#f0c53a');
  return (
    shadow(200, 316, 180) +
    rect(22, 300, 356, 12, '#d3a068', 4) +
    line('M122 262 L140 262 M240 262 L256 262', '#7d868e', 7) +
    rect(24, 214, 98, 60, shaded('#f0c53a', 0), 6) +
    circle(50, 198, 22, '#2f6fb0') +
    rect(76, 176, 36, 38, '#c8383d', 3) +
    rect(140, 220, 100, 54, shaded('#4c9a5b', 0), 6) +
    repeat(
      3,
      (at) =>
        circle(160 + at * 30, 208, 18, shaded('#b9814a', 45)) + circle(160 + at * 30, 208, 10, '#e5c08d'),
    ) +
    rect(256, 150, 52, 124, shaded('#2f6fb0', 0), 6) +
    rect(266, 168, 30, 36, '#cfe6ee', 4) +
    rect(248, 138, 68, 16, '#c8383d', 5) +
    rect(300, 204, 72, 70, shaded('#c8383d', 0), 16) +
    path('M330 204 L326 160 L318 146 L362 146 L354 160 L350 204 Z', shaded('#33373d', 0)) +
    [
      [340, 120, 17],
      [322, 96, 21],
      [292, 78, 25],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, '#dfe4e8'))
      .join('') +
    [48, 98, 164, 216, 280, 344].map(wheel).join('')
  );
}

/** Rings in rainbow colours on a cone. */
export function stackingRings(): string {
  const ring = (at: number): string => {
    const half = 124 - at * 17;
    return rect(200 - half, 286 - at * 45, half * 2, 46, shaded(tone(at), 0), 23);
  };
  return (
    shadow(200, 352, 140) +
    rect(62, 330, 276, 22, shaded(wood, 0), 11) +
    rect(190, 60, 20, 240, wood) +
    repeat(5, ring) +
    circle(200, 78, 32, shaded('#c8383d', 45))
  );
}

/** An abacus with coloured beads. */
export function abacus(): string {
  const row = (at: number): string =>
    line(`M66 ${104 + at * 46} L334 ${104 + at * 46}`, '#8a939b', 5) +
    repeat(7, (bead) =>
      ellipse(86 + bead * 28 + (bead > 3 - (at % 3) ? 58 : 0), 104 + at * 46, 13, 19, shaded(tone(at), 0)),
    );
  return (
    shadow(200, 358, 150) +
    repeat(5, row) +
    bothSides(rect(44, 44, 24, 312, shaded(wood, 0), 8)) +
    rect(44, 44, 312, 22, shaded(wood, 90), 8) +
    rect(36, 326, 328, 28, shaded(wood, 90), 8)
  );
}

/** A rocking horse. */
export function rockingHorse(color: string): string {
  return (
    shadow(200, 356, 150) +
    line('M36 304 Q190 372 364 300', shaded('#c8383d', 0), 19) +
    line('M130 240 L104 322 M270 236 L296 320', darker(color, 0.18), 25) +
    path('M84 170 Q50 196 60 256 Q84 246 92 206 Z', '#5a3a1e') +
    path(
      'M84 176 Q110 142 180 158 L236 152 Q238 92 268 56 L278 32 L294 54 Q326 70 366 118 Q368 140 344 142 L306 136 Q304 190 298 224 Q282 254 230 250 L130 254 Q80 246 84 176 Z',
      shaded(color, 20),
    ) +
    path('M262 44 Q216 84 224 158 Q246 160 254 120 Q262 86 284 58 Z', '#5a3a1e') +
    circle(308, 86, 7, black) +
    line('M352 128 L330 112 L300 136 M330 112 L324 72', '#c8383d', 5) +
    path('M138 154 Q182 176 224 152 L226 196 Q180 214 138 194 Z', '#c8383d') +
    line('M182 204 L186 268', '#8a5a30', 6)
  );
}

/** A spinning top with a plunger. */
export function spinningTop(color: string): string {
  return (
    shadow(200, 356, 70) +
    rect(192, 56, 16, 90, '#aab2ba') +
    circle(200, 48, 25, shaded('#c8383d', 45)) +
    path('M42 202 Q60 290 190 340 L200 358 L210 340 Q340 290 358 202 Z', shaded(darker(color, 0.1), 0)) +
    path('M42 202 Q70 128 200 124 Q330 128 358 202 Z', shaded(color, 0)) +
    path('M42 190 L358 190 L358 218 L42 218 Z', '#f0c53a') +
    repeat(8, (at) => path(`M${56 + at * 38} 204 l14 -12 l14 12 l-14 12 Z`, '#c8383d')) +
    line('M94 252 Q200 310 306 252', white, 9) +
    line('M110 160 Q200 128 290 160', white, 8)
  );
}

/** A yo-yo on its string. */
export function yoyo(color: string): string {
  return (
    line('M232 200 Q250 110 190 92 Q120 70 150 40 Q170 24 176 52', '#8a939b', 5) +
    circle(222, 230, 126, darker(color, 0.35)) +
    circle(196, 236, 126, shaded(color, 45)) +
    circle(196, 236, 92, lighter(color, 0.2)) +
    path(
      'M196 160 L215 212 L270 214 L226 248 L242 302 L196 270 L150 302 L166 248 L122 214 L177 212 Z',
      '#f0c53a',
    ) +
    circle(196, 240, 15, darker(color, 0.2))
  );
}

/** Marbles in a net and some loose ones. */
export function marbles(): string {
  const marble = (x: number, y: number, r: number, at: number): string =>
    circle(x, y, r, shaded(lighter(tone(at), 0.25), 45)) +
    path(
      `M${x - r * 0.7} ${y + r * 0.2} Q${x} ${y - r * 0.9} ${x + r * 0.7} ${y - r * 0.1} Q${x} ${y + r * 0.7} ${x - r * 0.7} ${y + r * 0.2} Z`,
      darker(tone(at + 2), 0.05),
    ) +
    circle(x - r * 0.35, y - r * 0.4, r * 0.2, white);
  const places = [
    [120, 150, 50],
    [222, 110, 44],
    [310, 168, 52],
    [200, 212, 60],
    [96, 268, 48],
    [300, 286, 54],
    [198, 322, 40],
    [52, 196, 28],
    [352, 232, 26],
    [150, 60, 30],
  ] as const;
  return shadow(200, 356, 160) + places.map(([x, y, r], at) => marble(x, y, r, at)).join('');
}

/** A shape sorter: a cube with holes and blocks. */
export function shapeSorter(color: string): string {
  return (
    shadow(200, 352, 150) +
    path('M60 150 L220 150 L290 104 L134 104 Z', lighter(color, 0.35)) +
    path('M220 150 L290 104 L290 260 L220 330 Z', darker(color, 0.2)) +
    rect(60, 150, 160, 180, shaded(color, 45)) +
    circle(104, 196, 25, darker(color, 0.6)) +
    rect(154, 172, 48, 48, darker(color, 0.6)) +
    path('M104 244 L134 296 L74 296 Z', darker(color, 0.6)) +
    path(
      'M178 242 L186 262 L206 264 L191 278 L196 298 L178 287 L160 298 L165 278 L150 264 L170 262 Z',
      darker(color, 0.6),
    ) +
    circle(200, 92, 25, shaded('#c8383d', 45)) +
    rect(310, 290, 56, 56, shaded('#4c9a5b', 45), 4) +
    path('M330 200 L368 268 L292 268 Z', shaded('#f0c53a', 45))
  );
}

/** A wooden play kitchen. */
export function toyKitchen(color: string): string {
  return (
    shadow(200, 362, 140) +
    rect(70, 40, 260, 130, shaded(lighter(color, 0.45), 0), 8) +
    rect(96, 60, 92, 68, '#bfe0ee', 4, { stroke: white, 'stroke-width': 8 }) +
    line('M210 74 L310 74', '#8a939b', 5) +
    line('M228 74 L228 116', wood, 7) +
    ellipse(228, 124, 12, 16, wood) +
    line('M258 74 L258 106', black, 7) +
    circle(258, 118, 19, '#33373d') +
    line('M290 74 L290 112', '#c8383d', 7) +
    rect(278, 108, 24, 32, '#c8383d', 4) +
    rect(56, 166, 288, 20, shaded(wood, 90), 5) +
    path('M84 166 Q88 138 126 138 L166 138 Q200 138 204 166 Z', '#c8383d') +
    circle(144, 132, 9, black) +
    line('M270 166 L270 138 Q272 122 292 126 L292 138', '#8a939b', 9) +
    rect(64, 186, 272, 168, shaded(color, 0)) +
    rect(82, 236, 120, 104, '#33373d', 8) +
    rect(96, 252, 92, 72, '#e3782f', 5) +
    circle(142, 296, 20, '#f0d9a8') +
    repeat(4, (at) => circle(96 + at * 31, 212, 10, tone(at))) +
    rect(218, 204, 104, 136, lighter(color, 0.3), 6) +
    circle(234, 272, 8, '#c8383d')
  );
}

/** Four pieces of a jigsaw puzzle. */
export function jigsawPuzzle(): string {
  const piece = (x: number, y: number, fill: string): string =>
    path(
      `M${x} ${y} h30 q-12 -26 14 -26 q26 0 14 26 h32 v32 q28 -12 28 14 q0 26 -28 12 v32 h-32 q12 28 -14 28 q-26 0 -14 -28 h-30 v-32 q26 12 26 -12 q0 -26 -26 -14 Z`,
      fill,
    );
  const pieces =
    piece(40, 70, shaded('#c8383d', 45)) +
    piece(196, 48, shaded('#f0c53a', 45)) +
    piece(62, 218, shaded('#2f6fb0', 45)) +
    piece(200, 206, shaded('#4c9a5b', 45));
  return placed(pieces, -10, -14, 1.14);
}

/** A doctor's bag with a stethoscope. */
export function doctorCase(color: string): string {
  return (
    shadow(200, 350, 150) +
    path('M144 130 L144 96 Q144 70 170 70 L230 70 Q256 70 256 96 L256 130', 'none', {
      stroke: black,
      'stroke-width': 16,
    }) +
    rect(44, 124, 312, 222, shaded(color, 45), 24) +
    line('M44 192 L356 192', darker(color, 0.3), 5) +
    circle(200, 240, 62, white) +
    rect(184, 196, 32, 88, '#c8383d', 5) +
    rect(156, 224, 88, 32, '#c8383d', 5) +
    line('M86 140 Q56 260 104 300 Q150 326 140 352', '#33373d', 9) +
    circle(140, 350, 17, '#aab2ba') +
    line('M310 140 Q318 220 296 300', '#5aa5d6', 13) +
    circle(294, 312, 15, '#c8383d')
  );
}
