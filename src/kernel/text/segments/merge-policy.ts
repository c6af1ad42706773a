import { segmentDocumentsMax } from '../schema/document.ts';
import type { SegmentState } from './segment-state.ts';

/** Number of segments of one size class that merge into one of the next. */
const mergeWidth = 4;
/** A segment with a smaller share of live documents is rewritten. */
const liveShareMin = 0.7;
const smallestClass = 1_024;

/** Size class: 0 up to 1,024 documents, then a class for every factor of `mergeWidth`. */
function sizeClass(liveCount: number): number {
  return Math.max(0, Math.ceil(Math.log(liveCount / smallestClass) / Math.log(mergeWidth)));
}

/**
 * The immutable segments to merge next, or null. Full size classes come first, smallest first, so that every document is
 * rewritten a logarithmic number of times; then segments with many deletions. A merge never exceeds the maximum number of
 * documents in a segment.
 */
export function chooseMerge(states: readonly SegmentState[]): SegmentState[] | null {
  const byClass = new Map<number, SegmentState[]>();
  for (const state of states) {
    const at = sizeClass(state.liveCount);
    byClass.set(at, [...(byClass.get(at) ?? []), state]);
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
