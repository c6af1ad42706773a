import { BOUNDS } from './weights.ts';

/** Chances added to each age, so that a few touches cannot make a habit. */
const SHRINK = 20;

/** How often a subject's next touch is of the item it had touched `age` touches before (0 the newest). */
export class RepeatCounts {
  readonly #chances = new Float64Array(BOUNDS.historyWindow);
  readonly #repeats = new Float64Array(BOUNDS.historyWindow);
  #touches = 0;
  #repeated = 0;

  /** Counts a touch that followed `before` others; `age` is where its item was met first, -1 for nowhere. */
  add(before: number, age: number, times: number): void {
    const ages = Math.min(before, BOUNDS.historyWindow);
    for (let each = 0; each < ages; each++) this.#chances[each] = this.#chances[each]! + times;
    if (before > 0) this.#touches += times;
    if (age < 0) return;
    this.#repeats[age] = this.#repeats[age]! + times;
    this.#repeated += times;
  }

  /** P(the next touch is of the item at that age), shrunk towards 0. */
  probability(age: number): number {
    return age < BOUNDS.historyWindow ? this.#repeats[age]! / (this.#chances[age]! + SHRINK) : 0;
  }

  /** The share of touches that were repeats, shrunk towards 0. */
  get share(): number {
    return this.#repeated / (this.#touches + SHRINK);
  }

  save(): Float64Array {
    return Float64Array.from(this.entries());
  }

  load(saved: Float64Array): void {
    const ages = BOUNDS.historyWindow;
    this.#chances.set(saved.subarray(0, ages));
    this.#repeats.set(saved.subarray(ages, 2 * ages));
    this.#touches = saved[2 * ages]!;
    this.#repeated = saved[2 * ages + 1]!;
  }

  /** The raw counters: for tests. */
  entries(): number[] {
    return [...this.#chances, ...this.#repeats, this.#touches, this.#repeated];
  }
}
