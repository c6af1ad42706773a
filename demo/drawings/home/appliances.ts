import { repeat, turned } from '../compose.ts';
import { black, cylinder, glass, gloss, print, steel, wall, white } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

const edge = { stroke: '#b9bdc1', 'stroke-width': 3 };

/** An electric jug kettle on its base. */
export function electricKettle(color: string): string {
  return (
    shadow(190, 352, 120) +
    line('M262 96 Q350 92 342 190 Q336 270 272 288', black, 26) +
    path('M110 92 L72 84 L118 140 Z', darker(color, 0.15)) +
    wall(190, 90, 322, 80, 108, color) +
    path('M110 90 Q130 52 190 50 Q250 52 270 90 Z', shaded(black, 0)) +
    rect(80, 322, 220, 24, black, 10) +
    rect(172, 150, 36, 130, '#8fcbe6', 10, { stroke: black, 'stroke-width': 5 }) +
    repeat(4, (at) => line(`M180 ${176 + at * 26} L194 ${176 + at * 26}`, '#ffffff', 3)) +
    gloss('M120 120 L134 120 L118 310 L100 310 Z')
  );
}

/** A toaster for two slices, with toast in it. */
export function toaster(color: string): string {
  const toast = (x: number): string =>
    path(
      `M${x} 170 L${x} 100 Q${x - 14} 64 ${x + 30} 62 L${x + 76} 62 Q${x + 120} 64 ${x + 106} 100 L${x + 106} 170 Z`,
      '#b97a3d',
    ) +
    path(
      `M${x + 12} 170 L${x + 12} 102 Q${x + 2} 76 ${x + 34} 76 L${x + 72} 76 Q${x + 104} 76 ${x + 94} 102 L${x + 94} 170 Z`,
      '#e9bf83',
    );
  return (
    shadow(200, 338, 150) +
    toast(82) +
    toast(212) +
    path(
      'M46 180 Q46 140 90 138 L310 138 Q354 140 354 180 L362 314 Q362 328 346 328 L54 328 Q38 328 38 314 Z',
      shaded(color, 0),
    ) +
    path('M60 160 Q70 142 100 142 L300 142 Q330 142 340 160 Z', darker(color, 0.35)) +
    rect(362, 196, 20, 40, black, 6) +
    rect(60, 322, 280, 18, black, 8) +
    circle(300, 274, 24, shaded(steel, 45)) +
    line('M300 274 L312 260', black, 5) +
    gloss('M70 190 L90 186 L92 300 L72 300 Z', 0.4)
  );
}

/** A filter coffee maker with a glass jug. */
export function coffeeMaker(color: string): string {
  return (
    shadow(200, 356, 140) +
    path(
      'M76 40 L318 40 Q334 40 334 56 L334 150 L184 150 L184 316 L334 316 L334 352 L76 352 Q66 352 66 342 L66 50 Q66 40 76 40 Z',
      shaded(color, 0),
    ) +
    path('M206 150 L314 150 L294 186 L226 186 Z', darker(color, 0.3)) +
    line('M310 216 Q356 216 350 262 Q346 292 306 294', black, 15) +
    path('M218 196 L304 196 Q332 246 316 312 L206 312 Q190 246 218 196 Z', glass) +
    path('M204 252 L320 252 Q324 282 316 312 L206 312 Q200 282 204 252 Z', '#4a2a18') +
    rect(212, 188, 98, 14, black, 6) +
    rect(88, 70, 74, 40, '#2b3c36', 6) +
    print('7:30', 125, 99, 26, '#9be7a9') +
    rect(96, 150, 24, 150, '#9cc6d8', 10) +
    circle(284, 96, 16, '#d0364a')
  );
}

