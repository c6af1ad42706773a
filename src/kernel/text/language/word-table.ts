/** FNV-1a over UTF-16 units; a word is hashed while it is read. */
export const hashStart = 0x811c9dc5;

export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

export function hashOf(word: string): number {
  let hash = hashStart;
  for (let i = 0; i < word.length; i++) hash = hashUnit(hash, word.charCodeAt(i));
  return hash;
}

const empty = 0xffffffff;

/**
 * Distinct words, numbered from 0 as they come. A word of ASCII letters is found where it stands in a text, in either case,
 * without a string being made of it: nearly all words of a catalog are known already.
 */
export class WordTable {
  readonly words: string[] = [];
  /**
   * Places by hash, two numbers each, so that one look at memory tells both: the number of a word or `empty`, and its hash.
   * The next place is tried where it is another's. At most half full.
   */
  #places = newPlaces(64);

  /** The number of the word, or -1. */
  find(word: string): number {
    const hash = hashOf(word) >>> 0;
    const mask = this.#places.length - 1;
    for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
      const number = this.#places[at]!;
      if (number === empty) return -1;
      if (this.#places[at + 1] === hash && this.words[number] === word) return number;
    }
  }

  /** The number of the word of ASCII letters from `start` up to `end`, or -1; `hash` is that of its lower case. */
  findPlain(text: string, start: number, end: number, hash: number): number {
    const wanted = hash >>> 0;
    const mask = this.#places.length - 1;
    for (let at = (wanted << 1) & mask; ; at = (at + 2) & mask) {
      const number = this.#places[at]!;
      if (number === empty) return -1;
      if (this.#places[at + 1] === wanted && isPlain(this.words[number]!, text, start, end)) return number;
    }
  }

  /** Gives a word that is not there yet the next number. */
  add(word: string): number {
    const number = this.words.length;
    this.words.push(word);
    if (this.words.length * 4 > this.#places.length) this.#grow();
    this.#put(number, hashOf(word) >>> 0);
    return number;
  }

  #put(number: number, hash: number): void {
    const mask = this.#places.length - 1;
    let at = (hash << 1) & mask;
    while (this.#places[at] !== empty) at = (at + 2) & mask;
    this.#places[at] = number;
    this.#places[at + 1] = hash;
  }

  #grow(): void {
    const old = this.#places;
    this.#places = newPlaces(old.length);
    for (let at = 0; at < old.length; at += 2) if (old[at] !== empty) this.#put(old[at]!, old[at + 1]!);
  }
}

/** For half as many words as `count`, a power of 2. */
function newPlaces(count: number): Uint32Array {
  return new Uint32Array(count * 2).fill(empty);
}

/** Whether the text has the word there, but for the case of its letters. */
function isPlain(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) {
    if ((text.charCodeAt(start + i) | 0x20) !== word.charCodeAt(i)) return false;
  }
  return true;
}
