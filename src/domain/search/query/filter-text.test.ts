import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Filter } from '../../../ports/filters.ts';
import { parseFilter } from './filter-grammar.ts';
import { filterText } from './filter-text.ts';

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
