import { createGrowableUint16, createGrowableUint32, ensureCapacity } from './growable.ts';
import { packPrefix, sortStrings } from './string-order.ts';

/**
 * Distinct strings, numbered from 0 in the order of addition, with their UTF-16 units in one array, and their sorted order. The order is
 * brought up to date when it is read: only strings that are new since then are sorted, which are few where most strings are known.
 */
export class SortedStrings {
  readonly strings: string[] = [];
  readonly #units = createGrowableUint16(1_024);
  /** The start of each string in the units, and the end of the last one. */
  readonly #offsets = createGrowableUint32();
  /** A key of the first units of each sorted string, by its number. */
  #keys = new Uint32Array(0);
  #order = new Uint32Array(0);

  constructor() {
    this.#offsets.push(0);
  }

  /** Adds a string that differs from all others, and returns its number. */
  add(string: string): number {
    const start = this.#units.length;
    this.#units.reserve(start + string.length);
    const { data } = this.#units;
    for (let i = 0; i < string.length; i++) data[start + i] = string.charCodeAt(i);
    this.#units.length += string.length;
    this.#offsets.push(this.#units.length);
    return this.strings.push(string) - 1;
  }

  /** The units of all strings; valid until the next addition. */
  get units(): Uint16Array {
    return this.#units.data;
  }

  /** The start of each string in the units, and then the end of the last one; valid until the next addition. */
  get offsets(): Uint32Array {
    return this.#offsets.data;
  }

  /** The numbers of all strings in the order of the strings, as `toSorted()` orders them; valid until the next addition. */
  get order(): Uint32Array {
    const known = this.#order.length;
    const count = this.strings.length;
    if (known < count) {
      this.#keys = ensureCapacity(this.#keys, count);
      for (let number = known; number < count; number++)
        this.#keys[number] = packPrefix(this.strings[number]!);
      this.#insert(sortStrings(this.strings.slice(known)).map((at) => known + at));
    }
    return this.#order;
  }

  /** Inserts sorted numbers into the order: searches the place of each, and copies the order between two places at once. */
  #insert(added: Uint32Array): void {
    const old = this.#order;
    const order = new Uint32Array(old.length + added.length);
    let from = 0;
    added.forEach((number, at) => {
      let low = from;
      let high = old.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (this.#compare(old[middle]!, number) < 0) low = middle + 1;
        else high = middle;
      }
      order.set(old.subarray(from, low), from + at);
      order[low + at] = number;
      from = low;
    });
    order.set(old.subarray(from), from + added.length);
    this.#order = order;
  }

  #compare(one: number, other: number): number {
    const difference = this.#keys[one]! - this.#keys[other]!;
    if (difference !== 0) return difference;
    return this.strings[one]! < this.strings[other]! ? -1 : 1;
  }
}
