/** A regression tree: node n sends a row left where its feature is at most the threshold; a leaf has `left` -1. */
export interface RankingTree {
  readonly feature: readonly number[];
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly value: readonly number[];
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
