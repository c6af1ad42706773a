import type { Lease, Leases } from '../../ports/cluster/shared-log.ts';

const acquireEveryMs = 5_000;
const job = 'background';

/** Whether this process runs background work, such as embedding, training and compaction, of one project or of all. */
export type Leadership = Pick<LeaderElection, 'isLeader' | 'onElected' | 'unsubscribe'>;

/**
 * Elects one of several processes to run background work for all of them, such as embedding, training and compaction.
 * Results of a former leader that has not noticed the loss are rejected or harmless: each is decided on the newest
 * state when it is written.
 */
export class LeaderElection implements AsyncDisposable {
  /** Null in the only process, which is always the leader. */
  readonly #leases: Leases | null;
  readonly #onError: (error: unknown) => void;
  /** Callbacks by subscriber, so that memory of an unsubscribed one is freed. */
  readonly #subscribers = new Map<object, (() => void)[]>();
  #lease: Lease | null = null;
  #timer: NodeJS.Timeout | null = null;
  #acquiring: Promise<void> = Promise.resolve();
  #isAcquiring = false;

  constructor(leases: Leases | null, onError: (error: unknown) => void = () => undefined) {
    this.#leases = leases;
    this.#onError = onError;
    if (leases === null) return;
    this.#timer = setInterval(() => this.#acquire(), acquireEveryMs).unref();
    this.#acquire();
  }

  get isLeader(): boolean {
    return this.#leases === null || this.#lease?.held === true;
  }

  /** Calls `call` whenever this process is elected, until `owner` unsubscribes. */
  onElected(owner: object, call: () => void): void {
    this.#subscribers.set(owner, [...(this.#subscribers.get(owner) ?? []), call]);
  }

  unsubscribe(owner: object): void {
    this.#subscribers.delete(owner);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#acquiring;
    await this.#lease?.release().catch(() => undefined);
    this.#lease = null;
  }

  #acquire(): void {
    // While a request waits for its reply, the timer sends no further ones.
    if (this.isLeader || this.#isAcquiring) return;
    this.#isAcquiring = true;
    this.#acquiring = this.#acquireOnce().finally(() => (this.#isAcquiring = false));
  }

  async #acquireOnce(): Promise<void> {
    // If the cluster does not answer, the timer retries; other requests report the failure.
    this.#lease = await this.#leases!.acquire(job).catch(() => null);
    if (!this.isLeader) return;
    for (const call of [...this.#subscribers.values()].flat()) {
      try {
        call();
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
