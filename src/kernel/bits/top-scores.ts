/** Whether candidate (score, tie) ranks before another: by the higher score, then by the lower tie (a stable hash). */
export function comesBefore(score: number, tie: number, otherScore: number, otherTie: number): boolean {
  return score > otherScore || (score === otherScore && tie < otherTie);
}

/**
 * Collects the best `size` of a stream of (item, score, tie), in a binary heap with the worst on top. An
 * instance is reusable after `clear`.
 */
export class TopScores {
  readonly #size: number;
  readonly #items: Uint32Array;
  readonly #scores: Float64Array;
  readonly #ties: Uint32Array;
  #count = 0;

  constructor(size: number) {
    this.#size = size;
    this.#items = new Uint32Array(size);
    this.#scores = new Float64Array(size);
    this.#ties = new Uint32Array(size);
  }

  clear(): void {
    this.#count = 0;
  }

  get full(): boolean {
    return this.#count === this.#size;
  }

  /** The lowest of the best scores, or -Infinity while there is room. No score below it can enter. */
  get floor(): number {
    return this.full ? this.#scores[0]! : -Infinity;
  }

  /** Whether (score, tie) would enter, so that a caller can defer an expensive check of the candidate. */
  takes(score: number, tie: number): boolean {
    return !this.full || comesBefore(score, tie, this.#scores[0]!, this.#ties[0]!);
  }

  offer(item: number, score: number, tie: number): void {
    if (!this.takes(score, tie)) return;
    if (this.full) {
      this.#sinkFromTop(item, score, tie);
    } else {
      this.#rise(this.#count++, item, score, tie);
    }
  }

  /** The entries, unordered. */
  items(): Uint32Array {
    return this.#items.slice(0, this.#count);
  }

  /** Empties the heap, best first. */
  drain(): { items: Uint32Array; scores: Float64Array } {
    const items = new Uint32Array(this.#count);
    const scores = new Float64Array(this.#count);
    while (this.#count > 0) {
      const last = --this.#count;
      items[last] = this.#items[0]!;
      scores[last] = this.#scores[0]!;
      this.#sinkFromTop(this.#items[last]!, this.#scores[last]!, this.#ties[last]!);
    }
    return { items, scores };
  }

  #rise(from: number, item: number, score: number, tie: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!comesBefore(this.#scores[parent]!, this.#ties[parent]!, score, tie)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, item, score, tie);
  }

  #sinkFromTop(item: number, score: number, tie: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#count) break;
      const right = child + 1;
      if (
        right < this.#count &&
        comesBefore(this.#scores[child]!, this.#ties[child]!, this.#scores[right]!, this.#ties[right]!)
      ) {
        child = right;
      }
      if (!comesBefore(score, tie, this.#scores[child]!, this.#ties[child]!)) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, item, score, tie);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#items[from]!, this.#scores[from]!, this.#ties[from]!);
  }

  #put(at: number, item: number, score: number, tie: number): void {
    this.#items[at] = item;
    this.#scores[at] = score;
    this.#ties[at] = tie;
  }
}
