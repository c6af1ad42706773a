import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

interface Reply {
  readonly fields: readonly { readonly field: string; readonly types: readonly string[] }[];
  readonly total: number;
}

let service: LocalService;
before(async () => {
  service = await LocalService.start();
});
after(() => service[Symbol.asyncDispose]());

const fields = async (project: string, key: string): Promise<Reply> => {
  const { status, body } = await service.ask<Reply>('GET', `/api/projects/${project}/fields`, { key });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

const add = async (project: string, key: string, data: unknown): Promise<void> => {
  const { status } = await service.ask('POST', '/api/items', { key, body: { project, data } });
  assert.equal(status, 201);
};

test('GET /api/projects/{project}/fields lists the fields of the items with the types of their values', async () => {
  const key = await service.project('shop', ['settings', 'items:write']);
  await add('shop', key, [
    item('a', { price: 5, brand: 'Oak', stock: 2, sale: true, since: '2026-01-31', specs: { width: 8 } }),
    item('b', { price: 6, brand: 'Ash', stock: 'many', size: '38' }),
  ]);
  const { fields: found, total } = await fields('shop', key);
  assert.equal(total, found.length);
  assert.deepEqual(
    found.map(({ field }) => field),
    found.map(({ field }) => field).toSorted(),
  );
  const types = Object.fromEntries(found.map((one) => [one.field, one.types]));
  assert.deepEqual(
    ['price', 'brand', 'stock', 'sale', 'since', 'specs.width', 'size'].map((name) => types[name]),
    [['number'], ['text'], ['number', 'text'], ['boolean'], ['text', 'date'], ['number'], ['text']],
  );
});

test('GET /api/projects/{project}/fields hides private fields, and lists 1,000 fields', async () => {
  const key = await service.project('wide', ['settings', 'items:write']);
  const wide = (from: number) =>
    Object.fromEntries(
      Array.from({ length: limits.listedFieldsMax / 2 }, (_, i) => [
        `w${String(from + i).padStart(4, '0')}`,
        1,
      ]),
    );
  await add('wide', key, [item('a', wide(0)), item('b', { ...wide(limits.listedFieldsMax / 2), margin: 3 })]);
  const before = await fields('wide', key);
  assert.ok(before.total > limits.listedFieldsMax);
  assert.equal(before.fields.length, limits.listedFieldsMax);
  assert.ok(before.fields.some(({ field }) => field === 'margin'));
  const all = await service.project('wide', ['settings', 'private']);
  const { status } = await service.ask('PUT', '/api/projects/wide/settings', {
    key: all,
    body: { items: { privateFields: ['margin'] } },
  });
  assert.equal(status, 200);
  const after = await fields('wide', key);
  assert.equal(after.total, before.total - 1);
  assert.equal((await fields('wide', all)).total, before.total);
  assert.ok(after.fields.every(({ field }) => field !== 'margin'));
});
