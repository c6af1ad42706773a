import { blossom, scattered, repeat, turned } from '../compose.ts';
import { paleWood } from '../solids.ts';
import { circle, darker, ellipse, group, line, path, rect, shaded, shadow } from '../svg.ts';

export function wateringCan(color: string): string {
  return (
    shadow(180, 344, 130) +
    line('M250 236 L348 130', darker(color, 0.1), 22) +
    path('M322 116 L376 104 L384 150 L350 162 Z', shaded(color, 0), {
      stroke: darker(color, 0.4),
      'stroke-width': 2.5,
    }) +
    repeat(4, (at) => line(`M${376 + at * 3} ${116 + at * 11} q10 8 8 24`, '#7cc4e8', 4)) +
    line('M92 180 Q20 190 40 270 Q60 310 92 290', darker(color, 0.15), 17) +
    line('M112 164 Q130 76 210 96 Q246 116 244 168', darker(color, 0.15), 17) +
    path('M86 166 H258 L272 324 Q270 340 252 340 H94 Q76 340 74 324 Z', shaded(color, 0, 0.25), {
      stroke: darker(color, 0.4),
      'stroke-width': 3,
    }) +
    path('M150 160 Q200 130 258 166 L86 166 Q110 156 150 160 Z', darker(color, 0.25)) +
    line('M82 210 H264 M78 300 H270', darker(color, 0.25), 6) +
    blossom(172, 256, 30, '#fafafa', '#f4c534')
  );
}

/** A terracotta pot with a plant. */
export function flowerPot(color: string, flowers: string): string {
  const leaves = repeat(9, (at) => {
    const angle = -80 + at * 20;
    return ellipse(200, 156, 17, 66, at % 2 === 0 ? '#4f9a52' : '#6fb35c', {
      transform: `rotate(${angle} 200 206)`,
    });
  });
  return (
    shadow(200, 356, 100) +
    leaves +
    [
      [150, 100],
      [200, 74],
      [252, 102],
      [118, 156],
      [284, 156],
      [200, 136],
    ]
      .map(([x = 0, y = 0]) => blossom(x, y, 29, flowers, '#f4c534'))
      .join('') +
    path('M116 226 H284 L262 340 Q260 354 244 354 H156 Q140 354 138 340 Z', shaded(color, 0, 0.22), {
      stroke: darker(color, 0.4),
      'stroke-width': 2.5,
    }) +
    rect(104, 200, 192, 42, shaded(darker(color, 0.05), 0, 0.22), 8, {
      stroke: darker(color, 0.4),
      'stroke-width': 2.5,
    })
  );
}

export function hangingBasket(): string {
  const bush =
    scattered(34, [82, 160, 236, 110], (x, y, at) => circle(x, y, 24, at % 2 === 0 ? '#4f9a52' : '#6fb35c')) +
    scattered(15, [80, 150, 240, 130], (x, y, at) =>
      blossom(x, y, 21, at % 2 === 0 ? '#d9506f' : '#b79bd6', '#f4c534'),
    );
  return (
    line('M200 20 q-22 0 -16 22 M200 44 L84 190 M200 44 L316 190 M200 44 V160', '#6b6e74', 5) +
    path('M78 210 H322 Q310 330 200 336 Q90 330 78 210 Z', shaded('#8a5a33', 0, 0.2), {
      stroke: '#4a2f18',
      'stroke-width': 3,
    }) +
    repeat(6, (at) => line(`M${96 + at * 40} 220 q-10 60 20 110`, '#5e3c1e', 3)) +
    bush +
    repeat(5, (at) => line(`M${110 + at * 46} 270 q${at % 2 === 0 ? -16 : 16} 40 0 70`, '#4f9a52', 6))
  );
}

export function gardenHose(color: string): string {
  return (
    shadow(200, 350, 130) +
    rect(86, 60, 26, 284, '#3a3c42', 8) +
    rect(288, 60, 26, 284, '#3a3c42', 8) +
    line('M100 70 H300', '#3a3c42', 17) +
    repeat(6, (at) =>
      ellipse(200, 190, 104 - at * 14, 104 - at * 14, 'none', {
        stroke: at % 2 === 0 ? color : darker(color, 0.18),
        'stroke-width': 13,
      }),
    ) +
    circle(200, 190, 22, '#4a4e55') +
    line('M206 294 Q260 330 330 300', color, 13) +
    path('M326 312 L322 286 L364 270 L378 296 Z', '#f4c534') +
    line('M200 190 L248 160', '#c9ccd1', 9) +
    rect(66, 336, 268, 14, '#3a3c42', 6)
  );
}

