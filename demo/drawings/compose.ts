import { element, group, path } from './svg.ts';

/** Content and its mirror image about the vertical axis of the picture. */
export function bothSides(content: string): string {
  return content + group(content, { transform: 'matrix(-1 0 0 1 400 0)' });
}

/** Content within a shape. `id` is unique in the drawing. */
export function clipped(id: string, shape: string, content: string): string {
  return element('clipPath', { id }, path(shape, '#000000')) + group(content, { 'clip-path': `url(#${id})` });
}

/** Content turned clockwise about a point. */
export function turned(content: string, degrees: number, cx = 200, cy = 200): string {
  return group(content, { transform: `rotate(${degrees} ${cx} ${cy})` });
}

/** Content moved, then scaled about the new origin. */
export function placed(content: string, x: number, y: number, scale = 1): string {
  return group(content, { transform: `translate(${x} ${y}) scale(${scale})` });
}

/** Draws `count` parts, numbered from 0. */
export function repeat(count: number, draw: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => draw(at)).join('');
}

/** A star with its first point at the top. */
export function star(cx: number, cy: number, radius: number, fill: string, points = 5, depth = 0.42): string {
  const corners = Array.from({ length: points * 2 }, (_, at) => {
    const reach = at % 2 === 0 ? radius : radius * depth;
    const angle = (at * Math.PI) / points;
    return `${(cx + reach * Math.sin(angle)).toFixed(1)} ${(cy - reach * Math.cos(angle)).toFixed(1)}`;
  });
  return path(`M${corners.join('L')}Z`, fill);
}

/** A blossom of five petals. */
export function blossom(cx: number, cy: number, radius: number, petal: string, middle: string): string {
  const petals = repeat(5, (at) => {
    const angle = (at * 2 * Math.PI) / 5;
    const [x, y] = [cx + radius * 0.6 * Math.sin(angle), cy - radius * 0.6 * Math.cos(angle)];
    return element('circle', { cx: x, cy: y, r: radius * 0.46, fill: petal });
  });
  return petals + element('circle', { cx, cy, r: radius * 0.34, fill: middle });
}

/** `count` drawings spread evenly over a rectangle without a visible grid (the R2 sequence of M. Roberts). */
export function scattered(
  count: number,
  [left, upper, width, height]: readonly [number, number, number, number],
  draw: (x: number, y: number, at: number) => string,
): string {
  return repeat(count, (at) =>
    draw(
      Math.round(left + width * ((at * 0.7549) % 1)),
      Math.round(upper + height * ((at * 0.5698) % 1)),
      at,
    ),
  );
}
