import { convertDigits } from '../../../math/ascii-digits.ts';
import { wordLengthMax } from '../schema/document.ts';
import {
  getClassAt,
  digitClass,
  isApostrophe,
  isAsciiDigit,
  isJoiner,
  isWordClass,
  letterClass,
  separatorClass,
  unspacedClass,
  removeVowelPoints,
} from './characters.ts';
import { findDotNameEnd, isNameSign, readNameSignAt } from './name-signs.ts';
import {
  skipDiameterSign,
  isDimension,
  findNumberSignEnd,
  numberSignWord,
  readNumeralAt,
  nameUnit,
  type Numeral,
} from './numerals.ts';
import { canFollowNumber } from './units.ts';
import { hashStart, hashUnit } from './word-table.ts';

/**
 * Splits text into words. A word is a run of letters, marks and digits, in lower case and NFKC. Numbers keep their decimal
 * point ("43.2"). A number with a unit is two words ("16gb" yields "16", "gb"), so that all spellings match; so is a number
 * with an inch sign ('17"' yields "17", "inch"). Runs joined by hyphens or similar also yield a joined form ("dv7-1211ea"
 * yields "dv7", "1211ea" and the joined "dv71211ea"), so that part numbers match with and without separators. Intl.Segmenter
 * splits scripts without spaces between words.
 */

/** `start` and `end` are UTF-16 offsets in the value; `joined` marks the additional form that covers several words. */
export type WordVisitor = (word: string, start: number, end: number, joined: boolean) => void;

/** Receives a word of ASCII letters only, with the hash of its lower case (see `word-table.ts`). */
export type PlainWordVisitor = (start: number, end: number, hash: number) => void;

/**
 * Visits the words of a value in order. `visitPlain`, if present, receives the words of ASCII letters instead of `visit`, without
 * an allocation of strings; these are never joined.
 */
export function tokenize(value: string, visit: WordVisitor, visitPlain?: PlainWordVisitor): void {
  const length = value.length;
  let index = 0;
  while (index < length) {
    // Most separators are blanks.
    if (value.charCodeAt(index) === 0x20) {
      index++;
      continue;
    }
    if (visitPlain !== undefined) {
      let end = index;
      let hash = hashStart;
      for (; end < length; end++) {
        const lower = value.charCodeAt(end) | 0x20;
        if (lower < 97 || lower > 122) break;
        hash = hashUnit(hash, lower);
      }
      if (end > index && end - index <= wordLengthMax && endsWord(value, index, end)) {
        visitPlain(index, end, hash);
        index = end;
        continue;
      }
    }
    const unitClass = getClassAt(value, index);
    if (unitClass === separatorClass) index = skipSeparator(value, index, visit);
    else if (unitClass === unspacedClass) index = visitUnspaced(value, index, visit);
    else index = visitRun(value, index, visit);
  }
}

/** Skips a separator, unless it is a sign. */
export function skipSeparator(value: string, index: number, visit: WordVisitor): number {
  const unit = value.charCodeAt(index);
  if (unit === 0x2e) return visitDotName(value, index, visit);
  return unit === 0x2116 ? visitNumberSign(value, index, visit) : index + 1;
}

/** Visits a name such as ".NET", if there is one; returns its end, or the next index. */
function visitDotName(value: string, index: number, visit: WordVisitor): number {
  const end = findDotNameEnd(value, index);
  if (end < 0) return index + 1;
  const word = normalizeWord(value.slice(index, Math.min(end, index + 4 * wordLengthMax)));
  if (word !== '') visit(word, index, end, false);
  return end;
}

/** Visits a number sign, if there is one; returns its end, or the next index. */
function visitNumberSign(value: string, index: number, visit: WordVisitor): number {
  const end = findNumberSignEnd(value, index);
  if (end < 0) return index + 1;
  visit(numberSignWord, index, end, false);
  return end;
}

/** Whether a word of letters from `start` to `end` is complete. */
export function endsWord(value: string, start: number, end: number): boolean {
  if (end >= value.length) return true;
  const unit = value.charCodeAt(end);
  if (end - start <= 2 && isNumberSign(value, start, unit)) return false;
  if (unit === 0x20 || unit === 0x2c) return true;
  if (isNameSign(unit) || isWordClass(getClassAt(value, end))) return false;
  return !isJoiner(unit) || end + 1 >= value.length || !isWordClass(getClassAt(value, end + 1));
}

/** Whether a number sign of one or two letters may begin here: "no" before a blank is one as it is. */
function isNumberSign(value: string, start: number, unit: number): boolean {
  if ((value.charCodeAt(start) | 0x20) !== 0x6e) return false;
  return unit === 0xb0 || unit === 0x2da || unit === 0x2e || (value.charCodeAt(start + 1) | 0x20) === 0x72;
}

