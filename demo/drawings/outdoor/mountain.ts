import { hikingBoot } from './boots.ts';
import { bothSides, repeat } from '../compose.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A low shoe for trails, toe to the right. */
export function hikingShoe(color: string, accent: string): string {
  return (
    shadow(204, 344, 150) +
    path('M66 166 Q130 136 196 156 L170 200 H84 Z', darker(color, 0.55)) +
    path(
      'M58 176 Q54 148 78 150 Q100 190 160 178 L196 146 Q214 140 222 160 Q250 206 306 220 Q352 232 352 290 H56 Q48 240 58 176 Z',
      shaded(color, 20),
      { stroke: darker(color, 0.35), 'stroke-width': 2.5 },
    ) +
    path('M282 214 Q352 232 354 296 H250 Q262 240 282 214 Z', '#2f3236') +
    path('M56 240 Q110 230 128 292 H56 Z', '#2f3236') +
    line('M130 282 L178 196 M166 284 L206 206 M204 282 L236 222', accent, 8) +
    repeat(4, (at) =>
      line(`M${178 + at * 20} ${188 + at * 11} L${212 + at * 18} ${166 + at * 13}`, accent, 6),
    ) +
    line('M64 168 Q44 140 60 132 Q76 136 74 160', accent, 8) +
    path(
      'M46 286 H360 V312 L344 334 L326 322 L304 336 L284 324 L262 336 L240 324 L216 336 L194 324 L170 336 L148 324 L124 336 L102 324 L78 336 L50 316 Z',
      '#26282c',
    ) +
    line('M52 296 H354', accent, 4)
  );
}

/** A boot with the steel points for ice. */
export function cramponBoot(color: string): string {
  const points = repeat(7, (at) =>
    path(`M${92 + at * 38} 328 h20 l-10 34 Z`, '#b9bdc4', { stroke: '#6b6e74', 'stroke-width': 1.5 }),
  );
  return (
    hikingBoot(color, '#f4c534', '#2b2c30') +
    points +
    path('M340 312 h26 l10 30 l-34 -12 Z', '#b9bdc4', { stroke: '#6b6e74', 'stroke-width': 1.5 }) +
    line('M88 326 H350', '#8a8d92', 12) +
    line('M120 322 L140 240 Q180 220 220 226 L286 322', '#e8792b', 9) +
    rect(168, 216, 26, 20, '#2b2c30', 4)
  );
}

export function trekkingSandal(color: string, strap: string): string {
  const band = (d: string): string =>
    line(d, strap, 24) + line(d, lighter(strap, 0.3), 3, { 'stroke-dasharray': '6 4' });
  return (
    shadow(204, 340, 150) +
    path(
      'M48 270 Q110 256 200 270 Q300 262 356 244 Q372 286 350 318 L330 334 L310 324 L284 336 L260 324 L232 336 L206 324 L176 336 L150 324 L120 336 L94 324 L66 334 Q40 312 48 270 Z',
      shaded('#3a3c42', 90, 0.15),
    ) +
    path('M48 270 Q110 256 200 270 Q300 262 356 244 Q300 290 200 290 Q100 290 48 270 Z', color) +
    band('M236 282 Q250 196 318 254') +
    band('M186 282 Q196 186 262 206') +
    band('M62 266 Q58 160 96 162 Q150 178 196 212') +
    rect(124, 168, 40, 26, '#2b2c30', 5, { transform: 'rotate(24 144 181)' })
  );
}

