import { featureCount } from './candidate-features.ts';
import { RankingForest } from './ranking-forest.ts';
import { isValidTree, evaluateTree, type RankingTree } from './ranking-tree.ts';

/** A ranking of candidates trained on a shop's own log, as plain data for storage and for other processes. */
export type LearnedRanking =
  | { readonly kind: 'linear'; readonly weights: readonly number[] }
  | { readonly kind: 'trees'; readonly trees: readonly RankingTree[] };

/** Forests by their trees, while these are referenced; null if no forest can be built. */
const forests = new WeakMap<readonly RankingTree[], RankingForest | null>();

/** Whether a ranking from storage can score rows of features. */
export function isValidRanking(ranking: LearnedRanking): boolean {
  if (ranking.kind === 'trees') return ranking.trees.every((tree) => isValidTree(tree, featureCount));
  return ranking.weights.length === featureCount && ranking.weights.every(Number.isFinite);
}

/** The score of each row of features: any real number, higher is better. */
export function computeRankingScores(ranking: LearnedRanking, features: Float32Array): Float64Array {
  if (ranking.kind === 'trees')
    return buildForest(ranking.trees)?.scores(features) ?? computeTreeScores(ranking.trees, features);
  return byRow(features, (start) => computeLinearScore(ranking.weights, features, start));
}

/** Builds a forest, or returns null if there is no memory or a tree has too many leaves: then its trees are followed one by one. */
function buildForest(trees: readonly RankingTree[]): RankingForest | null {
  const cached = forests.get(trees);
  if (cached !== undefined) return cached;
  let forest: RankingForest | null = null;
  try {
    forest = new RankingForest(trees);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  forests.set(trees, forest);
  return forest;
}

function computeTreeScores(trees: readonly RankingTree[], features: Float32Array): Float64Array {
  return byRow(features, (start) =>
    trees.reduce((sum, tree) => sum + evaluateTree(tree, features, start), 0),
  );
}

/** Computes the score of each row from its start. */
function byRow(features: Float32Array, score: (start: number) => number): Float64Array {
  return Float64Array.from({ length: features.length / featureCount }, (_, row) => score(row * featureCount));
}

function computeLinearScore(weights: readonly number[], features: Float32Array, start: number): number {
  let sum = 0;
  for (let feature = 0; feature < featureCount; feature++)
    sum += weights[feature]! * features[start + feature]!;
  return sum;
}
