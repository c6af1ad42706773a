import { clipped, bothSides, placed, scattered, repeat, turned } from '../compose.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect, shaded, shadow } from '../svg.ts';
import { cloth } from './garment.ts';

/** A long scarf, looped once, with a fringe. `bands` lie across it. */
export function scarf(color: string, bands: string): string {
  const fringe = (x: number, y: number): string =>
    repeat(9, (at) => line(`M${x + at * 9} ${y} v30`, darker(color, 0.15), 5));
  const front = 'M144 130 H224 L232 326 H146 Z';
  const back = 'M206 140 L272 120 L308 290 L234 300 Z';
  return (
    group(fringe(238, 292), { transform: 'rotate(-6 270 290)' }) +
    fringe(150, 322) +
    cloth(back, darker(color, 0.08)) +
    clipped('back', back, bands) +
    path(
      'M112 112 Q108 46 200 42 Q292 46 288 112 Q270 80 200 78 Q130 80 112 112 Z',
      shaded(darker(color, 0.15), 90),
    ) +
    cloth(front, color) +
    clipped('front', front, bands) +
    cloth(
      'M112 104 Q110 74 140 82 Q200 122 262 82 Q292 74 288 108 Q280 176 200 178 Q120 176 112 104 Z',
      color,
    ) +
    clipped(
      'loop',
      'M112 104 Q110 74 140 82 Q200 122 262 82 Q292 74 288 108 Q280 176 200 178 Q120 176 112 104 Z',
      bands,
    ) +
    line('M126 124 Q196 160 274 120', darker(color, 0.3), 3)
  );
}

export function tartan(first: string, second: string): string {
  return repeat(
    9,
    (at) =>
      rect(0, 40 + at * 44, 400, 12, first, 0, { opacity: 0.7 }) +
      rect(60 + at * 36, 0, 10, 400, first, 0, { opacity: 0.6 }) +
      line(`M0 ${64 + at * 44} H400 M${86 + at * 36} 0 V400`, second, 3),
  );
}

export function broadStripes(tone: string): string {
  return repeat(6, (at) => rect(0, 50 + at * 60, 400, 28, tone));
}

/** A square of silk with a border and chains. */
export function silkScarf(color: string, border: string): string {
  const inner = 'M80 200 L200 80 L320 200 L200 320 Z';
  return (
    shadow(200, 350, 120) +
    cloth('M40 200 Q110 120 200 40 Q290 120 360 200 Q290 280 200 360 Q110 280 40 200 Z', border) +
    path(inner, shaded(color, 45)) +
    [110, 80, 50]
      .map((reach) =>
        path(`M${200 - reach} 200 L200 ${200 - reach} L${200 + reach} 200 L200 ${200 + reach} Z`, 'none', {
          stroke: '#e0b84a',
          'stroke-width': 5,
          'stroke-dasharray': '10 6',
        }),
      )
      .join('') +
    circle(200, 200, 24, border) +
    circle(200, 200, 12, '#e0b84a') +
    line('M120 120 Q180 190 170 260 M290 130 Q240 180 250 280', darker(color, 0.35), 3, { opacity: 0.4 })
  );
}

/** The back of a left hand. */
function glove(color: string, cuff: string, seams: string): string {
  return (
    cloth(
      'M84 216 Q60 190 42 160 Q34 144 48 138 Q62 134 74 150 L92 172 L86 84 Q86 66 100 66 Q112 66 114 84 L120 146 L122 60 Q124 44 138 44 Q152 46 152 62 L150 146 L160 70 Q164 56 176 58 Q190 62 188 78 L178 154 L194 104 Q200 92 212 98 Q222 104 218 118 L196 230 Q190 256 186 276 H96 Q92 240 84 216 Z',
      color,
    ) +
    seams +
    cloth('M92 270 H190 L196 342 H86 Z', cuff)
  );
}

export function leatherGloves(color: string): string {
  const seams = line('M112 172 L108 226 M136 170 L138 226 M162 174 L168 226', darker(color, 0.45), 4);
  const one =
    glove(color, darker(color, 0.12), seams) +
    rect(90, 286, 102, 12, darker(color, 0.4)) +
    rect(132, 282, 20, 20, 'none', 3, { stroke: '#c9ccd1', 'stroke-width': 4 });
  return group(one, { transform: 'translate(-14 0)' }) + group(one, { transform: 'matrix(-1 0 0 1 414 14)' });
}

export function skiGloves(color: string, accent: string): string {
  const seams =
    path('M104 180 L176 180 L168 236 L108 236 Z', accent) +
    line('M112 200 H170 M112 218 H168', darker(accent, 0.3), 4);
  const one =
    glove(color, accent, seams) + rect(84, 300, 114, 16, '#22262b', 4) + rect(160, 296, 30, 24, '#fafafa', 3);
  return (
    group(one, { transform: 'translate(-14 0)', 'stroke-width': 4 }) +
    group(one, { transform: 'matrix(-1 0 0 1 414 14)' })
  );
}

