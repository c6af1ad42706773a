import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { item, RunningService } from '../support/service.ts';

/** Requests as Algolia's clients send them from browsers, and errors as they read them. */

let service: RunningService;
let key: string;
let otherKey: string;
before(async () => {
  service = await RunningService.start();
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
