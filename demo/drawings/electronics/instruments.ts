import { bothSides, placed, repeat, turned } from '../compose.ts';
import { black, brass, steel, white } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** Strings from bridge to nut. */
function strings(from: number, to: number, cx: number, spread: number, count: number): string {
  return repeat(count, (at) =>
    line(
      `M${cx + (at - (count - 1) / 2) * spread} ${from} L${cx + (at - (count - 1) / 2) * spread} ${to}`,
      '#e9e4d8',
      1.6,
    ),
  );
}

/** Pegs on both sides of a head. */
function pegs(cx: number, top: number, rows: number, gap: number): string {
  return repeat(rows, (at) =>
    [-1, 1]
      .map(
        (side) =>
          line(`M${cx + side * 12} ${top + at * gap} L${cx + side * 25} ${top + at * gap}`, steel, 5) +
          circle(cx + side * 28, top + at * gap, 6, '#d9dee2'),
      )
      .join(''),
  );
}

/** An upright instrument, leaning to the right. */
function leaning(instrument: string): string {
  return placed(turned(instrument, 30), 12, 10, 0.93);
}

/** An electric guitar. */
export function electricGuitar(color: string): string {
  return leaning(
    rect(186, 58, 28, 190, '#5a3a1e', 3) +
      repeat(9, (at) => line(`M186 ${74 + at * 18} L214 ${74 + at * 18}`, '#d9c9a0', 2)) +
      path('M182 62 L178 12 Q196 -8 228 4 L220 62 Z', shaded('#5a3a1e', 0)) +
      repeat(6, (at) => circle(174, 10 + at * 8, 4, '#d9dee2')) +
      path(
        'M140 190 Q112 176 112 214 Q116 240 130 258 Q92 290 106 342 Q124 392 200 390 Q278 392 294 340 Q306 288 268 258 Q292 236 296 196 Q292 170 264 196 Q246 224 220 232 L180 232 Q156 222 140 190 Z',
        shaded(color, 45),
      ) +
      path('M180 236 Q220 226 240 262 Q256 320 226 364 Q196 360 184 320 Z', '#f4f0e4') +
      [262, 292].map((y) => rect(170, y, 60, 17, '#14171b', 5)).join('') +
      rect(172, 328, 56, 15, steel, 4) +
      [
        [256, 318],
        [262, 344],
        [242, 364],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 9, brass))
        .join('') +
      strings(20, 334, 200, 4, 6),
  );
}

/** A guitar with a round hole; `isSmall` for a ukulele. */
export function acousticGuitar(color: string, isSmall = false): string {
  const count = isSmall ? 4 : 6;
  return leaning(
    rect(187, 60, 26, 150, '#4a2f1a', 3) +
      repeat(7, (at) => line(`M187 ${80 + at * 18} L213 ${80 + at * 18}`, '#d9c9a0', 2)) +
      rect(180, 10, 40, 54, shaded('#6b4128', 0), 6) +
      pegs(200, 22, isSmall ? 2 : 3, isSmall ? 24 : 15) +
      path(
        'M200 186 Q276 180 276 232 Q274 258 262 272 Q304 296 300 336 Q290 394 200 394 Q110 394 100 336 Q96 296 138 272 Q126 258 124 232 Q124 180 200 186 Z',
        shaded(color, 45),
        { stroke: darker(color, 0.45), 'stroke-width': 7 },
      ) +
      circle(200, 262, 33, darker(color, 0.75)) +
      circle(200, 262, 39, 'none', { stroke: isSmall ? white : darker(color, 0.4), 'stroke-width': 4 }) +
      rect(160, 340, 80, 14, '#4a2f1a', 5) +
      (isSmall
        ? path('M150 300 q10 -14 20 0 q-10 14 -20 0 M232 312 q10 -14 20 0 q-10 14 -20 0', white)
        : path('M238 270 Q272 300 250 334 Q232 306 238 270 Z', '#4a2f1a')) +
      strings(24, 346, 200, isSmall ? 5 : 3.8, count),
  );
}

