import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { PictureIndex, type PictureHit } from './picture-index.ts';
import { NibbleRows } from './rows/nibble-rows.ts';
import { QueryMean } from './query-mean.ts';
import { ScoreSpread } from './score-spread.ts';
import { joinViews, l2Normalise } from './vector-math.ts';
import { cos, sin } from '../../math/trigonometry.ts';

const dimensionCount = 6;
const tolerance = 1e-5;

interface Picture {
  readonly key: number;
  readonly picture: number;
  readonly feature: Float32Array;
  readonly augmented: Float32Array | null;
}

/** A picture's vector before centring, as it is stored: here only the formula is tested. */
function storedRow({ feature, augmented }: Picture): Float32Array {
  const rows = new NibbleRows(dimensionCount);
  rows.push(augmented === null ? feature : joinViews(feature, l2Normalise(augmented)));
  const into = new Float32Array(dimensionCount);
  rows.read(0, into);
  return into;
}

// The formula computed naively in plain numbers from the list of pictures.

function naiveMean(vectors: readonly Float32Array[]): number[] {
  const sum = Array.from({ length: dimensionCount }, () => 0);
  for (const vector of vectors) vector.forEach((value, i) => (sum[i]! += value / vectors.length));
  return sum;
}

function naiveUnit(vector: readonly number[]): number[] {
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  return vector.map((value) => (square > 1e-9 ? value / Math.sqrt(square) : 0));
}

function minus(vector: Float32Array, mean: readonly number[]): number[] {
  return [...vector].map((value, i) => value - mean[i]!);
}

function naiveVectors(pictures: readonly Picture[]): number[][] {
  const all = naiveMean(pictures.map(storedRow));
  return pictures.map((picture) => {
    const kind = pictures.filter((other) => (other.augmented === null) === (picture.augmented === null));
    const own = naiveMean(kind.map(storedRow));
    const mean = own.map((value, i) => (kind.length * value + 20 * all[i]!) / (kind.length + 20));
    return naiveUnit(minus(storedRow(picture), mean));
  });
}

function naiveQuery(
  feature: Float32Array,
  pictures: readonly Picture[],
  seen: readonly Float32Array[],
): number[] {
  const rowMean = naiveMean(pictures.map(storedRow));
  const mean = rowMean.map(
    (value, i) => (5 * value + seen.reduce((sum, f) => sum + f[i]!, 0)) / (5 + seen.length),
  );
  return naiveUnit(minus(feature, mean));
}

const naiveDot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** The score of the best picture of each item. */
function naiveBest(q: readonly number[], pictures: readonly Picture[]): Map<number, number> {
  const best = new Map<number, number>();
  for (const [row, vector] of naiveVectors(pictures).entries()) {
    const { key } = pictures[row]!;
    best.set(key, Math.max(best.get(key) ?? -Infinity, naiveDot(q, vector)));
  }
  return best;
}

/** The score of each item by a photo: that of its best picture, and half of what the centroid of its pictures exceeds it. */
function naiveScores(
  q: readonly number[],
  pictures: readonly Picture[],
  plainWeight = 1,
): Map<number, number> {
  const vectors = naiveVectors(pictures);
  const scores = new Map<number, number>();
  for (const { key } of pictures) {
    const own = vectors.filter((_, row) => pictures[row]!.key === key);
    const weights = pictures
      .filter((picture) => picture.key === key)
      .map(({ augmented }) => (augmented === null ? plainWeight : 1));
    const ownScores = own.map((vector, i) => weights[i]! * naiveDot(q, vector));
    const sum = own[0]!.map((_, i) => own.reduce((total, vector) => total + vector[i]!, 0));
    const best = Math.max(...ownScores);
    const centroid = ownScores.reduce((total, score) => total + score, 0) / Math.sqrt(naiveDot(sum, sum));
    const hasCentroid = own.length > 1 && Math.sqrt(naiveDot(sum, sum)) > 0.1 * own.length;
    scores.set(key, hasCentroid ? best + Math.max(0, centroid - best) / 2 : best);
  }
  return scores;
}

/** Checks for the same items with the same scores in descending order; rounding may swap equal ones. */
function assertRanking(
  hits: readonly PictureHit[],
  expected: ReadonlyMap<number, number>,
  limit: number,
): void {
  const best = [...expected.values()].toSorted((a, b) => b - a).slice(0, limit);
  assert.equal(hits.length, best.length);
  assert.equal(new Set(hits.map((hit) => hit.key)).size, hits.length);
  for (const [position, hit] of hits.entries()) {
    assert(Math.abs(hit.score - expected.get(hit.key)!) < tolerance, `score of ${hit.key}`);
    assert(Math.abs(hit.score - best[position]!) < tolerance, `position ${position}`);
  }
}

