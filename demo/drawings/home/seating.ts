import { bothSides, repeat } from '../compose.ts';
import { black, wood } from '../solids.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A wooden dining chair with a slatted back. */
export function diningChair(color: string): string {
  const seat = '#e5d9c3';
  return (
    shadow(200, 358, 110) +
    [112, 272].map((x) => rect(x, 36, 16, 200, shaded(color, 0), 6)).join('') +
    rect(112, 40, 176, 30, shaded(color, 90), 12) +
    repeat(4, (at) => rect(144 + at * 32, 66, 12, 130, darker(color, 0.12), 4)) +
    rect(112, 190, 176, 14, color) +
    [132, 256].map((x) => rect(x, 236, 12, 90, darker(color, 0.35), 4)).join('') +
    path('M104 220 L296 220 L316 250 L84 250 Z', shaded(seat, 90)) +
    rect(84, 248, 232, 18, shaded(color, 90), 6) +
    [88, 296].map((x) => rect(x, 262, 16, 96, shaded(color, 0), 5)).join('') +
    rect(100, 310, 200, 10, darker(color, 0.2), 4)
  );
}

/** A shell chair with four wooden legs. */
export function shellChair(color: string): string {
  return (
    shadow(200, 356, 110) +
    bothSides(line('M156 250 L112 348', wood, 13) + line('M186 252 L178 330', darker(wood, 0.3), 11)) +
    line('M148 300 L252 300', black, 5) +
    path(
      'M112 60 Q200 34 288 60 Q302 110 286 200 L314 214 Q330 240 296 256 L104 256 Q70 240 86 214 L114 200 Q98 110 112 60 Z',
      shaded(color, 0),
    ) +
    path(
      'M114 198 Q200 176 286 198 L306 218 Q310 238 290 244 L110 244 Q90 238 94 218 Z',
      lighter(color, 0.22),
    ) +
    line('M130 78 Q200 58 270 78', lighter(color, 0.4), 6)
  );
}

/** An office chair with a star base on castors. */
export function officeChair(color: string): string {
  return (
    shadow(200, 362, 120) +
    rect(190, 250, 20, 66, '#7d868e') +
    bothSides(
      line('M200 316 L96 340', black, 15) +
        line('M200 316 L160 350', black, 13) +
        circle(92, 350, 13, '#1b1e22') +
        circle(156, 358, 11, '#1b1e22'),
    ) +
    rect(124, 30, 152, 172, shaded(color, 0), 34) +
    rect(142, 50, 116, 130, lighter(color, 0.12), 24) +
    repeat(5, (at) => line(`M152 ${72 + at * 22} L248 ${72 + at * 22}`, darker(color, 0.2), 4)) +
    rect(188, 196, 24, 40, black) +
    bothSides(line('M108 250 L108 178', black, 12) + rect(78, 164, 56, 18, black, 9)) +
    path('M96 222 Q200 206 304 222 Q318 252 296 262 L104 262 Q82 252 96 222 Z', shaded(color, 90))
  );
}

/** An armchair with a high back. */
export function armchair(color: string): string {
  return (
    shadow(200, 352, 150) +
    bothSides(path('M96 316 L122 316 L108 354 L94 354 Z', wood)) +
    path('M92 200 Q80 50 200 48 Q320 50 308 200 L300 280 L100 280 Z', shaded(color, 0)) +
    path('M116 210 Q110 76 200 74 Q290 76 284 210 Z', lighter(color, 0.1)) +
    [
      [160, 120],
      [240, 120],
      [200, 160],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 6, darker(color, 0.35)))
      .join('') +
    rect(108, 204, 184, 60, shaded(lighter(color, 0.15), 90), 22) +
    bothSides(path('M48 320 L48 206 Q48 172 80 172 Q112 172 112 206 L112 320 Z', shaded(color, 0))) +
    rect(104, 258, 192, 62, shaded(darker(color, 0.1), 90), 8)
  );
}

/** A sofa with cushions; `seats` 2 or 3. */
export function sofa(color: string, seats: 2 | 3, cushion = '#e3a12c'): string {
  const width = 268 / seats;
  return (
    shadow(200, 318, 175) +
    [54, 330].map((x) => rect(x, 292, 16, 26, wood)).join('') +
    rect(50, 106, 300, 130, shaded(color, 90), 30) +
    repeat(seats, (at) => rect(66 + at * width, 116, width - 4, 100, shaded(lighter(color, 0.1), 60), 18)) +
    repeat(seats, (at) => rect(66 + at * width, 204, width - 4, 50, shaded(lighter(color, 0.2), 90), 14)) +
    rect(48, 248, 304, 48, shaded(darker(color, 0.12), 90), 12) +
    bothSides(rect(26, 158, 52, 138, shaded(color, 0), 24)) +
    group(rect(88, 148, 66, 66, shaded(cushion, 45), 12), { transform: 'rotate(-10 120 180)' }) +
    (seats === 3
      ? group(rect(252, 148, 66, 66, shaded(lighter(cushion, 0.5), 45), 12), {
          transform: 'rotate(12 285 180)',
        })
      : '')
  );
}

