import { clipped, repeat, star } from '../compose.ts';
import { circle, darker, ellipse, group, lighter, line, mix, path, rect, shaded, shadow } from '../svg.ts';
import { cloth } from './garment.ts';

/** Shoes are seen from the side, with the toe to the right. */
const lowUpper =
  'M60 166 Q58 148 76 146 Q96 146 112 168 Q140 186 172 168 L198 148 Q212 142 220 156 Q246 206 300 222 Q350 236 350 276 L350 296 L58 296 Q48 226 60 166 Z';

function inside(color: string): string {
  return path('M70 158 Q120 140 190 150 Q170 190 130 186 Q96 180 70 158 Z', darker(color, 0.45));
}

function laces(color: string): string {
  const count = 4;
  return repeat(count, (at) =>
    line(`M${176 + at * 20} ${186 + at * 12} L${210 + at * 18} ${164 + at * 13}`, color, 7),
  );
}

function cupSole(color: string, y = 288): string {
  return (
    path(
      `M52 ${y} H354 Q362 ${y + 20} 350 ${y + 42} Q200 ${y + 48} 58 ${y + 42} Q46 ${y + 20} 52 ${y} Z`,
      shaded(color, 90, 0.1),
      { stroke: darker(color, 0.3), 'stroke-width': 2 },
    ) + line(`M56 ${y + 14} H354`, darker(color, 0.2), 2.5)
  );
}

/** A leather trainer with a curved stripe. */
export function trainer(color: string, stripe: string, sole = '#f4f3f0'): string {
  return (
    shadow(204, 336, 150) +
    inside(color) +
    cloth(lowUpper, color) +
    path('M292 220 Q350 234 350 276 V290 H268 Q270 244 292 220 Z', darker(color, 0.08)) +
    repeat(8, (at) => circle(300 + (at % 4) * 11, 250 + Math.floor(at / 4) * 13, 2.4, darker(color, 0.4))) +
    path('M60 166 Q50 226 58 290 H112 Q96 230 112 172 Q80 140 60 166 Z', stripe) +
    path('M128 282 Q190 270 226 200 L238 214 Q216 270 176 288 Z', stripe) +
    path('M172 170 L204 140 L226 156 L216 178 L188 196 Z', lighter(color, 0.2), {
      stroke: darker(color, 0.25),
      'stroke-width': 2,
    }) +
    laces(lighter(stripe, 0.85)) +
    cupSole(sole)
  );
}

export function runningShoe(color: string, accent: string): string {
  const mesh = repeat(20, (at) =>
    line(
      `M${180 + at * 9} 160 L${140 + at * 9} 300 M${140 + at * 9} 160 L${180 + at * 9} 300`,
      darker(color, 0.16),
      1.5,
    ),
  );
  return (
    shadow(204, 340, 150) +
    inside(color) +
    cloth(lowUpper, color) +
    clipped('mesh', lowUpper, mesh) +
    path('M62 150 Q40 200 58 280 L124 286 Q92 220 110 168 Q84 138 62 150 Z', accent) +
    [0, 1, 2]
      .map((at) =>
        line(`M${132 + at * 32} 282 Q${166 + at * 28} 240 ${176 + at * 24} ${188 + at * 14}`, accent, 9),
      )
      .join('') +
    laces('#ffffff') +
    path(
      'M40 268 Q60 290 110 282 Q230 270 280 286 Q330 292 366 268 Q370 300 340 318 Q200 316 110 338 Q56 344 44 318 Z',
      '#fafafa',
      { stroke: '#c2c5c9', 'stroke-width': 2 },
    ) +
    path(
      'M52 324 Q80 344 118 336 Q210 314 340 318 Q360 308 366 290 Q366 326 336 330 Q210 328 116 350 Q60 352 52 324 Z',
      accent,
    ) +
    repeat(4, (at) => line(`M${68 + at * 22} 298 q8 14 18 8`, accent, 4))
  );
}

