import { bothSides, placed, repeat } from '../compose.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

function wheel(cx: number, cy: number, radius: number, tyre: number, spokes = 14): string {
  return (
    circle(cx, cy, radius - tyre / 2, 'none', { stroke: '#2b2c30', 'stroke-width': tyre }) +
    circle(cx, cy, radius - tyre - 2, 'none', { stroke: '#b9bdc4', 'stroke-width': 3 }) +
    repeat(spokes, (at) => {
      const angle = (at * 2 * Math.PI) / spokes;
      return line(
        `M${cx} ${cy} L${(cx + (radius - tyre - 3) * Math.cos(angle)).toFixed(1)} ${(cy + (radius - tyre - 3) * Math.sin(angle)).toFixed(1)}`,
        '#c4c8cd',
        1.6,
      );
    }) +
    circle(cx, cy, 7, '#4a4e55')
  );
}

function crank(cx: number, cy: number): string {
  return (
    circle(cx, cy, 20, 'none', { stroke: '#4a4e55', 'stroke-width': 6 }) +
    line(`M${cx - 20} ${cy - 26} L${cx + 20} ${cy + 26}`, '#3a3c42', 7) +
    line(`M${cx - 32} ${cy - 28} h22 M${cx + 10} ${cy + 28} h22`, '#22262b', 8)
  );
}

function chain(fromX: number, toX: number, y: number): string {
  return line(`M${fromX} ${y - 8} L${toX} ${y - 18} M${fromX} ${y + 8} L${toX} ${y + 18}`, '#6b6e74', 3);
}

/** Thick tyres, a straight bar and a fork with suspension. */
export function mountainBike(color: string): string {
  return (
    shadow(200, 338, 160, 8) +
    wheel(98, 254, 80, 17) +
    wheel(304, 254, 80, 17) +
    chain(98, 190, 258) +
    line('M98 254 L150 166 L276 154 L190 258 L98 254 M150 166 L190 258', color, 13) +
    line('M98 254 L144 172', darker(color, 0.2), 9) +
    line('M268 120 L280 172', '#2b2c30', 12) +
    line('M280 172 L304 254', '#c9ccd1', 15) +
    line('M286 190 L292 214', '#2b2c30', 17) +
    line('M146 150 L142 132', '#4a4e55', 9) +
    path('M112 124 Q140 112 176 122 L170 134 Q140 132 116 138 Z', '#22262b') +
    line('M240 112 Q262 122 300 106', '#22262b', 10) +
    crank(190, 258)
  );
}

/** A step-through frame with a basket, mudguards and a light. */
export function cityBike(color: string): string {
  const basket =
    path('M296 118 H378 L368 176 H306 Z', '#c08a4a', { stroke: '#7b5a2c', 'stroke-width': 3 }) +
    repeat(4, (at) => line(`M${310 + at * 17} 120 L${314 + at * 15} 174`, '#7b5a2c', 2.5)) +
    line('M300 138 H374 M302 156 H372', '#7b5a2c', 2.5) +
    [316, 336, 356]
      .map((x, at) => circle(x, 110, 12, ['#e2483d', '#f6cf45', '#ec9bb4'][at] ?? '#ffffff'))
      .join('') +
    line('M312 122 q-8 -14 -18 -10', '#4f9a52', 5);
  return (
    shadow(200, 338, 160, 8) +
    wheel(96, 256, 76, 10, 20) +
    wheel(306, 256, 76, 10, 20) +
    line('M26 262 A74 78 0 0 1 170 240 M236 250 A74 78 0 0 1 378 250', color, 8) +
    line('M96 256 L188 260 L142 150 M142 150 L96 256', color, 10) +
    line('M188 260 Q240 250 274 146', color, 11) +
    line('M160 200 Q230 220 272 156', color, 9) +
    line('M266 112 L280 176 L306 256', darker(color, 0.2), 10) +
    line('M70 172 H150 M84 176 L96 250', '#3a3c42', 6) +
    path('M96 128 Q130 112 178 128 Q164 148 132 144 Q104 146 96 128 Z', '#7a4a2b') +
    line('M142 150 V140', '#4a4e55', 8) +
    line('M266 112 Q250 84 224 104', '#4a4e55', 8) +
    line('M236 96 L214 110', '#7a4a2b', 12) +
    basket +
    circle(294, 190, 13, '#fff3b0', { stroke: '#6b6e74', 'stroke-width': 5 }) +
    chain(96, 188, 260) +
    crank(188, 260)
  );
}

