import { FEATURE_COUNT } from '../candidates/candidate-features.ts';
import { listCount, someLists, type TrainingLists } from './training-lists.ts';
import { trainTrees } from './lambda-rank.ts';
import { rankingScores, type LearnedRanking } from '../candidates/learned-ranking.ts';
import { trainLinear } from './linear-ranking.ts';

/** What an order of candidates is worth on lists: means over all that was asked, at the first ten places. */
export interface RankingFigures {
  readonly ndcg: number;
  readonly hitRate: number;
}

/** What was tried on a shop's log and what came of it. */
export interface RankingSelection {
  /** Null: the fixed mix is as good. */
  readonly ranking: LearnedRanking | null;
  /** Events that were asked about, and the lists that had what was touched next. */
  readonly asked: number;
  readonly lists: number;
  /** Lists that only served for the comparison: the newest. */
  readonly compared: number;
  /** By what orders: the fixed mix always, the others where there was enough to learn. */
  readonly figures: Readonly<Partial<Record<'fixed' | LearnedRanking['kind'], RankingFigures>>>;
}

export interface SelectionOptions {
  /** Lists to learn from from which on a linear mix, and trees, are learnt: weights from fewer are worse than the fixed ones. */
  readonly mixListsMin: number;
  readonly treesListsMin: number;
}

const DEFAULTS: SelectionOptions = { mixListsMin: 300, treesListsMin: 2000 };
/** The share of the newest lists on which the orders are compared. */
const COMPARED_SHARE = 0.2;
const PLACES = 10;

/**
 * Learns orders on the older four fifths of the lists (by time), compares them with the fixed mix on the newest fifth, and
 * gives the best one, learnt once more on all lists; none where the fixed mix is as good as any.
 */
export function selectRanking(lists: TrainingLists, options: SelectionOptions = DEFAULTS): RankingSelection {
  const count = listCount(lists);
  const older = Math.floor(count * (1 - COMPARED_SHARE));
  const learnt = someLists(lists, 0, older);
  const newest = someLists(lists, older, count);
  const fixed = figuresOf(newest, null);
  const figures: Record<string, RankingFigures> = { fixed };
  let best: { learn: (from: TrainingLists) => LearnedRanking; ndcg: number } | null = null;
  for (const [learn, listsMin] of [
    [trainLinear, options.mixListsMin],
    [trainTrees, options.treesListsMin],
  ] as const) {
    if (older < listsMin) continue;
    const ranking = learn(learnt);
    const reached = figuresOf(newest, ranking);
    figures[ranking.kind] = reached;
    if (reached.ndcg > (best?.ndcg ?? fixed.ndcg)) best = { learn, ndcg: reached.ndcg };
  }
  const ranking = best === null ? null : best.learn(lists);
  return { ranking, asked: Math.round(lists.asked), lists: count, compared: count - older, figures };
}

/** NDCG of the first ten places of each list, ordered by the ranking, or as they are. */
function gainsOf(lists: TrainingLists, ranking: LearnedRanking | null): Float64Array {
  return Float64Array.from({ length: listCount(lists) }, (_, list) => {
    const [first, end] = [lists.starts[list]!, lists.starts[list + 1]!];
    const order = Array.from({ length: end - first }, (_row, at) => at);
    if (ranking !== null) {
      const scores = rankingScores(
        ranking,
        lists.features.subarray(first * FEATURE_COUNT, end * FEATURE_COUNT),
      );
      order.sort((one, other) => scores[other]! - scores[one]! || one - other);
    }
    let gain = 0;
    let ideal = 0;
    let found = 0;
    for (let row = first; row < end; row++) {
      if (lists.hits[row] === 1 && found < PLACES) ideal += 1 / Math.log2(found++ + 2);
    }
    order.slice(0, PLACES).forEach((at, place) => {
      if (lists.hits[first + at] === 1) gain += 1 / Math.log2(place + 2);
    });
    return ideal === 0 ? 0 : gain / ideal;
  });
}

function figuresOf(lists: TrainingLists, ranking: LearnedRanking | null): RankingFigures {
  const gains = gainsOf(lists, ranking);
  const asked = Math.max(1, lists.asked);
  const sum = gains.reduce((total, gain) => total + gain, 0);
  const hits = gains.reduce((total, gain) => total + (gain > 0 ? 1 : 0), 0);
  return { ndcg: sum / asked, hitRate: hits / asked };
}
