import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { selectKthLargest } from './kth-largest.ts';

test('selectKthLargest() equals the result of a sort', () => {
  const value = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true }));
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 300 }), fc.nat(), (list, at) => {
      const position = at % list.length;
      const sorted = list.toSorted((one, other) => other - one);
      // Values after the count must be ignored.
      const values = Float64Array.from([...list, Infinity]);
      assert.ok(selectKthLargest(values, list.length, position + 1) === sorted[position]);
    }),
    { seed: 20240601, numRuns: 500 },
  );
});
