import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBitmap } from '../../bits/bitmap.ts';
import { createAnalyzer } from '../language/analyzer.ts';
import { analyzeQuery } from '../language/query-words.ts';
import { ImmutableSegment } from '../segments/immutable-segment.ts';
import { hashSettings } from '../segments/segment-format.ts';
import { buildSegment } from '../segments/segment-merger.ts';
import { SegmentState } from '../segments/segment-state.ts';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import { CategoryNames } from './category-names.ts';
import { SegmentedIndex } from './segmented-index.ts';

/** An index of names with their categories, the last one in a mutable segment. */
function openShop(
  products: readonly (readonly [name: string, category: string])[],
  change: Partial<TextSettings> = {},
) {
  const settings = { ...defaultTextSettings, ...change };
  const documents = products.map(([name, category], key) => ({
    key,
    popularity: 0,
    texts: [
      { field: 'name', value: name },
      { field: 'category', value: category },
    ],
    values: [{ field: 'category', value: category }],
    elements: [],
  }));
  const index = new SegmentedIndex(settings);
  index.attach(buildSegment(documents.slice(0, -1), settings));
  index.add(documents.at(-1)!);
  return (text: string): string[] =>
    index
      .search({ text, offset: 0, limit: 20, explain: true })
      .hits.filter(({ ranking }) => (ranking?.categoryMatch ?? 1) > 1)
      .map(({ key }) => products[key]![0]);
}

const groceries = [
  ['Papaya', 'Grocery > Fruit > Papaya'],
  ['Passion Fruit Juice', 'Grocery > Drinks > Juice'],
  ['Espresso Cup', 'Home > Kitchen > Mugs and cups'],
  ['Cup Holder', 'Home > Car'],
  ['Trail Runner', 'Shoes > Running shoes'],
  ['Kiwi', 'Grocery > Fruit > Kiwi'],
] as const;

test('a document in a category that the query names ranks for it', () => {
  const named = openShop(groceries);
  assert.deepEqual(named('fruit'), ['Papaya', 'Kiwi']);
  assert.deepEqual(named('cups'), ['Espresso Cup'], 'one of several kinds of goods');
  assert.deepEqual(named('mugs & cups'), ['Espresso Cup'], 'the whole name');
  assert.deepEqual(named('red running shoes'), ['Trail Runner'], 'the words up to the head noun');
  assert.deepEqual(named('running'), [], 'a part of the name');
  assert.deepEqual(named('fruit juice'), ['Passion Fruit Juice'], 'the head noun, not what it is made of');
});

test('names of categories begin with the head noun where names of products do, and are not those of private fields', () => {
  const french = openShop(
    [
      ['Robe rouge', 'Mode > Robes'],
      ['Robe de poupée', 'Jouets'],
      ['Robe bleue', 'Mode > Robes'],
    ],
    { languages: ['fr'] },
  );
  assert.deepEqual(french('robe rouge'), ['Robe rouge', 'Robe bleue']);
  const hidden = openShop(groceries, { unsearchableFields: ['category'] });
  assert.deepEqual(hidden('fruit'), []);
});

test('CategoryNames finds categories of new segments, and after it has dropped its cached names', () => {
  const analyzer = createAnalyzer(defaultTextSettings);
  const states = ['Lamps', 'Chairs', 'Tables', 'Shelves'].map((category, key) => {
    const document = { key, popularity: 0, texts: [], values: [{ field: 'category', value: category }] };
    const buffer = buildSegment([document], defaultTextSettings);
    const segment = new ImmutableSegment(buffer, hashSettings(defaultTextSettings));
    return new SegmentState(key, segment, true, createBitmap(1));
  });
  const names = new CategoryNames(defaultTextSettings, analyzer, 2);
  const listNamed = (searched: readonly SegmentState[], text: string): number[] => {
    const tests = names.find(searched, analyzeQuery(text, analyzer).words) ?? [];
    return tests.flatMap((isInCategory, segmentNo) => (isInCategory(0) ? [segmentNo] : []));
  };
  for (let count = 1; count <= states.length; count++) {
    const searched = states.slice(0, count);
    assert.deepEqual(listNamed(searched, 'lamps'), [0]);
    assert.deepEqual(listNamed(searched, 'red chairs'), count > 1 ? [1] : []);
    assert.deepEqual(listNamed(searched, 'shelves'), count > 3 ? [3] : []);
    assert.deepEqual(listNamed(searched, 'sofas'), []);
  }
});
