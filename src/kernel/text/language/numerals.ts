import { convertDigits } from '../../../math/ascii-digits.ts';
import { getClassAt, digitClass, isAsciiDigit, isWordClass, letterClass } from './characters.ts';
import { digitsMax, isVulgarFraction, mayContinueAsScalar, readScalar } from './number-forms.ts';
import {
  skipBlank,
  diameterCharacters,
  diameterSigns,
  isAsciiLetter,
  isPrime,
  isTimes,
  mayContinueAsDimension,
  mayContinueAsNumeral,
  findOperandAfter,
  timesCharacters,
} from './numeral-signs.ts';
import { canFollowNumber, canBeUnit } from './units.ts';

/**
 * Numbers that are written in several ways become one word: a decimal comma a point ("1,5" and "1.5"), thousands without separators
 * ("20.000 mAh"), fractions with a slash ("¾" and "3/4"), dimensions without blanks, units and signs ("140 cm × 200 cm" is
 * "140x200" and a unit).
 */

/** A part of a text that is a separate word. */
export interface NumeralPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Numeral extends NumeralPart {
  /** Alternative words: the numbers of a dimension, or another reading of a number. */
  readonly others: readonly NumeralPart[];
  /** The unit, if no blank is in between. */
  readonly unit: NumeralPart | null;
  /** The index at which the text continues. */
  readonly next: number;
}

const operandsMax = 4;
/** Number of characters in which digits of other scripts are replaced. */
const windowLength = 80;

/** The start of the number after a diameter sign, as in "Ø 20", or `start` without a sign. */
export function skipDiameterSign(value: string, start: number): number {
  if (!diameterSigns.has(value.charCodeAt(start))) return start;
  const at = skipBlank(value, start + 1);
  return at < value.length && getClassAt(value, at) === digitClass ? at : start;
}

/** The number at `start` if it is more than digits with a decimal point, else null. */
export function readNumeralAt(value: string, start: number): Numeral | null {
  const unit = value.charCodeAt(start);
  if (unit < 128) {
    let end = start;
    if (!isAsciiDigit(unit)) {
      // A thread: "M8 x 20".
      if (++end >= value.length) return null;
      let next = value.charCodeAt(end);
      if (isAsciiLetter(next)) {
        if (++end >= value.length) return null;
        next = value.charCodeAt(end);
      }
      if (!isAsciiDigit(next)) return null;
    }
    while (end < value.length && isAsciiDigit(value.charCodeAt(end))) end++;
    if (end >= value.length) return null;
    const isNumeral =
      end + 1 < value.length ? mayContinueAsNumeral(value, end) : isVulgarFraction(value.charCodeAt(end));
    return isNumeral ? readNumeral(value, start) : null;
  }
  if (isVulgarFraction(unit)) return readNumeral(value, start);
  if (getClassAt(value, start) !== digitClass) return null;
  const window = convertDigits(value.slice(start, start + windowLength))
    .replaceAll(/[\u066b\uff0c]/g, ',')
    .replaceAll('\u066c', "'")
    .replaceAll('\uff0e', '.')
    .replaceAll('\uff0f', '/');
  // Replacing digits of two units would change the offsets.
  if (window.length !== Math.min(windowLength, value.length - start)) return null;
  const numeral = readNumeral(window, 0, true);
  if (numeral === null) return null;
  const shift = (part: NumeralPart): NumeralPart => ({
    text: part.text,
    start: part.start + start,
    end: part.end + start,
  });
  return {
    ...shift(numeral),
    others: numeral.others.map(shift),
    unit: numeral.unit === null ? null : shift(numeral.unit),
    next: numeral.next + start,
  };
}

/** Reads a number in ASCII digits. `isConverted` says that they replace other digits, so that a number with a point is read, too. */
function readNumeral(value: string, start: number, isConverted = false): Numeral | null {
  const dimension = readPlainDimension(value, start) ?? readDimension(value, start);
  if (dimension !== null) return dimension;
  if (!isAsciiDigit(value.charCodeAt(start)) && !isVulgarFraction(value.charCodeAt(start))) return null;
  const scalar = readScalar(value, start);
  if (scalar === null || (scalar.isPlain && !(isConverted && scalar.text.includes('.')))) return null;
  const { text, end, other } = scalar;
  const unit = findAttachedUnit(value, end, text);
  if (unit === null && end < value.length && isWordClass(getClassAt(value, end))) return null;
  return {
    text,
    start,
    end,
    others:
      other === undefined
        ? unit === null
          ? splitNumberPair(value, start, end)
          : []
        : [{ text: other, start, end }],
    unit,
    next: unit?.end ?? end,
  };
}

