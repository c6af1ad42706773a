import { repeat, turned } from '../compose.ts';
import { black, brass, cylinder, glass, gloss, print, steel, wall, white } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A jar with a lid; what is on its label is drawn by `label`. */
function jar(content: string, lid: string, label: string): string {
  return (
    shadow(200, 358, 110) +
    rect(92, 86, 216, 268, shaded(content, 0, 0.25), 34) +
    rect(92, 86, 216, 268, 'none', 34, { stroke: lighter(content, 0.55), 'stroke-width': 5 }) +
    rect(86, 40, 228, 54, shaded(lid, 0), 12) +
    repeat(15, (at) => line(`M${98 + at * 14.6} 46 L${98 + at * 14.6} 88`, darker(lid, 0.15), 3)) +
    rect(112, 152, 176, 142, '#fdf6e3', 10) +
    label +
    gloss('M106 112 L122 112 L122 330 L106 320 Z', 0.4)
  );
}

/** A jar of honey with a bee, and a dipper. */
export function honeyJar(): string {
  const bee =
    ellipse(200, 230, 44, 30, '#f0b429') +
    [-20, 2, 24].map((d) => rect(196 + d - 4, 204, 12, 52, black, 4)).join('') +
    ellipse(184, 190, 19, 27, '#cfe6ee', { transform: 'rotate(-24 184 190)' }) +
    ellipse(214, 190, 19, 27, '#cfe6ee', { transform: 'rotate(24 214 190)' }) +
    circle(160, 226, 17, black);
  const dipper = turned(
    rect(332, 30, 13, 190, '#b9814a', 6) +
      repeat(5, (at) => ellipse(338, 224 + at * 17, 26 - Math.abs(at - 2) * 5, 7, '#a06a34')) +
      path('M330 300 Q338 350 346 300 Z', '#f0b429'),
    14,
    338,
    200,
  );
  return jar('#e09a1e', '#f0c53a', bee) + dipper;
}

/** A jar of strawberry jam with a checked lid. */
export function jamJar(): string {
  const berry =
    path('M160 202 Q200 176 240 202 Q242 250 200 278 Q158 250 160 202 Z', '#d0364a') +
    repeat(9, (at) => ellipse(178 + (at % 3) * 22, 212 + Math.floor(at / 3) * 18, 2.5, 4, '#fbe3a0')) +
    path('M164 200 Q180 176 200 186 Q220 176 236 200 Q216 208 200 198 Q184 208 164 200 Z', '#4c9a5b');
  const cloth =
    path(
      'M70 60 Q86 28 200 26 Q314 28 330 60 L344 104 L310 96 L282 110 L248 98 L200 112 L152 98 L118 110 L90 96 L56 104 Z',
      '#f7f2e8',
    ) +
    repeat(7, (at) =>
      path(
        `M${84 + at * 38} 34 L${102 + at * 36} 32 L${98 + at * 38} 100 L${78 + at * 38} 100 Z`,
        '#d0364a',
        { opacity: 0.65 },
      ),
    ) +
    line('M78 88 Q200 110 322 88', '#c8a86a', 9);
  return jar('#a8202e', '#f1f1ee', berry) + cloth;
}

/** A jar of peanut butter. */
export function peanutButter(): string {
  const nut = turned(
    path(
      'M160 212 Q160 184 188 186 Q206 190 218 186 Q250 184 248 216 Q246 246 214 242 Q200 238 190 242 Q160 242 160 212 Z',
      '#d9ab6a',
    ) + repeat(6, (at) => ellipse(178 + (at % 3) * 24, 206 + Math.floor(at / 3) * 18, 5, 3, '#b5823f')),
    -24,
    200,
    214,
  );
  return jar('#a8713a', '#3f6fae', nut + print('PEANUT', 200, 284, 32, '#7b4a20'));
}

