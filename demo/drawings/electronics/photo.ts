import { bothSides, repeat, turned } from '../compose.ts';
import { black, cylinder, gloss, print, steel, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A lens seen from its front. */
function frontLens(cx: number, cy: number, r: number): string {
  return (
    circle(cx, cy, r, '#22262b') +
    circle(cx, cy, r * 0.86, '#3c434b') +
    circle(cx, cy, r * 0.74, '#0d0f12') +
    circle(cx, cy, r * 0.58, shaded('#31506e', 45, 0.5)) +
    circle(cx, cy, r * 0.26, '#0a1420') +
    circle(cx - r * 0.24, cy - r * 0.26, r * 0.13, '#e9f5fb')
  );
}

/** A camera with a large lens. */
export function reflexCamera(color: string): string {
  return (
    shadow(200, 332, 150) +
    path('M140 110 L160 64 L240 64 L260 110 Z', shaded(lighter(color, 0.08), 0)) +
    rect(70, 84, 56, 34, '#4a5158', 8) +
    rect(286, 90, 46, 26, '#8a939b', 8) +
    rect(36, 104, 328, 216, shaded(color, 90), 28) +
    rect(36, 150, 328, 130, darker(color, 0.35)) +
    frontLens(206, 216, 98) +
    circle(322, 134, 10, '#e0483f') +
    rect(54, 122, 46, 15, white, 4) +
    rect(176, 76, 48, 20, '#14171b', 4)
  );
}

/** A small camera in two colours, in the old style. */
export function compactCamera(color: string): string {
  return (
    shadow(200, 322, 150) +
    rect(84, 86, 40, 24, steel, 6) +
    circle(300, 98, 19, shaded(steel, 45)) +
    rect(34, 100, 332, 210, shaded(steel, 90), 22) +
    rect(34, 150, 332, 118, shaded(color, 90)) +
    rect(252, 112, 74, 32, '#22262b', 5) +
    rect(262, 118, 54, 20, '#8fd0f0', 3) +
    frontLens(186, 210, 80) +
    circle(66, 126, 10, '#f7e08a')
  );
}

/** An instant camera with a picture that comes out. */
export function instantCamera(color: string): string {
  return (
    shadow(200, 366, 130) +
    rect(116, 270, 168, 98, '#fbfaf6', 4, { stroke: '#d2d0c8', 'stroke-width': 3 }) +
    rect(128, 286, 144, 64, '#8fd0f0') +
    path('M128 350 Q170 306 214 340 Q240 318 272 350 Z', '#4c9a5b') +
    circle(240, 306, 11, '#f7d257') +
    path(
      'M90 60 L310 60 Q332 60 336 84 L356 250 Q358 276 334 276 L66 276 Q42 276 44 250 L64 84 Q68 60 90 60 Z',
      shaded(color, 90),
    ) +
    rect(92, 262, 216, 14, '#22262b', 6) +
    repeat(5, (at) =>
      rect(188 + at * 5, 62, 5, 56, ['#e0483f', '#e8a12c', '#f7d257', '#5cc46a', '#3f9be0'][at] ?? black),
    ) +
    frontLens(200, 176, 66) +
    rect(84, 84, 76, 44, '#fbf3c8', 8, { stroke: '#22262b', 'stroke-width': 5 }) +
    rect(262, 86, 48, 36, '#22262b', 8) +
    circle(306, 210, 20, '#e0483f')
  );
}

/** A lens for a camera, standing. */
export function cameraLens(): string {
  return (
    shadow(200, 356, 110) +
    cylinder(200, 250, 342, 92, '#2b3037') +
    cylinder(200, 160, 262, 102, '#3c434b') +
    repeat(17, (at) => rect(104 + at * 11.6, 190 + Math.sin((at / 16) * Math.PI) * 14, 6, 54, '#22262b', 2)) +
    path('M98 168 A102 17 0 0 0 302 168 L302 178 A102 17 0 0 1 98 178 Z', '#e0483f') +
    cylinder(200, 96, 162, 114, '#2b3037') +
    ellipse(200, 96, 104, 20, '#0d0f12') +
    ellipse(200, 98, 84, 15, shaded('#5a6ea8', 0, 0.5)) +
    ellipse(176, 94, 22, 5, '#e9f5fb') +
    [
      ['24', 140],
      ['35', 200],
      ['70', 260],
    ]
      .map(([text, x]) => print(String(text), Number(x), 302, 25, white))
      .join('')
  );
}

/** A tripod. */
export function tripod(): string {
  return (
    shadow(200, 366, 120) +
    line('M200 150 L200 358', '#33373d', 13) +
    bothSides(
      line('M192 146 L96 360', '#4a5158', 17) +
        line('M146 246 L102 350', '#22262b', 11) +
        line('M200 236 L158 240', '#6c757d', 6),
    ) +
    rect(180, 96, 40, 64, shaded('#33373d', 0), 8) +
    line('M212 110 L296 140', '#33373d', 11) +
    line('M270 131 L300 142', '#e0483f', 17) +
    rect(150, 76, 100, 22, shaded('#4a5158', 90), 6) +
    rect(166, 34, 68, 42, '#22262b', 8) +
    circle(200, 55, 15, '#4a5158') +
    circle(200, 55, 8, '#31506e')
  );
}

/** A drone with four propellers. */
export function drone(color: string): string {
  const rotor = (x: number, y: number): string =>
    rect(x - 9, y, 18, 44, '#33373d', 5) +
    ellipse(x, y, 66, 11, '#9aa2a9', { opacity: 0.75 }) +
    circle(x, y, 9, '#22262b');
  return (
    shadow(200, 330, 120) +
    bothSides(
      line('M176 190 L84 150', darker(color, 0.2), 21) +
        line('M170 210 L70 240', darker(color, 0.1), 23) +
        rotor(84, 108) +
        rotor(70, 198) +
        line('M150 246 L130 312 M130 312 L104 312', '#4a5158', 9),
    ) +
    path('M140 176 Q200 140 260 176 L276 240 Q200 276 124 240 Z', shaded(color, 90)) +
    circle(200, 188, 11, '#5cc46a') +
    rect(166, 242, 68, 56, '#33373d', 14) +
    circle(200, 270, 22, '#0d0f12') +
    circle(200, 270, 13, shaded('#31506e', 45, 0.5)) +
    bothSides(circle(146, 226, 8, '#e0483f'))
  );
}

/** A small action camera in its waterproof case. */
export function actionCamera(): string {
  return (
    rect(150, 300, 100, 64, shaded('#33373d', 0), 10) +
    repeat(3, (at) => rect(164 + at * 28, 318, 16, 50, '#22262b', 6)) +
    rect(58, 66, 284, 244, '#bfd8e4', 34, { stroke: '#8fb3c4', 'stroke-width': 5 }) +
    rect(82, 90, 236, 196, shaded('#3c434b', 45), 22) +
    frontLens(246, 164, 62) +
    rect(100, 112, 66, 54, '#0d0f12', 6) +
    print('4K', 133, 150, 32, white) +
    circle(112, 258, 8, '#e0483f') +
    rect(150, 46, 60, 24, '#e0483f', 8) +
    [
      [110, 206],
      [140, 206],
      [110, 228],
      [140, 228],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 5, '#22262b'))
      .join('')
  );
}

