import { dayMs } from '../../bits/days.ts';
import type { RecommenderState } from '../counters/recommender-state.ts';
import { noSubject } from '../counters/interaction-histories.ts';

/** Maximum interactions of a visitor, newest first, that are read. */
export const interactionsRead = 5_000;
/** Maximum interactions of a product, newest first, that are sampled. */
const sampleMax = 400;

/** The purchases of a product by one visitor; times in ms. */
export interface Purchases {
  count: number;
  first: number;
  last: number;
}

/** Reads the subjects' purchases by item, without future ones. Several at the same time count as one. */
export function readPurchases(
  state: RecommenderState,
  subjects: readonly number[],
  now: number,
): Map<number, Purchases> {
  const { histories } = state;
  const purchases = new Map<number, Purchases>();
  for (const subject of subjects) {
    const length = histories.getLength(subject);
    for (let position = length - 1; position >= Math.max(0, length - interactionsRead); position--) {
      const interaction = histories.interactionAt(subject, position);
      if (!state.isPurchase(interaction) || histories.getTime(interaction) > now) continue;
      addPurchase(purchases, histories.itemAt(subject, position), histories.getTime(interaction));
    }
  }
  return purchases;
}

/** Counts the repeat purchases of a product by all buyers, in its newest interactions. */
export function countRepeats(
  state: RecommenderState,
  item: number,
): { purchases: number; repeats: number; meanGapDays: number | null } {
  const { histories } = state;
  const byBuyer = new Map<number, Purchases>();
  const postings = histories.getPostings(item);
  for (let at = postings.length - 2, read = 0; at >= 0 && read < sampleMax; at -= 2) {
    const interaction = postings[at]!;
    if (histories.isErased(interaction)) continue;
    read++;
    const subject = postings[at + 1]!;
    if (subject !== noSubject && state.isPurchase(interaction))
      addPurchase(byBuyer, subject, histories.getTime(interaction));
  }
  let purchases = 0;
  let gaps = 0;
  let gapDays = 0;
  for (const { count, first, last } of byBuyer.values()) {
    purchases += count;
    gaps += count - 1;
    gapDays += (last - first) / dayMs;
  }
  return { purchases, repeats: gaps, meanGapDays: gaps === 0 ? null : gapDays / gaps };
}

function addPurchase(into: Map<number, Purchases>, key: number, at: number): void {
  const earlier = into.get(key);
  if (earlier === undefined) {
    into.set(key, { count: 1, first: at, last: at });
  } else if (at !== earlier.last && at !== earlier.first) {
    earlier.count++;
    earlier.first = Math.min(earlier.first, at);
    earlier.last = Math.max(earlier.last, at);
  }
}
