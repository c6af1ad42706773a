import assert from 'node:assert/strict';
import { test } from 'node:test';
import { segmentDocumentsMax } from '../schema/document.ts';
import { chooseCompaction, chooseMerge } from './merge-policy.ts';
import type { SegmentState } from './segment-state.ts';

/** Segments with these numbers of live documents. */
function segments(counts: readonly number[]): SegmentState[] {
  return counts.map(
    (liveCount, id) => ({ id, liveCount, segment: { documentCount: liveCount } }) as unknown as SegmentState,
  );
}

/** The sizes after all merges, ascending, and the documents that they wrote. */
function compacted(counts: readonly number[]): { sizes: number[]; written: number } {
  let sizes = [...counts];
  let written = 0;
  for (;;) {
    const states = segments(sizes);
    const chosen = chooseMerge(states) ?? chooseCompaction(states);
    if (chosen === null) return { sizes: sizes.toSorted((a, b) => a - b), written };
    const sum = chosen.reduce((total, { liveCount }) => total + liveCount, 0);
    assert.ok(chosen.length >= 2 && sum <= segmentDocumentsMax);
    written += sum;
    sizes = [...sizes.filter((_, id) => !chosen.some((state) => state.id === id)), sum];
  }
}

test('a compaction leaves few large segments of the many sizes that merges leave', () => {
  const afterImport = [2_000, 2_000, 2_000, 6_000, 6_000, 7_000, 22_000, 25_000, 28_000];
  assert.equal(chooseMerge(segments(afterImport)), null);
  assert.deepEqual(compacted(afterImport).sizes, [47_000, 53_000]);
});

test('a compaction does not rewrite a large segment for a few documents', () => {
  assert.deepEqual(compacted([300, 60_000]), { sizes: [300, 60_000], written: 0 });
  assert.deepEqual(compacted([1, 2_000]), { sizes: [1, 2_000], written: 0 });
  assert.deepEqual(compacted([300, 300, 60_000]).sizes, [600, 60_000]);
});

test('segments that grow by small additions are rewritten a bounded number of times', () => {
  let sizes: number[] = [];
  let written = 0;
  const [additions, size] = [200, 300];
  for (let i = 0; i < additions; i++) {
    const outcome = compacted([...sizes, size]);
    sizes = outcome.sizes;
    written += outcome.written;
  }
  assert.equal(
    sizes.reduce((sum, one) => sum + one, 0),
    additions * size,
  );
  assert.ok(sizes.length <= 4, sizes.join(', '));
  assert.ok(written <= 12 * additions * size, `${written / (additions * size)} times`);
});
