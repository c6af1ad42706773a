import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SemanticIndex } from '../../kernel/vectors/semantic-index.ts';
import { l2Normalise } from '../../kernel/vectors/vector-math.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import { NameSimilarities } from './name-similarities.ts';

const dimensions = 64;
const random = createRandom(5);

/** Random vectors with a common direction, as the names of a model have. */
function drawVector(): Float32Array {
  return l2Normalise(Float32Array.from({ length: dimensions }, () => random() - 0.3));
}

function createIndex(count: number): SemanticIndex {
  const index = new SemanticIndex(dimensions);
  for (let key = 0; key < count; key++) index.set(key, drawVector());
  return index;
}

test('NameSimilarities.find() has the nearest items, and similarities from 0 for unrelated names to 1', () => {
  const index = createIndex(500);
  index.set(500, index.readVector(7)!);
  const { findNearest, compare } = new NameSimilarities().find(index, 7)!;
  const nearest = findNearest();
  assert.equal(nearest[0], 500);
  assert.ok(!nearest.includes(7));
  assert.ok(compare([500])[0]! > 0.98);
  const others = compare(Array.from({ length: 500 }, (_, key) => key)).filter((_, key) => key !== 7);
  const mean = others.reduce((sum, each) => sum + each, 0) / others.length;
  assert.ok(mean < 0.1, String(mean));
  assert.deepEqual([...compare([-1, 9_999])], [0, 0]);
});

test('NameSimilarities.find() follows changes of the index, and other indexes', () => {
  const similarities = new NameSimilarities();
  const index = createIndex(100);
  assert.notEqual(similarities.find(index, 7)!.findNearest()[0], 50);
  index.set(50, index.readVector(7)!);
  assert.equal(similarities.find(index, 7)!.findNearest()[0], 50);
  index.remove(50);
  assert.ok(!similarities.find(index, 7)!.findNearest().includes(50));
  const other = createIndex(100);
  other.set(51, other.readVector(7)!);
  assert.equal(similarities.find(other, 7)!.findNearest()[0], 51);
  index.remove(7);
  assert.equal(similarities.find(index, 7), null);
});
