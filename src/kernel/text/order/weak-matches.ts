import type { SegmentMatches } from '../scoring/matcher.ts';
import type { Likeness } from '../scoring/meaning.ts';
import { wordsOfPrimary } from '../scoring/ranking.ts';

/** Of more documents that have only some of the words, none is left out: comparing them would take longer than the search. */
const comparedMax = 32_768;

/** Matches, and how many documents were left out of them. */
export interface StrongMatches {
  readonly matches: readonly SegmentMatches[];
  readonly dropped: number;
}

/**
 * Matches without those documents that have only some of the words and are known to be less near than `least` in what they mean: a "bird" in the text of an orange is no reason to show it for "bird cage".
 */
export function withoutWeak(
  matches: readonly SegmentMatches[],
  wordCount: number,
  { cosinesOf }: Pick<Likeness, 'cosinesOf'>,
  least: number,
): StrongMatches {
  const isPartial = (own: SegmentMatches, i: number): boolean =>
    wordsOfPrimary(own.primaries[i]!) < wordCount;
  const keys: number[] = [];
  for (const own of matches) {
    for (let i = 0; i < own.count; i++) {
      if (isPartial(own, i)) keys.push(own.slot.segment.keys[own.documents[i]!]!);
      if (keys.length > comparedMax) return { matches, dropped: 0 };
    }
  }
  const cosines = cosinesOf(keys);
  const isWeak = (cosine: number | null | undefined): boolean => typeof cosine === 'number' && cosine < least;
  const dropped = cosines.filter(isWeak).length;
  if (dropped === 0) return { matches, dropped };
  let next = 0;
  const kept = matches.map((own): SegmentMatches => {
    const documents = new Uint16Array(own.count);
    const primaries = new Float64Array(own.count);
    let count = 0;
    for (let i = 0; i < own.count; i++) {
      if (isPartial(own, i) && isWeak(cosines[next++])) continue;
      documents[count] = own.documents[i]!;
      primaries[count++] = own.primaries[i]!;
    }
    return { ...own, documents, primaries, count };
  });
  return { matches: kept, dropped };
}
