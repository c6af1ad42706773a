import type { Socket } from 'node:net';

/** A connection is active with a request in such a period; the counts of threads are those of their last complete ones. */
export const periodMs = 1_000;
/** A thread sheds connections if it has more than this multiple of the mean, and at least two more than another thread. */
const imbalanceMax = 1.25;
const differenceMin = 2;
/** Share of the connections above the mean that a thread sheds in one period. */
const shedShare = 0.5;

/** In the counts of a thread: it has none yet, or has ended. */
const absent = -1;

/** The active connections of all serving threads, in shared memory, and how many they have shed. Threads count from 0. */
export class ConnectionCounts {
  readonly memory: SharedArrayBuffer;
  readonly #active: Int32Array;
  readonly #shed: Int32Array;

  private constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    const threads = memory.byteLength / Int32Array.BYTES_PER_ELEMENT / 2;
    this.#active = new Int32Array(memory, 0, threads);
    this.#shed = new Int32Array(memory, this.#active.byteLength, threads);
  }

  static create(threads: number): ConnectionCounts {
    const counts = new ConnectionCounts(new SharedArrayBuffer(2 * threads * Int32Array.BYTES_PER_ELEMENT));
    for (let thread = 0; thread < threads; thread++) counts.forget(thread);
    return counts;
  }

  /** `memory`: of counts in another thread. */
  static of(memory: SharedArrayBuffer): ConnectionCounts {
    return new ConnectionCounts(memory);
  }

  /** The active connections by thread; null: it does not run. */
  get byThread(): (number | null)[] {
    return Array.from(this.#active, (_, thread) => {
      const count = Atomics.load(this.#active, thread);
      return count === absent ? null : count;
    });
  }

  /** Those of the threads that run. */
  get active(): number[] {
    return this.byThread.filter((count) => count !== null);
  }

  get shed(): number {
    return this.#shed.reduce((sum, _, thread) => sum + Atomics.load(this.#shed, thread), 0);
  }

  set(thread: number, active: number): void {
    Atomics.store(this.#active, thread, active);
  }

  addShed(thread: number): void {
    Atomics.add(this.#shed, thread, 1);
  }

  /** The thread has ended. */
  forget(thread: number): void {
    Atomics.store(this.#active, thread, absent);
  }
}

/**
 * Balances the active connections of serving threads. The system distributes connections by a hash of their addresses, so a few may
 * share a thread while another one has none. A thread with too many asks clients to connect again, with `connection: close` in a
 * reply: the hash of the new connection is another one.
 */
export class ConnectionBalancer {
  readonly #counts: ConnectionCounts;
  readonly #thread: number;
  /** The last period of each connection. */
  readonly #periods = new WeakMap<Socket, number>();
  #period = 0;
  #active = 0;
  #toShed = 0;

  /** `thread`: from 0. */
  constructor(counts: ConnectionCounts, thread: number) {
    this.#counts = counts;
    this.#thread = thread;
    counts.set(thread, 0);
  }

  /** Begins a new period. Call every `periodMs`. */
  nextPeriod(): void {
    const own = this.#active;
    this.#counts.set(this.#thread, own);
    this.#period++;
    this.#active = 0;
    const { active } = this.#counts;
    const mean = active.reduce((sum, count) => sum + count, 0) / active.length;
    const isUneven = own > imbalanceMax * mean && own >= Math.min(...active) + differenceMin;
    this.#toShed = isUneven ? Math.max(1, Math.floor(shedShare * (own - mean))) : 0;
  }

  /** A request arrived. */
  requested(socket: Socket): void {
    if (this.#periods.get(socket) === this.#period) return;
    this.#periods.set(socket, this.#period);
    this.#active++;
  }

  /** Whether a connection is to be closed after a reply. */
  sheds(socket: Socket): boolean {
    if (this.#toShed === 0) return false;
    this.#toShed--;
    if (this.#periods.get(socket) === this.#period) this.#active--;
    this.#counts.addShed(this.#thread);
    return true;
  }
}
