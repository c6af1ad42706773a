import type { NeighbourList } from './maintained-row.ts';
import { growFloat64, growInt32 } from './array-capacity.ts';

/** Rows that lie in one block of memory. */
const BLOCK_ROWS = 256;
const NONE = -1;

/**
 * Rows of neighbours that are remembered, as many as there is room for: where there are too many, the half that was asked for longest
 * ago is forgotten. They share blocks of memory, as two arrays of its own cost a row 500 bytes and the collector a look at each.
 */
export class NeighbourListCache {
  readonly #width: number;
  readonly #rowsMax: number;
  readonly #isMarked: boolean;
  readonly #items: Uint32Array[] = [];
  readonly #scores: Float64Array[] = [];
  readonly #marks: Int16Array[] = [];
  /** By slot. */
  #lengths: Int32Array = new Int32Array(64);
  readonly #free: number[] = [];
  #slotCount = 0;
  /** By key: the slot of its row, or -1; and when it was last asked for. */
  #slots: Int32Array = new Int32Array(0);
  #used: Float64Array = new Float64Array(0);
  #asked = 0;
  #count = 0;

  /** Rows of up to `width` neighbours; `isMarked`: with a mark of the owner's own at each. */
  constructor(width: number, rowsMax: number, isMarked = false) {
    this.#width = width;
    this.#rowsMax = rowsMax;
    this.#isMarked = isMarked;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    const neighbour = this.#isMarked ? 14 : 12;
    return this.#items.length * BLOCK_ROWS * this.#width * neighbour + this.#slots.length * 12;
  }

  has(key: number): boolean {
    return (this.#slots[key] ?? NONE) !== NONE;
  }

  /** A view: it holds until the row is deleted, or hundreds of others were asked for. */
  get(key: number): NeighbourList | undefined {
    const slot = this.#slots[key] ?? NONE;
    if (slot === NONE) return undefined;
    this.#used[key] = ++this.#asked;
    const start = (slot % BLOCK_ROWS) * this.#width;
    const end = start + this.#lengths[slot]!;
    const block = Math.floor(slot / BLOCK_ROWS);
    return {
      items: this.#items[block]!.subarray(start, end),
      scores: this.#scores[block]!.subarray(start, end),
    };
  }

  /** The marks of a row that there is. A view. */
  marksOf(key: number): Int16Array {
    const slot = this.#slots[key]!;
    const start = (slot % BLOCK_ROWS) * this.#width;
    return this.#marks[Math.floor(slot / BLOCK_ROWS)]!.subarray(start, start + this.#lengths[slot]!);
  }

  /** Remembers a row of a key that has none. */
  add(key: number, { items, scores }: NeighbourList): void {
    if (this.#count >= this.#rowsMax) this.#forgetOldest();
    const known = this.#slots.length;
    this.#slots = growInt32(this.#slots, key + 1);
    this.#slots.fill(NONE, known);
    this.#used = growFloat64(this.#used, key + 1);
    const slot = this.#take();
    const start = (slot % BLOCK_ROWS) * this.#width;
    const block = Math.floor(slot / BLOCK_ROWS);
    this.#items[block]!.set(items, start);
    this.#scores[block]!.set(scores, start);
    this.#lengths[slot] = items.length;
    this.#slots[key] = slot;
    this.#used[key] = ++this.#asked;
    this.#count++;
  }

  delete(key: number): void {
    const slot = this.#slots[key] ?? NONE;
    if (slot === NONE) return;
    this.#slots[key] = NONE;
    this.#free.push(slot);
    this.#count--;
  }

  clear(): void {
    this.#slots.fill(NONE);
    this.#free.length = 0;
    this.#items.length = 0;
    this.#scores.length = 0;
    this.#marks.length = 0;
    this.#slotCount = 0;
    this.#count = 0;
  }

  #take(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const slot = this.#slotCount++;
    if (slot % BLOCK_ROWS === 0) {
      this.#items.push(new Uint32Array(BLOCK_ROWS * this.#width));
      this.#scores.push(new Float64Array(BLOCK_ROWS * this.#width));
      if (this.#isMarked) this.#marks.push(new Int16Array(BLOCK_ROWS * this.#width));
    }
    this.#lengths = growInt32(this.#lengths, slot + 1);
    return slot;
  }

  #forgetOldest(): void {
    const used = this.#used.filter((_, key) => this.has(key)).sort();
    const middle = used[used.length >> 1]!;
    for (let key = 0; key < this.#slots.length; key++) if (this.#used[key]! < middle) this.delete(key);
  }
}
