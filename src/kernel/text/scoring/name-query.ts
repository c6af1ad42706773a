import { popCount } from '../../bits/bitmap.ts';
import type { Expansion } from '../expansion/expansions.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';

/** Whether a document of a segment is in a category that the query names. */
export type CategoryTest = (document: number) => boolean;

/** The figures of the words of a query, which are the same in all segments. */
export interface WordFigures {
  /** The union of the bits of all words. */
  readonly allBits: number;
  readonly wordCount: number;
  /** The union of the bits of the words with digits, and the number of them. */
  readonly numericBits: number;
  readonly numericCount: number;
  /** The index of the query's head noun, its last word without digits, or in a head-first language its first; or -1. */
  readonly headNounIndex: number;
}

/** `headFirst` says whether names begin with their head noun. */
export function computeWordFigures(words: readonly QueryWord[], headFirst: boolean): WordFigures {
  const numericBits = words.reduce((bits, word) => bits | (word.numeric ? word.bit : 0), 0);
  return {
    allBits: words.reduce((bits, word) => bits | word.bit, 0),
    wordCount: words.length,
    numericBits,
    numericCount: popCount(numericBits),
    headNounIndex: headFirst
      ? words.findIndex((word) => !word.numeric)
      : words.findLastIndex((word) => !word.numeric),
  };
}

/** The data of a search that `buildNameQuery` reads. */
interface NameQueryInput {
  readonly words: readonly QueryWord[];
  readonly wordFigures: WordFigures;
  readonly expansions: readonly Expansion[];
  /** Tests by segment, or null if the query names no category. */
  readonly categoryTests: readonly CategoryTest[] | null;
}

/** The figures of a query by which the ranking factors compare it with the names of one segment's documents. */
export interface NameQuery extends WordFigures {
  /** The stems that match each word, in query order; computed lazily, as most documents do not need them. */
  readonly stems: readonly (readonly number[])[];
  /** Undefined if the query names no category. */
  readonly isInCategory: CategoryTest | undefined;
}

export function buildNameQuery(
  { words, wordFigures, expansions, categoryTests: categories }: NameQueryInput,
  state: SegmentState,
  segmentNo: number,
): NameQuery {
  let stems: number[][] | null = null;
  return {
    allBits: wordFigures.allBits,
    wordCount: wordFigures.wordCount,
    numericBits: wordFigures.numericBits,
    numericCount: wordFigures.numericCount,
    headNounIndex: wordFigures.headNounIndex,
    isInCategory: categories?.[segmentNo],
    get stems() {
      return (stems ??= words.map((word) => collectStems(word, expansions, state, segmentNo)));
    },
  };
}

/** The stems of the terms that one-word expansions of a word match in full; prefixes and infixes have other stems. */
function collectStems(
  word: QueryWord,
  expansions: readonly Expansion[],
  state: SegmentState,
  segmentNo: number,
): number[] {
  const stems = new Set<number>();
  for (const { kind, bits, parts } of expansions) {
    if (bits !== word.bit || kind === 'prefix' || kind === 'infix' || parts.length > 1) continue;
    for (const term of parts[0]![segmentNo]!) stems.add(state.segment.stemOfTerm(term));
  }
  return [...stems];
}
