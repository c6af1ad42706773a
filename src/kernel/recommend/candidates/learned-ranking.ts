import { featureCount } from './candidate-features.ts';
import { RankingForest } from './ranking-forest.ts';
import type { RankingTree } from './ranking-tree.ts';

/** A ranking of candidates trained on a shop's own log, as plain data for storage and for other processes. */
export type LearnedRanking =
  | { readonly kind: 'linear'; readonly weights: readonly number[] }
  | { readonly kind: 'trees'; readonly trees: readonly RankingTree[] };

/** Forests by their trees, as long as these are referenced. */
const forests = new WeakMap<readonly RankingTree[], RankingForest>();

/** The score of each row of features: any real number, higher is better. */
export function rankingScores(ranking: LearnedRanking, features: Float32Array): Float64Array {
  if (ranking.kind === 'trees') return forestOf(ranking.trees).scores(features);
  return Float64Array.from({ length: features.length / featureCount }, (_, row) =>
    linearScore(ranking.weights, features, row * featureCount),
  );
}

function forestOf(trees: readonly RankingTree[]): RankingForest {
  const known = forests.get(trees);
  if (known !== undefined) return known;
  const forest = new RankingForest(trees);
  forests.set(trees, forest);
  return forest;
}

function linearScore(weights: readonly number[], features: Float32Array, start: number): number {
  let sum = 0;
  for (let feature = 0; feature < featureCount; feature++)
    sum += weights[feature]! * features[start + feature]!;
  return sum;
}
