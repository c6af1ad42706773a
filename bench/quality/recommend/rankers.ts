import { boughtTogether } from '../../../src/kernel/recommend/lists/bought-together.ts';
import { ItemEmbeddings } from '../../../src/kernel/recommend/candidates/item-embeddings.ts';
import { forUser } from '../../../src/kernel/recommend/lists/for-user.ts';
import {
  trainRanking,
  type TrainedRanking,
} from '../../../src/kernel/recommend/learning/ranking-training.ts';
import { trainingRowBounds, type RowBounds } from '../../../src/kernel/recommend/counters/row-bounds.ts';
import type { ModelEvent } from '../../../src/kernel/recommend/counters/model-event.ts';
import { RecommenderState } from '../../../src/kernel/recommend/counters/recommender-state.ts';
import { TopScores } from '../../../src/kernel/bits/top-scores.ts';
import type { BasketSplit, LogEvent, Query, Split } from './logs.ts';

/** Returns item ids, best first. */
export type Ranker<Q> = (query: Q, allow: (id: string) => boolean) => readonly string[];

/** A test query for one product of a basket. */
export interface BasketQuery {
  readonly user: string;
  readonly item: string;
}

/** Neighbours per item of item-kNN. */
const neighbourCount = 100;
/** The newest items of a history that item-kNN counts pairs of. */
const knnWindow = 50;
const basketLimit = 10;

/** The recommender state of the service after these events. */
export function stateOf(
  log: Pick<Split | BasketSplit, 'contents' | 'events'>,
  done: (events: number) => void = () => undefined,
  rows?: RowBounds,
): RecommenderState {
  const state = new RecommenderState(rows === undefined ? {} : { rows });
  for (const [id, content] of log.contents) state.setContent(state.item(id), content);
  log.events.forEach((event, at) => {
    state.apply(numbered(state, event));
    done(at);
  });
  return state;
}

function numbered(state: RecommenderState, { items, ...event }: LogEvent): ModelEvent {
  return { ...event, items: items.map((id) => ({ index: state.item(id) })) };
}

/** Trains a ranking on the log by replay, as the service does. */
export function learnedRanking(split: Pick<Split, 'contents' | 'events'>): TrainedRanking {
  const state = stateOf({ contents: split.contents, events: [] }, undefined, trainingRowBounds);
  const events = split.events.map((event) => numbered(state, event));
  return trainRanking(state, events);
}

/** The service's lists, with the fixed or a trained ranking. */
export function vitrine(
  state: RecommenderState,
  limit: number,
  trained: TrainedRanking | null = null,
): Ranker<Query> {
  const { ranking = null, vectors = null } = trained ?? {};
  const order = {
    ...(ranking === null ? {} : { ranking }),
    ...(vectors === null ? {} : { vectors: new ItemEmbeddings(vectors, state) }),
  };
  return ({ user, session }, allow) => {
    const request = {
      ...(user === undefined ? {} : { user }),
      seen: session.map((id) => state.item(id)),
      now: 0,
      limit,
      allow: (index: number) => allow(state.getId(index)),
      ...order,
    };
    return forUser(state, request).map(({ index }) => state.getId(index));
  };
}

/** The items with the most interactions. */
export function popularity(split: Split): Ranker<Query> {
  const counts = new Map<string, number>();
  for (const { items } of split.events) for (const id of items) counts.set(id, (counts.get(id) ?? 0) + 1);
  const state = new RecommenderState();
  const best = new TopScores(counts.size);
  for (const [id, count] of counts) best.offer(state.item(id), count, state.getTieBreaker(state.item(id)));
  const ranked = Array.from(best.drain().items, (index) => state.getId(index));
  return ({ history }, allow) => {
    const list: string[] = [];
    for (const id of ranked) {
      if (list.length === split.limit) break;
      if (allow(id) && (split.repeats || !history.includes(id))) list.push(id);
    }
    return list;
  };
}

/**
 * Item-kNN by the cosine of two items' sets of histories, summed over the history. For short visits, where items may
 * repeat, it uses only the newest item, as session-based item-kNN is defined.
 */
