import { clipped, bothSides, placed, scattered, repeat, star } from '../compose.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect } from '../svg.ts';
import { cloth, sleeves, top, torsoShape, type Cut } from './garment.ts';
import { heart } from './knitwear.ts';

export function boxerShorts(color: string, dot: string): string {
  const shape = 'M98 90 H302 L332 268 Q266 286 216 264 L200 224 L184 264 Q134 286 68 268 Z';
  const hearts = scattered(24, [80, 124, 240, 140], (x, y) => placed(heart(dot, 0, 0), x, y, 0.16));
  return (
    cloth(shape, color) +
    clipped('print', shape, hearts) +
    rect(96, 84, 208, 28, darker(color, 0.45), 4) +
    line('M200 112 V226', darker(color, 0.35), 3) +
    line('M216 114 Q222 160 202 190', darker(color, 0.35), 3)
  );
}

export function briefs(color: string, band: string): string {
  return (
    cloth(
      'M74 120 H326 Q318 180 310 204 Q244 220 222 292 Q200 300 178 292 Q156 220 90 204 Q82 180 74 120 Z',
      color,
    ) +
    rect(72, 106, 256, 30, band, 4) +
    bothSides(line('M92 204 Q160 220 182 292', band, 8)) +
    line('M184 138 Q170 190 190 250 M216 138 Q230 190 210 250', darker(color, 0.25), 3)
  );
}

export function bra(color: string): string {
  const lace = repeat(7, (at) =>
    circle(104 + at * 14, 168 - at * 3 + (at > 3 ? (at - 3) * 7 : 0), 9, lighter(color, 0.35), {
      stroke: darker(color, 0.2),
      'stroke-width': 1.5,
    }),
  );
  return (
    bothSides(
      line('M122 160 Q120 90 142 44', darker(color, 0.1), 9) +
        cloth('M36 216 Q64 220 84 208 L96 268 Q66 276 40 268 Z', darker(color, 0.08)) +
        lace +
        cloth('M92 176 Q150 150 196 214 L196 250 Q150 296 100 268 Q80 230 92 176 Z', color) +
        line('M100 262 Q150 284 192 248', darker(color, 0.35), 4),
    ) +
    path('M190 216 h20 v34 h-20 Z', darker(color, 0.1)) +
    bothSides(path('M200 222 q-16 -12 -18 2 q2 12 18 2 Z', lighter(color, 0.4)))
  );
}

/** One sock, its toe to the right. */
function sock(color: string, trim: string, pattern: string, id: string): string {
  const shape =
    'M86 40 H166 L170 214 Q176 236 214 258 Q262 280 258 316 Q252 344 208 342 Q150 338 108 306 Q80 284 82 240 Z';
  return (
    cloth(shape, color) +
    clipped(
      id,
      shape,
      `${pattern}${path('M196 372 Q192 300 232 250 L300 300 V370 Z', trim)}${path('M70 300 Q110 260 130 220 L70 200 Z', trim)}`,
    ) +
    rect(84, 38, 84, 40, trim, 6) +
    repeat(9, (at) => line(`M${92 + at * 8.6} 44 V72`, darker(trim, 0.2), 2))
  );
}

/** Two socks, one behind the other. */
export function socks(color: string, trim: string, pattern = ''): string {
  return (
    group(sock(darker(color, 0.12), darker(trim, 0.12), pattern, 'back'), { transform: 'translate(70 -4)' }) +
    group(sock(color, trim, pattern, 'front'), { transform: 'translate(0 14)' })
  );
}

export const sockPatterns = {
  stripes: (tone: string): string => repeat(8, (at) => rect(60, 96 + at * 32, 260, 14, tone)),
  avocados: (): string =>
    scattered(
      14,
      [96, 100, 130, 220],
      (x, y) =>
        ellipse(x, y, 14, 18, '#4f7a34') +
        ellipse(x, y + 2, 9, 13, '#d6e39a') +
        circle(x, y + 5, 6, '#8a5327'),
    ),
  knit: (tone: string): string =>
    repeat(11, (at) => line(`M${88 + at * 9} 80 V360`, tone, 2)) +
    repeat(10, (at) => line(`M60 ${300 + at * 8} H300`, tone, 1)),
};

