import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

const pauseOfRequest = new AsyncLocalStorage<() => Promise<unknown>>();

/** Runs the work of a request: its `requestSlices()` continue when `pause` resolves, in the client's turn. */
export function withPause<T>(pause: () => Promise<unknown>, work: () => T): T {
  return pauseOfRequest.run(pause, work);
}

/**
 * Slices of work for a single request. Work that other requests wait for, such as applying a write, uses `WorkSlices`. If it
 * waited for a client's turn, that client's requests could delay it.
 */
export function requestSlices(unitsMax: number): WorkSlices {
  return new WorkSlices(unitsMax, pauseOfRequest.getStore() ?? nextTurn);
}

/**
 * Divides long work on the main thread: after `unitsMax` units, the caller pauses and other events are processed. Units are
 * bytes, rows or pairs, not milliseconds, so that tests count the same on every machine.
 */
export class WorkSlices {
  readonly #unitsMax: number;
  readonly #pause: () => Promise<unknown>;
  #units = 0;

  /** `pause` resolves when the work may continue; by default after pending events of the event loop. */
  constructor(unitsMax: number, pause: () => Promise<unknown> = nextTurn) {
    this.#unitsMax = unitsMax;
    this.#pause = pause;
  }

  /** Counts completed work. Returns a promise to await if the slice is full; otherwise null. */
  spend(units: number): Promise<unknown> | null {
    this.#units += units;
    if (this.#units < this.#unitsMax) return null;
    this.#units = 0;
    return this.#pause();
  }

  /** Runs steps that yield their units, with pauses between them; returns their result. */
  async run<T>(steps: Generator<number, T>): Promise<T> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      const pause = this.spend(step.value);
      if (pause !== null) await pause;
    }
  }
}
