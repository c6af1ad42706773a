/** An entry with a score. Equal scores are ordered by `key`, the smaller first, so that results are deterministic. */
export interface ScoredKey {
  readonly key: number;
  readonly score: number;
}

/** The best `capacity` of the offered entries, in a binary heap with the worst on top. */
export class BestScores<T extends ScoredKey> {
  readonly #capacity: number;
  readonly #heap: T[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  offer(candidate: T): void {
    const heap = this.#heap;
    if (heap.length < this.#capacity) {
      heap.push(candidate);
      this.#rise(heap.length - 1);
    } else if (this.#capacity > 0 && isBetter(candidate, heap[0]!)) {
      heap[0] = candidate;
      this.#sink();
    }
  }

  /** The worst score in the heap, -Infinity while there is room: lower ones need not be offered. */
  get floor(): number {
    return this.#heap.length < this.#capacity ? -Infinity : (this.#heap[0]?.score ?? Infinity);
  }

  /** The entries, best first. */
  sorted(): T[] {
    return this.#heap.toSorted((a, b) => (isBetter(a, b) ? -1 : 1));
  }

  #rise(from: number): void {
    const heap = this.#heap;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBetter(heap[parent]!, heap[at]!)) return;
      [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
      at = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isBetter(heap[worst]!, heap[child]!)) worst = child;
      }
      if (worst === at) return;
      [heap[worst], heap[at]] = [heap[at]!, heap[worst]!];
      at = worst;
    }
  }
}

function isBetter(a: ScoredKey, b: ScoredKey): boolean {
  return a.score > b.score || (a.score === b.score && a.key < b.key);
}
