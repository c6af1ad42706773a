import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ids, refusal, type Found, type Item, type Listing, type Recommended } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { root } from '../support/service.ts';
import { costlyPollMs, until } from '../support/until.ts';

/**
 * A client of the specified interface only: its paths, parameter names, header and fields, without Vitrine's
 * extensions.
 */
let service: LocalService;
let key = '';
const project = 'given';

before(async () => {
  service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
  key = await service.project(project);
});
after(() => service[Symbol.asyncDispose]());

const picture = `data:image/jpeg;base64,${readFileSync(join(root, 'demo/groceries/pictures/lemon.jpg')).toString('base64')}`;
const data = (id: string, name: string) => ({
  id,
  sku: `S-${id}`,
  name,
  imgs: [picture],
  price: 2.5,
  description: `Fresh ${name.toLowerCase()}`,
  active: true,
  shelf: 'fruit',
});

test('POST /api/items adds items with the specified fields', async () => {
  for (const [id, name] of [
    ['lemon', 'Yellow Lemon'],
    ['lime', 'Green Lime'],
    ['orange', 'Sweet Orange'],
  ] as const) {
    const answer = await service.ask<{ item: Item }>('POST', '/api/items', {
      key,
      body: { project, data: data(id, name) },
    });
    assert.equal(answer.status, 201);
    assert.equal(answer.body.item['shelf'], 'fruit');
    assert.match(answer.body.item._id, /^\w+$/);
  }
});

test('GET /api/items lists them with limit, offset and project as strings', async () => {
  const { status, body } = await service.ask<Listing>(
    'GET',
    `/api/items?limit=2&offset=1&project=${project}`,
    {
      key,
    },
  );
  assert.equal(status, 200);
  assert.deepEqual(ids(body), ['lime', 'orange']);
  const all = await service.ask<Listing>('GET', '/api/items', { key });
  assert.deepEqual(ids(all.body), ['lemon', 'lime', 'orange']);
});

test('PUT /api/items updates an item by _id in the path, query or body, with `data` as a string', async () => {
  const { body } = await service.ask<Listing>('GET', '/api/items', { key });
  const { _id } = body.items[0] as Item;
  const change = (price: number) => ({ data: JSON.stringify({ price }), project });
  const asPath = await service.ask<{ item: Item }>('PUT', `/api/items/${_id}`, { key, body: change(3) });
  assert.deepEqual([asPath.status, asPath.body.item.price, asPath.body.item.name], [200, 3, 'Yellow Lemon']);
  const asQuery = await service.ask<{ item: Item }>('PUT', `/api/items?_id=${_id}`, { key, body: change(4) });
  assert.deepEqual([asQuery.status, asQuery.body.item.price], [200, 4]);
  const asField = await service.ask<{ item: Item }>('PUT', '/api/items', {
    key,
    body: { ...change(5), _id },
  });
  assert.deepEqual([asField.status, asField.body.item.price], [200, 5]);
  assert.equal(
    refusal(await service.ask('PUT', '/api/items', { key, body: change(5) })),
    '400 invalid_request _id',
  );
});

test('PUT /api/items without `data` changes nothing', async () => {
  const { body } = await service.ask<Listing>('GET', '/api/items?id=lemon', { key });
  const item = body.items[0] as Item;
  const answer = await service.ask<{ item: Item }>('PUT', `/api/items/${item._id}`, {
    key,
    body: { project },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.item.price, item.price);
});

test('GET /search/:project returns searchId and items', async () => {
  const { status, body } = await service.ask<Found>('GET', `/search/${project}?q=lemon`, { key });
  assert.equal(status, 200);
  assert.equal(typeof body.searchId, 'string');
  assert.deepEqual(ids(body), ['lemon']);
  const everything = await service.ask<Found>('GET', `/search/${project}`, { key });
  assert.equal(everything.body.items.length, 3);
});

test('POST /image-search/:project accepts uploaded_file in the body', async () => {
  const body = { uploaded_file: picture.slice(picture.indexOf(',') + 1) };
  // Pictures become findable in the background.
  await until(
    'The pictures were not found',
    async () => {
      const answer = await service.ask<Found>('POST', `/image-search/${project}`, { key, body });
      assert.equal(answer.status, 200);
      assert.equal(typeof answer.body.searchId, 'string');
      return answer.body.items.length === 3;
    },
    costlyPollMs,
  );
});

const recommendations: [path: string, body: Record<string, unknown>, count: number][] = [
  ['user-recommendations', { user: 'customer 1' }, 3],
  ['fbt', { item: 'lemon' }, 2],
  ['trendings', {}, 3],
  ['similar', { item: 'lemon' }, 2],
];
for (const [name, body, count] of recommendations) {
  for (const prefix of ['/rec', '/reco']) {
    test(`POST ${prefix}/${name} returns items before any event`, async () => {
      const answer = await service.ask<Recommended>('POST', `${prefix}/${name}`, {
        key,
        body: { index: project, ...body },
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.body.items.length, count);
      assert.equal(typeof answer.body.recommendationId, 'string');
      for (const item of answer.body.items) {
        assert.ok(item._reason.code.length > 0 && item._reason.text.length > 0);
        assert.equal(typeof item._score, 'number');
      }
    });
    test(`POST ${prefix}/${name} reports each missing required parameter`, async () => {
      for (const missing of ['index', ...Object.keys(body)]) {
        const { [missing]: _left, ...rest } = { index: project, ...body } as Record<string, unknown>;
        const answer = await service.ask('POST', `${prefix}/${name}`, { key, body: rest });
        assert.equal(refusal(answer), `400 invalid_request ${missing}`);
      }
    });
  }
}

test('every operation of the interface requires x-api-key', async () => {
  const calls: [method: string, path: string, body?: Record<string, unknown>][] = [
    ...recommendations.map(([name, body]): [string, string, Record<string, unknown>] => [
      'POST',
      `/reco/${name}`,
      { index: project, ...body },
    ]),
    ['POST', '/rec/trendings', { index: project }],
    ['POST', '/api/items', { project, data: data('new', 'New') }],
    ['GET', '/api/items'],
    ['PUT', '/api/items/x', { data: {} }],
    ['GET', `/search/${project}`],
    ['POST', `/image-search/${project}`, { uploaded_file: 'x' }],
  ];
  for (const [method, path, body] of calls) {
    const none = await service.ask(method, path, body === undefined ? {} : { body });
    assert.equal(refusal(none), '401 api_key_missing', path);
    const wrong = await service.ask(method, path, { key: 'wrong', ...(body === undefined ? {} : { body }) });
    assert.equal(refusal(wrong), '401 api_key_invalid', path);
  }
});
