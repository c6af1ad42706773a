import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createClient } from './index.ts';

it('a client sends the newest token of each log it wrote to, the last sixteen', async () => {
  const tokens: (string | null)[] = ['shop.7', 'control.2', 'shop.9', 'shop.8', null];
  const sent: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    sent.push(new Headers(init?.headers).get('x-vitrine-after'));
    const token = tokens.shift() ?? null;
    return new Response('{}', { headers: token === null ? {} : { 'x-vitrine-after': token } });
  };
  const client = createClient({ url: 'http://service', key: 'vtr_test', fetch });
  for (let requests = 0; requests < 5; requests++) await client.search('shop');
  assert.deepEqual(sent, [null, 'shop.7', 'shop.7,control.2', 'control.2,shop.9', 'control.2,shop.9']);
  for (let log = 0; log < 20; log++) tokens.push(`log${log}.1`);
  for (let requests = 0; requests < 21; requests++) await client.search('shop');
  assert.equal(sent.at(-1), Array.from({ length: 16 }, (_, at) => `log${at + 4}.1`).join(','));
});