/** Visits the words of a run such as "dv7-1211ea" and then its joined form; returns the end of the run. */
export function visitRun(value: string, runStart: number, visit: WordVisitor): number {
  let joined = '';
  let partCount = 0;
  let isCodeRun = true;
  let hasInitials = false;
  let start = runStart;
  const first = value.charCodeAt(start);
  if ((first | 0x20) === 0x6e && findNumberSignEnd(value, start) >= 0)
    return visitNumberSign(value, start, visit);
  for (;;) {
    if (value.charCodeAt(start) > 127) start = skipDiameterSign(value, start);
    const numeral = readNumeralAt(value, start);
    let end: number;
    let word: string;
    if (numeral === null) {
      end = findWordEnd(value, start);
      word = normalizeWord(value.slice(start, Math.min(end, start + 4 * wordLengthMax)));
      if (word.length === 1 && isInitial(word)) {
        const isBeforeStop = end < value.length && value.charCodeAt(end) === 0x2e;
        hasInitials ||= partCount === 0 ? isBeforeStop : value.charCodeAt(start - 1) === 0x2e;
        if (isBeforeStop) [word, end] = readInitials(value, word, end);
      }
      if (end < value.length && isNameSign(value.charCodeAt(end))) {
        const sign = readNameSignAt(value, start, end);
        if (word.length + sign.length <= wordLengthMax) {
          word += sign;
          end += sign.length;
        }
      }
      const possessive = partCount > 0 && word === 's' && isApostrophe(value.charCodeAt(start - 1));
      if (!possessive) {
        visitWord(word, start, end, visit);
        joined += word;
        partCount++;
      }
    } else {
      visitNumeral(numeral, visit);
      end = numeral.next;
      word = numeral.unit === null ? numeral.text : '';
      joined += word;
      partCount++;
      isCodeRun &&= isDimension(word) && value.slice(start, end).toLowerCase() === word;
    }
    if (end >= value.length && partCount <= 1) return end;
    const next = end + 1;
    if (next >= value.length || !isJoiner(value.charCodeAt(end)) || !isWordClass(getClassAt(value, next))) {
      const isJoined = partCount > 1 && isCodeRun && joined.length <= wordLengthMax;
      if (isJoined && isJoinable(value, runStart, end, hasInitials)) visit(joined, runStart, end, true);
      if (end >= value.length || !isInchSign(value, end, word)) return end;
      visit('inch', end, end + 1, false);
      return end + 1;
    }
    start = next;
  }
}

const isInitial = (word: string): boolean =>
  word.length === 1 && !isAsciiDigit(word.charCodeAt(0)) && /\p{L}/u.test(word);

/** Reads initials with dots as one word: "O.P.I", and "L.L" of "L.L.Bean". Returns it with its end; `end` is that of the first letter. */
function readInitials(value: string, first: string, end: number): [word: string, end: number] {
  let word = first;
  let at = end;
  while (at + 1 < value.length && value.charCodeAt(at) === 0x2e && word.length < wordLengthMax) {
    const next = findWordEnd(value, at + 1);
    // A letter and a mark are one letter.
    const letter = next - at <= 3 ? normalizeWord(value.slice(at + 1, next)) : '';
    if (!isInitial(letter)) break;
    word += letter;
    at = next;
  }
  return [word, at];
}

function visitNumeral({ text, start, end, others, unit }: Numeral, visit: WordVisitor): void {
  if (text.length <= wordLengthMax) visit(text, start, end, false);
  for (const other of others)
    if (other.text.length <= wordLengthMax) visit(other.text, other.start, other.end, true);
  if (unit !== null) visit(unit.text, unit.start, unit.end, false);
}

const numberAndUnit = /^([0-9]+(?:\.[0-9]+)?)(\p{L}{1,6}[23]?)$/u;

/** Most words that begin with a digit are numbers. Units end with a letter, or as "m2" does. */
function mayEndWithUnit(word: string): boolean {
  const { length } = word;
  return !isAsciiDigit(word.charCodeAt(length - 1)) || word.charCodeAt(length - 2) === 0x6d;
}

function visitWord(word: string, start: number, end: number, visit: WordVisitor): void {
  if (isAsciiDigit(word.charCodeAt(0)) && mayEndWithUnit(word)) {
    const parts = numberAndUnit.exec(word);
    if (parts !== null && canFollowNumber(parts[2]!, parts[1]!)) {
      visit(parts[1]!, start, start + parts[1]!.length, false);
      visit(nameUnit(parts[2]!), start + parts[1]!.length, end, false);
      return;
    }
  }
  if (word !== '') visit(word, start, end, false);
}

/** The end of the word at `start`, with the decimal point of a number. */
export function findWordEnd(value: string, start: number): number {
  let allDigits = true;
  let index = start;
  for (; index < value.length; index++) {
    const unitClass = getClassAt(value, index);
    if (unitClass === letterClass) allDigits = false;
    else if (unitClass !== digitClass) {
      if (!allDigits || index + 1 >= value.length || getClassAt(value, index + 1) !== digitClass) break;
      if (value.charCodeAt(index) !== 46) break;
    }
  }
  return index;
}

