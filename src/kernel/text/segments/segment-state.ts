import { hasBit, newBitmap, setBit } from '../../bits/bitmap.ts';
import type { SharedDictionary } from './shared-dictionary.ts';
import type { SegmentReader } from './segment-reader.ts';
import { newPostingSlice, type PostingSlice } from './segment-reader.ts';

const slice = newPostingSlice();

/** To look a deleted document up in a list costs as much as to read so many of its entries. */
const lookUpSteps = 16;

/**
 * A segment at work in an index: with what was deleted since it was made, and what may be remembered about it as
 * long as nothing is added.
 */
export class SegmentState {
  readonly id: number;
  readonly segment: SegmentReader;
  /** Filters by their text, for segments that no longer grow. */
  readonly filterBitmaps = new Map<string, Uint32Array>();
  /** A segment that no longer takes documents. */
  sealed: boolean;
  /** Bits beyond its end read as clear: it grows with the first deletion there. */
  deleted: Uint32Array;
  deletedCount = 0;
  /** Documents in the order in which they were deleted here; those of before are in `deleted` alone. */
  readonly #deletions: number[] = [];
  /** By term, once there are deletions: its live documents, and how many of the deletions that takes into account, 0 for never. */
  #liveFrequencies = new Uint32Array(0);
  readonly #lexicon: SharedDictionary | null;

  /** `lexicon`: knows the segment, or leaves what it is asked to it. */
  constructor(
    id: number,
    segment: SegmentReader,
    sealed: boolean,
    deleted: Uint32Array,
    lexicon: SharedDictionary | null = null,
  ) {
    this.#lexicon = lexicon;
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
  documentOf(key: number): number {
    const document = this.segment.documentOf(key);
    return document < 0 || hasBit(this.deleted, document) ? -1 : document;
  }

  /** The group of the segment with this base, or -1. */
  groupOf(base: string): number {
    return this.#lexicon === null ? this.segment.stemId(base) : this.#lexicon.groupOf(this.segment, base);
  }

  delete(document: number): void {
    const words = (document >>> 5) + 1;
    if (words > this.deleted.length) {
      const grown = new Uint32Array(Math.max(words, this.deleted.length * 2));
      grown.set(this.deleted);
      this.deleted = grown;
    }
    setBit(this.deleted, document);
    this.deletedCount++;
    if (this.sealed) this.#deletions.push(document);
  }

  /** Number of live documents with the term: scores must not depend on what was deleted. */
  liveFrequency(term: number): number {
    const all = this.segment.documentFrequency(term);
    if (this.deletedCount === 0) return all;
    if (!this.sealed) return this.#countLive(term);
    if (this.#liveFrequencies.length === 0)
      this.#liveFrequencies = new Uint32Array(2 * this.segment.termCount);
    const known = this.#liveFrequencies;
    const deletions = this.#deletions;
    // Those of before this slot was made count as one, so that the number is never 0.
    const now = deletions.length + 1;
    const since = now - known[2 * term + 1]!;
    if (since === 0) return known[2 * term]!;
    if (since === now || since * lookUpSteps >= all) {
      known[2 * term] = this.#countLive(term);
    } else {
      this.segment.postings(term, slice);
      for (let i = deletions.length - since; i < deletions.length; i++)
        if (hasDocument(slice, deletions[i]!)) known[2 * term]!--;
    }
    known[2 * term + 1] = now;
    return known[2 * term]!;
  }

  #countLive(term: number): number {
    this.segment.postings(term, slice);
    let frequency = 0;
    for (let i = slice.start; i < slice.end; i++) if (!hasBit(this.deleted, slice.documents[i]!)) frequency++;
    return frequency;
  }
}

/** Whether a list, which is sorted, has the document. */
function hasDocument({ documents, start, end }: PostingSlice, document: number): boolean {
  let from = start;
  let to = end;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (documents[middle]! < document) from = middle + 1;
    else to = middle;
  }
  return from < end && documents[from] === document;
}

/**
 * Gives a segment that was built from others the ranks that its documents have there now, and tells which of them are alive
 * in none of those any more.
 */
export function takeOver(old: readonly SegmentState[], segment: SegmentReader): Uint32Array {
  const deleted = newBitmap(segment.documentCount);
  let state = old[0];
  let before = -1;
  for (let document = 0; document < segment.documentCount; document++) {
    const key = segment.keys[document]!;
    // A merge keeps their order: mostly it is the next one of the same segment.
    if (state !== undefined && hasNext(state, before + 1, key)) {
      before++;
    } else {
      state = old.find((candidate) => candidate.documentOf(key) >= 0);
      before = state?.documentOf(key) ?? -1;
    }
    if (state === undefined) setBit(deleted, document);
    else segment.popularities[document] = state.segment.popularities[before]!;
  }
  return deleted;
}

function hasNext({ segment, deleted }: SegmentState, document: number, key: number): boolean {
  return document < segment.documentCount && segment.keys[document] === key && !hasBit(deleted, document);
}
