import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { RowPool } from './row-pool.ts';

void test('RowPool.take() returns the lowest row that is neither in use nor retired', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constant('take' as const) },
    { weight: 3, arbitrary: fc.record({ retire: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ releaseShare: fc.constantFrom(0, 0.5, 1) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const pool = new RowPool();
      const used = new Set<number>();
      let retired: { row: number; changeCount: number }[] = [];
      let changeCount = 0;
      for (const one of steps) {
        if (one === 'take') {
          const taken = new Set([...used, ...retired.map(({ row }) => row)]);
          let lowest = 0;
          while (taken.has(lowest)) lowest += 1;
          assert.equal(pool.next, lowest);
          assert.equal(pool.take(), lowest);
          used.add(lowest);
        } else if ('retire' in one) {
          if (used.size === 0) continue;
          const row = [...used][one.retire % used.size]!;
          used.delete(row);
          pool.retire(row, ++changeCount);
          retired.push({ row, changeCount });
        } else {
          const until = Math.floor(changeCount * one.releaseShare);
          const left = retired.filter((row) => row.changeCount > until);
          assert.equal(pool.release(until), retired.length - left.length);
          retired = left;
        }
      }
    }),
    { seed: 14, numRuns: 300 },
  );
});
