import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Changes take `active` as files do; new items take true or false. */
let service: LocalService;
let key = '';
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop');
  const data = ['a', 'b'].map((id) => item(id));
  assert.equal((await ask('POST', '/api/items', { project: 'shop', data })).status, 201);
});
after(() => service[Symbol.asyncDispose]());

const ask = (method: string, path: string, body?: unknown) =>
  service.ask(method, path, { key, ...(body === undefined ? {} : { body }) });
const readActive = async (id: string): Promise<unknown> =>
  ((await ask('GET', `/api/items/${id}?by=id&project=shop`)).body['item'] as Record<string, unknown>)[
    'active'
  ];

const ways: Readonly<Record<string, (active: unknown) => Promise<{ status: number; body: object }>>> = {
  'PUT /api/items/{id}': (active) => ask('PUT', '/api/items/a?by=id&project=shop', { data: { active } }),
  'POST /api/items/update': (active) =>
    ask('POST', '/api/items/update', { project: 'shop', data: [{ id: 'a', active }] }),
  'POST /api/items/update-by-filter': (active) =>
    ask('POST', '/api/items/update-by-filter?wait=30', {
      project: 'shop',
      filters: 'id:a',
      changes: { active },
    }),
};

for (const [name, change] of Object.entries(ways))
  test(`${name} takes 1, 0, yes, no, true and false as active`, async () => {
    for (const [sent, stored] of [
      [0, false],
      [1, true],
      ['no', false],
      ['YES', true],
      ['0', false],
      [' true ', true],
      ['nein', false],
      ['1', true],
      [false, false],
      [true, true],
    ] as const) {
      const { status, body } = await change(sent);
      assert.ok(status < 300, JSON.stringify(body));
      assert.equal(await readActive('a'), stored, JSON.stringify(sent));
    }
    for (const wrong of ['maybe', 2, '', {}, []]) {
      assert.match(
        JSON.stringify((await change(wrong)).body),
        /active must be true or false/,
        JSON.stringify(wrong),
      );
      assert.equal(await readActive('a'), true);
    }
    await change(null);
    assert.equal(await readActive('a'), undefined);
  });

test('the change of active by a text takes an item out of searches at once', async () => {
  const listed = async (): Promise<unknown> => (await ask('GET', '/search/shop?q=')).body['total'];
  assert.equal(await listed(), 2);
  await ask('PUT', '/api/items/b?by=id&project=shop', { data: { active: 'no' } });
  assert.equal(await listed(), 1);
});
