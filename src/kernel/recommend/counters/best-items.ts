import { comesBefore, TopScores } from '../../bits/top-scores.ts';

/** Maximum listed items, and maximum changed items before the list is computed again. */
const listedMax = 1_024;
const changedMax = 512;

interface Best {
  readonly items: Uint32Array;
  readonly scores: Float64Array;
}

/** The best items of a period. */
interface List {
  readonly items: ReadonlySet<number>;
  readonly period: number;
  /** The last listed item, before which no unlisted, unchanged item comes; null if all of them have the score 0. */
  readonly last: { readonly score: number; readonly tie: number } | null;
}

export interface BestRequest {
  readonly itemCount: number;
  /** Scores change by {@link BestItems.markChanged} only, or with the period. */
  readonly getScore: (item: number) => number;
  readonly period: number;
  readonly limit: number;
  readonly allow: (item: number) => boolean;
  /** The items to compare; omitted for all. */
  readonly candidates?: readonly number[] | undefined;
}

/**
 * The items with the highest scores, where few scores change between requests: a request compares the items that were best, and
 * those that changed since, instead of all. The result is exact.
 */
export class BestItems {
  readonly #getTieBreaker: (item: number) => number;
  readonly #listedMax: number;
  readonly #changedMax: number;
  readonly #changed = new Set<number>();
  #list: List | null = null;

  constructor(getTieBreaker: (item: number) => number, bounds = { listedMax, changedMax }) {
    this.#getTieBreaker = getTieBreaker;
    this.#listedMax = bounds.listedMax;
    this.#changedMax = bounds.changedMax;
  }

  /** Call for each item whose score may have changed. */
  markChanged(item: number): void {
    if (this.#list === null) return;
    this.#changed.add(item);
    if (this.#changed.size > this.#changedMax) this.clear();
  }

  /** Call when any score may have changed. */
  clear(): void {
    this.#list = null;
    this.#changed.clear();
  }

  /** The best items that are allowed and have a score above 0. */
  best(request: BestRequest): Best {
    const { period, limit, candidates } = request;
    if (candidates !== undefined) return this.#selectBest(candidates, limit, request);
    if (this.#list?.period !== period) this.#compute(request);
    const { items, last } = this.#list!;
    const best = new TopScores(limit);
    for (const some of [items, this.#changed.difference(items)])
      for (const item of some) this.#offer(best, item, request, last);
    return last === null || best.full ? best.drain() : this.#bestOfAll(limit, request);
  }

  #compute(request: BestRequest): void {
    this.#changed.clear();
    const { items, scores } = this.#bestOfAll(this.#listedMax, { ...request, allow: () => true });
    const end = items.length - 1;
    this.#list = {
      items: new Set(items),
      period: request.period,
      last:
        items.length < this.#listedMax
          ? null
          : { score: scores[end]!, tie: this.#getTieBreaker(items[end]!) },
    };
  }

  /** Offers an item, unless an item that is not listed could come before it. */
  #offer(best: TopScores, item: number, { getScore, allow }: BestRequest, last: List['last']): void {
    const score = getScore(item);
    if (score === 0 || score < best.floor) return;
    const tie = this.#getTieBreaker(item);
    if (last !== null && comesBefore(last.score, last.tie, score, tie)) return;
    if (best.takes(score, tie) && allow(item)) best.offer(item, score, tie);
  }

  #selectBest(items: readonly number[], limit: number, request: BestRequest): Best {
    const best = new TopScores(limit);
    for (const item of items) this.#offer(best, item, request, null);
    return best.drain();
  }

  #bestOfAll(limit: number, request: BestRequest): Best {
    const best = new TopScores(limit);
    for (let item = 0; item < request.itemCount; item++) this.#offer(best, item, request, null);
    return best.drain();
  }
}
