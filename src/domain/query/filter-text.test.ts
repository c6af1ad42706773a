import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Filter } from '../../ports/search/filters.ts';
import { parseFilter } from './filter-grammar.ts';
import { filterText } from './filter-text.ts';

/** In steps of a ten-millionth. */
const degrees = (most: number) =>
  fc.integer({ min: -most * 10_000_000, max: most * 10_000_000 }).map((one) => one / 10_000_000);
const equals = (value: string) => ({ kind: 'equals', field: 'attrs.colour', value }) as const;

test('filterText() is read back as the same condition', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), (value) => {
      const parsed = parseFilter(filterText(equals(value)), 0) as Extract<Filter, { kind: 'equals' }>;
      assert.deepEqual({ ...parsed, value: String(parsed.value) }, equals(value));
    }),
    { seed: 20261125, numRuns: 1_000 },
  );
  for (const value of ['red', 'light blue', 'AND', '42.5', 'Home > "Pans"', "O'Neill"]) {
    const parsed = parseFilter(filterText(equals(value)), 0) as Extract<Filter, { kind: 'equals' }>;
    assert.equal(String(parsed.value), value);
  }
});

test('filterText() writes ranges', () => {
  assert.equal(filterText({ kind: 'range', field: 'price', max: 50, maxExclusive: true }), 'price < 50');
  assert.equal(
    filterText({ kind: 'range', field: 'price', min: 20, max: 50 }),
    'price >= 20 AND price <= 50',
  );
});

test('filterText() of joined conditions is read back as the same filter', () => {
  const names = fc.constantFrom('brand', 'attrs.colour', 'not', 'EXISTS', 'a "b"', 'Größe 1');
  const condition = fc.oneof(
    fc.record({
      kind: fc.constant('equals'),
      field: names,
      value: fc.oneof(
        fc.string({ minLength: 1, maxLength: 6 }),
        fc.constantFrom('item.price', 'EXISTS', 'now-1d'),
      ),
    }),
    fc.record({
      kind: fc.constant('within'),
      field: names,
      from: fc.record({ lat: degrees(90), lng: degrees(180) }),
      metres: fc.integer({ min: 1, max: 40_000_000 }),
    }),
    fc.record({
      kind: fc.constant('box'),
      field: names,
      box: fc.record({
        south: fc.constant(-12.5),
        west: degrees(180),
        north: fc.constantFrom(-12.5, 0, 80),
        east: degrees(180),
      }),
    }),
    fc.record({ kind: fc.constant('range'), field: names, min: fc.integer({ min: -50, max: 50 }) }),
  );
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3 },
      condition,
      fc.record({ kind: fc.constant('not'), clause: tie('filter') }),
      fc.record({
        kind: fc.constantFrom('and', 'or'),
        clauses: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
      }),
    ) as fc.Arbitrary<Filter>,
  }));
  fc.assert(
    fc.property(filter, (one) => {
      assert.deepEqual(parseFilter(filterText(one), 0), structuredClone({ ...one }));
    }),
    { seed: 20261127, numRuns: 1_000 },
  );
});
