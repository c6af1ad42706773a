import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ContentIndex } from './content-index.ts';
import { rowBounds } from './row-bounds.ts';
import { stableHash } from '../../bits/hashing.ts';
import { log } from '../../../math/logarithm.ts';

const tieOf = (item: number): number => stableHash(`item ${item}`);
const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 4 });

test('ContentIndex.neighbours() is the idf-weighted cosine of the current catalog', () => {
  const writes = fc.array(fc.tuple(fc.nat(20), fc.option(words)), { maxLength: 60 });
  fc.assert(
    fc.property(writes, (list) => {
      const index = new ContentIndex(tieOf, { ...rowBounds, contentRowsMax: 4 });
      const catalog = new Map<number, Set<string>>();
      for (const [item, features] of list) {
        index.set(item, features === null ? null : { attributes: [], words: features });
        index.neighbours(item);
        if (features === null) catalog.delete(item);
        else catalog.set(item, new Set(features));
      }
      for (let item = 0; item <= 21; item++) {
        const { items, scores } = index.neighbours(item);
        const expected = naiveNeighbours(catalog, item);
        assert.deepEqual(new Set(items), new Set(expected.keys()));
        items.forEach((other, at) => {
          assert.ok(Math.abs(scores[at]! - expected.get(other)!) < 1e-12);
          assert.ok(Math.abs(index.computeSimilarity(item, other) - expected.get(other)!) < 1e-12);
        });
      }
    }),
    { seed: 20240601, numRuns: 200 },
  );
});

test('ContentIndex keeps cached rows correct after writes, however common a feature is', () => {
  const one = new ContentIndex(tieOf);
  const items = Array.from({ length: 2600 }, (_, item) => {
    const words = item % 40 === 0 ? [] : [`rare ${item % 700}`, item % 5 === 0 ? 'odd' : 'even'];
    return { attributes: ['everywhere'], words };
  });
  items.forEach((content, item) => one.set(item, content));
  const other = new ContentIndex(tieOf);
  items.forEach((content, item) => other.set(item, content));
  for (let item = 0; item < items.length; item++) one.neighbours(item);
  // Both take their weights at the first query; later writes are too few to refresh them.
  other.neighbours(0);
  for (let item = 0; item < 50; item++) {
    for (const index of [one, other]) index.set(item, item % 3 === 0 ? null : items[item + 2000]!);
    one.neighbours(item + 900);
  }
  for (let item = 0; item < items.length; item++)
    assert.deepEqual(one.neighbours(item), other.neighbours(item));
});

test('ContentIndex.set() distinguishes attributes from words', () => {
  const index = new ContentIndex(tieOf);
  index.set(0, { attributes: ['red'], words: [] });
  index.set(1, { attributes: [], words: ['red'] });
  assert.equal(index.neighbours(0).items.length, 0);
});

test('ContentIndex.neighbours() has the best three variants of a product, whatever others there are', () => {
  const index = new ContentIndex(tieOf);
  const content = (words: string[], product?: string) => ({
    attributes: ['shop'],
    words,
    ...(product === undefined ? {} : { product }),
  });
  index.set(0, content(['boot', 'red', 'old']));
  for (let item = 1; item <= 100; item++)
    index.set(item, content(['boot', item === 100 ? 'red' : 'blue'], 'boots'));
  index.set(101, content(['sock']));
  const listed = (): number[] => [...index.neighbours(0).items];
  assert.deepEqual(listed()[0], 100);
  assert.deepEqual([listed().length, listed().at(-1)], [4, 101]);
  for (let item = 50; item <= 60; item++) index.set(item, content(['boot', 'blue'], `boots ${item}`));
  assert.equal(listed().length, 15);
  index.set(100, null);
  assert.equal(listed().length, 15);
});

test('ContentIndex.compareCategories() is the share of common levels from the top', () => {
  const index = new ContentIndex(tieOf);
  const set = (item: number, ...levels: string[]): void =>
    index.set(item, { attributes: [], words: ['word'], levels });
  set(0, 'a', 'a > b', 'a > b > c');
  set(1, 'a', 'a > b', 'a > b > d');
  set(2, 'a', 'a > x', 'a > x > c');
  set(3, 'a');
  set(4);
  const shares = [0, 1, 2, 3, 4].map((other) => index.compareCategories(0, other));
  assert.deepEqual(shares, [1, 2 / 3, 1 / 3, 1 / 3, Number.NaN]);
  const copy = new ContentIndex(tieOf);
  copy.load(index.save());
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((other) => copy.compareCategories(0, other)),
    shares,
  );
  assert.deepEqual(copy.neighbours(0), index.neighbours(0));
});

test('ContentIndex.compareCategories() follows a category that changes in its last level, where no feature changes', () => {
  const index = new ContentIndex(tieOf);
  const content = (level: string) => ({ attributes: [], words: ['word'], levels: ['a', `a > ${level}`] });
  index.set(0, content('b'));
  index.set(1, content('b'));
  assert.equal(index.compareCategories(0, 1), 1);
  index.set(1, content('c'));
  assert.equal(index.compareCategories(0, 1), 1 / 2);
});

function naiveNeighbours(catalog: Map<number, Set<string>>, item: number): Map<number, number> {
  const weight = (feature: string): number => {
    const having = [...catalog.values()].filter((features) => features.has(feature)).length;
    return log(1 + catalog.size / having) ** 2;
  };
  const sum = (features: Iterable<string>): number =>
    [...features].reduce((total, each) => total + weight(each), 0);
  const own = catalog.get(item) ?? new Set<string>();
  const found = new Map<number, number>();
  for (const [other, features] of catalog) {
    const common = sum(own.intersection(features));
    if (other !== item && common > 0)
      found.set(other, common / Math.sqrt(sum(own)) / Math.sqrt(sum(features)));
  }
  return found;
}
