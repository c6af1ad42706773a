import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupPlan, BackupProgress, BackupStatus, BackupStore } from '../../ports/operation/backups.ts';
import type { Clock, Stopwatch } from '../../lib/clock.ts';
import { runInBackground, type Tracer } from '../../lib/tracing/tracer.ts';
import { IntervalTask } from '../../lib/interval-task.ts';
import { dayMs } from '../../lib/days.ts';
import {
  formatBackupName,
  selectExpiredBackups,
  isDue,
  isOverdue,
  computeNextBackup,
} from './backup-schedule.ts';
import {
  manifestName,
  removeBackup,
  sendBackup,
  listStoredBackups,
  verifyStored,
  type ManifestReader,
  type StoredBackup,
} from './stored-backups.ts';

const turnEveryMs = 30_000;
/** Interval of reading the store while no backup is due: other processes and people change it. */
const listEveryMs = 15 * 60_000;
const retryAfterMs = 15 * 60_000;
/** A service without any backup so far. */
const firstWithinMs = 60 * 60_000;

export interface ScheduledBackupsOptions {
  readonly plan: BackupPlan;
  readonly store: BackupStore;
  /** A folder for the copies on their way to a store, on the disk of the data. */
  readonly stagingFolder: string;
  /** Writes a backup into a new folder. */
  readonly backup: (folder: string, onCopied: (done: number, total: number) => void) => Promise<unknown>;
  readonly readManifest: ManifestReader;
  /** Whether this process makes the backups: one of a cluster. */
  readonly isLeader: () => boolean;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly onStored: (backup: StoredReport) => void;
  readonly onFailure: (error: unknown) => void;
  /** Without a tracer, no traces are recorded. */
  readonly tracer?: Tracer | null;
}

/** A backup that was stored and verified. */
export interface StoredReport {
  readonly name: string;
  readonly place: string;
  readonly bytes: number;
  readonly seconds: number;
  /** Older backups that were deleted. */
  readonly deleted: number;
}

/**
 * Makes backups on a schedule while the service runs. A backup counts once all of it was read again from the store and compared with its
 * manifest; only then older ones are deleted. A failure is logged and repeated later; it never stops the service.
 */