/** A canvas shoe over the ankle with a white toe and a round badge. */
export function highTop(color: string): string {
  return (
    shadow(204, 344, 150) +
    cloth('M86 66 Q140 50 196 62 L214 150 Q246 206 300 230 Q336 244 342 300 H62 Q58 200 86 66 Z', color) +
    path('M280 222 Q350 240 352 300 H262 Q256 250 280 222 Z', '#f6f3ec', {
      stroke: '#bdb8ad',
      'stroke-width': 2,
    }) +
    path('M176 64 L198 62 L214 150 Q232 182 262 206 L240 232 Q204 200 192 160 Z', lighter(color, 0.12)) +
    repeat(7, (at) =>
      line(`M${178 + at * 6} ${84 + at * 22} L${208 + at * 6} ${78 + at * 20}`, '#ffffff', 7),
    ) +
    circle(126, 138, 32, '#f6f3ec', { stroke: '#bdb8ad', 'stroke-width': 2 }) +
    star(126, 138, 25, '#2f5fa8') +
    line('M74 110 Q62 200 68 296', lighter(color, 0.4), 3, { 'stroke-dasharray': '6 4' }) +
    cupSole('#f6f3ec', 294) +
    line('M56 320 H352', '#c8352f', 6)
  );
}

/** A shoe without laces; `pattern` covers the upper. */
export function slipOn(color: string, pattern: string): string {
  const upper = 'M58 196 Q56 170 76 170 Q130 206 190 176 Q230 158 262 190 Q346 214 350 290 H56 Z';
  return (
    shadow(204, 336, 150) +
    path('M66 176 Q130 150 216 168 Q160 210 110 200 Z', darker(color, 0.5)) +
    cloth(upper, color) +
    clipped('pattern', upper, pattern) +
    line('M76 170 Q130 206 190 176 Q214 166 232 168', darker(color, 0.35), 6) +
    path('M150 192 l34 -14 l10 40 l-30 8 Z', '#2b2c30') +
    cupSole('#fafaf7', 284)
  );
}

export function checkerboard(tone: string): string {
  const size = 18;
  return repeat(120, (at) =>
    ((at % 20) + Math.floor(at / 20)) % 2 === 0
      ? rect((at % 20) * size + 20, 166 + Math.floor(at / 20) * size * 1.16, size, size * 1.16, tone)
      : '',
  );
}

export function leatherSole(heel = 26): string {
  return path(`M52 292 H350 Q362 302 350 308 H150 L142 ${308 + heel} H56 Q50 300 52 292 Z`, '#3a2618');
}

export function loafer(color: string): string {
  return (
    shadow(204, 336, 150) +
    path('M66 190 Q130 166 210 186 Q160 222 110 212 Z', darker(color, 0.55)) +
    cloth('M56 200 Q54 180 74 182 Q120 214 184 192 Q226 176 256 206 Q350 224 352 294 H54 Z', color) +
    line('M238 200 Q330 228 338 272', darker(color, 0.35), 5) +
    cloth('M176 196 Q214 176 236 192 L214 292 H160 Z', darker(color, 0.08)) +
    path('M184 222 L222 216 L214 244 L180 248 Z', darker(color, 0.5)) +
    line('M80 196 Q70 240 76 288', darker(color, 0.3), 3) +
    leatherSole()
  );
}

/** A laced leather shoe with punched holes. */
export function brogue(color: string): string {
  const holes = repeat(10, (at) =>
    circle(252 + at * 10, 216 + Math.sin(at * 0.9) * 8 + at * 3, 3, darker(color, 0.6)),
  );
  return (
    shadow(204, 336, 150) +
    inside(color) +
    cloth(lowUpper, color) +
    path('M260 206 Q350 226 352 294 H252 Q290 270 260 206 Z', darker(color, 0.16)) +
    line('M262 208 Q290 262 254 294', darker(color, 0.5), 3) +
    holes +
    path('M176 166 L204 140 L242 200 L196 226 Q176 196 176 166 Z', darker(color, 0.12), {
      stroke: darker(color, 0.45),
      'stroke-width': 2.5,
    }) +
    laces(darker(color, 0.6)) +
    path('M60 166 Q50 230 58 292 H120 Q90 240 104 170 Z', darker(color, 0.16)) +
    repeat(8, (at) => circle(106 - at * 0.5 + Math.abs(at - 4) * 2, 182 + at * 14, 2.6, darker(color, 0.6))) +
    leatherSole()
  );
}

