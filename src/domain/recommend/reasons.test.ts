import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Recommended } from '../../ports/recommendations/recommenders.ts';
import { explainEntry } from './reasons.ts';

const item = { _id: 'i1', id: 'mug', sku: 'mug', active: true, version: 1, json: new Uint8Array() };
const entry: Recommended = { item, product: null, score: 1, source: 'together', because: ['tea'], facts: {} };

test('explainEntry() tells how many buyers bought an item too from twenty orders on', () => {
  const explain = (support: number, confidence: number): string =>
    explainEntry({ ...entry, facts: { support, confidence } }, 'together', () => 'Green Tea').text;
  assert.equal(explain(3, 1), 'Bought together with “Green Tea”');
  assert.equal(explain(5, 5 / 19), 'Bought together with “Green Tea”');
  assert.equal(explain(7, 7 / 20), '35 of 100 who bought “Green Tea” bought this too');
  assert.equal(explain(5, 5 / 20), '25 of 100 who bought “Green Tea” bought this too');
  assert.equal(explain(5, 5 / 4_000), 'Bought together with “Green Tea”');
  assert.equal(explainEntry(entry, 'together', () => 'Green Tea').text, 'Bought together with “Green Tea”');
  assert.equal(explainEntry(entry, 'together', () => null).text, 'Often bought together');
});