export function climbingShoe(color: string): string {
  return (
    shadow(204, 328, 140) +
    path(
      'M70 160 Q66 132 86 130 Q110 150 150 148 Q180 150 200 176 Q260 214 320 246 Q364 272 370 304 Q340 316 300 300 Q250 284 200 296 Q120 320 76 300 Q46 260 70 160 Z',
      shaded(color, 30),
      { stroke: darker(color, 0.35), 'stroke-width': 2.5 },
    ) +
    path(
      'M76 290 Q120 312 200 286 Q250 274 306 290 Q344 302 370 296 Q372 316 348 320 Q320 322 290 310 Q246 300 200 312 Q116 334 72 308 Z',
      '#26282c',
    ) +
    path('M62 200 Q100 200 108 300 L74 302 Q48 260 62 200 Z', '#26282c') +
    line('M160 170 L232 232 M140 190 L214 252', '#26282c', 20) +
    line('M160 170 L232 232 M140 190 L214 252', '#f4c534', 5) +
    line('M80 136 Q56 110 72 104 Q90 108 92 134', '#26282c', 8)
  );
}

/** A coiled rope with a knot. */
export function climbingRope(color: string, mark: string): string {
  const coils = repeat(
    7,
    (at) =>
      ellipse(200 + (at - 3) * 5, 210, 92 - (at % 3) * 7, 136 - (at % 2) * 8, 'none', {
        stroke: at % 2 === 0 ? color : darker(color, 0.18),
        'stroke-width': 13,
      }) +
      ellipse(200 + (at - 3) * 5, 210, 92 - (at % 3) * 7, 136 - (at % 2) * 8, 'none', {
        stroke: mark,
        'stroke-width': 4,
        'stroke-dasharray': '6 18',
      }),
  );
  return (
    shadow(200, 358, 110) +
    coils +
    repeat(5, (at) => line(`M126 ${186 + at * 13} H274`, at % 2 === 0 ? color : darker(color, 0.14), 13)) +
    line('M270 240 Q320 280 300 340', color, 13) +
    line('M262 186 Q300 150 290 110', color, 13)
  );
}

export function carabiner(color: string): string {
  return (
    shadow(200, 362, 80) +
    path(
      'M140 90 Q150 36 210 40 Q280 50 278 130 L266 290 Q256 360 196 360 Q136 354 132 290 Z M172 108 L164 290 Q168 326 196 326 Q228 324 234 286 L246 130 Q246 76 210 74 Q178 74 172 108 Z',
      shaded(color, 0, 0.3),
      { 'fill-rule': 'evenodd', stroke: darker(color, 0.4), 'stroke-width': 2.5 },
    ) +
    path('M234 132 L260 130 L252 284 L226 284 Z', shaded('#c9ccd1', 0, 0.3), {
      stroke: '#6b6e74',
      'stroke-width': 2,
    }) +
    rect(224, 186, 40, 64, shaded('#8a8d92', 0, 0.3), 6) +
    repeat(5, (at) => line(`M226 ${196 + at * 11} h36`, '#4a4e55', 2.5))
  );
}

export function climbingHarness(color: string): string {
  return (
    shadow(200, 358, 120) +
    ellipse(200, 104, 140, 50, 'none', { stroke: darker(color, 0.45), 'stroke-width': 26 }) +
    path('M58 100 Q200 190 342 100 L342 144 Q200 236 58 144 Z', shaded(color, 90), {
      stroke: darker(color, 0.35),
      'stroke-width': 2.5,
    }) +
    bothSides(
      ellipse(122, 280, 76, 58, 'none', {
        stroke: color,
        'stroke-width': 30,
        transform: 'rotate(-12 122 280)',
      }) +
        ellipse(122, 280, 76, 58, 'none', {
          stroke: lighter(color, 0.4),
          'stroke-width': 4,
          'stroke-dasharray': '8 6',
          transform: 'rotate(-12 122 280)',
        }) +
        line('M92 166 Q86 206 112 206 Q134 204 128 178', '#f4c534', 6),
    ) +
    line('M200 186 V270', '#e8792b', 20) +
    circle(200, 262, 22, 'none', { stroke: '#e8792b', 'stroke-width': 11 }) +
    rect(236, 130, 48, 46, '#c9ccd1', 5, { transform: 'rotate(-14 260 153)' }) +
    line('M248 164 L276 142', '#4a4e55', 8)
  );
}

