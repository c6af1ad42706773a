import { star } from '../compose.ts';
import { circle, darker, lighter, line, path, shaded, shadow } from '../svg.ts';

/** A laced hiking boot from the side, toe to the right. */
export function hikingBoot(color: string, sole = '#3a3a3a', lace = '#d9a441'): string {
  const upper =
    'M110 92 Q108 78 122 76 L205 70 Q218 70 220 84 L226 150 Q232 186 268 204 L322 226 Q346 238 346 268 L346 292 L96 292 Q92 190 110 92 Z';
  const hooks = [96, 122, 148].map((y) => line(`M196 ${y} L238 ${y + 16}`, lace, 6)).join('');
  const eyelets = [180, 200, 218]
    .map((y, at) => line(`M${208 + at * 22} ${y + 8} L${246 + at * 22} ${y - 4}`, lace, 6))
    .join('');
  return (
    shadow(218, 338, 140) +
    path(upper, shaded(color, 20)) +
    path('M268 204 L322 226 Q346 238 346 268 L346 292 L286 292 Q256 250 268 204 Z', darker(color, 0.22)) +
    path('M96 292 Q94 236 102 190 L150 204 Q160 262 150 292 Z', darker(color, 0.3)) +
    path('M104 92 Q104 66 126 62 L206 56 Q226 56 226 74 L224 98 L108 112 Z', lighter(color, 0.25)) +
    path(
      'M84 292 L350 292 L350 312 Q350 334 330 334 L316 334 L308 322 L288 322 L280 334 L252 334 L244 322 L222 322 L214 334 L184 334 L176 322 L154 322 L146 334 L100 334 Q84 334 84 316 Z',
      sole,
    ) +
    line('M92 300 L346 300', lighter(sole, 0.35), 4) +
    hooks +
    eyelets +
    [96, 122, 148].map((y) => circle(196, y, 6, '#c9c9c9')).join('') +
    line('M118 66 Q100 40 120 38 Q138 40 132 64', darker(color, 0.35), 8)
  );
}

/** A boot for children with a bright sole and a star on the ankle. */
export function kidsHikingBoot(color: string): string {
  return (
    hikingBoot(color, '#d9432f', '#f6e27a') +
    circle(150, 150, 34, '#fdf7e3', { stroke: darker(color, 0.35), 'stroke-width': 3 }) +
    star(150, 151, 26, '#f0a52c') +
    line('M300 232 Q322 240 330 262', lighter(color, 0.5), 6)
  );
}
