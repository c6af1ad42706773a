import { sampleLists, sliceLists, type TrainingLists } from './training-lists.ts';
import { trainTrees } from './lambda-rank.ts';
import { computeRankingScores, type LearnedRanking } from '../candidates/learned-ranking.ts';
import { trainLinear } from './linear-ranking.ts';
import { log2 } from '../../../math/logarithm.ts';

/** Quality of a ranking on lists: means over all requests, at the first ten positions. */
export interface RankingFigures {
  readonly ndcg: number;
  readonly hitRate: number;
}

/** The rankings tried on a shop's log, and their results. */
export interface RankingSelection {
  /** The best ranking, or null if none is better than the fixed formula. */
  readonly ranking: LearnedRanking | null;
  /** Sampled requests, and the lists that contained the next item. */
  readonly asked: number;
  readonly lists: number;
  /** The newest lists, used only for the comparison. */
  readonly compared: number;
  /** Figures of the fixed formula, and of the rankings for which there were enough lists. */
  readonly figures: Readonly<Partial<Record<'fixed' | LearnedRanking['kind'], RankingFigures>>>;
}

export interface SelectionOptions {
  /** Minimum training lists for a linear ranking and for trees: with fewer, they are worse than the fixed formula. */
  readonly mixListsMin: number;
  readonly treesListsMin: number;
}

const defaultOptions: SelectionOptions = { mixListsMin: 300, treesListsMin: 2000 };
/** The share of the newest lists on which the rankings are compared. */
const comparedShare = 0.2;
/** Rankings are compared by NDCG at this many positions. */
const positionsCompared = 10;
/** It is fixed, so that the same log gives the same ranking on every machine. */
const sampleSeed = 1;

/**
 * Trains rankings on the older four fifths of the lists (by time) and compares them with the fixed formula on the newest fifth. Returns
 * the best one, trained again on all lists, or null if none beats the fixed formula.
 */
export function selectRanking(
  lists: TrainingLists,
  options: SelectionOptions = defaultOptions,
): RankingSelection {
  const count = lists.lists.length;
  // Only lists with all rows can be compared.
  const sampledCount = lists.lists.findIndex(({ isWhole }) => isWhole);
  const older = Math.max(Math.floor(count * (1 - comparedShare)), sampledCount);
  const training = sampleLists(sliceLists(lists, 0, older), sampleSeed);
  const newest = sliceLists(lists, older, count);
  const fixed = measureRanking(newest, null);
  const figures: Record<string, RankingFigures> = { fixed };
  let best: { train: (from: TrainingLists) => LearnedRanking; ndcg: number } | null = null;
  for (const [train, listsMin] of [
    [trainLinear, options.mixListsMin],
    [trainTrees, options.treesListsMin],
  ] as const) {
    if (older < listsMin) continue;
    const ranking = train(training);
    const evaluated = measureRanking(newest, ranking);
    figures[ranking.kind] = evaluated;
    if (evaluated.ndcg > (best?.ndcg ?? fixed.ndcg)) best = { train, ndcg: evaluated.ndcg };
  }
  const ranking = best === null ? null : best.train(sampleLists(lists, sampleSeed));
  return { ranking, asked: Math.round(lists.requests), lists: count, compared: count - older, figures };
}

/** NDCG of the first ten positions of each list, ordered by the ranking, or in the given order without one. */
function measureGains({ lists }: TrainingLists, ranking: LearnedRanking | null): Float64Array {
  return Float64Array.from(lists, ({ features, hits }) => {
    const order = Array.from(hits.keys());
    if (ranking !== null) {
      const scores = computeRankingScores(ranking, features);
      order.sort((a, b) => scores[b]! - scores[a]! || a - b);
    }
    let gain = 0;
    let ideal = 0;
    let found = 0;
    for (const hit of hits) if (hit === 1 && found < positionsCompared) ideal += 1 / log2(found++ + 2);
    order.slice(0, positionsCompared).forEach((row, position) => {
      if (hits[row] === 1) gain += 1 / log2(position + 2);
    });
    return ideal === 0 ? 0 : gain / ideal;
  });
}

function measureRanking(lists: TrainingLists, ranking: LearnedRanking | null): RankingFigures {
  const gains = measureGains(lists, ranking);
  const requests = Math.max(1, lists.requests);
  const sum = gains.reduce((total, gain) => total + gain, 0);
  const hits = gains.reduce((total, gain) => total + (gain > 0 ? 1 : 0), 0);
  return { ndcg: sum / requests, hitRate: hits / requests };
}
