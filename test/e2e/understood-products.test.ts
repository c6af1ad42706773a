import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

interface Found {
  readonly total: number;
  readonly fallback: string | null;
  readonly items: readonly { readonly id: string }[];
  readonly understood: readonly { readonly text: string; readonly filter: string; readonly as: string }[];
}

let service: LocalService;
let key: string;
before(async () => {
  service = await LocalService.start();
  key = await service.project('wear', ['search', 'items:write', 'settings']);
  const dresses = 'Luna Aurora Nova Stella Vega Mira Lyra Rigel Atria Capella Deneb Mimosa'
    .split(' ')
    .map((name, i) =>
      item(`d${i}`, {
        name: `Dress ${name}`,
        category: 'Women > Dresses',
        color: i % 2 === 0 ? 'red' : 'blue',
      }),
    );
  const products = [
    ...dresses,
    item('summer', {
      name: 'Summer Dress',
      category: 'Women > Dresses',
      color: 'red',
      description: 'For a wedding.',
    }),
    item('bride', { name: 'Wedding Dress', category: 'Women > Wedding dresses', color: 'white' }),
    ...['44', '46', '46'].map((size, i) =>
      item(`boot${i}`, { name: `Boots Alp ${'ABC'[i]}`, category: 'Shoes', color: 'black', size }),
    ),
    item('max', { name: 'Runner Max 46', category: 'Shoes', color: 'red', size: '41' }),
    item('coat', { name: 'Wool Coat', category: 'Coats', color: 'grey', size: '46' }),
    item('g1', { name: 'Mug', category: 'Home', tags: ['gift'], price: 12 }),
    item('g2', { name: 'Harmonica', category: 'Music', tags: ['gift'], price: 20 }),
    item('g3', { name: 'Gift Card', category: 'Cards', tags: ['gift'], price: 25 }),
    item('g4', { name: 'Telescope', category: 'Optics', tags: ['gift', 'new'], price: 300 }),
  ];
  const { status } = await service.ask('POST', '/api/items/import?project=wear', {
    key,
    headers: { 'content-type': 'application/x-ndjson' },
    body: products.map((product) => JSON.stringify(product)).join('\n'),
  });
  assert.equal(status, 200);
});
after(() => service[Symbol.asyncDispose]());

async function search(q: string): Promise<Found> {
  const { status, body } = await service.ask<Found>('POST', '/search/wear', {
    key,
    body: { q, understanding: 'filters', limit: 50 },
  });
  assert.equal(status, 200);
  return body;
}
const ids = ({ items }: Found): string[] => items.map(({ id }) => id);
const read = ({ understood }: Found): string[] =>
  understood.map(({ text, filter, as }) => `${text} ${as} ${filter}`);

test('what a query excludes is never a filter for it', async () => {
  for (const q of ['dress no red', 'dress except red', 'Dress ohne red', 'dress -red']) {
    const found = await search(q);
    assert.match(read(found).join(), /filter NOT color:red$/, q);
    assert.deepEqual(ids(found).toSorted(), ['bride', 'd1', 'd11', 'd3', 'd5', 'd7', 'd9'], q);
  }
  assert.deepEqual(read(await search('mug not over 15')), ['not over 15 filter price <= 15']);
  assert.deepEqual(read(await search('dress no red or white')), [
    'dress filter category:"Women > Dresses"',
    'no red filter NOT color:red',
    'or white filter NOT color:white',
  ]);
});

test('a category that is named hides no product outside that has all words', async () => {
  const found = await search('dress for a wedding');
  assert.equal(found.items[0]!.id, 'bride');
  assert.ok(found.understood.every(({ as }) => as === 'boost'));
  const plain = await search('dress');
  assert.deepEqual(read(plain), ['dress boost category:"Women > Dresses"']);
  assert.ok(ids(plain).includes('bride'));
  assert.equal(ids(plain).at(-1), 'bride', 'the category ranks first');
  assert.deepEqual(read(await search('coats')), ['coats filter category:Coats']);
});

test('a number that is a size of what was found is one, and a model stays a word', async () => {
  for (const q of ['boots 46', 'boots size 46']) {
    const found = await search(q);
    assert.deepEqual([ids(found), found.total], [['boot1', 'boot2'], 2], q);
    assert.match(read(found).at(-1)!, /46 filter size:"46"$/);
  }
  const model = await search('runner 46');
  assert.deepEqual([read(model), ids(model)[0]], [[], 'max']);
  assert.deepEqual(read(await search('46')), []);
});

test('words that no fitting product has order the list, and do not empty it', async () => {
  const found = await search('gift for him under 50');
  assert.deepEqual(read(found), ['gift filter tags:gift', 'under 50 filter price < 50']);
  assert.deepEqual([found.total, ids(found)[0]], [3, 'g3']);
  assert.deepEqual(ids(found).toSorted(), ['g1', 'g2', 'g3']);
  assert.equal(found.fallback, 'words_dropped');
});
