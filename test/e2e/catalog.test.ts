import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ids,
  refusal,
  type Found,
  type Item,
  type Listing,
  type Problem,
  type Recommended,
} from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Items: create, import, update, deactivate and delete, with values unchanged to the byte. */
let service: LocalService;
const keys = new Map<string, string>();

before(async () => {
  service = await LocalService.start();
  for (const project of ['bytes', 'many', 'change', 'hidden', 'limits']) {
    keys.set(project, await service.project(project));
  }
});
after(() => service[Symbol.asyncDispose]());

const ask = <T = Record<string, unknown>>(
  project: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) =>
  service.ask<T>(method, path, {
    key: keys.get(project) ?? '',
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
  });
const add = <T = { item: Item }>(project: string, data: unknown) =>
  ask<T>(project, 'POST', '/api/items', { project, data });

async function text(project: string, path: string): Promise<string> {
  const response = await fetch(`${service.url}${path}`, {
    headers: { 'x-api-key': keys.get(project) ?? '' },
  });
  return response.text();
}

const fields =
  '"id":"raw","sku":"s","name":"R\\u00e9d \\/ \\"x\\"","imgs":[ ],"price":1.0,"description":"",' +
  '"7":{"2":1e5,"1": 1.10},"big":12345678901234567890,"0":-0.0,"u":"\\ud83d\\ude00","e":1E+2,"n":null,"a":[1.0, {"b":[]}]';

test('an item is returned unchanged to the byte: numbers, escapes, spaces, order of keys', async () => {
  const answer = await ask('bytes', 'POST', '/api/items', `{"project":"bytes","data":{${fields}}}`);
  assert.equal(answer.status, 201);
  const { _id } = (answer.body as unknown as { item: Item }).item;
  for (const path of ['/api/items', `/api/items/${_id}`, '/search/bytes?q=red', '/search/bytes']) {
    assert.ok((await text('bytes', path)).includes(fields), path);
  }
  assert.equal(await text('bytes', '/api/items/export'), `{${fields}}\n`);
});

test('an update of a field keeps the others unchanged to the byte, and null removes it', async () => {
  const change = (data: string) =>
    ask('bytes', 'PUT', '/api/items/raw?by=id', `{"project":"bytes","data":${data}}`);
  assert.equal((await change('{"big":1.50,"u":null,"new":[1.0]}')).status, 200);
  const changed = fields
    .replace('12345678901234567890', '1.50')
    .replace(',"u":"\\ud83d\\ude00"', '')
    .concat(',"new":[1.0]');
  assert.ok((await text('bytes', '/api/items')).includes(changed));
  assert.equal((await change(JSON.stringify('{"big":2.0}'))).status, 200);
  assert.ok((await text('bytes', '/api/items')).includes(changed.replace('1.50', '2.0')));
});

test('`id`, `sku` and `price` are normalised, whether sent as numbers or texts', async () => {
  const body =
    '{"project":"bytes","data":{"id":12345678901234567890,"sku":7,"name":"n","imgs":[],"price":"12.50","description":""}}';
  const answer = await ask<{ item: Item }>('bytes', 'POST', '/api/items', body);
  assert.equal(answer.body.item.id, '12345678901234567890');
  assert.equal(answer.body.item['sku'], '7');
  assert.equal(answer.body.item.price, 12.5);
  assert.equal((await ask('bytes', 'GET', '/api/items/12345678901234567890?by=id')).status, 200);
});

test('POST /api/items replies 409 with the `_id` of the existing item', async () => {
  const first = await add('many', item('twice'));
  const second = await add('many', item('twice', { name: 'other' }));
  assert.equal(refusal(second), '409 item_exists');
  assert.equal((second.body as unknown as Problem)['_id'], first.body.item._id);
  const { body } = await ask<Listing>('many', 'GET', '/api/items?id=twice');
  assert.equal(body.items[0]?.name, 'Item twice');
});

