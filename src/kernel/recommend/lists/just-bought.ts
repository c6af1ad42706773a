import { dayMs } from '../../bits/days.ts';
import type { RecommenderState, VisitorNames } from '../counters/recommender-state.ts';
import { computeRepeatShare } from './buy-again.ts';
import { readPurchases } from './purchase-times.ts';

/** A season: the jacket of last winter may be offered again. */
const justBoughtDays = 90;
/** The shrunk share of a product's purchases that must be repeats; without any evidence it is a tenth. */
const habitShareMin = 0.2;

/**
 * Items that a visitor bought within 90 days and that are not bought again as a habit. A habit is the visitor's own, who bought the item
 * at two times, or that of its buyers, by the evidence of {@link computeRepeatShare}.
 */
export function justBought(
  state: RecommenderState,
  request: VisitorNames & { readonly now: number },
): number[] {
  const { now } = request;
  return [...readPurchases(state, state.subjectsOf(request), now)]
    .filter(([item, purchases]) => {
      const isRecent = now - purchases.last < justBoughtDays * dayMs;
      return isRecent && purchases.count === 1 && computeRepeatShare(state, item).share < habitShareMin;
    })
    .map(([item]) => item);
}
