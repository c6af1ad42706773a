import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import type { TextResult } from '../../src/ports/search/text.ts';
import { conditions, event, fieldsOf, plain, Shop, text, upsert, type OpenEngine } from './shop.ts';

/** Fewer than 64 items are indexed on the serving thread, more of them on another one. */
const sizes = [3, 500];

/** The contract of `Catalog.replaceAll()` in `ports/catalog/catalog.ts`. */
export function testReplacement(name: string, open: OpenEngine): void {
  const editionOf = (edition: string, count: number, first = 0): JsonObject[] =>
    Array.from({ length: count }, (_, no) => ({ id: `i${first + no}`, name: 'lamp', edition }));
  const replace = (shop: Shop, items: readonly JsonObject[], kept: readonly string[] = []) => {
    const ids = new Set([...items.map(({ id }) => text(id)), ...kept]);
    return shop.project.catalog.replaceAll(
      items.map((fields) => upsert(fields)),
      (id) => ids.has(id),
    );
  };

  for (const size of sizes) {
    test(`${name} Catalog.replaceAll() of ${size} items writes them, keeps others and removes the rest`, async () => {
      await using shop = await Shop.open(open);
      const [first] = await shop.put(...editionOf('old', 2 * size), {
        id: 'kept',
        name: 'lamp',
        edition: 'kept',
      });
      const { outcomes, removed } = await replace(shop, editionOf('new', 2 * size, size), ['i0', 'kept']);
      assert.equal(removed, size - 1);
      assert.deepEqual(
        outcomes.map((outcome) => outcome.kind === 'stored' && outcome.created),
        Array.from({ length: 2 * size }, (_, no) => no >= size),
      );
      const check = async (): Promise<void> => {
        const { items, total } = await shop.project.catalog.list({ limit: 10_000, offset: 0 });
        assert.deepEqual(
          [items.length, total, shop.project.catalog.count().active],
          Array(3).fill(2 * size + 2),
        );
        assert.deepEqual(plain(await shop.project.catalog.get({ id: 'i0' })), plain(first!));
        assert.equal(await shop.project.catalog.get({ id: 'i1' }), size === 1 ? first : null);
        assert.equal((await shop.project.catalog.get({ id: `i${size}` }))?.version, 2);
        const editions = await shop.search('lamp', {
          limit: 0,
          facets: [{ field: 'edition', limit: 9, order: 'value' }],
        });
        assert.deepEqual(countsOf(editions), { new: 2 * size, kept: 1, old: 1 });
      };
      await check();
      await shop.reopen();
      await check();
    });
  }

  test(`${name} Catalog.replaceAll() shows every reader the old or the new catalog, never both`, async () => {
    await using shop = await Shop.open(open);
    await shop.put(...editionOf('e0', 300));
    const viewed = Array.from({ length: 40 }, (_, no) => event('view', { user: `u${no}` }, [`i${150 + no}`]));
    await shop.project.events.append(viewed);
    const writing = { isDone: false };
    const seen = new Set<string>();
    const check = (editions: Readonly<Record<string, number>>, total: number): void => {
      const [[edition, count] = ['', 0], ...others] = Object.entries(editions);
      assert.deepEqual([others, count], [[], total]);
      assert.equal(total, 300 + 10 * Number(edition.slice(1)));
      seen.add(edition);
    };
    const { catalog, recommenders } = shop.project;
    const read = async (): Promise<void> => {
      while (!writing.isDone) {
        const found = await shop.search('lamp', {
          limit: 5,
          facets: [{ field: 'edition', limit: 9, order: 'value' }],
        });
        check(countsOf(found), found.total);
        const { items, total } = await catalog.list({ limit: 10_000, offset: 0 });
        const listed = items.map((item) => fieldsOf(item)['edition']);
        check({ [text(listed[0])]: listed.filter((edition) => edition === listed[0]).length }, total);
        assert.equal(catalog.count().total, catalog.count().active);
        const list = await recommenders.popular({ conditions: conditions({ limit: 100 }) });
        const shown = list.map(({ item }) => fieldsOf(item)['edition']);
        assert.deepEqual([shown.length, new Set(shown).size], [40, 1], 'recommendations of two catalogs');
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const readers = [read(), read()];
    for (let edition = 1; edition <= 6; edition++)
      await replace(shop, editionOf(`e${edition}`, 300 + 10 * edition, 150 * (edition % 2)));
    writing.isDone = true;
    await Promise.all(readers);
    assert.ok(seen.size > 2, [...seen].join());
  });

  test(`${name} Catalog.replaceAll() next to other writes loses none of those that come later`, async () => {
    await using shop = await Shop.open(open);
    await shop.put(...editionOf('old', 100));
    const first = shop.put({ id: 'before', name: 'lamp', edition: 'old' });
    const replaced = replace(shop, editionOf('new', 100, 50));
    await replaced;
    const later = await Promise.all([
      first,
      shop.put({ id: 'i60', name: 'lamp', edition: 'later' }),
      shop.put({ id: 'after' }),
    ]);
    assert.equal(later.length, 3);
    assert.equal(await shop.project.catalog.get({ id: 'before' }), null);
    assert.deepEqual(shop.project.catalog.count(), { total: 101, active: 101 });
    const { facets } = await shop.search('lamp', {
      facets: [{ field: 'edition', limit: 9, order: 'value' }],
    });
    assert.deepEqual(
      facets['edition']?.values.map(({ value, count }) => [value, count]),
      [
        ['later', 1],
        ['new', 99],
      ],
    );
  });
}

function countsOf({ facets }: TextResult): Record<string, number> {
  return Object.fromEntries((facets['edition']?.values ?? []).map(({ value, count }) => [value, count]));
}
