/** `query`: someone waits for it. `background`: nobody does. */
export type Priority = 'query' | 'background';

/**
 * Lets one step run at a time, and those of queries first. Background work is cut into steps so that a query waits for
 * one of them at most.
 */
export class StepQueue {
  readonly #waiting: Record<Priority, (() => void)[]> = { query: [], background: [] };
  #busy = false;

  async run<T>(priority: Priority, step: () => T | Promise<T>): Promise<T> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting[priority].push(resolve));
    this.#busy = true;
    try {
      return await step();
    } finally {
      this.#busy = false;
      const next = this.#waiting.query.shift() ?? this.#waiting.background.shift();
      // The place is handed on before anyone else can take it: the waiter runs in a later microtask.
      if (next !== undefined) {
        this.#busy = true;
        next();
      }
    }
  }
}
