import { repeat } from '../compose.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';
import { cloth } from './garment.ts';
import { leatherSole } from './shoes.ts';

const ankleShaft = 'M92 66 Q150 54 206 66 L212 160 Q240 212 300 228 Q350 242 352 296 H62 Q66 200 92 66 Z';

export function chelseaBoot(color: string): string {
  return (
    shadow(204, 340, 150) +
    cloth(ankleShaft, color) +
    path('M134 64 H176 L190 196 Q160 216 132 196 Z', '#26262a') +
    repeat(7, (at) => line(`M${138 + at * 6.4} 70 L${140 + at * 7} 196`, '#4a4b52', 2)) +
    line('M98 66 Q88 34 108 36 Q120 44 112 66', darker(color, 0.2), 9) +
    line('M262 216 Q316 236 336 272', lighter(color, 0.3), 5, { opacity: 0.6 }) +
    leatherSole(30)
  );
}

/** A high lace-up boot with a thick sole and a yellow seam. */
export function combatBoot(color: string): string {
  return (
    shadow(204, 350, 150) +
    cloth('M90 40 Q150 30 204 40 L212 160 Q240 212 300 222 Q350 236 352 290 H62 Q66 190 90 40 Z', color) +
    path('M176 38 L204 40 L214 160 Q232 196 264 212 L236 240 Q196 206 186 160 Z', darker(color, 0.3)) +
    repeat(
      9,
      (at) =>
        line(`M${172 + at * 5} ${58 + at * 19} L${212 + at * 6} ${54 + at * 17}`, '#1a1a1d', 6) +
        circle(172 + at * 5, 58 + at * 19, 4.5, '#c8a24a'),
    ) +
    path('M282 220 Q350 238 352 290 H264 Q262 244 282 220 Z', lighter(color, 0.12)) +
    path('M52 286 H356 V330 Q350 346 330 346 H170 L160 334 L146 346 H62 Q50 340 52 286 Z', '#26221f') +
    line('M58 294 H352', '#e0b13c', 4, { 'stroke-dasharray': '9 5' }) +
    repeat(12, (at) => line(`M${72 + at * 24} 322 v20`, '#4a433c', 6))
  );
}

export function ankleBoot(color: string): string {
  return (
    shadow(190, 352, 140) +
    cloth(
      'M100 58 Q150 48 198 58 L208 164 Q236 224 300 258 Q350 280 354 322 H230 Q190 316 150 282 L84 270 Q84 160 100 58 Z',
      color,
    ) +
    path('M84 268 L150 280 L142 350 H92 Z', shaded('#4a2f1d', 0)) +
    path('M150 280 Q190 316 230 322 H356 V334 H222 Q176 326 146 296 Z', '#3a2618') +
    line('M178 70 L184 180', '#d9b35a', 6, { 'stroke-dasharray': '3 3' }) +
    rect(178, 66, 12, 24, '#d9b35a', 4) +
    line('M104 120 Q150 130 200 118', darker(color, 0.3), 3)
  );
}

export function cowboyBoot(color: string): string {
  const stitch = '#f0d9a8';
  return (
    shadow(196, 356, 140) +
    cloth(
      'M82 48 Q110 70 140 40 Q170 70 206 44 L208 190 Q250 236 312 256 Q362 276 366 318 H200 L150 296 H78 Q82 180 82 48 Z',
      color,
    ) +
    path('M76 292 L150 294 L140 354 H88 Z', '#3a2618') +
    path('M150 294 L202 316 H368 V330 H192 L146 312 Z', '#3a2618') +
    line('M108 84 Q146 110 182 84 Q170 140 146 170 Q118 140 108 84 Z M146 110 V156', stitch, 4) +
    line('M112 190 Q146 160 184 192', stitch, 4) +
    line('M216 208 Q240 262 300 264 M270 246 Q290 268 330 280', stitch, 4) +
    path('M92 52 q-14 -10 -8 -22 l14 4 l4 26 Z M196 50 q14 -10 8 -22 l-14 4 l-4 26 Z', darker(color, 0.25))
  );
}

