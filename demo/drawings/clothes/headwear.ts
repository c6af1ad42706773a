import { clipped, bothSides, repeat } from '../compose.ts';
import { circle, darker, ellipse, lighter, line, path, shaded, shadow } from '../svg.ts';
import { cloth } from './garment.ts';

/** A wide hat of straw with a ribbon. */
export function strawHat(ribbon: string): string {
  const straw = '#e3c27e';
  const weave = repeat(9, (at) =>
    line(
      `M${112 + at * 2} ${110 + at * 16} Q200 ${126 + at * 16} ${288 - at * 2} ${110 + at * 16}`,
      darker(straw, 0.18),
      2,
    ),
  );
  return (
    shadow(200, 306, 160) +
    ellipse(200, 252, 172, 54, shaded(straw, 90, 0.15), { stroke: darker(straw, 0.3), 'stroke-width': 2.5 }) +
    [150, 128, 108]
      .map((rx, at) =>
        ellipse(200, 250 - at * 2, rx, 46 - at * 7, 'none', {
          stroke: darker(straw, 0.18),
          'stroke-width': 2,
        }),
      )
      .join('') +
    cloth('M108 240 Q110 96 200 94 Q290 96 292 240 Q200 276 108 240 Z', straw) +
    clipped('crown', 'M108 240 Q110 96 200 94 Q290 96 292 240 Q200 276 108 240 Z', weave) +
    path('M108 208 Q200 240 292 208 L292 242 Q200 276 108 242 Z', ribbon) +
    path('M268 226 l52 34 l-20 6 l-4 22 l-44 -46 Z', darker(ribbon, 0.15)) +
    path('M270 218 q36 -24 40 0 q-6 22 -40 8 Z', ribbon)
  );
}

export function baseballCap(color: string, badge: string): string {
  return (
    shadow(200, 306, 150) +
    cloth('M70 240 Q66 104 190 92 Q304 96 306 222 Q190 214 70 240 Z', color) +
    line('M190 92 Q150 140 146 226 M190 92 Q262 130 268 218', darker(color, 0.3), 3) +
    circle(190, 92, 9, darker(color, 0.25)) +
    cloth(
      'M166 222 Q250 206 306 222 Q372 244 374 280 Q290 256 176 276 Q160 252 166 222 Z',
      darker(color, 0.14),
    ) +
    line('M182 262 Q280 244 362 270 M180 250 Q276 230 346 252', lighter(color, 0.25), 2.5, {
      'stroke-dasharray': '6 4',
    }) +
    path('M70 240 Q110 232 168 224 L168 244 Q110 250 74 262 Z', darker(color, 0.25)) +
    circle(214, 164, 34, '#fafafa') +
    path('M190 182 L214 134 L238 182 Z', badge) +
    circle(110, 168, 4, darker(color, 0.5)) +
    circle(236, 116, 4, darker(color, 0.5))
  );
}

/** A knitted hat with a bobble. */
export function beanie(color: string, band: string, pom: string): string {
  const shape = 'M84 266 Q76 96 200 92 Q324 96 316 266 Z';
  const zigzag = (y: number, tone: string): string =>
    line(`M60 ${y} ${repeat(20, (at) => `L${74 + at * 14} ${at % 2 === 0 ? y - 14 : y} `)}`, tone, 6);
  const tufts = repeat(26, (at) => {
    const angle = (at * 2 * Math.PI) / 13;
    const reach = at < 13 ? 36 : 20;
    return circle(
      200 + reach * Math.cos(angle),
      72 + reach * Math.sin(angle),
      13,
      at % 2 === 0 ? pom : darker(pom, 0.1),
    );
  });
  return (
    shadow(200, 340, 120) +
    tufts +
    circle(200, 72, 16, lighter(pom, 0.2)) +
    cloth(shape, color) +
    clipped('knit', shape, zigzag(170, band) + zigzag(196, '#fdf7ec') + zigzag(222, band)) +
    cloth('M76 252 Q200 236 324 252 Q332 300 322 328 Q200 344 78 328 Q68 300 76 252 Z', darker(color, 0.1)) +
    repeat(21, (at) => line(`M${88 + at * 11.2} 252 V330`, darker(color, 0.28), 3))
  );
}

export function bucketHat(color: string, dot: string): string {
  const petals = repeat(9, (at) =>
    circle(120 + (at % 5) * 42, 140 + Math.floor(at / 5) * 44 + (at % 2) * 10, 11, dot),
  );
  return (
    shadow(200, 312, 150) +
    cloth('M124 116 Q200 88 276 116 L298 224 Q200 252 102 224 Z', color) +
    clipped('crown', 'M124 116 Q200 88 276 116 L298 224 Q200 252 102 224 Z', petals) +
    cloth('M100 214 Q200 248 300 214 L350 282 Q200 340 50 282 Z', color) +
    [232, 250, 268]
      .map((y, at) =>
        line(`M${90 - at * 12} ${y} Q200 ${y + 42} ${310 + at * 12} ${y}`, darker(color, 0.22), 2.5, {
          'stroke-dasharray': '7 4',
        }),
      )
      .join('') +
    line('M124 116 Q200 142 276 116', darker(color, 0.22), 3) +
    bothSides(circle(124, 180, 5, '#c9ccd1'))
  );
}

