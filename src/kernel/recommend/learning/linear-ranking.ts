import { CANDIDATE_FEATURES, FEATURE_COUNT } from '../candidates/candidate-features.ts';
import { listCount, type TrainingLists } from './training-lists.ts';
import type { LearnedRanking } from '../candidates/learned-ranking.ts';

const ROUNDS = 8;
const RATE = 0.01;
/** Regularises the weights towards the fixed formula, so that few lists change them little. */
const RIDGE = 1e-4;
/** The initial weight of the fixed score, in standard deviations. */
const FIXED_WEIGHT = 1;
const SCORE = CANDIDATE_FEATURES.indexOf('score');

/**
 * A linear ranking of the features. It maximises the hit's share of the list's softmax by stochastic gradient
 * descent, beginning with the fixed formula. Features are scaled by their standard deviation during the training. The
 * lists must have hits.
 */
export function trainLinear(lists: TrainingLists): LearnedRanking {
  const scales = inverseDeviations(lists.features);
  const weights = new Float64Array(FEATURE_COUNT);
  weights[SCORE] = FIXED_WEIGHT;
  for (let round = 0; round < ROUNDS; round++) {
    const rate = RATE / (1 + round);
    for (let list = 0; list < listCount(lists); list++) step(lists, list, scales, weights, rate);
  }
  return { kind: 'linear', weights: Array.from(weights, (weight, feature) => weight * scales[feature]!) };
}

function inverseDeviations(features: Float32Array): Float64Array {
  const rows = features.length / FEATURE_COUNT;
  const sums = new Float64Array(FEATURE_COUNT);
  const squares = new Float64Array(FEATURE_COUNT);
  features.forEach((value, at) => {
    const feature = at % FEATURE_COUNT;
    sums[feature] = sums[feature]! + value;
    squares[feature] = squares[feature]! + value * value;
  });
  return sums.map((sum, feature) => {
    const variance = squares[feature]! / rows - (sum / rows) ** 2;
    return variance > 1e-12 ? 1 / Math.sqrt(variance) : 0;
  });
}

/** One step along the gradient of ln(share of the hits): the features of the hits minus their mean under the softmax. */
function step(
  { features, starts, hits }: TrainingLists,
  list: number,
  scales: Float64Array,
  weights: Float64Array,
  rate: number,
): void {
  const [first, end] = [starts[list]!, starts[list + 1]!];
  const scores = new Float64Array(end - first);
  for (let row = first; row < end; row++) {
    let score = 0;
    for (let feature = 0; feature < FEATURE_COUNT; feature++)
      score += weights[feature]! * scales[feature]! * features[row * FEATURE_COUNT + feature]!;
    scores[row - first] = score;
  }
  const largest = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const shares = scores.map((score) => Math.exp(score - largest));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const found = hits.subarray(first, end).reduce((sum, hit) => sum + hit, 0);
  const gradient = new Float64Array(FEATURE_COUNT);
  for (let row = first; row < end; row++) {
    const difference = hits[row]! / found - shares[row - first]! / total;
    for (let feature = 0; feature < FEATURE_COUNT; feature++)
      gradient[feature] =
        gradient[feature]! + difference * scales[feature]! * features[row * FEATURE_COUNT + feature]!;
  }
  for (let feature = 0; feature < FEATURE_COUNT; feature++) {
    const start = feature === SCORE ? FIXED_WEIGHT : 0;
    const weight = weights[feature]!;
    weights[feature] = weight + rate * gradient[feature]! - RIDGE * (weight - start);
  }
}
