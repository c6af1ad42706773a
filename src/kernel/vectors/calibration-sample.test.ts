import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { PictureIndex } from './picture-index.ts';
import { percentileSamplesMin, samplesMax, samplesMin, CalibrationSample } from './calibration-sample.ts';
import { l2Normalise } from './vector-math.ts';
import { NibbleRows } from './rows/nibble-rows.ts';
import { sin } from '../../math/trigonometry.ts';

const dimensionCount = 4;
const unit = fc
  .array(fc.integer({ min: -100, max: 100 }), { minLength: dimensionCount, maxLength: dimensionCount })
  .filter((values) => values.some((value) => value !== 0))
  .map((values) => l2Normalise(Float32Array.from(values)));

const blankFeature = Float32Array.of(0.4, 0.1, 0.2, 0.3);
const noBlank = new Float32Array(dimensionCount);

const storedVectors = new WeakMap<Float32Array, Float32Array>();

/** The vector as the index stores it. */
function stored(vector: Float32Array): Float32Array {
  const known = storedVectors.get(vector);
  if (known !== undefined) return known;
  const row = new NibbleRows(dimensionCount);
  const read = new Float32Array(dimensionCount);
  row.push(vector);
  row.read(0, read);
  storedVectors.set(vector, read);
  return read;
}

/** The cosine as the index computes it, from the stored vector of `b`, both without the blank feature. */
function cosine(a: Float32Array, b: Float32Array, blank = noBlank): number {
  const [x, y] = [a, stored(b)].map((vector) => l2Normalise(vector.map((value, i) => value - blank[i]!)));
  return x!.reduce((sum, value, i) => sum + value * y![i]!, 0);
}

function randomUnit(seed: number): Float32Array {
  return l2Normalise(
    Float32Array.from({ length: dimensionCount }, (_, i) => sin(seed * 12.9898 + i * 78.233)),
  );
}

void test('CalibrationSample.computeThreshold() is the first percentile of the best matches with other items', () => {
  const item = fc.record({ key: fc.integer({ min: 0, max: 30 }), feature: unit, probe: unit });
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 60 }),
      fc.array(fc.nat(30), { maxLength: 10 }),
      fc.nat(900),
      (items, removed, slice) => {
        // Every item adds four samples; removals move rows.
        const index = new PictureIndex(dimensionCount);
        const current = new Map<number, { feature: Float32Array; probes: Float32Array[] }>();
        const put = (key: number, feature: Float32Array, probe: Float32Array): void => {
          const probes = [0, 1, 2, 3].map((i) => l2Normalise(probe.map((value, at) => value + sin(i + at))));
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
        assert(best.length >= percentileSamplesMin && best.length <= samplesMax, `${best.length} samples`);
        const threshold = best.toSorted((a, b) => a - b)[Math.floor(best.length * 0.01)]!;
        for (let seed = 0; seed < 20; seed++) {
          const photo = randomUnit(seed);
          const nearest = Math.max(...[...current.values()].map(({ feature }) => cosine(photo, feature)));
          if (Math.abs(nearest - threshold) > 2e-3)
            assert.equal(index.isOutOfCatalog(photo), nearest < threshold);
        }
      },
    ),
    { seed: 6, numRuns: 60 },
  );
});

function sampleOver(rows: NibbleRows): CalibrationSample {
  return new CalibrationSample({ rows, getKey: (row) => row, withScenes: () => rows.count });
}

void test('CalibrationSample.computeThreshold() is null below the minimum number of samples, and until all are compared with the catalog', () => {
  const rows = new NibbleRows(dimensionCount);
  const sample = sampleOver(rows);
  for (let key = 0; key < samplesMin; key++) {
    sample.advance(Infinity);
    assert.equal(sample.computeThreshold(), null, `${key} samples`);
    rows.push(randomUnit(key));
    sample.add({ key, picture: 0, isOfScenes: true }, randomUnit(key + 0.5));
  }
  assert.equal(sample.advance(10), false);
  assert.equal(sample.computeThreshold(), null);
  assert.equal(sample.advance(Infinity), true);
  assert.notEqual(sample.computeThreshold(), null);
});

