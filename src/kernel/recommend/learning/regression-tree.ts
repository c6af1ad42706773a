import { binsMax, type BinnedRows } from './feature-bins.ts';
import type { RankingTree } from '../candidates/ranking-tree.ts';

export interface TreeOptions {
  readonly leavesMax: number;
  readonly rowsPerLeafMin: number;
  /** Multiplies every leaf value (shrinkage). */
  readonly rate: number;
}

/** Added to the sum of second derivatives, so that leaves with little evidence have no extreme values. */
const ridgePenalty = 1e-3;
/** Per bin of a histogram: the sums of first and second derivatives, and the number of rows. */
const histogramStride = 3;

/** A leaf that may be split: its node, its range of the rows, its histogram and its best split. */
interface Leaf {
  readonly node: number;
  readonly first: number;
  readonly end: number;
  readonly sums: Float64Array;
  readonly split: Split | null;
}

interface Split {
  readonly gain: number;
  readonly feature: number;
  readonly bin: number;
}

/** A grown tree, and the range of the rows and the value of each leaf. */
export interface GrownTree {
  readonly tree: RankingTree;
  readonly leaves: readonly { readonly first: number; readonly end: number; readonly value: number }[];
}

/** The nodes of a growing tree, in columns. */
interface Nodes {
  readonly feature: number[];
  readonly threshold: number[];
  readonly left: number[];
  readonly right: number[];
  readonly value: number[];
}

/**
 * Grows one tree on the derivatives of a loss, best leaf first (LightGBM, Ke et al. 2017): the gain of a split is
 * G_l^2 / H_l + G_r^2 / H_r - G^2 / H, a leaf's value -G / H. Uses only `rows`, and leaves them in the order of the
 * leaves.
 */
export function growTree(
  binned: BinnedRows,
  rows: Uint32Array,
  gradients: Float64Array,
  hessians: Float64Array,
  options: TreeOptions,
): GrownTree {
  const nodes: Nodes = { feature: [], threshold: [], left: [], right: [], value: [] };
  const open = (first: number, end: number, sums: Float64Array): Leaf => {
    const node = addNode(nodes);
    return { node, first, end, sums, split: findBestSplit(binned, sums, options) };
  };
  const sumRange = (first: number, end: number): Float64Array =>
    buildHistogram(binned, rows.subarray(first, end), gradients, hessians);
  const leaves = [open(0, rows.length, sumRange(0, rows.length))];
  while (leaves.length < options.leavesMax) {
    const at = findBestLeaf(leaves);
    const leaf = leaves[at]!;
    if (leaf.split === null) break;
    const { feature, bin } = leaf.split;
    const middle = leaf.first + partition(rows.subarray(leaf.first, leaf.end), binned.codes[feature]!, bin);
    // The larger side's histogram is the parent's minus the smaller side's.
    const leftIsSmall = middle - leaf.first <= leaf.end - middle;
    const small = leftIsSmall ? sumRange(leaf.first, middle) : sumRange(middle, leaf.end);
    const large = leaf.sums.map((sum, position) => sum - small[position]!);
    const left = open(leaf.first, middle, leftIsSmall ? small : large);
    const right = open(middle, leaf.end, leftIsSmall ? large : small);
    nodes.feature[leaf.node] = feature;
    nodes.threshold[leaf.node] = binned.limits[feature]![bin]!;
    nodes.left[leaf.node] = left.node;
    nodes.right[leaf.node] = right.node;
    leaves.splice(at, 1, left, right);
  }
  const valued = leaves.map(({ node, first, end }) => {
    const value = options.rate * computeLeafValue(rows.subarray(first, end), gradients, hessians);
    nodes.value[node] = value;
    return { first, end, value };
  });
  return { tree: nodes, leaves: valued };
}

function addNode(nodes: Nodes): number {
  for (const column of [nodes.feature, nodes.threshold, nodes.value]) column.push(0);
  nodes.left.push(-1);
  nodes.right.push(-1);
  return nodes.left.length - 1;
}

function findBestLeaf(leaves: readonly Leaf[]): number {
  let best = 0;
  leaves.forEach((leaf, at) => {
    if ((leaf.split?.gain ?? 0) > (leaves[best]!.split?.gain ?? 0)) best = at;
  });
  return best;
}

