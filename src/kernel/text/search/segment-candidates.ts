import { countBitmapWords, popCount } from '../../bits/bitmap.ts';
import { readSparseBitmap, segmentWordsMax, type FoundDocuments } from '../segments/found-documents.ts';
import { ImmutableSegment } from '../segments/immutable-segment.ts';
import { hasPhrase } from '../scoring/ranking.ts';
import { hasOccurrence, createScratchSlice, type PostingSlice } from '../segments/segment-reader.ts';
import type { SegmentFilter } from '../query/segment-filter.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { listPhraseStems, type Expansion } from '../expansion/expansions.ts';
import { withAtLeast } from './at-least-k.ts';

const everything = new Uint32Array(segmentWordsMax).fill(0xffffffff);

/** Maximum documents of the shortest lists; with more, whole bitmaps are read instead: 2,048 numbers a word. */
const candidatesMax = 1_024;
/** The same with a filter, higher as reading bitmaps first needs the filter's bitmap. */
const filteredCandidatesMax = 8_192;

/** The postings of a word in the segment, from which its bitmap was computed. */
interface TermLists {
  documents: Uint16Array;
  /** Alternating starts and ends of lists. */
  bounds: number[];
  /** Total number of entries, or `unlisted` if the lists do not cover all documents of the word. */
  size: number;
}

/** A number above any number of entries. It is a small integer, as another kind of number would change the shape of the object. */
const unlisted = 2 ** 30 - 1;

const slice = createScratchSlice();
const sortedWords: number[] = [];
const partBitmaps = [new Uint32Array(segmentWordsMax), new Uint32Array(segmentWordsMax)] as const;

/**
 * The candidates of one segment for one query: for each word a bitmap of its documents, 8 kB, which fits the first-level
 * cache, and the postings it comes from. Documents with most of the words occur in one of the shortest lists. Often a lookup
 * of a few hundred documents in the bitmaps of the other words suffices, instead of a scan.
 */
export class SegmentCandidates {
  #state: SegmentState | null = null;
  #filter: SegmentFilter | null = null;
  #wordCount = 0;
  #length = 0;
  /** Bitmaps by word; those that the query does not use are clear. */
  readonly #bitmapPool: Uint32Array[] = [];
  #bitmaps: readonly Uint32Array[] = [];
  /** Lists by word. */
  readonly #lists: TermLists[] = [];
  /** Documents listed by the last call of `collect()`. */
  readonly #listed = new Uint32Array(segmentWordsMax);
  /** A bit for each word of `#listed` that is not 0. */
  readonly #listedWords = new Uint32Array(countBitmapWords(segmentWordsMax));
  #mask: Uint32Array | null = null;

