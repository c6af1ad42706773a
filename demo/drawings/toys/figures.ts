import { bothSides, repeat, turned } from '../compose.ts';
import { black, brass, steel, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A teddy bear that sits. */
export function teddyBear(color: string): string {
  const ribbon = '#c8383d';
  const light = lighter(color, 0.45);
  return (
    shadow(200, 352, 130) +
    bothSides(ellipse(122, 240, 32, 56, shaded(color, 20), { transform: 'rotate(28 122 240)' })) +
    ellipse(200, 266, 84, 84, shaded(color, 20)) +
    ellipse(200, 274, 52, 56, light) +
    bothSides(ellipse(126, 322, 46, 34, shaded(darker(color, 0.08), 20)) + ellipse(116, 324, 25, 23, light)) +
    bothSides(circle(134, 74, 36, shaded(color, 20)) + circle(134, 74, 19, light)) +
    circle(200, 128, 90, shaded(color, 20)) +
    ellipse(200, 160, 42, 34, light) +
    ellipse(200, 146, 17, 12, black) +
    line('M200 156 L200 170 M182 172 Q200 186 218 172', black, 5) +
    bothSides(circle(166, 118, 10, black) + circle(163, 115, 3, white)) +
    path('M200 212 Q150 186 146 214 Q150 240 200 218 Q250 240 254 214 Q250 186 200 212 Z', ribbon) +
    circle(200, 215, 12, darker(ribbon, 0.2))
  );
}

/** A plush rabbit with long ears. */
export function plushRabbit(color: string): string {
  const light = lighter(color, 0.5);
  return (
    shadow(200, 354, 110) +
    bothSides(
      turned(
        ellipse(160, 84, 25, 72, shaded(color, 20)) + ellipse(160, 88, 12, 54, '#f0b8c2'),
        -12,
        160,
        140,
      ),
    ) +
    bothSides(ellipse(124, 266, 24, 48, shaded(color, 20), { transform: 'rotate(24 124 266)' })) +
    ellipse(200, 282, 74, 70, shaded(color, 20)) +
    ellipse(200, 292, 44, 46, light) +
    bothSides(ellipse(140, 336, 44, 20, shaded(darker(color, 0.06), 20))) +
    ellipse(200, 176, 82, 70, shaded(color, 20)) +
    bothSides(circle(168, 166, 9, black) + circle(165, 163, 3, white) + circle(148, 194, 13, '#f0b8c2')) +
    path('M188 186 L212 186 L200 200 Z', '#e0637a') +
    line('M200 200 L200 210 M186 214 Q194 220 200 210 Q206 220 214 214', black, 4) +
    rect(190, 212, 20, 14, white, 3)
  );
}

/** A rag doll with plaits. */
export function ragDoll(dress: string): string {
  return (
    shadow(200, 362, 80) +
    bothSides(line('M174 300 L170 344', '#f3cfae', 19) + ellipse(162, 350, 25, 12, '#c8383d')) +
    bothSides(line('M156 214 L104 262', '#f3cfae', 19)) +
    path('M164 186 L236 186 L288 306 Q200 326 112 306 Z', shaded(dress, 0)) +
    repeat(6, (at) => circle(146 + (at % 3) * 54, 250 + Math.floor(at / 3) * 36, 9, white)) +
    bothSides(
      path('M164 186 Q130 190 132 226 L164 230 Z', darker(dress, 0.12)) +
        line('M118 126 Q92 168 106 220', '#b5602c', 25) +
        circle(106, 214, 11, '#f0c53a'),
    ) +
    circle(200, 116, 76, shaded('#f3cfae', 20, 0.08)) +
    path('M120 122 Q116 30 200 30 Q284 30 280 122 Q262 78 200 74 Q138 78 120 122 Z', '#b5602c') +
    bothSides(circle(172, 118, 9, black) + circle(152, 144, 12, '#f0a3a3')) +
    line('M180 150 Q200 168 220 150', '#c8383d', 6)
  );
}

/** A doll's house with furnished rooms. */
export function dollsHouse(wallColor: string): string {
  return (
    shadow(200, 360, 160) +
    rect(60, 150, 280, 206, shaded(wallColor, 0)) +
    rect(74, 164, 122, 86, '#f7ecd0') +
    rect(204, 164, 122, 86, '#cfe6ee') +
    rect(74, 260, 122, 92, '#f3d9dc') +
    rect(204, 260, 122, 92, '#dfeccf') +
    path('M200 28 L370 152 L30 152 Z', shaded('#c8383d', 90)) +
    circle(200, 106, 25, '#cfe6ee', { stroke: white, 'stroke-width': 7 }) +
    rect(86, 218, 76, 20, '#5a86a8', 5) +
    rect(86, 202, 24, 20, white, 5) +
    rect(82, 236, 6, 14, wood) +
    rect(158, 236, 6, 14, wood) +
    rect(236, 190, 44, 34, '#fbfaf6', 3, { stroke: wood, 'stroke-width': 4 }) +
    rect(222, 232, 80, 18, '#7a5aa6', 6) +
    rect(100, 306, 70, 8, wood) +
    rect(106, 312, 7, 40, wood) +
    rect(157, 312, 7, 40, wood) +
    circle(135, 296, 11, '#f0c53a') +
    path('M236 352 L236 300 Q236 284 254 284 Q272 284 272 300 L272 352 Z', '#2d8a8c') +
    circle(264, 322, 4, brass) +
    path('M290 352 Q284 316 306 300 Q326 318 318 352 Z', '#4c9a5b')
  );
}

/** A tin robot. */
export function toyRobot(color: string): string {
  return (
    shadow(200, 358, 110) +
    line('M200 62 L200 30', steel, 8) +
    circle(200, 28, 13, '#c8383d') +
    bothSides(rect(142, 282, 44, 56, shaded('#8a939b', 0)) + rect(126, 326, 66, 28, darker(color, 0.3), 8)) +
    bothSides(
      line('M112 186 Q68 200 76 256', '#8a939b', 19, {
        'stroke-dasharray': '7 4',
        'stroke-linecap': 'butt',
      }) + path('M56 252 L96 252 L104 288 L86 280 L76 292 L64 280 L48 288 Z', darker(color, 0.25)),
    ) +
    bothSides(rect(106, 94, 22, 44, '#f0c53a', 6)) +
    rect(124, 58, 152, 104, shaded(lighter(color, 0.1), 0), 16) +
    bothSides(circle(166, 100, 24, white) + circle(166, 100, 12, '#2f6fb0')) +
    rect(160, 136, 80, 14, black, 4) +
    repeat(5, (at) => line(`M${172 + at * 14} 138 L${172 + at * 14} 148`, white, 3)) +
    rect(110, 168, 180, 120, shaded(color, 0), 14) +
    rect(134, 188, 76, 52, '#cfe6ee', 6) +
    line('M140 222 L154 222 L162 200 L174 232 L182 216 L204 216', '#c8383d', 5) +
    ['#c8383d', '#f0c53a', '#4c9a5b'].map((tone, at) => circle(248, 198 + at * 26, 10, tone)).join('') +
    rect(134, 252, 76, 18, darker(color, 0.35), 5)
  );
}

/** A plush dinosaur. */
export function toyDinosaur(color: string): string {
  return (
    shadow(200, 350, 150) +
    path(
      'M20 300 Q70 300 116 236 Q150 166 214 168 L228 168 Q218 130 222 96 Q228 46 290 46 Q352 50 356 98 Q352 130 302 128 Q298 200 294 250 Q288 280 280 290 L282 346 L236 346 L232 300 L170 300 L166 346 L118 346 L116 296 Q80 326 20 318 Z',
      shaded(color, 30),
    ) +
    path('M226 176 Q270 180 288 250 Q276 292 232 294 L170 296 Q210 240 226 176 Z', lighter(color, 0.45)) +
    [
      [218, 92, -70],
      [210, 132, -62],
      [176, 168, -30],
      [138, 204, -44],
      [106, 246, -44],
      [66, 284, -20],
    ]
      .map(([x = 0, y = 0, degrees = 0]) =>
        turned(path(`M${x - 20} ${y + 8} L${x} ${y - 32} L${x + 20} ${y + 8} Z`, '#e3782f'), degrees, x, y),
      )
      .join('') +
    circle(286, 82, 11, white) +
    circle(289, 83, 6, black) +
    circle(338, 84, 4, darker(color, 0.5)) +
    line('M304 112 Q330 112 350 102', darker(color, 0.5), 5) +
    line('M288 190 L316 208 L310 222', darker(color, 0.12), 15)
  );
}

/** A nest of painted wooden dolls. */
export function nestingDolls(): string {
  const doll = (cx: number, height: number, tone: string): string => {
    const s = height / 300;
    const y = (up: number): number => 350 - up * s;
    return (
      path(
        `M${cx - 70 * s} ${y(0)} Q${cx - 104 * s} ${y(130)} ${cx - 58 * s} ${y(186)} Q${cx - 62 * s} ${y(300)} ${cx} ${y(300)} Q${cx + 62 * s} ${y(300)} ${cx + 58 * s} ${y(186)} Q${cx + 104 * s} ${y(130)} ${cx + 70 * s} ${y(0)} Z`,
        shaded(tone, 0),
      ) +
      circle(cx, y(228), 42 * s, '#f7d9b8') +
      path(
        `M${cx - 42 * s} ${y(236)} Q${cx - 30 * s} ${y(280)} ${cx} ${y(262)} Q${cx + 30 * s} ${y(280)} ${cx + 42 * s} ${y(236)} Q${cx + 20 * s} ${y(256)} ${cx} ${y(250)} Q${cx - 20 * s} ${y(256)} ${cx - 42 * s} ${y(236)} Z`,
        '#5a3a1e',
      ) +
      [-15, 15].map((d) => circle(cx + d * s, y(226), 5 * s, black)).join('') +
      line(`M${cx - 10 * s} ${y(206)} Q${cx} ${y(198)} ${cx + 10 * s} ${y(206)}`, '#c8383d', 4 * s) +
      ellipse(cx, y(86), 50 * s, 62 * s, '#fbf3de') +
      repeat(5, (at) => turned(ellipse(cx, y(112), 13 * s, 20 * s, '#e06a9a'), at * 72, cx, y(88))) +
      circle(cx, y(88), 10 * s, '#f0c53a')
    );
  };
  return (
    shadow(200, 354, 170) + doll(104, 310, '#c8383d') + doll(236, 220, '#2f6fb0') + doll(330, 140, '#4c9a5b')
  );
}

/** A hand puppet of a crocodile, its mouth open. */
export function handPuppet(color: string): string {
  return (
    path(
      'M150 370 L150 230 Q90 220 92 150 Q96 110 150 104 L344 74 Q366 76 362 104 L240 160 L352 186 Q366 200 350 216 Q300 236 246 228 L246 370 Z',
      shaded(color, 20),
    ) +
    path('M362 104 L236 158 L352 186 Q300 168 362 104 Z', '#c8383d') +
    repeat(
      5,
      (at) =>
        path(`M${262 + at * 18} ${146 - at * 8} l9 16 l8 -23 Z`, white) +
        path(`M${262 + at * 17} ${166 + at * 4} l9 -12 l8 16 Z`, white),
    ) +
    bothEyes(color) +
    circle(340, 88, 5, darker(color, 0.5)) +
    repeat(4, (at) => path(`M150 ${236 + at * 32} l-26 14 l26 16 Z`, darker(color, 0.3))) +
    repeat(4, (at) => line(`M176 ${258 + at * 28} L226 ${258 + at * 28}`, lighter(color, 0.45), 9))
  );
}

function bothEyes(color: string): string {
  return [138, 186]
    .map(
      (x, at) =>
        circle(x, 92 - at * 8, 25, darker(color, 0.1)) +
        circle(x + 2, 88 - at * 8, 16, white) +
        circle(x + 6, 88 - at * 8, 8, black),
    )
    .join('');
}