/** An espresso machine with portafilter and steam pipe. */
export function espressoMachine(color: string): string {
  return (
    shadow(200, 354, 150) +
    rect(60, 60, 280, 96, shaded(color, 90), 16) +
    rect(60, 60, 280, 20, lighter(color, 0.35), 10) +
    rect(84, 150, 232, 160, darker(color, 0.45)) +
    rect(48, 306, 304, 44, shaded(color, 90), 10) +
    repeat(9, (at) => rect(70 + at * 30, 310, 18, 8, black, 3)) +
    circle(110, 112, 24, white) +
    line('M110 112 L122 98', '#d0364a', 4) +
    circle(250, 112, 12, black) +
    circle(290, 112, 12, '#d0364a') +
    rect(150, 154, 90, 26, steel, 6) +
    rect(160, 178, 70, 22, black, 6) +
    path('M228 182 L330 190 Q340 200 328 206 L228 200 Z', '#6b4128') +
    line('M188 202 L188 226 M202 202 L202 226', '#6b4128', 5) +
    path('M158 240 L232 240 Q230 300 210 302 L180 302 Q160 300 158 240 Z', white) +
    line('M232 250 Q256 250 250 270 Q246 282 228 282', white, 8) +
    line('M104 156 Q92 220 112 270', '#cdd3d8', 8)
  );
}

/** A stand mixer with its bowl. */
export function standMixer(color: string): string {
  return (
    shadow(200, 352, 150) +
    path(
      'M58 320 Q58 300 90 296 L112 290 L104 150 L184 150 L172 300 L330 312 Q350 316 350 346 L58 346 Z',
      shaded(color, 0),
    ) +
    path(
      'M60 116 Q60 56 130 56 L306 56 Q356 60 356 108 Q356 156 306 160 L110 164 Q60 164 60 116 Z',
      shaded(color, 90),
    ) +
    rect(228, 160, 24, 50, steel) +
    path('M172 196 L334 196 Q330 296 286 300 L222 300 Q176 296 172 196 Z', shaded(steel, 0, 0.3)) +
    line('M172 198 L334 198', '#e3e8ec', 8) +
    circle(320, 108, 20, steel) +
    line('M96 110 L270 110', lighter(color, 0.4), 9) +
    circle(120, 230, 10, black)
  );
}

/** A jug blender with fruit in it. */
export function blender(color: string): string {
  return (
    shadow(200, 354, 100) +
    line('M278 92 Q342 100 332 160 Q326 206 268 214', '#9db6c0', 15) +
    path('M112 62 L288 62 L262 246 L138 246 Z', glass, { stroke: '#9fbfcb', 'stroke-width': 3 }) +
    path('M122 130 L278 130 L262 242 L138 242 Z', '#c9447a') +
    [
      [150, 140],
      [196, 128],
      [244, 142],
      [174, 164],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 18, '#e0709b'))
      .join('') +
    rect(104, 44, 192, 24, black, 8) +
    rect(172, 28, 56, 20, black, 6) +
    rect(146, 244, 108, 18, black) +
    path('M130 262 L270 262 L294 340 Q294 350 282 350 L118 350 Q106 350 106 340 Z', shaded(color, 0)) +
    circle(200, 308, 24, shaded(steel, 45)) +
    line('M200 308 L212 292', black, 5) +
    gloss('M134 80 L148 80 L160 236 L150 236 Z', 0.5)
  );
}

/** A tall fridge with a freezer below. */
export function fridge(color: string): string {
  const width = 190;
  const left = 200 - width / 2;
  return (
    shadow(200, 362, 110) +
    rect(left, 28, width, 328, shaded(color, 0, 0.1), 12, edge) +
    line(`M${left} 232 L${left + width} 232`, '#7d858c', 4) +
    [90, 250].map((y) => rect(left + 16, y, 12, y === 90 ? 120 : 70, shaded('#7d858c', 0), 6)).join('') +
    rect(left + width - 62, 52, 42, 22, '#2c4c63', 4) +
    print('4°', left + width - 41, 70, 18, '#9bd6ff')
  );
}

