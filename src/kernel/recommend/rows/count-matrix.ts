import { emptySlot, slotOfKey } from '../../bits/hash-slots.ts';

/** The tables of all rows. */
export interface SavedCounts {
  readonly keys: FlatRows<Uint32Array>;
  readonly values: FlatRows<Uint32Array> | FlatRows<Float64Array>;
  /** Used slots by row. */
  readonly used: Uint32Array;
  /** One more than the highest key. */
  readonly keysEnd: number;
}

/** Marks a dense row, which has a slot for every key up to its length, instead of its keys. */
const denseKeys = null;

/**
 * A sparse matrix of integer counters: for each row a small open-addressing table of uint32 keys, or an array by key if that takes no
 * more memory.
 *
 * Counters are integers, so that adding and subtracting in any order restores the exact value. A counter that falls
 * to 0 keeps its slot until the row next grows; readers skip zeros. `narrow` values are uint32 (8 bytes a slot),
 * `wide` ones doubles that hold integers up to 2^53 (12 bytes a slot).
 */
export class CountMatrix {
  readonly #wide: boolean;
  readonly #keys: (Uint32Array | typeof denseKeys | undefined)[] = [];
  readonly #values: (Uint32Array | Float64Array | undefined)[] = [];
  readonly #used: number[] = [];
  #slots = 0;
  #denseSlots = 0;
  /** One more than the highest key. */
  #keysEnd = 0;

  constructor(width: 'narrow' | 'wide') {
    this.#wide = width === 'wide';
  }

