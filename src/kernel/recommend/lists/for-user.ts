import { computeCandidateFeatures, rankedCandidatesMax } from '../candidates/candidate-features.ts';
import { computeRankingScores, type LearnedRanking } from '../candidates/learned-ranking.ts';
import type { ItemEmbeddings } from '../candidates/item-embeddings.ts';
import type { NeighbourList } from '../rows/maintained-row.ts';
import { becauseMax, selectTopContributors } from '../candidates/top-contributors.ts';
import type { RecommenderState } from '../counters/recommender-state.ts';
import type { RecommendRequest, ScoredItem, ScoreSource } from '../rows/scored.ts';
import { scoreComponents } from '../rows/multi-accumulator.ts';
import { readHistory, type HistoryRequest, type SubjectHistory } from '../candidates/subject-history.ts';
import { comesBefore } from '../../bits/top-scores.ts';
import {
  partsSum,
  findUserCandidates,
  type CandidateRequest,
  type UserCandidates,
} from '../candidates/user-candidates.ts';
import { recommenderBounds } from '../counters/weights.ts';
import { arrangeFirstViews, findFirstViews, type FirstViewsRequest } from './first-views.ts';
import { exp } from '../../../math/exponential.ts';
import { pow } from '../../../math/power.ts';

export interface ForUserRequest
  extends RecommendRequest, HistoryRequest, CandidateRequest, FirstViewsRequest {
  /** The ranking that orders the best candidates instead of the fixed formula. */
  readonly ranking?: LearnedRanking;
  /** The item embeddings that the ranking was trained with. */
  readonly vectors?: ItemEmbeddings;
}

/**
 * Items that this visitor is likely to want next, best first; empty for an unknown visitor.
 *
 * score = T + 0.5 C + 0.2 TT + 0.8 G + 6 K' with the default weights: transitions from the history, content, the
 * second hop, attribute lift and session-kNN, each linear in counters that every event updates. A ranking trained on
 * the shop's log orders the best hundred of these. For a visitor with one or two views, see {@link arrangeFirstViews}.
 */
export function forUser(state: RecommenderState, request: ForUserRequest): ScoredItem[] {
  const history = readHistory(state, request);
  const { limit, ranking, vectors = null } = request;
  if (history.items.length === 0 || limit <= 0) return [];
  const views = findFirstViews(state, history, request);
  const isLimited = ranking === undefined && views === null;
  const candidateLimit = isLimited ? limit : Math.max(limit, rankedCandidatesMax);
  const candidates = findUserCandidates(state, history, { ...request, limit: candidateLimit });
  const fixed = Array.from(candidates.items, (index, rank): RankedItem => {
    const score = candidates.scores[rank]!;
    return { index, fixed: score, score };
  });
  const entries = ranking === undefined ? fixed : reorder(state, candidates, fixed, { ranking, vectors });
  const reasons = createReasonFinder(state, history);
  const explainFirst = (count: number): ScoredItem[] =>
    entries.slice(0, count).map((entry) => explain(state, candidates, entry, reasons));
  if (views === null) return explainFirst(limit);
  return arrangeFirstViews(state, views, explainFirst(candidateLimit), request.findProduct).slice(0, limit);
}

/** An entry of a list: the item, its score by the fixed formula, and its final score. */
interface RankedItem {
  readonly index: number;
  readonly fixed: number;
  readonly score: number;
}

/** Reorders the first hundred by the learned ranking, with scores from 1 down to 0; the others stay after them. */
function reorder(
  state: RecommenderState,
  candidates: UserCandidates,
  fixed: readonly RankedItem[],
  { ranking, vectors }: { ranking: LearnedRanking; vectors: ItemEmbeddings | null },
): RankedItem[] {
  const learned = computeRankingScores(ranking, computeCandidateFeatures(state, candidates, vectors));
  const first = fixed
    .slice(0, learned.length)
    .map((entry, rank) => ({ ...entry, score: 1 / (1 + exp(-learned[rank]!)) }));
  first.sort((a, b) =>
    comesBefore(a.score, state.getTieBreaker(a.index), b.score, state.getTieBreaker(b.index)) ? -1 : 1,
  );
  const rest = fixed.slice(learned.length);
  const scale = (first.at(-1)?.score ?? 0) / (rest[0]?.fixed ?? 1);
  return [...first, ...rest.map((entry) => ({ ...entry, score: entry.fixed * scale }))];
}

function explain(
  state: RecommenderState,
  { history, lift, largestVisit }: UserCandidates,
  { index, fixed, score }: RankedItem,
  reasons: (index: number) => number[],
): ScoredItem {
  const { weights } = state;
  const sums = state.scratch.parts;
  const base = partsSum(state, largestVisit, index);
  const cold = state.transitions.count(index) === 0;
  const parts: Record<string, number> = {
    transitions: weights.transitions * sums.get(scoreComponents.transitions, index),
    secondHop: weights.secondHop * sums.get(scoreComponents.secondHop, index),
    content: cold ? base : weights.content * sums.get(scoreComponents.content, index),
    attributeLift: lift(index),
    visits: cold
      ? 0
      : (weights.visits * sums.get(scoreComponents.visits, index)) / (largestVisit + weights.visitsShrink),
  };
  if (history.ages.has(index)) parts['repeat'] = fixed - base - lift(index);
  return { index, score, source: chooseSource(parts), because: reasons(index), parts };
}

function chooseSource(parts: Record<string, number>): ScoreSource {
  const behaviour = parts['transitions']! + parts['secondHop']!;
  const best = Math.max(behaviour, parts['visits']!, parts['content']!, parts['repeat'] ?? 0);
  if (best === parts['repeat']) return 'repeat';
  if (best === parts['content']) return 'content';
  return best === behaviour ? 'history' : 'visits';
}

/** The history items that contributed most to an item's score by transitions and content, or the newest one for a session-kNN vote. */
function createReasonFinder(state: RecommenderState, history: SubjectHistory): (index: number) => number[] {
  const { weights, transitions, content } = state;
  const rows = history.items.slice(0, recommenderBounds.contentRowsRead).map((item, age) => ({
    item,
    decay: pow(weights.ageDecay, age),
    followers: transitions.cut(item),
    factor: transitions.rowFactor(item),
    neighbours: content.neighbours(item),
  }));
  return (index) => {
    const gains = new Map<number, number>();
    for (const { item, decay, followers, factor, neighbours } of rows) {
      const follows = findScore(followers, index) * factor;
      const gain = decay * (weights.transitions * follows + weights.content * findScore(neighbours, index));
      if (gain > 0 && item !== index) gains.set(item, (gains.get(item) ?? 0) + gain);
    }
    const reasons = selectTopContributors(state, gains, becauseMax);
    return reasons.length > 0 ? reasons : [history.items[0]!];
  };
}

function findScore({ items, scores }: NeighbourList, item: number): number {
  const entry = items.indexOf(item);
  return entry < 0 ? 0 : scores[entry]!;
}
