import { segmentDocumentsMax } from '../schema/document.ts';
import type { PostingSlice } from './segment-reader.ts';
import { rankIn, type FoundDocuments } from './found-documents.ts';

/** Where a list is so many times longer than what is wanted of it, it is searched instead of read. */
const probeFactor = 16;

/** The entries of terms that are of listed documents; made once and used again and again. */
export interface JoinedPostings {
  /** Indexes of entries, and the places of their documents in the list. */
  entries: Uint32Array;
  places: Uint16Array;
  count: number;
}

/** One term fits whatever else there is, as long as that is no more than `segmentDocumentsMax`. */
export const joinedMax = 2 * segmentDocumentsMax;

export function newJoinedPostings(): JoinedPostings {
  return {
    entries: new Uint32Array(joinedMax),
    places: new Uint16Array(joinedMax),
    count: 0,
  };
}

/** Adds a term's entries. */
export function joinPostings(slice: PostingSlice, found: FoundDocuments, into: JoinedPostings): void {
  if (found.documents.length * probeFactor < slice.end - slice.start) searchAll(slice, found, into);
  else readAll(slice, found, into);
}

function readAll({ documents, start, end }: PostingSlice, found: FoundDocuments, into: JoinedPostings): void {
  const { bitmap } = found;
  const { entries, places } = into;
  let { count } = into;
  for (let i = start; i < end; i++) {
    const document = documents[i]!;
    if (((bitmap[document >>> 5]! >>> (document & 31)) & 1) === 0) continue;
    entries[count] = i;
    places[count++] = rankIn(found, document);
  }
  into.count = count;
}

/** Adds a term's entries, for few documents. */
export function searchAll(
  { documents, start, end }: PostingSlice,
  { documents: wanted }: Pick<FoundDocuments, 'documents'>,
  into: JoinedPostings,
): void {
  const { entries, places } = into;
  let { count } = into;
  let from = start;
  for (let place = 0; place < wanted.length && from < end; place++) {
    const document = wanted[place]!;
    from = firstNotBelow(documents, from, end, document);
    if (from < end && documents[from] === document) {
      entries[count] = from;
      places[count++] = place;
    }
  }
  into.count = count;
}

/**
 * What each joined entry weighs: its occurrences by zone, each by the length of the zone in its document. `masks` as in
 * `Variant.counts`; `documents`: the list by place.
 */
export function weighJoined(
  { counts }: PostingSlice,
  { entries, places, count }: JoinedPostings,
  documents: Uint16Array,
  zoneLengths: readonly Uint16Array[],
  norms: readonly Float64Array[],
  masks: Uint8Array | null,
  weights: Float64Array,
): void {
  weights.fill(0, 0, count);
  const planes = (zoneLengths.length + 1) >> 1;
  for (let plane = 0; plane < planes; plane++) {
    const mask = masks?.[plane] ?? 0xff;
    const lowLengths = zoneLengths[plane * 2]!;
    const lowNorms = norms[plane * 2]!;
    // With an odd number of zones the last plane has nothing in its high halves.
    const highLengths = zoneLengths[plane * 2 + 1] ?? lowLengths;
    const highNorms = norms[plane * 2 + 1] ?? lowNorms;
    for (let j = 0; j < count; j++) {
      const packed = counts[entries[j]! * planes + plane]! & mask;
      if (packed === 0) continue;
      const document = documents[places[j]!]!;
      const low = packed & 15;
      const high = packed >> 4;
      if (low > 0) weights[j]! += low * lowNorms[lowLengths[document]!]!;
      if (high > 0) weights[j]! += high * highNorms[highLengths[document]!]!;
    }
  }
}

/** The first entry from `start` up to `end` that is not below `document`, found by steps that double. */
function firstNotBelow(documents: Uint16Array, start: number, end: number, document: number): number {
  let low = start;
  let step = 1;
  while (low + step < end && documents[low + step]! < document) {
    low += step;
    step *= 2;
  }
  let high = Math.min(end, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}
