import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import * as fc from 'fast-check';
import { featureCount } from './candidate-features.ts';
import { computeRankingScores } from './learned-ranking.ts';
import { leavesMax, RankingForest } from './ranking-forest.ts';
import { evaluateTree, type RankingTree } from './ranking-tree.ts';
import { sin } from '../../../math/trigonometry.ts';

/** Grows a tree by splitting its leaves at these numbers, of which a few values make ties with features likely. */
function treeOf(splits: readonly { leaf: number; feature: number; threshold: number }[]): RankingTree {
  const tree = { feature: [0], threshold: [0], left: [-1], right: [-1], value: [0.5] };
  for (const { leaf, feature, threshold } of splits) {
    const leaves = [...tree.left.keys()].filter((node) => tree.left[node] === -1);
    const node = leaves[leaf % leaves.length]!;
    tree.feature[node] = feature;
    tree.threshold[node] = threshold;
    for (const side of ['left', 'right'] as const) {
      tree[side][node] = tree.left.length;
      tree.left.push(-1);
      tree.right.push(-1);
      tree.feature.push(0);
      tree.threshold.push(0);
      tree.value.push(sin(tree.left.length));
    }
  }
  return tree;
}

const value = fc.integer({ min: -3, max: 3 }).map((number) => Math.fround(number / 3));
/** A feature that is no number goes right. */
const featureValue = fc.oneof(value, fc.constantFrom(NaN, Infinity, -Infinity, -0));
const split = fc.record({ leaf: fc.nat(), feature: fc.nat(featureCount - 1), threshold: value });
const trees = fc.array(fc.array(split, { maxLength: leavesMax - 1 }).map(treeOf), { maxLength: 6 });
const rows = fc.array(fc.array(featureValue, { minLength: featureCount, maxLength: featureCount }), {
  maxLength: 9,
});

test('RankingForest.scores() sums the trees as one after the other does', () => {
  fc.assert(
    fc.property(trees, rows, (grown, list) => {
      const features = Float32Array.from(list.flat());
      const scores = new RankingForest(grown).scores(features);
      const expected = list.map((_, row) =>
        grown.reduce((sum, tree) => sum + evaluateTree(tree, features, row * featureCount), 0),
      );
      assert.deepEqual([...scores], expected);
    }),
    { seed: 20_240_601, numRuns: 200 },
  );
});

test('RankingForest.scores() reads any number of rows', () => {
  const forest = new RankingForest([treeOf([{ leaf: 0, feature: 0, threshold: 199 }])]);
  const features = new Float32Array(400 * featureCount);
  for (let row = 0; row < 400; row++) features[row * featureCount] = row;
  const scores = forest.scores(features);
  assert.deepEqual(
    [scores.length, new Set(scores.slice(0, 200)).size, new Set(scores.slice(200)).size],
    [400, 1, 1],
  );
  assert.notEqual(scores[199], scores[200]);
});

test('RankingForest refuses trees with more leaves than a number has bits', () => {
  const splits = Array.from({ length: leavesMax }, (_, leaf) => ({ leaf, feature: 0, threshold: 0 }));
  assert.throws(() => new RankingForest([treeOf(splits)]), RangeError);
});

test('computeRankingScores() follows the trees one by one where there is no memory for a forest, or no bit for a leaf', () => {
  const splits = Array.from({ length: leavesMax + 1 }, (_, leaf) => ({
    leaf,
    feature: leaf % 3,
    threshold: leaf / 40,
  }));
  const features = Float32Array.from({ length: 3 * featureCount }, (_, at) => (at % 7) / 7);
  const scoresOf = (grown: readonly RankingTree[]): Float64Array =>
    computeRankingScores({ kind: 'trees', trees: grown }, features);
  const sums = (grown: readonly RankingTree[]): Float64Array =>
    Float64Array.from([0, 1, 2], (row) =>
      grown.reduce((sum, tree) => sum + evaluateTree(tree, features, row * featureCount), 0),
    );
  const large = [treeOf(splits), treeOf(splits.slice(0, 3))];
  assert.deepEqual(scoresOf(large), sums(large));
  const refused = mock.method(WebAssembly, 'Memory', function memory() {
    throw new RangeError('could not allocate memory');
  });
  const small = [treeOf(splits.slice(0, 3))];
  assert.deepEqual(scoresOf(small), sums(small));
  assert.equal(refused.mock.callCount(), 1);
  refused.mock.restore();
});
