import { bothSides, repeat, turned } from '../compose.ts';
import { black, gloss, print, white } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A desktop picture of hills, to fill a screen. */
export function wallpaper(x: number, y: number, width: number, height: number, sky: string): string {
  const bottom = y + height;
  return (
    rect(x, y, width, height, shaded(sky, 90, 0.3)) +
    circle(x + width * 0.72, y + height * 0.34, height * 0.13, '#fbe7a0') +
    path(
      `M${x} ${bottom} L${x} ${y + height * 0.7} Q${x + width * 0.28} ${y + height * 0.4} ${x + width * 0.56} ${y + height * 0.74} Q${x + width * 0.8} ${y + height * 0.5} ${x + width} ${y + height * 0.68} L${x + width} ${bottom} Z`,
      '#2b5d6e',
    ) +
    path(
      `M${x} ${bottom} L${x} ${y + height * 0.86} Q${x + width * 0.5} ${y + height * 0.66} ${x + width} ${y + height * 0.9} L${x + width} ${bottom} Z`,
      '#1f4654',
    )
  );
}

/** An open laptop. */
export function laptop(color: string, sky: string): string {
  return (
    shadow(200, 318, 170) +
    rect(70, 66, 260, 180, '#1b1f24', 12) +
    wallpaper(82, 78, 236, 150, sky) +
    circle(200, 72, 2.5, '#5b646d') +
    path('M70 244 L330 244 L376 304 L24 304 Z', shaded(color, 90)) +
    path('M86 250 L314 250 L336 280 L64 280 Z', darker(color, 0.35)) +
    repeat(3, (row) =>
      repeat(12, (at) =>
        rect(86 - row * 7 + at * (19 + row * 1.1), 253 + row * 9, 15 + row, 6, '#262b30', 1.5),
      ),
    ) +
    path('M164 284 L236 284 L240 300 L160 300 Z', darker(color, 0.15)) +
    path('M24 304 L376 304 Q374 316 356 316 L44 316 Q26 316 24 304 Z', darker(color, 0.25))
  );
}

/** A laptop for games: a keyboard in rainbow light and thick vents. */
export function gamingLaptop(): string {
  const tones = ['#e0483f', '#e8a12c', '#5cc46a', '#3f9be0', '#9a5ad8'];
  return (
    shadow(200, 330, 170) +
    rect(62, 50, 276, 186, '#14171b', 8) +
    rect(74, 62, 252, 158, '#1e1330') +
    path('M74 220 L160 120 L210 180 L260 96 L326 220 Z', '#7a2fb0') +
    path('M148 96 Q200 60 252 96 L232 150 L200 180 L168 150 Z', '#e0483f') +
    path('M172 108 L192 120 L192 130 L172 122 Z M228 108 L208 120 L208 130 L228 122 Z', '#ffe08a') +
    path('M56 236 L344 236 L380 312 L20 312 Z', shaded('#2b3037', 90)) +
    repeat(4, (row) =>
      repeat(12, (at) =>
        rect(
          70 - row * 6 + at * (21.6 + row),
          246 + row * 14,
          17 + row,
          9,
          tones[(at + row) % 5] ?? black,
          2,
        ),
      ),
    ) +
    path('M20 312 L380 312 L372 330 L28 330 Z', '#14171b') +
    bothSides(repeat(4, (at) => rect(44 + at * 14, 317, 9, 6, '#e0483f')))
  );
}

/** A monitor on its stand. */
export function monitor(sky: string): string {
  return (
    shadow(200, 356, 110) +
    path('M176 270 L224 270 L232 330 L168 330 Z', shaded('#8a939b', 0)) +
    path('M110 352 Q116 326 200 326 Q284 326 290 352 Z', shaded('#aab2ba', 0)) +
    rect(24, 56, 352, 218, '#1b1f24', 12) +
    wallpaper(36, 68, 328, 184, sky) +
    circle(200, 263, 4, '#5cc46a')
  );
}

