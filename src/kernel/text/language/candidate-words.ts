import { wordLengthMax } from '../schema/document.ts';
import {
  getClassAt,
  digitClass,
  isJoiner,
  isWordClass,
  separatorClass,
  unspacedClass,
} from './characters.ts';
import {
  skipSeparator,
  endsWord,
  findUnspacedEnd,
  visitRun,
  visitUnspaced,
  findWordEnd,
  type WordVisitor,
} from './tokenizer.ts';
import type { WordStarts } from './word-starts.ts';

/** A text with its ASCII bytes, if it has them: reading a byte takes a third of the time of reading a unit of a string. */
export interface ScannedText {
  readonly value: string;
  /** The text is `bytes` from `start` to before `end`, or null if the text has other characters, or is not in bytes. */
  readonly ascii: { readonly bytes: Uint8Array; readonly start: number; readonly end: number } | null;
}

/** Selects the words of texts to visit. */
export interface WordSelection {
  readonly starts: WordStarts;
  /** Whether to visit all words of runs with a digit. */
  readonly withDigits: boolean;
}

/**
 * Visits the words of a text as `tokenize` does, but skips runs in which no word begins with one of the units or with a digit. In a
 * text of 40 words, few are visited.
 */
export function visitCandidates(text: ScannedText, selection: WordSelection, visit: WordVisitor): void {
  if (text.ascii === null) visitFrom(text.value, selection, visit);
  else visitAscii(text, text.ascii, selection, visit);
}

function visitFrom(value: string, selection: WordSelection, visit: WordVisitor): void {
  const { starts } = selection;
  const length = value.length;
  let index = 0;
  while (index < length) {
    const first = value.charCodeAt(index) | 0x20;
    if (first >= 97 && first <= 122) {
      let end = index + 1;
      while (end < length && isAsciiLetter(value.charCodeAt(end))) end++;
      if (end - index <= wordLengthMax && endsWord(value, index, end)) {
        const second = value.charCodeAt(index + 1);
        if (end - index === 1 ? starts.hasLetter(first) : starts.hasPair(first, second))
          visit(value.slice(index, end).toLowerCase(), index, end, false);
        index = end;
        continue;
      }
    }
    index = visitOther(value, index, selection, visit);
  }
}

/** Visits like {@link visitFrom}, and reads bytes as far as words are letters. */
function visitAscii(
  text: ScannedText,
  { bytes, start, end: textEnd }: NonNullable<ScannedText['ascii']>,
  selection: WordSelection,
  visit: WordVisitor,
): void {
  const { starts } = selection;
  let at = start;
  while (at < textEnd) {
    const first = bytes[at]! | 0x20;
    if (first === 0x20) {
      at++;
      continue;
    }
    if (first >= 97 && first <= 122) {
      let end = at + 1;
      while (end < textEnd && isAsciiLetter(bytes[end]!)) end++;
      // A blank ends a word, whatever follows.
      const isEnd =
        end === textEnd ||
        (bytes[end] === 0x20 && end - at > 2) ||
        endsWord(text.value, at - start, end - start);
      if (isEnd && end - at <= wordLengthMax) {
        if (end - at === 1 ? starts.hasLetter(first) : starts.hasPair(first, bytes[at + 1]!))
          visit(text.value.slice(at - start, end - start).toLowerCase(), at - start, end - start, false);
        at = end;
        continue;
      }
    }
    at = start + visitOther(text.value, at - start, selection, visit);
  }
}

/** Visits a separator, a part without spaces, or a run that is not a word of ASCII letters; returns its end. */
function visitOther(value: string, index: number, selection: WordSelection, visit: WordVisitor): number {
  const unitClass = getClassAt(value, index);
  if (unitClass === separatorClass) return skipSeparator(value, index, visit);
  if (unitClass === unspacedClass) {
    const end = findUnspacedEnd(value, index);
    const isSkipped = !selection.withDigits && !canBegin(value, index, end, selection);
    return isSkipped ? end : visitUnspaced(value, index, visit);
  }
  const end = endOfSkipped(value, index, selection);
  return end < 0 ? visitRun(value, index, visit) : end;
}

function canBegin(value: string, start: number, end: number, { starts }: WordSelection): boolean {
  for (let index = start; index < end; index++) if (starts.has(value.charCodeAt(index))) return true;
  return false;
}

/** The end of a run as `visitRun` returns it, or -1 if some of its words must be visited. */
function endOfSkipped(value: string, runStart: number, { starts, withDigits }: WordSelection): number {
  let start = runStart;
  for (;;) {
    // The unit or inch sign after a number is a separate word.
    if (getClassAt(value, start) === digitClass || starts.has(value.charCodeAt(start))) return -1;
    if (start === runStart && mayHideNumber(value, start)) return -1;
    const end = findWordEnd(value, start);
    if (withDigits)
      for (let index = start; index < end; index++) if (getClassAt(value, index) === digitClass) return -1;
    const next = end + 1;
    if (next >= value.length || !isJoiner(value.charCodeAt(end)) || !isWordClass(getClassAt(value, next)))
      return end;
    start = next;
  }
}

/** Whether a number may begin within the first word of a run: "no5", "Ø20", "m8 x 20". */
function mayHideNumber(value: string, start: number): boolean {
  const last = Math.min(start + numberSignLengthMax, value.length - 1);
  for (let index = start + 1; index <= last; index++)
    if (getClassAt(value, index) === digitClass) return true;
  return false;
}

/** Longest sign before a number, with a blank. */
const numberSignLengthMax = 4;

function isAsciiLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 97 && lower <= 122;
}
