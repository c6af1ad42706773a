import { correctedQuery } from '../expansion/correction.ts';
import { isCorrection } from '../expansion/expansions.ts';
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
): Pick<IndexResult, 'corrected' | 'corrections' | 'learned' | 'fallback'> {
  const { words, matches, context, identified, fused } = matched;
  // An identifier is neither mistyped nor a fallback.
  if (context === null || best === undefined || identified.size > 0)
    return { ...uncorrected, fallback: null };
  const { segmentNo, document, rankingKey } = best;
  if (fused?.partOf(segmentNo, document)?.added === true) return { ...uncorrected, fallback: 'semantic' };
  const { expansions } = context;
  const { state } = matches[segmentNo]!;
  const correction = expansions.some(isCorrection)
    ? correctedQuery(text, expansions, state, segmentNo, document)
    : null;
  const { text: corrected = null, spans: corrections = [], learned = [] } = correction ?? {};
  const isRelaxed = wordsOfKey(rankingKey) < words.length;
  const fallback = isRelaxed ? 'words_dropped' : corrected === null ? null : 'corrected';
  return { corrected, corrections, learned, fallback };
}

const uncorrected = { corrected: null, corrections: [], learned: [] } as const;
