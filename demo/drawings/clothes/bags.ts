import { bothSides, repeat, star } from '../compose.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';
import { cloth } from './garment.ts';

export function backpack(color: string): string {
  const leather = '#8a5a33';
  return (
    shadow(200, 358, 120) +
    line('M170 62 Q172 30 200 30 Q228 30 230 62', darker(color, 0.3), 11) +
    bothSides(path('M92 160 Q62 200 80 320 L104 326 V170 Z', darker(color, 0.35))) +
    cloth('M96 140 Q100 54 200 52 Q300 54 304 140 L308 336 Q306 354 286 354 H114 Q94 354 92 336 Z', color) +
    line('M104 172 Q104 78 200 76 Q296 78 296 172', darker(color, 0.4), 4) +
    cloth('M124 214 H276 V320 Q274 336 258 336 H142 Q126 336 124 320 Z', lighter(color, 0.08)) +
    line('M132 236 H268', '#e8e4da', 5, { 'stroke-dasharray': '3 3' }) +
    rect(176, 118, 48, 48, leather, 6) +
    line('M188 132 L212 152 M212 132 L188 152', darker(leather, 0.5), 4) +
    rect(220, 232, 10, 30, leather, 3)
  );
}

/** A school bag with a flap, reflectors and a picture of a fox. */
export function schoolBag(color: string, flap: string): string {
  const fox =
    path('M158 128 L176 158 H224 L242 128 L246 176 L200 218 L154 176 Z', '#e8792b') +
    path('M166 184 L200 216 L234 184 L214 178 L200 196 L186 178 Z', '#fafafa') +
    bothSides(circle(180, 172, 5, '#222222')) +
    circle(200, 208, 6, '#222222');
  return (
    shadow(200, 358, 130) +
    line('M164 58 Q166 32 200 32 Q234 32 236 58', '#3a3c42', 11) +
    bothSides(cloth('M58 190 H100 V330 H74 Q58 326 58 306 Z', darker(color, 0.15))) +
    cloth('M90 92 Q92 54 130 54 H270 Q308 54 310 92 V330 Q308 352 286 352 H114 Q92 352 90 330 Z', color) +
    cloth('M90 92 Q92 54 130 54 H270 Q308 54 310 92 V232 Q200 262 90 232 Z', flap) +
    fox +
    bothSides(rect(116, 222, 30, 50, '#fdf46b', 5) + circle(110, 320, 12, '#ff8a3d')) +
    rect(156, 276, 88, 54, darker(color, 0.12), 8) +
    rect(182, 236, 36, 30, '#c9ccd1', 5)
  );
}

export function handbag(color: string): string {
  const gold = '#d9b35a';
  return (
    shadow(200, 348, 140) +
    line('M136 170 Q136 52 200 50 Q264 52 264 170', darker(color, 0.2), 14) +
    line('M136 170 Q136 52 200 50 Q264 52 264 170', lighter(color, 0.25), 3) +
    cloth('M84 150 H316 L346 316 Q348 342 322 342 H78 Q52 342 54 316 Z', color) +
    cloth('M84 150 H316 L322 196 Q200 250 78 196 Z', darker(color, 0.1)) +
    bothSides(
      circle(136, 168, 12, gold) +
        line('M66 320 L88 206', lighter(color, 0.3), 2.5, { 'stroke-dasharray': '6 4' }),
    ) +
    rect(182, 206, 36, 40, gold, 6) +
    circle(200, 226, 6, darker(gold, 0.5))
  );
}

/** A canvas shopper with a print. */
export function toteBag(color: string, print: string): string {
  return (
    shadow(200, 362, 110) +
    line('M146 150 Q150 36 200 36 Q250 36 254 150', darker(color, 0.22), 14) +
    cloth('M92 138 H308 L318 352 Q200 366 82 352 Z', color) +
    line('M92 158 H308', darker(color, 0.25), 2.5, { 'stroke-dasharray': '6 4' }) +
    print +
    bothSides(line('M112 180 L108 340', darker(color, 0.15), 3))
  );
}

