import { dayMs } from '../../bits/days.ts';
import type { RecommenderState, VisitorNames } from '../counters/recommender-state.ts';
import { computeRepeatShare } from './buy-again.ts';
import { readPurchases } from './purchase-times.ts';

/** About a season, so that jackets are recommended again the next winter. */
const justBoughtDays = 90;
/** The minimum shrunk share of repeats in the purchases of a habitual product; without any evidence it is a tenth. */
const habitShareMin = 0.2;

/**
 * Items that a visitor bought within 90 days and that are not bought as a habit. An item is a habit of a visitor who bought it at two
 * times, and if its buyers often repeat the purchase (see {@link computeRepeatShare}).
 */
export function findRecentPurchases(
  state: RecommenderState,
  request: VisitorNames & { readonly now: number },
): number[] {
  const { now } = request;
  return [...readPurchases(state, state.findSubjects(request), now)]
    .filter(([item, purchases]) => {
      const isRecent = now - purchases.last < justBoughtDays * dayMs;
      return isRecent && purchases.count === 1 && computeRepeatShare(state, item).share < habitShareMin;
    })
    .map(([item]) => item);
}
