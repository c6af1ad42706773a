import type { Lease, Leases } from '../../ports/shared-log.ts';

const askEveryMs = 5_000;
const job = 'background';

/**
 * Which of several processes works in the background for all of them: embeds, learns, compacts. Results of one that only thinks it
 * still does are refused, or are what the other's are: each is decided on the newest state when it is written.
 */
export class Duty implements AsyncDisposable {
  /** Null: there is one process, and it does. */
  readonly #leases: Leases | null;
  readonly #called: (() => void)[] = [];
  #lease: Lease | null = null;
  #timer: NodeJS.Timeout | null = null;
  #asking: Promise<void> = Promise.resolve();

  constructor(leases: Leases | null) {
    this.#leases = leases;
    if (leases === null) return;
    this.#timer = setInterval(() => this.#ask(), askEveryMs).unref();
    this.#ask();
  }

  get mine(): boolean {
    return this.#leases === null || this.#lease?.held === true;
  }

  /** Calls when work becomes this process's. */
  onMine(call: () => void): void {
    this.#called.push(call);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#asking;
    await this.#lease?.release().catch(() => undefined);
    this.#lease = null;
  }

  #ask(): void {
    if (this.mine) return;
    this.#asking = this.#asking.then(async () => {
      // Where the cluster does not answer, it is asked again, and whoever is asked for anything else tells.
      if (!this.mine) this.#lease = await this.#leases!.acquire(job).catch(() => null);
      if (this.mine) for (const call of this.#called) call();
    });
  }
}
