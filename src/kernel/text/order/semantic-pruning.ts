import type { SegmentMatches } from '../scoring/scorer.ts';
import type { SemanticScorer } from '../scoring/semantic-scores.ts';
import { readWords } from '../scoring/ranking.ts';

/** With more documents that have only some of the words, none is removed: comparing them would take longer than the search. */
const comparedMax = 32_768;

/** Matches, with the number of documents removed from them. */
export interface PrunedMatches {
  readonly matches: readonly SegmentMatches[];
  readonly dropped: number;
}

/**
 * Removes documents with only some of the words and a cosine below `cosineMin`: "bird" in the description of an orange is no
 * reason to list it for "bird cage". Documents without a vector stay.
 */
export function pruneBySimilarity(
  matches: readonly SegmentMatches[],
  wordCount: number,
  { computeCosines }: Pick<SemanticScorer, 'computeCosines'>,
  cosineMin: number,
): PrunedMatches {
  const isPartial = (segmentMatches: SegmentMatches, i: number): boolean =>
    readWords(segmentMatches.rankingKeys[i]!) < wordCount;
  const keys: number[] = [];
  for (const segmentMatches of matches) {
    for (let i = 0; i < segmentMatches.count; i++) {
      if (isPartial(segmentMatches, i))
        keys.push(segmentMatches.state.segment.keys[segmentMatches.documents[i]!]!);
      if (keys.length > comparedMax) return { matches, dropped: 0 };
    }
  }
  const cosines = computeCosines(keys);
  const isWeak = (cosine: number | null | undefined): boolean =>
    typeof cosine === 'number' && cosine < cosineMin;
  const dropped = cosines.filter(isWeak).length;
  if (dropped === 0) return { matches, dropped };
  let next = 0;
  const remaining = matches.map((segmentMatches): SegmentMatches => {
    const documents = new Uint16Array(segmentMatches.count);
    const rankingKeys = new Float64Array(segmentMatches.count);
    let count = 0;
    for (let i = 0; i < segmentMatches.count; i++) {
      if (isPartial(segmentMatches, i) && isWeak(cosines[next++])) continue;
      documents[count] = segmentMatches.documents[i]!;
      rankingKeys[count++] = segmentMatches.rankingKeys[i]!;
    }
    return { ...segmentMatches, documents, rankingKeys, count };
  });
  return { matches: remaining, dropped };
}
