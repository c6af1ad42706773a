import { ensureCapacity } from '../../bits/growable.ts';
import { Uint32Rows } from '../rows/uint32-rows.ts';

/** A purchase of several items; `at` is in ms. */
export interface Basket {
  readonly items: readonly number[];
  /** The amount paid for each item, see {@link computeAmount}. */
  readonly amounts: readonly number[];
  readonly at: number;
  /** The items beyond the cap of the buyer's address, which are paired with none. */
  readonly capped: ReadonlySet<number>;
}

/** Amounts are counted in this many parts of a currency unit: sums of whole numbers are exact in any order. */
const amountUnit = 10_000;

/** The amount of a line of an order; 0 if its price is unknown. */
export function computeAmount(quantity: number, price: number | undefined): number {
  if (price === undefined) return 0;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.round(quantity * price * amountUnit));
}

/** All baskets, each with its subject, time, items and their amounts. */
export interface SavedLedger {
  readonly subjects: Uint32Array;
  readonly times: Float64Array;
  /** The length of each basket. */
  readonly lengths: Uint32Array;
  readonly items: Uint32Array;
  readonly amounts: Float64Array;
  /** 1 for items of baskets beyond the cap of their address. */
  readonly capped: Uint8Array;
}

/** Minimum removed baskets, and at least half of all, before the ledger is compacted. */
const removedMin = 1024;

/**
 * The baskets of each subject, so that they can be subtracted. Stored in columns, as an object for each took six
 * times the memory.
 */
export class BasketLedger {
  readonly #getTieBreaker: (item: number) => number;
  /** Baskets by subject, oldest first, equal times by content. */
  #ofSubject = new Uint32Rows();
  /** The time of each basket, and the start of its items, which end where the next basket begins. */
  #times: Float64Array = new Float64Array(64);
  #starts: Uint32Array = new Uint32Array(65);
  #items: Uint32Array = new Uint32Array(128);
  #amounts: Float64Array = new Float64Array(128);
  #capped: Uint8Array = new Uint8Array(128);
  #count = 0;
  /** Removed baskets that are still stored. */
  #removed = 0;

  /** `getTieBreaker` returns a stable hash of an item's id, which orders baskets of the same time. */
  constructor(getTieBreaker: (item: number) => number) {
    this.#getTieBreaker = getTieBreaker;
  }

  add(subject: number, basket: Basket): void {
    const number = this.#store(basket);
    this.#ofSubject.addRows(subject + 1);
    this.#ofSubject.insert(subject, this.#positionFor(number, this.getBaskets(subject)), number);
  }

  /** The position at which a basket belongs among sorted ones, after its equals. */
  #positionFor(basket: number, others: Uint32Array | readonly number[]): number {
    let [first, end] = [0, others.length];
    // Most baskets are the newest.
    if (end > 0 && this.#compare(others[end - 1]!, basket) <= 0) return end;
    while (first < end) {
      const middle = (first + end) >> 1;
      if (this.#compare(others[middle]!, basket) <= 0) first = middle + 1;
      else end = middle;
    }
    return first;
  }

  #compare(a: number, b: number): number {
    return this.getTime(a) - this.getTime(b) || this.#compareContent(a, b);
  }

