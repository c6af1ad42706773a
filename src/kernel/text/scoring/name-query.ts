import { popCount } from '../../bits/bitmap.ts';
import type { Expansion } from '../expansion/expansions.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';

/** What `nameQuery` reads of a search. */
interface NamedQuery {
  readonly words: readonly QueryWord[];
  readonly expansions: readonly Expansion[];
  /** Whether names begin with their head noun. */
  readonly headFirst: boolean;
  /** By segment: the documents in categories that the query names; null: it names none. */
  readonly named: readonly Uint32Array[] | null;
}

/** The query as the ranking factors of one segment need it. */
export interface NameQuery {
  allBits: number;
  wordCount: number;
  numericBits: number;
  numericCount: number;
  /** For each word in query order, the stems that match it. Lazy, as most documents do not need them. */
  readonly stems: readonly (readonly number[])[];
  /** Index in `stems` of the query's head noun, its last word without digits, or in a head-first language its first; or -1. */
  headNounIndex: number;
  /** The documents in categories that the query names; undefined: it names none. */
  readonly named: Uint32Array | undefined;
}

export function nameQuery(
  { words, expansions, headFirst, named }: NamedQuery,
  state: SegmentState,
  segmentNo: number,
): NameQuery {
  const numericBits = words.reduce((bits, word) => bits | (word.numeric ? word.bit : 0), 0);
  const headNounIndex = headFirst
    ? words.findIndex((word) => !word.numeric)
    : words.findLastIndex((word) => !word.numeric);
  let stems: number[][] | null = null;
  return {
    allBits: words.reduce((bits, word) => bits | word.bit, 0),
    wordCount: words.length,
    numericBits,
    numericCount: popCount(numericBits),
    headNounIndex,
    named: named?.[segmentNo],
    get stems() {
      return (stems ??= words.map((word) => stemsOfWord(word, expansions, state, segmentNo)));
    },
  };
}

function stemsOfWord(
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
