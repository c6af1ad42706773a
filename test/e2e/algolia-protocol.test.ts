import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Requests as Algolia's clients send them from browsers, and errors as they read them. */

let service: LocalService;
let key: string;
let otherKey: string;
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'events', 'items:write']);
  otherKey = await service.project('other', ['search']);
  const data = ['a', 'b', 'c'].map((id) => item(id, { name: `Oak lamp ${id}`, brand: 'Acme' }));
  assert.equal(
    (await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } })).status,
    201,
  );
});
after(() => service[Symbol.asyncDispose]());

interface Hit {
  readonly objectID: string;
}
const post = (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<Response> => fetch(`${service.url}${path}`, { method: 'POST', body, headers });
const credentials = () => `x-algolia-application-id=shop&X-Algolia-API-Key=${key}`;
const requests = JSON.stringify({
  requests: [{ indexName: 'shop', params: 'query=oak&hitsPerPage=2&facets=%5B%22brand%22%5D' }],
});

for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
  test(`JSON as ${type}, with credentials in the URL`, async () => {
    const reply = await post(`/1/indexes/*/queries?${credentials()}`, requests, {
      'content-type': type,
      origin: 'https://shop.example',
    });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('access-control-allow-origin'), 'https://shop.example');
    const { results } = (await reply.json()) as { results: { hits: Hit[]; params: string }[] };
    assert.equal(results[0]?.hits.length, 2);
    assert.equal(results[0].params, 'query=oak&hitsPerPage=2&facets=%5B%22brand%22%5D');
  });
}

test('compressed bodies, and searches in the URL', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const reply = await post(
    `/1/indexes/%2A/queries?${credentials()}`,
    Uint8Array.from(gzipSync(requests)),
    headers,
  );
  assert.equal(reply.status, 200);
  assert.equal((await post(`/1/indexes/*/queries?${credentials()}`, 'no gzip', headers)).status, 400);
  const url = await fetch(`${service.url}/1/indexes/shop?query=oak&hitsPerPage=1&${credentials()}`);
  assert.equal(((await url.json()) as { hits: Hit[] }).hits.length, 1);
});

test('errors have the form that clients read, and are never of the server', async () => {
  const cases: [path: string, body: string, status: number, message: string | RegExp][] = [
    ['/1/indexes/*/queries', requests, 403, 'Invalid Application-ID or API key'],
    [`/1/indexes/*/queries?x-algolia-api-key=wrong`, requests, 403, 'Invalid Application-ID or API key'],
    [
      `/1/indexes/*/queries?x-algolia-api-key=${otherKey}`,
      requests,
      403,
      'Index not allowed with this API key',
    ],
    [`/1/indexes/*/queries?${credentials()}`, '{', 400, /JSON/],
    [`/1/indexes/*/queries?${credentials()}`, '[]', 400, 'The body must be a JSON object'],
    [`/1/indexes/*/queries?${credentials()}`, '{}', 400, 'requests must be a list of at most 50 queries'],
    [
      `/1/indexes/*/queries?${credentials()}`,
      JSON.stringify({ requests: Array.from({ length: 51 }, () => ({ indexName: 'shop' })) }),
      400,
      /at most 50/,
    ],
    [
      `/1/indexes/*/queries?${credentials()}`,
      '{"requests":[{"query":"x"}]}',
      400,
      'requests[0]: indexName must be the name of an index',
    ],
    [
      `/1/indexes/*/queries?${credentials()}`,
      '{"requests":[{"indexName":"shop","filters":"brand:"}]}',
      400,
      /^requests\[0\]: filters: expected/,
    ],
    [
      `/1/indexes/shop/query?${credentials()}`,
      '{"hitsPerPage":1001}',
      400,
      /hitsPerPage must be a whole number from 0 to 1000/,
    ],
    [`/1/indexes/shop/query?${credentials()}`, '{"aroundLatLng":"north"}', 400, /aroundLatLng must be/],
    [
      `/1/indexes/shop/query?${credentials()}`,
      '{"insideBoundingBox":[[1]]}',
      400,
      /insideBoundingBox must be/,
    ],
    [
      `/1/indexes/shop/query?${credentials()}`,
      JSON.stringify({ facets: Array.from({ length: 21 }, (_, i) => `f${i}`), maxValuesPerFacet: 1_000 }),
      400,
      /at most 20000 values of facets/,
    ],
    [
      `/1/indexes/*/queries?${credentials()}`,
      JSON.stringify({ requests: Array.from({ length: 11 }, () => ({ indexName: 'shop', facets: '*' })) }),
      400,
      /at most 200 facets/,
    ],
    [
      `/1/indexes/shop/query?x-algolia-usertoken=${'u'.repeat(257)}&${credentials()}`,
      '{}',
      400,
      /userToken must be at most 256/,
    ],
    [`/1/indexes/shop/facets/${'f'.repeat(300)}/query?${credentials()}`, '{}', 400, /facet must be at most/],
    [`/1/indexes/shop/nowhere/at/all?${credentials()}`, '{}', 404, 'Path not supported by this API'],
    [`/1/events?x-algolia-api-key=${otherKey}`, '{}', 403, 'Method not allowed with this API key'],
  ];
  for (const [path, body, status, message] of cases) {
    const reply = await post(path, body, { 'content-type': 'text/plain' });
    const error = (await reply.json()) as { message: string; status: number };
    assert.deepEqual([reply.status, error.status], [status, status], `${path} ${body} ${error.message}`);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
  }
});

