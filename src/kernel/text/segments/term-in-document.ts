import { findLowerBound } from '../../bits/binary-search.ts';
import { hasOccurrence, createScratchSlice } from './segment-reader.ts';
import type { SegmentState } from './segment-state.ts';

const slice = createScratchSlice();

/** A document's posting of a term in zones of the masks (see `Expansion.counts`), or null. */
export function findEntry(
  state: SegmentState,
  term: number,
  document: number,
  masks: Uint8Array | null,
): { inName: boolean } | null {
  state.segment.readPostings(term, slice);
  const { documents, counts, start, end } = slice;
  const at = findLowerBound(documents, document, start, end);
  if (at === end || documents[at] !== document) return null;
  if (masks !== null && !hasOccurrence(slice, at, masks)) return null;
  const planes = (state.segment.zoneLengths.length + 1) >> 1;
  return { inName: (counts[at * planes]! & (masks?.[0] ?? 0xff) & 15) > 0 };
}

/** The most frequent of the terms that the document contains, ties by text; null if it contains none. */
export function findTermInDocument(
  state: SegmentState,
  terms: readonly number[],
  document: number,
  masks: Uint8Array | null,
): number | null {
  let best: number | null = null;
  let bestFrequency = 0;
  for (const term of terms) {
    const frequency = state.countLiveDocuments(term);
    if (frequency < bestFrequency || findEntry(state, term, document, masks) === null) continue;
    const later = best !== null && state.segment.readTerm(term) > state.segment.readTerm(best);
    if (frequency === bestFrequency && later) continue;
    best = term;
    bestFrequency = frequency;
  }
  return best;
}
