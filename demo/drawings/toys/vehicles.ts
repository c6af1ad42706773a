import { bothSides, repeat, turned } from '../compose.ts';
import { black, steel, white } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A rubber wheel with a coloured hub. */
function wheel(x: number, y: number, r: number, hub: string): string {
  return (
    circle(x, y, r, '#23272c') + circle(x, y, r * 0.6, shaded(hub, 45)) + circle(x, y, r * 0.18, '#23272c')
  );
}

/** A round toy car. */
export function toyCar(color: string): string {
  return (
    shadow(200, 324, 160) +
    path(
      'M40 270 Q28 206 92 194 Q120 106 196 104 Q276 106 300 186 Q368 192 366 270 Q366 284 350 284 L56 284 Q42 284 40 270 Z',
      shaded(color, 90),
    ) +
    path('M118 190 Q138 130 190 128 L190 190 Z', '#cfe6ee') +
    path('M206 128 Q256 130 274 186 L206 190 Z', '#cfe6ee') +
    circle(352, 224, 15, '#f7e08a') +
    rect(44, 250, 316, 12, lighter(color, 0.4)) +
    circle(198, 228, 22, white) +
    path(
      'M198 212 L203 224 L216 224 L206 232 L210 245 L198 237 L186 245 L190 232 L180 224 L193 224 Z',
      color,
    ) +
    wheel(112, 284, 40, '#f0c53a') +
    wheel(292, 284, 40, '#f0c53a')
  );
}

/** A racing car with a number. */
export function raceCar(color: string): string {
  return (
    shadow(200, 310, 180) +
    path('M30 176 L74 176 L82 226 L36 226 Z', darker(color, 0.3)) +
    rect(20, 160, 76, 20, black, 5) +
    path(
      'M56 262 L64 222 Q140 204 176 172 Q210 152 236 176 L262 216 Q340 226 380 262 L378 282 L60 282 Z',
      shaded(color, 90),
    ) +
    path('M178 186 Q210 164 232 186 L240 206 L160 206 Z', '#33424d') +
    circle(204, 168, 24, shaded(white, 45)) +
    path('M208 160 L230 166 L226 178 L204 176 Z', '#33424d') +
    circle(276, 246, 22, white) +
    path('M268 238 L280 232 L280 262 L272 262 L272 244 Z', black) +
    line('M84 250 L240 250', white, 9) +
    wheel(112, 268, 44, '#c3c9cf') +
    wheel(320, 274, 36, '#c3c9cf')
  );
}

/** A fire engine with its ladder. */
export function fireEngine(): string {
  return (
    shadow(200, 334, 170) +
    turned(
      line('M60 150 L290 150 M60 122 L290 122', '#d9dee2', 7) +
        repeat(9, (at) => line(`M${76 + at * 26} 124 L${76 + at * 26} 148`, '#d9dee2', 5)),
      -14,
      80,
      140,
    ) +
    rect(28, 170, 236, 120, shaded('#c8383d', 90), 8) +
    path(
      'M256 290 L256 120 Q256 106 270 106 L334 106 Q350 106 356 122 L374 194 L374 290 Z',
      shaded('#d4474b', 90),
    ) +
    path('M286 124 L332 124 L350 186 L286 186 Z', '#cfe6ee') +
    rect(276, 84, 44, 24, '#5ab0e8', 8) +
    rect(28, 222, 346, 14, white) +
    repeat(3, (at) => rect(44 + at * 70, 182, 56, 34, '#9aa2a9', 4)) +
    circle(70, 256, 17, '#f0c53a') +
    circle(70, 256, 8, black) +
    circle(366, 256, 11, '#f7e08a') +
    wheel(96, 296, 38, '#d9dee2') +
    wheel(304, 296, 38, '#d9dee2')
  );
}

/** An excavator with its shovel. */
export function excavator(color: string): string {
  return (
    shadow(160, 350, 140) +
    line('M206 196 L290 90 L344 196', darker(color, 0.1), 25) +
    circle(290, 92, 15, black) +
    path('M318 190 L374 184 L376 246 Q346 276 312 250 Z', shaded('#5b646d', 20)) +
    repeat(4, (at) =>
      path(`M${314 + at * 15} ${252 + (at > 1 ? 3 - at : at) * 6} l6 20 l10 -14 Z`, '#5b646d'),
    ) +
    rect(40, 188, 200, 84, shaded(color, 90), 12) +
    path(
      'M96 190 L104 88 Q106 76 120 76 L200 76 Q212 76 212 90 L218 190 Z',
      shaded(lighter(color, 0.08), 0),
    ) +
    path('M118 170 L124 96 L192 96 L198 170 Z', '#cfe6ee') +
    line('M40 218 L240 218', darker(color, 0.35), 6) +
    rect(24, 278, 244, 66, '#2b2f35', 33) +
    [62, 112, 164, 230].map((x) => circle(x, 311, 21, '#8a939b') + circle(x, 311, 8, '#2b2f35')).join('')
  );
}

