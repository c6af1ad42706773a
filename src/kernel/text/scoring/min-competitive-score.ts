/** The lowest of the best `count` scores so far: a lower one is on no page. A heap with the lowest kept score at its root. */
export class MinCompetitiveScore {
  readonly #kept: Float64Array;
  #size = 0;

  /** `count`: 1 or more. */
  constructor(count: number) {
    this.#kept = new Float64Array(count);
  }

  /** -Infinity until there are `count` scores. */
  get value(): number {
    return this.#size < this.#kept.length ? -Infinity : this.#kept[0]!;
  }

  add(score: number): void {
    const kept = this.#kept;
    if (this.#size < kept.length) {
      let at = this.#size++;
      while (at > 0 && kept[(at - 1) >> 1]! > score) {
        kept[at] = kept[(at - 1) >> 1]!;
        at = (at - 1) >> 1;
      }
      kept[at] = score;
    } else if (score > kept[0]!) {
      let at = 0;
      for (let child = 1; child < kept.length; child = 2 * at + 1) {
        if (child + 1 < kept.length && kept[child + 1]! < kept[child]!) child++;
        if (kept[child]! >= score) break;
        kept[at] = kept[child]!;
        at = child;
      }
      kept[at] = score;
    }
  }
}
