import { wordLengthMax } from '../schema/document.ts';
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

/** Classes of code units. */
export const separator = 0;
export const letterUnit = 1;
export const digitUnit = 2;
export const unspacedUnit = 3;

const classUnknown = 255;
/** The class of each UTF-16 code unit, computed on first use. */
const classes = new Uint8Array(65_536).fill(classUnknown);
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function classify(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return separator;
  const char = String.fromCodePoint(codePoint);
  if (/\p{N}/u.test(char)) return digitUnit;
  if (unspacedScript.test(char)) return unspacedUnit;
  return /[\p{L}\p{M}]/u.test(char) ? letterUnit : separator;
}

/** The class of the code unit at an index. */
export function classAt(value: string, index: number): number {
  const unit = value.charCodeAt(index);
  if (unit >= 0xd800 && unit <= 0xdfff) return surrogateClass(value, index, unit);
  let unitClass = classes[unit]!;
  if (unitClass === classUnknown) {
    unitClass = classify(unit);
    classes[unit] = unitClass;
  }
  return unitClass;
}

/** Both halves of a surrogate pair have the class of the character; an unpaired half is a separator. */
function surrogateClass(value: string, index: number, unit: number): number {
  const at = unit >= 0xdc00 ? index - 1 : index;
  const codePoint = at < 0 ? 0xd800 : (value.codePointAt(at) ?? 0xd800);
  return codePoint > 0xffff ? classify(codePoint) : separator;
}

const units = new Set(
  (
    'mm cm dm km ml cl dl kg mg lb lbs oz ft inch inches gb tb mb kb mah wh kwh mhz ghz khz hz kw mw mp ' +
    'fps dpi rpm lm btu psi yd pcs pc pk ct'
  ).split(' '),
);
/** Whether the word is a unit of measure, which may follow its number without a space. */
export function isUnit(word: string): boolean {
  return units.has(word);
}

/** Units only directly after a number. "g" needs at least 10, as "5g" is no weight. */
const attachedUnits = new Set(['l', 'v', 'w', 'g', 'in']);
const gramsMin = 10;

const numberAndUnit = /^([0-9]+(?:\.[0-9]+)?)([a-z]{1,6})$/;
/** In "1,5 l" the comma is a decimal one, as a unit follows. */
const decimalComma = new RegExp(
  `,[0-9]{1,2} ?(?:${[...units, ...attachedUnits].join('|')})(?![\\p{L}\\p{N}])`,
  'iuy',
);

function isDecimalComma(value: string, index: number): boolean {
  decimalComma.lastIndex = index;
  return decimalComma.test(value);
}

function isUnitOf(unit: string, number: string): boolean {
  return units.has(unit) || (attachedUnits.has(unit) && (unit !== 'g' || Number(number) >= gramsMin));
}

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
    if (visitPlain !== undefined) {
      let end = index;
      let hash = hashStart;
      for (; end < length; end++) {
        const lower = value.charCodeAt(end) | 0x20;
        if (lower < 97 || lower > 122) break;
        hash = hashUnit(hash, lower);
      }
      if (end > index && end - index <= wordLengthMax && endsWord(value, end)) {
        visitPlain(index, end, hash);
        index = end;
        continue;
      }
    }
    const unitClass = classAt(value, index);
    if (unitClass === separator) index++;
    else if (unitClass === unspacedUnit) index = visitUnspaced(value, index, visit);
    else index = visitRun(value, index, visit);
  }
}

/** Whether a word that ends at `end` is complete. */
export function endsWord(value: string, end: number): boolean {
  if (end >= value.length || value.charCodeAt(end) === 0x20) return true;
  if (isWordClass(classAt(value, end))) return false;
  return !isJoiner(value.charCodeAt(end)) || end + 1 >= value.length || !isWordClass(classAt(value, end + 1));
}

/** Visits the words of a run such as "dv7-1211ea" and then its joined form; returns the end of the run. */
export function visitRun(value: string, runStart: number, visit: WordVisitor): number {
  let joined = '';
  let partCount = 0;
  let start = runStart;
  for (;;) {
    const end = wordEnd(value, start);
    const raw = normalizeWord(value.slice(start, Math.min(end, start + 4 * wordLengthMax)));
    const word = raw.includes(',') ? raw.replace(',', '.') : raw;
    const possessive = partCount > 0 && word === 's' && isApostrophe(value.charCodeAt(start - 1));
    if (!possessive) {
      visitWord(word, start, end, visit);
      joined += word;
      partCount++;
    }
    const next = end + 1;
    if (next >= value.length || !isJoiner(value.charCodeAt(end)) || !isWordClass(classAt(value, next))) {
      if (partCount > 1 && joined.length <= wordLengthMax && joinable(value, runStart, end)) {
        visit(joined, runStart, end, true);
      }
      if (!isInchSign(value, end, word)) return end;
      visit('inch', end, end + 1, false);
      return end + 1;
    }
    start = next;
  }
}

