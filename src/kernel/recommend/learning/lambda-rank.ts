import { featureCount } from '../candidates/candidate-features.ts';
import type { TrainingLists } from './training-lists.ts';
import { binRows } from './feature-bins.ts';
import type { LearnedRanking } from '../candidates/learned-ranking.ts';
import { evaluateTree, type RankingTree } from '../candidates/ranking-tree.ts';
import { growTree, type TreeOptions } from './regression-tree.ts';
import { drawBySeed } from '../rows/seeded-draw.ts';
import { exp } from '../../../math/exponential.ts';
import { log2 } from '../../../math/logarithm.ts';

export interface LambdaRankOptions extends TreeOptions {
  readonly trees: number;
  /** Only swaps that change one of the first positions count: lower ones are rarely seen. */
  readonly positionsSeen: number;
  /** The share of the lists that each tree is grown on. */
  readonly listShare: number;
  /** The seed that determines these lists. */
  readonly seed: number;
}

const defaultOptions: LambdaRankOptions = {
  trees: 80,
  leavesMax: 12,
  rowsPerLeafMin: 50,
  rate: 0.1,
  positionsSeen: 20,
  listShare: 0.8,
  seed: 1,
};

/**
 * LambdaRank with regression trees (Burges 2010): every pair of a hit and another row of its list has a gradient
 * weighted by the change of NDCG that swapping them causes. Each tree is grown on four fifths of the lists
 * (stochastic boosting, Friedman 2002). The lists must have hits, and at most 256 rows each.
 */
export function trainTrees(
  { lists }: TrainingLists,
  options: LambdaRankOptions = defaultOptions,
): LearnedRanking {
  const binned = binRows(
    lists.map(({ features }) => features),
    featureCount,
  );
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach(({ hits }, list) => (starts[list + 1] = starts[list]! + hits.length));
  const rows = starts[lists.length]!;
  const scores = new Float64Array(rows);
  const orders = lists.map(({ hits }) => Uint8Array.from(hits.keys()));
  const gradients = new Float64Array(rows);
  const hessians = new Float64Array(rows);
  const grownOn = new Uint32Array(rows);
  const trees: RankingTree[] = [];
  for (let number = 0; number < options.trees; number++) {
    gradients.fill(0);
    hessians.fill(0);
    const isSampled = (list: number): boolean => drawBySeed(options.seed + number, list) < options.listShare;
    let count = 0;
    lists.forEach(({ hits, weights }, list) => {
      if (!isSampled(list)) return;
      const [first, end] = [starts[list]!, starts[list + 1]!];
      addGradients({
        scores: scores.subarray(first, end),
        order: orders[list]!,
        hits,
        weights,
        gradients: gradients.subarray(first, end),
        hessians: hessians.subarray(first, end),
        positionsSeen: options.positionsSeen,
      });
      for (let row = first; row < end; row++) grownOn[count++] = row;
    });
    const { tree, leaves } = growTree(binned, grownOn.subarray(0, count), gradients, hessians, options);
    for (const { first, end, value } of leaves)
      for (let at = first; at < end; at++) scores[grownOn[at]!] = scores[grownOn[at]!]! + value;
    lists.forEach(({ features, hits }, list) => {
      if (isSampled(list)) return;
      const first = starts[list]!;
      for (let row = 0; row < hits.length; row++)
        scores[first + row] = scores[first + row]! + evaluateTree(tree, features, row * featureCount);
    });
    trees.push(tree);
  }
  return { kind: 'trees', trees };
}

/** The scores, hits and weights of a list's rows, and the target arrays of their derivatives. */
export interface ListGradients {
  readonly scores: Float64Array;
  /** The order of the rows by the scores of an earlier call; updated. */
  readonly order: Uint8Array;
  readonly hits: Uint8Array;
  /** The number of rows that each row represents. */
  readonly weights: Float32Array;
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
  readonly positionsSeen: number;
}

/** Minimum score difference by which a gradient is divided. */
const leadMin = 0.01;

/**
 * Adds the derivatives of the pairwise logistic loss, weighted by the change of NDCG, normalised per list. As in
 * LightGBM, pairs with similar scores get the largest gradients: a tree can still swap these.
 */
export function addGradients({
  scores,
  order,
  hits,
  weights,
  gradients,
  hessians,
  positionsSeen,
}: ListGradients): void {
  const rows = scores.length;
  sortByScore(order, scores);
  const positions = new Uint8Array(rows);
  let before = 0;
  for (const row of order) {
    positions[row] = Math.min(discounts.length - 1, before);
    before += weights[row]!;
  }
  let ideal = 0;
  let found = 0;
  for (let row = 0; row < rows; row++) if (hits[row] === 1) ideal += discount(found++);
  let total = 0;
  const isSpread = scores[order[0]!]! > scores[order[rows - 1]!]!;
  for (let hit = 0; hit < rows; hit++) {
    if (hits[hit] !== 1) continue;
    for (let other = 0; other < rows; other++) {
      if (hits[other] === 1 || Math.min(positions[hit]!, positions[other]!) >= positionsSeen) continue;
      const lead = scores[hit]! - scores[other]!;
      const gain = Math.abs(discount(positions[hit]!) - discount(positions[other]!)) / ideal;
      const change = isSpread ? gain / (leadMin + Math.abs(lead)) : gain;
      const probability = 1 / (1 + exp(lead));
      const gradient = weights[other]! * probability * change;
      const hessian = (1 - probability) * gradient;
      gradients[hit] = gradients[hit]! - gradient;
      gradients[other] = gradients[other]! + gradient;
      hessians[hit] = hessians[hit]! + hessian;
      hessians[other] = hessians[other]! + hessian;
      total += 2 * gradient;
    }
  }
  if (total === 0) return;
  const normalisation = log2(1 + total) / total;
  for (let row = 0; row < rows; row++) {
    gradients[row] = gradients[row]! * normalisation;
    hessians[row] = hessians[row]! * normalisation;
  }
}

/** Insertion sort, best first: a tree changes few positions. Equal scores are ordered by row. */
function sortByScore(order: Uint8Array, scores: Float64Array): void {
  for (let from = 1; from < order.length; from++) {
    const row = order[from]!;
    const score = scores[row]!;
    let position = from;
    for (; position > 0; position--) {
      const before = order[position - 1]!;
      if (scores[before]! > score || (scores[before] === score && before < row)) break;
      order[position] = before;
    }
    order[position] = row;
  }
}

const discounts = Float64Array.from({ length: 256 }, (_, position) => 1 / log2(position + 2));

/** 1 / log2(position + 2), where 0 is the first position. */
function discount(position: number): number {
  return discounts[position]!;
}
