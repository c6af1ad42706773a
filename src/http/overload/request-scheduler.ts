import { setImmediate as nextTurn } from 'node:timers/promises';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { FairSemaphore } from '../../lib/fair-semaphore.ts';
import { formatClientName, type Client } from '../access/client.ts';
import { HierarchicalQueue } from './hierarchical-queue.ts';

/** Minimum and maximum computing time per turn of the event loop. */
const turnMsMin = 10;
const turnMsMax = 50;
/** Maximum of requests released per turn. */
const turnCountMax = 64;

/** The scheduler is idle if it was not called for this long. */
const busyMs = 1_000;
/** Share of the time for bulk work while there are requests; as low as a sixteenth of the time while they queue. */
const bulkShare = 0.5;
/** A serving thread has requests from the first load on, and they queue there from the second one on. */
const threadLoadMin = 0.05;
const threadLoadQueued = 0.7;
/** Bulk work waits for an empty queue for at most this multiple of its pause. */
const bulkPausesMax = 8;

/** Maximum of queued lists, of all visitors. */
const waitingListsMax = 10_000;

/** A turn of the event loop; its first released request sets its end. */
interface Turn {
  until: number;
}

/** The released request until the next release: computing time is charged to its client. */
interface Running {
  readonly path: readonly string[];
  readonly since: number;
}

/**
 * Schedules computing on the main thread. Node dispatches all received requests before it returns to the event loop: sixty
 * searches would be one long step, which delays writes that need several turns. The scheduler gives computing ten
 * milliseconds of each turn, or as long as the rest of the turn took. The next request is chosen by the past computing time
 * of each key, visitor and connection: see {@link HierarchicalQueue}.
 */
export class RequestScheduler {
  readonly #queue = new HierarchicalQueue<() => void>();
  readonly #lists = new FairSemaphore({
    activeMax: limits.listsInProgressMax,
    activePerClientMax: limits.listsInProgressOfVisitorMax,
    waitingMax: waitingListsMax,
    waitingPerClientMax: limits.queuedRequestsMax,
  });
  readonly #now: () => number;
  #isScheduled = false;
  #running: Running | null = null;
  /** Time of the last `acquire()`. */
  #askedAt = -Infinity;
  /** When bulk work may continue. */
  #bulkAt = 0;
  /** End of the last computing phase. */
  #endedAt = 0;
  #threadLoad: () => number = () => 0;

  /** `now` returns monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Resolves when a request of the client may compute. Returns null if it may at once.
   * @throws VitrineError overloaded if its visitor has too many queued requests
   */
  acquire(client: Client): Promise<void> | null {
    this.#askedAt = this.#now();
    if (this.#isScheduled) {
      if (this.#queue.getSize([client.key, client.visitor]) >= limits.queuedRequestsMax)
        throw createOverloadedError();
      return this.#enqueue(client);
    }
    // The first request after an idle time does not wait; those that follow do.
    this.#isScheduled = true;
    setImmediate(() => this.#end());
    return null;
  }

  /**
   * Computes a list, which holds thousands of candidates while in progress: as {@link acquire}, with a limit of concurrent
   * lists.
   * @throws VitrineError overloaded, or what the work throws
   */
  runList<T>(client: Client, work: () => Promise<T>): Promise<T> {
    const compute = async (): Promise<T> => {
      await this.acquire(client);
      return work();
    };
    return this.#lists.run(formatClientName(client), compute, { full: createOverloadedError });
  }

  /** Called between two steps of a request. Resolves in a later turn, when the next step may run. */
  pause(client: Client): Promise<void> {
    const resumed = this.#enqueue(client);
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.#end());
    }
    return resumed;
  }

  /** `load` returns that of the busiest serving thread, from 0 to 1: bulk work yields to its requests, too. */
  observeThreads(load: () => number): void {
    this.#threadLoad = load;
  }

  /** Whether there were recent searches or lists on this thread. Pauses do not count: bulk work has its own. */
  get isBusy(): boolean {
    return this.#now() - this.#askedAt < busyMs;
  }

  get #isQueued(): boolean {
    return this.#queue.size > 0 || this.#threadLoad() >= threadLoadQueued;
  }

  /**
   * Resolves when a step of bulk work that takes about `ms` may run. While there are requests, steps get half of the time. An empty
   * queue alone does not mean idle: clients may be waiting for replies before they send more. Without requests the step runs in a
   * later turn, so that requests that have just arrived and other bulk work come first.
   */
  async yieldToRequests(ms: number): Promise<void> {
    if (!this.isBusy && this.#threadLoad() < threadLoadMin) return nextTurn();
    const pauseMs = ms / bulkShare;
    const at = Math.max(this.#now(), this.#bulkAt);
    this.#bulkAt = at + pauseMs;
    const latest = at + bulkPausesMax * pauseMs;
    while (this.#now() < at || (this.#isQueued && this.#now() < latest))
      await new Promise((resolve) => setTimeout(resolve, 1));
  }

  #enqueue({ key, visitor, connection }: Client): Promise<void> {
    return new Promise((resolve) => this.#queue.push([key, visitor, connection], resolve));
  }

  #schedule(): void {
    const turn: Turn = { until: 0 };
    const count = Math.min(this.#queue.size, turnCountMax);
    // Each step ends after the computing of the request that it released.
    for (let i = 0; i < count; i++) setImmediate(() => this.#step(turn));
    setImmediate(() => this.#end());
  }

  #step(turn: Turn): void {
    const now = this.#now();
    this.#charge(now);
    if (turn.until === 0) turn.until = now + Math.min(Math.max(turnMsMin, now - this.#endedAt), turnMsMax);
    else if (now >= turn.until) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.#running = { path: next.path, since: now };
    next.value();
  }

  #end(): void {
    this.#endedAt = this.#now();
    this.#charge(this.#endedAt);
    if (this.#queue.size > 0) this.#schedule();
    else this.#isScheduled = false;
  }

  #charge(now: number): void {
    if (this.#running !== null) this.#queue.charge(this.#running.path, now - this.#running.since);
    this.#running = null;
  }
}

function createOverloadedError(): VitrineError {
  const detail = `A visitor can have at most ${limits.queuedRequestsMax} queued requests`;
  return new VitrineError('overloaded', detail, { retryAfterSeconds: 1 });
}
