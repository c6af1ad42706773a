import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifferences } from './differences.ts';

test('findDifferences() names the members that differ, at any depth', () => {
  assert.deepEqual(findDifferences({ a: 1, b: { c: 2, d: [1] } }, { a: 1, b: { c: 3, d: [1] }, e: true }), [
    { path: 'b.c', before: 2, after: 3 },
    { path: 'e', before: null, after: true },
  ]);
  assert.deepEqual(findDifferences({ a: 1 }, { a: 1 }), []);
  assert.deepEqual(findDifferences(null, { a: 1 }), [{ path: '', before: null, after: { a: 1 } }]);
});

test('findDifferences() of lists are their removed and added elements, wherever the others stand', () => {
  assert.deepEqual(findDifferences(['a', 'b', 'c'], ['z', 'a', 'b', 'c'], 'items'), [
    { path: 'items[0]', before: null, after: 'z' },
  ]);
  assert.deepEqual(findDifferences(['a', 'b', 'b'], ['a', 'b'], 'items'), [
    { path: 'items[2]', before: 'b', after: null },
  ]);
  assert.deepEqual(findDifferences([{ id: 'a', position: 1 }], [{ id: 'a', position: 2 }], 'pin'), [
    { path: 'pin[0].position', before: 1, after: 2 },
  ]);
});

test('findDifferences() of a list in another order are the whole list', () => {
  assert.deepEqual(findDifferences(['a', 'b'], ['b', 'a'], 'facets'), [
    { path: 'facets', before: ['a', 'b'], after: ['b', 'a'] },
  ]);
});
