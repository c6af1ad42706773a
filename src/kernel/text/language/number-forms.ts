import { isDigitUnit } from './characters.ts';
import { hasSmallNumbers, canBeUnit } from './units.ts';

/** Maximum digits of a number; longer ones are codes. */
export const digitsMax = 20;
/** Largest denominator of a fraction: "205/55" is none, "11/12" may be one. */
const denominatorMax = 64;

const vulgarFractions: Readonly<Record<string, string>> = {
  '¼': '1/4',
  '½': '1/2',
  '¾': '3/4',
  '⅐': '1/7',
  '⅑': '1/9',
  '⅒': '1/10',
  '⅓': '1/3',
  '⅔': '2/3',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};
/** Whether a unit is a fraction in one character. */
export const isVulgar = (unit: number): boolean =>
  (unit >= 0xbc && unit <= 0xbe) || (unit >= 0x2150 && unit <= 0x215e);
/** Whether a unit is a blank, a no-break space, or a thin space. */
export const isBlank = (unit: number): boolean =>
  unit === 0x20 || unit === 0xa0 || unit === 0x2009 || unit === 0x202f;
/** A number in a text. If `isPlain`, `text` is its spelling there. */
export interface Scalar {
  readonly text: string;
  readonly end: number;
  readonly isPlain: boolean;
  /** Another reading of the number. */
  readonly other?: string;
}

/** Reads the number at `start`, or null if the digits are a code, a list or a version. */
export function scalarAt(value: string, start: number): Scalar | null {
  const first = value[start] ?? '';
  if (vulgarFractions[first] !== undefined)
    return { text: vulgarFractions[first], end: start + 1, isPlain: false };
  let end = start;
  while (end < value.length && isDigitUnit(value.charCodeAt(end))) end++;
  if (end === start || end - start > digitsMax) return null;
  if (!mayContinueAsScalar(value, end)) return plainScalar(value, start, end);
  // In "1,2,3", the second number is part of a list, too.
  if (isListSeparator(value, start - 1) && isDigitUnit(value.charCodeAt(start - 2)))
    return plainScalar(value, start, end);
  return (
    fractionAt(value, start, end) ??
    readGroupedNumber(value, start, end) ??
    decimalAt(value, start, end) ??
    plainScalar(value, start, end)
  );
}

/** Whether digits may be followed by more of a number. This quick test excludes most numbers. */
export function mayContinueAsScalar(value: string, end: number): boolean {
  if (end >= value.length) return false;
  const unit = value.charCodeAt(end);
  if (unit > 127) return true;
  // A blank, an apostrophe, a comma, a hyphen, a full stop or a slash.
  if (unit !== 0x20 && unit !== 0x27 && (unit < 0x2c || unit > 0x2f)) return false;
  if (end + 1 >= value.length) return false;
  const next = value.charCodeAt(end + 1);
  return isDigitUnit(next) || next > 127;
}

const plainScalar = (value: string, start: number, end: number): Scalar => ({
  text: value.slice(start, end),
  end,
  isPlain: true,
});

const isListSeparator = (value: string, at: number): boolean =>
  value.charCodeAt(at) === 0x2c || value.charCodeAt(at) === 0x2e;

/** Reads a fraction: "3/4", "3⁄4", or with a whole number "1 1/2", "1-1/2", "1½". */
function fractionAt(value: string, start: number, end: number): Scalar | null {
  const fraction = fractionEnd(value, start, end);
  if (fraction !== null) return fraction;
  if (end - start > 2) return null;
  const following = vulgarFractions[value[end] ?? ''];
  const wholeAnd = (text: string, after: number): Scalar => ({
    text: `${value.slice(start, end)}-${text}`,
    end: after,
    isPlain: false,
  });
  if (following !== undefined) return wholeAnd(following, end + 1);
  const unit = value.charCodeAt(end);
  if (!isBlank(unit) && unit !== 0x2d) return null;
  const spaced = vulgarFractions[value[end + 1] ?? ''];
  if (spaced !== undefined) return wholeAnd(spaced, end + 2);
  let digitsEnd = end + 1;
  while (isDigitUnit(value.charCodeAt(digitsEnd))) digitsEnd++;
  const spacedFraction = digitsEnd === end + 1 ? null : fractionEnd(value, end + 1, digitsEnd);
  return spacedFraction === null ? null : wholeAnd(spacedFraction.text, spacedFraction.end);
}

