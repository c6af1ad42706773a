import { PictureFetchError } from '../../ports/pictures/vision.ts';
import { systemStopwatch, type Stopwatch } from '../../lib/clock.ts';
import { readHost } from '../../lib/url-host.ts';

/** Consecutive downloads without a response that open the circuit of a host. */
const failuresMax = 3;
const pauseMs = 60_000;
/** Maximum of remembered hosts. */
const hostsMax = 1_000;
/** Errors that mean that the host does not respond; errors of one picture do not count. */
const noResponse = new Set(['fetch_timeout', 'fetch_failed']);

/** Whether the host did not respond, or its circuit is open because it did not. */
export const isHostSilent = (error: unknown): boolean =>
  error instanceof PictureFetchError && (error.code === 'host_silent' || noResponse.has(error.code));

/**
 * A circuit breaker per picture host. A host that does not respond would take ten seconds for each of its pictures and delay
 * those of other hosts.
 */
export class HostCircuitBreaker {
  readonly #stopwatch: Stopwatch;
  readonly #hosts = new Map<string, { failures: number; until: number }>();

  constructor(stopwatch: Stopwatch = systemStopwatch) {
    this.#stopwatch = stopwatch;
  }

  /** Runs a download unless the circuit of the URL's host is open. @throws PictureFetchError host_silent */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    const host = readHost(address);
    const state = this.#hosts.get(host);
    if (state !== undefined && state.until > this.#stopwatch())
      throw new PictureFetchError(
        'host_silent',
        `${host} did not respond ${failuresMax} times in a row`,
        true,
      );
    try {
      const result = await work();
      this.#hosts.delete(host);
      return result;
    } catch (error) {
      if (error instanceof PictureFetchError && noResponse.has(error.code))
        this.#recordFailure(host, this.#stopwatch());
      else this.#hosts.delete(host);
      throw error;
    }
  }

  #recordFailure(host: string, now: number): void {
    const failures = (this.#hosts.get(host)?.failures ?? 0) + 1;
    this.#hosts.delete(host);
    if (this.#hosts.size >= hostsMax) this.#hosts.delete(this.#hosts.keys().next().value!);
    this.#hosts.set(host, { failures, until: failures >= failuresMax ? now + pauseMs : 0 });
  }
}