export function itemKnn(split: Split): Ranker<Query> {
  const state = new RecommenderState();
  const owners = Map.groupBy(split.events, ({ user, session }) => user ?? session ?? '');
  const counts: number[] = [];
  const pairs: Map<number, number>[] = [];
  for (const events of owners.values()) {
    const items = [...new Set(events.flatMap((event) => event.items.map((id) => state.item(id))))].slice(
      -knnWindow,
    );
    for (const item of items) {
      counts[item] = (counts[item] ?? 0) + 1;
      const row = (pairs[item] ??= new Map());
      for (const other of items) if (other !== item) row.set(other, (row.get(other) ?? 0) + 1);
    }
  }
  const rows = pairs.map((row, item) => {
    const best = new TopScores(neighbourCount);
    for (const [other, both] of row)
      best.offer(other, both / Math.sqrt(counts[item]! * counts[other]!), state.getTieBreaker(other));
    return best.drain();
  });
  return ({ history }, allow) => {
    const sums = new Map<number, number>();
    for (const id of split.repeats ? history.slice(-1) : history) {
      const { items, scores } = rows[state.findItem(id) ?? -1] ?? { items: [], scores: [] };
      items.forEach((other, rank) => sums.set(other, (sums.get(other) ?? 0) + scores[rank]!));
    }
    const best = new TopScores(split.limit);
    for (const [item, sum] of sums) {
      const id = state.getId(item);
      if (allow(id) && (split.repeats || !history.includes(id)))
        best.offer(item, sum, state.getTieBreaker(item));
    }
    return Array.from(best.drain().items, (item) => state.getId(item));
  };
}

/** The `count` products in the most baskets, best first. */
export function bestSellers(state: RecommenderState, count: number): string[] {
  const best = new TopScores(count);
  for (let item = 0; item < state.itemCount; item++)
    best.offer(item, state.baskets.baskets(item), state.getTieBreaker(item));
  return Array.from(best.drain().items, (item) => state.getId(item));
}

/** The service's ranking and the baselines, on the same counters. */
export function basketRankers(state: RecommenderState): Record<string, Ranker<BasketQuery>> {
  const { baskets } = state;
  const byScore = (scoreOf: (item: number, other: number, share: number) => number): Ranker<BasketQuery> => {
    return ({ item: id }, allow) => {
      const item = state.item(id);
      const best = new TopScores(basketLimit);
      baskets.forEachShare(item, (other, share) => {
        if (allow(state.getId(other)))
          best.offer(other, scoreOf(item, other, share), state.getTieBreaker(other));
      });
      return Array.from(best.drain().items, (index) => state.getId(index));
    };
  };
  const kernel = (knows: boolean): Ranker<BasketQuery> => {
    return ({ item, user }, allow) => {
      const shared = { items: [state.item(item)], now: 0, limit: basketLimit };
      const buyer = knows ? { user } : {};
      const request = { ...shared, ...buyer, allow: (index: number) => allow(state.getId(index)) };
      return boughtTogether(state, request).map(({ index }) => state.getId(index));
    };
  };
  const sellers = bestSellers(state, state.itemCount);
  const support = (item: number, other: number): number => baskets.support(item, other);
  return {
    popularity: ({ item }, allow) => firstOf(sellers, (id) => id !== item && allow(id)),
    confidence: byScore(support),
    lift: byScore((item, other) => support(item, other) / baskets.baskets(other)),
    LLR: byScore((item, other) => {
      return logLikelihoodRatio(
        support(item, other),
        baskets.baskets(item),
        baskets.baskets(other),
        baskets.basketTotal,
      );
    }),
    'basket-weighted': byScore((_item, _other, share) => share),
    vitrine: kernel(false),
    'vitrine, known buyer': kernel(true),
  };
}

function firstOf(ranked: readonly string[], allow: (id: string) => boolean): string[] {
  const list: string[] = [];
  for (const id of ranked) {
    if (list.length === basketLimit) break;
    if (allow(id)) list.push(id);
  }
  return list;
}

/** Dunning's G squared of two items' baskets; negative if they co-occur less often than by chance. */
function logLikelihoodRatio(both: number, one: number, other: number, all: number): number {
  const cells = [both, one - both, other - both, all - one - other + both];
  const expected = [one * other, one * (all - other), (all - one) * other, (all - one) * (all - other)];
  const sum = cells.reduce((total, seen, cell) => {
    return seen <= 0 ? total : total + 2 * seen * Math.log((seen * all) / expected[cell]!);
  }, 0);
  return both * all >= one * other ? sum : -sum;
}
