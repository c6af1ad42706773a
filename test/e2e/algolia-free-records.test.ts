import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AlgoliaShop, byId, refusal, type SentRecord, type Values } from '../support/algolia-shop.ts';

/** Records of Algolia's clients that lack fields of an item. */

let shop: AlgoliaShop;
before(async () => {
  shop = await AlgoliaShop.start();
});
after(() => shop[Symbol.asyncDispose]());

test('free records get the defaults of an import, and are given back as they were sent', async () => {
  await shop.clear();
  const settings = (algolia: Values) =>
    shop.service.ask('PUT', '/api/projects/shop/settings', { key: shop.key, body: { algolia } });
  const free: SentRecord[] = [
    {
      objectID: '1',
      title: 'Walnut table',
      _geoloc: { lat: 50, lng: 8 },
      _tags: ['new', 'wood'],
      category: 'Tables',
    },
    { objectID: '2' },
    {
      objectID: '3',
      name: 'Lamp',
      price: 5,
      description: null,
      sku: '',
      geo: { lat: 1, lng: 2 },
      tags: ['x'],
    },
    { objectID: '4', id: 77, title: 5, constructor: 'yes', nothing: null },
  ];
  assert.equal((await refusal(shop.client().saveObjects({ indexName: 'shop', objects: free }))).status, 400);
  assert.equal((await settings({ freeRecords: true })).status, 200);
  await shop.client().saveObjects({ indexName: 'shop', objects: free });
  const all = async (): Promise<SentRecord[]> => {
    const { hits } = await shop.client().browse<Values>({ indexName: 'shop' });
    return hits as SentRecord[];
  };
  assert.deepEqual(await all(), free);
  const found = async (parameters: Values): Promise<Values[]> => {
    const { results } = await shop.client().search({ requests: [{ indexName: 'shop', ...parameters }] });
    return (results[0] as unknown as { hits: Values[] }).hits;
  };
  const [hit] = await found({ query: 'walnut' });
  const { _highlightResult: highlights, ...record } = hit!;
  assert.deepEqual(record, free[0]);
  assert.deepEqual(
    Object.keys(highlights as Values).toSorted(),
    ['_tags', 'category', 'title'].filter((name) => name !== '_tags'),
  );
  assert.deepEqual(
    (await found({ aroundLatLng: '50,8', aroundRadius: 1_000 })).map(({ objectID }) => objectID),
    ['1'],
  );
  assert.deepEqual(
    (await found({ tagFilters: ['wood'] })).map(({ objectID }) => objectID),
    ['1'],
  );
  const [some] = await found({
    query: 'walnut',
    attributesToRetrieve: ['_geoloc', '_tags', 'name'],
    attributesToHighlight: [],
  });
  assert.deepEqual(some, { objectID: '1', _geoloc: free[0]!['_geoloc'], _tags: free[0]!['_tags'] });
  const { results } = await shop.client().getObjects({
    requests: free.map(({ objectID }) => ({ indexName: 'shop', objectID })),
  });
  assert.deepEqual(results as unknown, free);
  const own = await shop.service.ask<{ items: Values[] }>('GET', '/api/items?id=1', { key: shop.key });
  const { name, sku, price, imgs, description, geo, tags } = own.body.items[0]!;
  assert.deepEqual(
    [name, sku, price, imgs, description, geo, tags],
    ['Walnut table', '1', null, [], '', { lat: 50, lng: 8 }, ['new', 'wood']],
  );
  await shop.client().partialUpdateObjects({
    indexName: 'shop',
    objects: [
      { objectID: '1', title: 'Pine table', _tags: ['old'] },
      { objectID: '2', price: 3, _geoloc: [{ lat: 1, lng: 1 }] },
      { objectID: '3', _geoloc: { lat: 3, lng: 4 } },
    ],
  });
  const { geo: _geo, ...third } = free[2]!;
  const changed = [
    { ...free[0], title: 'Pine table', _tags: ['old'] },
    { objectID: '2', price: 3, _geoloc: [{ lat: 1, lng: 1 }] },
    { ...third, _geoloc: { lat: 3, lng: 4 } },
    free[3],
  ];
  assert.deepEqual(await all(), changed);
  assert.deepEqual(
    (await found({ query: 'pine' })).map(({ objectID }) => objectID),
    ['1'],
  );
  // A change through the service's own API: the name is the shop's own from then on.
  const put = await shop.service.ask('PUT', '/api/items/1?by=id', {
    key: shop.key,
    body: { project: 'shop', data: { name: 'Own', color: 'red' } },
  });
  assert.equal(put.status, 200);
  assert.deepEqual((await all())[0], { ...changed[0], name: 'Own', color: 'red' });
  await shop.client().replaceAllObjects({ indexName: 'shop', objects: free });
  assert.deepEqual(byId(await all()), free);
  assert.equal((await settings({ freeRecords: false })).status, 200);
});

