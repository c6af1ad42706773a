import type { RecommenderState } from '../counters/recommender-state.ts';
import type { IsAllowed } from '../rows/scored.ts';
import type { SubjectHistory } from './subject-history.ts';
import { scoreComponents } from '../rows/multi-accumulator.ts';
import { TopScores } from '../../bits/top-scores.ts';
import { scoreSessionKnn } from './session-knn.ts';
import { recommenderBounds } from '../counters/weights.ts';
import { pow } from '../../../math/power.ts';

/**
 * The candidates for the next item of a history by the fixed formula, best first. The components of their scores are
 * in `state.scratch.parts` until the next request.
 */
export interface UserCandidates {
  readonly history: SubjectHistory;
  readonly items: Uint32Array;
  readonly scores: Float64Array;
  /** The weighted attribute lift of an item. */
  readonly lift: (item: number) => number;
  /** The largest session-kNN score. */
  readonly largestVisit: number;
}

export interface CandidateRequest {
  readonly limit: number;
  readonly allow: IsAllowed;
  /** Whether items of the history may be in the list; if omitted, they may if the log shows that visitors repeat interactions. */
  readonly repeats?: boolean;
  /** The product of a variant, or null. Without repeats, other variants of the history's products are left out. */
  readonly findProduct?: (item: number) => string | null;
}

/** Number of candidates whose content neighbours count as second hop for items without interactions. */
const coldSources = 10;
/** Initial oversampling of candidates, as some may not be allowed. */
const oversampling = 1.25;
/** The weight of the attribute lift for items without interactions. */
const coldLiftWeight = 0.4;

/** At most `limit` candidates for a non-empty history. */
export function findUserCandidates(
  state: RecommenderState,
  history: SubjectHistory,
  request: CandidateRequest,
): UserCandidates {
  const largestVisit = fillParts(state, history);
  const candidates = selectBestCandidates(state, history, largestVisit, request);
  const lift = createLiftScorer(state, history, candidates);
  const { parts, sums } = state.scratch;
  const best = new TopScores(request.limit);
  for (let at = 0; at < candidates.length; at++) {
    const index = candidates[at]!;
    const age = history.ages.get(index);
    const base = age === undefined ? sums[parts.findSlot(index)]! : partsSum(state, largestVisit, index);
    best.offer(index, withRepeat(state, age, base + lift(index)), state.getTieBreaker(index));
  }
  return { history, ...best.drain(), lift, largestVisit };
}

/** Whether the log shows that visitors return to items. */
export function hasRepeats(state: RecommenderState): boolean {
  return state.repeats.share >= state.weights.repeatShareMin;
}

/** The weighted components of a candidate's score without the attribute lift. */
export function partsSum(state: RecommenderState, largestVisit: number, item: number): number {
  const slot = state.scratch.parts.findSlot(item);
  if (slot < 0) return 0;
  sumParts(state, largestVisit, { first: slot, end: slot + 1 });
  return state.scratch.sums[slot]!;
}

/** Computes the fixed formula without the attribute lift for a range of slots, into the scratch's sums. */
function sumParts(
  state: RecommenderState,
  largestVisit: number,
  { first, end }: { first: number; end: number },
): void {
  const { weights, transitions, scratch } = state;
  const { parts } = scratch;
  const sums = scratch.roomForSums(end);
  const [follows, secondHop] = [
    parts.lane(scoreComponents.transitions),
    parts.lane(scoreComponents.secondHop),
  ];
  const [content, coldContent] = [
    parts.lane(scoreComponents.content),
    parts.lane(scoreComponents.coldContent),
  ];
  const votes = parts.lane(scoreComponents.visits);
  const keys = parts.keys();
  const interactionFlags = transitions.counts.interactionFlags();
  const visitsScale = largestVisit + weights.visitsShrink;
  const { cold, coldSecondHop } = weights;
  for (let slot = first; slot < end; slot++) {
    sums[slot] =
      interactionFlags[keys[slot]!] === 1
        ? weights.transitions * follows[slot]! +
          weights.content * content[slot]! +
          weights.secondHop * secondHop[slot]! +
          (weights.visits * votes[slot]!) / visitsScale
        : cold * (content[slot]! + coldSecondHop * coldContent[slot]!);
  }
}

/** Computes the components into the state's scratch; returns the largest K. */
function fillParts(state: RecommenderState, history: SubjectHistory): number {
  const { transitions, content, weights } = state;
  const { parts } = state.scratch;
  const recent = history.items.slice(0, recommenderBounds.rowsRead);
  parts.clear(state.itemCount);
  recent.forEach((item, age) => {
    const factor = pow(weights.ageDecay, age) * transitions.rowFactor(item);
    parts.addRow(scoreComponents.transitions, transitions.cut(item), factor);
  });
  hop(state);
  recent.slice(0, recommenderBounds.contentRowsRead).forEach((item, age) => {
    parts.addRow(scoreComponents.content, content.neighbours(item), pow(weights.ageDecay, age));
  });
  return scoreSessionKnn(state, history);
}

