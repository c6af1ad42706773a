import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attackedLists, plantedAttacks, plantedShop, pushedIn } from './planted-visitor.fixture.ts';

const shops = [
  { visitors: 2_000, popularity: 0, seed: 3 },
  { visitors: 2_000, popularity: 4, seed: 4 },
];
const pairLists = ['bought together', 'for a visitor of the item', 'for a visitor of four items', 'similar'];

for (const attack of plantedAttacks)
  test(`the ten thousand events of one visitor take no place of any list of pairs: ${attack}`, () => {
    for (const options of shops) {
      const shop = plantedShop({ ...options, attack });
      const lists = attackedLists(shop);
      for (const name of pairLists) {
        assert.equal(lists[name]!.length, 10, name);
        assert.equal(pushedIn(shop, lists[name]!), 0, `${name}, seed ${options.seed}`);
      }
    }
  });

test('without the cap, they take three places of the list for a visitor of four items', () => {
  const caps = { interactions: Infinity, purchaseDays: Infinity, baskets: Infinity };
  const shop = plantedShop({ ...shops[0]!, attack: 'clicks', caps });
  assert.equal(pushedIn(shop, attackedLists(shop)['for a visitor of four items']!), 3);
});
