import type { NeighbourList } from './maintained-row.ts';
import { ensureCapacity } from '../../bits/growable.ts';

/** Rows per block of memory. */
const blockRows = 256;
const noSlot = -1;

/**
 * A cache of neighbour lists. When it is full, the least recently used half is evicted. Rows share blocks of memory, as two separate
 * arrays cost a row 500 bytes and work for the garbage collector.
 */
export class NeighbourListCache {
  readonly #width: number;
  readonly #rowsMax: number;
  readonly #hasSteps: boolean;
  readonly #items: Uint32Array[] = [];
  readonly #scores: Float64Array[] = [];
  readonly #steps: Int16Array[] = [];
  /** Columns by slot. */
  #lengths: Int32Array = new Int32Array(64);
  readonly #free: number[] = [];
  #slotCount = 0;
  /** The slot of each key's row, or -1, and the time of its last use. */
  #slots: Int32Array = new Int32Array(0);
  #usedAt: Float64Array = new Float64Array(0);
  #time = 0;
  #count = 0;

  /** Rows have up to `width` neighbours, and if `hasSteps`, a count step for each. */
  constructor(width: number, rowsMax: number, hasSteps = false) {
    this.#width = width;
    this.#rowsMax = rowsMax;
    this.#hasSteps = hasSteps;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    const neighbour = this.#hasSteps ? 14 : 12;
    return this.#items.length * blockRows * this.#width * neighbour + this.#slots.length * 12;
  }

  has(key: number): boolean {
    return (this.#slots[key] ?? noSlot) !== noSlot;
  }

  /** A view of a row, valid until it is deleted or hundreds of others were used. */
  get(key: number): NeighbourList | undefined {
    const slot = this.#slots[key] ?? noSlot;
    if (slot === noSlot) return undefined;
    this.#usedAt[key] = ++this.#time;
    const start = (slot % blockRows) * this.#width;
    const end = start + this.#lengths[slot]!;
    const block = Math.floor(slot / blockRows);
    return {
      items: this.#items[block]!.subarray(start, end),
      scores: this.#scores[block]!.subarray(start, end),
    };
  }

  getSteps(key: number): Int16Array {
    const slot = this.#slots[key]!;
    const start = (slot % blockRows) * this.#width;
    return this.#steps[Math.floor(slot / blockRows)]!.subarray(start, start + this.#lengths[slot]!);
  }

  /** Adds a row for a key without one. */
  add(key: number, { items, scores }: NeighbourList): void {
    if (this.#count >= this.#rowsMax) this.#evictOldest();
    const oldLength = this.#slots.length;
    this.#slots = ensureCapacity(this.#slots, key + 1);
    this.#slots.fill(noSlot, oldLength);
    this.#usedAt = ensureCapacity(this.#usedAt, key + 1);
    const slot = this.#allocate();
    const start = (slot % blockRows) * this.#width;
    const block = Math.floor(slot / blockRows);
    this.#items[block]!.set(items, start);
    this.#scores[block]!.set(scores, start);
    this.#lengths[slot] = items.length;
    this.#slots[key] = slot;
    this.#usedAt[key] = ++this.#time;
    this.#count++;
  }

  delete(key: number): void {
    const slot = this.#slots[key] ?? noSlot;
    if (slot === noSlot) return;
    this.#slots[key] = noSlot;
    this.#free.push(slot);
    this.#count--;
  }

  clear(): void {
    this.#slots.fill(noSlot);
    this.#free.length = 0;
    this.#items.length = 0;
    this.#scores.length = 0;
    this.#steps.length = 0;
    this.#slotCount = 0;
    this.#count = 0;
  }

  #allocate(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const slot = this.#slotCount++;
    if (slot % blockRows === 0) {
      this.#items.push(new Uint32Array(blockRows * this.#width));
      this.#scores.push(new Float64Array(blockRows * this.#width));
      if (this.#hasSteps) this.#steps.push(new Int16Array(blockRows * this.#width));
    }
    this.#lengths = ensureCapacity(this.#lengths, slot + 1);
    return slot;
  }

  #evictOldest(): void {
    const used = this.#usedAt.filter((_, key) => this.has(key)).sort();
    const middle = used[used.length >> 1]!;
    for (let key = 0; key < this.#slots.length; key++) if (this.#usedAt[key]! < middle) this.delete(key);
  }
}
