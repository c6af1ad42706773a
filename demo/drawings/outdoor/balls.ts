import { clipped, placed, repeat } from '../compose.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

const round = 'M44 196 a156 156 0 1 0 312 0 a156 156 0 1 0 -312 0';

/** Highlight and shade of a ball. */
function ball(color: string, pattern: string): string {
  return (
    shadow(200, 354, 110) +
    circle(200, 196, 156, shaded(color, 55, 0.2)) +
    clipped(
      'ball',
      round,
      pattern + path('M44 196 a156 156 0 0 0 312 0 a170 150 0 0 1 -312 0', '#000000', { opacity: 0.14 }),
    ) +
    circle(200, 196, 156, 'none', { stroke: darker(color, 0.4), 'stroke-width': 2.5 }) +
    ellipse(144, 118, 40, 24, '#ffffff', { opacity: 0.35, transform: 'rotate(-36 144 118)' })
  );
}

function pentagon(cx: number, cy: number, radius: number, turn: number, fill: string): string {
  const corners = Array.from({ length: 5 }, (_, at) => {
    const angle = turn + (at * 2 * Math.PI) / 5;
    return `${(cx + radius * Math.sin(angle)).toFixed(1)} ${(cy - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return path(`M${corners.join('L')}Z`, fill);
}

export function football(patch: string): string {
  const outer = repeat(5, (at) => {
    const angle = (at * 2 * Math.PI) / 5;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    return (
      pentagon(200 + 140 * sin, 196 - 140 * cos, 56, angle + Math.PI, patch) +
      line(
        `M${(200 + 54 * sin).toFixed(1)} ${(196 - 54 * cos).toFixed(1)} L${(200 + 92 * sin).toFixed(1)} ${(196 - 92 * cos).toFixed(1)}`,
        '#4a4e55',
        4,
      ) +
      line(
        `M${(200 + 92 * sin).toFixed(1)} ${(196 - 92 * cos).toFixed(1)} L${(200 + 110 * Math.sin(angle + 0.62)).toFixed(1)} ${(196 - 110 * Math.cos(angle + 0.62)).toFixed(1)} L${(200 + 92 * Math.sin(angle + 1.2566)).toFixed(1)} ${(196 - 92 * Math.cos(angle + 1.2566)).toFixed(1)} M${(200 + 110 * Math.sin(angle + 0.62)).toFixed(1)} ${(196 - 110 * Math.cos(angle + 0.62)).toFixed(1)} L${(200 + 160 * Math.sin(angle + 0.62)).toFixed(1)} ${(196 - 160 * Math.cos(angle + 0.62)).toFixed(1)}`,
        '#4a4e55',
        4,
      )
    );
  });
  return ball('#f4f4f2', outer + pentagon(200, 196, 56, 0, patch));
}

export function basketball(color: string): string {
  const seams = 'M44 196 H356 M200 40 V352 M84 76 Q170 196 84 316 M316 76 Q230 196 316 316';
  return ball(color, line(seams, '#2b2018', 8));
}

export function volleyball(first: string, second: string): string {
  const bands = (turn: number): string =>
    group(
      path('M200 196 Q230 90 150 20 L60 60 Q150 110 200 196 Z', first) +
        path('M200 196 Q176 120 96 60 L30 130 Q130 140 200 196 Z', '#fafafa') +
        path('M200 196 Q140 150 50 120 L20 230 Q120 190 200 196 Z', second) +
        line('M200 196 Q230 90 150 20 M200 196 Q160 110 70 66 M200 196 Q140 150 40 120', '#4a4e55', 4),
      { transform: `rotate(${turn} 200 196)` },
    );
  return ball('#fafafa', bands(0) + bands(120) + bands(240));
}

export function tennisBalls(color: string): string {
  const one = (x: number, y: number, turn: number): string =>
    group(
      circle(x, y, 84, shaded(color, 55, 0.2), { stroke: darker(color, 0.3), 'stroke-width': 2 }) +
        line(
          `M${x - 62} ${y - 56} Q${x + 10} ${y} ${x - 62} ${y + 56} M${x + 62} ${y - 56} Q${x - 10} ${y} ${x + 62} ${y + 56}`,
          '#ffffff',
          8,
        ),
      { transform: `rotate(${turn} ${x} ${y})` },
    );
  return shadow(200, 350, 150) + one(200, 120, 24) + one(116, 258, -30) + one(286, 258, 60);
}

/** An oval ball. */
function oval(color: string, pattern: string): string {
  const shape = 'M34 200 Q100 76 200 74 Q300 76 366 200 Q300 324 200 326 Q100 324 34 200 Z';
  return (
    shadow(200, 346, 120) +
    group(
      path(shape, shaded(color, 60, 0.2), { stroke: darker(color, 0.4), 'stroke-width': 3 }) +
        clipped('oval', shape, pattern) +
        ellipse(150, 120, 50, 16, '#ffffff', { opacity: 0.3, transform: 'rotate(-18 150 120)' }),
      { transform: 'rotate(-24 200 200)' },
    )
  );
}

export function americanFootball(): string {
  return oval(
    '#8a4a26',
    path(
      'M78 60 Q110 200 78 340 H104 Q136 200 104 60 Z M322 60 Q290 200 322 340 H296 Q264 200 296 60 Z',
      '#fafafa',
    ) +
      line('M150 184 H250', '#fafafa', 9) +
      repeat(6, (at) => line(`M${155 + at * 18} 168 V200`, '#fafafa', 8)),
  );
}

export function rugbyBall(color: string): string {
  return oval(
    '#f4f4f2',
    path(
      'M34 200 Q60 140 120 100 Q150 200 120 300 Q60 260 34 200 Z M366 200 Q340 140 280 100 Q250 200 280 300 Q340 260 366 200 Z',
      color,
    ) +
      line('M34 200 H366 M60 150 Q200 120 340 150 M60 250 Q200 280 340 250', '#9aa0a8', 3) +
      line('M150 232 L180 168 L210 232 L240 168', color, 11),
  );
}

export function baseballSet(): string {
  const glove = path(
    'M60 250 Q40 160 70 120 Q84 104 98 122 Q96 70 120 60 Q142 60 144 96 Q150 50 176 48 Q198 52 196 96 Q208 58 232 64 Q252 76 242 130 L250 160 Q290 130 314 152 Q330 176 300 216 Q280 300 220 336 Q140 356 90 320 Q66 296 60 250 Z',
    shaded('#a0602e', 60, 0.2),
    { stroke: '#5e3618', 'stroke-width': 4 },
  );
  const seams =
    line(
      'M98 122 Q96 180 110 220 M144 96 Q142 160 150 206 M196 96 Q192 150 192 200 M242 130 Q230 170 226 206',
      '#5e3618',
      5,
    ) +
    path('M236 150 L286 168 L262 226 L222 214 Z', '#7a4420', { stroke: '#5e3618', 'stroke-width': 3 }) +
    line('M240 166 L276 180 M234 186 L270 200', '#d9a66a', 4);
  const baseball =
    circle(166, 260, 62, shaded('#f7f5f0', 55, 0.1), { stroke: '#a9a49a', 'stroke-width': 2.5 }) +
    line('M122 218 Q160 260 126 306 M210 216 Q172 260 206 306', '#c8352f', 4) +
    repeat(6, (at) =>
      line(
        `M${130 + Math.sin(at * 0.6) * 9} ${228 + at * 14} l14 -5 M${202 - Math.sin(at * 0.6) * 9} ${228 + at * 14} l-14 -5`,
        '#c8352f',
        3,
      ),
    );
  return shadow(190, 352, 130) + glove + seams + baseball;
}

export function baseballBat(color: string): string {
  const bat =
    path('M186 40 Q200 22 214 40 L222 160 L208 320 H192 L178 160 Z', shaded(color, 0, 0.25), {
      stroke: darker(color, 0.4),
      'stroke-width': 2.5,
    }) +
    rect(190, 258, 20, 84, '#2b2c30', 6) +
    ellipse(200, 350, 20, 10, darker(color, 0.2)) +
    repeat(6, (at) => line(`M191 ${266 + at * 13} l18 6`, '#6b6e74', 3)) +
    line('M196 60 L194 180', '#ffffff', 5, { opacity: 0.4 });
  return (
    shadow(210, 358, 110, 8) +
    group(bat, { transform: 'rotate(38 200 200) translate(0 -6) scale(1.1 1.06) translate(-18 0)' })
  );
}

export function golfSet(): string {
  return (
    ellipse(200, 336, 170, 22, '#a9cf86') +
    line('M292 30 L148 284', '#9aa0a8', 8) +
    line('M292 30 L262 84', '#2b2c30', 13) +
    path('M156 262 Q176 290 158 318 L84 326 Q60 318 66 292 Q100 296 156 262 Z', shaded('#c4c8cd', 60, 0.3), {
      stroke: '#6b6e74',
      'stroke-width': 3,
    }) +
    repeat(4, (at) => line(`M${84 + at * 14} 304 L${86 + at * 14} 318`, '#6b6e74', 2.5)) +
    path('M278 290 H306 L296 306 V344 H288 V306 Z', '#c8352f') +
    circle(292, 248, 46, shaded('#fafafa', 55, 0.1), { stroke: '#b0b4ba', 'stroke-width': 2 }) +
    repeat(22, (at) =>
      circle(
        262 + (at % 5) * 15 + (Math.floor(at / 5) % 2) * 7,
        222 + Math.floor(at / 5) * 14,
        3.4,
        '#d6d9de',
      ),
    )
  );
}

export function bowlingSet(color: string): string {
  const pin = (x: number, y: number): string =>
    path(
      `M${x} ${y} q22 0 22 34 q0 22 -10 44 q-4 20 14 50 q16 60 -8 118 h-36 q-24 -58 -8 -118 q18 -30 14 -50 q-10 -22 -10 -44 q0 -34 22 -34 Z`,
      shaded('#fafafa', 0, 0.1),
      { stroke: '#b0b4ba', 'stroke-width': 2.5 },
    ) + line(`M${x - 12} ${y + 70} h24 M${x - 13} ${y + 84} h26`, '#c8352f', 6);
  return (
    shadow(200, 346, 160) +
    pin(240, 40) +
    pin(312, 70) +
    circle(126, 238, 104, shaded(color, 55, 0.28), { stroke: darker(color, 0.5), 'stroke-width': 3 }) +
    [
      [120, 176],
      [156, 184],
      [134, 214],
    ]
      .map(([x = 0, y = 0]) => ellipse(x, y, 12, 13, '#111111'))
      .join('') +
    ellipse(74, 194, 20, 30, '#ffffff', { opacity: 0.4, transform: 'rotate(30 74 194)' })
  );
}

/** Steel balls and the small target ball. */
export function bouleSet(): string {
  const one = (x: number, y: number): string =>
    circle(x, y, 72, shaded('#aeb4bb', 55, 0.35), { stroke: '#6b6e74', 'stroke-width': 2.5 }) +
    [24, 42, 60]
      .map((r) => ellipse(x, y, 71, r, 'none', { stroke: '#6b6e74', 'stroke-width': 2.5 }))
      .join('') +
    ellipse(x - 24, y - 36, 18, 10, '#ffffff', { opacity: 0.7 });
  return (
    shadow(200, 350, 160) +
    one(120, 150) +
    one(274, 140) +
    one(196, 262) +
    circle(316, 306, 28, shaded('#e8792b', 55, 0.3), { stroke: '#9a4a12', 'stroke-width': 2 })
  );
}

export function gymBall(color: string): string {
  const rings = [36, 66, 96, 126].map((ry) =>
    ellipse(200, 196, 170, ry, 'none', { stroke: lighter(color, 0.35), 'stroke-width': 4 }),
  );
  const pump =
    line('M310 356 Q240 372 214 330', '#3a3c42', 6) +
    line('M336 210 V250', '#c9ccd1', 9) +
    line('M312 206 H360', '#2b2c30', 15) +
    rect(318, 246, 36, 104, shaded('#4a4e55', 0, 0.3), 8) +
    rect(300, 346, 72, 13, '#2b2c30', 6);
  return placed(ball(color, rings.join('')), -6, 6, 0.9) + pump;
}

export function beachBall(): string {
  const tones = ['#e2483d', '#fafafa', '#f6cf45', '#fafafa', '#3f86d0', '#fafafa'];
  const panels = tones.map((tone, at) => {
    const [from, to] = [(at * Math.PI) / 3, ((at + 1) * Math.PI) / 3];
    return path(
      `M170 150 Q${170 + 120 * Math.sin(from + 0.3)} ${150 - 120 * Math.cos(from + 0.3)} ${200 + 240 * Math.sin(from)} ${196 - 240 * Math.cos(from)} L${200 + 240 * Math.sin(to)} ${196 - 240 * Math.cos(to)} Q${170 + 120 * Math.sin(to + 0.3)} ${150 - 120 * Math.cos(to + 0.3)} 170 150 Z`,
      tone,
    );
  });
  return ball(
    '#fafafa',
    panels.join('') + circle(170, 150, 22, '#fafafa', { stroke: '#c9ccd1', 'stroke-width': 3 }),
  );
}
