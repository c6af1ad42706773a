/** A number as text, or what is wrong with it. An empty text is null. */
export type ParsedNumber = { readonly value: number | null } | { readonly error: string };

export interface NumberFormatOptions {
  /** Decimal places that the numbers usually have. */
  readonly digits: number;
  /** The currency code of a price; its code and symbol around a number are ignored. */
  readonly currency?: string | undefined;
}

const significantDigitsMax = 15;

/**
 * Parses a number as people type it and spreadsheets copy it: `19.99`, `19,99`, `1.299,00`, `1 299.00`, `€ 19.99`. A text such as
 * `1,299`, which is 1299 in one country and 1.299 in another, is an error.
 */
export function parseNumber(text: string, { digits, currency = '' }: NumberFormatOptions): ParsedNumber {
  const plain = withoutCurrency(text.normalize('NFKC').replaceAll(/[−–]/g, '-').trim(), currency);
  if (plain === '') return { value: null };
  const grouped = plain.replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '');
  const sign = /^[+-]/.exec(grouped)?.[0] ?? '';
  const body = grouped.slice(sign.length).trim();
  if (!/^[\d.,]+$/.test(body) || !/\d/.test(body)) return { error: 'Not a number' };
  const mark = decimalMarkOf(body);
  const [whole = '', fraction = ''] = mark === '' ? [body] : splitAt(body, body.lastIndexOf(mark));
  const groups = whole.split(/[.,]/);
  const isGrouped = groups.length > 1;
  const isMixed = mark !== '' && (whole.includes(mark) || /[.,]/.test(fraction));
  if (isMixed || (isGrouped && !areGroups(groups))) return { error: 'Not a number' };
  const isAmbiguous = mark !== '' && !isGrouped && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (isAmbiguous && !(mark === '.' && digits >= 3))
    return { error: `Write ${whole}${fraction} or ${whole}.${fraction}0` };
  if (groups.join('').length + fraction.length > significantDigitsMax) return { error: 'Too many digits' };
  const value = Number(`${groups.join('')}.${fraction}0`);
  return sign === '-' && value !== 0 ? { error: 'Must be 0 or more' } : { value };
}

/** The number with the usual decimal places, or with more if it has more. */
export function numberText(value: number, digits: number): string {
  const fixed = value.toFixed(digits);
  return Number(fixed) === value ? fixed : String(value);
}

/** Rounds half up. Products such as 1.005 * 100 are just below the half, so their last digits are dropped first. */
export function rounded(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(Number((value * scale).toPrecision(12))) / scale;
}

/** Decimal places of the prices of a currency. */
export function currencyDigits(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

function withoutCurrency(text: string, currency: string): string {
  const marks = [currency, symbolOf(currency)]
    .filter((mark) => mark !== '')
    .map((mark) => mark.toLowerCase());
  let rest = text.replaceAll(/\p{Sc}/gu, '').trim();
  for (const mark of marks) {
    const lower = rest.toLowerCase();
    if (lower.startsWith(mark)) rest = rest.slice(mark.length).trim();
    else if (lower.endsWith(mark)) rest = rest.slice(0, -mark.length).trim();
  }
  return rest;
}

function symbolOf(currency: string): string {
  try {
    const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
    const parts = new Intl.NumberFormat('en', options).formatToParts(0);
    return parts.find(({ type }) => type === 'currency')?.value ?? '';
  } catch {
    return '';
  }
}

/** The last of two different marks, or a mark that occurs once; '': there is none. */
function decimalMarkOf(body: string): string {
  const dot = body.lastIndexOf('.');
  const comma = body.lastIndexOf(',');
  if (dot !== -1 && comma !== -1) return dot > comma ? '.' : ',';
  const mark = dot === -1 ? ',' : '.';
  return body.split(mark).length === 2 ? mark : '';
}

function splitAt(text: string, index: number): [string, string] {
  return [text.slice(0, index), text.slice(index + 1)];
}

/** Groups of thousands. India also writes groups of two: 1,00,000. */
function areGroups(groups: readonly string[]): boolean {
  const [first = '', ...others] = groups;
  const last = others.pop() ?? '';
  return /^\d{1,3}$/.test(first) && /^\d{3}$/.test(last) && others.every((group) => /^\d{2,3}$/.test(group));
}
