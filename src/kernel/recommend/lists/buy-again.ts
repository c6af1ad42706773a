import { DAY_MS, purchasesOf, repeatsOf, type Purchases } from './purchase-times.ts';
import type { RecommenderState, VisitorNames } from '../counters/recommender-state.ts';
import type { RecommendRequest, ScoredItem } from '../rows/scored.ts';
import { TopScores } from '../rows/top-scores.ts';

export interface BuyAgainRequest extends RecommendRequest, VisitorNames {}

/** What is believed of a product before anyone bought it twice: one purchase in 30 days, repeated by one buyer in ten. */
const PRIOR_PURCHASES = 1;
const PRIOR_DAYS = 30;
const PRIOR_REPEATS = 1;
const PRIOR_BUYERS = 10;

/**
 * What a visitor bought before and is likely to need again, the most likely first; empty for who bought nothing.
 *
 * score = P(repeat) x rate: P(repeat) = the share of the product's purchases that were somebody's repeat, this visitor's own
 * included, shrunk; rate = (k + 1) / (t + 30 days), the Poisson-Gamma rate of k purchases, where t is the time between
 * the first and the last, and of what has passed since: all of it once two of the usual gaps are over (then it is being
 * forgotten), before that twice its distance from one usual gap (then it is not due yet, or just now). After
 * R. Bhagat et al., "Buy It Again: Modeling Repeat Purchase Recommendations", KDD 2018.
 */
export function buyAgain(state: RecommenderState, request: BuyAgainRequest): ScoredItem[] {
  if (request.limit <= 0) return [];
  const best = new TopScores(request.limit);
  const partsOf = new Map<number, Record<string, number>>();
  for (const [item, purchases] of purchasesOf(state, state.subjectsOf(request), request.now)) {
    const parts = likelihood(state, item, purchases, request.now);
    const score = parts.repeatShare * parts.perDay;
    const tie = state.tieOf(item);
    if (!best.takes(score, tie) || !request.allow(item)) continue;
    best.offer(item, score, tie);
    partsOf.set(item, parts);
  }
  const { items, scores } = best.drain();
  return Array.from(items, (index, at) => {
    return { index, score: scores[at]!, source: 'bought', because: [], parts: partsOf.get(index)! };
  });
}

function likelihood(
  state: RecommenderState,
  item: number,
  own: Purchases,
  now: number,
): { purchases: number; daysSince: number; usualDays: number; repeatShare: number; perDay: number } {
  const others = repeatsOf(state, item);
  const daysSince = (now - own.last) / DAY_MS;
  const span = (own.last - own.first) / DAY_MS;
  const usualDays = own.count > 1 ? span / (own.count - 1) : (others.meanGapDays ?? PRIOR_DAYS);
  const waited = daysSince < 2 * usualDays ? 2 * Math.abs(usualDays - daysSince) : daysSince;
  return {
    purchases: own.count,
    daysSince,
    usualDays,
    repeatShare: (others.repeats + PRIOR_REPEATS) / (others.purchases + PRIOR_BUYERS),
    perDay: (own.count + PRIOR_PURCHASES) / (span + waited + PRIOR_DAYS),
  };
}
