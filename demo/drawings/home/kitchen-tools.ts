import { repeat, turned } from '../compose.ts';
import { black, glass, gloss, polygon, print, rim, steel, wall, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A chef's knife; `isSerrated` for a bread knife. */
export function knife(handle: string, isSerrated = false): string {
  const teeth = repeat(14, () => 'q8 -16 16 0 ');
  const blade = isSerrated
    ? `M150 168 L372 168 Q384 190 374 226 L150 226 Z`
    : 'M150 160 L330 160 Q372 172 384 204 Q300 250 168 250 L150 250 Z';
  const edge = isSerrated
    ? path(`M150 232 ${teeth} L374 222 L374 226 Z`, '#ffffff')
    : line('M172 244 Q290 244 368 204', '#eef2f5', 5);
  return turned(
    path(blade, shaded('#c3cad1', 90, 0.2)) +
      edge +
      path('M22 162 L150 160 L150 206 Q90 196 40 216 Q18 214 22 162 Z', shaded(handle, 90)) +
      rect(138, 158, 18, 52, steel) +
      [56, 88, 120].map((x) => circle(x, 183, 6, '#d9dde1')).join(''),
    -20,
  );
}

/** A knife block with five handles. */
export function knifeBlock(): string {
  const handle = (at: number): string => {
    const y = 24 - at * 9;
    return turned(
      rect(94 + at * 40, y, 26, 116, shaded(black, 0), 10) +
        [20, 70].map((down) => circle(107 + at * 40, y + down, 4, '#ccd1d6')).join(''),
      -16,
      107 + at * 40,
      y + 116,
    );
  };
  return (
    shadow(216, 348, 130) +
    repeat(5, handle) +
    path('M70 136 L290 92 L350 330 Q352 344 338 344 L160 344 Q146 344 142 332 Z', shaded(wood, 20)) +
    path('M70 136 L290 92 L300 130 L80 176 Z', lighter(wood, 0.22)) +
    [0, 1, 2, 3, 4].map((at) => rect(100 + at * 40, 132 - at * 8, 24, 8, darker(wood, 0.6), 3)).join('')
  );
}

/** A chopping board with a cut tomato and slices of cucumber. */
export function choppingBoard(color: string): string {
  const grain = repeat(6, (at) =>
    line(`M${84 + at * 46} 96 Q${96 + at * 46} 220 ${84 + at * 46} 344`, darker(color, 0.13), 3),
  );
  return (
    path(
      'M162 34 Q200 20 238 34 L244 84 L318 84 Q338 84 338 106 L338 340 Q338 362 318 362 L82 362 Q62 362 62 340 L62 106 Q62 84 82 84 L156 84 Z',
      shaded(color, 45),
    ) +
    grain +
    circle(200, 58, 15, '#ffffff') +
    path('M210 190 Q290 150 306 226 Q310 300 210 270 Z', '#d9432f') +
    circle(246, 228, 40, '#ec6a4d') +
    repeat(6, (at) => turned(ellipse(246, 204, 7, 13, '#f8d9a5'), at * 60, 246, 228)) +
    [0, 1, 2]
      .map((at) => turned(rect(110, 150 + at * 46, 74, 22, '#5f9a41', 11), -24, 147, 161 + at * 46))
      .join('')
  );
}

/** A balloon whisk. */
export function whisk(handle: string): string {
  const wires = [-78, -52, -26, 0, 26, 52, 78]
    .map((w) =>
      line(`M200 210 Q${200 + w * 1.6} 110 ${200 + w * 0.9} 60 Q${200 + w * 0.4} 34 200 34`, '#8f99a3', 5),
    )
    .join('');
  return turned(
    wires +
      rect(186, 200, 28, 30, steel, 6) +
      rect(182, 226, 36, 140, shaded(handle, 0), 17) +
      circle(200, 350, 6, '#ffffff'),
    30,
  );
}

export function rollingPin(color: string): string {
  const grip = (x: number): string => rect(x, 184, 66, 32, shaded(darker(color, 0.18), 90), 15);
  return turned(
    grip(14) +
      grip(320) +
      rect(74, 152, 252, 96, shaded(color, 90), 20) +
      line('M100 176 L296 176', lighter(color, 0.35), 8),
    -35,
  );
}

/** A box grater. */
export function grater(handle: string): string {
  const holes = repeat(30, (at) =>
    ellipse(
      140 + (at % 5) * 28 + (Math.floor(at / 5) % 2) * 8,
      150 + Math.floor(at / 5) * 32,
      8,
      10,
      '#5b646d',
    ),
  );
  return (
    shadow(210, 354, 110) +
    line('M150 96 Q150 40 196 40 Q242 40 242 96', handle, 24) +
    polygon('122,96 266,96 300,350 98,350', shaded('#c6cdd4', 0, 0.15)) +
    polygon('266,96 294,84 338,330 300,350', '#8c959e') +
    holes +
    rect(112, 90, 162, 16, darker(handle, 0.1), 7)
  );
}

/** A colander on a foot. */
export function colander(color: string): string {
  const holes = repeat(27, (at) =>
    circle(
      90 + (at % 9) * 28 + (Math.floor(at / 9) % 2) * 6,
      206 + Math.floor(at / 9) * 30,
      6.5,
      darker(color, 0.55),
    ),
  );
  return (
    shadow(200, 336, 90) +
    path('M140 290 L260 290 L270 330 L130 330 Z', darker(color, 0.25)) +
    [44, 356]
      .map((x) => ellipse(x, 176, 28, 15, 'none', { stroke: darker(color, 0.2), 'stroke-width': 10 }))
      .join('') +
    path('M52 170 Q64 306 170 308 L230 308 Q336 306 348 170 Z', shaded(color, 0)) +
    rim(200, 170, 148, color) +
    holes
  );
}

/** A flat kitchen scale with a bowl of flour. */
export function kitchenScale(color: string): string {
  return (
    shadow(200, 346, 140) +
    path('M96 150 Q108 232 170 234 L230 234 Q292 232 304 150 Z', shaded(steel, 0)) +
    rim(200, 150, 104, steel) +
    path('M112 146 Q160 96 200 104 Q250 96 288 146 Q200 170 112 146 Z', '#f3e6cd') +
    rect(176, 234, 48, 18, black) +
    rect(52, 250, 296, 90, shaded(color, 90, 0.1), 22) +
    rect(140, 268, 120, 50, '#bcd6b4', 8) +
    print('250 g', 200, 306, 34, '#22372a') +
    circle(88, 295, 14, darker(color, 0.3)) +
    circle(312, 295, 14, darker(color, 0.3))
  );
}

/** A glass storage jar with a clip lid, filled with `content`. */
export function storageJar(content: string, isPasta = false): string {
  const strands = repeat(11, (at) =>
    line(`M${126 + at * 15} 130 L${120 + at * 16} 326`, darker(content, 0.06 + (at % 3) * 0.08), 8),
  );
  const beans = repeat(60, (at) =>
    ellipse(
      124 + (at % 10) * 17,
      180 + Math.floor(at / 10) * 26 + (at % 2) * 8,
      10,
      8,
      darker(content, (at % 4) * 0.1),
    ),
  );
  return (
    shadow(200, 354, 110) +
    rect(100, 86, 200, 264, glass, 26, { stroke: '#9fbfcb', 'stroke-width': 4 }) +
    rect(112, isPasta ? 124 : 168, 176, isPasta ? 216 : 172, content, 18) +
    (isPasta ? strands : beans) +
    rect(108, 62, 184, 18, '#d98452', 6) +
    path('M110 60 Q120 32 200 32 Q280 32 290 60 Z', glass, { stroke: '#9fbfcb', 'stroke-width': 4 }) +
    line('M300 66 L318 110 L300 150', '#7d868e', 6) +
    line('M100 66 L86 100 L100 120', '#7d868e', 6) +
    gloss('M116 100 L132 100 L132 330 L116 330 Z', 0.5)
  );
}

/** A lunch box with its lid leaning behind it. */
export function lunchBox(color: string): string {
  return (
    shadow(200, 330, 160) +
    rect(70, 70, 260, 150, shaded(lighter(color, 0.35), 45), 26) +
    rect(40, 186, 320, 136, shaded(color, 90), 30) +
    rect(54, 160, 292, 74, darker(color, 0.4), 24) +
    path('M66 222 Q70 168 130 172 L180 168 L184 226 Z', '#e2b574') +
    line('M78 206 L178 200', '#5f9a41', 10) +
    line('M80 214 L178 210', '#d9432f', 7) +
    circle(232, 200, 32, '#c73a35') +
    line('M232 176 L238 160', '#5a3a1e', 5) +
    [286, 308, 296, 322].map((x, at) => circle(x, 190 + (at % 2) * 18, 13, '#5b3f86')).join('') +
    rect(40, 226, 320, 96, shaded(color, 90), 30) +
    rect(170, 220, 60, 34, lighter(color, 0.4), 8)
  );
}

/** A vacuum flask whose lid is a cup. */
export function thermos(color: string, top = steel): string {
  return (
    shadow(190, 354, 80) +
    rect(130, 110, 124, 240, shaded(color, 0), 22) +
    rect(130, 110, 124, 20, darker(color, 0.3)) +
    rect(138, 92, 108, 22, black, 4) +
    path('M136 94 L142 40 Q144 30 156 30 L228 30 Q240 30 242 40 L248 94 Z', shaded(top, 0, 0.3)) +
    line('M254 160 Q310 160 310 200 L310 262 Q310 300 254 300', black, 18) +
    gloss('M146 140 L162 140 L162 336 L146 330 Z')
  );
}

/** A drinking bottle of steel with a loop lid. */
export function insulatedBottle(color: string): string {
  return (
    shadow(200, 356, 70) +
    line('M168 70 Q168 30 200 30 Q232 30 232 70', black, 14) +
    rect(160, 62, 80, 44, shaded(black, 0), 10) +
    path(
      'M158 108 L242 108 Q278 130 278 178 L278 330 Q278 354 254 354 L146 354 Q122 354 122 330 L122 178 Q122 130 158 108 Z',
      shaded(color, 0, 0.25),
    ) +
    rect(122, 316, 156, 10, darker(color, 0.25)) +
    path(
      'M200 196 L206 214 L225 214 L210 226 L216 244 L200 233 L184 244 L190 226 L175 214 L194 214 Z',
      white,
    ) +
    gloss('M138 180 Q140 150 156 136 L156 340 L142 340 Z', 0.35)
  );
}

/** Oven gloves, one in front of the other. */
export function ovenGlove(color: string): string {
  const glove =
    'M120 360 L120 160 Q118 50 190 48 Q258 48 260 150 L262 190 Q300 142 328 164 Q352 186 318 232 Q290 272 266 286 L266 360 Z';
  const quilt = repeat(
    6,
    (at) =>
      line(`M124 ${100 + at * 40} L258 ${160 + at * 40 - 80}`, lighter(color, 0.35), 3) +
      line(`M124 ${80 + at * 40} L258 ${150 + at * 40}`, lighter(color, 0.35), 3),
  );
  return (
    path(glove, shaded(color, 45)) +
    quilt +
    rect(112, 316, 162, 46, white, 8) +
    line('M266 340 Q296 330 290 362', white, 8)
  );
}

/** Cooking spoons and a spatula in a pot. */
export function utensilSet(color: string): string {
  return (
    shadow(200, 352, 90) +
    line('M160 200 L104 90', wood, 13) +
    turned(ellipse(94, 66, 24, 38, shaded(wood, 30)), -26, 94, 66) +
    line('M196 200 L190 80', darker(wood, 0.2), 13) +
    rect(160, 28, 58, 80, darker(wood, 0.2), 10) +
    [176, 190, 204].map((x) => rect(x - 4, 44, 7, 48, '#ffffff', 3)).join('') +
    line('M240 200 L296 96', black, 12) +
    turned(ellipse(308, 72, 34, 26, shaded(black, 45)), -30, 308, 72) +
    wall(200, 186, 334, 88, 80, color) +
    rim(200, 186, 88, color) +
    line('M116 230 A84 14 0 0 0 284 230', lighter(color, 0.5), 6)
  );
}

/** Measuring jug with marks. */
export function measuringJug(): string {
  return (
    shadow(190, 346, 110) +
    line('M278 130 Q350 130 346 210 Q342 286 268 290', '#a9c9d6', 20) +
    path('M70 96 L98 108 L112 330 Q114 342 128 342 L252 342 Q266 342 268 330 L288 96 Z', glass, {
      stroke: '#9fbfcb',
      'stroke-width': 4,
    }) +
    path('M108 210 L114 326 Q116 336 128 336 L252 336 Q262 336 264 326 L276 210 Z', '#fbf7ee') +
    repeat(6, (at) => line(`M150 ${140 + at * 32} L${at % 2 ? 178 : 196} ${140 + at * 32}`, '#c0392b', 6)) +
    print('500', 226, 182, 24, '#c0392b') +
    print('250', 226, 246, 24, '#c0392b') +
    print('ml', 226, 310, 22, '#c0392b')
  );
}

/** A corkscrew with two arms. */
export function corkscrew(): string {
  const spiral = repeat(5, (at) =>
    line(
      `M182 ${236 + at * 24} Q200 ${222 + at * 24} 218 ${238 + at * 24} Q204 ${252 + at * 24} 184 ${256 + at * 24}`,
      '#6c757d',
      8,
    ),
  );
  const arm = (s: number): string =>
    path(
      `M${200 + s * 30} 150 Q${200 + s * 110} 150 ${200 + s * 124} 270 Q${200 + s * 116} 290 ${200 + s * 104} 270 Q${200 + s * 96} 190 ${200 + s * 30} 182 Z`,
      shaded(steel, 0),
    );
  return (
    arm(-1) +
    arm(1) +
    rect(192, 60, 16, 176, '#8d969e') +
    path('M150 54 Q150 30 200 30 Q250 30 250 54 Q250 70 200 70 Q150 70 150 54 Z', shaded(steel, 0)) +
    rect(164, 124, 72, 84, shaded(steel, 0), 12) +
    path(
      'M170 208 L230 208 L244 300 L226 300 L214 226 L186 226 L174 300 L156 300 Z',
      shaded(darker(steel, 0.15), 0),
    ) +
    spiral +
    path('M192 352 L204 352 L197 370 Z', '#6c757d')
  );
}
