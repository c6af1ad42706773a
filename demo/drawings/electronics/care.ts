import { repeat, turned } from '../compose.ts';
import { black, gloss, print, rim, steel, wall, white } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** An electric toothbrush in its charger. */
export function electricToothbrush(color: string): string {
  const edge = { stroke: '#c3c9cf', 'stroke-width': 3 };
  return (
    shadow(200, 360, 90) +
    path('M126 352 Q128 324 200 322 Q272 324 274 352 Z', shaded('#d9dee2', 0), edge) +
    rect(192, 100, 16, 60, shaded('#f1f1ee', 0), 6, edge) +
    path('M182 40 Q182 30 192 30 L204 30 Q212 30 212 40 L212 104 L182 104 Z', shaded('#f1f1ee', 0), edge) +
    rect(160, 32, 26, 54, '#3f9be0', 5) +
    repeat(5, (at) => line(`M160 ${38 + at * 10} L182 ${38 + at * 10}`, white, 4)) +
    path(
      'M176 150 L224 150 Q236 156 236 176 L232 320 Q230 332 218 332 L182 332 Q170 332 168 320 L164 176 Q164 156 176 150 Z',
      shaded(color, 0),
      edge,
    ) +
    circle(200, 196, 17, lighter(color, 0.6)) +
    repeat(3, (at) => circle(200, 236 + at * 18, 5, at ? darker(color, 0.2) : '#5cc46a')) +
    gloss('M176 176 L186 176 L184 310 L178 310 Z', 0.4)
  );
}

/** A hair dryer with its cable. */
export function hairDryer(color: string): string {
  return (
    path('M196 322 Q200 372 280 356 Q350 330 322 270', 'none', { stroke: '#33373d', 'stroke-width': 13 }) +
    path(
      'M164 210 L238 210 L222 326 Q218 340 204 340 L190 340 Q176 340 174 326 Z',
      shaded(darker(color, 0.15), 0),
    ) +
    rect(188, 244, 22, 50, white, 8) +
    rect(188, 244, 22, 24, '#e0483f', 8) +
    path('M46 108 L132 82 L132 216 L46 190 Z', '#33373d') +
    path('M120 74 L250 60 Q346 62 348 148 Q346 234 250 232 L120 222 Z', shaded(color, 90)) +
    circle(272, 148, 60, darker(color, 0.25)) +
    repeat(5, (at) => line(`M232 ${118 + at * 15} L312 ${118 + at * 15}`, darker(color, 0.6), 6)) +
    [
      [28, 112],
      [20, 148],
      [28, 184],
    ]
      .map(([x = 0, y = 0]) => line(`M${x} ${y} L${x - 14} ${y + (y - 148) * 0.2}`, '#8fd0f0', 8))
      .join('') +
    gloss('M136 90 L250 76 L250 92 L136 106 Z', 0.4)
  );
}

/** A shaver with three heads. */
export function shaver(color: string): string {
  return (
    shadow(200, 362, 70) +
    path('M142 160 Q200 140 258 160 L244 330 Q240 360 200 360 Q160 360 156 330 Z', shaded(color, 0)) +
    path('M164 190 Q200 178 236 190 L228 320 Q200 336 172 320 Z', '#22262b') +
    circle(200, 218, 19, shaded(steel, 45)) +
    print('87', 200, 292, 32, '#3fc4f0') +
    path(
      'M96 92 Q110 30 200 28 Q290 30 304 92 Q300 150 244 164 L156 164 Q100 150 96 92 Z',
      shaded('#4a5158', 0),
    ) +
    [
      [152, 86],
      [248, 86],
      [200, 130],
    ]
      .map(
        ([x = 0, y = 0]) =>
          circle(x, y, 34, shaded(steel, 45)) +
          circle(x, y, 24, '#6c757d') +
          repeat(12, (at) => turned(line(`M${x} ${y - 11} L${x} ${y - 21}`, '#d9dee2', 3), at * 30, x, y)) +
          circle(x, y, 8, '#33373d'),
      )
      .join('')
  );
}

/** A hair straightener, open. */
export function hairStraightener(color: string): string {
  const arm = (degrees: number): string =>
    turned(
      rect(60, 186, 252, 30, shaded(color, 90), 13) +
        rect(66, degrees < 0 ? 208 : 182, 150, 11, '#e8a85a', 3),
      degrees,
      300,
      202,
    );
  return turned(
    path('M312 202 Q372 204 366 270 Q352 330 290 320', 'none', { stroke: '#33373d', 'stroke-width': 13 }) +
      arm(-11) +
      arm(11) +
      circle(302, 202, 25, shaded(darker(color, 0.25), 45)) +
      circle(302, 202, 9, '#e0483f') +
      path('M50 120 q10 -20 0 -40 M90 104 q10 -20 0 -40 M130 100 q10 -20 0 -36', 'none', {
        stroke: '#d2d7db',
        'stroke-width': 7,
        'stroke-linecap': 'round',
      }),
    -16,
  );
}

/** A digital thermometer for fever. */
export function feverThermometer(): string {
  return turned(
    rect(158, 30, 84, 210, shaded('#f4f4f1', 0, 0.1), 36, { stroke: '#c3c9cf', 'stroke-width': 3 }) +
      rect(174, 92, 52, 110, '#bcd6b4', 8) +
      turned(print('38.5', 200, 160, 38, '#22372a'), -90, 200, 147) +
      circle(200, 62, 15, '#e0483f') +
      path('M166 232 L234 232 L214 330 L186 330 Z', shaded('#5ac0c8', 0)) +
      path('M188 326 L212 326 L208 366 Q200 376 192 366 Z', steel),
    38,
  );
}

