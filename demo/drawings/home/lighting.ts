import { bothSides, repeat, turned } from '../compose.ts';
import { black, brass, cylinder, glass, gloss, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** Light that falls below a shade. */
function glow(d: string): string {
  return path(d, '#fff2c4', { opacity: 0.55 });
}

/** A desk lamp with two jointed arms. */
export function deskLamp(color: string): string {
  return (
    shadow(180, 350, 110) +
    glow('M262 150 L382 206 L366 340 L210 340 Z') +
    ellipse(170, 338, 92, 16, shaded(darker(color, 0.15), 0)) +
    line('M170 332 L104 206 L218 86', '#8a939b', 13) +
    [
      [104, 206],
      [218, 86],
      [170, 330],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 13, black))
      .join('') +
    path('M206 66 Q254 34 296 76 L384 176 L262 172 Z', shaded(color, 20)) +
    ellipse(322, 178, 64, 15, '#fff0b3')
  );
}

/** A table lamp with a pleated shade on a round foot. */
export function tableLamp(foot: string): string {
  const shade = '#f3e6c4';
  return (
    shadow(200, 354, 90) +
    path('M138 48 L262 48 L316 196 L84 196 Z', shaded(shade, 0)) +
    repeat(7, (at) => line(`M${152 + at * 16} 52 L${108 + at * 31} 192`, darker(shade, 0.1), 3)) +
    rect(192, 196, 16, 30, brass) +
    path(
      'M176 224 L224 224 Q276 260 262 314 Q252 336 200 336 Q148 336 138 314 Q124 260 176 224 Z',
      shaded(foot, 20),
    ) +
    rect(142, 332, 116, 18, darker(foot, 0.35), 6) +
    gloss('M150 290 Q144 256 172 240 Q162 270 164 304 Z')
  );
}

/** A floor lamp with a bowed arm. */
export function archLamp(color: string): string {
  return (
    shadow(120, 358, 90) +
    glow('M236 176 L352 176 L384 340 L204 340 Z') +
    line('M112 344 L112 160 Q112 44 210 42 Q292 44 294 106', '#7d868e', 9) +
    ellipse(112, 346, 76, 13, shaded('#4a5158', 0)) +
    path('M224 176 Q226 104 294 102 Q362 104 364 176 Z', shaded(color, 0)) +
    ellipse(294, 176, 70, 13, '#fff0b3')
  );
}

/** A floor lamp on a tripod of wood. */
export function tripodLamp(shade: string): string {
  return (
    shadow(200, 362, 110) +
    line('M200 160 L200 330', darker(wood, 0.35), 11) +
    bothSides(line('M190 158 L110 358', wood, 13)) +
    circle(200, 170, 12, brass) +
    path('M142 40 L258 40 L292 154 L108 154 Z', shaded(shade, 0)) +
    rect(108, 150, 184, 7, darker(shade, 0.25))
  );
}

/** A pendant lamp on its cable. */
export function pendantLamp(color: string): string {
  return (
    glow('M80 250 L320 250 L366 372 L34 372 Z') +
    rect(170, 24, 60, 16, black, 6) +
    line('M200 36 L200 120', black, 6) +
    rect(180, 110, 40, 34, brass, 6) +
    path('M62 250 Q72 142 200 138 Q328 142 338 250 Z', shaded(color, 0)) +
    ellipse(200, 250, 138, 24, lighter(color, 0.55)) +
    ellipse(200, 256, 46, 26, '#fff4cf') +
    gloss('M96 232 Q106 178 160 160 Q126 190 122 234 Z', 0.35)
  );
}

/** A chandelier with five candle bulbs. */
export function chandelier(): string {
  const light = (x: number, y: number): string =>
    path(
      `M${x - 10} ${y - 30} Q${x - 12} ${y - 54} ${x} ${y - 72} Q${x + 12} ${y - 54} ${x + 10} ${y - 30} Z`,
      '#ffe9a3',
    ) +
    rect(x - 9, y - 32, 18, 34, white, 3) +
    ellipse(x, y + 4, 22, 7, brass);
  return (
    line('M200 24 L200 150', brass, 7) +
    repeat(5, (at) =>
      ellipse(200, 36 + at * 22, 6, 9, 'none', { stroke: darker(brass, 0.2), 'stroke-width': 4 }),
    ) +
    bothSides(line('M200 300 Q84 312 62 206', brass, 9) + line('M200 290 Q136 286 126 176', brass, 9)) +
    light(62, 204) +
    light(338, 204) +
    light(126, 172) +
    light(274, 172) +
    light(200, 226) +
    path('M184 140 Q172 220 186 290 Q200 330 214 290 Q228 220 216 140 Z', shaded(brass, 0)) +
    [
      [62, 232],
      [126, 250],
      [200, 336],
      [274, 250],
      [338, 232],
    ]
      .map(([x = 0, y = 0]) =>
        path(`M${x} ${y} Q${x - 12} ${y + 22} ${x} ${y + 34} Q${x + 12} ${y + 22} ${x} ${y} Z`, '#a9d3e3'),
      )
      .join('')
  );
}

