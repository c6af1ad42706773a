import { bothSides, scattered, repeat } from '../compose.ts';
import { circle, darker, ellipse, lighter, line, path, rect, shaded, shadow } from '../svg.ts';

/** A hard box with a lid and a carrying handle. */
export function coolBox(color: string): string {
  return (
    shadow(200, 340, 160) +
    line('M66 172 Q60 60 90 56 H310 Q340 60 334 172', '#d3d7dc', 15) +
    path('M56 150 H344 L330 316 Q328 334 310 334 H90 Q72 334 70 316 Z', shaded(color, 0), {
      stroke: darker(color, 0.35),
      'stroke-width': 3,
    }) +
    rect(44, 108, 312, 54, shaded('#f4f5f6', 90, 0.08), 18, { stroke: '#b9bdc4', 'stroke-width': 3 }) +
    line('M200 196 V296 M157 221 L243 271 M243 221 L157 271', '#ffffff', 9) +
    [196, 296]
      .map((y) =>
        line(
          `M188 ${y === 196 ? 208 : 284} L200 ${y === 196 ? 218 : 274} L212 ${y === 196 ? 208 : 284}`,
          '#ffffff',
          6,
        ),
      )
      .join('') +
    bothSides(circle(66, 172, 13, '#b9bdc4'))
  );
}

/** A cool box with a fan, a display and a plug. */
export function electricCoolBox(color: string): string {
  return (
    shadow(200, 346, 150) +
    line('M96 96 V48 Q98 30 118 30 H282 Q302 30 304 48 V96', '#4a4e55', 14) +
    line('M318 290 Q384 300 372 352 Q340 372 330 352', '#2b2c30', 7) +
    rect(66, 128, 268, 212, shaded(color, 0), 18, { stroke: darker(color, 0.4), 'stroke-width': 3 }) +
    path('M58 84 Q60 68 78 68 H322 Q340 68 342 84 L346 136 H54 Z', shaded(darker(color, 0.3), 90), {
      stroke: darker(color, 0.5),
      'stroke-width': 3,
    }) +
    rect(150, 96, 100, 26, '#14181c', 6) +
    repeat(3, (at) => rect(166 + at * 24, 103, 12, 12, '#58d0ff', 2)) +
    circle(262, 242, 52, darker(color, 0.35)) +
    repeat(8, (at) =>
      line(
        `M262 242 L${262 + 46 * Math.cos((at * Math.PI) / 4)} ${242 + 46 * Math.sin((at * Math.PI) / 4)}`,
        lighter(color, 0.4),
        5,
      ),
    ) +
    circle(262, 242, 14, '#14181c') +
    line('M132 180 V304 M92 211 L172 273 M172 211 L92 273', '#d8f1ff', 8)
  );
}

/** A soft bag with cans and ice in it. */
export function coolerBag(color: string): string {
  const can = (x: number, tone: string): string =>
    rect(x, 76, 52, 90, shaded(tone, 0, 0.3), 8) +
    ellipse(x + 26, 78, 26, 9, '#d9dce0', { stroke: '#9aa0a8', 'stroke-width': 2 });
  return (
    shadow(200, 346, 140) +
    line('M112 170 Q110 36 200 34 Q290 36 288 170', darker(color, 0.35), 13) +
    can(124, '#e2483d') +
    can(182, '#58b368') +
    can(234, '#f4c534') +
    bothSides(
      path('M96 150 l30 -18 l26 20 l24 -16 l24 18 v24 h-104 Z', '#dff3fb', {
        stroke: '#a9d8ec',
        'stroke-width': 2,
      }),
    ) +
    path('M78 158 H322 L336 320 Q334 340 314 340 H86 Q66 340 64 320 Z', shaded(color, 0), {
      stroke: darker(color, 0.35),
      'stroke-width': 3,
    }) +
    rect(76, 150, 248, 20, '#c9ccd1', 8) +
    bothSides(rect(118, 170, 18, 170, darker(color, 0.3))) +
    line('M200 208 V300 M160 231 L240 277 M240 231 L160 277', '#ffffff', 8)
  );
}

