import { clipped, bothSides, placed, scattered, repeat } from '../compose.ts';
import { circle, darker, lighter, line, path, rect } from '../svg.ts';
import { buttons, cloth, lapels, top } from './garment.ts';
import { blazer } from './jackets.ts';
import { chinos } from './legwear.ts';

export function bikini(color: string, dot: string): string {
  const cup = 'M108 190 Q96 130 150 84 Q196 130 188 190 Q148 206 108 190 Z';
  const dots = scattered(16, [96, 90, 100, 110], (x, y) => circle(x, y, 6, dot));
  const brief = 'M86 250 H314 Q300 290 296 296 Q240 306 222 354 H178 Q160 306 104 296 Q100 290 86 250 Z';
  const briefDots = scattered(20, [80, 254, 240, 100], (x, y) => circle(x, y, 6, dot));
  return (
    bothSides(
      line('M150 86 Q160 50 192 34 M110 188 Q70 180 40 200', color, 7) +
        cloth(cup, color) +
        clipped('cup', cup, dots),
    ) +
    line('M180 190 H220', color, 9) +
    cloth(brief, color) +
    clipped('brief', brief, briefDots) +
    bothSides(
      path('M92 262 q-34 -24 -40 0 q6 24 40 4 Z', color, { stroke: darker(color, 0.3), 'stroke-width': 2 }) +
        line('M88 266 Q72 300 66 322', color, 6),
    )
  );
}

export function swimsuit(color: string, stripe: string): string {
  const shape =
    'M150 40 L168 40 Q174 116 200 120 Q226 116 232 40 L250 40 Q252 110 266 132 Q250 190 266 240 Q276 270 282 284 Q240 300 224 358 H176 Q160 300 118 284 Q124 270 134 240 Q150 190 134 132 Q148 110 150 40 Z';
  return (
    path('M150 40 H168 L172 110 H228 L232 40 H250 L254 120 H146 Z', darker(color, 0.4)) +
    cloth(shape, color) +
    clipped(
      'sides',
      shape,
      bothSides(path('M100 120 Q150 150 158 240 Q166 300 180 360 H90 Z', stripe)) +
        line('M184 140 Q200 250 200 350', lighter(color, 0.2), 3),
    )
  );
}

/** A girl's swimsuit with the scales of a mermaid and a frill. */
export function mermaidSwimsuit(color: string, scale: string): string {
  const shape =
    'M150 70 Q200 104 250 70 L262 120 Q256 170 272 250 Q240 270 226 320 H174 Q160 270 128 250 Q144 170 138 120 Z';
  const scales = repeat(60, (at) =>
    circle(
      124 + (at % 10) * 18 + (Math.floor(at / 10) % 2) * 9,
      176 + Math.floor(at / 10) * 20,
      12,
      at % 3 === 0 ? lighter(scale, 0.3) : scale,
      { stroke: darker(scale, 0.25), 'stroke-width': 2 },
    ),
  );
  const frill = repeat(9, (at) =>
    circle(120 + at * 20, 240 + Math.abs(at - 4) * 2, 17, lighter(color, 0.4), {
      stroke: darker(color, 0.2),
      'stroke-width': 2,
    }),
  );
  const shell = repeat(5, (at) =>
    line(`M200 140 L${176 + at * 12} ${at === 0 || at === 4 ? 112 : 102}`, '#ffffff', 7),
  );
  return (
    bothSides(line('M156 76 L164 30', color, 10)) +
    cloth(shape, color) +
    clipped('scales', shape, scales) +
    frill +
    shell
  );
}

export function wetsuit(color: string, panel: string): string {
  return (
    bothSides(
      cloth('M134 72 Q108 84 98 116 L68 236 Q78 246 98 240 L128 150 Z', color) +
        path('M98 116 L84 176 L112 186 L126 130 Z', panel),
    ) +
    cloth(
      'M168 46 L174 30 H226 L232 46 L266 72 Q280 120 266 176 Q270 270 264 368 H218 L202 230 H198 L182 368 H136 Q130 270 134 176 Q120 120 134 72 Z',
      color,
    ) +
    bothSides(
      path('M140 110 Q152 150 148 200 L142 250 L134 200 Q136 160 128 120 Z', panel) +
        path('M142 290 h36 v34 h-36 Z', panel),
    ) +
    line('M200 34 V150', '#d9dce0', 5, { 'stroke-dasharray': '3 3' })
  );
}

/** A jacket with matching trousers. */
export function suit(color: string, tie: string): string {
  return placed(chinos(color), 150, 96, 0.68) + placed(blazer(color, tie), -16, -4, 0.76);
}

/** A dinner jacket with silk lapels and a bow tie. */
export function tuxedo(color: string): string {
  const shirt =
    path('M162 54 L238 54 L200 230 Z', '#fdfdfd') +
    repeat(4, (at) => line(`M${186 + at * 9} 110 L${194 + at * 4} 190`, '#d0d0d0', 1.5)) +
    buttons(200, 120, 26, 3, '#222222');
  const jacket =
    top(color, 'long', { bottom: 346, neck: 90 }) +
    shirt +
    bothSides(
      path('M200 78 L166 50 L158 62 L184 100 Z', '#ffffff', { stroke: '#c9c9c9', 'stroke-width': 2 }),
    ) +
    bothSides(path('M200 82 L160 66 V106 L200 92 Z', '#111111')) +
    rect(192, 78, 16, 18, '#2b2b2b', 3) +
    lapels('#0c0c0e', 236) +
    bothSides(line('M160 54 L200 236', '#5a5d66', 3)) +
    line('M200 236 V344', '#000000', 3) +
    buttons(208, 258, 1, 1, '#000000') +
    path('M238 156 l14 -14 l10 12 l14 -10 l-6 22 l-32 8 Z', '#ffffff');
  const trousers = chinos(color) + bothSides(line('M116 66 L108 366', '#5a5d66', 5));
  return placed(trousers, 150, 96, 0.68) + placed(jacket, -16, -4, 0.76);
}

/** A waistcoat with a watch chain. */
export function waistcoat(color: string): string {
  const shape =
    'M150 46 L172 46 L200 180 L228 46 L250 46 Q250 120 286 150 L296 310 L226 352 L200 322 L174 352 L104 310 L114 150 Q150 120 150 46 Z';
  const pinstripes = repeat(24, (at) => line(`M${92 + at * 9} 40 V360`, lighter(color, 0.28), 1.5));
  return (
    path('M166 46 H234 L214 130 H186 Z', darker(color, 0.5)) +
    cloth(shape, color) +
    clipped('stripes', shape, pinstripes) +
    line('M200 180 V322', darker(color, 0.5), 3) +
    buttons(208, 200, 26, 5, '#d9b35a') +
    bothSides(cloth('M122 248 l52 8 v14 l-52 -8 Z', darker(color, 0.15))) +
    line('M208 226 Q246 290 270 262', '#d9b35a', 4, { 'stroke-dasharray': '5 3' })
  );
}
