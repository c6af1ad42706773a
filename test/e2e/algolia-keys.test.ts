import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { algoliasearch, type SearchMethodParams, type SecuredApiKeyRestrictions } from 'algoliasearch';
import version4 from 'algoliasearch-4';
import { LocalService } from '../support/local-service.ts';
import { readRecentlyViewed } from '../support/recently-viewed.ts';
import { item } from '../support/service.ts';

/** Secured keys and `/1/keys` of Algolia's clients. */

/** Its types say that the function is in `default`. */
const algoliasearch4 = version4 as unknown as typeof version4.default;

let service: LocalService;
let headers: Record<string, string>;
/** A server key, which signs. */
let key: string;
/** A key that erases users. */
let eraser: string;
before(async () => {
  service = await LocalService.start();
  await service.project('other', ['search']);
  const admin = await service.project('shop', ['items:write']);
  headers = await service.signIn();
  eraser = await newKey({ kind: 'server', scopes: ['users'], projects: ['shop'] });
  key = await newKey({
    kind: 'server',
    scopes: ['search', 'recommend', 'events'],
    projects: ['shop', 'other'],
  });
  const data = Array.from({ length: 12 }, (_, i) =>
    item(`lamp-${i}`, {
      name: `Lamp ${i}`,
      brand: i % 2 === 0 ? 'Acme' : 'Bolt',
      color: i % 3 === 0 ? 'light "sky" blue' : 'red',
      price: i,
      geo: { lat: i, lng: 10 },
    }),
  );
  const body = { project: 'shop', data };
  assert.equal((await service.ask('POST', '/api/items', { key: admin, body })).status, 201);
  const replicas = [{ name: 'shop_price_desc', sort: ['price:desc'] }];
  const changed = await service.ask('PUT', '/api/projects/shop/settings', {
    headers,
    body: { algolia: { replicas } },
  });
  assert.equal(changed.status, 200);
});
after(() => service[Symbol.asyncDispose]());

async function newKey(body: Record<string, unknown>): Promise<string> {
  const { status, body: made } = await service.ask<{ key: string }>('POST', '/admin/keys', { headers, body });
  assert.equal(status, 201);
  return made.key;
}

const client = (own: string, application = 'shop') =>
  algoliasearch(application, own, {
    hosts: [{ url: `127.0.0.1:${new URL(service.url).port}`, protocol: 'http', accept: 'readWrite' }],
  });
const secured = (restrictions: SecuredApiKeyRestrictions, parentApiKey = key) =>
  client('none').generateSecuredApiKey({ parentApiKey, restrictions });
async function ids(own: string, parameters: Record<string, unknown> = {}, index = 'shop'): Promise<string[]> {
  const requests = [{ indexName: index, hitsPerPage: 50, ...parameters }];
  const { results } = await client(own).search({ requests } as SearchMethodParams);
  return (results[0] as unknown as { hits: { objectID: string }[] }).hits
    .map(({ objectID }) => objectID)
    .sort();
}
const lamps = (accept: (i: number) => boolean): string[] =>
  Array.from({ length: 12 }, (_, i) => i)
    .filter(accept)
    .map((i) => `lamp-${i}`)
    .sort();
const refused = (status: number, message: RegExp) => (error: { status?: number; message: string }) => {
  assert.equal(error.status, status, error.message);
  assert.match(error.message, message);
  return true;
};

test('conditions of a secured key apply in addition to those of a request', async () => {
  const cases: [Record<string, string>, (i: number) => boolean][] = [
    [{ filters: 'brand:Acme' }, (i) => i % 2 === 0],
    [{ filters: 'brand:Acme OR price > 8' }, (i) => i % 2 === 0 || i > 8],
    [{ filters: 'NOT (brand:Acme AND price <= 4)' }, (i) => !(i % 2 === 0 && i <= 4)],
    [
      { filters: `color:'light "sky" blue'`, numericFilters: 'price>=3,price<9' },
      (i) => i % 3 === 0 && i >= 3 && i < 9,
    ],
    [{ facetFilters: '[["brand:Acme","color:red"],"brand:-Bolt"]' }, (i) => i % 2 === 0],
  ];
  for (const [restrictions, accept] of cases) {
    const own = secured({ ...restrictions, validUntil: Math.floor(Date.now() / 1_000) + 600 });
    assert.deepEqual(await ids(own), lamps(accept), JSON.stringify(restrictions));
    assert.deepEqual(
      await ids(own, { filters: 'brand:Acme' }),
      lamps((i) => accept(i) && i % 2 === 0),
    );
  }
});

