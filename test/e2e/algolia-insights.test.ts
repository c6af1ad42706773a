import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { algoliasearch } from 'algoliasearch';
import insights from 'search-insights';
import { timeouts } from '../support/algolia-timeouts.ts';
import { LocalService } from '../support/local-service.ts';
import { readRecentlyViewed } from '../support/recently-viewed.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Algolia's clients for events and recommendations. */

/** Its types say that the function is in `default`. */
const aa = insights as unknown as typeof insights.default;

let service: LocalService;
let key: string;
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'recommend', 'events', 'items:write']);
  const data = ['lamp', 'bulb', 'shade', 'desk', 'chair', 'rug'].map((name, i) =>
    item(name, { name: `Oak ${name}`, brand: i < 3 ? 'Acme' : 'Bolt', price: 10 + i }),
  );
  assert.equal(
    (await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } })).status,
    201,
  );
  aa('init', { appId: 'shop', apiKey: key, host: service.url });
});
after(() => service[Symbol.asyncDispose]());

const client = () =>
  algoliasearch('shop', key, {
    hosts: [{ url: `127.0.0.1:${new URL(service.url).port}`, protocol: 'http', accept: 'readWrite' }],
    timeouts,
  });
const viewed = (session: string): Promise<string[]> => readRecentlyViewed({ service, key }, { session });
interface Listed {
  readonly hits: readonly {
    readonly objectID: string;
    readonly _score: number;
    readonly facetValue?: string;
  }[];
  readonly queryID?: string;
}
async function recommended(request: Record<string, unknown>): Promise<Listed> {
  const requests = [{ indexName: 'shop', threshold: 0, ...request }];
  const { results } = (await client().customPost({
    path: '1/indexes/*/recommendations',
    body: { requests },
  })) as { results: Listed[] };
  return results[0]!;
}

test('events count for the next list: views, clicks with the search, carts and purchases', async () => {
  const { results } = await client().search({
    requests: [{ indexName: 'shop', query: 'oak', clickAnalytics: true, userToken: 'eva' }],
  });
  const queryID = (results[0] as { queryID: string }).queryID;
  const shared = { index: 'shop', userToken: 'eva', eventName: 'x' };
  const sent = await Promise.all([
    aa('viewedObjectIDs', { ...shared, objectIDs: ['lamp', 'desk'] }),
    aa('clickedObjectIDsAfterSearch', { ...shared, objectIDs: ['lamp'], positions: [1], queryID }),
    aa('addedToCartObjectIDsAfterSearch', {
      ...shared,
      objectIDs: ['lamp'],
      queryID,
      objectData: [{ price: 10, quantity: 1 }],
      currency: 'EUR',
    }),
    aa('clickedFilters', { ...shared, filters: ['brand:Acme'] }),
  ]);
  assert.deepEqual(sent, [true, true, true, true]);
  assert.deepEqual((await viewed('eva')).toSorted(), ['desk', 'lamp']);

  for (const userToken of ['ada', 'bob', 'cid']) {
    await aa('purchasedObjectIDs', {
      ...shared,
      userToken,
      authenticatedUserToken: `user-${userToken}`,
      objectIDs: ['lamp', 'bulb'],
      objectData: [
        { price: '10', quantity: 2, discount: 1 },
        { price: 11, quantity: 1 },
      ],
      currency: 'EUR',
    });
  }
  const together = await recommended({ model: 'bought-together', objectID: 'lamp', maxRecommendations: 1 });
  assert.deepEqual(
    together.hits.map(({ objectID, _score }) => [objectID, _score]),
    [['bulb', 100]],
  );
});

test('the hits that InstantSearch reports as viewed are no views of products', async () => {
  const event = {
    eventType: 'view',
    eventName: 'Hits Viewed',
    index: 'shop',
    userToken: 'ida',
    objectIDs: ['rug'],
    algoliaSource: ['instantsearch', 'instantsearch-internal'],
  };
  const reply = await service.ask('POST', `/1/events?X-Algolia-API-Key=${key}`, {
    body: { events: [event] },
  });
  assert.deepEqual([reply.status, reply.body], [200, { status: 200, message: 'OK' }]);
  assert.deepEqual(await viewed('ida'), []);
});

