import { isDimension } from './numerals.ts';
import { tokenize, hasDigit } from './tokenizer.ts';
import { canBeUnit } from './units.ts';
import type { Analyzer } from './analyzer.ts';

/** Maximum length of a query's text; the rest is ignored. */
export const queryLengthMax = 1_000;
/** Maximum number of words of a query; the rest is ignored. Each word has a bit. */
export const queryWordsMax = 32;

export interface QueryWord {
  /** The word as written, in lower case. */
  text: string;
  folded: string;
  stem: string;
  numeric: boolean;
  /** The bit of this word in masks. */
  bit: number;
  /** Offsets in the query's text. */
  start: number;
  end: number;
}

/** Whether the words form one part number, such as "GR-012". A document with some of them is another item. */
export function isPartNumber(text: string, words: readonly QueryWord[]): boolean {
  if (words.length < 2 || !words.some(({ numeric }) => numeric)) return false;
  return !/\s/.test(text.slice(words[0]!.start, words.at(-1)!.end));
}

/** Two to four adjacent words of a text, joined in case documents write them as one: "garden bench", "l l bean". */
export interface QueryJoin {
  text: string;
  /** Bits of the covered words; 0 for a stop word that is not searched. */
  bits: number;
  start: number;
  end: number;
}

/** A word with its offsets in the query's text. */
type TextPart = Pick<QueryWord, 'text' | 'start' | 'end'>;

/** A query, analyzed once for all steps of a search. */
export interface QueryText {
  text: string;
  language: string | undefined;
  words: QueryWord[];
  /** Words that add to the score of a document but are not required. Their bits follow those of `words`. */
  optionalWords: readonly QueryWord[];
  /** The start of a preposition of purpose between two words, such as "for" in "laptop for work", or null if there is none. */
  purposeStart: number | null;
  joins: QueryJoin[];
  isPartNumber: boolean;
  /** Whether the text is a part number or consists of numbers, for which embeddings carry no information. */
  isCode: boolean;
}

/**
 * The searched words of a text: distinct, and without stop words unless all are stop words. The text is cut at `queryLengthMax`
 * characters, and at most `queryWordsMax` words are used. `language` is the query's language, if known; then only its stop words are left
 * out.
 */
export function analyzeQuery(text: string, analyzer: Analyzer, language?: string): QueryText {
  const all: TextPart[] = [];
  tokenize(text.slice(0, queryLengthMax), (word, start, end, joined) => {
    if (!joined) all.push({ text: word, start, end });
  });
  const isStopWord = language === undefined ? analyzer.isStopWord : analyzer.isStopWordIn(language);
  const plain = all.filter((word) => !isStopWord(word.text));
  const used = plain.length > 0 ? plain : all;
  const units = findDimensionUnits(all);
  const wordByStem = new Map<string, QueryWord>();
  const removeDuplicates = (some: readonly TextPart[]): QueryWord[] => {
    const words: QueryWord[] = [];
    for (const word of some) {
      const stem = analyzer.stem(word.text);
      if (wordByStem.has(stem)) continue;
      if (wordByStem.size === queryWordsMax) break;
      const folded = analyzer.fold(word.text);
      const next = { ...word, folded, stem, numeric: hasDigit(word.text), bit: 1 << wordByStem.size };
      words.push(next);
      wordByStem.set(stem, next);
    }
    return words;
  };
  const words = removeDuplicates(used.filter((word) => !units.has(word)));
  const optionalWords = removeDuplicates(used.filter((word) => units.has(word)));
  const findBit = (word: { text: string }): number => wordByStem.get(analyzer.stem(word.text))?.bit ?? 0;
  const joins = joinAdjacentWords(text, all, (part) => (units.has(part) ? null : findBit(part)));
  const ofPart = isPartNumber(text, words);
  const isCode = ofPart || (words.length > 0 && words.every(({ numeric }) => numeric));
  const isPurpose = (word: string): boolean => analyzer.isPurpose(word) && isStopWord(word);
  const purposeStart = ofPart || plain.length === 0 ? null : startOfPurpose(all, words, isPurpose);
  return { text, language, words, optionalWords, purposeStart, joins, isPartNumber: ofPart, isCode };
}

/** Maximum adjacent words that are written as one. */
const joinedWordsMax = 4;

/** `findBit` returns 0 for a part that is not searched, and null for one that is never written with others. */
function joinAdjacentWords(
  text: string,
  all: readonly TextPart[],
  findBit: (part: TextPart) => number | null,
): QueryJoin[] {
  const joins: QueryJoin[] = [];
  for (let count = 2; count <= joinedWordsMax; count++) {
    for (let first = 0; first + count <= all.length; first++) {
      const parts = all.slice(first, first + count);
      const isApart = parts.some((part, i) => {
        // "1/20" is not 120.
        const isFraction =
          text[part.end] === '/' && hasDigit(part.text) && hasDigit(parts[i + 1]?.text ?? '');
        return isFraction || findBit(part) === null;
      });
      if (isApart || (count > 2 && parts.every((part) => hasDigit(part.text)))) continue;
      const bits = parts.reduce((sum, part) => sum | (findBit(part) ?? 0), 0);
      const [start, end] = [parts[0]!.start, parts.at(-1)!.end];
      if (bits !== 0) joins.push({ text: parts.map((part) => part.text).join(''), bits, start, end });
    }
  }
  return joins;
}

/** The units after dimensions, which products may omit. */
function findDimensionUnits(all: readonly TextPart[]): ReadonlySet<TextPart> {
  return new Set(all.filter(({ text }, i) => i > 0 && isDimension(all[i - 1]!.text) && canBeUnit(text)));
}

/** The start of the last preposition of purpose with words on both sides, unless it is searched itself; null without one. */
function startOfPurpose(
  all: readonly { text: string; start: number }[],
  words: readonly QueryWord[],
  isPurpose: (word: string) => boolean,
): number | null {
  const [first, last] = [words[0]?.start ?? 0, words.at(-1)?.start ?? 0];
  const purpose = all.findLast(({ text, start }) => first < start && start < last && isPurpose(text));
  return purpose?.start ?? null;
}
