import { growUint32, growUint8 } from './array-capacity.ts';

/** The columns that rows share, as their owner keeps them. */
export interface BlockColumns {
  /** Makes room for so many places. */
  room(size: number): void;
  /** Copies so many places of every column. */
  move(from: number, to: number, length: number): void;
}

/** In `#classes`: a row without a block. */
const NONE = 255;

/**
 * Many rows that grow, in columns that they share: where each row's block lies, how long the row is, and which blocks are free.
 *
 * A typed array of its own costs a row 250 bytes; here it is nine. Blocks have 4, 6, 8, 12, 16, 24 ... places, so that a sixth of
 * them is room to grow.
 */
export class RowAllocator {
  readonly #columns: BlockColumns;
  #starts: Uint32Array = new Uint32Array(64);
  #lengths: Uint32Array = new Uint32Array(64);
  #classes: Uint8Array = new Uint8Array(64);
  #rows = 0;
  /** By class, the starts of blocks that nobody has. */
  readonly #free: number[][] = [];
  #end = 0;

  constructor(columns: BlockColumns) {
    this.#columns = columns;
  }

  get rowCount(): number {
    return this.#rows;
  }

  /** The memory that the rows themselves take, in bytes, without the columns. */
  get bytes(): number {
    return this.#starts.byteLength + this.#lengths.byteLength + this.#classes.byteLength;
  }

  /** Makes empty rows, so that there are at least as many. */
  addRows(count: number): void {
    if (count <= this.#rows) return;
    this.#starts = growUint32(this.#starts, count);
    this.#lengths = growUint32(this.#lengths, count);
    this.#classes = growUint8(this.#classes, count);
    this.#classes.fill(NONE, this.#rows, count);
    this.#rows = count;
  }

  /** The place in the columns of a row's first entry. */
  start(row: number): number {
    return this.#starts[row]!;
  }

  length(row: number): number {
    return row < this.#rows ? this.#lengths[row]! : 0;
  }

  lengths(): Uint32Array {
    return this.#lengths.slice(0, this.#rows);
  }

  /** The places of all rows' blocks, as {@link pack} has them. */
  get packedSize(): number {
    let size = 0;
    for (let row = 0; row < this.#rows; row++) size += roomFor(this.#lengths[row]!);
    return size;
  }

  /**
   * The rows of one column, `width` values a place, block after block, put into an array with room for them; gives it. Blocks are
   * as large as their rows need, whatever they had, so that the same rows give the same.
   */
  pack<T extends Uint32Array | Uint8Array>(column: T, into: T, width = 1): T {
    let at = 0;
    for (let row = 0; row < this.#rows; row++) {
      const length = this.#lengths[row]!;
      if (length === 0) continue;
      const start = this.#starts[row]!;
      into.set(column.subarray(start * width, (start + length) * width), at);
      at += roomFor(length) * width;
    }
    return into;
  }

  /** Makes rows of these lengths, where there are none, of columns that were packed: no row is looked into. */
  adopt(lengths: Uint32Array): void {
    this.addRows(lengths.length);
    for (let row = 0; row < lengths.length; row++) {
      const length = lengths[row]!;
      this.#lengths[row] = length;
      if (length === 0) continue;
      this.#starts[row] = this.#end;
      this.#classes[row] = classFor(length);
      this.#end += roomFor(length);
    }
  }

  /** Lets the row grow to that length: moves what it has where its block is too small. */
  reserve(row: number, length: number): void {
    const old = this.#classes[row]!;
    if (old !== NONE && sizeOf(old) >= length) return;
    const size = classFor(length);
    const to = this.#take(size);
    this.#columns.room(this.#end);
    const from = this.#starts[row]!;
    if (this.#lengths[row]! > 0) this.#columns.move(from, to, this.#lengths[row]!);
    this.#starts[row] = to;
    this.#classes[row] = size;
    if (old !== NONE) this.#give(old, from);
  }

  setLength(row: number, length: number): void {
    this.#lengths[row] = length;
  }

  /** Empties a row and gives its block away. */
  release(row: number): void {
    const old = this.#classes[row]!;
    if (old !== NONE) this.#give(old, this.#starts[row]!);
    this.#classes[row] = NONE;
    this.#lengths[row] = 0;
  }

  #take(size: number): number {
    for (let larger = size; larger < this.#free.length; larger++) {
      const start = this.#free[larger]?.pop();
      if (start === undefined) continue;
      this.#split(larger, size, start);
      return start;
    }
    const start = this.#end;
    this.#end += sizeOf(size);
    return start;
  }

  /** Keeps the first part of a block and gives away the rest of it in pieces. */
  #split(from: number, to: number, start: number): void {
    let at = start + sizeOf(to);
    const end = start + sizeOf(from);
    while (end - at >= sizeOf(0)) {
      const piece = classWithin(end - at);
      this.#give(piece, at);
      at += sizeOf(piece);
    }
  }

  #give(size: number, start: number): void {
    while (this.#free.length <= size) this.#free.push([]);
    this.#free[size]!.push(start);
  }
}

/** 4, 6, 8, 12, 16, 24 ... */
function sizeOf(size: number): number {
  return ((size & 1) === 0 ? 4 : 6) << (size >> 1);
}

/** The places of the block that a row of so many entries needs: none has none. */
function roomFor(length: number): number {
  return length === 0 ? 0 : sizeOf(classFor(length));
}

/** The smallest class with room for so many. */
function classFor(length: number): number {
  if (length <= 4) return 0;
  // Half of the next power of two is too small.
  const power = 31 - Math.clz32(length - 1);
  return length <= 1.5 * 2 ** power ? 2 * power - 3 : 2 * power - 2;
}

/** The largest class that is no larger. */
function classWithin(length: number): number {
  return sizeOf(classFor(length)) === length ? classFor(length) : classFor(length) - 1;
}
