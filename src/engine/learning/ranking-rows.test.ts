import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { candidateFeatureNames } from '../../kernel/recommend/candidates/candidate-features.ts';
import { storedRanking, rankingRow, putRanking, type StoredRanking } from './ranking-rows.ts';

const weights: StoredRanking['weights'] = { weights: { view: 1, cart: 3 }, otherWeight: 1 };
const ranking: StoredRanking = {
  features: candidateFeatureNames,
  weights,
  ranking: null,
  vectors: {
    dimensions: 2,
    ids: ['é', 'b', 'c'],
    vectors: Int8Array.of(127, -3, 0, 5, -128, 9),
    scales: Float32Array.of(0.5, 0, 2),
    ages: Float32Array.of(1, 0.75, -0.5, 0.25),
  },
  report: { at: 1 } as StoredRanking['report'],
};

const roundTrip = (stored: StoredRanking, currentWeights = weights): StoredRanking | null =>
  storedIn(rankingRow(stored)[0] as Uint8Array, currentWeights);

function storedIn(value: Uint8Array, currentWeights: StoredRanking['weights']): StoredRanking | null {
  using database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE state (name TEXT PRIMARY KEY, value BLOB)');
  database.prepare(putRanking).run(value);
  return storedRanking(database, currentWeights);
}

test('storedRanking() returns the ranking given to rankingRow(), with and without embeddings', () => {
  assert.deepEqual(roundTrip(ranking), ranking);
  assert.deepEqual(roundTrip({ ...ranking, vectors: null }), { ...ranking, vectors: null });
});

test('storedRanking() ignores a ranking trained on other features or with other weights', () => {
  assert.equal(roundTrip({ ...ranking, features: ['rank'] }), null);
  assert.equal(roundTrip(ranking, { ...weights, otherWeight: 2 }), null);
  // Stored by a version without embeddings.
  const { vectors: _, ...withoutVectors } = ranking;
  assert.equal(storedIn(Buffer.from(JSON.stringify(withoutVectors)), weights), null);
});
