import { clipped, bothSides, repeat, star } from '../compose.ts';
import { circle, darker, ellipse, group, lighter, line, mix, path, rect, shaded, shadow } from '../svg.ts';

function edged(shape: string, color: string, angle = 60): string {
  return path(shape, shaded(color, angle), {
    stroke: darker(color, 0.3),
    'stroke-width': 2.5,
    'stroke-linejoin': 'round',
  });
}

function grass(): string {
  return ellipse(200, 326, 178, 22, '#b9d59a');
}

function guyLines(y: number): string {
  return bothSides(line(`M96 ${y} L26 330`, '#6b6e74', 2.5) + line('M26 322 v16', '#8a8d92', 6));
}

/** A dome with an open door. */
export function domeTent(color: string, fly: string): string {
  return (
    grass() +
    guyLines(190) +
    edged('M42 324 Q70 120 200 92 Q330 120 358 324 Z', color) +
    edged('M200 92 Q330 120 358 324 H262 Q256 190 200 92 Z', darker(color, 0.16)) +
    path('M200 128 Q140 210 130 324 H262 Q256 210 200 128 Z', '#2f3a3a') +
    edged('M200 128 Q258 210 262 324 L226 324 Q236 220 200 128 Z', fly) +
    path('M200 128 Q150 210 140 324 L166 324 Q178 220 200 128 Z', lighter(fly, 0.2)) +
    line('M42 324 Q70 120 200 92 Q330 120 358 324', lighter(color, 0.4), 5) +
    line('M110 176 Q200 60 290 176', '#4a4e55', 4)
  );
}

/** A long tent of hoops. */
export function tunnelTent(color: string, fly: string): string {
  return (
    grass() +
    edged('M64 324 Q60 170 130 160 L300 128 Q356 150 366 324 Z', color, 90) +
    line('M212 324 Q206 150 262 136 M292 324 Q286 140 320 136', darker(color, 0.3), 5) +
    path('M64 324 Q60 160 130 160 Q204 168 206 324 Z', fly, { stroke: darker(fly, 0.3), 'stroke-width': 3 }) +
    path('M88 324 Q86 190 132 188 Q182 196 184 324 Z', '#2f3a3a') +
    path('M88 324 Q86 190 132 188 Q120 250 118 324 Z', lighter(fly, 0.25)) +
    rect(228, 200, 48, 40, '#cfe3ea', 8, { stroke: darker(color, 0.3), 'stroke-width': 3 }) +
    line('M366 324 L388 336 M64 324 L36 336', '#6b6e74', 3)
  );
}

/** A round tent with poles that stand out at the top. */
export function tipi(color: string, band: string): string {
  const shape = 'M200 74 L330 328 Q200 350 70 328 Z';
  const zigzag = line(
    `M40 276 ${repeat(16, (at) => `L${50 + at * 20} ${at % 2 === 0 ? 300 : 276} `)}`,
    band,
    8,
  );
  return (
    grass() +
    line('M176 30 L216 110 M224 30 L184 110 M200 24 V110', '#8a5a33', 7) +
    edged(shape, color) +
    clipped(
      'band',
      shape,
      zigzag + rect(60, 310, 280, 12, band) + line('M130 150 H270 M130 162 H270', band, 5),
    ) +
    path('M200 170 L160 334 Q200 342 240 334 Z', '#3b3431') +
    path('M200 170 L160 334 L142 332 Z', darker(color, 0.12)) +
    path('M200 170 L240 334 L258 332 Z', darker(color, 0.2)) +
    line('M200 110 V166', darker(color, 0.3), 3)
  );
}

/** A mummy-shaped bag with a hood. */
export function sleepingBag(color: string, lining: string): string {
  const shape =
    'M200 34 Q292 38 300 120 Q306 200 276 320 Q262 366 200 366 Q138 366 124 320 Q94 200 100 120 Q108 38 200 34 Z';
  const quilting = repeat(9, (at) =>
    line(`M84 ${126 + at * 28} Q200 ${146 + at * 28} 316 ${126 + at * 28}`, darker(color, 0.25), 3),
  );
  return (
    edged(shape, color) +
    clipped(
      'bag',
      shape,
      quilting + path('M200 100 L292 96 Q300 200 270 330 L252 330 Q276 200 262 130 Z', lining),
    ) +
    ellipse(200, 88, 74, 46, lining, { stroke: darker(lining, 0.3), 'stroke-width': 3 }) +
    ellipse(200, 84, 46, 28, '#f4f1ea') +
    line('M262 116 Q282 200 262 330', '#e8e4da', 4, { 'stroke-dasharray': '3 4' }) +
    circle(264, 124, 6, '#e8e4da')
  );
}

