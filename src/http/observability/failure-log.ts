import type { FastifyBaseLogger } from 'fastify';
import { evictOldest } from '../../lib/evict-oldest.ts';
import type { VitrineError } from '../../ports/errors.ts';

/** A failure is logged once, then once in this time with the number of requests that it concerned. */
const repeatMs = 60_000;
/** Maximum number of distinct failures that are remembered; the least recently logged ones are evicted. */
const failuresMax = 100;

interface Failure {
  loggedAt: number;
  /** Number of failed requests since then. */
  unlogged: number;
}

/** Logs why requests fail. A full disk fails every write: a line for each would fill what is left of it. */
export class FailureLog {
  readonly #failures = new Map<string, Failure>();
  readonly #now: () => number;

  /** `now` returns monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Logs the failure of a request, unless its cause was logged within the last minute. */
  log(logger: Pick<FastifyBaseLogger, 'error'>, error: VitrineError, url: string | undefined): void {
    const now = this.#now();
    const cause = error.cause ?? error;
    const key = `${error.code} ${error.message} ${cause instanceof Error ? cause.stack : ''}`;
    const failure = this.#failures.get(key);
    if (failure !== undefined && now - failure.loggedAt < repeatMs) {
      failure.unlogged++;
      return;
    }
    const repeated =
      failure === undefined || failure.unlogged === 0 ? {} : { requests: failure.unlogged + 1 };
    this.#failures.delete(key);
    this.#failures.set(key, { loggedAt: now, unlogged: 0 });
    evictOldest(this.#failures, failuresMax);
    logger.error({ err: cause, code: error.code, url, ...repeated }, error.message);
  }
}
