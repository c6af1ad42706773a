import { bothSides, repeat, turned } from '../compose.ts';
import { black, brass, box, cylinder, gloss, print, steel, white } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** The cone of a loudspeaker. */
function speakerCone(cx: number, cy: number, r: number, color = '#3c434b'): string {
  return (
    circle(cx, cy, r, '#14171b') +
    circle(cx, cy, r * 0.88, shaded(color, 45, 0.3)) +
    circle(cx, cy, r * 0.62, darker(color, 0.25)) +
    circle(cx, cy, r * 0.3, shaded('#6c757d', 45))
  );
}

/** Headphones over the ears. */
export function headphones(color: string): string {
  return (
    path('M66 236 Q56 40 200 38 Q344 40 334 236', 'none', { stroke: shaded(color, 0), 'stroke-width': 26 }) +
    path('M92 130 Q110 64 200 62 Q290 64 308 130', 'none', {
      stroke: darker(color, 0.4),
      'stroke-width': 14,
      'stroke-linecap': 'round',
    }) +
    bothSides(
      rect(52, 196, 34, 60, steel, 12) +
        rect(40, 216, 74, 132, shaded(color, 0), 34) +
        rect(104, 214, 40, 136, shaded('#2b3037', 0), 18) +
        circle(64, 282, 13, lighter(color, 0.4)),
    )
  );
}

/** Wireless ear buds in their case. */
export function earbuds(color: string): string {
  const edge = { stroke: '#c3c9cf', 'stroke-width': 3 };
  const bud = (x: number, degrees: number): string =>
    turned(
      rect(x - 13, 150, 26, 106, shaded(color, 0), 13, edge) +
        ellipse(x, 148, 40, 36, shaded(color, 45), edge) +
        ellipse(x - 12, 142, 16, 22, '#4a5158') +
        rect(x - 8, 240, 16, 10, '#8a939b', 4),
      degrees,
      x,
      200,
    );
  return (
    shadow(200, 358, 120) +
    path('M84 222 Q84 60 200 56 Q316 60 316 222 Z', shaded(color, 0), edge) +
    path('M104 222 Q106 84 200 80 Q294 84 296 222 Z', darker(color, 0.2)) +
    bud(152, 8) +
    bud(248, -8) +
    path('M76 222 L324 222 Q332 352 250 354 L150 354 Q68 352 76 222 Z', shaded(color, 0), edge) +
    circle(200, 286, 7, '#5cc46a')
  );
}

/** Earphones on a cable. */
export function earphones(color: string): string {
  const bud = (x: number, y: number, degrees: number): string =>
    turned(
      ellipse(x, y, 30, 38, shaded(color, 45)) +
        ellipse(x, y - 8, 19, 22, '#4a5158') +
        rect(x - 9, y + 28, 18, 50, darker(color, 0.15), 9),
      degrees,
      x,
      y,
    );
  return (
    line(
      'M96 150 Q110 230 196 240 M300 140 Q290 226 204 240 M200 240 Q200 330 120 320 Q60 300 120 270 Q240 250 290 330',
      darker(color, 0.1),
      8,
    ) +
    circle(200, 240, 11, color) +
    rect(280, 318, 70, 22, '#33373d', 8) +
    rect(348, 324, 26, 10, brass, 3) +
    bud(96, 92, 14) +
    bud(302, 84, -14)
  );
}

/** A portable speaker in the shape of a can, lying. */
export function portableSpeaker(color: string): string {
  return (
    shadow(200, 306, 150) +
    rect(44, 122, 312, 178, shaded(color, 90), 88) +
    repeat(64, (at) =>
      circle(
        112 + (at % 16) * 12 + (Math.floor(at / 16) % 2) * 6,
        158 + Math.floor(at / 16) * 34,
        3.4,
        darker(color, 0.35),
      ),
    ) +
    rect(134, 188, 132, 44, '#14171b', 8) +
    print('BOOM', 200, 220, 30, white) +
    bothSides(ellipse(62, 211, 30, 78, '#22262b') + ellipse(56, 211, 19, 54, shaded('#5b646d', 0))) +
    line('M300 130 Q346 60 366 140', '#33373d', 13)
  );
}

/** A pair of hi-fi speakers of wood. */
export function hifiSpeakers(color: string): string {
  const speaker = (x: number): string =>
    box(x, 70, 130, 280, 36, color) +
    rect(x + 8, 78, 114, 264, darker(color, 0.65), 4) +
    speakerCone(x + 65, 126, 34, '#8a939b') +
    speakerCone(x + 65, 244, 54, '#d8a12c');
  return shadow(206, 356, 160) + speaker(28) + speaker(208);
}

