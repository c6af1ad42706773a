import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { computeChanceLevel, measureDistribution, SemanticIndex } from './semantic-index.ts';
import { dot, l2Normalise } from './vector-math.ts';
import { log } from '../../math/logarithm.ts';
import { cos } from '../../math/trigonometry.ts';

const dimensions = 24;
const vector = fc
  .array(fc.integer({ min: -100, max: 100 }), { minLength: dimensions, maxLength: dimensions })
  .filter((numbers) => numbers.some((number) => number !== 0))
  .map((numbers) => l2Normalise(Float32Array.from(numbers)));
const change = fc.record({
  key: fc.integer({ min: 0, max: 40 }),
  vectors: fc.option(fc.array(vector, { minLength: 1, maxLength: 3 }), { freq: 3 }),
});

void test('SemanticIndex equals a table of all vectors after any changes, and a key is as near as its nearest vector', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 120 }), vector, fc.nat(12), (changes, queryVector, count) => {
      const index = new SemanticIndex(dimensions, { cachedKeysMax: 6, sketchRowsMin: 25 });
      const table = new Map<number, readonly Float32Array[]>();
      for (const { key, vectors: expected } of changes) {
        index.query(queryVector).nearest(count, () => true);
        if (expected === null) {
          index.remove(key);
          table.delete(key);
        } else {
          index.set(key, ...expected);
          table.set(key, expected);
        }
      }
      assert.equal(index.size, table.size);
      const highestCosine = (vectors: readonly Float32Array[]): number =>
        Math.max(...vectors.map((one) => dot(one, 0, queryVector, 0, dimensions)));
      const query = index.query(queryVector);
      const isOdd = (key: number): boolean => key % 2 === 1;
      const near = query.nearest(count, isOdd);
      for (let key = 0; key <= 40; key++) {
        const expected = table.get(key);
        const [cosine = null] = query.computeCosines([key]);
        if (expected === undefined) assert.equal(cosine, null);
        else assert.ok(Math.abs(cosine! - highestCosine(expected)) < 0.02);
      }
      const exact = new Map([...table].map(([key, expected]) => [key, highestCosine(expected)]));
      const odd = [...table.keys()].filter(isOdd);
      assert.equal(near.length, Math.min(count, odd.length));
      near.forEach(({ key, cosine }, i) => {
        assert.ok(isOdd(key) && Math.abs(cosine - exact.get(key)!) < 0.005);
        assert.ok(i === 0 || cosine <= near[i - 1]!.cosine);
      });
      const worst = near.at(-1)?.cosine ?? Infinity;
      const listed = new Set(near.map(({ key }) => key));
      for (const key of odd) assert.ok(listed.has(key) || exact.get(key)! < worst + 0.005);
    }),
    { numRuns: 300, seed: 20261121 },
  );
});

void test('SemanticIndex keeps two queries apart', () => {
  const index = new SemanticIndex(2);
  for (let key = 0; key < 30; key++) index.set(key, l2Normalise(Float32Array.of(key + 1, 30 - key)));
  const first = index.query(Float32Array.of(1, 0));
  const second = index.query(Float32Array.of(0, 1));
  const before = first.nearest(3, () => true);
  assert.deepEqual(
    second.nearest(3, () => true).map(({ key }) => key),
    [0, 1, 2],
  );
  assert.deepEqual(
    first.nearest(3, () => true),
    before,
  );
  assert.ok(first.computeCosines([29])[0]! > 0.99);
  assert.ok(second.computeCosines([29])[0]! < 0.1);
});

void test('computeChanceLevel() is the expected maximum of draws from a normal distribution', () => {
  let seed = 7;
  const next = (): number => (seed = (seed * 48_271) % (2 ** 31 - 1)) / (2 ** 31 - 1);
  const draws = Float32Array.from(
    { length: 10_000 },
    () => 0.1 + 0.05 * Math.sqrt(-2 * log(next())) * cos(2 * Math.PI * next()),
  );
  const level = (margin: number): number =>
    computeChanceLevel(measureDistribution(draws), draws.length, margin);
  const above = draws.filter((draw) => draw > level(0)).length;
  assert.ok(above <= 2, `${above} of 10,000`);
  assert.ok(Math.abs(level(0) - (0.1 + 0.05 * Math.sqrt(2 * log(10_000)))) < 0.005);
  assert.ok(Math.abs(level(2) - level(0) - 2 * 0.05) < 0.002);
});

void test('computeChanceLevel() is infinite for fewer than 25 cosines', () => {
  const level = (count: number, cosine: number): number =>
    computeChanceLevel(measureDistribution(new Float32Array(count).fill(cosine)), count, 1);
  assert.equal(level(24, 1), Infinity);
  assert.equal(level(25, 0.5), 0.5);
});

void test('SemanticIndex.query() uses the similarity baseline of the query where it is known, even with one vector', () => {
  const index = new SemanticIndex(2);
  index.set(1, Float32Array.of(1, 0));
  const vector = Float32Array.of(0, 1);
  assert.equal(index.query(vector).cosineMin, Infinity);
  for (const [highest, alone] of [
    [0.2, 0.1 + 3 * 0.05],
    [0.5, 0.5],
  ] as const) {
    const query = index.query(vector, { mean: 0.1, deviation: 0.05, highest, betweenBaselineWords: 0.3 });
    assert.deepEqual([query.cosineBetweenWords, query.cosineUnrelated], [0.3, 0.1]);
    assert.deepEqual([query.cosineMin, query.cosineMinWithoutMatches], [0.1 + 3 * 0.05, alone]);
  }
});

void test('SemanticIndex.query() asks for more than the expected maximum of unrelated vectors where no word matches', () => {
  const index = new SemanticIndex(2);
  for (let key = 0; key < 1_000; key++) index.set(key, l2Normalise(Float32Array.of(key + 1, 1_000)));
  const baseline = { mean: 0.1, deviation: 0.05, highest: 0.2, betweenBaselineWords: 0.3 };
  const { cosineMin, cosineMinWithoutMatches } = index.query(Float32Array.of(0, 1), baseline);
  assert.deepEqual(
    [cosineMin, cosineMinWithoutMatches],
    [0.1 + 3 * 0.05, 0.1 + 0.05 * Math.sqrt(2 * log(1_000))],
  );
});
