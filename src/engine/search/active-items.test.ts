import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActiveItems } from './active-items.ts';

test('ActiveItems.has() looks up each item once, and again after a change or in another index', () => {
  const lookups: number[] = [];
  const present = new Set([3]);
  const source = {
    has: (no: number): boolean => {
      lookups.push(no);
      return present.has(no);
    },
  };
  const items = new ActiveItems();
  for (let round = 0; round < 2; round++)
    assert.deepEqual(
      [3, 4, 900].map((no) => items.has(source, no)),
      [true, false, false],
    );
  assert.deepEqual(lookups, [3, 4, 900]);
  present.add(4);
  items.invalidate(4);
  items.invalidate(100_000);
  assert.equal(items.has(source, 4), true);
  assert.equal(items.has({ has: () => true }, 900), true);
});