export function fedora(color: string, ribbon: string): string {
  return (
    shadow(200, 312, 160) +
    cloth(
      'M30 250 Q110 208 200 214 Q290 208 370 250 Q340 300 200 302 Q60 300 30 250 Z',
      darker(color, 0.08),
    ) +
    cloth(
      'M104 236 Q104 120 146 90 Q172 78 200 112 Q228 78 254 90 Q296 120 296 236 Q200 276 104 236 Z',
      color,
    ) +
    path('M146 90 Q172 78 200 112 Q228 78 254 90 Q232 132 200 136 Q168 132 146 90 Z', darker(color, 0.3)) +
    path('M104 204 Q200 240 296 204 V240 Q200 278 104 240 Z', ribbon) +
    path('M112 214 l34 -4 l-8 44 l-30 -8 Z', darker(ribbon, 0.3)) +
    line('M58 264 Q200 320 342 264', lighter(color, 0.2), 4)
  );
}

export function flatCap(color: string): string {
  const shape =
    'M44 220 Q60 120 196 110 Q312 112 342 196 L356 232 Q300 226 236 256 Q130 276 62 254 Q44 244 44 220 Z';
  const weave = repeat(
    24,
    (at) =>
      line(`M${-40 + at * 20} 90 l120 190`, lighter(color, 0.22), 2) +
      line(`M${80 + at * 20} 90 l-120 190`, darker(color, 0.22), 2),
  );
  return (
    shadow(200, 306, 150) +
    path(
      'M226 248 Q300 220 360 230 Q376 250 362 272 Q300 256 236 276 Q214 270 226 248 Z',
      darker(color, 0.35),
    ) +
    cloth(shape, color) +
    clipped('tweed', shape, weave) +
    line('M190 112 Q214 180 236 254 M190 112 Q120 150 104 262', darker(color, 0.35), 3) +
    circle(190, 110, 9, darker(color, 0.2))
  );
}

export function beret(color: string): string {
  return (
    shadow(200, 306, 140) +
    line('M196 112 Q196 90 208 82', darker(color, 0.2), 11) +
    cloth(
      'M40 208 Q36 124 186 108 Q330 112 366 200 Q370 246 300 254 Q200 268 110 260 Q44 250 40 208 Z',
      color,
    ) +
    path('M104 246 Q200 262 300 244 L294 284 Q200 298 112 284 Z', darker(color, 0.35)) +
    line('M80 176 Q130 136 200 134', lighter(color, 0.35), 10, { opacity: 0.5 }) +
    line('M300 244 Q340 226 350 196', darker(color, 0.25), 4)
  );
}

/** A fur hat with ear flaps. */
export function trapperHat(color: string): string {
  const fur = '#8d6b4d';
  const ring = (x: number, y: number, size: number, at: number): string =>
    circle(x, y, size, at % 2 === 0 ? fur : lighter(fur, 0.16));
  return (
    shadow(200, 356, 130) +
    cloth('M92 220 Q90 80 200 76 Q310 80 308 220 Z', color) +
    line('M200 78 V150', darker(color, 0.3), 3) +
    bothSides(
      repeat(20, (at) =>
        ring(88 + (at % 4) * 14 + Math.floor(at / 4) * 3, 218 + Math.floor(at / 4) * 27, 18, at),
      ) + line('M124 350 Q126 372 120 384', '#3a2a1c', 5),
    ) +
    repeat(22, (at) => ring(100 + (at % 11) * 20, 176 + Math.floor(at / 11) * 30, 21, at))
  );
}

export function topHat(color: string): string {
  return (
    shadow(200, 322, 150) +
    cloth('M112 60 Q200 44 288 60 Q276 160 286 264 Q200 300 114 264 Q124 160 112 60 Z', color) +
    ellipse(200, 60, 88, 14, lighter(color, 0.15)) +
    path(
      'M40 256 Q60 236 118 252 Q200 296 282 252 Q340 236 360 256 Q340 318 200 318 Q60 318 40 256 Z',
      shaded(color, 90, 0.12),
    ) +
    path('M116 216 Q200 246 284 216 L286 264 Q200 300 114 264 Z', '#7a2337') +
    line('M146 84 Q152 150 148 206', lighter(color, 0.5), 10, { opacity: 0.4 }) +
    line('M52 262 Q200 350 348 262', lighter(color, 0.3), 3)
  );
}

export function earmuffs(color: string): string {
  const fluff = (x: number): string =>
    repeat(24, (at) => {
      const angle = (at * 2 * Math.PI) / 12;
      const reach = at < 12 ? 48 : 26;
      return circle(
        x + reach * Math.cos(angle),
        262 + reach * Math.sin(angle),
        21,
        at % 2 === 0 ? color : darker(color, 0.08),
      );
    }) + circle(x, 262, 22, lighter(color, 0.2));
  return (
    shadow(200, 350, 140) +
    line('M92 240 Q86 62 200 58 Q314 62 308 240', '#3f434a', 14) +
    line('M98 200 Q104 72 200 68', '#7d838c', 4) +
    fluff(92) +
    fluff(308)
  );
}

/** A knitted hat for children with the face and ears of a bear. */
export function bearHat(color: string): string {
  return (
    shadow(200, 348, 120) +
    bothSides(circle(106, 104, 40, color) + circle(106, 106, 22, '#f3c9b0')) +
    cloth(
      'M72 262 Q64 84 200 80 Q336 84 328 262 Q316 280 300 278 L284 330 Q268 344 254 330 L246 282 Q200 290 154 282 L146 330 Q132 344 116 330 L100 278 Q84 280 72 262 Z',
      color,
    ) +
    repeat(11, (at) => line(`M${90 + at * 22} 130 V270`, darker(color, 0.12), 2)) +
    ellipse(200, 220, 50, 38, lighter(color, 0.5)) +
    bothSides(circle(150, 176, 12, '#2b2b2b') + circle(147, 172, 4, '#ffffff')) +
    ellipse(200, 204, 16, 11, '#2b2b2b') +
    line('M200 214 V228 M200 228 q-14 14 -24 2 M200 228 q14 14 24 2', '#2b2b2b', 4)
  );
}
