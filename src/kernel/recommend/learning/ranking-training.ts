import { ItemEmbeddings, type TrainedEmbeddings } from '../candidates/item-embeddings.ts';
import type { RecommenderState } from '../counters/recommender-state.ts';
import { collectTrainingLists, type EventSequence } from './training-lists.ts';
import { selectRanking, type RankingSelection } from './ranking-selection.ts';
import { EmbeddingTrainer } from './embedding-training.ts';

/** A selected ranking with its item embeddings; `vectors` is null if it uses none. */
export interface TrainedRanking extends RankingSelection {
  readonly vectors: TrainedEmbeddings | null;
}

/**
 * Trains a ranking from a log. It reads the log in order, trains item embeddings on the first part, and trains a ranking
 * with them on the rest. If that ranking is better than the fixed formula, the embeddings are trained further on the
 * whole log. `state` has the items' content and no events at the start, and all events at the end.
 */
export function trainRanking(state: RecommenderState, events: EventSequence): TrainedRanking {
  const trainer = new EmbeddingTrainer();
  let embeddings: TrainedEmbeddings | null = null;
  const lists = collectTrainingLists(state, events, undefined, (before) => {
    embeddings = trainer.train(before);
    return embeddings === null ? null : new ItemEmbeddings(embeddings, before);
  });
  const selection = selectRanking(lists);
  const usesEmbeddings = selection.ranking !== null && embeddings !== null;
  return { ...selection, vectors: usesEmbeddings ? trainer.train(state) : null };
}
