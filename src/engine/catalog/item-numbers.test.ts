import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ItemNumbers } from './item-numbers.ts';

test('ItemNumbers has the numbers of a Map after any history', () => {
  const step = fc.record({ kind: fc.constantFrom('set', 'delete'), id: fc.nat(9), no: fc.nat(1_000) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const numbers = new ItemNumbers();
      const expected = new Map<string, number>();
      for (const { kind, id, no } of steps) {
        if (kind === 'set') {
          numbers.set(`item-${id}`, no);
          expected.set(`item-${id}`, no);
        } else {
          numbers.delete(`item-${id}`);
          expected.delete(`item-${id}`);
        }
        assert.equal(numbers.size, expected.size);
        for (let each = 0; each < 10; each++)
          assert.equal(numbers.get(`item-${each}`), expected.get(`item-${each}`));
      }
    }),
    { seed: 20261125 },
  );
});

test('ItemNumbers keeps the numbers of others while thousands of ids are removed', () => {
  const numbers = new ItemNumbers();
  const expected = new Map<string, number>();
  for (let no = 0; no < 20_000; no++) {
    numbers.set(`item-${no}`, no);
    expected.set(`item-${no}`, no);
    if (no < 500) continue;
    numbers.delete(`item-${no - 500}`);
    expected.delete(`item-${no - 500}`);
  }
  assert.equal(numbers.size, expected.size);
  for (let no = 0; no < 20_000; no++) assert.equal(numbers.get(`item-${no}`), expected.get(`item-${no}`));
});
