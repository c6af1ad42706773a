import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { refusal, type Found } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Explanations for merchandisers: why an item is missing, and why it has its position. */
let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start();
  key = await service.project('why');
  const data = [
    item('oak', { name: 'Oak chair', price: 90, color: 'brown' }),
    item('elm', { name: 'Elm chair', price: 40 }),
    item('tee-S', { name: 'Tee', size: 'S', groupId: 'tee' }),
    item('tee-M', { name: 'Tee', size: 'M', groupId: 'tee' }),
    item('off', { name: 'Oak stool', active: false }),
    item('lamp', { name: 'Desk light', sku: 'LX 40/2' }),
  ];
  await service.ask('POST', '/api/items', { key, body: { project: 'why', data } });
});
after(() => service[Symbol.asyncDispose]());

test('GET /search/:project/why-not returns all reasons for a missing item, and the position of a listed one', async () => {
  interface WhyNot {
    readonly item: string;
    readonly listed: boolean;
    readonly position: number | null;
    readonly total: number;
    readonly reasons: readonly { readonly code: string; readonly text: string }[];
    readonly words: readonly { readonly word: string; readonly found: boolean }[];
    readonly ranking: { readonly reasons: readonly string[] } | null;
  }
  const why = async (asked: string): Promise<WhyNot> =>
    (await service.ask<WhyNot>('GET', `/search/why/why-not?${asked}`, { key })).body;

  const listed = await why('item=oak&q=oak%20chair');
  assert.deepEqual([listed.item, listed.listed, listed.position, listed.total], ['oak', true, 1, 2]);
  assert.deepEqual(listed.reasons, [{ code: 'listed', text: 'Position 1 of 2' }]);
  assert.deepEqual(listed.words, [
    { word: 'oak', found: true },
    { word: 'chair', found: true },
  ]);
  assert.equal(listed.ranking?.reasons[0], 'All 2 words match');

  const filtered = await why(
    `item=oak&q=chair&filters=${encodeURIComponent('price < 50 AND color:brown AND NOT EXISTS name')}`,
  );
  assert.equal(filtered.listed, false);
  assert.deepEqual(
    filtered.reasons.map(({ text }) => text),
    ['Does not match the filter `price < 50`', 'Does not match the filter `NOT EXISTS name`'],
  );
  const none = await why('item=elm&q=zebra');
  assert.deepEqual(none.reasons, [{ code: 'words', text: 'Does not contain “zebra”' }]);
  const variant = await why('item=tee-M&q=tee');
  assert.equal(variant.position, 1);
  assert.deepEqual(
    variant.reasons.map(({ code }) => code),
    ['variant'],
  );
  const off = await why('item=off&q=oak');
  assert.deepEqual(
    off.reasons.map(({ code }) => code),
    ['inactive'],
  );
  assert.equal(
    refusal(await service.ask('GET', '/search/why/why-not?item=nothing', { key })),
    '404 item_not_found',
  );
  assert.equal(
    refusal(await service.ask('GET', '/search/why/why-not?q=oak', { key })),
    '400 invalid_request item',
  );
});

test('GET /search falls back to popular items without results, with a label, and only if enabled', async () => {
  const ask = async (q: string) => (await service.ask<Found>('GET', `/search/why?q=${q}`, { key })).body;
  const popular = await ask('zebra');
  assert.deepEqual([popular.total, popular['fallback'], popular.items.length], [0, 'popular', 4]);
  const filtered = await ask(`zebra&filters=${encodeURIComponent('price < 50 AND EXISTS price AND size:M')}`);
  assert.deepEqual(
    filtered.items.map(({ id }) => id),
    ['tee-M'],
  );
  assert.deepEqual((await ask('zebra&offset=1')).items, []);
  assert.deepEqual(
    [(await ask('zebra&filters=price%3C0'))['fallback'], (await ask('oak'))['fallback']],
    [null, null],
  );
  const settings = await service.project('quiet', ['search', 'items:write', 'settings']);
  const body = { search: { zeroResultsFallback: 'none' } };
  await service.ask('POST', '/api/items', { key: settings, body: { project: 'quiet', data: item('a') } });
  await service.ask('PUT', '/api/projects/quiet/settings', { key: settings, body });
  const quiet = await service.ask<Found>('GET', '/search/quiet?q=zebra', { key: settings });
  assert.deepEqual([quiet.body.items, quiet.body['fallback']], [[], null]);
});

test('GET /search with explain returns the reasons for the ranking', async () => {
  const { body } = await service.ask<Found>('GET', '/search/why?q=oakk%20chair&explain=true', { key });
  const { reasons } = body.items[0]!['_ranking'] as { reasons: string[] };
  assert.equal(reasons[0], 'All 2 words match');
  assert.ok(reasons.includes('“oakk” matches “oak” with one typo in the name'), reasons.join('; '));
});

test('`explain` and why-not report that the query is an identifier of the item', async () => {
  const { body } = await service.ask<Found>('GET', '/search/why?q=lx402&explain=true', { key });
  const [first] = body.items;
  assert.equal(first?.id, 'lamp');
  const ranking = first?.['_ranking'] as { reasons: string[] } | undefined;
  assert.equal(ranking?.reasons[0], 'The query equals its `sku`');
  assert.deepEqual([body.total, body['correctedQuery'], body['fallback']], [1, null, null]);
  const why = await service.ask<{ reasons: { code: string; text: string }[] }>(
    'GET',
    '/search/why/why-not?q=lx402&item=lamp',
    { key },
  );
  assert.deepEqual(why.body.reasons, [
    { code: 'listed', text: 'Position 1 of 1, the query equals its `sku`' },
  ]);
});
