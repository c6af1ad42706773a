import { bothSides, repeat } from '../compose.ts';
import { gloss, steel, white } from '../solids.ts';
import { circle, darker, line, path, rect, shaded, shadow } from '../svg.ts';

/** A game controller. */
export function gameController(color: string): string {
  return (
    shadow(200, 334, 150) +
    bothSides(path('M92 110 Q96 88 130 88 L164 88 L164 112 L92 116 Z', darker(color, 0.35))) +
    path(
      'M100 106 Q200 86 300 106 Q358 116 376 250 Q384 322 344 326 Q308 328 276 258 L124 258 Q92 328 56 326 Q16 322 24 250 Q42 116 100 106 Z',
      shaded(color, 90),
    ) +
    rect(88, 146, 24, 72, '#22262b', 5) +
    rect(64, 170, 72, 24, '#22262b', 5) +
    [
      [300, 146, '#e8a12c'],
      [272, 178, '#3f9be0'],
      [328, 178, '#e0483f'],
      [300, 210, '#5cc46a'],
    ]
      .map(([x, y, tone]) => circle(Number(x), Number(y), 15, String(tone)))
      .join('') +
    bothSides(circle(152, 232, 32, '#22262b') + circle(152, 228, 22, shaded('#5b646d', 45))) +
    rect(176, 128, 48, 30, darker(color, 0.2), 8) +
    bothSides(rect(146, 134, 18, 9, '#22262b', 4)) +
    circle(200, 188, 13, white)
  );
}

/** A game console that stands upright, with its controller in front. */
export function gameConsole(color: string): string {
  return (
    shadow(200, 356, 140) +
    rect(118, 342, 112, 13, '#22262b', 6) +
    path('M122 40 Q100 190 122 342 L150 342 L150 40 Z', shaded(color, 0)) +
    rect(148, 48, 48, 290, '#14171b') +
    line('M152 52 L152 334', '#3f9be0', 4) +
    path('M224 40 Q246 190 224 342 L194 342 L194 40 Z', shaded(color, 0)) +
    rect(164, 180, 14, 100, '#2b3037', 4) +
    path(
      'M246 232 Q304 220 346 234 Q374 250 376 314 Q374 342 354 338 Q338 330 330 306 L266 306 Q258 330 240 338 Q222 340 220 314 Q224 246 246 232 Z',
      shaded(color, 90),
      { stroke: '#b9bdc1', 'stroke-width': 2 },
    ) +
    [252, 338].map((x) => circle(x, 262, 12, '#22262b')).join('') +
    [276, 318].map((x) => circle(x, 288, 14, '#22262b')).join('') +
    rect(276, 240, 44, 26, '#14171b', 5)
  );
}

/** A handheld console with a game on its screen. */
export function handheldConsole(left: string, right: string): string {
  return (
    rect(26, 112, 352, 190, '#00000022', 40) +
    path('M92 106 L66 106 Q22 108 22 152 L22 254 Q22 298 66 298 L92 298 Z', shaded(left, 0)) +
    path('M308 106 L334 106 Q378 108 378 152 L378 254 Q378 298 334 298 L308 298 Z', shaded(right, 0)) +
    rect(90, 106, 220, 192, '#22262b', 4) +
    rect(104, 122, 192, 160, '#8fd0f0') +
    rect(104, 248, 192, 34, '#7b5233') +
    rect(104, 242, 192, 12, '#5cc46a') +
    rect(230, 186, 30, 56, '#4c9a5b') +
    rect(224, 178, 42, 16, '#3f8a4c') +
    repeat(3, (at) => rect(146 + at * 26, 172, 24, 24, '#e8a12c', 3)) +
    rect(130, 210, 24, 32, '#e0483f', 6) +
    circle(142, 204, 11, '#f0c29b') +
    rect(128, 192, 28, 9, '#e0483f', 4) +
    circle(56, 156, 22, '#22262b') +
    circle(56, 154, 14, '#4a5158') +
    [
      [56, 214],
      [56, 254],
      [36, 234],
      [76, 234],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 8, '#22262b'))
      .join('') +
    [
      [344, 136],
      [344, 176],
      [324, 156],
      [364, 156],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 9, '#22262b'))
      .join('') +
    circle(344, 240, 22, '#22262b') +
    circle(344, 238, 14, '#4a5158')
  );
}

/** A headset for virtual reality. */
export function vrHeadset(color: string): string {
  return (
    shadow(196, 320, 140) +
    path('M80 130 Q200 30 340 110 Q372 140 360 210', 'none', {
      stroke: '#33373d',
      'stroke-width': 24,
      'stroke-linecap': 'round',
    }) +
    line('M322 190 Q366 190 360 224', '#33373d', 20) +
    line('M150 136 Q190 64 240 70', '#4a5158', 17) +
    path(
      'M40 150 Q40 130 66 128 L306 128 Q332 130 332 152 L332 270 Q332 302 300 304 L240 304 Q214 304 204 280 Q194 262 184 280 Q172 304 146 304 L72 304 Q40 302 40 270 Z',
      shaded(color, 90),
    ) +
    path('M58 158 Q58 146 74 146 L296 146 Q314 146 314 160 L314 226 Q186 250 58 226 Z', '#14171b') +
    gloss('M74 158 L196 158 L150 232 L74 226 Z', 0.18) +
    [
      [84, 252],
      [286, 252],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 11, '#14171b'))
      .join('') +
    circle(186, 190, 7, steel)
  );
}
