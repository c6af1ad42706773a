import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatJsonLines } from './json-lines.ts';

test('formatJsonLines() breaks objects and lists that do not fit on a line', () => {
  const value = { short: [1, 2], empty: {}, long: ['a'.repeat(20), 'b'.repeat(20), { c: 1 }] };
  assert.equal(
    formatJsonLines(value, 30),
    `{
  "short": [1, 2],
  "empty": {},
  "long": [
    "${'a'.repeat(20)}",
    "${'b'.repeat(20)}",
    { "c": 1 }
  ]
}`,
  );
  assert.equal(formatJsonLines([11, 22, 33], 8), '[\n  11,\n  22,\n  33\n]');
  assert.equal(formatJsonLines([1, 2, 3, 4], 10), '[\n  1, 2,\n  3, 4\n]');
});

test('formatJsonLines() keeps every value', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 80 }), (json, widthMax) => {
      const value: unknown = JSON.parse(json);
      assert.deepEqual(JSON.parse(formatJsonLines(value, widthMax)), value);
    }),
    { seed: 20_261_123 },
  );
});
