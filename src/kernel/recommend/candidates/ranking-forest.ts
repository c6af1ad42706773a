import { readFileSync } from 'node:fs';
import { featureCount } from './candidate-features.ts';
import type { RankingTree } from './ranking-tree.ts';

/** Maximum rows per call: a list has at most a hundred. It is a multiple of four, as the kernel reads as many rows at a time. */
const rowsPerCall = 128;
/** Maximum leaves of a tree: a leaf is a bit of a 32-bit number. */
export const leavesMax = 32;
const pageBytes = 65_536;
const headerBytes = 8;
const nodeBytes = 12;

/**
 * Adds the values of the trees from address `tree` to `treesEnd` to the scores of the rows. `columns` has a column of float32 for each
 * feature, `columnBytes` long, a multiple of 16; `scores` has a float64 for each row. A tree begins with the addresses of its end and of
 * its leaves' values. Nodes follow, each with the offset of its column, its threshold, and the leaves on its left as bits.
 */
type AddTrees = (
  tree: number,
  treesEnd: number,
  columns: number,
  columnBytes: number,
  scores: number,
) => void;

/** Compiled from `tree-kernels.wat`. */
const module = new WebAssembly.Module(readFileSync(new URL('./tree-kernels.wasm', import.meta.url)));

/** Trees in the memory of their kernel. */
export class RankingForest {
  readonly #addTrees: AddTrees;
  readonly #columns: Float32Array;
  readonly #scores: Float64Array;
  readonly #treesAt: number;
  readonly #treesEnd: number;

  /** @throws RangeError if a tree has more than `leavesMax` leaves */
  constructor(trees: readonly RankingTree[]) {
    const columnsAt = 0;
    const scoresAt = columnsAt + featureCount * rowsPerCall * Float32Array.BYTES_PER_ELEMENT;
    const valuesAt = scoresAt + rowsPerCall * Float64Array.BYTES_PER_ELEMENT;
    const leaves = trees.map((tree) => listLeaves(tree));
    const leafCount = leaves.reduce((sum, { values }) => sum + values.length, 0);
    this.#treesAt = valuesAt + leafCount * Float64Array.BYTES_PER_ELEMENT;
    const nodeCount = leaves.reduce((sum, { nodes }) => sum + nodes.length, 0);
    this.#treesEnd = this.#treesAt + trees.length * headerBytes + nodeCount * nodeBytes;
    const memory = new WebAssembly.Memory({
      initial: Math.ceil(this.#treesEnd / pageBytes),
      maximum: Math.ceil(this.#treesEnd / pageBytes),
    });
    const view = new DataView(memory.buffer);
    let [values, at] = [valuesAt, this.#treesAt];
    for (const tree of leaves) {
      view.setUint32(at, at + headerBytes + tree.nodes.length * nodeBytes, true);
      view.setUint32(at + 4, values, true);
      at += headerBytes;
      for (const { feature, threshold, left } of tree.nodes) {
        view.setUint32(at, feature * rowsPerCall * Float32Array.BYTES_PER_ELEMENT, true);
        view.setFloat32(at + 4, threshold, true);
        view.setUint32(at + 8, left, true);
        at += nodeBytes;
      }
      for (const value of tree.values) {
        view.setFloat64(values, value, true);
        values += Float64Array.BYTES_PER_ELEMENT;
      }
    }
    this.#columns = new Float32Array(memory.buffer, columnsAt, featureCount * rowsPerCall);
    this.#scores = new Float64Array(memory.buffer, scoresAt, rowsPerCall);
    const { exports } = new WebAssembly.Instance(module, { forest: { memory } });
    this.#addTrees = (exports as { addTrees: AddTrees }).addTrees;
  }

  /** The sum of all trees for each row of features. */
  scores(features: Float32Array): Float64Array {
    const rows = features.length / featureCount;
    const scores = new Float64Array(rows);
    const scoresAt = this.#scores.byteOffset;
    for (let first = 0; first < rows && this.#treesAt < this.#treesEnd; first += rowsPerCall) {
      const count = Math.min(rowsPerCall, rows - first);
      for (let row = 0; row < count; row++) {
        const start = (first + row) * featureCount;
        for (let feature = 0; feature < featureCount; feature++)
          this.#columns[feature * rowsPerCall + row] = features[start + feature]!;
      }
      this.#scores.fill(0, 0, count);
      this.#addTrees(this.#treesAt, this.#treesEnd, 0, 16 * Math.ceil(count / 4), scoresAt);
      scores.set(this.#scores.subarray(0, count), first);
    }
    return scores;
  }
}

interface ForestNode {
  readonly feature: number;
  /** The threshold is exact in float32, as it is a value of a feature. */
  readonly threshold: number;
  readonly left: number;
}

/** A tree's inner nodes and the values of its leaves, from left to right. */
function listLeaves(tree: RankingTree): { nodes: readonly ForestNode[]; values: readonly number[] } {
  const nodes: ForestNode[] = [];
  const values: number[] = [];
  const visit = (node: number): void => {
    const [left, right] = [tree.left[node]!, tree.right[node]!];
    if (left < 0) return void values.push(tree.value[node]!);
    const first = values.length;
    visit(left);
    const bits = 2 ** values.length - 2 ** first;
    nodes.push({ feature: tree.feature[node]!, threshold: tree.threshold[node]!, left: bits });
    visit(right);
  };
  visit(0);
  if (values.length > leavesMax)
    throw new RangeError(`A tree has ${values.length} leaves: at most ${leavesMax} are supported`);
  return { nodes, values };
}
