import { BECAUSE_MAX, strongest } from './ranked.ts';
import type { RecommenderState } from './recommender-state.ts';
import type { RecommendRequest, Scored, ScoreSource } from './scored.ts';
import { readHistory, type SubjectHistory } from './subject-history.ts';
import { LANES } from './sparse-scores.ts';
import { TopScores } from './top-scores.ts';
import { scoreVisits } from './visit-neighbours.ts';
import { BOUNDS } from './weights.ts';

export interface ForUserRequest extends RecommendRequest {
  readonly user?: string;
  /** Items seen just now, oldest first. */
  readonly session?: readonly number[];
  /** Whether items of the history may be in the list; left out: where the log shows that visitors come back to things. */
  readonly seen?: boolean;
}

/** Candidates whose content neighbours stand for what an item nobody touched yet could follow. */
const COLD_SOURCES = 10;
/** The transition candidates whose own rows are the second hop. */
const SECOND_HOP_SOURCES = 15;

/**
 * What this visitor is likely to want next, best first; empty for a visitor of whom nothing is known.
 *
 * score = T + 0.5 C + 0.4 TT + 0.8 G + 4 K' with the default weights: transitions from the history, content, the second hop,
 * attribute lift and neighbouring visits, each linear in evidence that every event updates.
 */
export function forUser(state: RecommenderState, request: ForUserRequest): Scored[] {
  const history = readHistory(state, request.user, request.session);
  if (history.items.length === 0 || request.limit <= 0) return [];
  const largestVisit = fillParts(state, history);
  const candidates = bestCandidates(state, history, largestVisit, request);
  const lift = liftScorer(state, history);
  const best = new TopScores(request.limit);
  for (const index of candidates) {
    const sum = partsSum(state, largestVisit, index) + lift(index);
    best.offer(index, withRepeat(state, history.ages.get(index), sum), state.tieOf(index));
  }
  const { items, scores } = best.drain();
  return Array.from(items, (index, rank) => {
    return explain(state, history, { index, score: scores[rank]!, lift: lift(index), largestVisit });
  });
}

/** Sums the parts into the state's scratch; returns the largest K. */
function fillParts(state: RecommenderState, history: SubjectHistory): number {
  const { transitions, content, weights } = state;
  const { parts } = state.scratch;
  const recent = history.items.slice(0, BOUNDS.rowsRead);
  parts.clear(state.itemCount);
  recent.forEach((item, age) => {
    const factor = weights.ageDecay ** age * transitions.rowFactor(item);
    parts.addRow(LANES.transitions, transitions.cut(item), factor);
  });
  hop(state);
  recent.slice(0, BOUNDS.contentRowsRead).forEach((item, age) => {
    parts.addRow(LANES.content, content.neighbours(item), weights.ageDecay ** age);
  });
  return scoreVisits(state, history);
}

/** TT and TC: what follows, and what resembles, the items that T predicts. */
function hop(state: RecommenderState): void {
  const { parts } = state.scratch;
  const best = new TopScores(SECOND_HOP_SOURCES);
  for (const item of parts.keys()) best.offer(item, parts.get(LANES.transitions, item), state.tieOf(item));
  const { items, scores } = best.drain();
  const sum = scores.reduce((total, each) => total + each, 0);
  const cold = state.content.itemCount > state.transitions.touchedItems;
  for (let rank = 0; rank < items.length; rank++) {
    const share = scores[rank]! / sum;
    const source = items[rank]!;
    parts.addRow(LANES.secondHop, state.transitions.cut(source), share * state.transitions.rowFactor(source));
    if (cold && rank < COLD_SOURCES) parts.addRow(LANES.coldContent, state.content.neighbours(source), share);
  }
}

