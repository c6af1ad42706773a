import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filter } from '../../src/ports/search/filters.ts';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import type { TextQuery } from '../../src/ports/search/text.ts';
import { seeded, Shop, type OpenEngine } from './shop.ts';

/** Shirts in sizes and colours: two products of several variants, and one without. */
const shirts: JsonObject[] = [
  ...['S', 'M', 'XXL'].map((size, i) => ({
    id: `linen-blue-${size}`,
    name: 'Linen shirt',
    color: 'blue',
    size,
    groupId: 'linen',
    price: 30 + i,
  })),
  { id: 'linen-red-S', name: 'Linen shirt', color: 'red', size: 'S', groupId: 'linen', price: 20 },
  { id: 'wool-blue-S', name: 'Wool shirt', color: 'blue', size: 'S', groupId: 7, price: 50 },
  { id: 'wool-green-XXL', name: 'Wool shirt', color: 'green', size: 'XXL', groupId: '7', price: 55 },
  { id: 'silk', name: 'Silk shirt', color: 'blue', size: 'XXL', price: 90 },
];

const is = (field: string, value: string): Filter => ({ kind: 'equals', field, value });
const and = (...clauses: Filter[]): Filter => ({ kind: 'and', clauses });

export function testVariants(name: string, open: OpenEngine): void {
  const the = (criterion: string, run: (shop: Shop) => Promise<void>): void => {
    test(`${name} TextIndex.search() ${criterion}`, async () => {
      await using shop = await Shop.open(open);
      await shop.put(...shirts);
      await run(shop);
    });
  };
  const listed = async (shop: Shop, text: string, more: Partial<TextQuery> = {}) => {
    const { hits, total } = await shop.search(text, more);
    return {
      total,
      hits: hits.map(({ item, variants }) => [
        item.id,
        variants?.count ?? 0,
        variants?.others.map(({ id }) => id).join(' ') ?? '',
      ]),
    };
  };

  the('groups the variants of a product, with an exact total', async (shop) => {
    const expected = {
      total: 3,
      hits: [
        ['linen-blue-S', 4, 'linen-blue-M linen-blue-XXL'],
        ['wool-blue-S', 2, 'wool-green-XXL'],
        ['silk', 0, ''],
      ],
    };
    assert.deepEqual(await listed(shop, 'shirt', { variants: 2 }), expected);
    assert.deepEqual(await listed(shop, '', { variants: 2 }), expected);
    await shop.reopen();
    assert.deepEqual(await listed(shop, 'shirt', { variants: 2 }), expected);
    const page = await listed(shop, 'shirt', { offset: 1, limit: 1 });
    assert.deepEqual(page, { total: 3, hits: [['wool-blue-S', 2, '']] });
    assert.equal((await listed(shop, 'shirt', { grouped: false })).total, 7);
  });

  the('matches the words and the filter on the same variant', async (shop) => {
    const blueXxl = and(is('color', 'blue'), is('size', 'XXL'));
    assert.deepEqual(await listed(shop, 'shirt', { filter: blueXxl }), {
      total: 2,
      hits: [
        ['linen-blue-XXL', 1, ''],
        ['silk', 0, ''],
      ],
    });
    const redXxl = and(is('color', 'red'), is('size', 'XXL'));
    assert.equal((await listed(shop, 'shirt', { filter: redXxl })).total, 0);
  });

  the('shows the variant that the order puts first', async (shop) => {
    const cheap = await listed(shop, 'shirt', { sort: [{ field: 'price', order: 'asc' }] });
    assert.deepEqual(
      cheap.hits.map(([id]) => id),
      ['linen-red-S', 'wool-blue-S', 'silk'],
    );
    const expensive = await listed(shop, 'shirt', { sort: [{ field: 'price', order: 'desc' }], variants: 9 });
    assert.deepEqual(expensive.hits, [
      ['silk', 0, ''],
      ['wool-green-XXL', 2, 'wool-blue-S'],
      ['linen-blue-XXL', 4, 'linen-blue-M linen-blue-S linen-red-S'],
    ]);
  });

  the('applies the group field from the next search on', async (shop) => {
    await shop.project.settings.change(
      () => ({ search: { groupBy: 'color' } }),
      () => undefined,
    );
    assert.equal((await shop.search('shirt')).total, 3);
    await shop.project.settings.change(
      () => ({ search: { groupBy: '' } }),
      () => undefined,
    );
    assert.equal((await shop.search('shirt')).total, 7);
  });

  the('keeps groups correct while variants are added, removed and moved', async (shop) => {
    const next = seeded(11);
    const groups = new Map<string, string | null>();
    for (let round = 0; round < 60; round++) {
      const id = `v${Math.floor(next() * 12)}`;
      if (next() < 0.3) {
        await shop.remove(id);
        groups.delete(id);
      } else {
        const group = next() < 0.2 ? null : `g${Math.floor(next() * 3)}`;
        await shop.put({ id, name: 'New shirt', ...(group === null ? {} : { groupId: group }) });
        groups.set(id, group);
      }
      const products = new Set([...groups].map(([own, group]) => (group === null ? own : `in ${group}`)));
      assert.equal((await shop.search('new')).total, products.size);
    }
  });
}
