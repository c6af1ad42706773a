import { createGrowableUint32 } from '../bits/growable.ts';

/** A row whose vector was replaced or removed by a change. */
interface RetiredRow {
  readonly row: number;
  /** The number of changes including this one. */
  readonly changeCount: number;
}

/**
 * Hands out rows of a matrix, the lowest free one first. Retired rows are free only after their release, as other threads may
 * still read them.
 */
export class RowPool {
  /** A binary heap of free rows, the lowest on top. */
  readonly #free = createGrowableUint32(4);
  /** Retired rows in the order of changes. */
  #retired: RetiredRow[] = [];
  #rowCount = 0;

  /** The row that `take` returns next. */
  get next(): number {
    return this.#free.length > 0 ? this.#free.data[0]! : this.#rowCount;
  }

  take(): number {
    const row = this.next;
    if (row === this.#rowCount) this.#rowCount += 1;
    else this.#removeLowest();
    return row;
  }

  /** Takes a row out of use with a change; changes are in order. */
  retire(row: number, changeCount: number): void {
    this.#retired.push({ row, changeCount });
  }

  /** Frees the rows retired by the first `changeCount` changes; returns their number. */
  release(changeCount: number): number {
    const later = this.#retired.findIndex((retired) => retired.changeCount > changeCount);
    const count = later === -1 ? this.#retired.length : later;
    for (let i = 0; i < count; i++) this.#add(this.#retired[i]!.row);
    this.#retired.splice(0, count);
    return count;
  }

  #add(row: number): void {
    this.#free.push(row);
    const { data } = this.#free;
    let at = this.#free.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (data[parent]! < row) break;
      data[at] = data[parent]!;
      at = parent;
    }
    data[at] = row;
  }

  #removeLowest(): void {
    const { data } = this.#free;
    const last = --this.#free.length;
    const row = data[last]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && data[child + 1]! < data[child]!) child += 1;
      if (row < data[child]!) break;
      data[at] = data[child]!;
      at = child;
    }
    data[at] = row;
  }
}