export function iceAxe(color: string): string {
  const drawn =
    path('M184 60 Q100 56 52 120 Q110 92 186 96 Z', shaded('#b9bdc4', 90, 0.3), {
      stroke: '#6b6e74',
      'stroke-width': 2.5,
    }) +
    repeat(5, (at) => line(`M${84 + at * 18} ${112 - at * 6} l-6 12`, '#6b6e74', 4)) +
    path('M214 60 H276 L296 52 V106 L276 98 H214 Z', shaded('#b9bdc4', 90, 0.3), {
      stroke: '#6b6e74',
      'stroke-width': 2.5,
    }) +
    rect(184, 48, 32, 60, shaded('#6b6e74', 0), 7) +
    rect(188, 100, 24, 222, shaded(color, 0, 0.25), 8) +
    rect(184, 240, 32, 76, '#2b2c30', 8) +
    path('M190 318 H210 L200 368 Z', '#8a8d92') +
    line('M200 118 V220', lighter(color, 0.5), 4);
  return group(drawn, { transform: 'rotate(22 200 200)' });
}

export function climbingHelmet(color: string): string {
  return (
    shadow(200, 338, 140) +
    line('M96 238 Q120 330 200 336 Q280 330 304 238', '#2b2c30', 9) +
    rect(182, 322, 36, 22, '#2b2c30', 5) +
    path('M52 236 Q44 80 200 72 Q356 80 348 236 Q200 268 52 236 Z', shaded(color, 60, 0.2), {
      stroke: darker(color, 0.35),
      'stroke-width': 3,
    }) +
    [110, 160, 240, 290]
      .map((x, at) =>
        ellipse(x, 150 + (at === 0 || at === 3 ? 22 : 0), 11, 30, darker(color, 0.55), {
          transform: `rotate(${(x - 200) / 6} ${x} 150)`,
        }),
      )
      .join('') +
    path('M52 226 Q200 258 348 226 L352 246 Q200 282 48 246 Z', darker(color, 0.2)) +
    bothSides(path('M110 236 h26 v16 h-26 Z', '#2b2c30')) +
    line('M96 130 Q130 96 176 92', '#ffffff', 9, { opacity: 0.6 })
  );
}

/** An axe with a wooden handle. */
export function axe(): string {
  const drawn =
    path('M176 70 Q120 60 84 40 Q60 110 84 184 Q120 152 180 142 Z', shaded('#b9bdc4', 0, 0.25), {
      stroke: '#6b6e74',
      'stroke-width': 2.5,
    }) +
    path('M96 50 Q72 110 94 174 Q72 180 82 186 Q56 110 84 38 Z', '#eef1f4') +
    path('M172 66 H236 V146 H176 Z', shaded('#c8352f', 0)) +
    path('M190 44 H222 L220 240 Q222 310 236 356 H200 Q186 300 190 240 Z', shaded('#c08a4a', 0), {
      stroke: '#7b5a2c',
      'stroke-width': 2.5,
    });
  return group(drawn, { transform: 'rotate(20 200 200)' });
}

export function whistle(color: string): string {
  return (
    shadow(200, 330, 130) +
    line('M108 150 Q40 60 150 48 Q300 30 340 110', '#2b2c30', 7) +
    path(
      'M120 150 H352 Q362 150 362 160 V206 Q362 216 352 216 H262 A88 88 0 1 1 120 164 Z',
      shaded(color, 60, 0.25),
      { stroke: darker(color, 0.35), 'stroke-width': 3 },
    ) +
    path('M236 152 H280 L262 190 H236 Z', '#2b2c30') +
    circle(184, 248, 42, darker(color, 0.3)) +
    circle(184, 248, 24, '#f0e2c4') +
    circle(112, 160, 16, 'none', { stroke: '#8a8d92', 'stroke-width': 6 })
  );
}
