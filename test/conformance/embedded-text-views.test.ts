import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import type { SearchSettings, SettingsChanges, SynonymRule } from '../../src/ports/configuration/settings.ts';
import type { TextIndex } from '../../src/ports/search/text.ts';
import { embeddedShop } from './embedded-shop.ts';
import { textQuery, type Shop } from './shop.ts';

const nothing = (): void => undefined;
const words = (...list: string[]): SynonymRule => ({ kind: 'equivalent', words: list });
const set = async (shop: Shop, changes: SettingsChanges): Promise<void> => {
  await (
    await shop.project.settings.change(() => changes, nothing)
  ).rebuilt;
};
const under = (shop: Shop, search: SettingsChanges['search'] & object): SearchSettings =>
  shop.project.settings.applyToDefaults({ search }).search;
const found = async (text: TextIndex, query: string): Promise<string[]> =>
  (await text.search(textQuery(query))).hits.map(({ item }) => item.id).toSorted();

test('TextIndex.withSettings() searches under other settings, which others do not see, and sees changed items', async () => {
  await using shop = await embeddedShop();
  await shop.put({ id: 'a', name: 'Brass lamp' }, { id: 'b', name: 'Ceiling light' });
  const settings = under(shop, { synonyms: [words('lamp', 'light')] });
  const view = (): TextIndex => shop.project.text.withSettings(settings).text;
  assert.deepEqual(await found(view(), 'lamp'), ['a', 'b']);
  assert.deepEqual(await shop.found('lamp'), ['a']);
  const completed = async (): Promise<string[]> => (await view().suggest('desk', 5)).map(({ text }) => text);
  assert.deepEqual(await completed(), []);
  await shop.put({ id: 'c', name: 'Desk light' });
  await shop.remove('a');
  assert.deepEqual(await found(view(), 'lamp'), ['b', 'c']);
  assert.ok((await completed()).length > 0, 'completions are of the changed items');
  assert.deepEqual(await shop.found('lamp'), []);
  // Another index replaces the one of the view.
  await set(shop, { search: { unsearchableFields: ['note'] } });
  assert.deepEqual(await found(view(), 'lamp'), ['b', 'c']);
});

test('TextIndex.withSettings() keeps what is indexed, and names it', async () => {
  await using shop = await embeddedShop();
  await shop.put({ id: 'a', name: 'Lamp', note: 'shelf' });
  const settings = under(shop, { unsearchableFields: ['note'], synonyms: [words('lamp', 'torch')] });
  const { text, notApplied } = shop.project.text.withSettings(settings);
  assert.deepEqual(notApplied, ['unsearchableFields']);
  assert.deepEqual(await found(text, 'torch'), ['a']);
  assert.deepEqual(await found(text, 'shelf'), ['a']);
  await set(shop, { search: { unsearchableFields: ['note'] } });
  assert.deepEqual(shop.project.text.withSettings(settings).notApplied, []);
});

test('TextIndex.withSettings() is right for more settings than views are kept', async () => {
  await using shop = await embeddedShop();
  const names = Array.from({ length: 20 }, (_, no) => `word${String.fromCharCode(97 + no)}`);
  await shop.put(...names.map((name, no) => ({ id: `i${no}`, name })));
  const all = names.map((name) => under(shop, { synonyms: [words('common', name)] }));
  for (let round = 0; round < 3; round++) {
    for (const [no, settings] of all.entries()) {
      const { text } = shop.project.text.withSettings(settings);
      assert.deepEqual(await found(text, 'common'), [`i${no}`]);
    }
  }
});

test('TextIndex.pinned() keeps its settings when they change, and sees changed items', async () => {
  await using shop = await embeddedShop();
  await shop.put({ id: 'a', name: 'Lamp' }, { id: 'b', name: 'Torch' });
  await set(shop, { search: { synonyms: [words('lamp', 'torch')] } });
  const pinned = shop.project.text.pinSettings();
  await set(shop, { search: {} });
  assert.deepEqual(await shop.found('lamp'), ['a']);
  assert.deepEqual(await found(pinned, 'lamp'), ['a', 'b']);
  await shop.put({ id: 'c', name: 'Torch' });
  assert.deepEqual(await found(pinned, 'lamp'), ['a', 'b', 'c']);
  assert.deepEqual(await found(shop.project.text.pinSettings(), 'lamp'), ['a']);
});

test('VersionStore deletes the oldest versions where their changes have too many bytes, but not the newest', async () => {
  await using shop = await embeddedShop();
  const { placements, versions } = shop.project;
  const put = (bytes: number): Promise<unknown> =>
    placements.change('p', () => ({ id: 'p', list: 'user', userData: 'x'.repeat(bytes) }));
  const count = (): number => versions.list({ kind: null, offset: 0, limit: 1 }).total;
  await put(1);
  const third = Math.floor(limits.versionsBytesMax / 3);
  // Each version has the state before and after: two thirds of the limit, from the second on.
  await put(third);
  assert.equal(count(), 2);
  await put(third + 1);
  assert.deepEqual(count(), 1);
  assert.equal(versions.list({ kind: null, offset: 0, limit: 1 }).versions[0]!.number, 3);
  await put(2 * limits.versionsBytesMax);
  assert.equal(count(), 1, 'the newest is kept, however large it is');
  await put(1);
  await put(2);
  assert.deepEqual(
    versions.list({ kind: null, offset: 0, limit: 5 }).versions.map(({ number }) => number),
    [6],
    'one that is too large is not kept with others',
  );
});
