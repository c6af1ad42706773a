import { darker, element, ellipse, lighter, path, rect, shaded } from './svg.ts';

/** Materials and solid shapes of drawings. */

export const steel = '#b4bcc4';
export const wood = '#b9814a';
export const paleWood = '#b98a48';
export const black = '#2b2f35';
export const glass = '#cfe6ee';
export const brass = '#c79a3f';
export const white = '#f1f1ee';

export function polygon(points: string, fill: string): string {
  return element('polygon', { points, fill });
}

/** A short print on a product, centred on `x`. */
export function print(text: string, x: number, y: number, size: number, fill: string): string {
  const font = { 'font-size': size, 'font-weight': 'bold', 'font-family': 'sans-serif' };
  return element('text', { x, y, 'text-anchor': 'middle', fill, ...font }, text);
}

/** The wall and the round foot of a vessel: a cylinder or a part of a cone. */
export function wall(
  cx: number,
  top: number,
  bottom: number,
  topRadius: number,
  footRadius: number,
  color: string,
): string {
  const ry = footRadius * 0.17;
  return path(
    `M${cx - topRadius} ${top} L${cx - footRadius} ${bottom} A${footRadius} ${ry} 0 0 0 ${cx + footRadius} ${bottom} L${cx + topRadius} ${top} Z`,
    shaded(color, 0, 0.22),
  );
}

/** The rim of an open vessel, seen a little from above. */
export function rim(
  cx: number,
  cy: number,
  radius: number,
  color: string,
  inside = darker(color, 0.3),
): string {
  const ry = radius * 0.17;
  return (
    ellipse(cx, cy, radius, ry, lighter(color, 0.25)) + ellipse(cx, cy + 1, radius * 0.94, ry * 0.8, inside)
  );
}

/** A closed cylinder: a tin, a plinth, a battery. */
export function cylinder(cx: number, top: number, bottom: number, radius: number, color: string): string {
  return (
    wall(cx, top, bottom, radius, radius, color) +
    ellipse(cx, top, radius, radius * 0.17, lighter(color, 0.3))
  );
}

/** A box with its front, top and right side; `depth` is how far it goes back. */
export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  depth: number,
  color: string,
): string {
  const up = depth * 0.6;
  const right = x + width;
  return (
    rect(x, y, width, height, shaded(color, 60, 0.08)) +
    polygon(
      `${x},${y} ${x + depth},${y - up} ${right + depth},${y - up} ${right},${y}`,
      lighter(color, 0.28),
    ) +
    polygon(
      `${right},${y} ${right + depth},${y - up} ${right + depth},${y + height - up} ${right},${y + height}`,
      darker(color, 0.2),
    )
  );
}

/** A glossy streak. */
export function gloss(d: string, opacity = 0.45): string {
  return path(d, '#ffffff', { opacity });
}
