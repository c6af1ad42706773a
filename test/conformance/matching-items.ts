import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filter } from '../../src/ports/search/filters.ts';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import { firstPosition, type MatchingPage } from '../../src/ports/catalog/matching-items.ts';
import { filters, stores } from './conditions.ts';
import { plain, Shop, text, type OpenEngine } from './shop.ts';

/** The contract of `ports/catalog/matching-items.ts`. */
export function testMatchingItems(name: string, open: OpenEngine): void {
  const matching = async (shop: Shop, filter: Filter | null, ids?: readonly string[]): Promise<string[]> => {
    const batches = await Array.fromAsync(shop.project.matchingItems.readBatches(filter, ids));
    assert.ok(batches.every(({ length }) => length > 0));
    return batches.flat().map(({ id }) => id);
  };
  const equals = (field: string, value: string | boolean): Filter => ({ kind: 'equals', field, value });

  for (const [title, filter, expected] of filters) {
    test(`${name} MatchingItems.readBatches(): ${title}, of active and of inactive items`, async () => {
      await using shop = await Shop.open(open);
      const inactive = stores.map((item) => ({ ...item, id: text(item['id']).toUpperCase(), active: false }));
      await shop.put(...stores, ...inactive);
      assert.equal((await matching(shop, filter)).join(''), expected + expected.toUpperCase());
    });
  }

  test(`${name} MatchingItems.readPage() has all items in pages, and goes on where a page ended`, async () => {
    await using shop = await Shop.open(open);
    const { matchingItems } = shop.project;
    const item = (no: number): JsonObject => ({
      id: `i${no}`,
      state: no % 2 === 0 ? 'even' : 'odd',
      active: no % 3 > 0,
    });
    await shop.put(...Array.from({ length: 700 }, (_, no) => item(no)));
    const pages = async (filter: Filter | null, limit: number): Promise<string[][]> => {
      const found: string[][] = [];
      for (let after: number | null = firstPosition; after !== null;) {
        const { items, next }: MatchingPage = await matchingItems.readPage(filter, { after, limit });
        found.push(items.map(({ id }) => id));
        after = next;
      }
      return found;
    };
    for (const [filter, limit] of [
      [null, 7],
      [null, 700],
      [null, 1_000],
      [equals('state', 'odd'), 50],
      [equals('state', 'none'), 50],
    ] as const) {
      const found = await pages(filter, limit);
      assert.deepEqual(found.flat(), await matching(shop, filter));
      assert.deepEqual(
        found.slice(0, -1).filter((page) => page.length !== limit),
        [],
      );
    }
    const first = await matchingItems.readPage(null, { after: firstPosition, limit: 3 });
    await shop.put({ id: 'new' });
    await shop.project.catalog.change([{ address: { id: 'i2' }, decide: () => null }]);
    const rest = await matchingItems.readPage(null, { after: first.next!, limit: 1_000 });
    assert.deepEqual([rest.items[0]?.id, rest.items.at(-1)?.id, rest.items.length], ['i3', 'new', 698]);
  });

  test(`${name} MatchingItems.readBatches() tests conditions on elements, negations and fields that only inactive items have`, async () => {
    await using shop = await Shop.open(open);
    const variants = [
      { color: 'blue', size: 'M' },
      { color: 'red', size: 'XXL' },
    ];
    await shop.put(
      { id: 'a', variants },
      { id: 'b', variants, active: false },
      { id: 'c', variants: [{ color: 'blue', size: 'XXL' }], active: false, season: 'winter' },
    );
    const both: Filter = { kind: 'and', clauses: [equals('color', 'blue'), equals('size', 'XXL')] };
    const element: Filter = { kind: 'element', list: 'variants', clause: both };
    assert.deepEqual(await matching(shop, element), ['c']);
    assert.deepEqual(await matching(shop, { kind: 'not', clause: element }), ['a', 'b']);
    assert.deepEqual(await matching(shop, equals('season', 'winter')), ['c']);
    assert.deepEqual(await matching(shop, equals('active', false)), ['b', 'c']);
    assert.deepEqual(await matching(shop, null), ['a', 'b', 'c']);
    assert.deepEqual(await matching(shop, null, ['c', 'none', 'a', 'c']), ['a', 'c']);
    assert.deepEqual(await matching(shop, equals('season', 'winter'), ['b']), []);
  });

  test(`${name} MatchingItems.readBatches() has each item once, as of the moment of its batch`, async () => {
    await using shop = await Shop.open(open);
    const count = 700;
    const item = (no: number, state: string): JsonObject => ({
      id: `i${no}`,
      state,
      active: no % 3 !== 0,
    });
    await shop.put(...Array.from({ length: count }, (_, no) => item(no, 'old')));
    const seen: string[] = [];
    for await (const batch of shop.project.matchingItems.readBatches(equals('state', 'old'))) {
      for (const one of batch)
        assert.deepEqual(plain(one), plain(await shop.project.catalog.get({ id: one.id })));
      seen.push(...batch.map(({ id }) => id));
      // The first items of the rest no longer match, and a new one is not tested.
      if (seen.length > count) break;
      await shop.put(item(count - 1, 'new'), item(count - 2, 'new'), { id: `n${seen.length}`, state: 'old' });
    }
    assert.deepEqual(
      seen,
      Array.from({ length: count - 2 }, (_, no) => `i${no}`),
    );
  });

  test(`${name} MatchingItems.readBatches() misses no item that is activated or deactivated in the meantime`, async () => {
    await using shop = await Shop.open(open);
    const ids = Array.from({ length: 200 }, (_, no) => `i${no}`);
    const state = (active: boolean) => ids.map((id) => ({ id, state: 'old', active }));
    await shop.put(...state(false));
    for (const active of [true, false, true]) {
      const writing = { isDone: false };
      const written = shop.put(...state(active)).finally(() => {
        writing.isDone = true;
      });
      while (!writing.isDone) {
        assert.equal((await matching(shop, equals('state', 'old'))).length, ids.length);
        assert.equal((await matching(shop, null)).length, ids.length);
      }
      await written;
    }
  });
}