function computeLeafValue(rows: Uint32Array, gradients: Float64Array, hessians: Float64Array): number {
  let gradient = 0;
  let hessian = ridgePenalty;
  for (const row of rows) {
    gradient += gradients[row]!;
    hessian += hessians[row]!;
  }
  return -gradient / hessian;
}

/** Sums of derivatives and rows by feature and bin. */
function buildHistogram(
  binned: BinnedRows,
  rows: Uint32Array,
  gradients: Float64Array,
  hessians: Float64Array,
): Float64Array {
  const sums = new Float64Array(binned.codes.length * binsMax * histogramStride);
  // Gathering the derivatives once and reading them sequentially for each feature takes a third less time.
  const gradient = new Float64Array(rows.length);
  const hessian = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    gradient[at] = gradients[rows[at]!]!;
    hessian[at] = hessians[rows[at]!]!;
  }
  // Two features at a time, which read a row's number and derivatives once.
  for (let feature = 0; feature < binned.codes.length; feature += 2) {
    const codes = binned.codes[feature]!;
    const start = feature * binsMax * histogramStride;
    const next = binned.codes[feature + 1];
    if (next === undefined) {
      addColumn(sums, start, codes, rows, gradient, hessian);
      continue;
    }
    const nextStart = start + binsMax * histogramStride;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      const slope = gradient[at]!;
      const curvature = hessian[at]!;
      const position = start + codes[row]! * histogramStride;
      const other = nextStart + next[row]! * histogramStride;
      sums[position] = sums[position]! + slope;
      sums[position + 1] = sums[position + 1]! + curvature;
      sums[position + 2] = sums[position + 2]! + 1;
      sums[other] = sums[other]! + slope;
      sums[other + 1] = sums[other + 1]! + curvature;
      sums[other + 2] = sums[other + 2]! + 1;
    }
  }
  return sums;
}

function addColumn(
  sums: Float64Array,
  start: number,
  codes: Uint8Array,
  rows: Uint32Array,
  gradient: Float64Array,
  hessian: Float64Array,
): void {
  for (let at = 0; at < rows.length; at++) {
    const position = start + codes[rows[at]!]! * histogramStride;
    sums[position] = sums[position]! + gradient[at]!;
    sums[position + 1] = sums[position + 1]! + hessian[at]!;
    sums[position + 2] = sums[position + 2]! + 1;
  }
}

/** The split of a leaf with the largest gain, or null if none has enough rows on both sides and a positive gain. */
function findBestSplit(binned: BinnedRows, sums: Float64Array, options: TreeOptions): Split | null {
  let best: Split | null = null;
  for (let feature = 0; feature < binned.codes.length; feature++) {
    const start = feature * binsMax * histogramStride;
    const bins = binned.limits[feature]!.length + 1;
    const whole = [0, 0, 0];
    for (let at = start; at < start + bins * histogramStride; at++)
      whole[(at - start) % histogramStride]! += sums[at]!;
    const [gradient, hessian, rows] = whole as [number, number, number];
    const unsplit = gradient ** 2 / (hessian + ridgePenalty);
    let [gradientLeft, hessianLeft, rowsLeft] = [0, 0, 0];
    for (let bin = 0; bin < bins - 1; bin++) {
      const position = start + bin * histogramStride;
      gradientLeft += sums[position]!;
      hessianLeft += sums[position + 1]!;
      rowsLeft += sums[position + 2]!;
      if (Math.min(rowsLeft, rows - rowsLeft) < options.rowsPerLeafMin) continue;
      const left = gradientLeft ** 2 / (hessianLeft + ridgePenalty);
      const right = (gradient - gradientLeft) ** 2 / (hessian - hessianLeft + ridgePenalty);
      const gain = left + right - unsplit;
      if (gain > (best?.gain ?? 1e-9)) best = { gain, feature, bin };
    }
  }
  return best;
}

/** Moves the rows whose code is at most `bin` to the front, stable on both sides; returns their number. */
function partition(rows: Uint32Array, codes: Uint8Array, bin: number): number {
  const right = new Uint32Array(rows.length);
  let lefts = 0;
  let rights = 0;
  for (const row of rows) {
    if (codes[row]! <= bin) rows[lefts++] = row;
    else right[rights++] = row;
  }
  rows.set(right.subarray(0, rights), lefts);
  return lefts;
}