/** A rolled mat with two straps. */
export function rolledMat(color: string, strap: string): string {
  const spiral = [52, 40, 28, 16]
    .map((r, at) =>
      ellipse(318, 200, r * 0.62, r * 1.4, at % 2 === 0 ? darker(color, 0.12) : lighter(color, 0.16), {
        stroke: darker(color, 0.35),
        'stroke-width': 2,
      }),
    )
    .join('');
  return (
    shadow(200, 292, 160) +
    edged('M70 126 H318 Q350 132 350 200 Q350 268 318 274 H70 Q38 268 38 200 Q38 132 70 126 Z', color, 90) +
    ellipse(318, 200, 32, 74, color, { stroke: darker(color, 0.35), 'stroke-width': 2 }) +
    spiral +
    [104, 224]
      .map(
        (x) =>
          path(`M${x} 124 h20 q-12 76 0 152 h-20 q-12 -76 0 -152 Z`, strap) +
          rect(x - 8, 186, 26, 28, '#2b2c30', 4),
      )
      .join('')
  );
}

export function airBed(color: string): string {
  return (
    shadow(200, 312, 170) +
    edged(
      'M30 250 L110 140 Q116 132 128 132 H346 Q366 136 360 156 L300 276 Q292 290 276 290 H46 Q20 284 30 250 Z',
      color,
    ) +
    repeat(5, (at) => line(`M${88 + at * 44} 284 L${164 + at * 42} 138`, darker(color, 0.3), 4)) +
    path(
      'M112 138 Q104 100 150 96 H330 Q372 98 366 144 Q360 170 330 168 H140 Q116 164 112 138 Z',
      shaded(lighter(color, 0.2), 90),
      { stroke: darker(color, 0.3), 'stroke-width': 2.5 },
    ) +
    line('M34 262 Q40 306 60 306 H280 Q300 304 310 284 L366 164', darker(color, 0.25), 10) +
    circle(60, 282, 10, '#f4f3f0')
  );
}

/** A folding chair with a cup holder. */
export function campingChair(color: string): string {
  return (
    shadow(200, 352, 130) +
    line('M96 346 L290 214 M304 346 L110 214 M104 60 L96 346 M296 60 L304 346', '#4a4e55', 10) +
    edged('M100 58 Q200 80 300 58 L296 212 Q200 240 104 212 Z', color) +
    edged('M104 206 Q200 232 296 206 L314 254 Q200 282 86 254 Z', darker(color, 0.14)) +
    rect(70, 176, 50, 16, '#2b2c30', 8) +
    rect(280, 176, 50, 16, '#2b2c30', 8) +
    path('M282 186 h46 l-6 50 h-34 Z', darker(color, 0.3)) +
    ellipse(305, 186, 22, 6, '#1d1e21') +
    line('M120 84 Q200 104 280 84', lighter(color, 0.3), 3) +
    bothSides(circle(96, 346, 9, '#2b2c30'))
  );
}

export function foldingTable(color: string): string {
  return (
    shadow(200, 344, 150) +
    line('M86 150 L290 336 M314 150 L110 336', '#9aa0a8', 12) +
    line('M90 336 H134 M266 336 H310', '#6b6e74', 12) +
    path('M60 108 H340 L378 158 H22 Z', shaded(color, 0, 0.15), {
      stroke: darker(color, 0.35),
      'stroke-width': 2,
    }) +
    repeat(6, (at) => line(`M${102 + at * 40} 110 L${74 + at * 50} 156`, darker(color, 0.3), 3)) +
    rect(22, 156, 356, 16, '#b9bdc4', 4)
  );
}