/** A leaf print for a bag. */
export function leafPrint(tone: string): string {
  return (
    line('M200 330 V200', tone, 6) +
    bothSides(
      [310, 280, 250, 222]
        .map((y, at) =>
          path(
            `M200 ${y} Q${150 + at * 6} ${y - 4} ${146 + at * 10} ${y - 44} Q190 ${y - 36} 200 ${y} Z`,
            tone,
          ),
        )
        .join(''),
    )
  );
}

export function crossbodyBag(color: string): string {
  return (
    shadow(200, 356, 120) +
    line('M90 210 Q60 40 200 36 Q340 40 310 210', darker(color, 0.25), 9) +
    cloth('M84 200 Q84 188 98 188 H302 Q316 188 316 200 V300 Q310 350 256 350 H144 Q90 350 84 300 Z', color) +
    cloth(
      'M84 200 Q84 188 98 188 H302 Q316 188 316 200 V240 Q300 300 200 304 Q100 300 84 240 Z',
      lighter(color, 0.1),
    ) +
    circle(200, 290, 18, '#d9b35a', { stroke: '#a37d2a', 'stroke-width': 3 }) +
    repeat(11, (at) => line(`M${206 + (at - 5) * 2} 312 L${206 + (at - 5) * 4} 352`, '#a3482f', 3)) +
    bothSides(circle(90, 204, 10, 'none', { stroke: '#d9b35a', 'stroke-width': 5 }))
  );
}

export function messengerBag(color: string): string {
  return (
    shadow(200, 352, 150) +
    line('M64 190 Q120 40 200 40 Q280 40 336 190', darker(color, 0.35), 16) +
    cloth('M50 176 H350 L356 330 Q354 346 336 346 H64 Q46 346 44 330 Z', color) +
    cloth('M46 170 Q46 160 60 160 H340 Q354 160 354 170 L360 276 Q200 296 40 276 Z', lighter(color, 0.06)) +
    bothSides(
      rect(98, 230, 28, 84, '#6b4a2e', 4) +
        rect(94, 284, 36, 28, '#d9b35a', 4) +
        rect(102, 290, 20, 16, '#6b4a2e'),
    )
  );
}

export function clutch(color: string): string {
  return (
    shadow(200, 322, 140) +
    line('M306 150 Q388 130 366 250', '#d9b35a', 5, { 'stroke-dasharray': '8 4' }) +
    cloth('M52 142 H348 L340 306 Q338 316 326 316 H74 Q62 316 60 306 Z', color) +
    repeat(90, (at) =>
      circle(
        70 + (at % 15) * 18.6 + (Math.floor(at / 15) % 2) * 9,
        174 + Math.floor(at / 15) * 25,
        4,
        lighter(color, 0.55),
      ),
    ) +
    rect(46, 126, 308, 26, shaded('#d9b35a', 90, 0.25), 12) +
    circle(190, 120, 13, '#d9b35a') +
    circle(212, 120, 13, '#f0d58e')
  );
}

/** A hard suitcase on wheels. */
export function suitcase(color: string): string {
  return (
    shadow(200, 362, 110) +
    line('M158 70 V30 H242 V70', '#8a8d92', 9) +
    rect(154, 22, 92, 18, '#3a3c42', 8) +
    bothSides(circle(128, 354, 14, '#2b2c30') + rect(114, 330, 28, 20, '#3a3c42', 4)) +
    rect(96, 64, 208, 280, shaded(color, 0, 0.16), 28, { stroke: darker(color, 0.35), 'stroke-width': 3 }) +
    repeat(7, (at) => rect(120 + at * 24, 84, 11, 240, darker(color, 0.14), 5)) +
    line('M98 204 H302', darker(color, 0.5), 5, { 'stroke-dasharray': '3 3' }) +
    rect(168, 60, 64, 14, darker(color, 0.4), 6) +
    rect(284, 186, 24, 38, '#c9ccd1', 5)
  );
}

