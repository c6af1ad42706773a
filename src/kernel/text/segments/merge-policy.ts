import { segmentDocumentsMax } from '../schema/document.ts';
import type { SegmentState } from './segment-state.ts';

/** So many segments of a size class are merged into one of the next. */
const mergeWidth = 4;
/** A segment of which less than this share is alive is written anew. */
const aliveShareMin = 0.7;
const smallestClass = 1_024;

/** Size class: 0 up to 1,024 documents, then a class for every factor of `mergeWidth`. */
function sizeClass(liveCount: number): number {
  return Math.max(0, Math.ceil(Math.log(liveCount / smallestClass) / Math.log(mergeWidth)));
}

/**
 * Which immutable segments to merge next, or null: full size classes first, smallest first, so that every document is
 * rewritten a logarithmic number of times; then segments with many deletions. Never more documents than a segment
 * holds.
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
    // Two halves of a full segment cannot become one with a third; merging fewer would only rewrite them.
    if (chosen.length >= 2) return chosen;
  }
  const worn = states.find((state) => state.liveCount < aliveShareMin * state.segment.documentCount);
  return worn === undefined ? null : [worn];
}
