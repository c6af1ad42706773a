import { bothSides, repeat, turned } from '../compose.ts';
import { black, brass, glass, gloss, white, wood } from '../solids.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** Twelve marks around a dial. */
function hourMarks(cx: number, cy: number, radius: number, color: string): string {
  return repeat(12, (at) =>
    turned(
      rect(cx - (at % 3 ? 2 : 4), cy - radius, at % 3 ? 4 : 8, at % 3 ? 12 : 20, color, 2),
      at * 30,
      cx,
      cy,
    ),
  );
}

/** The two hands of a clock, at ten past ten, and its second hand. */
function hands(cx: number, cy: number, length: number, color: string): string {
  return (
    turned(rect(cx - 5, cy - length * 0.65, 10, length * 0.7, color, 5), -58, cx, cy) +
    turned(rect(cx - 4, cy - length, 8, length * 1.05, color, 4), 60, cx, cy) +
    turned(rect(cx - 1.5, cy - length, 3, length * 1.2, '#d0364a'), 200, cx, cy) +
    circle(cx, cy, 9, color)
  );
}

/** A round wall clock. */
export function wallClock(frame: string): string {
  return (
    circle(204, 208, 162, '#00000022') +
    circle(200, 200, 162, shaded(frame, 45)) +
    circle(200, 200, 138, '#fbfaf6') +
    hourMarks(200, 200, 126, black) +
    hands(200, 200, 104, black)
  );
}

/** An alarm clock with two bells. */
export function alarmClock(color: string): string {
  return (
    shadow(200, 356, 110) +
    bothSides(line('M134 310 L104 348', darker(color, 0.3), 17)) +
    bothSides(
      turned(path('M84 84 Q90 26 142 26 Q194 26 200 84 Z', shaded(brass, 0)), -32, 142, 84) +
        line('M128 90 L140 110', black, 9),
    ) +
    line('M200 44 L200 84', black, 7) +
    rect(184, 30, 32, 18, black, 6) +
    circle(200, 214, 126, shaded(color, 45)) +
    circle(200, 214, 100, '#fbfaf6') +
    hourMarks(200, 214, 90, black) +
    hands(200, 214, 72, black)
  );
}

/** A cuckoo clock with its bird. */
export function cuckooClock(): string {
  const cone = (x: number, y: number): string =>
    line(`M${x} 296 L${x} ${y}`, '#9aa2a9', 4) + ellipse(x, y + 20, 13, 26, shaded('#5a3a1e', 0));
  return (
    cone(160, 322) +
    cone(240, 306) +
    rect(98, 138, 204, 162, shaded('#8a5a30', 0)) +
    path('M200 28 L344 148 L318 172 L200 78 L82 172 L56 148 Z', shaded('#5a3a1e', 20)) +
    rect(168, 108, 64, 56, '#2a1a0e', 6) +
    path('M178 160 Q178 122 200 118 Q222 122 222 160 Z', '#5aa5d6') +
    path('M218 132 L244 138 L218 146 Z', '#f0c53a') +
    circle(208, 132, 4, black) +
    circle(200, 226, 60, shaded('#5a3a1e', 45)) +
    circle(200, 226, 48, '#f7eedb') +
    hourMarks(200, 226, 45, '#5a3a1e') +
    hands(200, 226, 36, '#5a3a1e') +
    [
      [104, 290],
      [296, 290],
      [90, 160],
      [310, 160],
    ]
      .map(([x = 0, y = 0]) =>
        path(`M${x} ${y - 22} Q${x + 26} ${y} ${x} ${y + 22} Q${x - 26} ${y} ${x} ${y - 22} Z`, '#4c9a5b'),
      )
      .join('')
  );
}

/** A sand timer. */
export function hourglass(color: string): string {
  return (
    shadow(200, 360, 110) +
    path(
      'M124 62 L276 62 Q276 150 212 200 Q276 250 276 338 L124 338 Q124 250 188 200 Q124 150 124 62 Z',
      glass,
      { stroke: '#9fbfcb', 'stroke-width': 4 },
    ) +
    path('M134 122 L266 122 Q250 166 204 198 L196 198 Q150 166 134 122 Z', '#e5b65c') +
    rect(197, 196, 6, 100, '#e5b65c') +
    path('M134 336 Q150 280 200 276 Q250 280 266 336 Z', '#e5b65c') +
    bothSides(rect(92, 60, 16, 280, shaded(color, 0), 6)) +
    [40, 334].map((y) => rect(80, y, 240, 26, shaded(color, 90), 10)).join('')
  );
}

