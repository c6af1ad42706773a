import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AlgoliaShop, chair, type Values } from '../support/algolia-shop.ts';

/** The setting `items.urlTemplate` in hits of Algolia's clients. */

let shop: AlgoliaShop;
before(async () => {
  shop = await AlgoliaShop.start(['recommend']);
  const objects = [
    chair('a 1', { handle: 'oak' }),
    chair('b', { handle: 'oak', url: 'https://own.example/b' }),
    chair('c', { handle: 'oak', url: '' }),
    chair('d'),
  ];
  await shop.client().saveObjects({ indexName: 'shop', objects });
  const body = { items: { urlTemplate: 'https://shop.example/{handle}/{id}' } };
  const { status } = await shop.service.ask('PUT', '/api/projects/shop/settings', { key: shop.key, body });
  assert.equal(status, 200);
});
after(() => shop[Symbol.asyncDispose]());

const addresses = [
  ['a 1', 'https://shop.example/oak/a%201'],
  ['b', 'https://own.example/b'],
  ['c', 'https://shop.example/oak/c'],
  ['d', undefined],
];
const byId = (hits: readonly Values[]): unknown[] =>
  hits.map(({ objectID, url }) => [objectID, url]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));

test('hits of searches and recommendations without an address have that of the template', async () => {
  const search = async (parameters: Values, client = shop.client()): Promise<readonly Values[]> => {
    const { results } = await client.search({
      requests: [{ indexName: 'shop', query: 'chair', ...parameters }],
    });
    return (results[0] as unknown as { hits: Values[] }).hits;
  };
  assert.deepEqual(byId(await search({})), addresses);
  assert.deepEqual(byId(await search({ attributesToRetrieve: ['url'] })), addresses);
  for (const attributesToRetrieve of [['name'], ['*', '-url']])
    assert.deepEqual(
      (await search({ attributesToRetrieve })).map((hit) => 'url' in hit),
      [false, false, false, false],
    );
  const reply = await shop.service.ask<{ results: { hits: Values[] }[] }>(
    'POST',
    '/1/indexes/*/recommendations',
    {
      headers: { 'x-algolia-application-id': 'shop', 'x-algolia-api-key': shop.key },
      body: { requests: [{ indexName: 'shop', model: 'trending-items', threshold: 0 }] },
    },
  );
  assert.deepEqual(byId(reply.body.results[0]!.hits), addresses);
  // A record stays as it was sent.
  const record = (await shop.client().getObject({ indexName: 'shop', objectID: 'a 1' })) as Values;
  assert.equal(record['url'], undefined);
  // The address must not tell a field that the key does not show.
  const restrictions = { searchParams: { attributesToRetrieve: ['name', 'url'] } };
  const own = shop.client().generateSecuredApiKey({ parentApiKey: shop.key, restrictions });
  assert.deepEqual(byId(await search({}, shop.client(own))), [
    ['a 1', undefined],
    ['b', 'https://own.example/b'],
    ['c', ''],
    ['d', undefined],
  ]);
});
