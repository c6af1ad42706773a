import { clipped, bothSides, repeat, star } from '../compose.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A pair with bindings, leaning on each other. */
export function skis(color: string, accent: string): string {
  const ski =
    path('M-16 84 Q-18 36 4 24 Q22 40 16 84 L12 340 Q0 352 -12 340 Z', shaded(color, 0), {
      stroke: darker(color, 0.35),
      'stroke-width': 2.5,
    }) +
    path('M-13 120 L14 100 V140 L-13 160 Z M-12 290 L12 272 V300 L-12 318 Z', accent) +
    rect(-15, 186, 30, 34, '#2b2c30', 5) +
    rect(-15, 240, 30, 26, '#2b2c30', 5) +
    line('M0 190 V260', '#c9ccd1', 6);
  return (
    shadow(200, 358, 90, 8) +
    group(ski, { transform: 'translate(160 10) rotate(-9 0 200) scale(1.05 1)' }) +
    group(ski, { transform: 'translate(240 10) rotate(9 0 200) scale(1.05 1)' })
  );
}

export function skiPoles(color: string): string {
  const pole =
    line('M0 80 V338', color, 8) +
    rect(-12, 22, 24, 64, shaded('#2b2c30', 0, 0.25), 9) +
    line('M10 30 Q50 50 24 110 Q4 110 0 84', '#3a3c42', 5) +
    ellipse(0, 312, 34, 11, '#2b2c30') +
    ellipse(0, 312, 20, 6, '#6b6e74') +
    line('M0 336 V356', '#8a8d92', 5);
  return (
    shadow(200, 362, 100, 7) +
    group(pole, { transform: 'translate(128 0) rotate(12 0 200)' }) +
    group(pole, { transform: 'matrix(-1 0 0 1 272 0) rotate(12 0 200)' })
  );
}