/** A speaker with an assistant: a fabric cylinder with a light ring. */
export function smartSpeaker(color: string): string {
  return (
    shadow(200, 350, 110) +
    cylinder(200, 110, 328, 104, color) +
    repeat(66, (at) =>
      circle(
        112 + (at % 11) * 17.6 + (Math.floor(at / 11) % 2) * 8,
        152 + Math.floor(at / 11) * 32,
        3.6,
        darker(color, 0.3),
      ),
    ) +
    ellipse(200, 110, 104, 20, '#22262b') +
    ellipse(200, 110, 96, 17, 'none', { stroke: '#3fc4f0', 'stroke-width': 6 }) +
    [
      [170, 110],
      [200, 104],
      [230, 110],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 5, white))
      .join('')
  );
}

/** A sound bar with its subwoofer. */
export function soundbar(color: string): string {
  return (
    shadow(210, 346, 160) +
    box(232, 128, 106, 206, 30, color) +
    speakerCone(285, 240, 46) +
    rect(20, 250, 270, 68, shaded(lighter(color, 0.12), 90), 16) +
    repeat(34, (at) => rect(36 + at * 7, 264, 3, 40, darker(color, 0.5))) +
    rect(126, 270, 60, 26, '#0d0f12', 5) +
    print('BASS', 156, 290, 17, '#3fc4f0')
  );
}

/** A studio microphone on a table stand. */
export function studioMicrophone(color: string): string {
  return (
    shadow(200, 358, 110) +
    rect(190, 268, 20, 72, '#8a939b') +
    ellipse(200, 344, 100, 16, shaded('#33373d', 0)) +
    path('M104 150 L104 190 Q108 276 200 278 Q292 276 296 190 L296 150', 'none', {
      stroke: '#5b646d',
      'stroke-width': 15,
      'stroke-linecap': 'round',
    }) +
    rect(134, 30, 132, 226, shaded(color, 0), 64) +
    path('M134 140 L134 94 Q136 30 200 30 Q264 30 266 94 L266 140 Z', shaded(steel, 0, 0.3)) +
    repeat(7, (at) => line(`M138 ${52 + at * 14} L262 ${52 + at * 14}`, '#6c757d', 3)) +
    repeat(7, (at) => line(`M${146 + at * 18} 38 L${146 + at * 18} 138`, '#6c757d', 3)) +
    rect(130, 138, 140, 14, brass, 5) +
    circle(200, 196, 13, '#e0483f')
  );
}

/** A microphone for singing, in the hand. */
export function stageMicrophone(): string {
  return turned(
    path('M172 140 L228 140 L218 352 Q216 374 200 374 Q184 374 182 352 Z', shaded('#2b3037', 0)) +
      circle(200, 90, 66, shaded('#8a939b', 45, 0.35)) +
      repeat(
        7,
        (at) =>
          line(`M${140 + at * 20} 62 Q${140 + at * 20} 90 ${150 + at * 17} 136`, '#4a5158', 3) +
          line(`M140 ${50 + at * 14} Q200 ${60 + at * 14} 260 ${50 + at * 14}`, '#4a5158', 3),
      ) +
      rect(132, 94, 136, 20, '#6c757d', 8) +
      rect(164, 138, 72, 20, '#4a5158', 6) +
      rect(190, 190, 20, 38, '#e0483f', 8),
    34,
  );
}

/** A radio in the style of the sixties. */
export function retroRadio(color: string): string {
  return (
    shadow(200, 338, 160) +
    line('M300 110 L360 24', steel, 6) +
    path('M110 112 Q110 66 150 66 L250 66 Q290 66 290 112', 'none', {
      stroke: '#7b5233',
      'stroke-width': 15,
    }) +
    rect(34, 106, 332, 224, shaded(color, 90), 34) +
    rect(52, 124, 160, 188, '#e9d9b8', 18) +
    repeat(9, (at) => line(`M66 ${144 + at * 19} L198 ${144 + at * 19}`, '#a8895a', 6)) +
    rect(228, 132, 118, 66, '#fbf3de', 8) +
    repeat(8, (at) => line(`M${240 + at * 13} 142 L${240 + at * 13} ${at % 2 ? 154 : 162}`, '#7b5233', 3)) +
    line('M286 138 L286 192', '#e0483f', 5) +
    print('FM  MHz', 287, 188, 17, '#7b5233') +
    [256, 322]
      .map(
        (x) =>
          circle(x, 256, 30, '#e9d9b8') +
          circle(x, 256, 21, shaded(brass, 45)) +
          line(`M${x} 256 L${x + 12} 242`, '#7b5233', 5),
      )
      .join('')
  );
}