test('invalid events are refused with all others of the request', async () => {
  const valid = { eventType: 'view', eventName: 'x', index: 'shop', userToken: 'zoe', objectIDs: ['rug'] };
  const cases: [unknown, RegExp][] = [
    [{}, /events must be a list/],
    [{ events: [valid, { ...valid, index: undefined }] }, /events\[1\]\.index is required/],
    [{ events: [valid, { ...valid, userToken: undefined }] }, /events\[1\]\.userToken is required/],
    [{ events: [valid, { ...valid, timestamp: 'soon' }] }, /events\[1\]\.timestamp must be/],
    [{ events: [valid, { ...valid, objectIDs: [] }] }, /events\[1\]\.objectIDs must be a list/],
    [{ events: Array.from({ length: 1_001 }, () => valid) }, /Cannot process more than 1000 events/],
    // A click of several items is an event for each.
    [
      {
        events: [
          valid,
          { ...valid, eventType: 'click', objectIDs: Array.from({ length: 1_000 }, () => 'rug') },
        ],
      },
      /Cannot process more than 1000 events/,
    ],
    [{ events: [{ ...valid, userToken: 'zoe\0' }] }, /events\[0\]\.userToken must be clean text/],
    [
      { events: [{ ...valid, eventType: 'conversion', eventSubtype: 'toString', objectIDs: [{}] }] },
      /objectIDs/,
    ],
  ];
  for (const [body, message] of cases) {
    const reply = await service.ask<{ message: string }>('POST', `/1/events?x-algolia-api-key=${key}`, {
      body,
    });
    assert.equal(reply.status, 422);
    assert.match(reply.body.message, message);
  }
  const other = { ...valid, index: 'nowhere' };
  const reply = await service.ask('POST', `/1/events?x-algolia-api-key=${key}`, {
    body: { events: [valid, other] },
  });
  assert.equal(reply.status, 403);
  assert.deepEqual(await viewed('zoe'), []);
});

test('all models recommend, with scores, filters and attributes', async () => {
  const trending = await recommended({
    model: 'trending-items',
    facetName: 'brand',
    facetValue: 'Acme',
    maxRecommendations: 2,
    queryParameters: { attributesToRetrieve: ['name'] },
  });
  assert.equal(trending.hits.length, 2);
  assert.equal(trending.hits[0]?._score, 100);
  assert.match(trending.queryID ?? '', /^[0-9a-f]{32}$/);
  const facets = await recommended({ model: 'trending-facets', facetName: 'brand', maxRecommendations: 1 });
  assert.deepEqual(facets.hits, [{ facetName: 'brand', facetValue: 'Acme', _score: 100 }]);
  const similar = await recommended({
    model: 'related-products',
    objectID: 'desk',
    queryParameters: { filters: 'brand:Bolt' },
  });
  assert.deepEqual(similar.hits.map(({ objectID }) => objectID).toSorted(), ['chair', 'rug']);
  for (const request of [
    { model: 'looking-similar', objectID: 'desk' },
    { model: 'recommended-for-you', userToken: 'eva' },
  ])
    assert.ok((await recommended(request)).hits.length > 0, request.model);
  const high = await recommended({ model: 'trending-items', threshold: 100 });
  assert.ok(high.hits.every(({ _score }) => _score === 100));
});

test('items that a reply leaves out are no impressions', async () => {
  const all = await recommended({ model: 'trending-items', userToken: 'seen-all' });
  assert.ok(all.hits.length > 1);
  const best = await recommended({ model: 'trending-items', threshold: 100, userToken: 'seen-best' });
  await recommended({ model: 'trending-facets', facetName: 'brand', userToken: 'seen-none' });
  const seen = (): Record<string, string[]> => {
    using database = new DatabaseSync(join(service.dataDir, 'projects', 'shop.db'), { readOnly: true });
    const rows = database
      .prepare("SELECT key, items FROM impressions WHERE key LIKE 's:seen-%'")
      .all() as unknown as { key: string; items: string }[];
    return Object.fromEntries(
      rows.map(({ key: visitor, items }) => [visitor, JSON.parse(items) as string[]]),
    );
  };
  // Those of one moment are stored together.
  await until('No impressions', () => Object.keys(seen()).length >= 2);
  const idsOf = ({ hits }: Listed): string[] => hits.map(({ objectID }) => objectID);
  assert.deepEqual(seen(), { 's:seen-all': idsOf(all), 's:seen-best': idsOf(best) });
});

test('invalid requests for recommendations name the parameter', async () => {
  const cases: [Record<string, unknown>, number, RegExp][] = [
    [{ model: 'mystery' }, 400, /requests\[0\]: model must be one of/],
    [{ model: 'bought-together' }, 400, /requests\[0\]: objectID must be/],
    [{ model: 'trending-facets' }, 400, /facetName must be/],
    [{ model: 'trending-items', threshold: 101 }, 400, /threshold must be/],
    [{ model: 'trending-items', threshold: { toString: 1 } }, 400, /threshold must be/],
    [{ model: 'trending-facets', facetName: 'constructor', threshold: 'x' }, 400, /threshold must be/],
    [{ model: 'trending-items', maxRecommendations: 31 }, 400, /maxRecommendations must be/],
    [{ model: 'trending-items', indexName: 'other' }, 403, /Index not allowed/],
    [{ model: 'related-products', objectID: 'nothing' }, 404, /nothing/],
  ];
  for (const [request, status, message] of cases)
    await assert.rejects(recommended(request), (error: { status: number; message: string }) => {
      assert.match(error.message, message);
      return error.status === status;
    });
});