test('other operations see no more than a search', async () => {
  const own = client(secured({ filters: 'brand:Acme' }));
  assert.equal((await own.getObject({ indexName: 'shop', objectID: 'lamp-2' })).objectID, 'lamp-2');
  await assert.rejects(
    own.getObject({ indexName: 'shop', objectID: 'lamp-1' }),
    refused(404, /ObjectID does not exist/),
  );
  const { facetHits } = await own.searchForFacetValues({ indexName: 'shop', facetName: 'brand' });
  assert.deepEqual(
    facetHits.map(({ value, count }) => [value, count]),
    [['Acme', 6]],
  );
});

test('a place that a secured key is for limits all that it reads', async () => {
  for (const [restrictions, accept] of [
    [{ insideBoundingBox: '[[-1,9,4.5,11]]' }, (i) => i <= 4],
    [{ insideBoundingBox: '[[-1,9,1.5,11],[7.5,9,20,11]]', filters: 'price > 0' }, (i) => i === 1 || i > 7],
    [{ aroundLatLng: '0,10', aroundRadius: '230000' }, (i) => i <= 2],
  ] as [Record<string, string>, (i: number) => boolean][]) {
    const own = secured(restrictions);
    assert.deepEqual(await ids(own), lamps(accept), JSON.stringify(restrictions));
    assert.deepEqual(await ids(own, { insideBoundingBox: '-1,9,20,11' }), lamps(accept));
    const { results } = await client(own).getObjects({
      requests: lamps(() => true).map((objectID) => ({ indexName: 'shop', objectID })),
    });
    const seen = (results as ({ objectID: string } | null)[]).flatMap((one) => one?.objectID ?? []);
    assert.deepEqual(seen, lamps(accept));
  }
  await assert.rejects(
    ids(secured({ insidePolygon: '[[1,2,3,4,5,6]]' } as SecuredApiKeyRestrictions)),
    refused(403, /Invalid Application-ID or API key/),
  );
});

test('a secured key sees no more than its parent and its conditions by any operation', async () => {
  const parent = await newKey({
    kind: 'server',
    scopes: ['search', 'recommend', 'events'],
    projects: ['shop'],
    filter: 'brand:Acme',
  });
  const accept = (i: number): boolean => i % 2 === 0 && i > 3;
  const text = secured({ filters: 'price > 3', restrictSources: '127.0.0.1' }, parent);
  const own = client(text);
  assert.deepEqual(await ids(text), lamps(accept));
  assert.deepEqual(await ids(text, { filters: 'price < 3 OR brand:Bolt' }), []);
  assert.deepEqual(await ids(text, { params: 'filters=price%3E%3D0&facetFilters=[]' }), lamps(accept));
  assert.deepEqual(await ids(text, {}, 'shop_price_desc'), lamps(accept));
  const models = ['trending-items', 'related-products', 'bought-together', 'recommended-for-you'] as const;
  const requests = models.map((model) => ({
    indexName: 'shop',
    model,
    objectID: 'lamp-6',
    userToken: 'u1',
    threshold: 0,
    fallbackParameters: { filters: 'brand:Bolt' },
  }));
  const facet = {
    indexName: 'shop',
    model: 'trending-facets' as const,
    facetName: 'brand',
    threshold: 0,
  };
  const { results } = await own.customPost({
    path: '1/indexes/*/recommendations',
    body: { requests: [...requests, facet] },
  });
  const lists = results as { hits: { objectID?: string; facetValue?: string }[] }[];
  for (const { hits } of lists.slice(0, -1))
    for (const { objectID } of hits) assert.ok(lamps(accept).includes(objectID ?? ''), objectID);
  assert.ok(lists.at(-1)!.hits.every(({ facetValue }) => facetValue === 'Acme'));
  const denied = refused(403, /Method not allowed/);
  await assert.rejects(own.browse({ indexName: 'shop' }), denied);
  await assert.rejects(own.getSettings({ indexName: 'shop' }), denied);
  await assert.rejects(own.saveObject({ indexName: 'shop', body: { objectID: 'x' } }), denied);
  await assert.rejects(own.listIndices(), denied);
  await assert.rejects(ids(text, {}, 'other'), refused(403, /Index not allowed/));
});

