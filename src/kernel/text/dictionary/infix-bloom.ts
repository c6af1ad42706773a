import { isDigitUnit } from '../language/tokenizer.ts';
import type { StringTable } from './string-table.ts';

/** Parts are told by runs of so many units: shorter ones are in every segment. */
const runLength = 4;
/** Bits a run, at the least: at most a fifth of all bits is set then. */
const bitsPerRun = 5;
const bitsMin = 1024;

/**
 * Tells of most texts that no code of a segment has them within, without a look at the codes: a Bloom filter (Bloom 1970) of
 * all runs of four units. A part number, or what was made up a moment ago, is in one segment of many; to go through the terms
 * of all took most of the search for it.
 */
export class InfixBloomFilter {
  readonly #bits: Uint32Array;
  readonly #shift: number;

  /** Takes the terms that are codes (see `isCode`). */
  constructor(terms: StringTable) {
    const codes = codesOf(terms);
    let runs = 0;
    for (const code of codes) {
      runs += Math.max(0, terms.offsets[code + 1]! - terms.offsets[code]! - runLength + 1);
    }
    const size = Math.max(bitsMin, 2 ** Math.ceil(Math.log2(runs * bitsPerRun + 1)));
    this.#bits = new Uint32Array(size / 32);
    this.#shift = 32 - Math.log2(size);
    const { offsets, units } = terms;
    for (const code of codes) {
      for (let at = offsets[code]!; at + runLength <= offsets[code + 1]!; at++) {
        const bit = this.#bitOf(units[at]!, units[at + 1]!, units[at + 2]!, units[at + 3]!);
        this.#bits[bit >>> 5]! |= 1 << (bit & 31);
      }
    }
  }

  /** False only where no code has the text within. */
  mayHave(text: string): boolean {
    for (let at = 0; at + runLength <= text.length; at++) {
      const bit = this.#bitOf(
        text.charCodeAt(at),
        text.charCodeAt(at + 1),
        text.charCodeAt(at + 2),
        text.charCodeAt(at + 3),
      );
      if (((this.#bits[bit >>> 5]! >>> (bit & 31)) & 1) === 0) return false;
    }
    return true;
  }

  /** The high bits of a product (Fibonacci hashing, Knuth 6.4) of what the four units come to. */
  #bitOf(first: number, second: number, third: number, fourth: number): number {
    const pair = Math.imul((first << 16) ^ second, 0x85ebca6b) ^ ((third << 16) ^ fourth);
    return Math.imul(pair ^ (pair >>> 15), 0x9e3779b1) >>> this.#shift;
  }
}

/** The terms with digits and something else, "43.2" apart: as `isCode` says, without making strings. */
function codesOf({ count, offsets, units }: StringTable): number[] {
  const codes: number[] = [];
  for (let term = 0; term < count; term++) {
    let digits = false;
    let others = false;
    for (let at = offsets[term]!; at < offsets[term + 1]!; at++) {
      const unit = units[at]!;
      if (isDigitUnit(unit)) digits = true;
      else if (unit !== 46) others = true;
    }
    if (digits && others) codes.push(term);
  }
  return codes;
}
