import { PictureFetchError } from '../../ports/vision.ts';
import { systemStopwatch, type Stopwatch } from '../../lib/clock.ts';

/** So many fetches in a row that ended without an answer, and the host is left alone for a while. */
const failuresMax = 3;
const pauseMs = 60_000;
/** Hosts remembered; what is not among them is simply asked. */
const hostsMax = 1_000;
/** What says that the host does not answer; what it says of one picture is no reason to leave the others. */
const silence = new Set(['fetch_timeout', 'fetch_failed']);

/**
 * Which hosts of pictures do not answer. One that is slow to say nothing would otherwise take ten seconds for each of its
 * pictures, and hold up those of everybody else.
 */
export class HostCircuitBreaker {
  readonly #stopwatch: Stopwatch;
  readonly #hosts = new Map<string, { failures: number; until: number }>();

  constructor(stopwatch: Stopwatch = systemStopwatch) {
    this.#stopwatch = stopwatch;
  }

  /** Does the work that asks the host of an address, unless it is left alone. @throws PictureFetchError host_silent */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    const host = URL.parse(address)?.host ?? '';
    const known = this.#hosts.get(host);
    if (known !== undefined && known.until > this.#stopwatch())
      throw new PictureFetchError(
        'host_silent',
        `${host} did not answer ${failuresMax} times in a row`,
        true,
      );
    try {
      const result = await work();
      this.#hosts.delete(host);
      return result;
    } catch (error) {
      if (error instanceof PictureFetchError && silence.has(error.code))
        this.#failed(host, this.#stopwatch());
      else this.#hosts.delete(host);
      throw error;
    }
  }

  #failed(host: string, now: number): void {
    const failures = (this.#hosts.get(host)?.failures ?? 0) + 1;
    this.#hosts.delete(host);
    if (this.#hosts.size >= hostsMax) this.#hosts.delete(this.#hosts.keys().next().value!);
    this.#hosts.set(host, { failures, until: failures >= failuresMax ? now + pauseMs : 0 });
  }
}