/** Thin tyres and a bar bent down. */
export function roadBike(color: string): string {
  return (
    shadow(200, 338, 160, 8) +
    wheel(98, 256, 78, 7, 24) +
    wheel(306, 256, 78, 7, 24) +
    chain(98, 186, 260) +
    line('M98 256 L146 148 L270 140 L186 260 L98 256 M146 148 L186 260', color, 9) +
    line('M264 114 L274 150 L306 256', '#2b2c30', 9) +
    line('M228 144 L252 142', '#ffffff', 4) +
    line('M142 138 L134 110', '#4a4e55', 7) +
    path('M100 104 Q132 98 166 104 L160 114 Q130 112 104 114 Z', '#22262b') +
    line('M264 114 L292 106 Q326 108 318 140 Q310 160 288 154', '#f4f3f0', 10) +
    line('M264 114 L292 106 Q326 108 318 140 Q310 160 288 154', '#2b2c30', 7) +
    rect(196, 186, 16, 44, '#38b6c0', 6, { transform: 'rotate(36 204 208)' }) +
    crank(186, 260)
  );
}

/** A small bike with stabilisers, streamers and a flag. */
export function kidsBike(color: string): string {
  return (
    shadow(200, 346, 150, 8) +
    line('M92 266 L60 60', '#9aa0a8', 4) +
    path('M60 56 L120 72 L66 96 Z', '#f6a52c') +
    wheel(110, 270, 68, 15, 10) +
    wheel(296, 270, 68, 15, 10) +
    circle(146, 314, 26, 'none', { stroke: '#2b2c30', 'stroke-width': 11 }) +
    line('M110 270 L146 314', '#6b6e74', 6) +
    line(
      'M110 270 L196 276 L148 186 L110 270 M196 276 Q232 210 272 178 M160 208 Q220 200 268 176',
      color,
      13,
    ) +
    line('M254 120 L276 190 L296 270', '#f4f3f0', 12) +
    path('M112 168 Q146 150 182 166 Q176 184 146 182 Q118 184 112 168 Z', '#3a3c42') +
    line('M148 186 V176', '#4a4e55', 9) +
    line('M222 110 Q254 130 286 104', '#4a4e55', 9) +
    line('M226 110 L208 104', '#e2483d', 13) +
    repeat(4, (at) =>
      line(
        `M206 106 q-${10 + at * 6} ${16 + at * 4} -${6 + at * 9} 36`,
        ['#e2483d', '#f6cf45', '#38b6c0', '#7a5bb5'][at] ?? '#ffffff',
        4,
      ),
    ) +
    rect(268, 128, 40, 34, '#f6cf45', 6) +
    circle(288, 145, 9, '#e2483d') +
    crank(196, 276)
  );
}

/** A wooden bike without pedals. */
export function balanceBike(color: string): string {
  return (
    shadow(200, 346, 150, 8) +
    [106, 300]
      .map(
        (cx) =>
          circle(cx, 272, 68, '#2b2c30') +
          circle(cx, 272, 54, shaded('#e0b97a', 60)) +
          repeat(5, (at) =>
            circle(cx + 32 * Math.cos(at * 1.257), 272 + 32 * Math.sin(at * 1.257), 11, '#b98a48'),
          ) +
          circle(cx, 272, 11, color),
      )
      .join('') +
    path(
      'M96 262 L150 190 Q200 160 262 176 L272 200 Q210 200 180 226 Q140 262 118 284 Z',
      shaded('#e0b97a', 60),
      { stroke: '#9a743c', 'stroke-width': 3 },
    ) +
    path('M244 96 L266 92 L312 268 L290 276 Z', shaded(color, 0), {
      stroke: darker(color, 0.35),
      'stroke-width': 2.5,
    }) +
    path('M106 182 Q140 158 186 176 Q186 196 148 196 Q112 198 106 182 Z', color) +
    line('M212 100 H296', '#9a743c', 11) +
    line('M212 100 h20 M276 100 h20', color, 16)
  );
}

export function bikeHelmet(color: string, accent: string): string {
  return (
    shadow(200, 342, 140) +
    line('M104 240 Q120 326 190 338 Q270 330 292 240', '#2b2c30', 9) +
    path(
      'M40 232 Q48 84 210 76 Q350 84 362 214 Q364 238 336 240 Q200 266 70 250 Q40 248 40 232 Z',
      shaded(color, 60, 0.2),
      { stroke: darker(color, 0.35), 'stroke-width': 3 },
    ) +
    repeat(5, (at) =>
      ellipse(96 + at * 50, 184 - Math.sin(at * 0.8) * 40, 12, 40, '#1d1f23', {
        transform: `rotate(${52 - at * 8} ${96 + at * 50} ${184 - Math.sin(at * 0.8) * 40})`,
      }),
    ) +
    path('M44 224 Q200 248 360 214 L360 232 Q200 268 50 246 Z', accent) +
    path('M336 196 Q384 190 386 214 Q372 226 352 232 Z', darker(color, 0.3)) +
    rect(176, 326, 34, 20, '#2b2c30', 5)
  );
}

