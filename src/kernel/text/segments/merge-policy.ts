import { segmentDocumentsMax } from '../schema/document.ts';
import type { SegmentState } from './segment-state.ts';
import { log } from '../../../math/logarithm.ts';

/** Number of segments of one size class that merge into one of the next. */
const mergeWidth = 4;
/** A segment with a smaller share of live documents is rewritten. */
const liveShareMin = 0.7;
const smallestClassDocuments = 1_024;
/** A compaction rewrites a segment only with others that have at least this share of its documents. */
const compactionShareMin = 1 / 8;

/** The size class: 0 up to 1,024 documents, then one class for every factor of `mergeWidth`. */
function computeSizeClass(liveCount: number): number {
  return Math.max(0, Math.ceil(log(liveCount / smallestClassDocuments) / log(mergeWidth)));
}

/**
 * The immutable segments to merge next, or null. Full size classes come first, smallest first, so that every document is
 * rewritten a logarithmic number of times; then segments with many deletions. A merge never exceeds the maximum number of
 * documents in a segment.
 */
export function chooseMerge(states: readonly SegmentState[]): SegmentState[] | null {
  const byClass = new Map<number, SegmentState[]>();
  for (const state of states) {
    const sizeClass = computeSizeClass(state.liveCount);
    byClass.set(sizeClass, [...(byClass.get(sizeClass) ?? []), state]);
  }
  for (const [, members] of [...byClass].sort(([a], [b]) => a - b)) {
    if (members.length < mergeWidth) continue;
    const chosen: SegmentState[] = [];
    let liveCount = 0;
    for (const state of members.toSorted((a, b) => a.liveCount - b.liveCount || a.id - b.id)) {
      if (liveCount + state.liveCount > segmentDocumentsMax) break;
      chosen.push(state);
      liveCount += state.liveCount;
    }
    // A full segment may not fit its whole class; merging fewer than two would only rewrite one.
    if (chosen.length >= 2) return chosen;
  }
  const sparse = states.find((state) => state.liveCount < liveShareMin * state.segment.documentCount);
  return sparse === undefined ? null : [sparse];
}

/**
 * The segments to merge next if no changes are expected, or null. A search looks its words up in each segment, so a few large segments
 * are faster than many of all sizes. The smallest ones are merged first, as many as fit a segment; a large one is not rewritten for a few
 * documents.
 */
export function chooseCompaction(states: readonly SegmentState[]): SegmentState[] | null {
  let chosen: SegmentState[] = [];
  let liveCount = 0;
  for (const state of states.toSorted((a, b) => a.liveCount - b.liveCount || a.id - b.id)) {
    const fits = liveCount + state.liveCount <= segmentDocumentsMax;
    if (!fits || liveCount < compactionShareMin * state.liveCount) {
      if (chosen.length >= 2) return chosen;
      chosen = [];
      liveCount = 0;
    }
    chosen.push(state);
    liveCount += state.liveCount;
  }
  return chosen.length >= 2 ? chosen : null;
}
