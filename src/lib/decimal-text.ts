/** The sign between the whole and the fraction of a number: `12.50` or `12,50`. */
export const decimalSigns = ['point', 'comma'] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/**
 * A number as text, in JSON notation for each decimal sign that it can have; null where it cannot. `1.299` is 1.299 or 1299,
 * `12,50` only 12.50, `1 299` the same with both.
 */
export type DecimalReadings = Readonly<Record<DecimalSign, string | null>>;

/** An amount with the currency that its text names: an ISO 4217 code, or null. */
export interface AmountText {
  readonly readings: DecimalReadings;
  readonly currency: string | null;
}

const none: DecimalReadings = { point: null, comma: null };
/** Longer texts are no amounts. */
const lengthMax = 40;
/** Thousands separators besides the point and the comma: spaces of several widths and apostrophes. */
const otherGroups = [' ', '\u00a0', '\u202f', '\u2009', "'", '\u2019'];
const isoCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Signs that several currencies share name none. */
const currencySigns: ReadonlyMap<string, string | null> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₩', 'KRW'],
  ['₪', 'ILS'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
  ['lei', 'RON'],
  ['R$', 'BRL'],
  ['US$', 'USD'],
  ['$', null],
  ['¥', null],
  ['kr', null],
  ['kr.', null],
  ['Fr.', 'CHF'],
]);

/** The readings of a number without currency: digits, separators and a sign. */
export function decimalReadings(text: string): DecimalReadings {
  if (text.length > lengthMax) return none;
  const negative = text.startsWith('-') || text.startsWith('\u2212');
  const digits = negative ? text.slice(1) : text;
  const read = (sign: string, group: string): string | null => {
    const number = decimal(digits, sign, group);
    return number !== null && negative ? `-${number}` : number;
  };
  return { point: read('.', ','), comma: read(',', '.') };
}

/** The readings of a price with or without currency: `EUR 12,50`, `1 299,00 €`, `12.50 EUR`, `12,-`; null for other texts. */
export function amountText(text: string): AmountText | null {
  if (text.length > 2 * lengthMax) return null;
  const trimmed = text.trim();
  const first = trimmed.search(/\d/);
  if (first === -1) return null;
  let last = trimmed.length - 1;
  while (!isDigit(trimmed[last]!)) last--;
  const isNegative = /[-\u2212]/.test(trimmed[first - 1] ?? '');
  const before = trimmed.slice(0, isNegative ? first - 1 : first).trim();
  // `12,-` is a whole price.
  const after = trimmed
    .slice(last + 1)
    .replace(/^[.,][-\u2013\u2014]{1,2}/, '')
    .trim();
  if (before !== '' && after !== '') return null;
  const named = before + after;
  const currency = named === '' ? null : currencyOf(named);
  if (currency === undefined) return null;
  const readings = decimalReadings(trimmed.slice(isNegative ? first - 1 : first, last + 1));
  return readings.point === null && readings.comma === null ? null : { readings, currency };
}

/** The sign that these readings prove: `12,50` has a comma. Null if both are possible with the same or another value. */
export function provenSign({ point, comma }: DecimalReadings): DecimalSign | null {
  if (point !== null && comma === null) return 'point';
  return point === null && comma !== null ? 'comma' : null;
}

/** Whether the value depends on the decimal sign, as in `1.299`. */
export function isAmbiguous({ point, comma }: DecimalReadings): boolean {
  return point !== null && comma !== null && point !== comma;
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** Undefined for a text that is no currency. */
function currencyOf(text: string): string | null | undefined {
  const code = text.toUpperCase();
  return isoCurrencies.has(code) ? code : currencySigns.get(text);
}

function decimal(text: string, sign: string, group: string): string | null {
  const [whole = '', fraction, ...more] = text.split(sign);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null;
  const digits = ungrouped(whole, group);
  if (digits === null) return null;
  const shortest = digits.replace(/^0+(?=\d)/, '');
  return fraction === undefined ? shortest : `${shortest}.${fraction}`;
}

/** The digits of a whole number with or without thousands separators. */
function ungrouped(whole: string, group: string): string | null {
  if (/^\d+$/.test(whole)) return whole;
  const separator = [group, ...otherGroups].find((one) => whole.includes(one));
  if (separator === undefined) return null;
  const [first = '', ...groups] = whole.split(separator);
  if (!/^[1-9]\d{0,2}$/.test(first) || !groups.every((digits) => /^\d{3}$/.test(digits))) return null;
  return first + groups.join('');
}