function fractionEnd(value: string, start: number, end: number): Scalar | null {
  const slash = value.charCodeAt(end);
  if (end - start > 2 || (slash !== 0x2f && slash !== 0x2044) || value.charCodeAt(start - 1) === 0x2f)
    return null;
  let after = end + 1;
  while (isDigitUnit(value.charCodeAt(after))) after++;
  const [numerator, denominator] = [Number(value.slice(start, end)), Number(value.slice(end + 1, after))];
  if (after === end + 1 || after - end > 3 || value.charCodeAt(after) === 0x2f) return null;
  if (isListSeparator(value, after) && isDigitUnit(value.charCodeAt(after + 1))) return null;
  if (numerator < 1 || numerator >= denominator || denominator > denominatorMax) return null;
  // "12/24 V" and "50/60 Hz" are two numbers.
  if (commonDivisor(numerator, denominator) > 1) return null;
  return { text: `${numerator}/${denominator}`, end: after, isPlain: false };
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

const grouped = /[1-9]\d{0,2}([.,'’\u00a0\u2009\u202f ])\d{3}(?:\1\d{3})*(?!\d)/y;
const fraction = /([.,])\d{1,2}(?!\d)/y;

/** Reads a number with thousands separators: "20.000", "1,299.50", "1'000", "20 000". */
function readGroupedNumber(value: string, start: number, end: number): Scalar | null {
  if (end - start > 3) return null;
  grouped.lastIndex = start;
  const match = grouped.exec(value);
  if (match === null) return null;
  const [written, separator] = [match[0], match[1]!];
  let after = start + written.length;
  let text = written.replaceAll(separator, '');
  fraction.lastIndex = after;
  const decimals = fraction.exec(value);
  if (decimals !== null && decimals[1] !== separator) {
    after += decimals[0].length;
    text += `.${decimals[0].slice(1)}`;
  } else if (!isThousands(value, after, written, separator)) return null;
  if (isListSeparator(value, after) && isDigitUnit(value.charCodeAt(after + 1))) return null;
  const other = decimals === null && /^\d+[.,]\d{3}$/.test(written) ? written.replace(',', '.') : undefined;
  return { text, end: after, isPlain: false, ...(other !== undefined && { other }) };
}

const unitAfter = /\s?(\p{L}{1,6})/uy;

/** Whether groups of three digits are thousands, by the separator, the digits and the unit. */
function isThousands(value: string, end: number, written: string, separator: string): boolean {
  const groups = written.split(separator);
  const [first, last] = [groups[0]!, groups.at(-1)!];
  if (separator === ' ') return groups.slice(1).every((group) => group === '000');
  if (separator !== ',' && separator !== '.') return true;
  // "300,301" and "192.168.178.100" are a list and an address.
  if (groups.length > 2) return first.length < 3;
  if (separator === ',') return first.length < 3 || last.endsWith('00');
  unitAfter.lastIndex = end;
  const unit = unitAfter.exec(value)?.[1]?.toLowerCase() ?? '';
  return (
    last === '000' ||
    (last.endsWith('00') ? !hasSmallNumbers(unit) : canBeUnit(unit) && !hasSmallNumbers(unit))
  );
}

const decimalComma = /\d+,\d{1,2}(?!\d)|0,\d{3}(?!\d)/y;

/** Reads a decimal number: "1,5" or "1.5". */
function decimalAt(value: string, start: number, end: number): Scalar | null {
  const separator = value.charCodeAt(end);
  if (separator === 0x2e && isDigitUnit(value.charCodeAt(end + 1))) {
    let after = end + 1;
    while (isDigitUnit(value.charCodeAt(after))) after++;
    const isVersion = value.charCodeAt(after) === 0x2e && isDigitUnit(value.charCodeAt(after + 1));
    return isVersion ? null : plainScalar(value, start, after);
  }
  if (separator !== 0x2c) return null;
  decimalComma.lastIndex = start;
  const match = decimalComma.exec(value);
  if (match === null) return null;
  const after = start + match[0].length;
  if (isListSeparator(value, after) && isDigitUnit(value.charCodeAt(after + 1))) return null;
  return { text: match[0].replace(',', '.'), end: after, isPlain: false };
}
