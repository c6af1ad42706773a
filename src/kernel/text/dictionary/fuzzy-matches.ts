import { walkTrie, type LetterTrie } from './letter-trie.ts';

/** Memory of a cache entry besides its matches, in numbers of 4 bytes. */
const entryOverhead = 40;

/** The fuzzy matches of words in a dictionary, with a cache: many shoppers make the same typos. */
export class FuzzyMatches {
  readonly #trie: LetterTrie;
  readonly #cacheMax: number;
  readonly #cache = new Map<string, Uint32Array>();
  #cachedCount = 0;

  /** Caches about `cacheMax` numbers of 4 bytes at most. */
  constructor(trie: LetterTrie, cacheMax: number) {
    this.#trie = trie;
    this.#cacheMax = cacheMax;
  }

  /** The matches of a word as triples of term, distance and prefix distance (see `walkTrie`). */
  findMatches(word: string, typos: 1 | 2): Uint32Array {
    const key = `${typos}${word}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const found: number[] = [];
    walkTrie(this.#trie, word, typos, (entry, distance, prefix) => found.push(entry, distance, prefix));
    const matches = Uint32Array.from(found);
    this.#cachedCount += matches.length + entryOverhead;
    if (this.#cachedCount > this.#cacheMax) {
      this.#cache.clear();
      this.#cachedCount = matches.length + entryOverhead;
    }
    this.#cache.set(key, matches);
    return matches;
  }
}
