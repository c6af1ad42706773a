import { bothSides, repeat, turned } from '../compose.ts';
import { black, rim, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A paw print. */
function paw(x: number, y: number, size: number, color: string): string {
  return (
    ellipse(x, y + size * 0.3, size * 0.55, size * 0.45, color) +
    [-0.75, -0.28, 0.28, 0.75]
      .map((d) =>
        ellipse(x + d * size * 0.8, y - size * (0.45 - Math.abs(d) * 0.3), size * 0.2, size * 0.28, color),
      )
      .join('')
  );
}

/** A round dog bed with a sleeping dog. */
export function dogBed(color: string): string {
  return (
    shadow(200, 334, 170) +
    path(
      'M36 236 Q40 150 200 146 Q360 150 364 236 L364 280 Q356 332 200 332 Q44 332 36 280 Z',
      shaded(color, 0),
    ) +
    ellipse(200, 232, 130, 62, lighter(color, 0.55)) +
    path(
      'M98 236 Q96 156 190 160 Q300 160 304 226 Q300 268 210 272 Q110 274 98 236 Z',
      shaded('#b57a45', 20),
    ) +
    path('M108 222 Q96 168 150 164 Q200 166 202 212 Q196 252 150 252 Q114 250 108 222 Z', '#c98f58') +
    path('M112 186 Q82 196 92 246 Q112 250 124 206 Z', '#7b4f2b') +
    path('M192 180 Q220 190 212 236 Q192 240 182 206 Z', '#7b4f2b') +
    ellipse(152, 236, 17, 12, black) +
    line('M126 210 q9 9 18 0 M160 210 q9 9 18 0', black, 5) +
    path(
      'M36 240 Q60 300 200 300 Q340 300 364 240 L364 284 Q356 334 200 334 Q44 334 36 284 Z',
      shaded(darker(color, 0.12), 90),
    )
  );
}

/** A feeding bowl with kibble. */
export function petBowl(color: string): string {
  return (
    shadow(200, 322, 150) +
    repeat(14, (at) =>
      circle(96 + at * 16, 176 - Math.sin((at / 13) * Math.PI) * 32, 19, at % 2 ? '#9a6236' : '#7b4a26'),
    ) +
    path('M84 186 L316 186 L356 312 L44 312 Z', shaded(color, 0)) +
    path('M44 300 L356 300 L360 318 L40 318 Z', darker(color, 0.3)) +
    rim(200, 184, 120, color, '#8a5530') +
    repeat(11, (at) => circle(104 + at * 19, 178 - (at % 2) * 6, 15, at % 2 ? '#b0733f' : '#8a5530')) +
    path(
      'M142 232 Q128 218 116 232 Q106 246 120 258 Q106 270 118 284 Q132 294 144 280 L256 280 Q268 294 282 284 Q294 270 280 258 Q294 246 284 232 Q272 218 258 232 Z',
      white,
    )
  );
}

/** A collar and a lead. */
export function dogLead(color: string): string {
  return (
    line(
      'M120 96 Q70 40 130 34 Q190 38 156 104 Q110 180 170 220 Q250 262 304 200 Q350 140 296 118 Q244 108 250 170 Q258 230 300 280',
      color,
      17,
    ) +
    line('M120 96 L148 120', darker(color, 0.3), 22) +
    ellipse(152, 300, 110, 52, 'none', { stroke: darker(color, 0.25), 'stroke-width': 30 }) +
    ellipse(152, 294, 110, 50, 'none', { stroke: shaded(color, 0), 'stroke-width': 24 }) +
    repeat(7, (at) => circle(62 + at * 30, 330 + Math.sin((at / 6) * Math.PI) * 16, 6, '#e3c46a')) +
    rect(276, 268, 36, 50, '#aab2ba', 12) +
    circle(294, 336, 24, '#d0a343') +
    paw(294, 336, 14, '#8a6a1e')
  );
}

/** A cat tree with a cat on top. */
export function catTree(color: string): string {
  const post = (x: number, top: number, bottom: number): string =>
    rect(x, top, 36, bottom - top, shaded('#d8b98a', 0)) +
    repeat(Math.floor((bottom - top) / 9), (at) =>
      line(`M${x} ${top + 6 + at * 9} L${x + 36} ${top + 9 + at * 9}`, '#b38f5c', 3),
    );
  return (
    shadow(200, 362, 150) +
    post(250, 110, 340) +
    post(96, 206, 340) +
    rect(44, 336, 312, 22, shaded(color, 90), 8) +
    rect(52, 188, 150, 20, shaded(color, 90), 8) +
    rect(150, 240, 150, 98, shaded(color, 90), 16) +
    path('M196 338 L196 296 Q200 264 226 264 Q252 264 254 296 L254 338 Z', darker(color, 0.6)) +
    rect(196, 96, 150, 22, shaded(color, 90), 10) +
    path('M222 98 Q216 54 250 52 L300 58 Q326 66 322 98 Z', '#4a5158') +
    path('M214 24 L226 36 Q242 28 258 36 L270 24 Q276 66 256 74 Q242 78 228 74 Q208 66 214 24 Z', '#4a5158') +
    [232, 252].map((x) => circle(x, 50, 5, '#c8ea4f')).join('') +
    line('M318 92 Q352 110 336 152', '#4a5158', 12) +
    line('M66 208 L66 258', '#8a939b', 3) +
    circle(66, 270, 14, '#c8383d')
  );
}

/** An aquarium with fish and plants. */
export function aquarium(): string {
  const fish = (x: number, y: number, tone: string, side: 1 | -1): string =>
    path(
      `M${x - side * 30} ${y} L${x - side * 56} ${y - 20} L${x - side * 56} ${y + 20} Z`,
      darker(tone, 0.15),
    ) +
    ellipse(x, y, 38, 23, tone) +
    path(
      `M${x - 4} ${y - 22} Q${x + 4} ${y} ${x - 4} ${y + 22} L${x + 8} ${y + 21} Q${x + 14} ${y} ${x + 8} ${y - 21} Z`,
      white,
    ) +
    circle(x + side * 22, y - 5, 5, black);
  return (
    shadow(200, 350, 170) +
    rect(34, 68, 332, 272, '#8fd0e8', 8) +
    rect(34, 68, 332, 40, '#d9f0f8') +
    path('M34 300 Q120 274 200 296 Q290 270 366 300 L366 340 L34 340 Z', '#d9b877') +
    [
      [76, 150],
      [98, 190],
      [310, 170],
      [336, 140],
    ]
      .map(([x = 0, y = 0]) =>
        line(
          `M${x} 310 Q${x - 22} ${(y + 310) / 2 + 30} ${x} ${(y + 310) / 2} Q${x + 22} ${(y + 310) / 2 - 30} ${x} ${y}`,
          '#3f9a5c',
          11,
        ),
      )
      .join('') +
    fish(150, 172, '#f08a2c', 1) +
    fish(246, 236, '#f0c53a', -1) +
    fish(236, 146, '#d0364a', 1) +
    path('M176 312 Q180 270 206 272 Q232 272 236 312 Z', '#8a939b') +
    [
      [196, 250, 6],
      [204, 226, 8],
      [196, 200, 5],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, '#e9f7fc'))
      .join('') +
    rect(26, 46, 348, 26, shaded(black, 90), 8) +
    rect(26, 334, 348, 18, shaded(black, 90), 6)
  );
}

