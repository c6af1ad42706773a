import { walkTrie, type LetterTrie } from './letter-trie.ts';

/** What an entry without any word takes, in numbers. */
const overhead = 40;

/** Which words of a dictionary are near to one, remembered for words asked again: shoppers mistype the same ones. */
export class FuzzyMatches {
  readonly #trie: LetterTrie;
  readonly #keptMax: number;
  readonly #kept = new Map<string, Uint32Array>();
  #keptCount = 0;

  /** Remembers at most about `keptMax` numbers, of 4 bytes. */
  constructor(trie: LetterTrie, keptMax: number) {
    this.#trie = trie;
    this.#keptMax = keptMax;
  }

  /** Word, distance and distance of a beginning of every word near to this one (see `walkTrie`). */
  of(word: string, typos: 1 | 2): Uint32Array {
    const asked = `${typos}${word}`;
    const known = this.#kept.get(asked);
    if (known !== undefined) return known;
    const found: number[] = [];
    walkTrie(this.#trie, word, typos, (entry, distance, beginning) => found.push(entry, distance, beginning));
    const near = Uint32Array.from(found);
    this.#keptCount += near.length + overhead;
    if (this.#keptCount > this.#keptMax) {
      this.#kept.clear();
      this.#keptCount = near.length + overhead;
    }
    this.#kept.set(asked, near);
    return near;
  }
}
