import { RowAllocator } from './row-allocator.ts';
import { ensureCapacity } from '../../bits/growable.ts';

/** Rows as `RowAllocator` packs them. */
export interface SavedRows {
  readonly values: Uint32Array;
  readonly lengths: Uint32Array;
}

/** Growing rows of numbers in one array. */
export class Uint32Rows {
  #values: Uint32Array = new Uint32Array(64);
  readonly #rows = new RowAllocator({
    room: (size) => (this.#values = ensureCapacity(this.#values, size)),
    move: (from, to, length) => this.#values.copyWithin(to, from, from + length),
  });

  get rowCount(): number {
    return this.#rows.rowCount;
  }

  /** Grows to at least this number of rows; new ones are empty. */
  addRows(count: number): void {
    this.#rows.addRows(count);
  }

  /** Reserves capacity for a row of this length. */
  reserve(row: number, length: number): void {
    this.#rows.reserve(row, length);
  }

  /** Adds empty rows with capacity for these lengths, so that none has to be moved. */
  reserveAll(lengths: Uint32Array): void {
    this.addRows(lengths.length);
    this.#rows.makeRoom(lengths);
    for (let row = 0; row < lengths.length; row++) if (lengths[row]! > 0) this.reserve(row, lengths[row]!);
  }

  length(row: number): number {
    return this.#rows.length(row);
  }

  /** A view of a row, valid until the next write; empty if there is no such row. */
  row(row: number): Uint32Array {
    const start = row < this.#rows.rowCount ? this.#rows.start(row) : 0;
    return this.#values.subarray(start, start + this.#rows.length(row));
  }

  push(row: number, value: number): void {
    this.insert(row, this.#rows.length(row), value);
  }

  insert(row: number, position: number, value: number): void {
    const length = this.#rows.length(row);
    this.#rows.reserve(row, length + 1);
    const at = this.#rows.start(row) + position;
    if (position < length) this.#values.copyWithin(at + 1, at, this.#rows.start(row) + length);
    this.#values[at] = value;
    this.#rows.setLength(row, length + 1);
  }

  set(row: number, values: Uint32Array): void {
    if (values.length === 0) {
      this.clear(row);
      return;
    }
    this.#rows.reserve(row, values.length);
    this.#values.set(values, this.#rows.start(row));
    this.#rows.setLength(row, values.length);
  }

  /** Removes a value that the row has; the last value replaces it. */
  remove(row: number, value: number): void {
    const values = this.row(row);
    values[values.indexOf(value)] = values.at(-1)!;
    this.#rows.setLength(row, values.length - 1);
  }

  clear(row: number): void {
    if (row < this.#rows.rowCount) this.#rows.release(row);
  }

  save(): SavedRows {
    const values = this.#rows.pack(this.#values, new Uint32Array(this.#rows.packedSize));
    return { values, lengths: this.#rows.lengths() };
  }

  /** Loads the saved rows into an empty instance. */
  load({ values, lengths }: SavedRows): void {
    this.#values = values;
    this.#rows.adopt(lengths);
  }

  get bytes(): number {
    return this.#values.byteLength + this.#rows.bytes;
  }
}
