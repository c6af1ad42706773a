import { ensureCapacity } from '../../bits/growable.ts';
import { Uint32Rows } from '../rows/uint32-rows.ts';

/** A purchase of several items; `at` in ms. */
export interface Basket {
  readonly items: readonly number[];
  readonly at: number;
}

/** All baskets: by basket its subject, time and items. */
export interface SavedLedger {
  readonly subjects: Uint32Array;
  readonly times: Float64Array;
  /** The length of each basket. */
  readonly lengths: Uint32Array;
  readonly items: Uint32Array;
}

/** Minimum removed baskets, and at least half of all, before the ledger is compacted. */
const removedMin = 1024;

/**
 * The baskets of each subject, so that they can be subtracted. Stored in columns, as an object for each took six
 * times the memory.
 */
export class BasketLedger {
  /** Baskets by subject, oldest first. */
  #ofSubject = new Uint32Rows();
  /** By basket: its time, and the start of its items; they end where the next basket begins. */
  #times: Float64Array = new Float64Array(64);
  #starts: Uint32Array = new Uint32Array(65);
  #items: Uint32Array = new Uint32Array(128);
  #count = 0;
  /** Removed baskets that are still stored. */
  #removed = 0;

  add(subject: number, basket: Basket): void {
    const number = this.#store(basket);
    this.#ofSubject.addRows(subject + 1);
    this.#ofSubject.push(subject, number);
  }

  #store({ items, at }: Basket): number {
    const basket = this.#count++;
    const start = this.#starts[basket]!;
    this.#times = ensureCapacity(this.#times, this.#count);
    this.#starts = ensureCapacity(this.#starts, this.#count + 1);
    this.#items = ensureCapacity(this.#items, start + items.length);
    this.#items.set(items, start);
    this.#times[basket] = at;
    this.#starts[basket + 1] = start + items.length;
    return basket;
  }

  /**
   * Removes the items for which `isKept` is false from a subject's baskets; calls `onChange` with each basket before
   * and after.
   */
  retain(
    subject: number,
    isKept: (item: number, at: number) => boolean,
    onChange: (before: Basket, after: Basket) => void,
  ): void {
    const numbers: number[] = [];
    for (const number of this.#ofSubject.row(subject)) {
      const at = this.#times[number]!;
      const items = this.#items.subarray(this.#starts[number], this.#starts[number + 1]);
      if (items.every((item) => isKept(item, at))) {
        numbers.push(number);
        continue;
      }
      const before = this.#basket(number);
      const after = { items: before.items.filter((item) => isKept(item, at)), at };
      onChange(before, after);
      this.#removed++;
      if (after.items.length > 0) numbers.push(this.#store(after));
    }
    this.#ofSubject.set(subject, Uint32Array.from(numbers));
    this.#compactWhenDue();
  }

  of(subject: number): readonly Basket[] {
    return Array.from(this.#ofSubject.row(subject), (basket) => this.#basket(basket));
  }

  set(subject: number, baskets: readonly Basket[]): void {
    this.#removed += this.#ofSubject.length(subject);
    this.#ofSubject.clear(subject);
    for (const basket of baskets) this.add(subject, basket);
    this.#compactWhenDue();
  }

  move(from: number, into: number): void {
    const moved = [...this.#ofSubject.row(from)];
    if (moved.length === 0) return;
    this.#ofSubject.clear(from);
    this.#ofSubject.addRows(into + 1);
    for (const number of moved) this.#ofSubject.push(into, number);
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
    };
  }

  load({ subjects, times, lengths, items }: SavedLedger): void {
    this.#count = subjects.length;
    this.#times = times;
    this.#items = items;
    this.#starts = new Uint32Array(this.#count + 1);
    lengths.forEach((length, basket) => (this.#starts[basket + 1] = this.#starts[basket]! + length));
    const ofSubject = new Uint32Array(subjects.reduce((most, subject) => Math.max(most, subject + 1), 0));
    for (const subject of subjects) ofSubject[subject] = ofSubject[subject]! + 1;
    this.#ofSubject.reserveAll(ofSubject);
    subjects.forEach((subject, basket) => this.#ofSubject.push(subject, basket));
  }

  get bytes(): number {
    const columns = this.#times.byteLength + this.#starts.byteLength + this.#items.byteLength;
    return columns + this.#ofSubject.bytes;
  }

  #basket(basket: number): Basket {
    const items = this.#items.subarray(this.#starts[basket], this.#starts[basket + 1]);
    return { items: [...items], at: this.#times[basket]! };
  }

  #compactWhenDue(): void {
    if (this.#removed >= removedMin && this.#removed * 2 > this.#count) this.#compact();
  }

  /** Drops the removed baskets. */
  #compact(): void {
    if (this.#removed === 0) return;
    const compacted = new BasketLedger();
    for (let subject = 0; subject < this.#ofSubject.rowCount; subject++)
      for (const basket of this.of(subject)) compacted.add(subject, basket);
    this.#ofSubject = compacted.#ofSubject;
    this.#times = compacted.#times;
    this.#starts = compacted.#starts;
    this.#items = compacted.#items;
    this.#count = compacted.#count;
    this.#removed = 0;
  }
}
