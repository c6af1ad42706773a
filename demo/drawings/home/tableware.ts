import { repeat, turned } from '../compose.ts';
import { black, brass, glass, gloss, rim, steel, wall, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A mug with a handle; `pattern` is what is printed on it. */
export function mug(color: string, pattern: 'plain' | 'stripes' | 'heart' = 'plain'): string {
  const prints = {
    plain: '',
    stripes: repeat(4, (at) => line(`M80 ${170 + at * 36} A92 16 0 0 0 264 ${170 + at * 36}`, white, 12)),
    heart: path('M172 270 Q112 222 130 196 Q150 172 172 202 Q194 172 214 196 Q232 222 172 270 Z', '#d0364a'),
  };
  return (
    shadow(180, 334, 110) +
    line('M258 150 Q346 142 342 214 Q336 280 256 274', darker(color, 0.12), 24) +
    wall(172, 110, 312, 94, 90, color) +
    rim(172, 110, 94, color, '#6b4128') +
    prints[pattern] +
    gloss('M96 140 L112 144 L114 300 L100 294 Z', 0.35)
  );
}

/** An espresso cup on its saucer. */
export function espressoCup(color: string): string {
  return (
    shadow(200, 330, 140) +
    ellipse(200, 302, 158, 30, darker(color, 0.12)) +
    ellipse(200, 296, 156, 28, lighter(color, 0.25)) +
    line('M272 176 Q338 170 330 216 Q320 256 262 250', color, 17) +
    path('M104 148 Q106 288 160 294 L228 294 Q284 288 286 148 Z', shaded(color, 0)) +
    rim(195, 148, 91, color, '#7a4522')
  );
}

/** A stemmed glass: for red or white wine, or a narrow flute. */
export function wineGlass(wine: string, isFlute = false): string {
  const bowl = isFlute
    ? 'M160 60 L172 210 Q180 244 200 246 Q220 244 228 210 L240 60 Z'
    : 'M128 60 Q96 196 160 226 Q200 240 240 226 Q304 196 272 60 Z';
  const fill = isFlute
    ? 'M164 104 L173 208 Q181 240 200 241 Q219 240 227 208 L236 104 Z'
    : 'M117 140 Q116 200 162 220 Q200 233 238 220 Q284 200 283 140 Z';
  const bubbles = repeat(7, (at) => circle(186 + ((at * 17) % 32), 130 + at * 14, 3.5, '#ffffff'));
  return (
    shadow(200, 350, 70) +
    path('M194 230 L206 230 L206 332 L194 332 Z', '#b9d3dd') +
    ellipse(200, 340, 70, 11, '#c5dde6') +
    path(bowl, glass, { stroke: '#9fbfcb', 'stroke-width': 3 }) +
    path(fill, wine) +
    (isFlute ? bubbles : '') +
    gloss(
      isFlute ? 'M172 76 L182 76 L188 200 L180 200 Z' : 'M136 76 L152 76 Q134 150 152 200 Q120 170 136 76 Z',
      0.6,
    )
  );
}

/** A tumbler with water and ice. */
export function waterGlass(): string {
  return (
    shadow(200, 346, 90) +
    wall(200, 70, 328, 98, 78, glass) +
    wall(200, 130, 318, 90, 72, '#8fcbe6') +
    rim(200, 70, 98, glass, '#e9f5f9') +
    turned(rect(140, 130, 56, 56, '#e8f6fb', 8), 14, 168, 158) +
    turned(rect(206, 142, 56, 56, '#d8eff8', 8), -18, 234, 170) +
    gloss('M120 100 L138 100 L150 310 L138 308 Z', 0.6)
  );
}

/** A heavy beer stein of glass with foam. */
export function beerStein(): string {
  return (
    shadow(180, 346, 110) +
    line('M258 140 Q350 132 344 218 Q338 304 258 292', '#b5d2dd', 24) +
    rect(90, 100, 176, 236, shaded('#e2a125', 0), 14) +
    repeat(4, (at) => rect(106 + at * 39, 150, 26, 160, '#f3c860', 12)) +
    path(
      'M84 120 Q70 70 118 72 Q134 38 178 54 Q220 34 242 68 Q286 66 272 120 Q268 144 250 130 Q226 150 200 132 Q170 150 150 132 Q110 150 84 120 Z',
      '#fbf6e6',
    )
  );
}

/** A dinner plate from above, with a rim in the colour. */
export function plate(color: string): string {
  return (
    circle(200, 206, 160, '#00000022') +
    circle(200, 200, 160, shaded(white, 45, 0.08)) +
    circle(200, 200, 148, 'none', { stroke: color, 'stroke-width': 14 }) +
    circle(200, 200, 106, shaded('#e9e8e4', 225, 0.06)) +
    circle(200, 200, 98, shaded('#f7f7f5', 45, 0.03))
  );
}

/** A deep bowl; `noodles` draws a soup with chopsticks. */
export function bowl(color: string, noodles = false): string {
  const soup =
    ellipse(200, 172, 140, 23, '#d79a4e') +
    repeat(6, (at) => line(`M${84 + at * 36} 176 q14 -22 30 0 q12 12 24 -2`, '#f3dc9b', 7)) +
    circle(258, 170, 20, '#fdfbf3') +
    circle(258, 170, 10, '#f0a62c') +
    line('M170 168 L352 54', '#8d4b22', 8) +
    line('M196 172 L370 84', '#8d4b22', 8);
  return (
    shadow(200, 330, 110) +
    path('M46 170 Q60 320 160 322 L240 322 Q340 320 354 170 Z', shaded(color, 0)) +
    rim(200, 170, 154, color, darker(color, 0.18)) +
    (noodles ? soup : '') +
    line('M66 226 Q200 262 334 226', lighter(color, 0.4), 7)
  );
}

const cutleryPieces: Record<'fork' | 'knife' | 'spoon', (metal: string) => string> = {
  fork: (metal) =>
    path(
      'M82 40 L90 40 L93 110 L99 110 L101 40 L109 40 L111 110 L117 110 L120 40 L128 40 L128 130 Q126 158 114 164 L118 350 Q105 366 92 350 L96 164 Q84 158 82 130 Z',
      metal,
    ),
  knife: (metal) => path('M190 40 Q226 90 222 200 L214 204 L216 350 Q203 366 190 350 Z', metal),
  spoon: (metal) =>
    ellipse(300, 92, 36, 54, metal) +
    ellipse(300, 88, 25, 40, '#ffffff55') +
    path('M293 140 L307 140 L314 350 Q300 366 286 350 Z', metal),
};

/** Fork, knife and spoon; `handle` gives them handles of another material. */
export function cutlery(color = steel, handle?: string): string {
  const metal = shaded(color, 0, 0.25);
  const handles =
    handle === undefined
      ? ''
      : [90, 188, 285].map((x) => rect(x, 220, 30, 138, shaded(handle, 0), 12)).join('');
  return cutleryPieces.fork(metal) + cutleryPieces.knife(metal) + cutleryPieces.spoon(metal) + handles;
}

/** A round teapot. */
export function teapot(color: string, dots = false): string {
  return (
    shadow(196, 330, 120) +
    line('M92 180 Q26 170 36 232 Q46 286 110 276', darker(color, 0.12), 20) +
    path(
      'M286 250 Q318 240 330 188 Q338 158 368 150 L376 164 Q356 180 352 220 Q342 286 280 302 Z',
      shaded(color, 20),
    ) +
    ellipse(196, 234, 118, 92, shaded(color, 20)) +
    ellipse(196, 152, 66, 15, darker(color, 0.2)) +
    path('M134 150 Q140 114 196 112 Q252 114 258 150 Z', shaded(lighter(color, 0.1), 0)) +
    circle(196, 104, 15, darker(color, 0.15)) +
    (dots
      ? repeat(9, (at) => circle(116 + (at % 5) * 40 + (at > 4 ? 20 : 0), at > 4 ? 266 : 220, 11, white))
      : '') +
    gloss('M104 230 Q108 174 156 162 Q126 196 126 250 Z')
  );
}

/** A pair of mills for salt and pepper. */
export function mills(color: string): string {
  const mill = (cx: number, tone: string): string =>
    path(
      `M${cx - 42} 346 L${cx - 46} 296 Q${cx - 22} 250 ${cx - 26} 200 L${cx - 40} 160 L${cx + 40} 160 L${cx + 26} 200 Q${cx + 22} 250 ${cx + 46} 296 L${cx + 42} 346 Z`,
      shaded(tone, 0),
    ) +
    rect(cx - 40, 146, 80, 14, steel) +
    path(`M${cx - 40} 146 Q${cx - 44} 80 ${cx} 78 Q${cx + 44} 80 ${cx + 40} 146 Z`, shaded(tone, 0)) +
    circle(cx, 66, 14, steel);
  return shadow(200, 350, 130) + mill(130, lighter(color, 0.75)) + mill(270, darker(color, 0.45));
}

/** A bucket of ice with a bottle in it. */
export function iceBucket(): string {
  return (
    shadow(200, 350, 110) +
    turned(
      path(
        'M218 30 L250 30 L250 100 Q278 130 278 180 L278 260 L190 260 L190 180 Q190 130 218 100 Z',
        shaded('#2e5b3a', 0),
      ) + rect(215, 26, 38, 50, brass, 4),
      16,
      230,
      200,
    ) +
    repeat(6, (at) =>
      turned(
        rect(84 + at * 40, 136 + (at % 2) * 8, 40, 40, at % 2 ? '#d3ecf6' : '#eaf7fc', 6),
        at * 25 - 40,
        104 + at * 40,
        156,
      ),
    ) +
    path('M64 166 L94 320 Q98 344 120 344 L280 344 Q302 344 306 320 L336 166 Z', shaded(steel, 0, 0.3)) +
    rect(56, 160, 288, 16, lighter(steel, 0.35), 8) +
    [60, 340]
      .map((x) => circle(x, 206, 20, 'none', { stroke: darker(steel, 0.3), 'stroke-width': 8 }))
      .join('') +
    gloss('M108 190 L132 190 L150 330 L136 330 Z')
  );
}

/** A wine rack with bottles lying in it, their necks to the right. */
export function wineRack(): string {
  const bottle = (y: number, tone: string, seal: string): string =>
    path(
      `M60 ${y} L210 ${y} Q250 ${y} 264 ${y + 16} L340 ${y + 16} L340 ${y + 36} L264 ${y + 36} Q250 ${y + 52} 210 ${y + 52} L60 ${y + 52} Q52 ${y + 26} 60 ${y} Z`,
      shaded(tone, 90),
    ) +
    rect(316, y + 14, 30, 24, seal, 4) +
    rect(104, y + 2, 84, 48, '#f1e7d3') +
    gloss(`M70 ${y + 8} L98 ${y + 8} L98 ${y + 15} L70 ${y + 15} Z`);
  const shelf = (y: number): string => rect(40, y, 300, 14, shaded(wood, 90), 4);
  return (
    shadow(200, 362, 160) +
    bottle(60, '#2e5b3a', '#caa64a') +
    bottle(160, '#5b1f2c', '#b23a48') +
    bottle(260, '#2e5b3a', '#b23a48') +
    [112, 212, 312].map((y) => shelf(y)).join('') +
    [52, 216].map((x) => rect(x, 34, 20, 326, shaded(darker(wood, 0.15), 0), 5)).join('')
  );
}

/** A carafe with its stopper; `liquid` fills it. */
export function carafe(liquid: string): string {
  return (
    shadow(200, 350, 100) +
    path(
      'M164 80 L160 160 Q94 220 96 300 Q98 342 140 342 L260 342 Q302 342 304 300 Q306 220 240 160 L236 80 Z',
      glass,
      { stroke: '#9fbfcb', 'stroke-width': 3 },
    ) +
    path('M122 236 Q104 270 104 300 Q106 334 142 334 L258 334 Q294 334 296 300 Q296 270 278 236 Z', liquid) +
    ellipse(200, 236, 78, 12, lighter(liquid, 0.3)) +
    circle(200, 50, 30, shaded(black, 45)) +
    rect(180, 68, 40, 26, '#c9a37a', 4) +
    gloss('M170 110 L180 110 L178 170 Q126 220 122 290 Q112 220 166 166 Z', 0.6)
  );
}
