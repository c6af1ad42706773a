import { bothSides, repeat, turned } from '../compose.ts';
import { black, gloss, print, steel, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A claw hammer. */
export function hammer(handle: string): string {
  return turned(
    rect(184, 96, 34, 270, shaded(handle, 0), 14) +
      rect(184, 240, 34, 120, darker(handle, 0.45), 14) +
      path(
        'M150 66 L246 66 Q262 66 268 54 L316 54 L316 122 L268 122 Q262 108 246 108 L232 108 L230 128 L172 128 L170 108 Q120 110 84 150 Q70 146 78 130 Q100 76 150 66 Z',
        shaded('#7d868e', 90, 0.25),
      ) +
      rect(302, 46, 26, 84, shaded('#5b646d', 90), 6),
    28,
  );
}

/** A cordless drill. */
export function drill(color: string): string {
  return (
    shadow(230, 356, 90) +
    path('M20 132 L98 124 L98 142 Z', '#8a939b') +
    rect(20, 128, 80, 9, '#aab2ba', 3) +
    path('M98 106 L148 96 L148 168 L98 158 Z', shaded('#4a5158', 90)) +
    path('M146 80 L318 72 Q356 76 356 130 Q356 178 318 182 L146 186 Z', shaded(color, 90)) +
    path('M232 178 L312 178 Q302 236 322 290 L236 290 Q218 236 232 178 Z', shaded(darker(color, 0.1), 0)) +
    path('M210 190 Q216 224 230 224 L236 190 Z', black) +
    rect(210, 284, 140, 62, shaded(black, 90), 10) +
    rect(232, 304, 60, 22, color, 4) +
    repeat(4, (at) => line(`M${276 + at * 16} 104 L${276 + at * 16} 144`, darker(color, 0.4), 6)) +
    gloss('M160 92 L262 86 L262 96 L160 104 Z', 0.4)
  );
}

/** A hand saw. */
export function handSaw(handle: string): string {
  return turned(
    path('M20 160 L280 132 L280 232 L20 196 Z', shaded('#c3cad1', 90)) +
      repeat(26, (at) => path(`M${22 + at * 9.9} ${196 + at * 1.37} l5 12 l5 -11 Z`, '#9aa3ab')) +
      path('M268 112 L338 106 Q380 130 374 196 Q370 250 324 256 L270 244 Z', shaded(handle, 45)) +
      path('M298 150 L330 146 Q346 170 338 206 Q330 222 300 214 Z', '#ffffff') +
      [
        [286, 132],
        [284, 228],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 6, '#e3e8ec'))
        .join(''),
    -24,
  );
}

/** Three screwdrivers. */
export function screwdrivers(color: string): string {
  const driver = (x: number, length: number, tone: string): string =>
    rect(x - 8, 250 - length, 16, length, shaded(steel, 0, 0.3)) +
    path(
      `M${x - 8} ${250 - length} L${x - 5} ${226 - length} L${x + 5} ${226 - length} L${x + 8} ${250 - length} Z`,
      '#6c757d',
    ) +
    path(
      `M${x - 16} 236 Q${x - 34} 260 ${x - 30} 300 L${x - 26} 346 Q${x} 376 ${x + 26} 346 L${x + 30} 300 Q${x + 34} 260 ${x + 16} 236 Z`,
      shaded(tone, 0),
    ) +
    [-14, 0, 14].map((d) => line(`M${x + d} 262 L${x + d * 0.9} 346`, darker(tone, 0.35), 6)).join('');
  return driver(92, 150, color) + driver(200, 196, '#f0c53a') + driver(308, 120, '#2f6fb0');
}

/** A combination spanner. */
export function spanner(): string {
  return turned(
    path(
      'M172 40 Q120 56 120 108 Q122 142 164 160 L166 284 Q136 300 138 332 Q144 372 200 374 Q256 372 262 332 Q264 300 234 284 L236 160 Q278 142 280 108 Q280 56 228 40 L226 100 L200 116 L174 100 Z',
      shaded(steel, 0, 0.28),
    ) +
      path('M200 304 L228 320 L228 346 L200 360 L172 346 L172 320 Z', '#ffffff') +
      rect(190, 170, 20, 108, darker(steel, 0.2), 9) +
      print('17', 200, 156, 26, '#6c757d'),
    32,
  );
}

/** Pliers with grips. */
export function pliers(grip: string): string {
  return (
    bothSides(
      path('M196 40 Q166 54 160 104 L166 160 L208 190 L216 160 L198 120 Z', shaded('#8a939b', 0, 0.25)) +
        path('M168 176 Q112 230 108 360 Q120 374 142 364 Q146 270 206 214 Z', shaded(grip, 0)) +
        line('M126 350 Q130 270 180 214', lighter(grip, 0.3), 5),
    ) +
    repeat(4, (at) => line(`M188 ${66 + at * 12} L212 ${66 + at * 12}`, '#5b646d', 4)) +
    circle(200, 178, 25, shaded('#6c757d', 45)) +
    circle(200, 178, 9, '#3f464d')
  );
}

