import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkSlices } from '../../../lib/work-slices.ts';
import type { NumberedItem } from '../../log/applied-change.ts';
import { readListedItems } from './list-items.ts';

test('readListedItems() pauses between parts of a long list and leaves out items deleted during a pause', async () => {
  const count = 2_000;
  const list = Array.from({ length: count }, (_, no) => ({
    no,
    score: count - no,
    source: 'trending' as const,
    because: [],
    facts: {},
  }));
  const deleted = new Set<number>();
  let readSincePause = 0;
  let mostBetweenPauses = 0;
  const slices = new WorkSlices(300, async () => {
    readSincePause = 0;
    deleted.add(1_999);
  });
  const itemOf = (no: number): NumberedItem | null => {
    mostBetweenPauses = Math.max(mostBetweenPauses, ++readSincePause);
    return deleted.has(no) ? null : ({ no, id: `i${no}` } as NumberedItem);
  };
  const read = await readListedItems(list, itemOf, (no) => `p${no}`, slices);
  assert.equal(mostBetweenPauses, 300);
  assert.deepEqual(
    read.map(({ item, score }) => [item.id, score]),
    list.slice(0, -1).map(({ no, score }) => [`i${no}`, score]),
  );
});
