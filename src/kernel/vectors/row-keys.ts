import { countBitmapWords, visitBits, createBitmap, setBit } from '../bits/bitmap.ts';
import { ensureCapacity, createGrowableUint32 } from '../bits/growable.ts';
import type { RowKeysState } from './vector-changes.ts';

/** The key of a row without a vector. */
export const noKey = 0xffff_ffff;

/** Maps keys to rows and rows to keys: 8 bytes a row, and 4 bytes for each number up to the largest key. */
export class RowKeys {
  /** Keys by row; the last one is not `noKey`. */
  readonly #keys = createGrowableUint32(16);
  /** The row of each key plus 1, or 0 without a row. */
  readonly #rowOfKey = createGrowableUint32(16);
  /** Rows without a key. */
  #holes = createBitmap(0);
  #size = 0;

  constructor(state: RowKeysState = { keys: new Uint32Array(), keysEnd: 0 }) {
    const { keys, keysEnd } = state;
    this.#keys.reserve(keys.length);
    this.#rowOfKey.reserve(keysEnd);
    this.#rowOfKey.length = keysEnd;
    for (let row = 0; row < keys.length; row++) if (keys[row] !== noKey) this.set(keys[row]!, row);
  }

  get state(): RowKeysState {
    return { keys: this.#keys.data.slice(0, this.end), keysEnd: this.keysEnd };
  }

  get size(): number {
    return this.#size;
  }

  /** One more than the highest row with a key. */
  get end(): number {
    return this.#keys.length;
  }

  /** Number of rows below `end` without a key. */
  get holeCount(): number {
    return this.end - this.#size;
  }

  /** One more than the highest key that ever had a row. */
  get keysEnd(): number {
    return this.#rowOfKey.length;
  }

  /** Keys by row, `noKey` in holes; valid up to `end` and until the next change. */
  get byRow(): Uint32Array {
    return this.#keys.data;
  }

  /** The row of a key, or -1 without a row. */
  findRow(key: number): number {
    return key < this.#rowOfKey.length ? this.#rowOfKey.data[key]! - 1 : -1;
  }

  /** Assigns a key a row without a key; the key's previous row becomes a hole. */
  set(key: number, row: number): void {
    const before = this.findRow(key);
    if (before === row) return;
    while (this.#keys.length <= row) this.#pushHole();
    this.#keys.data[row] = key;
    this.#holes[row >>> 5]! &= ~(1 << (row & 31));
    while (this.#rowOfKey.length <= key) this.#rowOfKey.push(0);
    this.#rowOfKey.data[key] = row + 1;
    this.#size += 1;
    if (before !== -1) this.#clear(before);
  }

  /** Removes a key with a row. */
  delete(key: number): void {
    const row = this.findRow(key);
    this.#rowOfKey.data[key] = 0;
    this.#clear(row);
  }

  /** The rows of every `step`-th key, in the order of keys. */
  listEveryNth(step: number): Uint32Array {
    const rows = new Uint32Array(Math.ceil(this.#size / step));
    const { data: rowOfKey, length } = this.#rowOfKey;
    let count = 0;
    let skip = 0;
    for (let key = 0; key < length; key++) {
      const row = rowOfKey[key]!;
      if (row === 0) continue;
      if (skip === 0) {
        rows[count++] = row - 1;
        skip = step;
      }
      skip -= 1;
    }
    return rows;
  }

  visitHoles(visit: (row: number) => void): void {
    if (this.holeCount > 0) visitBits(this.#holes, visit);
  }

  #pushHole(): void {
    const row = this.#keys.length;
    this.#keys.push(noKey);
    this.#holes = ensureCapacity(this.#holes, countBitmapWords(row + 1));
    setBit(this.#holes, row);
  }

  #clear(row: number): void {
    const { data } = this.#keys;
    data[row] = noKey;
    setBit(this.#holes, row);
    this.#size -= 1;
    while (this.end > 0 && data[this.end - 1] === noKey) {
      const last = --this.#keys.length;
      this.#holes[last >>> 5]! &= ~(1 << (last & 31));
    }
  }
}
