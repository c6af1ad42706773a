import { bothSides, repeat, turned } from '../compose.ts';
import { black, brass, gloss, rim, wall, white, wood } from '../solids.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

const bright = [
  '#c8383d',
  '#e3782f',
  '#f0c53a',
  '#4c9a5b',
  '#2f6fb0',
  '#7a5aa6',
  '#e79bb0',
  '#2d8a8c',
] as const;

function tone(at: number): string {
  return bright[at % bright.length] ?? black;
}

/** A kite with a tail. */
export function kite(): string {
  return (
    path('M230 24 L356 140 L230 156 Z', shaded('#f0c53a', 45)) +
    path('M230 24 L104 120 L230 156 Z', shaded('#c8383d', 45)) +
    path('M104 120 L230 156 L206 290 Z', shaded('#2f6fb0', 45)) +
    path('M356 140 L230 156 L206 290 Z', shaded('#4c9a5b', 45)) +
    line('M230 24 L206 290 M104 120 L356 140', '#7b5233', 5) +
    line('M206 290 Q250 330 180 338 Q110 340 92 368', '#7d868e', 5) +
    [
      [226, 322],
      [160, 340],
      [104, 356],
    ]
      .map(([x = 0, y = 0], at) =>
        path(`M${x} ${y} l-26 -16 l0 32 Z M${x} ${y} l26 -16 l0 32 Z`, tone(at * 2)),
      )
      .join('')
  );
}

/** A toy drum with two sticks. */
export function drum(color: string): string {
  return (
    shadow(200, 352, 130) +
    wall(200, 160, 320, 130, 130, color) +
    repeat(6, (at) =>
      line(
        `M${74 + at * 43} ${176 + Math.abs(at - 2.5) * -2} L${95 + at * 42} 326 L${116 + at * 42} 178`,
        '#f3e6c4',
        5,
      ),
    ) +
    path('M70 160 A130 26 0 0 0 330 160 L330 182 A130 26 0 0 1 70 182 Z', '#f0c53a') +
    path('M70 308 A130 26 0 0 0 330 308 L330 326 A130 26 0 0 1 70 326 Z', '#f0c53a') +
    ellipse(200, 158, 130, 30, '#f7f2e6', { stroke: '#d8cfb8', 'stroke-width': 4 }) +
    line('M70 40 L220 148', wood, 13) +
    circle(224, 150, 14, '#c8383d') +
    line('M330 34 L188 140', darker(wood, 0.15), 13) +
    circle(184, 144, 14, '#c8383d')
  );
}

/** A xylophone with coloured bars and two mallets. */
export function xylophone(): string {
  return (
    shadow(200, 336, 160) +
    path('M40 132 L360 178 L360 210 L40 160 Z', darker(wood, 0.1)) +
    path('M40 296 L360 252 L360 284 L40 326 Z', darker(wood, 0.1)) +
    repeat(
      8,
      (at) =>
        rect(40 + at * 41, 100 + at * 11, 34, 250 - at * 22, shaded(tone(at), 0), 8) +
        circle(57 + at * 41, 124 + at * 14, 5, white) +
        circle(57 + at * 41, 326 - at * 14, 5, white),
    ) +
    line('M110 32 L250 190', '#d3a068', 9) +
    circle(254, 194, 17, shaded('#c8383d', 45)) +
    line('M330 40 L180 236', '#d3a068', 9) +
    circle(176, 242, 17, shaded('#2f6fb0', 45))
  );
}

/** A duck for the bath. */
export function bathDuck(color: string): string {
  return (
    ellipse(200, 330, 170, 24, '#8fcbe6') +
    ellipse(200, 330, 130, 15, '#bfe3f2') +
    path(
      'M60 214 Q44 170 84 178 Q130 214 190 200 L254 190 Q340 214 330 268 Q314 334 200 334 Q72 332 60 214 Z',
      shaded(color, 90),
    ) +
    path('M112 244 Q150 216 210 240 Q216 288 160 292 Q116 288 112 244 Z', darker(color, 0.12)) +
    circle(256, 132, 80, shaded(color, 45)) +
    path('M322 118 Q370 110 376 138 Q372 162 320 160 Z', shaded('#e3782f', 90)) +
    line('M326 142 L368 138', darker('#e3782f', 0.3), 4) +
    circle(280, 112, 14, white) +
    circle(284, 112, 9, black) +
    gloss('M200 110 Q208 72 246 66 Q220 86 214 118 Z')
  );
}

