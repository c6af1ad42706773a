/** Minimum entries that are collected beyond the capacity: selecting from a few costs more comparisons an entry. */
const surplusMin = 32;

/**
 * Keeps the best of the offered entries, from one to thousands. It collects twice the capacity, then drops the worse half
 * (Hoare's quickselect), which takes a few comparisons an entry.
 */
export class TopK<T> {
  readonly #capacity: number;
  readonly #collectedMax: number;
  readonly #compare: (a: T, b: T) => number;
  #kept: T[] = [];
  #threshold: T | undefined;
  #seed = 1;

  /** `compare` is negative where `a` ranks before `b`; it must be a total order for a stable result. */
  constructor(capacity: number, compare: (a: T, b: T) => number) {
    this.#capacity = capacity;
    this.#collectedMax = capacity + Math.max(capacity, surplusMin);
    this.#compare = compare;
  }

  /** The worst of the best entries once there are enough; entries that do not rank before it need not be offered. */
  get threshold(): T | undefined {
    return this.#threshold;
  }

  /** The number of collected entries, which may exceed the capacity. */
  get size(): number {
    return this.#kept.length;
  }

  offer(entry: T): void {
    if (this.#threshold !== undefined && this.#compare(entry, this.#threshold) >= 0) return;
    this.#kept.push(entry);
    if (this.#kept.length >= this.#collectedMax) this.#select();
  }

  /** The best entries from a rank on, 0 for the best, best first; entries before it are not sorted. */
  takeSorted(from = 0): T[] {
    if (this.#kept.length > this.#capacity) this.#select();
    if (from > 0 && from < this.#kept.length) this.#partition(from - 1);
    return this.#kept.slice(from).sort(this.#compare);
  }

  /** Drops all but the best `capacity` entries. */
  #select(): void {
    const last = this.#capacity - 1;
    this.#partition(last);
    this.#kept.length = this.#capacity;
    this.#threshold = this.#kept[last];
  }

  /** Moves the best entries to the front, up to index `wanted`, which gets the worst of them. */
  #partition(wanted: number): void {
    const kept = this.#kept;
    let low = 0;
    let high = kept.length - 1;
    while (low < high) {
      const pivot = kept[low + (this.#next() % (high - low + 1))]!;
      let left = low - 1;
      let right = high + 1;
      for (;;) {
        do left++;
        while (this.#compare(kept[left]!, pivot) < 0);
        do right--;
        while (this.#compare(kept[right]!, pivot) > 0);
        if (left >= right) break;
        const swapped = kept[left]!;
        kept[left] = kept[right]!;
        kept[right] = swapped;
      }
      if (wanted <= right) high = right;
      else low = right + 1;
    }
  }

  /** A Lehmer generator: only an input constructed for its sequence leads to bad pivots. */
  #next(): number {
    this.#seed = (this.#seed * 48_271) % 0x7fffffff;
    return this.#seed;
  }
}
