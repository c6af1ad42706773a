import type { FusedMatches } from '../order/fusion.ts';
import type { PlacedPin } from '../order/pins.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { MatchContext, SegmentMatches } from '../scoring/scorer.ts';
import type { DocumentSet } from '../segments/matched-documents.ts';
import type { Grouping } from '../segments/variant-groups.ts';

/** The matches under one filter. */
export interface Matched {
  words: readonly QueryWord[];
  matches: readonly SegmentMatches[];
  /** Null where the query has no words. */
  context: MatchContext | null;
  total: number;
  totalAllWords: number;
  /** Ranking key of the last listed match. */
  rankingKeyMin: number;
  /** The pinned documents; `unpinned` has the matches without them. */
  pins: readonly PlacedPin[];
  unpinned: readonly SegmentMatches[];
  /** By document (see `packDocumentId()`): the identifier field that equals the query. */
  identified: ReadonlyMap<number, string>;
  /** Null where semantic similarity did not take part. */
  fused: FusedMatches | null;
  /** Documents with fewer words are listed by semantic similarity or not at all. */
  wordsListed: number;
}

export type FoundByQuery = Omit<Matched, 'pins' | 'unpinned' | 'identified'>;

/** All matches are listed: documents below the lowest level are not even scored. */
export function documentSets({ matches }: Matched, grouping: Grouping | null): DocumentSet[] {
  return matches.map(({ state, documents, count }, segmentNo) => {
    const set = { segment: state.segment, documents, count };
    const groups = grouping?.columns[segmentNo];
    return groups === undefined ? set : { ...set, groups };
  });
}
