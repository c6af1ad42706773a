import { setTimeout as sleepMs } from 'node:timers/promises';
import { systemStopwatch } from './clock.ts';
import { evictOldest } from './evict-oldest.ts';

/** Time and waiting; tests replace both. */
export interface Pause {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Rejects with the reason of the signal. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const systemPause: Pause = {
  now: systemStopwatch,
  sleep: async (ms, signal) => {
    try {
      await sleepMs(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};

/** Hosts that are remembered: the next request of others may start at once. */
const hostsMax = 10_000;

/** Starts the requests to a host one after the other, with a minimum time between two starts. */
export class PacedHosts {
  readonly #pause: Pause;
  /** When the next request to a host may start, by host. */
  readonly #nextAt = new Map<string, number>();

  constructor(pause: Pause = systemPause) {
    this.#pause = pause;
  }

  /** Resolves when a request to the host may start. Requests start in the order of the calls. */
  async wait(host: string, intervalMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const now = this.#pause.now();
    const at = Math.max(now, this.#nextAt.get(host) ?? now);
    this.#set(host, at + intervalMs);
    if (at > now) await this.#pause.sleep(at - now, signal);
  }

  /** Lets no request to the host start for `ms` milliseconds, as it is overloaded. */
  delay(host: string, ms: number): void {
    const at = this.#pause.now() + ms;
    if (at > (this.#nextAt.get(host) ?? 0)) this.#set(host, at);
  }

  #set(host: string, at: number): void {
    this.#nextAt.delete(host);
    this.#nextAt.set(host, at);
    evictOldest(this.#nextAt, hostsMax);
  }
}
