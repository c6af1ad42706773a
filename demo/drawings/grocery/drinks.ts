import { repeat, turned } from '../compose.ts';
import { brass, glass, gloss, print, steel, white } from '../solids.ts';
import { circle, darker, ellipse, line, path, rect, shaded, shadow } from '../svg.ts';

/** A plastic bottle of water. */
export function waterBottle(): string {
  return (
    shadow(200, 364, 70) +
    rect(172, 22, 56, 40, shaded('#2f6fb0', 0), 6) +
    path(
      'M174 62 L226 62 L228 96 Q272 120 272 170 L268 230 L272 290 L270 344 Q268 362 248 362 L152 362 Q132 362 130 344 L128 290 L132 230 L128 170 Q128 120 172 96 Z',
      shaded('#bfe3f5', 0, 0.2),
    ) +
    path('M130 186 Q200 198 270 186 L266 272 Q200 284 134 272 Z', '#2f6fb0') +
    path('M140 262 L176 214 L196 240 L222 202 L260 262 Z', white) +
    [300, 322, 342].map((y) => line(`M136 ${y} Q200 ${y + 10} 264 ${y}`, '#8fcbe6', 5)).join('') +
    gloss('M146 130 Q154 116 166 110 L164 176 L146 172 Z', 0.7)
  );
}

/** A can of a soft drink or beer. */
export function drinkCan(color: string, text: string, band: string): string {
  return (
    shadow(200, 364, 80) +
    path('M128 66 L272 66 L296 100 L296 322 L276 358 L124 358 L104 322 L104 100 Z', shaded(steel, 0, 0.25)) +
    path('M104 100 L296 100 L296 322 L104 322 Z', shaded(color, 0, 0.28)) +
    path('M104 250 Q180 180 296 210 L296 262 Q180 232 104 300 Z', band) +
    turned(print(text, 200, 188, text.length > 5 ? 42 : 56, white), -10, 200, 180) +
    ellipse(200, 66, 72, 14, '#d9dee2') +
    ellipse(200, 66, 60, 10, '#aab2ba') +
    ellipse(210, 62, 22, 6, '#7d868e') +
    [
      [130, 132],
      [276, 150],
      [266, 300],
      [128, 320],
      [246, 120],
    ]
      .map(([x = 0, y = 0]) => ellipse(x, y, 5, 8, '#ffffff', { opacity: 0.6 }))
      .join('') +
    gloss('M118 110 L134 110 L134 316 L118 316 Z', 0.35)
  );
}

/** A bottle of beer with a crown cap and a full glass next to it. */
export function beerBottle(): string {
  return (
    shadow(200, 360, 130) +
    path(
      'M84 30 L124 30 L124 116 Q154 146 154 190 L154 338 Q154 356 136 356 L72 356 Q54 356 54 338 L54 190 Q54 146 84 116 Z',
      shaded('#6b3f16', 0, 0.3),
    ) +
    rect(78, 20, 52, 22, brass, 5) +
    repeat(6, (at) => line(`M${83 + at * 8.4} 36 L${83 + at * 8.4} 42`, darker(brass, 0.3), 3)) +
    rect(54, 206, 100, 104, '#f3e3b8') +
    print('BEER', 104, 268, 30, '#8a2a1e') +
    line('M60 224 L148 224 M60 292 L148 292', '#8a2a1e', 4) +
    rect(84, 70, 40, 34, '#f3e3b8') +
    path(
      'M206 130 L342 130 L328 344 Q326 356 314 356 L234 356 Q222 356 220 344 Z',
      shaded('#eba92a', 0, 0.2),
    ) +
    path(
      'M200 132 Q186 88 226 88 Q240 60 276 74 Q312 56 324 90 Q360 92 348 132 Q334 156 314 140 Q294 160 272 142 Q246 160 230 142 Q212 154 200 132 Z',
      '#fdf8ea',
    ) +
    [
      [240, 330],
      [270, 290],
      [300, 320],
      [254, 250],
      [290, 240],
      [266, 200],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 4.5, '#f7d98a'))
      .join('') +
    gloss('M222 160 L238 160 L246 340 L236 340 Z', 0.4)
  );
}

/** A bottle of wine with a label and grapes. */
export function wineBottle(bottle: string, seal: string): string {
  return (
    shadow(200, 366, 70) +
    path(
      'M176 36 L224 36 L224 140 Q266 170 266 214 L266 344 Q266 362 248 362 L152 362 Q134 362 134 344 L134 214 Q134 170 176 140 Z',
      shaded(bottle, 0, 0.3),
    ) +
    rect(170, 24, 60, 84, shaded(seal, 0), 6) +
    rect(134, 222, 132, 108, '#f7f1e0') +
    line('M146 234 L254 234 M146 318 L254 318', brass, 3) +
    [
      [182, 258],
      [200, 258],
      [218, 258],
      [191, 275],
      [209, 275],
      [200, 292],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 10, shaded('#6a2a5a', 45)))
      .join('') +
    path('M200 248 Q210 236 226 242 Q220 254 200 250 Z', '#4c9a5b') +
    gloss('M148 220 Q150 186 170 168 L170 210 L148 218 Z', 0.35)
  );
}

