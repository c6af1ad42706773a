import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeRows, readRows, type SqlValue } from './row-codec.ts';

test('readRows() returns the rows given to encodeRows()', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.double({ noNaN: true }),
    fc.string({ unit: 'binary' }),
    fc.uint8Array(),
  );
  const rows = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array(value, { minLength: width, maxLength: width })));
  fc.assert(
    fc.property(rows, (input) => {
      const output: SqlValue[][] = [];
      for (const row of readRows(encodeRows(input)))
        output.push(row.map((cell) => (cell instanceof Uint8Array ? new Uint8Array(cell) : cell)));
      assert.deepEqual(output, input);
    }),
    { seed: 3 },
  );
});
