import { bothSides, placed, repeat } from '../compose.ts';
import { black, box, brass, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A dining table seen from the front and a little above. */
export function diningTable(color: string): string {
  return (
    shadow(200, 330, 170) +
    bothSides(rect(108, 180, 14, 100, darker(color, 0.35), 4)) +
    path('M76 130 L324 130 L376 186 L24 186 Z', shaded(lighter(color, 0.2), 0, 0.1)) +
    repeat(3, (at) => line(`M${138 + at * 62} 132 L${112 + at * 88} 184`, darker(color, 0.1), 3)) +
    rect(24, 184, 352, 22, shaded(color, 90), 4) +
    bothSides(rect(40, 204, 24, 128, shaded(color, 0), 4)) +
    ellipse(200, 150, 34, 8, '#e9e4d8') +
    path('M176 148 Q178 116 200 118 Q222 116 224 148 Z', '#7fb8dc')
  );
}

/** A round coffee table with two books and a cup on it. */
export function coffeeTable(color: string): string {
  return (
    shadow(200, 332, 140) +
    line('M200 190 L200 300', darker(color, 0.35), 15) +
    bothSides(line('M120 190 L88 328', color, 17)) +
    path('M40 160 L40 178 Q50 212 200 214 Q350 212 360 178 L360 160 Z', darker(color, 0.15)) +
    ellipse(200, 160, 160, 40, shaded(lighter(color, 0.18), 0, 0.1)) +
    rect(118, 136, 110, 18, '#c8383d', 3) +
    rect(126, 120, 96, 16, '#2f6fb0', 3) +
    path('M258 112 L308 112 Q306 152 290 154 L276 154 Q260 152 258 112 Z', white) +
    line('M307 120 Q326 120 322 134 Q318 144 304 144', white, 6)
  );
}

/** A writing desk with drawers at the right. */
export function desk(color: string): string {
  return (
    shadow(200, 350, 170) +
    rect(24, 140, 352, 20, shaded(lighter(color, 0.15), 90), 4) +
    rect(38, 158, 16, 190, shaded(darker(color, 0.2), 0)) +
    rect(244, 158, 118, 190, shaded(color, 0)) +
    repeat(
      3,
      (at) =>
        rect(252, 168 + at * 60, 102, 52, lighter(color, 0.12), 4) +
        rect(288, 188 + at * 60, 30, 8, brass, 4),
    ) +
    rect(54, 160, 190, 24, darker(color, 0.12)) +
    line('M92 138 L92 84 L136 56', black, 7) +
    path('M124 40 L168 62 L142 92 L112 74 Z', '#d8a12c') +
    rect(74, 132, 40, 8, black, 4) +
    rect(190, 74, 130, 60, '#33373d', 5) +
    rect(196, 80, 118, 48, '#8fcbe6') +
    rect(176, 132, 158, 8, '#aab2ba', 4)
  );
}

/** A double bed with pillows and a blanket. */
export function bed(color: string, blanket: string): string {
  return (
    shadow(200, 326, 180) +
    rect(40, 66, 320, 150, shaded(color, 90), 16) +
    rect(50, 176, 300, 60, white, 14) +
    [72, 208]
      .map((x) =>
        rect(x, 132, 120, 62, shaded('#fbfaf6', 45, 0.06), 22, { stroke: '#d9d6cd', 'stroke-width': 3 }),
      )
      .join('') +
    path('M46 216 Q200 188 354 216 L366 284 L34 284 Z', shaded(blanket, 90)) +
    path('M46 216 Q200 188 354 216 L357 236 Q200 208 43 236 Z', lighter(blanket, 0.45)) +
    rect(30, 280, 340, 28, shaded(darker(color, 0.1), 90), 6) +
    bothSides(rect(44, 306, 18, 22, darker(color, 0.35)))
  );
}

/** A cot with bars and a small mobile above it. */
export function cot(color: string): string {
  return (
    shadow(200, 352, 160) +
    line('M352 150 L352 54 Q350 34 320 34 L250 34', darker(color, 0.2), 8) +
    [
      ['#e79bb0', 220],
      ['#f0c53a', 250],
      ['#7fb8dc', 280],
    ]
      .map(
        ([tone, x], at) =>
          line(`M${x} 36 L${x} ${64 + at * 6}`, '#9aa2a9', 3) +
          circle(Number(x), 76 + at * 6, 14, String(tone)),
      )
      .join('') +
    rect(50, 240, 300, 56, '#cfe3ee', 10) +
    rect(66, 214, 74, 36, white, 14) +
    rect(40, 140, 320, 20, shaded(color, 90), 8) +
    repeat(11, (at) => rect(60 + at * 27, 156, 10, 142, shaded(lighter(color, 0.1), 0), 4)) +
    rect(40, 292, 320, 22, shaded(color, 90), 8) +
    bothSides(rect(36, 128, 22, 222, shaded(color, 0), 6))
  );
}

/** A bunk bed with a ladder. */
export function bunkBed(color: string): string {
  const bunk = (y: number, blanket: string): string =>
    rect(52, y, 296, 34, blanket, 8) +
    rect(58, y - 14, 66, 30, white, 12) +
    rect(44, y + 30, 312, 20, shaded(color, 90), 4);
  return (
    shadow(200, 358, 160) +
    bunk(110, '#4c9a5b') +
    bunk(262, '#2f6fb0') +
    rect(44, 84, 312, 12, shaded(color, 90), 5) +
    bothSides(rect(36, 44, 18, 312, shaded(color, 0), 6)) +
    [262, 322].map((x) => rect(x, 80, 10, 276, darker(color, 0.2), 4)).join('') +
    repeat(6, (at) => rect(264, 124 + at * 38, 64, 9, darker(color, 0.2), 3))
  );
}

/** A book case with books, a plant and a box. */
export function bookcase(color: string): string {
  const tones = ['#c8383d', '#2f6fb0', '#f0c53a', '#4c9a5b', '#7a5aa6', '#e3782f', '#f1f1ee', '#2d8a8c'];
  const books = (x: number, y: number, count: number, from: number): string =>
    repeat(count, (at) =>
      rect(
        x + at * 17,
        y - 58 - ((at * 7 + from) % 4) * 5,
        15,
        58 + ((at * 7 + from) % 4) * 5,
        tones[(at + from) % 8] ?? black,
        2,
      ),
    );
  return (
    shadow(200, 362, 130) +
    rect(76, 30, 248, 330, shaded(color, 0), 6) +
    repeat(4, (at) => rect(90, 44 + at * 80, 220, 68, darker(color, 0.45))) +
    books(96, 112, 9, 0) +
    books(150, 192, 8, 3) +
    books(96, 272, 7, 5) +
    rect(100, 162, 34, 30, '#d98452', 3) +
    path('M117 162 Q90 150 102 130 Q118 138 117 162 Q118 134 136 130 Q144 150 117 162 Z', '#4c9a5b') +
    rect(228, 228, 72, 44, '#d8c6a8', 4) +
    rect(252, 244, 24, 8, '#8b6b45', 4) +
    books(174, 352, 7, 2) +
    circle(130, 330, 22, '#c79a3f')
  );
}

/** A wardrobe with two doors, one open on clothes. */
export function wardrobe(color: string): string {
  const clothes = ['#c8383d', '#2f6fb0', '#f1f1ee', '#4c9a5b'].map((tone, at) =>
    path(
      `M${206 + at * 26} 92 L${232 + at * 26} 92 L${236 + at * 26} ${210 + (at % 2) * 30} L${202 + at * 26} ${210 + (at % 2) * 30} Z`,
      shaded(tone, 0),
    ),
  );
  return (
    shadow(190, 362, 150) +
    rect(52, 34, 272, 316, shaded(color, 0), 8) +
    rect(192, 52, 118, 282, darker(color, 0.55)) +
    line('M192 84 L310 84', '#c3c9cf', 7) +
    clothes.join('') +
    repeat(2, (at) => rect(206 + at * 50, 306, 42, 28, at ? '#d8c6a8' : '#7b5233', 4)) +
    rect(66, 52, 122, 282, shaded(lighter(color, 0.1), 0), 4) +
    rect(82, 72, 90, 110, 'none', 3, { stroke: darker(color, 0.2), 'stroke-width': 4 }) +
    rect(82, 204, 90, 110, 'none', 3, { stroke: darker(color, 0.2), 'stroke-width': 4 }) +
    circle(176, 194, 7, brass) +
    path('M324 40 L376 66 L376 350 L324 344 Z', shaded(lighter(color, 0.15), 0)) +
    circle(366, 206, 7, brass) +
    bothSides(rect(64, 348, 20, 14, darker(color, 0.4)))
  );
}

/** A chest of drawers. */
export function drawerChest(color: string): string {
  return (
    shadow(200, 354, 150) +
    rect(44, 70, 312, 20, shaded(lighter(color, 0.2), 90), 6) +
    rect(56, 88, 288, 240, shaded(color, 0), 4) +
    repeat(6, (at) => {
      const x = 68 + (at % 2) * 136;
      const y = 100 + Math.floor(at / 2) * 76;
      return (
        rect(x, y, 128, 66, shaded(lighter(color, 0.14), 90, 0.08), 4) + circle(x + 64, y + 33, 9, brass)
      );
    }) +
    bothSides(path('M66 328 L96 328 L88 354 L72 354 Z', darker(color, 0.25)))
  );
}

/** A bedside table with a drawer and a lamp. */
export function nightstand(color: string): string {
  return (
    shadow(200, 358, 100) +
    path('M164 48 L236 48 L262 116 L138 116 Z', shaded('#f3dfae', 0)) +
    rect(194, 116, 12, 46, brass) +
    ellipse(200, 164, 34, 9, brass) +
    box(106, 186, 170, 140, 34, color) +
    rect(118, 198, 146, 52, lighter(color, 0.12), 4) +
    circle(191, 224, 9, brass) +
    rect(118, 260, 146, 56, darker(color, 0.45), 3) +
    rect(130, 296, 90, 18, '#2f6fb0', 2) +
    rect(136, 280, 80, 16, '#c8383d', 2) +
    [112, 256].map((x) => rect(x, 326, 14, 32, darker(color, 0.3))).join('')
  );
}

/** A coat stand with a hat and a scarf. */
export function coatStand(color: string): string {
  return (
    shadow(200, 362, 90) +
    bothSides(
      line('M200 320 L130 358', color, 14) +
        line('M196 100 Q150 110 140 64', color, 11) +
        line('M196 150 Q156 156 148 122', color, 10),
    ) +
    rect(192, 40, 16, 310, shaded(color, 0), 7) +
    circle(200, 40, 14, color) +
    path('M104 72 Q108 30 142 30 Q176 30 178 72 L196 78 Q140 94 86 78 Z', shaded('#5a4632', 0)) +
    rect(106, 62, 72, 10, '#c8383d') +
    path(
      'M252 64 Q270 70 272 90 L288 220 L262 224 L252 110 L246 208 L222 204 L238 84 Z',
      shaded('#2d8a8c', 0),
    ) +
    repeat(3, (at) => line(`M${250 + at * 3} ${120 + at * 30} L${280 + at * 3} ${116 + at * 30}`, white, 7))
  );
}

/** A shoe rack with three pairs. */
export function shoeRack(): string {
  const shoe = (tone: string): string =>
    path('M0 34 L0 6 Q0 0 8 0 L26 0 Q30 14 50 18 Q66 22 66 34 Z', tone) + rect(0, 32, 66, 6, white, 2);
  const pair = (x: number, y: number, tone: string): string =>
    placed(shoe(darker(tone, 0.2)), x + 24, y - 44) + placed(shoe(tone), x, y - 38);
  const shelf = (y: number): string => rect(40, y, 320, 12, shaded(wood, 90), 4);
  return (
    shadow(200, 356, 160) +
    pair(74, 150, '#c8383d') +
    pair(218, 150, '#2f6fb0') +
    pair(74, 240, '#7b5233') +
    pair(218, 240, '#33373d') +
    pair(146, 330, '#4c9a5b') +
    [150, 240, 330].map(shelf).join('') +
    bothSides(rect(40, 76, 14, 278, shaded(darker(wood, 0.15), 0), 4))
  );
}
