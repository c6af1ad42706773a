import { bothSides, repeat, turned } from '../compose.ts';
import { black, gloss, print, steel, white } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A smartphone, front and back; `lenses` is how many cameras it has. */
export function smartphone(color: string, lenses: 2 | 3, sky: string): string {
  const tones = ['#e0483f', '#e8a12c', '#5cc46a', '#3f9be0', '#9a5ad8', '#f1f1ee'];
  const front =
    rect(176, 48, 166, 318, shaded(darker(color, 0.2), 45), 30) +
    rect(184, 56, 150, 302, '#14171b', 24) +
    rect(190, 62, 138, 290, shaded(sky, 60, 0.4), 19) +
    rect(236, 72, 46, 13, '#14171b', 7) +
    print('9:41', 259, 152, 46, white) +
    repeat(8, (at) =>
      rect(203 + (at % 4) * 30, 242 + Math.floor(at / 4) * 38, 22, 22, tones[at % 6] ?? white, 6),
    ) +
    rect(226, 336, 66, 5, white, 3);
  const cameras = repeat(
    lenses,
    (at) =>
      circle(94 + (at === 2 ? 36 : 0), 72 + (at === 2 ? 18 : at * 36), 15, '#14171b') +
      circle(94 + (at === 2 ? 36 : 0), 72 + (at === 2 ? 18 : at * 36), 7, '#31506e'),
  );
  return (
    rect(58, 34, 166, 318, shaded(color, 45), 30) +
    rect(70, 46, lenses === 3 ? 84 : 48, 88, darker(color, 0.18), 20) +
    cameras +
    front
  );
}

/** A phone with keys that folds. */
export function flipPhone(color: string): string {
  const keys = repeat(
    12,
    (at) =>
      rect(142 + (at % 3) * 42, 244 + Math.floor(at / 3) * 26, 34, 19, lighter(color, 0.6), 6) +
      print('123456789*0#'[at] ?? '', 159 + (at % 3) * 42, 259 + Math.floor(at / 3) * 26, 15, black),
  );
  return (
    rect(122, 26, 156, 176, shaded(color, 45), 26) +
    rect(140, 46, 120, 122, '#14171b', 8) +
    rect(146, 52, 108, 110, '#8fd0f0', 4) +
    print('12:30', 200, 118, 31, '#1f4654') +
    rect(118, 196, 164, 18, darker(color, 0.35), 9) +
    rect(122, 206, 156, 164, shaded(color, 45), 26) +
    rect(176, 218, 48, 20, steel, 10) +
    circle(152, 228, 10, '#5cc46a') +
    circle(248, 228, 10, '#e0483f') +
    keys
  );
}

/** A telephone with a dial and a handset. */
export function dialTelephone(color: string): string {
  return (
    shadow(200, 340, 150) +
    path('M96 150 L304 150 L356 310 Q360 334 336 334 L64 334 Q40 334 44 310 Z', shaded(color, 0)) +
    bothSides(rect(118, 118, 34, 40, darker(color, 0.25), 6)) +
    path(
      'M28 110 Q30 56 110 52 L290 52 Q370 56 372 110 L372 134 Q372 148 356 148 L312 148 Q298 148 296 132 L292 104 L108 104 L104 132 Q102 148 88 148 L44 148 Q28 148 28 134 Z',
      shaded(darker(color, 0.1), 90),
    ) +
    circle(200, 236, 78, shaded('#e9e4d8', 45)) +
    repeat(10, (at) => turned(circle(200, 180, 14, '#33373d'), at * 30 + 40, 200, 236)) +
    circle(200, 236, 33, shaded(color, 45)) +
    circle(200, 236, 9, '#e9e4d8') +
    gloss('M96 180 L112 166 L92 300 L70 310 Z', 0.3)
  );
}

/** A watch with a screen, and its strap. */
export function smartwatch(strap: string): string {
  const ring = (r: number, tone: string, length: number): string =>
    circle(200, 200, r, 'none', { stroke: darker(tone, 0.65), 'stroke-width': 11 }) +
    turned(
      circle(200, 200, r, 'none', {
        stroke: tone,
        'stroke-width': 11,
        'stroke-dasharray': `${length} 999`,
        'stroke-linecap': 'round',
      }),
      -90,
    );
  return (
    path('M146 126 L154 26 L246 26 L254 126 Z', shaded(strap, 0)) +
    path('M146 274 L154 374 L246 374 L254 274 Z', shaded(strap, 0)) +
    repeat(4, (at) => ellipse(200, 316 + at * 15, 7, 4, darker(strap, 0.4))) +
    rect(298, 172, 14, 40, '#8a939b', 6) +
    rect(104, 100, 194, 200, shaded('#4a5158', 45), 52) +
    rect(114, 110, 174, 180, '#0d0f12', 44) +
    ring(68, '#ff4d6a', 330) +
    ring(53, '#7ee04a', 240) +
    ring(38, '#4ad0f0', 170) +
    path('M200 216 Q178 198 186 190 Q194 184 200 194 Q206 184 214 190 Q222 198 200 216 Z', '#ff4d6a')
  );
}

/** A fitness band. */
export function fitnessBand(color: string): string {
  return (
    shadow(200, 354, 110) +
    ellipse(200, 214, 146, 130, 'none', { stroke: darker(color, 0.3), 'stroke-width': 52 }) +
    path('M54 206 Q54 78 200 76 Q346 78 346 206', 'none', { stroke: shaded(color, 0), 'stroke-width': 62 }) +
    rect(134, 36, 132, 82, '#0d0f12', 26) +
    print('8 642', 200, 78, 30, white) +
    path('M160 96 l14 0 l7 -12 l9 22 l8 -14 l6 4 l36 0', 'none', { stroke: '#7ee04a', 'stroke-width': 4 }) +
    [
      [170, 330],
      [200, 338],
      [230, 330],
    ]
      .map(([x = 0, y = 0]) => ellipse(x, y, 7, 5, darker(color, 0.55)))
      .join('')
  );
}

