import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { placePins } from './list-pins.ts';

test('placePins() puts each pin at its position, or the next free one, and those beyond the end last', () => {
  const others = fc.nat({ max: 8 }).map((count) => Array.from({ length: count }, (_, i) => `o${i}`));
  const pins = fc
    .array(fc.integer({ min: 1, max: 12 }), { maxLength: 5 })
    .map((positions) => positions.map((position, i) => ({ value: `p${i}`, position })));
  fc.assert(
    fc.property(others, pins, fc.integer({ min: 1, max: 10 }), (list, pinned, limit) => {
      const taken = new Map<number, string>();
      for (const { value, position } of pinned) {
        let at = position;
        while (taken.has(at)) at++;
        taken.set(at, value);
      }
      const rest = [...list];
      const expected: (string | undefined)[] = [];
      for (let position = 1; position <= 40; position++) expected.push(taken.get(position) ?? rest.shift());
      const whole = expected.filter((value) => value !== undefined);
      assert.deepEqual(placePins(list, pinned, limit), whole.slice(0, limit));
    }),
    { seed: 20261125, numRuns: 2_000 },
  );
});
