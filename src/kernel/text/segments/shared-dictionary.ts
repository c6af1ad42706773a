import { hasDigit } from '../language/tokenizer.ts';
import type { TermVisitor } from '../dictionary/fuzzy.ts';
import { ImmutableSegment } from './immutable-segment.ts';
import { buildLetterTrie } from '../dictionary/letter-trie.ts';
import { FuzzyMatches } from '../dictionary/fuzzy-matches.ts';
import type { SegmentReader } from './segment-reader.ts';
import {
  listEntriesWithoutDigits,
  findString,
  readString,
  unpackStrings,
} from '../dictionary/string-table.ts';
import { MutableSegment } from './mutable-segment.ts';
import { MutableTerms } from './mutable-terms.ts';
import { absent, SharedStrings, type SegmentStrings } from './shared-strings.ts';

/** Maximum cached numbers of fuzzy matches: 4 MB. */
const fuzzyCacheMax = 1_000_000;
/** Maximum cached numbers of fuzzy matches among words of one segment only: 100 kB. */
const otherFuzzyCacheMax = 25_000;
/** Minimum documents of the dictionary: smaller segments are cheap to search one by one. */
const documentsMinDefault = 4_096;

/** Marks a text that the dictionary does not cover. */
const unknown = -2;

/**
 * The terms without digits of all segments: a query looks each word up once for all of them. Terms with digits, such
 * as part numbers, remain with the segments, as most occur in one alone; so do words that are new in a segment, for a while.
 */
export class SharedDictionary {
  readonly #terms = new SharedStrings();
  readonly #stems = new SharedStrings();
  /** Segments of the last update, until the next lookup. */
  #updated: readonly ImmutableSegment[] | null = null;
  #fuzzyMatches: FuzzyMatches | null = null;
  /** Matches among the words that the shared terms lack. */
  #otherMatches = new WeakMap<SegmentStrings, FuzzyMatches>();
  /** Terms of mutable segments, one of which may be sealed. */
  #mutableTerms = new WeakMap<MutableSegment, MutableTerms>();
  readonly #documentsMin: number;
  #lastStem = '';
  #lastStemEntry = absent;

  constructor(documentsMin = documentsMinDefault) {
    this.#documentsMin = documentsMin;
  }

  /** Searches these segments from now on. The next lookup adds the terms of new ones, as many threads look nothing up. */
  update(all: readonly SegmentReader[]): void {
    const segments = all.filter((segment) => segment instanceof ImmutableSegment);
    const documents = segments.reduce((sum, { documentCount }) => sum + documentCount, 0);
    this.#updated = documents < this.#documentsMin ? [] : segments;
  }

  /** The number of the stem with this text in a segment, or -1. */
  stemId(segment: SegmentReader, text: string): number {
    const stems = this.#findStrings(this.#stems, segment);
    if (stems === undefined) return segment.stemId(text);
    if (text !== this.#lastStem) {
      this.#lastStem = text;
      this.#lastStemEntry = hasDigit(text) ? unknown : this.#stems.find(text);
    }
    if (this.#lastStemEntry === unknown) return segment.stemId(text);
    if (this.#lastStemEntry !== absent) {
      const entry = stems.entries[this.#lastStemEntry]!;
      if (entry !== absent) return entry;
    }
    if (stems.others.count === 0) return absent;
    const other = findString(stems.others, text);
    return other < 0 ? absent : stems.otherEntries[other]!;
  }

  /** The segment's term of each shared term, or -1; undefined for a segment that must be searched separately. */
  getTerms(segment: SegmentReader): Int32Array | undefined {
    if (segment instanceof MutableSegment) return this.#mutable(segment)?.entries;
    return this.#findStrings(this.#terms, segment)?.entries;
  }

  /** The text of a shared term. */
  readTerm(term: number): string {
    return readString(this.#terms.table, term);
  }

  /** The matches among the shared terms: see `FuzzyMatches`. */
  fuzzyMatches(word: string, typos: 1 | 2): Uint32Array {
    this.#refresh();
    this.#fuzzyMatches ??= new FuzzyMatches(buildLetterTrie(this.#terms.table), fuzzyCacheMax);
    return this.#fuzzyMatches.findMatches(word, typos);
  }

  /** Visits the matches among the terms of a segment that are not shared. */
  walkOthers(segment: SegmentReader, word: string, typos: 1 | 2, visit: TermVisitor): void {
    const mutable = segment instanceof MutableSegment ? this.#mutable(segment) : undefined;
    if (mutable !== undefined) {
      mutable.walkOthers(word, typos, visit);
      return;
    }
    const terms = this.#findStrings(this.#terms, segment);
    if (terms === undefined) {
      segment.walk(word, typos, visit);
      return;
    }
    const { others, otherEntries } = terms;
    if (others.count === 0) return;
    let matches = this.#otherMatches.get(terms);
    if (matches === undefined) {
      matches = new FuzzyMatches(buildLetterTrie(others), otherFuzzyCacheMax);
      this.#otherMatches.set(terms, matches);
    }
    const found = matches.findMatches(word, typos);
    for (let i = 0; i < found.length; i += 3) visit(otherEntries[found[i]!]!, found[i + 1]!, found[i + 2]!);
  }

  /** The terms of a mutable segment; undefined if nothing is shared. */
  #mutable(segment: MutableSegment): MutableTerms | undefined {
    this.#refresh();
    if (this.#terms.table.count === 0) return undefined;
    let terms = this.#mutableTerms.get(segment);
    if (terms === undefined) {
      terms = new MutableTerms(segment, this.#terms);
      this.#mutableTerms.set(segment, terms);
    }
    terms.update();
    return terms;
  }

  #findStrings(strings: SharedStrings, segment: SegmentReader): SegmentStrings | undefined {
    this.#refresh();
    return segment instanceof ImmutableSegment ? strings.getStrings(segment) : undefined;
  }

  #refresh(): void {
    if (this.#updated === null) return;
    const segments = this.#updated;
    this.#updated = null;
    this.#stems.update(segments, ({ stems }) => ({
      table: unpackStrings(stems),
      entries: listEntriesWithoutDigits(stems),
    }));
    this.#lastStem = '';
    this.#lastStemEntry = absent;
    const isChanged = this.#terms.update(segments, (segment) => ({
      table: unpackStrings(segment.terms),
      entries: segment.listLetterTerms(),
    }));
    if (!isChanged) return;
    this.#fuzzyMatches = null;
    this.#mutableTerms = new WeakMap();
  }
}