test('exactly one of several concurrent creates of an id gets 201', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => add('many', item('race'))));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal(answers.filter(({ status }) => status === 409).length, 29);
});

test('a list stores the valid items and reports the others by index', async () => {
  const list = [item('l0'), item('twice'), item('l2', { price: -1 }), 'nothing', item('l0'), item('l5')];
  const answer = await add<{
    items: Item[];
    errors: { index: number; code: string; _id?: string; errors: unknown[] }[];
  }>('many', list);
  assert.equal(answer.status, 201);
  assert.deepEqual(ids(answer.body), ['l0', 'l5']);
  assert.deepEqual(
    answer.body.errors.map(({ index, code }) => [index, code]),
    [
      [1, 'item_exists'],
      [2, 'invalid_item'],
      [3, 'invalid_item'],
      [4, 'item_exists'],
    ],
  );
  assert.ok(typeof answer.body.errors[0]?._id === 'string');
  assert.deepEqual(answer.body.errors[1]?.errors, [
    {
      path: 'data[2].price',
      code: 'out_of_range',
      detail: 'data[2].price must be a finite number >= 0: current value is -1',
    },
  ]);
  const none = await add('many', [item('twice')]);
  assert.equal(none.status, 409);
  const bad = await add('many', [{}]);
  assert.equal(bad.status, 400);
});

test('a list has at most 1,000 items', async () => {
  const list = Array.from({ length: 1_000 }, (_, index) => item(`n${index}`));
  const answer = await add<{ items: Item[]; errors: unknown[] }>('limits', list);
  assert.equal(answer.body.items.length, 1_000);
  assert.deepEqual(answer.body.errors, []);
  assert.equal(refusal(await add('limits', [...list, item('one more')])), '400 invalid_request data');
  assert.equal(refusal(await add('limits', [])), '400 invalid_request data');
  const found = await ask<Found>('limits', 'GET', '/search/limits?limit=1000');
  assert.equal(found.body.total, 1_000);
  assert.equal(found.body.items.length, 1_000);
});

test('each limit of an item accepts n and rejects n + 1', async () => {
  const a = (length: number) => 'a'.repeat(length);
  const cases: [field: string, good: unknown, bad: unknown][] = [
    ['id', a(256), a(257)],
    ['sku', a(256), a(257)],
    ['sku', 'x', ''],
    ['name', a(1_000), a(1_001)],
    ['name', 'x', ''],
    [
      'imgs',
      Array.from({ length: 50 }, () => 'https://a.example/b'),
      Array.from({ length: 51 }, () => 'https://a.example/b'),
    ],
    ['imgs', `https://a.example/${a(2_030)}`, `https://a.example/${a(2_031)}`],
    ['price', 0, -0.01],
    ['price', '1e3', '-1'],
    ['active', false, 'no'],
    [a(256), 1, undefined],
  ];
  let number = 0;
  for (const [field, good, bad] of cases) {
    const fine = await add('limits', item(`g${number++}`, { [field]: good }));
    assert.equal(fine.status, 201, `${field}: ${JSON.stringify(fine.body).slice(0, 300)}`);
    const wrong = await add(
      'limits',
      item(`b${number++}`, bad === undefined ? { [`${field}a`]: 1 } : { [field]: bad }),
    );
    assert.equal(wrong.status, 400, field);
    assert.ok(refusal(wrong).startsWith('400 invalid_item data.'), refusal(wrong));
  }
  assert.equal(refusal(await add('limits', item('u', { _own: 1 }))), '400 invalid_item data._own');
  assert.equal((await add('limits', item('d', { description: a(100_000 - 200) }))).status, 201);
  assert.equal(
    refusal(await add('limits', item('d1', { description: a(100_001) }))),
    '400 invalid_item data.description',
  );
});