  #compareContent(a: number, b: number): number {
    return (
      this.#compareItems(this.getItems(a), this.getItems(b)) ||
      this.#compareItems([...this.getCappedItems(a)], [...this.getCappedItems(b)])
    );
  }

  #compareItems(a: ArrayLike<number>, b: ArrayLike<number>): number {
    const [ties, others] = [a, b].map((items) => Uint32Array.from(items, this.#getTieBreaker).sort()) as [
      Uint32Array,
      Uint32Array,
    ];
    const at = ties.findIndex((tie, position) => tie !== others[position]);
    return at < 0 ? ties.length - others.length : ties[at]! - (others[at] ?? -1);
  }

  /** The time of a subject's newest basket; -Infinity without one. */
  newestTime(subject: number): number {
    const newest = this.getBaskets(subject).at(-1);
    return newest === undefined ? -Infinity : this.#times[newest]!;
  }

  #store({ items, amounts, at, capped }: Basket): number {
    const basket = this.#count++;
    const start = this.#starts[basket]!;
    this.#times = ensureCapacity(this.#times, this.#count);
    this.#starts = ensureCapacity(this.#starts, this.#count + 1);
    this.#items = ensureCapacity(this.#items, start + items.length);
    this.#items.set(items, start);
    this.#amounts = ensureCapacity(this.#amounts, start + items.length);
    this.#amounts.set(amounts, start);
    this.#capped = ensureCapacity(this.#capped, start + items.length);
    items.forEach((item, i) => (this.#capped[start + i] = capped.has(item) ? 1 : 0));
    this.#times[basket] = at;
    this.#starts[basket + 1] = start + items.length;
    return basket;
  }

  /** Removes the items for which `isKept` is false from a subject's baskets. A basket that changes gets another number. */
  retain(subject: number, isKept: (item: number, at: number) => boolean): void {
    const numbers: number[] = [];
    const changed: number[] = [];
    for (const number of this.#ofSubject.row(subject)) {
      const at = this.getTime(number);
      if (this.getItems(number).every((item) => isKept(item, at))) {
        numbers.push(number);
        continue;
      }
      const { items, amounts, capped } = this.basket(number);
      const kept = items.map((item) => isKept(item, at));
      this.#removed++;
      if (!kept.includes(true)) continue;
      changed.push(
        this.#store({
          items: items.filter((_, i) => kept[i]),
          amounts: amounts.filter((_, i) => kept[i]),
          at,
          capped,
        }),
      );
    }
    for (const number of changed) numbers.splice(this.#positionFor(number, numbers), 0, number);
    this.#ofSubject.set(subject, Uint32Array.from(numbers));
  }

  of(subject: number): readonly Basket[] {
    return Array.from(this.#ofSubject.row(subject), (basket) => this.basket(basket));
  }

  /** The numbers of a subject's baskets, oldest first; compacting changes them. A view. */
  getBaskets(subject: number): Uint32Array {
    return this.#ofSubject.row(subject);
  }

  getTime(basket: number): number {
    return this.#times[basket]!;
  }

  getItems(basket: number): Uint32Array {
    return this.#items.subarray(this.#starts[basket], this.#starts[basket + 1]);
  }

  getCappedItems(basket: number): ReadonlySet<number> {
    const capped = new Set<number>();
    for (let i = this.#starts[basket]!; i < this.#starts[basket + 1]!; i++)
      if (this.#capped[i] === 1) capped.add(this.#items[i]!);
    return capped;
  }

  /** A basket by its number, also a removed one until the next compaction. */
  basket(basket: number): Basket {
    const [start, end] = [this.#starts[basket], this.#starts[basket + 1]];
    return {
      items: [...this.#items.subarray(start, end)],
      amounts: [...this.#amounts.subarray(start, end)],
      at: this.#times[basket]!,
      capped: this.getCappedItems(basket),
    };
  }

  /** The amount that a subject paid from a time on, in currency units. */
  sumSpendingSince(subject: number, since: number): number {
    let sum = 0;
    for (const basket of this.#ofSubject.row(subject)) {
      if (this.#times[basket]! < since) continue;
      const end = this.#starts[basket + 1]!;
      for (let i = this.#starts[basket]!; i < end; i++) sum += this.#amounts[i]!;
    }
    return sum / amountUnit;
  }

  clear(subject: number): void {
    this.#removed += this.#ofSubject.length(subject);
    this.#ofSubject.clear(subject);
  }

  move(from: number, into: number): void {
    const moved = [...this.#ofSubject.row(from)];
    if (moved.length === 0) return;
    this.#ofSubject.clear(from);
    this.#ofSubject.addRows(into + 1);
    this.#ofSubject.set(into, this.#inOrder([...this.getBaskets(into), ...moved]));
  }

  #inOrder(numbers: readonly number[]): Uint32Array {
    return Uint32Array.from(numbers.toSorted((a, b) => this.#compare(a, b)));
  }

  save(): SavedLedger {
    this.#compact();
    const subjects = new Uint32Array(this.#count);
    for (let subject = 0; subject < this.#ofSubject.rowCount; subject++)
      for (const basket of this.#ofSubject.row(subject)) subjects[basket] = subject;
    const starts = this.#starts;
    return {
      subjects,
      times: this.#times.subarray(0, this.#count),
      lengths: Uint32Array.from(subjects, (_, basket) => starts[basket + 1]! - starts[basket]!),
      items: this.#items.subarray(0, starts[this.#count]),
      amounts: this.#amounts.subarray(0, starts[this.#count]),
      capped: this.#capped.subarray(0, starts[this.#count]),
    };
  }

  load({ subjects, times, lengths, items, amounts, capped }: SavedLedger): void {
    this.#count = subjects.length;
    this.#times = times;
    this.#items = items;
    this.#amounts = amounts;
    this.#capped = capped;
    this.#starts = new Uint32Array(this.#count + 1);
    lengths.forEach((length, basket) => (this.#starts[basket + 1] = this.#starts[basket]! + length));
    const ofSubject = new Uint32Array(subjects.reduce((most, subject) => Math.max(most, subject + 1), 0));
    for (const subject of subjects) ofSubject[subject] = ofSubject[subject]! + 1;
    this.#ofSubject.reserveAll(ofSubject);
    subjects.forEach((subject, basket) => this.#ofSubject.push(subject, basket));
    for (let subject = 0; subject < ofSubject.length; subject++) {
      const baskets = this.getBaskets(subject);
      if (baskets.length > 1) this.#ofSubject.set(subject, this.#inOrder([...baskets]));
    }
  }

  get bytes(): number {
    const columns = [this.#times, this.#starts, this.#items, this.#amounts, this.#capped];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, this.#ofSubject.bytes);
  }

  /** Call after removals. */
  compactWhenDue(): void {
    if (this.#removed >= removedMin && this.#removed * 2 > this.#count) this.#compact();
  }

  /** Drops the removed baskets. */
  #compact(): void {
    if (this.#removed === 0) return;
    const compacted = new BasketLedger(this.#getTieBreaker);
    for (let subject = 0; subject < this.#ofSubject.rowCount; subject++)
      for (const basket of this.of(subject)) compacted.add(subject, basket);
    this.#ofSubject = compacted.#ofSubject;
    this.#times = compacted.#times;
    this.#starts = compacted.#starts;
    this.#items = compacted.#items;
    this.#amounts = compacted.#amounts;
    this.#capped = compacted.#capped;
    this.#count = compacted.#count;
    this.#removed = 0;
  }
}
