import { clipped, bothSides, repeat, turned } from '../compose.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

function strings(cx: number, cy: number, rx: number, ry: number, step: number, color: string): string {
  const shape = `M${cx - rx} ${cy} a${rx} ${ry} 0 1 0 ${rx * 2} 0 a${rx} ${ry} 0 1 0 ${-rx * 2} 0`;
  return clipped(
    `net${cx}`,
    shape,
    repeat(Math.ceil((rx * 2) / step), (at) =>
      line(`M${cx - rx + at * step} ${cy - ry} V${cy + ry}`, color, 2),
    ) +
      repeat(Math.ceil((ry * 2) / step), (at) =>
        line(`M${cx - rx} ${cy - ry + at * step} H${cx + rx}`, color, 2),
      ),
  );
}

export function tennisRacket(color: string): string {
  const racket =
    strings(200, 128, 84, 104, 14, '#9aa0a8') +
    ellipse(200, 128, 84, 104, 'none', { stroke: color, 'stroke-width': 16 }) +
    ellipse(200, 128, 84, 104, 'none', { stroke: lighter(color, 0.5), 'stroke-width': 3 }) +
    line('M168 228 L194 290 M232 228 L206 290', color, 13) +
    line('M160 222 Q200 240 240 222', darker(color, 0.2), 11) +
    rect(186, 280, 28, 96, '#2b2c30', 6) +
    repeat(7, (at) => line(`M187 ${290 + at * 12} l26 7`, '#6b6e74', 3));
  const ball =
    circle(316, 290, 42, shaded('#d7e64a', 55, 0.2), { stroke: '#8f9c20', 'stroke-width': 2 }) +
    line('M290 262 Q320 290 290 320 M344 262 Q314 290 342 320', '#ffffff', 5);
  return shadow(230, 350, 130) + turned(racket, -32) + ball;
}

export function badmintonSet(color: string): string {
  const racket =
    strings(0, 84, 56, 72, 12, '#8a8d92') +
    ellipse(0, 84, 56, 72, 'none', { stroke: color, 'stroke-width': 8 }) +
    line('M0 156 V290', '#6b6e74', 7) +
    rect(-10, 286, 20, 84, '#2b2c30', 6);
  const skirt =
    path('M-36 -70 Q0 -90 36 -70 L18 10 H-18 Z', '#fafafa', { stroke: '#9aa0a8', 'stroke-width': 2.5 }) +
    repeat(5, (at) => line(`M${-24 + at * 12} -72 L${-12 + at * 6} 8`, '#b0b4ba', 2.5)) +
    line('M-30 -44 H30 M-24 -16 H24', '#b0b4ba', 2.5) +
    path('M-19 10 H19 Q20 44 0 46 Q-20 44 -19 10 Z', shaded('#f4f1e6', 0, 0.1), {
      stroke: '#9aa0a8',
      'stroke-width': 2,
    }) +
    rect(-19, 8, 38, 9, '#c8352f');
  return (
    shadow(200, 360, 120) +
    group(racket, { transform: 'translate(120 14) rotate(-12 0 200)' }) +
    group(racket, { transform: 'translate(280 14) rotate(12 0 200)' }) +
    group(skirt, { transform: 'translate(200 300) scale(1.1)' })
  );
}

export function tableTennisSet(color: string): string {
  const bat =
    circle(200, 140, 106, shaded(color, 55), { stroke: darker(color, 0.45), 'stroke-width': 4 }) +
    path('M120 208 Q200 258 280 208 L222 268 H178 Z', '#d9a662') +
    rect(178, 250, 44, 112, shaded('#c08a4a', 0, 0.2), 14, { stroke: '#7b5a2c', 'stroke-width': 2.5 }) +
    line('M200 262 V350', '#e8c690', 8) +
    ellipse(160, 100, 34, 18, '#ffffff', { opacity: 0.25, transform: 'rotate(-34 160 100)' });
  return (
    shadow(220, 352, 130) +
    turned(bat, 26) +
    circle(320, 282, 38, shaded('#fafafa', 55, 0.1), { stroke: '#b0b4ba', 'stroke-width': 2 })
  );
}

