import { clipped, bothSides, repeat, star } from '../compose.ts';
import { circle, darker, lighter, line, path, rect } from '../svg.ts';
import { backOfNeck, buttons, cloth, folds, hood, ribs, sleeves, top, torsoShape, zip } from './garment.ts';

function neckBand(color: string): string {
  return cloth(
    'M160 54 Q154 62 158 72 Q180 98 200 98 Q220 98 242 72 Q246 62 240 54 Q226 80 200 82 Q174 80 160 54 Z',
    color,
  );
}

function rollNeck(color: string): string {
  return (
    cloth('M158 80 L164 32 Q200 40 236 32 L242 80 Q200 92 158 80 Z', color) +
    line('M164 54 Q200 62 236 54', darker(color, 0.25), 3) +
    repeat(9, (at) => line(`M${170 + at * 7.5} 40 v34`, darker(color, 0.16), 2))
  );
}

function drawstrings(color: string): string {
  return bothSides(line('M184 108 Q180 140 182 168', color, 5) + rect(179, 164, 7, 14, '#8a8d92', 2));
}

export function hoodie(color: string, print = ''): string {
  return (
    hood(color) +
    sleeves(color, 'long') +
    cloth(torsoShape({ neck: 96 }), color) +
    folds(color) +
    ribs(color) +
    print +
    cloth('M146 242 H254 L274 290 V318 H126 V290 Z', darker(color, 0.05)) +
    drawstrings('#f4f1ea')
  );
}

export function zipHoodie(color: string, stripe: string): string {
  return (
    hood(color, stripe) +
    sleeves(color, 'long') +
    cloth(torsoShape({ neck: 96 }), color) +
    bothSides(line('M112 96 L48 286', stripe, 10)) +
    ribs(color) +
    bothSides(cloth('M196 244 H152 L128 288 V318 H196 Z', darker(color, 0.06))) +
    zip(100, 338, '#6b6e74') +
    drawstrings('#f4f1ea')
  );
}

/** A hoodie with the spikes of a dinosaur along hood and arms. */
export function dinosaurHoodie(color: string, spike: string): string {
  const crest = repeat(5, (at) => {
    const x = 148 + at * 26;
    const y = at === 0 || at === 4 ? 38 : 24;
    return path(`M${x - 15} ${y + 8} L${x} ${y - 22} L${x + 15} ${y + 8} Z`, spike);
  });
  const belly = repeat(5, (at) => line(`M158 ${138 + at * 22} H242`, darker(spike, 0.15), 4));
  const arms = repeat(4, (at) => path(`M${80 - at * 11} ${118 + at * 40} l-22 10 l13 18 Z`, spike));
  return (
    crest +
    bothSides(arms) +
    hoodie(color, rect(150, 118, 100, 120, spike, 40) + belly) +
    bothSides(circle(166, 42, 10, '#ffffff') + circle(168, 43, 5, '#222222'))
  );
}

export function sweatshirt(color: string, print: string): string {
  return top(color, 'long', { neck: 86 }) + neckBand(darker(color, 0.08)) + ribs(color) + print;
}

/** A big heart for a `sweatshirt()`. */
export function heart(color: string, cx = 200, cy = 190): string {
  return path(
    `M${cx} ${cy + 60} C${cx - 110} ${cy - 10} ${cx - 50} ${cy - 70} ${cx} ${cy - 24} C${cx + 50} ${cy - 70} ${cx + 110} ${cy - 10} ${cx} ${cy + 60} Z`,
    color,
  );
}

export function cableJumper(color: string): string {
  const cable = (x: number): string =>
    repeat(8, (at) => {
      const y = 104 + at * 27;
      return (
        line(
          `M${x - 11} ${y} C${x - 11} ${y + 16} ${x + 11} ${y + 12} ${x + 11} ${y + 27}`,
          darker(color, 0.24),
          5,
        ) +
        line(
          `M${x + 11} ${y} C${x + 11} ${y + 10} ${x + 4} ${y + 11} ${x + 2} ${y + 12}`,
          darker(color, 0.24),
          5,
        )
      );
    });
  const rows = repeat(9, (at) => line(`M${112 + at * 22} 80 V330`, darker(color, 0.14), 2));
  return (
    top(color, 'long', { neck: 86 }) +
    clipped('knit', torsoShape({ neck: 86 }), rows + cable(145) + cable(200) + cable(255)) +
    bothSides(line('M82 130 L58 280 M96 150 L72 284', darker(color, 0.16), 4)) +
    neckBand(color) +
    ribs(color)
  );
}

export function rollNeckJumper(color: string): string {
  const knit = repeat(17, (at) => line(`M${116 + at * 10.5} 90 V322`, darker(color, 0.13), 2));
  return (
    sleeves(color, 'long') +
    cloth(torsoShape({ neck: 70 }), color) +
    knit +
    folds(color) +
    ribs(color) +
    rollNeck(color)
  );
}

