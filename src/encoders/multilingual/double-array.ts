/** The longest match of a key. */
export interface PrefixMatch {
  readonly value: number;
  /** Bytes of the key. */
  readonly length: number;
}

/**
 * A trie of byte strings with a value each, as a double array in the format of Darts-clone (Yata, "Darts-clone: a clone of Darts"): one
 * unsigned number of 32 bits a node. A node has its children at `index ^ offset ^ byte`, and the value of a string that ends there at
 * byte 0.
 *
 *     bits 31 to 0 of a value:  1 | value
 *     of another node:          0 | offset (21 bits) | shift of the offset by 8 | has a value | byte (8 bits)
 */
export class DoubleArray {
  readonly #units: Uint32Array;

  constructor(units: Uint32Array) {
    this.#units = units;
  }

  /** Calls `visit` for each string that `bytes` has from `from` on, the shortest first, with its value and its end. */
  forEachPrefix(
    bytes: Uint8Array,
    from: number,
    until: number,
    visit: (value: number, end: number) => void,
  ): void {
    const units = this.#units;
    let index = readOffset(units[0]!);
    for (let at = from; at < until; at++) {
      const byte = bytes[at]!;
      index ^= byte;
      const unit = units[index];
      if (unit === undefined || readLabel(unit) !== byte) return;
      index ^= readOffset(unit);
      if (hasValue(unit)) visit(units[index]! & valueMask, at + 1);
    }
  }

  /** Finds the longest string that `bytes` has from `from` on; null if there is none. */
  findLongestPrefix(bytes: Uint8Array, from: number, until: number): PrefixMatch | null {
    let longest: PrefixMatch | null = null;
    this.forEachPrefix(bytes, from, until, (value, end) => (longest = { value, length: end - from }));
    return longest;
  }
}

const valueMask = 0x7f_ff_ff_ff;
const hasValue = (unit: number): boolean => ((unit >>> 8) & 1) === 1;
/** The byte of a node; that of a value is greater than any byte. */
const readLabel = (unit: number): number => (unit & 0x80_00_00_ff) >>> 0;
const readOffset = (unit: number): number => (unit >>> 10) << ((unit & 0x2_00) >>> 6);
