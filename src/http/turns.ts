/** Computing in one turn of the event loop, at the least and at the most. */
const turnMsMin = 10;
const turnMsMax = 50;
/** No more are looked at in one turn. */
const turnCountMax = 64;

/** Whoever took a turn so long ago is gone. */
const busyMs = 1_000;
/** What is in no hurry has this share of the time while somebody takes turns; where they wait in a row, as little as a quarter of it. */
const bulkShare = 0.5;
/** For so many of its pauses it waits for a queue to become empty. */
const bulkPausesMax = 3;

/** Where a turn's time is up, told by the first one that takes part in it. */
interface Turn {
  until: number;
}

/**
 * Lets what computes for milliseconds take turns with all else that happens. Node hands over all requests that have come before
 * it looks at anything else: sixty searches were one long step, and a write, which comes back from its thread several times,
 * waited for such a step each time. Here computing gets ten milliseconds of a turn, or as long as the rest of it took; what is
 * left waits for the next one, in the order in which it came.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #now: () => number;
  #isScheduled = false;
  /** When somebody last asked for a turn. */
  #askedAt = -Infinity;
  /** When what is in no hurry may go on. */
  #bulkAt = 0;
  /** When computing last had its time. */
  #endedAt = 0;

  /** `now`: milliseconds that only go up. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Resolves when it is the caller's turn; null: it is already. */
  take(): Promise<void> | null {
    this.#askedAt = this.#now();
    if (this.#isScheduled) return new Promise((resolve) => this.#waiting.push(resolve));
    // The first one in a while waits for nobody: those that follow it do.
    this.#isScheduled = true;
    setImmediate(() => this.#end());
    return null;
  }

  /** Whether anybody asked for a turn of late. */
  get isBusy(): boolean {
    return this.#now() - this.#askedAt < busyMs;
  }

  /**
   * For work that is in no hurry, before a step of about `ms`: resolves when it may go on. While somebody takes turns, such steps
   * have half of the time; a queue that is empty now says little, as those who ask next may have waited for an answer.
   */
  async giveWay(ms: number): Promise<void> {
    if (!this.isBusy) return;
    const pauseMs = ms / bulkShare;
    const at = Math.max(this.#now(), this.#bulkAt);
    this.#bulkAt = at + pauseMs;
    const latest = at + bulkPausesMax * pauseMs;
    while (this.#now() < at || (this.#waiting.length > 0 && this.#now() < latest))
      await new Promise((resolve) => setTimeout(resolve, 1));
  }

  #schedule(): void {
    const turn: Turn = { until: 0 };
    const count = Math.min(this.#waiting.length, turnCountMax);
    // Each is a step of its own, after which what it let go on has been computed.
    for (let i = 0; i < count; i++) setImmediate(() => this.#step(turn));
    setImmediate(() => this.#end());
  }

  #step(turn: Turn): void {
    const now = this.#now();
    if (turn.until === 0) turn.until = now + Math.min(Math.max(turnMsMin, now - this.#endedAt), turnMsMax);
    else if (now >= turn.until) return;
    this.#waiting.shift()?.();
  }

  #end(): void {
    this.#endedAt = this.#now();
    if (this.#waiting.length > 0) this.#schedule();
    else this.#isScheduled = false;
  }
}
