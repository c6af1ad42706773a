import { bothSides, repeat } from '../compose.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** Two short weights. */
export function dumbbells(color: string): string {
  const hex = (x: number, y: number): string =>
    path(
      `M${x} ${y - 46} L${x + 40} ${y - 24} V${y + 24} L${x} ${y + 46} L${x - 40} ${y + 24} V${y - 24} Z`,
      shaded(color, 55, 0.25),
      { stroke: darker(color, 0.45), 'stroke-width': 3, 'stroke-linejoin': 'round' },
    ) + circle(x, y, 16, darker(color, 0.3));
  const one = (y: number): string =>
    line(`M130 ${y} H270`, '#b9bdc4', 24) +
    repeat(7, (at) => line(`M${162 + at * 12} ${y - 11} v22`, '#7d838c', 3)) +
    hex(96, y) +
    hex(304, y);
  return shadow(200, 344, 150) + group(one(138), { transform: 'rotate(-12 200 138)' }) + one(282);
}

export function kettlebell(color: string): string {
  return (
    shadow(200, 354, 110) +
    path(
      'M132 176 Q110 60 150 46 H250 Q290 60 268 176 L236 170 Q254 92 240 84 H160 Q146 92 164 170 Z',
      shaded('#3a3c42', 0, 0.3),
      { stroke: '#1d1f23', 'stroke-width': 3 },
    ) +
    circle(200, 240, 112, shaded('#3a3c42', 55, 0.28), { stroke: '#1d1f23', 'stroke-width': 3 }) +
    path('M120 318 Q200 352 280 318 L270 346 H130 Z', '#1d1f23') +
    path('M90 232 Q200 200 310 232 L306 272 Q200 240 94 272 Z', color) +
    ellipse(152, 176, 28, 14, '#ffffff', { opacity: 0.3, transform: 'rotate(-36 152 176)' })
  );
}

/** A long bar with discs. */
export function barbell(color: string): string {
  const edge = { stroke: darker(color, 0.45), 'stroke-width': 2.5 };
  const discs =
    rect(44, 104, 30, 192, shaded(color, 0, 0.25), 10, edge) +
    rect(74, 128, 22, 144, shaded('#3a3c42', 0, 0.3), 8) +
    rect(96, 158, 14, 84, shaded('#8a8d92', 0, 0.3), 5) +
    rect(24, 186, 18, 28, '#8a8d92', 5);
  return (
    shadow(200, 322, 170) +
    line('M12 200 H388', '#b9bdc4', 12) +
    repeat(12, (at) => line(`M${128 + at * 5} 195 v10 M${272 - at * 5} 195 v10`, '#7d838c', 1.5)) +
    bothSides(discs)
  );
}

/** A mat, half rolled. */
export function yogaMat(color: string): string {
  return (
    shadow(200, 330, 160) +
    path('M60 300 L130 130 H366 L330 300 Z', shaded(color, 45), {
      stroke: darker(color, 0.3),
      'stroke-width': 2.5,
    }) +
    repeat(6, (at) => circle(176 + at * 28, 216 + Math.sin(at) * 8, 6, lighter(color, 0.4))) +
    path(
      'M248 188 q-22 -30 0 -46 q22 16 0 46 q-36 -8 -40 -30 q30 0 40 30 q36 -8 40 -30 q-30 0 -40 30 Z',
      lighter(color, 0.5),
    ) +
    path(
      'M34 300 L104 130 Q116 112 140 116 Q166 124 160 146 L96 304 Q84 326 58 322 Q32 318 34 300 Z',
      shaded(darker(color, 0.1), 0, 0.25),
      { stroke: darker(color, 0.4), 'stroke-width': 2.5 },
    ) +
    ellipse(64, 302, 32, 22, lighter(color, 0.15), { stroke: darker(color, 0.4), 'stroke-width': 2.5 }) +
    ellipse(64, 302, 20, 13, 'none', { stroke: darker(color, 0.4), 'stroke-width': 3 }) +
    ellipse(64, 302, 9, 6, darker(color, 0.4))
  );
}

export function skippingRope(color: string): string {
  const handle = (x: number, turn: number): string =>
    group(
      rect(x - 16, 60, 32, 104, shaded(color, 0, 0.25), 13, {
        stroke: darker(color, 0.4),
        'stroke-width': 2.5,
      }) + line(`M${x - 14} 84 h28 M${x - 14} 140 h28`, lighter(color, 0.5), 5),
      { transform: `rotate(${turn} ${x} 112)` },
    );
  return (
    shadow(200, 356, 120) +
    line(
      'M104 166 Q90 340 200 344 Q330 340 318 230 Q300 140 220 190 Q150 250 210 290 Q290 320 296 166',
      '#d8c7a0',
      13,
    ) +
    line(
      'M104 166 Q90 340 200 344 Q330 340 318 230 Q300 140 220 190 Q150 250 210 290 Q290 320 296 166',
      '#a58a52',
      3,
      { 'stroke-dasharray': '8 7' },
    ) +
    handle(104, -6) +
    handle(296, 6)
  );
}

