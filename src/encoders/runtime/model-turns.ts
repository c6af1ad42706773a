/** Time for which a model that has work keeps its turn although another one waits: the loading of two takes half a second. */
const turnMsMin = 4_000;

/** The owner of a process with a model. */
export interface TurnTaker {
  /** Its turn has come: it starts its process. */
  readonly begin: () => void;
  /** Another one waits: {@link ModelTurns.isOver} may have changed. */
  readonly onWanted: () => void;
}

/**
 * Lets one of several processes with a model exist at a time. A model without work gives its turn to the next one at once; one that has
 * work, after some seconds.
 */
export class ModelTurns {
  #holder: TurnTaker | null = null;
  #beganAt = 0;
  readonly #waiting: TurnTaker[] = [];
  #timer: NodeJS.Timeout | null = null;
  /** Processes that are ending. */
  #ending = 0;

  /** Calls `begin` when no other process exists; at once for the holder, whose process has ended. */
  request(taker: TurnTaker): void {
    if (taker === this.#holder) return taker.begin();
    if (this.#waiting.includes(taker)) return;
    this.#waiting.push(taker);
    this.#startNext();
    this.#callHolder();
  }

  /** Whether the holder shall end its process. */
  isOver(taker: TurnTaker, hasWork: boolean): boolean {
    if (taker !== this.#holder || this.#waiting.length === 0) return false;
    return !hasWork || performance.now() - this.#beganAt >= turnMsMin;
  }

  /** Ends the turn, or the wait for it; the next one begins when the process has ended. */
  end(taker: TurnTaker, ended: Promise<void> = Promise.resolve()): void {
    const at = this.#waiting.indexOf(taker);
    if (at >= 0) this.#waiting.splice(at, 1);
    if (taker !== this.#holder) return;
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
    if (this.#waiting.length > 0) this.#callHolder();
  }

  /** Tells the holder now, and when its time is over. */
  #callHolder(): void {
    const holder = this.#holder;
    if (holder === null || this.#waiting.length === 0) return;
    this.#stopTimer();
    const restMs = Math.max(0, turnMsMin - (performance.now() - this.#beganAt));
    this.#timer = setTimeout(() => holder.onWanted(), restMs + 1).unref();
    holder.onWanted();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