/** A radio with tape and two speakers, from the eighties. */
export function boombox(color: string): string {
  return (
    shadow(200, 340, 170) +
    path('M70 118 L70 74 Q70 58 86 58 L314 58 Q330 58 330 74 L330 118', 'none', {
      stroke: '#33373d',
      'stroke-width': 17,
    }) +
    rect(22, 112, 356, 220, shaded(color, 90), 14) +
    rect(36, 124, 328, 40, '#22262b', 6) +
    line('M130 146 L280 146', '#e8a12c', 4) +
    line('M214 132 L214 158', '#e0483f', 5) +
    circle(66, 144, 13, steel) +
    circle(334, 144, 13, steel) +
    speakerCone(90, 250, 66) +
    speakerCone(310, 250, 66) +
    rect(164, 184, 72, 70, '#e9e4d8', 6) +
    rect(172, 200, 56, 34, '#33373d', 5) +
    [187, 213].map((x) => circle(x, 217, 10, white) + circle(x, 217, 4, black)).join('') +
    repeat(5, (at) => rect(164 + at * 15, 268, 12, 22, at === 4 ? '#e0483f' : '#8a939b', 3))
  );
}

/** A record player with a record on it. */
export function turntable(color: string): string {
  return (
    shadow(200, 340, 170) +
    path('M26 104 L374 104 L374 300 Q374 312 362 312 L38 312 Q26 312 26 300 Z', shaded(color, 45)) +
    rect(26, 306, 348, 20, darker(color, 0.35), 8) +
    [70, 330].map((x) => rect(x - 20, 322, 40, 16, '#22262b', 5)).join('') +
    circle(160, 206, 94, '#aab2ba') +
    circle(160, 206, 88, '#16181b') +
    [76, 64, 52, 42]
      .map((r) => circle(160, 206, r, 'none', { stroke: '#3a3f45', 'stroke-width': 2 }))
      .join('') +
    path('M160 206 L228 150 A88 88 0 0 1 242 176 Z', '#ffffff', { opacity: 0.14 }) +
    circle(160, 206, 29, '#e0483f') +
    circle(160, 206, 4, white) +
    circle(316, 146, 24, '#4a5158') +
    line('M316 146 L306 236 L234 262', '#d9dee2', 9) +
    rect(216, 252, 32, 20, '#22262b', 4) +
    circle(334, 280, 17, '#22262b') +
    rect(282, 272, 30, 14, '#5cc46a', 5)
  );
}

/** A vinyl record half out of its sleeve. */
export function vinylRecord(color: string): string {
  return (
    circle(250, 200, 124, '#16181b') +
    [110, 96, 82, 68, 56]
      .map((r) => circle(250, 200, r, 'none', { stroke: '#3a3f45', 'stroke-width': 2 }))
      .join('') +
    circle(250, 200, 40, '#e8a12c') +
    circle(250, 200, 6, white) +
    rect(26, 72, 230, 256, shaded(color, 45), 3) +
    circle(140, 180, 62, '#f7d257') +
    path('M26 240 Q90 190 150 240 Q200 200 256 240 L256 328 L26 328 Z', '#1f4654') +
    repeat(4, (at) => rect(78, 196 + at * 13, 124, 6, color))
  );
}

/** A music cassette. */
export function cassette(color: string): string {
  return (
    rect(28, 92, 350, 230, '#00000022', 18) +
    rect(22, 84, 350, 230, shaded('#3a3f45', 45), 18) +
    rect(46, 106, 302, 140, '#f5efdf', 10) +
    rect(46, 106, 302, 26, color) +
    line('M66 152 L328 152', '#a8a08c', 3) +
    rect(106, 166, 182, 60, shaded(color, 0), 30) +
    rect(158, 176, 78, 40, '#33373d', 4) +
    [138, 256]
      .map(
        (x) =>
          circle(x, 196, 21, white) +
          repeat(6, (at) => turned(rect(x - 3, 176, 6, 9, black), at * 60, x, 196)) +
          circle(x, 196, 10, '#33373d'),
      )
      .join('') +
    path('M92 314 L112 262 L282 262 L302 314 Z', '#22262b') +
    [140, 254].map((x) => circle(x, 292, 8, white)).join('') +
    circle(42, 294, 6, '#8a939b') +
    circle(352, 294, 6, '#8a939b')
  );
}

/** A megaphone. */
export function megaphone(color: string): string {
  return turned(
    path('M176 212 L192 312 Q196 328 212 326 L232 322 Q244 318 240 304 L222 206 Z', shaded('#33373d', 0)) +
      path('M96 150 L290 84 L290 296 L96 230 Z', shaded(color, 90)) +
      path('M290 60 Q320 60 326 190 Q320 320 290 320 Z', shaded(white, 90), {
        stroke: '#c3c9cf',
        'stroke-width': 3,
      }) +
      rect(46, 144, 62, 92, shaded('#33373d', 90), 16) +
      [
        [346, 130, 376, 110],
        [352, 190, 384, 190],
        [346, 250, 376, 270],
      ]
        .map(([a, b, c, d]) => line(`M${a} ${b} L${c} ${d}`, '#e8a12c', 10))
        .join('') +
      gloss('M120 160 L280 108 L280 124 L120 172 Z', 0.4),
    -14,
  );
}