/** A desktop computer: the tower, lit from inside. */
export function desktopTower(): string {
  const fan = (cy: number, tone: string): string =>
    circle(148, cy, 40, '#0d0f12') +
    circle(148, cy, 36, 'none', { stroke: tone, 'stroke-width': 6 }) +
    repeat(7, (at) =>
      turned(
        path(`M148 ${cy} Q164 ${cy - 12} 156 ${cy - 30} Q144 ${cy - 20} 148 ${cy} Z`, '#5b646d'),
        at * 51,
        148,
        cy,
      ),
    ) +
    circle(148, cy, 8, '#2b3037');
  return (
    shadow(206, 362, 120) +
    rect(92, 34, 112, 322, shaded('#2b3037', 0), 8) +
    fan(112, '#3f9be0') +
    fan(206, '#9a5ad8') +
    fan(300, '#e0483f') +
    circle(148, 52, 7, '#5cc46a') +
    path('M204 34 L312 52 L312 340 L204 356 Z', '#14171b') +
    path('M216 52 L300 66 L300 324 L216 338 Z', '#2a2440') +
    rect(230, 96, 54, 60, '#3c4650', 4) +
    circle(257, 126, 20, 'none', { stroke: '#3f9be0', 'stroke-width': 6 }) +
    repeat(3, (at) => rect(232 + at * 18, 170, 10, 50, ['#e0483f', '#5cc46a', '#3f9be0'][at] ?? black, 2)) +
    path('M222 240 L296 244 L296 276 L222 276 Z', '#aab2ba') +
    circle(258, 259, 12, '#2b3037')
  );
}

/** A keyboard with keys; `isColourful` for lit ones. */
export function computerKeyboard(color: string, isColourful = false): string {
  const tones = ['#e0483f', '#e8a12c', '#5cc46a', '#3f9be0', '#9a5ad8'];
  const keys = repeat(4, (row) =>
    repeat(13, (at) =>
      rect(
        34 + at * 25.7,
        150 + row * 28,
        21,
        23,
        isColourful ? (tones[(at + row) % 5] ?? white) : lighter(color, 0.35),
        5,
      ),
    ),
  );
  return turned(
    rect(18, 136, 364, 158, shaded(darker(color, 0.15), 90), 16) +
      rect(18, 130, 364, 158, shaded(color, 90), 16) +
      keys +
      rect(110, 262, 160, 20, isColourful ? white : lighter(color, 0.35), 5),
    -10,
  );
}

/** A computer mouse from above. */
export function computerMouse(color: string): string {
  return (
    ellipse(206, 218, 96, 140, '#00000022') +
    line('M200 70 Q196 30 240 24', '#33373d', 8) +
    path(
      'M108 180 Q106 66 200 64 Q294 66 292 180 L292 240 Q288 344 200 346 Q112 344 108 240 Z',
      shaded(color, 45),
    ) +
    path('M108 176 Q200 204 292 176', 'none', { stroke: darker(color, 0.3), 'stroke-width': 5 }) +
    line('M200 66 L200 186', darker(color, 0.3), 5) +
    rect(186, 98, 28, 62, black, 14) +
    rect(191, 110, 18, 38, '#7d868e', 9) +
    gloss('M126 200 Q130 300 170 326 Q140 290 142 204 Z', 0.3)
  );
}

/** A tablet with icons; `pen` draws a stylus next to it. */
export function tablet(color: string, pen = false): string {
  const tones = ['#e0483f', '#e8a12c', '#5cc46a', '#3f9be0', '#9a5ad8', '#2d8a8c', '#e79bb0', '#f1f1ee'];
  const icons = repeat(12, (at) =>
    rect(110 + (at % 4) * 46, 84 + Math.floor(at / 4) * 54, 32, 32, tones[at % 8] ?? white, 8),
  );
  const sketch =
    wallpaper(92, 62, 202, 276, '#f2c7a0') + line('M120 270 Q150 170 190 250 Q220 310 262 180', '#e0483f', 7);
  return (
    rect(76, 36, 234, 332, '#00000022', 24) +
    rect(72, 30, 234, 332, shaded(color, 45), 24) +
    rect(82, 40, 214, 312, '#14171b', 18) +
    (pen ? sketch : wallpaper(92, 62, 194, 276, '#6fa8dc') + icons) +
    circle(189, 51, 4, '#3c434b') +
    (pen
      ? turned(
          rect(318, 60, 18, 250, shaded(white, 0), 6, { stroke: '#c3c9cf', 'stroke-width': 2 }) +
            path('M318 310 L336 310 L327 342 Z', '#8a939b'),
          14,
          327,
          200,
        )
      : '')
  );
}

