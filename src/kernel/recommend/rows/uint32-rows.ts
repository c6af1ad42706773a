import { RowAllocator } from './row-allocator.ts';
import { growUint32 } from './array-capacity.ts';

/** Lists in blocks, as `RowBlocks` packs them. */
export interface SavedRows {
  readonly values: Uint32Array;
  readonly lengths: Uint32Array;
}

/** Many lists of numbers that grow, in one column. */
export class Uint32Rows {
  #values: Uint32Array = new Uint32Array(64);
  readonly #rows = new RowAllocator({
    room: (size) => (this.#values = growUint32(this.#values, size)),
    move: (from, to, length) => this.#values.copyWithin(to, from, from + length),
  });

  get rowCount(): number {
    return this.#rows.rowCount;
  }

  /** Makes empty lists, so that there are at least as many. */
  addRows(count: number): void {
    this.#rows.addRows(count);
  }

  /** Makes room for a list of so many. */
  reserve(row: number, length: number): void {
    this.#rows.reserve(row, length);
  }

  /** Makes lists of these lengths to come, each with its room at once, so that none has to move. */
  reserveAll(lengths: Uint32Array): void {
    this.addRows(lengths.length);
    for (let row = 0; row < lengths.length; row++) if (lengths[row]! > 0) this.reserve(row, lengths[row]!);
  }

  length(row: number): number {
    return this.#rows.length(row);
  }

  /** Empty where there is none. A view: read before anything is added. */
  row(row: number): Uint32Array {
    const start = row < this.#rows.rowCount ? this.#rows.start(row) : 0;
    return this.#values.subarray(start, start + this.#rows.length(row));
  }

  push(row: number, value: number): void {
    const length = this.#rows.length(row);
    this.#rows.reserve(row, length + 1);
    this.#values[this.#rows.start(row) + length] = value;
    this.#rows.setLength(row, length + 1);
  }

  /** Makes a list these values. */
  set(row: number, values: Uint32Array): void {
    if (values.length === 0) {
      this.clear(row);
      return;
    }
    this.#rows.reserve(row, values.length);
    this.#values.set(values, this.#rows.start(row));
    this.#rows.setLength(row, values.length);
  }

  /** Takes a value out that the list has; the last one takes its place. */
  remove(row: number, value: number): void {
    const list = this.row(row);
    list[list.indexOf(value)] = list.at(-1)!;
    this.#rows.setLength(row, list.length - 1);
  }

  clear(row: number): void {
    if (row < this.#rows.rowCount) this.#rows.release(row);
  }

  save(): SavedRows {
    const values = this.#rows.pack(this.#values, new Uint32Array(this.#rows.packedSize));
    return { values, lengths: this.#rows.lengths() };
  }

  /** Takes what was saved where there is nothing yet. */
  load({ values, lengths }: SavedRows): void {
    this.#values = values;
    this.#rows.adopt(lengths);
  }

  get bytes(): number {
    return this.#values.byteLength + this.#rows.bytes;
  }
}
