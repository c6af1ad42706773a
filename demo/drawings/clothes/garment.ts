import { bothSides, repeat } from '../compose.ts';
import { circle, darker, lighter, line, path, rect, shaded } from '../svg.ts';

/** The cut of the front of a top, coat or dress. */
export interface Cut {
  /** Lower edge. */
  readonly bottom?: number;
  /** How far the hem stands out on each side. */
  readonly flare?: number;
  /** Lowest point of the neckline. */
  readonly neck?: number;
  readonly neckline?: 'round' | 'v';
}

export function torsoShape({ bottom = 340, flare = 0, neck = 84, neckline = 'round' }: Cut = {}): string {
  const opening = neckline === 'v' ? `L200 ${neck} L238 56` : `Q200 ${2 * neck - 56} 238 56`;
  return `M162 56 ${opening} L282 76 Q292 84 294 100 L288 170 L${292 + flare} ${bottom} Q200 ${bottom + 8} ${108 - flare} ${bottom} L112 170 L106 100 Q108 84 118 76 Z`;
}

/** A piece of cloth with an edge, so that white ones show on white. */
export function cloth(shape: string, color: string, angle = 60): string {
  return path(shape, shaded(color, angle, 0.1), {
    stroke: darker(color, 0.3),
    'stroke-width': 2.5,
    'stroke-linejoin': 'round',
  });
}

const sleeveShapes = {
  long: 'M124 73 Q92 82 82 112 L38 290 Q38 298 46 300 L78 307 Q86 307 88 300 L116 186 Z',
  short: 'M124 73 Q98 80 84 104 L50 160 Q48 168 56 172 L94 190 Q102 192 106 184 L116 160 Z',
};

export function sleeves(color: string, length: 'long' | 'short'): string {
  return bothSides(cloth(sleeveShapes[length], color, 30));
}

/** The inside of the back, which shows above the neckline. */
export function backOfNeck(color: string): string {
  return path('M162 56 Q200 46 238 56 L232 100 L168 100 Z', darker(color, 0.35));
}

/** Folds at the waist and the arms. */
export function folds(color: string): string {
  const fold = { opacity: 0.35 };
  return bothSides(
    line('M124 150 Q132 176 126 200', darker(color, 0.35), 3, fold) +
      line('M120 300 Q136 270 132 240', darker(color, 0.35), 3, fold),
  );
}

export function top(color: string, length: 'long' | 'short' | 'none', cut: Cut = {}): string {
  return (
    backOfNeck(color) +
    (length === 'none' ? '' : sleeves(color, length)) +
    cloth(torsoShape(cut), color) +
    folds(color)
  );
}

export function zip(from: number, to: number, color: string): string {
  return (
    line(`M200 ${from} L200 ${to}`, color, 8) +
    line(`M200 ${from} L200 ${to}`, lighter(color, 0.6), 3, { 'stroke-dasharray': '2 5' }) +
    rect(196, from + 6, 8, 20, lighter(color, 0.5), 3)
  );
}

export function buttons(x: number, from: number, step: number, count: number, color: string): string {
  return repeat(
    count,
    (at) =>
      circle(x, from + at * step, 6, color, { stroke: darker(color, 0.4), 'stroke-width': 1.5 }) +
      circle(x - 1.5, from + at * step, 1.2, darker(color, 0.6)) +
      circle(x + 1.5, from + at * step, 1.2, darker(color, 0.6)),
  );
}

export function shirtCollar(color: string): string {
  return bothSides(cloth('M200 92 L164 52 Q150 58 146 70 L174 116 Z', color));
}

/** Lapels that meet at `low`. */
export function lapels(color: string, low: number): string {
  return bothSides(
    cloth(`M160 52 L200 ${low} L148 ${low - 70} L140 ${low - 92} L154 ${low - 98} L136 76 Z`, color, 20),
  );
}

/** A hood that lies open behind the neck. */
export function hood(color: string, lining = darker(color, 0.4)): string {
  return (
    cloth('M138 78 Q126 22 200 18 Q274 22 262 78 Q242 104 200 112 Q158 104 138 78 Z', color) +
    path('M156 76 Q150 38 200 36 Q250 38 244 76 Q226 92 200 96 Q174 92 156 76 Z', lining)
  );
}

/** A knitted band at the hem and both cuffs. */
export function ribs(color: string, bottom = 340): string {
  const hem = repeat(16, (at) =>
    line(`M${114 + at * 11.5} ${bottom - 20} L${114 + at * 11.5} ${bottom}`, darker(color, 0.4), 2),
  );
  return (
    path(
      `M108 ${bottom - 22} Q200 ${bottom - 16} 292 ${bottom - 22} L292 ${bottom} Q200 ${bottom + 8} 108 ${bottom} Z`,
      darker(color, 0.12),
    ) +
    hem +
    bothSides(
      path('M42 276 L92 288 L86 308 L38 298 Z', darker(color, 0.12)) +
        repeat(5, (at) =>
          line(`M${50 + at * 9} ${281 + at * 2} L${46 + at * 9} ${297 + at * 2}`, darker(color, 0.4), 2),
        ),
    )
  );
}

/** Slanted pockets at the hips. */
export function slitPockets(color: string, y: number): string {
  return bothSides(line(`M150 ${y} L134 ${y + 46}`, darker(color, 0.45), 5));
}

/** Pockets with a flap on both sides. */
export function flapPockets(color: string, y: number, width = 54): string {
  return bothSides(
    cloth(`M126 ${y} h${width} v50 q0 8 -8 8 h-${width - 16} q-8 0 -8 -8 Z`, color) +
      cloth(
        `M124 ${y} h${width + 4} v14 l-${(width + 4) / 2} 8 l-${(width + 4) / 2} -8 Z`,
        darker(color, 0.08),
      ),
  );
}
