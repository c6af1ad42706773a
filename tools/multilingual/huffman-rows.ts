import {
  codeBitsMax,
  levelCount,
  orderByCode,
  tableCount,
} from '../../src/encoders/multilingual/token-table.ts';
import type { NumpyArray } from './numpy-archive.ts';

/**
 * The bits of a Huffman code for each level of a table; 0 for levels that it does not have. Where a code is too long, the least frequent
 * levels count as more frequent.
 */
export function codeLengths(values: NumpyArray['data']): Uint8Array {
  const counts = Array.from({ length: levelCount }, () => 0);
  for (let i = 0; i < values.length; i++) counts[values[i]!]!++;
  for (let countMin = 1; ; countMin *= 2) {
    const lengths = huffmanLengths(counts.map((count) => (count === 0 ? 0 : Math.max(count, countMin))));
    if (lengths.every((length) => length <= codeBitsMax)) return lengths;
  }
}

/** Joins the two least frequent trees until one is left (Huffman 1952). */
function huffmanLengths(counts: readonly number[]): Uint8Array {
  let trees = counts.flatMap((count, level) => (count === 0 ? [] : [{ count, levels: [level] }]));
  const lengths = new Uint8Array(counts.length);
  while (trees.length > 1) {
    trees.sort((a, b) => a.count - b.count);
    const [one, other] = trees as [(typeof trees)[number], (typeof trees)[number]];
    const levels = [...one.levels, ...other.levels];
    for (const level of levels) lengths[level]!++;
    trees = [{ count: one.count + other.count, levels }, ...trees.slice(2)];
  }
  return lengths;
}

/** The canonical codes by level. */
function canonicalCodes(lengths: Uint8Array): number[] {
  const codes: number[] = [];
  let code = 0;
  let length = 0;
  for (const level of orderByCode(lengths)) {
    code *= 2 ** (lengths[level]! - length);
    length = lengths[level]!;
    codes[level] = code++;
  }
  return codes;
}

/** The rows of pieces, each from a whole byte on; `offsets` has the start of each, and the end. */
export function encodeRows(
  tables: readonly NumpyArray[],
  lengths: readonly Uint8Array[],
  dimensions: number,
  count: number,
): { bytes: Uint8Array; offsets: Uint32Array } {
  const codes = lengths.map(canonicalCodes);
  const bytes = new Uint8Array(count * dimensions);
  const offsets = new Uint32Array(count + 1);
  let end = 0;
  for (let id = 0; id < count; id++) {
    const table = id % tableCount;
    const { data } = tables[table]!;
    const from = Math.floor(id / tableCount) * dimensions;
    let bit = end * 8;
    for (let i = from; i < from + dimensions; i++) {
      const level = data[i]!;
      const code = codes[table]![level]!;
      for (let left = lengths[table]![level]! - 1; left >= 0; left--, bit++)
        bytes[bit >> 3]! |= (Math.floor(code / 2 ** left) & 1) << (7 - (bit & 7));
    }
    end = Math.ceil(bit / 8);
    offsets[id + 1] = end;
  }
  return { bytes: bytes.slice(0, end), offsets };
}