test('a key for some indexes reads no other with the application id of another project', async () => {
  const only = secured({ restrictIndices: ['shop'] });
  for (const application of ['shop', 'other'])
    await assert.rejects(
      client(only, application).searchSingleIndex({ indexName: 'other' }),
      refused(403, /Index not allowed/),
    );
  const events = client(only, 'other').customPost({
    path: '1/events',
    body: {
      events: [{ eventType: 'click', eventName: 'e', index: 'other', objectIDs: ['x'], userToken: 'u1' }],
    },
  });
  await assert.rejects(events, refused(403, /Index not allowed/));
});

test('a key of version 4 is as one of version 5', async () => {
  const four = algoliasearch4('shop', '').generateSecuredApiKey(key, {
    filters: 'brand:Acme',
    restrictIndices: ['shop'],
    userToken: 'u1',
  });
  assert.deepEqual(
    await ids(four),
    lamps((i) => i % 2 === 0),
  );
});

test('parameters of a secured key cannot be changed', async () => {
  const own = secured({ searchParams: { hitsPerPage: 2, attributesToRetrieve: ['name'] } });
  const { results } = await client(own).search({
    requests: [
      { indexName: 'shop', hitsPerPage: 10, attributesToRetrieve: ['price', 'name'], query: 'lamp' },
    ],
  });
  const { hits } = results[0] as unknown as { hits: Record<string, unknown>[] };
  assert.equal(hits.length, 2);
  assert.deepEqual([typeof hits[0]?.['name'], hits[0]?.['price']], ['string', undefined]);
});

test('attributesToRetrieve of a secured key binds highlights, snippets, facets and recommendations', async () => {
  const own = secured({ searchParams: { attributesToRetrieve: ['name', 'price'] } });
  const bound = client(own);
  const asked = {
    indexName: 'shop',
    query: 'lamp',
    attributesToRetrieve: ['*'],
    attributesToHighlight: ['*'],
    attributesToSnippet: ['*:20', 'brand:10'],
    facets: ['*', 'brand', 'price'],
    getRankingInfo: true,
  };
  const { results } = await bound.search({ requests: [asked] });
  const [result] = results as unknown as (Record<string, object> & { hits: Record<string, object>[] })[];
  assert.ok(result!.hits.length > 0);
  for (const hit of result!.hits) {
    assert.deepEqual(Object.keys(hit['_highlightResult'] ?? {}), ['id', 'name']);
    assert.deepEqual(Object.keys(hit['_snippetResult'] ?? {}), ['id', 'name']);
  }
  assert.deepEqual(Object.keys(result!['facets'] ?? {}), ['price']);
  assert.deepEqual(Object.keys(result!['facets_stats'] ?? {}), ['price']);
  assert.ok(!/Acme|Bolt/.test(JSON.stringify(results)));
  const values = await bound.searchForFacetValues({
    indexName: 'shop',
    facetName: 'brand',
    searchForFacetValuesRequest: { facetQuery: 'a' },
  });
  assert.deepEqual(values.facetHits, []);
  const recommended = async (body: object): Promise<Record<string, unknown>[]> => {
    const sent = { 'x-algolia-application-id': 'shop', 'x-algolia-api-key': own };
    const reply = await service.ask<{ results: { hits: Record<string, unknown>[] }[] }>(
      'POST',
      '/1/indexes/*/recommendations',
      { headers: sent, body: { requests: [{ indexName: 'shop', threshold: 0, ...body }] } },
    );
    assert.equal(reply.status, 200);
    return reply.body.results[0]!.hits;
  };
  const similar = await recommended({ model: 'related-products', objectID: 'lamp-3' });
  assert.ok(similar.length > 0 && !/Acme|Bolt/.test(JSON.stringify(similar)));
  assert.deepEqual(await recommended({ model: 'trending-facets', facetName: 'brand' }), []);
});

