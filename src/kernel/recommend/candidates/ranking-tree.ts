/** A regression tree: node n sends a row left where its feature is at most the threshold; a leaf has `left` -1. */
export interface RankingTree {
  readonly feature: readonly number[];
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly value: readonly number[];
}

/** The value of one tree for the row that begins at `start`. */
export function evaluateTree(tree: RankingTree, features: Float32Array, start: number): number {
  let node = 0;
  while (tree.left[node]! >= 0) {
    const goesLeft = features[start + tree.feature[node]!]! <= tree.threshold[node]!;
    node = goesLeft ? tree.left[node]! : tree.right[node]!;
  }
  return tree.value[node]!;
}

/** Whether a tree from storage can be followed: its numbers are usable, and each child comes after its only parent. */
export function isValidTree(tree: RankingTree, featureCount: number): boolean {
  const { feature, threshold, left, right, value } = tree;
  const children = new Set<number>();
  const isNewChild = (child: number, parent: number): boolean => {
    if (!Number.isInteger(child) || child <= parent || child >= left.length || children.has(child))
      return false;
    children.add(child);
    return true;
  };
  const isFeature = (number: number): boolean =>
    Number.isInteger(number) && number >= 0 && number < featureCount;
  const isValidNode = (node: number): boolean =>
    isNewChild(left[node]!, node) &&
    isNewChild(right[node]!, node) &&
    isFeature(feature[node]!) &&
    Number.isFinite(threshold[node]);
  return (
    left.length > 0 &&
    left.every((child, node) => (child === -1 ? Number.isFinite(value[node]) : isValidNode(node)))
  );
}
