import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { foundIds, setSettings } from '../support/algolia-configuration.ts';
import { AlgoliaShop, type Values } from '../support/algolia-shop.ts';
import { item } from '../support/service.ts';

/** Settings of an index that are parameters of each search without them, and what has no effect. */

const indexName = 'shop';
let shop: AlgoliaShop;
before(async () => {
  shop = await AlgoliaShop.start();
  const data = Array.from({ length: 12 }, (_, at) =>
    item(`i${String(at).padStart(2, '0')}`, {
      name: `Oak chair ${at}`,
      price: 100 - at,
      style: `s${at % 4}`,
      brand: at % 2 === 0 ? 'Acme' : 'Bolt',
    }),
  );
  const body = { project: 'shop', data };
  assert.equal((await shop.service.ask('POST', '/api/items', { key: shop.key, body })).status, 201);
});
after(() => shop[Symbol.asyncDispose]());

async function found(query: string, parameters: Values = {}): Promise<Values> {
  const { results } = await shop.client().search({ requests: [{ indexName, query, ...parameters }] });
  return results[0] as unknown as Values;
}
const settings = async () => (await shop.client().getSettings({ indexName })) as unknown as Values;

test('hitsPerPage, paginationLimitedTo and attributes apply to searches that do not have them', async () => {
  const sent = {
    hitsPerPage: 3,
    paginationLimitedTo: 7,
    attributesToRetrieve: ['name'],
    highlightPreTag: '<b>',
    highlightPostTag: '</b>',
  };
  assert.equal(await setSettings(shop, sent), undefined);
  const first = await found('chair');
  assert.deepEqual([first['hitsPerPage'], first['nbPages'], first['nbHits']], [3, 3, 12]);
  const [hit] = first['hits'] as Values[];
  assert.deepEqual(Object.keys(hit!).sort(), ['_highlightResult', 'id', 'name', 'objectID']);
  assert.match(JSON.stringify(hit), /<b>chair<\/b>/);
  assert.equal(((await found('chair', { page: 2 }))['hits'] as unknown[]).length, 1);
  assert.equal(((await found('chair', { page: 3 }))['hits'] as unknown[]).length, 0);
  const own = await found('chair', { hitsPerPage: 5, attributesToRetrieve: ['*'] });
  assert.equal((own['hits'] as unknown[]).length, 5);
  assert.ok('price' in (own['hits'] as Values[])[0]!);
  const shown = await settings();
  for (const [name, value] of Object.entries(sent)) assert.deepEqual(shown[name], value, name);
  assert.equal(await setSettings(shop, shown as never), undefined);
  await setSettings(shop, Object.fromEntries(Object.keys(sent).map((name) => [name, null])) as never);
  assert.equal((await found('chair'))['hitsPerPage'], 20);
  assert.equal((await settings())['paginationLimitedTo'], 10_000);
});

test('distinct: 2 lists two variants of a product', async () => {
  await setSettings(shop, { attributeForDistinct: 'style', distinct: 2 });
  const { hits, nbHits } = await found('chair', { hitsPerPage: 3 });
  assert.equal(nbHits, 4);
  const listed = hits as { objectID: string; style: string; _distinctSeqID: number }[];
  assert.equal(listed.length, 6);
  assert.equal(new Set(listed.map(({ objectID }) => objectID)).size, 6);
  for (let at = 0; at < 6; at += 2) {
    assert.equal(listed[at]!.style, listed[at + 1]!.style);
    assert.deepEqual([listed[at]!._distinctSeqID, listed[at + 1]!._distinctSeqID], [0, 1]);
  }
  assert.equal((await settings())['distinct'], 2);
  assert.equal(((await found('chair', { distinct: 1 }))['hits'] as unknown[]).length, 4);
  assert.match((await setSettings(shop, { distinct: false })) ?? '', /distinct/);
  assert.equal((await found('chair'))['nbHits'], 12);
  assert.equal(await setSettings(shop, { distinct: true }), undefined);
  assert.equal((await found('chair'))['nbHits'], 4);
  await setSettings(shop, { attributeForDistinct: null } as never);
});

test('an attribute before all other criteria of the ranking sorts', async () => {
  const usual = ['typo', 'geo', 'words', 'filters', 'proximity', 'attribute', 'exact', 'custom'];
  assert.equal(await setSettings(shop, { ranking: ['asc(price)', ...usual] }), undefined);
  assert.deepEqual((await foundIds(shop, 'chair')).slice(0, 2), ['i11', 'i10']);
  assert.deepEqual((await settings())['ranking'], ['asc(price)', ...usual]);
  await setSettings(shop, { ranking: usual });
  assert.deepEqual((await settings())['ranking'], usual);
});

test('rules can be off, unless a search enables them', async () => {
  const rule = { objectID: 'r', conditions: [], consequence: { hide: [{ objectID: 'i00' }] } };
  await shop.client().saveRule({ indexName, objectID: 'r', rule });
  assert.equal((await found('chair'))['nbHits'], 11);
  await setSettings(shop, { enableRules: false });
  assert.equal((await found('chair'))['nbHits'], 12);
  assert.equal((await found('chair', { enableRules: true }))['nbHits'], 11);
  await setSettings(shop, { enableRules: true });
  await shop.client().clearRules({ indexName });
});

test('queryType prefixNone and typoTolerance min are settings of the project, and reset', async () => {
  const changes = async () =>
    (
      await shop.service.ask<{ changes: { search?: Values } }>('GET', '/api/projects/shop/settings', {
        key: shop.key,
      })
    ).body.changes.search ?? {};
  assert.deepEqual((await found('cha', { removeWordsIfNoResults: 'none' }))['nbHits'], 12);
  assert.equal(await setSettings(shop, { queryType: 'prefixNone', typoTolerance: 'min' }), undefined);
  assert.equal((await found('cha'))['nbHits'], 0);
  const { prefix, typoThreshold, criteria } = await changes();
  assert.deepEqual([prefix, typoThreshold, criteria], ['off', 1, ['typos']]);
  const shown = await settings();
  assert.deepEqual([shown['queryType'], shown['typoTolerance']], ['prefixNone', 'min']);
  await setSettings(shop, { queryType: 'prefixLast', typoTolerance: true });
  assert.equal((await found('cha'))['nbHits'], 12);
  const after = await changes();
  assert.deepEqual(
    [after['prefix'], after['typoThreshold'], after['criteria']],
    [undefined, undefined, undefined],
  );
});

test('a parameter is named in `message` unless it is as the project is set', async () => {
  const named = async (parameters: Values): Promise<unknown> => (await found('chair', parameters))['message'];
  for (const [name, values] of Object.entries({
    typoTolerance: ['min', 'strict', false],
    queryType: ['prefixAll', 'prefixNone'],
    removeWordsIfNoResults: ['none', 'lastWords', 'firstWords'],
    ignorePlurals: [false],
    removeStopWords: [false],
    advancedSyntax: [true],
    separatorsToIndex: ['+#'],
    paginationLimitedTo: [50],
    minimumAroundRadius: [10],
    relevancyStrictness: [50],
  }))
    for (const value of values)
      assert.equal(await named({ [name]: value }), `No effect here: ${name}`, `${name}: ${String(value)}`);
  for (const parameters of [
    { typoTolerance: true },
    { typoTolerance: 'true' },
    { queryType: 'prefixLast' },
    { removeWordsIfNoResults: 'allOptional' },
    { advancedSyntax: false },
    { distinct: 2 },
    { hitsPerPage: 4 },
  ])
    assert.equal(await named(parameters), undefined, JSON.stringify(parameters));
});