/** Wax crayons in their box. */
export function crayons(): string {
  return (
    shadow(200, 356, 120) +
    repeat(6, (at) => {
      const x = 86 + at * 39;
      const top = 40 + (at % 3) * 16;
      return (
        path(
          `M${x} ${top + 46} L${x + 10} ${top} L${x + 22} ${top} L${x + 32} ${top + 46} Z`,
          darker(tone(at), 0.1),
        ) +
        rect(x, top + 44, 32, 200, shaded(tone(at), 0)) +
        rect(x, top + 70, 32, 8, black)
      );
    }) +
    path('M70 176 Q200 232 330 176 L330 352 L70 352 Z', shaded('#f0c53a', 90)) +
    path('M84 256 Q200 214 316 256 L316 316 Q200 276 84 316 Z', '#4c9a5b') +
    repeat(5, (at) => circle(130 + at * 35, 330, 11, tone(at + 3)))
  );
}

/** A box of water colours with a brush. */
export function paintBox(): string {
  return (
    shadow(200, 344, 170) +
    path('M50 60 L350 60 L366 178 L34 178 Z', shaded('#eef0f2', 90, 0.08), {
      stroke: '#c3c9cf',
      'stroke-width': 3,
    }) +
    [
      [110, 120],
      [190, 110],
      [270, 126],
    ]
      .map(
        ([x = 0, y = 0], at) =>
          ellipse(x, y, 38, 24, '#dde2e6') +
          path(
            `M${x - 24} ${y} Q${x - 4} ${y - 26} ${x + 22} ${y - 4} Q${x + 10} ${y + 18} ${x - 24} ${y} Z`,
            tone(at * 2),
          ),
      )
      .join('') +
    rect(28, 178, 344, 164, shaded('#2b2f35', 90), 12) +
    repeat(
      12,
      (at) =>
        circle(66 + (at % 6) * 54, 216 + Math.floor(at / 6) * 50, 22, white) +
        circle(
          66 + (at % 6) * 54,
          216 + Math.floor(at / 6) * 50,
          18,
          shaded([...bright, '#33373d', '#f1f1ee', '#7b5233', '#8fcbe6'][at] ?? black, 45),
        ),
    ) +
    rect(44, 300, 312, 30, '#14171a', 8) +
    rect(60, 309, 200, 12, '#c8383d', 5) +
    rect(256, 308, 34, 14, brass) +
    path('M288 306 Q330 306 346 316 Q326 324 288 324 Z', '#5a3a1e')
  );
}

/** A globe on its stand. */
export function globe(): string {
  return (
    shadow(200, 362, 100) +
    line('M200 312 L200 340', brass, 15) +
    path('M118 356 Q124 330 200 328 Q276 330 282 356 Z', shaded('#7b5233', 0)) +
    path('M116 60 Q22 180 130 290 Q212 346 300 296', 'none', {
      stroke: brass,
      'stroke-width': 13,
      'stroke-linecap': 'round',
    }) +
    circle(212, 176, 126, shaded('#5aa5d6', 45)) +
    path(
      'M120 120 Q150 70 206 66 Q236 90 210 116 Q180 118 186 150 Q160 176 140 150 Q124 140 120 120 Z',
      '#4c9a5b',
    ) +
    path('M164 184 Q204 176 214 204 Q210 250 184 284 Q160 250 164 184 Z', '#5fae6b') +
    path(
      'M248 96 Q300 90 324 140 Q330 190 300 196 Q296 246 272 256 Q250 220 258 182 Q230 150 248 96 Z',
      '#4c9a5b',
    ) +
    circle(124, 66, 13, brass) +
    circle(302, 294, 13, brass)
  );
}

/** Balloons on strings. */
export function balloons(): string {
  const balloon = (x: number, y: number, at: number): string =>
    line(`M${x} ${y + 70} Q${(x + 200) / 2 + 14} 270 200 366`, '#9aa2a9', 3) +
    path(`M${x - 12} ${y + 76} L${x} ${y + 62} L${x + 12} ${y + 76} Z`, darker(tone(at), 0.2)) +
    ellipse(x, y, 54, 66, shaded(tone(at), 45)) +
    ellipse(x - 20, y - 26, 10, 17, '#ffffff', { opacity: 0.5 });
  return (
    balloon(124, 104, 0) +
    balloon(276, 104, 4) +
    balloon(88, 186, 3) +
    balloon(312, 186, 2) +
    balloon(200, 92, 5) +
    balloon(152, 196, 1) +
    balloon(248, 196, 6)
  );
}

