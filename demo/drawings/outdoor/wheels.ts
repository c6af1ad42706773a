import { repeat, star, turned } from '../compose.ts';
import { circle, darker, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

function smallWheel(cx: number, cy: number, radius: number, color: string): string {
  return (
    circle(cx, cy, radius, shaded(color, 60, 0.2), { stroke: darker(color, 0.4), 'stroke-width': 2 }) +
    circle(cx, cy, radius * 0.45, '#e8e9ec') +
    circle(cx, cy, radius * 0.2, '#4a4e55')
  );
}

export function kickScooter(color: string): string {
  return (
    shadow(200, 354, 140, 8) +
    path('M96 300 Q110 286 130 286 H262 L300 240 L314 252 L282 312 H110 Z', shaded(color, 90), {
      stroke: darker(color, 0.35),
      'stroke-width': 2.5,
    }) +
    line('M132 296 H256', '#2b2c30', 9) +
    line('M306 316 L258 60', '#b9bdc4', 14) +
    line('M282 190 L270 124', color, 18) +
    line('M206 66 L306 50', '#b9bdc4', 11) +
    line('M204 66 l32 -5 M278 55 l32 -5', '#2b2c30', 19) +
    path('M60 286 Q70 262 110 270 L112 286 Z', '#3a3c42') +
    smallWheel(90, 318, 34, '#f4f3f0') +
    smallWheel(312, 318, 34, '#f4f3f0')
  );
}

/** A scooter for children with three wheels and a bear's face. */
export function kidsScooter(color: string): string {
  return (
    shadow(200, 356, 130, 8) +
    path(
      'M76 296 Q80 272 120 274 H270 Q300 274 306 300 Q290 322 250 322 H120 Q82 320 76 296 Z',
      shaded(color, 90),
      { stroke: darker(color, 0.35), 'stroke-width': 2.5 },
    ) +
    repeat(3, (at) => star(150 + at * 46, 298, 14, '#e2483d')) +
    line('M280 290 L256 90', '#f4f3f0', 18) +
    line('M280 290 L256 90', '#c9ccd1', 3) +
    line('M196 88 H318', '#3a3c42', 12) +
    line('M190 88 h28 M296 88 h28', '#e2483d', 21) +
    circle(230, 40, 18, '#8a5a33') +
    circle(284, 40, 18, '#8a5a33') +
    circle(257, 66, 36, '#a9713f') +
    circle(245, 60, 5, '#222222') +
    circle(269, 60, 5, '#222222') +
    circle(257, 76, 8, '#3a2416') +
    smallWheel(96, 326, 28, '#38b6c0') +
    smallWheel(262, 326, 28, '#38b6c0') +
    smallWheel(316, 316, 34, '#38b6c0')
  );
}

export function skateboard(color: string, wheels: string): string {
  return (
    shadow(200, 330, 160) +
    path(
      'M22 170 Q20 150 40 152 Q60 160 84 190 H316 Q340 160 360 152 Q380 150 378 170 Q350 226 316 226 H84 Q50 226 22 170 Z',
      shaded(color, 90),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    path(
      'M24 158 Q34 148 46 156 Q64 168 88 194 H312 Q336 168 354 156 Q366 148 376 158 Q344 206 312 208 H88 Q56 206 24 158 Z',
      '#2b2c30',
    ) +
    star(200, 217, 9, '#ffffff') +
    star(160, 217, 7, '#ffffff') +
    star(240, 217, 7, '#ffffff') +
    [110, 290]
      .map(
        (x) =>
          path(`M${x - 26} 226 H${x + 26} L${x + 12} 256 H${x - 12} Z`, '#9aa0a8') +
          smallWheel(x - 26, 276, 30, wheels) +
          smallWheel(x + 26, 276, 30, wheels),
      )
      .join('')
  );
}

/** A long board from above. */
export function longboard(color: string): string {
  const wheels = [80, 320]
    .map((x) => rect(x - 16, 122, 32, 26, '#f08a34', 8) + rect(x - 16, 252, 32, 26, '#f08a34', 8))
    .join('');
  const deck = path(
    'M18 200 Q30 134 110 138 Q200 150 290 138 Q370 134 382 200 Q370 266 290 262 Q200 250 110 262 Q30 266 18 200 Z',
    shaded('#d9a662', 90, 0.15),
    { stroke: '#8a5a2b', 'stroke-width': 3 },
  );
  const waves =
    repeat(4, (at) =>
      line(
        `M${96 + at * 18} ${216 - at * 10} Q150 ${150 - at * 4} 200 ${200 - at * 6} T${304 - at * 14} ${186 - at * 4}`,
        at % 2 === 0 ? color : '#f4f3f0',
        9,
      ),
    ) + circle(200, 230, 16, '#f08a34');
  const screws = [70, 330].map((x) => circle(x, 188, 4, '#4a4e55') + circle(x, 212, 4, '#4a4e55')).join('');
  return shadow(214, 330, 150) + turned(wheels + deck + waves + screws, -32);
}

export function inlineSkate(color: string, accent: string): string {
  return (
    shadow(206, 362, 130, 8) +
    path(
      'M104 50 Q150 34 196 50 L210 150 Q238 196 300 210 Q342 222 346 270 H84 Q80 150 104 50 Z',
      shaded(color, 20),
      { stroke: darker(color, 0.35), 'stroke-width': 3 },
    ) +
    path('M84 190 Q120 170 214 156 L226 180 Q170 200 150 270 H84 Z', darker(color, 0.35)) +
    path('M106 66 L200 66 L204 100 L102 100 Z', accent) +
    rect(176, 72, 40, 22, '#2b2c30', 5) +
    line('M150 176 L240 196', accent, 16) +
    rect(216, 184, 34, 24, '#2b2c30', 5) +
    repeat(3, (at) => line(`M${236 + at * 20} ${214 + at * 8} l26 -16`, '#f4f3f0', 5)) +
    path('M84 268 H346 L356 304 H74 Z', shaded('#b9bdc4', 90, 0.25), {
      stroke: '#6b6e74',
      'stroke-width': 2,
    }) +
    repeat(4, (at) => smallWheel(96 + at * 78, 322, 33, accent))
  );
}

/** A boot on four wheels with a stopper. */
export function rollerSkate(color: string, wheels: string): string {
  return (
    shadow(200, 362, 130, 8) +
    path(
      'M102 46 Q150 30 198 46 L208 156 Q236 204 300 216 Q344 228 348 276 H84 Q82 150 102 46 Z',
      shaded(color, 20),
      { stroke: darker(color, 0.35), 'stroke-width': 3 },
    ) +
    path('M100 50 Q150 34 198 50 L200 72 Q150 58 98 72 Z', lighter(color, 0.5)) +
    star(130, 200, 24, '#f6cf45') +
    repeat(6, (at) =>
      line(`M${172 + at * 8} ${84 + at * 24} L${206 + at * 9} ${78 + at * 22}`, '#ffffff', 7),
    ) +
    rect(74, 274, 282, 20, '#3a3c42', 8) +
    path('M110 292 H160 L148 316 H122 Z', '#8a8d92') +
    path('M262 292 H312 L300 316 H274 Z', '#8a8d92') +
    [104, 166, 256, 318].map((x) => smallWheel(x, 328, 28, wheels)).join('') +
    circle(358, 306, 17, '#c8352f')
  );
}
