import { VitrineError } from '@vitrine/sdk';

/** How long a request may take before somebody asks whether the service answers at all. */
const slowMs = 5_000;
const probeMsMax = 5_000;
/** Between two probes while the service does not answer; the last one repeats. */
const retryMs = [1_000, 2_000, 4_000, 5_000] as const;
/** A page that asks nothing probes this often while it is visible. */
const heartbeatMs = 15_000;

/**
 * Whether the service answers, as this page knows it. A request without an answer is followed by a probe, and probes go on until one
 * is answered; a page that is only looked at probes too, so that an outage shows before the next save.
 */
class Connection {
  #isDown = false;
  #failures = 0;
  #answeredAt = performance.now();
  #probing: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  /** Begins to probe; called once by a page. */
  start(): void {
    const look = (): void => void (document.visibilityState === 'visible' && this.check());
    addEventListener('online', look);
    addEventListener('offline', look);
    document.addEventListener('visibilitychange', look);
    this.#schedule();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isDown = (): boolean => this.#isDown;

  /** As `fetch`, and notes whether there was an answer. */
  async fetch(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
    const slow = setTimeout(() => void this.check(), slowMs);
    try {
      const reply = await fetch(input, init);
      if (isProxyFailure(reply)) void this.check();
      else this.#note(true);
      return reply;
    } catch (error) {
      // Aborted by the caller, it says nothing about the service.
      const isAborted = init.signal?.aborted === true && !isTimeout(error);
      if (!isAborted) void this.check();
      throw error;
    } finally {
      clearTimeout(slow);
    }
  }

  /** Asks the service whether it is there. */
  check(): Promise<boolean> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  /** Resolves once the service answers. @throws the signal's reason */
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
    const answers = await fetch('/health', { cache: 'no-store', signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    this.#note(answers);
    this.#schedule();
    return answers;
  }

  #note(answers: boolean): void {
    if (answers) this.#answeredAt = performance.now();
    this.#failures = answers ? 0 : this.#failures + 1;
    if (this.#isDown !== answers) return;
    this.#isDown = !answers;
    for (const listener of this.#listeners) listener();
  }

  #schedule(): void {
    const afterFailure = retryMs[Math.min(this.#failures, retryMs.length) - 1];
    this.#timer = setTimeout(() => this.#look(), afterFailure ?? heartbeatMs);
  }

  /** Probes, unless nobody looks or another request was answered lately. */
  #look(): void {
    const isNews = this.#isDown || performance.now() - this.#answeredAt >= heartbeatMs;
    if (isNews && document.visibilityState === 'visible') void this.check();
    else this.#schedule();
  }
}

export const connection = new Connection();

/** Whether an error says that the service gave no answer: nothing arrived, or a proxy answered in its place. */
export function isNoAnswer(error: unknown): boolean {
  return (
    error instanceof VitrineError &&
    (error.code === 'unreachable' || (error.code === 'unexpected_reply' && proxyStatuses.has(error.status)))
  );
}

const proxyStatuses = new Set([502, 503, 504]);

/** Each answer of the service has a request id, which that of a proxy in front of it lacks. */
function isProxyFailure(reply: Response): boolean {
  return proxyStatuses.has(reply.status) && !reply.headers.has('x-request-id');
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