function visitWord(word: string, start: number, end: number, visit: WordVisitor): void {
  const first = word.charCodeAt(0);
  if (first >= 48 && first <= 57) {
    const parts = numberAndUnit.exec(word);
    if (parts !== null && isUnitOf(parts[2]!, parts[1]!)) {
      visit(parts[1]!, start, start + parts[1]!.length, false);
      // Mapped, as "in" is a stop word.
      visit(parts[2] === 'in' ? 'inch' : parts[2]!, start + parts[1]!.length, end, false);
      return;
    }
  }
  if (word !== '') visit(word, start, end, false);
}

/** The end of the word at `start`, with the decimal point of a number. */
export function wordEnd(value: string, start: number): number {
  let allDigits = true;
  let index = start;
  for (; index < value.length; index++) {
    const unitClass = classAt(value, index);
    if (unitClass === letterUnit) allDigits = false;
    else if (unitClass !== digitUnit) {
      if (!allDigits || index + 1 >= value.length || classAt(value, index + 1) !== digitUnit) break;
      const unit = value.charCodeAt(index);
      if (unit !== 46 && !(unit === 44 && index > start && isDecimalComma(value, index))) break;
    }
  }
  return index;
}

const numberOnly = /^[0-9]+(?:\.[0-9]+)?$/;

/** Whether an inch sign follows the number `word` at `at`: a double prime, or a quotation mark that closes no quotation. */
function isInchSign(value: string, at: number, word: string): boolean {
  const unit = value.charCodeAt(at);
  if (unit !== 0x22 && unit !== 0x2033 && unit !== 0x201d) return false;
  if (!numberOnly.test(word)) return false;
  if (unit === 0x2033) return true;
  const before = value.slice(0, at);
  return unit === 0x22 ? before.split('"').length % 2 === 1 : !before.includes('\u201c');
}

export const isWordClass = (unitClass: number): boolean =>
  unitClass === letterUnit || unitClass === digitUnit;
export const isApostrophe = (unit: number): boolean => unit === 0x27 || unit === 0x2019;

/** Whether the code unit joins two words of a run: a hyphen, a slash or similar. */
export function isJoiner(unit: number): boolean {
  return (
    unit === 0x2d ||
    unit === 0x5f ||
    unit === 0x2e ||
    unit === 0x2f ||
    unit === 0x2010 ||
    unit === 0x2011 ||
    isApostrophe(unit)
  );
}

/** Full stops and slashes join words only in runs with a digit: "CZ109/BGX", but not "and/or". */
function joinable(value: string, start: number, end: number): boolean {
  let hasWeakJoiner = false;
  for (let index = start; index < end; index++) {
    const unit = value.charCodeAt(index);
    if (unit >= 48 && unit <= 57) return true;
    if (unit === 0x2e || unit === 0x2f) hasWeakJoiner = true;
  }
  return !hasWeakJoiner;
}

let segmenter: Intl.Segmenter | undefined;

/** The end of a part without spaces between its words. */
export function unspacedEnd(value: string, start: number): number {
  let end = start;
  while (end < value.length && classAt(value, end) !== separator && end - start < 10_000) end++;
  return end;
}

/** Visits the words of a part without spaces; returns its end. */
export function visitUnspaced(value: string, start: number, visit: WordVisitor): number {
  const end = unspacedEnd(value, start);
  // English has the rules of Unicode as they are. ICU has no locale `und`, and would take the machine's.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  for (const piece of segmenter.segment(value.slice(start, end))) {
    const word = normalizeWord(piece.segment);
    const at = start + piece.index;
    if (word !== '') visit(word, at, at + piece.segment.length, false);
  }
  return end;
}

const notAscii = /[\u0080-\uffff]/;

function normalizeWord(raw: string): string {
  const word = notAscii.test(raw) ? raw.normalize('NFKC').toLowerCase() : raw.toLowerCase();
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

/** "crème" becomes "creme". Removes only Latin, Greek and Cyrillic marks, as others are essential to their scripts. */
export function foldAccents(word: string): string {
  if (!notAscii.test(word)) return word;
  const bare = word.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return bare.replace(/[ßæœøłđðþı]/g, (letter) => foldedLetters.get(letter) ?? letter).normalize('NFC');
}

/** The first folded code unit of each code unit, computed on first use; 0 = not computed yet. */
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
    if (isDigitUnit(unit)) digits = true;
    else if (unit !== 46) others = true;
  }
  return digits && others;
}

export const isDigitUnit = (unit: number): boolean => unit >= 48 && unit <= 57;

export function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (isDigitUnit(word.charCodeAt(i))) return true;
  return false;
}