test('free records keep texts in place of numbers, numbers in place of texts, and empty names', async () => {
  await shop.clear();
  const settings = (freeRecords: boolean) =>
    shop.service.ask('PUT', '/api/projects/shop/settings', {
      key: shop.key,
      body: { algolia: { freeRecords } },
    });
  await settings(true);
  const free: SentRecord[] = [
    { objectID: '1', title: 'Ash bench', name: '', price: '12.50', sku: 14, description: 7 },
    { objectID: '2', name: 2, price: '3', active: 'true', stock: '3', size: 4 },
  ];
  await shop.client().saveObjects({ indexName: 'shop', objects: free });
  const all = async (): Promise<SentRecord[]> =>
    (await shop.client().browse<Values>({ indexName: 'shop' })).hits as SentRecord[];
  assert.deepEqual(await all(), free);
  const own = await shop.service.ask<{ items: Values[] }>('GET', '/api/items?id=1', { key: shop.key });
  const { name, price, sku, description } = own.body.items[0]!;
  assert.deepEqual([name, price, sku, description], ['Ash bench', 12.5, '14', '7']);
  const objects: SentRecord[] = [
    { objectID: '1', size: 5 },
    { objectID: '2', price: 4 },
  ];
  await shop.client().partialUpdateObjects({ indexName: 'shop', objects });
  assert.deepEqual(await all(), [
    { ...free[0], size: 5 },
    { ...free[1], price: 4 },
  ]);
  // Through the service's own API a price is a number from then on.
  const put = await shop.service.ask('PUT', '/api/items/1?by=id', {
    key: shop.key,
    body: { project: 'shop', data: { price: '8' } },
  });
  assert.equal(put.status, 200);
  assert.deepEqual((await all())[0], { ...free[0], size: 5, price: 8 });
  await settings(false);
});

test('private fields are in no reply, nor in an error, and a partial update keeps them', async () => {
  await shop.clear();
  // The key of the shop has no right to see them, nor to name them.
  const headers = await shop.service.signIn();
  const settings = async (body: Values): Promise<void> => {
    const reply = await shop.service.ask('PUT', '/api/projects/shop/settings', { headers, body });
    assert.equal(reply.status, 200);
  };
  await settings({ algolia: { freeRecords: true }, items: { privateFields: ['cost', 'geo', 'stock'] } });
  const record = { objectID: '1', title: 'Elm desk', cost: 4_711, stock: 3, _geoloc: { lat: 5, lng: 6 } };
  await shop.client().saveObjects({ indexName: 'shop', objects: [record] });
  const update = (change: Values) =>
    shop.client().partialUpdateObjects({ indexName: 'shop', objects: [{ objectID: '1', ...change }] });
  await update({ color: 'red', stock: { _operation: 'Increment', value: 1 } });
  const seen = { objectID: '1', title: 'Elm desk', color: 'red' };
  const { hits } = await shop.client().browse<Values>({ indexName: 'shop' });
  assert.deepEqual(hits, [seen]);
  const { results } = await shop.client().getObjects({ requests: [{ indexName: 'shop', objectID: '1' }] });
  assert.deepEqual(results, [seen]);
  const browsed = await shop.client().browse({ indexName: 'shop', browseParams: { filters: 'cost > 1' } });
  assert.deepEqual(browsed.hits, []);
  await settings({ items: { privateFields: ['price'] } });
  await update({ price: 12 });
  const { message } = await refusal(update({ price: { _operation: 'Decrement', value: 1_000 } }));
  assert.match(message, /price must be a finite number >= 0 \(objectID "1"\)$/);
  await settings({ items: { privateFields: null } });
  const all = await shop.client().browse<Values>({ indexName: 'shop' });
  assert.deepEqual(all.hits, [{ ...record, stock: 4, color: 'red', price: 12 }]);
  await settings({ algolia: { freeRecords: false } });
});