const vector = fc
  .array(fc.integer({ min: 1, max: 1_000 }), { minLength: dimensionCount, maxLength: dimensionCount })
  .map((values) => l2Normalise(Float32Array.from(values)));
const key = fc.integer({ min: 0, max: 9 });
const number = fc.integer({ min: 0, max: 2 });
const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      key,
      picture: number,
      feature: vector,
      augmented: fc.option(vector, { freq: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ remove: key }) },
  { weight: 1, arbitrary: fc.record({ removePicture: key, picture: number }) },
);

void test('PictureIndex.search() scores by the formula with the current means, after any changes', () => {
  fc.assert(
    fc.property(
      fc.array(command, { maxLength: 60 }),
      fc.array(vector, { minLength: 1, maxLength: 4 }),
      (commands, queries) => {
        const index = new PictureIndex(dimensionCount);
        let pictures: Picture[] = [];
        for (const step of commands) {
          if ('feature' in step) {
            index.set(step.key, step.picture, step);
            pictures = pictures.filter((p) => p.key !== step.key || p.picture !== step.picture);
            pictures.push(step);
          } else if ('remove' in step) {
            const were = pictures.length;
            pictures = pictures.filter((p) => p.key !== step.remove);
            assert.equal(index.remove(step.remove), pictures.length < were);
          } else {
            const were = pictures.length;
            pictures = pictures.filter((p) => p.key !== step.removePicture || p.picture !== step.picture);
            assert.equal(index.removePicture(step.removePicture, step.picture), pictures.length < were);
          }
          // A search between writes, so that the weights are refreshed at every stage.
          index.search(queries[0]!, { limit: 1 });
        }
        assert.equal(index.pictureCount, pictures.length);
        const queryMean = new QueryMean(dimensionCount);
        const spread = new ScoreSpread();
        for (const [seen, query] of queries.entries()) {
          const q = naiveQuery(query, pictures, queries.slice(0, seen));
          const withScenes = pictures.filter(({ augmented }) => augmented !== null).length;
          const hasBothKinds = Math.min(withScenes, pictures.length - withScenes) >= 8;
          const expected = naiveScores(q, pictures, hasBothKinds ? spread.computePlainWeight() : 1);
          const result = index.search(query, { limit: 5, queryMean, spread });
          assert.equal(index.itemCount, expected.size);
          assertRanking(result.hits, expected, 5);
          queryMean.observe(query);
          spread.observe({ plain: 4 * (seen + 1), withScenes: 1 });
        }
      },
    ),
    { seed: 3, numRuns: 300 },
  );
});

const catalog = fc.uniqueArray(
  fc.record({ key, picture: number, feature: vector, augmented: fc.option(vector) }),
  { selector: (p) => p.key * 10 + p.picture, minLength: 2, maxLength: 20 },
);

/** A vector that depends on a seed. */
function unit(seed: number): Float32Array {
  return l2Normalise(
    Float32Array.from({ length: dimensionCount }, (_, i) => sin(seed * 7.3 + i * 2.1) + 1.2),
  );
}

/** The number of pictures from which the sign prefilter is used: here always, or never. */
const sketchOrNot = fc.constantFrom(1, 1_000);

function filled(pictures: readonly Picture[], sketchRowsMin = 1_000): PictureIndex {
  const index = new PictureIndex(dimensionCount, { sketchRowsMin });
  index.fill(pictures);
  return index;
}

void test('PictureIndex.neighbours() and computeSimilarity() use the most similar pair of pictures', () => {
  fc.assert(
    fc.property(catalog, (pictures) => {
      const index = filled(pictures);
      const own = pictures[0]!.key;
      const vectors = naiveVectors(pictures);
      const expected = new Map<number, number>();
      for (const [i, a] of pictures.entries()) {
        if (a.key !== own) continue;
        for (const [other, score] of naiveBest(vectors[i]!, pictures)) {
          if (other !== own) expected.set(other, Math.max(expected.get(other) ?? -Infinity, score));
        }
      }
      assertRanking(index.neighbours(own, { limit: 4 })!, expected, 4);
      for (const [other, score] of expected) {
        assert(Math.abs(index.computeSimilarity(own, other)! - score) < tolerance);
        assert(Math.abs(index.computeSimilarity(other, own)! - score) < tolerance);
      }
    }),
    { seed: 4, numRuns: 200 },
  );
});

