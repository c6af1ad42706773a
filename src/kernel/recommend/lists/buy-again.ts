import { dayMs } from '../../bits/days.ts';
import { readPurchases, countRepeats, type Purchases } from './purchase-times.ts';
import type { RecommenderState, VisitorNames } from '../counters/recommender-state.ts';
import type { RecommendRequest, ScoredItem } from '../rows/scored.ts';
import { TopScores } from '../../bits/top-scores.ts';

export interface BuyAgainRequest extends RecommendRequest, VisitorNames {}

/** The prior of a product without repeat purchases: one purchase in 30 days, repeated by one buyer in ten. */
const priorPurchases = 1;
const priorDays = 30;
const priorRepeats = 1;
const priorBuyers = 10;

/**
 * Items that a visitor bought and is likely to need again, the most likely first; empty without purchases.
 *
 * score = P(repeat) x rate: P(repeat) = the shrunk share of the product's purchases that were repeats, including this
 * visitor's. rate = (k + 1) / (t + 30 days), the Poisson-Gamma rate of k purchases. t is the time between the first
 * and the last purchase plus the waiting time since. The waiting time counts fully after two of the usual gaps (the
 * product is no longer used); before that, it counts as twice its distance from one usual gap (it is not due yet, or
 * due now). After R. Bhagat et al., "Buy It Again: Modeling Repeat Purchase Recommendations", KDD 2018.
 */
export function buyAgain(state: RecommenderState, request: BuyAgainRequest): ScoredItem[] {
  if (request.limit <= 0) return [];
  const best = new TopScores(request.limit);
  const partsByItem = new Map<number, Record<string, number>>();
  for (const [item, purchases] of readPurchases(state, state.findSubjects(request), request.now)) {
    const parts = estimateLikelihood(state, item, purchases, request.now);
    const score = parts.repeatShare * parts.perDay;
    const tie = state.getTieBreaker(item);
    if (!best.takes(score, tie) || !request.allow(item)) continue;
    best.offer(item, score, tie);
    partsByItem.set(item, parts);
  }
  const { items, scores } = best.drain();
  return Array.from(items, (index, at) => {
    return { index, score: scores[at]!, source: 'bought', because: [], parts: partsByItem.get(index)! };
  });
}

/** The share of a product's purchases that were repeats, shrunk towards a tenth, and the usual time between two of a buyer. */
export function computeRepeatShare(
  state: RecommenderState,
  item: number,
): { readonly share: number; readonly meanGapDays: number | null } {
  const { purchases, repeats, meanGapDays } = countRepeats(state, item);
  return { share: (repeats + priorRepeats) / (purchases + priorBuyers), meanGapDays };
}

function estimateLikelihood(
  state: RecommenderState,
  item: number,
  own: Purchases,
  now: number,
): { purchases: number; daysSince: number; usualDays: number; repeatShare: number; perDay: number } {
  const others = computeRepeatShare(state, item);
  const daysSince = (now - own.last) / dayMs;
  const span = (own.last - own.first) / dayMs;
  const usualDays = own.count > 1 ? span / (own.count - 1) : (others.meanGapDays ?? priorDays);
  const waited = daysSince < 2 * usualDays ? 2 * Math.abs(usualDays - daysSince) : daysSince;
  return {
    purchases: own.count,
    daysSince,
    usualDays,
    repeatShare: others.share,
    perDay: (own.count + priorPurchases) / (span + waited + priorDays),
  };
}
