import { setImmediate as turn } from 'node:timers/promises';

/** `query`: someone waits for it. `background`: nobody does. */
export type Priority = 'query' | 'background';

/**
 * Lets one step run at a time, and those of queries first. Background work is cut into steps so that a query waits for
 * one of them at most: while a query is in hand, even where it waits for something else, no background step begins, as
 * each would hold up the thread that the query comes back to.
 */
export class StepQueue {
  readonly #waiting: Record<Priority, (() => void)[]> = { query: [], background: [] };
  #busy = false;
  #queriesInHand = 0;

  /** Runs one step. It must not ask for another one of the same queue. */
  async run<T>(priority: Priority, step: () => T | Promise<T>): Promise<T> {
    // A turn of the event loop, so that a query that has arrived during the step before is known by now.
    if (priority === 'background') await turn();
    if (this.#busy || (priority === 'background' && this.#queriesInHand > 0)) {
      await new Promise<void>((resolve) => this.#waiting[priority].push(resolve));
    }
    this.#busy = true;
    try {
      return await step();
    } finally {
      this.#busy = false;
      this.#next();
    }
  }

  /** Does all the work of a query, of which steps are a part. */
  async holdingBackground<T>(work: () => Promise<T>): Promise<T> {
    this.#queriesInHand += 1;
    try {
      return await work();
    } finally {
      this.#queriesInHand -= 1;
      if (!this.#busy) this.#next();
    }
  }

  #next(): void {
    const next =
      this.#waiting.query.shift() ??
      (this.#queriesInHand === 0 ? this.#waiting.background.shift() : undefined);
    if (next === undefined) return;
    // The place is handed on before anyone else can take it: the waiter runs in a later microtask.
    this.#busy = true;
    next();
  }
}