void test('PictureIndex.search() pages through allowed items without gaps or repetitions', () => {
  fc.assert(
    fc.property(
      catalog,
      vector,
      fc.integer({ min: 1, max: 4 }),
      sketchOrNot,
      (pictures, query, limit, sketchRowsMin) => {
        const index = filled(pictures, sketchRowsMin);
        const allow = (candidate: number): boolean => candidate % 3 !== 0;
        const allowed = new Set(pictures.map((p) => p.key).filter(allow));
        const whole = index.search(query, { limit: 100, allow });
        assert.deepEqual(new Set(whole.hits.map((hit) => hit.key)), allowed);
        const paged: PictureHit[] = [];
        for (let offset = 0; offset < allowed.size; offset += limit) {
          paged.push(...index.search(query, { limit, offset, allow }).hits);
        }
        assert.deepEqual(paged, whole.hits);
        assert.deepEqual(index.search(query, { limit: 0, allow }).hits, []);
      },
    ),
    { seed: 5, numRuns: 200 },
  );
});

void test('PictureIndex.search() with the sign prefilter finds the same items as without', () => {
  fc.assert(
    fc.property(catalog, vector, (pictures, query) => {
      const found = filled(pictures, 1).search(query, { limit: 3 }).hits;
      assert.deepEqual(found, filled(pictures).search(query, { limit: 3 }).hits);
    }),
    { seed: 6, numRuns: 200 },
  );
});

void test('PictureIndex.search() counts the centroid of several pictures that show the same, not of front and back', () => {
  const towards = (x: number, y: number, z: number): Float32Array => l2Normalise(Float32Array.of(x, y, z));
  const others = [towards(-1, 0, 0), towards(0, -1, 0), towards(0, 0, -1)];
  const scoreOf = (...pictures: readonly Float32Array[]): number => {
    const index = new PictureIndex(3);
    for (const [i, feature] of others.entries()) index.set(10 + i, 0, { feature });
    for (const [i, feature] of pictures.entries()) index.set(1, i, { feature });
    return index.search(towards(1, 0, 0), { limit: 9 }).hits.find(({ key }) => key === 1)!.score;
  };
  const [left, right] = [towards(1, 0.6, 0), towards(1, -0.6, 0)];
  assert(scoreOf(left, right) > Math.max(scoreOf(left), scoreOf(right)) + 0.02);
  assert(scoreOf(left, towards(-1, 0.6, 0.3)) <= scoreOf(left) + 0.02);
});

void test('PictureIndex.search() does not count the centroid of opposite pictures', () => {
  const index = new PictureIndex(3);
  const axes = [1, -1].flatMap((x) => [
    Float32Array.of(x, 0, 0),
    Float32Array.of(0, x, 0),
    Float32Array.of(0, 0, x),
  ]);
  for (let i = 0; i < 60; i++) index.set(10 + i, 0, { feature: axes[i % 6]! });
  for (const [picture, y] of [1, -1].entries())
    index.set(1, picture, { feature: l2Normalise(Float32Array.of(0.05, y, 0)) });
  const { score } = index.search(Float32Array.of(1, 0, 0), { limit: 99 }).hits.find(({ key }) => key === 1)!;
  assert(score < 0.2, `${score}`);
});

void test('PictureIndex.sampleSquaredScores() returns the mean squares of each kind of pictures, and null while one is rare', () => {
  const index = new PictureIndex(dimensionCount);
  const queryMean = new QueryMean(dimensionCount);
  const query = unit(99);
  const pictures: Picture[] = [];
  for (let i = 0; i < 40; i++) {
    const picture = {
      key: i >> 1,
      picture: i & 1,
      feature: unit(i),
      augmented: i % 3 === 0 ? unit(i + 50) : null,
    };
    pictures.push(picture);
    index.set(picture.key, picture.picture, picture);
    const rare = pictures.filter(({ augmented }) => augmented !== null).length < 8;
    assert.equal(index.sampleSquaredScores(query, queryMean) === null, rare, `${i}`);
  }
  const q = naiveQuery(query, pictures, []);
  const vectors = naiveVectors(pictures);
  const meanSquare = (hasScenes: boolean): number => {
    const squares = vectors
      .filter((_, i) => (pictures[i]!.augmented !== null) === hasScenes)
      .map((vector) => naiveDot(q, vector) ** 2);
    return squares.reduce((sum, square) => sum + square, 0) / squares.length;
  };
  const found = index.sampleSquaredScores(query, queryMean)!;
  assert(Math.abs(found.plain - meanSquare(false)) < 1e-3);
  assert(Math.abs(found.withScenes - meanSquare(true)) < 1e-3);
  assert.equal(new PictureIndex(dimensionCount).sampleSquaredScores(query, queryMean), null);
});

