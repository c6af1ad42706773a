import { correctedQuery } from '../expansion/correction.ts';
import type { Expansion } from '../expansion/expansions.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { FusedMatches } from '../order/fusion.ts';
import type { Candidate } from '../order/hit-order.ts';
import type { IndexResult } from '../query/query.ts';
import { wordsOfKey } from '../scoring/ranking.ts';
import type { MatchContext, SegmentMatches } from '../scoring/scorer.ts';

/** How the query was relaxed to find its best match. */
export function relaxationOf(
  text: string,
  best: Candidate | undefined,
  matched: {
    readonly words: readonly QueryWord[];
    readonly matches: readonly SegmentMatches[];
    readonly context: MatchContext | null;
    readonly identified: ReadonlyMap<number, string>;
    readonly fused: FusedMatches | null;
  },
): Pick<IndexResult, 'corrected' | 'fallback'> {
  const { words, matches, context, identified, fused } = matched;
  // An identifier is neither mistyped nor a fallback.
  if (context === null || best === undefined || identified.size > 0)
    return { corrected: null, fallback: null };
  const { segmentNo, document, rankingKey } = best;
  if (fused?.partOf(segmentNo, document)?.added === true) return { corrected: null, fallback: 'semantic' };
  const { expansions } = context;
  const { state } = matches[segmentNo]!;
  const corrected = expansions.some(corrects)
    ? correctedQuery(text, expansions, state, segmentNo, document)
    : null;
  if (wordsOfKey(rankingKey) < words.length) return { corrected, fallback: 'words_dropped' };
  return { corrected, fallback: corrected === null ? null : 'corrected' };
}

/** Whether a match of the expansion differs from the query as written. */
const corrects = ({ kind, typos }: Expansion): boolean => typos > 0 || kind === 'joined' || kind === 'split';
