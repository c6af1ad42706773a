import { featureCount } from './candidate-features.ts';

/** A regression tree: node n sends a row left where its feature is at most the threshold; a leaf has `left` -1. */
export interface RankingTree {
  readonly feature: readonly number[];
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly value: readonly number[];
}

/** A ranking of candidates trained on a shop's own log, as plain data for storage and for other processes. */
export type LearnedRanking =
  | { readonly kind: 'linear'; readonly weights: readonly number[] }
  | { readonly kind: 'trees'; readonly trees: readonly RankingTree[] };

/** The nodes of all trees in one array; the two children of a node are adjacent. */
interface FlatTrees {
  readonly roots: Uint32Array;
  /**
   * By node: its feature, or -1 for a leaf; its threshold, or a leaf's value; and the child for values at most the
   * threshold.
   */
  readonly features: Int32Array;
  readonly values: Float64Array;
  readonly next: Uint32Array;
}

/** Flattened trees by their source, as long as it is referenced. */
const flatTrees = new WeakMap<readonly RankingTree[], FlatTrees>();

/** The score of each row of features: any real number, higher is better. */
export function rankingScores(ranking: LearnedRanking, features: Float32Array): Float64Array {
  const rows = features.length / featureCount;
  const scores = new Float64Array(rows);
  if (ranking.kind === 'trees') addTrees(flatOf(ranking.trees), features, scores);
  else
    for (let row = 0; row < rows; row++)
      scores[row] = linearScore(ranking.weights, features, row * featureCount);
  return scores;
}

/** The value of one tree for the row that begins at `start`. */
export function treeValue(tree: RankingTree, features: Float32Array, start: number): number {
  let node = 0;
  while (tree.left[node]! >= 0) {
    const goesLeft = features[start + tree.feature[node]!]! <= tree.threshold[node]!;
    node = goesLeft ? tree.left[node]! : tree.right[node]!;
  }
  return tree.value[node]!;
}

function flatOf(trees: readonly RankingTree[]): FlatTrees {
  const known = flatTrees.get(trees);
  if (known !== undefined) return known;
  const size = trees.reduce((sum, { left }) => sum + left.length, 0);
  const flat: FlatTrees = {
    roots: new Uint32Array(trees.length),
    features: new Int32Array(size).fill(-1),
    values: new Float64Array(size),
    next: new Uint32Array(size),
  };
  let end = 0;
  trees.forEach((tree, number) => {
    flat.roots[number] = end;
    const nodes = [0];
    const first = end;
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]!;
      const [left, right] = [tree.left[node]!, tree.right[node]!];
      flat.values[first + at] = left < 0 ? tree.value[node]! : tree.threshold[node]!;
      if (left < 0) continue;
      flat.features[first + at] = tree.feature[node]!;
      flat.next[first + at] = first + nodes.length;
      nodes.push(left, right);
    }
    end += nodes.length;
  });
  flatTrees.set(trees, flat);
  return flat;
}

/** Adds the values of all trees to the score of each row. */
function addTrees(flat: FlatTrees, features: Float32Array, scores: Float64Array): void {
  const { roots, features: asked, values, next } = flat;
  for (let row = 0; row < scores.length; row++) {
    const start = row * featureCount;
    let sum = 0;
    for (let tree = 0; tree < roots.length; tree++) {
      let node = roots[tree]!;
      let feature = asked[node]!;
      while (feature >= 0) {
        // Without a branch, as its direction would be unpredictable.
        node = next[node]! + Number(features[start + feature]! > values[node]!);
        feature = asked[node]!;
      }
      sum += values[node]!;
    }
    scores[row] = sum;
  }
}

function linearScore(weights: readonly number[], features: Float32Array, start: number): number {
  let sum = 0;
  for (let feature = 0; feature < featureCount; feature++)
    sum += weights[feature]! * features[start + feature]!;
  return sum;
}
