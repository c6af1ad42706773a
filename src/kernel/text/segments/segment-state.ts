import { findLowerBound } from '../../bits/binary-search.ts';
import { ensureCapacity } from '../../bits/growable.ts';
import { hasBit, createBitmap, setBit } from '../../bits/bitmap.ts';
import type { SharedDictionary } from './shared-dictionary.ts';
import type { SegmentReader } from './segment-reader.ts';
import { createScratchSlice, type PostingSlice } from './segment-reader.ts';

const slice = createScratchSlice();

/** A lookup of one deleted document costs about as much as reading this many postings. */
const lookupCost = 16;

/** A segment in use by an index, with its deletions and cached filters. */
export class SegmentState {
  readonly id: number;
  readonly segment: SegmentReader;
  /** Bitmaps by filter text, for sealed segments. */
  readonly filterBitmaps = new Map<string, Uint32Array>();
  /** Whether the segment no longer accepts documents. */
  sealed: boolean;
  /** Deleted documents. Bits beyond the end count as clear: the bitmap grows with the first deletion there. */
  deleted: Uint32Array;
  deletedCount = 0;
  /** Documents in the order of their deletion here; earlier deletions are only in `deleted`. */
  readonly #deletions: number[] = [];
  /** Two numbers a term: its live documents, and the number of deletions applied to that count plus 1, or 0 for none. */
  #liveFrequencies = new Uint32Array(0);
  readonly #dictionary: SharedDictionary | null;

  /** `dictionary` contains the terms of the segment, or forwards lookups to it. */
  constructor(
    id: number,
    segment: SegmentReader,
    sealed: boolean,
    deleted: Uint32Array,
    dictionary: SharedDictionary | null = null,
  ) {
    this.#dictionary = dictionary;
    this.id = id;
    this.segment = segment;
    this.sealed = sealed;
    this.deleted = deleted;
    for (let document = 0; document < segment.documentCount; document++) {
      if (hasBit(deleted, document)) this.deletedCount++;
    }
  }

  get liveCount(): number {
    return this.segment.documentCount - this.deletedCount;
  }

  /** The live document with this key, or -1. */
  findDocument(key: number): number {
    const document = this.segment.findDocument(key);
    return document < 0 || hasBit(this.deleted, document) ? -1 : document;
  }

  /** The number of the stem with this text in the segment, or -1. */
  stemId(text: string): number {
    return this.#dictionary === null
      ? this.segment.stemId(text)
      : this.#dictionary.stemId(this.segment, text);
  }

  delete(document: number): void {
    this.deleted = ensureCapacity(this.deleted, (document >>> 5) + 1);
    setBit(this.deleted, document);
    this.deletedCount++;
    if (this.sealed) this.#deletions.push(document);
  }

  /** Number of live documents with the term. Scores depend on it, so that deleted documents do not change them. */
  countLiveDocuments(term: number): number {
    const all = this.segment.documentFrequency(term);
    if (this.deletedCount === 0) return all;
    if (!this.sealed) return this.#countLive(term);
    if (this.#liveFrequencies.length === 0)
      this.#liveFrequencies = new Uint32Array(2 * this.segment.termCount);
    const cached = this.#liveFrequencies;
    const deletions = this.#deletions;
    // `now` is the number of deletions; those before this state was created count as one, so that it is never 0.
    const now = deletions.length + 1;
    const since = now - cached[2 * term + 1]!;
    if (since === 0) return cached[2 * term]!;
    if (since === now || since * lookupCost >= all) {
      cached[2 * term] = this.#countLive(term);
    } else {
      this.segment.readPostings(term, slice);
      for (let i = deletions.length - since; i < deletions.length; i++)
        if (hasDocument(slice, deletions[i]!)) cached[2 * term]!--;
    }
    cached[2 * term + 1] = now;
    return cached[2 * term]!;
  }

  #countLive(term: number): number {
    this.segment.readPostings(term, slice);
    let frequency = 0;
    for (let i = slice.start; i < slice.end; i++) if (!hasBit(this.deleted, slice.documents[i]!)) frequency++;
    return frequency;
  }
}

/** Whether the postings, which are sorted, contain the document. */
function hasDocument({ documents, start, end }: PostingSlice, document: number): boolean {
  const at = findLowerBound(documents, document, start, end);
  return at < end && documents[at] === document;
}

/**
 * Copies the current popularities of the documents of `old` into a segment that was built from them. Returns a bitmap of
 * the documents that were deleted in the meantime.
 */
export function transferDocuments(old: readonly SegmentState[], segment: SegmentReader): Uint32Array {
  const deleted = createBitmap(segment.documentCount);
  let state = old[0];
  let before = -1;
  for (let document = 0; document < segment.documentCount; document++) {
    const key = segment.keys[document]!;
    // A merge keeps the order, so the next document is mostly the next one of the same segment.
    if (state !== undefined && hasNext(state, before + 1, key)) {
      before++;
    } else {
      state = old.find((candidate) => candidate.findDocument(key) >= 0);
      before = state?.findDocument(key) ?? -1;
    }
    if (state === undefined) setBit(deleted, document);
    else segment.popularities[document] = state.segment.popularities[before]!;
  }
  return deleted;
}

function hasNext({ segment, deleted }: SegmentState, document: number, key: number): boolean {
  return document < segment.documentCount && segment.keys[document] === key && !hasBit(deleted, document);
}
