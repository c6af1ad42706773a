import { clipped, bothSides, placed, repeat, star, turned } from '../compose.ts';
import { paleWood } from '../solids.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

function waves(y: number): string {
  return [0, 14]
    .map((down, at) =>
      line(`M20 ${y + down} ${repeat(9, () => 'q20 -14 40 0 ')}`, at === 0 ? '#7cc4e8' : '#b5e0f2', 6),
    )
    .join('');
}

function paddleShape(color: string): string {
  const blade = path(
    'M-20 -176 Q0 -196 20 -176 Q28 -130 10 -96 H-10 Q-28 -130 -20 -176 Z',
    shaded(color, 0),
    { stroke: darker(color, 0.4), 'stroke-width': 2.5 },
  );
  return line('M0 -100 V100', '#2b2c30', 9) + blade + group(blade, { transform: 'rotate(180)' });
}

export function kayak(color: string): string {
  return (
    waves(300) +
    path('M14 214 Q90 206 200 212 Q310 206 386 196 Q350 284 200 288 Q60 286 14 214 Z', shaded(color, 90), {
      stroke: darker(color, 0.4),
      'stroke-width': 3,
    }) +
    path('M140 214 Q200 180 270 212 Q200 238 140 214 Z', '#2b2c30') +
    path('M232 212 Q238 170 262 176 Q270 196 266 212 Z', '#4a4e55') +
    line('M40 226 Q200 262 366 214', lighter(color, 0.5), 5) +
    circle(80, 220, 8, '#2b2c30') +
    group(paddleShape('#f4c534'), { transform: 'translate(196 150) rotate(72)' })
  );
}

export function paddle(color: string): string {
  return (
    shadow(200, 356, 90, 7) +
    group(paddleShape(color), { transform: 'translate(200 200) rotate(34) scale(1.05)' })
  );
}

/** A canoe of wood with two benches. */
export function canoe(): string {
  const wood = '#b9773a';
  return (
    waves(304) +
    path(
      'M12 158 Q40 150 50 196 Q200 226 350 196 Q360 150 388 158 Q384 290 200 294 Q16 290 12 158 Z',
      shaded(wood, 90),
      { stroke: darker(wood, 0.45), 'stroke-width': 3 },
    ) +
    path('M50 196 Q200 226 350 196 Q200 180 50 196 Z', '#6b4220') +
    repeat(5, (at) =>
      line(
        `M${30 + at * 4} ${222 + at * 14} Q200 ${262 + at * 9} ${370 - at * 4} ${222 + at * 14}`,
        darker(wood, 0.25),
        2.5,
      ),
    ) +
    [130, 262].map((x) => rect(x - 24, 190, 48, 12, '#e0b97a', 4)).join('') +
    line('M210 192 L330 60', '#e0b97a', 9) +
    path('M318 74 Q330 40 362 34 Q364 66 340 90 Z', '#d99a4e', { stroke: '#7b5a2c', 'stroke-width': 2.5 })
  );
}

/** A board to stand on, with its paddle. */
export function supBoard(color: string): string {
  const shape = 'M200 16 Q270 60 268 200 Q266 330 226 380 H174 Q134 330 132 200 Q130 60 200 16 Z';
  const board =
    path(shape, '#fafafa', { stroke: darker(color, 0.3), 'stroke-width': 3 }) +
    clipped(
      'sup',
      shape,
      path('M100 0 H300 V110 Q200 150 100 110 Z', color) +
        path('M100 300 Q200 270 300 300 V400 H100 Z', color),
    ) +
    rect(156, 170, 88, 120, '#4a4e55', 12, { opacity: 0.85 }) +
    repeat(6, (at) => line(`M166 ${186 + at * 18} H234`, '#6b6e74', 3)) +
    line('M172 96 L228 130 M228 96 L172 130', '#2b2c30', 4) +
    rect(186, 222, 28, 10, '#2b2c30', 4);
  return (
    turned(board, 14) +
    line('M84 350 L120 120', '#c9ccd1', 9) +
    path('M74 350 q-6 34 4 42 q24 2 28 -38 Z', '#2b2c30', { transform: 'translate(0 -16)' }) +
    line('M112 112 h20', '#2b2c30', 12)
  );
}