/** A mirror on the wall: round, or tall on a stand. */
export function mirror(frame: string, isTall = false): string {
  const streaks = group(
    path('M96 250 L250 96 L284 130 L130 284 Z', '#ffffff', { opacity: 0.45 }) +
      path('M150 300 L300 150 L314 164 L164 314 Z', '#ffffff', { opacity: 0.45 }),
  );
  if (!isTall)
    return circle(200, 200, 164, shaded(frame, 45)) + circle(200, 200, 146, shaded('#bddbe8', 45)) + streaks;
  return (
    shadow(200, 362, 110) +
    bothSides(line('M110 220 L78 356', darker(frame, 0.2), 14)) +
    rect(112, 26, 176, 328, shaded(frame, 0), 84) +
    rect(126, 40, 148, 300, shaded('#bddbe8', 45), 72) +
    path('M140 210 L250 90 L262 130 L140 262 Z', '#ffffff', { opacity: 0.5 }) +
    path('M150 300 L266 172 L266 196 L164 312 Z', '#ffffff', { opacity: 0.5 })
  );
}

/** A flower with eight petals. */
function daisy(cx: number, cy: number, r: number, petal: string): string {
  const eye = '#f0c53a';
  return (
    repeat(8, (at) => turned(ellipse(cx, cy - r, r * 0.42, r * 0.8, petal), at * 45, cx, cy)) +
    circle(cx, cy, r * 0.55, eye)
  );
}

/** A vase with a bunch of flowers. */
export function flowerVase(vase: string, petal: string): string {
  return (
    shadow(200, 358, 80) +
    [
      [130, 110],
      [200, 80],
      [272, 116],
      [164, 160],
      [238, 166],
    ]
      .map(([x = 0, y = 0]) => line(`M200 260 Q${(x + 200) / 2} 200 ${x} ${y}`, '#4c8a4c', 6))
      .join('') +
    path('M190 230 Q120 226 104 180 Q160 176 190 230 Z', '#4c9a5b') +
    path('M212 230 Q280 224 300 184 Q240 178 212 230 Z', '#5fae6b') +
    daisy(130, 106, 28, petal) +
    daisy(272, 112, 28, lighter(petal, 0.25)) +
    daisy(200, 76, 30, lighter(petal, 0.45)) +
    daisy(164, 160, 24, lighter(petal, 0.3)) +
    daisy(240, 164, 24, petal) +
    path(
      'M168 214 L232 214 Q222 244 250 270 Q280 310 250 352 L150 352 Q120 310 150 270 Q178 244 168 214 Z',
      shaded(vase, 0),
    ) +
    gloss('M148 320 Q140 296 160 276 Q156 306 164 334 Z')
  );
}

/** An empty ribbed floor vase. */
export function floorVase(color: string): string {
  return (
    shadow(200, 358, 90) +
    path(
      'M164 40 L236 40 Q240 100 262 150 Q300 250 250 350 L150 350 Q100 250 138 150 Q160 100 164 40 Z',
      shaded(color, 0, 0.25),
    ) +
    ellipse(200, 40, 42, 10, lighter(color, 0.3)) +
    ellipse(200, 41, 34, 7, darker(color, 0.5)) +
    repeat(6, (at) =>
      line(
        `M${138 - at * 3 + (at > 3 ? (at - 3) * 8 : 0)} ${160 + at * 32} Q200 ${178 + at * 32} ${262 + at * 3 - (at > 3 ? (at - 3) * 8 : 0)} ${160 + at * 32}`,
        darker(color, 0.18),
        4,
      ),
    )
  );
}

/** A framed picture; `scene` is what it shows. */
export function pictureFrame(frame: string, scene: 'mountains' | 'cat'): string {
  const scenes = {
    mountains:
      rect(96, 76, 208, 248, '#bfe0ee') +
      circle(252, 128, 26, '#f7c948') +
      path('M96 270 L164 160 L214 240 L250 190 L304 270 L304 324 L96 324 Z', '#5d7f96') +
      path('M164 160 L186 196 L172 204 L158 194 L144 194 Z', white) +
      path('M96 284 Q200 250 304 290 L304 324 L96 324 Z', '#4c9a5b'),
    cat:
      rect(96, 76, 208, 248, '#f3d9b8') +
      path('M140 324 Q130 240 160 220 L240 220 Q270 240 260 324 Z', '#4a5158') +
      path(
        'M142 126 L154 164 Q200 140 246 164 L258 126 Q276 200 244 226 Q200 248 156 226 Q124 200 142 126 Z',
        '#4a5158',
      ) +
      [176, 224].map((x) => ellipse(x, 186, 10, 13, '#bfe36a') + ellipse(x, 186, 4, 11, black)).join('') +
      path('M192 206 L208 206 L200 216 Z', '#e79bb0'),
  };
  return (
    rect(56, 36, 296, 336, '#00000020', 6) +
    rect(50, 28, 300, 340, shaded(frame, 45), 6) +
    rect(68, 46, 264, 304, '#fbfaf6') +
    scenes[scene]
  );
}

