import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { SortKey } from '../../ports/search/text.ts';

const called = /^(asc|desc)\((.+)\)$/is;
const distance = /^distance\(([^,()]+),([^,()]+),([^,()]+)\)$/i;

/**
 * Parses sort keys: `price`, `price:desc`, `price desc`, `-price`, `desc(price)`; in place of a field also
 * `distance(location,59.33,18.06)`, the distance to the item's nearest geo point in the field.
 * @throws VitrineError invalid_request with the path of each error
 */
export function parseSort(keys: readonly string[]): SortKey[] {
  const errors: InputError[] = [];
  const sort = keys.flatMap((key, index): SortKey[] => {
    const parsed = sortKey(key);
    if (typeof parsed !== 'string') return [parsed];
    const path = `sort[${index}]`;
    const detail = `${path} must be ${parsed}, not ${JSON.stringify(key.slice(0, 60).toWellFormed())}`;
    errors.push({ path, code: 'format', detail });
    return [];
  });
  if (errors.length > 0) throw new VitrineError('invalid_request', errors[0]?.detail ?? '', { errors });
  return sort;
}

/** The sort key, or the expected syntax. */
function sortKey(text: string): SortKey | string {
  const [, before, inner] = called.exec(text) ?? [];
  const { by: outer, direction: after } = parseSuffixes(text);
  const by = (inner ?? outer ?? text.replace(/^[-+]/, '')).trim();
  const direction = before ?? after ?? (text.startsWith('-') ? 'desc' : 'asc');
  const order = direction.toLowerCase() === 'desc' ? 'desc' : 'asc';
  const [, field = by, ...degrees] = distance.exec(by) ?? [];
  if (degrees.length > 0) {
    const [lat = Number.NaN, lng = Number.NaN] = degrees.map((text) =>
      /^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN,
    );
    const onGlobe = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && field.trim() !== '';
    return onGlobe
      ? { field: field.trim(), order, from: { lat, lng } }
      : 'distance(field,latitude,longitude) with a latitude from -90 to 90 and a longitude from -180 to 180';
  }
  return field === '' || /[:()"]/.test(field)
    ? 'like price:asc, price:desc or distance(location,59.33,18.06)'
    : { field, order };
}

/** `price:desc`, and `price desc` as in SQL. */
function parseSuffixes(text: string): { by?: string; direction?: string } {
  const direction = /(?:asc|desc)$/i.exec(text)?.[0];
  if (direction === undefined) return {};
  const before = text.slice(0, -direction.length);
  const by = before.endsWith(':') ? before.slice(0, -1) : before.trimEnd();
  return before.length < 2 || by === before ? {} : { by, direction };
}
