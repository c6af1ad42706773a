import type { Clock } from '../../../lib/clock.ts';

/**
 * Seconds for which a request waits for its task. Clients on Node wait 2 seconds for the head of a reply, and then send the request again.
 */
export const taskWaitSeconds = 1;

/**
 * Numbers for the writes of Algolia's clients, which wait for a task by its number. Odd ones are of tasks that may still run when the
 * reply is sent; all others are done before it.
 */
export class TaskIds {
  readonly #clock: Clock;
  #last = -2;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of a write that is durable and visible. */
  done(): number {
    this.#last = Math.max(this.#last + 2, this.#clock.now() * 1_000);
    return this.#last;
  }

  /** Of a task of the project. */
  running(): number {
    return this.done() + 1;
  }
}

/** The id of the task of a project that has a number; null: the write was done before its reply. */
export function projectTaskId(number: number): string | null {
  return number % 2 === 0 ? null : `algolia-${number}`;
}
