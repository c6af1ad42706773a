/** Whether a field is the one at a path, or below it: `specs.cost` is within `specs`. */
export function isWithin(field: string, path: string): boolean {
  return field === path || field.startsWith(`${path}.`);
}

/** Whether the values of two fields share a part: one is within the other. */
export function doOverlap(field: string, other: string): boolean {
  return isWithin(field, other) || isWithin(other, field);
}