/** A plug with a charging cable. */
export function charger(color: string): string {
  const edge = { stroke: '#c3c9cf', 'stroke-width': 3 };
  return (
    [124, 172].map((x) => rect(x, 40, 17, 66, shaded(steel, 0), 7)).join('') +
    rect(76, 98, 164, 156, shaded(color, 45), 28, edge) +
    path('M168 126 L128 184 L154 184 L144 230 L190 164 L162 164 Z', '#e8a12c') +
    path('M158 254 Q158 350 250 346 Q340 340 318 250 Q300 190 326 150', 'none', {
      stroke: darker(color, 0.12),
      'stroke-width': 11,
    }) +
    rect(306, 90, 42, 64, shaded(color, 0), 10, edge) +
    rect(316, 60, 22, 34, steel, 7)
  );
}

/** A coiled cable with two plugs. */
export function chargingCable(color: string): string {
  return (
    repeat(4, (at) =>
      ellipse(200, 220, 130 - at * 14, 106 - at * 12, 'none', {
        stroke: at % 2 ? darker(color, 0.15) : color,
        'stroke-width': 11,
      }),
    ) +
    rect(180, 300, 40, 40, '#33373d', 6) +
    line('M300 150 Q330 110 300 84', color, 11) +
    turned(rect(276, 44, 40, 50, shaded('#33373d', 0), 8) + rect(282, 20, 28, 28, steel, 4), -18, 296, 70) +
    line('M100 150 Q70 110 100 84', color, 11) +
    turned(rect(82, 44, 36, 50, shaded('#33373d', 0), 8) + rect(90, 22, 20, 26, steel, 9), 18, 100, 70)
  );
}

/** A power bank that charges a phone. */
export function powerBank(color: string): string {
  return (
    shadow(180, 356, 110) +
    rect(82, 66, 176, 286, shaded(color, 45), 28) +
    rect(138, 56, 64, 16, '#8a939b', 5) +
    path('M182 120 L130 208 L164 208 L150 278 L214 180 L178 180 Z', '#f0c53a') +
    repeat(4, (at) => circle(134 + at * 24, 316, 7, at < 3 ? '#7ee04a' : darker(color, 0.3))) +
    path('M170 56 Q170 22 250 26 Q330 34 322 130 Q316 190 330 220', 'none', {
      stroke: '#33373d',
      'stroke-width': 9,
    }) +
    rect(312, 216, 34, 56, '#33373d', 8) +
    rect(320, 270, 18, 28, steel, 6)
  );
}

/** A round pad that charges a phone which lies on it. */
export function wirelessCharger(): string {
  return (
    shadow(200, 336, 150) +
    ellipse(200, 296, 160, 40, '#aab2ba') +
    ellipse(200, 284, 160, 40, shaded('#f1f1ee', 0, 0.06)) +
    ellipse(200, 284, 120, 28, 'none', { stroke: '#5cc46a', 'stroke-width': 5 }) +
    path('M130 70 L296 104 L262 270 L96 232 Z', shaded('#22262b', 45)) +
    path('M140 84 L284 113 L254 256 L110 224 Z', shaded('#31506e', 45, 0.4)) +
    rect(166, 132, 66, 76, 'none', 12, { stroke: '#7ee04a', 'stroke-width': 8 }) +
    rect(184, 118, 30, 14, '#7ee04a', 4) +
    path('M204 142 L182 176 L198 176 L192 200 L218 164 L202 164 Z', '#7ee04a')
  );
}

/** A pair of walkie-talkies. */
export function walkieTalkies(color: string): string {
  const set = (x: number, y: number): string =>
    rect(x + 18, y, 19, 110, '#22262b', 8) +
    rect(x, y + 96, 118, 210, shaded(color, 0), 20) +
    rect(x + 16, y + 116, 86, 50, '#bcd6b4', 6) +
    print('CH 8', x + 59, y + 151, 27, '#22372a') +
    rect(x + 76, y + 78, 26, 22, '#22262b', 6) +
    repeat(5, (at) => rect(x + 24, y + 222 + at * 14, 70, 6, darker(color, 0.5), 3)) +
    circle(x + 59, y + 193, 15, '#22262b');
  return shadow(200, 356, 150) + set(66, 44) + set(216, 44);
}

/** A case for a phone with a print of flowers. */
export function phoneCase(color: string): string {
  const flower = (x: number, y: number, tone: string): string =>
    repeat(5, (at) => turned(circle(x, y - 16, 13, tone), at * 72, x, y)) + circle(x, y, 9, '#f0c53a');
  return (
    rect(114, 34, 188, 340, '#00000022', 34) +
    rect(108, 28, 188, 340, shaded(color, 45), 34) +
    rect(126, 46, 64, 100, '#ffffff', 22) +
    rect(126, 46, 64, 100, 'none', 22, { stroke: darker(color, 0.3), 'stroke-width': 4 }) +
    flower(244, 120, '#e79bb0') +
    flower(152, 206, white) +
    flower(238, 240, '#f1a25a') +
    flower(160, 310, '#e79bb0') +
    flower(258, 324, white) +
    [
      [200, 180],
      [196, 270],
      [270, 180],
    ]
      .map(([x = 0, y = 0]) => path(`M${x} ${y} q18 -18 26 4 q-16 12 -26 -4 Z`, '#4c9a5b'))
      .join('') +
    rect(102, 170, 8, 46, darker(color, 0.3), 4)
  );
}
