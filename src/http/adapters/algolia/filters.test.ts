import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import { readSearch } from './search-parameters.ts';

const read = (sent: JsonObject) => readSearch(sent, {});

const times = <T>(count: number, valueOf: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => valueOf(index));
const conditions = (count: number): string[] => times(count, (i) => `brand:b${i}`);

test('read() limits the conditions of a query, wherever they are', () => {
  const most = limits.filterClausesMax;
  for (const sent of [
    { facetFilters: [conditions(most)] },
    { facetFilters: conditions(most) },
    { facetFilters: [conditions(most - 1)], numericFilters: ['price>1'] },
    { facetFilters: [conditions(most - 2)], filters: 'a:1 OR NOT b:1' },
  ]) {
    assert.doesNotThrow(() => read(sent));
    const more = { ...sent, tagFilters: ['new'] };
    assert.throws(() => read(more), { code: 'invalid_request', message: /at most 500 conditions/ });
  }
});

test('read() limits the conditions of optional filters', () => {
  const most = limits.algoliaOptionalFiltersMax;
  assert.equal(read({ optionalFilters: conditions(most) }).optionalFilters.length, most);
  for (const optionalFilters of [conditions(most + 1), [conditions(most), 'brand:x']])
    assert.throws(() => read({ optionalFilters }), { message: /optionalFilters must be at most 100/ });
});

test('read() limits the number of parameters, and what a reply repeats of them', () => {
  const most = limits.algoliaParametersMax;
  const named = (count: number) => times(count, (i) => [`p${i}`, '1'] as const);
  assert.equal(read(Object.fromEntries(named(most))).ignored.length, most);
  for (const sent of [
    Object.fromEntries(named(most + 1)),
    {
      params: named(most + 1)
        .map((one) => one.join('='))
        .join('&'),
    },
    { query: 'x', params: Object.fromEntries(named(most)) },
  ])
    assert.throws(() => read(sent), { message: /at most 200 parameters/ });
  const { encoded } = read({ query: 'oak', unknown: 'é'.repeat(1_000_000), page: 0 });
  assert.equal(encoded, 'query=oak');
});

test('read() leaves out empty lists of conditions', () => {
  for (const sent of [{ facetFilters: [[]] }, { facetFilters: [[], []], optionalFilters: [[]] }, {}])
    assert.equal(read(sent as JsonObject).filter, null);
  const brand = { kind: 'equals', field: 'brand', value: 'Acme' };
  assert.deepEqual(read({ facetFilters: [[], 'brand:Acme'] }).filter, brand);
  for (const facetFilters of [[[['brand:Acme']]], [1], ['']])
    assert.throws(() => read({ facetFilters }), { code: 'invalid_request' });
});

test('read() reads boxes as JSON, and as numbers with commas', () => {
  const box = { kind: 'box', field: 'geo', box: { south: 1, west: 2, north: 3, east: 4 } };
  const other = { kind: 'box', field: 'geo', box: { south: 5, west: 6, north: 7, east: 8 } };
  for (const insideBoundingBox of ['1,2,3,4', '[1,2,3,4]', [[3, 4, 1, 2]]])
    assert.deepEqual(read({ insideBoundingBox }).filter, box);
  for (const insideBoundingBox of ['1,2,3,4,5,6,7,8', '[[1,2,3,4],[5,6,7,8]]'])
    assert.deepEqual(read({ insideBoundingBox }).filter, { kind: 'or', clauses: [box, other] });
  for (const insideBoundingBox of ['1,2,3', '1,2,3,4,5', '[[]]', [[]], [], {}, '1,2,3,x', '1,1e999,2,3'])
    assert.throws(() => read({ insideBoundingBox }), { message: /insideBoundingBox must be/ });
  for (const aroundLatLng of ['north,south', '1,', '91,0', '1'])
    assert.throws(() => read({ aroundLatLng }), { message: /aroundLatLng must be/ });
});

test('read() refuses texts that are not clean', () => {
  for (const sent of [
    { query: 'a\0' },
    { params: 'query=a%00' },
    { userToken: 'a\ud800' },
    { facetFilters: [['brand:\0']] },
    { ruleContexts: ['\udc00'] },
  ])
    assert.throws(() => read(sent), { code: 'invalid_request', message: /must be clean text/ });
  // A long query is cut, here in the middle of a character.
  const { query } = read({ query: `${'a'.repeat(limits.queryLengthMax - 1)}😀` });
  assert.ok(query.isWellFormed() && query.length === limits.queryLengthMax);
});

test('read() takes names of members of all objects as names of attributes', () => {
  const { filter, facets } = read({ filters: 'constructor:x', facets: ['toString', '__proto__'] });
  assert.deepEqual(filter, { kind: 'equals', field: 'constructor', value: 'x' });
  assert.deepEqual(facets, ['toString', '__proto__']);
});
