import type { Socket } from 'node:net';
import { createLoopMeter } from '../lib/loop-utilization.ts';

/** A connection is active with a request in such a period; the counts of threads are those of their last complete ones. */
export const periodMs = 1_000;
/** A thread sheds connections if its load is more than this multiple of the mean, and at least this share of the time. */
const imbalanceMax = 1.25;
const loadMin = 0.2;
/** Part of the load above the mean that a thread sheds in one period. */
const shedShare = 0.5;
/** A connection is shed only if its load is at most this part of the difference to the least busy thread: else little is gained. */
const movedShareMax = 0.75;

/** The count of a thread that has not started or has ended. */
const absent = -1;
/** Loads are stored in millionths. */
const loadScale = 1e6;
const columns = 3;

/** The load and the active connections of all serving threads, in shared memory, and how many they have shed. Threads count from 0. */
export class ConnectionCounts {
  readonly memory: SharedArrayBuffer;
  readonly #active: Int32Array;
  readonly #loads: Int32Array;
  readonly #shed: Int32Array;

  private constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    const threads = memory.byteLength / Int32Array.BYTES_PER_ELEMENT / columns;
    [this.#active, this.#loads, this.#shed] = Array.from(
      { length: columns },
      (_, column) => new Int32Array(memory, column * threads * Int32Array.BYTES_PER_ELEMENT, threads),
    ) as [Int32Array, Int32Array, Int32Array];
  }

  static create(threads: number): ConnectionCounts {
    const bytes = columns * threads * Int32Array.BYTES_PER_ELEMENT;
    const counts = new ConnectionCounts(new SharedArrayBuffer(bytes));
    for (let thread = 0; thread < threads; thread++) counts.forget(thread);
    return counts;
  }

  /** Shares the `memory` of counts in another thread. */
  static of(memory: SharedArrayBuffer): ConnectionCounts {
    return new ConnectionCounts(memory);
  }

  /** The active connections by thread, or null if it does not run. */
  get byThread(): (number | null)[] {
    return Array.from(this.#active, (_, thread) => {
      const count = Atomics.load(this.#active, thread);
      return count === absent ? null : count;
    });
  }

  /** The share of the time in which each running thread did work. */
  get loads(): number[] {
    return this.byThread.flatMap((count, thread) =>
      count === null ? [] : [Atomics.load(this.#loads, thread) / loadScale],
    );
  }

  /** The load of the busiest thread. */
  get highestLoad(): number {
    return Math.max(0, ...this.loads);
  }

  get shed(): number {
    return this.#shed.reduce((sum, _, thread) => sum + Atomics.load(this.#shed, thread), 0);
  }

  set(thread: number, active: number, load: number): void {
    Atomics.store(this.#loads, thread, Math.round(load * loadScale));
    Atomics.store(this.#active, thread, active);
  }

  addShed(thread: number): void {
    Atomics.add(this.#shed, thread, 1);
  }

  /** Marks a thread as ended. */
  forget(thread: number): void {
    Atomics.store(this.#active, thread, absent);
  }
}

/** The requests of a connection in a period, and its share of the thread's requests in the one before. */
interface ConnectionUse {
  period: number;
  requests: number;
  share: number;
}

/**
 * Balances the load of serving threads. The system distributes connections by a hash of their addresses, so a few busy ones may
 * share a thread while another has none. A busy thread with too much of the load asks clients to connect again, with
 * `connection: close` in a reply: the hash of the new connection is another one. A connection that would make the least busy thread
 * as busy as this one stays.
 */
export class ConnectionBalancer {
  readonly #counts: ConnectionCounts;
  readonly #thread: number;
  readonly #utilization: () => number;
  readonly #uses = new WeakMap<Socket, ConnectionUse>();
  #period = 0;
  #active = 0;
  #requests = 0;
  /** Requests of the last complete period. */
  #requestsBefore = 0;
  #load = 0;
  #toShed = 0;
  /** Difference between the load of this thread and of the least busy one. */
  #difference = 0;

  /** `thread` counts from 0. `utilization` returns the busy share of the time since its last call. */
  constructor(counts: ConnectionCounts, thread: number, utilization: () => number = createLoopMeter()) {
    this.#counts = counts;
    this.#thread = thread;
    this.#utilization = utilization;
    counts.set(thread, 0, 0);
  }

  /** Begins a new period. Call every `periodMs`. */
  nextPeriod(): void {
    const load = this.#utilization();
    this.#counts.set(this.#thread, this.#active, load);
    this.#period++;
    this.#requestsBefore = this.#requests;
    this.#requests = 0;
    this.#active = 0;
    this.#load = load;
    const { loads } = this.#counts;
    const mean = loads.reduce((sum, each) => sum + each, 0) / loads.length;
    this.#difference = load - Math.min(...loads);
    this.#toShed = load > imbalanceMax * mean && load >= loadMin ? shedShare * (load - mean) : 0;
  }

  recordRequest(socket: Socket): void {
    this.#requests++;
    const use = this.#uses.get(socket);
    if (use?.period === this.#period) {
      use.requests++;
      return;
    }
    this.#active++;
    const isNext = use !== undefined && use.period === this.#period - 1;
    const share = isNext && this.#requestsBefore > 0 ? use.requests / this.#requestsBefore : 0;
    this.#uses.set(socket, { period: this.#period, requests: 1, share });
  }

  /** Whether a connection is to be closed after a reply. */
  sheds(socket: Socket): boolean {
    if (this.#toShed <= 0) return false;
    const use = this.#uses.get(socket);
    const load = this.#load * (use?.share ?? 0);
    // The load of a new or idle connection is not known.
    if (load === 0 || load > movedShareMax * this.#difference) return false;
    this.#toShed -= load;
    if (use?.period === this.#period) this.#active--;
    this.#counts.addShed(this.#thread);
    return true;
  }
}
