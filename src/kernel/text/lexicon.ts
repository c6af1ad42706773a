import { FrozenSegment } from './frozen-segment.ts';
import { letterTrie, walkTrie, type LetterTrie } from './letter-trie.ts';
import type { SegmentSlot } from './segment-slot.ts';
import { chosenStrings, compareEntries, packStrings, type StringTable } from './string-table.ts';

/** Words near to one that are remembered, as numbers: 4 MB. */
const nearKeptMax = 1_000_000;
/** What an entry without any word takes, in such numbers. */
const nearOverhead = 40;
/** Smaller segments come and go, and are quickly searched by themselves. */
const documentsMinDefault = 4_096;

const absent = -1;

/**
 * The words without digits of all large segments, each once, and where each segment has them: a mistyped word is looked
 * for once and not in every segment.
 */
export class Lexicon {
  #words: StringTable = packStrings([]);
  #trie: LetterTrie = letterTrie(this.#words);
  /** By segment: the term of each word, or `absent`. */
  #terms = new Map<FrozenSegment, Int32Array>();
  /** Words near to one, as asked for, and about how many numbers that takes. */
  readonly #near = new Map<string, Uint32Array>();
  #nearCount = 0;
  readonly #documentsMin: number;

  constructor(documentsMin = documentsMinDefault) {
    this.#documentsMin = documentsMin;
  }

  /** Takes in the words of new segments, and forgets where gone segments had theirs. */
  update(slots: readonly SegmentSlot[]): void {
    const segments = slots
      .map(({ segment }) => segment)
      .filter((segment) => segment instanceof FrozenSegment)
      .filter(({ documentCount }) => documentCount >= this.#documentsMin);
    const kept = segments.filter((segment) => this.#terms.has(segment));
    this.#terms = new Map(kept.map((segment) => [segment, this.#terms.get(segment)!]));
    const before = this.#words;
    for (const segment of segments) if (!this.#terms.has(segment)) this.#add(segment);
    if (this.#words === before) return;
    this.#trie = letterTrie(this.#words);
    this.#near.clear();
    this.#nearCount = 0;
  }

  /** By word its term in the segment, or -1; undefined for a segment that must be searched by itself. */
  termsOf({ segment }: SegmentSlot): Int32Array | undefined {
    return segment instanceof FrozenSegment ? this.#terms.get(segment) : undefined;
  }

  /** Word, distance and distance of a beginning of every word near to this one (see `walkTrie`). */
  near(word: string, typos: 1 | 2): Uint32Array {
    const asked = `${typos}${word}`;
    const known = this.#near.get(asked);
    if (known !== undefined) return known;
    const found: number[] = [];
    walkTrie(this.#trie, word, typos, (entry, distance, beginning) => found.push(entry, distance, beginning));
    const near = Uint32Array.from(found);
    this.#nearCount += near.length + nearOverhead;
    if (this.#nearCount > nearKeptMax) {
      this.#near.clear();
      this.#nearCount = near.length + nearOverhead;
    }
    this.#near.set(asked, near);
    return near;
  }

  /** Both lists are sorted: one pass over them finds what is new and what is known. */
  #add(segment: FrozenSegment): void {
    const words = this.#words;
    const terms = new Int32Array(words.count).fill(absent);
    const added: AddedWord[] = [];
    let word = 0;
    for (const term of segment.letterTerms()) {
      let difference = 1;
      while (word < words.count && (difference = compareEntries(words, word, segment.terms, term)) < 0)
        word++;
      if (word < words.count && difference === 0) terms[word++] = term;
      else added.push({ before: word, term });
    }
    this.#terms.set(segment, added.length === 0 ? terms : this.#insert(segment, terms, added));
  }

  /** Makes room for new words, and leaves out those that no segment has any more; gives the segment's terms. */
  #insert(segment: FrozenSegment, terms: Int32Array, added: readonly AddedWord[]): Int32Array {
    const known = this.#words.count;
    const others = [...this.#terms.values(), terms];
    /** In order: old words, and -1 - the index in `added` for new ones. */
    const sources: number[] = [];
    let next = 0;
    for (let word = 0; word <= known; word++) {
      while (next < added.length && added[next]!.before === word) sources.push(-1 - next++);
      if (word < known && others.some((own) => own[word]! >= 0)) sources.push(word);
    }
    this.#words = chosenStrings(
      sources.length,
      (at) => (sources[at]! >= 0 ? this.#words : segment.terms),
      (at) => (sources[at]! >= 0 ? sources[at]! : added[-1 - sources[at]!]!.term),
    );
    for (const [other, own] of this.#terms) {
      this.#terms.set(
        other,
        Int32Array.from(sources, (old) => (old >= 0 ? own[old]! : absent)),
      );
    }
    return Int32Array.from(sources, (old) => (old >= 0 ? terms[old]! : added[-1 - old]!.term));
  }
}

/** A new word: the known one that it stands before, and the segment's term. */
interface AddedWord {
  before: number;
  term: number;
}
