import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

interface Preview {
  readonly total: number;
  readonly items: readonly { readonly id: string }[];
  readonly notPreviewed: readonly string[];
  readonly errors?: readonly { readonly path: string }[];
}

let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'items:write', 'settings']);
  const data = [
    item('oak', { name: 'Oak chair', price: 90, stock: 0 }),
    item('elm', { name: 'Elm chair', price: 50, stock: 5 }),
    item('ash', { name: 'Ash chair', price: 70, stock: 5 }),
    item('sofa', { name: 'Sofa', description: 'Softer than a chair', price: 500, stock: 5 }),
  ];
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
});
after(() => service[Symbol.asyncDispose]());

const path = '/api/projects/shop/settings';
const preview = async (q: string, search: object, more: object = {}) =>
  (await service.ask<Preview>('POST', `${path}/preview`, { key, body: { q, settings: { search }, ...more } }))
    .body;
const listIds = ({ items }: Preview): string[] => items.map(({ id }) => id);

test('a preview is the search that follows once the settings are stored', async () => {
  const changes = [
    { customRanking: [{ field: 'price', order: 'asc' }], textScoreTolerance: 1 },
    { soldOutLast: 'always', customRanking: [{ field: 'price', order: 'desc' }] },
    { synonyms: [{ kind: 'equivalent', words: ['chair', 'sofa'] }] },
    { typos: { enabled: false } },
  ];
  for (const search of changes) {
    const q = 'typos' in search ? 'chiar' : 'chair';
    const before = await service.ask('GET', `/search/shop?q=${q}`, { key });
    const previewed = await preview(q, search);
    assert.deepEqual(previewed.notPreviewed, []);
    const put = await service.ask('PUT', path, { key, body: { search } });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    const after = await service.ask<Preview>('GET', `/search/shop?q=${q}`, { key });
    // A preview lists no popular items where nothing matches.
    const expected = after.body.total === 0 ? [] : listIds(after.body);
    assert.deepEqual([previewed.total, listIds(previewed)], [after.body.total, expected]);
    const reset = Object.fromEntries(Object.keys(search).map((name) => [name, null]));
    assert.deepEqual(listIds(await preview(q, reset)), listIds(before.body as unknown as Preview));
    await service.ask('PUT', path, { key, body: { search: reset } });
  }
});

test('it names the changes that need another index', async () => {
  const { notPreviewed, total } = await preview('chair', {
    languages: ['de'],
    unsearchableFields: ['colour'],
  });
  assert.deepEqual(notPreviewed.toSorted(), [
    'settings.search.languages',
    'settings.search.unsearchableFields',
  ]);
  assert.equal(total, 4, 'the index is that of the stored settings');
});

test('it refuses what cannot be stored, with the place, and callers without the scope', async () => {
  const { errors } = await preview('chair', { typos: { minLengthOneTypo: 8, minLengthTwoTypos: 4 } });
  assert.match(errors?.[0]?.path ?? '', /^search\.typos\./);
  const wrong = await preview('chair', { soldOutLast: 'sometimes' });
  assert.equal(wrong.errors?.[0]?.path, 'settings.search.soldOutLast');
  const weak = await service.project('weak', ['search']);
  const body = { q: 'chair', settings: { search: {} } };
  const refused = await service.ask('POST', '/api/projects/weak/settings/preview', { key: weak, body });
  assert.equal(refused.status, 403);
});
