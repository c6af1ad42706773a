import { bothSides, placed, repeat, turned } from '../compose.ts';
import { rim, wall, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A flower pot with earth; its rim at y = 248. */
function pot(color: string): string {
  return (
    shadow(200, 360, 90) +
    wall(200, 252, 352, 84, 62, color) +
    rim(200, 252, 84, color, '#4a3220') +
    path('M110 244 A90 15 0 0 0 290 244 L286 270 A88 15 0 0 1 114 270 Z', lighter(color, 0.15))
  );
}

/** A monstera with split leaves. */
export function monstera(color: string): string {
  const leaf =
    path('M0 0 Q-70 -20 -74 -84 Q-72 -150 0 -170 Q72 -150 74 -84 Q70 -20 0 0 Z', shaded('#2f8a4d', 45)) +
    [-48, -88, -126]
      .map((y) =>
        path(
          `M-76 ${y - 14} L-24 ${y + 4} L-76 ${y + 8} Z M76 ${y - 14} L24 ${y + 4} L76 ${y + 8} Z`,
          '#ffffff',
        ),
      )
      .join('') +
    line('M0 0 L0 -156', '#bfe3b0', 5);
  const at = (x: number, y: number, degrees: number, scale: number): string =>
    line(`M200 250 Q${(200 + x) / 2} 210 ${x} ${y}`, '#3f7a45', 7) +
    placed(turned(leaf, degrees, 0, 0), x, y, scale);
  return (
    at(146, 200, -52, 0.85) +
    at(258, 204, 54, 0.85) +
    at(164, 170, -14, 0.8) +
    at(226, 186, 20, 0.95) +
    pot(color)
  );
}

/** A cactus with arms and a flower. */
export function cactus(color: string): string {
  const ribs = [-26, 0, 26].map((d) => line(`M${200 + d} 74 L${200 + d} 246`, '#2c6b41', 4)).join('');
  return (
    path(
      'M126 214 Q92 210 94 170 L94 140 Q96 118 114 118 Q132 120 130 142 L130 170 L170 176 L170 214 Z',
      shaded('#4c9a5b', 0),
    ) +
    path(
      'M230 190 L272 182 L272 130 Q274 108 292 108 Q310 110 308 132 L308 186 Q306 222 270 226 L230 228 Z',
      shaded('#4c9a5b', 0),
    ) +
    path('M148 254 L148 92 Q152 44 200 42 Q248 44 252 92 L252 254 Z', shaded('#4c9a5b', 0)) +
    ribs +
    repeat(18, (at) =>
      line(`M${162 + (at % 3) * 38} ${96 + Math.floor(at / 3) * 26} l-7 -5 m7 5 l7 -5`, '#e8f3d8', 3),
    ) +
    repeat(5, (at) => turned(ellipse(200, 26, 10, 18, '#e06a9a'), at * 72, 200, 42)) +
    circle(200, 42, 9, '#f7d257') +
    pot(color)
  );
}

/** Rosettes of succulents in a bowl. */
export function succulents(color: string): string {
  const rosette = (x: number, y: number, r: number, tone: string): string =>
    [1, 0.74, 0.46]
      .map((ring, level) =>
        repeat(8, (at) =>
          turned(
            path(
              `M${x} ${y} Q${x - r * 0.32 * ring} ${y - r * 0.6 * ring} ${x} ${y - r * ring} Q${x + r * 0.32 * ring} ${y - r * 0.6 * ring} ${x} ${y} Z`,
              lighter(tone, level * 0.25),
            ),
            at * 45 + level * 22,
            x,
            y,
          ),
        ),
      )
      .join('');
  return (
    shadow(200, 340, 130) +
    path('M40 220 Q60 332 150 336 L250 336 Q340 332 360 220 Z', shaded(color, 0)) +
    ellipse(200, 220, 160, 36, '#4a3220') +
    rosette(112, 190, 66, '#5f9a7a') +
    rosette(290, 192, 62, '#8a6f9e') +
    rosette(202, 150, 82, '#4c9a5b') +
    rosette(196, 226, 54, '#c98a9a')
  );
}

/** A bonsai tree in a flat bowl. */
export function bonsai(color: string): string {
  const crown = (x: number, y: number, r: number): string =>
    ellipse(x, y, r, r * 0.52, '#2f7a4d') +
    ellipse(x - 6, y - 9, r * 0.86, r * 0.38, '#4c9a5b') +
    ellipse(x - 14, y - 15, r * 0.5, r * 0.18, '#7cc07f');
  return (
    shadow(200, 354, 130) +
    path(
      'M176 292 Q220 240 176 200 Q140 170 184 116 L206 120 Q176 172 216 196 Q262 236 234 292 Z',
      shaded('#7b5233', 0),
    ) +
    line('M190 196 Q130 190 100 158 M222 206 Q280 200 306 170', '#7b5233', 14) +
    crown(98, 146, 68) +
    crown(304, 158, 66) +
    crown(200, 94, 94) +
    ellipse(200, 294, 120, 17, '#5d7a3c') +
    path('M64 292 L336 292 L310 340 L90 340 Z', shaded(color, 0)) +
    rect(56, 284, 288, 15, lighter(color, 0.2), 6) +
    bothSides(rect(100, 338, 40, 14, darker(color, 0.3), 4))
  );
}

/** An orchid with a row of blossoms. */
export function orchid(color: string): string {
  const petal = '#d85fa5';
  const bloom = (x: number, y: number): string =>
    repeat(3, (at) => turned(ellipse(x, y - 24, 14, 25, lighter(petal, 0.25)), at * 120, x, y)) +
    bothPetals(x, y, petal) +
    circle(x, y + 4, 9, '#f7d257') +
    path(`M${x - 11} ${y + 10} Q${x} ${y + 32} ${x + 11} ${y + 10} Z`, darker(petal, 0.35));
  return (
    path('M196 250 Q120 246 66 190 Q130 180 200 248 Z', shaded('#3f8a4c', 20)) +
    path('M204 250 Q280 244 338 196 Q270 184 200 248 Z', shaded('#4c9a5b', 20)) +
    line('M200 250 Q170 120 214 66 Q260 32 322 60', '#5d7a3c', 7) +
    [
      [186, 146],
      [206, 82],
      [262, 54],
      [318, 74],
    ]
      .map(([x = 0, y = 0]) => bloom(x, y))
      .join('') +
    circle(350, 92, 9, '#8fb56a') +
    pot(color)
  );
}

function bothPetals(x: number, y: number, petal: string): string {
  return [-1, 1]
    .map((side) => turned(ellipse(x + side * 22, y - 4, 25, 20, petal), side * -14, x, y))
    .join('');
}

/** Tulips in a bunch, tied with a ribbon. */
export function tulips(petal: string): string {
  const tulip = (x: number, y: number, degrees: number, tone: string): string =>
    turned(
      path(
        `M${x - 32} ${y - 62} Q${x - 16} ${y - 44} ${x} ${y - 70} Q${x + 16} ${y - 44} ${x + 32} ${y - 62} Q${x + 42} ${y} ${x} ${y + 6} Q${x - 42} ${y} ${x - 32} ${y - 62} Z`,
        shaded(tone, 0),
      ) +
        path(
          `M${x} ${y - 70} Q${x + 18} ${y - 30} ${x} ${y + 4} Q${x - 18} ${y - 30} ${x} ${y - 70} Z`,
          lighter(tone, 0.22),
        ),
      degrees,
      x,
      y,
    );
  const heads = [
    [92, 140, -24],
    [150, 106, -10],
    [214, 96, 4],
    [274, 112, 14],
    [318, 152, 26],
    [176, 166, -6],
    [242, 168, 10],
  ] as const;
  return (
    heads.map(([x, y]) => line(`M200 300 Q${(200 + x) / 2} 230 ${x} ${y}`, '#4c9a5b', 9)).join('') +
    line('M196 300 L166 370 M200 300 L206 374 M204 300 L244 368', '#4c9a5b', 9) +
    path('M190 290 Q90 250 84 176 Q150 196 196 284 Z', '#5fae6b') +
    path('M210 290 Q310 256 326 190 Q250 196 206 284 Z', '#3f8a4c') +
    heads.map(([x, y, degrees], at) => tulip(x, y, degrees, at % 3 ? petal : lighter(petal, 0.35))).join('') +
    path('M200 300 Q150 268 146 304 Q150 334 200 308 Q250 334 254 304 Q250 268 200 300 Z', '#e9dfc8') +
    circle(200, 304, 12, '#cdbf9d')
  );
}

/** Herbs in a wooden box. */
export function herbBox(): string {
  const tuft = (x: number, tone: string): string =>
    repeat(9, (at) =>
      turned(
        line(`M${x} 236 L${x} ${150 - (at % 3) * 22}`, '#3f7a45', 4) +
          ellipse(x - 10, 160 - (at % 3) * 22, 13, 9, tone) +
          ellipse(x + 10, 176 - (at % 3) * 22, 13, 9, lighter(tone, 0.15)) +
          ellipse(x, 140 - (at % 3) * 22, 11, 14, lighter(tone, 0.1)),
        (at - 4) * 7,
        x,
        240,
      ),
    );
  return (
    shadow(200, 344, 160) +
    tuft(100, '#4c9a5b') +
    tuft(200, '#7aa84a') +
    tuft(300, '#3f8a6c') +
    rect(36, 232, 328, 108, shaded(wood, 90), 6) +
    line('M36 268 L364 268 M36 304 L364 304', darker(wood, 0.25), 4) +
    [100, 200, 300]
      .map(
        (x) =>
          path(`M${x - 34} 226 L${x + 34} 226 L${x + 34} 284 L${x} 300 L${x - 34} 284 Z`, '#fbf8f0') +
          line(`M${x} 286 L${x} 246 M${x} 266 q-14 -2 -16 -14 M${x} 270 q14 -2 16 -14`, '#4c9a5b', 5),
      )
      .join('')
  );
}

/** A watering can with a rose. */
export function wateringCan(color: string): string {
  return (
    shadow(226, 344, 120) +
    line('M330 210 Q392 210 380 270 Q370 318 320 316', darker(color, 0.15), 17) +
    path('M152 300 L70 148 L94 132 L176 240 Z', shaded(color, 45)) +
    path('M44 150 L98 110 L112 138 L72 172 Z', darker(color, 0.2)) +
    repeat(4, (at) => line(`M${40 + at * 8} ${176 + at * 3} l-12 ${36 + at * 10}`, '#5db1dc', 5)) +
    line('M166 190 Q180 86 256 84 Q318 86 322 190', darker(color, 0.1), 15) +
    wall(244, 190, 332, 88, 96, color) +
    rim(244, 190, 88, color) +
    line('M152 250 A92 14 0 0 0 336 250', darker(color, 0.2), 6)
  );
}

/** A bird house on a post with a bird. */
export function birdHouse(color: string): string {
  return (
    rect(186, 300, 28, 72, shaded(wood, 0)) +
    path('M108 150 L292 150 L282 310 L118 310 Z', shaded(color, 0)) +
    repeat(5, (at) => line(`M${138 + at * 32} 156 L${140 + at * 30} 306`, darker(color, 0.12), 4)) +
    path('M200 32 L344 158 L320 182 L200 80 L80 182 L56 158 Z', shaded('#8f3a2e', 20)) +
    path('M200 80 L278 150 L122 150 Z', color) +
    circle(200, 196, 40, '#3a2a1e') +
    path('M172 200 Q174 166 204 164 Q234 168 230 214 Q214 236 186 232 Q172 220 172 200 Z', '#5aa5d6') +
    path('M180 212 Q204 202 228 212 Q216 236 190 234 Z', '#f0a63c') +
    path('M176 184 L150 190 L176 198 Z', '#f0c53a') +
    circle(194, 184, 5, '#1b1e22') +
    rect(190, 252, 20, 8, wood, 4) +
    ellipse(200, 264, 30, 7, wood)
  );
}

/** A garden gnome with a red hat. */
export function gardenGnome(): string {
  return (
    shadow(200, 360, 110) +
    bothSides(path('M200 330 L148 330 Q110 332 108 354 L196 354 Z', '#4a3220')) +
    path('M118 340 Q110 232 154 210 L246 210 Q290 232 282 340 Z', shaded('#2f6fb0', 0)) +
    rect(116, 288, 168, 22, '#4a3220') +
    rect(186, 284, 28, 30, '#d0a343', 4) +
    bothSides(line('M140 236 Q100 270 124 306', '#2f6fb0', 34) + circle(128, 312, 19, '#f0c29b')) +
    path('M136 178 Q136 290 200 300 Q264 290 264 178 Z', white, { stroke: '#d9d6cd', 'stroke-width': 3 }) +
    ellipse(200, 176, 62, 44, '#f0c29b') +
    bothSides(circle(178, 172, 6, '#1b1e22') + circle(156, 190, 11, '#e79a8a')) +
    path('M164 206 Q182 190 200 204 Q218 190 236 206 Q216 224 200 214 Q184 224 164 206 Z', '#ffffff', {
      stroke: '#d9d6cd',
      'stroke-width': 3,
    }) +
    ellipse(200, 192, 18, 14, '#e3a184') +
    path('M122 160 Q150 70 208 26 Q256 84 278 160 Q200 132 122 160 Z', shaded('#c8383d', 0)) +
    path('M120 166 Q200 132 280 166 L276 148 Q200 118 124 148 Z', '#a82a30')
  );
}
