import { clipped, bothSides, placed, repeat } from '../compose.ts';
import { circle, darker, ellipse, lighter, line, path, rect } from '../svg.ts';
import { buttons, cloth } from './garment.ts';
import { heart } from './knitwear.ts';

/** How trousers fall: how far the outer and inner edge of a leg stand at the hem. */
interface Leg {
  readonly hem: number;
  readonly outer: number;
  readonly inner: number;
  readonly waist?: number;
}

export const legs = {
  straight: { hem: 370, outer: 104, inner: 176 },
  slim: { hem: 370, outer: 124, inner: 168 },
  wide: { hem: 370, outer: 76, inner: 190 },
  shorts: { hem: 250, outer: 92, inner: 188 },
  tights: { hem: 366, outer: 140, inner: 176, waist: 140 },
} satisfies Readonly<Record<string, Leg>>;

function legsShape({ hem, outer, inner, waist = 128 }: Leg): string {
  const hip = waist - 14;
  return `M${waist} 34 H${400 - waist} Q${400 - hip} 90 ${406 - hip} 140 L${400 - outer} ${hem} Q${400 - (outer + inner) / 2} ${hem + 6} ${400 - inner} ${hem} L206 164 L200 152 L194 164 L${inner} ${hem} Q${(outer + inner) / 2} ${hem + 6} ${outer} ${hem} L${hip - 6} 140 Q${hip} 90 ${waist} 34 Z`;
}

function waistband(color: string): string {
  return (
    cloth('M128 32 H272 L274 54 H126 Z', color) + bothSides(rect(150, 30, 7, 26, darker(color, 0.25), 2))
  );
}

function fly(color: string): string {
  return (
    line('M200 54 L200 150', darker(color, 0.4), 2.5) +
    line('M212 56 L212 112 Q210 126 200 132', darker(color, 0.35), 2)
  );
}

function trousers(color: string, leg: Leg): string {
  return (
    cloth(legsShape(leg), color, 20) +
    waistband(color) +
    fly(color) +
    bothSides(
      line('M126 62 Q132 96 114 104', darker(color, 0.4), 2.5) +
        line(`M${leg.inner - 10} 190 Q${leg.inner - 22} 200 ${leg.inner - 34} 198`, darker(color, 0.3), 2.5, {
          opacity: 0.6,
        }),
    )
  );
}

const seam = '#d99a4e';

export function jeans(color: string, cut: 'straight' | 'slim' = 'straight', patches = ''): string {
  const leg = legs[cut];
  return (
    trousers(color, leg) +
    clipped(
      'wash',
      legsShape(leg),
      bothSides(ellipse((leg.outer + leg.inner) / 2 + 2, 220, 16, 80, '#ffffff', { opacity: 0.22 })),
    ) +
    bothSides(
      line('M128 64 Q134 96 112 106', seam, 2.5) +
        line(`M${leg.outer + 8} ${leg.hem - 12} L${leg.inner - 6} ${leg.hem - 12}`, seam, 2.5) +
        line(`M118 150 L${leg.outer + 8} 356`, seam, 2),
    ) +
    line('M210 58 L210 110 Q208 124 200 130', seam, 2.5) +
    buttons(200, 43, 1, 1, '#b9772f') +
    patches
  );
}

/** Holes at the knees. */
export function rips(): string {
  return bothSides(
    ellipse(146, 240, 17, 11, '#f0c9a8') +
      line('M132 236 h26 M134 243 h26', '#f4f3f0', 2) +
      ellipse(150, 196, 12, 6, '#f0c9a8') +
      line('M140 196 h20', '#f4f3f0', 2),
  );
}

/** Sewn-on squares at the knees, a heart on the pocket and turned-up hems on children's jeans. */
export function kneePatches(): string {
  const stitches = { stroke: '#ffffff', 'stroke-width': 3, 'stroke-dasharray': '6 4' };
  return (
    rect(112, 204, 60, 58, '#e2483d', 8, stitches) +
    rect(230, 204, 60, 58, '#f6cf45', 8, stitches) +
    placed(heart('#ec9bb4', 0, 0), 152, 96, 0.34) +
    bothSides(cloth('M98 336 H182 L180 372 H100 Z', '#a9cbe8'))
  );
}

/** Trousers with creases. */
export function chinos(color: string): string {
  return (
    trousers(color, legs.straight) +
    bothSides(line('M150 70 L142 366', lighter(color, 0.22), 3)) +
    buttons(200, 43, 1, 1, '#6b4a2e')
  );
}

export function cargoTrousers(color: string): string {
  const pocket =
    cloth('M100 206 l44 4 l-3 56 l-46 -4 Z', darker(color, 0.05)) +
    cloth('M98 204 l48 4 l-1 16 l-24 6 l-24 -8 Z', darker(color, 0.14)) +
    circle(121, 218, 4, '#c8a24a');
  return (
    trousers(color, legs.straight) +
    bothSides(pocket + line('M118 300 L168 304', darker(color, 0.3), 3)) +
    rect(122, 33, 156, 14, '#3d3226', 3) +
    rect(186, 30, 28, 20, 'none', 3, { stroke: '#c8a24a', 'stroke-width': 4 })
  );
}