/** A monitor for blood pressure with its cuff. */
export function bloodPressureMonitor(): string {
  return (
    shadow(190, 346, 160) +
    path(
      'M196 120 Q220 50 290 62 Q360 84 372 190 Q372 236 330 240 L300 240 Q250 236 240 190 Z',
      shaded('#2f6fb0', 45),
    ) +
    ellipse(302, 150, 30, 58, '#1d3f66') +
    path('M220 250 Q210 180 250 184', 'none', { stroke: '#33373d', 'stroke-width': 11 }) +
    rect(30, 136, 216, 204, shaded('#f4f4f1', 90, 0.08), 26, { stroke: '#c3c9cf', 'stroke-width': 3 }) +
    rect(52, 156, 132, 118, '#bcd6b4', 10) +
    print('120', 122, 202, 48, '#22372a') +
    print('80', 134, 256, 48, '#22372a') +
    path('M74 246 Q56 230 64 222 Q72 218 75 226 Q78 218 86 222 Q94 230 74 246 Z', '#e0483f') +
    rect(62, 288, 112, 34, '#3f9be0', 17) +
    circle(216, 190, 15, '#d9dee2') +
    circle(216, 236, 15, '#d9dee2')
  );
}

/** A make-up mirror with lights around it. */
export function vanityMirror(frame: string): string {
  return (
    shadow(200, 360, 100) +
    rect(188, 286, 24, 56, shaded(frame, 0)) +
    path('M116 358 Q120 334 200 332 Q280 334 284 358 Z', shaded(frame, 0)) +
    circle(200, 164, 136, shaded(frame, 45)) +
    circle(200, 164, 104, shaded('#cfe6f0', 45)) +
    path('M126 176 L212 90 L234 112 L148 198 Z M164 222 L262 124 L272 134 L174 232 Z', '#ffffff', {
      opacity: 0.5,
    }) +
    repeat(14, (at) =>
      turned(
        circle(200, 44, 11, '#fff6cf', { stroke: '#f0d88a', 'stroke-width': 3 }),
        at * (360 / 14),
        200,
        164,
      ),
    )
  );
}

/** An electric coffee grinder with beans. */
export function coffeeGrinder(color: string): string {
  return (
    shadow(200, 356, 90) +
    path('M132 50 L268 50 L258 150 L142 150 Z', '#cfe6ee', { stroke: '#9fbfcb', 'stroke-width': 3 }) +
    path('M138 96 L262 96 L256 148 L144 148 Z', '#4a2a18') +
    repeat(11, (at) => ellipse(146 + at * 11, 92 + (at % 2) * 6, 9, 7, at % 2 ? '#6b4128' : '#5a3520')) +
    rect(126, 36, 148, 18, '#33373d', 8) +
    wall(200, 150, 250, 66, 80, color) +
    circle(200, 200, 22, shaded(steel, 45)) +
    line('M200 200 L212 184', black, 5) +
    rect(112, 248, 176, 16, darker(color, 0.35), 6) +
    rect(126, 262, 148, 80, '#cfe6ee', 6, { stroke: '#9fbfcb', 'stroke-width': 3 }) +
    path('M132 310 Q200 280 268 310 L268 338 L132 338 Z', '#4a2a18') +
    rect(108, 338, 184, 16, darker(color, 0.2), 6)
  );
}

/** A hair clipper for beards. */
export function hairClipper(color: string): string {
  return turned(
    path(
      'M150 118 L250 118 Q262 240 240 352 Q230 374 200 374 Q170 374 160 352 Q138 240 150 118 Z',
      shaded(color, 0),
    ) +
      path('M168 150 L232 150 Q238 240 226 330 Q200 344 174 330 Q162 240 168 150 Z', '#22262b') +
      rect(188, 180, 24, 54, '#e0483f', 10) +
      rect(142, 82, 116, 40, shaded(steel, 90), 6) +
      repeat(10, (at) => path(`M${144 + at * 11.4} 84 l4 -36 l6 0 l2 36 Z`, '#8a939b')) +
      repeat(4, (at) => circle(200, 262 + at * 16, 4, '#5cc46a')),
    18,
  );
}

/** A warmer for baby bottles, with a bottle in it. */
export function bottleWarmer(color: string): string {
  return (
    shadow(200, 354, 110) +
    path('M186 40 Q200 20 214 40 L220 66 L180 66 Z', '#f0c29b') +
    rect(156, 64, 88, 26, '#3f9be0', 8) +
    rect(152, 88, 96, 170, '#e9f5fb', 22, { stroke: '#9fbfcb', 'stroke-width': 3 }) +
    rect(158, 126, 84, 120, '#fbf7ee', 14) +
    repeat(3, (at) => line(`M164 ${136 + at * 22} L182 ${136 + at * 22}`, '#3f9be0', 4)) +
    wall(200, 200, 336, 98, 106, color) +
    rim(200, 200, 98, color, 'none') +
    path('M102 202 Q200 240 298 202 L300 222 Q200 260 101 222 Z', lighter(color, 0.3)) +
    rect(160, 262, 80, 40, '#14171b', 10) +
    print('37°', 200, 293, 28, '#ff9d4d') +
    circle(200, 322, 8, '#5cc46a')
  );
}
