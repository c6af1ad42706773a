import { blossom, clipped, bothSides, scattered, repeat, star } from '../compose.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect } from '../svg.ts';
import { backOfNeck, buttons, cloth, folds, shirtCollar, sleeves, top, torsoShape } from './garment.ts';

function collarBand(color: string): string {
  return line('M162 56 Q200 112 238 56', darker(color, 0.18), 9);
}

/** A T-shirt; the print lies on the chest. */
export function tShirt(color: string, print = ''): string {
  return top(color, 'short', { neck: 86 }) + collarBand(color) + print;
}

function body(content: string, neck = 86): string {
  return clipped('body', torsoShape({ neck }), content);
}

export const prints = {
  mountain: (tone: string): string =>
    circle(200, 196, 62, '#f7d9a4') +
    circle(224, 172, 16, '#ef7b45') +
    clipped(
      'badge',
      'M138 196 a62 62 0 1 0 124 0 a62 62 0 1 0 -124 0',
      path('M120 262 L178 170 L206 212 L226 184 L280 262 Z', tone) +
        path('M178 170 L164 192 L176 188 L184 198 L192 190 Z', '#ffffff'),
    ),
  cat: (tone: string): string =>
    path('M152 152 L164 190 L236 190 L248 152 L222 168 H178 Z', tone) +
    ellipse(200, 204, 52, 44, tone) +
    bothSides(
      ellipse(180, 198, 9, 12, '#f5d442') +
        ellipse(180, 198, 3, 11, '#111111') +
        line('M172 218 L134 212 M172 224 L136 230', tone, 3),
    ) +
    path('M193 214 h14 l-7 8 Z', '#f29ab0') +
    line('M190 228 Q200 234 200 224 Q200 234 210 228', '#ffffff', 2.5),
  rocket: (): string =>
    path('M200 128 Q236 160 226 236 H174 Q164 160 200 128 Z', '#eef1f5') +
    path('M200 128 Q220 146 225 166 H175 Q180 146 200 128 Z', '#e2483d') +
    circle(200, 190, 15, '#4a90d9', { stroke: '#9aa3ad', 'stroke-width': 5 }) +
    bothSides(path('M176 206 L150 246 L176 238 Z', '#e2483d')) +
    path('M182 240 Q200 306 218 240 Z', '#f6a52c') +
    star(144, 150, 10, '#f6cf45') +
    star(258, 170, 8, '#f6cf45') +
    star(152, 286, 8, '#f6cf45'),
  dinosaur: (tone: string): string =>
    path(
      'M138 268 Q150 250 152 218 Q154 178 188 176 L196 150 Q202 132 226 132 Q254 134 254 154 Q252 172 226 172 Q226 206 216 228 L220 272 H198 L194 244 L180 244 L178 272 H156 L158 246 Q150 264 138 268 Z',
      tone,
    ) +
    repeat(5, (at) => path(`M${188 - at * 9} ${164 + at * 18} l-18 -2 l10 16 Z`, '#f08a34')) +
    circle(230, 146, 5, '#222222') +
    line('M232 162 H252', '#222222', 3) +
    line('M222 200 L240 206', tone, 8),
  wave: (tone: string): string =>
    circle(222, 160, 30, '#f08a34') +
    path('M136 236 Q142 164 206 176 Q180 178 186 204 Q200 226 264 214 V244 H136 Z', tone) +
    line('M140 262 q16 -12 31 0 t31 0 t31 0 t31 0', tone, 6),
};

export function bretonShirt(color: string, stripe: string): string {
  const rows = repeat(11, (at) => rect(0, 112 + at * 20, 400, 8, stripe));
  return (
    top(color, 'long', { neck: 76 }) +
    body(rows, 76) +
    bothSides(
      clipped('arm', 'M124 73 Q92 82 82 112 L38 290 Q38 298 46 300 L78 307 Q86 307 88 300 L116 186 Z', rows),
    ) +
    line('M162 56 Q200 96 238 56', stripe, 5)
  );
}

