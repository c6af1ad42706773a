import { bothSides, repeat } from '../compose.ts';
import { paleWood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A round charcoal grill on three legs. */
export function kettleBarbecue(color: string): string {
  return (
    shadow(200, 360, 130) +
    line('M150 236 L104 350 M250 236 L296 350 M200 250 V330', '#8a8d92', 10) +
    line('M116 318 H284', '#8a8d92', 7) +
    circle(104, 344, 17, '#2b2c30') +
    path('M76 180 H324 Q316 262 200 266 Q84 262 76 180 Z', shaded(color, 0, 0.25), {
      stroke: darker(color, 0.5),
      'stroke-width': 3,
    }) +
    path('M76 170 Q84 70 200 66 Q316 70 324 170 Z', shaded(color, 30, 0.28), {
      stroke: darker(color, 0.5),
      'stroke-width': 3,
    }) +
    rect(68, 166, 264, 18, '#c9ccd1', 6) +
    line('M170 62 Q172 40 200 40 Q228 40 230 62', paleWood, 13) +
    circle(264, 112, 13, '#c9ccd1') +
    line('M112 130 Q130 94 170 86', '#ffffff', 9, { opacity: 0.45 }) +
    line('M324 200 h34', paleWood, 13)
  );
}

/** A gas grill on a trolley, with sausages. */
export function gasBarbecue(color: string): string {
  return (
    shadow(200, 356, 160) +
    path('M86 150 Q90 60 200 56 Q310 60 314 150 Z', shaded(color, 30, 0.25), {
      stroke: darker(color, 0.5),
      'stroke-width': 3,
    }) +
    line('M130 138 H270', '#c9ccd1', 13) +
    circle(200, 92, 19, '#fafafa', { stroke: '#8a8d92', 'stroke-width': 4 }) +
    line('M200 92 l9 -9', '#c8352f', 4) +
    rect(20, 152, 64, 15, '#c9ccd1', 4) +
    rect(316, 152, 64, 15, '#c9ccd1', 4) +
    rect(84, 150, 232, 54, shaded('#c4c8cd', 90, 0.2), 5, { stroke: '#6b6e74', 'stroke-width': 2.5 }) +
    repeat(
      4,
      (at) => circle(124 + at * 50, 178, 15, '#2b2c30') + line(`M${124 + at * 50} 178 v-11`, '#e8792b', 4),
    ) +
    rect(98, 206, 204, 120, shaded('#3a3c42', 0, 0.25), 4) +
    line('M200 208 V324', '#1d1f23', 4) +
    bothSides(line('M184 240 V284', '#c9ccd1', 7) + circle(116, 338, 17, '#2b2c30'))
  );
}

/** A bowl of fire. */
export function firePit(): string {
  return (
    ellipse(200, 210, 150, 130, '#ffe0a8', { opacity: 0.5 }) +
    shadow(200, 352, 130) +
    path(
      'M200 40 Q270 110 252 170 Q282 150 280 120 Q322 190 286 250 H114 Q80 190 130 110 Q134 150 152 160 Q140 100 200 40 Z',
      '#f08a34',
    ) +
    path('M204 110 Q244 160 236 206 Q232 246 200 250 Q160 246 160 206 Q160 170 204 110 Z', '#f6cf45') +
    line('M120 262 L280 222 M120 222 L280 262', '#6b4220', 24) +
    path('M60 246 H340 Q326 320 200 324 Q74 320 60 246 Z', shaded('#3a3c42', 0, 0.3), {
      stroke: '#1d1f23',
      'stroke-width': 3,
    }) +
    rect(52, 238, 296, 16, '#4a4e55', 7) +
    line('M124 310 L100 350 M276 310 L300 350', '#3a3c42', 14)
  );
}

export function parasol(color: string, second: string): string {
  const panels = repeat(8, (at) => {
    const [from, to] = [26 + at * 43.5, 69.5 + at * 43.5];
    return path(
      `M200 44 Q${from + (200 - from) * 0.25} 90 ${from} 176 L${to} 176 Q${to + (200 - to) * 0.25} 90 200 44 Z`,
      shaded(at % 2 === 0 ? color : second, 90, 0.12),
    );
  });
  const frill = repeat(12, (at) =>
    path(
      `M${26 + at * 29} 174 h29 q0 26 -14.5 26 q-14.5 0 -14.5 -26 Z`,
      at % 2 === 0 ? darker(color, 0.08) : darker(second, 0.08),
    ),
  );
  return (
    ellipse(200, 350, 90, 12, '#e5d3a4') +
    line('M200 44 V344', paleWood, 11) +
    panels +
    frill +
    circle(200, 40, 9, paleWood) +
    path('M140 340 H260 L250 320 H150 Z', '#8a8d92')
  );
}

export function deckChair(color: string): string {
  const cloth = repeat(5, (at) =>
    path(
      `M${112 + at * 16} ${58 + at * 2} L${128 + at * 16} ${60 + at * 2} Q${150 + at * 20} 230 ${286 + at * 10} ${250 + at * 2} L${270 + at * 10} ${262 + at * 2} Q${128 + at * 18} 236 ${112 + at * 16} ${58 + at * 2} Z`,
      at % 2 === 0 ? color : '#fafafa',
    ),
  );
  return (
    shadow(210, 350, 150) +
    line('M200 66 L330 342 M214 60 L344 336', darker(paleWood, 0.2), 12) +
    line('M104 50 L196 58', paleWood, 13) +
    cloth +
    line('M96 346 L336 224 M70 338 L316 210', paleWood, 13) +
    line('M104 50 L190 344', paleWood, 12) +
    line('M96 346 L336 224', paleWood, 13)
  );
}

/** A long chair with a cushion and an adjustable back. */
export function sunLounger(color: string): string {
  return (
    shadow(200, 330, 170) +
    line('M60 256 V320 M130 256 V320 M340 256 V320 M280 256 V320', paleWood, 13) +
    path('M24 240 H372 V262 H24 Z', shaded(paleWood, 90), {
      stroke: darker(paleWood, 0.4),
      'stroke-width': 2,
    }) +
    path('M150 240 L36 112 L60 92 L176 218 H372 V242 Z', shaded(color, 60, 0.18), {
      stroke: darker(color, 0.35),
      'stroke-width': 2.5,
    }) +
    path('M36 112 Q30 94 48 84 Q66 78 84 100 L104 124 L78 150 Z', shaded('#fafafa', 60, 0.1), {
      stroke: '#c9ccd1',
      'stroke-width': 2.5,
    }) +
    line('M232 222 V240 M300 222 V240', darker(color, 0.3), 4) +
    circle(372, 300, 24, '#2b2c30') +
    circle(372, 300, 9, '#c9ccd1')
  );
}

/** A picnic table with two fixed benches. */
export function picnicTable(): string {
  return (
    shadow(200, 346, 170) +
    line('M140 130 L86 338 M260 130 L314 338', darker(paleWood, 0.25), 17) +
    line('M60 242 H340', darker(paleWood, 0.2), 14) +
    rect(14, 224, 118, 22, shaded(paleWood, 90), 5, { stroke: darker(paleWood, 0.4), 'stroke-width': 2 }) +
    rect(268, 224, 118, 22, shaded(paleWood, 90), 5, { stroke: darker(paleWood, 0.4), 'stroke-width': 2 }) +
    path('M76 108 H324 L346 138 H54 Z', shaded(lighter(paleWood, 0.12), 90), {
      stroke: darker(paleWood, 0.4),
      'stroke-width': 2,
    }) +
    repeat(4, (at) => line(`M${122 + at * 52} 110 L${110 + at * 60} 136`, darker(paleWood, 0.35), 2.5)) +
    rect(54, 136, 292, 13, darker(paleWood, 0.12), 4)
  );
}

/** A seat between two ropes. */
export function boardSwing(color: string): string {
  return (
    ellipse(200, 356, 150, 10, '#a9cf86') +
    line('M30 34 H370', '#8a5a33', 26) +
    line('M44 34 L20 352 M356 34 L380 352', '#8a5a33', 15) +
    line('M136 40 V276 M264 40 V276', '#d8c7a0', 8) +
    line('M136 40 V276 M264 40 V276', '#a58a52', 2, { 'stroke-dasharray': '8 6' }) +
    bothSides(ellipse(136, 42, 15, 11, '#6b6e74')) +
    rect(112, 268, 176, 26, shaded(color, 90), 8, { stroke: darker(color, 0.4), 'stroke-width': 2.5 }) +
    bothSides(circle(136, 280, 6, '#3a3c42'))
  );
}

export function slide(color: string): string {
  return (
    ellipse(200, 352, 170, 12, '#a9cf86') +
    line('M84 350 L110 110 M150 350 L140 110', '#3f86d0', 13) +
    repeat(5, (at) =>
      line(`M${90 + at * 4} ${310 - at * 42} L${147 - at * 2} ${310 - at * 42}`, '#f6cf45', 10),
    ) +
    line('M104 112 Q96 60 124 58 Q150 60 146 112', '#3f86d0', 11) +
    path(
      'M140 104 L164 104 Q210 220 300 316 Q330 334 372 332 V350 Q310 356 276 336 Q180 250 140 124 Z',
      shaded(color, 60, 0.2),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    line('M162 92 Q220 214 306 302 Q336 320 374 318', darker(color, 0.12), 11) +
    rect(92, 100, 62, 14, '#f6cf45', 5) +
    line('M250 290 V350', '#3f86d0', 11)
  );
}

export function trampoline(color: string): string {
  return (
    ellipse(200, 352, 170, 12, '#a9cf86') +
    repeat(6, (at) => line(`M${48 + at * 61} 60 V250`, '#4a4e55', 7)) +
    path('M40 66 Q200 96 360 66 V240 Q200 280 40 240 Z', '#3a3c42', { opacity: 0.16 }) +
    repeat(12, (at) =>
      line(`M40 ${74 + at * 14} Q200 ${104 + at * 14} 360 ${74 + at * 14}`, '#6b6e74', 1.5),
    ) +
    ellipse(200, 250, 168, 42, color, { stroke: darker(color, 0.4), 'stroke-width': 3 }) +
    ellipse(200, 248, 132, 30, '#22262b') +
    line('M44 258 L36 346 M150 288 L144 350 M256 288 L262 350 M356 258 L364 346', '#8a8d92', 11) +
    line('M20 348 H60 M128 352 H164 M244 352 H280 M340 348 H380', '#8a8d92', 9) +
    repeat(6, (at) => circle(48 + at * 61, 58, 9, color))
  );
}

export function paddlingPool(color: string): string {
  const dots = repeat(7, (at) =>
    circle(
      56 + at * 48,
      300 - Math.abs(at - 3) * 7 + 4,
      11,
      ['#f6cf45', '#e2483d', '#fafafa'][at % 3] ?? '#ffffff',
    ),
  );
  const duck =
    circle(246, 158, 20, '#f6cf45') +
    ellipse(228, 184, 36, 22, '#f6cf45') +
    path('M262 156 l20 6 l-20 8 Z', '#ef7b2d') +
    circle(251, 153, 3.5, '#222222');
  return (
    shadow(200, 350, 170) +
    path('M22 210 Q24 330 200 342 Q376 330 378 210 Z', shaded(color, 90, 0.15), {
      stroke: darker(color, 0.35),
      'stroke-width': 3,
    }) +
    line('M28 262 Q200 330 372 262', lighter(color, 0.4), 10) +
    dots +
    ellipse(200, 206, 178, 62, shaded(lighter(color, 0.2), 90), {
      stroke: darker(color, 0.35),
      'stroke-width': 3,
    }) +
    ellipse(200, 206, 146, 44, '#a9e0f4') +
    line('M100 204 q20 -10 40 0 M270 218 q20 -10 40 0 M150 230 q20 -10 40 0', '#ffffff', 5) +
    duck
  );
}

/** A small glass house for plants. */
export function greenhouse(): string {
  const glass = path('M50 160 L200 60 L350 160 V340 H50 Z', '#d9f0ea', {
    stroke: '#4f9a72',
    'stroke-width': 9,
    'stroke-linejoin': 'round',
  });
  const plants = repeat(
    5,
    (at) =>
      line(`M${82 + at * 58} 330 V${250 - (at % 2) * 26}`, '#4f9a52', 6) +
      ellipse(70 + at * 58, 270, 17, 9, '#6fb35c') +
      ellipse(96 + at * 58, 256, 17, 9, '#6fb35c') +
      circle(84 + at * 58, 246 - (at % 2) * 26, 12, at % 2 === 0 ? '#e2483d' : '#f6a52c'),
  );
  return (
    ellipse(200, 346, 180, 14, '#a9cf86') +
    glass +
    plants +
    line('M50 160 H350 M125 112 V160 M275 112 V160 M200 60 V160 M110 160 V340 M290 160 V340', '#4f9a72', 6) +
    rect(160, 190, 80, 150, '#c5e8de', 0, { stroke: '#4f9a72', 'stroke-width': 7 }) +
    circle(228, 268, 6, '#3a3c42') +
    line('M74 200 L96 178 M306 210 L332 182 M172 240 L196 214', '#ffffff', 6) +
    rect(40, 334, 320, 14, '#8a929c', 4)
  );
}
