import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { CANDIDATE_FEATURES } from '../../kernel/recommend/candidates/candidate-features.ts';
import { storedRanking, rankingRow, putRanking, type StoredRanking } from './ranking-rows.ts';

const weights: StoredRanking['weights'] = { weights: { view: 1, cart: 3 }, otherWeight: 1 };
const order: StoredRanking = {
  features: CANDIDATE_FEATURES,
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

const kept = (stored: StoredRanking, now = weights): StoredRanking | null =>
  keptOf(rankingRow(stored)[0] as Uint8Array, now);

function keptOf(value: Uint8Array, now: StoredRanking['weights']): StoredRanking | null {
  using database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE state (name TEXT PRIMARY KEY, value BLOB)');
  database.prepare(putRanking).run(value);
  return storedRanking(database, now);
}

test('keptOrder() gives what orderRow() was given, with its vectors and without', () => {
  assert.deepEqual(kept(order), order);
  assert.deepEqual(kept({ ...order, vectors: null }), { ...order, vectors: null });
});

test('keptOrder() passes over what was learnt of other features, or by other weights', () => {
  assert.equal(kept({ ...order, features: ['rank'] }), null);
  assert.equal(kept(order, { ...weights, otherWeight: 2 }), null);
  // What a version kept that knew no vectors.
  const { vectors: _, ...before } = order;
  assert.equal(keptOf(Buffer.from(JSON.stringify(before)), weights), null);
});
