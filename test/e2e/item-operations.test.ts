import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createJsonSlices, readJsonRecords } from '../../src/domain/contract/json-document.ts';
import { createItemOperations } from '../../src/http/routes/items.ts';
import { ids, type Found, type Item, type Problem } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Changes of nested fields, and operations on stored values. */
let service: LocalService;
let key: string;

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop');
});
after(() => service[Symbol.asyncDispose]());

interface Updated {
  readonly items: readonly Item[];
  readonly errors: readonly { readonly code: string; readonly errors: Problem['errors'] }[];
}

const ask = <T>(method: string, path: string, body?: unknown) =>
  service.ask<T>(method, path, { key, ...(body === undefined ? {} : { body }) });
const add = (...data: unknown[]) => ask('POST', '/api/items', { project: 'shop', data });
const update = (...data: unknown[]) => ask<Updated>('POST', '/api/items/update', { project: 'shop', data });
const stored = async (id: string): Promise<Item> =>
  (await ask<{ item: Item }>('GET', `/api/items/${id}?by=id`)).body.item;
const operation = (_operation: string, value: number | string) => ({ _operation, value });

test('POST /api/items/update changes a field within an object, which the next search finds', async () => {
  await add(item('nested', { specs: { weight: 1, size: 'M' } }));
  const { status, body } = await update({ id: 'nested', 'specs.weight': 5, 'specs.cut.fit': 'slim' });
  assert.deepEqual([status, body.errors], [200, []]);
  assert.deepEqual(body.items[0]?.['specs'], { weight: 5, size: 'M', cut: { fit: 'slim' } });
  const search = (filter: string) => ask<Found>('GET', `/search/shop?filters=${encodeURIComponent(filter)}`);
  assert.deepEqual(ids((await search('specs.weight:5 AND specs.cut.fit:slim')).body), ['nested']);
  await update({ id: 'nested', 'specs.weight': null });
  assert.deepEqual(ids((await search('EXISTS specs.weight')).body), []);
  assert.deepEqual((await stored('nested'))['specs'], { size: 'M', cut: { fit: 'slim' } });
});

test('PUT /api/items/{_id} applies operations, and rejects invalid ones with their path', async () => {
  await add(item('put', { stock: 1, tags: ['a'], price: 10.1 }));
  const put = (data: unknown) => ask<Problem & { item: Item }>('PUT', '/api/items/put?by=id', { data });
  const { body } = await put({
    stock: operation('Decrement', 3),
    price: operation('Increment', 0.2),
    tags: operation('AddUnique', 'b'),
  });
  assert.deepEqual([body.item['stock'], body.item['price'], body.item['tags']], [-2, 10.3, ['a', 'b']]);
  const wrong = await put({ name: operation('Increment', 1), 'specs.a': { _operation: 'Sum', value: 1 } });
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'invalid_item']);
  assert.deepEqual(
    wrong.body.errors.map(({ path, code }) => `${path} ${code}`),
    ['data.name type', 'data.specs.a._operation format'],
  );
  const negative = await put({ price: operation('Decrement', 11) });
  assert.deepEqual([negative.body.code, negative.body.errors[0]?.path], ['invalid_item', 'data.price']);
});

test('POST /api/items/update: no increment of concurrent requests is lost', async () => {
  await add(item('counted', { stock: 0 }), item('other', { stock: 0 }));
  const changes = ['counted', 'other'].map((id) => ({ id, stock: operation('Increment', 1) }));
  const replies = await Promise.all(Array.from({ length: 40 }, () => update(...changes, changes[0])));
  for (const { body } of replies) assert.equal(body.items.length, 3);
  assert.deepEqual([(await stored('counted'))['stock'], (await stored('other'))['stock']], [80, 40]);
});

test('POST /api/items/update with IncrementFrom: of two requests with the same value one is made', async () => {
  await add(item('once', { edition: 7 }));
  const change = { id: 'once', edition: operation('IncrementFrom', 7), name: 'New edition' };
  const replies = await Promise.all([update(change), update(change)]);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 412]));
  const late = await update({ id: 'once', edition: operation('IncrementSet', 8), name: 'Later' });
  assert.deepEqual([late.status, late.body.errors[0]?.code], [412, 'item_changed']);
  const { edition, name, _version } = await stored('once');
  assert.deepEqual([edition, name, _version], [8, 'New edition', 2]);
});

test('POST /api/items/import?mode=update keeps the name of a column with a dot, and applies operations', async () => {
  await add(item('lines', { specs: { weight: 1 }, stock: 1 }));
  const lines = `{"id":"lines","specs.weight":2,"size.eu":40,"stock":{"_operation":"Increment","value":2}}`;
  const { status } = await service.ask('POST', '/api/items/import?project=shop&mode=update', {
    key,
    body: lines,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  assert.equal(status, 200);
  const changed = await stored('lines');
  assert.deepEqual([changed['specs'], changed['size.eu'], changed['stock']], [{ weight: 2 }, 40, 3]);
});

test('requests with an operation or a version are not repeatable', async () => {
  for (const [id, data, expected] of [
    ['changeItems', [{ id: 'a', price: 1, 'specs.weight': 2 }], true],
    ['changeItems', [{ id: 'a', _version: 1 }], false],
    ['changeItems', [{ id: 'a' }, { id: 'b', stock: operation('Increment', 1) }], false],
    ['changeItem', { stock: 1 }, true],
    ['changeItem', { stock: operation('Increment', 1) }, false],
    ['changeItem', JSON.stringify({ stock: operation('Increment', 1) }), false],
  ] as const) {
    const found = createItemOperations().find((one) => one.id === id);
    const body = Buffer.from(JSON.stringify({ project: 'shop', data }));
    assert.ok(found?.records !== undefined);
    const { records } = await readJsonRecords(body, found.records, createJsonSlices());
    assert.equal(found.isRepeatable?.({ headers: {}, records }), expected, JSON.stringify(data));
  }
});
