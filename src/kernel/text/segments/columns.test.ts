import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeComparable } from './columns.ts';

test('makeComparable() normalizes blanks around each ">" of a path', () => {
  const part = fc.constantFrom('>', ' ', '\t', '\u00a0', 'Home', 'e\u0301');
  const value = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(value, (text) => {
      const trimmed = text.normalize('NFC').toLowerCase().trim();
      assert.equal(makeComparable(text), trimmed.replace(/\s*>\s*/g, ' > '));
    }),
    { seed: 17 },
  );
  assert.equal(makeComparable(10), '10');
});
