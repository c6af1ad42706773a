import { SortedStrings } from '../../bits/sorted-strings.ts';

/** FNV-1a over UTF-16 units; a word is hashed while it is read. */
export const hashStart = 0x811c9dc5;

export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

export function hashWord(word: string): number {
  let hash = hashStart;
  for (let i = 0; i < word.length; i++) hash = hashUnit(hash, word.charCodeAt(i));
  return hash;
}

const empty = 0xffffffff;

/**
 * Distinct words, numbered from 0 in the order of addition. Words of ASCII letters are looked up in the text itself, in either
 * case, without an allocation: nearly all words of a catalog are known already. Slots differ from those of `bits/hash-slots.ts`,
 * as different words can have the same hash.
 */
export class WordTable {
  readonly words = new SortedStrings();
  /**
   * Hash table with linear probing: two numbers a slot, the number of a word or `empty`, and its hash, so that one access to
   * memory reads both. At most half full.
   */
  #slots = createSlots(64);

  /** The number of the word, or -1. */
  find(word: string): number {
    const hash = hashWord(word) >>> 0;
    const mask = this.#slots.length - 1;
    for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
      const number = this.#slots[at]!;
      if (number === empty) return -1;
      if (this.#slots[at + 1] === hash && this.words.strings[number] === word) return number;
    }
  }

  /** The number of the word of ASCII letters from `start` to `end`, or -1; `hash` is the hash of its lower case. */
  findPlain(text: string, start: number, end: number, hash: number): number {
    const unsignedHash = hash >>> 0;
    const mask = this.#slots.length - 1;
    for (let at = (unsignedHash << 1) & mask; ; at = (at + 2) & mask) {
      const number = this.#slots[at]!;
      if (number === empty) return -1;
      if (this.#slots[at + 1] === unsignedHash && this.#isPlain(number, text, start, end)) return number;
    }
  }

  /** Adds a new word and returns its number. */
  add(word: string): number {
    const number = this.words.add(word);
    if (this.words.strings.length * 4 > this.#slots.length) this.#grow();
    this.#put(number, hashWord(word) >>> 0);
    return number;
  }

  /** Whether the text has the word from `start` to `end`, ignoring case. */
  #isPlain(number: number, text: string, start: number, end: number): boolean {
    const { units, offsets } = this.words;
    const first = offsets[number]!;
    if (offsets[number + 1]! - first !== end - start) return false;
    for (let i = start; i < end; i++)
      if ((text.charCodeAt(i) | 0x20) !== units[first + i - start]) return false;
    return true;
  }

  #put(number: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let at = (hash << 1) & mask;
    while (this.#slots[at] !== empty) at = (at + 2) & mask;
    this.#slots[at] = number;
    this.#slots[at + 1] = hash;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = createSlots(old.length);
    for (let at = 0; at < old.length; at += 2) if (old[at] !== empty) this.#put(old[at]!, old[at + 1]!);
  }
}

/** Slots for half as many words as `count`, a power of 2. */
function createSlots(count: number): Uint32Array {
  return new Uint32Array(count * 2).fill(empty);
}