export function wellington(color: string, more = ''): string {
  return (
    shadow(200, 352, 140) +
    cloth('M88 44 H212 L216 220 Q250 240 304 248 Q350 258 352 320 H84 Q80 180 88 44 Z', color) +
    ellipse(150, 46, 62, 13, darker(color, 0.5)) +
    rect(84, 66, 132, 14, darker(color, 0.2), 6) +
    line('M192 96 L196 214', lighter(color, 0.55), 8, { opacity: 0.6 }) +
    more +
    path('M80 316 H356 V338 Q350 348 330 348 H190 L182 338 H150 L144 348 H92 Q80 346 80 316 Z', '#3a3330') +
    line('M82 300 H350', darker(color, 0.3), 6) +
    line('M94 244 Q90 280 92 298', darker(color, 0.25), 4)
  );
}

/** Black dots and a face, as a ladybird has. */
export function ladybird(): string {
  return (
    [
      [120, 120],
      [172, 150],
      [116, 186],
      [170, 214],
      [126, 252],
      [206, 276],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 16, '#222222'))
      .join('') +
    path('M296 247 Q350 258 352 300 H276 Q276 266 296 247 Z', '#222222') +
    circle(312, 270, 10, '#ffffff') +
    circle(316, 272, 5, '#222222') +
    line('M312 250 q4 -26 18 -30', '#222222', 4) +
    circle(331, 219, 5, '#222222')
  );
}

export function snowBoot(color: string): string {
  const fur = repeat(14, (at) =>
    circle(86 + at * 10.6, 70 + (at % 2) * 8, 16, at % 2 === 0 ? '#efe6d6' : '#dfd2ba'),
  );
  return (
    shadow(200, 352, 140) +
    cloth('M84 72 H232 L236 200 Q280 214 316 226 Q352 240 352 300 H76 Q72 180 84 72 Z', color) +
    [112, 152, 192].map((y) => line(`M82 ${y} Q160 ${y + 12} 234 ${y}`, darker(color, 0.3), 5)).join('') +
    fur +
    path('M70 262 Q150 250 240 262 Q300 250 352 262 V312 H70 Z', '#4a3b33') +
    path('M64 306 H358 V334 Q350 346 334 346 H84 Q64 344 64 306 Z', '#2b2522') +
    repeat(13, (at) => line(`M${80 + at * 22} 326 v18`, '#5b4f48', 6)) +
    line('M176 116 L226 140 M176 140 L228 164', '#f0e6d2', 6)
  );
}

/** A low shoe with studs, toe to the right. */
export function footballBoot(color: string, trim: string): string {
  const studs = [70, 112, 210, 256, 302, 338].map((x) => path(`M${x} 306 h26 l-5 34 h-16 Z`, trim)).join('');
  return (
    shadow(204, 344, 150) +
    path('M66 176 Q130 150 190 164 L160 210 H84 Z', darker(color, 0.55)) +
    studs +
    path(
      'M56 188 Q52 164 74 164 Q104 206 160 190 L196 158 Q214 152 224 172 Q258 220 320 242 Q362 258 366 304 H58 Q46 250 56 188 Z',
      shaded(color, 20),
      { stroke: darker(color, 0.35), 'stroke-width': 2.5 },
    ) +
    path('M110 304 Q180 280 210 196 L236 216 Q220 286 180 304 Z', trim) +
    path('M52 296 H368 V312 H56 Z', trim) +
    repeat(4, (at) =>
      line(`M${184 + at * 18} ${198 + at * 11} L${216 + at * 16} ${178 + at * 12}`, '#ffffff', 6),
    ) +
    line('M262 232 Q316 252 346 290', lighter(color, 0.5), 5, { opacity: 0.7 })
  );
}
