import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filter } from '../../src/ports/search/filters.ts';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import { event, type OpenEngine, plain, seeded, Shop, textQuery } from './shop.ts';

const cups: JsonObject[] = [
  {
    id: 'a',
    name: 'Red tea cup',
    brand: 'Nordic',
    category: 'Home > Kitchen',
    price: 5,
    stock: 3,
    tags: ['new', 'gift'],
    onSale: true,
  },
  {
    id: 'b',
    name: 'Blue tea cup',
    brand: 'nordic',
    category: 'Home > Kitchen > Cups',
    price: 7.5,
    stock: 0,
    onSale: false,
  },
  { id: 'c', name: 'Tea towel', brand: 'Linen & Co', category: 'Home', price: 12, dims: { width: 40 } },
  {
    id: 'd',
    name: 'Garden chair',
    brand: 'Outside',
    category: 'Garden',
    price: 80,
    code: 'DV7-1211ea',
    popularity: 3,
  },
  { id: 'e', name: 'Hidden tea cup', brand: 'Nordic', active: false, price: 1 },
];

const equals = (field: string, value: string | number | boolean): Filter => ({
  kind: 'equals',
  field,
  value,
});
const not = (clause: Filter): Filter => ({ kind: 'not', clause });

/** Filters and the items of `cups` that match, as the port defines. */
const filters: readonly [title: string, filter: Filter, ids: string][] = [
  ['equals without regard to case', equals('brand', 'NORDIC'), 'ab'],
  ['equals with the levels below', equals('category', 'Home'), 'abc'],
  ['equals with a middle level', equals('category', 'home > kitchen'), 'ab'],
  ['equals any element of an array', equals('tags', 'gift'), 'a'],
  ['equals a number', equals('price', 7.5), 'b'],
  ['equals a number as text', equals('stock', '0'), 'b'],
  ['equals a boolean', equals('onSale', true), 'a'],
  ['equals a boolean as text', equals('onSale', 'false'), 'b'],
  ['equals what nothing has', equals('brand', 'None'), ''],
  ['equals a field that is not there', equals('nothing', 'x'), ''],
  ['not equals a field that is not there', not(equals('nothing', 'x')), 'abcd'],
  ['not, where some lack the field', not(equals('stock', 3)), 'bcd'],
  ['a dotted path', { kind: 'range', field: 'dims.width', min: 40 }, 'c'],
  ['a range', { kind: 'range', field: 'price', min: 7.5, max: 12 }, 'bc'],
  [
    'an open range',
    { kind: 'range', field: 'price', min: 7.5, max: 80, minExclusive: true, maxExclusive: true },
    'c',
  ],
  ['a range without an end', { kind: 'range', field: 'price', min: 8 }, 'cd'],
  ['exists', { kind: 'exists', field: 'stock' }, 'ab'],
  ['not exists', not({ kind: 'exists', field: 'stock' }), 'cd'],
  [
    'and',
    { kind: 'and', clauses: [equals('brand', 'nordic'), { kind: 'range', field: 'price', max: 6 }] },
    'a',
  ],
  ['or', { kind: 'or', clauses: [equals('brand', 'outside'), equals('id', 'a')] }, 'ad'],
  ['not or', not({ kind: 'or', clauses: [equals('brand', 'outside'), equals('brand', 'nordic')] }), 'c'],
];

