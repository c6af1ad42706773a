import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractItemFeatures } from './item-features.ts';

test('extractItemFeatures() has the levels of a category, and those of a type below them', () => {
  const listLevels = (item: Record<string, string>) => extractItemFeatures(item).levels;
  assert.deepEqual(listLevels({ category: 'Home > Kitchen' }), ['home', 'home > kitchen']);
  assert.deepEqual(listLevels({ category: 'Home > Kitchen', type: 'Home > Kitchen' }), [
    'home',
    'home > kitchen',
  ]);
  // The parent of a level is the same, whether a category or a type has it.
  const levels = ['home', 'home > kitchen', 'home > kitchen > kettle'];
  assert.deepEqual(listLevels({ category: 'Home', type: 'Kitchen > Kettle' }), levels);
  assert.deepEqual(listLevels({ category: 'Home > Kitchen > Kettle' }), levels);
  assert.equal(listLevels({ type: 'Kettle' }), undefined);
});

test('extractItemFeatures() has the first eight levels of a category', () => {
  const listLevels = (count: number) =>
    extractItemFeatures({ category: Array.from({ length: count }, (_, at) => `l${at}`).join(' > ') }).levels;
  assert.equal(listLevels(8)?.length, 8);
  assert.deepEqual(listLevels(9), listLevels(8));
  assert.deepEqual(listLevels(20_000), listLevels(8));
});
