import { ensureCapacity } from '../../bits/growable.ts';

/** The columns shared by the rows, owned by the caller. */
export interface BlockColumns {
  /** Grows the columns to `size` entries. */
  room(size: number): void;
  /** Copies `length` entries of every column. */
  move(from: number, to: number, length: number): void;
}

/** Marks a row without a block in `#classes`. */
const noBlock = 255;

/**
 * Allocates many growing rows in shared columns: the block and the length of each row, and the free blocks.
 *
 * A separate typed array costs a row 250 bytes; here it costs nine. Blocks have 4, 6, 8, 12, 16, 24 ... entries, so
 * that a sixth of them is room to grow.
 */
export class RowAllocator {
  readonly #columns: BlockColumns;
  #starts: Uint32Array = new Uint32Array(64);
  #lengths: Uint32Array = new Uint32Array(64);
  #classes: Uint8Array = new Uint8Array(64);
  #rows = 0;
  /** Starts of free blocks, by class. */
  readonly #free: number[][] = [];
  #end = 0;

  constructor(columns: BlockColumns) {
    this.#columns = columns;
  }

  get rowCount(): number {
    return this.#rows;
  }

  /** The memory of the row tables, in bytes, without the columns. */
  get bytes(): number {
    return this.#starts.byteLength + this.#lengths.byteLength + this.#classes.byteLength;
  }

  /** Adds empty rows up to `count`. */
  addRows(count: number): void {
    if (count <= this.#rows) return;
    this.#starts = ensureCapacity(this.#starts, count);
    this.#lengths = ensureCapacity(this.#lengths, count);
    this.#classes = ensureCapacity(this.#classes, count);
    this.#classes.fill(noBlock, this.#rows, count);
    this.#rows = count;
  }

  /** The index in the columns of a row's first entry. */
  start(row: number): number {
    return this.#starts[row]!;
  }

  length(row: number): number {
    return row < this.#rows ? this.#lengths[row]! : 0;
  }

  lengths(): Uint32Array {
    return this.#lengths.slice(0, this.#rows);
  }

  /** The entries of all rows' blocks, as packed by {@link pack}. */
  get packedSize(): number {
    let size = 0;
    for (let row = 0; row < this.#rows; row++) size += computeRoom(this.#lengths[row]!);
    return size;
  }

  /**
   * Copies the rows of one column, `width` values per entry, block by block into an array with room for them; returns
   * it. Blocks get the size that their rows need, so that equal rows give equal results.
   */
  pack<T extends Uint32Array | Uint8Array>(column: T, into: T, width = 1): T {
    let at = 0;
    for (let row = 0; row < this.#rows; row++) {
      const length = this.#lengths[row]!;
      if (length === 0) continue;
      const start = this.#starts[row]!;
      into.set(column.subarray(start * width, (start + length) * width), at);
      at += computeRoom(length) * width;
    }
    return into;
  }

  /** Creates rows of these lengths over packed columns, where there are no rows yet; does not read the columns. */
  adopt(lengths: Uint32Array): void {
    this.addRows(lengths.length);
    for (let row = 0; row < lengths.length; row++) {
      const length = lengths[row]!;
      this.#lengths[row] = length;
      if (length === 0) continue;
      this.#starts[row] = this.#end;
      this.#classes[row] = classFor(length);
      this.#end += computeRoom(length);
    }
  }

  /** Makes room for `length` entries in the row; moves the row if its block is too small. */
  reserve(row: number, length: number): void {
    const old = this.#classes[row]!;
    if (old !== noBlock && roundUpSize(old) >= length) return;
    const size = classFor(length);
    const to = this.#allocate(size);
    this.#columns.room(this.#end);
    const from = this.#starts[row]!;
    if (this.#lengths[row]! > 0) this.#columns.move(from, to, this.#lengths[row]!);
    this.#starts[row] = to;
    this.#classes[row] = size;
    if (old !== noBlock) this.#addFree(old, from);
  }

  /** Grows the columns once for further blocks of these lengths: not by half again and again, which leaves them up to half empty. */
  makeRoom(lengths: Uint32Array): void {
    let size = this.#end;
    for (const length of lengths) size += computeRoom(length);
    this.#columns.room(size);
  }

  setLength(row: number, length: number): void {
    this.#lengths[row] = length;
  }

  /** Empties a row and frees its block. */
  release(row: number): void {
    const old = this.#classes[row]!;
    if (old !== noBlock) this.#addFree(old, this.#starts[row]!);
    this.#classes[row] = noBlock;
    this.#lengths[row] = 0;
  }

  #allocate(size: number): number {
    for (let larger = size; larger < this.#free.length; larger++) {
      const start = this.#free[larger]?.pop();
      if (start === undefined) continue;
      this.#split(larger, size, start);
      return start;
    }
    const start = this.#end;
    this.#end += roundUpSize(size);
    return start;
  }

  /** Keeps the first part of a block and frees the rest in pieces. */
  #split(from: number, to: number, start: number): void {
    let at = start + roundUpSize(to);
    const end = start + roundUpSize(from);
    while (end - at >= roundUpSize(0)) {
      const piece = classWithin(end - at);
      this.#addFree(piece, at);
      at += roundUpSize(piece);
    }
  }

  #addFree(size: number, start: number): void {
    while (this.#free.length <= size) this.#free.push([]);
    this.#free[size]!.push(start);
  }
}

/** Rounds up to the size of a block: 4, 6, 8, 12, 16, 24 ... */
function roundUpSize(size: number): number {
  return ((size & 1) === 0 ? 4 : 6) << (size >> 1);
}

/** The entries of the block for a row of this length; 0 for an empty row. */
function computeRoom(length: number): number {
  return length === 0 ? 0 : roundUpSize(classFor(length));
}

/** The smallest class with enough room. */
function classFor(length: number): number {
  if (length <= 4) return 0;
  // Half of the next power of two is too small.
  const power = 31 - Math.clz32(length - 1);
  return length <= 1.5 * 2 ** power ? 2 * power - 3 : 2 * power - 2;
}

/** The largest class within a length. */
function classWithin(length: number): number {
  return roundUpSize(classFor(length)) === length ? classFor(length) : classFor(length) - 1;
}
