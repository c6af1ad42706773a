const [minus, zero, nine] = [0x2d, 0x30, 0x39];
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * The number of a string written as a decimal (`46`, `12.50`, `-3`), NaN for any other string: `007` and `1e5` are codes.
 * Ranges and sorting treat such a string as its number, as shops send either.
 */
export function parseDecimal(text: string): number {
  // Most texts fail here, and facets compare many.
  const first = text.charCodeAt(0);
  if (first !== minus && !(first >= zero && first <= nine)) return Number.NaN;
  return decimal.test(text) ? Number(text) : Number.NaN;
}

/** The number of a value that is a number or a string written as one; NaN otherwise. */
export function parseNumberValue(value: unknown): number {
  if (typeof value === 'string') return parseDecimal(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
}

/** The number with this canonical form, or null for any other string. */
export function parseNumberText(text: string): number | null {
  if (!/^[-\d]/.test(text)) return null;
  const number = Number(text);
  return String(number) === text ? number : null;
}