/** A propeller plane. */
export function toyPlane(color: string): string {
  return (
    path('M44 120 L92 120 L122 188 L62 196 Z', shaded(darker(color, 0.15), 0)) +
    path('M40 190 Q120 168 280 170 Q356 176 360 218 Q352 258 280 262 Q140 262 60 214 Z', shaded(color, 90)) +
    path('M204 172 Q214 128 250 128 Q288 132 294 172 Z', '#cfe6ee') +
    path('M176 214 L262 214 L200 320 L148 320 Z', shaded('#f0c53a', 45)) +
    path('M188 180 L248 180 L214 108 L180 108 Z', darker('#f0c53a', 0.2)) +
    rect(352, 204, 24, 26, black, 6) +
    turned(ellipse(372, 217, 9, 78, '#8a939b'), 10, 372, 217) +
    line('M90 206 L330 206', white, 8) +
    line('M270 258 L280 298 M304 256 L300 298', black, 7) +
    wheel(290, 312, 24, '#c8383d')
  );
}

/** A tricycle. */
export function tricycle(color: string): string {
  const spokes = (x: number, y: number, r: number): string =>
    circle(x, y, r, 'none', { stroke: '#23272c', 'stroke-width': 15 }) +
    repeat(8, (at) => turned(line(`M${x} ${y} L${x} ${y - r + 8}`, '#b4bcc4', 4), at * 45, x, y)) +
    circle(x, y, 11, steel);
  return (
    shadow(200, 360, 160) +
    spokes(136, 300, 42) +
    spokes(286, 284, 64) +
    line('M286 284 L256 128', color, 17) +
    line('M264 176 Q220 250 110 300', color, 19) +
    line('M150 280 L136 208', color, 15) +
    spokes(88, 308, 42) +
    path('M84 196 Q140 178 180 200 Q186 216 170 220 L98 220 Q82 212 84 196 Z', shaded(black, 90)) +
    line('M256 128 Q230 104 204 116', steel, 13) +
    line('M206 116 L190 122', '#c8383d', 19) +
    line('M196 128 l-14 30 M200 130 l-6 34 M190 124 l-22 24', '#f0c53a', 4) +
    circle(262, 112, 13, '#f0c53a') +
    rect(266, 296, 46, 15, black, 5)
  );
}

/** A kick scooter for children. */
export function kickScooter(color: string): string {
  return (
    shadow(200, 358, 150) +
    line('M286 320 L248 80', steel, 15) +
    line('M288 316 L262 170', color, 23) +
    line('M206 84 L292 70', black, 15) +
    line('M198 86 L226 81 M276 73 L302 69', '#c8383d', 21) +
    path('M60 296 Q50 276 74 276 L230 286 Q258 288 270 262 L292 300 L284 318 L76 318 Z', shaded(color, 90)) +
    repeat(5, (at) => line(`M${96 + at * 26} 284 L${92 + at * 26} 294`, white, 6)) +
    wheel(302, 328, 29, '#f0c53a') +
    wheel(72, 330, 26, '#f0c53a')
  );
}

/** A rocket that stands on its fins. */
export function toyRocket(color: string): string {
  return (
    shadow(200, 364, 90) +
    bothSides(path('M150 220 Q86 250 76 352 L134 320 L158 300 Z', shaded(color, 0))) +
    path('M166 318 L234 318 L222 352 L178 352 Z', '#7d868e') +
    path(
      'M200 24 Q284 108 258 256 L240 322 L160 322 L142 256 Q116 108 200 24 Z',
      shaded('#eceff1', 0, 0.14),
    ) +
    path('M200 24 Q242 62 254 116 Q200 134 146 116 Q158 62 200 24 Z', shaded(color, 0)) +
    circle(200, 180, 37, shaded(steel, 45)) +
    circle(200, 180, 26, '#5ab0e8') +
    path('M184 172 Q192 160 206 160 L190 188 Z', white) +
    rect(144, 254, 112, 15, color) +
    path('M192 250 L208 250 L212 346 L188 346 Z', darker(color, 0.15))
  );
}

/** A sailing boat for the bath or the pond. */
export function toyBoat(color: string): string {
  return (
    path(
      'M20 326 Q50 308 80 326 Q110 344 140 326 Q170 308 200 326 Q230 344 260 326 Q290 308 320 326 Q350 344 380 326 L380 362 L20 362 Z',
      '#8fcbe6',
    ) +
    rect(194, 36, 12, 232, '#8a5a30', 4) +
    path('M214 52 Q330 130 336 240 L214 240 Z', shaded('#fbf8f0', 0, 0.1), {
      stroke: '#d5d2c8',
      'stroke-width': 3,
    }) +
    path('M186 80 Q110 150 92 240 L186 240 Z', shaded('#c8383d', 0)) +
    line('M222 148 L306 148 M222 192 L328 192', color, 11) +
    path('M206 36 L246 48 L206 62 Z', '#f0c53a') +
    path('M44 262 L356 262 Q340 332 276 336 L124 336 Q62 332 44 262 Z', shaded(color, 90)) +
    rect(40, 256, 320, 17, lighter(color, 0.45), 6) +
    [120, 200, 280].map((x) => circle(x, 298, 12, white)).join('')
  );
}