export function cardigan(color: string): string {
  return (
    top(color, 'long', { neck: 190, neckline: 'v' }) +
    path('M162 56 L238 56 L200 186 Z', '#fbfaf7') +
    bothSides(line('M164 54 L200 188', darker(color, 0.2), 12)) +
    ribs(color) +
    rect(193, 186, 16, 156, darker(color, 0.14)) +
    buttons(201, 204, 29, 5, '#8a5a33') +
    bothSides(
      cloth('M126 258 h48 v54 h-48 Z', darker(color, 0.04)) + rect(126, 258, 48, 10, darker(color, 0.2)),
    )
  );
}

/** A jumper with snow flakes and a reindeer. */
export function christmasJumper(color: string): string {
  const flakes = repeat(
    5,
    (at) => star(128 + at * 36, 296, 10, '#ffffff', 6, 0.3) + star(128 + at * 36, 118, 9, '#ffffff', 6, 0.3),
  );
  const deer =
    bothSides(
      line('M186 176 Q166 166 160 140 M172 164 Q156 164 148 152', '#f3dcb5', 6) +
        path('M178 194 L154 184 L166 204 Z', '#8a5327'),
    ) +
    path('M170 190 Q200 164 230 190 L220 240 Q200 262 180 240 Z', '#a9683a') +
    bothSides(circle(186, 202, 6, '#222222')) +
    circle(200, 240, 13, '#ff3b3b') +
    circle(196, 236, 4, '#ffffff');
  return sweatshirt(
    color,
    flakes +
      deer +
      line('M116 276 l12 -8 12 8 12 -8 12 8 12 -8 12 8 12 -8 12 8 12 -8 12 8 12 -8 12 8 12 -8', '#2f8f4e', 5),
  );
}

/** Horizontal stripes on body and arms. */
export function stripedJumper(color: string, stripe: string): string {
  const rows = repeat(6, (at) => rect(0, 118 + at * 36, 400, 17, stripe));
  return (
    backOfNeck(color) +
    sleeves(color, 'long') +
    bothSides(
      clipped('arm', 'M124 73 Q92 82 82 112 L38 290 Q38 298 46 300 L78 307 Q86 307 88 300 L116 186 Z', rows),
    ) +
    cloth(torsoShape({ neck: 86 }), color) +
    clipped('body', torsoShape({ neck: 86 }), rows) +
    folds(color) +
    neckBand(stripe) +
    ribs(color)
  );
}

/** A pattern around the shoulders, as on Iceland jumpers. */
export function nordicJumper(color: string, pattern: string): string {
  const ring = (depth: number, tone: string, size: number): string =>
    repeat(13, (at) => {
      const x = 110 + at * 15;
      const y = depth + 46 * (1 - ((x - 200) / 95) ** 2);
      return star(x, y, size, tone, 4, 0.5);
    });
  const band = (depth: number, tone: string): string =>
    line(`M96 ${depth} Q200 ${depth + 92} 304 ${depth}`, tone, 5);
  return (
    top(color, 'long', { neck: 84 }) +
    clipped(
      'yoke',
      torsoShape({ neck: 84 }),
      band(74, pattern) +
        ring(86, '#ffffff', 9) +
        band(104, '#b5402f') +
        ring(116, pattern, 10) +
        band(136, pattern),
    ) +
    neckBand(pattern) +
    repeat(9, (at) => star(122 + at * 19.5, 302, 8, pattern, 4, 0.5)) +
    ribs(color)
  );
}

/** A sleeveless V-neck with diamonds. */
export function argyleVest(color: string, first: string, second: string): string {
  const shape = torsoShape({ bottom: 330, neck: 150, neckline: 'v' });
  const diamonds = repeat(12, (at) => {
    const [x, y] = [122 + (at % 4) * 52, 130 + Math.floor(at / 4) * 84];
    return path(
      `M${x} ${y - 42} L${x + 26} ${y} L${x} ${y + 42} L${x - 26} ${y} Z`,
      at % 2 === 0 ? first : second,
    );
  });
  const threads = repeat(9, (at) =>
    line(
      `M${-40 + at * 52} 46 L${118 + at * 52} 300 M${440 - at * 52} 46 L${282 - at * 52} 300`,
      lighter(color, 0.7),
      1.5,
      { 'stroke-dasharray': '5 4' },
    ),
  );
  return (
    path('M162 56 L238 56 L200 150 Z', darker(color, 0.35)) +
    cloth(shape, color) +
    clipped('argyle', shape, diamonds + threads) +
    bothSides(
      line('M164 56 L200 150', darker(color, 0.25), 10) + line('M112 100 L114 168', darker(color, 0.25), 9),
    ) +
    path('M108 310 Q200 318 292 310 V330 Q200 338 108 330 Z', darker(color, 0.2))
  );
}
