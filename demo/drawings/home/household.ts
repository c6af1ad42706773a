import { bothSides, repeat, turned } from '../compose.ts';
import { black, glass, gloss, rim, steel, wall, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A bottle of soap with a pump. */
export function soapDispenser(color: string): string {
  return (
    shadow(200, 354, 90) +
    path('M186 92 L186 60 L120 60 Q104 60 104 80 L122 80 L176 84 L214 84 L214 60 L186 60 Z', '#4a5158') +
    rect(192, 80, 16, 44, '#4a5158') +
    rect(172, 112, 56, 30, shaded('#4a5158', 0), 6) +
    path(
      'M140 142 L260 142 Q296 150 296 190 L296 328 Q296 350 274 350 L126 350 Q104 350 104 328 L104 190 Q104 150 140 142 Z',
      shaded(color, 0),
    ) +
    rect(140, 208, 120, 96, '#fbf8f0', 8) +
    [
      [178, 250, 20],
      [216, 268, 15],
      [220, 232, 11],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, '#8fcbe6', { stroke: '#4d9dbf', 'stroke-width': 3 }))
      .join('') +
    gloss('M118 190 Q120 166 136 158 L134 336 L120 334 Z')
  );
}

/** A mug with two toothbrushes and a tube. */
export function toothbrushCup(color: string): string {
  const brush = (x: number, angle: number, tone: string): string =>
    turned(
      rect(x, 60, 15, 220, tone, 7) +
        rect(x - 15, 44, 18, 60, white, 5, { stroke: '#c9cdd1', 'stroke-width': 2 }) +
        repeat(4, (at) => line(`M${x - 13} ${54 + at * 13} L${x} ${54 + at * 13}`, tone, 4)),
      angle,
      x,
      280,
    );
  return (
    shadow(200, 350, 90) +
    brush(176, -14, '#2f6fb0') +
    brush(220, 12, '#c8383d') +
    path('M200 70 L262 82 L250 190 L200 190 Z', shaded('#dfeee8', 0)) +
    path('M202 84 L258 96 L254 130 L200 120 Z', '#4c9a5b') +
    wall(200, 176, 334, 92, 82, color) +
    rim(200, 176, 92, color) +
    path('M110 200 A92 16 0 0 0 290 200 L288 222 A92 16 0 0 1 112 222 Z', lighter(color, 0.45))
  );
}

/** A free standing bath tub with feet, full of foam. */
export function bathTub(color: string): string {
  return (
    shadow(200, 350, 150) +
    bothSides(path('M96 300 Q70 316 78 344 L104 344 Q98 320 128 312 Z', '#c79a3f')) +
    line('M312 156 L312 70 Q312 50 290 50 Q272 50 272 68', steel, 13) +
    line('M296 104 L330 104', steel, 11) +
    path('M36 180 L364 180 Q356 318 270 320 L130 320 Q44 318 36 180 Z', shaded(color, 0)) +
    repeat(9, (at) => circle(70 + at * 33, 168 - (at % 3) * 12, 26, at % 2 ? '#eef8fc' : '#dff0f8')) +
    rect(24, 172, 352, 22, lighter(color, 0.35), 11) +
    path(
      'M126 116 Q126 92 148 92 Q168 94 166 116 Q190 116 186 138 Q180 156 146 156 Q116 154 118 132 Q118 120 126 116 Z',
      '#f7c948',
    ) +
    path('M128 112 L104 118 L128 124 Z', '#e3782f') +
    circle(144, 108, 4, black)
  );
}

