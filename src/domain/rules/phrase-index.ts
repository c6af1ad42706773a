import { appendTo } from '../../lib/append-to.ts';

/** Phrases by their first word: a query looks up its own words instead of testing all phrases. */
export class PhraseIndex<T> {
  readonly #byFirst = new Map<string, { words: readonly string[]; value: T }[]>();

  /** `words` are those of the phrase; a phrase without words is never found. */
  add(words: readonly string[], value: T): void {
    const [first] = words;
    if (first !== undefined) appendTo(this.#byFirst, first, { words, value });
  }

  /** The phrases in the words of a query, with the index of their first word and their length in words. */
  *findIn(words: readonly string[]): Generator<{ value: T; at: number; length: number }> {
    if (this.#byFirst.size === 0) return;
    for (let at = 0; at < words.length; at++) {
      for (const { words: own, value } of this.#byFirst.get(words[at]!) ?? [])
        if (own.every((word, i) => word === words[at + i])) yield { value, at, length: own.length };
    }
  }
}