test('events sent with a secured key are stored for its userToken, whatever visitor they name', async () => {
  const viewed = (session: string): Promise<string[]> => readRecentlyViewed({ service, key }, { session });
  const send = async (own: string, visitor: Record<string, string>): Promise<number> => {
    const event = { eventType: 'view', eventName: 'View', index: 'shop', objectIDs: ['lamp-3'], ...visitor };
    const sent = { 'x-algolia-application-id': 'shop', 'x-algolia-api-key': own };
    return (await service.ask('POST', '/1/events', { headers: sent, body: { events: [event] } })).status;
  };
  const bound = secured({ userToken: 'carl' });
  assert.equal(await send(bound, { userToken: 'dora', authenticatedUserToken: 'eve' }), 200);
  assert.deepEqual([await viewed('carl'), await viewed('dora')], [['lamp-3'], []]);
  assert.equal(await send(bound, {}), 200);
  assert.equal(await send(secured({}), { userToken: 'dora' }), 200);
  assert.deepEqual(await viewed('dora'), ['lamp-3']);
  const users = await service.ask<{ events: number }>('DELETE', '/api/users/eve?project=shop', {
    key: eraser,
  });
  assert.deepEqual([users.status, users.body.events], [200, 0]);
});

test('a secured key has one spelling', async () => {
  const own = secured({ filters: 'brand:Acme' });
  assert.equal((await ids(own)).length, 6);
  const invalid = refused(403, /Invalid Application-ID or API key/);
  const urlSafe = own.replaceAll('+', '-').replaceAll('/', '_');
  const others = [`${own.slice(0, 8)}.${own.slice(8)}`, `${own}=`, own.replace(/=+$/, ''), urlSafe];
  for (const other of others) if (other !== own) await assert.rejects(ids(other), invalid, other);
});

test('a secured key is for its indexes, its time and its addresses', async () => {
  const denied = refused(403, /Index not allowed/);
  const only = secured({ restrictIndices: ['shop_*'] });
  assert.equal((await ids(only, {}, 'shop_price_desc')).length, 12);
  await assert.rejects(ids(only), denied);
  await assert.rejects(ids(secured({ restrictIndices: ['other'] })), denied);
  const invalid = refused(403, /Invalid Application-ID or API key/);
  await assert.rejects(ids(secured({ validUntil: Math.floor(Date.now() / 1_000) - 1 })), invalid);
  assert.equal((await ids(secured({ restrictSources: '127.0.0.0/8,10.1.2.3' }))).length, 12);
  await assert.rejects(ids(secured({ restrictSources: '10.0.0.0/8' })), invalid);
  await assert.rejects(ids(secured({ restrictSources: 'shop.example' })), invalid);
});