export function highHeel(color: string): string {
  return (
    shadow(200, 352, 140, 8) +
    path('M58 92 Q50 130 70 160 L88 350 H100 L112 190 Z', shaded(darker(color, 0.1), 0)) +
    cloth(
      'M58 84 Q80 96 104 140 Q150 216 214 262 Q250 262 282 270 Q350 288 366 330 Q360 346 330 346 Q250 344 200 316 Q130 270 106 190 Q54 170 58 84 Z',
      color,
    ) +
    path(
      'M64 90 Q84 108 108 152 Q150 216 212 262 L226 262 Q170 236 122 146 Q96 98 64 90 Z',
      darker(color, 0.5),
    ) +
    path(
      'M106 190 Q130 270 200 316 Q250 344 330 346 Q360 346 368 334 L368 342 Q350 356 320 354 Q240 352 190 322 Q126 276 102 196 Z',
      '#3a2618',
    ) +
    line('M286 284 Q330 300 344 322', lighter(color, 0.5), 6, { opacity: 0.7 })
  );
}

export function balletFlat(color: string): string {
  return (
    shadow(204, 330, 150) +
    path('M62 214 Q140 190 262 232 Q200 262 120 252 Z', '#e6cdb0') +
    cloth(
      'M54 220 Q54 200 70 208 Q110 262 186 258 Q240 256 270 234 Q348 240 354 292 Q350 306 330 306 H62 Q50 290 54 220 Z',
      color,
    ) +
    line('M70 210 Q110 262 186 258 Q240 256 268 236', darker(color, 0.3), 6) +
    cloth('M270 236 q-34 -24 -40 -2 q4 20 40 2 q34 -16 36 6 q-6 16 -36 -6 Z', darker(color, 0.18)) +
    path('M54 300 H350 Q350 314 330 316 H64 Q54 314 54 300 Z', '#3a2618')
  );
}

export function clog(color: string): string {
  return (
    shadow(204, 340, 150) +
    line('M96 196 Q50 190 52 242', darker(color, 0.2), 18) +
    cloth(
      'M60 262 Q56 236 80 240 Q120 254 140 220 Q170 160 250 168 Q346 180 356 276 V320 Q350 336 330 336 H84 Q58 334 60 262 Z',
      color,
    ) +
    [
      [190, 206],
      [224, 196],
      [260, 198],
      [294, 214],
      [206, 236],
      [244, 230],
      [284, 238],
      [316, 246],
    ]
      .map(([x = 0, y = 0]) => ellipse(x, y, 10, 8, darker(color, 0.55)))
      .join('') +
    circle(146, 222, 12, '#f4f3f0', { stroke: darker(color, 0.4), 'stroke-width': 3 }) +
    path('M58 300 H356 V320 Q350 338 330 338 H84 Q58 336 58 300 Z', darker(color, 0.12)) +
    repeat(11, (at) => line(`M${80 + at * 26} 316 v16`, darker(color, 0.35), 5))
  );
}

function cork(): string {
  const y = 282;
  return (
    path(
      `M46 ${y} Q120 ${y - 14} 200 ${y} Q290 ${y - 4} 358 ${y - 6} Q364 ${y + 28} 350 ${y + 34} H56 Q40 ${y + 26} 46 ${y} Z`,
      shaded('#c99a62', 90, 0.12),
    ) + path(`M48 ${y + 26} H356 V${y + 44} H60 Q48 ${y + 42} 48 ${y + 26} Z`, '#4a3728')
  );
}