/** A violin with its bow. */
export function violin(): string {
  const color = '#a8562a';
  return leaning(
    line('M306 20 L306 376', '#6b4128', 6) +
      line('M318 30 L318 366', '#efe6d2', 3) +
      rect(298, 348, 24, 30, black, 4) +
      rect(190, 46, 20, 150, '#22180f', 3) +
      path('M186 50 Q180 16 200 14 Q220 16 214 50 Z', '#6b3a1c') +
      pegs(200, 30, 2, 14) +
      path(
        'M200 148 Q264 146 262 196 Q256 212 246 224 Q238 246 252 262 Q276 282 272 322 Q262 374 200 376 Q138 374 128 322 Q124 282 148 262 Q162 246 154 224 Q144 212 138 196 Q136 146 200 148 Z',
        shaded(color, 45),
        { stroke: darker(color, 0.5), 'stroke-width': 5 },
      ) +
      bothSides(
        path('M170 226 Q160 250 172 270 Q180 290 168 300', 'none', {
          stroke: '#2a160a',
          'stroke-width': 6,
          'stroke-linecap': 'round',
        }),
      ) +
      path('M184 292 L216 292 L210 366 L190 366 Z', '#22180f') +
      rect(176, 258, 48, 9, '#d9a866', 3) +
      rect(190, 140, 20, 96, '#22180f', 3) +
      strings(30, 300, 200, 4, 4),
  );
}

/** A keyboard with white and black keys and buttons. */
export function keyboardPiano(): string {
  return (
    shadow(200, 300, 170) +
    rect(16, 118, 368, 172, shaded('#2b2f35', 90), 12) +
    rect(150, 134, 100, 42, '#8fd0f0', 5) +
    repeat(8, (at) =>
      rect(
        266 + (at % 4) * 26,
        136 + Math.floor(at / 4) * 21,
        20,
        14,
        ['#e0483f', '#e8a12c', '#5cc46a', '#3f9be0'][at % 4] ?? white,
        4,
      ),
    ) +
    repeat(40, (at) => circle(38 + (at % 10) * 10, 140 + Math.floor(at / 10) * 11, 3, '#6c757d')) +
    repeat(14, (at) => rect(28 + at * 24.6, 190, 23, 92, shaded('#fbfaf6', 90, 0.05), 3)) +
    [0, 1, 3, 4, 5, 7, 8, 10, 11, 12].map((at) => rect(44 + at * 24.6, 190, 15, 56, '#14171b', 2)).join('')
  );
}

/** A grand piano. */
export function grandPiano(): string {
  return (
    shadow(200, 354, 150) +
    path('M90 176 L300 40 Q350 30 352 90 L352 182 Z', shaded('#33373d', 45)) +
    line('M262 182 L282 76', '#6c757d', 5) +
    path('M40 182 L360 182 L360 232 L40 232 Z', shaded('#1b1e22', 90)) +
    path('M66 170 L352 150 L352 184 L66 184 Z', '#c79a3f') +
    rect(28, 214, 250, 26, '#33373d') +
    repeat(17, (at) => rect(34 + at * 14, 218, 13, 18, white, 1)) +
    repeat(16, (at) => (at % 7 === 2 || at % 7 === 6 ? '' : rect(44 + at * 14, 218, 7, 10, black))) +
    rect(28, 238, 336, 18, '#14171b', 4) +
    [56, 256, 340]
      .map(
        (x) =>
          path(`M${x - 13} 254 L${x + 13} 254 L${x + 7} 344 L${x - 7} 344 Z`, shaded('#22262b', 0)) +
          circle(x, 348, 8, brass),
      )
      .join('') +
    path('M110 300 L206 300 L206 314 L110 314 Z', '#8a2a30') +
    [122, 194].map((x) => rect(x - 5, 314, 10, 40, '#22262b')).join('')
  );
}

