import { ItemVectors, type LearnedVectors } from '../candidates/item-vectors.ts';
import type { ModelEvent, RecommenderState } from '../counters/recommender-state.ts';
import { replayLists } from './candidate-lists.ts';
import { chooseRanking, type RankingChoice } from './ranking-choice.ts';
import { learnVectors } from './vector-training.ts';

/** A choice with the vectors that its ranking reads; null where it reads none. */
export interface LearnedChoice extends RankingChoice {
  readonly vectors: LearnedVectors | null;
}

/**
 * Everything that a log teaches of the order of a list: lives through it once more, learns vectors from its first part and an order of
 * candidates that reads them from the rest; and, where that order is better than the fixed mix, vectors from all of it, to go with the
 * order. `state` knows the items' content and no event; in the end it has all of them.
 */
export function learnChoice(state: RecommenderState, events: readonly ModelEvent[]): LearnedChoice {
  let taught: LearnedVectors | null = null;
  const lists = replayLists(state, events, undefined, (before) => {
    taught = learnVectors(before);
    return taught === null ? null : new ItemVectors(taught, before);
  });
  const choice = chooseRanking(lists);
  const readsVectors = choice.ranking !== null && taught !== null;
  return { ...choice, vectors: readsVectors ? learnVectors(state) : null };
}
