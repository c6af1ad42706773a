import { isAsciiDigit } from './characters.ts';
import { hasSmallNumbers, canBeUnit } from './units.ts';

/** Maximum digits of a number; longer ones are codes. */
export const digitsMax = 20;
/** Largest denominator of a fraction: "63/64" is a fraction, "1/80" is none. */
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
/** Whether a code unit is a fraction in one character. */
export const isVulgarFraction = (codeUnit: number): boolean =>
  (codeUnit >= 0xbc && codeUnit <= 0xbe) || (codeUnit >= 0x2150 && codeUnit <= 0x215e);
/** Whether a code unit is a blank, a no-break space, or a thin space. */
export const isBlank = (codeUnit: number): boolean =>
  codeUnit === 0x20 || codeUnit === 0xa0 || codeUnit === 0x2009 || codeUnit === 0x202f;
/** A number in a text. If `isPlain`, `text` is its spelling there. */
export interface Scalar {
  readonly text: string;
  readonly end: number;
  readonly isPlain: boolean;
  /** Another reading of the number. */
  readonly other?: string;
}

/**
 * Reads the number at `start`, or null if there are no digits or more than {@link digitsMax}. Of a list or a version, it reads the
 * digits alone.
 */
export function readScalar(value: string, start: number): Scalar | null {
  const first = value[start] ?? '';
  if (vulgarFractions[first] !== undefined)
    return { text: vulgarFractions[first], end: start + 1, isPlain: false };
  let end = start;
  while (end < value.length && isAsciiDigit(value.charCodeAt(end))) end++;
  if (end === start || end - start > digitsMax) return null;
  if (!mayContinueAsScalar(value, end)) return makePlainScalar(value, start, end);
  // In "1,2,3", the second number is part of a list, too.
  if (isListSeparator(value, start - 1) && isAsciiDigit(value.charCodeAt(start - 2)))
    return makePlainScalar(value, start, end);
  return (
    readFraction(value, start, end) ??
    readGroupedNumber(value, start, end) ??
    readDecimal(value, start, end) ??
    makePlainScalar(value, start, end)
  );
}

/** Whether digits may be followed by more of a number. This quick test excludes most numbers. */
export function mayContinueAsScalar(value: string, end: number): boolean {
  if (end >= value.length) return false;
  const codeUnit = value.charCodeAt(end);
  if (codeUnit > 127) return true;
  // A blank, an apostrophe, a comma, a hyphen, a full stop or a slash.
  if (codeUnit !== 0x20 && codeUnit !== 0x27 && (codeUnit < 0x2c || codeUnit > 0x2f)) return false;
  if (end + 1 >= value.length) return false;
  const next = value.charCodeAt(end + 1);
  return isAsciiDigit(next) || next > 127;
}

const makePlainScalar = (value: string, start: number, end: number): Scalar => ({
  text: value.slice(start, end),
  end,
  isPlain: true,
});

const comma = 0x2c;
const hyphen = 0x2d;
const fullStop = 0x2e;
const slash = 0x2f;
const fractionSlash = 0x2044;

const isListSeparator = (value: string, at: number): boolean =>
  value.charCodeAt(at) === comma || value.charCodeAt(at) === fullStop;

/** Reads a fraction: "3/4", "3⁄4", or with a whole number "1 1/2", "1-1/2", "1½". */
function readFraction(value: string, start: number, end: number): Scalar | null {
  const fraction = readSimpleFraction(value, start, end);
  if (fraction !== null) return fraction;
  if (end - start > 2) return null;
  const following = vulgarFractions[value[end] ?? ''];
  const joinWhole = (text: string, after: number): Scalar => ({
    text: `${value.slice(start, end)}-${text}`,
    end: after,
    isPlain: false,
  });
  if (following !== undefined) return joinWhole(following, end + 1);
  const codeUnit = value.charCodeAt(end);
  if (!isBlank(codeUnit) && codeUnit !== hyphen) return null;
  const separated = vulgarFractions[value[end + 1] ?? ''];
  if (separated !== undefined) return joinWhole(separated, end + 2);
  let digitsEnd = end + 1;
  while (isAsciiDigit(value.charCodeAt(digitsEnd))) digitsEnd++;
  const separatedFraction = digitsEnd === end + 1 ? null : readSimpleFraction(value, end + 1, digitsEnd);
  return separatedFraction === null ? null : joinWhole(separatedFraction.text, separatedFraction.end);
}

