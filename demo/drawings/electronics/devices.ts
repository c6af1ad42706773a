import { bothSides, repeat, turned } from '../compose.ts';
import { black, brass, gloss, print, steel, white } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

const edge = { stroke: '#c3c9cf', 'stroke-width': 3 };

/** A fan in its cage: on a table foot, or on a tall pole. */
export function fan(color: string, isTall = false): string {
  const cy = isTall ? 118 : 158;
  const r = isTall ? 92 : 128;
  const blades = repeat(4, (at) =>
    turned(
      path(
        `M200 ${cy} Q${200 + r * 0.7} ${cy - r * 0.2} ${200 + r * 0.42} ${cy - r * 0.78} Q${200 + r * 0.05} ${cy - r * 0.8} 200 ${cy} Z`,
        lighter(color, 0.25),
      ),
      at * 90,
      200,
      cy,
    ),
  );
  const cage =
    repeat(16, (at) => turned(line(`M200 ${cy} L200 ${cy - r}`, '#8a939b', 2), at * 22.5, 200, cy)) +
    [1, 0.72, 0.44]
      .map((ring) =>
        circle(200, cy, r * ring, 'none', {
          stroke: ring === 1 ? color : '#8a939b',
          'stroke-width': ring === 1 ? 9 : 2,
        }),
      )
      .join('');
  return (
    shadow(200, 358, 100) +
    rect(191, cy + r - 10, 18, 350 - cy - r, shaded(color, 0)) +
    path(
      `M${isTall ? 120 : 112} 356 Q116 330 200 328 Q284 330 ${isTall ? 280 : 288} 356 Z`,
      shaded(color, 0),
    ) +
    circle(200, cy, r, '#f4f7f9') +
    blades +
    cage +
    circle(200, cy, r * 0.2, shaded(color, 45)) +
    (isTall ? rect(184, 250, 32, 44, darker(color, 0.35), 8) : circle(200, 338, 9, white))
  );
}

/** A radiator on wheels that runs on electricity. */
export function oilRadiator(color: string): string {
  return (
    shadow(200, 352, 150) +
    repeat(7, (at) => rect(50 + at * 36, 70, 31, 250, shaded(color, 0), 14)) +
    line('M56 110 L290 110 M56 282 L290 282', darker(color, 0.2), 6) +
    rect(298, 84, 62, 236, shaded('#4a5158', 0), 12) +
    circle(329, 124, 20, shaded(white, 45)) +
    line('M329 124 L338 110', '#e0483f', 5) +
    circle(329, 180, 11, '#e0483f') +
    rect(310, 220, 38, 60, '#33373d', 6) +
    bothSides(
      rect(60, 318, 70, 12, '#33373d', 5) + circle(74, 340, 13, '#22262b') + circle(116, 340, 13, '#22262b'),
    )
  );
}

/** A tower that cleans the air. */
export function airPurifier(color: string): string {
  return (
    shadow(200, 356, 100) +
    rect(108, 70, 184, 282, shaded(color, 0), 44, edge) +
    ellipse(200, 96, 74, 17, '#33373d') +
    ellipse(200, 92, 58, 11, '#4a5158') +
    repeat(72, (at) => circle(134 + (at % 9) * 16.5, 196 + Math.floor(at / 9) * 18, 4, darker(color, 0.35))) +
    rect(166, 138, 68, 34, '#14171b', 17) +
    print('AIR 9', 200, 161, 18, '#7ee04a') +
    [
      [150, 60, 20],
      [200, 46, 28],
      [250, 60, 20],
    ]
      .map(([x = 0, y = 0, r = 0]) =>
        path(`M${x} ${y} q${-r} -12 0 -${r} q${r} -10 0 -${r * 0.6}`, 'none', {
          stroke: '#8fd0f0',
          'stroke-width': 7,
          'stroke-linecap': 'round',
        }),
      )
      .join('')
  );
}

