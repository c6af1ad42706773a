import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { candidateFeatureNames } from '../../../kernel/recommend/candidates/candidate-features.ts';
import { readStoredRanking, encodeRanking, putRanking, type StoredRanking } from './ranking-rows.ts';

const weights: StoredRanking['weights'] = { weights: { view: 1, cart: 3 }, otherWeight: 1 };
const ranking: StoredRanking = {
  features: candidateFeatureNames,
  weights,
  ranking: null,
  vectors: {
    dimensions: 16,
    ids: ['é', 'b', 'c'],
    vectors: Int8Array.from({ length: 3 * 16 }, (_, at) => 11 * at - 128),
    scales: Float32Array.of(0.5, 0, 2),
    ages: Float32Array.from({ length: 2 * 16 }, (_, at) => 1 - at / 8),
  },
  report: { at: 1 } as StoredRanking['report'],
};

const roundTrip = (stored: StoredRanking, currentWeights = weights): StoredRanking | null =>
  storedIn(encodeRanking(stored)[0] as Uint8Array, currentWeights);

function storedIn(value: Uint8Array, currentWeights: StoredRanking['weights']): StoredRanking | null {
  using database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE state (name TEXT PRIMARY KEY, value BLOB)');
  database.prepare(putRanking).run(value);
  return readStoredRanking(database, currentWeights);
}

test('readStoredRanking() returns the ranking given to encodeRanking(), with and without embeddings', () => {
  assert.deepEqual(roundTrip(ranking), ranking);
  assert.deepEqual(roundTrip({ ...ranking, vectors: null }), { ...ranking, vectors: null });
});

test('readStoredRanking() ignores a ranking trained on other features or with other weights', () => {
  assert.equal(roundTrip({ ...ranking, features: ['rank'] }), null);
  assert.equal(roundTrip(ranking, { ...weights, otherWeight: 2 }), null);
  // Stored by a version without embeddings.
  const { vectors: _, ...withoutVectors } = ranking;
  assert.equal(storedIn(Buffer.from(JSON.stringify(withoutVectors)), weights), null);
});

test('readStoredRanking() ignores a damaged ranking', () => {
  const leaf = { feature: [0], threshold: [0], left: [-1], right: [-1], value: [1] };
  const tree = {
    feature: [1, 0, 0],
    threshold: [0.5, 0, 0],
    left: [1, -1, -1],
    right: [2, -1, -1],
    value: [0, 1, 2],
  };
  const stored = (...trees: (typeof tree)[]): StoredRanking => {
    return { ...ranking, ranking: { kind: 'trees', trees } };
  };
  assert.deepEqual(roundTrip(stored(leaf, tree)), stored(leaf, tree));
  for (const damage of [
    { feature: [candidateFeatureNames.length, 0, 0] },
    { feature: [-1, 0, 0] },
    { threshold: [NaN, 0, 0] },
    { value: [0, 1] },
    { left: [0, -1, -1] },
    { left: [1.5, -1, -1] },
    { left: [3, -1, -1] },
    { right: [1, -1, -1] },
    { left: [], right: [] },
  ])
    assert.equal(roundTrip(stored({ ...tree, ...damage })), null, JSON.stringify(damage));
  assert.equal(roundTrip({ ...ranking, ranking: { kind: 'linear', weights: [1] } }), null);
  const bytes = encodeRanking(ranking)[0] as Uint8Array;
  for (let length = 0; length < bytes.length; length += 7)
    assert.equal(storedIn(bytes.subarray(0, length), weights), null, `${length} of ${bytes.length} bytes`);
});
