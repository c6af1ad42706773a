import { findUpperBound } from '../../bits/binary-search.ts';
import type { RecommenderState } from '../counters/recommender-state.ts';
import { scoreComponents } from '../rows/multi-accumulator.ts';
import type { ItemEmbeddings } from './item-embeddings.ts';
import { nextInteractions } from './next-interactions.ts';
import type { UserCandidates } from './user-candidates.ts';
import { exp } from '../../../math/exponential.ts';

/**
 * The features of a candidate for a learned ranking. Its popularity is excluded: on public logs, from which rare
 * items and visitors were removed, it reveals which items remain to be found, which holds in no shop.
 */
export const candidateFeatureNames = [
  'transitions',
  'content',
  'secondHop',
  'visits',
  'attributeLift',
  'score',
  /** Age of the item in the history, or -1; the probability of a repeat at that age; number of occurrences. */
  'age',
  'repeat',
  'occurrences',
  'historyLength',
  'historyItems',
  /**
   * Scores from the newest item alone: transition and content; the transition from the second newest item;
   * back to the newest; unnormalised.
   */
  'newestTransition',
  'newestContent',
  'secondTransition',
  'backTransition',
  'newestShare',
  /** The confidence in session-kNN: max K / (max K + shrink). */
  'visitsTrust',
  /** The rank in the list; the number of candidates with more transitions, and with a higher session-kNN score. */
  'rank',
  'transitionsRank',
  'visitsRank',
  /**
   * The shares of the newest item's interactions that the candidate followed and preceded; how often it followed
   * recently.
   */
  'nextShare',
  'previousShare',
  'nextLately',
  /** Features by item embeddings: the score, its difference to the list's best, its share of the list's softmax, its rank. */
  'vector',
  'vectorBelowBest',
  'vectorShare',
  'vectorRank',
  /** Score components divided by their maximum in the list. */
  'transitionsOfMax',
  'contentOfMax',
  'secondHopOfMax',
  'visitsOfMax',
  'scoreOfMax',
] as const;

export const featureCount = candidateFeatureNames.length;

/** The number of best candidates that a learned ranking orders. */
export const rankedCandidatesMax = 100;

const scaledFeatures = [0, 1, 2, 3, 5] as const;
const firstScaledFeature = featureCount - scaledFeatures.length;

/** The features of the first hundred candidates, row by row. Call before the next request, as it reads the scratch. */
export function computeCandidateFeatures(
  state: RecommenderState,
  candidates: UserCandidates,
  vectors: ItemEmbeddings | null,
): Float32Array {
  const { history, items, scores, lift, largestVisit } = candidates;
  const { transitions, repeats, weights } = state;
  const { parts } = state.scratch;
  const rows = Math.min(items.length, rankedCandidatesMax);
  const features = new Float32Array(rows * featureCount);
  const [newest, second] = history.items;
  const first = items.subarray(0, rows);
  const fromNewest = transitions.pairsWith(newest!, first);
  const fromSecond = second === undefined ? [] : transitions.pairsWith(second, first);
  const content = readContentScores(state, newest!);
  const occurrences = new Map<number, number>();
  for (const item of history.items) occurrences.set(item, (occurrences.get(item) ?? 0) + 1);
  const visitsScale = largestVisit + weights.visitsShrink;
  const transitionsRanks = computeRanks(readLane(state, scoreComponents.transitions, first));
  const visitsRanks = computeRanks(readLane(state, scoreComponents.visits, first));
  const adjacent = nextInteractions(state, newest!, first, history.subjects);
  const embedding = vectorFeatures(vectors, history.items, first);
  for (let row = 0; row < rows; row++) {
    const item = items[row]!;
    const age = history.ages.get(item) ?? -1;
    const pair = fromNewest[row]!;
    features.set(
      [
        parts.get(scoreComponents.transitions, item),
        parts.get(scoreComponents.content, item),
        parts.get(scoreComponents.secondHop, item),
        parts.get(scoreComponents.visits, item) / visitsScale,
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
        row,
        transitionsRanks[row]!,
        visitsRanks[row]!,
        adjacent.next[row]!,
        adjacent.previous[row]!,
        adjacent.recently[row]!,
        embedding.scores[row]!,
        embedding.scores[row]! - embedding.best,
        embedding.shares[row]!,
        embedding.ranks[row]!,
      ],
      row * featureCount,
    );
  }
  divideByMaxima(features, rows);
  return features;
}

function readLane({ scratch }: RecommenderState, lane: number, items: Uint32Array): Float64Array {
  const sums = new Float64Array(items.length);
  for (let position = 0; position < items.length; position++)
    sums[position] = scratch.parts.get(lane, items[position]!);
  return sums;
}

/** The rank of each value: the number of larger ones. */
function computeRanks(values: Float64Array): Uint8Array {
  const sorted = values.slice().sort();
  const ranks = new Uint8Array(values.length);
  for (let position = 0; position < values.length; position++) {
    ranks[position] = sorted.length - findUpperBound(sorted, values[position]!);
  }
  return ranks;
}

/** The embedding features of a list. An item without an embedding counts as the worst one. */
function vectorFeatures(
  vectors: ItemEmbeddings | null,
  history: readonly number[],
  items: Uint32Array,
): { scores: Float64Array; best: number; shares: Float64Array; ranks: Uint8Array } {
  const scores = vectors?.scores(history, items) ?? new Float64Array(items.length);
  let [worst, best] = [Infinity, -Infinity];
  for (const score of scores) {
    if (score < worst) worst = score;
    if (score > best) best = score;
  }
  const hasScores = worst <= best;
  const shares = new Float64Array(items.length);
  let total = 0;
  for (let position = 0; position < scores.length; position++) {
    if (Number.isNaN(scores[position])) scores[position] = hasScores ? worst : 0;
    shares[position] = exp(scores[position]! - (hasScores ? best : 0));
    total += shares[position]!;
  }
  for (let position = 0; position < shares.length; position++) shares[position] = shares[position]! / total;
  return { scores, best: hasScores ? best : 0, shares, ranks: computeRanks(scores) };
}

function readContentScores(state: RecommenderState, item: number): ReadonlyMap<number, number> {
  const { items, scores } = state.content.neighbours(item);
  const byItem = new Map<number, number>();
  items.forEach((other, at) => byItem.set(other, scores[at]!));
  return byItem;
}

function divideByMaxima(features: Float32Array, rows: number): void {
  scaledFeatures.forEach((feature, at) => {
    let largest = 0;
    for (let row = 0; row < rows; row++) largest = Math.max(largest, features[row * featureCount + feature]!);
    if (largest === 0) return;
    for (let row = 0; row < rows; row++) {
      const start = row * featureCount;
      features[start + firstScaledFeature + at] = features[start + feature]! / largest;
    }
  });
}