/** A humidifier in the shape of a drop, with mist. */
export function humidifier(color: string): string {
  return (
    shadow(200, 354, 110) +
    [
      [176, 70, 24],
      [214, 52, 30],
      [240, 84, 20],
      [190, 30, 17],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, '#d7ecf6', { opacity: 0.85 }))
      .join('') +
    path(
      'M200 96 Q316 220 296 290 Q280 348 200 350 Q120 348 104 290 Q84 220 200 96 Z',
      shaded(color, 20),
      edge,
    ) +
    ellipse(200, 106, 20, 7, '#33373d') +
    path('M110 270 Q150 250 200 270 Q250 290 292 264 Q294 340 200 346 Q112 342 110 270 Z', '#8fcbe6', {
      opacity: 0.75,
    }) +
    circle(200, 318, 11, white)
  );
}

/** A robot vacuum cleaner from above. */
export function robotVacuum(color: string): string {
  return (
    ellipse(200, 220, 164, 160, '#00000025') +
    repeat(3, (at) => turned(line('M76 96 L34 60', '#e8a12c', 7), at * 24 - 10, 76, 96)) +
    circle(200, 204, 158, shaded(darker(color, 0.2), 45)) +
    circle(200, 200, 146, shaded(color, 45)) +
    path('M58 168 A146 146 0 0 1 342 168 L326 176 A128 128 0 0 0 74 176 Z', '#22262b') +
    circle(200, 200, 50, shaded('#33373d', 45)) +
    circle(200, 200, 34, '#14171b') +
    circle(200, 200, 15, '#e0483f') +
    rect(164, 286, 72, 26, '#14171b', 13) +
    circle(186, 299, 6, '#5cc46a') +
    circle(214, 299, 6, '#3f9be0')
  );
}

/** A light bulb. */
export function lightBulb(): string {
  const glow = '#fff0b0';
  return (
    repeat(8, (at) => (at === 4 ? '' : turned(line('M200 26 L200 6', '#f0c53a', 9), at * 45, 200, 150))) +
    path(
      'M200 44 Q306 48 304 154 Q300 206 262 240 Q250 256 248 282 L152 282 Q150 256 138 240 Q100 206 96 154 Q94 48 200 44 Z',
      shaded(glow, 20, 0.25),
      { stroke: '#e0c878', 'stroke-width': 3 },
    ) +
    line('M172 282 L164 186 Q176 170 186 188 Q200 208 214 188 Q224 170 236 186 L228 282', '#e3782f', 5) +
    rect(150, 280, 100, 64, shaded(steel, 0, 0.3), 8) +
    repeat(3, (at) => line(`M148 ${296 + at * 18} L252 ${290 + at * 18}`, '#6c757d', 6)) +
    path('M164 344 L236 344 Q226 368 200 370 Q174 368 164 344 Z', '#33373d') +
    gloss('M126 150 Q128 86 182 70 Q146 100 144 168 Z', 0.6)
  );
}

/** A door bell with a camera. */
export function videoDoorbell(): string {
  return (
    rect(126, 34, 156, 338, '#00000022', 40) +
    rect(120, 28, 156, 338, shaded('#33373d', 45), 40) +
    rect(132, 40, 132, 150, '#0d0f12', 30) +
    circle(198, 112, 48, '#22262b') +
    circle(198, 112, 34, '#0d0f12') +
    circle(198, 112, 21, shaded('#31506e', 45, 0.5)) +
    circle(190, 103, 6, white) +
    circle(198, 276, 52, shaded(steel, 45)) +
    circle(198, 276, 60, 'none', { stroke: '#3fc4f0', 'stroke-width': 7 }) +
    path(
      'M176 294 L220 294 Q212 286 212 268 Q210 250 198 250 Q186 250 184 268 Q184 286 176 294 Z',
      '#33373d',
    ) +
    circle(198, 301, 6, '#33373d')
  );
}

