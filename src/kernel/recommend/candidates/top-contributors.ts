import type { RecommenderState } from '../counters/recommender-state.ts';
import { comesBefore } from '../../bits/top-scores.ts';

/** Returns the keys with the largest positive gains, best first, at most `limit`. Reasons of a recommendation name them. */
export function selectTopContributors(
  state: RecommenderState,
  gains: ReadonlyMap<number, number>,
  limit: number,
): number[] {
  const positive = [...gains].filter(([, gain]) => gain > 0);
  positive.sort((a, b) => {
    return comesBefore(a[1], state.getTieBreaker(a[0]), b[1], state.getTieBreaker(b[0])) ? -1 : 1;
  });
  return positive.slice(0, limit).map(([item]) => item);
}

/** Maximum reasons for a recommended item. */
export const becauseMax = 3;
