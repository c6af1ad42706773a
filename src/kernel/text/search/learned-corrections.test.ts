import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import { SegmentedIndex } from './segmented-index.ts';

/** A search by learned corrections in an index of these names. */
function shopOf(names: readonly string[], changes: Partial<TextSettings> = {}) {
  const index = new SegmentedIndex({ ...defaultTextSettings, builtInSynonyms: false, ...changes });
  const add = (value: string, key: number): void =>
    index.add({
      key,
      texts: [{ field: 'name', value }],
      values: [{ field: 'kind', value: key % 2 }],
      popularity: -key,
    });
  names.forEach(add);
  const search = (text: string, corrections: Readonly<Record<string, string>>, more: object = {}) => {
    const asked: string[] = [];
    const entries = Object.entries(corrections);
    const byStem = new Map(entries.map(([word, target]) => [index.analyze(word).words[0]!.stem, target]));
    const findCorrection = (stem: string): string | null => {
      asked.push(stem);
      return byStem.get(stem) ?? null;
    };
    const found = index.search({ text, offset: 0, limit: 10, findCorrection, ...more });
    const { hits, total, corrected, learned } = found;
    return { keys: hits.map(({ key }) => key), total, corrected, learned, asked };
  };
  return { index, add, search };
}

test('a learned correction replaces a word that no document has, and only such words are asked for', () => {
  const { search, index, add } = shopOf(['Vacuum', 'Red vacuums', 'Hover mat', 'Mat']);
  const found = search('red Hoover', { hoover: 'vacuum', red: 'mat' });
  assert.deepEqual(found, {
    keys: [1, 0],
    total: 2,
    corrected: 'red vacuum',
    learned: [{ word: 'hoover', target: 'vacuum' }],
    asked: ['hoover'],
  });
  for (const text of ['hoover Vacuum red', 'Vacuum hoover red'])
    assert.equal(search(text, { hoover: 'vacuum' }).corrected, 'Vacuum red');
  assert.deepEqual(search('hoover', {}).keys, [2], 'a typo of "hover"');
  assert.deepEqual(search('hoover', { hoover: 'unknown' }).keys, [2]);
  assert.deepEqual(search('hoover', { hoover: 'vacuum' }).keys, [0, 1]);
  add('Hoovers', 4);
  const { learned, asked } = search('hoover', { hoover: 'vacuum' });
  assert.deepEqual([learned, asked], [[], []]);
  index.remove(4);
  assert.deepEqual(search('hoover', { hoover: 'vacuum' }).keys, [0, 1]);
});

test('the beginning of a word is not corrected while it is typed', () => {
  const { search } = shopOf(['Hooverphonic', 'Vacuum']);
  assert.deepEqual(search('hoover', { hoover: 'vacuum' }).keys, [0]);
  assert.deepEqual(search('hoover ', { hoover: 'vacuum' }).keys, [1]);
  assert.deepEqual(search('hoover', { hoover: 'vacuum' }, { lastWordPrefix: false }).keys, [1]);
});

test('a correction matches like the word itself: in compounds and by synonyms, several words best next to each other', () => {
  const german = shopOf(['Handyhülle', 'Hülle', 'Handy'], { languages: ['de'] });
  const cover = german.search('fonecase', { fonecase: 'hülle' });
  assert.deepEqual([cover.keys, cover.corrected], [[1, 0], 'hülle']);
  const sofas = shopOf(['Sofa', 'Bed sofa', 'Sofa for a bed'], {
    synonyms: [{ kind: 'equivalent', words: ['sofa', 'couch'] }],
  });
  assert.deepEqual(sofas.search('settle', { settle: 'couch' }).keys, [0, 1, 2]);
  const two = sofas.search('schlafbett', { schlafbett: 'bed sofa' });
  assert.deepEqual([two.keys, two.learned], [[1, 2], [{ word: 'schlafbett', target: 'bed sofa' }]]);
  const apart = shopOf(['Cordless stick vacuum', 'Stick', 'Cordless lamp', 'Vacuum']);
  const found = apart.search('dyson', { dyson: 'cordless vacuum' });
  assert.deepEqual([found.keys, found.corrected], [[0], 'cordless vacuum']);
  assert.deepEqual(apart.search('dysons', { dyson: 'stick' }).keys, [1, 0], 'asked for by stem');
});

test('facets and filters of a corrected search count what it finds', () => {
  const { index } = shopOf(['Vacuum', 'Red vacuum', 'Blue vacuum']);
  const findCorrection = (): string => 'vacuum';
  const filter = { kind: 'equals', field: 'kind', value: 0 } as const;
  const facets = [{ field: 'kind', disjunctive: true }];
  const found = index.search({
    text: 'hoover',
    offset: 0,
    limit: 10,
    filter,
    facets,
    findCorrection,
  });
  assert.equal(found.total, 2);
  assert.deepEqual(
    found.facets['kind']!.values.map(({ value, count }) => [value, count]),
    [
      [0, 2],
      [1, 1],
    ],
  );
});

test('presence() tells how documents have words, the last one as a prefix too', () => {
  const { index } = shopOf(['Vacuum cleaner', 'Oak couch'], {
    synonyms: [{ kind: 'equivalent', words: ['couch', 'sofa'] }],
  });
  const presence = (text: string) => index.findPresence(index.analyze(text));
  assert.deepEqual(presence('vacuums hoover clean'), ['known', 'unknown', 'prefix']);
  assert.deepEqual(presence('sofa clearer '), ['known', 'unknown']);
  assert.deepEqual(presence('vacuumcleaner'), ['known']);
  assert.deepEqual(presence(''), []);
});
