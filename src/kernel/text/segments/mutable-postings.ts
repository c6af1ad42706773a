import {
  ensureCapacity,
  createGrowableUint16,
  createGrowableUint32,
  createGrowableUint8,
} from '../../bits/growable.ts';
import { occurrencesMax, type PostingSlice } from './segment-reader.ts';

/** Fields of a term's record, adjacent so that adding a word reads one line of cache. Entries and documents are one higher: 0 is none. */
const head = 0;
const tail = 1;
const size = 2;
const lastDocument = 3;
const termWordCount = 4;

/**
 * Posting lists under construction. The entries of all terms lie in one arena, linked by term, so that adding a word
 * allocates nothing. Reading a list copies it.
 */
export class MutablePostings {
  readonly #planes: number;
  readonly #documents = createGrowableUint16();
  readonly #counts = createGrowableUint8();
  readonly #next = createGrowableUint32();
  /** The term of each entry. */
  readonly #terms = createGrowableUint32();
  readonly #byTerm = createGrowableUint32();
  #copiedDocuments: Uint16Array = new Uint16Array(64);
  #copiedCounts: Uint8Array = new Uint8Array(64);

  /** `termCount` is the number of existing terms, which have no entries. */
  constructor(planes: number, termCount: number) {
    this.#planes = planes;
    // With room for new terms.
    this.#byTerm.reserve((termCount + (termCount >> 3)) * termWordCount);
    this.#byTerm.length = termCount * termWordCount;
  }

  get entryCount(): number {
    return this.#documents.length;
  }

  /** Creates the list of the next term; terms are numbered from 0. */
  addTerm(): void {
    this.#byTerm.reserve(this.#byTerm.length + termWordCount);
    this.#byTerm.length += termWordCount;
  }

  countPostings(term: number): number {
    return this.#byTerm.data[term * termWordCount + size]!;
  }

  /** Counts one occurrence; documents must ascend. */
  add(term: number, document: number, zone: number): void {
    const lists = this.#byTerm.data;
    const list = term * termWordCount;
    const entry =
      lists[list + lastDocument] === document + 1 ? lists[list + tail]! - 1 : this.#append(term, document);
    const at = entry * this.#planes + (zone >> 1);
    const shift = (zone & 1) * 4;
    const packed = this.#counts.data[at]!;
    if (((packed >> shift) & 15) < occurrencesMax) this.#counts.data[at] = packed + (1 << shift);
  }

  #append(term: number, document: number): number {
    const entry = this.#documents.length;
    this.#documents.push(document);
    this.#next.push(0);
    this.#terms.push(term);
    for (let plane = 0; plane < this.#planes; plane++) this.#counts.push(0);
    const lists = this.#byTerm.data;
    const list = term * termWordCount;
    if (lists[list + size] === 0) lists[list + head] = entry + 1;
    else this.#next.data[lists[list + tail]! - 1] = entry + 1;
    lists[list + tail] = entry + 1;
    lists[list + lastDocument] = document + 1;
    lists[list + size]!++;
    return entry;
  }

  /**
   * All entries, in a given order of their terms. One pass over the arena moves each entry to its target; following the links
   * would read the whole arena for every term.
   */
  sort(order: Uint32Array): { offsets: Uint32Array; documents: Uint16Array; counts: Uint8Array } {
    const planes = this.#planes;
    const count = this.entryCount;
    const offsets = new Uint32Array(order.length + 1);
    const next = new Uint32Array(this.#byTerm.length / termWordCount);
    order.forEach((term, position) => {
      next[term] = offsets[position]!;
      offsets[position + 1] = offsets[position]! + this.countPostings(term);
    });
    const documents = new Uint16Array(count);
    const counts = new Uint8Array(count * planes);
    const [ownTerms, ownDocuments, ownCounts] = [this.#terms.data, this.#documents.data, this.#counts.data];
    for (let entry = 0; entry < count; entry++) {
      const to = next[ownTerms[entry]!]!++;
      documents[to] = ownDocuments[entry]!;
      for (let plane = 0; plane < planes; plane++) {
        counts[to * planes + plane] = ownCounts[entry * planes + plane]!;
      }
    }
    return { offsets, documents, counts };
  }

  /** Reads a term's list; valid until the next call. */
  read(term: number, into: PostingSlice): void {
    const planes = this.#planes;
    const count = this.countPostings(term);
    this.#copiedDocuments = ensureCapacity(this.#copiedDocuments, count);
    this.#copiedCounts = ensureCapacity(this.#copiedCounts, count * planes);
    let to = 0;
    let entry = this.#byTerm.data[term * termWordCount + head]! - 1;
    for (; entry >= 0; entry = this.#next.data[entry]! - 1) {
      this.#copiedDocuments[to] = this.#documents.data[entry]!;
      for (let plane = 0; plane < planes; plane++) {
        this.#copiedCounts[to * planes + plane] = this.#counts.data[entry * planes + plane]!;
      }
      to++;
    }
    into.documents = this.#copiedDocuments;
    into.counts = this.#copiedCounts;
    into.start = 0;
    into.end = to;
  }
}
