import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { hashTexts } from './item-text.ts';
import { TextHashes } from './text-hashes.ts';

test('TextHashes has the hashes of a Map after any history', () => {
  const step = fc.record({
    isSet: fc.boolean(),
    no: fc.oneof(fc.nat(20), fc.nat(2_000)),
    text: fc.constantFrom('', 'Oak chair', 'Elm table', 'Ash desk'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const hashes = new TextHashes();
      const expected = new Map<number, string>();
      for (const { isSet, no, text } of steps) {
        if (isSet) {
          hashes.set(no, hashTexts({ text, translations: [] }));
          expected.set(no, hashTexts({ text, translations: [] }));
        } else {
          hashes.delete(no);
          expected.delete(no);
        }
        assert.equal(hashes.get(no), expected.get(no));
        assert.equal(hashes.size, expected.size);
      }
      assert.deepEqual(
        [...hashes.entries()],
        [...expected].toSorted(([one], [other]) => one - other),
      );
    }),
    { seed: 20261124 },
  );
});

test('TextHashes.set() refuses a hash that does not fit', () => {
  assert.throws(() => new TextHashes().set(0, 'x'.repeat(23)), RangeError);
});
