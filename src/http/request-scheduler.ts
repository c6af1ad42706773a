import { VitrineError } from '../ports/errors.ts';
import { limits } from '../ports/limits.ts';
import { FairSemaphore } from '../lib/fair-semaphore.ts';
import { clientName, type Client } from './client.ts';
import { HierarchicalQueue } from './hierarchical-queue.ts';

/** Computing in one turn of the event loop, at the least and at the most. */
const turnMsMin = 10;
const turnMsMax = 50;
/** No more requests are released in one turn. */
const turnCountMax = 64;

/** A scheduler that was not asked for so long is idle. */
const busyMs = 1_000;
/** Bulk work has this share of the time while requests come; while they queue, as little as a quarter of it. */
const bulkShare = 0.5;
/** Bulk work waits for an empty queue during at most this many times its own pause. */
const bulkPausesMax = 3;

/** Lists of all visitors that wait to be computed. */
const waitingListsMax = 10_000;

/** A turn of the event loop; its end is set by the first request that is released in it. */
interface Turn {
  until: number;
}

/** A request that was released, until the next one is: what it computes is charged to its client. */
interface Running {
  readonly path: readonly string[];
  readonly since: number;
}

/**
 * Schedules what computes for milliseconds on the thread that serves. Node hands over all requests that have arrived before it looks
 * at anything else: sixty searches were one long step, and a write, which comes back from its thread several times, waited for such a
 * step each time. Here computing gets ten milliseconds of each turn of the event loop, or as long as the rest of the turn took. Who
 * is released next is decided by how long the requests of each key, visitor and connection have computed: see {@link HierarchicalQueue}.
 */
export class RequestScheduler {
  readonly #queue = new HierarchicalQueue<() => void>();
  readonly #lists = new FairSemaphore({
    inHandMax: limits.listsInProgressMax,
    inHandPerClientMax: limits.listsInProgressOfVisitorMax,
    waitingMax: waitingListsMax,
    waitingPerClientMax: limits.queuedRequestsMax,
  });
  readonly #now: () => number;
  #isScheduled = false;
  #running: Running | null = null;
  /** When `acquire()` was last called. */
  #askedAt = -Infinity;
  /** When bulk work may go on. */
  #bulkAt = 0;
  /** When computing last had its time. */
  #endedAt = 0;

  /** `now`: milliseconds that only go up. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Resolves when a request of the client may compute; null: it may at once.
   * @throws VitrineError overloaded, where its visitor has too many requests waiting
   */
  acquire(client: Client): Promise<void> | null {
    this.#askedAt = this.#now();
    if (this.#isScheduled) {
      if (this.#queue.sizeOf([client.key, client.visitor]) >= limits.queuedRequestsMax) throw overloaded();
      return this.#enqueue(client);
    }
    // The first one in a while waits for no other: those that follow it do.
    this.#isScheduled = true;
    setImmediate(() => this.#end());
    return null;
  }

  /**
   * Computes a list, which holds thousands of candidates as long as it is in progress: as {@link acquire}, with few in progress at once.
   * @throws VitrineError overloaded, or what the work throws
   */
  runList<T>(client: Client, work: () => Promise<T>): Promise<T> {
    const compute = async (): Promise<T> => {
      await this.acquire(client);
      return work();
    };
    return this.#lists.run(clientName(client), compute, { full: overloaded });
  }

  /** Between two steps of a request: resolves when the next may run, which is never at once. */
  pause(client: Client): Promise<void> {
    const resumed = this.#enqueue(client);
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.#end());
    }
    return resumed;
  }

  /** Whether searches or lists came of late; pauses do not count, as bulk work has pauses of its own. */
  get isBusy(): boolean {
    return this.#now() - this.#askedAt < busyMs;
  }

  /**
   * For bulk work, before a step of about `ms`: resolves when it may go on. While requests come, such steps have half of the time; a
   * queue that is empty at the moment says little, as those who ask next may have waited for a reply.
   */
  async yieldToRequests(ms: number): Promise<void> {
    if (!this.isBusy) return;
    const pauseMs = ms / bulkShare;
    const at = Math.max(this.#now(), this.#bulkAt);
    this.#bulkAt = at + pauseMs;
    const latest = at + bulkPausesMax * pauseMs;
    while (this.#now() < at || (this.#queue.size > 0 && this.#now() < latest))
      await new Promise((resolve) => setTimeout(resolve, 1));
  }

  #enqueue({ key, visitor, connection }: Client): Promise<void> {
    return new Promise((resolve) => this.#queue.push([key, visitor, connection], resolve));
  }

  #schedule(): void {
    const turn: Turn = { until: 0 };
    const count = Math.min(this.#queue.size, turnCountMax);
    // Each is a step of its own, after which what it released has computed.
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

function overloaded(): VitrineError {
  const detail = `A visitor can have at most ${limits.queuedRequestsMax} queued requests`;
  return new VitrineError('overloaded', detail, { retryAfterSeconds: 1 });
}