export function mittens(color: string, pattern: string): string {
  const shape =
    'M74 236 Q30 216 24 172 Q26 148 44 152 Q58 158 72 190 Q62 60 118 56 Q176 62 168 180 L160 262 H78 Z';
  const one =
    cloth(shape, color) +
    clipped(
      'mitten',
      shape,
      line('M60 120 l12 -12 l12 12 l12 -12 l12 12 l12 -12 l12 12 l12 -12 l12 12 l12 -12', pattern, 6) +
        line('M60 220 l12 -12 l12 12 l12 -12 l12 12 l12 -12 l12 12 l12 -12 l12 12', pattern, 6) +
        repeat(6, (at) =>
          line(
            `M118 168 l${(24 * Math.cos((at * Math.PI) / 3)).toFixed(1)} ${(24 * Math.sin((at * Math.PI) / 3)).toFixed(1)}`,
            pattern,
            6,
          ),
        ),
    ) +
    cloth('M74 254 H164 L168 320 H70 Z', pattern) +
    repeat(9, (at) => line(`M${80 + at * 10} 260 V316`, darker(pattern, 0.25), 3));
  return (
    line('M120 318 Q200 380 280 330', darker(color, 0.2), 6) +
    group(one) +
    group(one, { transform: 'matrix(-1 0 0 1 400 10)' })
  );
}

/** A rolled belt with its buckle in front. */
export function belt(color: string, buckle: string): string {
  return (
    shadow(200, 322, 140) +
    ellipse(196, 176, 140, 92, 'none', { stroke: darker(color, 0.3), 'stroke-width': 50 }) +
    ellipse(196, 198, 140, 92, 'none', { stroke: color, 'stroke-width': 46 }) +
    ellipse(196, 198, 122, 76, 'none', {
      stroke: lighter(color, 0.3),
      'stroke-width': 2,
      'stroke-dasharray': '6 4',
    }) +
    path('M180 266 H352 Q372 290 352 312 H180 Z', shaded(color, 90), {
      stroke: darker(color, 0.35),
      'stroke-width': 2,
    }) +
    [268, 294, 320].map((x) => circle(x, 289, 5, darker(color, 0.6))).join('') +
    rect(150, 252, 76, 74, 'none', 10, { stroke: buckle, 'stroke-width': 13 }) +
    line('M156 289 H232', buckle, 9) +
    rect(238, 260, 18, 58, darker(color, 0.2), 4)
  );
}

/** A necktie; the pattern covers it. */
export function tie(color: string, pattern: string): string {
  const blade = 'M178 92 H222 L252 296 L200 366 L148 296 Z';
  const knot = 'M160 34 H240 L224 92 H176 Z';
  return (
    shadow(200, 366, 50, 6) +
    cloth(blade, color) +
    clipped('blade', blade, pattern) +
    cloth(knot, darker(color, 0.08)) +
    clipped('knot', knot, pattern) +
    line('M178 94 Q200 106 222 94', darker(color, 0.5), 4) +
    line('M200 130 L196 200', darker(color, 0.4), 4, { opacity: 0.5 })
  );
}

/** A tie in its gift box, the lid behind it. */
export function boxedTie(color: string, pattern: string): string {
  const box = '#e9ddc6';
  return (
    shadow(200, 366, 130, 8) +
    rect(150, 24, 200, 300, shaded(darker(box, 0.25), 0), 8, { transform: 'rotate(8 250 170)' }) +
    rect(62, 30, 220, 332, shaded(box, 0), 8, { stroke: darker(box, 0.35), 'stroke-width': 3 }) +
    rect(78, 46, 188, 300, '#fbf8f1', 4, { stroke: darker(box, 0.2), 'stroke-width': 2 }) +
    placed(tie(color, pattern), 12, 34, 0.8)
  );
}

export const tiePatterns = {
  stripes: (tone: string): string =>
    repeat(14, (at) => line(`M60 ${40 + at * 34} L340 ${-100 + at * 34}`, tone, 9)),
  dots: (tone: string): string =>
    repeat(96, (at) =>
      circle(120 + (at % 8) * 22 + (Math.floor(at / 8) % 2) * 11, 40 + Math.floor(at / 8) * 28, 5, tone),
    ),
};

