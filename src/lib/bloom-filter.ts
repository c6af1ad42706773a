/** The number of bits that each text sets: the best one for 12 bits a text, of which one text in 300 is then found wrongly. */
const hashCount = 8;

/** A Bloom filter (Bloom 1970) of texts: `has()` is true for all of them, and for few others. */
export class BloomFilter {
  readonly #bits: Uint8Array;

  /** `bits` has eight bits to the byte; their number is a power of two. @throws RangeError for another length */
  constructor(bits: Uint8Array) {
    const { length } = bits;
    if (length === 0 || (length & (length - 1)) !== 0)
      throw new RangeError(`A Bloom filter of ${length} bytes is not one of a power of two`);
    this.#bits = bits;
  }

  add(text: string): void {
    for (const bit of this.#hash(text)) this.#bits[bit >>> 3]! |= 1 << (bit & 7);
  }

  has(text: string): boolean {
    for (const bit of this.#hash(text)) if ((this.#bits[bit >>> 3]! & (1 << (bit & 7))) === 0) return false;
    return true;
  }

  /** Double hashing (Kirsch and Mitzenmacher 2006) of two FNV-1a hashes. */
  *#hash(text: string): Generator<number> {
    let first = 0x811c9dc5;
    let second = 0x01000193;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      first = Math.imul(first ^ unit, 0x01000193);
      second = Math.imul(second ^ unit, 0x85ebca6b);
      second ^= second >>> 13;
    }
    const mask = this.#bits.length * 8 - 1;
    for (let i = 0; i < hashCount; i++) yield (first + Math.imul(i, second | 1)) & mask;
  }
}
