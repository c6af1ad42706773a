import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { CountMatrix } from './count-matrix.ts';

const runOptions = { seed: 20240601, numRuns: 200 };

test('CountMatrix equals a Map of Maps, and is empty after all counts are subtracted', () => {
  const additions = fc.array(fc.tuple(fc.nat(5), fc.nat(200), fc.integer({ min: 0, max: 1000 })), {
    maxLength: 800,
  });
  fc.assert(
    fc.property(fc.constantFrom('narrow', 'wide'), additions, (width, list) => {
      const rows = new CountMatrix(width);
      const naive = new Map<string, number>();
      for (const [row, key, delta] of list) {
        const value = (naive.get(`${row} ${key}`) ?? 0) + delta;
        naive.set(`${row} ${key}`, value);
        assert.equal(rows.add(row, key, delta), value);
      }
      for (let row = 0; row <= 6; row++) {
        const expected = Array.from(
          { length: 201 },
          (_, key) => [key, naive.get(`${row} ${key}`) ?? 0] as const,
        );
        assert.deepEqual(
          rows.entries(row),
          expected.filter(([, value]) => value !== 0),
        );
        for (const [key, value] of expected) assert.equal(rows.get(row, key), value);
      }
      for (const [row, key, delta] of list.toReversed()) rows.add(row, key, -delta);
      for (let row = 0; row <= 6; row++) assert.deepEqual(rows.entries(row), []);
    }),
    runOptions,
  );
});
