import { blossom, clipped, bothSides, placed, scattered, repeat } from '../compose.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded } from '../svg.ts';
import {
  backOfNeck,
  buttons,
  cloth,
  flapPockets,
  folds,
  hood,
  lapels,
  ribs,
  shirtCollar,
  sleeves,
  slitPockets,
  top,
  torsoShape,
  zip,
} from './garment.ts';

function standCollar(color: string): string {
  return cloth('M158 78 L162 40 Q200 50 238 40 L242 78 Q200 92 158 78 Z', color);
}

export function rainJacket(color: string): string {
  return (
    hood(color) +
    sleeves(color, 'long') +
    cloth(torsoShape({ bottom: 350, flare: 8, neck: 76 }), color) +
    folds(color) +
    zip(92, 346, darker(color, 0.45)) +
    flapPockets(color, 236) +
    bothSides(line('M186 104 L182 150', '#ffffff', 5) + circle(182, 152, 5, '#ffffff'))
  );
}

/** A hooded rain jacket for children, with the eyes of a frog. */
export function frogRaincoat(color: string): string {
  const eye = circle(160, 34, 24, color) + circle(160, 34, 16, '#ffffff') + circle(163, 36, 8, '#222222');
  return (
    rainJacket(color) +
    bothSides(eye) +
    line('M176 68 Q200 86 224 68', darker(color, 0.6), 5) +
    bothSides(path('M128 250 h54 v40 q-27 18 -54 0 Z', lighter(color, 0.35)))
  );
}

/** Quilted rows; `rows` colours them one by one. */
export function downJacket(color: string, rows: readonly string[] = [], isVest = false): string {
  const bands = repeat(8, (at) => {
    const y = 88 + at * 33;
    const tone = rows[at % Math.max(1, rows.length)] ?? color;
    const left = 104 + (at === 0 ? 8 : 0);
    return path(
      `M${left} ${y} Q${left - 10} ${y + 16} ${left} ${y + 33} L${400 - left} ${y + 33} Q${410 - left} ${y + 16} ${400 - left} ${y} Z`,
      shaded(tone, 90, 0.22),
    );
  });
  const arm = repeat(7, (at) => {
    const [x, y] = [92 - at * 7.5, 94 + at * 28];
    const tone = rows[at % Math.max(1, rows.length)] ?? color;
    return ellipse(x, y + 18, 33 - at * 1.2, 19, shaded(tone, 90, 0.22), {
      transform: `rotate(14 ${x} ${y})`,
    });
  });
  return (
    (isVest ? '' : bothSides(arm + rect(26, 290, 48, 16, darker(color, 0.4), 6))) +
    bands +
    standCollar(color) +
    line('M160 58 Q200 68 240 58', darker(color, 0.35), 3) +
    zip(62, 350, darker(color, 0.55)) +
    slitPockets(color, 256)
  );
}

export function denimJacket(color: string): string {
  const seam = '#d99a4e';
  return (
    top(color, 'long', { bottom: 322, neck: 90 }) +
    shirtCollar(lighter(color, 0.1)) +
    line('M112 128 Q200 140 288 128', seam, 2.5) +
    bothSides(
      cloth('M130 132 h46 v12 l-23 10 l-23 -10 Z', lighter(color, 0.08)) +
        line('M134 148 L150 300', seam, 2.5) +
        line('M176 144 L172 300', seam, 2.5) +
        circle(153, 143, 5, '#b9772f'),
    ) +
    rect(108, 300, 184, 24, shaded(darker(color, 0.1), 90, 0.1), 4) +
    line('M200 94 L200 322', darker(color, 0.5), 3) +
    buttons(208, 120, 38, 6, '#b9772f') +
    bothSides(line('M42 282 L90 292', seam, 2.5))
  );
}

export function bikerJacket(color: string): string {
  const steel = '#c9ccd1';
  return (
    top(color, 'long', { bottom: 326, neck: 110 }) +
    path('M166 60 L234 60 L216 150 L196 150 Z', '#e9e6e1') +
    cloth('M162 52 L134 80 L112 140 L160 176 L184 140 Z', color, 20) +
    cloth('M238 52 L266 80 L262 130 L214 192 L204 130 Z', color, 20) +
    line('M216 190 L176 322', steel, 7, { 'stroke-dasharray': '3 3' }) +
    line('M118 220 L160 236', steel, 6, { 'stroke-dasharray': '3 3' }) +
    line('M240 246 L280 228', steel, 6, { 'stroke-dasharray': '3 3' }) +
    rect(106, 302, 188, 22, darker(color, 0.3), 3) +
    rect(228, 298, 30, 30, 'none', 4, { stroke: steel, 'stroke-width': 5 }) +
    circle(122, 148, 5, steel) +
    circle(258, 138, 5, steel) +
    bothSides(line('M56 262 L92 270', steel, 5, { 'stroke-dasharray': '3 3' }))
  );
}

