/** Shapes for drawings of 400 by 400 units. A drawing stays within 30 to 370, with a contact shadow near y = 350. */

/** Attributes of an element; numbers are rounded to two decimals. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element with attributes and content. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const text = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : value}"`)
    .join('');
  return content === '' ? `<${name}${text}/>` : `<${name}${text}>${content}</${name}>`;
}

export function path(d: string, fill: string, more: Attributes = {}): string {
  return element('path', { d, fill, ...more });
}

/** An open line with round ends. */
export function line(d: string, stroke: string, width: number, more: Attributes = {}): string {
  return element('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  more: Attributes = {},
): string {
  return element('rect', { x, y, width, height, rx: radius === 0 ? undefined : radius, fill, ...more });
}

export function ellipse(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more: Attributes = {},
): string {
  return element('ellipse', { cx, cy, rx, ry, fill, ...more });
}

export function circle(cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string {
  return ellipse(cx, cy, r, r, fill, more);
}

export function group(content: string, more: Attributes = {}): string {
  return element('g', more, content);
}

/** The soft shadow of a product that stands on the ground. */
export function shadow(cx = 200, cy = 352, rx = 120, ry = 12): string {
  return ellipse(cx, cy, rx, ry, '#000000', { opacity: 0.14, filter: 'url(#soft)' });
}

/** Mixes `#rrggbb` with white; `amount` 0 to 1. */
export function lighter(color: string, amount: number): string {
  return mix(color, '#ffffff', amount);
}

/** Mixes `#rrggbb` with black; `amount` 0 to 1. */
export function darker(color: string, amount: number): string {
  return mix(color, '#000000', amount);
}

/** `amount` 0: the first colour, 1: the second. */
export function mix(from: string, to: string, amount: number): string {
  const channel = (at: number): string => {
    const a = Number.parseInt(from.slice(at, at + 2), 16);
    const b = Number.parseInt(to.slice(at, at + 2), 16);
    return Math.round(a + (b - a) * amount)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** A fill that goes from a lighter to a darker tone. `angle` in degrees: 0 from left to right, 90 from top to bottom. */
export function shaded(color: string, angle = 0, contrast = 0.18): string {
  return `shade(${color},${angle},${contrast})`;
}

/** A drawing as a whole SVG: the gradients that `shaded()` names are defined once each. */
export function asSvg(content: string, pixels: number): string {
  const gradients = new Map<string, string>();
  const drawn = content.replaceAll(
    /shade\((#[0-9a-f]{6}),([\d.-]+),([\d.]+)\)/g,
    (_, color, angle, contrast) => {
      const key = `${color}${angle}${contrast}`;
      const id = gradients.has(key) ? [...gradients.keys()].indexOf(key) : gradients.size;
      gradients.set(
        key,
        element(
          'linearGradient',
          { id: `g${id}`, gradientTransform: `rotate(${angle} .5 .5)` },
          element('stop', { offset: 0, 'stop-color': lighter(color, Number(contrast)) }) +
            element('stop', { offset: 0.55, 'stop-color': color }) +
            element('stop', { offset: 1, 'stop-color': darker(color, Number(contrast)) }),
        ),
      );
      return `url(#g${id})`;
    },
  );
  const soft = element(
    'filter',
    { id: 'soft', x: '-20%', y: '-60%', width: '140%', height: '220%' },
    element('feGaussianBlur', { stdDeviation: 5 }),
  );
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 400 400', width: pixels, height: pixels },
    `<defs>${soft}${[...gradients.values()].join('')}</defs>${rect(0, 0, 400, 400, '#ffffff')}${drawn}`,
  );
}
