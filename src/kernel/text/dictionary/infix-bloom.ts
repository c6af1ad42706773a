import { isAsciiDigit } from '../language/characters.ts';
import type { StringTable } from './string-table.ts';
import { readUnit } from './string-units.ts';
import { log2 } from '../../../math/logarithm.ts';

/** Length of the indexed n-grams; every segment contains all shorter ones. */
const gramLength = 4;
/** Minimum number of bits for each n-gram: at most a fifth of all bits is then set. */
const bitsPerGram = 5;
const bitsMin = 1024;

/**
 * A Bloom filter (Bloom 1970) of all 4-grams of a segment's codes. It rejects most texts that no code contains, without
 * reading the codes. A part number is in one segment of many, and an unknown one in none; scanning the terms of all segments
 * took most of the search.
 */
export class InfixBloomFilter {
  readonly #bits: Uint32Array;
  readonly #shift: number;

  /** Indexes the terms that are codes (see `isCode`). */
  constructor(terms: StringTable) {
    const codes = readCodes(terms);
    let grams = 0;
    for (const code of codes) {
      grams += Math.max(0, terms.offsets[code + 1]! - terms.offsets[code]! - gramLength + 1);
    }
    const size = Math.max(bitsMin, 2 ** Math.ceil(log2(grams * bitsPerGram + 1)));
    this.#bits = new Uint32Array(size / 32);
    this.#shift = 32 - log2(size);
    const { offsets, units } = terms;
    for (const code of codes) {
      for (let at = offsets[code]!; at + gramLength <= offsets[code + 1]!; at++) {
        const bit = this.#hashBit(
          readUnit(units, at),
          readUnit(units, at + 1),
          readUnit(units, at + 2),
          readUnit(units, at + 3),
        );
        this.#bits[bit >>> 5]! |= 1 << (bit & 31);
      }
    }
  }

  /** Whether a code may contain the text; false is certain. */
  mayHave(text: string): boolean {
    for (let at = 0; at + gramLength <= text.length; at++) {
      const bit = this.#hashBit(
        text.charCodeAt(at),
        text.charCodeAt(at + 1),
        text.charCodeAt(at + 2),
        text.charCodeAt(at + 3),
      );
      if (((this.#bits[bit >>> 5]! >>> (bit & 31)) & 1) === 0) return false;
    }
    return true;
  }

  /** Hashes four units to a bit: the high bits of a product (Fibonacci hashing, Knuth 6.4). */
  #hashBit(first: number, second: number, third: number, fourth: number): number {
    const pair = Math.imul((first << 16) ^ second, 0x85ebca6b) ^ ((third << 16) ^ fourth);
    return Math.imul(pair ^ (pair >>> 15), 0x9e3779b1) >>> this.#shift;
  }
}

/** The terms with digits and something other than a decimal point, as `isCode` decides, without creating strings. */
function readCodes({ count, offsets, units }: StringTable): number[] {
  const codes: number[] = [];
  for (let term = 0; term < count; term++) {
    let digits = false;
    let others = false;
    for (let at = offsets[term]!; at < offsets[term + 1]!; at++) {
      const unit = readUnit(units, at);
      if (isAsciiDigit(unit)) digits = true;
      else if (unit !== 46) others = true;
    }
    if (digits && others) codes.push(term);
  }
  return codes;
}
