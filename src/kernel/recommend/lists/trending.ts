import type { RecommenderState } from '../counters/recommender-state.ts';
import type { Allow, RecommendRequest, ScoredItem } from '../rows/scored.ts';
import { TopScores } from '../rows/top-scores.ts';
import type { Decayed } from '../counters/trend-counts.ts';

export interface TrendingRequest extends RecommendRequest {
  /** Only items that pass, against what is usual among them. */
  readonly among?: Allow;
  /** Visitors of so many last hours, each counting the same; left out: weighed with the half-life. */
  readonly windowHours?: number;
}

/** How many of the best are kept, for any that are allowed. */
const KEPT_TRENDS = 128;

/** Items with a visitor are read from a list of them where it has less than this share of all: 1 of so many. */
const LISTED_SHARE = 8;
/** What was rounded differently is looked at once more. */
const ALMOST = 1 - 1e-9;

interface RankedItems {
  readonly items: Uint32Array;
  readonly scores: Float64Array;
}

/** What just now is held against what is usual, and the totals of both. */
interface TrendSums {
  readonly short: Readonly<Decayed>;
  readonly long: Readonly<Decayed>;
  readonly observedTotal: number;
  readonly usualTotal: number;
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
export function trending(state: RecommenderState, request: TrendingRequest): ScoredItem[] {
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
  const sums: TrendSums = { short, long, observedTotal, usualTotal: total - observedTotal };
  const list =
    (among === undefined && request.few === undefined ? fromKept(state, request, sums) : null) ??
    ranked(state, sums, request.limit, (item) => (among?.(item) ?? true) && request.allow(item), request.few);
  return Array.from(list.items, (index, at) => {
    const observed = short.sums[index]!;
    const parts = { observed: observed / unit, expected: expectedOf(sums, index) / unit };
    return { index, score: list.scores[at]!, source: 'trend', because: [], parts };
  });
}

/** The best of all that `allow` lets pass. */
function ranked(
  state: RecommenderState,
  sums: TrendSums,
  limit: number,
  allow: Allow,
  few: readonly number[] | undefined,
): RankedItems {
  const { short, long, observedTotal, usualTotal } = sums;
  const [shortSums, longSums] = [short.sums, long.sums];
  const { unit } = state.trends;
  const prior = state.weights.trendPrior;
  const priorUnits = prior * unit;
  const best = new TopScores(limit);
  const rate = usualTotal > 0 ? observedTotal / usualTotal : 0;
  let least = -Infinity;
  // Memory is read fastest from its beginning to its end.
  const isMost = short.items.length * LISTED_SHARE > state.itemCount;
  const items = few ?? (isMost ? null : short.items);
  const count = items?.length ?? state.itemCount;
  for (let at = 0; at < count; at++) {
    const item = items === null ? at : items[at]!;
    const observed = shortSums[item]!;
    if (observed === 0) continue;
    // Most are not among the best, which products alone tell: a root and quotients for each would be most of what this costs.
    const about = Math.max(0, longSums[item]! - observed) * rate;
    const surplus = observed - about;
    if (surplus * Math.abs(surplus) < least * (about + priorUnits)) continue;
    const expected = expectedOf(sums, item);
    const score = (observed - expected) / unit / Math.sqrt(expected / unit + prior);
    if (score <= 0 || score < best.floor) continue;
    const tie = state.tieOf(item);
    if (!best.takes(score, tie) || !allow(item)) continue;
    best.offer(item, score, tie);
    if (best.full) least = best.floor ** 2 * unit * ALMOST;
  }
  return best.drain();
}

/** From the best that are kept until something changes; null where too few of those are allowed. */
function fromKept(state: RecommenderState, request: TrendingRequest, sums: TrendSums): RankedItems | null {
  const kept = state.scratch.trends;
  const { revision } = state.trends;
  const key = `${request.windowHours ?? ''}`;
  let trends = kept.get(key);
  const { short, long } = sums;
  if (trends?.revision !== revision || trends.short !== short.now || trends.long !== long.now) {
    // Windows nobody asks for any more go with them.
    if (trends?.revision !== revision) kept.clear();
    const all = ranked(state, sums, KEPT_TRENDS, () => true, undefined);
    trends = { ...all, revision, short: short.now, long: long.now };
    kept.set(key, trends);
  }
  const places: number[] = [];
  for (let at = 0; at < trends.items.length && places.length < request.limit; at++)
    if (request.allow(trends.items[at]!)) places.push(at);
  if (places.length < request.limit && trends.items.length === KEPT_TRENDS) return null;
  const { items, scores } = trends;
  return {
    items: Uint32Array.from(places, (at) => items[at]!),
    scores: Float64Array.from(places, (at) => scores[at]!),
  };
}

/** Items by visitors with a half-life of 30 days, and a little for those of all time. */
export function popular(state: RecommenderState, request: RecommendRequest): ScoredItem[] {
  if (request.limit <= 0) return [];
  const { unit } = state.trends;
  const { sums } = state.trends.long(request.now, state.itemCount);
  const best = new TopScores(request.limit);
  const { few } = request;
  for (let at = 0; at < (few?.length ?? state.itemCount); at++) {
    const item = few?.[at] ?? at;
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
function expectedOf({ short, long, observedTotal, usualTotal }: TrendSums, item: number): number {
  if (usualTotal <= 0) return 0;
  return (Math.max(0, long.sums[item]! - short.sums[item]!) / usualTotal) * observedTotal;
}

function sumOf(sums: Float64Array, items: readonly number[], among: Allow): number {
  return items.reduce((sum, item) => (among(item) ? sum + sums[item]! : sum), 0);
}