export function hammock(color: string): string {
  const stripes = [color, '#f7efe2', darker(color, 0.2), '#f4c534', color];
  const bands = stripes
    .map((tone, at) =>
      path(
        `M58 ${132 + at * 8} Q200 ${232 + at * 40} 342 ${132 + at * 8} L342 ${140 + at * 8} Q200 ${272 + at * 40} 58 ${140 + at * 8} Z`,
        shaded(tone, 90, 0.08),
      ),
    )
    .join('');
  const fringe = repeat(24, (at) => {
    const x = 80 + at * 10.4;
    const y = 174 + 132 * (1 - ((x - 200) / 142) ** 2);
    return line(`M${x} ${y} v20`, '#f7efe2', 4);
  });
  const ropes = bothSides(
    repeat(5, (at) => line(`M28 92 L60 ${134 + at * 9}`, '#c9a777', 3)) +
      rect(12, 30, 22, 322, shaded('#8a5a33', 0), 6) +
      rect(10, 84, 28, 16, '#c9a777', 4),
  );
  return ellipse(200, 350, 190, 12, '#b9d59a') + fringe + bands + ropes;
}

/** A large rucksack with a sleeping mat on top. */
export function trekkingRucksack(color: string, mat: string): string {
  return (
    shadow(200, 362, 120) +
    rect(84, 34, 232, 52, shaded(mat, 90), 26, { stroke: darker(mat, 0.3), 'stroke-width': 2 }) +
    circle(104, 60, 12, darker(mat, 0.2)) +
    circle(104, 60, 5, lighter(mat, 0.4)) +
    bothSides(
      edged('M96 190 Q62 200 66 300 Q70 330 100 330 Z', darker(color, 0.1)) +
        line('M70 240 H96', '#2b2c30', 5),
    ) +
    edged(
      'M96 130 Q98 92 140 90 H260 Q302 92 304 130 L312 330 Q308 358 280 358 H120 Q92 358 88 330 Z',
      color,
    ) +
    edged(
      'M90 132 Q94 84 150 80 H250 Q306 84 310 132 Q310 170 292 172 H108 Q90 170 90 132 Z',
      lighter(color, 0.1),
    ) +
    bothSides(line('M146 82 V232', '#2b2c30', 9) + rect(136, 188, 20, 26, '#c9ccd1', 4)) +
    edged('M122 244 H278 V326 Q276 342 258 342 H142 Q124 342 122 326 Z', darker(color, 0.12)) +
    line('M130 262 H270', '#e8e4da', 5, { 'stroke-dasharray': '3 3' }) +
    path('M180 128 L194 104 L204 118 L210 110 L222 128 Z', '#f4f3f0')
  );
}

export function dayPack(color: string, accent: string): string {
  return (
    shadow(200, 360, 110) +
    line('M176 60 Q178 32 200 32 Q222 32 224 60', '#2b2c30', 10) +
    bothSides(path('M106 180 Q74 220 92 330 L110 330 Z', '#2b2c30')) +
    edged('M106 150 Q106 54 200 52 Q294 54 294 150 L304 330 Q300 356 274 356 H126 Q100 356 96 330 Z', color) +
    line('M120 210 Q118 84 200 82 Q282 84 280 210', accent, 6) +
    edged('M118 232 Q200 206 282 232 L288 336 H112 Z', darker(color, 0.2)) +
    line('M140 250 L260 300 M260 250 L140 300 M140 300 L260 336 M260 300 L140 336', accent, 5) +
    line('M266 120 Q300 130 296 196', '#38b6c0', 8) +
    rect(288, 190, 16, 16, '#2b2c30', 4)
  );
}

export function torch(color: string): string {
  const drawn =
    path('M40 158 L-10 120 V280 L40 242 Z', '#fff3b0', { opacity: 0.75 }) +
    path('M60 148 L128 172 V228 L60 252 Q46 200 60 148 Z', shaded(darker(color, 0.1), 90, 0.3)) +
    ellipse(62, 200, 16, 54, '#fff6c9', { stroke: '#c9ccd1', 'stroke-width': 7 }) +
    rect(124, 168, 210, 64, shaded(color, 90, 0.3), 10) +
    repeat(9, (at) => line(`M${196 + at * 13} 172 V228`, darker(color, 0.4), 4)) +
    rect(146, 160, 36, 16, '#e8792b', 7) +
    rect(328, 174, 24, 52, darker(color, 0.35), 8);
  return shadow(210, 300, 130) + group(drawn, { transform: 'rotate(-14 200 200) translate(14 0)' });
}

