import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import { limits } from '../../src/ports/limits.ts';
import type { Problem } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';
import { costlyPollMs, until } from '../support/until.ts';

/** How facets are shown: settings, rules, selected values, keys with restrictions, several facets searched at once. */
interface Facet {
  readonly name?: string;
  readonly values: readonly { readonly value: string; readonly count: number; readonly selected?: true }[];
  readonly distinct: number;
  readonly fallback?: string | null;
}
interface Faceted {
  readonly facets: Readonly<Record<string, Facet>>;
  readonly facetOrder: readonly string[];
  readonly rules?: readonly string[];
}

let service: LocalService;
let key = '';
let restricted = '';
let filtered = '';

const sizes = ['XS', 'S', 'M', 'L', 'XL', '3XL', ...Array.from({ length: 60 }, (_, i) => String(30 + i))];

before(async () => {
  service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
  key = await service.project('shop', ['search', 'items:write', 'settings', 'private']);
  restricted = await service.project('shop', ['search']);
  // The smaller a size, the fewer items have it.
  const data = sizes.flatMap((size, i) =>
    Array.from({ length: i + 1 }, (_, no) =>
      item(`${size}-${no}`, {
        size,
        brand: ['Nike', 'Puma', 'Asics'][no % 3],
        category: i < 6 ? 'Clothes' : 'Shoes',
        weight: `${100 - i} g`,
        margin: `margin ${no % 4}`,
        ...(size === 'XS' ? { material: 'hemp' } : {}),
      }),
    ),
  );
  for (let start = 0; start < data.length; start += 1000) {
    const body = { project: 'shop', data: data.slice(start, start + 1000) };
    assert.equal((await service.ask('POST', '/api/items', { key, body })).status, 201);
  }
  const headers = await service.signIn();
  const made = await service.ask<{ key: string }>('POST', '/admin/keys', {
    body: { projects: ['shop'], scopes: ['search'], filter: 'NOT size:XS' },
    headers,
  });
  filtered = made.body.key;
});
after(() => service[Symbol.asyncDispose]());

const change = <T = { task: unknown }>(facets: unknown, more: object = {}): Promise<Answer<T>> =>
  service.ask<T>('PUT', '/api/projects/shop/settings', { key, body: { search: { facets }, ...more } });
const set = async (facets: unknown): Promise<void> => {
  const { status, body } = await change(facets);
  assert.deepEqual([status, body.task], [200, null], 'active at once, without a rebuild of the index');
};
/** Private fields are not searchable, so that the index changes with them. */
const rebuilt = (): Promise<void> =>
  until('The index is not rebuilt', async () => {
    const { body } = await service.ask<{ task: unknown }>('GET', '/api/projects/shop/settings', { key });
    return body.task === null;
  });