const numberOnly = /^[0-9]+(?:\.[0-9]+)?$|^(?:[0-9]+-)?[0-9]+\/[0-9]+$/;

/** Whether an inch sign follows the number `word` at `at`. It is a double prime, or a quotation mark that closes no quotation. */
function isInchSign(value: string, at: number, word: string): boolean {
  const unit = value.charCodeAt(at);
  if (unit !== 0x22 && unit !== 0x2033 && unit !== 0x201d) return false;
  if (!numberOnly.test(word) && !isDimension(word)) return false;
  if (unit === 0x2033) return true;
  const before = value.slice(0, at);
  return unit === 0x22 ? before.split('"').length % 2 === 1 : !before.includes('\u201c');
}

/** "205/55" is not 20555, nor "12/24V" a part number. */
const numbersOnly = /^[0-9]+(?:[./][0-9]+)*\/[0-9]+[a-z]{0,3}$/i;

/**
 * Full stops and slashes join words only in runs with a digit: "CZ109/BGX", but not "and/or"; and full stops after or before initials:
 * "L.L.Bean", "Ph.D".
 */
function isJoinable(value: string, start: number, end: number, hasInitials: boolean): boolean {
  if (isAsciiDigit(value.charCodeAt(start)) && numbersOnly.test(value.slice(start, end))) return false;
  let hasWeakJoiner = false;
  for (let index = start; index < end; index++) {
    const unit = value.charCodeAt(index);
    if (unit >= 48 && unit <= 57) return true;
    if ((unit === 0x2e && !hasInitials) || unit === 0x2f) hasWeakJoiner = true;
  }
  return !hasWeakJoiner;
}

let segmenter: Intl.Segmenter | undefined;

/** The end of a part without spaces between its words. */
export function findUnspacedEnd(value: string, start: number): number {
  let end = start;
  while (end < value.length && getClassAt(value, end) !== separatorClass && end - start < 10_000) end++;
  return end;
}

/** Visits the words of a part without spaces; returns its end. */
export function visitUnspaced(value: string, start: number, visit: WordVisitor): number {
  const end = findUnspacedEnd(value, start);
  // English has Unicode's rules unchanged. ICU has no locale `und`, and would take the machine's.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  for (const piece of segmenter.segment(value.slice(start, end))) {
    const word = normalizeWord(piece.segment);
    const at = start + piece.index;
    if (word !== '') visit(word, at, at + piece.segment.length, false);
  }
  return end;
}

const notAscii = /[\u0080-\uffff]/;

/** Faster than a regular expression for short words. */
function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

function normalizeWord(raw: string): string {
  const word = isAscii(raw)
    ? raw.toLowerCase()
    : convertDigits(removeVowelPoints(raw.normalize('NFKC').toLowerCase()));
  return word.length > wordLengthMax ? word.slice(0, wordLengthMax) : word;
}

const foldedLetters = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
]);

/**
 * Folds "crème" to "creme". Removes only Latin, Greek and Cyrillic marks, and the points of Hebrew and Arabic, as others are essential to
 * their scripts.
 */
export function foldAccents(word: string): string {
  if (!notAscii.test(word)) return word;
  const bare = removeVowelPoints(word.normalize('NFD').replace(/[\u0300-\u036f]/g, ''));
  return bare.replace(/[ßæœøłđðþı]/g, (letter) => foldedLetters.get(letter) ?? letter).normalize('NFC');
}

/** The first folded code unit of each code unit, computed on first use; 0 before. */
const foldedUnits = new Uint16Array(65_536);

/** Folds one code unit to one code unit, for dictionary walks. */
export function foldUnit(unit: number): number {
  if (unit < 128) return unit;
  let folded = foldedUnits[unit]!;
  if (folded === 0) {
    folded =
      unit >= 0xd800 && unit <= 0xdfff ? unit : foldAccents(String.fromCharCode(unit)).charCodeAt(0) || unit;
    foldedUnits[unit] = folded;
  }
  return folded;
}

/** Folds each code unit of a word separately, as dictionary walks do. */
export function foldUnits(word: string): string {
  if (!notAscii.test(word)) return word;
  return String.fromCharCode(...Array.from({ length: word.length }, (_, i) => foldUnit(word.charCodeAt(i))));
}

/** Whether a word is a part number or code: digits and something other than a decimal point. */
export function isCode(word: string): boolean {
  let digits = false;
  let others = false;
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    if (isAsciiDigit(unit)) digits = true;
    else if (unit !== 46) others = true;
  }
  return digits && others;
}

export function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (isAsciiDigit(word.charCodeAt(i))) return true;
  return false;
}
