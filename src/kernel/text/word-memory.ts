import { growableUint32 } from '../bits/growable.ts';

const none = 0xffffffff;

/**
 * Words by number, each kept once for all texts, with its base form, which is worked out once. And marks: a search marks the
 * words that it found by, and all of the base forms that it found by, so that a look at one number tells of each word of each hit.
 */
export class WordMemory {
  readonly #baseForm: (word: string) => string;
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #baseNumbers = new Map<string, number>();
  /** By base form: the word of it that came last, or `none`; and by word: the one of its base form before it. */
  readonly #lastOfBase = growableUint32();
  readonly #earlierOfBase = growableUint32();
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

  /** Marks what a search found by, and gives it a number to ask under, until the next search is begun. */
  begin(words: readonly string[], bases: readonly string[]): number {
    if (++this.#search === 2 ** 32) {
      for (const marks of [this.#wordMarks, this.#baseMarks]) marks.data.fill(0);
      this.#search = 1;
    }
    for (const word of words) {
      const number = this.numberOf(word);
      this.#wordMarks.data[number] = this.#search;
    }
    for (const base of bases) {
      const number = this.#baseNumberOf(base);
      this.#baseMarks.data[number] = this.#search;
      let word = this.#lastOfBase.data[number]!;
      for (; word !== none; word = this.#earlierOfBase.data[word]!) this.#wordMarks.data[word] = this.#search;
    }
    return this.#search;
  }

  /** Whether the word, or its base form, is marked; null where another search was begun since, whose marks these are. */
  isMarked(search: number, word: number): boolean | null {
    return search === this.#search ? this.#wordMarks.data[word] === search : null;
  }

  /** The same of any of the words. */
  isAnyMarked(search: number, words: Uint32Array): boolean | null {
    if (search !== this.#search) return null;
    const marks = this.#wordMarks.data;
    for (let i = 0; i < words.length; i++) if (marks[words[i]!] === search) return true;
    return false;
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
