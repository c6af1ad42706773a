import { bothSides, repeat, turned } from '../compose.ts';
import { brass, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A square cushion; `pattern` is woven or printed on it. */
export function cushion(color: string, pattern: 'plain' | 'zigzag' | 'leaf' = 'plain'): string {
  const patterns = {
    plain:
      line('M96 96 Q200 130 304 96 M96 304 Q200 270 304 304', darker(color, 0.15), 4) +
      circle(200, 200, 10, darker(color, 0.25)),
    zigzag: repeat(4, (at) =>
      line(
        `M72 ${126 + at * 50} l32 -24 l32 24 l32 -24 l32 24 l32 -24 l32 24 l32 -24 l28 22`,
        at % 2 ? '#33373d' : white,
        11,
      ),
    ),
    leaf:
      line('M200 320 Q196 200 200 90', white, 6) +
      repeat(5, (at) =>
        bothSides(turned(ellipse(166, 122 + at * 42, 36, 13, white), 32, 198, 134 + at * 42)),
      ),
  };
  return (
    shadow(200, 350, 140) +
    path(
      'M50 56 Q64 40 96 58 Q200 84 304 58 Q336 40 350 56 Q362 70 344 100 Q322 200 344 300 Q362 332 348 346 Q334 358 304 342 Q200 318 96 342 Q66 358 52 346 Q38 332 56 300 Q78 200 56 100 Q38 70 50 56 Z',
      shaded(color, 45),
    ) +
    patterns[pattern]
  );
}

/** A folded blanket with fringes; `isChecked` for a tartan. */
export function blanket(color: string, isChecked = false): string {
  const layer = (y: number, tone: string): string =>
    path(`M56 ${y} Q40 ${y + 26} 56 ${y + 52} L346 ${y + 52} L346 ${y} Z`, shaded(tone, 90)) +
    repeat(14, (at) => line(`M346 ${y + 5 + at * 3.2} L372 ${y + 7 + at * 3.2}`, lighter(tone, 0.35), 2));
  const checks =
    repeat(
      5,
      (at) =>
        rect(84 + at * 56, 82, 20, 82, darker(color, 0.4), 0, { opacity: 0.5 }) +
        rect(113 + at * 56, 82, 4, 82, white, 0, { opacity: 0.7 }),
    ) +
    rect(56, 106, 290, 16, darker(color, 0.4), 0, { opacity: 0.5 }) +
    rect(56, 142, 290, 4, white, 0, { opacity: 0.7 });
  return (
    shadow(200, 330, 160) +
    layer(270, darker(color, 0.2)) +
    layer(218, color) +
    layer(166, darker(color, 0.12)) +
    path('M72 78 L346 78 L346 166 L56 166 Q40 120 72 78 Z', shaded(lighter(color, 0.1), 90)) +
    (isChecked ? checks : line('M70 100 L346 100 M62 146 L346 146', lighter(color, 0.5), 8)) +
    repeat(18, (at) => line(`M346 ${82 + at * 4.8} L374 ${84 + at * 4.8}`, lighter(color, 0.35), 3))
  );
}

/** An oriental rug with a medallion. */
export function orientalRug(color: string): string {
  const fringe = (y: number, to: number): string =>
    repeat(24, (at) => line(`M${66 + at * 11.6} ${y} L${66 + at * 11.6} ${to}`, '#e9dfc8', 4));
  const diamond = (r: number, tone: string): string =>
    path(`M200 ${200 - r * 1.3} L${200 + r} 200 L200 ${200 + r * 1.3} L${200 - r} 200 Z`, tone);
  return (
    fringe(40, 26) +
    fringe(360, 374) +
    rect(60, 38, 280, 324, color) +
    rect(74, 52, 252, 296, '#e9d9b0') +
    rect(82, 60, 236, 280, '#27406b') +
    repeat(9, (at) => circle(100 + at * 25, 74, 7, brass) + circle(100 + at * 25, 326, 7, brass)) +
    rect(98, 88, 204, 224, color) +
    [
      [98, 88],
      [302, 88],
      [98, 312],
      [302, 312],
    ]
      .map(([x = 0, y = 0]) =>
        path(`M${x} ${y} l${x < 200 ? 60 : -60} 0 l${x < 200 ? -60 : 60} ${y < 200 ? 64 : -64} Z`, '#27406b'),
      )
      .join('') +
    diamond(78, '#e9d9b0') +
    diamond(66, '#27406b') +
    diamond(46, color) +
    diamond(24, brass)
  );
}

/** A round braided rug. */
export function roundRug(color: string): string {
  return (
    ellipse(200, 214, 172, 152, '#00000020') +
    repeat(7, (at) =>
      ellipse(200, 204, 172 - at * 24, 152 - at * 21, at % 2 ? lighter(color, 0.55) : color),
    ) +
    repeat(6, (at) =>
      ellipse(200, 204, 172 - at * 24 - 12, 152 - at * 21 - 10, 'none', {
        stroke: darker(color, 0.3),
        'stroke-width': 3,
        'stroke-dasharray': '7 8',
      }),
    )
  );
}

/** A pair of curtains at a window. */
export function curtains(color: string): string {
  const half =
    path('M50 52 L176 52 Q170 190 108 236 Q118 300 132 356 L50 356 Z', shaded(color, 0)) +
    repeat(4, (at) =>
      line(
        `M${70 + at * 26} 56 Q${68 + at * 22} 180 ${62 + at * 10} 236 Q${66 + at * 12} 300 ${66 + at * 15} 352`,
        darker(color, 0.18),
        5,
      ),
    ) +
    path('M48 226 Q84 250 116 226 L118 244 Q84 268 48 246 Z', brass);
  return (
    rect(96, 64, 208, 232, '#bfe0ee', 0, { stroke: '#ffffff', 'stroke-width': 12 }) +
    path('M102 250 Q200 190 298 250 L298 290 L102 290 Z', '#8cc48c') +
    circle(236, 112, 22, '#f7d257') +
    rect(194, 64, 12, 232, white) +
    rect(102, 172, 196, 10, white) +
    bothSides(half) +
    rect(34, 36, 332, 14, shaded(wood, 90), 7) +
    bothSides(circle(32, 43, 15, brass))
  );
}

/** Roller blind half down in front of a window. */
export function rollerBlind(color: string): string {
  return (
    rect(70, 40, 260, 316, white, 6, { stroke: '#c9cdd1', 'stroke-width': 5 }) +
    rect(86, 60, 228, 280, '#bfe0ee') +
    path('M86 300 Q150 240 210 290 Q260 260 314 300 L314 340 L86 340 Z', '#8cc48c') +
    rect(194, 60, 12, 280, white) +
    rect(56, 28, 288, 30, shaded('#aab2ba', 90), 10) +
    rect(74, 54, 252, 160, shaded(color, 90, 0.1)) +
    repeat(5, (at) => line(`M74 ${80 + at * 28} L326 ${80 + at * 28}`, darker(color, 0.1), 3)) +
    rect(74, 206, 252, 14, darker(color, 0.25), 5) +
    line('M200 220 L200 256', '#7d868e', 4) +
    circle(200, 266, 11, wood)
  );
}

/** Folded towels in a pile. */
export function towels(color: string): string {
  const towel = (y: number, tone: string): string =>
    rect(58, y, 284, 66, shaded(tone, 90), 30) +
    path(`M58 ${y + 33} Q58 ${y} 92 ${y} L328 ${y} Q300 ${y + 12} 300 ${y + 33} Z`, lighter(tone, 0.18)) +
    line(`M76 ${y + 36} L326 ${y + 36}`, darker(tone, 0.18), 4) +
    rect(236, y + 3, 20, 60, lighter(tone, 0.5));
  return (
    shadow(200, 346, 150) +
    towel(270, darker(color, 0.25)) +
    towel(202, color) +
    towel(134, lighter(color, 0.35)) +
    towel(66, lighter(color, 0.65))
  );
}

/** A bathrobe on a hanger. */
export function bathrobe(color: string): string {
  return (
    line('M200 60 Q200 30 216 34 Q230 42 212 54', '#7d868e', 6) +
    bothSides(
      path('M140 74 Q96 80 84 130 L50 268 L100 284 L132 190 Z', shaded(color, 0)) +
        path('M52 256 L104 272 L100 292 L46 276 Z', lighter(color, 0.35)),
    ) +
    path('M140 74 Q200 54 260 74 L276 190 L290 366 L110 366 L124 190 Z', shaded(color, 0)) +
    path('M158 66 L206 206 L206 366 L186 366 L182 210 L134 84 Z', lighter(color, 0.35)) +
    path('M242 66 L196 206 L216 214 L266 84 Z', lighter(color, 0.3)) +
    rect(122, 204, 156, 22, darker(color, 0.18), 8) +
    path('M196 212 L180 300 L198 304 L208 222 L222 296 L240 290 L216 212 Z', darker(color, 0.22)) +
    bothSides(rect(128, 270, 44, 52, darker(color, 0.1), 6))
  );
}

/** A set of bed linen on two pillows and a folded cover. */
export function bedLinen(color: string): string {
  const flower = (x: number, y: number): string =>
    repeat(5, (at) => turned(circle(x, y - 9, 7, white), at * 72, x, y)) + circle(x, y, 5, '#f0c53a');
  const pillow = (x: number, y: number): string =>
    path(
      `M${x} ${y + 8} Q${x + 84} ${y - 16} ${x + 168} ${y + 8} Q${x + 180} ${y + 60} ${x + 168} ${y + 112} Q${x + 84} ${y + 134} ${x} ${y + 112} Q${x - 12} ${y + 60} ${x} ${y + 8} Z`,
      shaded(color, 45),
    );
  return (
    shadow(200, 350, 160) +
    pillow(36, 50) +
    pillow(196, 70) +
    [
      [80, 90],
      [140, 120],
      [330, 110],
      [260, 120],
    ]
      .map(([x = 0, y = 0]) => flower(x, y))
      .join('') +
    rect(44, 190, 312, 76, shaded(lighter(color, 0.12), 90), 34) +
    rect(38, 262, 324, 84, shaded(color, 90), 38) +
    path('M38 304 Q38 262 76 262 L340 262 Q312 276 312 304 Z', lighter(color, 0.2)) +
    [
      [110, 226],
      [180, 230],
      [250, 224],
      [316, 232],
      [90, 300],
      [160, 310],
      [230, 304],
      [290, 322],
    ]
      .map(([x = 0, y = 0]) => flower(x, y))
      .join('')
  );
}

/** A doormat with a house on it. */
export function doormat(color: string): string {
  return (
    path('M82 96 L318 96 L372 306 L28 306 Z', shaded(color, 90)) +
    path('M28 306 L372 306 L374 322 L26 322 Z', darker(color, 0.4)) +
    path('M94 108 L306 108 L352 294 L48 294 Z', 'none', { stroke: darker(color, 0.45), 'stroke-width': 6 }) +
    path('M200 130 L276 192 L258 192 L266 266 L134 266 L142 192 L124 192 Z', darker(color, 0.55)) +
    rect(184, 212, 32, 54, color) +
    repeat(40, (at) =>
      line(`M${100 + ((at * 47) % 200)} ${112 + ((at * 29) % 176)} l4 6`, lighter(color, 0.25), 2),
    )
  );
}