const and = (one: Filter, other: Filter): Filter => ({ kind: 'and', clauses: [one, other] });
const shirts: JsonObject[] = [
  {
    id: 'a',
    name: 'Shirt',
    offers: [
      {
        color: 'blue',
        size: 'XXL',
        shops: [
          { town: 'Kiruna', stock: 0 },
          { town: 'Lund', stock: 4 },
        ],
      },
      { color: 'red', size: 'S' },
    ],
  },
  {
    id: 'b',
    name: 'Shirt',
    offers: [
      { color: 'blue', size: 'S', shops: [{ town: 'Kiruna', stock: 2 }] },
      { color: 'red', size: 'XXL' },
    ],
  },
  { id: 'c', name: 'Shirt', offers: { color: 'Blue', size: 'XXL', shops: { town: 'Lund', stock: 1 } } },
  { id: 'd', name: 'Shirt', offers: [] },
  { id: 'e', name: 'Shirt', color: 'blue', size: 'XXL' },
];
const oneOffer = (clause: Filter): Filter => ({ kind: 'element', list: 'offers', clause });
const oneShop = (clause: Filter): Filter => ({ kind: 'element', list: 'shops', clause });
const inStock: Filter = { kind: 'range', field: 'stock', min: 1 };
const elementFilters: readonly [title: string, filter: Filter, ids: string][] = [
  ['any elements, each for itself', and(equals('offers.color', 'blue'), equals('offers.size', 'XXL')), 'abc'],
  ['the same element', oneOffer(and(equals('color', 'blue'), equals('size', 'XXL'))), 'ac'],
  ['no such element', not(oneOffer(and(equals('color', 'blue'), equals('size', 'XXL')))), 'bde'],
  ['an element for which not', oneOffer(not(equals('color', 'blue'))), 'ab'],
  ['an element that lacks a field', oneOffer(not({ kind: 'exists', field: 'shops' })), 'ab'],
  ['a list in a list', oneOffer(oneShop(and(equals('town', 'Lund'), inStock))), 'ac'],
  [
    'a list by its whole path',
    { kind: 'element', list: 'offers.shops', clause: and(equals('town', 'kiruna'), inStock) },
    'b',
  ],
  ['both levels', oneOffer(and(equals('size', 'S'), oneShop(inStock))), 'b'],
  ['a list that nothing has', { kind: 'element', list: 'none', clause: not(equals('a', 'b')) }, ''],
];