/** A closed toolbox with a handle. */
export function toolbox(color: string): string {
  return (
    shadow(200, 336, 160) +
    turned(
      rect(96, 60, 18, 140, wood, 6) + path('M66 50 L150 50 L150 84 L66 84 Z', '#7d868e'),
      -8,
      105,
      190,
    ) +
    rect(270, 76, 14, 110, '#aab2ba') +
    rect(262, 120, 30, 90, '#f0c53a', 10) +
    line('M132 176 L132 124 L268 124 L268 176', black, 17) +
    path('M48 200 L72 164 L328 164 L352 200 Z', shaded(lighter(color, 0.1), 90)) +
    rect(36, 196, 328, 138, shaded(color, 90), 10) +
    line('M36 232 L364 232', darker(color, 0.35), 5) +
    bothSides(rect(88, 214, 44, 40, shaded(steel, 90), 6)) +
    rect(160, 262, 80, 44, darker(color, 0.2), 6)
  );
}

/** A step ladder. */
export function stepLadder(color: string): string {
  return (
    shadow(210, 362, 120) +
    line('M224 44 L316 356', darker(color, 0.35), 12) +
    line('M196 44 L274 356', darker(color, 0.45), 9) +
    line('M252 220 L300 220', '#6c757d', 6) +
    line('M160 44 L80 356', color, 15) +
    line('M236 44 L244 356', color, 15) +
    repeat(5, (at) =>
      rect(146 - at * 15, 92 + at * 54, 94 + at * 16, 15, shaded(lighter(color, 0.2), 90), 4),
    ) +
    rect(144, 30, 108, 24, shaded('#c8383d', 90), 6)
  );
}

/** A tape measure. */
export function tapeMeasure(color: string): string {
  return (
    shadow(180, 330, 130) +
    rect(236, 276, 140, 26, '#f3d34e') +
    repeat(13, (at) => line(`M${248 + at * 10} 277 L${248 + at * 10} ${at % 5 ? 285 : 292}`, black, 2)) +
    rect(368, 270, 9, 42, '#8a939b') +
    path(
      'M50 296 L50 150 Q50 66 148 66 Q250 66 256 160 L256 308 L64 308 Q50 308 50 296 Z',
      shaded(color, 20),
    ) +
    circle(148, 182, 82, '#33373d') +
    circle(148, 182, 62, shaded('#f3d34e', 45)) +
    print('5 m', 148, 198, 42, black)
  );
}

/** A spirit level. */
export function spiritLevel(color: string): string {
  return turned(
    rect(24, 152, 352, 96, shaded(color, 90), 8) +
      rect(24, 168, 352, 8, lighter(color, 0.4)) +
      rect(148, 164, 104, 44, '#2b2f35', 8) +
      rect(154, 170, 92, 32, '#c8ea4f', 12) +
      ellipse(200, 184, 20, 9, '#f1fbc7') +
      [176, 224].map((x) => rect(x, 168, 4, 36, black)).join('') +
      bothSides(
        circle(76, 202, 26, '#2b2f35') + circle(76, 202, 18, '#c8ea4f') + ellipse(76, 202, 8, 6, '#f1fbc7'),
      ),
    -18,
  );
}

/** A roll of wide adhesive tape with its end free. */
export function ductTape(color: string): string {
  return (
    shadow(200, 346, 130) +
    path('M70 190 L70 236 Q78 338 200 342 Q322 338 330 236 L330 190 Z', darker(color, 0.25)) +
    path('M318 240 L376 250 L372 300 L312 296 Z', darker(color, 0.1)) +
    ellipse(200, 190, 130, 104, shaded(color, 45)) +
    ellipse(200, 190, 74, 58, '#c9a06a') +
    ellipse(200, 196, 66, 50, white) +
    repeat(3, (at) =>
      ellipse(200, 190, 122 - at * 14, 97 - at * 12, 'none', {
        stroke: darker(color, 0.15),
        'stroke-width': 3,
      }),
    )
  );
}

/** A paint roller with wet paint. */
export function paintRoller(paint: string): string {
  return (
    path(
      'M40 60 L330 60 L330 150 L300 150 L300 200 Q292 214 284 200 L284 150 L200 150 L200 244 Q190 262 180 244 L180 150 L40 150 Z',
      lighter(paint, 0.15),
    ) +
    rect(60, 40, 240, 84, shaded(paint, 90), 22) +
    line('M300 82 L346 82 L346 172 L214 190 L214 250', '#8a939b', 12) +
    rect(192, 240, 44, 124, shaded('#33373d', 0), 16) +
    circle(214, 344, 6, white)
  );
}