export function tieDyeShirt(): string {
  const tones = ['#e2483d', '#f08a34', '#f6cf45', '#58b368', '#3f86d0', '#7a5bb5'];
  const rings = repeat(12, (at) =>
    circle(200, 190, 210 - at * 17, tones[at % 6] ?? '#ffffff', {
      stroke: '#ffffff',
      'stroke-width': 3,
      'stroke-opacity': 0.5,
      'stroke-dasharray': '18 9',
    }),
  );
  return (
    backOfNeck('#7a5bb5') +
    bothSides(
      cloth('M124 73 Q98 80 84 104 L50 160 Q48 168 56 172 L94 190 Q102 192 106 184 L116 160 Z', '#58b368'),
    ) +
    cloth(torsoShape({ neck: 86 }), '#e2483d') +
    body(rings) +
    collarBand('#7a5bb5')
  );
}

function placket(color: string, bottom: number): string {
  return rect(192, 92, 18, bottom - 88, lighter(color, 0.08), 0, {
    stroke: darker(color, 0.2),
    'stroke-width': 1.5,
  });
}

/** A buttoned shirt; the pattern covers body and sleeves. */
export function shirt(
  color: string,
  pattern = '',
  length: 'long' | 'short' = 'long',
  button = '#ffffff',
): string {
  const arm =
    length === 'long'
      ? 'M124 73 Q92 82 82 112 L38 290 L88 300 L116 186 Z'
      : 'M124 73 Q98 80 84 104 L50 160 L106 184 L116 160 Z';
  return (
    top(color, length, { neck: 92 }) +
    body(pattern, 92) +
    (pattern === '' ? '' : bothSides(clipped('arm', arm, pattern))) +
    placket(color, 342) +
    shirtCollar(color) +
    buttons(201, 124, 34, 6, button) +
    cloth('M226 140 h46 v40 l-23 12 l-23 -12 Z', color) +
    (length === 'long' ? bothSides(line('M44 272 L94 284', darker(color, 0.3), 3)) : '')
  );
}

/** Wide bands that cross, as on flannel. */
export function flannel(dark: string, light: string): string {
  return repeat(8, (at) => {
    const step = 20 + at * 52;
    return (
      rect(step, 0, 20, 400, dark, 0, { opacity: 0.45 }) +
      rect(0, step + 10, 400, 20, dark, 0, { opacity: 0.45 }) +
      line(`M${step + 36} 0 V400 M0 ${step + 46} H400`, light, 3, { opacity: 0.8 })
    );
  });
}

/** Palm leaves and hibiscus blossoms. */
export function tropical(leaf: string, petal: string): string {
  const palm = 'M-20 14 Q0 -10 22 -12 M-10 4 l-8 -12 M0 -4 l-4 -14 M8 -9 l0 -14 M-6 1 l10 12 M4 -6 l14 10';
  return scattered(30, [40, 60, 320, 290], (x, y, at) =>
    at % 2 === 0
      ? blossom(x, y, 21, petal, '#f6cf45')
      : group(line(palm, leaf, 5), { transform: `translate(${x} ${y})` }),
  );
}

/** Narrow upright stripes. */
export function pinstripes(tone: string): string {
  return repeat(30, (at) => line(`M${at * 14} 0 V400`, tone, 2.5));
}

/** A blouse with a bow at the neck and wide sleeves. */
export function bowBlouse(color: string): string {
  const bow = bothSides(
    cloth('M200 92 Q150 56 142 96 Q150 128 200 100 Z', color) +
      cloth('M196 104 L164 210 L188 216 L204 110 Z', color),
  );
  return (
    backOfNeck(color) +
    bothSides(
      cloth('M124 73 Q90 82 76 124 Q36 220 40 276 L84 292 Q110 240 116 176 Z', color) +
        path('M40 276 L84 292 L82 308 L36 292 Z', darker(color, 0.2)),
    ) +
    cloth(torsoShape({ bottom: 336, flare: 8, neck: 84 }), color) +
    folds(color) +
    bow +
    cloth('M188 84 h24 v26 h-24 Z', darker(color, 0.1))
  );
}