/** A bucket with a spade, a rake and a mould for sand. */
export function sandToys(color: string): string {
  return (
    shadow(200, 350, 150) +
    turned(
      rect(284, 90, 21, 150, shaded('#f0c53a', 0), 9) +
        path('M256 224 L334 224 L334 296 Q326 330 295 340 Q264 330 256 296 Z', shaded('#f0c53a', 0)) +
        rect(268, 64, 54, 30, 'none', 14, { stroke: '#f0c53a', 'stroke-width': 13 }),
      18,
      295,
      200,
    ) +
    line('M68 176 Q150 20 244 176', '#f0c53a', 11) +
    path('M58 176 L84 326 Q88 346 108 346 L206 346 Q226 346 230 326 L254 176 Z', shaded(color, 0)) +
    rect(48, 164, 216, 26, lighter(color, 0.25), 13) +
    path(
      'M156 216 L167 246 L199 247 L174 267 L183 298 L156 280 L129 298 L138 267 L113 247 L145 246 Z',
      white,
    ) +
    path('M70 166 Q156 116 244 166 Z', '#e5c98a')
  );
}

/** A trumpet for children. */
export function toyTrumpet(): string {
  return (
    path('M252 178 Q330 172 366 104 L372 296 Q332 226 252 222 Z', shaded(brass, 90, 0.3)) +
    ellipse(369, 200, 13, 96, darker(brass, 0.2)) +
    line('M60 188 L260 200', brass, 17) +
    path('M96 204 Q70 290 140 290 L236 290 Q300 288 286 214', 'none', {
      stroke: darker(brass, 0.12),
      'stroke-width': 15,
    }) +
    path('M24 168 L58 180 L58 198 L24 208 Z', shaded(brass, 90)) +
    repeat(
      3,
      (at) =>
        rect(136 + at * 38, 170, 26, 136, shaded(lighter(brass, 0.15), 0), 7) +
        rect(144 + at * 38, 148, 10, 24, '#c3c9cf') +
        circle(149 + at * 38, 146, 13, '#c8383d'),
    )
  );
}

/** A wrapped gift with a bow. */
export function giftBox(color: string, ribbon: string): string {
  return (
    shadow(200, 354, 150) +
    rect(74, 190, 252, 160, shaded(color, 0), 6) +
    repeat(8, (at) =>
      circle(104 + (at % 4) * 64 + (at > 3 ? 10 : 0), at > 3 ? 308 : 244, 8, lighter(color, 0.5)),
    ) +
    rect(176, 190, 48, 160, shaded(ribbon, 0)) +
    rect(56, 140, 288, 56, shaded(lighter(color, 0.12), 0), 8) +
    rect(172, 140, 56, 56, shaded(ribbon, 0)) +
    path('M200 140 Q80 146 88 76 Q108 30 160 70 Q190 96 200 140 Z', shaded(ribbon, 20)) +
    path('M200 140 Q320 146 312 76 Q292 30 240 70 Q210 96 200 140 Z', shaded(ribbon, 20)) +
    bothSides(path('M188 128 Q126 128 126 88 Q150 76 188 128 Z', darker(ribbon, 0.3))) +
    rect(180, 112, 40, 36, darker(ribbon, 0.12), 12)
  );
}

/** A piggy bank with a coin. */
export function piggyBank(color: string): string {
  return (
    shadow(200, 350, 130) +
    circle(214, 60, 34, shaded(brass, 45)) +
    circle(214, 60, 22, 'none', { stroke: darker(brass, 0.25), 'stroke-width': 4 }) +
    [120, 246].map((x) => rect(x, 286, 46, 62, darker(color, 0.12), 12)).join('') +
    line('M70 210 Q30 200 42 170 Q60 160 58 186', darker(color, 0.15), 9) +
    path(
      'M66 226 Q70 116 206 114 Q262 114 294 144 L330 110 L336 166 Q356 186 356 204 L380 210 L380 258 L350 264 Q320 322 206 322 Q80 320 66 226 Z',
      shaded(color, 45),
    ) +
    path('M288 146 L330 110 L336 168 Z', darker(color, 0.15)) +
    rect(176, 122, 84, 14, darker(color, 0.5), 7) +
    circle(322, 196, 10, black) +
    rect(364, 208, 22, 52, darker(color, 0.15), 10) +
    circle(304, 232, 17, '#f0a3a3') +
    gloss('M100 210 Q108 158 156 142 Q126 170 124 216 Z')
  );
}

/** A snow globe with a house. */
export function snowGlobe(): string {
  return (
    shadow(200, 362, 110) +
    circle(200, 168, 140, shaded('#cfe6f2', 45), { stroke: '#9fbfcb', 'stroke-width': 5 }) +
    path('M78 238 Q200 190 322 238 Q280 306 200 308 Q120 306 78 238 Z', '#f7fafc') +
    rect(150, 166, 92, 66, '#c8383d') +
    path('M132 172 L196 110 L260 172 Z', '#f7fafc', { stroke: '#d8e2e8', 'stroke-width': 3 }) +
    rect(182, 192, 28, 40, '#7b5233') +
    rect(220, 184, 18, 18, '#f7d257') +
    path('M286 134 L318 184 L304 184 L326 226 L246 226 L268 184 L254 184 Z', '#2f6b4a') +
    repeat(20, (at) => circle(88 + ((at * 67) % 226), 70 + ((at * 41) % 140), 4 + (at % 3), white)) +
    gloss('M84 160 Q90 84 160 54 Q114 100 108 180 Z', 0.6) +
    path('M112 290 L288 290 L310 352 L90 352 Z', shaded('#7b5233', 0)) +
    rect(104, 282, 192, 20, '#5a3a1e', 8)
  );
}

