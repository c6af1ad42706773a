import { bothSides, placed, repeat } from '../compose.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

function watchStrap(color: string): string {
  return (
    path('M158 130 L164 26 H236 L242 130 Z', shaded(color, 0), {
      stroke: darker(color, 0.35),
      'stroke-width': 2,
    }) +
    path('M158 270 L166 374 H234 L242 270 Z', shaded(color, 0), {
      stroke: darker(color, 0.35),
      'stroke-width': 2,
    })
  );
}

function dial(face: string, ink: string): string {
  return (
    circle(200, 200, 74, face) +
    repeat(12, (at) => {
      const angle = (at * Math.PI) / 6;
      const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
      return line(
        `M${(200 + 66 * sin).toFixed(1)} ${(200 - 66 * cos).toFixed(1)} L${(200 + (at % 3 === 0 ? 50 : 57) * sin).toFixed(1)} ${(200 - (at % 3 === 0 ? 50 : 57) * cos).toFixed(1)}`,
        ink,
        at % 3 === 0 ? 6 : 3,
      );
    }) +
    line('M200 200 L164 174', ink, 7) +
    line('M200 200 L238 160', ink, 5) +
    line('M200 214 L196 140', '#c8352f', 2.5) +
    circle(200, 200, 6, ink)
  );
}

/** A watch with hands on a leather strap. */
export function wristwatch(strap: string, face: string): string {
  return (
    watchStrap(strap) +
    repeat(3, (at) => ellipse(200, 320 + at * 17, 4, 5, darker(strap, 0.6))) +
    rect(282, 188, 16, 24, '#b9bdc4', 4) +
    circle(200, 200, 90, shaded('#c9ccd1', 60, 0.3), { stroke: '#8a8d92', 'stroke-width': 2 }) +
    dial(face, '#26344f')
  );
}

export function goldWatch(): string {
  const gold = '#d9b35a';
  const links = repeat(
    5,
    (at) =>
      rect(166, 26 + at * 21, 68, 18, shaded(gold, 0, 0.25), 5) +
      rect(186, 26 + at * 21, 28, 18, '#f3dfa6') +
      rect(166, 276 + at * 20, 68, 17, shaded(gold, 0, 0.25), 5) +
      rect(186, 276 + at * 20, 28, 17, '#f3dfa6'),
  );
  return (
    links +
    circle(200, 200, 84, shaded(gold, 60, 0.3)) +
    repeat(24, (at) =>
      circle(
        200 + 79 * Math.cos((at * Math.PI) / 12),
        200 + 79 * Math.sin((at * Math.PI) / 12),
        5,
        '#ffffff',
      ),
    ) +
    circle(200, 200, 72, '#fbf4ee') +
    dial('#fdeff0', '#8a6a2a')
  );
}

export function digitalWatch(color: string): string {
  const segment = (x: number, shape: string): string =>
    path(shape, '#1f2a1f', { transform: `translate(${x} 178)`, 'fill-rule': 'evenodd' });
  const one = 'M14 0 h8 v44 h-8 Z';
  const zero = 'M0 0 h24 v44 h-24 Z M7 7 v30 h10 v-30 Z';
  const eight = 'M0 0 h24 v44 h-24 Z M7 7 v11 h10 v-11 Z M7 25 v12 h10 v-12 Z';
  return (
    watchStrap(color) +
    bothSides(rect(94, 168, 18, 18, '#8a8d92', 3) + rect(94, 214, 18, 18, '#8a8d92', 3)) +
    path('M130 112 H270 L296 140 V260 L270 288 H130 L104 260 V140 Z', shaded(color, 60, 0.2), {
      stroke: darker(color, 0.5),
      'stroke-width': 3,
    }) +
    rect(124, 146, 152, 104, '#c5d3b4', 8, { stroke: '#22262b', 'stroke-width': 4 }) +
    segment(136, one) +
    segment(168, zero) +
    circle(200, 190, 3.5, '#1f2a1f') +
    circle(200, 208, 3.5, '#1f2a1f') +
    segment(208, zero) +
    segment(240, eight) +
    line('M136 164 H190', '#1f2a1f', 5) +
    rect(150, 262, 100, 10, '#e8792b', 4)
  );
}

export function pocketWatch(): string {
  const gold = '#cfa24a';
  return (
    line('M200 96 Q250 40 310 60 Q360 90 340 150', gold, 7, { 'stroke-dasharray': '9 5' }) +
    rect(188, 86, 24, 30, gold, 5) +
    circle(200, 92, 20, 'none', { stroke: gold, 'stroke-width': 8 }) +
    circle(200, 236, 124, shaded(gold, 60, 0.25)) +
    circle(200, 236, 104, '#fbf6ea') +
    placed(dial('#fbf6ea', '#3a2a1c'), -70, -34, 1.35)
  );
}

export function pearlNecklace(): string {
  const pearls = repeat(27, (at) => {
    const angle = Math.PI * (-0.36 + (at * 1.72) / 26);
    const size = 9 + 5 * Math.sin((at * Math.PI) / 26);
    return circle(
      200 + 128 * Math.cos(angle),
      190 + 142 * Math.sin(angle),
      size,
      shaded('#f1e6da', 60, 0.2),
      { stroke: '#c9b8a3', 'stroke-width': 1.5 },
    );
  });
  return (
    shadow(200, 350, 90) +
    line('M280 78 Q240 44 200 50 Q160 44 120 78', '#d9b35a', 4) +
    circle(200, 50, 9, '#d9b35a') +
    pearls
  );
}