/** "7/8" may also be two sizes; but "7/8 inch" is a fraction, and so is "1 7/8". */
function splitNumberPair(value: string, start: number, end: number): NumeralPart[] {
  pair.lastIndex = start;
  const match = pair.exec(value);
  if (match === null || match[0].length !== end - start || isMeasured(value, end)) return [];
  const slash = start + match[1]!.length;
  return [
    { text: match[1]!, start, end: slash },
    { text: match[2]!, start: slash + 1, end },
  ];
}

const pair = /([0-9]{1,2})\/([0-9]{1,2})/y;

/** Whether a unit follows a number, after a blank or as a sign. */
function isMeasured(value: string, end: number): boolean {
  const at = skipBlank(value, end);
  unitLetters.lastIndex = at;
  const word = unitLetters.exec(value)?.[1];
  return word === undefined ? isPrime(value.charCodeAt(at)) : canBeUnit(word.toLowerCase()) || word === 'in';
}

/** Reads most dimensions ("140x200", "1920 x 1080"), in a third of the time of `readDimension`; null for other forms. */
function readPlainDimension(value: string, start: number): Numeral | null {
  const { length } = value;
  const operands: NumeralPart[] = [];
  let at = start;
  for (;;) {
    let end = at;
    while (end < length && isAsciiDigit(value.charCodeAt(end))) end++;
    if (end === at || end - at > digitsMax) return null;
    const whole = end;
    if (end + 1 < length && value.charCodeAt(end) === 0x2e && isAsciiDigit(value.charCodeAt(end + 1))) {
      while (++end < length && isAsciiDigit(value.charCodeAt(end)));
      // Three digits may be thousands.
      if (end === whole + 4) return null;
    }
    const text = value.slice(at, end);
    operands.push({ text: end === whole ? text : removeTrailingZeros(text), start: at, end });
    const sign = end < length ? skipBlank(value, end) : end;
    const isSigned = sign + 1 < length && isTimes(value.charCodeAt(sign));
    if (!isSigned && mayContinueAsScalar(value, end)) return null;
    if (!isSigned || operands.length === operandsMax) break;
    at = skipBlank(value, sign + 1);
    if (at >= length) return null;
  }
  const { end } = operands.at(-1)!;
  if (operands.length < 2 || (end < length && mayContinueAsDimension(value, end))) return null;
  return joinDimension(value, operands, null);
}

/** Reads a dimension: "140 x 200 cm", '8" × 10"', "M8x20", "3x1,5mm²". */
function readDimension(value: string, start: number): Numeral | null {
  let at = start;
  while (at < start + 2 && !isAsciiDigit(value.charCodeAt(at)) && !isVulgarFraction(value.charCodeAt(at)))
    at++;
  const prefix = value.slice(start, at).toLowerCase();
  const operands: NumeralPart[] = [];
  let innerUnit: NumeralPart | null = null;
  for (;;) {
    const scalar = readScalar(value, at);
    if (scalar === null) return null;
    const { end } = scalar;
    const isFirst = operands.length === 0;
    const text = removeTrailingZeros(scalar.text);
    operands.push({ text: isFirst ? prefix + text : text, start: isFirst ? start : at, end });
    const sign: TimesSign | null =
      operands.length < operandsMax ? readTimesSign(value, end, scalar.text) : null;
    if (sign === null) return operands.length < 2 ? null : joinDimension(value, operands, innerUnit);
    innerUnit = sign.unit ?? innerUnit;
    at = sign.next;
  }
}

function joinDimension(
  value: string,
  operands: readonly NumeralPart[],
  innerUnit: NumeralPart | null,
): Numeral | null {
  const { start } = operands[0]!;
  const { end, text: last } = operands.at(-1)!;
  const isSign = innerUnit !== null && isPrime(value.charCodeAt(innerUnit.start));
  const unit =
    findAttachedUnit(value, end, last) ??
    (isSign && isPrime(value.charCodeAt(end)) ? { text: innerUnit.text, start: end, end: end + 1 } : null);
  if (unit === null && end < value.length && isWordClass(getClassAt(value, end))) return null;
  const isShort = operands.length === 2;
  const others = isShort ? [...operands] : [...operands, ...listShorterDimensions(operands)];
  if (innerUnit !== null) others.push(innerUnit);
  return {
    text: isShort ? `${operands[0]!.text}x${last}` : operands.map((operand) => operand.text).join('x'),
    start,
    end,
    others,
    unit,
    next: unit?.end ?? end,
  };
}