void test('CalibrationSample.computeThreshold() of few samples is the first percentile of a normal distribution', () => {
  const rows = new NibbleRows(dimensionCount);
  const sample = sampleOver(rows);
  const count = 20;
  for (let key = 0; key < count; key++) {
    rows.push(randomUnit(key));
    sample.add({ key, picture: 0, isOfScenes: true }, randomUnit(key + 0.5));
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
  assert(Math.abs(sample.computeThreshold()! - expected) < 2e-3);
});

void test('CalibrationSample.add() keeps at most the maximum, independent of the order', () => {
  const rows = new NibbleRows(dimensionCount);
  const forward = sampleOver(rows);
  const backward = sampleOver(rows);
  for (let key = 0; key < samplesMax + 50; key++) rows.push(randomUnit(key));
  for (let key = 0; key < samplesMax + 50; key++) {
    forward.add({ key, picture: 0, isOfScenes: true }, randomUnit(key + 0.5));
    const other = samplesMax + 49 - key;
    backward.add({ key: other, picture: 0, isOfScenes: true }, randomUnit(other + 0.5));
  }
  forward.advance(Infinity);
  backward.advance(Infinity);
  assert.equal(forward.count, samplesMax);
  assert.notEqual(forward.computeThreshold(), null);
  assert.equal(forward.computeThreshold(), backward.computeThreshold());
});

/** An item whose scenes differ slightly from its picture; its number determines its direction. */
function scened(key: number): { feature: Float32Array; probes: Float32Array[] } {
  const feature = randomUnit(key);
  const probes = [1, 2, 3, 4].map((i) =>
    l2Normalise(feature.map((value, at) => value + 0.5 * sin(key + i * 7 + at))),
  );
  return { feature, probes };
}

void test('CalibrationSample.computeThreshold() depends on own scenes and the blank feature for few items, and on other items for more', () => {
  const index = new PictureIndex(dimensionCount, { blankFeature });
  const items: ReturnType<typeof scened>[] = [];
  for (let key = 0; key < 70; key++) {
    const { feature, probes } = scened(key);
    index.set(key, 0, {
      feature,
      augmented: feature,
      probes: Float32Array.from(probes.flatMap((probe) => [...probe])),
    });
    items.push({ feature, probes });
    if (![1, 2, 3, 9, 30].includes(items.length)) continue;
    while (!index.calibrate(1_000));
    const own = items.flatMap((item) =>
      item.probes.map((probe) => cosine(probe, item.feature, blankFeature)),
    );
    const ownMean = own.reduce((sum, value) => sum + value, 0) / own.length;
    const threshold = naiveThreshold(items);
    for (let photo = 0; photo < 40; photo++) {
      const seen = randomUnit(1_000 + photo);
      const best = Math.max(...items.map((item) => cosine(seen, item.feature, blankFeature)));
      if (Math.abs(best - ownMean) > 3e-3) assert.equal(index.showsNoItem(seen), best < ownMean);
      if (Math.abs(best - threshold) > 3e-3)
        assert.equal(index.isOutOfCatalog(seen), best < threshold, `${items.length} items, photo ${photo}`);
    }
  }
});

void test('CalibrationSample.computeThreshold() ignores views that are not scenes, and removed pictures', () => {
  const index = new PictureIndex(dimensionCount, { blankFeature });
  const { feature, probes } = scened(1);
  const all = Float32Array.from(probes.flatMap((probe) => [...probe]));
  const opposite = feature.map((value) => -value);
  index.set(1, 0, { feature, probes: all });
  assert.equal(index.isOutOfCatalog(opposite), null);
  index.set(1, 0, { feature, augmented: feature, probes: all });
  assert.equal(index.isOutOfCatalog(opposite), true);
  assert.equal(index.isOutOfCatalog(feature), false);
  // Samples are compared with all pictures of their item, including a replaced one.
  index.set(1, 1, { feature: opposite });
  assert.equal(index.isOutOfCatalog(opposite), false);
  index.removePicture(1, 0);
  assert.equal(index.isOutOfCatalog(feature), null);
});

void test('CalibrationSample.computeThreshold() is not above that of own scenes while most pictures have no samples', () => {
  const index = new PictureIndex(dimensionCount, { blankFeature });
  const put = (key: number, withProbes: boolean): void => {
    // Items 0 and 1 are nearly the same.
    const { feature, probes } = scened(key < 2 ? key / 1_000 : key);
    const refined = { augmented: feature, probes: Float32Array.from(probes.flatMap((probe) => [...probe])) };
    index.set(key, 0, { feature, ...(withProbes ? refined : {}) });
  };
  for (let key = 0; key < 12; key++) put(key, key < 2);
  const seen = (): number => {
    let outOfCatalog = 0;
    for (let photo = 0; photo < 400; photo++)
      if (index.isOutOfCatalog(randomUnit(photo * 3.7)) === true) outOfCatalog += 1;
    return outOfCatalog;
  };
  while (!index.calibrate(1_000));
  const few = seen();
  for (let key = 2; key < 12; key++) index.removePicture(key, 0);
  while (!index.calibrate(1_000));
  // By these two alone, which are now all items, most photos are out of catalog.
  assert.ok(few < seen() / 2, `${few} and ${seen()} of 400`);
  const bare = new PictureIndex(dimensionCount);
  for (let key = 0; key < 12; key++) bare.set(key, 0, { feature: scened(key).feature });
  const { feature, probes } = scened(1);
  bare.set(1, 0, {
    feature,
    probes: Float32Array.from([...probes, ...probes].flatMap((probe) => [...probe])),
  });
  assert.equal(bare.isOutOfCatalog(feature.map((value) => -value)), null);
});

void test('CalibrationSample.computeThreshold() is not above that of own scenes until nearly all pictures have scenes', () => {
  const rows = new NibbleRows(dimensionCount);
  let withScenes = 10;
  const sample = new CalibrationSample(
    { rows, getKey: (row) => row, withScenes: () => withScenes },
    blankFeature,
  );
  // Items 0 to 9 are nearly the same.
  for (let key = 0; key < 40; key++) rows.push(randomUnit(key < 10 ? key / 1_000 : key));
  const thresholdWith = (count: number): number => {
    withScenes = count;
    for (let key = 0; key < 10; key++) {
      sample.remove(key, 0);
      sample.add({ key, picture: 0, isOfScenes: true }, scened(key / 1_000).probes[0]!);
    }
    while (!sample.advance(1_000));
    return sample.computeThreshold()!;
  };
  const whileWaiting = thresholdWith(10);
  assert.equal(thresholdWith(39), whileWaiting);
  assert.ok(whileWaiting < thresholdWith(40));
});

/** The same threshold computed naively, for fewer than 25 items, whose samples are all in use. */
function naiveThreshold(items: readonly { feature: Float32Array; probes: Float32Array[] }[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const own = mean(
    items.flatMap(({ feature, probes }) =>
      probes.map((probe) => 0.55 * cosine(probe, feature, blankFeature)),
    ),
  );
  const best = items
    .flatMap((item) =>
      item.probes.map((probe) =>
        Math.max(
          ...items
            .filter((other) => other !== item)
            .map((other) => cosine(probe, other.feature, blankFeature)),
        ),
      ),
    )
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  if (best.length < samplesMin) return own;
  const spread = Math.sqrt(mean(best.map((value) => (value - mean(best)) ** 2)));
  const others =
    best.length >= percentileSamplesMin
      ? best[Math.floor(best.length * 0.01)]!
      : Math.min(best[0]!, mean(best) - 2.326 * spread);
  return others >= own ? others : others + ((own - others) * 80) / (80 + items.length);
}