/** A drum kit. */
export function drumKit(color: string): string {
  const drum = (x: number, y: number, r: number, height: number): string =>
    path(
      `M${x - r} ${y} L${x - r} ${y + height} A${r} ${r * 0.26} 0 0 0 ${x + r} ${y + height} L${x + r} ${y} Z`,
      shaded(color, 0),
    ) + ellipse(x, y, r, r * 0.28, '#f7f2e6', { stroke: '#aab2ba', 'stroke-width': 5 });
  const cymbal = (x: number, y: number, degrees: number): string =>
    line(`M${x} ${y} L${x + (x < 200 ? 10 : -10)} 350`, '#8a939b', 5) +
    turned(ellipse(x, y, 62, 11, shaded(brass, 0)) + circle(x, y - 6, 9, brass), degrees, x, y);
  return (
    shadow(200, 360, 160) +
    cymbal(72, 86, -10) +
    cymbal(328, 76, 12) +
    line('M84 240 L60 352 M320 250 L344 352', '#8a939b', 7) +
    circle(200, 260, 96, shaded(color, 45)) +
    circle(200, 260, 96, 'none', { stroke: '#d9dee2', 'stroke-width': 9 }) +
    circle(200, 260, 78, '#f7f2e6') +
    circle(200, 260, 22, color) +
    drum(142, 118, 50, 54) +
    drum(252, 118, 50, 54) +
    drum(76, 208, 56, 44) +
    drum(330, 218, 54, 92)
  );
}

/** A saxophone. */
export function saxophone(): string {
  return (
    path('M92 74 Q84 50 110 44 L160 50', 'none', {
      stroke: '#14171b',
      'stroke-width': 13,
      'stroke-linecap': 'round',
    }) +
    path('M154 40 Q222 36 222 92 L222 296 Q222 330 254 330 Q290 330 288 286 L282 214', 'none', {
      stroke: shaded(brass, 0, 0.3),
      'stroke-width': 38,
      'stroke-linecap': 'round',
    }) +
    path('M262 236 L222 120 Q300 130 354 120 L312 236 Z', shaded(brass, 0, 0.3)) +
    ellipse(288, 122, 68, 17, lighter(brass, 0.3)) +
    ellipse(288, 123, 56, 12, darker(brass, 0.5)) +
    line('M158 48 L206 56', brass, 17) +
    repeat(
      6,
      (at) => circle(208, 120 + at * 32, 14, shaded('#f0d890', 45)) + circle(208, 120 + at * 32, 6, white),
    ) +
    repeat(3, (at) => circle(248, 270 + at * 2, 3, white)) +
    line('M182 110 L182 280', darker(brass, 0.25), 6) +
    [
      [268, 276],
      [256, 306],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 13, '#f0d890'))
      .join('')
  );
}

/** A trumpet of brass, longer than the toy one, at a slant. */
export function trumpet(): string {
  return turned(
    path('M236 186 Q320 182 364 116 L370 280 Q322 214 236 212 Z', shaded(brass, 90, 0.35)) +
      ellipse(367, 198, 11, 83, darker(brass, 0.3)) +
      line('M36 199 L250 199', brass, 13) +
      path('M14 182 Q34 190 40 194 L40 204 Q34 208 14 216 Z', '#d9dee2') +
      path('M110 199 Q64 204 64 236 Q66 266 110 264 L236 264 Q276 262 274 232 Q272 206 236 206', 'none', {
        stroke: darker(brass, 0.1),
        'stroke-width': 12,
      }) +
      repeat(
        3,
        (at) =>
          rect(132 + at * 32, 158, 23, 120, shaded('#d9dee2', 0, 0.3), 6) +
          rect(140 + at * 32, 136, 7, 24, '#8a939b') +
          rect(134 + at * 32, 128, 19, 9, white, 4, { stroke: '#8a939b', 'stroke-width': 2 }),
      ),
    -18,
  );
}

/** An accordion, half open. */
export function accordion(color: string): string {
  const folds = repeat(9, (at) =>
    path(
      `M${138 + at * 14} ${78 + Math.abs(at - 4) * 5} L${145 + at * 14} ${66 + Math.abs(at - 4) * 5} L${152 + at * 14} ${78 + Math.abs(at - 4) * 5} L${152 + at * 14} ${322 - Math.abs(at - 4) * 5} L${145 + at * 14} ${334 - Math.abs(at - 4) * 5} L${138 + at * 14} ${322 - Math.abs(at - 4) * 5} Z`,
      at % 2 ? '#33373d' : '#5b646d',
    ),
  );
  return (
    shadow(200, 352, 150) +
    folds +
    turned(
      rect(34, 76, 110, 258, shaded(color, 0), 14) +
        repeat(11, (at) => rect(44, 94 + at * 21, 46, 19, white, 2)) +
        [0, 1, 3, 4, 5, 7, 8].map((at) => rect(44, 108 + at * 21, 28, 11, black, 2)).join('') +
        rect(104, 110, 26, 180, darker(color, 0.35), 6),
      4,
      90,
      200,
    ) +
    turned(
      rect(260, 76, 106, 258, shaded(color, 0), 14) +
        repeat(30, (at) => circle(286 + (at % 3) * 26, 108 + Math.floor(at / 3) * 21, 7, white)),
      -4,
      310,
      200,
    )
  );
}

