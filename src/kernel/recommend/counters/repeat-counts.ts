import { recommenderBounds } from './weights.ts';

/** Pseudo-opportunities added to each age, so that few interactions cannot make a habit. */
const shrinkage = 20;

/** How often a subject's next interaction is with the item of the interaction `age` before it (0 the newest). */
export class RepeatCounts {
  readonly #opportunities = new Float64Array(recommenderBounds.historyWindow);
  readonly #repeats = new Float64Array(recommenderBounds.historyWindow);
  #interactions = 0;
  #repeated = 0;

  /** Counts an interaction after `before` others; `age` is the newest position of its item, or -1. */
  add(before: number, age: number, times: number): void {
    const ages = Math.min(before, recommenderBounds.historyWindow);
    for (let each = 0; each < ages; each++) this.#opportunities[each] = this.#opportunities[each]! + times;
    if (before > 0) this.#interactions += times;
    if (age < 0) return;
    this.#repeats[age] = this.#repeats[age]! + times;
    this.#repeated += times;
  }

  /** P(the next interaction is with the item at that age), shrunk towards 0. */
  probability(age: number): number {
    return age < recommenderBounds.historyWindow
      ? this.#repeats[age]! / (this.#opportunities[age]! + shrinkage)
      : 0;
  }

  /** The share of interactions that were repeats, shrunk towards 0. */
  get share(): number {
    return this.#repeated / (this.#interactions + shrinkage);
  }

  save(): Float64Array {
    return Float64Array.from(this.entries());
  }

  load(saved: Float64Array): void {
    const ages = recommenderBounds.historyWindow;
    this.#opportunities.set(saved.subarray(0, ages));
    this.#repeats.set(saved.subarray(ages, 2 * ages));
    this.#interactions = saved[2 * ages]!;
    this.#repeated = saved[2 * ages + 1]!;
  }

  /** The raw counters, for tests. */
  entries(): number[] {
    return [...this.#opportunities, ...this.#repeats, this.#interactions, this.#repeated];
  }
}
