import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { NeighbourListCache } from './pooled-rows.ts';

const rowWidth = 3;
const rowsMax = 300;

test('NeighbourListCache returns each row unchanged until it is deleted, and never exceeds its bound', () => {
  const steps = fc.array(
    fc.record({
      kind: fc.oneof(
        { weight: 20, arbitrary: fc.constant('add' as const) },
        { weight: 10, arbitrary: fc.constant('get' as const) },
        { weight: 5, arbitrary: fc.constant('delete' as const) },
        { weight: 1, arbitrary: fc.constant('clear' as const) },
      ),
      key: fc.nat(700),
      scores: fc.array(fc.double({ noNaN: true }), { maxLength: rowWidth }),
    }),
    { minLength: 200, maxLength: 1500, size: 'max' },
  );
  fc.assert(
    fc.property(steps, (list) => {
      const rows = new NeighbourListCache(rowWidth, rowsMax);
      const expected = new Map<number, readonly number[]>();
      for (const { kind, key, scores } of list) {
        if (kind === 'clear') {
          rows.clear();
          expected.clear();
        } else if (kind === 'delete') {
          rows.delete(key);
          expected.delete(key);
        } else if (kind === 'get' || rows.has(key)) {
          const row = rows.get(key);
          // Rows may be evicted only for lack of room.
          assert.ok(row !== undefined || !expected.has(key) || expected.size > rowsMax / 2);
          if (row !== undefined) assert.deepEqual([...row.scores], expected.get(key));
        } else {
          rows.add(key, {
            items: Uint32Array.from(scores, (_, at) => key + at),
            scores: Float64Array.from(scores),
          });
          expected.set(key, scores);
          assert.deepEqual(
            [...rows.get(key)!.items],
            scores.map((_, at) => key + at),
          );
        }
        assert.ok(rows.count <= rowsMax);
      }
    }),
    { seed: 20261121, numRuns: 60 },
  );
});