/** Adds TT and TC: transitions and content neighbours of the items that T predicts. */
function hop(state: RecommenderState): void {
  const { parts } = state.scratch;
  const { hops } = state.scratch;
  hops.clear();
  const keys = parts.keys();
  const follows = parts.lane(scoreComponents.transitions);
  for (let slot = 0; slot < keys.length; slot++) {
    const score = follows[slot]!;
    if (score >= hops.floor) hops.offer(keys[slot]!, score, state.getTieBreaker(keys[slot]!));
  }
  const { items, scores } = hops.drain();
  const sum = scores.reduce((total, each) => total + each, 0);
  const cold = state.content.itemCount > state.transitions.counts.itemsWithInteractions;
  for (let rank = 0; rank < items.length; rank++) {
    const share = scores[rank]! / sum;
    const source = items[rank]!;
    parts.addRow(
      scoreComponents.secondHop,
      state.transitions.cut(source),
      share * state.transitions.rowFactor(source),
    );
    if (cold && rank < coldSources)
      parts.addRow(scoreComponents.coldContent, state.content.neighbours(source), share);
  }
}

/** The allowed candidates with the best scores without the attribute lift, unordered. */
function selectBestCandidates(
  state: RecommenderState,
  history: SubjectHistory,
  largestVisit: number,
  request: CandidateRequest,
): Uint32Array {
  const repeats = mayRepeat(state, request);
  const { parts, cuts } = state.scratch;
  const keys = parts.keys();
  sumParts(state, largestVisit, { first: 0, end: keys.length });
  const { sums } = state.scratch;
  for (const [item, age] of history.ages) {
    const slot = parts.findSlot(item);
    if (slot >= 0) sums[slot] = repeats ? withRepeat(state, age, sums[slot]!) : 0;
  }
  const allow = allowCandidates(state, history, request);
  const size = Math.max(request.limit, recommenderBounds.liftCandidates);
  const best = new TopScores(size);
  // Checking whether an item is allowed is most expensive: the best are checked first, then four times as many, and so on.
  let ceiling = Infinity;
  for (let count = size * oversampling; !best.full && ceiling > 0; count *= 4) {
    const cut = count < keys.length ? cuts.findThreshold(sums, keys.length, count) : 0;
    for (let slot = 0; slot < keys.length; slot++) {
      const sum = sums[slot]!;
      if (sum < cut || sum >= ceiling || sum <= 0) continue;
      const tie = state.getTieBreaker(keys[slot]!);
      if (best.takes(sum, tie) && allow(keys[slot]!)) best.offer(keys[slot]!, sum, tie);
    }
    ceiling = cut;
  }
  return best.items();
}

function mayRepeat(state: RecommenderState, { repeats }: CandidateRequest): boolean {
  return repeats ?? hasRepeats(state);
}

/** The items that may be candidates: without repeats, no other variant of a product in the history. */
export function allowCandidates(
  state: RecommenderState,
  history: SubjectHistory,
  request: CandidateRequest,
): IsAllowed {
  return mayRepeat(state, request) ? request.allow : newProducts(history, request);
}

/** Excludes items of products in the history: the same shoe in another size is not new. */
function newProducts({ ages }: SubjectHistory, { allow, findProduct }: CandidateRequest): IsAllowed {
  if (findProduct === undefined) return allow;
  const seen = new Set([...ages.keys()].map(findProduct));
  seen.delete(null);
  return seen.size === 0 ? allow : (item) => allow(item) && !seen.has(findProduct(item));
}

function withRepeat(state: RecommenderState, age: number | undefined, score: number): number {
  if (age === undefined) return score;
  return state.weights.repeatScore * score + state.weights.repeat * state.repeats.probability(age);
}

/**
 * Scores G of some candidates: the decayed mean over the history of the log-lift from its items' attributes
 * to a candidate's, lower for items without interactions.
 */
function createLiftScorer(
  state: RecommenderState,
  history: SubjectHistory,
  candidates: Uint32Array,
): (item: number) => number {
  const { attributeLift, cold, ageDecay } = state.weights;
  const newest = history.items.slice(0, recommenderBounds.liftItems);
  const sources = newest.map((item, age) => ({ item, weight: pow(ageDecay, age) }));
  const lift = state.lift.scorer(sources, candidates);
  return (item) =>
    (state.transitions.counts.hasInteractions(item) ? attributeLift : cold * coldLiftWeight) * lift(item);
}