function handle(): string {
  return path('M191 20 H209 L207 240 H193 Z', shaded(paleWood, 0, 0.25), {
    stroke: darker(paleWood, 0.4),
    'stroke-width': 2,
  });
}

export function spade(): string {
  return (
    shadow(230, 358, 100, 7) +
    turned(
      line('M164 30 H236', '#2b2c30', 18) +
        line('M172 34 L194 74 M228 34 L206 74', '#2b2c30', 11) +
        handle() +
        path('M132 226 H268 L262 310 Q240 360 200 378 Q160 360 138 310 Z', shaded('#8a929c', 0, 0.3), {
          stroke: '#4a4e55',
          'stroke-width': 3,
        }) +
        line('M200 236 V330', '#5b5f66', 6),
      20,
    )
  );
}

export function rake(color: string): string {
  const tines = repeat(11, (at) =>
    line(`M200 240 Q${130 + at * 14} 290 ${90 + at * 22} 350 q0 14 6 18`, color, 6),
  );
  return turned(
    handle() +
      rect(186, 216, 28, 40, '#2b2c30', 6) +
      tines +
      line('M122 306 Q200 290 278 306', darker(color, 0.25), 8),
    16,
  );
}

/** Trowel and hand fork. */
export function handTools(color: string): string {
  const grip =
    rect(-14, 220, 28, 126, shaded(color, 0, 0.25), 13, { stroke: darker(color, 0.4), 'stroke-width': 2.5 }) +
    circle(0, 330, 5, '#ffffff') +
    line('M0 150 V224', '#8a929c', 11);
  const trowel =
    path('M0 20 Q44 70 34 150 Q0 172 -34 150 Q-44 70 0 20 Z', shaded('#b0b7bf', 0, 0.3), {
      stroke: '#5b5f66',
      'stroke-width': 2.5,
    }) + line('M0 50 V150', '#7d838c', 4);
  const fork =
    [-32, 0, 32]
      .map((x) =>
        path(`M${x - 7} 150 L${x - 4} 40 L${x} 24 L${x + 4} 40 L${x + 7} 150 Z`, '#9aa0a8', {
          stroke: '#5b5f66',
          'stroke-width': 2,
        }),
      )
      .join('') +
    path('M-42 140 H42 Q30 172 0 172 Q-30 172 -42 140 Z', '#9aa0a8', {
      stroke: '#5b5f66',
      'stroke-width': 2,
    });
  return (
    shadow(200, 360, 130) +
    group(trowel + grip, { transform: 'translate(124 6) rotate(-8 0 200)' }) +
    group(fork + grip, { transform: 'translate(276 6) rotate(8 0 200)' })
  );
}

export function secateurs(color: string): string {
  return (
    shadow(200, 360, 110) +
    turned(
      path(
        'M196 190 Q140 240 132 340 Q132 366 152 366 Q168 364 168 340 Q180 260 216 214 Z',
        shaded(color, 0, 0.25),
        { stroke: darker(color, 0.4), 'stroke-width': 2.5 },
      ) +
        path(
          'M204 190 Q262 240 268 340 Q268 366 248 366 Q232 364 232 340 Q222 260 184 214 Z',
          shaded(darker(color, 0.1), 0, 0.25),
          { stroke: darker(color, 0.4), 'stroke-width': 2.5 },
        ) +
        path('M190 214 Q166 120 196 30 Q240 90 226 206 Z', shaded('#b9bdc4', 0, 0.3), {
          stroke: '#5b5f66',
          'stroke-width': 2.5,
        }) +
        path('M214 210 Q258 160 240 92 Q286 140 256 206 Z', '#6b6e74') +
        circle(202, 202, 18, '#d0a544', { stroke: '#7d5c14', 'stroke-width': 3 }) +
        line('M186 260 q14 -14 28 0', '#8a8d92', 7),
      24,
    )
  );
}

