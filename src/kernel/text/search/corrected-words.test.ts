import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctionRatio } from '../expansion/typo-expansions.ts';
import { SegmentedIndex } from './segmented-index.ts';

function shopOf(names: readonly string[]): SegmentedIndex {
  const index = new SegmentedIndex();
  names.forEach((value, key) =>
    index.add({ key, texts: [{ field: 'name', value }], values: [], popularity: 0 }),
  );
  return index;
}

test('the first letter is kept in words of four letters, and in words of the catalog', () => {
  const crates = Array.from({ length: 2 * correctionRatio }, (_, i) => `Metal crate ${i}`);
  const index = shopOf(['Camp bed', 'Grates', ...crates]);
  const found = (text: string): number[] =>
    index.search({ text, offset: 0, limit: 10 }).hits.map(({ key }) => key);
  assert.deepEqual(found('lamp'), []);
  assert.deepEqual(found('xcamp'), [0]);
  assert.deepEqual(found('grate'), [1]);
});

test('a mistyped beginning has another first letter only where no word with the typed one is as near', () => {
  const index = shopOf(['Raketen', 'Jacket', 'Jackets']);
  const found = (text: string): number[] =>
    index.search({ text, offset: 0, limit: 10 }).hits.map(({ key }) => key);
  assert.deepEqual(found('jaket'), [1, 2]);
  assert.deepEqual(found('paket'), [0]);
});

test('a word is not split into a word of a deleted product only', () => {
  const index = shopOf(['Memorys', 'Memory stick', 'Deer tick', 'Deer tick 2', 'Memory']);
  index.remove(0);
  assert.equal(index.search({ text: 'memorystick', offset: 0, limit: 1 }).corrected, 'memory stick');
});