export function headlamp(color: string): string {
  return (
    shadow(200, 330, 130) +
    ellipse(200, 176, 150, 100, 'none', { stroke: darker(color, 0.35), 'stroke-width': 34 }) +
    path('M54 190 Q200 330 346 190 L346 226 Q200 368 54 226 Z', shaded(color, 90)) +
    line('M60 212 Q200 346 340 212', '#f4f3f0', 5, { 'stroke-dasharray': '14 8' }) +
    rect(136, 214, 128, 108, shaded('#3a3c42', 90, 0.2), 22, { stroke: '#222222', 'stroke-width': 3 }) +
    circle(200, 268, 38, '#c9ccd1') +
    circle(200, 268, 29, '#fff3b0') +
    star(200, 268, 26, '#ffffff', 8, 0.4) +
    rect(184, 202, 32, 16, '#e8792b', 6)
  );
}

/** A lantern with a handle and a glowing glass. */
export function lantern(color: string): string {
  return (
    circle(200, 210, 130, '#fff3c4', { opacity: 0.6 }) +
    shadow(200, 358, 90) +
    line('M124 130 Q120 30 200 30 Q280 30 276 130', '#6b6e74', 7) +
    path('M148 92 H252 L274 136 H126 Z', shaded(color, 0, 0.25)) +
    path('M176 66 H224 L236 94 H164 Z', shaded(darker(color, 0.15), 0, 0.25)) +
    path('M134 136 H266 Q284 210 262 276 H138 Q116 210 134 136 Z', '#fdeeb0', {
      stroke: '#c9ccd1',
      'stroke-width': 4,
    }) +
    path('M200 160 Q236 210 220 246 Q212 268 200 268 Q188 268 180 246 Q164 210 200 160 Z', '#f6a52c') +
    path('M200 206 Q216 236 208 254 Q200 266 192 254 Q184 236 200 206 Z', '#fff6c9') +
    bothSides(line('M140 136 Q118 206 140 276', '#6b6e74', 6)) +
    path('M124 272 H276 L290 344 Q200 360 110 344 Z', shaded(color, 0, 0.25)) +
    circle(200, 310, 13, '#c9ccd1')
  );
}

export function compass(): string {
  const brass = '#d0a544';
  const ticks = repeat(24, (at) => {
    const angle = (at * Math.PI) / 12;
    const reach = at % 6 === 0 ? 92 : 104;
    return line(
      `M${200 + 114 * Math.sin(angle)} ${210 - 114 * Math.cos(angle)} L${200 + reach * Math.sin(angle)} ${210 - reach * Math.cos(angle)}`,
      '#3a2a1c',
      at % 6 === 0 ? 6 : 3,
    );
  });
  const rose = group(
    path('M200 96 L222 210 H178 Z', '#c8352f') +
      path('M200 324 L222 210 H178 Z', '#f4f3f0', { stroke: '#8a8d92', 'stroke-width': 2 }),
    { transform: 'rotate(32 200 210)' },
  );
  return (
    shadow(200, 362, 110) +
    circle(200, 54, 24, 'none', { stroke: brass, 'stroke-width': 9 }) +
    rect(186, 66, 28, 22, brass, 5) +
    circle(200, 210, 148, shaded(brass, 60, 0.3), { stroke: darker(brass, 0.4), 'stroke-width': 3 }) +
    circle(200, 210, 124, '#fbf6ea') +
    path('M190 136 V112 L210 136 V112', 'none', { stroke: '#3a2a1c', 'stroke-width': 5 }) +
    ticks +
    rose +
    circle(200, 210, 12, brass)
  );
}

export function binoculars(color: string): string {
  return (
    shadow(200, 346, 130) +
    line('M120 120 Q60 40 200 34 Q340 40 280 120', '#4a3728', 8) +
    rect(170, 140, 60, 90, shaded(darker(color, 0.2), 0), 10) +
    circle(200, 134, 22, shaded('#6b6e74', 0, 0.3)) +
    bothSides(
      path('M112 106 H172 L182 186 L192 316 H76 L98 186 Z', shaded(color, 0, 0.28), {
        stroke: darker(color, 0.4),
        'stroke-width': 2.5,
        'stroke-linejoin': 'round',
      }) +
        rect(106, 76, 70, 36, shaded('#2b2c30', 0, 0.3), 10) +
        rect(66, 306, 134, 32, shaded('#2b2c30', 0, 0.3), 12) +
        ellipse(133, 330, 56, 12, '#7fb3cf') +
        line('M104 196 H180', '#d0a544', 6),
    )
  );
}

