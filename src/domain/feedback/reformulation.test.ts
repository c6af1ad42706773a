import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isTypingStep } from './reformulation.ts';

/** Whether the removal of some part of a text gives the other one. */
const isPartRemoved = (long: string, short: string): boolean =>
  Array.from({ length: short.length + 1 }, (_, start) => start).some(
    (start) => long.slice(0, start) + long.slice(start + long.length - short.length) === short,
  );

test('isTypingStep() finds letters inserted or deleted at one place, as the removal of each part does', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ' '), { maxLength: 6 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [short, long] = one.length < other.length ? [one, other] : [other, one];
      assert.equal(isTypingStep(one, other), isPartRemoved(long, short));
    }),
    { seed: 20261127, numRuns: 2_000 },
  );
});