/** Three pairs of short socks with a paper band. */
export function ankleSocks(tones: readonly string[]): string {
  return tones
    .map((tone, at) => {
      const y = 40 + at * 92;
      return (
        cloth(
          `M70 ${y} H150 L156 ${y + 40} Q180 ${y + 50} 280 ${y + 44} Q338 ${y + 44} 336 ${y + 70} Q330 ${y + 96} 280 ${y + 94} L120 ${y + 92} Q74 ${y + 90} 72 ${y + 50} Z`,
          tone,
        ) +
        rect(70, y - 2, 80, 18, darker(tone, 0.15), 5) +
        path(
          `M300 ${y + 44} Q338 ${y + 44} 336 ${y + 70} Q330 ${y + 96} 292 ${y + 94} Q280 ${y + 66} 300 ${y + 44} Z`,
          darker(tone, 0.18),
        )
      );
    })
    .join('');
}

export function tights(color: string): string {
  return (
    cloth(
      'M140 30 H260 Q272 90 262 150 L252 300 Q254 330 290 346 Q306 360 286 368 H236 Q222 364 222 340 L204 150 H196 L178 340 Q178 364 164 368 H114 Q94 360 110 346 Q146 330 148 300 L138 150 Q128 90 140 30 Z',
      color,
      20,
    ) +
    rect(140, 30, 120, 20, darker(color, 0.35), 4) +
    line('M200 50 V150', darker(color, 0.3), 3) +
    bothSides(line('M158 130 L164 330', lighter(color, 0.3), 7, { opacity: 0.5 }))
  );
}

/** Long shirt and trousers, one above the other. */
export function thermalSet(color: string, seam: string): string {
  const upper =
    top(color, 'long', { bottom: 300, neck: 80 }) + bothSides(line('M118 92 L150 180 L146 296', seam, 4));
  const lower =
    cloth('M140 40 H260 L272 330 H216 L204 140 H196 L184 330 H128 Z', color) +
    rect(138, 34, 124, 20, seam, 4) +
    bothSides(line('M160 60 L158 326', seam, 4));
  return placed(upper, -18, 12, 0.64) + placed(lower, 150, 90, 0.72);
}

/** A buttoned top over trousers, with a print. */
export function pyjamas(color: string, pattern: (x: number, y: number) => string): string {
  const shape = torsoShape({ bottom: 310, neck: 92 });
  const print = scattered(34, [46, 70, 308, 230], (x, y) => pattern(x, y));
  const edge = lighter(color, 0.75);
  const legs = 'M120 40 H280 L300 372 H212 L200 170 L188 372 H100 Z';
  const jacket =
    top(color, 'long', { bottom: 310, neck: 92 }) +
    clipped('jacket', shape, print) +
    bothSides(
      path('M200 100 L166 52 Q146 60 144 76 L172 122 Z', color, { stroke: edge, 'stroke-width': 5 }),
    ) +
    line('M200 102 V312', edge, 5) +
    repeat(4, (at) => circle(209, 138 + at * 44, 6, '#ffffff')) +
    bothSides(line('M42 284 L90 296', edge, 6)) +
    path('M230 150 h44 v42 h-44 Z', color, { stroke: edge, 'stroke-width': 4 });
  const trousers =
    cloth(legs, darker(color, 0.06)) +
    clipped('legs', legs, print + placed(print, 0, 200)) +
    rect(118, 36, 164, 18, edge, 4);
  return placed(trousers, 130, 130, 0.62) + placed(jacket, -22, -6, 0.72);
}

export const pyjamaPrints = {
  moon: (x: number, y: number): string =>
    x % 2 === 0
      ? star(x, y, 9, '#f6e27a')
      : path(`M${x} ${y - 11} a11 11 0 1 0 10 16 a9 9 0 1 1 -10 -16 Z`, '#f6e27a'),
  sheep: (x: number, y: number): string =>
    repeat(4, (at) => circle(x - 8 + at * 5, y + (at % 2) * 5 - 3, 7, '#ffffff')) +
    ellipse(x + 12, y, 5, 6, '#33363d') +
    line(`M${x - 5} ${y + 8} v6 M${x + 4} ${y + 8} v6`, '#33363d', 3),
};

