import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';

/** The setting `items.urlTemplate` in lists of searches and recommendations, and in feeds. */
let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start({});
  key = await service.project('shop', ['items:read', 'items:write', 'settings', 'search', 'recommend']);
});
after(async () => {
  await service[Symbol.asyncDispose]();
});

const ask = <T>(method: string, path: string, body?: unknown) =>
  service.ask<T>(method, path, { key, ...(body === undefined ? {} : { body }) });
const set = (settings: object) => ask('PUT', '/api/projects/shop/settings', settings);
interface Shown {
  readonly id: string;
  readonly url?: string;
}
const byId = (items: readonly Shown[]): unknown[] =>
  items.map(({ id, url }) => [id, url]).sort(([a], [b]) => (a! < b! ? -1 : 1));
async function found(parameters = ''): Promise<unknown[]> {
  const { body } = await ask<{ items: Shown[] }>('GET', `/search/shop?q=boot${parameters}`);
  return byId(body.items);
}

test('items without an address have that of the template in lists, cards and feeds', async () => {
  const item = (id: string, more: object = {}) => ({
    id,
    sku: id,
    name: `Boot ${id}`,
    description: '',
    imgs: [],
    price: 5,
    ...more,
  });
  const { status } = await ask('POST', '/api/items', {
    project: 'shop',
    data: [item('a 1'), item('b', { url: 'https://own.example/b' })],
  });
  assert.equal(status, 201);
  assert.deepEqual(await found(), [
    ['a 1', undefined],
    ['b', 'https://own.example/b'],
  ]);
  const template = 'https://shop.example/p/{id}';
  assert.equal((await set({ items: { urlTemplate: template } })).status, 200);
  const addresses = [
    ['a 1', 'https://shop.example/p/a%201'],
    ['b', 'https://own.example/b'],
  ];
  assert.deepEqual(await found(), addresses);
  assert.deepEqual(await found('&fields=url'), addresses);
  assert.deepEqual(await found('&fields=name'), [
    ['a 1', undefined],
    ['b', undefined],
  ]);
  const { body } = await ask<{ items: Shown[] }>('POST', '/rec/trendings', {
    index: 'shop',
  });
  assert.deepEqual(byId(body.items), addresses);
  // The stored item stays as it was sent.
  const stored = await ask<{ item: Shown }>('GET', '/api/items/a%201?by=id&project=shop');
  assert.equal(stored.body.item.url, undefined);
  await set({
    agents: {
      access: 'public',
      productUrl: 'https://agents.example/{id}',
      shopUrl: 'https://shop.example',
      countries: ['DE'],
    },
  });
  const feed = await fetch(`${service.url}/feeds/shop/google-merchant.xml`);
  const text = await feed.text();
  assert.match(
    text,
    /<g:link>https:\/\/shop\.example\/p\/a%201<\/g:link>|<link>https:\/\/shop\.example\/p\/a%201<\/link>/,
  );
  for (const wrong of ['/p/{id}', 'javascript:alert(1)', 5])
    assert.equal((await set({ items: { urlTemplate: wrong } })).status, 400);
});