/** A bottle of olive oil with a branch. */
export function oliveOil(): string {
  return (
    shadow(200, 362, 80) +
    rect(178, 24, 44, 44, '#33373d', 6) +
    path(
      'M176 66 L224 66 L224 126 Q272 146 272 190 L272 336 Q272 358 250 358 L150 358 Q128 358 128 336 L128 190 Q128 146 176 126 Z',
      shaded('#7a8a2a', 0, 0.3),
    ) +
    rect(142, 196, 116, 124, '#f7f2dc', 6) +
    line('M156 300 Q200 270 246 214', '#6b7a2a', 6) +
    repeat(5, (at) =>
      turned(
        ellipse(170 + at * 16, 280 - at * 16, 9, 22, '#8aa03a'),
        at % 2 ? 80 : -10,
        170 + at * 16,
        286 - at * 16,
      ),
    ) +
    ellipse(196, 240, 15, 19, '#4a5a1e') +
    ellipse(226, 272, 15, 19, '#3a4618') +
    gloss('M144 200 Q142 168 160 154 L160 192 L144 196 Z', 0.5)
  );
}

/** A bag of dry food with a picture of its content. */
export function pantryBag(
  color: string,
  text: string,
  content: 'pasta' | 'rice' | 'flour' | 'sugar',
): string {
  const contents = {
    pasta: repeat(12, (at) =>
      turned(
        path(
          `M${142 + (at % 4) * 36} ${236 + Math.floor(at / 4) * 32} l-16 -14 l0 28 Z m0 0 l16 -14 l0 28 Z`,
          at % 2 ? '#e9b84a' : '#f3cf72',
        ),
        at * 40,
        142 + (at % 4) * 36,
        236 + Math.floor(at / 4) * 32,
      ),
    ),
    rice: repeat(60, (at) =>
      turned(
        ellipse(136 + (at % 10) * 14, 226 + Math.floor(at / 10) * 16, 9, 4, at % 2 ? '#fbf8ee' : '#ede6d2'),
        at * 53,
        136 + (at % 10) * 14,
        226 + Math.floor(at / 10) * 16,
      ),
    ),
    flour:
      line('M200 316 L200 224', '#c99a3f', 6) +
      repeat(
        5,
        (at) =>
          turned(ellipse(184, 240 + at * 16, 9, 17, '#d9ab4a'), -34, 196, 244 + at * 16) +
          turned(ellipse(216, 240 + at * 16, 9, 17, '#d9ab4a'), 34, 204, 244 + at * 16),
      ) +
      ellipse(200, 222, 9, 18, '#d9ab4a'),
    sugar: repeat(5, (at) =>
      turned(
        rect(142 + (at % 3) * 44, 232 + Math.floor(at / 3) * 42, 36, 36, '#ffffff', 4, {
          stroke: '#cfd6dc',
          'stroke-width': 3,
        }),
        at * 17 - 20,
        160 + (at % 3) * 44,
        250 + Math.floor(at / 3) * 42,
      ),
    ),
  };
  return (
    shadow(200, 360, 110) +
    path(
      'M98 66 L302 66 L316 96 L312 342 Q312 358 296 358 L104 358 Q88 358 88 342 L84 96 Z',
      shaded(color, 0),
    ) +
    path('M98 66 L106 34 L294 34 L302 66 Z', darker(color, 0.18)) +
    line('M100 66 L300 66', darker(color, 0.35), 4) +
    rect(108, 108, 184, 70, '#fdfaf2', 8) +
    print(text, 200, 158, text.length > 5 ? 38 : 46, darker(color, 0.5)) +
    rect(
      118,
      204,
      164,
      126,
      content === 'rice' || content === 'pasta' ? darker(color, 0.35) : lighter(color, 0.7),
      60,
    ) +
    contents[content]
  );
}

/** A tin with a paper label. */
function tin(label: string, picture: string): string {
  return (
    shadow(200, 356, 110) +
    cylinder(200, 60, 338, 106, steel) +
    path('M94 84 A106 18 0 0 0 306 84 L306 312 A106 18 0 0 1 94 312 Z', shaded(label, 0, 0.22)) +
    ellipse(200, 60, 92, 13, 'none', { stroke: '#8a939b', 'stroke-width': 4 }) +
    ellipse(206, 58, 26, 6, '#8a939b') +
    picture +
    gloss('M110 106 L126 110 L126 320 L110 316 Z', 0.35)
  );
}