/** A thermostat on the wall. */
export function thermostat(): string {
  return (
    circle(206, 210, 160, '#00000022') +
    circle(200, 200, 160, shaded(steel, 45)) +
    circle(200, 200, 134, '#0d0f12') +
    repeat(41, (at) => turned(line('M200 84 L200 104', at < 24 ? '#e8702c' : '#4a5158', 4), at * 6 - 120)) +
    print('21°', 210, 226, 88, white) +
    path('M200 290 Q172 270 188 244 Q194 258 202 246 Q222 272 200 290 Z', '#e8702c')
  );
}

/** A smoke detector on the ceiling. */
export function smokeDetector(): string {
  const smoke = (x: number): string =>
    path(`M${x} 366 q-26 -26 0 -50 q26 -24 0 -48`, 'none', {
      stroke: '#b9c0c6',
      'stroke-width': 13,
      'stroke-linecap': 'round',
    });
  return (
    smoke(130) +
    smoke(200) +
    smoke(270) +
    rect(30, 66, 340, 18, '#d9d6cd') +
    path(
      'M56 84 L344 84 L334 160 Q326 196 280 204 L120 204 Q74 196 66 160 Z',
      shaded('#f4f4f1', 0, 0.1),
      edge,
    ) +
    path('M110 204 L290 204 Q280 238 250 240 L150 240 Q120 238 110 204 Z', shaded('#e3e3df', 0, 0.1), edge) +
    repeat(13, (at) => rect(86 + at * 18, 132, 9, 40, '#8a939b', 4)) +
    circle(200, 222, 8, '#e0483f') +
    circle(200, 222, 17, 'none', { stroke: '#e0483f', 'stroke-width': 3, opacity: 0.6 })
  );
}

/** A scale to weigh oneself on, with two foot prints. */
export function bathroomScale(color: string): string {
  const foot = (x: number): string =>
    ellipse(x, 246, 26, 56, darker(color, 0.15)) +
    [-22, -9, 4, 16, 25]
      .map((d, at) => circle(x + d * (x < 200 ? 1 : -1), 178 + at * 3, 9 - at, darker(color, 0.15)))
      .join('');
  return (
    rect(44, 56, 324, 308, '#00000022', 44) +
    rect(38, 46, 324, 308, shaded(color, 45, 0.08), 44, edge) +
    rect(132, 68, 136, 62, '#14171b', 14) +
    print('68.4', 200, 115, 44, '#8fe0ff') +
    foot(138) +
    foot(262)
  );
}

/** Batteries in a row. */
export function batteries(color: string): string {
  const battery = (x: number): string =>
    rect(x + 26, 44, 28, 22, steel, 5) +
    rect(x, 62, 80, 286, shaded('#2b2f35', 0, 0.3), 12) +
    rect(x, 62, 80, 96, shaded(color, 0, 0.3), 12) +
    rect(x, 146, 80, 14, shaded(color, 0, 0.3)) +
    print('+', x + 40, 122, 56, white) +
    print('AA', x + 40, 330, 38, white) +
    path(
      `M${x + 46} 178 L${x + 22} 236 L${x + 38} 236 L${x + 32} 282 L${x + 60} 218 L${x + 42} 218 Z`,
      color,
    );
  return shadow(200, 354, 160) + battery(44) + battery(160) + battery(276);
}

/** A strip of sockets with its cable. */
export function powerStrip(): string {
  const socket = (x: number): string =>
    circle(x, 204, 36, '#e3e3df', edge) +
    circle(x, 204, 27, '#cfcfca') +
    [-11, 11].map((d) => circle(x + d, 204, 5, '#33373d')).join('');
  return turned(
    path('M28 204 Q-10 204 10 130 Q40 70 110 100', 'none', { stroke: '#f1f1ee', 'stroke-width': 17 }) +
      path('M28 204 Q-10 204 10 130 Q40 70 110 100', 'none', { stroke: '#d2d2cd', 'stroke-width': 11 }) +
      circle(128, 106, 28, shaded('#f1f1ee', 45), edge) +
      [94, 116].map((y) => rect(150, y, 36, 9, steel, 4)).join('') +
      rect(24, 152, 352, 104, shaded('#f4f4f1', 90, 0.08), 26, edge) +
      [90, 168, 246].map(socket).join('') +
      rect(302, 180, 46, 50, '#e0483f', 8) +
      line('M325 192 L325 206', white, 5),
    14,
  );
}

