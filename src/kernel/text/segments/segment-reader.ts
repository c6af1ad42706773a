import type { Column, ElementTable } from './columns.ts';
import type { TermVisitor } from '../dictionary/fuzzy.ts';

/** The documents of one term: entries `start` up to `end`, ascending by document. */
export interface PostingSlice {
  documents: Uint16Array;
  /** `planes` bytes an entry: plane p has the occurrences in zone 2p in its low half, in zone 2p + 1 in its high. */
  counts: Uint8Array;
  start: number;
  end: number;
}

export function newPostingSlice(): PostingSlice {
  return { documents: new Uint16Array(0), counts: new Uint8Array(0), start: 0, end: 0 };
}

/** Whether entry `i` counts anything that the masks, one a byte of its counts, let through. */
export function countsIn({ counts }: PostingSlice, i: number, masks: Uint8Array): boolean {
  for (let plane = 0; plane < masks.length; plane++) {
    if ((counts[i * masks.length + plane]! & masks[plane]!) !== 0) return true;
  }
  return false;
}

/** Occurrences are counted up to this: beyond, BM25 saturates anyway. */
export const occurrencesMax = 15;

/** Longer texts count as this long, so that the norms of all lengths fit a small table. */
export const zoneLengthMax = 4095;

/** The noun of a name that has none. */
export const noStem = 0xffffffff;

/**
 * What a search needs of a segment, mutable or not. Documents are numbered from 0 in the order of adding. A term is a
 * word as written (lower case); a group holds the terms that share a base (folded and stemmed).
 */
export interface SegmentReader {
  readonly documentCount: number;
  readonly termCount: number;
  readonly keys: Uint32Array;
  readonly popularities: Float64Array;
  /** Number of counted words by zone, then by document. */
  readonly zoneLengths: readonly Uint16Array[];
  /** The words of the name of document d, as groups: nameGroups[nameOffsets[d]] up to nameGroups[nameOffsets[d + 1]]. */
  readonly nameOffsets: Uint32Array;
  readonly nameStems: Uint32Array;
  /** The group of the name's product noun, or `noGroup`. */
  readonly headNouns: Uint32Array;
  /** The newest document with this key, or -1. */
  documentOf(key: number): number;
  /** The group with this base, or -1. */
  stemId(base: string): number;
  stemText(group: number): string;
  termsOfStem(group: number): readonly number[];
  stemOfTerm(term: number): number;
  termText(term: number): string;
  /** The term with this text, or -1. */
  termOf(word: string): number;
  /** Whether the term is written so. */
  isTerm(term: number, word: string): boolean;
  termHasDigit(term: number): boolean;
  /** Documents that have the term, deleted ones included. */
  documentFrequency(term: number): number;
  postings(term: number, into: PostingSlice): void;
  /** Terms that, folded letter by letter, begin with this. */
  termsBeginningWith(beginning: string): readonly number[];
  /** Visits the terms without digits that the automaton accepts as a whole or by a beginning. */
  walk(word: string, typos: 1 | 2, visit: TermVisitor): void;
  /** Fields that have a column. */
  readonly fields: readonly string[];
  readonly elements: ElementTable;
  /** Terms that are codes (see `isCode`), with this text anywhere within. */
  codesContaining(text: string): readonly number[];
  /** Makes that faster from now on, in some milliseconds; says whether it had to. */
  prepareCodes(): boolean;
  /** Terms that, folded letter by letter, end with one of `endings`, or whose base ends with `base`. */
  termsEndingWith(endings: readonly string[], base: string): readonly number[];
  column(field: string): Column | undefined;
  /** Documents that may have an identifier with the hash (see `identifiers.ts`), deleted ones included. */
  documentsByIdentifier(hash: number): ArrayLike<number> & Iterable<number>;
}
