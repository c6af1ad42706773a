import { hasBit } from '../../bits/bitmap.ts';
import { filterBitmap } from '../query/filters.ts';
import type { IndexAdjustments } from '../query/query.ts';
import type { TextSettings } from '../schema/settings.ts';
import { multiplyRankingKey, decodeTier } from '../scoring/adjusted-score.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { Candidate } from './hit-order.ts';

/** Adjustments change the order of this many of the best unpinned products; every page is cut from that order. */
export const rerankedMax = 200;

export interface Reranking {
  readonly adjustments: IndexAdjustments;
  /** The states by segment. */
  readonly states: readonly SegmentState[];
  /** Whether the score is the rank, as nothing else orders products without words. */
  readonly byRank: boolean;
  readonly settings: TextSettings;
}

/** A product at its rank, from 0, before the adjustments. */
interface Adjusted {
  readonly product: Candidate;
  readonly rank: number;
  readonly score: number;
}

/**
 * The best products by their adjusted scores, the others after them. `ranked` are the best unpinned products by the order of the search,
 * at least {@link rerankedMax} of them or all.
 */
export function rerank(ranked: readonly Candidate[], reranking: Reranking): Candidate[] {
  const { byRank, settings, adjustments } = reranking;
  const getFactor = composeFactors(reranking);
  const best = ranked.slice(0, rerankedMax).map((product, rank): Adjusted => {
    const factor = getFactor(product);
    if (byRank) return { product, rank, score: factor / Math.sqrt(rank + 1) };
    const score = multiplyRankingKey(product.rankingKey, factor, settings);
    return {
      product: score === product.rankingKey ? product : { ...product, rankingKey: score },
      rank,
      score,
    };
  });
  const readTier = ({ rank }: Adjusted): number => decodeTier(ranked[rank]!.rankingKey);
  const isLast = ({ product }: Adjusted): number => Number(product.isLast);
  best.sort(
    (a, b) => isLast(a) - isLast(b) || readTier(b) - readTier(a) || b.score - a.score || a.rank - b.rank,
  );
  const products = best.map(({ product }) => product);
  const { exploration } = adjustments;
  if (exploration !== null) {
    const isSameTier = (a: Adjusted, b: Adjusted): boolean =>
      isLast(a) === isLast(b) && readTier(a) === readTier(b);
    const to = exploration.position - 1;
    const from = best.findIndex(
      (candidate, i) =>
        i > to && isSameTier(candidate, best[to]!) && exploration.isEligible(candidate.product.key),
    );
    if (from >= 0) {
      const [explored] = products.splice(from, 1);
      // The explored product gets a score below that of the product before it, as scores descend.
      const { rankingKey } = products[to] ?? explored!;
      products.splice(to, 0, { ...explored!, rankingKey, explored: true });
    }
  }
  return [...products, ...ranked.slice(rerankedMax)];
}

function composeFactors({ adjustments, states }: Reranking): (product: Candidate) => number {
  const { preferences } = adjustments;
  const bitmaps = states.map((state) =>
    preferences.filters.map(({ filter, weight }) => ({ weight, bitmap: filterBitmap(state, filter) })),
  );
  return ({ key, segmentNo, document }) => {
    let preference = 0;
    for (const { weight, bitmap } of bitmaps[segmentNo]!) if (hasBit(bitmap, document)) preference += weight;
    return adjustments.getFactor(key) * (1 + preferences.max * Math.min(1, preference));
  };
}
