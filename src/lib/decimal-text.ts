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
/** Signs and abbreviations in lower case; those that several currencies share name none. */
const currencySigns: ReadonlyMap<string, string | null> = new Map([
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['руб', 'RUB'],
  ['₺', 'TRY'],
  ['tl', 'TRY'],
  ['₴', 'UAH'],
  ['грн', 'UAH'],
  ['₩', 'KRW'],
  ['원', 'KRW'],
  ['円', 'JPY'],
  ['元', 'CNY'],
  ['₪', 'ILS'],
  ['zł', 'PLN'],
  ['zl', 'PLN'],
  ['kč', 'CZK'],
  ['ft', 'HUF'],
  ['lei', 'RON'],
  ['лв', 'BGN'],
  ['₫', 'VND'],
  ['đ', 'VND'],
  ['vnđ', 'VND'],
  ['฿', 'THB'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['₸', 'KZT'],
  ['₡', 'CRC'],
  ['₲', 'PYG'],
  ['₵', 'GHS'],
  ['৳', 'BDT'],
  ['rp', 'IDR'],
  ['rm', 'MYR'],
  ['s/', 'PEN'],
  ['fr', 'CHF'],
  ['sfr', 'CHF'],
  ['dhs', 'AED'],
  ['r$', 'BRL'],
  ['us$', 'USD'],
  ['au$', 'AUD'],
  ['a$', 'AUD'],
  ['ca$', 'CAD'],
  ['c$', 'CAD'],
  ['can$', 'CAD'],
  ['nz$', 'NZD'],
  ['hk$', 'HKD'],
  ['nt$', 'TWD'],
  ['s$', 'SGD'],
  ['sg$', 'SGD'],
  ['mx$', 'MXN'],
  ['mex$', 'MXN'],
  ['ar$', 'ARS'],
  ['clp$', 'CLP'],
  ['cop$', 'COP'],
  ['usd$', 'USD'],
  // India, Pakistan, Sri Lanka, Nepal and Mauritius.
  ['rs', null],
  ['₨', null],
  ['$', null],
  ['¥', null],
  ['￥', null],
  ['kr', null],
]);
/** Currencies whose prices have no fraction: `290.000 ₫` has a thousands separator. Those after the standard ones by use. */
const wholeCurrencies: ReadonlySet<string> = new Set([
  ...[...isoCurrencies].filter(
    (currency) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ===
      0,
  ),
  'IDR',
  'COP',
  'HUF',
  'LAK',
  'MMK',
]);

/** The readings of a number without currency: digits, separators and a sign. */
export function readDecimals(text: string): DecimalReadings {
  if (text.length > lengthMax) return none;
  const negative = text.startsWith('-') || text.startsWith('\u2212');
  const digits = negative ? text.slice(1) : text;
  const read = (sign: string, group: string): string | null => {
    const number = readDecimal(digits, sign, group);
    return number !== null && negative ? `-${number}` : number;
  };
  return { point: read('.', ','), comma: read(',', '.') };
}

/** The readings of a price with or without currency: `EUR 12,50`, `1 299,00 €`, `12.50 EUR`, `12,-`, `.99`; null for other texts. */
export function readAmountText(text: string): AmountText | null {
  if (text.length > 2 * lengthMax) return null;
  const trimmed = text.trim();
  const digit = trimmed.search(/\d/);
  if (digit === -1) return null;
  // The point of `Rs.99` belongs to the currency, that of `$.99` to the number.
  const isFraction = /[.,]/.test(trimmed[digit - 1] ?? '') && !/\p{L}/u.test(trimmed[digit - 2] ?? '');
  const first = isFraction ? digit - 1 : digit;
  let last = trimmed.length - 1;
  while (!isDigit(trimmed[last]!)) last--;
  const isNegative = /[-\u2212]/.test(trimmed[first - 1] ?? '');
  const before = trimmed.slice(0, isNegative ? first - 1 : first).trim();
  // `12,-` and `12/-` are whole prices.
  const after = trimmed
    .slice(last + 1)
    .replace(/^(?:[.,][-\u2013\u2014]{1,2}|\s?\/[-\u2013\u2014=])/, '')
    .trim();
  if (before !== '' && after !== '') return null;
  const named = before + after;
  const currency = named === '' ? null : readCurrency(named);
  if (currency === undefined) return null;
  const written = readDecimals(trimmed.slice(isNegative ? first - 1 : first, last + 1));
  const readings = currency !== null && wholeCurrencies.has(currency) ? readWholeNumbers(written) : written;
  return readings.point === null && readings.comma === null ? null : { readings, currency };
}

/** The sign that these readings prove: `12,50` has a comma. Null if both are possible with the same or another value. */
export function inferDecimalSign({ point, comma }: DecimalReadings): DecimalSign | null {
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

/** Without a fraction of three digits, which is a thousand where prices have no fraction. */
function readWholeNumbers(readings: DecimalReadings): DecimalReadings {
  if (!isAmbiguous(readings)) return readings;
  const isThousand = (number: string | null): boolean => /\.\d{3}$/.test(number ?? '');
  const { point, comma } = readings;
  return { point: isThousand(point) ? null : point, comma: isThousand(comma) ? null : comma };
}

/** Returns undefined for a text that is no currency. */
function readCurrency(text: string): string | null | undefined {
  const code = text.toUpperCase();
  if (isoCurrencies.has(code)) return code;
  const sign = (text.endsWith('$') ? text.replaceAll(/\s/g, '') : text).toLowerCase();
  return currencySigns.get(sign) ?? currencySigns.get(sign.replace(/\.$/, ''));
}

function readDecimal(text: string, sign: string, group: string): string | null {
  const [whole = '', fraction, ...more] = text.split(sign);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null;
  // `.99` is 0.99.
  const digits = whole === '' && fraction !== undefined ? '0' : removeGroups(whole, group);
  if (digits === null) return null;
  const shortest = digits.replace(/^0+(?=\d)/, '');
  return fraction === undefined ? shortest : `${shortest}.${fraction}`;
}

/** The digits of a whole number with or without thousands separators. */
function removeGroups(whole: string, group: string): string | null {
  if (/^\d+$/.test(whole)) return whole;
  const separator = [group, ...otherGroups].find((one) => whole.includes(one));
  if (separator === undefined) return null;
  const [first = '', ...groups] = whole.split(separator);
  const isThousands = /^[1-9]\d{0,2}$/.test(first) && groups.every((digits) => /^\d{3}$/.test(digits));
  return isThousands || isIndian(first, groups) ? first + groups.join('') : null;
}

/** `1,29,900`: lakhs and crores have two digits, the thousands three. */
function isIndian(first: string, groups: readonly string[]): boolean {
  const lakhs = groups.slice(0, -1);
  return (
    lakhs.length > 0 &&
    /^[1-9]\d?$/.test(first) &&
    /^\d{3}$/.test(groups.at(-1) ?? '') &&
    lakhs.every((digits) => /^\d{2}$/.test(digits))
  );
}
