import { getClassAt, digitClass, isWordClass, letterClass } from './characters.ts';

/**
 * Signs that are part of a name: "C++", "Notepad++", "C#", "A+", ".NET". The word with its signs is a separate word, as "C++" is neither "C"
 * nor "C#". A plus between words ("A+B"), a number sign ("Item# 5") and the end of a sentence are not part of a name.
 */

/** Maximum pluses of a name: "A+++" is an energy class. */
const plusesMax = 3;
/** Maximum letters before a sharp sign: "C#" and "VB#" are names, "Item#" is a number sign. */
const sharpLengthMax = 2;

const isPlus = (unit: number): boolean => unit === 0x2b || unit === 0xff0b;
const isSharp = (unit: number): boolean => unit === 0x23 || unit === 0x266f || unit === 0xff03;

/** Whether a name may continue with this unit. */
export const isNameSign = (unit: number): boolean => isPlus(unit) || isSharp(unit);

/** The sign right after a word that begins and ends with a letter: "+", "++", "+++", "#", or an empty text. "SPF50+" is a number with more. */
export function readNameSignAt(value: string, start: number, end: number): string {
  if (end >= value.length || !isNameSign(value.charCodeAt(end))) return '';
  if (getClassAt(value, start) !== letterClass || getClassAt(value, end - 1) !== letterClass) return '';
  let after = end + 1;
  if (isSharp(value.charCodeAt(end)))
    return end - start <= sharpLengthMax && !isNumberNext(value, after, end - start) ? '#' : '';
  while (after < value.length && isPlus(value.charCodeAt(after))) after++;
  const count = after - end;
  if (count > plusesMax || isSharp(value.charCodeAt(after))) return '';
  const next = after < value.length ? getClassAt(value, after) : 0;
  // "C++17" continues the name; "2+1" and "A+B" are no names.
  if (count === 1 ? isWordClass(next) : next === letterClass) return '';
  return '+'.repeat(count);
}

/** Whether the following word or number makes the sign at the end of a word a number sign, as in "No# 5", unlike "C# 12". */
function isNumberNext(value: string, after: number, wordLength: number): boolean {
  if (after >= value.length) return false;
  if (isWordClass(getClassAt(value, after)) || isSharp(value.charCodeAt(after))) return true;
  const at = value.charCodeAt(after) === 0x20 ? after + 1 : after;
  return wordLength > 1 && at < value.length && getClassAt(value, at) === digitClass;
}

/** The end of a name that begins with a full stop at `start`, such as ".NET", or -1 if there is none. */
export function findDotNameEnd(value: string, start: number): number {
  if (start > 0 && !isBeforeName(value.charCodeAt(start - 1))) return -1;
  let end = start + 1;
  while (end < value.length && getClassAt(value, end) === letterClass) end++;
  if (end < start + 3 || (end < value.length && getClassAt(value, end) !== 0)) return -1;
  return end;
}

/** Whether a name may follow the unit: a blank, an opening bracket, a quotation mark, a comma, a slash or a bar. */
const isBeforeName = (unit: number): boolean =>
  unit === 0x20 ||
  unit === 0xa0 ||
  unit === 0x22 ||
  unit === 0x28 ||
  unit === 0x2c ||
  unit === 0x2f ||
  unit === 0x5b ||
  unit === 0x7c;

/** The index at which the signs at the end of a text begin, or its length if it has none. */
export function endBeforeSigns(text: string): number {
  let end = text.length;
  while (end > 0 && isNameSign(text.charCodeAt(end - 1))) end--;
  return end;
}

/** Shorter names have no meaning without their sign: "C#" is not "C". */
const bareLengthMin = 3;

/** A name without its sign, which is searched if no text has the name; null if it has no meaning without the sign. */
export function removeNameSign(word: string): string | null {
  if (!hasNameSign(word)) return null;
  const bare = word.slice(word.startsWith('.') ? 1 : 0, endBeforeSigns(word));
  return bare.length < bareLengthMin ? null : bare;
}

/** Spellings of a word with a sign behind or before it: "disney" may be written as "disney+". */
export function listNamesWithSigns(word: string): string[] {
  if (!/^\p{L}(?:.*\p{L})?$/u.test(word)) return [];
  const names = [`${word}+`, `${word}++`];
  if (word.length <= sharpLengthMax) names.push(`${word}+++`, `${word}#`);
  else if (/^\p{L}+$/u.test(word)) names.push(`.${word}`);
  return names;
}

/** Whether a word is a name with a sign. */
export const hasNameSign = (word: string): boolean => /[+#]$|^\./.test(word);