export function coolerBackpack(color: string): string {
  return (
    shadow(200, 358, 120) +
    line('M170 64 Q172 32 200 32 Q228 32 230 64', '#3a3c42', 11) +
    bothSides(path('M92 150 Q58 200 84 330 L104 330 V160 Z', '#3a3c42')) +
    path(
      'M92 88 Q94 58 126 58 H274 Q306 58 308 88 L312 330 Q308 356 280 356 H120 Q92 356 88 330 Z',
      shaded(color, 0),
      { stroke: darker(color, 0.35), 'stroke-width': 3 },
    ) +
    path('M92 88 Q94 58 126 58 H274 Q306 58 308 88 V140 H92 Z', shaded('#c9d2da', 90, 0.15)) +
    line('M92 142 H308', '#f4f3f0', 5, { 'stroke-dasharray': '3 3' }) +
    rect(120, 236, 160, 96, darker(color, 0.15), 14) +
    line('M200 164 V224 M174 179 L226 209 M226 179 L174 209', '#ffffff', 7) +
    path('M264 232 V170 l8 -22 v-26 h20 v26 l8 22 v62 Z', shaded('#4f9a52', 0), { opacity: 0.95 })
  );
}

/** A slim steel bottle with a screw cap. */
export function insulatedBottle(color: string): string {
  const cap = '#3a3c42';
  return (
    shadow(200, 360, 70) +
    line('M176 62 Q176 28 200 28 Q224 28 224 62', cap, 11) +
    rect(160, 56, 80, 44, shaded(cap, 0, 0.25), 9) +
    path(
      'M166 100 H234 Q238 128 258 142 Q268 152 268 176 V336 Q266 358 244 358 H156 Q134 358 132 336 V176 Q132 152 142 142 Q162 128 166 100 Z',
      shaded(color, 0, 0.25),
      { stroke: darker(color, 0.35), 'stroke-width': 2.5 },
    ) +
    rect(132, 322, 136, 14, '#c9ccd1') +
    line('M154 176 V310', lighter(color, 0.55), 9, { opacity: 0.6 }) +
    path('M176 250 L200 210 L214 230 L222 220 L240 250 Z', '#f4f3f0')
  );
}

/** A vacuum flask with a cup for a lid and steam. */
export function thermosFlask(color: string): string {
  return (
    shadow(200, 362, 110) +
    path('M116 60 Q118 40 134 40 H206 Q222 40 224 60 V118 H116 Z', shaded('#d3d7dc', 0, 0.3), {
      stroke: '#8a8d92',
      'stroke-width': 2.5,
    }) +
    rect(108, 116, 124, 240, shaded(color, 0, 0.28), 16, {
      stroke: darker(color, 0.4),
      'stroke-width': 2.5,
    }) +
    rect(108, 146, 124, 12, '#c9ccd1') +
    rect(108, 320, 124, 12, '#c9ccd1') +
    line('M230 180 Q274 186 272 240 Q270 296 230 300', darker(color, 0.35), 14) +
    path('M276 262 H362 L352 344 Q348 356 334 356 H304 Q290 356 286 344 Z', shaded('#d3d7dc', 0, 0.3), {
      stroke: '#8a8d92',
      'stroke-width': 2.5,
    }) +
    ellipse(319, 264, 42, 9, '#5b3a22') +
    line('M306 240 q-12 -16 0 -30 q12 -14 0 -28 M336 240 q-12 -16 0 -30 q12 -14 0 -28', '#b9bdc4', 5)
  );
}