/** A tin of tomatoes. */
export function tomatoTin(): string {
  const tomato = (x: number, y: number, r: number): string =>
    circle(x, y, r, shaded('#d9372c', 45)) +
    path(
      `M${x} ${y - r * 0.6} L${x - r * 0.5} ${y - r} L${x - r * 0.1} ${y - r * 0.9} L${x} ${y - r * 1.3} L${x + r * 0.15} ${y - r * 0.9} L${x + r * 0.5} ${y - r} Z`,
      '#4c9a5b',
    );
  return tin(
    '#f3e3b8',
    tomato(170, 230, 50) + tomato(240, 244, 42) + print('TOMATOES', 200, 150, 30, '#a8202e'),
  );
}

/** A flat tin of tuna with a ring. */
export function tunaTin(): string {
  return (
    shadow(200, 320, 150) +
    wall(200, 180, 284, 156, 156, '#2f6fb0') +
    path('M44 200 A156 26 0 0 0 356 200 L356 212 A156 26 0 0 1 44 212 Z', '#f0c53a') +
    path(
      'M92 270 Q130 226 200 230 Q260 232 286 260 L324 238 Q316 264 326 288 L288 276 Q250 304 190 300 Q130 296 92 270 Z',
      '#dfe9f2',
    ) +
    circle(130, 264, 6, black) +
    ellipse(200, 180, 156, 50, shaded(steel, 0, 0.25)) +
    ellipse(200, 182, 136, 40, 'none', { stroke: '#8a939b', 'stroke-width': 4 }) +
    ellipse(200, 170, 46, 15, 'none', { stroke: '#6c757d', 'stroke-width': 11 }) +
    circle(236, 184, 9, '#6c757d')
  );
}

/** A squeeze bottle of sauce. */
export function sauceBottle(color: string, text: string): string {
  return (
    shadow(200, 360, 80) +
    path('M188 30 L212 30 L220 74 L180 74 Z', white, { stroke: '#cfd6dc', 'stroke-width': 3 }) +
    rect(156, 72, 88, 34, shaded('#f1f1ee', 0), 6, { stroke: '#cfd6dc', 'stroke-width': 3 }) +
    path(
      'M156 104 L244 104 Q284 130 280 190 Q270 230 282 270 L280 336 Q280 358 256 358 L144 358 Q120 358 120 336 L118 270 Q130 230 120 190 Q116 130 156 104 Z',
      shaded(color, 0),
    ) +
    path('M128 206 Q200 190 272 206 L276 306 Q200 322 124 306 Z', '#fdfaf2') +
    print(text, 200, 272, text.length > 6 ? 28 : 40, darker(color, 0.25)) +
    gloss('M134 150 Q138 130 152 122 L148 190 L134 186 Z', 0.45)
  );
}

/** A salt shaker box that pours. */
export function saltBox(): string {
  return (
    shadow(200, 358, 100) +
    cylinder(200, 70, 340, 96, '#2f5f9a') +
    path('M226 60 L262 48 L268 66 L232 76 Z', steel) +
    path('M104 160 A96 16 0 0 0 296 160 L296 270 A96 16 0 0 1 104 270 Z', '#fdfaf2') +
    print('SALT', 200, 246, 60, '#2f5f9a') +
    repeat(14, (at) => circle(272 + ((at * 13) % 50), 62 + at * 9, 3.4, '#cfd6dc')) +
    gloss('M116 90 L132 92 L132 330 L116 326 Z', 0.3)
  );
}