export class ScheduledBackups implements AsyncDisposable {
  readonly #options: ScheduledBackupsOptions;
  readonly #startedAt: number;
  readonly #ending = new AbortController();
  #timer: IntervalTask | null = null;
  #complete: readonly StoredBackup[] = [];
  #lastDurationMs: number | null = null;
  #listedAt: number | null = null;
  #failures = 0;
  #failure: string | null = null;
  #triedAt: number | null = null;
  #running: BackupProgress | null = null;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: ScheduledBackupsOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
  }

  /** The first turn follows at once. */
  start(): void {
    void this.turn();
    this.#timer = new IntervalTask(turnEveryMs, () => this.turn());
  }

  status(): BackupStatus {
    const { plan, store, clock } = this.#options;
    const [newest] = this.#complete;
    const now = clock.now();
    const isFirstLate = plan.schedule !== null && now - this.#startedAt > firstWithinMs;
    const overdue = newest === undefined ? isFirstLate : isOverdue(plan.schedule, newest.at, now);
    return {
      place: store.place,
      count: this.#complete.length,
      lastAt: newest?.at ?? null,
      lastBytes: newest?.bytes ?? 0,
      lastDurationMs: this.#lastDurationMs,
      failures: this.#failures,
      failure: this.#failure,
      isOverdue: overdue,
      scheduled: plan.schedule !== null,
      nextAt: computeNextBackup(plan.schedule, newest?.at ?? null, now),
      running: this.#running,
    };
  }

  /** The backups in the store, newest first. @throws Error if it cannot be read */
  listBackups(): Promise<readonly StoredBackup[]> {
    return listStoredBackups(this.#options.store);
  }

  /** Starts a backup, unless one is in progress. Its failure is in the status. */
  backUpNow(): BackupProgress {
    if (this.#running !== null) return this.#running;
    const progress = this.#step('waiting');
    const make = (): Promise<void> => this.#make(this.#options.clock.now());
    this.#turn = this.#turn.then(() =>
      this.#runReported(() => runInBackground(this.#options.tracer, 'requested backup', make)),
    );
    return progress;
  }

  /** Makes a backup if one is due. Does not reject. */
  turn(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#turnOnce());
    return this.#turn;
  }

  /** Waits for the end of the current turn; an upload is stopped between two files. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    await this.#timer?.[Symbol.asyncDispose]();
    await this.#turn;
  }

  async #turnOnce(): Promise<void> {
    const { plan, clock, isLeader } = this.#options;
    const now = clock.now();
    if (this.#ending.signal.aborted) return;
    // A clock that was set back tries again.
    const measureAge = (at: number | null): number => (at === null || at > now ? Infinity : now - at);
    if (this.#failure !== null && measureAge(this.#triedAt) < retryAfterMs) return;
    const isWaiting = (): boolean => !isLeader() || !isDue(plan.schedule, this.#complete[0]?.at ?? null, now);
    if (isWaiting() && measureAge(this.#listedAt) < listEveryMs) return;
    await this.#runReported(async () => {
      await this.#list(now);
      // Another process may have made it.
      if (!isWaiting())
        await runInBackground(this.#options.tracer, 'scheduled backup', () => this.#make(now));
    });
  }

  async #runReported(work: () => Promise<void>): Promise<void> {
    if (this.#ending.signal.aborted) return;
    try {
      await work();
      this.#failure = null;
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      this.#triedAt = this.#options.clock.now();
      this.#failures++;
      this.#failure = error instanceof Error ? error.message : String(error);
      this.#options.onFailure(error);
    }
  }

  #step(step: BackupProgress['step'], done = 0, total = 0): BackupProgress {
    this.#running = { startedAt: this.#running?.startedAt ?? this.#options.clock.now(), step, done, total };
    return this.#running;
  }

  async #list(now: number): Promise<void> {
    this.#complete = (await listStoredBackups(this.#options.store)).filter(({ isComplete }) => isComplete);
    this.#listedAt = now;
  }

  async #make(now: number): Promise<void> {
    const { store, stagingFolder, readManifest, stopwatch, onStored } = this.#options;
    const { signal } = this.#ending;
    const started = stopwatch();
    const name = this.#createUnusedName(now);
    const folder = join(store.folder ?? stagingFolder, name);
    try {
      // A staging folder is of one run.
      if (store.folder === null) await rm(stagingFolder, { recursive: true, force: true });
      this.#step('copying');
      await this.#options.backup(folder, (done, total) => this.#step('copying', done, total));
      if (store.folder === null) {
        const text = await readFile(join(folder, manifestName), 'utf8');
        const onFile = (done: number, total: number): unknown => this.#step('sending', done, total);
        await sendBackup(store, folder, name, { text, ...readManifest(text) }, { signal, onFile });
      }
      const onFile = (done: number, total: number): unknown => this.#step('verifying', done, total);
      await verifyStored(store, name, readManifest, { signal, onFile });
    } catch (error) {
      await this.#removeFailed(name);
      throw error;
    } finally {
      this.#running = null;
      if (store.folder === null)
        await rm(stagingFolder, { recursive: true, force: true }).catch(() => undefined);
    }
    const deleted = await this.#removeExpired(name, now);
    await this.#list(now);
    this.#lastDurationMs = stopwatch() - started;
    const bytes = this.#complete.find((one) => one.name === name)?.bytes ?? 0;
    const seconds = Math.round(this.#lastDurationMs / 100) / 10;
    onStored({ name, place: store.place, bytes, seconds, deleted });
  }

  /** Names are to the second: a second backup of the same second gets the name of the next one. */
  #createUnusedName(now: number): string {
    const used = new Set(this.#complete.map(({ name }) => name));
    let at = now;
    while (used.has(formatBackupName(at))) at += 1_000;
    return formatBackupName(at);
  }

  /** Deletes backups that need not be kept, now that `newest` is verified, and the remains of backups that failed a day ago or earlier. */
  async #removeExpired(newest: string, now: number): Promise<number> {
    const { plan, store } = this.#options;
    const found = await listStoredBackups(store);
    const complete = found.filter(({ isComplete }) => isComplete);
    if (!complete.some(({ name }) => name === newest))
      throw new Error(`${newest} is not in ${store.place} after it was stored`);
    const expired = new Set(selectExpiredBackups(complete, plan, now));
    const remains = found.filter(({ isComplete, at }) => !isComplete && now - at > dayMs);
    const removed = [...found.filter(({ name }) => expired.has(name)), ...remains];
    for (const backup of removed) await removeBackup(store, backup);
    return removed.length;
  }

  async #removeFailed(name: string): Promise<void> {
    try {
      const found = (await listStoredBackups(this.#options.store)).find((one) => one.name === name);
      if (found !== undefined) await removeBackup(this.#options.store, found);
    } catch {
      // A store that cannot be reached: the remains are deleted after a day.
    }
  }
}
