import { repeat } from '../compose.ts';
import { print } from '../solids.ts';
import { ellipse, path, rect, shaded, shadow } from '../svg.ts';

/** A box of ten eggs, open. */
export function eggs(): string {
  const egg = (x: number, y: number, tone: string): string =>
    path(
      `M${x - 30} ${y} Q${x - 28} ${y - 62} ${x} ${y - 64} Q${x + 28} ${y - 62} ${x + 30} ${y} Z`,
      shaded(tone, 20),
    );
  return (
    shadow(200, 330, 170) +
    path('M50 66 L350 66 L366 172 L34 172 Z', shaded('#b5aa98', 90)) +
    repeat(5, (at) => ellipse(84 + at * 58, 118, 24, 34, '#a39884')) +
    repeat(5, (at) => egg(82 + at * 59, 204, at % 2 ? '#f1dcc0' : '#d9a97a')) +
    path('M28 196 L372 196 L372 214 L28 214 Z', '#998e7b') +
    repeat(5, (at) => egg(76 + at * 62, 252, at % 2 ? '#d9a97a' : '#f1dcc0')) +
    path('M22 236 L378 236 L360 318 Q358 326 346 326 L54 326 Q42 326 40 318 Z', shaded('#b5aa98', 90)) +
    repeat(6, (at) => path(`M${22 + at * 62} 236 Q${46 + at * 62} 262 ${60 + at * 62} 236 Z`, '#c9bfae')) +
    rect(156, 276, 88, 34, '#f7d257', 5) +
    print('10', 200, 303, 28, '#7b5233')
  );
}

/** A piece of cheese with holes. */
export function cheese(): string {
  return (
    shadow(200, 318, 170) +
    path('M24 210 L280 90 Q360 110 376 176 L24 210 Z', '#fbe08a') +
    path('M24 210 L376 176 L376 290 L24 312 Z', shaded('#f2bd3c', 0)) +
    [
      [80, 250, 24, 20],
      [160, 282, 17, 13],
      [180, 230, 30, 19],
      [268, 254, 34, 26],
      [340, 214, 20, 17],
      [330, 278, 15, 11],
      [112, 294, 12, 8],
    ]
      .map(
        ([x = 0, y = 0, rx = 0, ry = 0]) =>
          ellipse(x, y, rx, ry, '#cf9420') + ellipse(x + 2, y + 4, rx * 0.86, ry * 0.76, '#e0a72c'),
      )
      .join('') +
    [
      [240, 142, 30, 11],
      [310, 150, 19, 8],
      [170, 172, 24, 9],
    ]
      .map(([x = 0, y = 0, rx = 0, ry = 0]) => ellipse(x, y, rx, ry, '#e0b548'))
      .join('')
  );
}

/** Butter on its wrapper with a slice cut. */
export function butter(): string {
  return (
    shadow(200, 316, 170) +
    ellipse(200, 292, 176, 28, '#e3e6e8') +
    path('M190 150 L330 110 L380 140 L380 250 L240 290 L190 262 Z', '#dfe9f2') +
    path('M60 190 L230 142 L282 168 L112 218 Z', '#fdf0a8') +
    path('M112 218 L282 168 L282 254 L112 304 Z', shaded('#f7dc6a', 0, 0.1)) +
    path('M60 190 L112 218 L112 304 L60 274 Z', '#e9c84a') +
    path('M230 142 L330 112 L382 140 L282 170 Z', '#f1f6fa') +
    path('M282 170 L382 140 L382 226 L282 256 Z', shaded('#c9d9e8', 0, 0.1)) +
    path('M300 188 L366 168 L366 204 L300 224 Z', '#3f7fb5') +
    path('M22 250 L46 262 L46 318 L22 306 Z', '#e9c84a') +
    path('M22 250 L34 246 L58 258 L46 262 Z', '#fdf0a8') +
    path('M46 262 L58 258 L58 314 L46 318 Z', '#f7dc6a')
  );
}
