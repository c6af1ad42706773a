import { getClassAt, digitClass, isAsciiDigit, letterClass } from './characters.ts';
import { isBlank, isVulgarFraction } from './number-forms.ts';

/** The signs of dimensions, and quick tests that most numbers of texts fail, so that they are not read as dimensions. */

/** Signs between the numbers of a dimension: x, ×, *, the Cyrillic х and others. */
export const timesCharacters = 'xX×*хХ✕✖⨯∗＊ｘＸ';
const otherTimesSigns = new Set(Array.from('хХ✕✖⨯∗＊ｘＸ', (sign) => sign.charCodeAt(0)));
export const isTimes = (unit: number): boolean =>
  unit === 0x78 ||
  unit === 0x58 ||
  unit === 0x2a ||
  unit === 0xd7 ||
  (unit > 0x400 && otherTimesSigns.has(unit));
/** Signs of a diameter. Latin and Greek letters are signs only before a number. */
export const diameterCharacters = 'ØøΦφϕ⌀∅';
export const diameterSigns = new Set(Array.from(diameterCharacters, (sign) => sign.charCodeAt(0)));
export const isPrime = (unit: number): boolean =>
  unit === 0x22 || unit === 0x27 || unit === 0x2019 || unit === 0x201d || unit === 0x2032 || unit === 0x2033;

export const isAsciiLetter = (unit: number): boolean => (unit | 0x20) >= 97 && (unit | 0x20) <= 122;
const isPower = (unit: number): boolean => unit === 0xb2 || unit === 0xb3;

export const skipBlank = (value: string, at: number): number => (isBlank(value.charCodeAt(at)) ? at + 1 : at);

/**
 * Whether a number may continue after its digits, by at least two characters or a fraction. This quick test excludes most numbers of
 * texts. It never reads beyond the end of the text, which would be slow.
 */
export function mayContinueAsNumeral(value: string, end: number): boolean {
  const unit = value.charCodeAt(end);
  const next = value.charCodeAt(end + 1);
  if (unit === 0x20) {
    if (isAsciiDigit(next)) return next === 48 || isFractionSlash(value, end + 1);
    return isAsciiLetter(next) || next > 127 || isPrime(next) || isTimes(next)
      ? mayContinueAsDimension(value, end + 1) || isVulgarFraction(next)
      : false;
  }
  if (isAsciiLetter(unit)) return mayContinueAsDimension(value, end);
  if (unit === 0x2e) {
    let after = end + 1;
    while (after < value.length && isAsciiDigit(value.charCodeAt(after))) after++;
    return after === end + 4 || mayContinueAsDimension(value, after);
  }
  if (unit === 0x2c || unit === 0x2f || unit === 0x27)
    return isAsciiDigit(next) || mayContinueAsDimension(value, end);
  if (unit === 0x2d) return isFractionSlash(value, end + 1);
  if (unit < 128) return isPrime(unit) || isTimes(unit) ? mayContinueAsDimension(value, end) : false;
  return (
    isBlank(unit) ||
    isVulgarFraction(unit) ||
    unit === 0x2044 ||
    unit === 0x2019 ||
    mayContinueAsDimension(value, end)
  );
}

/** Whether a slash follows one or two digits. */
function isFractionSlash(value: string, start: number): boolean {
  if (start + 1 >= value.length || !isAsciiDigit(value.charCodeAt(start))) return false;
  const at = start + (isAsciiDigit(value.charCodeAt(start + 1)) ? 2 : 1);
  return at < value.length && (value.charCodeAt(at) === 0x2f || value.charCodeAt(at) === 0x2044);
}

/** Longest unit within a dimension. */
const unitLengthMax = 6;

const [otherKind, unitKind, timesKind, blankKind] = [0, 1, 2, 3];
const asciiKinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (isTimes(unit)) return timesKind;
  if (isBlank(unit)) return blankKind;
  return isAsciiLetter(unit) || isPrime(unit) ? unitKind : otherKind;
});

/** The kind of a character between the numbers of a dimension: part of a unit ("cm", '"', "m²"), the sign, or a blank. */
function findKind(value: string, at: number): number {
  const unit = value.charCodeAt(at);
  if (unit < 128) return asciiKinds[unit]!;
  if (isTimes(unit)) return timesKind;
  if (isBlank(unit)) return blankKind;
  return isPrime(unit) || isPower(unit) || getClassAt(value, at) === letterClass ? unitKind : otherKind;
}

/** Whether the sign of a dimension and its next number may follow, after a unit or without one. */
export function mayContinueAsDimension(value: string, start: number): boolean {
  let at = start < value.length && isBlank(value.charCodeAt(start)) ? start + 1 : start;
  const last = Math.min(value.length - 1, at + unitLengthMax);
  for (; at < last; at++) {
    const kind = findKind(value, at);
    if (kind === unitKind) continue;
    if (kind === timesKind) {
      if (findOperandAfter(value, at) >= 0) return true;
    } else
      return kind === blankKind && isTimes(value.charCodeAt(at + 1)) && findOperandAfter(value, at + 1) >= 0;
  }
  return false;
}

/** The start of the number after a dimension's sign at `at`, or -1 if there is none. */
export function findOperandAfter(value: string, at: number): number {
  let next = skipBlank(value, at + 1);
  if (isAsciiDigit(value.charCodeAt(next))) return next;
  if (diameterSigns.has(value.charCodeAt(next))) next = skipBlank(value, next + 1);
  return next < value.length && getClassAt(value, next) === digitClass ? next : -1;
}