  /** Starts a new query. */
  begin(state: SegmentState, filter: SegmentFilter | null, wordCount: number): void {
    for (let word = 0; word < this.#wordCount; word++) {
      const lists = this.#lists[word]!;
      if (lists.size === 0) continue;
      this.#clearBitmap(this.#bitmaps[word]!, lists);
      lists.documents = slice.documents;
      lists.bounds.length = 0;
      lists.size = 0;
    }
    this.#state = state;
    this.#filter = filter;
    this.#length = countBitmapWords(state.segment.documentCount);
    this.#mask = null;
    while (this.#bitmapPool.length < wordCount) {
      this.#bitmapPool.push(new Uint32Array(segmentWordsMax));
      this.#lists.push({ documents: slice.documents, bounds: [], size: 0 });
    }
    if (wordCount !== this.#wordCount) this.#bitmaps = this.#bitmapPool.slice(0, wordCount);
    this.#wordCount = wordCount;
  }

  /** Clears the bitmap of a word: the documents of a short list are fewer than the numbers of the bitmap. */
  #clearBitmap(bitmap: Uint32Array, { documents, bounds, size }: TermLists): void {
    if (size > this.#length) {
      bitmap.fill(0, 0, this.#length);
      return;
    }
    for (let b = 0; b < bounds.length; b += 2)
      for (let i = bounds[b]!; i < bounds[b + 1]!; i++) bitmap[documents[i]! >>> 5] = 0;
  }

  /** Adds the documents of an expansion. */
  add(expansion: Expansion, segmentNo: number): void {
    const { parts: terms, bits, counts } = expansion;
    for (let part = 0; part < terms.length; part++) if (terms[part]![segmentNo]!.length === 0) return;
    const withAllParts = terms.length === 1 ? null : this.#withAllParts(expansion, segmentNo);
    for (let word = 0; word < this.#wordCount; word++) {
      if ((bits & (1 << word)) === 0) continue;
      if (withAllParts === null) this.#addTerms(word, terms[0]![segmentNo]!, counts);
      else this.#addBitmap(word, withAllParts);
    }
    withAllParts?.fill(0, 0, this.#length);
  }

  /** Adds documents that are known to match an expansion. */
  addDocuments({ bits }: Expansion, documents: readonly number[]): void {
    for (let word = 0; word < this.#wordCount; word++) {
      if ((bits & (1 << word)) === 0) continue;
      const bitmap = this.#bitmaps[word]!;
      for (const document of documents) bitmap[document >>> 5]! |= 1 << (document & 31);
      this.#lists[word]!.size = unlisted;
    }
  }

  #addTerms(word: number, terms: readonly number[], counts: Uint8Array | null): void {
    const { segment } = this.#state!;
    const lists = this.#lists[word]!;
    const bitmap = this.#bitmaps[word]!;
    // A mutable segment copies its lists together for every term.
    const isStable = segment instanceof ImmutableSegment;
    for (const term of terms) {
      segment.readPostings(term, slice);
      setDocuments(slice, bitmap, counts);
      lists.documents = slice.documents;
      if (lists.bounds.at(-1) === slice.start) lists.bounds[lists.bounds.length - 1] = slice.end;
      else lists.bounds.push(slice.start, slice.end);
      lists.size = isStable ? Math.min(lists.size + slice.end - slice.start, unlisted) : unlisted;
    }
  }

  #addBitmap(word: number, documents: Uint32Array): void {
    const bitmap = this.#bitmaps[word]!;
    let any = 0;
    for (let i = 0; i < this.#length; i++) {
      any |= documents[i]!;
      bitmap[i]! |= documents[i]!;
    }
    if (any !== 0) this.#lists[word]!.size = unlisted;
  }