export function surfboard(color: string, accent: string): string {
  const shape =
    'M200 14 Q258 110 254 230 Q250 340 226 380 L200 390 L174 380 Q150 340 146 230 Q142 110 200 14 Z';
  const graphics =
    rect(140, 180, 120, 26, accent) +
    rect(140, 216, 120, 14, '#f4c534') +
    line('M200 10 V390', '#b98a48', 4) +
    path('M140 0 H260 V90 Q200 120 140 90 Z', accent);
  return (
    turned(
      path(shape, shaded(color, 0, 0.12), { stroke: darker(color, 0.35), 'stroke-width': 3 }) +
        clipped('surf', shape, graphics) +
        path('M188 340 h24 l-6 30 h-12 Z', '#2b2c30'),
      18,
    ) + line('M96 372 Q130 330 150 350', '#2b2c30', 4)
  );
}

export function lifeJacket(color: string): string {
  const strap = (y: number): string =>
    rect(112, y, 176, 20, '#2b2c30') +
    rect(180, y - 5, 40, 30, '#4a4e55', 5) +
    rect(190, y + 2, 20, 16, '#c9ccd1', 3);
  return (
    shadow(200, 356, 120) +
    path(
      'M150 50 Q116 60 110 110 L104 330 Q106 344 124 344 H194 V120 Q160 100 150 50 Z',
      shaded(color, 60, 0.2),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    path(
      'M250 50 Q284 60 290 110 L296 330 Q294 344 276 344 H206 V120 Q240 100 250 50 Z',
      shaded(color, 60, 0.2),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    path(
      'M150 50 Q140 30 160 32 Q200 50 240 32 Q260 30 250 50 Q236 90 200 112 Q164 90 150 50 Z',
      shaded(darker(color, 0.15), 90),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    strap(182) +
    strap(254) +
    bothSides(
      rect(122, 132, 58, 16, '#f4f3f0', 4) + line('M116 226 H188 M112 300 H190', darker(color, 0.25), 3),
    ) +
    line('M186 330 q10 26 24 0', '#2b2c30', 5)
  );
}

export function rubberDinghy(color: string): string {
  return (
    waves(306) +
    path(
      'M30 190 Q24 140 90 140 H300 Q390 150 382 214 Q370 290 290 290 H96 Q30 286 30 190 Z',
      shaded(color, 90),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    path(
      'M84 190 Q84 168 120 168 H284 Q334 176 332 206 Q320 236 280 236 H124 Q84 234 84 190 Z',
      darker(color, 0.5),
    ) +
    path(
      'M84 196 Q100 214 130 214 H286 Q320 212 332 204 Q320 236 280 236 H124 Q84 234 84 196 Z',
      lighter(color, 0.5),
    ) +
    path('M180 166 H220 V238 H180 Z', shaded(lighter(color, 0.15), 90), {
      stroke: darker(color, 0.35),
      'stroke-width': 2.5,
    }) +
    line('M52 270 Q60 240 100 252 T180 256 T260 256 T340 240', '#f4f3f0', 4) +
    line('M120 190 L40 110 M276 190 L350 96', '#c9ccd1', 8) +
    ellipse(34, 104, 11, 26, '#2f6fc0', { transform: 'rotate(-44 34 104)' }) +
    ellipse(356, 88, 11, 26, '#2f6fc0', { transform: 'rotate(38 356 88)' })
  );
}

/** A ring to float in; a duck's or flamingo's head may sit on it. */
export function swimRing(color: string, animal: 'none' | 'flamingo' = 'none'): string {
  const ring = path(
    'M40 240 a160 92 0 1 0 320 0 a160 92 0 1 0 -320 0 Z M124 232 a76 36 0 1 1 152 0 a76 36 0 1 1 -152 0 Z',
    shaded(color, 90, 0.22),
    { 'fill-rule': 'evenodd', stroke: darker(color, 0.35), 'stroke-width': 3 },
  );
  const slices =
    animal === 'none'
      ? [
          [66, 190],
          [178, 154],
          [300, 176],
          [320, 282],
          [200, 322],
          [84, 288],
        ]
          .map(([x = 0, y = 0]) => star(x, y, 19, '#fafafa'))
          .join('')
      : line('M70 270 Q200 350 330 270', lighter(color, 0.4), 8);
  const bird =
    line('M200 320 Q120 300 150 210 Q190 120 150 82 Q120 60 102 92', color, 38) +
    path('M108 84 Q70 80 62 118 Q66 142 86 130 Q104 122 118 108 Z', '#fafafa') +
    path('M72 96 Q54 110 64 132 Q70 142 84 132 Z', '#222222') +
    circle(124, 80, 7, '#222222');
  return (
    shadow(200, 346, 150) +
    ring +
    slices +
    (animal === 'flamingo'
      ? bird + path('M300 214 Q360 150 376 190 Q366 220 330 244 Z', darker(color, 0.1))
      : '')
  );
}

export function snorkelSet(color: string): string {
  return (
    shadow(200, 330, 150) +
    line('M330 40 V210 Q330 300 250 304 Q214 304 210 280', color, 20) +
    rect(318, 30, 24, 44, '#e8792b', 6) +
    path('M184 268 q26 -14 46 4 l-4 26 q-24 10 -42 -4 Z', '#2b2c30') +
    path(
      'M50 140 Q54 110 90 108 H250 Q286 110 290 140 Q294 216 246 232 Q206 238 186 204 Q170 190 154 204 Q134 238 94 232 Q46 216 50 140 Z',
      '#2b2c30',
      { stroke: color, 'stroke-width': 12 },
    ) +
    maskLenses() +
    line('M84 130 L120 200 M210 130 L240 186', '#ffffff', 9, { opacity: 0.6 })
  );
}

function maskLenses(): string {
  return (
    path('M70 144 Q72 128 96 128 H152 V184 Q128 218 98 214 Q66 200 70 144 Z', '#9fd6ee') +
    path('M270 144 Q268 128 244 128 H188 V184 Q212 218 242 214 Q274 200 270 144 Z', '#9fd6ee')
  );
}

export function swimGoggles(color: string): string {
  return (
    shadow(200, 292, 150) +
    bothSides(
      line('M60 190 Q20 180 20 220 Q60 260 130 270', darker(color, 0.3), 12) +
        path(
          'M62 176 Q80 144 140 152 Q184 160 182 198 Q170 238 118 236 Q66 230 62 176 Z',
          shaded('#5aa9d6', 60, 0.35),
          { stroke: color, 'stroke-width': 15 },
        ) +
        line('M92 176 L128 216', '#ffffff', 8, { opacity: 0.6 }),
    ) +
    line('M182 188 Q200 172 218 188', color, 10)
  );
}

export function swimFins(color: string): string {
  const fin =
    path(
      'M60 60 Q92 30 124 60 L134 150 Q150 250 158 352 Q92 376 26 352 Q34 250 50 150 Z',
      shaded(color, 0, 0.2),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    path('M60 60 Q92 30 124 60 L132 150 Q92 170 52 150 Z', '#2b2c30') +
    ellipse(92, 74, 24, 18, '#6b6e74') +
    line('M92 170 V346 M60 176 Q52 260 48 346 M124 176 Q132 260 136 346', darker(color, 0.3), 6);
  return (
    group(fin, { transform: 'translate(8 0) rotate(5 92 200)' }) +
    group(fin, { transform: 'translate(208 0) rotate(-5 92 200)' })
  );
}

export function armBands(color: string): string {
  const chamber = (x: number): string =>
    rect(x, 0, 76, 150, shaded(color, 90, 0.25), 36, { stroke: darker(color, 0.35), 'stroke-width': 3 });
  const fish =
    path('M50 74 q34 -36 68 0 l20 -16 v36 l-20 -16 q-34 34 -68 -4 Z', '#3f86d0') +
    circle(66, 70, 4, '#ffffff');
  const valve = line('M96 4 V-14', '#e8e4da', 15) + circle(96, -18, 9, '#c8352f');
  const band =
    valve +
    chamber(68) +
    chamber(0) +
    ellipse(14, 75, 22, 54, darker(color, 0.45)) +
    ellipse(18, 75, 14, 42, lighter(color, 0.5)) +
    fish +
    line('M84 18 Q108 8 128 22', '#ffffff', 7, { opacity: 0.6 });
  return shadow(200, 356, 150) + placed(band, 40, 50, 1.1) + placed(band, 190, 194, 1.1);
}

export function fishingRod(): string {
  return (
    line('M34 362 L364 40', '#8a5a33', 8) +
    line('M34 362 L110 288', '#c99650', 19) +
    line('M58 338 L86 312', '#2b2c30', 21) +
    line('M364 40 Q372 150 330 240', '#9aa0a8', 2) +
    circle(330, 254, 19, '#e2483d') +
    path('M311 254 a19 19 0 0 0 38 0 Z', '#fafafa') +
    line('M330 236 V226 M330 272 V316 q0 16 -14 14 q-10 -4 -6 -14', '#6b6e74', 4) +
    [
      [170, 230],
      [236, 166],
      [304, 100],
    ]
      .map(([x = 0, y = 0]) => circle(x, y + 9, 8, 'none', { stroke: '#6b6e74', 'stroke-width': 4 }))
      .join('') +
    line('M128 272 L130 300', '#6b6e74', 9) +
    circle(134, 318, 30, shaded('#3a3c42', 55, 0.3), { stroke: '#1d1f23', 'stroke-width': 3 }) +
    circle(134, 318, 15, '#d0a544') +
    line('M134 318 L178 334', '#8a8d92', 8) +
    circle(182, 336, 10, '#2b2c30')
  );
}

export function tackleBox(color: string): string {
  const lure = (x: number, tone: string): string =>
    path(`M${x} 188 q16 -16 32 0 q-16 16 -32 0 Z`, tone) +
    path(`M${x + 30} 188 l14 -9 v18 Z`, tone) +
    circle(x + 8, 186, 3, '#ffffff');
  return (
    shadow(200, 346, 150) +
    path('M70 120 L110 60 H330 L344 120 Z', shaded(lighter(color, 0.1), 90), {
      stroke: darker(color, 0.4),
      'stroke-width': 3,
    }) +
    rect(176, 46, 80, 20, '#2b2c30', 8) +
    path('M62 150 H338 V210 H62 Z', '#e9e4d6', { stroke: '#8a8d92', 'stroke-width': 3 }) +
    repeat(4, (at) => line(`M${117 + at * 56} 152 V208`, '#b0b4ba', 3)) +
    ['#e2483d', '#58b368', '#3f86d0', '#f6a52c', '#7a5bb5']
      .map((tone, at) => lure(68 + at * 55, tone))
      .join('') +
    line('M84 150 L80 118 M320 150 L332 118', '#6b6e74', 8) +
    path('M50 206 H350 L340 332 Q338 344 324 344 H76 Q62 344 60 332 Z', shaded(color, 0), {
      stroke: darker(color, 0.4),
      'stroke-width': 3,
    }) +
    rect(176, 222, 48, 32, '#c9ccd1', 5) +
    line('M70 290 H330', darker(color, 0.25), 4)
  );
}

export function landingNet(): string {
  const bag = 'M60 108 Q70 300 150 326 Q232 300 242 108 Z';
  const mesh = repeat(16, (at) =>
    line(
      `M${-60 + at * 22} 90 L${120 + at * 22} 340 M${360 - at * 22} 90 L${180 - at * 22} 340`,
      '#4f8f6a',
      3,
    ),
  );
  const fish =
    path('M112 236 q34 -36 72 -2 l24 -18 v46 l-24 -18 q-38 30 -72 -8 Z', '#9fb4c4', {
      stroke: '#5b7386',
      'stroke-width': 3,
    }) + circle(128, 232, 5, '#222222');
  return (
    path(bag, '#dcefe4', { opacity: 0.7 }) +
    fish +
    clipped('bag', bag, mesh) +
    path(bag, 'none', { stroke: '#4f8f6a', 'stroke-width': 4 }) +
    ellipse(151, 106, 94, 54, 'none', { stroke: paleWood, 'stroke-width': 13 }) +
    line('M232 138 L362 300', paleWood, 15) +
    line('M322 250 L362 300', '#2b2c30', 21)
  );
}