/** A cork sandal with two buckled straps. */
export function sandal(color: string): string {
  const strap = (x: number): string =>
    cloth(`M${x} 276 Q${x + 4} 206 ${x + 44} 190 L${x + 86} 204 Q${x + 62} 230 ${x + 66} 276 Z`, color) +
    rect(x + 26, 214, 30, 30, 'none', 4, {
      stroke: '#d9b35a',
      'stroke-width': 6,
      transform: `rotate(-24 ${x + 40} 229)`,
    });
  return (
    shadow(204, 340, 150) +
    ellipse(206, 274, 146, 14, '#8a6238') +
    strap(136) +
    strap(240) +
    line('M60 276 Q56 214 84 210 Q120 226 146 262', color, 20) +
    cork()
  );
}

export function espadrille(color: string, stripe: string): string {
  const upper = 'M58 206 Q56 184 76 186 Q130 226 192 196 Q226 178 260 204 Q346 222 350 290 H58 Z';
  return (
    shadow(204, 334, 150) +
    path('M66 190 Q130 166 216 184 Q160 222 110 212 Z', darker(color, 0.4)) +
    cloth(upper, color) +
    clipped(
      'canvas',
      upper,
      repeat(9, (at) => rect(60 + at * 34, 170, 12, 140, stripe)),
    ) +
    rect(50, 284, 306, 34, '#d9b57a', 15, { stroke: '#9a743c', 'stroke-width': 2 }) +
    repeat(26, (at) => line(`M${60 + at * 11.4} 290 l8 22`, '#a87f44', 3)) +
    line('M56 322 H348', '#4a3728', 8)
  );
}

export function wedgeSandal(color: string): string {
  return (
    shadow(200, 350, 150) +
    path('M60 186 Q90 190 140 240 Q200 292 352 296 V344 H76 Q56 260 60 186 Z', shaded('#d3a868', 90, 0.12)) +
    repeat(7, (at) =>
      line(`M${66 + at} ${214 + at * 19} Q140 ${290 + at * 10} 350 ${306 + at * 6}`, '#a87f44', 2.5),
    ) +
    cloth('M236 288 Q240 226 276 218 L330 252 Q326 280 330 296 Z', color) +
    line('M64 184 Q56 100 96 92 Q150 96 168 124', color, 17) +
    line('M66 150 Q110 164 160 124', color, 17) +
    rect(146, 104, 30, 30, 'none', 5, { stroke: '#d9b35a', 'stroke-width': 6 })
  );
}

/** One flat sole from above with a thong. */
function flipFlop(color: string, strap: string): string {
  const sole =
    'M100 40 Q162 30 168 110 Q172 160 156 220 Q164 300 128 340 Q84 360 62 318 Q50 270 66 220 Q34 120 60 70 Q74 44 100 40 Z';
  return (
    path(sole, darker(color, 0.4), { transform: 'translate(5 7)' }) +
    cloth(sole, color) +
    repeat(9, (at) => line(`M${66 + (at % 2) * 4} ${252 + at * 8} q40 12 84 -4`, darker(color, 0.15), 3)) +
    line('M112 92 Q66 120 58 210 M112 92 Q160 130 160 206', strap, 17) +
    circle(112, 88, 12, darker(strap, 0.2))
  );
}

export function flipFlops(color: string, strap: string): string {
  return (
    group(flipFlop(color, strap)) + group(flipFlop(color, strap), { transform: 'matrix(-1 0 0 1 400 14)' })
  );
}

