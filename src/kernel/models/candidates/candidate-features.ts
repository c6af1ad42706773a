import type { RecommenderState } from '../counters/recommender-state.ts';
import { LANES } from '../rows/lane-scores.ts';
import type { UserCandidates } from './user-candidates.ts';

/**
 * What a learned ranking sees of a candidate. The popularity of the candidate is not among it: on logs from which rare
 * items and visitors were cut, as public ones are, it tells which items are left to be found, and in no shop.
 */
export const CANDIDATE_FEATURES = [
  'transitions',
  'content',
  'secondHop',
  'visits',
  'attributeLift',
  'score',
  /** How long ago the history has the item, -1 where it does not; the chance of a repeat at that age; how often. */
  'age',
  'repeat',
  'occurrences',
  'historyLength',
  'historyItems',
  /** Transitions and content from the newest item alone, from the second, back to the newest, and unnormalised. */
  'newestTransition',
  'newestContent',
  'secondTransition',
  'backTransition',
  'newestShare',
  /** How sure the neighbouring visits are of anything: max K / (max K + shrink). */
  'visitsTrust',
  /** Parts by the largest of the list. */
  'transitionsOfMax',
  'contentOfMax',
  'secondHopOfMax',
  'visitsOfMax',
  'scoreOfMax',
] as const;

export const FEATURE_COUNT = CANDIDATE_FEATURES.length;

/** The best candidates that a learned ranking orders anew. */
export const RANKED_CANDIDATES = 100;

const OF_MAX = [0, 1, 2, 3, 5] as const;
const FIRST_OF_MAX = FEATURE_COUNT - OF_MAX.length;

/** The features of the first hundred candidates, row after row. Call before the next request: it reads the scratch. */
export function candidateFeatures(state: RecommenderState, candidates: UserCandidates): Float32Array {
  const { history, items, scores, lift, largestVisit } = candidates;
  const { transitions, repeats, weights } = state;
  const { parts } = state.scratch;
  const rows = Math.min(items.length, RANKED_CANDIDATES);
  const features = new Float32Array(rows * FEATURE_COUNT);
  const [newest, second] = history.items;
  const first = items.subarray(0, rows);
  const fromNewest = transitions.pairsWith(newest!, first);
  const fromSecond = second === undefined ? [] : transitions.pairsWith(second, first);
  const content = contentOf(state, newest!);
  const occurrences = new Map<number, number>();
  for (const item of history.items) occurrences.set(item, (occurrences.get(item) ?? 0) + 1);
  const visitsScale = largestVisit + weights.visitsShrink;
  for (let row = 0; row < rows; row++) {
    const item = items[row]!;
    const age = history.ages.get(item) ?? -1;
    const pair = fromNewest[row]!;
    features.set(
      [
        parts.get(LANES.transitions, item),
        parts.get(LANES.content, item),
        parts.get(LANES.secondHop, item),
        parts.get(LANES.visits, item) / visitsScale,
        lift(item),
        scores[row]!,
        age,
        age < 0 ? 0 : repeats.probability(age),
        occurrences.get(item) ?? 0,
        history.items.length,
        history.ages.size,
        pair.score,
        content.get(item) ?? 0,
        fromSecond[row]?.score ?? 0,
        pair.back,
        pair.mass / (transitions.count(newest!) + 1),
        largestVisit / visitsScale,
      ],
      row * FEATURE_COUNT,
    );
  }
  divideByMaxima(features, rows);
  return features;
}

function contentOf(state: RecommenderState, item: number): ReadonlyMap<number, number> {
  const { items, scores } = state.content.neighbours(item);
  const byItem = new Map<number, number>();
  items.forEach((other, at) => byItem.set(other, scores[at]!));
  return byItem;
}

function divideByMaxima(features: Float32Array, rows: number): void {
  OF_MAX.forEach((feature, at) => {
    let largest = 0;
    for (let row = 0; row < rows; row++)
      largest = Math.max(largest, features[row * FEATURE_COUNT + feature]!);
    if (largest === 0) return;
    for (let row = 0; row < rows; row++) {
      const start = row * FEATURE_COUNT;
      features[start + FIRST_OF_MAX + at] = features[start + feature]! / largest;
    }
  });
}
