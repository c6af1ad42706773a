import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

interface Preview {
  readonly total: number;
  readonly added: number;
  readonly items: readonly { readonly id: string }[];
  readonly errors?: readonly { readonly path: string }[];
}

let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'items:write', 'settings']);
  const data = [
    item('chair', { name: 'Oak chair' }),
    item('stool', { name: 'Elm stool' }),
    item('both', { name: 'Chair and stool' }),
    item('lamp', { name: 'Desk lamp' }),
  ];
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
});
after(() => service[Symbol.asyncDispose]());

async function preview(q: string, to: readonly string[], more: object = {}): Promise<Preview> {
  const synonyms = [{ kind: 'oneWay', from: q, to }];
  const path = '/api/projects/shop/synonyms/preview';
  const { body } = await service.ask('POST', path, { key, body: { q, synonyms, ...more } });
  return body as unknown as Preview;
}

test('POST /api/projects/:project/synonyms/preview counts the items that are found in addition', async () => {
  const { total, added, items } = await preview('chair', ['stool']);
  assert.deepEqual([total, added, items.map(({ id }) => id)], [2, 1, ['stool']], 'one has both words');
  const found = await preview('seat', ['stool', 'chair'], { limit: 1 });
  assert.deepEqual([found.total, found.added, found.items.length], [0, 3, 1]);
});

test('it does not count what searches list in place of a match, nor corrections of the new words', async () => {
  const words = await preview('desk seat', ['wardrobe']);
  assert.deepEqual([words.total, words.added], [0, 0], 'the lamp has one of two words');
  assert.equal((await preview('seat', ['chiar'])).added, 0, 'no item has the synonym');
});

test('it stores nothing, and refuses synonyms that the project could not have', async () => {
  const path = '/api/projects/shop/synonyms';
  const settings = await service.ask<{ synonyms: unknown[] }>('GET', path, { key });
  assert.deepEqual(settings.body.synonyms, []);
  const stored = [{ kind: 'oneWay', from: 'sofa', to: ['stool'] }];
  await service.ask('PUT', path, { key, body: { synonyms: stored } });
  const { errors } = await preview('sofa', ['stool']);
  assert.match(errors?.[0]?.path ?? '', /^synonyms\[0\]/);
  const weak = await service.project('weak', ['search']);
  const body = { q: 'sofa', synonyms: stored };
  const refused = await service.ask('POST', '/api/projects/weak/synonyms/preview', { key: weak, body });
  assert.equal(refused.status, 403);
});