/** A hand shower on its hose. */
export function showerHead(): string {
  const drops = repeat(15, (at) =>
    line(
      `M${90 + (at % 5) * 26 + Math.floor(at / 5) * 6} ${206 + Math.floor(at / 5) * 48} l-7 26`,
      '#5db1dc',
      7,
    ),
  );
  return (
    drops +
    turned(rect(158, 116, 36, 210, shaded(steel, 0, 0.3), 16), -44, 176, 130) +
    line('M322 274 Q372 330 330 356 Q270 380 250 330', '#8a939b', 13, {
      'stroke-dasharray': '6 4',
      'stroke-linecap': 'butt',
    }) +
    turned(
      ellipse(150, 134, 108, 40, shaded(steel, 90)) +
        ellipse(150, 152, 98, 28, '#5b646d') +
        repeat(11, (at) => circle(74 + at * 15, 152 + (at % 2) * 10, 5, '#dfe6eb')),
      -6,
      150,
      140,
    )
  );
}

/** A toilet. */
export function toilet(color: string): string {
  const outline = { stroke: '#c3c7ca', 'stroke-width': 3 };
  return (
    shadow(210, 360, 110) +
    rect(112, 34, 176, 140, shaded(color, 0, 0.08), 16, outline) +
    rect(104, 26, 192, 24, lighter(color, 0.3), 8, outline) +
    rect(180, 40, 40, 16, steel, 8) +
    path(
      'M150 250 L250 250 L262 340 Q264 356 246 356 L154 356 Q136 356 138 340 Z',
      shaded(color, 0, 0.1),
      outline,
    ) +
    path('M82 196 Q90 286 200 292 Q310 286 318 196 Z', shaded(color, 0, 0.1), outline) +
    ellipse(200, 196, 126, 46, lighter(color, 0.4), outline) +
    ellipse(200, 200, 92, 30, '#cfe6ee', { stroke: '#aab7bd', 'stroke-width': 3 })
  );
}

/** Rolls of toilet paper, two below and one on top. */
export function toiletPaper(): string {
  const outline = { stroke: '#d2d0c8', 'stroke-width': 3 };
  const roll = (x: number, y: number): string =>
    path(
      `M${x - 66} ${y} L${x - 66} ${y + 120} A66 20 0 0 0 ${x + 66} ${y + 120} L${x + 66} ${y} Z`,
      shaded('#f2f0ea', 0, 0.08),
      outline,
    ) +
    ellipse(x, y, 66, 20, '#fbfaf6', outline) +
    ellipse(x, y, 24, 8, '#a8845b') +
    ellipse(x, y + 1, 18, 5, '#6b5136');
  return (
    shadow(200, 346, 150) +
    roll(128, 206) +
    roll(272, 206) +
    roll(200, 66) +
    path('M134 80 L134 186 L168 198 L168 90 Z', '#fbfaf6', outline)
  );
}

/** A laundry basket full of clothes. */
export function laundryBasket(color: string): string {
  const holes = repeat(24, (at) =>
    rect(92 + (at % 8) * 28, 206 + Math.floor(at / 8) * 42, 12, 28, darker(color, 0.4), 6),
  );
  return (
    shadow(200, 350, 130) +
    path('M78 170 Q70 96 140 104 Q170 56 226 96 Q300 70 320 170 Z', '#2f6fb0') +
    path('M96 170 Q110 110 170 126 Q210 140 220 170 Z', '#f1f1ee') +
    path('M206 170 Q226 116 276 124 Q310 140 312 170 Z', '#c8383d') +
    repeat(3, (at) => line(`M${238 + at * 20} 136 L${230 + at * 24} 166`, white, 6)) +
    path('M52 176 L82 330 Q86 346 102 346 L298 346 Q314 346 318 330 L348 176 Z', shaded(color, 0)) +
    holes +
    rect(44, 164, 312, 26, lighter(color, 0.2), 13) +
    bothSides(rect(60, 170, 44, 13, darker(color, 0.35), 6))
  );
}

