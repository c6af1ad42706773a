import { growableUint32 } from '../../bits/growable.ts';
import type { Analyzer } from './analyzer.ts';

const none = 0xffffffff;

/**
 * Words by number, each kept once for all texts, with its base form, which is worked out once. And marks: a search marks the
 * words that it found by, and all of the base forms that it found by, so that a look at one number tells of each word of each
 * hit.
 */
export class WordInterner {
  readonly #baseForm: (word: string) => string;
  readonly #fold: (word: string) => string;
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  /** By word: without accents, which is the very word where it has none. */
  readonly #folded: string[] = [];
  readonly #baseNumbers = new Map<string, number>();
  /** By base form: the word of it that came last, or `none`; and by word: the one of its base form before it. */
  readonly #lastOfBase = growableUint32();
  readonly #earlierOfBase = growableUint32();
  /** By word, and by base form: the last search that marked it. */
  readonly #wordMarks = growableUint32();
  readonly #baseMarks = growableUint32();
  /** By word: the last search that knows it to have nothing to mark. */
  readonly #plain = growableUint32();
  #search = 0;

  constructor({ stem: baseForm, fold }: Pick<Analyzer, 'stem' | 'fold'>) {
    this.#baseForm = baseForm;
    this.#fold = fold;
  }

  get size(): number {
    return this.#words.length;
  }

  numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#words.length;
    this.#numbers.set(word, number);
    this.#words.push(word);
    this.#folded.push(this.#fold(word));
    this.#plain.push(0);
    const base = this.#baseNumberOf(this.#baseForm(word));
    this.#earlierOfBase.push(this.#lastOfBase.data[base]!);
    this.#lastOfBase.data[base] = number;
    this.#wordMarks.push(this.#baseMarks.data[base]!);
    return number;
  }

  /** The one string that is kept of the word. */
  wordOf(number: number): string {
    return this.#words[number]!;
  }

  foldedOf(number: number): string {
    return this.#folded[number]!;
  }

  /** Marks what a search found by, and gives it a number to ask under, until the next search is begun. */
  begin(words: readonly string[], stems: readonly string[]): number {
    if (++this.#search === 2 ** 32) {
      for (const marks of [this.#wordMarks, this.#baseMarks, this.#plain]) marks.data.fill(0);
      this.#search = 1;
    }
    for (const word of words) {
      const number = this.numberOf(word);
      this.#wordMarks.data[number] = this.#search;
    }
    for (const base of stems) {
      const number = this.#baseNumberOf(base);
      this.#baseMarks.data[number] = this.#search;
      let word = this.#lastOfBase.data[number]!;
      for (; word !== none; word = this.#earlierOfBase.data[word]!) this.#wordMarks.data[word] = this.#search;
    }
    return this.#search;
  }

  /** Whether it is the search that was begun last: the marks are its. */
  isCurrent(search: number): boolean {
    return search === this.#search;
  }

  /** Whether the word, or its base form, is marked. */
  isMarked(search: number, word: number): boolean {
    return this.#wordMarks.data[word] === search;
  }

  /** The place of the next of these words, from one on, that is marked; -1 where there is none. */
  nextMarked(search: number, words: Uint32Array, from: number): number {
    const marks = this.#wordMarks.data;
    for (let i = from; i < words.length; i++) if (marks[words[i]!] === search) return i;
    return -1;
  }

  /** The same of words that `setPlain` was not said of. */
  nextNotPlain(search: number, words: Uint32Array, from: number): number {
    const plain = this.#plain.data;
    for (let i = from; i < words.length; i++) if (plain[words[i]!] !== search) return i;
    return -1;
  }

  /** Notes that a search found nothing to mark in the word. */
  setPlain(search: number, word: number): void {
    this.#plain.data[word] = search;
  }

  #baseNumberOf(base: string): number {
    const known = this.#baseNumbers.get(base);
    if (known !== undefined) return known;
    const number = this.#baseNumbers.size;
    this.#baseNumbers.set(base, number);
    this.#baseMarks.push(0);
    this.#lastOfBase.push(none);
    return number;
  }
}