export function wheelbarrow(color: string): string {
  const soil = path('M104 140 Q140 92 180 120 Q220 84 262 122 Q300 108 324 142 Z', '#6b4a2e');
  return (
    shadow(200, 346, 160) +
    line('M14 176 L120 240 L300 262', '#3a3c42', 11) +
    line('M14 176 l36 20', '#c8352f', 19) +
    line('M126 240 L110 334 M160 250 L168 334', '#3a3c42', 10) +
    line('M290 258 L318 296', '#3a3c42', 10) +
    circle(316, 294, 46, '#2b2c30') +
    circle(316, 294, 25, '#c9ccd1') +
    circle(316, 294, 8, '#4a4e55') +
    soil +
    path('M74 138 H346 L288 250 H140 Z', shaded(color, 90, 0.2), {
      stroke: darker(color, 0.4),
      'stroke-width': 3,
    }) +
    rect(66, 130, 288, 14, darker(color, 0.2), 7)
  );
}

export function lawnMower(color: string): string {
  return (
    ellipse(200, 344, 180, 16, '#a9cf86') +
    line('M70 60 L150 230', '#3a3c42', 13) +
    line('M48 56 L96 52', '#2b2c30', 19) +
    path('M60 214 Q40 220 52 250 L120 290 V216 Z', '#4a4e55') +
    path('M110 290 Q112 222 170 216 H300 Q364 224 372 296 H110 Z', shaded(color, 90, 0.22), {
      stroke: darker(color, 0.4),
      'stroke-width': 3,
    }) +
    path('M180 216 Q184 166 240 162 Q296 166 300 216 Z', shaded('#3a3c42', 60, 0.3)) +
    rect(222, 144, 36, 24, '#c9ccd1', 6) +
    line('M196 196 H284', '#6b6e74', 5) +
    [140, 338]
      .map(
        (x) => circle(x, 306, 40, '#2b2c30') + circle(x, 306, 22, '#e8e9ec') + circle(x, 306, 7, '#4a4e55'),
      )
      .join('') +
    rect(176, 290, 126, 16, '#2b2c30', 5)
  );
}

export function chainsaw(color: string): string {
  const teeth = repeat(14, (at) =>
    path(`M${40 + at * 15} 160 l4 -12 h8 v12 Z M${40 + at * 15} 224 v12 h8 l4 -12 Z`, '#4a4e55'),
  );
  const bar = path('M60 158 H260 V226 H60 Q22 222 22 192 Q22 162 60 158 Z', shaded('#c4c8cd', 90, 0.25), {
    stroke: '#4a4e55',
    'stroke-width': 7,
  });
  const motor = path(
    'M230 140 H330 Q350 144 352 170 V244 Q348 258 332 258 H246 Q230 252 230 140 Z',
    shaded(color, 60, 0.2),
    { stroke: darker(color, 0.4), 'stroke-width': 3 },
  );
  const vents = repeat(4, (at) => line(`M${262 + at * 18} 196 V230`, darker(color, 0.5), 7));
  const handles =
    line('M250 142 Q240 76 286 74 Q322 80 318 142', '#2b2c30', 17) +
    path('M340 176 Q390 170 384 214 Q378 252 340 248 V226 Q358 228 360 208 Q358 196 340 198 Z', '#2b2c30');
  return (
    shadow(200, 312, 160) +
    turned(
      teeth +
        bar +
        rect(56, 186, 130, 10, '#9aa0a8', 5) +
        motor +
        vents +
        handles +
        circle(270, 166, 11, '#fafafa'),
      -12,
    )
  );
}

export function gardeningGloves(color: string): string {
  const one =
    path(
      'M84 216 Q60 190 40 162 Q32 146 46 138 Q62 132 76 150 L94 172 L88 86 Q88 66 102 66 Q116 66 118 84 L122 146 L126 62 Q128 44 142 44 Q156 46 156 62 L154 146 L164 70 Q168 56 180 58 Q194 62 192 78 L182 154 L198 106 Q204 94 216 100 Q226 106 222 120 L198 232 L188 280 H96 Z',
      shaded('#f0e6d2', 40, 0.1),
      { stroke: '#9a8a6a', 'stroke-width': 2.5 },
    ) +
    path(
      'M88 150 L86 84 Q90 64 102 64 Q116 66 118 84 L120 110 H126 L126 62 Q130 44 142 44 Q156 46 156 62 L156 106 L164 70 Q168 56 180 58 Q194 62 192 78 L188 118 L198 106 Q204 94 216 100 Q226 106 222 120 L212 166 Q150 196 92 170 L40 162 Q32 146 46 138 Q62 132 76 150 Z',
      color,
    ) +
    rect(90, 276, 104, 70, darker(color, 0.15), 8) +
    blossom(142, 236, 19, color, '#f4c534');
  return group(one, { transform: 'translate(-20 0)' }) + group(one, { transform: 'matrix(-1 0 0 1 420 16)' });
}
