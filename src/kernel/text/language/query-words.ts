import { tokenize, hasDigit } from './tokenizer.ts';
import type { Analyzer } from './analyzer.ts';

/** Longer query texts are cut. */
export const queryLengthMax = 1_000;
/** Further words of a query are not used: a bit a word. */
export const queryWordsMax = 32;

export interface QueryWord {
  /** As written, in lower case. */
  text: string;
  folded: string;
  stem: string;
  numeric: boolean;
  /** The bit of this word in the masks. */
  bit: number;
  /** Offsets in the query's text. */
  start: number;
  end: number;
}

/** Whether the words are parts of one part number, as in "GR-012": an item that has only some of them is another one. */
export function isPartNumber(text: string, words: readonly QueryWord[]): boolean {
  if (words.length < 2 || !words.some(({ numeric }) => numeric)) return false;
  return !/\s/.test(text.slice(words[0]!.start, words.at(-1)!.end));
}

/** Two neighbouring words of a text as one: perhaps a word that documents do not write apart. */
export interface QueryJoin {
  text: string;
  /** Of the words it covers; a stop word that is not looked for has none. */
  bits: number;
  start: number;
  end: number;
}

export interface QueryText {
  words: QueryWord[];
  joins: QueryJoin[];
}

/**
 * The words to look for: without repetitions, and without stop words unless there is nothing else. The text is cut at
 * `queryLengthMax` characters, and at most `queryWordsMax` words are used. `language`: of the query, where it is known; what
 * is a stop word in others only is looked for then.
 */
export function queryWords(text: string, analyzer: Analyzer, language?: string): QueryText {
  const all: { text: string; start: number; end: number }[] = [];
  tokenize(text.slice(0, queryLengthMax), (word, start, end, joined) => {
    if (!joined) all.push({ text: word, start, end });
  });
  const isStopWord = language === undefined ? analyzer.isStopWord : analyzer.isStopWordIn(language);
  const plain = all.filter((word) => !isStopWord(word.text));
  const used = plain.length > 0 ? plain : all;
  const words: QueryWord[] = [];
  const wordByStem = new Map<string, QueryWord>();
  for (const word of used) {
    const stem = analyzer.stem(word.text);
    if (wordByStem.has(stem)) continue;
    if (words.length === queryWordsMax) break;
    const folded = analyzer.fold(word.text);
    const next = { ...word, folded, stem, numeric: hasDigit(word.text), bit: 1 << words.length };
    words.push(next);
    wordByStem.set(stem, next);
  }
  const bitOf = (word: { text: string }): number => wordByStem.get(analyzer.stem(word.text))?.bit ?? 0;
  const joins: QueryJoin[] = [];
  for (let i = 0; i + 1 < all.length; i++) {
    const [left, right] = [all[i]!, all[i + 1]!];
    const bits = bitOf(left) | bitOf(right);
    if (bits !== 0) joins.push({ text: left.text + right.text, bits, start: left.start, end: right.end });
  }
  return { words, joins };
}
