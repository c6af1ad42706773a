import type { RecommenderState } from '../counters/recommender-state.ts';
import type { IsAllowed } from '../rows/scored.ts';
import { TopScores } from '../../bits/top-scores.ts';
import { isSubstitute } from './bought-together.ts';
import { PairTest } from './pair-evidence.ts';

/** Maximum number of items with evidence that are counted: a page shows four. */
const significantMax = 4;

/** How much evidence the orders of a shop are for what is bought together with an item. */
export interface ListCoverage {
  readonly item: number;
  /** The baskets with the item. */
  readonly baskets: number;
  /** The items that are bought together with it more often than by chance; at most four are counted. */
  readonly significant: number;
  /** The item that needs the fewest further joint baskets, and their number; null without one, or with four such items. */
  readonly next: { readonly item: number; readonly baskets: number } | null;
}

/** Measures the evidence for the list of an item, without its substitutes. Costs a test of each pair, until four have evidence. */
export function measureCoverage(state: RecommenderState, item: number, allow: IsAllowed): ListCoverage {
  const { baskets } = state;
  const test = new PairTest(baskets, item);
  const others: number[] = [];
  baskets.forEachShare(item, (other) => others.push(other));
  let significant = 0;
  let next: { item: number; baskets: number } | null = null;
  for (const other of others) {
    if (significant === significantMax) break;
    if (!allow(other)) continue;
    if (test.computeLimit(other) > 0) {
      if (!isSubstitute(state, item, other)) significant++;
      continue;
    }
    const missing = test.countMissing(other, next?.baskets ?? Infinity);
    if (missing === null) continue;
    // The order of a row tells the history of its counters, which processes do not share.
    const comesFirst =
      next === null || missing < next.baskets || state.getTieBreaker(other) < state.getTieBreaker(next.item);
    if (comesFirst && !isSubstitute(state, item, other)) next = { item: other, baskets: missing };
  }
  return {
    item,
    baskets: baskets.baskets(item),
    significant,
    next: significant === significantMax ? null : next,
  };
}

/** The allowed items that are in the most baskets, at most `limit`, the most frequent first. */
export function listBestSellers(state: RecommenderState, limit: number, allow: IsAllowed): number[] {
  const best = new TopScores(limit);
  for (let item = 0; item < state.itemCount; item++) {
    const baskets = state.baskets.baskets(item);
    if (baskets === 0) continue;
    const tie = state.getTieBreaker(item);
    if (best.takes(baskets, tie) && allow(item)) best.offer(item, baskets, tie);
  }
  return [...best.drain().items];
}
