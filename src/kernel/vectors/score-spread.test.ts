import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScoreSpread } from './score-spread.ts';

void test('ScoreSpread.computePlainWeight() approaches the ratio of the spreads, from 1, and stays between .7 and 1', () => {
  const spread = new ScoreSpread();
  assert.equal(spread.computePlainWeight(), 1);
  const weights = Array.from({ length: 2_000 }, () => {
    spread.observe({ plain: 0.04, withScenes: 0.03 });
    return spread.computePlainWeight();
  });
  assert.deepEqual(
    weights,
    weights.toSorted((a, b) => b - a),
  );
  // 20 photos of equal spread count among the first 200.
  assert(Math.abs(weights[19]! - Math.sqrt(6 / 7)) < 1e-9);
  assert(Math.abs(weights.at(-1)! - Math.sqrt(660 / 860)) < 1e-9);
  for (let i = 0; i < 2_000; i++) spread.observe({ plain: 0.01, withScenes: 0.02 });
  assert.equal(spread.computePlainWeight(), 1);
  // Ten thousand odd photos, such as one of a catalog's own photos again and again.
  for (let i = 0; i < 10_000; i++) spread.observe({ plain: 0.5, withScenes: 1e-9 });
  assert.equal(spread.computePlainWeight(), 0.7);
});

void test('ScoreSpread.fromBytes() restores the state', () => {
  const spread = new ScoreSpread();
  spread.observe({ plain: 0.3, withScenes: 0.2 });
  spread.observe({ plain: 0.1, withScenes: 0.05 });
  const bytes = spread.toBytes();
  const read = ScoreSpread.fromBytes(bytes);
  assert.equal(read.count, 2);
  assert.equal(read.computePlainWeight(), spread.computePlainWeight());
  assert.deepEqual(read.toBytes(), bytes);
  for (let cut = 0; cut < bytes.length; cut++)
    assert.throws(() => ScoreSpread.fromBytes(bytes.subarray(0, cut)), RangeError);
  assert.throws(() => ScoreSpread.fromBytes(bytes.with(0, 9)), RangeError);
  for (const number of [Number.NaN, -1, Infinity])
    for (const at of [8, 16, 24]) {
      const damaged = bytes.slice();
      new DataView(damaged.buffer).setFloat64(at, number, true);
      assert.throws(() => ScoreSpread.fromBytes(damaged), RangeError);
    }
});
