import { bothSides, repeat, turned } from '../compose.ts';
import { black, box, brass, print, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A pawn of a board game. */
function pawn(x: number, y: number, color: string): string {
  const scale = 1.15;
  return (
    path(
      `M${x - 26 * scale} ${y} Q${x - 10 * scale} ${y - 20 * scale} ${x - 9 * scale} ${y - 50 * scale} L${x + 9 * scale} ${y - 50 * scale} Q${x + 10 * scale} ${y - 20 * scale} ${x + 26 * scale} ${y} Z`,
      shaded(color, 0),
    ) + circle(x, y - 60 * scale, 17 * scale, shaded(color, 45))
  );
}

/** A board game with a path, pawns and a die. */
export function boardGame(): string {
  const tones = ['#c8383d', '#f0c53a', '#2f6fb0', '#4c9a5b'];
  const cells = repeat(16, (at) => {
    const side = Math.floor(at / 4);
    const step = 60 + (at % 4) * 56;
    const x = [step, 284, 284 - (at % 4) * 56 + 0, 60][side] ?? 0;
    const y = [130, 130 + (at % 4) * 44, 306, 306 - (at % 4) * 44][side] ?? 0;
    return rect(x, y, 52, 40, tones[at % 4] ?? black, 6);
  });
  return (
    shadow(200, 366, 160) +
    rect(36, 106, 328, 258, darker('#e9d9b0', 0.25), 12) +
    rect(36, 100, 328, 258, shaded('#f3e6c4', 45, 0.06), 12) +
    cells +
    rect(134, 188, 132, 100, '#4c9a5b', 10) +
    path('M144 280 L190 208 L220 252 L236 234 L258 280 Z', '#dff0d0') +
    pawn(92, 170, '#c8383d') +
    pawn(306, 210, '#2f6fb0') +
    pawn(196, 340, '#f0c53a') +
    turned(
      rect(236, 40, 62, 62, shaded(white, 45), 12, { stroke: '#c9cdd1', 'stroke-width': 3 }) +
        [
          [254, 58],
          [280, 58],
          [267, 71],
          [254, 84],
          [280, 84],
        ]
          .map(([x = 0, y = 0]) => circle(x, y, 6, black))
          .join(''),
      14,
      267,
      71,
    )
  );
}

/** Two dice. */
export function dice(color: string): string {
  const pip = color === '#f1f1ee' ? '#33373d' : '#f1f1ee';
  const die = (x: number, y: number, degrees: number, pips: readonly (readonly [number, number])[]): string =>
    turned(
      box(x, y, 132, 132, 44, color) +
        pips.map(([dx, dy]) => circle(x + 66 + dx * 38, y + 66 + dy * 38, 14, pip)).join('') +
        ellipse(x + 90, y - 13, 15, 7, pip) +
        ellipse(x + 154, y + 20, 7, 15, pip) +
        ellipse(x + 154, y + 84, 7, 15, pip),
      degrees,
      x + 66,
      y + 66,
    );
  return (
    shadow(200, 350, 160) +
    die(168, 70, 12, [
      [-1, -1],
      [1, -1],
      [-1, 0],
      [1, 0],
      [-1, 1],
      [1, 1],
    ]) +
    die(46, 196, -8, [
      [-1, -1],
      [0, 0],
      [1, 1],
    ])
  );
}

const chessOutlines = {
  king: 'M-8 -250 L8 -250 L8 -232 L26 -232 L26 -216 L8 -216 L8 -200 Q60 -214 52 -160 L30 -120 Q24 -70 44 -44 L-44 -44 Q-24 -70 -30 -120 L-52 -160 Q-60 -214 -8 -200 L-8 -216 L-26 -216 L-26 -232 L-8 -232 Z',
  knight:
    'M-46 -44 Q-40 -100 0 -130 Q-20 -126 -44 -106 L-64 -120 Q-50 -170 -14 -196 L-16 -222 L6 -204 Q58 -190 56 -110 Q54 -70 46 -44 Z',
} as const;

/** A chess board with a king and a knight on it. */
export function chessSet(light: string, dark: string): string {
  const cells = repeat(32, (at) => {
    const row = Math.floor(at / 4);
    const x = (at % 4) * 2 + (row % 2);
    const left = (n: number): number => 80 - row * 7 + n * ((240 + row * 14) / 8);
    const y = 236 + row * 14;
    return path(
      `M${left(x)} ${y} L${left(x + 1)} ${y} L${left(x + 1) + (x + 1) * 1.75 - 7} ${y + 14} L${left(x) + x * 1.75 - 7} ${y + 14} Z`,
      dark,
    );
  });
  const man = (x: number, y: number, outline: string, color: string): string =>
    path(outline, shaded(color, 0, 0.25), { transform: `translate(${x} ${y})` }) +
    rect(x - 54, y - 46, 108, 20, shaded(color, 0), 8) +
    rect(x - 62, y - 28, 124, 28, shaded(darker(color, 0.08), 0), 8);
  return (
    shadow(200, 372, 170) +
    path('M80 236 L320 236 L376 348 L24 348 Z', light) +
    cells +
    path('M24 348 L376 348 L376 366 L24 366 Z', darker(dark, 0.3)) +
    man(132, 318, chessOutlines.king, light) +
    circle(258, 140, 5, light) +
    man(262, 318, chessOutlines.knight, dark) +
    circle(256, 142, 6, light)
  );
}

/** A fan of playing cards. */
export function playingCards(): string {
  const heart = (x: number, y: number, s: number): string =>
    path(
      `M${x} ${y + 26 * s} Q${x - 36 * s} ${y} ${x - 22 * s} ${y - 16 * s} Q${x - 8 * s} ${y - 26 * s} ${x} ${y - 8 * s} Q${x + 8 * s} ${y - 26 * s} ${x + 22 * s} ${y - 16 * s} Q${x + 36 * s} ${y} ${x} ${y + 26 * s} Z`,
      '#c8383d',
    );
  const spade = (x: number, y: number, s: number): string =>
    path(
      `M${x} ${y - 28 * s} Q${x + 38 * s} ${y} ${x + 20 * s} ${y + 14 * s} Q${x + 8 * s} ${y + 20 * s} ${x + 3 * s} ${y + 8 * s} L${x + 10 * s} ${y + 30 * s} L${x - 10 * s} ${y + 30 * s} L${x - 3 * s} ${y + 8 * s} Q${x - 8 * s} ${y + 20 * s} ${x - 20 * s} ${y + 14 * s} Q${x - 38 * s} ${y} ${x} ${y - 28 * s} Z`,
      black,
    );
  const card = (
    degrees: number,
    letter: string,
    suit: (x: number, y: number, s: number) => string,
    tone: string,
  ): string =>
    turned(
      rect(124, 66, 160, 232, '#fdfcf8', 14, { stroke: '#b9bdc1', 'stroke-width': 3 }) +
        print(letter, 148, 108, 36, tone) +
        suit(148, 134, 0.5) +
        suit(204, 182, 1.7),
      degrees,
      204,
      360,
    );
  return (
    card(-27, 'K', spade, black) +
    card(-9, 'Q', heart, '#c8383d') +
    card(9, 'J', spade, black) +
    card(27, 'A', heart, '#c8383d')
  );
}

/** Domino pieces. */
export function dominoes(color: string): string {
  const pips = (x: number, y: number, count: number): string =>
    [
      [-16, -16],
      [16, 16],
      [-16, 16],
      [16, -16],
      [0, 0],
    ]
      .slice(0, count)
      .map(([dx = 0, dy = 0]) => circle(x + dx, y + dy, 7, white))
      .join('');
  const piece = (x: number, y: number, degrees: number, first: number, second: number): string =>
    turned(
      rect(x + 4, y + 6, 72, 148, darker(color, 0.5), 10) +
        rect(x, y, 72, 148, shaded(color, 45), 10) +
        line(`M${x + 12} ${y + 74} L${x + 60} ${y + 74}`, brass, 4) +
        pips(x + 36, y + 38, first) +
        pips(x + 36, y + 111, second),
      degrees,
      x + 36,
      y + 74,
    );
  return (
    piece(60, 46, -12, 4, 2) +
    piece(248, 40, 10, 5, 4) +
    piece(164, 130, 84, 2, 1) +
    piece(70, 220, 16, 1, 5) +
    piece(252, 216, -20, 4, 4)
  );
}

/** A dart board with darts. */
export function dartboard(): string {
  const sector = (at: number, outer: number, inner: number, fill: string): string => {
    const angle = (n: number): number => ((n * 18 - 9) * Math.PI) / 180;
    const point = (r: number, n: number): string =>
      `${(200 + r * Math.sin(angle(n))).toFixed(1)} ${(200 - r * Math.cos(angle(n))).toFixed(1)}`;
    return path(
      `M${point(outer, at)} L${point(outer, at + 1)} L${point(inner, at + 1)} L${point(inner, at)} Z`,
      fill,
    );
  };
  return (
    circle(200, 200, 168, black) +
    repeat(
      20,
      (at) =>
        sector(at, 134, 20, at % 2 ? '#f3e6c4' : '#2b2f35') +
        sector(at, 138, 126, at % 2 ? '#4c9a5b' : '#c8383d') +
        sector(at, 88, 76, at % 2 ? '#4c9a5b' : '#c8383d'),
    ) +
    circle(200, 200, 22, '#4c9a5b') +
    circle(200, 200, 11, '#c8383d') +
    [20, 5, 12, 9, 14, 11, 8, 16, 7, 19, 3, 17, 2, 15, 10, 6, 13, 4, 18, 1]
      .map((value, at) =>
        print(
          String(value),
          200 + 151 * Math.sin((-at * Math.PI) / 10),
          207 - 151 * Math.cos((at * Math.PI) / 10),
          20,
          white,
        ),
      )
      .join('') +
    turned(
      line('M200 198 L250 198', '#aab2ba', 5) +
        line('M250 198 L306 198', brass, 11) +
        line('M306 198 L338 198', black, 5) +
        path('M326 198 L344 172 L380 172 L366 198 L380 224 L344 224 Z', '#2f6fb0'),
      30,
      200,
      200,
    )
  );
}

/** A football table seen from the front. */
export function tableFootball(color: string): string {
  const player = (x: number, y: number, tone: string): string =>
    circle(x, y - 20, 8, '#f0c29b') +
    rect(x - 8, y - 14, 16, 26, tone, 4) +
    rect(x - 9, y + 10, 18, 9, black, 3);
  const rod = (y: number, tone: string, xs: readonly number[]): string =>
    line(`M26 ${y} L374 ${y}`, '#c3c9cf', 6) +
    rect(14, y - 9, 30, 18, black, 8) +
    xs.map((x) => player(x, y, tone)).join('');
  return (
    shadow(200, 366, 150) +
    bothSides(path('M70 270 L106 270 L90 362 L58 362 Z', darker(color, 0.35))) +
    path('M74 90 L326 90 L356 250 L44 250 Z', '#4c9a5b') +
    line('M59 172 L341 172', white, 4) +
    ellipse(200, 172, 44, 22, 'none', { stroke: white, 'stroke-width': 4 }) +
    rod(122, '#c8383d', [140, 200, 260]) +
    rod(160, '#2f6fb0', [110, 170, 230, 290]) +
    rod(212, '#c8383d', [130, 200, 270]) +
    circle(236, 190, 7, white) +
    bothSides(path('M74 82 L44 250 L30 250 L60 82 Z', shaded(color, 0))) +
    rect(60, 76, 280, 16, shaded(color, 90)) +
    rect(28, 246, 344, 66, shaded(color, 90), 6) +
    rect(160, 262, 80, 34, darker(color, 0.5), 8)
  );
}

/** A puzzle cube with coloured faces. */
export function puzzleCube(): string {
  const tones = ['#c8383d', '#f0c53a', '#2f6fb0', '#4c9a5b', '#f1f1ee', '#e3782f'];
  const cell = (at: number, shift: number): string =>
    tones[(at * 5 + shift * 2 + Math.floor(at / 2)) % 6] ?? white;
  const place = (at: number): [number, number] => [at % 3, Math.floor(at / 3)];
  const left = repeat(9, (at) => {
    const [x, y] = place(at);
    return path(`M${62 + x * 46} ${132 + x * 23 + y * 56} l40 20 l0 48 l-40 -20 Z`, cell(at, 0));
  });
  const right = repeat(9, (at) => {
    const [x, y] = place(at);
    return path(`M${206 + x * 46} ${200 - x * 23 + y * 56} l40 -20 l0 48 l-40 20 Z`, cell(at, 1));
  });
  const top = repeat(9, (at) => {
    const [x, y] = place(at);
    return path(`M${200 + (x - y) * 46} ${54 + (x + y) * 23} l38 19 l-38 19 l-38 -19 Z`, cell(at, 2));
  });
  return (
    shadow(200, 356, 130) +
    path('M200 44 L346 118 L346 290 L200 366 L54 290 L54 118 Z', '#1f2327') +
    left +
    right +
    top
  );
}

/** Bowling pins and a ball. */
export function bowlingSet(color: string): string {
  const pin = (x: number, y: number, s: number): string =>
    path(
      `M${x - 24 * s} ${y} Q${x - 50 * s} ${y - 80 * s} ${x - 20 * s} ${y - 136 * s} Q${x - 14 * s} ${y - 160 * s} ${x - 22 * s} ${y - 184 * s} Q${x - 24 * s} ${y - 220 * s} ${x} ${y - 222 * s} Q${x + 24 * s} ${y - 220 * s} ${x + 22 * s} ${y - 184 * s} Q${x + 14 * s} ${y - 160 * s} ${x + 20 * s} ${y - 136 * s} Q${x + 50 * s} ${y - 80 * s} ${x + 24 * s} ${y} Z`,
      shaded('#f4f2ec', 0, 0.12),
      { stroke: '#cfcdc6', 'stroke-width': 2 },
    ) +
    rect(x - 19 * s, y - 160 * s, 38 * s, 10 * s, '#c8383d') +
    rect(x - 20 * s, y - 144 * s, 40 * s, 8 * s, '#c8383d');
  return (
    shadow(210, 352, 160) +
    pin(190, 300, 1) +
    pin(330, 300, 1) +
    pin(260, 310, 1.15) +
    pin(200, 346, 1.3) +
    pin(320, 346, 1.3) +
    circle(102, 278, 72, shaded(color, 45, 0.3)) +
    [
      [92, 244],
      [118, 240],
      [110, 266],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 9, darker(color, 0.6)))
      .join('')
  );
}