/** A chain with a heart. */
export function heartPendant(metal: string): string {
  return (
    line('M90 40 Q110 190 200 226 Q290 190 310 40', metal, 5, { 'stroke-dasharray': '7 4' }) +
    circle(200, 234, 11, 'none', { stroke: metal, 'stroke-width': 5 }) +
    path(
      'M200 350 C110 290 124 220 172 232 Q192 238 200 260 Q208 238 228 232 C276 220 290 290 200 350 Z',
      shaded(metal, 50, 0.35),
      { stroke: darker(metal, 0.3), 'stroke-width': 2.5 },
    ) +
    line('M158 262 Q152 284 172 304', '#ffffff', 7, { opacity: 0.7 })
  );
}

export function diamondRing(metal: string): string {
  return (
    shadow(200, 362, 90) +
    ellipse(200, 252, 104, 104, 'none', { stroke: darker(metal, 0.2), 'stroke-width': 22 }) +
    ellipse(200, 250, 104, 104, 'none', { stroke: metal, 'stroke-width': 16 }) +
    line('M112 210 Q130 166 164 154', '#ffffff', 6, { opacity: 0.8 }) +
    path('M160 150 L200 170 L240 150 L226 128 H174 Z', darker(metal, 0.15)) +
    path('M138 76 L166 44 H234 L262 76 L200 150 Z', '#cfeaf7', {
      stroke: '#7fb3cf',
      'stroke-width': 3,
      'stroke-linejoin': 'round',
    }) +
    path('M138 76 H262 L200 150 Z', '#a9d8f0') +
    path('M176 76 L200 150 L224 76 L200 44 Z', '#eaf7fd') +
    line('M138 76 H262 M166 44 L176 76 L200 44 L224 76 L234 44', '#7fb3cf', 2.5) +
    line('M286 50 v28 M272 64 h28', '#bfe3f4', 5)
  );
}

export function hoopEarrings(metal: string): string {
  return bothSides(
    line('M110 92 Q108 60 124 56 Q140 60 134 84', metal, 5) +
      ellipse(116, 220, 70, 118, 'none', { stroke: darker(metal, 0.25), 'stroke-width': 18 }) +
      ellipse(114, 218, 70, 118, 'none', { stroke: metal, 'stroke-width': 11 }) +
      line('M58 170 Q62 140 80 120', '#ffffff', 5, { opacity: 0.8 }),
  );
}

/** A bracelet with little charms. */
export function charmBracelet(metal: string): string {
  const charms: readonly [number, number, string][] = [
    [96, 262, '#d9506f'],
    [148, 292, '#f6cf45'],
    [206, 300, '#38b6c0'],
    [262, 288, '#7a5bb5'],
    [310, 256, '#58b368'],
  ];
  return (
    shadow(200, 358, 120) +
    ellipse(200, 190, 150, 96, 'none', {
      stroke: darker(metal, 0.2),
      'stroke-width': 17,
      'stroke-dasharray': '18 5',
    }) +
    ellipse(200, 188, 150, 96, 'none', {
      stroke: lighter(metal, 0.3),
      'stroke-width': 5,
      'stroke-dasharray': '18 5',
    }) +
    charms
      .map(
        ([x, y, tone], at) =>
          line(`M${x} ${y - 14} v18`, metal, 4) +
          (at % 2 === 0
            ? circle(x, y + 24, 20, shaded(tone, 60, 0.25))
            : path(`M${x} ${y + 2} l20 22 l-20 24 l-20 -24 Z`, shaded(tone, 60, 0.25))),
      )
      .join('')
  );
}

export function cufflinks(metal: string): string {
  const one = (x: number, y: number): string =>
    line(`M${x} ${y} l46 52`, darker(metal, 0.3), 13) +
    rect(x + 24, y + 38, 52, 24, darker(metal, 0.15), 11, { transform: `rotate(46 ${x + 50} ${y + 50})` }) +
    circle(x, y, 56, shaded(metal, 60, 0.3), { stroke: darker(metal, 0.3), 'stroke-width': 2 }) +
    circle(x, y, 42, shaded('#26344f', 60, 0.25)) +
    line(`M${x - 26} ${y - 10} l20 -20`, '#ffffff', 5, { opacity: 0.6 });
  return shadow(200, 350, 130) + one(112, 140) + one(248, 222);
}

/** Hair clips and a band for children. */
export function hairBow(color: string): string {
  return (
    shadow(200, 330, 120) +
    rect(120, 262, 160, 22, '#c9ccd1', 10) +
    bothSides(
      path('M194 190 Q120 90 52 120 Q36 190 60 262 Q130 270 194 212 Z', shaded(color, 60, 0.2), {
        stroke: darker(color, 0.3),
        'stroke-width': 3,
      }) +
        line('M180 196 Q130 180 100 152 M180 206 Q130 214 104 236', darker(color, 0.3), 5) +
        path('M190 216 L120 330 L164 318 L186 346 L206 220 Z', darker(color, 0.08)),
    ) +
    rect(172, 168, 56, 66, shaded(darker(color, 0.12), 0), 18)
  );
}
