import { blossom, clipped, bothSides, scattered, repeat } from '../compose.ts';
import { circle, darker, ellipse, lighter, line, path, rect } from '../svg.ts';
import { cloth } from './garment.ts';

/** A sleeveless dress: `hem` is the lower edge, `wide` half the width there. */
function dressShape(hem: number, wide: number, waist = 150): string {
  return `M148 40 L168 40 Q178 84 200 86 Q222 84 232 40 L252 40 Q250 84 266 104 Q250 140 246 ${waist} Q${246 + (wide - 46) * 0.4} ${waist + 60} ${200 + wide} ${hem} Q200 ${hem + 16} ${200 - wide} ${hem} Q${154 - (wide - 46) * 0.4} ${waist + 60} 154 ${waist} Q150 140 134 104 Q150 84 148 40 Z`;
}

function dressFolds(color: string, hem: number): string {
  return bothSides(
    line(`M176 176 Q164 250 150 ${hem - 8} M190 180 Q188 260 184 ${hem - 4}`, darker(color, 0.25), 2.5, {
      opacity: 0.7,
    }),
  );
}

export function flowerDress(color: string, petal: string): string {
  const shape = dressShape(330, 112);
  const flowers = scattered(44, [90, 50, 220, 290], (x, y) => blossom(x, y, 13, petal, '#f6cf45'));
  return (
    cloth(shape, color) +
    clipped('flowers', shape, flowers) +
    dressFolds(color, 330) +
    line('M154 152 Q200 162 246 152', darker(color, 0.3), 6)
  );
}

/** A narrow evening dress to the knee. */
export function littleBlackDress(color: string): string {
  const shape =
    'M134 70 Q160 60 172 84 Q186 104 200 104 Q214 104 228 84 Q240 60 266 70 L258 140 Q244 170 252 210 L270 340 Q200 354 130 340 L148 210 Q156 170 142 140 Z';
  const pearls = repeat(15, (at) =>
    circle(164 + at * 5.2, 58 + 20 * (1 - ((at - 7) / 7) ** 2), 4, '#f3ead8'),
  );
  return (
    bothSides(line('M146 70 L160 30', darker(color, 0.1), 9)) +
    cloth(shape, color) +
    pearls +
    line('M148 176 Q200 188 252 176', lighter(color, 0.3), 4) +
    bothSides(line('M176 196 L168 336', lighter(color, 0.16), 3))
  );
}

export function maxiDress(color: string, bands: string): string {
  const shape = dressShape(370, 100, 132);
  const tiers = [206, 260, 316]
    .map(
      (y) =>
        line(`M60 ${y} Q200 ${y + 16} 340 ${y}`, bands, 6) +
        line(`M60 ${y + 12} Q200 ${y + 28} 340 ${y + 12}`, lighter(color, 0.4), 3),
    )
    .join('');
  return (
    cloth(shape, color) +
    clipped('tiers', shape, tiers) +
    dressFolds(color, 368) +
    rect(152, 126, 96, 14, bands, 4)
  );
}

/** A wide skirt, a belt and dots. */
export function dottedDress(color: string): string {
  const shape = dressShape(310, 146, 156);
  const dots = repeat(110, (at) =>
    circle(50 + (at % 11) * 30 + (Math.floor(at / 11) % 2) * 15, 50 + Math.floor(at / 11) * 28, 7, '#ffffff'),
  );
  return (
    path('M60 306 Q200 346 340 306 L346 322 Q200 360 54 322 Z', '#ffffff', {
      stroke: '#cccccc',
      'stroke-width': 2,
    }) +
    cloth(shape, color) +
    clipped('dots', shape, dots) +
    bothSides(line('M180 180 Q150 250 120 306', darker(color, 0.3), 3)) +
    rect(150, 146, 100, 18, '#2b2c30', 3) +
    rect(188, 142, 26, 26, 'none', 4, { stroke: '#e0b84a', 'stroke-width': 5 })
  );
}

/** A long gown with a train and sequins. */
export function eveningGown(color: string): string {
  const shape =
    'M150 60 Q176 44 200 72 Q224 44 250 60 L256 110 Q236 140 240 170 Q262 220 252 260 Q290 320 350 366 Q200 376 70 362 Q130 330 148 260 Q138 220 160 170 Q164 140 144 110 Z';
  const sequins = scattered(90, [144, 60, 112, 220], (x, y) => circle(x, y, 2.2, lighter(color, 0.6)));
  return (
    cloth(shape, color) +
    clipped('sequins', shape, sequins) +
    line('M226 190 Q244 280 306 362 M176 260 Q160 320 120 362 M200 270 L204 368', darker(color, 0.3), 3) +
    line('M160 166 Q200 180 240 166', lighter(color, 0.5), 5)
  );
}