/** A small open fridge with cans and bottles. */
export function miniFridge(color: string): string {
  const can = (x: number, y: number, tone: string): string =>
    rect(x, y, 28, 50, shaded(tone, 0), 6) + rect(x + 3, y - 4, 22, 6, steel, 3);
  const bottle = (x: number, tone: string): string =>
    rect(x + 8, 196, 14, 36, tone, 4) + rect(x, 226, 30, 78, shaded(tone, 0), 8);
  return (
    shadow(190, 350, 140) +
    rect(60, 60, 220, 284, shaded(color, 0), 20) +
    rect(80, 82, 180, 240, '#dff1f8', 10) +
    rect(80, 170, 180, 7, '#9fb4bd') +
    rect(80, 306, 180, 7, '#9fb4bd') +
    ['#d0364a', '#2f6fb0', '#3d9a57', '#e3a12c'].map((tone, at) => can(92 + at * 42, 118, tone)).join('') +
    ['#2e5b3a', '#8fcbe6', '#b8692c', '#2e5b3a'].map((tone, at) => bottle(90 + at * 42, tone)).join('') +
    path('M280 64 L366 90 L366 330 L280 340 Z', shaded(lighter(color, 0.15), 0)) +
    path('M288 84 L356 104 L356 314 L288 322 Z', '#f2f8fa') +
    [150, 220, 290].map((y) => line(`M292 ${y} L354 ${y}`, '#9fb4bd', 6)).join('') +
    rect(84, 344, 26, 12, black) +
    rect(230, 344, 26, 12, black)
  );
}

/** A box appliance with a round glass door: a washing machine or, with `isDryer`, a dryer. */
export function washingMachine(color: string, isDryer = false): string {
  const clothes = isDryer
    ? path('M136 230 Q170 190 210 224 Q250 190 268 236 Q260 290 200 292 Q146 288 136 230 Z', '#e3a12c')
    : path(
        'M128 230 Q150 210 172 230 Q196 250 220 228 Q250 208 272 232 Q268 294 200 296 Q134 292 128 230 Z',
        '#5aa5d6',
      );
  return (
    shadow(200, 358, 150) +
    rect(52, 36, 296, 318, shaded(color, 0, 0.07), 14, edge) +
    line('M52 98 L348 98', '#aeb4b9', 4) +
    rect(70, 52, 84, 32, darker(color, 0.08), 6) +
    circle(212, 67, 20, shaded(steel, 45)) +
    line('M212 67 L212 52', black, 4) +
    rect(256, 54, 74, 28, '#22313a', 5) +
    print(isDryer ? '1:20' : '0:45', 293, 76, 20, '#8fe0ff') +
    circle(200, 226, 104, shaded(isDryer ? '#4a5158' : steel, 45)) +
    circle(200, 226, 78, '#31424d') +
    clothes +
    gloss('M140 210 Q150 160 206 154 Q160 176 152 222 Z', 0.35)
  );
}

/** A dishwasher, its door open on racks with plates. */
export function dishwasher(color: string): string {
  return (
    shadow(200, 360, 150) +
    rect(62, 34, 276, 250, shaded(color, 0, 0.08), 10, edge) +
    rect(82, 78, 236, 196, '#4f5a63', 6) +
    repeat(5, (at) => circle(118 + at * 42, 128, 26, white, { stroke: '#b9bdc1', 'stroke-width': 3 })) +
    line('M88 156 L312 156', '#c9d1d7', 7) +
    [100, 150, 200, 250].map((x) => rect(x, 186, 36, 48, glass, 6)).join('') +
    line('M88 240 L312 240', '#c9d1d7', 7) +
    repeat(9, (at) => line(`M${100 + at * 25} 240 L${100 + at * 25} 262`, '#c9d1d7', 4)) +
    rect(80, 48, 90, 14, darker(color, 0.25), 6) +
    circle(300, 55, 8, '#3aa0d8') +
    path('M62 282 L338 282 L372 344 L28 344 Z', shaded(darker(color, 0.08), 90)) +
    rect(28, 342, 344, 16, darker(color, 0.25), 6)
  );
}

/** A cooker with an oven below and hob rings on top. */
export function oven(color: string): string {
  return (
    shadow(200, 360, 150) +
    path('M78 64 L322 64 L348 104 L52 104 Z', '#23282d') +
    [
      [130, 74],
      [262, 74],
      [118, 92],
      [276, 92],
    ]
      .map(([x = 0, y = 0]) => ellipse(x, y, 34, 7, 'none', { stroke: '#e0593a', 'stroke-width': 4 }))
      .join('') +
    rect(52, 104, 296, 250, shaded(color, 0, 0.08), 8, edge) +
    repeat(
      5,
      (at) =>
        circle(92 + at * 54, 132, 15, shaded(black, 45)) +
        line(`M${92 + at * 54} 132 L${92 + at * 54} 120`, '#ffffff', 3),
    ) +
    rect(70, 164, 260, 14, shaded(steel, 90), 7) +
    rect(78, 192, 244, 130, '#2a2320', 10) +
    rect(96, 204, 208, 106, '#d9822b', 8) +
    path('M126 290 Q126 236 200 232 Q274 236 274 290 Z', '#8a4d20') +
    line('M96 292 L304 292', '#3a3a3a', 6)
  );
}