/** A tub of soap bubbles with the wand. */
export function soapBubbles(color: string): string {
  const bubble = (x: number, y: number, r: number): string =>
    circle(x, y, r, '#d7effa', { opacity: 0.75, stroke: '#8fc6e6', 'stroke-width': 3 }) +
    path(`M${x - r * 0.6} ${y - r * 0.1} Q${x - r * 0.5} ${y - r * 0.6} ${x} ${y - r * 0.65}`, 'none', {
      stroke: white,
      'stroke-width': r * 0.16,
      'stroke-linecap': 'round',
    }) +
    circle(x + r * 0.4, y + r * 0.4, r * 0.14, '#f2b9dc');
  return (
    shadow(140, 354, 90) +
    wall(140, 170, 336, 74, 74, color) +
    rim(140, 170, 74, color, '#8fcbe6') +
    path('M66 214 A74 13 0 0 0 214 214 L214 296 A74 13 0 0 1 66 296 Z', '#f0c53a') +
    [96, 140, 184].map((x, at) => circle(x, 262, 17, tone(at * 2))).join('') +
    line('M150 168 L236 66', '#c8383d', 11) +
    circle(256, 42, 25, 'none', { stroke: '#c8383d', 'stroke-width': 9 }) +
    bubble(322, 112, 46) +
    bubble(266, 176, 32) +
    bubble(338, 212, 29) +
    bubble(284, 268, 22) +
    bubble(340, 292, 16)
  );
}

/** A unicorn of plush. */
export function unicorn(color: string): string {
  return (
    shadow(200, 354, 130) +
    path('M74 220 Q20 240 44 322 Q70 300 92 258 Z', '#c98ad0') +
    [112, 158, 238, 280]
      .map(
        (x, at) =>
          rect(x, 262, 36, 84, shaded(at % 2 ? color : darker(color, 0.08), 0), 14) +
          rect(x, 326, 36, 22, '#e79bb0', 9),
      )
      .join('') +
    path(
      'M76 230 Q80 168 160 172 L230 170 Q226 110 262 84 L276 66 L290 84 Q342 96 368 144 Q372 174 340 178 L312 174 Q318 226 306 262 Q280 292 200 290 Q84 290 76 230 Z',
      shaded(color, 20),
    ) +
    path('M280 84 L318 22 L304 92 Z', brass) +
    line('M292 76 L306 74 M298 58 L312 54', '#f7e4a6', 4) +
    ['#e79bb0', '#7fb8dc', '#f0c53a']
      .map((shade, at) =>
        path(
          `M${272 - at * 6} ${72 + at * 4} Q${214 - at * 10} ${100 + at * 12} ${222 - at * 10} ${190 + at * 8} Q${244 - at * 6} ${170 + at * 6} ${250 - at * 6} ${136 + at * 8} Q${254 - at * 4} 108 ${272 - at * 6} ${72 + at * 4} Z`,
          shade,
        ),
      )
      .join('') +
    circle(314, 126, 9, black) +
    circle(334, 154, 13, '#f5c3cd') +
    repeat(3, (at) =>
      path(
        `M${130 + at * 44} ${222 + (at % 2) * 18} l4 10 l11 0 l-9 7 l3 11 l-9 -6 l-9 6 l3 -11 l-9 -7 l11 0 Z`,
        '#c98ad0',
      ),
    )
  );
}

/** A birthday hat and a party horn. */
export function partySet(): string {
  return (
    shadow(190, 352, 140) +
    path('M176 44 L296 320 Q176 360 56 320 Z', shaded('#2f6fb0', 0)) +
    repeat(9, (at) =>
      circle(176 + (((at * 53) % 120) - 60) * (0.25 + at * 0.12), 120 + at * 22, 12, tone(at)),
    ) +
    repeat(9, (at) => circle(176 + (at - 4) * 8 * (1 + (at % 2)), 40 + (at % 3) * 9 - 10, 10, tone(at + 2))) +
    path('M56 320 Q176 360 296 320 L298 334 Q176 376 54 334 Z', '#f0c53a') +
    path('M262 240 L372 180 L380 214 L270 262 Z', shaded('#c8383d', 20)) +
    path('M262 240 L236 258 L240 270 L270 262 Z', brass) +
    circle(366, 176, 20, 'none', { stroke: '#4c9a5b', 'stroke-width': 13 })
  );
}