const rules = async (list: readonly object[]): Promise<void> => {
  const { status } = await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules: list } });
  assert.equal(status, 200);
};
const search = async (body: object, as = key): Promise<Faceted> => {
  const answer = await service.ask<Faceted>('POST', '/search/shop', { key: as, body: { limit: 0, ...body } });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const shown = (facet: Facet | undefined): string =>
  (facet?.values ?? []).map(({ value, count, selected }) => `${value} ${count}${selected ? '*' : ''}`).join();

test('the order, limit, first and hidden values of a setting apply, and a request precedes order and limit', async () => {
  await set([
    {
      field: 'size',
      name: 'Size',
      order: 'size',
      limit: 5,
      first: ['89', 'none', 'xl'],
      hiddenValues: ['S'],
    },
  ]);
  const { facets, facetOrder } = await search({ facets: ['size'] });
  assert.equal(shown(facets['size']), '89 66,XL 5,XS 1,M 3,L 4');
  assert.deepEqual([facets['size']?.name, facets['size']?.distinct], ['Size', sizes.length - 1]);
  assert.deepEqual(facetOrder, ['size']);
  const asked = await search({ facets: ['size(order=count,limit=2)'] });
  assert.equal(shown(asked.facets['size']), '89 66,88 65');
  assert.equal(
    shown((await search({ facets: ['weight(order=number)'] })).facets['weight']).split(',')[0],
    '35 g 66',
  );
  const inAddress = await service.ask<Faceted>('GET', '/search/shop?limit=0&facets=size', { key });
  assert.deepEqual(inAddress.body.facets, facets);
});

test('values that the filter names stay, however rare, hidden or absent, and are marked', async () => {
  await set([{ field: 'size', hiddenValues: ['XS'] }]);
  const disjunctive = await search({
    facets: ['size:2'],
    disjunctive: ['size'],
    filters: 'size IN [XS, S, 300] AND brand:Nike',
  });
  assert.equal(shown(disjunctive.facets['size']), 'S 1*,XS 1*,300 0*');
  const { facets } = await search({
    facets: ['size:1', 'brand:1'],
    filters: 'size:XS AND (brand:Puma OR brand:Nike)',
  });
  assert.equal(shown(facets['size']), 'XS 1*');
  assert.equal(shown(facets['brand']), 'Nike 1*,Puma 0*');
  assert.equal(shown((await search({ facets: ['size:0'], filters: 'size:XS' })).facets['size']), '');
});

test('`*` shows pinned facets first where matches have them, never hidden ones, and keeps selected ones', async () => {
  await set([
    { field: 'brand' },
    { field: 'material', display: 'pinned' },
    { field: 'size', display: 'pinned' },
    { field: 'margin', display: 'hidden' },
  ]);
  const all = await search({ facets: ['*'] });
  assert.deepEqual(all.facetOrder.slice(0, 3), ['material', 'size', 'brand']);
  assert.ok(!('margin' in all.facets));
  const shoes = await search({ facets: ['*:2'], filters: 'category:Shoes AND brand:Nike' });
  assert.deepEqual(new Set(shoes.facetOrder), new Set(['brand', 'category']));
  assert.ok('margin' in (await search({ facets: ['margin', '*'] })).facets, 'a named facet is counted');
});

test('settings of a category apply where the filter has it, whatever its notation', async () => {
  await set([
    { field: 'weight', when: { filters: 'category:"Shoes"' }, name: 'Shoe weight', order: 'number' },
    { field: 'size', when: { filters: 'category:Clothes' }, order: 'size', name: 'Dress size' },
    { field: 'size', order: 'number', name: 'Size' },
    { field: 'brand' },
  ]);
  const facets = ['other', 'brand', 'size:1', 'weight:1'];
  const clothes = await search({ facets, filters: '(category:clothes) AND price > 1' });
  assert.deepEqual(clothes.facetOrder, ['size', 'brand', 'weight']);
  assert.deepEqual([clothes.facets['size']?.name, shown(clothes.facets['size'])], ['Dress size', 'XS 1']);
  const shoes = await search({ facets, filters: 'category:Shoes' });
  assert.deepEqual(shoes.facetOrder, ['weight', 'size', 'brand']);
  assert.deepEqual([shoes.facets['weight']?.name, shown(shoes.facets['weight'])], ['Shoe weight', '35 g 66']);
  assert.equal(shoes.facets['size']?.name, 'Size');
});

test('a rule shows facets first, the first acting one wins, and keys without it do not see its private fields', async () => {
  await set([{ field: 'brand', display: 'pinned' }]);
  await rules([
    { id: 'summer', when: { query: 'item' }, facets: ['weight', 'size'] },
    { id: 'other', facets: ['category'] },
  ]);
  const facets = ['category', 'brand', 'size', 'weight'];
  const ruled = await search({ q: 'item', facets, sort: ['price:asc'] });
  assert.deepEqual(ruled.facetOrder, ['weight', 'size', 'brand', 'category']);
  assert.deepEqual(ruled.rules, ['summer', 'other']);
  assert.deepEqual((await search({ facets })).facetOrder, ['category', 'brand', 'size', 'weight']);
  assert.deepEqual((await search({ facets, enableRules: false })).facetOrder, [
    'brand',
    'category',
    'size',
    'weight',
  ]);
  assert.equal((await search({ q: 'item', facets: ['*'] })).facetOrder[0], 'weight');
  const { body } = await service.ask<{ warnings: { code: string; path: string }[] }>(
    'PUT',
    '/api/projects/shop/rules',
    {
      key,
      body: {
        rules: [
          { id: 'a', facets: ['size'] },
          { id: 'b', facets: ['brand'] },
        ],
      },
    },
  );
  assert.deepEqual(
    body.warnings.map(({ code, path }) => [code, path]),
    [['facets_unused', 'rules[1].facets']],
  );
  await rules([]);
});

test('private fields are named neither by settings nor by rules, and items out of sight add no value', async () => {
  const facets = [
    { field: 'margin', name: 'Secret', display: 'pinned', first: ['margin 3'] },
    { field: 'size', order: 'size', first: ['XS'], limit: 2 },
  ];
  await change(facets, { items: { privateFields: ['margin'] } });
  await rebuilt();
  await rules([{ id: 'secret', facets: ['margin'] }]);
  for (const asked of [['*'], ['margin', 'size', '*'], ['size', 'margin']]) {
    const reply = await search({ facets: asked }, restricted);
    assert.doesNotMatch(JSON.stringify(reply.facetOrder), /margin/);
    assert.doesNotMatch(JSON.stringify(reply.facets), /Secret|margin \d/);
    assert.equal('margin' in reply.facets, asked.includes('margin'));
  }
  const values = await service.ask<Faceted>('POST', '/search/shop/facets', {
    key: restricted,
    body: { fields: ['margin', 'size'], facetQuery: '3' },
  });
  assert.deepEqual(values.body.facets['margin'], { values: [], distinct: 0, fallback: null });
  assert.deepEqual(values.body.facetOrder, ['size']);
  const conditional = [{ field: 'size', name: 'Known', when: { filters: 'margin:"margin 1"' } }];
  await set(conditional);
  const probe = await search({ facets: ['size'], filters: 'margin:"margin 1" OR size:M' }, restricted);
  assert.equal(probe.facets['size']?.name, undefined);
  await set([facets[1]]);
  assert.equal(shown((await search({ facets: ['size'] })).facets['size']), 'XS 1,S 2');
  assert.equal(shown((await search({ facets: ['size'] }, filtered)).facets['size']), 'S 2,M 3');
  await rules([]);
  await change([], { items: { privateFields: [] } });
  await rebuilt();
});

test('POST /search/{project}/facets searches several facets, by field and in display order', async () => {
  await set([
    { field: 'size', order: 'size', name: 'Size' },
    { field: 'brand', first: ['Puma'] },
  ]);
  const ask = <T = Faceted>(body: object) =>
    service.ask<T>('POST', '/search/shop/facets', {
      key,
      body: { fields: ['brand', 'size', 'color'], ...body },
    });
  const all = (await ask({ limit: 3 })).body;
  assert.deepEqual(Object.keys(all.facets), ['size', 'brand', 'color']);
  assert.deepEqual(all.facetOrder, ['size', 'brand']);
  assert.equal(shown(all.facets['size']), 'XS 1,S 2,M 3');
  assert.match(shown(all.facets['brand']), /^Puma \d+,Nike \d+,Asics \d+$/);
  const typed = (await ask({ facetQuery: 'x', filters: 'category:Clothes' })).body;
  assert.deepEqual(typed.facetOrder, ['size']);
  assert.equal(shown(typed.facets['size']), 'XS 1,XL 5,3XL 6');
  const one = await service.ask<Facet>('POST', '/search/shop/facets/size', {
    key,
    body: { facetQuery: 'x', filters: 'category:Clothes' },
  });
  assert.deepEqual(one.body, typed.facets['size']);
  const fuzzy = (await ask({ facetQuery: 'pumo' })).body;
  assert.deepEqual([fuzzy.facets['brand']?.fallback, fuzzy.facetOrder], ['corrected', ['brand']]);
  const filters = 'brand:Nike AND category:Clothes';
  assert.equal(shown((await ask({ filters, facetQuery: 'p' })).body.facets['brand']), '');
  const open = (await ask({ filters, disjunctive: ['brand'] })).body;
  assert.match(shown(open.facets['brand']), /^Puma \d+,Nike \d+\*,Asics \d+$/);
  const bad: [object, string][] = [
    [{ fields: [] }, 'fields'],
    [{ fields: Array.from({ length: limits.facetSearchFieldsMax + 1 }, (_, i) => `f${i}`) }, 'fields'],
    [{ fields: ['f'.repeat(limits.fieldNameLengthMax + 1)] }, 'fields[0]'],
    [{ disjunctive: ['brand', 'weight'] }, 'disjunctive[1]'],
    [{ limit: limits.facetValuesMax + 1 }, 'limit'],
    [{ facetQuery: 'q'.repeat(limits.queryLengthMax + 1) }, 'facetQuery'],
  ];
  for (const [body, path] of bad) {
    const answer = await ask<Problem>(body);
    assert.deepEqual(
      [answer.status, answer.body.errors?.[0]?.path],
      [400, path],
      JSON.stringify(answer.body),
    );
  }
  const most = Array.from({ length: limits.facetSearchFieldsMax }, (_, i) => `f${i}`);
  assert.equal((await ask({ fields: most, limit: limits.facetValuesMax })).status, 200);
});

test('facet settings that are not valid are rejected with the path of each error, and nothing changes', async () => {
  await set([{ field: 'brand', name: 'Brand' }]);
  const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `value ${i}`);
  const bad: [unknown, string, string][] = [
    [[{ field: 'a', order: 'alphabetical' }], 'search.facets[0].order', 'not_allowed'],
    [[{ field: 'a' }, { field: 'b' }, { field: 'a' }], 'search.facets[2].field', 'duplicate'],
    [
      [
        { field: 'a', when: { filters: 'x:1 AND y:2' } },
        { field: 'a', when: { filters: 'x:1 AND y:2', collection: 'c' } },
        { field: 'a', when: { filters: '(y:2) AND x:1' } },
      ],
      'search.facets[2].field',
      'duplicate',
    ],
    [[{ name: 'A' }], 'search.facets[0].field', 'required'],
    [[{ field: ' ' }], 'search.facets[0].field', 'too_short'],
    [[{ field: 'a', when: { filters: 'x:' } }], 'search.facets[0].when.filters', 'syntax'],
    [[{ field: 'a', when: { category: 'x' } }], 'search.facets[0].when.category', 'unknown'],
    [[{ field: 'a', display: 'first' }], 'search.facets[0].display', 'not_allowed'],
    [[{ field: 'a', limit: 0 }], 'search.facets[0].limit', 'out_of_range'],
    [[{ field: 'a', limit: limits.facetValuesDefault + 1 }], 'search.facets[0].limit', 'out_of_range'],
    [[{ field: 'a', first: ['x', 'x'] }], 'search.facets[0].first', 'duplicate'],
    [[{ field: 'a', first: ['y', 'x'], hiddenValues: ['X'] }], 'search.facets[0].first[1]', 'contradiction'],
    [[{ field: 'a', first: many(limits.facetFirstValuesMax + 1) }], 'search.facets[0].first', 'too_many'],
    [
      [{ field: 'a', hiddenValues: many(limits.facetHiddenValuesMax + 1) }],
      'search.facets[0].hiddenValues',
      'too_many',
    ],
    [
      [{ field: 'a', first: ['v'.repeat(limits.facetValueLengthMax + 1)] }],
      'search.facets[0].first[0]',
      'too_long',
    ],
    [[{ field: 'a', name: 'n'.repeat(limits.facetNameLengthMax + 1) }], 'search.facets[0].name', 'too_long'],
    [many(limits.facetSettingsMax + 1).map((field) => ({ field })), 'search.facets', 'too_many'],
    ['brand', 'search.facets', 'type'],
  ];
  for (const [facets, path, code] of bad) {
    const { status, body } = await change<Problem>(facets);
    assert.deepEqual(
      [status, body.errors?.[0]?.path, body.errors?.[0]?.code],
      [400, path, code],
      JSON.stringify(body),
    );
  }
  assert.equal((await search({ facets: ['brand'] })).facets['brand']?.name, 'Brand');
  const rule = (facets: unknown) =>
    service.ask<Problem>('PUT', '/api/projects/shop/rules', { key, body: { rules: [{ id: 'r', facets }] } });
  for (const facets of [[], 'size', ['a', 'a'], ['']]) {
    const { status, body } = await rule(facets);
    assert.equal(status, 400);
    assert.match(body.errors[0]!.path, /^rules\[0\]\.facets/);
  }
  const orders = await service.ask<Problem>('GET', '/search/shop?facets=brand(order=rank)', { key });
  assert.deepEqual([orders.status, orders.body.errors[0]?.path], [400, 'facets[0]']);
  await set(
    many(limits.facetSettingsMax).map((field) => ({
      field,
      first: many(limits.facetFirstValuesMax).slice(0, 5),
      limit: limits.facetValuesDefault,
    })),
  );
  await set(null);
});

