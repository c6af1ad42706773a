import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FacetSetting } from '@vitrine/sdk';
import { previewedFacets, previewRequests } from '../console/src/views/facets/previewed-facets.ts';

const facet = (...values: string[]) => ({
  values: values.map((text) => {
    const [value = '', selected] = text.split('!');
    return { value, count: 1, ...(selected === undefined ? {} : { selected: true as const }) };
  }),
  distinct: values.length,
});
const previewed = (
  facets: Readonly<Record<string, ReturnType<typeof facet>>>,
  settings: readonly FacetSetting[],
  { saved = [] as readonly FacetSetting[], rulesFirst = [] as readonly string[] } = {},
) =>
  previewedFacets(
    { facets, facetOrder: Object.keys(facets) },
    { settings, filters: '', collection: '' },
    saved,
    rulesFirst,
  );

test('asks for the facets that apply, in their order, and for dynamic ones', () => {
  const settings: FacetSetting[] = [
    { field: 'size', order: 'size' },
    { field: 'brand', when: { collection: 'sale' } },
    { field: 'brand', name: 'All' },
    { field: 'code', display: 'hidden' },
    { field: '' },
  ];
  const asked = (collection: string): unknown =>
    previewRequests({ settings, filters: '', collection }).map(({ field, order }) => [field, order]);
  assert.deepEqual(asked(''), [
    ['size', 'size'],
    ['brand', 'count'],
    ['*', undefined],
  ]);
  const [, inSale] = previewedFacets(
    { facets: { size: facet('S'), brand: facet('A') }, facetOrder: ['brand', 'size'] },
    { settings, filters: '', collection: 'sale' },
    [],
    [],
  );
  assert.equal(inSale?.name, 'brand');
});

test('orders facets: those of rules, pinned ones, those that are set up, others, without hidden ones', () => {
  const facets = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'x', 'x.y'].map((name) => [name, facet('1')]));
  const settings: FacetSetting[] = [
    { field: 'd' },
    { field: 'c', display: 'pinned' },
    { field: 'x', display: 'hidden' },
    { field: 'none', display: 'pinned' },
  ];
  const fields = previewed(facets, settings, { rulesFirst: ['e'] }).map(({ field }) => field);
  assert.deepEqual(fields, ['e', 'c', 'd', 'a', 'b']);
});

test('orders values: those at the front and selected ones despite the limit, without hidden ones', () => {
  const facets = { brand: facet('a', 'b', 'c!', 'd', 'e', 'f') };
  const setting = { field: 'brand', first: ['E', 'none'], hiddenValues: ['B', 'C'], limit: 3 };
  const [brand] = previewed(facets, [setting], { saved: [{ field: 'brand', hiddenValues: ['b', 'z'] }] });
  assert.deepEqual(
    brand?.values.map(({ value }) => value),
    ['e', 'a', 'c'],
  );
  assert.deepEqual(brand?.shownOnceSaved, ['z']);
});

test('shows the range of a field of many numbers, unless their order is set up', () => {
  const numbers = Array.from({ length: 30 }, (_, no) => String(no + 5));
  const price = { ...facet(...numbers), stats: { min: 5, max: 34 } };
  const sizes = { ...facet('38', '39'), stats: { min: 38, max: 39 } };
  const readRanges = (settings: readonly FacetSetting[]): unknown =>
    previewed({ price, sizes }, settings).map(({ range }) => range);
  assert.deepEqual(readRanges([]), [{ min: 5, max: 34 }, null]);
  assert.deepEqual(readRanges([{ field: 'price', order: 'number' }]), [null, null]);
});