/** Sweatpants with cuffs, a cord and a stripe. */
export function joggers(color: string, stripe: string): string {
  return (
    cloth(legsShape(legs.slim), color, 20) +
    bothSides(
      line('M112 96 L124 350', stripe, 8) +
        cloth('M120 348 H170 L168 372 H126 Z', darker(color, 0.15)) +
        line('M130 64 L118 112', darker(color, 0.4), 3),
    ) +
    rect(126, 32, 148, 22, darker(color, 0.15), 4) +
    bothSides(line('M194 50 L186 104', '#f4f3f0', 5))
  );
}

export function leggings(color: string, panel: string): string {
  return (
    cloth(legsShape(legs.tights), color, 20) +
    bothSides(path('M132 100 Q126 140 130 180 L146 366 L160 366 Q146 240 150 150 Z', panel)) +
    rect(138, 32, 124, 34, darker(color, 0.18), 5)
  );
}

/** Ribs of corduroy. */
export function corduroyTrousers(color: string): string {
  const ribs = repeat(34, (at) => line(`M${70 + at * 8} 50 V380`, darker(color, 0.17), 2.5));
  return (
    cloth(legsShape(legs.straight), color, 20) +
    clipped('ribs', legsShape(legs.straight), ribs) +
    waistband(color) +
    fly(color) +
    buttons(200, 43, 1, 1, '#3a2a1c')
  );
}

export function wideTrousers(color: string): string {
  return (
    cloth(legsShape(legs.wide), color, 20) +
    bothSides(line('M150 80 L128 366 M166 110 L160 360 M136 110 L100 350', darker(color, 0.22), 2.5)) +
    rect(126, 32, 148, 24, darker(color, 0.08), 4) +
    bothSides(
      cloth('M200 50 Q160 40 158 62 Q166 78 200 60 Z', darker(color, 0.05)) +
        line('M196 62 L184 130', darker(color, 0.15), 8),
    )
  );
}

export function denimShorts(color: string): string {
  return (
    trousers(color, legs.shorts) +
    bothSides(
      line('M128 64 Q134 96 112 106', seam, 2.5) +
        repeat(12, (at) => line(`M${96 + at * 8} 250 l${at % 2 === 0 ? -3 : 3} 12`, lighter(color, 0.7), 3)) +
        ellipse(136, 200, 22, 26, '#ffffff', { opacity: 0.2 }),
    ) +
    buttons(200, 43, 1, 1, '#b9772f')
  );
}

export function runningShorts(color: string, trim: string): string {
  return (
    cloth('M124 60 H276 L316 240 Q258 258 214 240 L200 190 L186 240 Q142 258 84 240 Z', color, 20) +
    bothSides(
      path('M124 74 L84 240 L106 245 L112 200 Q118 130 136 74 Z', trim) +
        line('M194 74 L188 128', '#ffffff', 5),
    ) +
    rect(122, 54, 156, 22, darker(color, 0.2), 4)
  );
}

/** Shorts with a print of palms, tied with a cord. */
export function swimShorts(color: string, leaf: string): string {
  const shape = 'M120 70 H280 L326 292 Q260 312 212 292 L200 200 L188 292 Q140 312 74 292 Z';
  const palm = (x: number, y: number): string =>
    line(`M${x} ${y + 30} Q${x + 6} ${y + 8} ${x} ${y}`, leaf, 5) +
    line(
      `M${x} ${y} q-18 -10 -26 4 M${x} ${y} q18 -10 26 4 M${x} ${y} q-8 -18 -22 -14 M${x} ${y} q8 -18 22 -14`,
      leaf,
      5,
    );
  const palms = repeat(9, (at) => palm(112 + (at % 3) * 88, 110 + Math.floor(at / 3) * 66));
  return (
    cloth(shape, color, 20) +
    clipped('palms', shape, palms) +
    line('M200 86 V200', darker(color, 0.3), 3) +
    rect(118, 62, 164, 24, darker(color, 0.15), 4) +
    bothSides(line('M196 82 Q180 100 186 126', '#ffffff', 6))
  );
}

/** Trousers with a bib and straps. */
export function dungarees(color: string): string {
  return (
    bothSides(
      line('M154 130 L152 34', darker(color, 0.1), 16) +
        rect(141, 112, 26, 26, '#d9dce0', 5, { stroke: '#8a8d92', 'stroke-width': 2 }),
    ) +
    cloth('M140 122 H260 L270 220 H130 Z', color) +
    cloth('M122 206 H278 L300 372 H214 L200 286 L186 372 H100 Z', color, 20) +
    cloth('M168 142 h64 v40 l-32 14 l-32 -14 Z', lighter(color, 0.08)) +
    line('M126 214 H274', seam, 3) +
    bothSides(
      line('M134 226 Q140 254 116 262', seam, 2.5) +
        line('M104 356 H182', seam, 2.5) +
        circle(128, 222, 5, '#b9772f'),
    ) +
    line('M200 216 V286', darker(color, 0.35), 2.5)
  );
}