/** A sewing machine. */
export function sewingMachine(color: string): string {
  return (
    shadow(200, 346, 160) +
    rect(150, 60, 18, 26, '#aab2ba') +
    rect(144, 40, 30, 34, '#e0483f', 4) +
    rect(30, 300, 340, 40, shaded(lighter(color, 0.25), 90), 10) +
    path(
      'M54 92 Q54 80 66 80 L318 80 Q350 82 350 118 L350 302 L270 302 L270 190 Q270 172 250 172 L120 172 L120 214 L66 214 Q54 214 54 200 Z',
      shaded(color, 45),
    ) +
    rect(84, 214, 14, 50, '#8a939b') +
    rect(76, 262, 30, 9, '#6c757d', 3) +
    line('M91 270 L91 298', '#6c757d', 4) +
    path('M54 288 Q120 268 200 292 L200 304 L40 304 Z', '#5a86a8') +
    circle(352, 140, 32, shaded('#33373d', 45)) +
    circle(352, 140, 13, steel) +
    circle(310, 220, 22, white) +
    line('M310 220 L320 206', black, 5) +
    line('M160 76 Q110 60 90 212', '#e0483f', 3) +
    rect(130, 104, 120, 30, lighter(color, 0.4), 6)
  );
}

/** An air conditioner on the wall with a cold draught. */
export function airConditioner(): string {
  return (
    rect(24, 72, 352, 128, shaded('#f4f4f1', 90, 0.08), 22, edge) +
    path('M34 164 L366 164 L352 198 L48 198 Z', '#33373d') +
    path('M40 168 L360 168 L366 182 L34 182 Z', '#e3e3df') +
    print('18°', 318, 128, 32, '#3f9be0') +
    circle(64, 118, 6, '#5cc46a') +
    [96, 200, 304]
      .map((x) =>
        path(`M${x} 224 q-26 30 0 60 q26 30 0 60`, 'none', {
          stroke: '#8fd0f0',
          'stroke-width': 13,
          'stroke-linecap': 'round',
        }),
      )
      .join('') +
    [
      [148, 286],
      [252, 270],
    ]
      .map(([x = 0, y = 0]) =>
        repeat(3, (at) => turned(line(`M${x - 22} ${y} L${x + 22} ${y}`, '#5ab0e8', 6), at * 60, x, y)),
      )
      .join('')
  );
}

/** A key finder with a loop. */
export function keyFinder(color: string): string {
  return (
    circle(150, 106, 62, 'none', { stroke: '#aab2ba', 'stroke-width': 13 }) +
    turned(
      circle(72, 250, 46, shaded(brass, 45)) +
        circle(72, 236, 13, white) +
        rect(62, 288, 20, 84, brass) +
        rect(80, 320, 20, 13, brass) +
        rect(80, 346, 26, 13, brass),
      28,
      110,
      160,
    ) +
    rect(168, 150, 172, 190, shaded(color, 45), 44) +
    circle(214, 186, 15, white) +
    [22, 40, 58]
      .map((r, at) =>
        path(
          `M${254 - r * 0.8} ${272 - r * 0.6} A${r} ${r} 0 0 1 ${254 + r * 0.8} ${272 - r * 0.6}`,
          'none',
          { stroke: white, 'stroke-width': 9, 'stroke-linecap': 'round', opacity: 1 - at * 0.12 },
        ),
      )
      .join('') +
    circle(254, 282, 11, white)
  );
}
