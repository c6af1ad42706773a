import { candidateFeatureNames, featureCount } from '../candidates/candidate-features.ts';
import type { TrainingList, TrainingLists } from './training-lists.ts';
import type { LearnedRanking } from '../candidates/learned-ranking.ts';
import { exp } from '../../../math/exponential.ts';

const trainingRounds = 8;
const learningRate = 0.01;
/** Regularises the weights towards the fixed formula, so that few lists change them little. */
const ridgePenalty = 1e-4;
/** The initial weight of the fixed score, in standard deviations. */
const fixedWeight = 1;
const scoreFeature = candidateFeatureNames.indexOf('score');

/**
 * A linear ranking of the features. It maximises the hit's share of the list's softmax by stochastic gradient
 * descent, beginning with the fixed formula. Features are scaled by their standard deviation during the training. The
 * lists must have hits.
 */
export function trainLinear({ lists }: TrainingLists): LearnedRanking {
  const scales = inverseDeviations(lists);
  const weights = new Float64Array(featureCount);
  weights[scoreFeature] = fixedWeight;
  for (let round = 0; round < trainingRounds; round++) {
    const rate = learningRate / (1 + round);
    for (const list of lists) step(list, scales, weights, rate);
  }
  return { kind: 'linear', weights: Array.from(weights, (weight, feature) => weight * scales[feature]!) };
}

function inverseDeviations(lists: readonly TrainingList[]): Float64Array {
  const rows = lists.reduce((sum, { hits }) => sum + hits.length, 0);
  const sums = new Float64Array(featureCount);
  const squares = new Float64Array(featureCount);
  for (const { features } of lists)
    features.forEach((value, at) => {
      const feature = at % featureCount;
      sums[feature] = sums[feature]! + value;
      squares[feature] = squares[feature]! + value * value;
    });
  return sums.map((sum, feature) => {
    const variance = squares[feature]! / rows - (sum / rows) ** 2;
    return variance > 1e-12 ? 1 / Math.sqrt(variance) : 0;
  });
}

/** Does a step along the gradient of ln(share of the hits): the features of the hits minus their mean under the softmax. */
function step(
  { features, hits, weights: rowWeights }: TrainingList,
  scales: Float64Array,
  weights: Float64Array,
  rate: number,
): void {
  const scores = new Float64Array(hits.length);
  for (let row = 0; row < hits.length; row++) {
    let score = 0;
    for (let feature = 0; feature < featureCount; feature++)
      score += weights[feature]! * scales[feature]! * features[row * featureCount + feature]!;
    scores[row] = score;
  }
  const largest = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const shares = scores.map((score, at) => rowWeights[at]! * exp(score - largest));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const hitCount = hits.reduce((sum, hit) => sum + hit, 0);
  const gradient = new Float64Array(featureCount);
  for (let row = 0; row < hits.length; row++) {
    const difference = hits[row]! / hitCount - shares[row]! / total;
    for (let feature = 0; feature < featureCount; feature++)
      gradient[feature] =
        gradient[feature]! + difference * scales[feature]! * features[row * featureCount + feature]!;
  }
  for (let feature = 0; feature < featureCount; feature++) {
    const start = feature === scoreFeature ? fixedWeight : 0;
    const weight = weights[feature]!;
    weights[feature] = weight + rate * gradient[feature]! - ridgePenalty * (weight - start);
  }
}
