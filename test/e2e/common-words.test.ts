import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Found } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Common words of the language are not corrected to similar words of the catalog. */
let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop');
  const data = [
    item('glass', { name: 'Colored glass' }),
    item('yoghurt', { name: 'Mild yoghurt', description: 'Of whole milk.' }),
    item('soap', { name: 'Mild soap' }),
    item('bottle', { name: 'Drinks bottle' }),
  ];
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
});
after(() => service[Symbol.asyncDispose]());

const search = async (q: string): Promise<unknown[]> => {
  const { body } = await service.ask<Found>('GET', `/search/shop?q=${encodeURIComponent(q)}`, { key });
  return [body.items.map(({ id }) => id).join(' '), body['correctedQuery'], body['fallback']];
};

test('GET /search does not correct common words', async () => {
  assert.deepEqual(await search('something to keep drinks cold'), ['bottle', null, 'words_dropped']);
  assert.deepEqual(await search('milk'), ['yoghurt', null, null]);
});

test('GET /search corrects unknown words and reports the correction', async () => {
  assert.deepEqual(await search('yoghrut'), ['yoghurt', 'yoghurt', 'corrected']);
  assert.deepEqual(await search('coloed glass'), ['glass', 'colored glass', 'corrected']);
});