/** A helmet for children with a pattern of stars and animal ears. */
export function kidsHelmet(color: string): string {
  const dots = [
    [110, 180],
    [170, 130],
    [240, 126],
    [300, 176],
    [200, 196],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 17, '#222222'))
    .join('');
  return (
    shadow(200, 342, 130) +
    bothSides(
      line('M150 92 Q130 60 112 56', '#222222', 6) +
        circle(110, 54, 11, '#222222') +
        line('M104 240 Q128 322 200 336', '#2b2c30', 9),
    ) +
    path('M52 240 Q48 84 200 78 Q352 84 348 240 Q200 266 52 240 Z', shaded(color, 60, 0.2), {
      stroke: darker(color, 0.35),
      'stroke-width': 3,
    }) +
    line('M200 80 V250', '#222222', 6) +
    dots +
    path('M48 232 Q200 258 352 232 L350 252 Q200 278 50 252 Z', '#2b2c30') +
    rect(182, 326, 36, 20, '#f6cf45', 5)
  );
}

/** A U-lock with its key. */
export function bikeLock(color: string): string {
  return (
    shadow(200, 352, 130) +
    line('M120 270 V130 Q120 50 200 50 Q280 50 280 130 V270', '#2b2c30', 32) +
    line('M120 270 V130 Q120 50 200 50 Q280 50 280 130 V270', '#5b5f66', 8) +
    rect(66, 262, 268, 74, shaded(color, 90, 0.25), 22, { stroke: darker(color, 0.4), 'stroke-width': 3 }) +
    circle(200, 298, 20, '#c9ccd1') +
    rect(196, 286, 8, 24, '#3a3c42', 3) +
    rect(84, 272, 30, 54, '#2b2c30', 8) +
    rect(286, 272, 30, 54, '#2b2c30', 8)
  );
}

/** A floor pump with a gauge. */
export function bikePump(color: string): string {
  return (
    shadow(190, 356, 110) +
    rect(110, 38, 150, 24, '#2b2c30', 12) +
    line('M185 60 V130', '#c9ccd1', 12) +
    rect(162, 126, 46, 196, shaded(color, 0, 0.28), 10) +
    rect(158, 116, 54, 24, '#2b2c30', 6) +
    circle(185, 296, 36, '#f4f3f0', { stroke: '#2b2c30', 'stroke-width': 8 }) +
    line('M185 296 L202 278', '#c8352f', 5) +
    path('M96 336 Q100 322 130 322 H244 Q272 322 276 336 L282 352 H90 Z', '#2b2c30') +
    line('M208 300 Q330 330 316 200 Q300 120 336 110', '#3a3c42', 9) +
    rect(322, 84, 26, 40, '#6b6e74', 6)
  );
}

export function bikeBell(color: string): string {
  return (
    shadow(200, 342, 110) +
    rect(176, 286, 48, 34, '#6b6e74', 6) +
    line('M110 330 H290', '#3a3c42', 26) +
    path('M66 276 Q66 96 200 92 Q334 96 334 276 Q200 296 66 276 Z', shaded(color, 30, 0.35), {
      stroke: darker(color, 0.4),
      'stroke-width': 3,
    }) +
    ellipse(200, 276, 134, 18, darker(color, 0.3)) +
    circle(200, 94, 15, '#c9ccd1') +
    line('M112 150 Q134 118 176 110', '#ffffff', 13, { opacity: 0.8 }) +
    line('M334 250 L372 236', '#6b6e74', 13)
  );
}

/** A bag that hangs from the carrier over the rear wheel. */
export function pannierBag(color: string): string {
  const bag =
    path(
      'M84 110 Q84 88 110 88 H290 Q316 88 316 110 L304 336 Q302 354 280 354 H120 Q98 354 96 336 Z',
      shaded(color, 0),
      { stroke: darker(color, 0.35), 'stroke-width': 3 },
    ) +
    path('M80 100 Q84 74 112 74 H288 Q316 74 320 100 L322 150 Q200 178 78 150 Z', darker(color, 0.12)) +
    bothSides(rect(120, 120, 20, 130, '#2b2c30') + rect(112, 200, 36, 30, '#c9ccd1', 5)) +
    rect(160, 250, 80, 40, '#f4f3f0', 5) +
    circle(200, 270, 12, '#c8352f');
  return (
    shadow(200, 362, 130) +
    wheel(200, 220, 142, 15, 20) +
    line('M50 84 H350 M72 84 L196 222 M328 84 L204 222', '#3a3c42', 9) +
    placed(bag, 72, 26, 0.64)
  );
}

export function bikeLightSet(): string {
  const lamp = (x: number, glow: string, glass: string): string =>
    circle(x, 190, 86, glow, { opacity: 0.5 }) +
    rect(x - 62, 130, 124, 120, shaded('#2b2c30', 60, 0.25), 28) +
    circle(x, 190, 44, glass, { stroke: '#c9ccd1', 'stroke-width': 6 }) +
    repeat(6, (at) =>
      circle(x + 24 * Math.cos(at * 1.047), 190 + 24 * Math.sin(at * 1.047), 8, lighter(glass, 0.6)),
    ) +
    rect(x - 34, 250, 68, 40, '#4a4e55', 10) +
    ellipse(x, 296, 46, 14, 'none', { stroke: '#4a4e55', 'stroke-width': 10 });
  return shadow(200, 334, 150) + lamp(108, '#fff3b0', '#fdf6d0') + lamp(292, '#ffb0a8', '#e2342b');
}
