import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findNearestRows, measurePassingShare } from './sign-prefilter.ts';
import { ByteRows } from './rows/byte-rows.ts';
import { SignBitRows } from './rows/sign-bit-rows.ts';
import { VectorIndex, type VectorHit } from './vector-index.ts';
import { sin } from '../../math/trigonometry.ts';

const dimensionCount = 70;

// The formulas computed naively in plain numbers.

/** A quantised vector: in 16ths of a step, with the largest number at 127 steps. */
function naiveQuantised(vector: Float32Array): number[] {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const scale = Math.fround(largest / 127);
  return [...vector].map((value) => {
    const exact = scale > 0 ? value / scale : 0;
    const code = Math.max(-127, Math.min(127, Math.round(exact)));
    const sixteenth = Math.max(0, Math.min(15, Math.floor((exact - code + 0.5) * 16)));
    return (code + (sixteenth + 0.5) / 16 - 0.5) * scale;
  });
}

function naiveScore(query: Float32Array, vector: Float32Array): number {
  return naiveQuantised(vector).reduce((sum, value, i) => sum + value * query[i]!, 0);
}

/** No number is larger than 3, and each differs by at most a 254th of the largest, plus rounding. */
function int8ErrorMax(query: Float32Array): number {
  return query.reduce((sum, value) => sum + Math.abs(value), 0.1) * (3 / 254 + 3 / 4_000);
}

function naiveSearch(
  query: Float32Array,
  vectors: ReadonlyMap<number, Float32Array>,
  limit: number,
  allow: (key: number) => boolean,
): VectorHit[] {
  return [...vectors]
    .filter(([key]) => allow(key))
    .map(([key, vector]) => ({ key, score: naiveScore(query, vector) }))
    .toSorted((a, b) => b.score - a.score || a.key - b.key)
    .slice(0, limit);
}

// Few distinct values, for ties; some large, for different scales.
const vector = fc
  .array(fc.constantFrom(-3, -1, -0.25, 0, 0.5, 1, 2), {
    minLength: dimensionCount,
    maxLength: dimensionCount,
  })
  .map((values) => Float32Array.from(values));
const key = fc.nat({ max: 60 });
const commands = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ key, vector }) },
    { weight: 1, arbitrary: fc.record({ remove: key }) },
  ),
  { maxLength: 120 },
);

/** Scores without the sign of zero. */
const plain = (hits: readonly VectorHit[]): VectorHit[] =>
  hits.map((hit) => ({ key: hit.key, score: hit.score + 0 }));

for (const sketchRowsMin of [1_000, 3]) {
  void test(`VectorIndex.search() equals an exhaustive search, with the sign prefilter from ${sketchRowsMin} rows`, () => {
    fc.assert(
      fc.property(
        commands,
        vector,
        fc.nat(12),
        fc.integer({ min: 1, max: 4 }),
        (steps, query, limit, part) => {
          const index = new VectorIndex(dimensionCount, { sketchRowsMin });
          const vectors = new Map<number, Float32Array>();
          const allow = (candidate: number): boolean => candidate % part === 0;
          for (const step of steps) {
            if ('remove' in step) assert.equal(index.remove(step.remove), vectors.delete(step.remove));
            else {
              index.set(step.key, step.vector);
              vectors.set(step.key, step.vector);
            }
          }
          assert.equal(index.count, vectors.size);
          assert.deepEqual(
            plain(index.search(query, { limit, allow })),
            naiveSearch(query, vectors, limit, allow),
          );
          assert.deepEqual(
            plain(index.search(query, { limit })),
            naiveSearch(query, vectors, limit, () => true),
          );
          const keys = Array.from({ length: 62 }, (_, i) => i);
          const scores = index.computeScores(query, keys);
          for (const one of keys) {
            const kept = vectors.get(one);
            assert.equal(index.has(one), kept !== undefined);
            if (kept === undefined) assert.ok(Number.isNaN(scores[one]!));
            else assert.ok(Math.abs(scores[one]! - naiveScore(query, kept)) < int8ErrorMax(query));
          }
        },
      ),
      { seed: 11, numRuns: 150 },
    );
  });
}