/** A bird cage with a parrot. */
export function birdCage(color: string): string {
  return (
    shadow(200, 360, 120) +
    circle(200, 40, 13, 'none', { stroke: color, 'stroke-width': 7 }) +
    path(
      'M172 176 Q168 128 204 124 Q240 128 236 184 Q232 236 204 252 L196 296 L184 292 L186 240 Q172 216 172 176 Z',
      '#4c9a5b',
    ) +
    path('M210 180 Q246 196 222 250 Q202 230 210 180 Z', '#2f6fb0') +
    path('M172 150 Q150 148 158 176 L176 170 Z', '#f0c53a') +
    circle(188, 148, 6, black) +
    line('M110 256 L290 256', wood, 9) +
    repeat(7, (at) =>
      line(
        `M${96 + at * 34.6} 326 L${96 + at * 34.6} 170 Q${(96 + at * 34.6 + 200) / 2} 70 200 54`,
        color,
        4,
      ),
    ) +
    line('M96 250 L304 250 M98 176 L302 176', color, 5) +
    path('M84 322 L316 322 L304 352 L96 352 Z', shaded(darker(color, 0.2), 90))
  );
}

/** A hamster in its wheel. */
export function hamsterWheel(color: string): string {
  return (
    shadow(200, 358, 120) +
    bothSides(line('M200 190 L110 350', darker(color, 0.3), 15)) +
    line('M90 352 L310 352', darker(color, 0.3), 15) +
    circle(200, 184, 144, 'none', { stroke: shaded(color, 45), 'stroke-width': 24 }) +
    repeat(24, (at) => turned(rect(197, 50, 6, 24, darker(color, 0.35)), at * 15, 200, 184)) +
    path(
      'M114 284 Q100 190 190 176 Q280 180 290 262 Q286 312 220 318 L150 314 Q120 308 114 284 Z',
      shaded('#d9a05b', 20),
    ) +
    path('M140 312 Q150 256 200 258 Q250 260 256 314 Z', '#f7ecd8') +
    [222, 262].map((x) => circle(x, 192, 17, '#c98a7a')).join('') +
    circle(268, 230, 9, black) +
    circle(296, 250, 8, '#d98a8a') +
    line('M288 258 L320 250 M288 264 L320 270', '#7b5a3a', 3) +
    [160, 234].map((x) => ellipse(x, 318, 20, 9, '#d98a8a')).join('') +
    circle(200, 184, 12, '#7d868e')
  );
}