/** A microwave oven. */
export function microwave(color: string): string {
  return (
    shadow(200, 318, 160) +
    rect(30, 90, 340, 220, shaded(color, 0, 0.08), 14, edge) +
    rect(46, 108, 232, 184, '#23282d', 10) +
    rect(64, 126, 196, 148, '#3c4248', 6) +
    ellipse(162, 250, 76, 14, '#8b949b') +
    path('M116 216 L208 216 Q204 250 180 252 L144 252 Q120 250 116 216 Z', '#e8e3d8') +
    rect(292, 112, 64, 34, '#12201a', 5) +
    print('2:00', 324, 138, 24, '#79f0a0') +
    repeat(9, (at) =>
      rect(293 + (at % 3) * 22, 160 + Math.floor(at / 3) * 24, 17, 17, darker(color, 0.2), 4),
    ) +
    rect(293, 240, 62, 44, darker(color, 0.35), 8)
  );
}

/** An air fryer with its drawer. */
export function airFryer(color: string): string {
  return (
    shadow(200, 354, 110) +
    path(
      'M96 120 Q100 40 200 38 Q300 40 304 120 L314 326 Q314 348 292 348 L108 348 Q86 348 86 326 Z',
      shaded(color, 0),
    ) +
    path('M94 180 L306 180 L313 326 Q313 346 292 346 L108 346 Q87 346 87 326 Z', lighter(color, 0.1)) +
    line('M94 180 L306 180', '#0d0f11', 5) +
    rect(176, 220, 48, 110, shaded('#8b949b', 0), 16) +
    circle(200, 112, 42, '#0f1418') +
    print('200°', 200, 122, 26, '#ff9d4d') +
    gloss('M116 130 Q120 84 150 66 Q132 96 130 160 Z', 0.3)
  );
}

/** A machine that makes ice cubes, its lid open over a heap of them. */
export function iceMaker(color: string): string {
  const cube = (x: number, y: number, at: number): string =>
    turned(
      rect(x, y, 44, 44, at % 2 ? '#bfe4f4' : '#e4f5fc', 8, { stroke: '#8fc6df', 'stroke-width': 3 }),
      at * 23 - 30,
      x + 22,
      y + 22,
    );
  return (
    shadow(200, 354, 150) +
    path('M70 150 L94 40 Q98 30 110 30 L300 30 Q312 30 314 42 L330 150 Z', '#d7e6ec') +
    path('M88 150 L108 52 L298 52 L312 150 Z', '#eff7fa') +
    [
      [86, 128],
      [138, 122],
      [196, 126],
      [252, 128],
      [112, 92],
      [168, 84],
      [222, 94],
      [146, 58],
      [196, 62],
    ]
      .map(([x = 0, y = 0], at) => cube(x, y, at))
      .join('') +
    rect(54, 160, 292, 186, shaded(color, 0), 24) +
    rect(54, 160, 292, 20, lighter(color, 0.4), 10) +
    rect(110, 220, 180, 60, black, 12) +
    [150, 200, 250]
      .map((x, at) => circle(x, 250, 11, ['#8fe0ff', '#79f0a0', '#ffffff'][at] ?? white))
      .join('')
  );
}

/** A slow juicer for citrus with half an orange on top. */
export function citrusPress(color: string): string {
  return (
    shadow(200, 354, 100) +
    path('M112 132 Q116 44 200 42 Q284 44 288 132 Z', '#f08c1e') +
    path('M112 132 L288 132 L280 142 L120 142 Z', '#fbe3b3') +
    path('M92 142 L308 142 Q300 200 250 204 L150 204 Q100 200 92 142 Z', shaded(steel, 0, 0.3)) +
    path('M270 186 L330 206 L322 220 L262 204 Z', steel) +
    cylinder(200, 204, 338, 80, color) +
    gloss('M136 220 L152 222 L152 336 L136 332 Z', 0.3) +
    circle(300, 236, 9, '#f7b53c')
  );
}