/** A string of coloured party lights. */
export function stringLights(): string {
  const tones = ['#c8383d', '#f0c53a', '#4c9a5b', '#2f6fb0', '#e3782f'];
  const bulb = (x: number, y: number, tone: string): string =>
    rect(x - 10, y, 20, 22, black, 4) +
    path(
      `M${x - 10} ${y + 22} Q${x - 28} ${y + 56} ${x} ${y + 66} Q${x + 28} ${y + 56} ${x + 10} ${y + 22} Z`,
      shaded(tone, 0),
    ) +
    gloss(`M${x - 11} ${y + 32} Q${x - 16} ${y + 46} ${x - 8} ${y + 54} Z`);
  const row = (y: number, from: number): string =>
    line(`M24 ${y} Q200 ${y + 90} 376 ${y - 6}`, '#2d4436', 6) +
    repeat(5, (at) => bulb(60 + at * 70, y + 24 + 24 - (at - 1.8) ** 2 * 5, tones[(at + from) % 5] ?? black));
  return row(48, 0) + row(206, 2);
}

/** A pillar candle with a flame. */
export function pillarCandle(color: string): string {
  return (
    shadow(200, 350, 110) +
    ellipse(200, 338, 118, 20, shaded('#b9814a', 0)) +
    cylinder(200, 150, 330, 66, color) +
    path('M140 152 Q138 210 154 214 Q166 214 164 160 Z', lighter(color, 0.35)) +
    line('M200 148 L200 122', black, 5) +
    path('M200 34 Q238 92 224 120 Q214 138 200 138 Q186 138 176 120 Q162 92 200 34 Z', '#f59b23') +
    path('M200 76 Q218 106 212 122 Q206 132 200 132 Q194 132 188 122 Q182 106 200 76 Z', '#ffe58a')
  );
}

/** A scented candle in a glass, with a label. */
export function scentedCandle(color: string): string {
  return (
    shadow(200, 346, 110) +
    path('M200 48 Q230 96 218 118 Q210 132 200 132 Q190 132 182 118 Q170 96 200 48 Z', '#f59b23') +
    path('M200 84 Q212 106 208 118 Q200 128 192 118 Q188 106 200 84 Z', '#ffe58a') +
    line('M200 128 L200 176', black, 4) +
    rect(98, 130, 204, 210, glass, 22, { stroke: '#9fbfcb', 'stroke-width': 4 }) +
    rect(108, 170, 184, 160, shaded(color, 0), 14) +
    ellipse(200, 170, 92, 14, lighter(color, 0.4)) +
    rect(140, 214, 120, 90, '#fbf8f0', 4) +
    line('M200 288 L200 236', '#6c9a5b', 4) +
    bothSides(
      repeat(3, (at) => turned(ellipse(188, 246 + at * 14, 5, 11, '#8a6fb5'), -38, 196, 250 + at * 14)),
    ) +
    circle(200, 232, 7, '#8a6fb5')
  );
}

/** A candelabra with three lit candles. */
export function candelabra(): string {
  const candle = (x: number, top: number): string =>
    path(
      `M${x} ${top - 46} Q${x + 18} ${top - 18} ${x} ${top - 4} Q${x - 18} ${top - 18} ${x} ${top - 46} Z`,
      '#f59b23',
    ) +
    rect(x - 12, top, 24, 90, shaded('#f4ecd8', 0), 3) +
    path(
      `M${x - 24} ${top + 90} L${x + 24} ${top + 90} L${x + 14} ${top + 110} L${x - 14} ${top + 110} Z`,
      brass,
    );
  return (
    shadow(200, 354, 90) +
    bothSides(line('M200 270 Q90 280 92 216', brass, 13)) +
    candle(92, 110) +
    candle(308, 110) +
    candle(200, 84) +
    rect(191, 190, 18, 140, shaded(brass, 0), 6) +
    circle(200, 266, 20, brass) +
    path('M126 350 Q130 324 200 318 Q270 324 274 350 Z', shaded(brass, 0))
  );
}

/** An old oil lantern. */
export function lantern(color: string): string {
  return (
    shadow(200, 356, 100) +
    line('M122 110 Q120 30 200 30 Q280 30 278 110', '#6c757d', 8) +
    path('M150 96 Q160 60 200 58 Q240 60 250 96 Z', shaded(color, 0)) +
    rect(132, 94, 136, 22, darker(color, 0.2), 8) +
    path('M142 116 Q110 190 142 262 L258 262 Q290 190 258 116 Z', '#fdf0c2', {
      stroke: '#b9a877',
      'stroke-width': 4,
    }) +
    path('M200 158 Q228 206 216 232 Q200 252 184 232 Q172 206 200 158 Z', '#f59b23') +
    bothSides(line('M132 106 Q94 190 128 268', color, 11)) +
    path('M120 262 L280 262 L298 338 Q298 350 284 350 L116 350 Q102 350 102 338 Z', shaded(color, 0)) +
    circle(282, 290, 13, brass)
  );
}