/** A squeaky bone and a ball on a rope. */
export function dogToys(color: string): string {
  const knot = (x: number, y: number): string =>
    circle(x, y, 22, shaded('#e9dfc8', 45)) +
    repeat(5, (at) => line(`M${x} ${y} l${at * 9 - 18} 32`, '#d8c69c', 6));
  return (
    shadow(200, 350, 150) +
    turned(
      path(
        'M98 108 Q70 66 108 56 Q140 52 148 88 L256 88 Q264 52 296 56 Q334 66 306 108 Q334 150 296 160 Q264 164 256 128 L148 128 Q140 164 108 160 Q70 150 98 108 Z',
        shaded(color, 90),
      ),
      -12,
      200,
      108,
    ) +
    line('M64 300 Q150 200 240 280 Q290 320 340 250', '#c8383d', 22) +
    line('M64 300 Q150 200 240 280 Q290 320 340 250', white, 22, {
      'stroke-dasharray': '10 24',
      'stroke-linecap': 'butt',
    }) +
    knot(64, 300) +
    knot(342, 248) +
    circle(196, 280, 62, shaded('#c8d94a', 45)) +
    line('M146 248 Q190 270 176 338 M224 224 Q206 270 254 304', white, 8)
  );
}

/** A sack of dry food with a dog's head on it. */
export function petFood(color: string): string {
  return (
    shadow(200, 356, 120) +
    path(
      'M84 62 Q100 44 200 46 Q300 44 316 62 L326 340 Q326 356 306 356 L94 356 Q74 356 74 340 Z',
      shaded(color, 0),
    ) +
    path('M84 62 L92 30 L308 30 L316 62 Z', darker(color, 0.25)) +
    line('M88 62 L312 62', white, 4, { 'stroke-dasharray': '9 7' }) +
    circle(200, 188, 92, '#fbf3de') +
    path(
      'M146 160 Q148 120 200 120 Q252 120 254 160 L250 220 Q230 254 200 254 Q170 254 150 220 Z',
      '#b57a45',
    ) +
    bothSides(path('M150 138 Q108 136 110 196 Q126 226 148 206 Z', '#7b4f2b') + circle(178, 178, 9, black)) +
    path('M168 214 Q170 194 200 194 Q230 194 232 214 Q224 244 200 246 Q176 244 168 214 Z', '#f0dcc0') +
    ellipse(200, 206, 17, 12, black) +
    path('M190 232 Q200 262 212 232 Z', '#e0637a') +
    repeat(5, (at) => circle(116 + at * 42, 316, 15, at % 2 ? '#9a6236' : '#7b4a26'))
  );
}

/** A cat litter tray with a scoop. */
export function litterTray(color: string): string {
  return (
    shadow(200, 336, 170) +
    path('M60 170 L340 170 L368 232 L32 232 Z', darker(color, 0.35)) +
    path('M76 196 L324 196 L352 232 L48 232 Z', '#d8d3c8') +
    repeat(26, (at) =>
      circle(84 + ((at * 61) % 240), 206 + ((at * 17) % 22), 4, at % 2 ? '#b9b3a4' : '#f4f1ea'),
    ) +
    path('M28 226 L372 226 L352 320 Q350 334 334 334 L66 334 Q50 334 48 320 Z', shaded(color, 0)) +
    rect(20, 218, 360, 20, lighter(color, 0.3), 10) +
    turned(
      rect(246, 40, 24, 100, shaded('#e3782f', 0), 10) +
        path('M212 132 L304 132 L296 214 L220 214 Z', '#e3782f') +
        repeat(4, (at) => rect(228 + at * 17, 146, 8, 56, white, 4)),
      18,
      258,
      140,
    ) +
    paw(200, 284, 30, lighter(color, 0.6))
  );
}
