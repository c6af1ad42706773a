import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filter } from '../../src/ports/search/filters.ts';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import type { FacetRequest } from '../../src/ports/search/text.ts';
import { Shop, type OpenEngine } from './shop.ts';

export const stores: readonly JsonObject[] = [
  {
    id: 'a',
    name: 'Lamp',
    at: '2026-01-31T23:30:00-05:00',
    place: { lat: 59.33, lng: 18.06 },
    brand: 'Alfa',
    price: 10,
    category: 'Light > Indoor > Desk',
  },
  {
    id: 'b',
    name: 'Lamp',
    at: '2026-01-31',
    place: [
      { lat: -17.8, lon: 179.9 },
      { latitude: '55.6', longitude: '13.0' },
    ],
    brand: 'alfa',
    price: 20,
    category: ['Light > Indoor', 'Light > Outdoor'],
  },
  {
    id: 'c',
    name: 'Lamp',
    at: Date.UTC(2026, 1, 2),
    place: { lat: 91, lng: 0 },
    brand: 'Beta',
    price: [5, 30],
  },
  { id: 'd', name: 'Lamp', at: 'soon', place: 'Lund', brand: 'Gamma' },
];

const dates = (min: string, max: string): Filter => ({
  kind: 'range',
  field: 'at',
  min: Date.parse(min),
  max: Date.parse(max),
  maxExclusive: true,
  dates: true,
});
const box = (south: number, west: number, north: number, east: number): Filter => ({
  kind: 'box',
  field: 'place',
  box: { south, west, north, east },
});
const within = (lat: number, lng: number, metres: number): Filter => ({
  kind: 'within',
  field: 'place',
  from: { lat, lng },
  metres,
});
export const filters: readonly [title: string, filter: Filter, ids: string][] = [
  ['dates with and without a time and a zone', dates('2026-01-31', '2026-02-01'), 'b'],
  ['dates by their instant', dates('2026-02-01', '2026-02-02'), 'a'],
  ['numbers as dates', dates('2026-02-02', '2026-02-03'), 'c'],
  ['no dates in a range of numbers', { kind: 'range', field: 'at', min: 0 }, 'c'],
  ['a circle', within(59.3, 18, 6_000), 'a'],
  ['a smaller circle', within(59.3, 18, 4_000), ''],
  ['a circle over the antimeridian', within(-17.8, -179.9, 22_000), 'b'],
  ['the whole globe', within(0, 0, 30_000_000), 'ab'],
  ['a box', box(50, 10, 60, 20), 'ab'],
  ['a box over the antimeridian', box(-20, 170, -10, -170), 'b'],
  ['a place exists', { kind: 'exists', field: 'place' }, 'abcd'],
];

const shown = (values: readonly { value: string; count: number }[] | undefined) =>
  values?.map(({ value, count }) => `${value} ${count}`).join();

