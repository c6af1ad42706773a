/** Keeps the best of the offered entries. */
export interface Top<T> {
  /** Set once there are enough entries: entries that do not rank before it need not be offered. */
  readonly threshold: T | undefined;
  offer(entry: T): void;
  /** The kept entries from a rank on (0: the best), best first. */
  sorted(from?: number): T[];
}

/** Above this k, a heap needs more than twice the comparisons of a buffer with quickselect. */
const heapMax = 1_024;

/** `compare` is negative where `a` ranks before `b`; it must be a total order for a stable result. */
export function topOf<T>(capacity: number, compare: (a: T, b: T) => number): Top<T> {
  return capacity > heapMax ? new TopBuffer(capacity, compare) : new TopK(capacity, compare);
}

/** Keeps the best `capacity` entries in a heap with the worst at its root. */
export class TopK<T> implements Top<T> {
  readonly #capacity: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: T[] = [];

  /** `compare`: see `topOf`. */
  constructor(capacity: number, compare: (a: T, b: T) => number) {
    this.#capacity = capacity;
    this.#compare = compare;
  }

  get threshold(): T | undefined {
    return this.#heap.length < this.#capacity ? undefined : this.#heap[0];
  }

  offer(entry: T): void {
    const heap = this.#heap;
    if (heap.length < this.#capacity) {
      heap.push(entry);
      this.#rise(heap.length - 1);
    } else if (heap.length > 0 && this.#compare(entry, heap[0]!) < 0) {
      heap[0] = entry;
      this.#sink(0);
    }
  }

  sorted(from = 0): T[] {
    return this.#heap.toSorted(this.#compare).slice(from);
  }

  #rise(from: number): void {
    const heap = this.#heap;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(heap[at]!, heap[parent]!) <= 0) return;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  #sink(from: number): void {
    const heap = this.#heap;
    let at = from;
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && this.#compare(heap[child]!, heap[worst]!) > 0) worst = child;
      }
      if (worst === at) return;
      [heap[at], heap[worst]] = [heap[worst]!, heap[at]!];
      at = worst;
    }
  }
}

/**
 * Keeps the best of thousands of entries, as a distant page needs. It collects twice the capacity, then drops the worse half,
 * which takes a few comparisons an entry (Hoare's quickselect).
 */
export class TopBuffer<T> implements Top<T> {
  readonly #capacity: number;
  readonly #compare: (a: T, b: T) => number;
  #kept: T[] = [];
  #threshold: T | undefined;
  #seed = 1;

  /** `compare`: see `topOf`. */
  constructor(capacity: number, compare: (a: T, b: T) => number) {
    this.#capacity = capacity;
    this.#compare = compare;
  }

  get threshold(): T | undefined {
    return this.#threshold;
  }

  offer(entry: T): void {
    if (this.#threshold !== undefined && this.#compare(entry, this.#threshold) >= 0) return;
    this.#kept.push(entry);
    if (this.#kept.length >= 2 * this.#capacity) this.#select();
  }

  /** Entries before the rank are not sorted. */
  sorted(from = 0): T[] {
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

  /** Reorders the entries: the best up to index `wanted`, which gets the worst of them, then the others. */
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
        [kept[left], kept[right]] = [kept[right]!, kept[left]!];
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