export function bomberJacket(color: string): string {
  const lining = '#e07b28';
  return (
    top(color, 'long', { bottom: 330, neck: 88 }) +
    path('M164 56 L236 56 L226 84 L174 84 Z', lining) +
    cloth(
      'M160 54 Q150 66 152 78 Q176 104 200 108 Q224 104 248 78 Q250 66 240 54 Q232 84 200 90 Q168 84 160 54 Z',
      darker(color, 0.25),
    ) +
    ribs(darker(color, 0.12), 334) +
    zip(112, 330, '#9a9da3') +
    slitPockets(color, 236) +
    cloth('M64 170 L92 178 L86 206 L58 198 Z', darker(color, 0.1)) +
    line('M72 176 L66 200', '#c9ccd1', 4)
  );
}

/** A sporty jacket with a yoke, zips and pockets in a second colour. */
export function softshellJacket(color: string, accent: string): string {
  return (
    top(color, 'long', { bottom: 340, neck: 80 }) +
    clipped('yoke', torsoShape({ neck: 80 }), path('M90 50 H310 V130 Q200 180 90 130 Z', accent)) +
    standCollar(accent) +
    zip(56, 338, '#22262b') +
    bothSides(line('M148 240 L132 296', darker(accent, 0.2), 7)) +
    line('M232 170 L264 158', '#22262b', 5) +
    bothSides(path('M44 262 L96 274 L88 306 L38 298 Z', accent))
  );
}

export function fleeceJacket(color: string, accent: string): string {
  const curls = scattered(70, [122, 110, 158, 210], (x, y) =>
    circle(x, y, 5, 'none', {
      stroke: darker(color, 0.14),
      'stroke-width': 2.5,
    }),
  );
  return (
    top(color, 'long', { bottom: 338, neck: 78 }) +
    curls +
    standCollar(color) +
    zip(54, 336, darker(accent, 0.1)) +
    cloth('M222 132 h52 v46 h-52 Z', accent) +
    line('M222 142 h52', darker(accent, 0.4), 4) +
    bothSides(
      line('M146 250 L130 300', darker(accent, 0.1), 7) + path('M42 280 L92 291 L87 308 L38 299 Z', accent),
    ) +
    path('M108 326 Q200 334 292 326 L292 340 Q200 348 108 340 Z', accent)
  );
}

export function trenchCoat(color: string): string {
  return fullLength(
    top(color, 'long', { bottom: 440, flare: 26, neck: 92 }) +
      bothSides(cloth('M124 74 L172 60 L150 150 L114 140 Z', lighter(color, 0.06))) +
      lapels(lighter(color, 0.1), 178) +
      rect(108, 216, 184, 24, shaded(darker(color, 0.12), 90, 0.1), 3) +
      rect(182, 210, 38, 36, 'none', 4, { stroke: '#5a3d22', 'stroke-width': 6 }) +
      cloth('M220 226 L250 298 L232 302 L206 236 Z', darker(color, 0.08)) +
      line('M206 178 L206 438', darker(color, 0.35), 3) +
      buttons(178, 188, 76, 3, '#5a3d22') +
      buttons(228, 188, 130, 2, '#5a3d22') +
      bothSides(
        line('M136 262 L124 312', darker(color, 0.4), 6) + line('M50 262 L98 274', darker(color, 0.35), 7),
      ),
  );
}

/** A garment that is longer than the frame, made smaller to fit. */
function fullLength(drawing: string): string {
  return placed(drawing, 44, 10, 0.78);
}

export function longWoolCoat(color: string): string {
  return fullLength(woolCoat(color, false, 455));
}

