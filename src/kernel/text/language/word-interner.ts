import { growableUint32 } from '../../bits/growable.ts';
import type { Analyzer } from './analyzer.ts';

const none = 0xffffffff;

/**
 * Interns words: each gets an id and is stored once for all texts, with its folded form and stem. A search marks the matching
 * words and all words of the matching stems, so that highlighting needs one lookup for each word of each hit.
 */
export class WordInterner {
  readonly #stem: (word: string) => string;
  readonly #fold: (word: string) => string;
  readonly #ids = new Map<string, number>();
  readonly #words: string[] = [];
  /** By word: its folded form; the same string where it has no accents. */
  readonly #folded: string[] = [];
  readonly #stemIds = new Map<string, number>();
  /** By stem: its last word, or `none`; and by word: the previous word of its stem. */
  readonly #lastOfStem = growableUint32();
  readonly #previousOfStem = growableUint32();
  /** By word, and by stem: the last search that marked it. */
  readonly #wordMarks = growableUint32();
  readonly #stemMarks = growableUint32();
  /** By word: the last search that tested it without a match. */
  readonly #unmarked = growableUint32();
  #search = 0;

  constructor({ stem, fold }: Pick<Analyzer, 'stem' | 'fold'>) {
    this.#stem = stem;
    this.#fold = fold;
  }

  get size(): number {
    return this.#words.length;
  }

  idOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#words.length;
    this.#ids.set(word, id);
    this.#words.push(word);
    this.#folded.push(this.#fold(word));
    this.#unmarked.push(0);
    const stem = this.#stemIdOf(this.#stem(word));
    this.#previousOfStem.push(this.#lastOfStem.data[stem]!);
    this.#lastOfStem.data[stem] = id;
    this.#wordMarks.push(this.#stemMarks.data[stem]!);
    return id;
  }

  /** The interned string. */
  wordOf(id: number): string {
    return this.#words[id]!;
  }

  foldedOf(id: number): string {
    return this.#folded[id]!;
  }

  /** Marks the words and stems of a search and returns the search's number, valid until the next call. */
  begin(words: readonly string[], stems: readonly string[]): number {
    if (++this.#search === 2 ** 32) {
      for (const marks of [this.#wordMarks, this.#stemMarks, this.#unmarked]) marks.data.fill(0);
      this.#search = 1;
    }
    for (const word of words) {
      this.#wordMarks.data[this.idOf(word)] = this.#search;
    }
    for (const stem of stems) {
      const id = this.#stemIdOf(stem);
      this.#stemMarks.data[id] = this.#search;
      let word = this.#lastOfStem.data[id]!;
      for (; word !== none; word = this.#previousOfStem.data[word]!)
        this.#wordMarks.data[word] = this.#search;
    }
    return this.#search;
  }

  /** Whether the marks are those of this search. */
  isCurrent(search: number): boolean {
    return search === this.#search;
  }

  /** Whether the search marked the word or its stem. */
  isMarked(search: number, word: number): boolean {
    return this.#wordMarks.data[word] === search;
  }

  /** The index of the next marked word from `from` to before `end`, or -1. */
  nextMarked(search: number, words: Uint32Array, from: number, end: number): number {
    const marks = this.#wordMarks.data;
    for (let i = from; i < end; i++) if (marks[words[i]!] === search) return i;
    return -1;
  }

  /** The index of the next word from `from` to before `end` without a call of `setUnmarked`, or -1. */
  nextUntested(search: number, words: Uint32Array, from: number, end: number): number {
    const unmarked = this.#unmarked.data;
    for (let i = from; i < end; i++) if (unmarked[words[i]!] !== search) return i;
    return -1;
  }

  /** Records that the search has nothing to mark in the word. */
  setUnmarked(search: number, word: number): void {
    this.#unmarked.data[word] = search;
  }

  #stemIdOf(stem: string): number {
    const known = this.#stemIds.get(stem);
    if (known !== undefined) return known;
    const id = this.#stemIds.size;
    this.#stemIds.set(stem, id);
    this.#stemMarks.push(0);
    this.#lastOfStem.push(none);
    return id;
  }
}
