/**
 * Bounds the work that all callers together do in one turn of the event loop. Node handles everything that has arrived before it looks
 * at anything else: a hundred connections that send as fast as they can would be one long piece of work.
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

  /** Counts work that is about to be done. Where this turn has no more room, a promise of the turn that has; first come, first served. */
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

  /** Counts work that is done at once, before all that waits. */
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
