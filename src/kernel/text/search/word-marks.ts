import type { ScannedText } from '../language/candidate-words.ts';
import type { Analyzer } from '../language/analyzer.ts';
import type { TermsOfWords } from '../query/query.ts';
import { createMarkedWordFinder, memoize, mergeMarks } from './highlight.ts';

/** A span of a text that a search matched. */
export interface WordMark {
  /** The start in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The words of the query that it matches, as bits in the order of `TermsOfWords.words`. */
  readonly words: number;
}

const noMarks: readonly WordMark[] = [];

/** Returns a function from a text to the spans that the highlighter marks in it, in order, with the words of the query. */
export function createWordMarker(
  terms: TermsOfWords,
  analyzer: Analyzer,
): (text: ScannedText) => readonly WordMark[] {
  const find = createMarkedWordFinder(terms, analyzer);
  const findBits = memoize((word) => matchQueryWords(word, terms, analyzer));
  return (text) => {
    const found = find(text);
    if (found.length === 0) return noMarks;
    return mergeMarks(text.value, found).map(({ start, end, word }) => ({
      start,
      end,
      words: findBits(word.text),
    }));
  };
}

/** The words of the query that a marked word stands for. */
function matchQueryWords(word: string, terms: TermsOfWords, analyzer: Analyzer): number {
  const stem = analyzer.stem(word);
  let bits = 0;
  terms.stems.forEach((own, index) => {
    if (own === stem) bits |= 1 << index;
  });
  const term = terms.terms.indexOf(word);
  if (term >= 0) bits |= terms.termBits[term]!;
  if (bits !== 0) return bits;
  terms.phrases.forEach((phrase, index) => {
    if (phrase.includes(stem)) bits |= terms.phraseBits[index]!;
  });
  const folded = analyzer.fold(word);
  terms.prefixes.forEach((prefix, index) => {
    if (folded.startsWith(prefix)) bits |= terms.prefixBits[index]!;
  });
  terms.infixes.forEach((infix, index) => {
    if (word.includes(infix)) bits |= terms.infixBits[index]!;
  });
  return bits;
}