void test('ByteRows.scoreRange() is exact in groups of every size, and for the largest numbers', () => {
  const rows = new ByteRows(dimensionCount);
  const ones = new Float32Array(dimensionCount).fill(-1);
  for (let row = 0; row < 11; row++) rows.set(row, ones);
  rows.setQuery(ones);
  const scores = new Float32Array(11);
  for (let count = 0; count <= 11; count++) {
    rows.scoreRange(0, count, scores.fill(0));
    scores.slice(0, count).forEach((score) => assert(Math.abs(score - dimensionCount) < 1e-4));
    scores.slice(count).forEach((score) => assert.equal(score, 0));
  }
});

for (const [hasResiduals, share] of [
  [true, 4_000],
  [false, 253],
] as const)
  void test(`ByteRows stores a row ${hasResiduals ? 'with' : 'without'} residuals to a ${share}th of its largest number, also after growing`, () => {
    const dimensions = 300;
    const rows = new ByteRows(dimensions, { hasResiduals });
    const createVector = (row: number): Float32Array =>
      Float32Array.from({ length: dimensions }, (_, i) => sin(row * 7 + i) * (row + 1));
    for (let row = 0; row < 5_000; row++) rows.set(row, createVector(row));
    rows.copy(17, 3);
    const kept = new Float32Array(dimensions);
    const query = createVector(5);
    rows.setQuery(query);
    for (const [row, from] of [
      [0, 0],
      [3, 17],
      [999, 999],
      [4_999, 4_999],
    ] as const) {
      rows.read(row, kept);
      const expected = createVector(from);
      kept.forEach((value, i) => assert(Math.abs(value - expected[i]!) <= (from + 1) / share));
      const exact = expected.reduce((sum, value, i) => sum + value * query[i]!, 0);
      assert(Math.abs(rows.preciseScore(row) - exact) <= (6 * dimensions * (from + 1)) / share);
    }
  });

void test('ByteRows rejects vectors that are too long for exact sums', () => {
  assert.throws(() => new ByteRows(8_193), RangeError);
  assert.throws(() => new ByteRows(0), RangeError);
});

void test('VectorIndex rejects a vector of another length', () => {
  const index = new VectorIndex(3);
  assert.throws(() => index.set(1, Float32Array.of(1)), RangeError);
  assert.throws(() => index.search(Float32Array.of(1), { limit: 1 }), RangeError);
});

void test('SignBitRows.distances() counts the differing sign bits relative to the centre', () => {
  fc.assert(
    fc.property(fc.array(vector, { maxLength: 9 }), vector, vector, (vectors, centre, query) => {
      const rows = new SignBitRows(centre);
      vectors.forEach((one, row) => rows.put(row, one));
      const signs = (one: Float32Array): boolean[] => [...one].map((value, i) => value > centre[i]!);
      const expected = vectors.map((one) => {
        const own = signs(one);
        return signs(query).filter((sign, i) => sign !== own[i]).length;
      });
      assert.deepEqual([...rows.distances(query, vectors.length)], expected);
    }),
    { seed: 12 },
  );
});

void test('findNearestRows() returns the nearest that pass, and all of equal distance', () => {
  const distances = fc.array(fc.nat(30), { maxLength: 200 });
  fc.assert(
    fc.property(distances, fc.nat(50), fc.integer({ min: 1, max: 5 }), (all, wanted, part) => {
      const passes = (row: number): boolean => row % part === 0;
      const passing = all.map((distance, row) => ({ distance, row })).filter(({ row }) => passes(row));
      const selection = {
        end: all.length,
        passes: part === 1 ? null : passes,
        count: all.length,
        share: measurePassingShare(all.length, passes),
      };
      const chosen = findNearestRows(selection, wanted, () => Uint16Array.from(all));
      const farthest = Math.max(-1, ...[...chosen].map((row) => all[row]!));
      assert(chosen.length >= Math.min(wanted, passing.length));
      assert.deepEqual(
        [...chosen],
        passing.filter(({ distance }) => distance <= farthest).map(({ row }) => row),
      );
    }),
    { seed: 13, numRuns: 500 },
  );
});