export function nightdress(color: string): string {
  const shape = torsoShape({ bottom: 362, flare: 40, neck: 92 });
  const ruffle = repeat(15, (at) =>
    circle(78 + at * 17.5, 362, 12, lighter(color, 0.4), { stroke: darker(color, 0.2), 'stroke-width': 1.5 }),
  );
  return (
    ruffle +
    sleeves(color, 'short') +
    cloth(shape, color) +
    repeat(13, (at) => circle(152 + at * 8, 96 + 16 * (1 - ((at - 6) / 6) ** 2), 7, lighter(color, 0.6))) +
    bothSides(
      line('M170 150 L140 352', darker(color, 0.2), 3) +
        path('M200 130 q-26 -16 -28 4 q2 16 28 2 Z', darker(color, 0.3)),
    ) +
    line('M118 148 Q200 166 282 148', darker(color, 0.25), 4)
  );
}

/** A towelling robe with a belt. */
export function bathrobe(color: string): string {
  const cut: Cut = { bottom: 372, flare: 14, neck: 190, neckline: 'v' };
  const loops = scattered(110, [104, 90, 192, 280], (x, y) => circle(x, y, 3, darker(color, 0.09)));
  return (
    top(color, 'long', cut) +
    clipped('loops', torsoShape(cut), loops) +
    bothSides(
      path('M160 50 L204 214 L180 214 Q140 130 138 72 Z', lighter(color, 0.35), {
        stroke: darker(color, 0.2),
        'stroke-width': 2,
      }),
    ) +
    line('M196 214 L186 372', darker(color, 0.3), 3) +
    rect(106, 208, 188, 26, darker(color, 0.12), 4) +
    bothSides(cloth('M200 212 Q166 196 160 222 Q166 246 200 230 Z', darker(color, 0.08))) +
    line('M196 230 L176 320 M206 230 L226 310', darker(color, 0.14), 14) +
    bothSides(cloth('M124 266 h50 v56 h-50 Z', darker(color, 0.03)))
  );
}

/** A suit for babies with feet. */
export function sleepsuit(color: string): string {
  const giraffe =
    line('M186 196 Q200 160 214 128', '#e0a83c', 18) +
    ellipse(224, 124, 18, 11, '#e0a83c') +
    ellipse(182, 214, 34, 22, '#e0a83c') +
    line('M160 224 v34 M202 224 v34', '#e0a83c', 10) +
    [168, 190, 204].map((x, at) => circle(x, 210 - at * 22, 5, '#9c6a1c')).join('') +
    circle(228, 120, 3, '#222222') +
    line('M214 114 l-2 -14', '#9c6a1c', 4);
  return (
    bothSides(cloth('M130 70 Q84 90 44 176 Q40 190 54 196 L74 202 Q84 200 88 190 L122 150 Z', color)) +
    cloth(
      'M160 52 Q200 86 240 52 L270 70 Q290 120 280 190 Q296 250 292 318 Q300 350 280 362 Q240 366 226 344 L206 270 H194 L174 344 Q160 366 120 362 Q100 350 108 318 Q104 250 120 190 Q110 120 130 70 Z',
      color,
    ) +
    line('M160 52 Q200 88 240 52', darker(color, 0.25), 8) +
    bothSides(
      line('M50 176 L84 192', darker(color, 0.25), 6) +
        line('M108 318 Q140 330 176 318', darker(color, 0.2), 4),
    ) +
    giraffe
  );
}

export function babyBodysuit(color: string): string {
  const duck =
    circle(186, 176, 24, '#f6cf45') +
    ellipse(208, 214, 42, 28, '#f6cf45') +
    path('M166 176 l-22 8 l22 10 Z', '#ef7b2d') +
    circle(180, 170, 4, '#222222') +
    path('M204 210 q30 -16 36 6 q-14 20 -36 -6 Z', '#e3b32b');
  return (
    bothSides(cloth('M130 62 Q92 72 58 150 L104 172 L124 140 Z', color)) +
    cloth(
      'M160 46 Q200 92 240 46 L270 62 Q284 120 276 180 Q286 240 292 276 Q250 280 226 344 H174 Q150 280 108 276 Q114 240 124 180 Q116 120 130 62 Z',
      color,
    ) +
    bothSides(
      line('M160 46 Q138 76 124 96', darker(color, 0.2), 4) +
        line('M58 150 L104 172', '#3f86d0', 8) +
        line('M108 276 Q150 280 174 344', '#3f86d0', 8),
    ) +
    line('M160 46 Q200 92 240 46', '#3f86d0', 8) +
    [184, 200, 216]
      .map((x) => circle(x, 336, 5, '#c9ccd1', { stroke: '#8a8d92', 'stroke-width': 1.5 }))
      .join('') +
    duck
  );
}