/** A bean bag. */
export function beanBag(color: string): string {
  return (
    shadow(200, 336, 150) +
    path(
      'M182 66 Q200 46 220 66 Q250 96 290 140 Q370 220 356 288 Q344 338 200 338 Q54 338 44 288 Q34 220 112 140 Q152 100 182 66 Z',
      shaded(color, 20),
    ) +
    line('M196 74 Q150 170 98 322', darker(color, 0.25), 4) +
    line('M206 74 Q262 170 300 320', darker(color, 0.25), 4) +
    path('M120 176 Q200 220 284 172 Q250 236 196 238 Q146 236 120 176 Z', darker(color, 0.15)) +
    rect(184, 46, 34, 24, darker(color, 0.3), 8)
  );
}

/** A round stool on three legs. */
export function stool(seat: string, color: string): string {
  return (
    shadow(200, 358, 100) +
    line('M200 150 L200 330', darker(color, 0.3), 16) +
    bothSides(line('M150 146 L104 350', color, 18)) +
    line('M126 270 Q200 290 274 270', darker(color, 0.15), 11) +
    path('M88 116 L88 140 Q90 162 200 164 Q310 162 312 140 L312 116 Z', shaded(darker(seat, 0.15), 0)) +
    ellipse(200, 116, 112, 30, lighter(seat, 0.15))
  );
}

/** A bar stool with a low back and a foot ring. */
export function barStool(color: string): string {
  return (
    shadow(200, 362, 90) +
    bothSides(line('M160 166 L120 358', black, 12) + line('M176 166 L164 340', '#4a5158', 9)) +
    line('M142 276 Q200 294 258 276', '#aab2ba', 9) +
    path('M118 46 Q200 30 282 46 L290 126 Q200 108 110 126 Z', shaded(color, 0)) +
    path('M104 132 Q200 112 296 132 L298 156 Q200 178 102 156 Z', shaded(lighter(color, 0.12), 90))
  );
}

/** A garden bench of wood slats with iron sides. */
export function bench(color: string): string {
  return (
    shadow(200, 344, 170) +
    bothSides(
      line('M56 60 L44 220 M36 200 Q30 150 72 152', black, 12) +
        line('M52 236 L40 342 M84 238 L92 342', black, 12),
    ) +
    repeat(4, (at) => rect(52, 70 + at * 34, 296, 24, shaded(color, 90), 6)) +
    repeat(3, (at) => rect(34 - at * 4, 214 + at * 18, 332 + at * 8, 14, shaded(lighter(color, 0.12), 90), 5))
  );
}

/** A rocking chair from the side. */
export function rockingChair(color: string): string {
  return (
    shadow(200, 356, 150) +
    line('M50 316 Q190 376 352 312', darker(color, 0.2), 15) +
    line('M112 44 L152 234 L124 330', color, 15) +
    line('M276 238 L288 332', color, 15) +
    repeat(6, (at) =>
      line(`M${126 + at * 4.6} ${72 + at * 24} L${160 + at * 3.6} ${66 + at * 24}`, darker(color, 0.15), 10),
    ) +
    line('M146 38 L184 216', darker(color, 0.1), 12) +
    path('M138 222 L302 218 Q316 232 302 250 L140 252 Z', shaded('#e5d9c3', 90)) +
    line('M132 152 L286 158 Q300 160 296 176 L282 222', color, 13) +
    line('M130 300 L286 300', darker(color, 0.25), 9)
  );
}

/** A hanging egg chair of wicker. */
export function hangingChair(color: string): string {
  return (
    shadow(210, 360, 120) +
    line('M322 352 L322 90 Q318 34 256 34 Q206 34 204 62', '#4a5158', 13) +
    line('M140 354 L350 354', '#4a5158', 14) +
    line('M204 62 L204 84', '#8a939b', 6) +
    path('M204 82 Q316 110 310 228 Q300 330 204 332 Q106 330 98 228 Q92 110 204 82 Z', shaded(color, 20)) +
    path(
      'M204 112 Q284 140 278 224 Q270 296 204 296 Q138 296 130 224 Q124 140 204 112 Z',
      darker(color, 0.5),
    ) +
    repeat(9, (at) =>
      line(
        `M${104 + at * 3} ${150 + at * 16} L${126 + at * 2} ${152 + at * 16} M${282 + at * 2} ${152 + at * 16} L${304 - at * 2} ${150 + at * 16}`,
        lighter(color, 0.35),
        4,
      ),
    ) +
    ellipse(204, 262, 70, 34, '#f1efe8') +
    rect(162, 190, 84, 66, shaded('#5aa5a0', 45), 22)
  );
}
