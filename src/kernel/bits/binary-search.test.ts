import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findFirstIndex, findLowerBound, findUpperBound } from './binary-search.ts';

test('findLowerBound(), findUpperBound() and findFirstIndex() agree with a scan', () => {
  const numbers = fc.array(fc.nat(20), { maxLength: 40 }).map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(numbers, fc.nat(21), fc.nat(40), fc.nat(40), (list, value, one, other) => {
      const scan = (from: number, to: number, holds: (number: number) => boolean): number => {
        for (let at = from; at < to; at++) if (holds(list[at]!)) return at;
        return to;
      };
      const low = Math.min(one, other, list.length);
      const high = Math.min(Math.max(one, other), list.length);
      const isLarge = (number: number): boolean => number >= value;
      assert.equal(findLowerBound(Uint16Array.from(list), value, low, high), scan(low, high, isLarge));
      assert.equal(
        findUpperBound(list, value),
        scan(0, list.length, (number) => number > value),
      );
      assert.equal(
        findFirstIndex(low, high, (at) => isLarge(list[at]!)),
        scan(low, high, isLarge),
      );
    }),
    { seed: 20261123 },
  );
});