export function poloShirt(color: string, trim: string): string {
  return (
    top(color, 'short', { neck: 92 }) +
    cloth('M188 96 h24 v82 h-24 Z', lighter(color, 0.06)) +
    buttons(200, 118, 24, 3, '#ffffff') +
    shirtCollar(color) +
    bothSides(line('M168 62 L150 72 L174 112 L198 96', trim, 3) + line('M52 162 L100 184', trim, 6)) +
    star(248, 150, 11, trim)
  );
}

/** Broad stripes with a white collar. */
export function rugbyShirt(color: string, stripe: string): string {
  const rows = repeat(4, (at) => rect(0, 118 + at * 66, 400, 33, stripe));
  return (
    top(color, 'long', { neck: 92 }) +
    body(rows, 92) +
    bothSides(clipped('arm', 'M124 73 Q92 82 82 112 L38 290 L88 302 L116 186 Z', rows)) +
    cloth('M188 96 h24 v70 h-24 Z', '#f7f5f0') +
    buttons(200, 116, 22, 2, '#d9d4c7') +
    shirtCollar('#f7f5f0')
  );
}

/** A football shirt with a number. */
export function footballShirt(color: string, trim: string): string {
  const ten =
    path('M158 156 L176 144 V238 H160 V166 Z', trim) +
    path(
      'M222 142 q28 0 28 48 t-28 48 t-28 -48 t28 -48 Z M222 160 q-11 0 -11 30 t11 30 t11 -30 t-11 -30 Z',
      trim,
      { 'fill-rule': 'evenodd' },
    );
  return (
    top(color, 'short', { neck: 110, neckline: 'v' }) +
    body(
      repeat(5, (at) => rect(116 + at * 38, 0, 16, 400, darker(color, 0.2))),
      110,
    ) +
    bothSides(line('M164 56 L200 108', trim, 8) + line('M50 164 L102 186', trim, 9)) +
    ten
  );
}

export function tankTop(color: string): string {
  const shape =
    'M148 56 L170 56 Q172 120 200 122 Q228 120 230 56 L252 56 Q252 150 288 168 L292 344 Q200 354 108 344 L112 168 Q148 150 148 56 Z';
  return (
    path('M164 56 H236 L230 130 H170 Z', darker(color, 0.3)) +
    cloth(shape, color) +
    line('M170 58 Q172 120 200 122 Q228 120 230 58', darker(color, 0.25), 5) +
    bothSides(line('M148 58 Q148 150 112 168', darker(color, 0.25), 5))
  );
}

/** A top with thin straps and lace. */
export function camisole(color: string): string {
  const shape =
    'M136 130 Q160 120 170 138 Q186 168 200 170 Q214 168 230 138 Q240 120 264 130 Q276 150 286 170 L296 340 Q200 352 104 340 L114 170 Q124 150 136 130 Z';
  const lace = repeat(12, (at) =>
    circle(112 + at * 16, 338, 10, lighter(color, 0.4), { stroke: darker(color, 0.25), 'stroke-width': 1.5 }),
  );
  return (
    bothSides(line('M148 128 Q154 80 166 44', darker(color, 0.15), 5)) +
    lace +
    cloth(shape, color) +
    line(
      'M136 130 Q160 120 170 138 Q186 168 200 170 Q214 168 230 138 Q240 120 264 130',
      lighter(color, 0.5),
      7,
      { 'stroke-dasharray': '1 9' },
    ) +
    folds(color)
  );
}

/** Knitted sleeves in another colour, as on baseball shirts. */
export function raglanShirt(color: string, arms: string, print: string): string {
  return (
    backOfNeck(arms) +
    sleeves(arms, 'long') +
    cloth(torsoShape({ neck: 86 }), color) +
    body(bothSides(path('M160 50 L80 60 L96 180 L112 176 Z', arms))) +
    collarBand(arms) +
    print
  );
}
