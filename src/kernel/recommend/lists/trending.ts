import type { RecommenderState } from '../counters/recommender-state.ts';
import type { IsAllowed, RecommendRequest, ScoredItem } from '../rows/scored.ts';
import { TopScores } from '../../bits/top-scores.ts';
import type { Decayed } from '../counters/trend-counts.ts';

export interface TrendingRequest extends RecommendRequest {
  /** A test that limits the list, and the comparison, to some items. */
  readonly among?: IsAllowed;
  /** Counts the visitors of this many last hours equally; if omitted, visitors count with the half-life. */
  readonly windowHours?: number;
}

/** Number of cached best trends, from which allowed ones are selected. */
const cachedTrendsMax = 128;

/** If fewer than one item in this many has a visitor, only these items are read; otherwise all items in sequence. */
const itemsPerVisitedMin = 8;
/** A factor that exceeds any rounding error. */
const roundingMargin = 1 - 1e-9;

interface RankedItems {
  readonly items: Uint32Array;
  readonly scores: Float64Array;
}

/** The current and the usual visitors, and the totals of both. */
interface TrendSums {
  readonly short: Readonly<Decayed>;
  readonly long: Readonly<Decayed>;
  readonly observedTotal: number;
  readonly usualTotal: number;
}

/** The weight of all-time interactions in popularity: orders items of shops without recent visitors. */
const pastShare = 0.01;

/**
 * Items with more current visitors than usual, the most surprising first: (observed - expected) / sqrt(expected +
 * prior).
 *
 * `observed` is the number of unique visitors per hour, with a half-life of 12 hours or within a window. `expected` is the
 * item's share of the visitors of the last months times the current visitors, so that a busy evening is not a trend. A new item has
 * no past and so no expectation; the prior limits the effect of its first visitors.
 */
export function trending(state: RecommenderState, request: TrendingRequest): ScoredItem[] {
  if (request.limit <= 0) return [];
  const { unit } = state.trends;
  const { now, windowHours, among } = request;
  const short =
    windowHours === undefined
      ? state.trends.short(now, state.itemCount)
      : state.trends.within(windowHours, now, state.itemCount);
  const long = state.trends.long(now, state.itemCount);
  const observedTotal = among === undefined ? short.total : sumAllowed(short.sums, short.items, among);
  const total = among === undefined ? long.total : sumAllowed(long.sums, long.items, among);
  const sums: TrendSums = { short, long, observedTotal, usualTotal: total - observedTotal };
  const list =
    (among === undefined && request.candidates === undefined ? fromCache(state, request, sums) : null) ??
    rankTrends(
      state,
      sums,
      request.limit,
      (item) => (among?.(item) ?? true) && request.allow(item),
      request.candidates,
    );
  return Array.from(list.items, (index, at) => {
    const observed = short.sums[index]!;
    const parts = { observed: observed / unit, expected: expectVisitors(sums, index) / unit };
    return { index, score: list.scores[at]!, source: 'trend', because: [], parts };
  });
}

/** The best of all items that `allow` accepts. */
function rankTrends(
  state: RecommenderState,
  sums: TrendSums,
  limit: number,
  allow: IsAllowed,
  candidates: readonly number[] | undefined,
): RankedItems {
  const { short, long, observedTotal, usualTotal } = sums;
  const [shortSums, longSums] = [short.sums, long.sums];
  const { unit } = state.trends;
  const prior = state.weights.trendPrior;
  const priorUnits = prior * unit;
  const best = new TopScores(limit);
  const rate = usualTotal > 0 ? observedTotal / usualTotal : 0;
  let leastSquare = -Infinity;
  // Sequential reads are fastest.
  const isMost = short.items.length * itemsPerVisitedMin > state.itemCount;
  const items = candidates ?? (isMost ? null : short.items);
  const count = items?.length ?? state.itemCount;
  for (let at = 0; at < count; at++) {
    const item = items === null ? at : items[at]!;
    const observed = shortSums[item]!;
    if (observed === 0) continue;
    // This test without divisions excludes most items: the exact score of each would dominate the cost.
    const roughlyExpected = Math.max(0, longSums[item]! - observed) * rate;
    const surplus = observed - roughlyExpected;
    if (surplus * Math.abs(surplus) < leastSquare * (roughlyExpected + priorUnits)) continue;
    const expected = expectVisitors(sums, item);
    const score = (observed - expected) / unit / Math.sqrt(expected / unit + prior);
    if (score <= 0 || score < best.floor) continue;
    const tie = state.getTieBreaker(item);
    if (!best.takes(score, tie) || !allow(item)) continue;
    best.offer(item, score, tie);
    if (best.full) leastSquare = best.floor ** 2 * unit * roundingMargin;
  }
  return best.drain();
}

/** Selects from the cached best trends, valid until a change; returns null if too few of them are allowed. */
function fromCache(state: RecommenderState, request: TrendingRequest, sums: TrendSums): RankedItems | null {
  const cached = state.scratch.trends;
  const { revision } = state.trends;
  const key = `${request.windowHours ?? ''}`;
  let trends = cached.get(key);
  const { short, long } = sums;
  if (trends?.revision !== revision || trends.short !== short.now || trends.long !== long.now) {
    // This also removes windows that are no longer requested.
    if (trends?.revision !== revision) cached.clear();
    const all = rankTrends(state, sums, cachedTrendsMax, () => true, undefined);
    trends = { ...all, revision, short: short.now, long: long.now };
    cached.set(key, trends);
  }
  const positions: number[] = [];
  for (let at = 0; at < trends.items.length && positions.length < request.limit; at++)
    if (request.allow(trends.items[at]!)) positions.push(at);
  if (positions.length < request.limit && trends.items.length === cachedTrendsMax) return null;
  const { items, scores } = trends;
  return {
    items: Uint32Array.from(positions, (at) => items[at]!),
    scores: Float64Array.from(positions, (at) => scores[at]!),
  };
}

/** Items by their visitors with a half-life of 30 days, plus a small share of those of all time. */
export function popular(state: RecommenderState, request: RecommendRequest): ScoredItem[] {
  if (request.limit <= 0) return [];
  const { limit, allow, candidates, now } = request;
  const { unit } = state.trends;
  const { sums, now: period } = state.trends.long(now, state.itemCount);
  const scoreItem = (item: number): number => sums[item]! / unit + pastShare * state.transitions.count(item);
  const { itemCount } = state;
  const { items, scores } = state.popularItems.best({
    itemCount,
    getScore: scoreItem,
    period,
    limit,
    allow,
    candidates,
  });
  return Array.from(items, (index, at) => {
    const parts = { visitors: sums[index]! / unit, touches: state.transitions.count(index) };
    return { index, score: scores[at]!, source: 'popular', because: [], parts };
  });
}

/**
 * Expected visitors = share of the past visitors x current visitors. The long sum includes the recent ones: they are
 * subtracted.
 */
function expectVisitors({ short, long, observedTotal, usualTotal }: TrendSums, item: number): number {
  if (usualTotal <= 0) return 0;
  return (Math.max(0, long.sums[item]! - short.sums[item]!) / usualTotal) * observedTotal;
}

function sumAllowed(sums: Float64Array, items: readonly number[], among: IsAllowed): number {
  return items.reduce((sum, item) => (among(item) ? sum + sums[item]! : sum), 0);
}