/** A coat with lapels: `double` has two rows of buttons. */
export function woolCoat(color: string, double = false, bottom = 372): string {
  const button = darker(color, 0.5);
  return (
    top(color, 'long', { bottom, flare: 10, neck: 92 }) +
    (double ? '' : path('M164 60 L236 60 L200 170 Z', '#f1ede6')) +
    lapels(darker(color, 0.08), double ? 156 : 186) +
    line(
      `M${double ? 222 : 200} ${double ? 150 : 186} L${double ? 222 : 200} ${bottom}`,
      darker(color, 0.35),
      3,
    ) +
    (double
      ? buttons(176, 168, 40, 3, button) + buttons(236, 168, 40, 3, button)
      : buttons(208, 204, 50, 3, button)) +
    bothSides(cloth('M122 262 h48 v16 h-48 Z', darker(color, 0.06)))
  );
}

export function parka(color: string): string {
  const fur = '#c9a77c';
  const tufts = repeat(22, (at) => {
    const angle = Math.PI * (0.88 + (at * 1.24) / 21);
    return circle(
      200 + 66 * Math.cos(angle),
      76 + 56 * Math.sin(angle),
      15,
      at % 2 === 0 ? fur : lighter(fur, 0.2),
    );
  });
  return (
    hood(color, '#7d4f2e') +
    tufts +
    sleeves(color, 'long') +
    cloth(torsoShape({ bottom: 366, flare: 10, neck: 92 }), color) +
    zip(104, 362, darker(color, 0.5)) +
    line('M112 232 Q200 244 288 232', darker(color, 0.3), 4) +
    bothSides(line('M186 236 L176 266', '#e8e0d0', 4)) +
    flapPockets(color, 270) +
    flapPockets(color, 138, 44)
  );
}

/** A suit jacket with shirt and, if given, a tie. `pattern` lies over the cloth. */
export function blazer(color: string, tie?: string, pattern = ''): string {
  return (
    top(color, 'long', { bottom: 346, flare: 2, neck: 90 }) +
    clipped('cloth', torsoShape({ bottom: 346, flare: 2 }), pattern) +
    path('M162 54 L238 54 L200 196 Z', '#fafafa') +
    (tie === undefined
      ? ''
      : path('M190 78 L210 78 L207 96 L214 160 L200 192 L186 160 L193 96 Z', shaded(tie, 90))) +
    bothSides(
      path('M200 80 L166 50 L158 62 L184 102 Z', '#ffffff', { stroke: '#c9c9c9', 'stroke-width': 2 }),
    ) +
    lapels(lighter(color, 0.08), 206) +
    line('M200 206 L202 344', darker(color, 0.45), 3) +
    buttons(208, 222, 38, 2, darker(color, 0.5)) +
    bothSides(cloth('M120 262 h50 v14 h-50 Z', darker(color, 0.12))) +
    path('M236 152 L272 146 L272 156 L238 162 Z', tie ?? '#ffffff')
  );
}

/** A check of two colours, for `blazer()` and shirts. */
export function checks(first: string, second: string): string {
  const step = 26;
  return repeat(15, (at) => {
    const tone = at % 2 === 0 ? first : second;
    return (
      line(`M0 ${30 + at * step} H400`, tone, 3, { opacity: 0.7 }) +
      line(`M${20 + at * step} 0 V400`, tone, 3, { opacity: 0.7 })
    );
  });
}

export function duffleCoat(color: string): string {
  const toggle = (y: number): string =>
    line(`M168 ${y} H232`, '#3a2a1c', 4) +
    rect(186, y - 6, 28, 12, '#d8b377', 6, { stroke: '#7b5a2c', 'stroke-width': 1.5 });
  return (
    hood(color) +
    sleeves(color, 'long') +
    cloth(torsoShape({ bottom: 364, flare: 12, neck: 90 }), color) +
    folds(color) +
    line('M200 100 L200 364', darker(color, 0.4), 3) +
    [136, 188, 240, 292].map(toggle).join('') +
    bothSides(cloth('M124 272 h46 v56 h-46 Z', darker(color, 0.05)))
  );
}