/** A wreath of fir with berries and a bow. */
export function wreath(): string {
  const needles = repeat(36, (at) =>
    turned(
      path('M200 44 Q184 80 192 116 L208 116 Q216 80 200 44 Z', at % 2 ? '#2f6b4a' : '#3f8a5c'),
      at * 10,
    ),
  );
  const berries = repeat(10, (at) => turned(circle(200, 84 + (at % 2) * 16, 11, '#c8383d'), at * 36 + 14));
  return (
    needles +
    berries +
    path('M200 318 Q130 270 128 320 Q130 362 200 328 Q270 362 272 320 Q270 270 200 318 Z', '#c8383d') +
    path('M192 326 L160 376 L184 366 Z M208 326 L240 376 L216 366 Z', '#a82a30') +
    circle(200, 322, 16, '#a82a30')
  );
}

/** A Christmas tree with baubles in a pot. */
export function christmasTree(): string {
  const tier = (y: number, half: number, height: number): string =>
    path(
      `M200 ${y} L${200 + half} ${y + height} Q200 ${y + height + 22} ${200 - half} ${y + height} Z`,
      shaded('#2f7a4d', 0),
    );
  const baubles = [
    [176, 132, '#c8383d'],
    [228, 146, '#f0c53a'],
    [152, 214, '#2f6fb0'],
    [206, 206, '#c8383d'],
    [254, 222, '#f0c53a'],
    [130, 288, '#f0c53a'],
    [186, 292, '#2f6fb0'],
    [240, 288, '#c8383d'],
    [282, 292, '#2f6fb0'],
  ] as const;
  return (
    shadow(200, 366, 80) +
    rect(186, 300, 28, 40, '#6b4128') +
    path('M152 326 L248 326 L236 366 L164 366 Z', shaded('#c8383d', 0)) +
    tier(180, 132, 118) +
    tier(116, 102, 108) +
    tier(56, 74, 94) +
    baubles.map(([x, y, tone]) => circle(x, y, 13, shaded(tone, 45))).join('') +
    path('M200 20 L209 44 L234 44 L214 59 L222 84 L200 69 L178 84 L186 59 L166 44 L191 44 Z', '#f7c948')
  );
}

/** A lucky cat that waves its paw. */
export function luckyCat(color: string): string {
  return (
    shadow(200, 356, 100) +
    path(
      'M112 340 Q96 230 150 210 L250 210 Q304 230 288 340 Q288 352 270 352 L130 352 Q112 352 112 340 Z',
      shaded(color, 0),
    ) +
    path('M262 250 Q336 220 322 110 Q312 84 286 96 Q276 110 288 130 Q290 190 244 214 Z', shaded(color, 0)) +
    path(
      'M108 60 L134 92 Q200 66 262 92 L290 60 Q304 160 270 200 Q200 232 130 200 Q94 160 108 60 Z',
      shaded(color, 0),
    ) +
    bothSides(
      path('M118 84 L132 104 L120 124 Z', '#e88a8a') +
        line('M148 140 Q162 124 176 140', black, 6) +
        line('M128 172 L94 166 M130 182 L98 188', black, 3),
    ) +
    path('M192 160 L208 160 L200 170 Z', '#d0364a') +
    line('M184 180 Q192 188 200 178 Q208 188 216 180', black, 4) +
    path('M136 212 Q200 240 264 212 L262 230 Q200 256 138 230 Z', '#c8383d') +
    circle(200, 248, 15, '#d0a343') +
    ellipse(196, 304, 38, 46, shaded('#d0a343', 45)) +
    rect(180, 276, 32, 56, '#f1dfa4', 6)
  );
}

/** A woven storage basket with a blanket over its rim. */
export function wovenBasket(): string {
  const weave = repeat(7, (at) =>
    repeat(12, (n) =>
      rect(
        66 + n * 23 + at * 1.5 + (at % 2) * 6,
        176 + at * 24,
        20 - at * 0.3,
        18,
        shaded(darker(wood, ((n + at) % 2) * 0.18), 90),
        6,
      ),
    ),
  );
  return (
    shadow(200, 350, 130) +
    bothSides(line('M66 190 Q30 150 70 136', darker(wood, 0.2), 12)) +
    path('M48 160 L74 330 Q78 348 100 348 L300 348 Q322 348 326 330 L352 160 Z', darker(wood, 0.35)) +
    weave +
    ellipse(200, 160, 152, 30, darker(wood, 0.1)) +
    ellipse(200, 162, 136, 23, darker(wood, 0.55)) +
    path(
      'M120 162 Q140 100 200 110 Q270 100 284 160 L270 260 Q240 272 214 256 L206 170 Z',
      shaded('#e9e0cc', 45),
    ) +
    repeat(3, (at) => line(`M${216 + at * 18} 150 L${224 + at * 16} 254`, '#cbbf9f', 4))
  );
}
