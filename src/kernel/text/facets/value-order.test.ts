import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { makeComparable } from '../segments/columns.ts';
import type { IndexFacetOrder } from '../query/query.ts';
import { parseNumbers, orderRank, createValueComparison } from './value-order.ts';

const ordered = (order: IndexFacetOrder, values: readonly (string | number)[]): (string | number)[] =>
  values
    .map((value) => {
      const key = typeof value === 'number' ? value : makeComparable(value);
      return { value, key, count: 1, rank: orderRank(order, key) };
    })
    .sort(createValueComparison(order))
    .map(({ value }) => value);

/** Sorts whatever the order of the input is. */
function assertOrder(order: IndexFacetOrder, wanted: readonly (string | number)[]): void {
  fc.assert(
    fc.property(fc.shuffledSubarray([...wanted], { minLength: wanted.length }), (shuffled) => {
      assert.deepEqual(ordered(order, shuffled), wanted);
    }),
    { seed: 20261125, numRuns: 50 },
  );
}

test('size order sorts letters, then numbers, then others', () => {
  assertOrder('size', ['4XS', 'XXS', 'XS', 'S', 'S/M', 'M', 'M/L', 'L', 'XL', 'XXL', '3XL', 'XXXXL', '10XL']);
  assertOrder('size', [
    'XS',
    'M',
    'M (38)',
    'XL',
    36,
    '37.5',
    '38',
    '38 2/3',
    '39,5',
    'EU 40',
    '104',
    'One size',
  ]);
  assertOrder('size', [
    'Extra small',
    'small',
    'Medium',
    'Large',
    'X-Large',
    '2X Large',
    'extra extra extra large',
  ]);
  assertOrder('size', ['W30/L30', 'W30/L32', 'W32/L30', '36']);
  assertOrder('size', ['0-3 months', '3-6 months', '12-18 months']);
  assertOrder('size', ['12 x 10 cm', '100 x 10 cm', 'Melange', 'xylophone']);
});

test('number order sorts by the first number, values without one last', () => {
  assertOrder('number', ['-18 °C', '4 °C', '20 °C', 'cold', 'warm']);
  assertOrder('number', ['0,5 l', '1 l', '1,5 l', '10 l']);
  assertOrder('number', ['999 W', '1,000 W', '1,500.5 W', '12,000 W']);
  assertOrder('number', [2, '9 kg', '10', '10 kg', 11]);
  assertOrder('number', ['A-5', 'B-6', 'A-50']);
});

test('parseNumbers() reads whole numbers, decimals, groups of thousands, fractions and signs', () => {
  assert.deepEqual(parseNumbers('42 1/2'), [42.5]);
  assert.deepEqual(parseNumbers('0,125 l'), [0.125]);
  assert.deepEqual(parseNumbers('1,250,000 mAh'), [1_250_000]);
  assert.deepEqual(parseNumbers('1.250 kg'), [1.25]);
  assert.deepEqual(parseNumbers('−5 to 10'), [-5, 10]);
  assert.deepEqual(parseNumbers('2024-01-05'), [2024, 1, 5]);
  assert.deepEqual(parseNumbers('3 1/0'), [3, 1, 0]);
  assert.deepEqual(parseNumbers('1.2.3'), [1.2, 3]);
  assert.deepEqual(parseNumbers('a-5 to (-3)'), [5, -3]);
  assert.deepEqual(parseNumbers('none'), []);
});

test('every order is total: it compares different values as different, both ways', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 6 }).map(makeComparable),
    fc.constantFrom('s', 'm', 'xl', '38', '38 1/2', 's/m', '1,000', '1.000', '1000'),
    fc.integer({ min: -5, max: 50 }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom('count' as const, 'value' as const, 'number' as const, 'size' as const),
      fc.tuple(value, value, value),
      (order, keys) => {
        const compare = createValueComparison(order);
        const values = keys.map((key) => ({ key, count: 1, rank: orderRank(order, key) }));
        for (const a of values)
          for (const b of values) {
            assert.equal(Math.sign(compare(a, b)), -Math.sign(compare(b, a)) || 0);
            if (a.key !== b.key) assert.notEqual(compare(a, b), 0);
            for (const c of values) if (compare(a, b) < 0 && compare(b, c) < 0) assert.ok(compare(a, c) < 0);
          }
      },
    ),
    { seed: 20261125, numRuns: 2000 },
  );
});