/** A wooden tower of blocks from which one pulls pieces. */
export function blockTower(): string {
  const layer = (at: number): string =>
    at % 2
      ? repeat(3, (n) =>
          at === 3 && n === 1
            ? ''
            : rect(122 + n * 53, 44 + at * 34, 50, 31, shaded(n % 2 ? '#d3a068' : '#c18d55', 45), 3),
        )
      : rect(at === 4 ? 150 : 122, 44 + at * 34, 156, 31, shaded(at % 4 ? '#d9ab76' : '#c99660', 90), 3);
  return (
    shadow(200, 356, 130) +
    repeat(9, layer) +
    turned(rect(300, 300, 52, 32, shaded('#d3a068', 45), 3), 0) +
    turned(rect(44, 316, 70, 30, shaded(wood, 90), 3), -6, 80, 330)
  );
}

/** A skipping rope with wooden handles. */
export function skippingRope(color: string): string {
  const handle = (x: number, degrees: number): string =>
    turned(
      rect(x - 14, 36, 28, 120, shaded(wood, 0), 12) +
        rect(x - 14, 62, 28, 12, '#c8383d') +
        rect(x - 14, 120, 28, 12, '#f0c53a'),
      degrees,
      x,
      96,
    );
  return (
    line(
      'M112 150 Q60 300 150 336 Q240 352 252 266 Q246 200 190 222 Q140 252 200 316 Q300 376 346 270 Q350 200 290 150',
      color,
      15,
    ) +
    line(
      'M112 150 Q60 300 150 336 Q240 352 252 266 Q246 200 190 222 Q140 252 200 316 Q300 376 346 270 Q350 200 290 150',
      lighter(color, 0.5),
      4,
      { 'stroke-dasharray': '6 10' },
    ) +
    handle(112, 8) +
    handle(290, -8)
  );
}
