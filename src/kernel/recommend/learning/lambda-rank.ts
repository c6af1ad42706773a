import { FEATURE_COUNT } from '../candidates/candidate-features.ts';
import { listCount, type TrainingLists } from './training-lists.ts';
import { binRows } from './feature-bins.ts';
import { treeValue, type LearnedRanking, type RankingTree } from '../candidates/learned-ranking.ts';
import { growTree, type TreeOptions } from './regression-tree.ts';
import { seededDraw } from '../rows/seeded-draw.ts';

export interface LambdaRankOptions extends TreeOptions {
  readonly trees: number;
  /** Only exchanges that change one of the first places count: what is below them nobody sees. */
  readonly placesSeen: number;
  /** The share of the lists that each tree is grown on. */
  readonly listShare: number;
  /** Decides which lists these are. */
  readonly seed: number;
}

const DEFAULTS: LambdaRankOptions = {
  trees: 80,
  leavesMax: 12,
  rowsPerLeafMin: 50,
  rate: 0.1,
  placesSeen: 20,
  listShare: 0.8,
  seed: 1,
};

/**
 * LambdaRank with regression trees (Burges 2010): every pair of a hit and another row of its list pulls the two apart,
 * by the NDCG that exchanging them would change. Each tree sees four fifths of the lists (stochastic boosting, Friedman 2002).
 * The lists must have hits, and at most 256 rows each.
 */
export function trainTrees(lists: TrainingLists, options: LambdaRankOptions = DEFAULTS): LearnedRanking {
  const binned = binRows(lists.features, FEATURE_COUNT);
  const rows = lists.hits.length;
  const scores = new Float64Array(rows);
  const orders = firstOrders(lists);
  const gradients = new Float64Array(rows);
  const hessians = new Float64Array(rows);
  const trees: RankingTree[] = [];
  for (let number = 0; number < options.trees; number++) {
    gradients.fill(0);
    hessians.fill(0);
    const seen = new Uint32Array(rows);
    let count = 0;
    for (let list = 0; list < listCount(lists); list++) {
      if (seededDraw(options.seed + number, list) >= options.listShare) continue;
      const [first, end] = [lists.starts[list]!, lists.starts[list + 1]!];
      addGradients({
        scores: scores.subarray(first, end),
        order: orders.subarray(first, end),
        hits: lists.hits.subarray(first, end),
        gradients: gradients.subarray(first, end),
        hessians: hessians.subarray(first, end),
        placesSeen: options.placesSeen,
      });
      for (let row = first; row < end; row++) seen[count++] = row;
    }
    const tree = growTree(binned, seen.subarray(0, count), gradients, hessians, options);
    for (let row = 0; row < rows; row++)
      scores[row] = scores[row]! + treeValue(tree, lists.features, row * FEATURE_COUNT);
    trees.push(tree);
  }
  return { kind: 'trees', trees };
}

/** Each list in the order that it has: rows by number within their list. */
function firstOrders({ starts, hits }: TrainingLists): Uint8Array {
  const orders = new Uint8Array(hits.length);
  for (let list = 0; list + 1 < starts.length; list++)
    for (let row = starts[list]!; row < starts[list + 1]!; row++) orders[row] = row - starts[list]!;
  return orders;
}

/** One list: the scores and hits of its rows, and where their derivatives go. */
export interface ListGradients {
  readonly scores: Float64Array;
  /** The rows in the order of the scores of some time ago; brought up to date. */
  readonly order: Uint8Array;
  readonly hits: Uint8Array;
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
  readonly placesSeen: number;
}

/** Least distance of two scores by which a pull is divided. */
const LEAD_MIN = 0.01;

/**
 * Sums the derivatives of the pairwise logistic loss, weighed by the change of NDCG; then tames lists with many pairs. As in LightGBM,
 * what is near by score is pulled apart most: those pairs are the ones that a tree can still exchange.
 */
export function addGradients({ scores, order, hits, gradients, hessians, placesSeen }: ListGradients): void {
  const rows = scores.length;
  sortByScore(order, scores);
  const places = new Uint8Array(rows);
  order.forEach((row, place) => (places[row] = place));
  let ideal = 0;
  let found = 0;
  for (let row = 0; row < rows; row++) if (hits[row] === 1) ideal += discount(found++);
  let total = 0;
  const isSpread = scores[order[0]!]! > scores[order[rows - 1]!]!;
  for (let hit = 0; hit < rows; hit++) {
    if (hits[hit] !== 1) continue;
    for (let other = 0; other < rows; other++) {
      if (hits[other] === 1 || Math.min(places[hit]!, places[other]!) >= placesSeen) continue;
      const lead = scores[hit]! - scores[other]!;
      const gain = Math.abs(discount(places[hit]!) - discount(places[other]!)) / ideal;
      const change = isSpread ? gain / (LEAD_MIN + Math.abs(lead)) : gain;
      const doubt = 1 / (1 + Math.exp(lead));
      const pull = doubt * change;
      const bend = doubt * (1 - doubt) * change;
      gradients[hit] = gradients[hit]! - pull;
      gradients[other] = gradients[other]! + pull;
      hessians[hit] = hessians[hit]! + bend;
      hessians[other] = hessians[other]! + bend;
      total += 2 * pull;
    }
  }
  if (total === 0) return;
  const tame = Math.log2(1 + total) / total;
  for (let row = 0; row < rows; row++) {
    gradients[row] = gradients[row]! * tame;
    hessians[row] = hessians[row]! * tame;
  }
}

/** Insertion sort, best first: a tree leaves nearly everything where it was. Equal scores are ordered by row. */
function sortByScore(order: Uint8Array, scores: Float64Array): void {
  for (let from = 1; from < order.length; from++) {
    const row = order[from]!;
    const score = scores[row]!;
    let place = from;
    for (; place > 0; place--) {
      const before = order[place - 1]!;
      if (scores[before]! > score || (scores[before] === score && before < row)) break;
      order[place] = before;
    }
    order[place] = row;
  }
}

const DISCOUNTS = Float64Array.from({ length: 256 }, (_, place) => 1 / Math.log2(place + 2));

/** 1 / log2(place + 2), place 0 the first. */
function discount(place: number): number {
  return DISCOUNTS[place]!;
}