test('names of members that all objects have are attributes that no item has', async () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    for (const [path, body] of [
      [`/1/indexes/shop/facets/${name}/query`, '{}'],
      ['/1/indexes/shop/query', JSON.stringify({ facets: [name], filters: `NOT ${name}:x` })],
      ['/1/indexes/shop/query', JSON.stringify({ optionalFilters: `${name}:x`, attributesToSnippet: name })],
    ] as const)
      assert.equal((await post(`${path}?${credentials()}`, body, {})).status, 200, `${path} ${body}`);
  }
});

test('the application id chooses neither projects nor rate limits for a key of one project', async () => {
  const headers = await service.signIn();
  const settings = (project: string, addressPerMinute: number | null) =>
    service.ask('PUT', `/api/projects/${project}/settings`, {
      headers,
      body: { rateLimits: { addressPerMinute } },
    });
  await settings('other', 0);
  await settings('shop', 2);
  const { body: web } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { name: 'web', kind: 'web', projects: ['shop'], scopes: ['search'] },
  });
  // A request that fails counts, too.
  for (const application of ['other', 'nothing']) {
    const statuses: number[] = [];
    for (const body of [requests, '{', '{', requests]) {
      const query = `x-algolia-application-id=${application}&x-algolia-api-key=${web.key}`;
      statuses.push((await post(`/1/indexes/*/queries?${query}`, body, {})).status);
    }
    assert.deepEqual(statuses, application === 'other' ? [200, 400, 429, 429] : [429, 429, 429, 429]);
  }
  await settings('shop', null);
});

test('one request for many projects is answered without a warning', async () => {
  const headers = await service.signIn();
  const names = Array.from({ length: 12 }, (_, i) => `many-${i}`);
  for (const id of names) await service.ask('POST', '/admin/projects', { body: { id }, headers });
  const { body: server } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { name: 'all', kind: 'server', projects: null, scopes: ['search'] },
  });
  const body = JSON.stringify({ requests: [...names, 'shop'].map((indexName) => ({ indexName })) });
  const reply = await post(`/1/indexes/*/queries?x-algolia-api-key=${server.key}`, body, {});
  const { results } = (await reply.json()) as { results: { nbHits: number }[] };
  assert.deepEqual(
    results.map(({ nbHits }) => nbHits),
    [...names.map(() => 0), 3],
  );
  const nowhere = await post(
    `/1/indexes/nowhere/query?x-algolia-application-id=nothing&x-algolia-api-key=${server.key}`,
    '{}',
    {},
  );
  assert.deepEqual(await nowhere.json(), { message: 'Index nowhere does not exist', status: 404 });
  assert.ok(!service.output.includes('Warning'), service.output);
});

test('an index of query suggestions has no facets on any thread, and its events are no events of items', async () => {
  const suggestions = 'shop_query_suggestions';
  const reply = await post(`/1/indexes/${suggestions}/facets/brand/query?${credentials()}`, '{}', {});
  assert.equal(reply.status, 200);
  assert.deepEqual(((await reply.json()) as { facetHits: unknown }).facetHits, []);
  const viewed = { eventType: 'view', eventName: 'x', userToken: 'tia' };
  const events = [
    { ...viewed, index: suggestions, objectIDs: ['a'] },
    { ...viewed, index: 'shop', objectIDs: ['b'] },
  ];
  assert.equal((await post(`/1/events?${credentials()}`, JSON.stringify({ events }), {})).status, 200);
  const recommend = await service.project('shop', ['recommend']);
  const list = await service.ask<{ items: { id: string }[] }>('POST', '/reco/recently-viewed', {
    key: recommend,
    body: { index: 'shop', session: 'tia' },
  });
  assert.deepEqual(
    list.body.items.map(({ id }) => id),
    ['b'],
  );
});
