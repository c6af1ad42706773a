/**
 * Limits the work of all callers per turn of the event loop. Node dispatches everything it has received before it continues
 * the loop: a hundred fast connections would be one long piece of work.
 */
export class TickBudget {
  readonly #unitsMax: number;
  readonly #nextTurn: (callback: () => void) => unknown;
  #left: number;
  #isScheduled = false;
  readonly #waiting: (() => void)[] = [];

  constructor(unitsMax: number, nextTurn: (callback: () => void) => unknown = setImmediate) {
    this.#unitsMax = unitsMax;
    this.#left = unitsMax;
    this.#nextTurn = nextTurn;
  }

  /** Counts work before it is done. Beyond the budget of this turn, returns a promise of a later turn, in order of calls. */
  spend(units: number): Promise<void> | null {
    this.#schedule();
    if (this.#left > 0) {
      this.#left -= units;
      return null;
    }
    return new Promise((resolve) => {
      this.#waiting.push(() => {
        this.#left -= units;
        resolve();
      });
    });
  }

  /** Counts work that cannot wait. */
  count(units: number): void {
    this.#schedule();
    this.#left -= units;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#nextTurn(() => {
      this.#isScheduled = false;
      this.#left = this.#unitsMax;
      if (this.#waiting.length > 0) this.#schedule();
      let served = 0;
      while (this.#left > 0 && served < this.#waiting.length) this.#waiting[served++]!();
      this.#waiting.splice(0, served);
    });
  }
}
