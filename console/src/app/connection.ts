import { VitrineError } from '@vitrine/sdk';

/** A request that takes longer triggers a health check. */
const slowMs = 5_000;
const probeMsMax = 5_000;
/** Intervals of health checks while the service does not respond; the last one repeats. */
const retryMs = [1_000, 2_000, 4_000, 5_000] as const;
/** Interval of health checks on a visible page without requests. */
const heartbeatMs = 15_000;

/**
 * The state of the connection to the service. A request without a response triggers health checks until one succeeds. An idle page runs
 * health checks too, so that an outage is visible before the next save.
 */
class Connection {
  #isDown = false;
  #failures = 0;
  #respondedAt = performance.now();
  #pendingProbe: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  /** Starts the health checks; called once per page. */
  start(): void {
    const checkIfVisible = (): void => void (document.visibilityState === 'visible' && this.check());
    addEventListener('online', checkIfVisible);
    addEventListener('offline', checkIfVisible);
    document.addEventListener('visibilitychange', checkIfVisible);
    this.#schedule();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isDown = (): boolean => this.#isDown;

  /** Like `fetch`, and records whether there was a response. */
  async fetch(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
    const slow = setTimeout(() => void this.check(), slowMs);
    try {
      const reply = await fetch(input, init);
      if (isProxyFailure(reply)) void this.check();
      else this.#record(true);
      return reply;
    } catch (error) {
      // A request that the caller aborted proves nothing about the service.
      const isAborted = init.signal?.aborted === true && !isTimeout(error);
      if (!isAborted) void this.check();
      throw error;
    } finally {
      clearTimeout(slow);
    }
  }

  /** Runs a health check; concurrent calls share one. */
  check(): Promise<boolean> {
    this.#pendingProbe ??= this.#probe().finally(() => {
      this.#pendingProbe = null;
    });
    return this.#pendingProbe;
  }

  /** Resolves when the service responds. @throws the signal's reason */
  whenUp(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        unsubscribe();
        settle();
      };
      const unsubscribe = this.subscribe(() => !this.#isDown && end(resolve));
      signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
      if (!this.#isDown) end(resolve);
    });
  }

  async #probe(): Promise<boolean> {
    clearTimeout(this.#timer);
    const signal = AbortSignal.timeout(probeMsMax);
    const responds = await fetch('/health', { cache: 'no-store', signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    this.#record(responds);
    this.#schedule();
    return responds;
  }

  #record(responds: boolean): void {
    if (responds) this.#respondedAt = performance.now();
    this.#failures = responds ? 0 : this.#failures + 1;
    if (this.#isDown !== responds) return;
    this.#isDown = !responds;
    for (const listener of this.#listeners) listener();
  }

  #schedule(): void {
    const afterFailure = retryMs[Math.min(this.#failures, retryMs.length) - 1];
    this.#timer = setTimeout(() => this.#checkIfIdle(), afterFailure ?? heartbeatMs);
  }

  /** Runs a health check if the page is visible and no request succeeded recently. */
  #checkIfIdle(): void {
    const isDue = this.#isDown || performance.now() - this.#respondedAt >= heartbeatMs;
    if (isDue && document.visibilityState === 'visible') void this.check();
    else this.#schedule();
  }
}

export const connection = new Connection();

/** Whether an error is a missing response: the network failed, or a proxy responded for the service. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof VitrineError &&
    (error.code === 'unreachable' || (error.code === 'unexpected_reply' && proxyStatuses.has(error.status)))
  );
}

const proxyStatuses = new Set([502, 503, 504]);

/** Replies of the service have a request id; error pages of a proxy do not. */
function isProxyFailure(reply: Response): boolean {
  return proxyStatuses.has(reply.status) && !reply.headers.has('x-request-id');
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