/** A camcorder with its screen folded out. */
export function camcorder(): string {
  return (
    shadow(220, 318, 140) +
    rect(150, 126, 226, 172, shaded('#33373d', 90), 34) +
    rect(120, 156, 70, 110, '#22262b', 12) +
    ellipse(122, 211, 27, 54, '#0d0f12') +
    ellipse(120, 211, 18, 36, shaded('#31506e', 0, 0.5)) +
    path('M206 148 L206 40 Q206 30 218 32 L330 50 Q340 52 340 62 L340 150 Z', shaded('#4a5158', 45)) +
    path('M220 138 L220 52 L326 66 L326 140 Z', '#8fd0f0') +
    path('M220 138 Q250 96 284 124 Q304 104 326 122 L326 140 Z', '#4c9a5b') +
    circle(240, 70, 7, '#e0483f') +
    path('M214 290 Q290 330 370 270 L370 244 Q290 296 214 262 Z', '#14171b') +
    rect(250, 106, 60, 24, '#8a939b', 10)
  );
}

/** A security camera on a wall. */
export function securityCamera(): string {
  return (
    rect(320, 60, 36, 170, shaded('#d9dee2', 0), 8) +
    line('M326 150 L258 190', '#aab2ba', 26) +
    turned(
      path('M70 108 L290 108 Q310 108 310 130 L296 140 L50 140 Z', shaded('#f1f1ee', 90), {
        stroke: '#c3c9cf',
        'stroke-width': 3,
      }) +
        rect(64, 138, 226, 108, shaded('#f1f1ee', 90), 30, { stroke: '#c3c9cf', 'stroke-width': 3 }) +
        circle(108, 192, 58, '#22262b') +
        circle(108, 192, 42, '#0d0f12') +
        circle(108, 192, 26, shaded('#31506e', 45, 0.5)) +
        circle(98, 182, 7, white) +
        circle(210, 222, 7, '#e0483f'),
      -14,
      190,
      190,
    ) +
    path('M40 320 Q70 296 100 320 M28 346 Q70 310 112 346', 'none', {
      stroke: '#3f9be0',
      'stroke-width': 8,
      'stroke-linecap': 'round',
    })
  );
}