/** The contract of `ports/search/filters.ts` and `ports/search/text.ts` for dates, geo points and facets, before and after a restart. */
export function testConditions(name: string, open: OpenEngine): void {
  const beforeAndAfterReopening = async (check: (shop: Shop) => Promise<void>): Promise<void> => {
    await using shop = await Shop.open(open);
    await shop.put(...stores);
    await check(shop);
    await shop.reopen();
    await check(shop);
  };

  test(`${name} TextIndex.search() finds numbers as words in text fields, and numeric texts in ranges`, async () => {
    await using shop = await Shop.open(open);
    await shop.put(
      { id: 'number', name: 'Boots', size: 46, weight: 1.5, ean: 4006381333931, code: 46 },
      { id: 'text', name: 'Boots', size: '45', weight: '12.50' },
      { id: 'list', name: 'Boots', variants: [{ size: 9 }, { size: '46' }], weight: 'light' },
      { id: 'none', name: 'Boots', size: 'XL', weight: '007' },
    );
    const check = async (): Promise<void> => {
      const listed = async (query: string): Promise<string[]> => {
        const { hits } = await shop.search(query, { explain: true });
        return hits
          .filter(({ ranking }) => ranking?.words === query.split(' ').length)
          .map(({ item }) => item.id)
          .sort();
      };
      assert.deepEqual(await listed('boots 46'), ['list', 'number']);
      assert.deepEqual(await listed('4006381333931'), ['number']);
      const ranged = async (field: string, min: number, max: number): Promise<string[]> =>
        (await shop.found('', { filter: { kind: 'range', field, min, max } })).sort();
      assert.deepEqual(await ranged('size', 45, 46), ['number', 'text']);
      assert.deepEqual(await ranged('variants.size', 40, 50), ['list']);
      assert.deepEqual(await ranged('weight', 1, 100), ['number', 'text']);
      assert.deepEqual(await shop.found('', { sort: [{ field: 'weight', order: 'asc' }] }), [
        'number',
        'text',
        'none',
        'list',
      ]);
      const facets: FacetRequest[] = [
        { field: 'weight', limit: 9, order: 'value', ranges: [{ from: 1, to: 13 }] },
      ];
      const { weight } = (await shop.search('', { facets })).facets;
      assert.equal(shown(weight?.values), '1.5 1,12.50 1,007 1,light 1');
      assert.deepEqual(
        weight?.ranges?.map(({ count }) => count),
        [2],
      );
    };
    await check();
    await shop.reopen();
    await check();
  });

  test(`${name} TextIndex.findFieldTypes() returns the types of a field's values`, () =>
    beforeAndAfterReopening(async (shop) => {
      const { text } = shop.project;
      const kinds = (field: string): string => {
        const found = text.findFieldTypes(field);
        if (found === null) return 'none';
        const own = (['numbers', 'texts', 'booleans'] as const).filter((kind) => found[kind]);
        return [
          ...own,
          ...(found.inRanges(false) ? ['range'] : []),
          ...(found.inRanges(true) ? ['dates'] : []),
        ].join();
      };
      assert.deepEqual(
        ['price', 'brand', 'at', 'place', 'place.lat', 'place.latitude', 'colour'].map(kinds),
        [
          'numbers,range,dates',
          'texts',
          'numbers,texts,range,dates',
          'texts',
          'numbers,range,dates',
          'texts,range,dates',
          'none',
        ],
      );
      const names = text.listFieldNames();
      assert.deepEqual(
        ['brand', 'place.lng', 'place', 'colour'].map((field) => names.has(field)),
        [true, true, true, false],
      );
      await shop.put({ id: 'e', name: 'Lamp', colour: 'red', lit: true, brand: 7 });
      assert.deepEqual(['colour', 'lit', 'brand'].map(kinds), [
        'texts',
        'booleans',
        'numbers,texts,range,dates',
      ]);
      assert.ok(text.listFieldNames().has('colour'));
      await shop.remove('e');
    }));

  test(`${name} TextIndex.search() filters by dates and geo points`, () =>
    beforeAndAfterReopening(async (shop) => {
      for (const [title, filter, expected] of filters)
        assert.equal((await shop.found('', { filter })).sort().join(''), expected, title);
    }));

  test(`${name} TextIndex.search() sorts by dates and by distance, and returns the distance`, () =>
    beforeAndAfterReopening(async (shop) => {
      assert.deepEqual(await shop.found('', { sort: [{ field: 'at', order: 'asc' }] }), ['b', 'a', 'c', 'd']);
      const from = { lat: 55.6, lng: 13 };
      const sort = [{ field: 'place', order: 'asc', from }] as const;
      const { hits } = await shop.search('', { sort });
      assert.deepEqual(
        hits.map(
          ({ item, distance }) => `${item.id} ${distance === null ? 'nowhere' : Math.round(distance / 1000)}`,
        ),
        ['b 0', 'a 513', 'c nowhere', 'd nowhere'],
      );
    }));

  test(`${name} TextIndex.search() counts facets in order, by range, by level and without their own conditions`, () =>
    beforeAndAfterReopening(async (shop) => {
      const facets: FacetRequest[] = [
        { field: 'brand', limit: 10, order: 'value', disjunctive: true },
        { field: 'price', limit: 10, ranges: [{ to: 10 }, { from: 10, to: 30 }, { from: 5 }] },
        { field: 'category', limit: 10, path: 'light > Indoor' },
        { field: 'at', limit: 10, countMin: 2, ranges: [{ to: Date.UTC(2026, 1), dates: true }] },
      ];
      const filter: Filter = { kind: 'equals', field: 'brand', value: 'ALFA' };
      const all = (await shop.search('', { facets })).facets;
      const { brand, price, category, at } = (await shop.search('', { facets, filter })).facets;
      assert.equal(shown(brand?.values), 'Alfa 2,Beta 1,Gamma 1');
      assert.deepEqual(
        all['price']?.ranges?.map(({ count }) => count),
        [2, 2, 3],
      );
      assert.deepEqual(price?.ranges?.[1], { from: 10, to: 30, count: 2 });
      assert.deepEqual(
        category?.levels?.map(({ path, values }) => `${path}: ${shown(values)}`),
        [': Light 2', 'light: Light > Indoor 2,Light > Outdoor 1', 'light > Indoor: Light > Indoor > Desk 1'],
      );
      assert.deepEqual(at?.ranges, [{ from: null, to: '2026-02-01T00:00:00.000Z', count: 1 }]);
      assert.deepEqual([at?.values, at?.distinct], [[], 0]);
      assert.deepEqual(at?.dates, {
        min: '2026-01-31T00:00:00.000Z',
        max: '2026-02-01T04:30:00.000Z',
        count: 2,
      });
    }));

  test(`${name} TextIndex.search() selects dynamic facets that divide the result`, async () => {
    await using shop = await Shop.open(open);
    await shop.put(
      ...Array.from({ length: 60 }, (_, at) => ({
        id: `i${at}`,
        name: `lamp ${at}`,
        brand: `brand ${at % 4}`,
        same: 'one',
        half: at % 2 === 0,
      })),
    );
    const facetSelection = { countMax: 5, request: { limit: 2 } };
    const { facets } = await shop.search('', { facetSelection });
    assert.deepEqual(Object.keys(facets), ['brand', 'half']);
    assert.equal(facets['brand']?.values.length, 2);
    assert.deepEqual(
      Object.keys((await shop.search('', { facetSelection: { ...facetSelection, countMax: 1 } })).facets),
      ['brand'],
    );
  });
}