/** A reader for books with grey paper. */
export function eReader(color: string): string {
  const rows = repeat(13, (at) => rect(116, 98 + at * 16, at % 5 === 4 ? 96 : 168, 6, '#8b8a84', 3));
  return (
    rect(82, 34, 244, 338, '#00000022', 18) +
    rect(78, 28, 244, 338, shaded(color, 45), 18) +
    rect(100, 54, 200, 262, '#efece2', 4) +
    rect(116, 72, 110, 12, '#55544f', 4) +
    rows +
    rect(150, 330, 100, 12, lighter(color, 0.2), 6)
  );
}

/** A printer with a printed page. */
export function printer(color: string): string {
  return (
    shadow(200, 334, 160) +
    path('M118 36 L282 36 L288 130 L112 130 Z', '#fbfaf6', { stroke: '#d2d0c8', 'stroke-width': 3 }) +
    rect(40, 120, 320, 132, shaded(color, 90), 18) +
    rect(40, 120, 320, 22, lighter(color, 0.25), 10) +
    rect(64, 158, 90, 46, '#14171b', 6) +
    rect(72, 166, 44, 30, '#3f9be0', 3) +
    circle(138, 181, 9, '#5cc46a') +
    rect(70, 240, 260, 30, darker(color, 0.5), 8) +
    path('M96 254 L304 254 L320 328 L80 328 Z', '#fbfaf6', { stroke: '#d2d0c8', 'stroke-width': 3 }) +
    path('M110 318 L150 272 L180 302 L214 264 L286 318 Z', '#3f9be0') +
    circle(260, 276, 11, '#f0c53a')
  );
}

/** A router with antennas. */
export function router(color: string): string {
  const antenna = (x: number, degrees: number): string =>
    turned(rect(x - 8, 70, 16, 170, shaded(darker(color, 0.25), 0), 8), degrees, x, 240);
  const waves = [26, 48, 70]
    .map((r) =>
      path(`M${200 - r} ${118 - r * 0.2} Q200 ${118 - r * 1.1} ${200 + r} ${118 - r * 0.2}`, 'none', {
        stroke: '#3f9be0',
        'stroke-width': 10,
        'stroke-linecap': 'round',
      }),
    )
    .join('');
  return (
    shadow(200, 326, 160) +
    antenna(70, -14) +
    antenna(140, -4) +
    antenna(260, 4) +
    antenna(330, 14) +
    waves +
    circle(200, 140, 11, '#3f9be0') +
    path('M56 226 L344 226 L376 300 Q378 322 356 322 L44 322 Q22 322 24 300 Z', shaded(color, 90)) +
    repeat(6, (at) => circle(100 + at * 40, 292, 7, at === 4 ? '#e8a12c' : '#5cc46a')) +
    line('M90 252 L310 252', darker(color, 0.2), 6)
  );
}

/** A memory stick. */
export function memoryStick(color: string): string {
  return turned(
    rect(44, 152, 96, 96, shaded('#c3cad1', 90, 0.25), 4) +
      [176, 208].map((y) => rect(64, y, 26, 18, '#4a5158', 2)).join('') +
      rect(132, 132, 232, 136, shaded(color, 90), 26) +
      circle(330, 200, 15, '#ffffff') +
      print('64 GB', 224, 216, 46, white) +
      gloss('M150 142 L320 142 L320 156 L150 156 Z', 0.35),
    -26,
  );
}