  /** Finds documents with a term of each part, adjacent in the name if the expansion is a phrase. */
  #withAllParts(expansion: Expansion, segmentNo: number): Uint32Array {
    const { segment } = this.#state!;
    const [all, next] = partBitmaps;
    expansion.parts.forEach((part, p) => {
      for (const term of part[segmentNo]!) {
        segment.readPostings(term, slice);
        setDocuments(slice, p === 0 ? all : next, expansion.counts);
      }
      if (p === 0) return;
      for (let i = 0; i < this.#length; i++) all[i]! &= next[i]!;
      next.fill(0, 0, this.#length);
    });
    const phrase = listPhraseStems(expansion, this.#state!, segmentNo);
    if (phrase !== null) this.#intersectWithPhrase(all, phrase);
    return all;
  }

  /** Clears the bits of documents whose name does not contain the phrase. */
  #intersectWithPhrase(bitmap: Uint32Array, phrase: readonly number[][]): void {
    const { segment } = this.#state!;
    for (let i = 0; i < this.#length; i++) {
      for (let rest = bitmap[i]!; rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        if (!hasPhrase(phrase, segment, (i << 5) + 31 - Math.clz32(bit))) bitmap[i]! &= ~bit;
      }
    }
  }

  /** Lists the documents with at least `levelMin` words, 1 or more, and adds their numbers by number of words to `levels`. */
  collect(levelMin: number, levels: number[]): void {
    this.#clearListed();
    const shortest = this.#sortWordsBySize();
    if (shortest.length < levelMin) return;
    // A document that lacks at most n words contains at least one of any n + 1 words.
    const listCount = shortest.length - levelMin + 1;
    let size = 0;
    for (let i = 0; i < listCount; i++) size += this.#lists[shortest[i]!]!.size;
    if (size > (this.#filter === null ? candidatesMax : filteredCandidatesMax))
      this.#listAll(levelMin, levels);
    else for (let i = 0; i < listCount; i++) this.#listFrom(this.#lists[shortest[i]!]!, levelMin, levels);
  }

  #clearListed(): void {
    const listed = this.#listed;
    const used = this.#listedWords;
    for (let u = 0; u < used.length; u++) {
      for (let rest = used[u]!; rest !== 0; rest &= rest - 1)
        listed[(u << 5) + 31 - Math.clz32(rest & -rest)] = 0;
      used[u] = 0;
    }
  }

  /** The words with any document, shortest lists first; valid until the next call on any segment. */
  #sortWordsBySize(): readonly number[] {
    const words = sortedWords;
    words.length = 0;
    for (let word = 0; word < this.#wordCount; word++) {
      const { size } = this.#lists[word]!;
      if (size === 0) continue;
      let at = words.length;
      for (; at > 0 && this.#lists[words[at - 1]!]!.size > size; at--) words[at] = words[at - 1]!;
      words[at] = word;
    }
    return words;
  }

  #listFrom({ documents, bounds }: TermLists, levelMin: number, levels: number[]): void {
    const bitmaps = this.#bitmaps;
    const wordCount = this.#wordCount;
    const listed = this.#listed;
    const listedWords = this.#listedWords;
    for (let b = 0; b < bounds.length; b += 2) {
      const end = bounds[b + 1]!;
      for (let i = bounds[b]!; i < end; i++) {
        const document = documents[i]!;
        const index = document >>> 5;
        const shift = document & 31;
        let words = 0;
        for (let word = 0; word < wordCount; word++) words += (bitmaps[word]![index]! >>> shift) & 1;
        if (words < levelMin || ((listed[index]! >>> shift) & 1) === 1 || !this.#isAllowed(document))
          continue;
        listed[index]! |= 1 << shift;
        listedWords[index >>> 5]! |= 1 << (index & 31);
        levels[words]!++;
      }
    }
  }

  #listAll(levelMin: number, levels: number[]): void {
    const mask = this.mask;
    const bitmaps = this.#bitmaps;
    const listed = this.#listed;
    const listedWords = this.#listedWords;
    for (let i = 0; i < this.#length; i++) {
      let documents = withAtLeast(bitmaps, i, levelMin) & mask[i]!;
      if (documents === 0) continue;
      listed[i] = documents;
      listedWords[i >>> 5]! |= 1 << (i & 31);
      let count = popCount(documents);
      for (let level = levelMin; count > 0; level++) {
        documents = level < this.#wordCount ? withAtLeast(bitmaps, i, level + 1) & documents : 0;
        const higher = documents === 0 ? 0 : popCount(documents);
        levels[level]! += count - higher;
        count = higher;
      }
    }
  }

  /** Selects among the 32 documents at index `i` those that pass the filter and have exactly `level` words. */
  withWords(i: number, level: number): number {
    const bitmaps = this.#bitmaps;
    const higher = level < this.#wordCount ? withAtLeast(bitmaps, i, level + 1) : 0;
    return withAtLeast(bitmaps, i, level) & ~higher & this.mask[i]!;
  }

  /** Number of 32-bit words in use. */
  get length(): number {
    return this.#length;
  }

  /** Number of query words with any document. */
  get presentCount(): number {
    let present = 0;
    for (let word = 0; word < this.#wordCount; word++) if (this.#lists[word]!.size > 0) present++;
    return present;
  }

  /** The listed documents. All but the list of documents is valid until the next call on any segment. */
  listFound(): FoundDocuments {
    return readSparseBitmap(this.#listed, this.#listedWords);
  }

  #isAllowed(document: number): boolean {
    const state = this.#state!;
    if (state.deletedCount > 0 && ((state.deleted[document >>> 5] ?? 0) >>> (document & 31)) % 2 === 1)
      return false;
    return this.#filter === null || this.#filter.test(document);
  }

  /** Live documents that pass the filter. */
  get mask(): Uint32Array {
    if (this.#mask !== null) return this.#mask;
    const { deleted, deletedCount } = this.#state!;
    const allowed = this.#filter?.bitmap() ?? everything;
    if (deletedCount === 0) return (this.#mask = allowed);
    const mask = allowed.slice(0, this.#length);
    for (let i = 0; i < Math.min(this.#length, deleted.length); i++) mask[i]! &= ~deleted[i]!;
    return (this.#mask = mask);
  }
}

function setDocuments(postings: PostingSlice, bitmap: Uint32Array, masks: Uint8Array | null): void {
  const { documents, start, end } = postings;
  for (let i = start; i < end; i++) {
    if (masks !== null && !hasOccurrence(postings, i, masks)) continue;
    const document = documents[i]!;
    bitmap[document >>> 5]! |= 1 << (document & 31);
  }
}