export function skiBoot(color: string): string {
  return (
    shadow(204, 362, 140, 8) +
    path(
      'M106 60 Q150 40 210 60 L226 170 Q250 210 320 226 Q360 240 360 300 H76 Q70 180 106 60 Z',
      shaded(color, 20, 0.22),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    path('M110 62 Q110 34 156 32 Q206 34 208 62 Q160 80 110 62 Z', '#2b2c30') +
    path('M90 160 L230 150 L236 184 Q160 210 84 214 Z', darker(color, 0.25)) +
    [
      [92, 78],
      [116, 118],
      [222, 196],
      [258, 232],
    ]
      .map(([y = 0, x = 0], at) =>
        at < 2
          ? line(`M${x + 30} ${y + 12} L${214 + at * 6} ${y}`, '#d9dce0', 13) +
            rect(200 + at * 4, y - 12, 30, 22, '#6b6e74', 5)
          : line(
              `M${at === 2 ? 150 : 196} ${y + 8} L${at === 2 ? 250 : 300} ${y + (at === 2 ? 2 : 8)}`,
              '#d9dce0',
              13,
            ) + rect(at === 2 ? 238 : 288, y - 8, 30, 22, '#6b6e74', 5),
      )
      .join('') +
    path('M68 296 H368 V330 H340 L330 350 H90 L80 330 H68 Z', '#2b2c30') +
    line('M74 306 H362', '#6b6e74', 4)
  );
}

export function snowboard(color: string, accent: string): string {
  const shape =
    'M200 14 Q258 18 254 90 Q242 200 254 310 Q258 382 200 386 Q142 382 146 310 Q158 200 146 90 Q142 18 200 14 Z';
  const graphics =
    path('M120 240 L190 110 L226 170 L250 130 L290 240 Z', lighter(color, 0.45)) +
    path('M190 110 L168 152 L184 144 L198 160 L208 140 Z', '#ffffff') +
    rect(120, 240, 170, 160, accent) +
    circle(214, 66, 20, '#f6cf45') +
    star(172, 340, 14, '#ffffff', 6, 0.3) +
    star(226, 318, 10, '#ffffff', 6, 0.3);
  const binding = (y: number): string =>
    rect(150, y, 100, 34, '#2b2c30', 12) +
    line(`M164 ${y + 17} H236`, '#c9ccd1', 8) +
    rect(186, y - 8, 28, 50, '#4a4e55', 8);
  const drawn =
    path(shape, shaded(color, 0), { stroke: darker(color, 0.45), 'stroke-width': 4 }) +
    clipped('board', shape, graphics) +
    binding(118) +
    binding(250);
  return group(drawn, { transform: 'rotate(24 200 200) translate(20 20) scale(.9)' });
}

/** A wooden sledge with a rope. */
export function woodenSledge(): string {
  const wood = '#c99650';
  return (
    shadow(200, 330, 170) +
    line('M60 210 Q10 260 60 300 Q90 320 120 280', '#c8352f', 6) +
    line('M34 236 Q30 190 70 196 L150 306 H372', darker(wood, 0.35), 13) +
    line('M60 216 Q46 170 84 170 L164 262 H360', darker(wood, 0.2), 12) +
    [150, 240, 330].map((x) => line(`M${x} 190 L${x + 6} 290`, darker(wood, 0.15), 12)).join('') +
    repeat(4, (at) =>
      path(
        `M${76 + at * 6} ${168 + at * 15} H${330 + at * 10} L${336 + at * 10} ${178 + at * 15} H${80 + at * 8} Z`,
        shaded(wood, 90, 0.12),
        { stroke: darker(wood, 0.4), 'stroke-width': 2 },
      ),
    ) +
    path('M78 164 L104 164 L140 236 L112 236 Z', darker(wood, 0.15)) +
    path('M300 164 L326 164 L362 236 L334 236 Z', darker(wood, 0.15))
  );
}

/** A bob of plastic with a steering wheel and brakes. */
export function plasticBob(color: string): string {
  return (
    shadow(200, 324, 170) +
    path(
      'M30 250 Q40 210 110 212 H330 Q372 214 374 180 Q390 230 366 284 Q350 306 320 306 H90 Q40 304 30 250 Z',
      shaded(color, 90),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    path('M180 214 Q200 236 300 232 Q330 226 340 212 Z', darker(color, 0.45)) +
    path('M300 212 Q330 150 372 160 Q382 200 366 220 Z', darker(color, 0.15)) +
    line('M146 212 L184 140', '#3a3c42', 11) +
    ellipse(188, 132, 40, 22, 'none', {
      stroke: '#2b2c30',
      'stroke-width': 13,
      transform: 'rotate(-26 188 132)',
    }) +
    line('M236 250 L224 180', '#f6cf45', 11) +
    circle(223, 176, 11, '#2b2c30') +
    path('M40 300 Q30 326 70 326 H150 L160 306 Z M230 306 L240 326 H350 Q372 320 366 296 Z', '#2b2c30') +
    star(90, 254, 24, '#ffffff')
  );
}

/** White boots with a blade. */
export function figureSkate(color: string): string {
  return (
    shadow(204, 364, 140, 7) +
    path(
      'M98 40 Q144 28 194 40 L206 150 Q236 200 300 214 Q348 226 350 288 H78 Q78 150 98 40 Z',
      shaded(color, 20, 0.08),
      { stroke: '#9aa0a8', 'stroke-width': 3 },
    ) +
    path('M176 38 L196 40 L206 150 Q224 184 256 202 L232 226 Q190 190 184 150 Z', darker(color, 0.1)) +
    repeat(8, (at) =>
      line(`M${170 + at * 7} ${60 + at * 19} L${206 + at * 7} ${54 + at * 18}`, '#6d8fb5', 5),
    ) +
    path('M70 286 H354 V302 H330 L150 304 L140 318 H86 Z', '#3a2a1c') +
    path(
      'M96 316 V338 H70 Q66 352 90 352 H340 Q378 350 374 322 Q366 336 340 338 H310 V300 H280 V338 H140 V316 Z',
      shaded('#c4c8cd', 90, 0.3),
      { stroke: '#6b6e74', 'stroke-width': 2.5 },
    )
  );
}

/** A black boot with a strong blade. */
export function hockeySkate(color: string): string {
  return (
    shadow(204, 364, 140, 7) +
    path(
      'M104 58 L130 40 Q170 52 208 62 L216 156 Q250 206 310 220 Q352 236 352 290 H74 Q72 160 104 58 Z',
      shaded(color, 20, 0.22),
      { stroke: '#111111', 'stroke-width': 3 },
    ) +
    path('M84 180 Q150 150 216 160 Q170 210 160 290 H74 Z', '#c9ccd1') +
    path('M96 200 L140 196 L120 270 L86 270 Z', '#c8352f') +
    repeat(7, (at) =>
      line(`M${180 + at * 9} ${84 + at * 20} L${214 + at * 10} ${78 + at * 19}`, '#f4f3f0', 7),
    ) +
    path('M84 290 H342 L332 330 H292 L276 308 H156 L140 330 H92 Z', '#f4f3f0', {
      stroke: '#8a8d92',
      'stroke-width': 3,
    }) +
    path('M66 330 H358 Q364 350 340 352 H90 Q66 350 66 330 Z', shaded('#b9bdc4', 90, 0.3), {
      stroke: '#6b6e74',
      'stroke-width': 2,
    })
  );
}

export function skiGoggles(color: string): string {
  const lens =
    'M66 150 Q74 124 120 120 H280 Q326 124 334 150 Q346 216 312 248 Q286 268 246 252 Q220 226 200 226 Q180 226 154 252 Q114 268 88 248 Q54 216 66 150 Z';
  return (
    shadow(200, 310, 150) +
    bothSides(
      path('M70 160 Q30 166 14 190 V236 Q40 226 76 230 Z', shaded(color, 0), {
        stroke: darker(color, 0.35),
        'stroke-width': 2,
      }) + line('M20 200 L66 190', '#ffffff', 6),
    ) +
    path(lens, '#2b2c30', { stroke: '#2b2c30', 'stroke-width': 26, 'stroke-linejoin': 'round' }) +
    path(lens, shaded(lighter(color, 0.25), 20, 0.4)) +
    clipped(
      'lens',
      lens,
      path('M40 250 L210 100 L260 100 L80 280 Z', '#ffffff', { opacity: 0.35 }) +
        path('M200 280 L330 120 H400 V280 Z', '#f08a34', { opacity: 0.55 }),
    )
  );
}

export function skiHelmet(color: string): string {
  return (
    shadow(200, 350, 130) +
    path(
      'M60 210 Q60 60 204 56 Q346 60 346 210 L340 250 Q330 330 290 336 Q262 336 262 290 L258 240 H120 Q60 240 60 210 Z',
      shaded(color, 60, 0.2),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    path('M52 170 Q120 130 262 170 L264 250 Q140 262 62 246 Q44 210 52 170 Z', '#2b2c30') +
    path('M66 182 Q130 152 246 182 L248 232 Q140 244 76 230 Q60 206 66 182 Z', shaded('#f0a33a', 20, 0.4)) +
    line('M84 222 L150 172', '#ffffff', 9, { opacity: 0.6 }) +
    line('M262 190 H344', '#e8e4da', 20) +
    repeat(3, (at) => rect(150 + at * 42, 88, 28, 12, darker(color, 0.5), 6)) +
    line('M280 334 Q240 352 190 346', '#2b2c30', 9)
  );
}

/** A racket-shaped shoe for deep snow. */
export function snowshoes(color: string): string {
  const one =
    path('M60 60 Q110 -10 150 60 Q176 150 140 260 L106 350 L74 260 Q34 150 60 60 Z', '#f4f3f0', {
      stroke: color,
      'stroke-width': 13,
    }) +
    repeat(6, (at) =>
      line(
        `M${62 + at * 2} ${74 + at * 28} L${148 - at * 2} ${96 + at * 28} M${148 - at * 2} ${74 + at * 28} L${62 + at * 2} ${96 + at * 28}`,
        '#6b6e74',
        3,
      ),
    ) +
    rect(76, 126, 60, 92, '#2b2c30', 14) +
    line('M70 150 H142 M70 190 H142', '#e8792b', 13);
  return (
    shadow(200, 360, 130) +
    group(one, { transform: 'translate(-8 10)' }) +
    group(one, { transform: 'translate(196 10)' })
  );
}

export function snowShovel(color: string): string {
  const drawn =
    line('M200 60 V240', '#b98a48', 15) +
    line('M160 44 H240', '#2b2c30', 19) +
    line('M200 46 V74', '#2b2c30', 13) +
    path('M124 232 Q200 216 276 232 L282 350 Q200 376 118 350 Z', shaded(color, 0), {
      stroke: darker(color, 0.4),
      'stroke-width': 3,
    }) +
    repeat(5, (at) => line(`M${148 + at * 26} 246 V346`, darker(color, 0.22), 4)) +
    rect(116, 346, 168, 12, '#c9ccd1', 4);
  return group(drawn, { transform: 'rotate(18 200 200)' });
}
