import { readSync } from 'node:fs';
import type { ModelMemory } from './model-memory.ts';

/** The number of tables of scales and codes. A row uses the table with the remainder of its id. */
export const tableCount = 17;
/** The number of values that a quantised number can have. */
export const levelCount = 64;
/** The longest code, in bits. */
export const codeBitsMax = 12;
const tableEntries = 1 << codeBitsMax;

/**
 * The vectors of pieces, read from a file by row: numbers of six bits, in a canonical Huffman code (Huffman 1952) of each table, as they
 * vary little. The codes need less than half of the bytes of the numbers.
 */
export class TokenTable {
  readonly #file: number;
  readonly #dimensions: number;
  readonly #offsets: Uint32Array;
  /** The decoders that `buildDecoder()` builds, by table. */
  readonly #decoders: readonly Uint16Array[];
  readonly #scales: Float32Array;
  readonly #lowest: Float32Array;
  readonly #bytes = new Uint8Array(2_048);

  /** `file` is a descriptor of the rows, which stays open. */
  constructor(file: number, model: ModelMemory, dimensions: number) {
    this.#file = file;
    this.#dimensions = dimensions;
    this.#offsets = model.uint32('rowOffsets');
    const lengths = model.uint8('codeLengths');
    this.#decoders = Array.from({ length: tableCount }, (_, table) =>
      buildDecoder(lengths.subarray(table * levelCount, (table + 1) * levelCount)),
    );
    this.#scales = model.float32('scales');
    this.#lowest = model.float32('lowest');
  }

  /** Writes the vector of a piece to `into`, from `at` on. @throws Error if the file cannot be read, or is damaged */
  read(id: number, into: Float32Array, at: number): void {
    const [from, until] = [this.#offsets[id]!, this.#offsets[id + 1]!];
    const bytes = this.#bytes;
    if (readSync(this.#file, bytes, 0, until - from, from) < until - from)
      throw new Error('The file of vectors of pieces is shorter than it must be');
    const table = id % tableCount;
    const scale = this.#scales[table]!;
    const lowest = this.#lowest[table]!;
    const entries = this.#decoders[table]!;
    let window = 0;
    let windowBits = 0;
    let next = 0;
    for (let i = at; i < at + this.#dimensions; i++) {
      while (windowBits < codeBitsMax) {
        window = (window << 8) | bytes[next++]!;
        windowBits += 8;
      }
      const entry = entries[(window >>> (windowBits - codeBitsMax)) & (tableEntries - 1)]!;
      windowBits -= entry >> 8;
      into[i] = (entry & 255) * scale + lowest;
    }
  }
}

/**
 * Builds the lookup table of a canonical code: by the next `codeBitsMax` bits, the length of the code that they begin with, times 256, plus
 * its value. `lengths` has the bits of the code of each value, 0 without a code.
 */
function buildDecoder(lengths: Uint8Array): Uint16Array {
  const entries = new Uint16Array(tableEntries);
  let at = 0;
  for (const value of orderByCode(lengths)) {
    const length = lengths[value]!;
    const count = 1 << (codeBitsMax - length);
    entries.fill((length << 8) | value, at, at + count);
    at += count;
  }
  return entries;
}

/** The values that have a code, by its length, then by value. */
export function orderByCode(lengths: Uint8Array): number[] {
  return [...lengths.keys()]
    .filter((value) => lengths[value]! > 0)
    .toSorted((a, b) => lengths[a]! - lengths[b]! || a - b);
}