export function bowTie(color: string, dot: string): string {
  const wing = 'M188 178 Q120 116 54 128 Q40 200 54 272 Q120 284 188 222 Z';
  return (
    shadow(200, 318, 130) +
    bothSides(
      cloth(wing, color) +
        clipped(
          'wing',
          wing,
          scattered(14, [54, 120, 140, 160], (x, y) => circle(x, y, 9, dot)),
        ) +
        line('M176 190 Q140 184 110 164 M176 210 Q140 216 110 238', darker(color, 0.4), 4),
    ) +
    cloth(
      'M174 170 Q200 160 226 170 Q232 200 226 230 Q200 240 174 230 Q168 200 174 170 Z',
      darker(color, 0.1),
    )
  );
}

export function braces(color: string): string {
  const clip = (x: number): string =>
    rect(x - 14, 300, 28, 40, '#c9ccd1', 5, { stroke: '#8a8d92', 'stroke-width': 2 }) +
    rect(x - 12, 336, 24, 16, '#8a8d92', 3);
  return (
    line('M106 300 Q120 160 196 120 Q206 70 200 46 Q194 70 204 120 Q280 160 294 300', color, 24) +
    line('M106 300 Q120 160 196 120 M204 120 Q280 160 294 300', lighter(color, 0.45), 3) +
    path('M174 128 L200 92 L226 128 L200 164 Z', '#6b4a2e') +
    line('M200 154 L172 300 M200 154 L228 300', color, 22) +
    [106, 172, 228, 294].map(clip).join('') +
    bothSides(rect(112, 206, 38, 24, '#c9ccd1', 4, { transform: 'rotate(-66 131 218)' }))
  );
}

/** An open umbrella with `count` coloured panels. */
export function umbrella(tones: readonly string[]): string {
  const panels = repeat(6, (at) => {
    const [from, to] = [32 + at * 56, 88 + at * 56];
    return path(
      `M200 52 Q${from + (200 - from) * 0.3} 80 ${from} 208 Q${(from + to) / 2} 176 ${to} 208 Q${to + (200 - to) * 0.3} 80 200 52 Z`,
      shaded(tones[at % tones.length] ?? '#888888', 90, 0.12),
      { stroke: '#00000033', 'stroke-width': 2 },
    );
  });
  return (
    line('M200 52 V34', '#5b5f66', 7) +
    line('M200 180 V316 Q200 352 232 352 Q260 350 258 324', '#8a5a33', 13) +
    line('M200 150 V250', '#8a8d92', 8) +
    panels
  );
}

/** A short umbrella, folded and strapped. */
export function foldedUmbrella(color: string): string {
  const drawn =
    line('M200 20 V44', '#8a8d92', 8) +
    cloth('M176 44 H224 L236 250 Q200 266 164 250 Z', color) +
    line('M186 48 L182 250 M200 48 V256 M214 48 L220 250', darker(color, 0.35), 3) +
    rect(160, 150, 80, 22, darker(color, 0.3), 4) +
    circle(214, 161, 6, '#c9ccd1') +
    rect(182, 252, 36, 24, '#3a3c42') +
    path('M178 274 H222 V352 Q200 372 178 352 Z', shaded('#2b2c30', 0)) +
    line('M200 366 q-30 20 -28 -20', '#2b2c30', 5);
  return turned(drawn, 28);
}

export function sunglasses(frame: string, lens: string): string {
  return (
    shadow(200, 290, 150) +
    bothSides(
      path('M58 156 Q112 132 178 160 Q186 232 140 250 Q76 256 60 206 Z', shaded(lens, 70, 0.35), {
        stroke: frame,
        'stroke-width': 14,
        'stroke-linejoin': 'round',
      }) +
        line('M52 158 Q34 150 30 134', frame, 12) +
        line('M86 172 L116 210', '#ffffff', 8, { opacity: 0.45 }),
    ) +
    line('M178 166 Q200 148 222 166', frame, 12)
  );
}

export function aviators(lens: string): string {
  const gold = '#d0a544';
  return (
    shadow(200, 300, 150) +
    line('M150 138 H250', gold, 6) +
    line('M176 172 Q200 156 224 172', gold, 6) +
    bothSides(
      path(
        'M52 150 Q110 128 176 148 Q190 200 152 246 Q110 272 72 232 Q48 196 52 150 Z',
        shaded(lens, 90, 0.4),
        { stroke: gold, 'stroke-width': 7 },
      ) +
        line('M52 156 Q36 152 30 130', gold, 7) +
        line('M76 166 L132 226', '#ffffff', 7, { opacity: 0.35 }),
    )
  );
}

/** Round glasses with clear lenses. */
export function readingGlasses(frame: string): string {
  return (
    shadow(200, 290, 150) +
    bothSides(
      circle(112, 196, 64, '#eaf3f8', { stroke: frame, 'stroke-width': 12, 'fill-opacity': 0.8 }) +
        line('M50 184 Q34 170 32 140', frame, 11) +
        line('M84 172 L104 152 M90 196 L124 160', '#ffffff', 6),
    ) +
    line('M174 184 Q200 160 226 184', frame, 11)
  );
}