/** A sports bottle of clear plastic with a marked scale. */
export function sportsBottle(color: string): string {
  return (
    shadow(200, 360, 70) +
    path('M184 34 H216 V62 H184 Z', '#2b2c30') +
    path('M158 62 H242 L256 104 H144 Z', shaded(darker(color, 0.3), 0, 0.2)) +
    path(
      'M144 104 H256 Q266 160 248 200 Q246 222 262 250 L266 336 Q262 356 244 356 H156 Q138 356 134 336 L138 250 Q154 222 152 200 Q134 160 144 104 Z',
      shaded(lighter(color, 0.35), 0, 0.2),
      { stroke: darker(color, 0.2), 'stroke-width': 3 },
    ) +
    path(
      'M142 160 Q200 172 258 160 Q258 186 248 200 Q246 222 262 250 L264 336 Q262 352 244 352 H156 Q138 352 136 336 L138 250 Q154 222 152 200 Q142 186 142 160 Z',
      color,
      { opacity: 0.6 },
    ) +
    repeat(5, (at) => line(`M230 ${256 + at * 20} h18`, '#ffffff', 4)) +
    line('M160 120 Q154 150 164 176', '#ffffff', 7, { opacity: 0.7 })
  );
}

/** A can for 20 litres of water with a tap. */
export function waterCanister(color: string): string {
  return (
    shadow(200, 352, 130) +
    path(
      'M84 130 Q84 104 110 104 H130 V76 Q132 60 148 60 H258 Q276 60 276 76 V104 H290 Q316 104 316 130 V326 Q314 346 292 346 H108 Q86 346 84 326 Z',
      shaded(lighter(color, 0.2), 0, 0.15),
      { stroke: darker(color, 0.3), 'stroke-width': 3 },
    ) +
    path('M160 86 H248 V112 H160 Z', '#ffffff') +
    rect(92, 82, 32, 30, '#2b2c30', 5) +
    path('M96 220 Q150 206 200 220 T304 220 V324 Q302 336 290 336 H110 Q98 336 96 324 Z', color, {
      opacity: 0.55,
    }) +
    path('M200 176 Q236 224 226 252 Q216 272 200 272 Q184 272 174 252 Q164 224 200 176 Z', '#ffffff', {
      opacity: 0.9,
    }) +
    line('M150 300 H80 M86 288 V320', '#e8792b', 12)
  );
}

/** A gas burner with a cartridge. */
export function gasStove(): string {
  return (
    shadow(200, 358, 110) +
    line('M120 112 L176 172 M280 112 L224 172 M200 100 V150', '#8a8d92', 10) +
    line('M96 108 H150 M250 108 H304', '#8a8d92', 10) +
    bothSides(
      path('M176 116 q-12 -22 4 -44 q14 22 4 44 Z', '#4aa8f0') + path('M196 112 q-10 -30 4 -56 Z', '#7cc4f8'),
    ) +
    rect(164, 116, 72, 24, shaded('#b9bdc4', 0, 0.3), 8) +
    rect(184, 140, 32, 60, shaded('#d0a544', 0, 0.3), 4) +
    line('M216 180 H276', '#c9ccd1', 7) +
    circle(282, 180, 13, '#c8352f') +
    path(
      'M108 240 Q112 202 200 200 Q288 202 292 240 V330 Q288 352 200 354 Q112 352 108 330 Z',
      shaded('#d9432f', 0, 0.22),
      { stroke: '#8f2418', 'stroke-width': 2.5 },
    ) +
    rect(108, 262, 184, 50, '#f7efe2') +
    path('M200 268 Q220 290 212 302 Q200 312 188 302 Q180 290 200 268 Z', '#e8792b')
  );
}

/** Nested pots with folding handles. */
export function cookSet(): string {
  const steel = '#c4c8cd';
  return (
    shadow(190, 346, 150) +
    line('M286 236 H384', '#2f7d57', 15) +
    path('M60 196 H290 L280 320 Q276 340 250 340 H100 Q74 340 70 320 Z', shaded(steel, 0, 0.3), {
      stroke: '#7d838c',
      'stroke-width': 3,
    }) +
    rect(52, 184, 246, 18, shaded('#dfe2e6', 90), 8, { stroke: '#7d838c', 'stroke-width': 2 }) +
    path('M86 124 H264 L260 184 H90 Z', shaded('#b3b8bf', 0, 0.3), { stroke: '#7d838c', 'stroke-width': 3 }) +
    path('M78 118 Q175 84 272 118 V130 H78 Z', shaded('#dfe2e6', 90), {
      stroke: '#7d838c',
      'stroke-width': 2,
    }) +
    rect(160, 76, 30, 26, '#2f7d57', 8) +
    line('M96 220 Q92 280 108 320', '#ffffff', 8, { opacity: 0.7 })
  );
}

