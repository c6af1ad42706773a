const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * A text that is written as a decimal number (`46`, `12.50`, `-3`): its number, NaN for any other text. `007` and `1e5` are
 * codes. Ranges and orders take such a text for the number that it is, whichever way a shop sends it.
 */
export function decimalValue(text: string): number {
  return decimal.test(text) ? Number(text) : Number.NaN;
}

/** The number that a value of an item is, or is written as; NaN where it is none. */
export function numberIn(value: unknown): number {
  if (typeof value === 'string') return decimalValue(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
}

/** The number that is written just so; null where the text is none. */
export function numberOfText(text: string): number | null {
  if (!/^[-\d]/.test(text)) return null;
  const number = Number(text);
  return String(number) === text ? number : null;
}
