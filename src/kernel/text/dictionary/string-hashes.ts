import { hashStart, hashUnit } from '../language/word-table.ts';
import { isEntry, type WholeStringTable } from './string-table.ts';
import { log2 } from '../../../math/logarithm.ts';

/** A hash index of a table of strings, which reads two or three cache lines; a binary search reads one for each of its steps. */
export class StringHashes {
  readonly #table: WholeStringTable;
  /** The entry of each slot plus 1, or 0 if it is free. At most half of the slots are used. */
  readonly #slots: Uint32Array;

  constructor(table: WholeStringTable) {
    this.#table = table;
    this.#slots = new Uint32Array(2 ** Math.ceil(log2(2 * table.count + 1)));
    const mask = this.#slots.length - 1;
    const { offsets, units, count } = table;
    for (let entry = 0; entry < count; entry++) {
      let hash = hashStart;
      for (let at = offsets[entry]!; at < offsets[entry + 1]!; at++) hash = hashUnit(hash, units.low[at]!);
      let slot = finaliseHash(hash) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = entry + 1;
    }
  }

  /** The entry of the string, or -1. */
  find(string: string): number {
    let hash = hashStart;
    for (let at = 0; at < string.length; at++) hash = hashUnit(hash, string.charCodeAt(at));
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = finaliseHash(hash) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const entry = slots[slot]! - 1;
      if (isEntry(this.#table, entry, string)) return entry;
    }
    return -1;
  }
}

/** Mixes a hash so that the low bits, which choose a slot, depend on the high ones too. */
const finaliseHash = (hash: number): number => hash ^ (hash >>> 15);