/** A film cartridge. */
export function photoFilm(color: string): string {
  return (
    shadow(190, 348, 150) +
    path('M176 150 L376 166 L376 300 L176 316 Z', '#5a3a2a') +
    repeat(
      8,
      (at) =>
        rect(200 + at * 22, 172 + at * 0.6, 12, 12, white, 2) +
        rect(200 + at * 22, 286 - at * 0.6, 12, 12, white, 2),
    ) +
    repeat(2, (at) => rect(216 + at * 78, 196, 66, 78, '#8a5a3a', 3)) +
    rect(96, 44, 44, 40, '#22262b', 5) +
    cylinder(118, 88, 330, 84, color) +
    path('M34 110 A84 14 0 0 0 202 110 L202 140 A84 14 0 0 1 34 140 Z', '#22262b') +
    path('M34 290 A84 14 0 0 0 202 290 L202 322 A84 14 0 0 1 34 322 Z', '#22262b') +
    print('400', 118, 236, 60, black)
  );
}

/** A television with a picture. */
export function television(sky: string): string {
  return (
    shadow(200, 330, 150) +
    bothSides(line('M110 290 L84 324', '#33373d', 13)) +
    rect(16, 66, 368, 232, '#14171b', 8) +
    rect(26, 76, 348, 204, shaded(sky, 90, 0.3)) +
    path('M26 280 L26 226 L120 132 L180 200 L230 150 L330 240 L374 216 L374 280 Z', '#4a6a8a') +
    path('M120 132 L146 162 L124 172 L104 156 Z M230 150 L254 172 L232 182 L214 168 Z', white) +
    path('M26 280 Q120 230 220 262 Q300 240 374 262 L374 280 Z', '#4c9a5b') +
    circle(300, 120, 22, '#fbe7a0') +
    circle(200, 289, 4, '#e0483f')
  );
}

