import { setImmediate as turn } from 'node:timers/promises';

/** A client waits for a `query`, and none for `background`. */
export type Priority = 'query' | 'background';

/**
 * Runs one step at a time, those of queries first. Background work is divided into steps, so that a query waits for
 * at most one of them. While a query is in progress, even while it waits for something else, no background step
 * starts: each would block the thread that the query needs next.
 */
export class StepQueue {
  readonly #pending: Record<Priority, (() => void)[]> = { query: [], background: [] };
  #busy = false;
  #queriesInProgress = 0;

  /** Runs one step. It must not run another one of the same queue. */
  async run<T>(priority: Priority, step: () => T | Promise<T>): Promise<T> {
    // Wait a turn of the event loop, so that a query that arrived during the previous step is seen.
    if (priority === 'background') await turn();
    if (this.#busy || (priority === 'background' && this.#queriesInProgress > 0)) {
      await new Promise<void>((resolve) => this.#pending[priority].push(resolve));
    }
    this.#busy = true;
    try {
      return await step();
    } finally {
      this.#busy = false;
      this.#next();
    }
  }

  /** Runs the work of a query, which includes steps. */
  async holdingBackground<T>(work: () => Promise<T>): Promise<T> {
    this.#queriesInProgress += 1;
    try {
      return await work();
    } finally {
      this.#queriesInProgress -= 1;
      if (!this.#busy) this.#next();
    }
  }

  #next(): void {
    const next =
      this.#pending.query.shift() ??
      (this.#queriesInProgress === 0 ? this.#pending.background.shift() : undefined);
    if (next === undefined) return;
    // Mark the queue as busy before another caller can: the waiter runs in a later microtask.
    this.#busy = true;
    next();
  }
}