/** A steam iron. */
export function steamIron(color: string): string {
  return (
    shadow(200, 330, 150) +
    line('M312 140 Q378 120 372 60', black, 9) +
    path('M40 290 Q100 190 220 178 L330 178 Q346 178 348 196 L358 290 Z', shaded(color, 0)) +
    path(
      'M110 196 Q130 104 220 102 L318 102 Q336 104 338 128 L344 182 L310 182 L306 140 L224 140 Q176 142 162 186 Z',
      shaded(darker(color, 0.4), 90),
    ) +
    path('M30 290 L362 290 L362 310 L36 310 Q26 304 30 290 Z', shaded(steel, 90)) +
    path('M150 250 Q170 210 236 206 L300 206 L306 250 Z', glass, { opacity: 0.85 }) +
    circle(258, 160, 15, '#f0c53a') +
    [60, 96, 130]
      .map((x, at) =>
        path(`M${x} ${246 - at * 20} q-16 -20 0 -36 q14 -16 0 -34`, 'none', {
          stroke: '#b9d3dd',
          'stroke-width': 6,
          'stroke-linecap': 'round',
        }),
      )
      .join('')
  );
}

/** An ironing board with a cover. */
export function ironingBoard(color: string): string {
  return (
    shadow(200, 356, 140) +
    line('M120 174 L290 350 M290 174 L120 350', '#7d868e', 11) +
    line('M92 352 L150 352 M260 352 L320 352', black, 11) +
    path(
      'M30 160 Q40 132 120 130 L352 130 Q370 132 370 152 L370 160 Q370 178 352 178 L110 178 Q46 178 30 160 Z',
      shaded(color, 90),
    ) +
    repeat(6, (at) => circle(110 + at * 44, 154, 8, white)) +
    path('M252 128 Q270 90 316 86 L344 86 Q354 88 354 98 L358 128 Z', '#c8383d') +
    line('M290 98 Q300 66 346 72', '#33373d', 9)
  );
}

/** A broom with a dustpan. */
export function broomAndDustpan(color: string): string {
  return (
    turned(
      rect(146, 20, 13, 220, shaded(wood, 0), 6) +
        path('M104 236 L200 236 L212 270 L92 270 Z', shaded(color, 0)) +
        path('M92 270 L212 270 L228 358 L76 358 Z', shaded('#e2bf6a', 0)) +
        repeat(9, (at) => line(`M${100 + at * 13} 274 L${88 + at * 16} 354`, '#b98f3c', 4)),
      12,
      152,
      200,
    ) +
    path('M240 232 L360 232 L374 344 Q374 354 364 354 L226 354 Z', shaded(color, 45)) +
    path('M226 354 L374 354 L368 340 L232 340 Z', lighter(color, 0.4)) +
    rect(288, 132, 24, 104, shaded(darker(color, 0.2), 0), 12)
  );
}

/** A mop in a bucket. */
export function mopBucket(color: string): string {
  return (
    shadow(180, 352, 120) +
    turned(rect(194, 16, 13, 190, shaded('#aab2ba', 0), 6), 14, 200, 200) +
    path('M130 160 Q150 110 190 126 Q230 104 262 160 Q240 190 200 178 Q160 190 130 160 Z', '#e9e6dc') +
    repeat(8, (at) =>
      line(`M${146 + at * 14} 132 Q${138 + at * 16} 156 ${146 + at * 14} 184`, '#bfbaa9', 5),
    ) +
    line('M84 190 Q60 100 96 90', '#7d868e', 6) +
    path('M70 180 L92 330 Q96 348 114 348 L278 348 Q296 348 300 330 L322 180 Z', shaded(color, 0)) +
    path('M76 218 Q196 246 316 218 L314 236 Q196 264 79 236 Z', darker(color, 0.15)) +
    path('M130 180 L150 230 L250 230 L266 180 Z', darker(color, 0.3)) +
    rect(60, 168, 272, 20, lighter(color, 0.25), 10)
  );
}

