import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FacetSetting } from '../../../ports/configuration/settings.ts';
import type { TextQuery } from '../../../ports/search/text.ts';
import { emptyQuery } from '../../query/empty-query.ts';
import { parseFacets } from '../../query/facet-requests.ts';
import { parseFilter } from '../../query/filter-grammar.ts';
import { collectSelectedValues } from './chosen-values.ts';
import { arrangeFacets, withFacetSettings } from './facet-display.ts';

const queryOf = (facets: readonly string[], filters = '', more: Partial<TextQuery> = {}): TextQuery => ({
  ...emptyQuery,
  ...parseFacets(facets, [], 0),
  ...(filters === '' ? {} : { filter: parseFilter(filters, 0) }),
  ...more,
});
const applied = (
  facets: readonly string[],
  settings: readonly FacetSetting[],
  filters = '',
  more: Partial<TextQuery> = {},
  ruleFacets: readonly string[] = [],
  collection: string | null = null,
) => withFacetSettings(queryOf(facets, filters, more), settings, { ruleFacets, collection, now: 0 });

test('collectSelectedValues() reads values of one field, alone, as alternatives or in one element of a list', () => {
  const chosen = (text: string): object => Object.fromEntries(collectSelectedValues(parseFilter(text, 0)));
  assert.deepEqual(chosen('brand:Nike'), { brand: ['Nike'] });
  assert.deepEqual(chosen('(brand:Nike OR brand:Puma) AND size IN [38, 39] AND price < 10'), {
    brand: ['Nike', 'Puma'],
    size: ['38', '39'],
  });
  assert.deepEqual(chosen('brand:A AND (color:red AND brand:B)'), { brand: ['A', 'B'], color: ['red'] });
  assert.deepEqual(chosen('variants.{color:red AND size:M}'), {
    'variants.color': ['red'],
    'variants.size': ['M'],
  });
  for (const text of [
    'NOT brand:Nike',
    'brand:Nike OR color:red',
    'brand:Nike OR price < 10',
    'price:1 TO 5',
  ])
    assert.deepEqual(chosen(text), {}, text);
});

test('withFacetSettings() applies the first setting of a field that the filter matches', () => {
  const settings: FacetSetting[] = [
    { field: 'size', order: 'size', when: { filters: 'category:Shoes AND sale:true' } },
    { field: 'size', order: 'number', when: { filters: 'category:Shoes' } },
    { field: 'size', order: 'value', first: ['M'], hiddenValues: ['?'], limit: 7 },
  ];
  const orders = [
    '',
    'category:shoes',
    '(sale:true) AND price < 3 AND category:Shoes',
    'NOT category:Shoes',
  ].map((filters) => applied(['size'], settings, filters).query.facets[0]?.order);
  assert.deepEqual(orders, ['value', 'number', 'size', 'value']);
  const [first, second, other] = settings;
  const { query, display } = applied(['size'], [other!, { field: 'brand' }, second!], 'category:Shoes');
  assert.equal(query.facets[0]?.order, 'number', 'a setting without a condition does not precede others');
  assert.deepEqual(display.order, ['brand', 'size']);
  assert.equal(
    applied(['size'], [second!, first!], 'category:Shoes AND sale:true').query.facets[0]?.order,
    'number',
  );
  const facet = { field: 'size', limit: 7, order: 'value', first: ['M'], hidden: ['?'] };
  assert.deepEqual(applied(['size'], settings).query.facets, [facet]);
  assert.deepEqual(applied(['size(order=count,limit=3)'], settings).query.facets, [
    { field: 'size', limit: 3, order: 'count', hidden: ['?'] },
  ]);
});

test('withFacetSettings() applies settings of a collection in it, under both conditions', () => {
  const settings: FacetSetting[] = [
    { field: 'size', order: 'value' },
    { field: 'size', order: 'number', when: { collection: 'sale', filters: 'category:Shoes' } },
    { field: 'size', order: 'size', when: { collection: 'sale' } },
  ];
  const orderIn = (collection: string | null, filters = '') =>
    applied(['size'], settings, filters, {}, [], collection).query.facets[0]?.order;
  assert.equal(orderIn(null), 'value');
  assert.equal(orderIn('Sale'), 'value', 'ids are exact');
  assert.equal(orderIn('sale'), 'size');
  assert.equal(orderIn('sale', 'category:Shoes'), 'number');
  assert.equal(orderIn('other', 'category:Shoes'), 'value');
});

test('withFacetSettings() gives `*` the pinned, hidden and selected fields, except named ones', () => {
  const settings: FacetSetting[] = [
    { field: 'color', display: 'pinned', order: 'value' },
    { field: 'brand', display: 'pinned' },
    { field: 'attrs', display: 'hidden' },
  ];
  const { query, display } = applied(
    ['brand', '*(limit=4)'],
    settings,
    'size:M AND attrs:x AND brand:B',
    {},
    ['weight', 'brand'],
  );
  assert.deepEqual(query.facets, [{ field: 'brand', chosen: ['B'] }]);
  assert.deepEqual(query.facetSelection, {
    countMax: 8,
    request: { limit: 4 },
    always: ['size'],
    pinned: ['weight', 'color'],
    without: ['attrs'],
    requestByField: {
      color: { limit: 4, order: 'value' },
      brand: { limit: 4, chosen: ['B'] },
      attrs: { limit: 4, chosen: ['x'] },
      size: { limit: 4, chosen: ['M'] },
    },
  });
  assert.deepEqual(display.order, ['weight', 'brand', 'color', 'attrs']);
});

test('withFacetSettings() uses nothing about private fields', () => {
  const settings: FacetSetting[] = [
    { field: 'cost.price', display: 'pinned', name: 'Cost' },
    { field: 'size', name: 'Size', order: 'size' },
  ];
  const { query, display } = applied(['size', '*'], settings, '', { privateFields: ['cost'] }, [
    'cost',
    'size',
  ]);
  assert.doesNotMatch(JSON.stringify([query.facets, query.facetSelection, display.order]), /cost/);
  assert.deepEqual([...display.names], [['size', 'Size']]);
});

test('arrangeFacets() orders facets, names them, and lists those with values', () => {
  const facet = (distinct: number) => ({ values: [], distinct });
  const level = { path: '', values: [{ value: 'A', count: 1 }] };
  const shown = arrangeFacets(
    {
      c: facet(1),
      b: facet(2),
      a: facet(0),
      path: { ...facet(0), levels: [level] },
      gone: { ...facet(0), levels: [] },
    },
    { order: ['b', 'a'], names: new Map([['a', 'Name']]) },
  );
  assert.deepEqual(Object.keys(shown.facets), ['b', 'a', 'c', 'path', 'gone']);
  assert.equal(shown.facets['a']?.name, 'Name');
  assert.deepEqual(shown.facetOrder, ['b', 'c', 'path']);
});