test('an item has at most 100,000 bytes of JSON', async () => {
  const bytes = JSON.stringify(item('size', { x: '' })).length - 2;
  assert.equal((await add('limits', item('size', { x: 'a'.repeat(100_000 - bytes) }))).status, 201);
  const large = await add('limits', item('siz2', { x: 'a'.repeat(100_001 - bytes) }));
  assert.equal(refusal(large), '400 invalid_item data');
});

test('an item has at most 32 levels', async () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const body = (id: string, levels: number) =>
    JSON.stringify({ project: 'limits', data: item(id, { deep: 'X' }) }).replace('"X"', nested(levels));
  assert.equal((await ask('limits', 'POST', '/api/items', body('deep31', 31))).status, 201);
  assert.equal(
    refusal(await ask('limits', 'POST', '/api/items', body('deep32', 32))),
    '400 json_too_deep data',
  );
});

test('GET /api/items: limit 1 to 1,000 (20), offset (0), filters, oldest first', async () => {
  const first = await ask<Listing>('limits', 'GET', '/api/items');
  assert.deepEqual([first.body.limit, first.body.offset, first.body.items.length], [20, 0, 20]);
  assert.equal(first.body.items[0]?.id, 'n0');
  assert.equal((await ask<Listing>('limits', 'GET', '/api/items?limit=1000')).body.items.length, 1_000);
  for (const bad of [
    'limit=0',
    'limit=1001',
    'limit=1.5',
    'limit=x',
    'offset=-1',
    'active=maybe',
    'limit=1&limit=2',
  ]) {
    const name = bad.slice(0, bad.indexOf('='));
    assert.equal(refusal(await ask('limits', 'GET', `/api/items?${bad}`)), `400 invalid_request ${name}`);
  }
  const past = await ask<Listing>('limits', 'GET', '/api/items?offset=100000');
  assert.deepEqual(past.body.items, []);
  assert.ok(past.body.total > 1_000);
  assert.deepEqual(ids((await ask<Listing>('limits', 'GET', '/api/items?sku=sku-n17')).body), ['n17']);
});

test('PUT with if-match updates only this version', async () => {
  const { body } = await add('change', item('versions'));
  const path = `/api/items/${body.item._id}`;
  const change = (price: number, version: string) =>
    ask<{ item: Item }>('change', 'PUT', path, { data: { price } }, { 'if-match': version });
  const first = await change(2, '"1"');
  assert.deepEqual([first.status, first.body.item._version, first.headers.get('etag')], [200, 2, '"2"']);
  assert.equal(refusal(await change(3, '"1"')), '412 item_changed');
  assert.equal((await change(4, '*')).status, 200);
  assert.equal(refusal(await change(5, 'abc')), '400 invalid_request if-match');
  const version = (await ask('change', 'GET', path)).headers.get('etag') ?? '';
  const race = await Promise.all(Array.from({ length: 20 }, (_, price) => change(price, version)));
  assert.equal(race.filter(({ status }) => status === 200).length, 1);
  assert.equal(race.filter(({ status }) => status === 412).length, 19);
});

test('PUT rejects the removal of a required field, a change of the id, and unknown items', async () => {
  const put = (path: string, data: unknown) => ask('change', 'PUT', path, { data });
  await add('change', item('kept', { color: 'red' }));
  assert.equal(refusal(await put('/api/items/kept?by=id', { name: null })), '400 invalid_item data.name');
  assert.equal(refusal(await put('/api/items/kept?by=id', { id: 'other' })), '400 invalid_item data.id');
  assert.equal(refusal(await put('/api/items/kept?by=id', [{}])), '400 invalid_request data');
  assert.equal(refusal(await put('/api/items/kept', {})), '404 item_not_found');
  assert.equal(refusal(await put('/api/items/none?by=id', {})), '404 item_not_found');
  assert.equal(refusal(await put('/api/items/kept?by=gtin', {})), '400 invalid_request by');
});

