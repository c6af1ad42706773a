/** Time for which a model that has work keeps the slot although another one waits: the loading of two takes half a second. */
const timeSliceMs = 4_000;

/** The owner of a process with a model. */
export interface SlotUser {
  /** It has the slot: it starts its process. */
  readonly begin: () => void;
  /** Another one waits: the result of {@link ModelSlot.shouldYield} may have changed. */
  readonly onContention: () => void;
  /** Whether a query waits for it, of which somebody expects the answer. */
  readonly isUrgent: () => boolean;
}

/**
 * The slot of the only process with a model that may exist at a time. A model without work yields it to the next one at once, and so does
 * one with background work if a query waits for the next one; others after a time slice.
 */
export class ModelSlot {
  #holder: SlotUser | null = null;
  #beganAt = 0;
  readonly #waiting: SlotUser[] = [];
  #timer: NodeJS.Timeout | null = null;
  /** Processes that are ending. */
  #ending = 0;

  /** Calls `begin` when no other process exists; at once for the holder, whose process has ended. */
  acquire(user: SlotUser): void {
    if (user === this.#holder) return user.begin();
    if (this.#waiting.includes(user)) return;
    this.#waiting.push(user);
    this.#startNext();
    this.#notifyHolder();
  }

  /** Whether the holder shall end its process. */
  shouldYield(user: SlotUser, hasWork: boolean): boolean {
    if (user !== this.#holder || this.#waiting.length === 0) return false;
    if (!hasWork || performance.now() - this.#beganAt >= timeSliceMs) return true;
    return !user.isUrgent() && this.#waiting.some((waiting) => waiting.isUrgent());
  }

  /** Lets the holder ask again, as a query has come for a model that waits. */
  reconsider(user: SlotUser): void {
    if (this.#waiting.includes(user)) this.#notifyHolder();
  }

  /** Gives the slot back, or stops waiting for it. The next one begins when the process has ended. */
  release(user: SlotUser, ended: Promise<void> = Promise.resolve()): void {
    const at = this.#waiting.indexOf(user);
    if (at >= 0) this.#waiting.splice(at, 1);
    if (user !== this.#holder) return;
    this.#holder = null;
    this.#stopTimer();
    this.#ending++;
    void ended.finally(() => {
      this.#ending--;
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#holder !== null || this.#ending > 0) return;
    this.#holder = this.#waiting.shift() ?? null;
    this.#beganAt = performance.now();
    this.#holder?.begin();
    if (this.#waiting.length > 0) this.#notifyHolder();
  }

  /** Tells the holder that another one waits: now, and at the end of its time slice. */
  #notifyHolder(): void {
    const holder = this.#holder;
    if (holder === null || this.#waiting.length === 0) return;
    this.#stopTimer();
    const restMs = Math.max(0, timeSliceMs - (performance.now() - this.#beganAt));
    this.#timer = setTimeout(() => holder.onContention(), restMs + 1).unref();
    holder.onContention();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