  /** Adds `delta` (an integer, may be negative) to a counter; returns its new value. */
  add(row: number, key: number, delta: number): number {
    this.#keysEnd = Math.max(this.#keysEnd, key + 1);
    let keys = this.#keys[row];
    if (keys === undefined || (keys !== denseKeys && (this.#used[row]! + 1) * 4 > keys.length * 3))
      keys = this.#grow(row);
    if (keys === denseKeys) return this.#addDense(row, key, delta);
    const values = this.#values[row]!;
    const slot = slotOfKey(keys, key);
    if (keys[slot] === emptySlot) {
      keys[slot] = key;
      this.#used[row] = this.#used[row]! + 1;
    }
    const value = values[slot]! + delta;
    values[slot] = value;
    return value;
  }

  get(row: number, key: number): number {
    const keys = this.#keys[row];
    if (keys === undefined) return 0;
    return (keys === denseKeys ? this.#values[row]![key] : this.#values[row]![slotOfKey(keys, key)]) ?? 0;
  }

  /** Copies the counters of the first `count` keys of a row into an array. */
  gather(row: number, keys: Uint32Array, count: number, into: Float64Array): void {
    const table = this.#keys[row];
    const values = this.#values[row];
    if (table === undefined || values === undefined) {
      into.fill(0, 0, count);
    } else if (table === denseKeys) {
      for (let at = 0; at < count; at++) into[at] = values[keys[at]!] ?? 0;
    } else {
      for (let at = 0; at < count; at++) into[at] = values[slotOfKey(table, keys[at]!)]!;
    }
  }

  /** Resets all counters of a row to 0. */
  clearRow(row: number): void {
    if (this.#keys[row] === undefined) return;
    this.#slots -= this.#keys[row]?.length ?? 0;
    this.#denseSlots -= this.#keys[row] === denseKeys ? this.#values[row]!.length : 0;
    this.#keys[row] = undefined;
    this.#values[row] = undefined;
    this.#used[row] = 0;
  }

  /** The row's slots, unordered. A slot is in use if `values(row)` is not 0. Read before the next `add`. */
  keys(row: number): Uint32Array {
    const keys = this.#keys[row];
    return keys === denseKeys ? numbersBelow(this.#values[row]!.length) : (keys ?? noKeys);
  }

  values(row: number): Uint32Array | Float64Array {
    return this.#values[row] ?? noKeys;
  }

  /** The non-zero counters of the row by key, for tests and infrequent scans. */
  entries(row: number): [key: number, value: number][] {
    const keys = this.keys(row);
    const found: [number, number][] = [];
    this.values(row).forEach((value, slot) => {
      if (value !== 0) found.push([keys[slot]!, value]);
    });
    return found.sort((a, b) => a[0] - b[0]);
  }

  save(): SavedCounts {
    const tables = this.#values.map((table) => table ?? noKeys);
    return {
      keys: flatUint32(this.#keys.map((table) => table ?? noKeys)),
      values: this.#wide ? flatFloat64(tables) : flatUint32(tables),
      used: Uint32Array.from(this.#used),
      keysEnd: this.#keysEnd,
    };
  }

  /** Loads saved tables into an empty matrix of the same width. */
  load({ keys, values, used, keysEnd }: SavedCounts): void {
    this.#keysEnd = keysEnd;
    const tables: (Uint32Array | Float64Array)[] = splitRows<Uint32Array | Float64Array>(values);
    splitRows(keys).forEach((table, row) => {
      const rowTable = tables[row]!;
      const isDense = table.length === 0 && rowTable.length > 0;
      this.#keys.push(isDense ? denseKeys : rowTable.length === 0 ? undefined : table);
      this.#values.push(rowTable.length === 0 ? undefined : rowTable);
      this.#used.push(used[row]!);
      this.#slots += table.length;
      if (isDense) this.#denseSlots += rowTable.length;
    });
  }

  get rowCount(): number {
    return this.#keys.length;
  }

  /** An estimate of the memory used, in bytes, with 250 per row for the two array headers. */
  get bytes(): number {
    const width = this.#wide ? 8 : 4;
    return this.#slots * (4 + width) + this.#denseSlots * width + this.#keys.length * 250;
  }

  #addDense(row: number, key: number, delta: number): number {
    let values = this.#values[row]!;
    if (key >= values.length) {
      values = this.#array(this.#keysEnd + (this.#keysEnd >> 3));
      values.set(this.#values[row]!);
      this.#denseSlots += values.length - this.#values[row]!.length;
      this.#values[row] = values;
    }
    const value = values[key]! + delta;
    values[key] = value;
    return value;
  }

  /** Creates or doubles a row. Slots whose counter is 0 are dropped, so a row may keep its size. */
  #grow(row: number): Uint32Array | typeof denseKeys {
    while (this.#keys.length <= row) {
      this.#keys.push(undefined);
      this.#values.push(undefined);
      this.#used.push(0);
    }
    const oldKeys = this.keys(row);
    const oldValues = this.values(row);
    let live = 0;
    for (const value of oldValues) if (value !== 0) live++;
    let length = 4;
    while ((live + 1) * 2 > length) length *= 2;
    this.#slots -= oldKeys.length;
    const isDense = length >= denseMin && length * (this.#wide ? 1.5 : 2) >= this.#keysEnd;
    const keys = isDense ? denseKeys : new Uint32Array(length).fill(emptySlot);
    const values = this.#array(isDense ? this.#keysEnd : length);
    for (let old = 0; old < oldKeys.length; old++) {
      if (oldValues[old] === 0) continue;
      const slot = keys === denseKeys ? oldKeys[old]! : slotOfKey(keys, oldKeys[old]!);
      if (keys !== denseKeys) keys[slot] = oldKeys[old]!;
      values[slot] = oldValues[old]!;
    }
    if (isDense) this.#denseSlots += values.length;
    else this.#slots += length;
    this.#keys[row] = keys;
    this.#values[row] = values;
    this.#used[row] = live;
    return keys;
  }

  #array(length: number): Uint32Array | Float64Array {
    return this.#wide ? new Float64Array(length) : new Uint32Array(length);
  }
}

/** Shorter tables are never dense, as the number of keys is not known yet. */
const denseMin = 256;
const noKeys = new Uint32Array(0);
let numbers = noKeys;

/** The keys of a dense row: 0, 1, 2 ... */
function numbersBelow(end: number): Uint32Array {
  if (numbers.length < end) numbers = Uint32Array.from({ length: 2 * end }, (_, number) => number);
  return numbers.subarray(0, end);
}

/** Rows of numbers, one after the other, stored as few large arrays. */
interface FlatRows<T extends Uint32Array | Float64Array> {
  readonly values: T;
  readonly lengths: Uint32Array;
}

function flatUint32(rows: readonly ArrayLike<number>[]): FlatRows<Uint32Array> {
  return flat(rows, (size) => new Uint32Array(size));
}

function flatFloat64(rows: readonly ArrayLike<number>[]): FlatRows<Float64Array> {
  return flat(rows, (size) => new Float64Array(size));
}

/** Returns the rows as views: separate memory costs 250 bytes and a microsecond for each. */
function splitRows<T extends Uint32Array | Float64Array>({ values, lengths }: FlatRows<T>): T[] {
  let at = 0;
  return Array.from(lengths, (length) => values.subarray(at, (at += length)) as T);
}

function flat<T extends Uint32Array | Float64Array>(
  rows: readonly ArrayLike<number>[],
  create: (size: number) => T,
): FlatRows<T> {
  const lengths = Uint32Array.from(rows, (row) => row.length);
  const values = create(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const row of rows) {
    values.set(row, at);
    at += row.length;
  }
  return { values, lengths };
}
