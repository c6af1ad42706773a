import { findLowerBound } from '../../bits/binary-search.ts';
import { hasBit, createBitmap, setBit } from '../../bits/bitmap.ts';
import type { Column } from './columns.ts';
import type { SegmentReader } from './segment-reader.ts';

/** Documents of one segment, in any order, each once. */
export interface DocumentSet {
  segment: SegmentReader;
  documents: Uint16Array;
  count: number;
  /** With grouping, the group of each document of the segment, or `ungrouped`; present in all sets or in none. */
  groups?: Int32Array;
}

/** A document set for several columns, with a bitmap computed on first use. */
export interface MatchedDocuments extends DocumentSet {
  readonly bitmap: Uint32Array;
}

export function createMatchedDocuments(set: DocumentSet): MatchedDocuments {
  let bitmap: Uint32Array | null = null;
  return {
    ...set,
    // Columns with a value in every document never use it.
    get bitmap() {
      if (bitmap !== null) return bitmap;
      bitmap = createBitmap(set.segment.documentCount);
      for (let i = 0; i < set.count; i++) setBit(bitmap, set.documents[i]!);
      return bitmap;
    },
  };
}

/** Documents are looked up one by one if the column has this many times more entries. */
const lookupRatio = 20;

/** Calls `visit` with document and ordinal of every entry of the set's documents, all of a document in a row. */
export function visitMatched(
  column: Column,
  set: MatchedDocuments,
  visit: (document: number, ordinal: number) => void,
): void {
  const { documents: setDocuments, count } = set;
  const { documents, ordinals, entryCount } = column;
  if (documents === null) {
    for (let i = 0; i < count; i++) visit(setDocuments[i]!, ordinals[setDocuments[i]!]!);
  } else if (count * lookupRatio < entryCount) {
    for (let i = 0; i < count; i++) {
      const document = setDocuments[i]!;
      let at = findLowerBound(documents, document, 0, entryCount);
      for (; at < entryCount && documents[at] === document; at++) visit(document, ordinals[at]!);
    }
  } else {
    const { bitmap } = set;
    for (let i = 0; i < entryCount; i++) {
      if (hasBit(bitmap, documents[i]!)) visit(documents[i]!, ordinals[i]!);
    }
  }
}

/** The number of documents of the set with each value, by ordinal. Repeats the loop above inline, as it dominates the cost of facets. */
export function countOrdinals(column: Column, set: MatchedDocuments): Uint32Array {
  const counts = new Uint32Array(column.values.length);
  const { documents, ordinals, entryCount } = column;
  const { documents: setDocuments, count } = set;
  if (documents === null) {
    for (let i = 0; i < count; i++) counts[ordinals[setDocuments[i]!]!]!++;
  } else if (count * lookupRatio < entryCount) {
    for (let i = 0; i < count; i++) {
      const document = setDocuments[i]!;
      let at = findLowerBound(documents, document, 0, entryCount);
      for (; at < entryCount && documents[at] === document; at++) counts[ordinals[at]!]!++;
    }
  } else {
    const { bitmap } = set;
    for (let i = 0; i < entryCount; i++) {
      const document = documents[i]!;
      if ((bitmap[document >>> 5]! & (1 << (document & 31))) !== 0) counts[ordinals[i]!]!++;
    }
  }
  return counts;
}

/** Number of documents of the set with an entry. */
export function countCovered(column: Column, set: MatchedDocuments): number {
  const { documents, entryCount } = column;
  if (documents === null) return set.count;
  let covered = 0;
  if (set.count * lookupRatio < entryCount) {
    for (let i = 0; i < set.count; i++) {
      if (documents[findLowerBound(documents, set.documents[i]!, 0, entryCount)] === set.documents[i])
        covered++;
    }
    return covered;
  }
  let last = -1;
  for (let i = 0; i < entryCount; i++) {
    const document = documents[i]!;
    if (document === last || !hasBit(set.bitmap, document)) continue;
    last = document;
    covered++;
  }
  return covered;
}
