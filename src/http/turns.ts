/** Computing in one turn of the event loop, at the least and at the most. */
const turnMsMin = 10;
const turnMsMax = 50;
/** No more are looked at in one turn. */
const turnCountMax = 64;

/** Whoever took a turn so long ago is gone. */
const busyMs = 1_000;

/** A guest gives way for so much longer than they went on, at the most: a quarter of the time is theirs. */
const guestShare = 3;

/** Work that is in no hurry, beside those who take turns. */
export interface Guest {
  /** Whether anybody asked for a turn of late. */
  readonly isBusy: boolean;
  /** Lets those who wait go first: resolves when nobody waits any more, or when the guest has waited its share. */
  giveWay(): Promise<void>;
}

interface Clocks {
  readonly now: () => number;
  readonly cpu: () => number;
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

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
  readonly #cpu: () => number;
  #isScheduled = false;
  /** When somebody last asked for a turn. */
  #askedAt = -Infinity;
  /** When computing last had its time. */
  #endedAt = 0;

  /**
   * `now` and `cpu`: milliseconds that only go up, of the clock, and of this thread's work. By the clock, a thread that shares its
   * core with others would spend a turn waiting for it.
   */
  constructor({ now = () => performance.now(), cpu = threadCpuMs }: Partial<Clocks> = {}) {
    this.#now = now;
    this.#cpu = cpu;
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

  /** For one who goes on for long, in steps of their own. */
  guest(): Guest {
    const cpu = this.#cpu;
    let wentOnAt = cpu();
    const isBusy = (): boolean => this.#now() - this.#askedAt < busyMs;
    const isAwaited = (): boolean => this.#waiting.length > 0;
    return {
      get isBusy() {
        return isBusy();
      },
      async giveWay() {
        const until = cpu() + guestShare * (cpu() - wentOnAt);
        while (isAwaited() && cpu() < until) await new Promise((resolve) => setImmediate(resolve));
        wentOnAt = cpu();
      },
    };
  }

  #schedule(): void {
    const turn: Turn = { until: 0 };
    const count = Math.min(this.#waiting.length, turnCountMax);
    // Each is a step of its own, after which what it let go on has been computed.
    for (let i = 0; i < count; i++) setImmediate(() => this.#step(turn));
    setImmediate(() => this.#end());
  }

  #step(turn: Turn): void {
    const now = this.#cpu();
    if (turn.until === 0) turn.until = now + Math.min(Math.max(turnMsMin, now - this.#endedAt), turnMsMax);
    else if (now >= turn.until) return;
    this.#waiting.shift()?.();
  }

  #end(): void {
    this.#endedAt = this.#cpu();
    if (this.#waiting.length > 0) this.#schedule();
    else this.#isScheduled = false;
  }
}
