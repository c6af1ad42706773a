import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import { Shop, type OpenEngine } from './shop.ts';

const cups: JsonObject[] = [
  { id: 'a', name: 'Red tea cup', brand: 'Nordic', category: 'Home > Kitchen' },
  { id: 'b', name: 'Blue tea cup', brand: 'nordic', category: 'Home > Kitchen > Cups' },
  { id: 'c', name: 'Tea towel', brand: 'Linen & Co', category: 'Home' },
  { id: 'd', name: 'Orange jug', description: 'Red or blue' },
  { id: 'e', name: 'Hidden tea cup', brand: 'Nordic', active: false },
];

export function testSuggestions(name: string, open: OpenEngine): void {
  test(`${name} TextIndex.suggest() completes brands, phrases and names, up to the limit`, async () => {
    await using shop = await Shop.open(open);
    await shop.put(...cups);
    const suggest = (text: string, limit: number) => shop.project.text.suggest(text, limit);
    const [brand, ...others] = await suggest('nor', 10);
    assert.deepEqual([brand?.kind, brand?.count], ['brand', 2]);
    assert.ok(others.some(({ kind }) => kind === 'item'));
    assert.equal((await suggest('tea', 2)).length, 2);
    assert.deepEqual(await suggest('', 5), []);
    // A stop word may be the prefix of a significant word.
    assert.deepEqual(
      (await suggest('or', 4)).map(({ highlighted }) => highlighted),
      ['<em>Orange</em> jug'],
    );
    const phrases = (await suggest('te', 6)).filter(({ kind }) => kind === 'phrase');
    assert.deepEqual(
      phrases.map(({ highlighted, count }) => [highlighted, count]),
      [
        ['<em>tea</em>', 3],
        ['<em>tea</em> cup', 2],
      ],
    );
  });
}