/** The dimensions of fewer numbers within three or more: the first two, the last two and so on. */
function listShorterDimensions(operands: readonly NumeralPart[]): NumeralPart[] {
  return operands.slice(1, operands.length > 2 ? undefined : 1).map((last, i) => {
    const first = operands[i]!;
    return { text: `${first.text}x${last.text}`, start: first.start, end: last.end };
  });
}

/** Removes trailing zeros: "2.00" becomes "2". */
function removeTrailingZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

const unitLetters = /(\p{L}{1,6}[²³23]?)(?![\p{L}\p{N}])/uy;

/** The unit right after a number. */
function findAttachedUnit(value: string, end: number, number: string): NumeralPart | null {
  if (end >= value.length || getClassAt(value, end) !== letterClass) return null;
  unitLetters.lastIndex = end;
  const match = unitLetters.exec(value);
  if (match === null) return null;
  const word = match[1]!.normalize('NFKC').toLowerCase();
  if (!canFollowNumber(word, number)) return null;
  return { text: nameUnit(word), start: end, end: end + match[1]!.length };
}

/** Maps "in" to "inch", as it is a stop word. */
export const nameUnit = (word: string): string => (word === 'in' ? 'inch' : word);

interface TimesSign {
  /** The start of the next number. */
  readonly next: number;
  /** The unit of the number before. */
  readonly unit: NumeralPart | null;
}

const times = new RegExp(
  `(?:(\\s?)(\\p{L}{1,5}?[²³23]?|["”″]|''|['’′]))?(\\s?)([${timesCharacters}])\\s?(?:[${diameterCharacters}]\\s?)?(?=[0-9¼-¾⅐-⅞])`,
  'uy',
);

/** The sign of a dimension after a number and its unit. */
function readTimesSign(value: string, end: number, number: string): TimesSign | null {
  if (end >= value.length) return null;
  const at = skipBlank(value, end);
  // Most numbers have no unit.
  if (at < value.length && isTimes(value.charCodeAt(at))) {
    const next = findOperandAfter(value, at);
    return next < 0 ? null : { next, unit: null };
  }
  if (!mayContinueAsDimension(value, end)) return null;
  times.lastIndex = end;
  const match = times.exec(value);
  if (match === null) return null;
  const [all, before = '', written, after, sign] = match;
  const next = end + all.length;
  if (written === undefined) return { next, unit: null };
  const word = signUnits[written] ?? written.normalize('NFKC').toLowerCase();
  // "10 max 20" is no dimension, but "140cmx200" is one.
  const isGlued = after === '' && /\p{L}/u.test(sign!);
  const isUnit =
    before === '' ? canFollowNumber(word, number) || canBeUnit(word) : canBeUnit(word) && !isGlued;
  const start = end + before.length;
  return isUnit ? { next, unit: { text: nameUnit(word), start, end: start + written.length } } : null;
}

const signUnits: Readonly<Record<string, string>> = {
  '"': 'inch',
  '”': 'inch',
  '″': 'inch',
  "''": 'inch',
  "'": 'ft',
  '’': 'ft',
  '′': 'ft',
};

const dimension = /^[a-z]{0,2}[\d./-]+(?:x[\d./-]+)+$/;

/** Whether a word is a dimension: "140x200", "m8x20". */
export function isDimension(word: string): boolean {
  return dimension.test(word);
}

const fraction = /^\d+\/\d+$/;

/** Whether a word is a fraction: "7/8". */
export function isFraction(word: string): boolean {
  return fraction.test(word);
}

/** The numbers of a dimension or a fraction: "m8" and "20" of "m8x20", "7" and "8" of "7/8". */
export function parseNumerals(word: string): string[] {
  return word.split(isFraction(word) ? '/' : 'x');
}

const numberSign = new RegExp(
  '(?:n\\.?[°º˚]|№|n[ro]\\.)\\s?(?=[0-9])|n[ro]\\s?(?=[0-9]+(?![\\p{L}\\p{N}]|[-/._][\\p{L}\\p{N}]))',
  'iuy',
);

/** The end of a number sign at `start`, with the blank after it: "N°5", "Nº 7", "no. 5", "Nr. 5", "№ 5"; -1 if there is none. */
export function findNumberSignEnd(value: string, start: number): number {
  const unit = value.charCodeAt(start);
  if ((unit | 0x20) !== 0x6e && unit !== 0x2116) return -1;
  numberSign.lastIndex = start;
  const match = numberSign.exec(value);
  return match === null ? -1 : start + match[0].length;
}

/** The word that replaces all number signs. */
export const numberSignWord = 'no';
