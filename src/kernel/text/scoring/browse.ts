import { createFullBitmap } from '../../bits/bitmap.ts';
import { segmentDocumentsMax } from '../schema/document.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { placeInTier } from './ranking.ts';
import type { MatchContext, SegmentMatches } from './scorer.ts';

/** The ranking keys of a search without words, all 0; shared by all segments. */
const unscored = new Float64Array(segmentDocumentsMax);

/** The live documents of a segment that pass the filter: the matches of a search without words. */
export function browseSegment(state: SegmentState, allowed: Uint32Array | null): SegmentMatches {
  const { documentCount } = state.segment;
  const passing = allowed ?? createFullBitmap(documentCount);
  const documents = new Uint16Array(documentCount);
  let count = 0;
  for (let word = 0; word < passing.length; word++) {
    let bits = passing[word]! & ~(state.deleted[word] ?? 0);
    while (bits !== 0) {
      documents[count++] = (word << 5) + 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
    }
  }
  return { state, documents, rankingKeys: unscored.subarray(0, count), count };
}

/** The matches with all other live documents that pass the filter (null means that all do), below those with a word of the query. */
export function withUnmatched(
  matches: readonly SegmentMatches[],
  readAllowed: (segmentNo: number) => Uint32Array | null,
  { last }: Pick<MatchContext, 'last'>,
): SegmentMatches[] {
  return matches.map(({ state, documents: found, rankingKeys: keys, count }, segmentNo) => {
    const all = browseSegment(state, readAllowed(segmentNo));
    const rankingKeys = new Float64Array(all.count);
    let next = 0;
    for (let i = 0; i < all.count; i++) {
      const document = all.documents[i]!;
      const isFound = next < count && found[next] === document;
      rankingKeys[i] = isFound ? keys[next++]! : placeInTier(last?.[segmentNo], document);
    }
    return { ...all, rankingKeys };
  });
}
