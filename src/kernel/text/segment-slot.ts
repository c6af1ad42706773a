import { hasBit, setBit } from '../bits/bitmap.ts';
import type { Lexicon } from './lexicon.ts';
import type { SegmentReader } from './segment-reader.ts';
import { newPostingSlice } from './segment-reader.ts';

const slice = newPostingSlice();

/**
 * A segment at work in an index: with what was deleted since it was made, and what may be remembered about it as
 * long as nothing is added.
 */
export class SegmentSlot {
  readonly id: number;
  readonly segment: SegmentReader;
  /** Filters by their text, for segments that no longer grow. */
  readonly filterBitmaps = new Map<string, Uint32Array>();
  /** A segment that no longer takes documents. */
  sealed: boolean;
  /** Bits beyond its end read as clear: it grows with the first deletion there. */
  deleted: Uint32Array;
  deletedCount = 0;
  readonly #liveFrequencies = new Map<number, number>();
  readonly #lexicon: Lexicon | null;

  /** `lexicon`: knows the segment, or leaves what it is asked to it. */
  constructor(
    id: number,
    segment: SegmentReader,
    sealed: boolean,
    deleted: Uint32Array,
    lexicon: Lexicon | null = null,
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
    return this.#lexicon === null ? this.segment.groupOf(base) : this.#lexicon.groupOf(this.segment, base);
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
    this.#liveFrequencies.clear();
  }

  /** Number of live documents with the term: scores must not depend on what was deleted. */
  liveFrequency(term: number): number {
    const all = this.segment.documentFrequency(term);
    if (this.deletedCount === 0) return all;
    let frequency = this.sealed ? this.#liveFrequencies.get(term) : undefined;
    if (frequency === undefined) {
      this.segment.postings(term, slice);
      frequency = 0;
      for (let i = slice.start; i < slice.end; i++)
        if (!hasBit(this.deleted, slice.documents[i]!)) frequency++;
      if (this.sealed) this.#liveFrequencies.set(term, frequency);
    }
    return frequency;
  }
}
