import { countsIn, newPostingSlice } from './segment-reader.ts';
import type { SegmentState } from './segment-state.ts';

const slice = newPostingSlice();

/** What a document has of a term, in zones that `masks` lets through (see `Variant.counts`); null where it has nothing. */
export function entryOf(
  state: SegmentState,
  term: number,
  document: number,
  masks: Uint8Array | null,
): { inName: boolean } | null {
  state.segment.postings(term, slice);
  const { documents, counts, start, end } = slice;
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  if (low === end || documents[low] !== document) return null;
  if (masks !== null && !countsIn(slice, low, masks)) return null;
  const planes = (state.segment.zoneLengths.length + 1) >> 1;
  return { inName: (counts[low * planes]! & (masks?.[0] ?? 0xff) & 15) > 0 };
}

/** The most frequent of the terms that the document has, then the first by its text; null where it has none. */
export function termInDocument(
  state: SegmentState,
  terms: readonly number[],
  document: number,
  masks: Uint8Array | null,
): number | null {
  let best: number | null = null;
  let bestFrequency = 0;
  for (const term of terms) {
    const frequency = state.liveFrequency(term);
    if (frequency < bestFrequency || entryOf(state, term, document, masks) === null) continue;
    const later = best !== null && state.segment.termText(term) > state.segment.termText(best);
    if (frequency === bestFrequency && later) continue;
    best = term;
    bestFrequency = frequency;
  }
  return best;
}
