import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createRandom } from '../../../lib/seeded-random.ts';
import { NibbleRows } from './nibble-rows.ts';
import { pow } from '../../../math/power.ts';

const numbers = (length: number): fc.Arbitrary<Float32Array> =>
  fc
    .array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: length, maxLength: length })
    .map((values) => Float32Array.from(values, (value) => value / 1_000));

const case_ = fc
  .integer({ min: 1, max: 100 })
  .chain((length) => fc.tuple(fc.array(numbers(length), { minLength: 1, maxLength: 30 }), numbers(length)));

void test('NibbleRows scores as the products with the vectors that it reads, for rows of any length', () => {
  fc.assert(
    fc.property(case_, fc.array(fc.nat(29), { maxLength: 5 }), ([vectors, query], removed) => {
      const { length } = query;
      const rows = new NibbleRows(length);
      const kept = [...vectors];
      for (const vector of vectors) rows.push(vector);
      for (const row of removed) {
        if (row >= kept.length) continue;
        rows.removeSwapping(row);
        kept[row] = kept.at(-1)!;
        kept.pop();
      }
      assert.equal(rows.count, kept.length);
      rows.setQuery(query);
      const scores = new Float32Array(kept.length);
      rows.scoreRange(0, kept.length, scores);
      const backwards = new Float32Array(kept.length);
      const list = Uint32Array.from(kept.keys()).reverse();
      rows.scoreRows(list, list.length, backwards);
      const stored = new Float32Array(length);
      for (const [row, vector] of kept.entries()) {
        rows.read(row, stored);
        const span = Math.max(...vector) - Math.min(...vector);
        // Half of the distance between the two highest levels.
        for (let i = 0; i < length; i++)
          assert(Math.abs(stored[i]! - vector[i]!) <= span * 0.06 + 1e-6, `number ${i}`);
        const expected = stored.reduce((sum, value, i) => sum + value * query[i]!, 0);
        assert(Math.abs(scores[row]! - expected) < length * 1e-3, `row ${row}`);
        assert.equal(scores[row], backwards[kept.length - 1 - row]);
        assert(Math.abs(rows.preciseScore(row) - expected) < 1e-4);
      }
    }),
    { seed: 7, numRuns: 200 },
  );
});

const levels = Array.from({ length: 16 }, (_, code) => Math.round(pow(code / 15, 1.5) * 127));

/** The product of integers that the kernel computes, in plain numbers. */
function naiveScore(vector: Float32Array, query: Float32Array): number {
  const lowest = Math.fround(Math.min(...vector));
  const step = Math.fround((Math.max(...vector) - lowest) / 127);
  const scale = Math.max(...query.map(Math.abs)) / 2_047;
  let querySum = 0;
  let products = 0;
  for (const [i, value] of vector.entries()) {
    const level = step > 0 ? Math.min(127, Math.round((value - lowest) / step)) : 0;
    const distance = Math.min(...levels.map((other) => Math.abs(other - level)));
    const code = scale > 0 ? Math.round(query[i]! / scale) : 0;
    querySum += code;
    products += code * levels.find((other) => Math.abs(other - level) === distance)!;
  }
  return Math.fround((lowest * querySum + step * products) * scale);
}

void test('NibbleRows scores exactly as integers do, also of zero, constant and extreme vectors', () => {
  for (const length of [1, 15, 16, 17, 31, 32, 33, 64, 1_280, 8_192]) {
    const random = createRandom(length);
    const vectors = [
      new Float32Array(length),
      new Float32Array(length).fill(-0.3),
      new Float32Array(length).fill(1),
      Float32Array.from({ length }, (_, i) => i % 2),
      Float32Array.from({ length }, () => (random() - 0.5) * 1e-40),
      Float32Array.from({ length }, () => (random() - 0.5) * 1e30),
      Float32Array.from({ length }, () => random() ** 2),
    ];
    const rows = new NibbleRows(length);
    for (const vector of vectors) rows.push(vector);
    const scores = new Float32Array(vectors.length);
    for (const query of vectors) {
      rows.setQuery(query);
      rows.scoreRange(0, vectors.length, scores);
      for (const [row, vector] of vectors.entries())
        assert.equal(scores[row]! + 0, naiveScore(vector, query) + 0, `${length} numbers, row ${row}`);
    }
  }
});

void test('NibbleRows refuses vectors of no length or more than 8,192 numbers', () => {
  assert.throws(() => new NibbleRows(0), RangeError);
  assert.throws(() => new NibbleRows(8_193), RangeError);
  assert.equal(new NibbleRows(8_192).count, 0);
});
