import type { Clock } from '../../../lib/clock.ts';

/**
 * Seconds for which a request waits for its task. Clients on Node wait 2 seconds for the head of a reply, and then send the request again.
 */
export const taskWaitSeconds = 1;

/**
 * Numbers for the writes of Algolia's clients, which wait for a task by its number. An odd number belongs to a task that may
 * still run when the reply is sent, an even number to a write that is done before it.
 */
export class TaskIds {
  readonly #clock: Clock;
  #last = -2;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the number of a write that is durable and visible. */
  createDoneId(): number {
    this.#last = Math.max(this.#last + 2, this.#clock.now() * 1_000);
    return this.#last;
  }

  /** Returns the number of a task of the project. */
  countRunning(): number {
    return this.createDoneId() + 1;
  }
}

/** The id of the project's task with a number, or null if the write was done before its reply. */
export function projectTaskId(number: number): string | null {
  return number % 2 === 0 ? null : `algolia-${number}`;
}