/** A recorder. */
export function recorder(color: string): string {
  return turned(
    path('M180 20 Q200 8 220 24 L222 90 L178 90 Z', shaded('#f1ead8', 0)) +
      rect(190, 54, 20, 14, '#22180f', 3) +
      rect(174, 88, 52, 22, shaded('#f1ead8', 0), 6) +
      path('M180 108 L220 108 L216 320 L184 320 Z', shaded(color, 0)) +
      rect(178, 316, 44, 18, shaded('#f1ead8', 0), 6) +
      path('M184 332 L216 332 L222 380 L178 380 Z', shaded(color, 0)) +
      repeat(7, (at) => circle(200, 138 + at * 27, 8, '#22180f')),
    40,
  );
}

/** A harmonica. */
export function harmonica(color: string): string {
  return turned(
    rect(26, 130, 348, 44, shaded(steel, 90, 0.3), 20) +
      rect(40, 168, 320, 50, shaded(color, 90)) +
      repeat(10, (at) => rect(54 + at * 30, 178, 20, 30, '#14171b', 3)) +
      rect(26, 212, 348, 50, shaded(steel, 90, 0.3), 20) +
      [58, 342].map((x) => circle(x, 152, 8, '#6c757d') + circle(x, 238, 8, '#6c757d')).join('') +
      line('M110 152 L290 152', '#6c757d', 4),
    -16,
  );
}

/** An amplifier for guitars. */
export function guitarAmplifier(): string {
  return (
    shadow(200, 352, 150) +
    path('M150 66 Q150 40 174 40 L226 40 Q250 40 250 66', 'none', { stroke: '#33373d', 'stroke-width': 13 }) +
    rect(44, 62, 312, 284, shaded('#22262b', 45), 16) +
    rect(62, 80, 276, 52, '#c79a3f', 6) +
    repeat(
      6,
      (at) =>
        circle(92 + at * 38, 106, 14, '#14171b') +
        line(`M${92 + at * 38} 106 L${92 + at * 38 + ((at * 7) % 13) - 6} 95`, white, 4),
    ) +
    circle(318, 106, 8, '#e0483f') +
    rect(62, 144, 276, 184, '#5b5348', 6) +
    circle(200, 236, 84, '#3f3a33') +
    circle(200, 236, 36, '#2b2722') +
    repeat(18, (at) => line(`M${70 + at * 15.6} 146 L${70 + at * 15.6} 326`, '#7b7264', 2)) +
    repeat(11, (at) => line(`M64 ${152 + at * 17} L336 ${152 + at * 17}`, '#7b7264', 2)) +
    bothSides(path('M44 62 L76 62 L44 94 Z', '#8a939b') + path('M44 346 L76 346 L44 314 Z', '#8a939b'))
  );
}

/** A metronome. */
export function metronome(color: string): string {
  return (
    shadow(200, 358, 120) +
    path('M164 44 L236 44 L304 330 L96 330 Z', shaded(color, 0)) +
    path('M176 76 L224 76 L268 286 L132 286 Z', '#f1e2bf') +
    repeat(9, (at) =>
      line(
        `M${188 - at * 2} ${110 + at * 18} L196 ${110 + at * 18} M204 ${110 + at * 18} L${212 + at * 2} ${110 + at * 18}`,
        '#7b5233',
        3,
      ),
    ) +
    turned(
      line('M200 290 L200 72', steel, 7) + path('M178 120 L222 120 L214 150 L186 150 Z', brass),
      14,
      200,
      290,
    ) +
    rect(82, 286, 236, 62, shaded(darker(color, 0.15), 90), 6) +
    path('M176 44 L224 44 L200 24 Z', darker(color, 0.2)) +
    circle(328, 310, 13, brass)
  );
}