/** An enamel mug with speckles. */
export function enamelMug(color: string): string {
  const speckles = scattered(34, [92, 132, 170, 196], (x, y) => circle(x, y, 3, '#ffffff'));
  return (
    shadow(180, 348, 120) +
    line('M276 160 Q362 150 358 224 Q352 290 268 290', darker(color, 0.1), 20) +
    path('M72 100 H284 L276 322 Q272 342 250 342 H106 Q84 342 80 322 Z', shaded(color, 0, 0.25), {
      stroke: darker(color, 0.4),
      'stroke-width': 3,
    }) +
    speckles +
    ellipse(178, 100, 107, 20, '#f4f3f0', { stroke: '#2b2c30', 'stroke-width': 8 }) +
    ellipse(178, 104, 92, 12, '#5b3a22')
  );
}

export function picnicBasket(): string {
  const wicker = '#c08a4a';
  const weave = repeat(5, (row) =>
    repeat(12, (at) =>
      rect(
        66 + at * 23,
        190 + row * 28,
        19,
        22,
        (at + row) % 2 === 0 ? darker(wicker, 0.16) : lighter(wicker, 0.14),
        4,
      ),
    ),
  );
  const cloth = repeat(10, (at) =>
    path(`M${60 + at * 28} 160 h28 v22 l-14 14 l-14 -14 Z`, at % 2 === 0 ? '#d8343f' : '#fafafa'),
  );
  return (
    shadow(200, 346, 150) +
    line('M78 176 Q80 40 200 38 Q320 40 322 176', darker(wicker, 0.25), 17) +
    line('M78 176 Q80 40 200 38 Q320 40 322 176', lighter(wicker, 0.3), 4, { 'stroke-dasharray': '12 8' }) +
    path('M236 170 V96 l8 -20 V50 h18 v26 l8 20 v74 Z', shaded('#2f5d45', 0)) +
    path('M90 168 Q120 100 176 112 Q212 124 206 168 Z', shaded('#d99a4e', 60, 0.25)) +
    line('M116 136 l18 18 M146 122 l18 22', '#f3d5a0', 6) +
    path('M54 180 H346 L326 322 Q322 340 304 340 H96 Q78 340 74 322 Z', shaded(wicker, 0), {
      stroke: darker(wicker, 0.4),
      'stroke-width': 3,
    }) +
    weave +
    cloth +
    rect(50, 156, 300, 16, darker(wicker, 0.1), 8)
  );
}

export function picnicBlanket(): string {
  const rows = repeat(7, (row) =>
    repeat(7, (at) =>
      (at + row) % 2 === 0
        ? rect(58 + at * 41, 96 + row * 33, 41, 33, '#d8343f')
        : rect(58 + at * 41, 96 + row * 33, 41, 33, at % 2 === 0 ? '#fafafa' : '#f0a3a8'),
    ),
  );
  const fringe = repeat(
    28,
    (at) =>
      line(`M${62 + at * 10.4} 328 v16 M${62 + at * 10.4} 94 v-14`, '#f4f3f0', 4) +
      line(`M${66 + at * 10.4} 328 v14`, '#d8c9b8', 2),
  );
  return (
    shadow(200, 350, 150) +
    fringe +
    rows +
    path('M345 96 L345 200 L262 96 Z', '#5b6f8a', { stroke: '#ffffff', 'stroke-width': 3 }) +
    rect(58, 96, 287, 231, 'none', 0, { stroke: '#a3202a', 'stroke-width': 3 })
  );
}
