import { FEATURE_COUNT } from './candidate-features.ts';

/** One regression tree: node n sends a row left where its feature is at most the threshold; a leaf has `left` -1. */
export interface RankingTree {
  readonly feature: readonly number[];
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly value: readonly number[];
}

/** An order of candidates that was learnt on a shop's own log: plain data, to be stored and sent between threads. */
export type LearnedRanking =
  | { readonly kind: 'linear'; readonly weights: readonly number[] }
  | { readonly kind: 'trees'; readonly trees: readonly RankingTree[] };

/** The score of each row of features: any real number, the higher the better. */
export function rankingScores(ranking: LearnedRanking, features: Float32Array): Float64Array {
  const rows = features.length / FEATURE_COUNT;
  const scores = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const start = row * FEATURE_COUNT;
    scores[row] =
      ranking.kind === 'linear'
        ? linearScore(ranking.weights, features, start)
        : treesScore(ranking.trees, features, start);
  }
  return scores;
}

/** What one tree adds to the row that begins at `start`. */
export function treeValue(tree: RankingTree, features: Float32Array, start: number): number {
  let node = 0;
  while (tree.left[node]! >= 0) {
    const goesLeft = features[start + tree.feature[node]!]! <= tree.threshold[node]!;
    node = goesLeft ? tree.left[node]! : tree.right[node]!;
  }
  return tree.value[node]!;
}

function treesScore(trees: readonly RankingTree[], features: Float32Array, start: number): number {
  let sum = 0;
  for (const tree of trees) sum += treeValue(tree, features, start);
  return sum;
}

function linearScore(weights: readonly number[], features: Float32Array, start: number): number {
  let sum = 0;
  for (let feature = 0; feature < FEATURE_COUNT; feature++)
    sum += weights[feature]! * features[start + feature]!;
  return sum;
}