void test('PictureIndex.sampleSquaredScores() samples both kinds where the pictures of items alternate between them', () => {
  const index = new PictureIndex(dimensionCount);
  const features = Array.from({ length: 2_000 }, (_, i) => {
    const augmented = i % 2 === 0 ? unit(i + 0.5) : null;
    return { key: i >> 1, picture: i & 1, feature: unit(i), augmented };
  });
  index.fill(features);
  const squares = index.sampleSquaredScores(unit(99), new QueryMean(dimensionCount));
  assert(squares !== null && squares.plain > 0 && squares.withScenes > 0);
});

void test('PictureIndex.search() ignores the spread of earlier photos while one kind of pictures is rare', () => {
  const spread = new ScoreSpread();
  for (let i = 0; i < 200; i++) spread.observe({ plain: 0.4, withScenes: 0.1 });
  const scores = (withScenes: number, known?: ScoreSpread): number[] => {
    const index = new PictureIndex(dimensionCount);
    for (let i = 0; i < 20; i++)
      index.set(i, 0, { feature: unit(i), augmented: i < withScenes ? unit(i + 50) : null });
    const query = known === undefined ? { limit: 20 } : { limit: 20, spread: known };
    return index.search(unit(99), query).hits.map(({ score }) => score);
  };
  assert.deepEqual(scores(7, spread), scores(7));
  assert.notDeepEqual(scores(8, spread), scores(8));
  assert.deepEqual(scores(13, spread), scores(13));
});

void test('PictureIndex.search() returns the picture that matched', () => {
  const index = new PictureIndex(2);
  index.set(7, 0, { feature: Float32Array.of(1, 0) });
  index.set(7, 4, { feature: Float32Array.of(0, 1) });
  index.set(8, 0, { feature: l2Normalise(Float32Array.of(1, 0.9)) });
  assert.equal(index.search(Float32Array.of(0, 1), { limit: 1 }).hits[0]?.picture, 4);
  assert.equal(index.search(Float32Array.of(1, 0), { limit: 1 }).hits[0]?.picture, 0);
});

void test('PictureIndex works empty, with one item, and with equal items', () => {
  const index = new PictureIndex(2);
  const query = Float32Array.of(0.6, 0.8);
  assert.deepEqual(index.search(query, { limit: 3 }), { hits: [], margin: 0, confidence: 'low' });
  assert.equal(index.neighbours(1, { limit: 3 }), null);
  assert.equal(index.computeSimilarity(1, 2), null);
  index.set(1, 0, { feature: query });
  assert.deepEqual(index.search(query, { limit: 3 }).hits, [{ key: 1, score: 0, picture: 0 }]);
  index.set(2, 0, { feature: query });
  assert.deepEqual(
    index.search(query, { limit: 3 }).hits.map((hit) => hit.key),
    [1, 2],
  );
});

void test('PictureIndex.set() rejects a vector of another length', () => {
  const index = new PictureIndex(2);
  assert.throws(() => index.set(1, 0, { feature: Float32Array.of(1) }), RangeError);
  assert.throws(
    () => index.set(1, 0, { feature: Float32Array.of(1, 0), augmented: Float32Array.of(1) }),
    RangeError,
  );
  assert.throws(() => index.search(Float32Array.of(1), { limit: 1 }), RangeError);
});

void test('PictureIndex.search() checks only few items for permission', () => {
  const index = new PictureIndex(2);
  const pictures = Array.from({ length: 5_000 }, (_, i) => ({
    key: i,
    picture: 0,
    feature: Float32Array.of(cos(i), sin(i)),
  }));
  index.fill(pictures);
  let checks = 0;
  const allow = (): boolean => (checks++, true);
  index.search(Float32Array.of(1, 0), { limit: 10, allow });
  assert.ok(checks < 2_500, `${checks} checks`);
});
