import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { PictureIndex } from './picture-index.ts';
import { PROBES_COUNTED_MIN, PROBES_MAX, PROBES_MIN, ProbeSample } from './probe-sample.ts';
import { l2Normalise } from './vector-math.ts';
import { QuantisedRows } from './quantised-rows.ts';

const DIMENSIONS = 4;
const unit = fc
  .array(fc.integer({ min: -100, max: 100 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .filter((values) => values.some((value) => value !== 0))
  .map((values) => l2Normalise(Float32Array.from(values)));

const oneRow = new QuantisedRows(DIMENSIONS);
oneRow.pushEmpty();
const oneScore = new Float32Array(1);

/** As the index takes it: of the vector as it is kept. */
function cosine(a: Float32Array, b: Float32Array): number {
  oneRow.set(0, b);
  oneRow.setQuery(a);
  oneRow.scoreRange(0, 1, oneScore);
  return oneScore[0]!;
}

function randomUnit(seed: number): Float32Array {
  return l2Normalise(
    Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(seed * 12.9898 + i * 78.233)),
  );
}

void test('ProbeSample.threshold() is the first percentile of the best matches with other items', () => {
  const item = fc.record({ key: fc.integer({ min: 0, max: 30 }), feature: unit, probe: unit });
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 60 }),
      fc.array(fc.nat(30), { maxLength: 10 }),
      fc.nat(900),
      (items, removed, slice) => {
        // Every item brings four probes; what is removed brings the moved rows into play.
        const index = new PictureIndex(DIMENSIONS);
        const current = new Map<number, { feature: Float32Array; probes: Float32Array[] }>();
        const put = (key: number, feature: Float32Array, probe: Float32Array): void => {
          const probes = [0, 1, 2, 3].map((i) =>
            l2Normalise(probe.map((value, at) => value + Math.sin(i + at))),
          );
          index.set(key, 0, { feature, probes: Float32Array.from(probes.flatMap((p) => [...p])) });
          current.set(key, { feature, probes });
        };
        for (let key = 100; key < 130; key++) put(key, randomUnit(key), randomUnit(key + 0.5));
        index.calibrate(slice * 10);
        for (const { key, feature, probe } of items) put(key, feature, probe);
        index.calibrate(slice * 10);
        for (const key of removed) {
          index.calibrate(slice);
          index.remove(key);
          current.delete(key);
        }
        while (!index.calibrate(997));
        const best = [...current].flatMap(([key, { probes }]) =>
          probes.map((probe) =>
            Math.max(
              ...[...current]
                .filter(([other]) => other !== key)
                .map(([, { feature }]) => cosine(probe, feature)),
            ),
          ),
        );
        assert(best.length >= PROBES_COUNTED_MIN && best.length <= PROBES_MAX, `${best.length} probes`);
        const threshold = best.toSorted((a, b) => a - b)[Math.floor(best.length * 0.01)]!;
        for (let seed = 0; seed < 20; seed++) {
          const photo = randomUnit(seed);
          const nearest = Math.max(...[...current.values()].map(({ feature }) => cosine(photo, feature)));
          if (Math.abs(nearest - threshold) > 1e-6) assert.equal(index.isForeign(photo), nearest < threshold);
        }
      },
    ),
    { seed: 6, numRuns: 60 },
  );
});

function sampleOver(rows: QuantisedRows): ProbeSample {
  return new ProbeSample({ rows, keyOf: (row) => row });
}

void test('ProbeSample.threshold() is null one probe below the least number, and until all have met the catalog', () => {
  const rows = new QuantisedRows(DIMENSIONS);
  const sample = sampleOver(rows);
  for (let key = 0; key < PROBES_MIN; key++) {
    sample.advance(Infinity);
    assert.equal(sample.threshold(), null, `${key} probes`);
    rows.push(randomUnit(key));
    sample.add(key, 0, randomUnit(key + 0.5));
  }
  assert.equal(sample.advance(10), false);
  assert.equal(sample.threshold(), null);
  assert.equal(sample.advance(Infinity), true);
  assert.notEqual(sample.threshold(), null);
});

void test('ProbeSample.threshold() of few probes is where a normal spread has its first percentile', () => {
  const rows = new QuantisedRows(DIMENSIONS);
  const sample = sampleOver(rows);
  const count = 20;
  for (let key = 0; key < count; key++) {
    rows.push(randomUnit(key));
    sample.add(key, 0, randomUnit(key + 0.5));
  }
  sample.advance(Infinity);
  const keys = Array.from({ length: count }, (_, key) => key);
  const best = keys.map((key) =>
    Math.max(
      ...keys
        .filter((other) => other !== key)
        .map((other) => cosine(randomUnit(key + 0.5), randomUnit(other))),
    ),
  );
  const mean = best.reduce((sum, value) => sum + value, 0) / count;
  const spread = Math.sqrt(best.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count);
  const expected = Math.min(...best, mean - 2.326 * spread);
  assert(Math.abs(sample.threshold()! - expected) < 1e-6);
});

void test('ProbeSample.add() keeps at most its share of probes, whatever the order they come in', () => {
  const rows = new QuantisedRows(DIMENSIONS);
  const forward = sampleOver(rows);
  const backward = sampleOver(rows);
  for (let key = 0; key < PROBES_MAX + 50; key++) rows.push(randomUnit(key));
  for (let key = 0; key < PROBES_MAX + 50; key++) {
    forward.add(key, 0, randomUnit(key + 0.5));
    const other = PROBES_MAX + 49 - key;
    backward.add(other, 0, randomUnit(other + 0.5));
  }
  forward.advance(Infinity);
  backward.advance(Infinity);
  assert.equal(forward.count, PROBES_MAX);
  assert.notEqual(forward.threshold(), null);
  assert.equal(forward.threshold(), backward.threshold());
});