/** The contract of `ports/search/text.ts` and `ports/search/filters.ts`. */
export function testText(name: string, open: OpenEngine): void {
  test(`${name} TextIndex.search() filters as the port defines, with exact totals, with and without a query`, async () => {
    await using shop = await withCups(open);
    for (const [title, filter, expected] of filters) {
      const { hits, total } = await shop.search('', { filter });
      assert.equal(
        hits
          .map(({ item }) => item.id)
          .sort()
          .join(''),
        expected,
        title,
      );
      assert.equal(total, expected.length, title);
      const searched = await shop.search('tea', { filter });
      assert.equal(
        searched.hits
          .map(({ item }) => item.id)
          .sort()
          .join(''),
        expected.replace('d', ''),
        title,
      );
      const none = await shop.search('', { filter, limit: 0 });
      assert.deepEqual([none.hits.length, none.total], [0, expected.length], title);
    }
    await shop.reopen();
    for (const [title, filter, expected] of filters)
      assert.equal((await shop.found('', { filter })).sort().join(''), expected, title);
  });

  test(`${name} TextIndex.search() distinguishes conditions on one element from conditions on any`, async () => {
    await using shop = await Shop.open(open);
    await shop.put(...shirts);
    const check = async () => {
      for (const [title, filter, expected] of elementFilters) {
        assert.equal((await shop.found('', { filter })).sort().join(''), expected, title);
        assert.equal((await shop.search('shirt', { filter })).total, expected.length, title);
      }
    };
    await check();
    await shop.reopen();
    await check();
  });

  test(`${name} TextIndex.search() finds active items only, from the moment of the write`, async () => {
    await using shop = await withCups(open);
    assert.deepEqual((await shop.found('tea cup')).sort().slice(0, 2), ['a', 'b']);
    assert.ok(!(await shop.found('hidden')).includes('e'));
    await shop.put({ ...cups[4], id: 'e', active: true });
    assert.deepEqual(await shop.found('hidden'), ['e']);
    await shop.put({ ...cups[0], id: 'a', active: false });
    assert.ok(!(await shop.found('red tea cup')).includes('a'));
    await shop.put({ ...cups[1], id: 'b', name: 'Saucer' });
    assert.deepEqual(await shop.found('saucer'), ['b']);
    assert.ok(!(await shop.found('blue')).includes('b'));
    await shop.remove('d');
    assert.deepEqual(await shop.found('garden'), []);
    assert.equal((await shop.search('')).total, 3);
  });

  test(`${name} TextIndex.search() returns the changes of a batch of any size in the next search`, async () => {
    await using shop = await Shop.open(open);
    for (const count of [1, 64, 65, 300, 1_000]) {
      const many = Array.from({ length: count }, (_, at) => ({
        id: `i${at}`,
        name: `lamp of round${count}`,
      }));
      await shop.put(...many);
      assert.equal((await shop.search(`round${count}`)).total, count);
      assert.equal((await shop.search('lamp')).total, count);
    }
    await shop.remove(...Array.from({ length: 1_000 }, (_, at) => `i${at}`).filter((_, at) => at % 2 === 0));
    assert.equal((await shop.search('lamp')).total, 500);
  });

  test(`${name} TextIndex.search() pages through one total order, ties by popularity, then age`, async () => {
    await using shop = await Shop.open(open);
    await shop.put(
      ...Array.from({ length: 30 }, (_, at) => ({
        id: `i${at}`,
        name: 'same lamp',
        popularity: at === 20 ? 5 : 0,
      })),
    );
    const whole = await shop.found('same lamp');
    assert.deepEqual(whole.slice(0, 3), ['i20', 'i0', 'i1']);
    const paged: string[] = [];
    for (let offset = 0; offset < 40; offset += 7)
      paged.push(...(await shop.found('same lamp', { offset, limit: 7 })));
    assert.deepEqual(paged, whole);
    assert.deepEqual((await shop.found('')).slice(0, 3), ['i20', 'i0', 'i1']);
    await shop.reopen();
    assert.deepEqual(await shop.found('same lamp'), whole);
  });

  test(`${name} TextIndex.search() sorts before relevance, items without the field last`, async () => {
    await using shop = await withCups(open);
    const by = (field: string, order: 'asc' | 'desc') => shop.found('', { sort: [{ field, order }] });
    assert.deepEqual(await by('price', 'asc'), ['a', 'b', 'c', 'd']);
    assert.deepEqual(await by('price', 'desc'), ['d', 'c', 'b', 'a']);
    assert.deepEqual((await by('stock', 'asc')).slice(0, 2), ['b', 'a']);
    assert.deepEqual((await by('stock', 'desc')).slice(0, 2), ['a', 'b']);
    const sort = [
      { field: 'brand', order: 'desc' },
      { field: 'price', order: 'desc' },
    ] as const;
    assert.deepEqual(await shop.found('', { sort }), ['d', 'b', 'a', 'c']);
  });

  test(`${name} TextIndex.search() counts facets over all matches, most frequent first`, async () => {
    await using shop = await withCups(open);
    const facets = ['brand', 'price', 'nothing'].map((field) => ({ field, limit: 1 }));
    const { facets: found } = await shop.search('tea', { facets, limit: 1 });
    assert.equal(found['brand']?.values.length, 1);
    assert.equal(found['brand']?.values[0]?.value.toLowerCase(), 'nordic');
    assert.equal(found['brand']?.values[0]?.count, 2);
    assert.equal(found['brand']?.distinct, 2);
    assert.deepEqual(found['price']?.stats, { min: 5, max: 12, avg: 24.5 / 3, sum: 24.5, count: 3 });
    assert.deepEqual(found['nothing']?.values ?? [], []);
  });

  test(`${name} TextIndex.searchFacetValues() returns values with a word of that prefix`, async () => {
    await using shop = await withCups(open);
    const facets = [{ field: 'brand', limit: 10 }, { field: 'name' }];
    const query = textQuery('', { limit: 0, facets });
    const { brand, name: names } = await shop.project.text.searchFacetValues(query, 'co');
    assert.deepEqual(brand?.values, [{ value: 'Linen & Co', count: 1 }]);
    assert.deepEqual(Object.keys(names ?? {}), ['values', 'distinct', 'fallback']);
    assert.deepEqual((await shop.project.text.searchFacetValues(query, 'zz'))['brand']?.values, []);
  });

  test(`${name} TextIndex.search() highlights the matched words as escaped HTML, and only where requested`, async () => {
    await using shop = await Shop.open(open);
    await shop.put({ id: 'a', name: 'Cup <b>& saucer', description: 'no match' });
    const [marked] = (await shop.search('cup', { highlight: ['name', 'description'] })).hits;
    assert.deepEqual(marked?.highlights, { name: '<em>Cup</em> &lt;b&gt;&amp; saucer' });
    assert.equal((await shop.search('cup')).hits[0]?.highlights, null);
  });

  test(`${name} TextIndex.search() reports corrected and dropped words`, async () => {
    await using shop = await withCups(open);
    const corrected = await shop.search('gardan chair');
    assert.deepEqual([corrected.hits[0]?.item.id, corrected.fallback], ['d', 'corrected']);
    assert.equal(corrected.correctedQuery, 'garden chair');
    const dropped = await shop.search('chair zzzzqqqq');
    assert.deepEqual([dropped.hits[0]?.item.id, dropped.fallback], ['d', 'words_dropped']);
    const plainly = await shop.search('garden chair');
    assert.deepEqual([plainly.fallback, plainly.correctedQuery], [null, null]);
    assert.equal((await shop.search('zzzzqqqq')).total, 0);
  });

  test(`${name} QueryAnalyzer.carrierPhrases() follows the names of active items`, async () => {
    await using shop = await withCups(open);
    const phrases = (text: string): string[] =>
      shop.project.text.queryAnalyzer.carrierPhrases(text).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(phrases('show me the best chair'), ['show me the best']);
    await shop.put({ ...cups[3], id: 'd', name: 'The best chair' });
    assert.deepEqual(phrases('show me the best chair'), ['show me the']);
    await shop.put({ ...cups[3], id: 'd', name: 'The best chair', active: false });
    assert.deepEqual(phrases('show me the best chair'), ['show me the best']);
  });

  test(`${name} TextIndex.search() explains, and returns the item as stored`, async () => {
    await using shop = await withCups(open);
    const [hit] = (await shop.search('garden', { explain: true })).hits;
    assert.ok(hit !== undefined && Object.keys(hit.ranking ?? {}).length > 0);
    assert.deepEqual(plain(hit.item), plain(await shop.project.catalog.get({ id: 'd' })));
    assert.equal((await shop.search('garden')).hits[0]?.ranking, null);
  });

  test(`${name} TextIndex.search() ranks without a query by interactions, live, after a restart, in merged segments and after an erasure`, async () => {
    await using shop = await Shop.open(open);
    const many = Array.from({ length: 300 }, (_, at) => ({ id: `i${at}`, name: 'lamp' }));
    await shop.put(...many);
    const seen = (user: string, id: string) => event('view', { user }, [id]);
    await shop.project.events.append([
      seen('u', 'i250'),
      seen('v', 'i250'),
      seen('v', 'i7'),
      seen('w', 'i9'),
    ]);
    const expected = ['i250', 'i7', 'i9', 'i0'];
    assert.deepEqual(await shop.found('', { limit: 4 }), expected);
    // Enough changes for segments to be built and merged again.
    for (let round = 0; round < 12; round++)
      await shop.put(...many.slice(10, 240).map((fields) => ({ ...fields, round })));
    assert.deepEqual(await shop.found('', { limit: 4 }), expected);
    await shop.reopen();
    assert.deepEqual(await shop.found('', { limit: 4 }), expected);
    await shop.project.events.eraseUser('v');
    assert.deepEqual((await shop.found('', { limit: 4 })).sort(), ['i0', 'i1', 'i250', 'i9']);
    const live = await shop.found('');
    await shop.reopen();
    assert.deepEqual(await shop.found(''), live);
  });

  test(`${name} TextIndex returns the same results after a restart`, async () => {
    const seed = 99;
    const random = seeded(seed);
    await using shop = await Shop.open(open);
    const words = ['red', 'blue', 'tea', 'cup', 'lamp', 'garden', 'chair'];
    const word = (): string => words[Math.floor(random() * words.length)] ?? 'red';
    for (let round = 0; round < 40; round++) {
      const batch = Array.from({ length: 1 + Math.floor(random() * 120) }, () => ({
        id: `i${Math.floor(random() * 400)}`,
        name: `${word()} ${word()} ${word()}`,
        brand: word(),
        price: Math.floor(random() * 50),
        active: random() < 0.9,
      }));
      await shop.put(...batch);
      if (round % 4 === 0)
        await shop.remove(`i${Math.floor(random() * 400)}`, `i${Math.floor(random() * 400)}`);
    }
    const facets = [
      { field: 'brand', limit: 10 },
      { field: 'price', limit: 3 },
    ];
    const answers = async () =>
      Promise.all(
        ['', 'red', 'tea cup', 'gardn', 'lamp chair blue'].map(async (text) => {
          const {
            total,
            hits,
            facets: counted,
            fallback,
          } = await shop.search(text, { facets, filter: { kind: 'range', field: 'price', max: 40 } });
          return {
            text,
            total,
            counted,
            fallback,
            hits: hits.map(({ item, score }) => `${item.id} ${score.toPrecision(5)}`),
          };
        }),
      );
    const live = await answers();
    await shop.reopen();
    assert.deepEqual(await answers(), live, `seed ${seed}`);
  });
}

async function withCups(open: OpenEngine): Promise<Shop> {
  const shop = await Shop.open(open);
  await shop.put(...cups);
  return shop;
}
