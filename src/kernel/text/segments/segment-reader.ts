import type { Column, ElementTable } from './columns.ts';
import type { TermVisitor } from '../dictionary/fuzzy.ts';
import type { IndexField } from '../schema/index-field.ts';

/** The postings of one term: entries from `start`, inclusive, to `end`, exclusive, ascending by document. */
export interface PostingSlice {
  documents: Uint16Array;
  /** `planes` bytes an entry. Plane p holds the frequency in zone 2p in its low four bits and in zone 2p + 1 in its high four. */
  counts: Uint8Array;
  start: number;
  end: number;
}

export function createPostingSlice(): PostingSlice {
  return { documents: new Uint16Array(0), counts: new Uint8Array(0), start: 0, end: 0 };
}

const scratchSlices: PostingSlice[] = [];

/** A reusable slice. It keeps its last segment in memory until {@link releaseScratchSlices}. */
export function createScratchSlice(): PostingSlice {
  const slice = createPostingSlice();
  scratchSlices.push(slice);
  return slice;
}

/** Call when segments were removed from an index, between two uses of scratch slices. */
export function releaseScratchSlices(): void {
  for (const slice of scratchSlices) Object.assign(slice, createPostingSlice());
}

/** Whether entry `i` has an occurrence in a zone of the masks, which have one byte for each plane. */
export function hasOccurrence({ counts }: PostingSlice, i: number, masks: Uint8Array): boolean {
  for (let plane = 0; plane < masks.length; plane++) {
    if ((counts[i * masks.length + plane]! & masks[plane]!) !== 0) return true;
  }
  return false;
}

/** Higher term frequencies count as this one, as BM25 saturates before it. */
export const occurrencesMax = 15;

/** Longer zones count as this length, so that the norms of all lengths fit a small table. */
export const zoneLengthMax = 4095;

/** Marks a name without a head noun. */
export const noStem = 0xffffffff;

/**
 * The interface of a segment to a search, mutable or not. Documents are numbered from 0 in the order they were added. A term is a
 * distinct word in lower case. Terms with equal folded and stemmed forms share a stem, which is also numbered.
 */
export interface SegmentReader {
  readonly documentCount: number;
  readonly termCount: number;
  readonly keys: Uint32Array;
  readonly popularities: Float64Array;
  /** Number of words, without stop words, by zone, then by document. */
  readonly zoneLengths: readonly Uint16Array[];
  /** The stems of the name of document d: nameStems[nameOffsets[d]] up to nameStems[nameOffsets[d + 1]]. */
  readonly nameOffsets: Uint32Array;
  readonly nameStems: Uint32Array;
  /** The stem of each name's head noun, or `noStem`. */
  readonly headNouns: Uint32Array;
  /** The last document with this key, or -1. */
  findDocument(key: number): number;
  /** The number of the stem with this text, or -1. */
  stemId(text: string): number;
  stemText(stem: number): string;
  /** The terms of the stem, in a new array. */
  listTermsOfStem(stem: number): number[];
  stemOfTerm(term: number): number;
  readTerm(term: number): string;
  isTerm(term: number, word: string): boolean;
  termHasDigit(term: number): boolean;
  /** Number of documents with the term, deleted ones included. */
  documentFrequency(term: number): number;
  readPostings(term: number, into: PostingSlice): void;
  /** Terms with this prefix after folding each letter. */
  findTermsByPrefix(prefix: string): readonly number[];
  /** Visits the terms without digits within `typos` edits of the word, as a whole or by a prefix of the term. */
  walk(word: string, typos: 1 | 2, visit: TermVisitor): void;
  /** Fields with a column. */
  readonly fields: readonly string[];
  readonly elements: ElementTable;
  /** Codes (see `isCode`) that contain this text. */
  findCodesContaining(text: string): readonly number[];
  /** Builds the filter that speeds up `findCodesContaining()`, in some milliseconds; returns false if there is nothing to build. */
  prepareInfixSearch(): boolean;
  /** Terms that, with each letter folded, end with one of `endings`, or whose stem ends with `stem`. */
  findTermsByEnding(endings: readonly string[], stem: string): readonly number[];
  /** The column of a field, which may be coalesced. Undefined if no document has a value. */
  getColumn(field: IndexField): Column | undefined;
  /** Documents that may have an identifier with the hash (see `identifiers.ts`), deleted ones included. */
  findByIdentifier(hash: number): ArrayLike<number> & Iterable<number>;
}
