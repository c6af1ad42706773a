import { hasDigit } from '../language/tokenizer.ts';
import { ImmutableSegment } from './immutable-segment.ts';
import { letterTrie } from '../dictionary/letter-trie.ts';
import { FuzzyMatches } from '../dictionary/fuzzy-matches.ts';
import type { SegmentReader } from './segment-reader.ts';
import {
  chosenStrings,
  compareEntries,
  entriesWithoutDigits,
  findString,
  packStrings,
  type StringTable,
} from '../dictionary/string-table.ts';

/** Words near to one that are remembered, as numbers: 4 MB. */
const nearKeptMax = 1_000_000;
/** Smaller segments come and go, and are quickly searched by themselves. */
const documentsMinDefault = 4_096;

const absent = -1;
/** Not to be told here. */
const unknown = -2;

/** Sorted words of all large segments, each once, and where each segment has them. */
class SharedTerms {
  table: StringTable = packStrings([]);
  /** By segment: the entry of each word, or `absent`. */
  #entries = new Map<ImmutableSegment, Int32Array>();

  entriesOf(segment: ImmutableSegment): Int32Array | undefined {
    return this.#entries.get(segment);
  }

  /** `own`: a segment's words, and which of its entries take part, sorted. Says whether any word came or went. */
  update(
    segments: readonly ImmutableSegment[],
    own: (segment: ImmutableSegment) => { table: StringTable; entries: readonly number[] },
  ): boolean {
    const before = this.table;
    const kept = segments.filter((segment) => this.#entries.has(segment));
    this.#entries = new Map(kept.map((segment) => [segment, this.#entries.get(segment)!]));
    for (const segment of segments) {
      if (this.#entries.has(segment)) continue;
      const { table, entries } = own(segment);
      this.#entries.set(segment, this.#add(table, entries));
    }
    return this.table !== before;
  }

  /** Both lists are sorted: one pass over them finds what is new and what is known. */
  #add(own: StringTable, ownEntries: readonly number[]): Int32Array {
    const words = this.table;
    const entries = new Int32Array(words.count).fill(absent);
    const added: AddedWord[] = [];
    let word = 0;
    for (const entry of ownEntries) {
      let difference = 1;
      while (word < words.count && (difference = compareEntries(words, word, own, entry)) < 0) word++;
      if (word < words.count && difference === 0) entries[word++] = entry;
      else added.push({ before: word, entry });
    }
    return added.length === 0 ? entries : this.#insert(own, entries, added);
  }

  /** Makes room for new words, and leaves out those that no segment has any more; gives the new segment's entries. */
  #insert(own: StringTable, ownEntries: Int32Array, added: readonly AddedWord[]): Int32Array {
    const sources = this.#sources(ownEntries, added);
    this.table = chosenStrings(
      sources.length,
      (at) => (sources[at]! >= 0 ? this.table : own),
      (at) => (sources[at]! >= 0 ? sources[at]! : added[-1 - sources[at]!]!.entry),
    );
    for (const [segment, entries] of this.#entries)
      this.#entries.set(segment, movedEntries(entries, sources));
    const moved = movedEntries(ownEntries, sources);
    for (let word = 0; word < sources.length; word++) {
      if (sources[word]! < 0) moved[word] = added[-1 - sources[word]!]!.entry;
    }
    return moved;
  }

  /** In order: known words that a segment has, and -1 - the index in `added` for new ones. */
  #sources(ownEntries: Int32Array, added: readonly AddedWord[]): Int32Array {
    const known = this.table.count;
    const isUsed = new Uint8Array(known);
    for (const entries of [...this.#entries.values(), ownEntries]) {
      for (let word = 0; word < known; word++) if (entries[word]! >= 0) isUsed[word] = 1;
    }
    const sources = new Int32Array(known + added.length);
    let count = 0;
    let next = 0;
    for (let word = 0; word <= known; word++) {
      while (next < added.length && added[next]!.before === word) sources[count++] = -1 - next++;
      if (word < known && isUsed[word] === 1) sources[count++] = word;
    }
    return sources.subarray(0, count);
  }
}

/** Where a segment has the known words that `sources` names; `absent` for the others. */
function movedEntries(entries: Int32Array, sources: Int32Array): Int32Array {
  const moved = new Int32Array(sources.length);
  for (let word = 0; word < moved.length; word++) {
    const source = sources[word]!;
    moved[word] = source >= 0 ? entries[source]! : absent;
  }
  return moved;
}

/** A new word: the known one that it stands before, and the segment's entry. */
interface AddedWord {
  before: number;
  entry: number;
}

/**
 * The words without digits of all large segments: what is asked of every segment is looked up once. Words with digits, such
 * as part numbers, are left to the segments: most of them stand in one alone.
 */
export class SharedDictionary {
  readonly #terms = new SharedTerms();
  readonly #stems = new SharedTerms();
  #near = new FuzzyMatches(letterTrie(this.#terms.table), nearKeptMax);
  readonly #documentsMin: number;
  #baseAsked = '';
  #baseEntry = absent;

  constructor(documentsMin = documentsMinDefault) {
    this.#documentsMin = documentsMin;
  }

  /** Takes in the words of new segments, and forgets where gone segments had theirs. */
  update(all: readonly SegmentReader[]): void {
    const segments = all
      .filter((segment) => segment instanceof ImmutableSegment)
      .filter(({ documentCount }) => documentCount >= this.#documentsMin);
    this.#stems.update(segments, ({ groups }) => ({ table: groups, entries: entriesWithoutDigits(groups) }));
    this.#baseAsked = '';
    this.#baseEntry = absent;
    const isOther = this.#terms.update(segments, (segment) => ({
      table: segment.terms,
      entries: segment.letterTerms(),
    }));
    if (isOther) this.#near = new FuzzyMatches(letterTrie(this.#terms.table), nearKeptMax);
  }

  /** The group with this base in a segment, or -1. */
  groupOf(segment: SegmentReader, base: string): number {
    const groups = segment instanceof ImmutableSegment ? this.#stems.entriesOf(segment) : undefined;
    if (groups === undefined) return segment.stemId(base);
    if (base !== this.#baseAsked) {
      this.#baseAsked = base;
      this.#baseEntry = hasDigit(base) ? unknown : findString(this.#stems.table, base);
    }
    if (this.#baseEntry === unknown) return segment.stemId(base);
    return this.#baseEntry === absent ? absent : groups[this.#baseEntry]!;
  }

  /** By word its term in the segment, or -1; undefined for a segment that must be searched by itself. */
  termsOf(segment: SegmentReader): Int32Array | undefined {
    return segment instanceof ImmutableSegment ? this.#terms.entriesOf(segment) : undefined;
  }

  /** See `NearWords`. */
  fuzzyMatches(word: string, typos: 1 | 2): Uint32Array {
    return this.#near.of(word, typos);
  }
}