/** Reads a fraction without a whole number: "3/4" or "3⁄4". */
function readSimpleFraction(value: string, start: number, end: number): Scalar | null {
  const divider = value.charCodeAt(end);
  // "205/55" is a tyre's size; the "2/3" of "1/2/3" is part of a list.
  if (end - start > 2 || (divider !== slash && divider !== fractionSlash)) return null;
  if (value.charCodeAt(start - 1) === slash) return null;
  let after = end + 1;
  while (isAsciiDigit(value.charCodeAt(after))) after++;
  const [numerator, denominator] = [Number(value.slice(start, end)), Number(value.slice(end + 1, after))];
  // "5/x" has no denominator, that of "1/100" is too long, and "1/2/3" is a list.
  if (after === end + 1 || after - end > 3 || value.charCodeAt(after) === slash) return null;
  // "1/2,5" and "1/2.5" go on with digits.
  if (isListSeparator(value, after) && isAsciiDigit(value.charCodeAt(after + 1))) return null;
  // "0/1" and "5/4" are not between 0 and 1, and "1/80" is a code.
  if (numerator < 1 || numerator >= denominator || denominator > denominatorMax) return null;
  // "12/24 V" and "50/60 Hz" are two numbers.
  if (findCommonDivisor(numerator, denominator) > 1) return null;
  return { text: `${numerator}/${denominator}`, end: after, isPlain: false };
}

const findCommonDivisor = (a: number, b: number): number => (b === 0 ? a : findCommonDivisor(b, a % b));

const grouped = /[1-9]\d{0,2}([.,'’\u00a0\u2009\u202f ])\d{3}(?:\1\d{3})*(?!\d)/y;
const decimalPart = /([.,])\d{1,2}(?!\d)/y;

/** Reads a number with thousands separators: "20.000", "1,299.50", "1'000", "20 000". */
function readGroupedNumber(value: string, start: number, end: number): Scalar | null {
  if (end - start > 3) return null;
  grouped.lastIndex = start;
  const match = grouped.exec(value);
  if (match === null) return null;
  const [written, separator] = [match[0], match[1]!];
  let after = start + written.length;
  let text = written.replaceAll(separator, '');
  decimalPart.lastIndex = after;
  const decimals = decimalPart.exec(value);
  if (decimals !== null && decimals[1] !== separator) {
    after += decimals[0].length;
    text += `.${decimals[0].slice(1)}`;
  } else if (!isThousands(value, after, written, separator)) return null;
  if (isListSeparator(value, after) && isAsciiDigit(value.charCodeAt(after + 1))) return null;
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
  // "192.168.178.100" is an address, "1.234.567" a number.
  if (groups.length > 2) return first.length < 3;
  // "300,301" is a list, "300,500" a number.
  if (separator === ',') return first.length < 3 || last.endsWith('00');
  unitAfter.lastIndex = end;
  const measureUnit = unitAfter.exec(value)?.[1]?.toLowerCase() ?? '';
  if (last === '000') return true;
  // "1.500" is a number, but not before a unit of small numbers, such as that of "1.500 kg".
  if (last.endsWith('00')) return !hasSmallNumbers(measureUnit);
  // "1.234" is a number of thousands only before a unit of large numbers.
  return canBeUnit(measureUnit) && !hasSmallNumbers(measureUnit);
}

const decimalComma = /\d+,\d{1,2}(?!\d)|0,\d{3}(?!\d)/y;

/** Reads a decimal number: "1,5" or "1.5". */
function readDecimal(value: string, start: number, end: number): Scalar | null {
  const separator = value.charCodeAt(end);
  if (separator === fullStop && isAsciiDigit(value.charCodeAt(end + 1))) {
    let after = end + 1;
    while (isAsciiDigit(value.charCodeAt(after))) after++;
    const isVersion = value.charCodeAt(after) === fullStop && isAsciiDigit(value.charCodeAt(after + 1));
    return isVersion ? null : makePlainScalar(value, start, after);
  }
  if (separator !== comma) return null;
  decimalComma.lastIndex = start;
  const match = decimalComma.exec(value);
  if (match === null) return null;
  const after = start + match[0].length;
  if (isListSeparator(value, after) && isAsciiDigit(value.charCodeAt(after + 1))) return null;
  return { text: match[0].replace(',', '.'), end: after, isPlain: false };
}
