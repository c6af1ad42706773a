import type { SharedLog } from '../../ports/shared-log.ts';
import type { Duty } from './duty.ts';
import type { ProjectDatabase } from './project-database.ts';
import { giveBase } from './shared-base.ts';
import { lastErasure } from './shared-writes.ts';

/** More entries than this since the base take longer to read than a base. */
const entriesMax = 20_000;
const lookEveryMs = 60_000;

/**
 * Puts a base in the place of the entries of a shared log, where there are many, so that a process that begins need not read them
 * all; and where somebody was erased since, so that what they did is in no entry either.
 */
export class Compaction implements AsyncDisposable {
  readonly #log: SharedLog;
  readonly #database: ProjectDatabase;
  readonly #duty: Duty;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #base: number | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: {
    log: SharedLog;
    database: ProjectDatabase;
    duty: Duty;
    onFault: (error: unknown) => void;
  }) {
    this.#log = options.log;
    this.#database = options.database;
    this.#duty = options.duty;
    this.#onFault = options.onFault;
    this.#timer = setInterval(() => void this.run(), lookEveryMs).unref();
  }

  /** Compacts where that is due; says whether it did. */
  run(): Promise<boolean> {
    const run = this.#running.then(() => this.#compactDue());
    const settled = run.catch((error: unknown) => {
      this.#onFault(error);
      return false;
    });
    this.#running = settled;
    return settled;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #compactDue(): Promise<boolean> {
    if (!this.#duty.mine) return false;
    // What the last base took the place of has had a minute, and may hold what somebody did who was erased.
    await this.#log.tidy();
    this.#base ??= (await this.#log.base())?.next ?? 0;
    const { sharedNext: next, reads, path } = this.#database;
    const erasedAt = reads.number(lastErasure) ?? -1;
    if (next === null || (next - this.#base < entriesMax && erasedAt < this.#base)) return false;
    const given = await giveBase(this.#log, path, true);
    // Another process's base, or this one's: which entry it begins with is asked again.
    this.#base = null;
    return given;
  }
}