/** An external hard disk with its cable. */
export function externalDisk(color: string): string {
  return (
    shadow(200, 352, 120) +
    line('M200 60 Q200 24 250 28 Q330 40 316 120 Q304 170 340 190', '#33373d', 9) +
    rect(324, 182, 34, 44, '#aab2ba', 4) +
    rect(98, 60, 204, 286, shaded(color, 45), 26) +
    rect(116, 78, 168, 250, lighter(color, 0.08), 16) +
    print('2 TB', 200, 226, 56, white) +
    circle(200, 300, 7, '#5ac8fa') +
    rect(180, 52, 40, 16, '#8a939b', 4)
  );
}

/** A webcam on its clip. */
export function webcam(): string {
  return (
    shadow(200, 354, 100) +
    path('M150 252 L250 252 L282 344 L118 344 Z', shaded('#33373d', 0)) +
    rect(176, 220, 48, 50, '#4a5158', 8) +
    rect(54, 82, 292, 156, shaded('#2b3037', 90), 72) +
    circle(200, 160, 64, '#0d0f12') +
    circle(200, 160, 48, shaded('#31506e', 45, 0.4)) +
    circle(200, 160, 22, '#0a1420') +
    circle(184, 142, 10, '#cfe6f7') +
    circle(308, 160, 8, '#5cc46a') +
    repeat(3, (at) => rect(84, 144 + at * 14, 34, 6, '#5b646d', 3))
  );
}

/** A calculator. */
export function calculator(color: string): string {
  const labels = [
    'C',
    '%',
    '÷',
    '×',
    '7',
    '8',
    '9',
    '−',
    '4',
    '5',
    '6',
    '+',
    '1',
    '2',
    '3',
    '=',
    '0',
    '.',
    '±',
    '√',
  ];
  const keys = labels.map((label, at) => {
    const x = 108 + (at % 4) * 48;
    const y = 150 + Math.floor(at / 4) * 40;
    const fill = label === '=' ? '#e0483f' : at % 4 === 3 || at < 4 ? '#e8a12c' : '#f1f1ee';
    return rect(x, y, 40, 32, fill, 7) + print(label, x + 20, y + 24, 22, fill === '#f1f1ee' ? black : white);
  });
  return (
    rect(90, 34, 228, 338, '#00000022', 22) +
    rect(86, 28, 228, 338, shaded(color, 45), 22) +
    rect(106, 52, 188, 72, '#b9cfae', 8) +
    print('3.1416', 204, 103, 42, '#22372a') +
    keys.join('')
  );
}

/** A hub with ports for cables. */
export function usbHub(color: string): string {
  return (
    shadow(210, 300, 150) +
    line('M60 200 Q20 180 30 120 Q44 80 90 96', '#33373d', 13) +
    rect(78, 78, 56, 38, '#aab2ba', 6) +
    path('M66 164 L350 164 L372 204 L88 204 Z', lighter(color, 0.3)) +
    rect(88, 204, 284, 84, shaded(color, 90), 10) +
    repeat(
      3,
      (at) => rect(108 + at * 62, 226, 48, 26, '#14171b', 3) + rect(112 + at * 62, 240, 40, 8, '#3f9be0'),
    ) +
    rect(298, 230, 52, 20, '#14171b', 10) +
    circle(116, 270, 5, '#5cc46a')
  );
}

/** A memory card for cameras. */
export function memoryCard(color: string): string {
  return (
    path(
      'M92 34 L252 34 L314 96 L314 352 Q314 366 300 366 L100 366 Q86 366 86 352 L86 40 Q86 34 92 34 Z',
      shaded(color, 45),
    ) +
    repeat(6, (at) => rect(112 + at * 24, 54, 18, 62, '#d0a343', 3)) +
    rect(104, 150, 192, 190, white, 8) +
    rect(104, 150, 192, 56, '#e0483f', 8) +
    print('128', 200, 278, 76, black) +
    print('GB', 200, 324, 38, black)
  );
}
