import { growableUint32 } from '../bits/growable.ts';

/**
 * Words by number, each kept once for all texts, with the number of its base form, which is worked out once. And marks: a
 * search marks the words and base forms that it found by, so that each word of each hit is told by two array accesses.
 */
export class WordMemory {
  readonly #baseForm: (word: string) => string;
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #baseNumbers = new Map<string, number>();
  /** By word. */
  readonly #bases = growableUint32();
  /** By word, and by base form: the last search that marked it. */
  readonly #wordMarks = growableUint32();
  readonly #baseMarks = growableUint32();
  #search = 0;

  constructor(baseForm: (word: string) => string) {
    this.#baseForm = baseForm;
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
    this.#bases.push(this.#baseNumberOf(this.#baseForm(word)));
    this.#wordMarks.push(0);
    return number;
  }

  /** The one string that is kept of the word. */
  wordOf(number: number): string {
    return this.#words[number]!;
  }

  /** Marks what a search found by, and gives it a number to ask under, until the next search is begun. */
  begin(words: readonly string[], bases: readonly string[]): number {
    if (++this.#search === 2 ** 32) {
      for (const marks of [this.#wordMarks, this.#baseMarks]) marks.data.fill(0);
      this.#search = 1;
    }
    for (const word of words) this.#wordMarks.data[this.numberOf(word)] = this.#search;
    for (const base of bases) this.#baseMarks.data[this.#baseNumberOf(base)] = this.#search;
    return this.#search;
  }

  /** Whether the word, or its base form, is marked; null where another search was begun since, whose marks these are. */
  isMarked(search: number, word: number): boolean | null {
    if (search !== this.#search) return null;
    return this.#wordMarks.data[word] === search || this.#baseMarks.data[this.#bases.data[word]!] === search;
  }

  #baseNumberOf(base: string): number {
    const known = this.#baseNumbers.get(base);
    if (known !== undefined) return known;
    const number = this.#baseNumbers.size;
    this.#baseNumbers.set(base, number);
    this.#baseMarks.push(0);
    return number;
  }
}
