import { findLowerBound } from '../../bits/binary-search.ts';
import { segmentDocumentsMax } from '../schema/document.ts';
import type { PostingSlice } from './segment-reader.ts';
import { countBefore, type FoundDocuments } from './found-documents.ts';

/** A list that is this many times longer than the found documents is searched instead of read. */
const probeFactor = 16;

/** The postings of terms in the found documents; allocated once and reused. */
export interface JoinedPostings {
  /** Indexes of entries, and the position of each entry's document among the found ones. */
  entries: Uint32Array;
  positions: Uint16Array;
  count: number;
}

/** Room for one term after any number of entries up to `segmentDocumentsMax`. */
export const joinedMax = 2 * segmentDocumentsMax;

export function createJoinedPostings(): JoinedPostings {
  return {
    entries: new Uint32Array(joinedMax),
    positions: new Uint16Array(joinedMax),
    count: 0,
  };
}

/** Adds a term's entries in the found documents. */
export function joinPostings(slice: PostingSlice, found: FoundDocuments, into: JoinedPostings): void {
  if (found.documents.length * probeFactor < slice.end - slice.start) searchAll(slice, found, into);
  else readAll(slice, found, into);
}

function readAll({ documents, start, end }: PostingSlice, found: FoundDocuments, into: JoinedPostings): void {
  const { bitmap } = found;
  const { entries, positions } = into;
  let { count } = into;
  for (let i = start; i < end; i++) {
    const document = documents[i]!;
    if (((bitmap[document >>> 5]! >>> (document & 31)) & 1) === 0) continue;
    entries[count] = i;
    positions[count++] = countBefore(found, document);
  }
  into.count = count;
}

/** Adds a term's entries by searching for each of a few documents. */
export function searchAll(
  { documents, start, end }: PostingSlice,
  { documents: wanted }: Pick<FoundDocuments, 'documents'>,
  into: JoinedPostings,
): void {
  const { entries, positions } = into;
  let { count } = into;
  let from = start;
  for (let position = 0; position < wanted.length && from < end; position++) {
    const document = wanted[position]!;
    from = findFirstNotBelow(documents, from, end, document);
    if (from < end && documents[from] === document) {
      entries[count] = from;
      positions[count++] = position;
    }
  }
  into.count = count;
}

/**
 * The weight of each joined entry: its frequency in each zone times the norm of the zone's length in its document. `masks` are those of
 * `Expansion.counts`, `documents` the found documents by position.
 */
export function weighJoined(
  { counts }: PostingSlice,
  { entries, positions, count }: JoinedPostings,
  documents: Uint16Array,
  zoneLengths: readonly Uint16Array[],
  norms: readonly Float64Array[],
  masks: Uint8Array | null,
  weights: Float64Array,
): void {
  const planes = (zoneLengths.length + 1) >> 1;
  for (let plane = 0; plane < planes; plane++) {
    const mask = masks?.[plane] ?? 0xff;
    const lowLengths = zoneLengths[plane * 2]!;
    const lowNorms = norms[plane * 2]!;
    // With an odd number of zones, the high halves of the last plane are empty.
    const highLengths = zoneLengths[plane * 2 + 1] ?? lowLengths;
    const highNorms = norms[plane * 2 + 1] ?? lowNorms;
    for (let j = 0; j < count; j++) {
      let weight = plane === 0 ? 0 : weights[j]!;
      const packed = counts[entries[j]! * planes + plane]! & mask;
      if (packed !== 0) {
        const document = documents[positions[j]!]!;
        const low = packed & 15;
        const high = packed >> 4;
        if (low > 0) weight += low * lowNorms[lowLengths[document]!]!;
        if (high > 0) weight += high * highNorms[highLengths[document]!]!;
      }
      weights[j] = weight;
    }
  }
}

/** The first entry from `start` to `end` that is not below `document`, by galloping search. */
function findFirstNotBelow(documents: Uint16Array, start: number, end: number, document: number): number {
  let low = start;
  let step = 1;
  while (low + step < end && documents[low + step]! < document) {
    low += step;
    step *= 2;
  }
  return findLowerBound(documents, document, low, Math.min(end, low + step));
}
