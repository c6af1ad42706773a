import { repeat, turned } from '../compose.ts';
import { black, brass, gloss, glass, rim, steel, wall, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A frying pan from above, the handle to the lower right; `isRidged` for a grill pan. */
export function fryingPan(color: string, handle = black, isRidged = false): string {
  const inside = darker(color, 0.25);
  const grip = turned(
    rect(140, 126, 312, 32, shaded(handle, 90), 16) + circle(432, 142, 8, '#ffffff'),
    45,
    142,
    142,
  );
  const square =
    rect(32, 32, 222, 222, shaded(color, 30), 36) +
    rect(48, 48, 190, 190, inside, 24) +
    repeat(7, (at) => line(`M${74 + at * 23} 74 L${74 + at * 23} 212`, lighter(color, 0.14), 8));
  const round =
    circle(142, 142, 114, shaded(color, 30)) +
    circle(142, 142, 98, inside) +
    circle(142, 142, 76, shaded(inside, 30, 0.12)) +
    gloss('M84 130 Q94 86 138 78 Q104 100 96 136 Z', 0.25);
  return grip + (isRidged ? square : round);
}

/** A stock pot with two handles and a lid. */
export function stockPot(color: string, isTall = true, knob = black): string {
  const top = isTall ? 130 : 180;
  const handles = [62, 338].map((x) => rect(x - 22, top + 34, 44, 22, darker(color, 0.35), 10)).join('');
  return (
    shadow(200, 340, 140) +
    handles +
    wall(200, top, 318, 126, 118, color) +
    path(
      `M70 ${top} Q80 ${top - 58} 200 ${top - 62} Q320 ${top - 58} 330 ${top} Z`,
      shaded(lighter(color, 0.2), 0),
    ) +
    rect(66, top - 4, 268, 16, darker(color, 0.12), 8) +
    rect(190, top - 78, 20, 20, darker(knob, 0.1)) +
    ellipse(200, top - 80, 28, 12, knob) +
    gloss(`M104 ${top + 26} L124 ${top + 26} L126 300 L110 296 Z`, 0.3)
  );
}

/** A saucepan with one long handle. */
export function saucepan(color: string): string {
  return (
    shadow(150, 320, 120) +
    path('M250 176 L372 150 Q384 150 384 162 Q384 172 374 174 L250 206 Z', shaded(black, 90)) +
    wall(152, 160, 296, 116, 104, color) +
    rim(152, 160, 116, color) +
    gloss('M62 186 L84 192 L90 290 L74 282 Z', 0.35)
  );
}

/** A wok with a wooden handle. */
export function wok(color: string): string {
  return (
    shadow(180, 322, 90) +
    path('M300 164 L366 116 Q378 110 382 122 Q384 130 376 136 L312 190 Z', shaded(wood, 90)) +
    path('M30 170 Q40 314 170 318 Q300 314 312 170 Z', shaded(color, 0)) +
    rim(171, 170, 141, color) +
    line('M30 168 Q14 150 34 144', darker(color, 0.3), 9)
  );
}

/** A stove kettle with a whistle on the spout. */
export function stoveKettle(color: string): string {
  return (
    shadow(200, 340, 130) +
    line('M112 176 Q110 50 200 48 Q290 50 288 176', black, 20) +
    path('M284 228 L352 150 L376 168 L312 290 Z', shaded(color, 20)) +
    circle(364, 158, 16, black) +
    path(
      'M72 300 Q72 150 200 146 Q328 150 328 300 Q328 330 300 330 L100 330 Q72 330 72 300 Z',
      shaded(color, 0),
    ) +
    ellipse(200, 150, 56, 14, darker(color, 0.2)) +
    rect(192, 122, 16, 24, brass) +
    circle(200, 120, 14, black) +
    gloss('M104 300 Q100 200 160 172 Q130 220 130 300 Z')
  );
}

/** A moka pot, the eight-sided coffee maker for the stove. */
export function mokaPot(): string {
  return (
    shadow(190, 346, 90) +
    path('M262 112 L336 112 L336 232 L312 232 L312 138 L262 138 Z', black) +
    path('M118 84 L262 84 L246 206 L134 206 Z', shaded(steel, 0, 0.3)) +
    path('M118 84 L82 96 L124 128 Z', darker(steel, 0.15)) +
    path('M134 222 L246 222 L276 340 L104 340 Z', shaded(steel, 0, 0.3)) +
    [160, 220].map((x) => line(`M${x} 88 L${x < 190 ? 166 : 214} 204`, darker(steel, 0.3), 3)).join('') +
    [160, 220].map((x) => line(`M${x} 226 L${x < 190 ? 148 : 234} 338`, darker(steel, 0.3), 3)).join('') +
    rect(126, 202, 128, 24, darker(steel, 0.25), 6) +
    path('M118 84 Q190 40 262 84 Z', lighter(steel, 0.2)) +
    rect(180, 36, 20, 26, black, 6)
  );
}

/** A French press with a plunger and coffee inside. */
export function frenchPress(frame: string): string {
  return (
    shadow(190, 350, 90) +
    line('M270 140 Q340 140 336 220 Q332 290 270 290', black, 20) +
    rect(112, 110, 158, 230, glass, 10) +
    rect(116, 196, 150, 140, '#4a2a18', 6) +
    rect(112, 186, 158, 14, steel) +
    rect(188, 40, 6, 150, steel) +
    circle(191, 38, 18, black) +
    path('M104 110 Q110 76 191 74 Q272 76 278 110 Z', shaded(frame, 0)) +
    rect(104, 106, 174, 16, darker(frame, 0.2), 6) +
    repeat(3, (at) => rect(112 + at * 72, 120, 12, 224, frame)) +
    rect(104, 326, 174, 20, shaded(frame, 0), 6) +
    gloss('M136 130 L156 130 L156 320 L136 320 Z', 0.3)
  );
}

/** A muffin tray from above. */
export function muffinTray(color: string): string {
  const cups = repeat(6, (at) => {
    const cx = 106 + (at % 3) * 94;
    const cy = 152 + Math.floor(at / 3) * 96;
    return (
      circle(cx, cy, 41, darker(color, 0.3)) + circle(cx + 3, cy + 5, 31, shaded(darker(color, 0.12), 60))
    );
  });
  return (
    rect(36, 92, 328, 216, shaded(color, 45), 26) + rect(46, 102, 308, 196, lighter(color, 0.12), 20) + cups
  );
}

/** A spring-form cake tin with its clasp. */
export function cakeTin(color: string): string {
  return (
    shadow(200, 316, 150) +
    wall(200, 170, 288, 148, 148, color) +
    rim(200, 170, 148, color) +
    line('M52 288 A148 26 0 0 0 348 288', darker(color, 0.35), 8) +
    rect(184, 200, 26, 92, shaded(steel, 0), 6) +
    rect(170, 236, 70, 14, shaded('#8d949b', 90), 7)
  );
}

/** An oval casserole dish of glazed cast iron. */
export function casserole(color: string): string {
  return (
    shadow(200, 330, 150) +
    [48, 352].map((x) => rect(x - 26, 196, 52, 22, darker(color, 0.2), 11)).join('') +
    path('M54 188 L64 276 Q70 312 110 312 L290 312 Q330 312 336 276 L346 188 Z', shaded(color, 0)) +
    path('M46 188 Q54 118 200 114 Q346 118 354 188 Z', shaded(lighter(color, 0.08), 0)) +
    rect(42, 180, 316, 18, darker(color, 0.15), 9) +
    rect(190, 92, 20, 24, brass) +
    ellipse(200, 90, 30, 13, brass) +
    gloss('M86 172 Q110 134 180 128 Q130 146 112 174 Z')
  );
}