export function duffelBag(color: string): string {
  return (
    shadow(200, 330, 160) +
    line('M130 150 Q150 70 200 70 Q250 70 270 150', darker(color, 0.4), 15) +
    cloth('M42 160 Q44 140 80 140 H320 Q356 140 358 160 V290 Q354 322 310 322 H90 Q46 322 42 290 Z', color) +
    ellipse(56, 230, 22, 86, darker(color, 0.25)) +
    ellipse(344, 230, 22, 86, darker(color, 0.15)) +
    line('M70 156 H330', '#c9ccd1', 6, { 'stroke-dasharray': '3 3' }) +
    bothSides(rect(122, 140, 20, 182, darker(color, 0.4))) +
    cloth('M156 206 H244 V296 H156 Z', lighter(color, 0.1)) +
    path('M176 264 L196 226 L210 248 L218 238 L232 264 Z', '#fafafa')
  );
}

export function bumBag(color: string): string {
  return (
    shadow(200, 300, 150) +
    line('M96 200 Q30 180 40 130 Q120 70 200 70 Q280 70 360 130 Q370 180 304 200', '#3a3c42', 20) +
    rect(176, 56, 50, 30, '#22262b', 6) +
    cloth('M82 190 Q84 164 110 164 H290 Q316 164 318 190 Q312 280 250 292 H150 Q88 280 82 190 Z', color) +
    line('M96 190 H304', '#fafafa', 5, { 'stroke-dasharray': '3 3' }) +
    cloth('M116 218 H284 Q274 270 236 276 H164 Q126 270 116 218 Z', lighter(color, 0.14)) +
    star(200, 246, 20, '#f6cf45')
  );
}

export function wallet(color: string): string {
  return (
    shadow(200, 320, 150) +
    path('M88 128 L300 96 L306 170 L96 190 Z', '#6fb07a') +
    circle(200, 138, 18, '#4e8f5b') +
    rect(150, 112, 150, 70, '#3f86d0', 8, { transform: 'rotate(-4 220 150)' }) +
    rect(160, 124, 34, 24, '#f0d58e', 4, { transform: 'rotate(-4 220 150)' }) +
    cloth('M54 150 Q54 138 68 138 H332 Q346 138 346 150 V296 Q346 312 330 312 H70 Q54 312 54 296 Z', color) +
    path('M64 150 H336 V300 H64 Z', 'none', {
      stroke: lighter(color, 0.35),
      'stroke-width': 2.5,
      'stroke-dasharray': '7 5',
    }) +
    line('M200 140 V312', darker(color, 0.35), 4) +
    cloth('M270 200 H362 V252 H270 Q256 226 270 200 Z', darker(color, 0.12)) +
    circle(290, 226, 9, '#d9b35a')
  );
}

/** A purse with a clasp, for coins. */
export function coinPurse(color: string): string {
  return (
    shadow(200, 338, 120) +
    cloth(
      'M96 156 Q50 230 80 300 Q110 336 200 336 Q290 336 320 300 Q350 230 304 156 Q200 130 96 156 Z',
      color,
    ) +
    bothSides(line('M150 170 Q120 250 140 320 M184 164 Q176 250 184 330', darker(color, 0.25), 3)) +
    path(
      'M88 160 Q90 110 200 104 Q310 110 312 160 Q300 172 290 158 Q280 136 200 132 Q120 136 110 158 Q100 172 88 160 Z',
      shaded('#d9b35a', 90, 0.25),
    ) +
    circle(186, 98, 16, '#e8c671') +
    circle(216, 98, 16, '#c79a3c') +
    repeat(5, (at) => circle(140 + at * 30, 252 + (at % 2) * 26, 10, '#ffffff', { opacity: 0.8 }))
  );
}
