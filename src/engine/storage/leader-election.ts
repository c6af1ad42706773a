import type { Lease, Leases } from '../../ports/shared-log.ts';

const askEveryMs = 5_000;
const job = 'background';

/**
 * Which of several processes works in the background for all of them: embeds, learns, compacts. Results of one that only thinks it
 * still does are refused, or are what the other's are: each is decided on the newest state when it is written.
 */
export class LeaderElection implements AsyncDisposable {
  /** Null: there is one process, and it does. */
  readonly #leases: Leases | null;
  readonly #onError: (error: unknown) => void;
  /** By whom it is for, so that nobody is held in memory who has ended. */
  readonly #called = new Map<object, (() => void)[]>();
  #lease: Lease | null = null;
  #timer: NodeJS.Timeout | null = null;
  #asking: Promise<void> = Promise.resolve();
  #isAsking = false;

  constructor(leases: Leases | null, onError: (error: unknown) => void = () => undefined) {
    this.#leases = leases;
    this.#onError = onError;
    if (leases === null) return;
    this.#timer = setInterval(() => this.#ask(), askEveryMs).unref();
    this.#ask();
  }

  get isLeader(): boolean {
    return this.#leases === null || this.#lease?.held === true;
  }

  /** Calls when work becomes this process's, until the one whom it is for is forgotten. */
  onElected(owner: object, call: () => void): void {
    this.#called.set(owner, [...(this.#called.get(owner) ?? []), call]);
  }

  unsubscribe(owner: object): void {
    this.#called.delete(owner);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#asking;
    await this.#lease?.release().catch(() => undefined);
    this.#lease = null;
  }

  #ask(): void {
    // One that gets no answer for long is not followed by all that were due meanwhile.
    if (this.isLeader || this.#isAsking) return;
    this.#isAsking = true;
    this.#asking = this.#askOnce().finally(() => (this.#isAsking = false));
  }

  async #askOnce(): Promise<void> {
    // Where the cluster does not answer, it is asked again, and whoever is asked for anything else tells.
    this.#lease = await this.#leases!.acquire(job).catch(() => null);
    if (!this.isLeader) return;
    for (const call of [...this.#called.values()].flat()) {
      try {
        call();
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
