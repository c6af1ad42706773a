import { ItemEmbeddings, type TrainedEmbeddings } from '../candidates/item-embeddings.ts';
import type { ModelEvent, RecommenderState } from '../counters/recommender-state.ts';
import { replayLists } from './training-lists.ts';
import { selectRanking, type RankingSelection } from './ranking-selection.ts';
import { trainEmbeddings } from './embedding-training.ts';

/** A choice with the vectors that its ranking reads; null where it reads none. */
export interface TrainedRanking extends RankingSelection {
  readonly vectors: TrainedEmbeddings | null;
}

/**
 * Everything that a log teaches of the order of a list: lives through it once more, learns vectors from its first part and an order of
 * candidates that reads them from the rest; and, where that order is better than the fixed mix, vectors from all of it, to go with the
 * order. `state` knows the items' content and no event; in the end it has all of them.
 */
export function trainRanking(state: RecommenderState, events: readonly ModelEvent[]): TrainedRanking {
  let taught: TrainedEmbeddings | null = null;
  const lists = replayLists(state, events, undefined, (before) => {
    taught = trainEmbeddings(before);
    return taught === null ? null : new ItemEmbeddings(taught, before);
  });
  const choice = selectRanking(lists);
  const readsVectors = choice.ranking !== null && taught !== null;
  return { ...choice, vectors: readsVectors ? trainEmbeddings(state) : null };
}
