import type { RecommenderState } from './recommender-state.ts';
import type { Allow, RecommendRequest, Scored } from './scored.ts';
import { TopScores } from './top-scores.ts';

export interface TrendingRequest extends RecommendRequest {
  /** Only items that pass, against what is usual among them. */
  readonly among?: Allow;
  /** Visitors of so many last hours, each counting the same; left out: weighed with the half-life. */
  readonly windowHours?: number;
}

/** Of the all-time touches, what counts for popularity: an order for shops whose visitors are long gone. */
const PAST_SHARE = 0.01;

/**
 * Items with more visitors just now than usual, the most surprising first:
 * (observed - expected) / sqrt(expected + prior).
 *
 * observed: unique visitors an hour, with a half-life of 12 hours or within a window; expected: the item's share of the visitors of the
 * last months times the visitors observed now, so that a busy evening is no trend. A new item has no past and so no
 * expectation; the prior keeps its first few visitors from outshining everything.
 */
export function trending(state: RecommenderState, request: TrendingRequest): Scored[] {
  if (request.limit <= 0) return [];
  const { unit } = state.trends;
  const { now, windowHours, among } = request;
  const short =
    windowHours === undefined
      ? state.trends.short(now, state.itemCount)
      : state.trends.within(windowHours, now, state.itemCount);
  const long = state.trends.long(now, state.itemCount);
  const observedTotal = among === undefined ? short.total : sumOf(short.sums, short.items, among);
  const total = among === undefined ? long.total : sumOf(long.sums, long.items, among);
  const usualTotal = total - observedTotal;
  const best = new TopScores(request.limit);
  const expectedNothing = Math.sqrt(state.weights.trendPrior);
  const offer = (item: number): void => {
    const observed = short.sums[item]!;
    // Had nothing been expected of it, it would still not be among the best.
    if (observed === 0 || observed / unit / expectedNothing < best.floor) return;
    const expected = expectedOf(observed, long.sums[item]!, observedTotal, usualTotal);
    const score = (observed - expected) / unit / Math.sqrt(expected / unit + state.weights.trendPrior);
    const tie = state.tieOf(item);
    if (score <= 0 || !best.takes(score, tie)) return;
    if ((among === undefined || among(item)) && request.allow(item)) best.offer(item, score, tie);
  };
  for (const item of short.items) offer(item);
  const { items: list, scores } = best.drain();
  return Array.from(list, (index, at) => {
    const observed = short.sums[index]!;
    const expected = expectedOf(observed, long.sums[index]!, observedTotal, usualTotal);
    const parts = { observed: observed / unit, expected: expected / unit };
    return { index, score: scores[at]!, source: 'trend', because: [], parts };
  });
}

/** Items by visitors with a half-life of 30 days, and a little for those of all time. */
export function popular(state: RecommenderState, request: RecommendRequest): Scored[] {
  if (request.limit <= 0) return [];
  const { unit } = state.trends;
  const { sums } = state.trends.long(request.now, state.itemCount);
  const best = new TopScores(request.limit);
  for (let item = 0; item < state.itemCount; item++) {
    const score = sums[item]! / unit + PAST_SHARE * state.transitions.count(item);
    if (score === 0 || score < best.floor) continue;
    const tie = state.tieOf(item);
    if (best.takes(score, tie) && request.allow(item)) best.offer(item, score, tie);
  }
  const { items, scores } = best.drain();
  return Array.from(items, (index, at) => {
    const parts = { visitors: sums[index]! / unit, touches: state.transitions.count(index) };
    return { index, score: scores[at]!, source: 'popular', because: [], parts };
  });
}

/** Expected now = share of the past visitors x visitors now. The long sum holds the recent ones too: they are taken out. */
function expectedOf(observed: number, long: number, observedTotal: number, usualTotal: number): number {
  return usualTotal <= 0 ? 0 : (Math.max(0, long - observed) / usualTotal) * observedTotal;
}

function sumOf(sums: Float64Array, items: readonly number[], among: Allow): number {
  return items.reduce((sum, item) => (among(item) ? sum + sums[item]! : sum), 0);
}