export function varsityJacket(color: string): string {
  const arms = '#f3efe6';
  const stripe = bothSides(line('M112 326 H200', arms, 4));
  return (
    backOfNeck(color) +
    sleeves(arms, 'long') +
    cloth(torsoShape({ bottom: 336, neck: 86 }), color) +
    cloth(
      'M160 54 Q150 66 154 78 Q176 100 200 104 Q224 100 246 78 Q250 66 240 54 Q232 80 200 86 Q168 80 160 54 Z',
      darker(color, 0.2),
    ) +
    ribs(color, 338) +
    stripe +
    line('M200 106 L200 318', darker(color, 0.5), 3) +
    buttons(200, 128, 38, 6, '#ffffff') +
    path('M228 130 h38 v14 h-10 v44 h-18 v-44 h-10 Z', '#ffd34d', { stroke: '#ffffff', 'stroke-width': 3 }) +
    slitPockets('#ffffff', 240)
  );
}

/** A ski jacket in three colours, with a ski pass on the sleeve. */
export function skiJacket(color: string, middle: string, low: string): string {
  const shape = torsoShape({ bottom: 350, flare: 6, neck: 80 });
  return (
    hood(color) +
    sleeves(color, 'long') +
    cloth(shape, color) +
    clipped(
      'blocks',
      shape,
      path('M90 180 L310 150 V250 L90 280 Z', middle) + path('M90 280 L310 250 V370 H90 Z', low),
    ) +
    bothSides(path('M56 216 L108 228 L88 306 L38 298 Z', low)) +
    zip(92, 346, '#22262b') +
    line('M236 140 L270 132', '#22262b', 5) +
    slitPockets(low, 268) +
    rect(60, 240, 24, 32, '#ffffff', 3, {
      transform: 'rotate(14 72 256)',
      stroke: '#999999',
      'stroke-width': 1.5,
    })
  );
}

export function safetyVest(color: string): string {
  const shape = torsoShape({ bottom: 340, flare: 4, neck: 120, neckline: 'v' });
  const bands =
    bothSides(rect(134, 40, 26, 220, '#dfe3e6')) +
    rect(80, 230, 240, 28, '#dfe3e6') +
    rect(80, 284, 240, 28, '#dfe3e6');
  return (
    backOfNeck(color) +
    cloth(shape, color) +
    clipped('bands', shape, bands) +
    line('M200 120 L200 344', darker(color, 0.35), 4)
  );
}

export function waxedJacket(color: string): string {
  return (
    top(color, 'long', { bottom: 356, flare: 8, neck: 90 }) +
    bothSides(cloth('M200 94 L164 50 Q144 58 142 76 L168 124 Z', '#6b4a2e')) +
    line('M200 98 L200 356', darker(color, 0.5), 3) +
    buttons(210, 130, 40, 6, '#c8a24a') +
    flapPockets(color, 270) +
    bothSides(line('M134 200 L150 244', darker(color, 0.5), 5))
  );
}

/** A knitted wrap without sleeves, with a fringe. */
export function poncho(color: string, band: string): string {
  const shape = 'M160 60 Q200 96 240 60 L364 250 L200 340 L36 250 Z';
  const fringe = repeat(30, (at) => {
    const x = 40 + at * 11;
    const y = 252 + (at < 15 ? at * 6 : (29 - at) * 6);
    return line(`M${x} ${y} L${x} ${y + 26}`, darker(color, 0.15), 4);
  });
  const zigzag = (y: number, tone: string): string =>
    line(`M20 ${y} ${repeat(18, (at) => `L${30 + at * 20} ${y + (at % 2 === 0 ? 16 : 0)} `)}`, tone, 7);
  return (
    fringe +
    cloth(shape, color) +
    clipped(
      'weave',
      shape,
      zigzag(150, band) + zigzag(176, '#fdf3e1') + zigzag(226, band) + rect(0, 262, 400, 10, '#fdf3e1'),
    ) +
    path('M160 60 Q200 46 240 60 Q200 96 160 60 Z', darker(color, 0.4))
  );
}

/** A thin jacket with a flower lining and half a zip, packed small. */
export function windbreaker(color: string, accent: string): string {
  return (
    hood(color) +
    sleeves(color, 'long') +
    cloth(torsoShape({ bottom: 336, neck: 82 }), color) +
    clipped(
      'chest',
      torsoShape({ bottom: 336, neck: 82 }),
      path('M90 160 L200 210 L310 160 V196 L200 246 L90 196 Z', accent),
    ) +
    zip(92, 200, darker(accent, 0.2)) +
    path('M140 250 H260 L250 312 H150 Z', darker(color, 0.1), {
      stroke: darker(color, 0.35),
      'stroke-width': 2,
    }) +
    blossom(252, 136, 14, '#ffffff', accent)
  );
}