export function hockeyStick(color: string): string {
  return (
    shadow(200, 346, 140) +
    path(
      'M296 34 L320 42 L226 284 Q212 322 170 328 L84 336 Q66 330 70 306 L160 296 Q190 292 200 268 Z',
      shaded(color, 30, 0.2),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    line('M308 40 L280 112', '#2b2c30', 26) +
    path('M150 298 L160 296 Q190 292 200 268 L226 284 Q212 322 170 328 L150 330 Z', '#f4f3f0') +
    repeat(4, (at) => line(`M${92 + at * 18} 306 l4 30`, '#2b2c30', 6)) +
    ellipse(306, 322, 52, 15, '#3a3c42') +
    path('M254 322 v18 q52 26 104 0 v-18 q-52 26 -104 0 Z', '#1d1f23')
  );
}

export function dartboard(): string {
  const ring = (radius: number, first: string, second: string, shift = 0): string =>
    repeat(20, (at) => {
      const [from, to] = [((at - 0.5) * Math.PI) / 10, ((at + 0.5) * Math.PI) / 10];
      return path(
        `M200 196 L${(200 + radius * Math.sin(from)).toFixed(1)} ${(196 - radius * Math.cos(from)).toFixed(1)} A${radius} ${radius} 0 0 1 ${(200 + radius * Math.sin(to)).toFixed(1)} ${(196 - radius * Math.cos(to)).toFixed(1)} Z`,
        (at + shift) % 2 === 0 ? first : second,
      );
    });
  const dart =
    line('M214 182 L276 120', '#d9dce0', 6) +
    line('M250 146 L284 112', '#d0a544', 13) +
    path('M280 116 L300 58 L322 74 L340 96 Z', '#3f86d0');
  return (
    shadow(200, 362, 120) +
    circle(200, 196, 160, '#1d1f23') +
    ring(136, '#c8352f', '#2f7d4a') +
    ring(124, '#1d1f23', '#f0e2c4') +
    ring(84, '#c8352f', '#2f7d4a') +
    ring(72, '#1d1f23', '#f0e2c4') +
    circle(200, 196, 20, '#2f7d4a') +
    circle(200, 196, 9, '#c8352f') +
    repeat(20, (at) =>
      circle(
        200 + 148 * Math.sin((at * Math.PI) / 10),
        196 - 148 * Math.cos((at * Math.PI) / 10),
        4,
        '#f4f3f0',
      ),
    ) +
    dart
  );
}

export function boxingGloves(color: string): string {
  const one =
    path(
      'M70 250 Q40 200 44 130 Q50 58 122 52 Q196 54 200 130 Q202 170 182 210 L176 256 H80 Z',
      shaded(color, 40, 0.22),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    path(
      'M60 168 Q24 160 30 206 Q40 244 84 236 Q112 226 104 196 Q90 172 60 168 Z',
      shaded(darker(color, 0.06), 60),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    path('M76 250 H180 L186 326 Q130 342 70 326 Z', '#f4f3f0', { stroke: '#b0b4ba', 'stroke-width': 2.5 }) +
    rect(72, 272, 112, 20, color) +
    ellipse(110, 92, 36, 16, '#ffffff', { opacity: 0.4, transform: 'rotate(-24 110 92)' });
  return (
    shadow(200, 352, 150) +
    line('M130 60 Q170 20 240 30 M270 60 Q240 30 210 26', '#f4f3f0', 6) +
    group(one, { transform: 'translate(176 20) scale(.95)' }) +
    group(one, { transform: 'matrix(-0.95 0 0 0.95 214 6)' })
  );
}

export function punchBag(color: string): string {
  return (
    shadow(200, 362, 80) +
    bothSides(line('M200 24 L150 84', '#8a8d92', 6, { 'stroke-dasharray': '9 4' })) +
    circle(200, 26, 12, 'none', { stroke: '#6b6e74', 'stroke-width': 7 }) +
    path('M136 86 Q200 68 264 86 V334 Q200 362 136 334 Z', shaded(color, 0, 0.28), {
      stroke: darker(color, 0.4),
      'stroke-width': 3,
    }) +
    path('M136 86 Q200 104 264 86 V120 Q200 138 136 120 Z', '#2b2c30') +
    path('M136 300 Q200 322 264 300 V334 Q200 362 136 334 Z', '#2b2c30') +
    circle(200, 208, 44, '#f4f3f0', { opacity: 0.9 }) +
    circle(200, 208, 24, color)
  );
}

export function frisbee(color: string): string {
  return (
    shadow(200, 322, 140) +
    group(
      ellipse(200, 210, 164, 92, shaded(darker(color, 0.2), 90)) +
        ellipse(200, 196, 164, 88, shaded(color, 40, 0.25), {
          stroke: darker(color, 0.3),
          'stroke-width': 3,
        }) +
        [132, 112, 92]
          .map((rx) =>
            ellipse(200, 192, rx, rx * 0.53, 'none', { stroke: lighter(color, 0.4), 'stroke-width': 4 }),
          )
          .join('') +
        ellipse(200, 190, 60, 32, '#fafafa') +
        path('M200 164 l10 18 h24 l-19 10 l7 20 l-22 -12 l-22 12 l7 -20 l-19 -10 h24 Z', darker(color, 0.1)),
      { transform: 'rotate(-14 200 200)' },
    )
  );
}

export function kite(): string {
  const tail = repeat(5, (at) =>
    path(
      `M${196 - at * 26} ${270 + at * 20 + (at % 2) * 12} l-20 -14 v28 Z M${196 - at * 26} ${270 + at * 20 + (at % 2) * 12} l20 -14 v28 Z`,
      ['#e2483d', '#f6cf45', '#3f86d0', '#58b368', '#7a5bb5'][at] ?? '#ffffff',
    ),
  );
  return (
    line('M220 246 Q190 280 150 300 T60 366', '#4a4e55', 4) +
    tail +
    path('M240 24 L336 130 L240 120 Z', '#e2483d') +
    path('M240 24 L140 110 L240 120 Z', '#f6cf45') +
    path('M140 110 L220 262 L240 120 Z', '#58b368') +
    path('M336 130 L220 262 L240 120 Z', '#3f86d0') +
    line('M240 24 L220 262 M140 110 L336 130', '#5b3a22', 5) +
    line('M240 120 Q320 240 364 370', '#9aa0a8', 2.5)
  );
}

export function boomerang(color: string): string {
  return (
    shadow(200, 344, 120) +
    path(
      'M70 320 Q46 306 64 280 L170 110 Q196 74 232 104 L346 258 Q360 286 334 296 Q312 298 296 276 L214 178 Q200 166 190 182 L104 304 Q90 326 70 320 Z',
      shaded(color, 45, 0.25),
      { stroke: darker(color, 0.4), 'stroke-width': 3 },
    ) +
    line('M100 284 L120 252 M112 292 L132 260 M292 236 L312 262 M280 246 L300 272', '#f4c534', 7) +
    repeat(7, (at) => circle(184 + at * 8, 128 + Math.abs(at - 3) * 6, 5, '#fafafa'))
  );
}

export function basketballHoop(color: string): string {
  const net =
    repeat(7, (at) =>
      line(
        `M${140 + at * 20} 236 L${164 + at * 12} 336 M${140 + at * 20} 236 L${176 + at * 10} 290`,
        '#c9ccd1',
        3,
      ),
    ) + line('M152 270 H248 M160 300 H240', '#c9ccd1', 3);
  return (
    rect(50, 40, 300, 196, '#fafafa', 10, { stroke: '#3a3c42', 'stroke-width': 8 }) +
    rect(140, 110, 120, 92, 'none', 0, { stroke: color, 'stroke-width': 8 }) +
    net +
    rect(176, 212, 48, 20, darker(color, 0.2)) +
    ellipse(200, 238, 76, 16, 'none', { stroke: color, 'stroke-width': 11 })
  );
}