export function pocketKnife(color: string): string {
  const steel = '#c9ccd1';
  return (
    shadow(200, 320, 150) +
    path('M96 222 L60 78 Q58 56 76 66 Q112 100 150 216 Z', shaded(steel, 0, 0.2), {
      stroke: '#7d838c',
      'stroke-width': 2.5,
    }) +
    path('M300 220 L362 120 Q366 104 350 106 L330 120 L270 216 Z', shaded(steel, 0, 0.2), {
      stroke: '#7d838c',
      'stroke-width': 2.5,
    }) +
    path('M340 120 l14 8 l-12 20 l-14 -8 Z', '#ffffff') +
    line('M222 214 Q214 150 240 120 q14 -14 4 -28 q-14 -16 4 -28', '#8a8d92', 7) +
    rect(50, 204, 300, 92, shaded(color, 90, 0.2), 44, { stroke: darker(color, 0.4), 'stroke-width': 3 }) +
    rect(74, 196, 252, 14, '#8a8d92', 4) +
    path('M188 236 h10 v-10 h12 v10 h10 v12 h-10 v10 h-12 v-10 h-10 Z', '#fafafa') +
    circle(338, 250, 20, 'none', { stroke: '#8a8d92', 'stroke-width': 6 }) +
    line('M90 228 Q140 216 176 218', '#ffffff', 5, { opacity: 0.5 })
  );
}

export function firstAidKit(color: string): string {
  return (
    shadow(200, 336, 140) +
    line('M154 112 V82 Q156 70 170 70 H230 Q244 70 246 82 V112', darker(color, 0.3), 13) +
    rect(60, 108, 280, 218, shaded(color, 60), 26, { stroke: darker(color, 0.35), 'stroke-width': 3 }) +
    line('M62 150 H338', darker(color, 0.35), 4) +
    circle(200, 232, 66, '#ffffff') +
    path('M184 184 h32 v32 h32 v32 h-32 v32 h-32 v-32 h-32 v-32 h32 Z', color)
  );
}

export function trekkingPoles(color: string): string {
  const pole =
    line('M0 90 V286', mix(color, '#c9ccd1', 0.2), 9) +
    line('M0 90 V180', '#c9ccd1', 8) +
    line('M0 300 V352', '#8a8d92', 6) +
    rect(-12, 24, 24, 74, shaded('#2b2c30', 0, 0.25), 10) +
    line('M8 40 Q40 50 30 100', '#3a3c42', 5) +
    rect(-8, 172, 16, 24, '#2b2c30', 4) +
    ellipse(0, 316, 26, 9, '#2b2c30') +
    path('M-12 34 h24', color);
  return (
    shadow(200, 354, 100, 8) +
    group(pole, { transform: 'translate(140 0) rotate(8 0 350)' }) +
    group(pole, { transform: 'matrix(-1 0 0 1 260 0) rotate(8 0 350)' })
  );
}

export function campingCot(color: string): string {
  const legs = [70, 178, 286]
    .map((x) => line(`M${x} 232 L${x + 54} 320 M${x + 54} 232 L${x} 320`, '#6b6e74', 9))
    .join('');
  const pillow = path(
    'M58 196 Q60 152 104 150 H128 Q150 152 140 178 L126 202 Q116 216 92 214 Q58 216 58 196 Z',
    shaded('#f4f3f0', 60, 0.1),
    { stroke: '#b9bdc4', 'stroke-width': 2.5 },
  );
  return (
    shadow(200, 326, 170) +
    legs +
    edged('M22 232 L84 158 H386 L342 232 Z', color) +
    line('M22 232 H342 L386 158', '#c9ccd1', 11) +
    line('M160 230 L212 160 M250 230 L300 160', darker(color, 0.3), 4) +
    pillow
  );
}
