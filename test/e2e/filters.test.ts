import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids, refusal, type Found, type Problem } from '../support/http.ts';
import { RunningService, item } from '../support/service.ts';

/** Filters over HTTP: what each form of condition finds, and how a wrong one is told. */
let service: RunningService;
let key = '';

const shelf = [
  item('coat', {
    variants: [
      { color: 'blue', size: 'XXL', stock: 0 },
      { color: 'red', size: 'S', stock: 2 },
    ],
  }),
  item('cape', {
    variants: [
      { color: 'blue', size: 'S', stock: 3 },
      { color: 'red', size: 'XXL', stock: 1 },
    ],
  }),
  item('hat', { variants: { color: 'blue', size: 'XXL', stock: 5 } }),
  item('sock', {}),
];

before(async () => {
  service = await RunningService.start();
  key = await service.project('shop');
  const answer = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data: shelf } });
  assert.equal(answer.status, 201);
});
after(() => service[Symbol.asyncDispose]());

const search = (filters: string) =>
  service.ask<Found>('GET', `/search/shop?filters=${encodeURIComponent(filters)}`, { key });

async function finds(filters: string, expected: readonly string[]): Promise<void> {
  const { status, body } = await search(filters);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([ids(body).sort(), body.total], [[...expected].sort(), expected.length], filters);
}

/** `filters` is refused at this place of it. */
async function refuses(filters: string, position: number): Promise<void> {
  const answer = await search(filters);
  assert.equal(refusal(answer), '400 invalid_filter filters', filters);
  assert.equal((answer.body as unknown as Problem)['position'], position, filters);
}

test('`list.{...}` finds items of which one element does it all', async () => {
  await finds('variants.color:blue AND variants.size:XXL', ['coat', 'cape', 'hat']);
  await finds('variants.{color:blue AND size:XXL}', ['coat', 'hat']);
  await finds('variants.{color:blue AND size:XXL AND stock > 0}', ['hat']);
  await finds('variants.{NOT color:blue}', ['coat', 'cape']);
  await finds('NOT variants.{color:blue AND stock > 0}', ['coat', 'sock']);
  await finds('variants.{(color:red OR size:S) AND stock:2 TO 3}', ['coat', 'cape']);
});

test('`list.{...}` that does not parse is told with its position, and nests at most 20 levels', async () => {
  await refuses('variants.{color:blue', 20);
  await refuses('variants.{}', 10);
  await refuses('variants.{color:blue}}', 21);
  const nested = (levels: number) => `${'a.{'.repeat(levels)}b:1${'}'.repeat(levels)}`;
  await finds(nested(20), []);
  await refuses(nested(21), 63);
});