export function weddingDress(): string {
  const color = '#f7f4ef';
  const shape =
    'M150 62 Q176 46 200 74 Q224 46 250 62 L254 110 Q236 130 238 150 Q300 230 366 362 Q200 380 34 362 Q100 230 162 150 Q164 130 146 110 Z';
  const lace = repeat(17, (at) =>
    circle(44 + at * 19.5, 358 + 6 * (1 - Math.abs(at - 8) / 8), 11, '#ffffff', {
      stroke: '#c9c0b0',
      'stroke-width': 1.5,
    }),
  );
  const flowers = scattered(12, [152, 70, 96, 70], (x, y) => blossom(x, y, 11, '#ffffff', '#e3d5b8'));
  return (
    cloth(shape, color) +
    lace +
    line('M180 156 Q150 250 110 356 M200 156 V366 M220 156 Q250 250 290 356', '#cfc6b8', 3) +
    flowers +
    path('M160 146 Q200 158 240 146 V160 Q200 172 160 160 Z', '#e3d5b8')
  );
}

/** A pinafore for girls with a pocket bear. */
export function pinaforeDress(color: string): string {
  const bear =
    bothSides(circle(184, 222, 10, '#8a5a33')) +
    circle(200, 238, 24, '#8a5a33') +
    ellipse(200, 246, 11, 9, '#e6c79c') +
    bothSides(circle(192, 232, 3, '#111111')) +
    circle(200, 242, 3.5, '#111111');
  return (
    bothSides(cloth('M152 46 Q116 60 112 110 Q134 122 152 116 Z', '#fdf7ee')) +
    cloth('M158 46 Q200 84 242 46 L248 120 H152 Z', '#fdf7ee') +
    bothSides(cloth('M156 50 L172 50 L176 130 H156 Z', color)) +
    cloth('M150 112 H250 L320 330 Q200 352 80 330 Z', color) +
    bothSides(circle(166, 122, 7, '#f6cf45')) +
    bothSides(line('M170 150 L140 330', darker(color, 0.25), 3)) +
    bear
  );
}

export function pleatedSkirt(color: string): string {
  const pleats = repeat(9, (at) =>
    line(`M${146 + at * 13.5} 86 L${70 + at * 32} 318`, darker(color, 0.3), 3),
  );
  const shade = repeat(5, (at) =>
    path(
      `M${146 + at * 27} 86 L${70 + at * 64} 318 L${96 + at * 64} 320 L${156 + at * 27} 86 Z`,
      darker(color, 0.12),
    ),
  );
  return (
    cloth('M140 84 H260 L346 316 Q200 340 54 316 Z', color) +
    shade +
    pleats +
    rect(138, 62, 124, 26, darker(color, 0.15), 4)
  );
}

export function denimSkirt(color: string): string {
  return (
    cloth('M132 60 H268 L296 300 Q200 314 104 300 Z', color) +
    rect(130, 54, 140, 24, darker(color, 0.1), 4) +
    line('M200 78 V306', darker(color, 0.4), 3) +
    fourButtons() +
    bothSides(
      line('M134 84 Q146 124 118 132', '#d99a4e', 3) +
        line('M106 288 Q150 296 196 296', '#d99a4e', 3) +
        ellipse(150, 200, 24, 60, '#ffffff', { opacity: 0.15 }),
    )
  );
}

function fourButtons(): string {
  return [66, 120, 174, 228]
    .map((y) => circle(206, y, 7, '#b9772f', { stroke: '#7a4a1b', 'stroke-width': 2 }))
    .join('');
}

/** A ballet skirt of tulle. */
export function tutu(color: string): string {
  const layer = (y: number, wide: number, tone: string): string => {
    const points = repeat(
      15,
      (at) =>
        `Q${200 - wide + (at * 2 + 1) * (wide / 15)} ${y + 26} ${200 - wide + (at * 2 + 2) * (wide / 15)} ${y} `,
    );
    return path(`M160 168 L${200 - wide} ${y} ${points} L240 168 Z`, tone, {
      opacity: 0.8,
      stroke: darker(tone, 0.12),
      'stroke-width': 1.5,
    });
  };
  const net = repeat(13, (at) =>
    line(`M${164 + at * 6} 172 L${60 + at * 23} 270`, '#ffffff', 2, { opacity: 0.7 }),
  );
  return (
    layer(290, 168, lighter(color, 0.35)) +
    layer(270, 156, color) +
    layer(248, 140, lighter(color, 0.2)) +
    net +
    cloth('M156 60 Q176 50 200 74 Q224 50 244 60 L248 120 L242 172 H158 L152 120 Z', color) +
    bothSides(
      line('M160 62 L166 32', color, 7) +
        cloth('M200 176 Q164 154 160 182 Q168 202 200 184 Z', darker(color, 0.2)),
    )
  );
}

export function pencilSkirt(color: string): string {
  const checks = repeat(14, (at) =>
    line(`M100 ${80 + at * 20} H300 M${100 + at * 16} 60 V340`, lighter(color, 0.25), 2),
  );
  const shape = 'M146 62 H254 Q286 120 282 180 L266 336 Q200 346 134 336 L118 180 Q114 120 146 62 Z';
  return (
    cloth(shape, color) +
    clipped('checks', shape, checks) +
    rect(144, 54, 112, 20, darker(color, 0.25), 4) +
    path('M200 296 L192 342 H208 Z', darker(color, 0.5)) +
    bothSides(line('M164 76 L160 120', darker(color, 0.4), 3))
  );
}
