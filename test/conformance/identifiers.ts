import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import type { TextQuery } from '../../src/ports/search/text.ts';
import { Shop, textQuery, type OpenEngine } from './shop.ts';

/** Items that mention each other's numbers, which keywords alone would rank first. */
const products: JsonObject[] = [
  { id: 'toner', sku: 'TN-2420', name: 'Black toner', price: 60, ean: 4977766779449 },
  { id: 'printer', sku: 'HL 5100', name: 'Printer for TN-2420 toner TN-2420', price: 200, popularity: 9 },
  { id: 'drum', sku: 'DR-1', name: 'TN-2420 drum', mpn: 'DR/2400', price: 80, popularity: 9 },
  { id: 'cable-1', sku: 'c1', name: 'Cable', groupId: 'USB-C', price: 5 },
  { id: 'cable-2', sku: 'USB C', name: 'Cable, long', groupId: 'USB-C', price: 7 },
  { id: 'hub', sku: 'H1', name: 'USB C hub', specs: { sku: 'DR1' }, price: 30, popularity: 9 },
  { id: 'old', sku: 'OLD-1', name: 'Old toner', active: false, price: 1 },
];

export function testIdentifiers(name: string, open: OpenEngine): void {
  const the = (criterion: string, run: (shop: Shop) => Promise<void>): void => {
    test(`${name} TextIndex.search() ${criterion}`, async () => {
      await using shop = await Shop.open(open);
      await shop.put(...products);
      await run(shop);
      // The same from segments that were built, saved and loaded.
      await shop.reopen();
      await run(shop);
    });
  };
  const ids = async (shop: Shop, text: string, more: Partial<TextQuery> = {}): Promise<string[]> =>
    (await shop.search(text, more)).hits.map(({ item }) => item.id);
  const first = async (shop: Shop, text: string): Promise<unknown[]> => {
    const { hits, correctedQuery, fallback } = await shop.search(text);
    return [hits[0]?.item.id, hits[0]?.identifier, correctedQuery, fallback];
  };
  const pinned = (...pins: readonly { id: string; position: number }[]) => ({
    rules: { hidden: [], boosts: [], pins: pins.map((pin) => ({ ...pin, rule: 'r' })) },
  });

  the(
    'lists an item whose identifier is the query first, regardless of case and separators',
    async (shop) => {
      for (const [asked, id, field] of [
        ['TN-2420', 'toner', 'sku'],
        ['tn2420', 'toner', 'sku'],
        ['Tn 2420 ', 'toner', 'sku'],
        ['4977766779449', 'toner', 'ean'],
        ['4 977766 779449', 'toner', 'ean'],
        ['hl5100', 'printer', 'sku'],
        ['dr2400', 'drum', 'mpn'],
        ['DR1', 'drum', 'sku'],
        ['Drum', 'drum', 'id'],
      ] as const)
        assert.deepEqual(await first(shop, asked), [id, field, null, null], asked);
      const { hits } = await shop.search('toner tn-2420');
      assert.deepEqual(
        hits.map(({ identifier }) => identifier).filter((field) => field !== null),
        [],
      );
    },
  );

  the('counts an item that only its identifier finds, and lists the others after it', async (shop) => {
    assert.deepEqual(await ids(shop, 'hl5100'), ['printer']);
    assert.equal((await shop.search('hl5100')).total, 1);
    const all = await ids(shop, 'tn-2420');
    assert.deepEqual(all.toSorted(), ['drum', 'printer', 'toner']);
    const pages = [0, 1, 2].map((offset) => ids(shop, 'tn-2420', { offset, limit: 1 }));
    assert.deepEqual((await Promise.all(pages)).flat(), all);
  });

  the('lists a variant by its identifier, and all variants by that of the product', async (shop) => {
    const { hits, total } = await shop.search('usb-c', { variants: 5 });
    const [product] = hits;
    assert.deepEqual([product?.item.id, product?.identifier], ['cable-1', 'groupId']);
    assert.deepEqual(
      product?.variants?.others.map(({ id }) => id),
      ['cable-2'],
    );
    assert.equal(total, 2);
    const [variant] = (await shop.search('usb c', { variants: 5 })).hits;
    assert.deepEqual([variant?.item.id, variant?.identifier], ['cable-2', 'sku']);
    assert.deepEqual((await ids(shop, 'usb-c', { grouped: false })).slice(0, 2), ['cable-1', 'cable-2']);
  });

  the('does not change pins, hidden items, filters or an explicit sort', async (shop) => {
    const pins = pinned({ id: 'hub', position: 1 }, { id: 'drum', position: 3 });
    assert.deepEqual(await ids(shop, 'tn-2420', pins), ['hub', 'toner', 'drum', 'printer']);
    const hidden = { rules: { hidden: [{ rule: 'r', items: { ids: ['toner'] } }], boosts: [], pins: [] } };
    assert.ok(!(await ids(shop, 'tn-2420', hidden)).includes('toner'));
    const expensive = { filter: { kind: 'range', field: 'price', min: 70 } } as const;
    assert.deepEqual((await ids(shop, 'tn-2420', expensive)).toSorted(), ['drum', 'printer']);
    const sort = [{ field: 'price', order: 'desc' }] as const;
    assert.deepEqual(await ids(shop, 'tn-2420', { sort }), ['printer', 'drum', 'toner']);
    assert.deepEqual(await ids(shop, 'hl5100', { sort }), ['printer']);
    assert.ok(!(await ids(shop, 'old-1')).includes('old'));
  });

  the('counts facets of items with the identifier, also for disjunctive facets', async (shop) => {
    const filter = { kind: 'equals', field: 'price', value: 200 } as const;
    const facets = [{ field: 'price', limit: 10, disjunctive: true }];
    const { total, facets: counted } = await shop.search('hl5100', { filter, facets });
    assert.deepEqual([total, counted['price']?.values], [1, [{ value: '200', count: 1 }]]);
  });

  test(`${name} TextIndex.explain() reports that the query is an identifier of the item, and its position`, async () => {
    await using shop = await Shop.open(open);
    await shop.put(...products);
    const why = await shop.project.text.explain(textQuery('hl5100'), [], 'printer');
    assert.deepEqual([why?.position, why?.identifier, why?.rules.pinned], [1, 'sku', null]);
    const other = await shop.project.text.explain(textQuery('tn-2420'), [], 'drum');
    assert.equal(other?.identifier, null);
  });

  test(`${name} TextIndex.search() uses the configured identifier fields, also for an item that was just written`, async () => {
    await using shop = await Shop.open(open);
    await shop.put(...products);
    await shop.put({ id: 'drum', sku: 'DR-9', name: 'TN-2420 drum', price: 80 });
    assert.equal((await first(shop, 'dr9'))[1], 'sku');
    assert.notEqual((await first(shop, 'dr2400'))[1], 'mpn');
    const search = { identifiers: ['price', 'sku'], unsearchableFields: ['sku'] };
    const { rebuilt } = await shop.project.settings.change(
      () => ({ search }),
      () => undefined,
    );
    await rebuilt;
    assert.deepEqual((await first(shop, '200')).slice(0, 2), ['printer', 'price']);
    assert.equal((await first(shop, 'TN-2420'))[1], null);
  });
}
