import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearestCategories } from './nearest-categories.ts';

type Item = Readonly<Record<string, string | readonly string[]>>;

const of = (items: readonly Item[]): [string, number][] =>
  findNearestCategories(items, (item, field) => [item[field] ?? []].flat()).map(({ value, count }) => [
    value,
    count,
  ]);
const inCategories = (...values: (string | readonly string[])[]): Item[] =>
  values.map((category) => ({ category }));

test('findNearestCategories() counts the categories of items, most frequent first, then of the nearest', () => {
  assert.deepEqual(of(inCategories('Pear', 'Apple', 'Apple', 'Melon')), [
    ['Apple', 2],
    ['Pear', 1],
    ['Melon', 1],
  ]);
});

test('findNearestCategories() leaves out a category of all items, and counts an item once', () => {
  assert.deepEqual(of(inCategories('Apple', 'Apple')), []);
  assert.deepEqual(of(inCategories(['Fruit', 'Apple', 'Apple'], ['Fruit', 'Pear'])), [
    ['Apple', 1],
    ['Pear', 1],
  ]);
  assert.deepEqual(of([]), []);
  assert.deepEqual(of([{}, {}]), []);
});

test('findNearestCategories() shortens paths until there are at most six', () => {
  const leaves = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  assert.deepEqual(of(inCategories(...leaves.slice(0, 3).map((leaf) => `Food > ${leaf}`))), [
    ['Food > a', 1],
    ['Food > b', 1],
    ['Food > c', 1],
  ]);
  assert.deepEqual(of(inCategories('Home > h', ...leaves.map((leaf) => `Food > Fruit > ${leaf}`))), [
    ['Food > Fruit', 7],
    ['Home > h', 1],
  ]);
  assert.equal(of(inCategories(...leaves)).length, 6, 'of the first level, the first six');
});

test('findNearestCategories() counts the deepest of nested paths, and of the first field that has any', () => {
  assert.deepEqual(of(inCategories(['Home', 'Home > Kitchen'], 'Home > Bath')), [
    ['Home > Kitchen', 1],
    ['Home > Bath', 1],
  ]);
  assert.deepEqual(of([{ categories: ['x'] }, { categories: ['y'] }, {}]), [
    ['x', 1],
    ['y', 1],
  ]);
});

test('findNearestCategories() counts spellings of a category together, as filters do, under that of the nearest item', () => {
  assert.deepEqual(of(inCategories('Home>Kitchen', 'home > kitchen', 'Home > Bath ', '')), [
    ['Home > Kitchen', 2],
    ['Home > Bath', 1],
  ]);
  assert.deepEqual(of(inCategories('Fruit', 'fruit', ['FRUIT', 'Fruit'])), [], 'all are of one category');
});

test('findNearestCategories() counts a category with those below it, as filters do', () => {
  assert.deepEqual(of(inCategories('Home', 'Home > Kitchen', 'Garden')), [
    ['Home', 2],
    ['Home > Kitchen', 1],
    ['Garden', 1],
  ]);
  assert.deepEqual(of(inCategories('Home', 'Home > Kitchen')), [['Home > Kitchen', 1]]);
});