export function resistanceBands(): string {
  const tones = ['#f6cf45', '#58b368', '#3f86d0', '#7a5bb5', '#2b2c30'];
  return (
    shadow(200, 346, 140) +
    tones
      .map((tone, at) =>
        ellipse(104 + at * 48, 200, 46, 122 - at * 3, 'none', { stroke: tone, 'stroke-width': 15 + at * 3 }),
      )
      .join('') +
    tones
      .map((tone, at) =>
        ellipse(104 + at * 48, 200, 46, 122 - at * 3, 'none', {
          stroke: lighter(tone, 0.4),
          'stroke-width': 2,
        }),
      )
      .join('')
  );
}

export function foamRoller(color: string): string {
  const knobs = repeat(24, (at) =>
    rect(96 + (at % 8) * 27, 140 + Math.floor(at / 8) * 42, 19, 28, darker(color, 0.18), 6),
  );
  return (
    shadow(200, 306, 160) +
    path('M76 112 H308 Q356 120 356 200 Q356 280 308 288 H76 Z', shaded(color, 90, 0.25), {
      stroke: darker(color, 0.4),
      'stroke-width': 2.5,
    }) +
    knobs +
    ellipse(76, 200, 46, 88, shaded(color, 60), { stroke: darker(color, 0.4), 'stroke-width': 2.5 }) +
    ellipse(76, 200, 28, 56, '#2b2c30') +
    ellipse(80, 200, 22, 46, '#4a4e55')
  );
}

export function stopwatch(color: string): string {
  return (
    shadow(200, 362, 110) +
    rect(184, 34, 32, 40, '#b9bdc4', 6) +
    rect(174, 26, 52, 20, color, 8) +
    rect(286, 84, 28, 32, color, 6, { transform: 'rotate(40 300 100)' }) +
    rect(86, 84, 28, 32, color, 6, { transform: 'rotate(-40 100 100)' }) +
    circle(200, 216, 146, shaded(color, 55, 0.25), { stroke: darker(color, 0.4), 'stroke-width': 3 }) +
    circle(200, 216, 120, '#fafafa', { stroke: '#8a8d92', 'stroke-width': 3 }) +
    repeat(60, (at) => {
      const angle = (at * Math.PI) / 30;
      const inner = at % 5 === 0 ? 94 : 104;
      return line(
        `M${(200 + 112 * Math.sin(angle)).toFixed(1)} ${(216 - 112 * Math.cos(angle)).toFixed(1)} L${(200 + inner * Math.sin(angle)).toFixed(1)} ${(216 - inner * Math.cos(angle)).toFixed(1)}`,
        '#2b2c30',
        at % 5 === 0 ? 5 : 2,
      );
    }) +
    circle(200, 266, 26, 'none', { stroke: '#2b2c30', 'stroke-width': 3 }) +
    line('M200 266 L212 252', '#2b2c30', 4) +
    line('M200 236 L200 128', '#c8352f', 6) +
    circle(200, 216, 9, '#2b2c30')
  );
}

/** A machine for running at home. */
export function treadmill(): string {
  return (
    shadow(200, 346, 170) +
    path('M40 318 L64 290 H330 L350 318 Z', '#2b2c30') +
    path('M60 310 L80 294 H270 L272 310 Z', '#5b5f66') +
    rect(34, 316, 322, 20, shaded('#8a8d92', 90), 8) +
    path('M300 300 L336 300 L320 90 H300 Z', shaded('#c4c8cd', 0, 0.25), {
      stroke: '#6b6e74',
      'stroke-width': 2.5,
    }) +
    line('M304 180 H196 Q178 182 180 198', '#3a3c42', 13) +
    path('M236 64 L336 60 Q350 62 346 80 L338 126 H250 Z', shaded('#3a3c42', 60, 0.25)) +
    path('M252 76 L322 74 L316 112 H260 Z', '#58d0ff') +
    line('M264 102 l14 -14 l12 8 l20 -16', '#ffffff', 4) +
    circle(60, 326, 12, '#2b2c30')
  );
}

export function exerciseBike(color: string): string {
  return (
    shadow(200, 350, 150) +
    line('M70 340 H160 M240 340 H340', '#3a3c42', 15) +
    line('M116 336 L160 210 L270 240 L292 336', '#3a3c42', 15) +
    line('M160 214 L140 120', '#c4c8cd', 13) +
    path('M96 110 Q140 90 190 112 Q184 132 148 130 Q104 130 96 110 Z', '#22262b') +
    line('M272 240 L286 110', '#c4c8cd', 13) +
    line('M234 110 Q262 92 316 104', '#22262b', 13) +
    rect(268, 60, 54, 38, '#2b2c30', 7, { transform: 'rotate(10 295 79)' }) +
    rect(276, 67, 38, 22, '#8fe0b0', 3, { transform: 'rotate(10 295 79)' }) +
    circle(282, 256, 72, shaded(color, 55, 0.25), { stroke: darker(color, 0.4), 'stroke-width': 3 }) +
    circle(282, 256, 48, darker(color, 0.35)) +
    circle(282, 256, 20, '#c4c8cd') +
    circle(190, 256, 32, '#2b2c30') +
    line('M170 224 L210 288', '#8a8d92', 10) +
    line('M154 222 h28 M198 290 h28', '#22262b', 12)
  );
}
