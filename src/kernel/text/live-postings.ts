import { growableUint16, growableUint32, growableUint8 } from '../bits/growable.ts';
import { occurrencesMax, type PostingSlice } from './segment-reader.ts';

const none = 0xffffffff;

/**
 * Posting lists under construction: entries of all terms lie in one arena, chained by term, so that adding a word
 * allocates nothing. A list is copied together when it is read.
 */
export class LivePostings {
  readonly #planes: number;
  readonly #documents = growableUint16();
  readonly #counts = growableUint8();
  readonly #next = growableUint32();
  readonly #heads = growableUint32();
  readonly #tails = growableUint32();
  readonly #sizes = growableUint32();
  #copiedDocuments = new Uint16Array(64);
  #copiedCounts = new Uint8Array(64);

  constructor(planes: number) {
    this.#planes = planes;
  }

  get entryCount(): number {
    return this.#documents.length;
  }

  /** Makes the list of the next term; terms are numbered from 0. */
  addTerm(): void {
    this.#heads.push(none);
    this.#tails.push(none);
    this.#sizes.push(0);
  }

  size(term: number): number {
    return this.#sizes.data[term]!;
  }

  /** Counts one occurrence; documents come in ascending order. */
  add(term: number, document: number, zone: number): void {
    const tail = this.#tails.data[term]!;
    const entry =
      tail !== none && this.#documents.data[tail] === document ? tail : this.#append(term, tail, document);
    const at = entry * this.#planes + (zone >> 1);
    const shift = (zone & 1) * 4;
    const packed = this.#counts.data[at]!;
    if (((packed >> shift) & 15) < occurrencesMax) this.#counts.data[at] = packed + (1 << shift);
  }

  #append(term: number, tail: number, document: number): number {
    const entry = this.#documents.length;
    this.#documents.push(document);
    this.#next.push(none);
    for (let plane = 0; plane < this.#planes; plane++) this.#counts.push(0);
    if (tail === none) this.#heads.data[term] = entry;
    else this.#next.data[tail] = entry;
    this.#tails.data[term] = entry;
    this.#sizes.data[term]!++;
    return entry;
  }

  /** Copies a term's entries to `documents` and `counts` from entry `at` on; gives the entry after them. */
  copy(term: number, documents: Uint16Array, counts: Uint8Array, at: number): number {
    const planes = this.#planes;
    let to = at;
    for (let entry = this.#heads.data[term]!; entry !== none; entry = this.#next.data[entry]!) {
      documents[to] = this.#documents.data[entry]!;
      for (let plane = 0; plane < planes; plane++) {
        counts[to * planes + plane] = this.#counts.data[entry * planes + plane]!;
      }
      to++;
    }
    return to;
  }

  /** Valid until the next call. */
  read(term: number, into: PostingSlice): void {
    const size = this.size(term);
    if (size > this.#copiedDocuments.length) {
      this.#copiedDocuments = new Uint16Array(size * 2);
      this.#copiedCounts = new Uint8Array(size * 2 * this.#planes);
    }
    if (this.#copiedCounts.length < this.#copiedDocuments.length * this.#planes) {
      this.#copiedCounts = new Uint8Array(this.#copiedDocuments.length * this.#planes);
    }
    into.documents = this.#copiedDocuments;
    into.counts = this.#copiedCounts;
    into.start = 0;
    into.end = this.copy(term, this.#copiedDocuments, this.#copiedCounts, 0);
  }
}