/** A glass of lemonade with a straw. */
export function lemonade(): string {
  const slice = (x: number, y: number, r: number): string =>
    circle(x, y, r, '#f0c53a') +
    circle(x, y, r * 0.86, '#fdf3c0') +
    repeat(8, (at) =>
      turned(
        path(
          `M${x} ${y - 3} L${x - r * 0.24} ${y - r * 0.72} Q${x} ${y - r * 0.86} ${x + r * 0.24} ${y - r * 0.72} Z`,
          '#f7d94a',
        ),
        at * 45,
        x,
        y,
      ),
    );
  return (
    shadow(200, 360, 100) +
    turned(
      rect(214, 10, 15, 220, '#c8383d', 4) + repeat(5, (at) => rect(214, 20 + at * 40, 15, 18, white)),
      14,
      222,
      200,
    ) +
    path('M104 90 L296 90 L276 340 Q274 356 258 356 L142 356 Q126 356 124 340 Z', glass, {
      stroke: '#9fbfcb',
      'stroke-width': 4,
    }) +
    path(
      'M110 140 L290 140 L273 336 Q272 346 258 346 L142 346 Q128 346 127 336 Z',
      shaded('#f7e27a', 0, 0.12),
    ) +
    [
      [140, 160, 12],
      [214, 150, -16],
      [170, 214, 24],
    ]
      .map(([x = 0, y = 0, degrees = 0]) => turned(rect(x, y, 48, 48, '#fbf7dc', 7), degrees, x + 24, y + 24))
      .join('') +
    slice(178, 284, 46) +
    slice(296, 96, 54) +
    path('M150 90 Q130 50 164 56 Q190 66 172 92 Z M172 92 Q170 50 206 62 Q214 82 178 96 Z', '#4c9a5b') +
    gloss('M118 110 L134 110 L148 330 L138 330 Z', 0.5)
  );
}

/** A tin of cocoa, and a cup of it with cream. */
export function cocoaTin(color: string): string {
  return (
    shadow(200, 356, 150) +
    rect(36, 92, 150, 250, shaded(color, 0, 0.25), 10) +
    rect(30, 70, 162, 36, shaded(brass, 0, 0.25), 8) +
    rect(48, 140, 126, 150, '#fdf6e3', 6) +
    print('COCOA', 111, 184, 29, '#4a2a18') +
    path('M111 274 Q74 250 84 212 Q130 206 142 230 Q140 262 111 274 Z', '#7b4a26') +
    line('M92 222 Q120 232 122 262', '#5a3520', 4) +
    path('M322 222 Q380 220 372 268 Q364 304 318 302', 'none', { stroke: white, 'stroke-width': 19 }) +
    path('M322 222 Q380 220 372 268 Q364 304 318 302', 'none', { stroke: '#d8d5cc', 'stroke-width': 13 }) +
    path('M208 206 L332 206 L324 330 Q322 344 308 344 L232 344 Q218 344 216 330 Z', shaded('#f1f1ee', 0)) +
    path(
      'M204 208 Q194 172 226 172 Q232 140 266 146 Q302 134 312 170 Q344 174 336 208 Q270 226 204 208 Z',
      '#fdf8ee',
    ) +
    repeat(6, (at) => rect(226 + at * 17, 166 + (at % 3) * 12, 11, 7, '#5a3520', 2))
  );
}

/** A bottle of iced tea with a peach. */
export function icedTea(): string {
  return (
    shadow(200, 362, 100) +
    rect(170, 22, 60, 34, shaded('#e3782f', 0), 6) +
    path(
      'M174 56 L226 56 L230 100 Q276 130 276 186 L270 340 Q268 358 250 358 L150 358 Q132 358 130 340 L124 186 Q124 130 170 100 Z',
      shaded('#b9622a', 0, 0.25),
    ) +
    path('M127 180 Q200 196 273 180 L270 300 Q200 316 130 300 Z', '#fdf3d8') +
    circle(176, 250, 36, shaded('#f0a06a', 45)) +
    path('M176 214 Q160 250 178 284', 'none', { stroke: '#d97a4a', 'stroke-width': 4 }) +
    path('M178 216 Q200 192 220 206 Q206 226 178 216 Z', '#4c9a5b') +
    print('ICED', 234, 240, 24, '#8a3a1e') +
    print('TEA', 234, 272, 28, '#8a3a1e') +
    gloss('M138 160 Q144 138 160 126 L158 176 L138 172 Z', 0.5) +
    ellipse(330, 330, 34, 30, shaded('#f0a06a', 45)) +
    line('M328 302 Q334 290 344 288', '#6b4128', 5)
  );
}
