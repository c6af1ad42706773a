import type { SegmentMatches } from '../scoring/scorer.ts';
import type { SemanticScorer } from '../scoring/semantic-scores.ts';
import { wordsOfKey } from '../scoring/ranking.ts';

/** Of more documents that have only some of the words, none is left out: comparing them would take longer than the search. */
const comparedMax = 32_768;

/** Matches, and how many documents were left out of them. */
export interface PrunedMatches {
  readonly matches: readonly SegmentMatches[];
  readonly dropped: number;
}

/**
 * Matches without those documents that have only some of the words and are known to be less near than `least` in what they mean: a "bird" in the text of an orange is no reason to show it for "bird cage".
 */
export function pruneBySimilarity(
  matches: readonly SegmentMatches[],
  wordCount: number,
  { cosinesOf }: Pick<SemanticScorer, 'cosinesOf'>,
  least: number,
): PrunedMatches {
  const isPartial = (own: SegmentMatches, i: number): boolean => wordsOfKey(own.rankingKeys[i]!) < wordCount;
  const keys: number[] = [];
  for (const own of matches) {
    for (let i = 0; i < own.count; i++) {
      if (isPartial(own, i)) keys.push(own.state.segment.keys[own.documents[i]!]!);
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
    const rankingKeys = new Float64Array(own.count);
    let count = 0;
    for (let i = 0; i < own.count; i++) {
      if (isPartial(own, i) && isWeak(cosines[next++])) continue;
      documents[count] = own.documents[i]!;
      rankingKeys[count++] = own.rankingKeys[i]!;
    }
    return { ...own, documents, rankingKeys, count };
  });
  return { matches: kept, dropped };
}