test('DELETE removes an item everywhere, and its id can be reused', async () => {
  await add('change', item('gone', { name: 'Ephemeral thing' }));
  assert.equal((await ask<Found>('change', 'GET', '/search/change?q=ephemeral')).body.total, 1);
  assert.equal((await ask('change', 'DELETE', '/api/items/gone?by=id')).status, 200);
  assert.equal((await ask<Found>('change', 'GET', '/search/change?q=ephemeral')).body.total, 0);
  assert.equal(refusal(await ask('change', 'GET', '/api/items/gone?by=id')), '404 item_not_found');
  assert.equal(refusal(await ask('change', 'DELETE', '/api/items/gone?by=id')), '404 item_not_found');
  assert.equal((await add('change', item('gone'))).status, 201);
});

test('an inactive item is listed only by GET /api/items, as soon as the update is acknowledged', async () => {
  const names = ['Red kettle', 'Red pot', 'Red pan'];
  await add(
    'hidden',
    names.map((name, index) => item(`k${index}`, { name, brand: 'Kochwerk' })),
  );
  const data = ['view', 'purchase'].map((type) => ({ type, user: 'u', items: [{ id: 'k0' }, { id: 'k1' }] }));
  await ask('hidden', 'POST', '/api/events', { project: 'hidden', data });
  const seen = async (): Promise<string[]> => {
    const lists = await Promise.all([
      ask<Found>('hidden', 'GET', '/search/hidden?q=red'),
      ask<Found>('hidden', 'GET', '/search/hidden'),
      ask<Recommended>('hidden', 'POST', '/reco/user-recommendations', { index: 'hidden', user: 'v' }),
      ask<Recommended>('hidden', 'POST', '/reco/fbt', { index: 'hidden', item: 'k1' }),
      ask<Recommended>('hidden', 'POST', '/rec/trendings', { index: 'hidden' }),
      ask<Recommended>('hidden', 'POST', '/reco/similar', { index: 'hidden', item: 'k1' }),
    ]);
    return lists.map(({ body }) => (ids(body).includes('k0') ? 'k0' : '-'));
  };
  const suggestions = async () =>
    JSON.stringify((await ask('hidden', 'GET', '/search/hidden/suggest?q=red%20ket')).body);
  assert.deepEqual(await seen(), ['k0', 'k0', 'k0', 'k0', 'k0', 'k0']);
  for (let turn = 0; turn < 3; turn++) {
    assert.equal(
      (await ask('hidden', 'PUT', '/api/items/k0?by=id', { data: { active: false } })).status,
      200,
    );
    assert.deepEqual(await seen(), ['-', '-', '-', '-', '-', '-']);
    assert.doesNotMatch(await suggestions(), /kettle/i);
    const listed = await ask<Listing>('hidden', 'GET', '/api/items?active=false');
    assert.deepEqual(ids(listed.body), ['k0']);
    assert.equal((await ask<Listing>('hidden', 'GET', '/api/items')).body.total, 3);
    assert.equal((await ask('hidden', 'PUT', '/api/items/k0?by=id', { data: { active: true } })).status, 200);
    assert.deepEqual(await seen(), ['k0', 'k0', 'k0', 'k0', 'k0', 'k0']);
    assert.match(await suggestions(), /kettle/i);
  }
});

test('a `data:` picture is stored and returned as a URL that serves it', async () => {
  const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
  const imgs = { url: `data:image/png;base64,${bytes.toString('base64')}`, alt: 'A dot' };
  const answer = await add('many', item('pictured', { imgs }));
  const storedPicture = answer.body.item['imgs'] as { url: string; alt: string };
  assert.match(storedPicture.url, /^\/media\/[0-9a-f]{64}$/);
  assert.equal(storedPicture.alt, 'A dot');
  const response = await fetch(`${service.url}${storedPicture.url}`);
  assert.equal(response.headers.get('content-type'), 'image/png');
  assert.match(response.headers.get('cache-control') ?? '', /immutable/);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
  assert.equal(refusal(await ask('many', 'GET', `/media/${'0'.repeat(64)}`)), '404 media_not_found');
});
