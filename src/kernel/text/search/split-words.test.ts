import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTextSettings, type SynonymEntry } from '../schema/settings.ts';
import { SegmentedIndex } from './segmented-index.ts';

/** The names of the hits, best first, and the corrected query. */
type Search = (text: string) => { names: (string | undefined)[]; corrected: string | null };

function searchOf(names: readonly string[], synonyms: SynonymEntry[] = []): Search {
  const index = new SegmentedIndex({ ...defaultTextSettings, synonyms });
  names.forEach((value, key) =>
    index.add({ key, texts: [{ field: 'name', value }], values: [], popularity: 0 }),
  );
  return (text) => {
    const { hits, corrected } = index.search({ text, offset: 0, limit: 10 });
    return { names: hits.map(({ key }) => names[key]), corrected };
  };
}

test('an unknown word that a name has as two is found as them, before its synonyms', () => {
  const cables = Array.from({ length: 10 }, (_, i) => `Extension cable ${i}`);
  const search = searchOf(
    ['Extension cord', 'Cord with an extension', ...cables],
    [{ kind: 'equivalent', words: ['extension cord', 'extension cable'] }],
  );
  const { names, corrected } = search('extensioncord');
  assert.equal(names[0], 'Extension cord');
  assert.equal(corrected, 'extension cord');
});

test('a letter and a word are found as one word where a name has them next to each other', () => {
  const search = searchOf(['T shirt', 'Vitamin D tablets', 'Shirt size T']);
  assert.deepEqual(search('tshirt').names, ['T shirt', 'Shirt size T']);
  assert.equal(search('vitamind').corrected, 'vitamin d');
  assert.deepEqual(search('tvitamin'), { names: ['Vitamin D tablets'], corrected: 'vitamin' });
});

test('a corrected word break keeps the typed letters', () => {
  const search = searchOf(['Bluetooth speaker', 'Speaker with Bluetooth', 'KitchenAid mixer']);
  assert.equal(search('bluetoothspeakers').corrected, 'bluetooth speakers');
  assert.equal(search('kitchen aids').corrected, 'kitchenaids');
});
