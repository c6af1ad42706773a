import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { searchRequestOf } from './search-request.ts';
import { emptySearch, filtersOf, formatSearchState, parseSearchState } from './search-state.ts';
import { representative } from '../../test/support/matrix.ts';

suite('the state of a search', () => {
  test('parseSearchState() reads what formatSearchState() wrote', () => {
    const text = fc.string({ minLength: 1, unit: 'binary' }).map((one) => one.toWellFormed());
    const end = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((one) => one / 100 + 0);
    const state = fc.record(
      {
        query: text,
        facets: fc.dictionary(text, fc.array(text, { minLength: 1, maxLength: 3 }), {
          noNullPrototype: true,
        }),
        ranges: fc.dictionary(
          text,
          fc.oneof(
            fc.tuple(end, end).map(([min, max]) => ({ min, max })),
            end.map((min) => ({ min })),
            end.map((max) => ({ max })),
          ),
          { noNullPrototype: true },
        ),
        sort: fc.constantFrom('', 'price:asc', '-price'),
        page: fc.integer({ min: 1, max: 500 }),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(state, (one) => assert.deepEqual(parseSearchState(formatSearchState(one)), one)),
      { seed: 22, numRuns: representative(100, 300) },
    );
  });

  test('formatSearchState() keeps the parameters of others', () => {
    const query = formatSearchState(
      { ...emptySearch, query: 'b' },
      '?lang=de&q=a&f.brand=Nike&page=3&utm_source=x',
    );
    assert.equal(query, 'lang=de&utm_source=x&q=b');
  });

  test('parseSearchState() ignores what cannot be read', () => {
    for (const query of ['page=-1', 'page=x', 'r.price=cheap', 'r.price=..', 'r.price=1e', 'f.=x', 'other=1'])
      assert.deepEqual(parseSearchState(query), emptySearch, query);
  });

  test('filtersOf() quotes fields and values', () => {
    const state = {
      ...emptySearch,
      facets: { brand: ['Nike', 'a "b" \\ c'], 'made in': ['Peru'], none: [] },
      ranges: { price: { min: 10, max: 50.5 }, stock: { min: 1 }, open: {} },
    };
    assert.equal(
      filtersOf(state, 'active:true OR x:y'),
      String.raw`(active:true OR x:y) AND "brand" IN ["Nike", "a \"b\" \\ c"] AND "made in" IN ["Peru"] AND "price":10..50.5 AND "stock":1..`,
    );
    assert.equal(filtersOf(emptySearch), undefined);
  });

  test('searchRequestOf() pages, sorts, and counts selected facets without their own selection', () => {
    const state = {
      ...emptySearch,
      query: 'x',
      facets: { brand: ['Nike'] },
      ranges: { price: { max: 9 } },
      page: 3,
    };
    assert.deepEqual(searchRequestOf(state, { limit: 10, facets: ['brand', 'color'], sort: ['-price'] }), {
      q: 'x',
      limit: 10,
      offset: 20,
      facets: ['brand', 'color'],
      filters: '"brand" IN ["Nike"] AND "price":..9',
      sort: ['-price'],
      disjunctive: ['brand', 'price'],
    });
    assert.deepEqual(searchRequestOf({ ...emptySearch, sort: 'price:asc' }, { sort: ['-price'] }).sort, [
      'price:asc',
    ]);
    assert.deepEqual(searchRequestOf(state, { facets: ['*:5'] }).disjunctive, ['*']);
    assert.equal(searchRequestOf(state).disjunctive, undefined);
  });
});