export function poolSlider(color: string): string {
  return (
    shadow(204, 336, 150) +
    path(
      'M44 268 Q120 258 200 266 Q290 262 358 250 Q366 300 350 326 H60 Q42 316 44 268 Z',
      shaded(darker(color, 0.15), 90, 0.15),
    ) +
    path('M46 270 Q120 254 200 264 Q290 258 356 250 Q300 282 200 282 Q110 288 46 270 Z', darker(color, 0.4)) +
    cloth('M140 296 Q146 180 214 168 Q300 176 330 290 Q240 310 140 296 Z', color) +
    [0, 1, 2]
      .map((at) =>
        line(`M${176 + at * 36} 298 Q${184 + at * 34} 220 ${206 + at * 26} ${176 + at * 8}`, '#ffffff', 12),
      )
      .join('') +
    line('M58 304 H350', lighter(color, 0.4), 4)
  );
}

export function slipper(color: string): string {
  const lining = '#f0e6d2';
  return (
    shadow(204, 330, 150) +
    repeat(15, (at) =>
      circle(66 + at * 11, 206 + Math.sin(at * 0.42) * 22, 17, at % 2 === 0 ? lining : darker(lining, 0.07)),
    ) +
    cloth(
      'M50 230 Q60 206 80 222 Q130 262 190 224 Q214 190 256 200 Q350 220 356 292 Q354 304 336 306 H56 Q44 290 50 230 Z',
      color,
    ) +
    repeat(9, (at) =>
      circle(196 + at * 8, 210 - Math.sin(at * 0.35) * 12, 13, at % 2 === 0 ? lining : darker(lining, 0.07)),
    ) +
    repeat(6, (at) => line(`M${220 + at * 22} ${236 + at * 6} l12 40`, darker(color, 0.14), 3)) +
    path('M48 296 H356 Q356 320 334 322 H64 Q46 320 48 296 Z', '#6b5a4a')
  );
}

/** Plush slippers from the front, with ears. */
export function bunnySlippers(color: string): string {
  const one =
    ellipse(86, 96, 22, 70, color, { transform: 'rotate(-12 86 96)' }) +
    ellipse(86, 100, 11, 50, '#f4b6c2', { transform: 'rotate(-12 86 100)' }) +
    ellipse(134, 96, 22, 70, color, { transform: 'rotate(12 134 96)' }) +
    ellipse(134, 100, 11, 50, '#f4b6c2', { transform: 'rotate(12 134 100)' }) +
    ellipse(110, 250, 82, 92, shaded(color, 60, 0.08), {
      stroke: mix(color, '#8a7a7a', 0.4),
      'stroke-width': 2.5,
    }) +
    ellipse(110, 188, 52, 24, '#b98a92', { stroke: lighter(color, 0.5), 'stroke-width': 10 }) +
    circle(80, 236, 9, '#2b2b2b') +
    circle(140, 236, 9, '#2b2b2b') +
    path('M100 256 h20 l-10 12 Z', '#e77f95') +
    line('M110 268 v12 M110 280 q-14 12 -24 2 M110 280 q14 12 24 2', '#8a5a5a', 3.5) +
    circle(64, 262, 13, '#f9cbd3') +
    circle(156, 262, 13, '#f9cbd3');
  return shadow(200, 340, 150) + group(one) + group(one, { transform: 'translate(180 0)' });
}

/** A children's shoe with straps and lights in the sole. */
export function kidsTrainer(color: string, accent: string): string {
  return (
    shadow(204, 340, 140) +
    inside(color) +
    cloth(
      'M66 150 Q90 130 120 160 Q150 176 184 150 Q214 138 226 170 Q250 200 306 206 Q356 220 354 296 H62 Q54 220 66 150 Z',
      color,
    ) +
    path('M300 205 Q356 220 354 290 H270 Q270 236 300 205 Z', accent) +
    cloth('M166 176 L214 150 L232 176 L190 226 Z', accent) +
    cloth('M196 212 L240 186 L262 206 L222 254 Z', accent) +
    star(112, 222, 28, '#f6cf45') +
    cupSole('#fafafa', 288) +
    [76, 104, 132]
      .map((x, at) => circle(x, 312, 9, ['#ff4d4d', '#4dd2ff', '#7dff5a'][at] ?? '#ffffff'))
      .join('')
  );
}
