import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { NumberedValues } from './numbered-values.ts';

test('NumberedValues has the values of a Map after any history', () => {
  const step = fc.record({
    kind: fc.constantFrom('set', 'set', 'delete', 'load'),
    no: fc.oneof(fc.nat(20), fc.nat(5_000)),
    value: fc.double({ noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let values = new NumberedValues();
      const expected = new Map<number, number>();
      for (const { kind, no, value } of steps) {
        if (kind === 'load') {
          const loaded = new NumberedValues();
          loaded.load(values.save());
          values = loaded;
        } else if (kind === 'set') {
          values.set(no, value);
          expected.set(no, value);
        } else {
          values.delete(no);
          expected.delete(no);
        }
        assert.equal(values.get(no), expected.get(no));
      }
      assert.deepEqual(
        [...values.entries()],
        [...expected].toSorted(([one], [other]) => one - other),
      );
    }),
    { seed: 20261124 },
  );
});
