import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

const pauseOfRequest = new AsyncLocalStorage<() => Promise<unknown>>();

/** Does the work of a request. Its `requestSlices()` resume when `pause` resolves: when its client's turn has come. */
export function withPause<T>(pause: () => Promise<unknown>, work: () => T): T {
  return pauseOfRequest.run(pause, work);
}

/**
 * Slices of work for one request alone. What others wait for, such as applying a write, pauses for one turn of the event loop instead:
 * a client with many requests would delay it.
 */
export function requestSlices(unitsMax: number): WorkSlices {
  return new WorkSlices(unitsMax, pauseOfRequest.getStore() ?? nextTurn);
}

/**
 * Divides long work on the thread that answers requests: whenever `unitsMax` units of it are done, the caller pauses and other
 * events are handled. Units are what the work consists of (bytes, rows, pairs), not milliseconds: a test counts them alike on every
 * machine.
 */
export class WorkSlices {
  readonly #unitsMax: number;
  readonly #pause: () => Promise<unknown>;
  #units = 0;

  /** `pause` resolves when the work may go on: by default after the events that are due. */
  constructor(unitsMax: number, pause: () => Promise<unknown> = nextTurn) {
    this.#unitsMax = unitsMax;
    this.#pause = pause;
  }

  /** Counts work that was done. Where the slice is full, a promise to wait for before the work goes on; else null. */
  spend(units: number): Promise<unknown> | null {
    this.#units += units;
    if (this.#units < this.#unitsMax) return null;
    this.#units = 0;
    return this.#pause();
  }

  /** Does work whose steps yield their units, with pauses between them; gives its result. */
  async run<T>(steps: Generator<number, T>): Promise<T> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      const pause = this.spend(step.value);
      if (pause !== null) await pause;
    }
  }
}