/** An old television with antennas and knobs. */
export function retroTelevision(color: string): string {
  return (
    shadow(200, 360, 140) +
    line('M200 96 L120 26 M200 96 L286 22', '#8a939b', 6) +
    [
      [120, 26],
      [286, 22],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 8, '#6c757d'))
      .join('') +
    bothSides(line('M100 320 L80 358', wood, 15)) +
    rect(34, 90, 332, 238, shaded(color, 90), 36) +
    rect(56, 112, 222, 194, '#e9d9b8', 40) +
    path(
      'M78 140 Q167 120 256 140 Q270 208 256 278 Q167 298 78 278 Q64 208 78 140 Z',
      shaded('#5b7f7a', 45, 0.3),
    ) +
    gloss('M90 150 Q130 138 170 138 L110 270 Q84 230 90 150 Z', 0.3) +
    [150, 210]
      .map((y) => circle(322, y, 24, shaded('#e9d9b8', 45)) + line(`M322 ${y} L334 ${y - 14}`, '#7b5233', 5))
      .join('') +
    repeat(5, (at) => line(`M304 ${254 + at * 12} L342 ${254 + at * 12}`, darker(color, 0.4), 5))
  );
}

/** A remote control. */
export function remoteControl(): string {
  const tones = ['#e0483f', '#5cc46a', '#e8a12c', '#3f9be0'];
  return turned(
    rect(148, 24, 112, 354, '#00000022', 30) +
      rect(144, 20, 112, 354, shaded('#33373d', 0), 30) +
      circle(176, 54, 13, '#e0483f') +
      circle(200, 126, 42, '#4a5158') +
      circle(200, 126, 17, '#22262b') +
      [
        [200, 95],
        [200, 157],
        [169, 126],
        [231, 126],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 4, white))
        .join('') +
      repeat(9, (at) => rect(162 + (at % 3) * 28, 188 + Math.floor(at / 3) * 28, 20, 18, '#8a939b', 5)) +
      tones.map((tone, at) => rect(160 + at * 21, 280, 16, 11, tone, 4)).join('') +
      [172, 228].map((x) => rect(x - 14, 304, 28, 46, '#4a5158', 10)).join('') +
      print('+', 172, 336, 26, white) +
      print('−', 228, 336, 26, white),
    22,
  );
}

/** A projector with its beam. */
export function projector(color: string): string {
  return (
    path('M96 196 L20 60 L20 330 L96 256 Z', '#fff2c4', { opacity: 0.7 }) +
    shadow(230, 320, 140) +
    rect(86, 150, 290, 150, shaded(color, 90), 22, { stroke: '#c3c9cf', 'stroke-width': 3 }) +
    circle(140, 226, 58, '#33373d') +
    circle(140, 226, 44, '#0d0f12') +
    circle(140, 226, 30, shaded('#f0c53a', 45, 0.5)) +
    circle(140, 226, 12, white) +
    repeat(6, (at) => line(`M236 ${196 + at * 15} L346 ${196 + at * 15}`, darker(color, 0.3), 6)) +
    [262, 292, 322].map((x) => circle(x, 168, 8, darker(color, 0.35))).join('') +
    rect(110, 296, 36, 18, '#33373d', 5) +
    rect(310, 296, 36, 18, '#33373d', 5)
  );
}

/** A ring light with a phone in it. */
export function ringLight(): string {
  return (
    shadow(200, 364, 100) +
    bothSides(line('M200 300 L122 358', '#33373d', 9)) +
    line('M200 256 L200 340', '#33373d', 11) +
    circle(200, 148, 118, '#fff2c4', { opacity: 0.6 }) +
    circle(200, 148, 92, 'none', { stroke: '#33373d', 'stroke-width': 40 }) +
    circle(200, 148, 92, 'none', { stroke: '#fffbe8', 'stroke-width': 28 }) +
    rect(172, 98, 56, 104, '#14171b', 10) +
    rect(178, 106, 44, 86, '#8fd0f0', 4) +
    circle(200, 138, 15, '#f0c29b') +
    path('M180 192 Q180 158 200 158 Q220 158 220 192 Z', '#e0483f')
  );
}