/** The allowed candidates with the best scores, the attribute lift left out, in no order. */
function bestCandidates(
  state: RecommenderState,
  history: SubjectHistory,
  largestVisit: number,
  request: ForUserRequest,
): number[] {
  const repeats = request.seen ?? state.repeats.share >= state.weights.repeatShareMin;
  const best = new TopScores(Math.max(request.limit, BOUNDS.liftCandidates));
  for (const item of state.scratch.parts.keys()) {
    const age = history.ages.get(item);
    if (age !== undefined && !repeats) continue;
    const sum = withRepeat(state, age, partsSum(state, largestVisit, item));
    const tie = state.tieOf(item);
    if (sum > 0 && best.takes(sum, tie) && request.allow(item)) best.offer(item, sum, tie);
  }
  return [...best.drain().items];
}

function withRepeat(state: RecommenderState, age: number | undefined, score: number): number {
  if (age === undefined) return score;
  return state.weights.repeatScore * score + state.weights.repeat * state.repeats.probability(age);
}

function partsSum(state: RecommenderState, largestVisit: number, item: number): number {
  const { weights } = state;
  const { parts } = state.scratch;
  if (state.transitions.count(item) === 0) {
    return (
      weights.cold *
      (parts.get(LANES.content, item) + weights.coldSecondHop * parts.get(LANES.coldContent, item))
    );
  }
  return (
    weights.transitions * parts.get(LANES.transitions, item) +
    weights.content * parts.get(LANES.content, item) +
    weights.secondHop * parts.get(LANES.secondHop, item) +
    (weights.visits * parts.get(LANES.visits, item)) / (largestVisit + weights.visitsShrink)
  );
}

function explain(
  state: RecommenderState,
  history: SubjectHistory,
  result: { index: number; score: number; lift: number; largestVisit: number },
): Scored {
  const { weights } = state;
  const sums = state.scratch.parts;
  const { index, score, lift, largestVisit } = result;
  const base = partsSum(state, largestVisit, index);
  const cold = state.transitions.count(index) === 0;
  const parts: Record<string, number> = {
    transitions: weights.transitions * sums.get(LANES.transitions, index),
    secondHop: weights.secondHop * sums.get(LANES.secondHop, index),
    content: cold ? base : weights.content * sums.get(LANES.content, index),
    attributeLift: lift,
    visits: cold
      ? 0
      : (weights.visits * sums.get(LANES.visits, index)) / (largestVisit + weights.visitsShrink),
  };
  if (history.ages.has(index)) parts['repeat'] = score - base - lift;
  return { index, score, source: sourceOf(parts), because: because(state, history, index), parts };
}

function sourceOf(parts: Record<string, number>): ScoreSource {
  const behaviour = parts['transitions']! + parts['secondHop']!;
  const best = Math.max(behaviour, parts['visits']!, parts['content']!, parts['repeat'] ?? 0);
  if (best === parts['repeat']) return 'repeat';
  if (best === parts['content']) return 'content';
  return best === behaviour ? 'history' : 'visits';
}

/** G: the decayed mean over the history of the log-lift from its items' attributes to a candidate's; 0 for cold items. */
function liftScorer(state: RecommenderState, history: SubjectHistory): (item: number) => number {
  const { attributeLift, ageDecay } = state.weights;
  const newest = history.items.slice(0, BOUNDS.liftItems);
  const lift = state.lift.scorer(newest.map((item, age) => ({ item, weight: ageDecay ** age })));
  return (item) => (state.transitions.count(item) === 0 ? 0 : attributeLift * lift(item));
}

/** The history items that speak most for an item, by transitions and content; else, for a visit's vote, the newest. */
function because(state: RecommenderState, history: SubjectHistory, index: number): number[] {
  const gains = new Map<number, number>();
  let decay = 1;
  for (const item of history.items.slice(0, BOUNDS.contentRowsRead)) {
    const content = state.content.neighbours(item);
    const place = content.items.indexOf(index);
    const similar = place < 0 ? 0 : content.scores[place]!;
    const { weights, transitions } = state;
    const gain = decay * (weights.transitions * transitions.score(item, index) + weights.content * similar);
    if (gain > 0 && item !== index) gains.set(item, (gains.get(item) ?? 0) + gain);
    decay *= weights.ageDecay;
  }
  const reasons = strongest(state, gains, BECAUSE_MAX);
  return reasons.length > 0 ? reasons : [history.items[0]!];
}
