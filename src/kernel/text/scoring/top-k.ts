/** Keeps the best `capacity` of what is offered, by a heap whose root is the worst kept. */
export class TopK<T> {
  readonly #capacity: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: T[] = [];

  /** `compare` is negative where `a` stands before `b`; it must be a total order for a stable result. */
  constructor(capacity: number, compare: (a: T, b: T) => number) {
    this.#capacity = capacity;
    this.#compare = compare;
  }

  /** The worst kept where the heap is full: what does not stand before it need not be offered. */
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

  /** Best first. */
  sorted(): T[] {
    return this.#heap.toSorted(this.#compare);
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
