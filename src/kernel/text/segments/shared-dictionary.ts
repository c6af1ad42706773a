import { hasDigit } from '../language/tokenizer.ts';
import { ImmutableSegment } from './immutable-segment.ts';
import { letterTrie } from '../dictionary/letter-trie.ts';
import { FuzzyMatches } from '../dictionary/fuzzy-matches.ts';
import { StringHashes } from '../dictionary/string-hashes.ts';
import type { SegmentReader } from './segment-reader.ts';
import {
  selectStrings,
  compareEntries,
  entriesWithoutDigits,
  packStrings,
  unpackStrings,
  type WholeStringTable,
} from '../dictionary/string-table.ts';

/** Cached numbers of fuzzy matches: 4 MB. */
const fuzzyCacheMax = 1_000_000;
/** Smaller segments are short-lived and cheap to search one by one. */
const documentsMinDefault = 4_096;

const absent = -1;
/** Not covered by the dictionary. */
const unknown = -2;

/** The sorted terms of all large segments, each once, with their entry in each segment. */
class SharedTerms {
  table: WholeStringTable = packStrings([]);
  /** By segment: the entry of each term, or `absent`. */
  #entries = new Map<ImmutableSegment, Int32Array>();

  entriesOf(segment: ImmutableSegment): Int32Array | undefined {
    return this.#entries.get(segment);
  }

  /** `termsOf`: a segment's strings, with its sorted entries to share. Returns whether the set of terms changed. */
  update(
    segments: readonly ImmutableSegment[],
    termsOf: (segment: ImmutableSegment) => { table: WholeStringTable; entries: readonly number[] },
  ): boolean {
    const before = this.table;
    const kept = segments.filter((segment) => this.#entries.has(segment));
    this.#entries = new Map(kept.map((segment) => [segment, this.#entries.get(segment)!]));
    for (const segment of segments) {
      if (this.#entries.has(segment)) continue;
      const { table, entries } = termsOf(segment);
      this.#entries.set(segment, this.#add(table, entries));
    }
    return this.table !== before;
  }

  /** Merges two sorted lists in one pass; returns the entries of the new segment. */
  #add(segmentTable: WholeStringTable, segmentEntries: readonly number[]): Int32Array {
    const shared = this.table;
    const entries = new Int32Array(shared.count).fill(absent);
    const added: AddedTerm[] = [];
    let term = 0;
    for (const entry of segmentEntries) {
      let difference = 1;
      while (term < shared.count && (difference = compareEntries(shared, term, segmentTable, entry)) < 0)
        term++;
      if (term < shared.count && difference === 0) entries[term++] = entry;
      else added.push({ before: term, entry });
    }
    return added.length === 0 ? entries : this.#insert(segmentTable, entries, added);
  }

  /** Inserts new terms and removes those that no segment contains any more; returns the new segment's entries. */
  #insert(
    segmentTable: WholeStringTable,
    segmentEntries: Int32Array,
    added: readonly AddedTerm[],
  ): Int32Array {
    const sources = this.#sources(segmentEntries, added);
    this.table = selectStrings(
      sources.length,
      (at) => (sources[at]! >= 0 ? this.table : segmentTable),
      (at) => (sources[at]! >= 0 ? sources[at]! : added[-1 - sources[at]!]!.entry),
    );
    for (const [segment, entries] of this.#entries)
      this.#entries.set(segment, movedEntries(entries, sources));
    const moved = movedEntries(segmentEntries, sources);
    for (let term = 0; term < sources.length; term++) {
      if (sources[term]! < 0) moved[term] = added[-1 - sources[term]!]!.entry;
    }
    return moved;
  }

  /** In order: existing terms that a segment contains, and -1 - the index in `added` for new ones. */
  #sources(segmentEntries: Int32Array, added: readonly AddedTerm[]): Int32Array {
    const known = this.table.count;
    const isUsed = new Uint8Array(known);
    for (const entries of [...this.#entries.values(), segmentEntries]) {
      for (let term = 0; term < known; term++) if (entries[term]! >= 0) isUsed[term] = 1;
    }
    const sources = new Int32Array(known + added.length);
    let count = 0;
    let next = 0;
    for (let term = 0; term <= known; term++) {
      while (next < added.length && added[next]!.before === term) sources[count++] = -1 - next++;
      if (term < known && isUsed[term] === 1) sources[count++] = term;
    }
    return sources.subarray(0, count);
  }
}

/** A segment's entries of the existing terms in `sources`; `absent` for the others. */
function movedEntries(entries: Int32Array, sources: Int32Array): Int32Array {
  const moved = new Int32Array(sources.length);
  for (let term = 0; term < moved.length; term++) {
    const source = sources[term]!;
    moved[term] = source >= 0 ? entries[source]! : absent;
  }
  return moved;
}

/** A new term: the existing one that follows it, and the segment's entry. */
interface AddedTerm {
  before: number;
  entry: number;
}

/**
 * The terms without digits of all large segments: a query looks each word up once for all of them. Terms with digits, such
 * as part numbers, remain with the segments, as most occur in one alone.
 */
export class SharedDictionary {
  readonly #terms = new SharedTerms();
  readonly #stems = new SharedTerms();
  /** Of the stems; computed by the first search after an update. */
  #stemHashes: StringHashes | null = null;
  #fuzzyMatches = new FuzzyMatches(letterTrie(this.#terms.table), fuzzyCacheMax);
  readonly #documentsMin: number;
  #lastStem = '';
  #lastStemEntry = absent;

  constructor(documentsMin = documentsMinDefault) {
    this.#documentsMin = documentsMin;
  }

  /** Adds the terms of new segments and drops the entries of removed ones. */
  update(all: readonly SegmentReader[]): void {
    const segments = all
      .filter((segment) => segment instanceof ImmutableSegment)
      .filter(({ documentCount }) => documentCount >= this.#documentsMin);
    const areStemsChanged = this.#stems.update(segments, ({ stems }) => ({
      table: unpackStrings(stems),
      entries: entriesWithoutDigits(stems),
    }));
    if (areStemsChanged) this.#stemHashes = null;
    this.#lastStem = '';
    this.#lastStemEntry = absent;
    const isChanged = this.#terms.update(segments, (segment) => ({
      table: unpackStrings(segment.terms),
      entries: segment.letterTerms(),
    }));
    if (isChanged) this.#fuzzyMatches = new FuzzyMatches(letterTrie(this.#terms.table), fuzzyCacheMax);
  }

  /** The number of the stem with this text in a segment, or -1. */
  stemId(segment: SegmentReader, text: string): number {
    const entries = segment instanceof ImmutableSegment ? this.#stems.entriesOf(segment) : undefined;
    if (entries === undefined) return segment.stemId(text);
    if (text !== this.#lastStem) {
      this.#lastStem = text;
      this.#stemHashes ??= new StringHashes(this.#stems.table);
      this.#lastStemEntry = hasDigit(text) ? unknown : this.#stemHashes.find(text);
    }
    if (this.#lastStemEntry === unknown) return segment.stemId(text);
    return this.#lastStemEntry === absent ? absent : entries[this.#lastStemEntry]!;
  }

  /** By shared term, its term in the segment, or -1; undefined for a segment that must be searched by itself. */
  termsOf(segment: SegmentReader): Int32Array | undefined {
    return segment instanceof ImmutableSegment ? this.#terms.entriesOf(segment) : undefined;
  }

  /** See `FuzzyMatches`. */
  fuzzyMatches(word: string, typos: 1 | 2): Uint32Array {
    return this.#fuzzyMatches.of(word, typos);
  }
}