/** A box of corn flakes with a bowl on it. */
export function cerealBox(color: string): string {
  return (
    shadow(206, 362, 110) +
    path('M92 44 L270 44 L312 30 L312 346 L270 360 L92 360 Z', darker(color, 0.25)) +
    rect(92, 44, 178, 316, shaded(color, 0)) +
    rect(104, 60, 154, 62, '#fdfaf2', 10) +
    print('FLAKES', 181, 104, 36, '#c8383d') +
    path('M108 230 Q116 326 160 330 L204 330 Q248 326 254 230 Z', '#3f7fb5') +
    ellipse(181, 230, 73, 18, '#fdfaf2') +
    repeat(12, (at) =>
      turned(
        ellipse(126 + (at % 6) * 22, 218 + Math.floor(at / 6) * 14, 15, 9, at % 2 ? '#d98a1e' : '#f0b04a'),
        at * 37,
        126 + (at % 6) * 22,
        218 + Math.floor(at / 6) * 14,
      ),
    ) +
    path('M196 130 Q230 150 212 214 L186 214 Q176 160 196 130 Z', '#e9f2f8') +
    repeat(5, (at) =>
      turned(
        ellipse(120 + at * 30, 164 + (at % 2) * 20, 13, 8, at % 2 ? '#d98a1e' : '#f0b04a'),
        at * 50,
        120 + at * 30,
        164,
      ),
    )
  );
}

/** A bag of coffee with beans. */
export function coffeeBag(color: string): string {
  const bean = (x: number, y: number, degrees: number): string =>
    turned(
      ellipse(x, y, 22, 30, shaded('#5a3520', 45)) +
        path(`M${x} ${y - 28} Q${x + 11} ${y} ${x} ${y + 28}`, 'none', {
          stroke: '#2e1a0e',
          'stroke-width': 5,
        }),
      degrees,
      x,
      y,
    );
  return (
    shadow(200, 360, 140) +
    path(
      'M104 60 L270 60 L284 100 L282 340 Q282 356 264 356 L110 356 Q92 356 92 340 L90 100 Z',
      shaded(color, 0),
    ) +
    path('M104 60 L108 30 L266 30 L270 60 Z', darker(color, 0.25)) +
    rect(100, 52, 174, 14, brass, 4) +
    circle(187, 122, 11, darker(color, 0.4)) +
    rect(112, 160, 150, 150, '#fdf6e3', 8) +
    print('COFFEE', 187, 200, 32, '#4a2a18') +
    bean(166, 258, -24) +
    bean(208, 258, 24) +
    bean(318, 326, 60) +
    bean(346, 290, -30) +
    bean(290, 352, 88)
  );
}

/** A box of tea with a bag on its string. */
export function teaBox(color: string): string {
  return (
    shadow(190, 350, 150) +
    path('M40 130 L230 130 L276 96 L92 96 Z', lighter(color, 0.3)) +
    path('M230 130 L276 96 L276 300 L230 340 Z', darker(color, 0.25)) +
    rect(40, 130, 190, 210, shaded(color, 45)) +
    rect(58, 150, 154, 60, '#fdfaf2', 6) +
    print('TEA', 135, 197, 50, darker(color, 0.45)) +
    path('M135 320 Q74 290 92 226 Q156 236 135 320 Z', lighter(color, 0.5)) +
    path('M137 322 Q196 300 190 240 Q132 250 137 322 Z', lighter(color, 0.3)) +
    path('M300 212 L360 212 L370 240 L370 334 L290 334 L290 240 Z', '#f3ead6', {
      stroke: '#d5c8a8',
      'stroke-width': 3,
    }) +
    path('M304 276 Q330 262 356 276 L358 322 L302 322 Z', '#8a6a3a') +
    line('M330 212 Q310 150 340 110', '#b9b0a0', 4) +
    rect(318, 62, 46, 50, color, 4)
  );
}

/** A glass of pickles. */
export function pickleJar(): string {
  return (
    shadow(200, 358, 100) +
    rect(100, 88, 200, 264, glass, 30, { stroke: '#9fbfcb', 'stroke-width': 4 }) +
    rect(110, 116, 180, 226, '#c9d98a', 24) +
    repeat(
      4,
      (at) =>
        rect(118 + at * 43, 128 + (at % 2) * 10, 36, 200, shaded('#6b8a2e', 0), 18) +
        repeat(5, (n) => circle(128 + at * 43 + (n % 2) * 14, 154 + n * 34, 3.5, '#8fae4a')),
    ) +
    rect(100, 190, 200, 84, '#fdfaf2') +
    print('PICKLES', 200, 246, 38, '#4a6a1e') +
    rect(92, 44, 216, 50, shaded('#c8383d', 0), 10) +
    gloss('M112 116 L126 116 L126 334 L112 330 Z', 0.5)
  );
}