test('only a live server key of the project makes secured keys', async () => {
  const invalid = refused(403, /Invalid Application-ID or API key/);
  await assert.rejects(ids(secured({}, 'vtr_unknown')), invalid);
  const web = await newKey({ kind: 'web', scopes: ['search'], projects: ['shop'] });
  await assert.rejects(ids(secured({}, web)), invalid);
  const other = await newKey({ kind: 'server', scopes: ['search'], projects: ['other'] });
  await assert.rejects(ids(secured({}, other)), invalid);
  const forged = Buffer.from(
    Buffer.from(secured({ filters: 'brand:Acme' }), 'base64')
      .toString()
      .replace('Acme', 'Bolt'),
  );
  await assert.rejects(ids(forged.toString('base64')), invalid);
  await assert.rejects(ids(secured({ filters: 'brand:(' })), invalid);

  const revoked = await newKey({ kind: 'server', scopes: ['search'], projects: ['shop'] });
  const own = secured({ filters: 'brand:Acme' }, revoked);
  assert.equal((await ids(own)).length, 6);
  const { body } = await service.ask<{ keys: { id: string; prefix: string }[] }>('GET', '/admin/keys', {
    headers,
  });
  const { id } = body.keys.findLast(({ prefix }) => revoked.startsWith(prefix))!;
  const setKind = (kind: string) => service.ask('PUT', `/admin/keys/${id}`, { headers, body: { kind } });
  assert.equal((await setKind('web')).status, 200);
  await assert.rejects(ids(own), invalid);
  assert.equal((await setKind('server')).status, 200);
  assert.equal((await ids(own)).length, 6);
  assert.equal((await service.ask('DELETE', `/admin/keys/${id}`, { headers })).status, 200);
  await assert.rejects(ids(own), invalid);
});

test('a secured key opens the operations of Algolia’s clients alone, and no more scopes than a web key', async () => {
  const own = secured({});
  assert.equal((await service.ask('POST', '/search/shop', { key: own, body: { q: 'lamp' } })).status, 401);
  const strong = await newKey({ kind: 'server', scopes: ['admin'], projects: ['shop'] });
  await assert.rejects(client(secured({}, strong)).listApiKeys(), refused(403, /Method not allowed/));
});

test('keys are created, listed without their values, and deleted', async () => {
  const admin = client(await newKey({ kind: 'server', scopes: ['admin'], projects: ['shop'] }));
  const made = await admin.addApiKey({
    acl: ['search', 'addObject'],
    description: 'sync',
    validity: 3_600,
    indexes: ['shop'],
  });
  assert.match(made.key, /^vtr_/);
  assert.deepEqual((await ids(made.key)).length, 12);
  const shown = (await admin.getApiKey({ key: made.key })) as unknown as Record<string, unknown>;
  assert.equal(shown['value'], undefined);
  assert.deepEqual(shown['indexes'], ['shop']);
  assert.deepEqual(
    ['search', 'addObject', 'settings'].map((one) => (shown['acl'] as string[]).includes(one)),
    [true, true, false],
  );
  const { keys } = await admin.listApiKeys();
  assert.ok(keys.some(({ description }) => description === 'sync'));
  assert.ok(!JSON.stringify(keys).includes(made.key));
  await admin.deleteApiKey({ key: made.key });
  await assert.rejects(ids(made.key), refused(403, /Invalid Application-ID or API key/));
  await assert.rejects(admin.getApiKey({ key: made.key }), refused(404, /Key does not exist/));

  const web = await admin.addApiKey({
    acl: ['search'],
    referers: ['https://shop.example/*'],
    queryParameters: 'filters=brand%3AAcme',
  });
  assert.deepEqual(
    await ids(web.key),
    lamps((i) => i % 2 === 0),
  );
  for (const [wrong, message] of [
    [{ acl: [] }, /acl must be/],
    [{ acl: ['logs'] }, /acl must be/],
    [{ acl: ['search'], maxHitsPerQuery: 5 }, /maxHitsPerQuery must be 0/],
    [{ acl: ['search'], referers: ['*.example'] }, /referers must be/],
    [{ acl: ['search'], queryParameters: 'hitsPerPage=3' }, /queryParameters must be/],
    [{ acl: ['search'], indexes: ['nothing'] }, /Index not allowed/],
  ] as const)
    await assert.rejects(admin.addApiKey(wrong as never), (error: { status?: number; message: string }) => {
      assert.ok([400, 403, 422].includes(error.status ?? 0), `${error.status} ${error.message}`);
      assert.match(error.message, message);
      return true;
    });
});