/** A cylinder vacuum cleaner with its hose. */
export function vacuumCleaner(color: string): string {
  return (
    shadow(220, 350, 150) +
    line('M252 214 Q210 60 110 74 Q66 82 76 130', '#4a5158', 17, {
      'stroke-dasharray': '9 4',
      'stroke-linecap': 'butt',
    }) +
    line('M76 128 L104 316', steel, 15) +
    path('M48 316 L150 316 L166 346 L36 346 Z', shaded(black, 0)) +
    path(
      'M176 316 Q168 216 262 206 Q364 204 368 300 L368 322 Q368 332 356 332 L192 332 Q178 332 176 316 Z',
      shaded(color, 0),
    ) +
    path('M196 270 Q214 222 280 222 Q334 226 350 270 Z', lighter(color, 0.3)) +
    circle(224, 322, 27, black) +
    circle(224, 322, 11, steel) +
    circle(328, 318, 34, black) +
    circle(328, 318, 14, steel) +
    line('M262 206 Q298 176 334 212', black, 11)
  );
}

/** A spray bottle of cleaner. */
export function sprayBottle(color: string): string {
  return (
    shadow(210, 356, 90) +
    [
      [66, 66],
      [50, 92],
      [72, 116],
      [34, 64],
      [30, 120],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 6, '#8fcbe6'))
      .join('') +
    path(
      'M96 66 L262 52 Q286 54 288 84 L288 100 L232 108 L228 150 L184 150 L182 112 L150 112 L134 160 L116 154 L126 108 L96 104 Z',
      shaded('#f1f1ee', 90),
      { stroke: '#c3c7ca', 'stroke-width': 3 },
    ) +
    rect(84, 66, 20, 38, '#c8383d', 4) +
    rect(174, 148, 64, 28, '#c8383d', 6) +
    path(
      'M174 176 L238 176 Q248 220 284 240 Q296 250 296 276 L296 332 Q296 352 276 352 L138 352 Q118 352 118 332 L118 276 Q118 250 130 240 Q166 220 174 176 Z',
      shaded(color, 0),
    ) +
    rect(134, 258, 146, 70, '#fbf8f0', 6) +
    path('M206 268 Q232 296 224 312 Q206 328 190 312 Q180 296 206 268 Z', '#2f6fb0') +
    gloss('M134 280 Q134 256 148 248 L148 256 L142 340 L134 334 Z')
  );
}

/** Clothes on a drying rack. */
export function dryingRack(): string {
  return (
    shadow(200, 360, 150) +
    line('M104 130 L284 356 M296 130 L116 356', '#8a939b', 10) +
    line('M40 116 L104 136 L296 136 L360 116', '#8a939b', 9) +
    repeat(3, (at) =>
      line(`M${96 - at * 22} ${132 - at * 7} L${304 + at * 22} ${132 - at * 7}`, '#c3c9cf', 4),
    ) +
    path('M112 118 L176 118 L176 244 L112 244 Z', shaded('#7fb8dc', 0)) +
    rect(112, 216, 64, 10, white) +
    path(
      'M192 116 L212 112 Q226 124 240 112 L262 116 L284 150 L266 162 L260 154 L260 230 L194 230 L194 154 L188 162 L170 150 Z',
      shaded('#c8383d', 0),
    ) +
    path(
      'M290 120 L312 120 L312 172 Q312 184 330 186 Q336 198 322 202 L302 202 Q290 198 290 186 Z',
      '#f0c53a',
    ) +
    rect(290, 120, 22, 14, white)
  );
}

/** A pedal bin. */
export function pedalBin(color: string): string {
  return (
    shadow(200, 358, 100) +
    path('M108 100 Q106 40 200 34 Q268 36 292 70 L280 100 Z', shaded(darker(color, 0.2), 0)) +
    rect(108, 108, 184, 236, shaded(color, 0, 0.28), 14) +
    rect(100, 94, 200, 22, black, 8) +
    rect(104, 336, 192, 18, black, 6) +
    rect(168, 346, 64, 18, '#7d868e', 6) +
    gloss('M128 130 L146 130 L146 328 L128 328 Z')
  );
}