test('facets keep their settings in multi-search', async () => {
  await set([{ field: 'size', order: 'size', name: 'Size' }]);
  const { status, body } = await service.ask<{ results: Faceted[] }>('POST', '/search', {
    key,
    body: {
      project: 'shop',
      searches: [{ facets: ['size:2'] }, { facets: ['brand', 'size:1'], filters: 'size:M' }],
    },
  });
  assert.equal(status, 200);
  assert.deepEqual(
    body.results.map(({ facets, facetOrder }) => [shown(facets['size']), facetOrder]),
    [
      ['XS 1,S 2', ['size']],
      ['M 3*', ['size', 'brand']],
    ],
  );
});

test('POST /image-search/{project} shows the facets of settings and rules first', async () => {
  const own = await service.project('photos', ['search', 'items:write', 'settings']);
  const imgs = `data:image/jpeg;base64,${readGroceryPicture('leek').toString('base64')}`;
  const data = [
    item('a', { imgs, category: 'Shoes', size: 'M', brand: 'Nike' }),
    item('b', { imgs, category: 'Shoes', size: 'S' }),
  ];
  await service.ask('POST', '/api/items', { key: own, body: { project: 'photos', data } });
  const found = async (more: object = {}) => {
    const body = { uploaded_file: imgs, facets: ['brand', 'size', 'category'], ...more };
    return (
      await service.ask<Faceted & { total: number }>('POST', '/image-search/photos', { key: own, body })
    ).body;
  };
  const order = async (more: object = {}) => (await found(more)).facetOrder;
  const put = (path: string, body: object) =>
    service.ask('PUT', `/api/projects/photos/${path}`, { key: own, body });
  await until('The pictures are not embedded', async () => (await found()).total === 2, costlyPollMs);
  assert.deepEqual(await order(), ['brand', 'size', 'category']);
  await put('settings', { search: { facets: [{ field: 'category', display: 'pinned' }] } });
  assert.deepEqual(await order(), ['category', 'brand', 'size']);
  await put('rules', { rules: [{ id: 'sizes', facets: ['size'] }] });
  assert.deepEqual(await order(), ['size', 'category', 'brand']);
  assert.deepEqual(await order({ enableRules: false }), ['category', 'brand', 'size']);
  assert.deepEqual(await order({ filters: 'size:S' }), ['size', 'category'], 'no item has a brand');
});
