import { join } from 'node:path';
import type { Engine, ProjectEngine } from '../../ports/engine.ts';
import { LogCompacted, LogRestored, type SharedLog, type SharedLogs } from '../../ports/shared-log.ts';
import type { Project } from '../../ports/projects.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { CommonWords } from '../../kernel/text/expansion/typo-rules.ts';
import type { Clock } from '../../lib/clock.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { copyEverything, makeBackup } from './backup-folder.ts';
import { controlFile, projectFile, projectsIn } from './data-folder.ts';
import { LeaderElection } from '../storage/leader-election.ts';
import { IndexBuilder } from '../search/index-builder.ts';
import { TrainingQueue } from '../learning/training-queue.ts';
import { lockFolder, type FolderLock } from '../storage/folder-lock.ts';
import type { TargetImageModel } from '../pictures/picture-models.ts';
import { EmbeddedProject } from './project.ts';
import { EmbeddedProjectStore, type StoreOptions } from './project-store.ts';
import { refuseLostList, type ProjectFiles } from './project-files.ts';
import { removeDatabase, restoreSnapshot } from './log-snapshot.ts';
import { controlLog, projectLog } from '../storage/log-names.ts';
import { WriteCheck } from '../storage/write-check.ts';
import { Writer } from '../storage/writer.ts';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The model whose features are compared, and their length. An empty model: none is loaded. */
  readonly image: TargetImageModel;
  /** The newest events that an order of recommendations is learnt from; 0, or left out: nothing is learnt. */
  readonly learningEventsMax?: number;
  /** Of the languages that are known; left out: of none. */
  readonly commonWords?: CommonWords;
  /** Hears of faults in background work, which nobody waits for. */
  readonly onError: (error: unknown) => void;
  /** What other processes write to as well; left out: this is the only process. */
  readonly shared?: SharedLogs;
}

/** How often a process looks for what others wrote where nobody asks it anything. */
const lookEveryMs = 500;

/** Everything in one process and one folder: SQLite below, live structures in memory above. */
export class EmbeddedEngine implements Engine {
  readonly #options: EmbeddedOptions;
  readonly #lock: FolderLock;
  readonly #writer: Writer;
  readonly #writeCheck: WriteCheck;
  readonly #builder: IndexBuilder;
  readonly #trainingQueue = new TrainingQueue();
  readonly #election: LeaderElection;
  readonly #projects = new Map<string, Promise<EmbeddedProject>>();
  readonly #opened = new Map<string, EmbeddedProject>();
  /** Projects that could not be opened at the start. */
  readonly #damaged = new Set<string>();
  #store: EmbeddedProjectStore | null = null;
  /** Removals under way of what an id had here: nothing is begun under it meanwhile. */
  readonly #removing = new Map<string, Promise<void>>();
  /** The newest backup that was asked for. */
  #backups: Promise<unknown> = Promise.resolve();
  #looking: Promise<unknown> = Promise.resolve();
  #isLooking = false;
  #timer: NodeJS.Timeout | null = null;
  /** Why the newest look at what others wrote failed; null: it did not. */
  #unreached: string | null = null;
  /** Why the list of projects is to be begun anew; null: it is not. */
  #outdated: string | null = null;
  /** Counts how often it was. */
  #storeAge = 0;
  #beginning: Promise<void> | null = null;
  /** Why projects are being begun anew, by their ids. */
  readonly #renewed = new Map<string, string>();

  private constructor(options: EmbeddedOptions, lock: FolderLock) {
    this.#options = options;
    this.#lock = lock;
    this.#writer = new Writer();
    const tryWrite = options.shared === undefined ? () => this.store.tryWrite() : null;
    this.#writeCheck = new WriteCheck(this.#writer, options.dataDir, tryWrite);
    this.#builder = new IndexBuilder(options.onError);
    this.#election = new LeaderElection(options.shared?.leases ?? null, options.onError);
  }

  /** Opens the folder; projects are opened when they are asked for. @throws Error where another process has the folder */
  static async open(options: EmbeddedOptions): Promise<EmbeddedEngine> {
    makeFolder(projectsIn(options.dataDir));
    const engine = new EmbeddedEngine(options, lockFolder(options.dataDir));
    try {
      const path = join(options.dataDir, controlFile);
      const { clock, shared, onError } = options;
      if (shared === undefined) refuseLostList(options.dataDir);
      const log = shared === undefined ? null : await engine.#takeUpControl(shared, path);
      const removeData: StoreOptions['removeData'] = (...removed) => engine.#remove(...removed);
      engine.#store = await EmbeddedProjectStore.open({
        writer: engine.#writer,
        clock,
        path,
        log,
        election: engine.#election,
        onError,
        removeData,
      });
      await engine.catchUp();
      if (shared !== undefined) engine.#timer = setInterval(() => engine.#poll(), lookEveryMs).unref();
    } catch (error) {
      await engine[Symbol.asyncDispose]();
      throw error;
    }
    return engine;
  }

  /**
   * Opens every project, so that none of its first users waits for that. One that cannot be opened is off until
   * the next start, and keeps no other shop down.
   */
  async openAll(): Promise<void> {
    for (const { id } of this.store.projects()) {
      try {
        await this.project(id);
      } catch (error) {
        this.#damaged.add(id);
        this.#options.onError(error);
      }
    }
  }

  get store(): EmbeddedProjectStore {
    if (this.#store === null) throw new Error('Cannot use the engine before it is open');
    return this.#store;
  }

  async catchUp(likely?: string): Promise<ProjectEngine | null> {
    const project = this.#opened.get(likely ?? '') ?? null;
    // Both looks begin in the same turn, and are one request. What is wrong with the project is told to who asks for it.
    const looked = project?.fresh().then(
      () => true,
      () => false,
    );
    await this.#freshStore();
    return (await looked) === true ? project : null;
  }

  async project(id: string, seen: ProjectEngine | null = null): Promise<EmbeddedProject> {
    for (;;) {
      const project = await this.#project(id);
      if (project === seen) return project;
      try {
        await project.fresh();
        return project;
      } catch (error) {
        if (!(error instanceof LogCompacted)) throw error;
        this.#reopen(id, project, error);
      }
    }
  }

  async #freshStore(): Promise<void> {
    for (;;) {
      const age = this.#storeAge;
      try {
        if (this.#outdated !== null) await this.#rebuildStore();
        return await this.store.fresh();
      } catch (error) {
        if (!(error instanceof LogCompacted)) throw error;
        if (age !== this.#storeAge || this.#outdated !== null) continue;
        this.#outdated = `The list of projects is begun anew: ${error.message}`;
        if (error instanceof LogRestored) this.#options.onError(error);
      }
    }
  }

  /** Brings the list of projects to where its log is, whatever it was. @throws LogMovedOn; VitrineError storage_failed: the next one tries again */
  #rebuildStore(): Promise<void> {
    const begin = async (): Promise<void> => {
      const before = this.store.projects();
      await this.store.rebuild((path) => this.#takeUpControl(this.#options.shared!, path));
      this.#storeAge++;
      this.#outdated = null;
      const isNow = ({ id, createdAt }: Project): boolean => this.store.project(id)?.createdAt === createdAt;
      const gone = before.filter((project) => !isNow(project));
      await Promise.all(gone.map(({ id }) => this.#clear(id, this.store.files)));
    };
    this.#beginning ??= begin().finally(() => (this.#beginning = null));
    return this.#beginning;
  }

  async #takeUpControl(shared: SharedLogs, path: string): Promise<SharedLog> {
    const log = await shared.open(controlLog);
    await restoreSnapshot(log, path);
    return log;
  }

  #project(id: string): Promise<EmbeddedProject> {
    if ((this.#store?.project(id) ?? null) === null) {
      return Promise.reject(notFound(id));
    }
    if (this.#damaged.has(id)) {
      const detail = `Project ${JSON.stringify(id)} cannot be opened; the log has the cause. Put its database back from a backup and start again`;
      return Promise.reject(new VitrineError('storage_failed', detail));
    }
    let project = this.#projects.get(id);
    if (project === undefined) {
      project = this.#open(id, this.#removing.get(id));
      this.#hold(id, project);
    }
    return project;
  }

  backup(folder: string): Promise<{ files: number; bytes: number }> {
    const { dataDir, shared, clock } = this.#options;
    const open = (id: string): Promise<unknown> => this.project(id);
    const createdAt = (id: string): number | null => this.store.project(id)?.createdAt ?? null;
    const source = { dataDir, isShared: shared !== undefined, open, createdAt };
    const make = () => makeBackup(folder, clock.now(), (partial) => copyEverything(source, partial));
    // One after the other: two of one name would write into one folder, and many at once would hold up the disk.
    const made = this.#backups.then(make, make);
    this.#backups = made;
    return made;
  }

  status(): { ready: boolean; detail: string } {
    const [renewed = null] = this.#renewed.values();
    const damaged = [...this.#damaged].join(', ');
    const ids = this.store.projects().map(({ id }) => id);
    const allDamaged = ids.length > 0 && ids.every((id) => this.#damaged.has(id));
    const failure =
      this.#writer.failure ??
      this.#options.shared?.failure() ??
      this.#outdated ??
      renewed ??
      this.#unreached ??
      this.store.readFailure() ??
      (allDamaged ? `No project can be opened: ${damaged}` : null);
    return {
      ready: failure === null,
      detail: failure ?? (damaged === '' ? 'open' : `open, except ${damaged}`),
    };
  }

  writes(): Promise<{ ready: boolean; detail: string }> {
    return this.#writeCheck.status();
  }

  gauges(): Record<string, number> {
    const sums: Record<string, number> = { projects: this.#opened.size };
    for (const project of this.#opened.values()) {
      for (const [name, value] of Object.entries(project.gauges())) sums[name] = (sums[name] ?? 0) + value;
    }
    return sums;
  }

  /** Finishes every write that was accepted, then closes. */
  async [Symbol.asyncDispose](): Promise<void> {
    await using stack = new AsyncDisposableStack();
    stack.defer(() => this.#lock.release());
    stack.use(this.#writer);
    stack.use(this.#builder);
    stack.use(this.#trainingQueue);
    stack.use(this.#election);
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#looking;
    await this.#beginning?.catch(() => undefined);
    if (this.#store !== null) stack.use(this.#store);
    // One that is being opened is waited for; one that could not be opened has nothing to close.
    for (const opening of this.#projects.values()) {
      const project = await opening.catch(() => null);
      if (project !== null) stack.use(project);
    }
    this.#opened.clear();
  }

  /** `removing`: the removal of what the id had here, to be waited for. */
  async #open(id: string, removing: Promise<void> | undefined): Promise<EmbeddedProject> {
    const { clock, ids, image, onError, commonWords, learningEventsMax = 0 } = this.#options;
    await removing;
    const found = this.store.project(id);
    if (found === null) throw notFound(id);
    const path = projectFile(this.#options.dataDir, id);
    const log = (await this.#options.shared?.open(projectLog(found))) ?? null;
    if (log !== null) await restoreSnapshot(log, path);
    const { files } = this.store;
    files?.check(found);
    const project = await EmbeddedProject.open({
      id,
      path,
      log,
      identity: files?.identityOf(found) ?? null,
      election: this.#election,
      writer: this.#writer,
      builder: this.#builder,
      clock,
      ids,
      image,
      onError,
      trainingQueue: this.#trainingQueue,
      learningEventsMax,
      ...(commonWords === undefined ? {} : { commonWords }),
    });
    await files?.keep(id).catch(async (error: unknown) => {
      await project.close(notFound(id), false);
      throw error;
    });
    this.#opened.set(id, project);
    return project;
  }

  async #remove(removed: Project, from: 'here' | 'everywhere', files: ProjectFiles | null): Promise<void> {
    const { id } = removed;
    const isOpening = this.#projects.has(id) && !this.#opened.has(id);
    // Another shop may have the id by now: what is here is its, then.
    if ((this.#store?.project(id) ?? null) === null) await this.#clear(id, files);
    // One that was being opened may have begun its log again.
    if (from === 'everywhere' || isOpening) await this.#options.shared?.remove(projectLog(removed));
  }

  /** Removes what an id has here, and lets nothing be begun under it meanwhile. */
  async #clear(id: string, files: ProjectFiles | null): Promise<void> {
    const opening = this.#projects.get(id);
    this.#projects.delete(id);
    const removeHere = async (): Promise<void> => {
      const project = await opening?.catch(() => undefined);
      await project?.close(notFound(id), false);
      if (this.#opened.get(id) === project) this.#opened.delete(id);
      this.#damaged.delete(id);
      if (files === null) await removeDatabase(projectFile(this.#options.dataDir, id));
      else await files.remove(id);
    };
    const removing = (this.#removing.get(id) ?? Promise.resolve()).then(removeHere);
    const ended = removing
      .catch(() => undefined)
      .then(() => {
        if (this.#removing.get(id) === ended) this.#removing.delete(id);
      });
    this.#removing.set(id, ended);
    await removing;
  }

  /** Closes a project that cannot go on from where it is in its log, so that it is opened anew with the log's base. */
  #reopen(id: string, project: EmbeddedProject, reason: LogCompacted): void {
    if (this.#opened.get(id) !== project) return;
    this.#opened.delete(id);
    if (reason instanceof LogRestored) this.#options.onError(reason);
    this.#renewed.set(id, `Project ${JSON.stringify(id)} is begun anew: ${reason.message}`);
    const leaving = project.close(
      new VitrineError('storage_failed', 'The project is begun anew', { retryAfterSeconds: 1 }),
      false,
    );
    // A removal that begins from now on waits for this opening, which therefore must not wait for it.
    const removing = this.#removing.get(id);
    const opening = leaving
      .then(() => this.#open(id, removing))
      .finally(() => {
        this.#renewed.delete(id);
      });
    this.#hold(id, opening);
  }

  /** Keeps a project that is being opened, unless that fails. */
  #hold(id: string, opening: Promise<EmbeddedProject>): void {
    this.#projects.set(id, opening);
    opening.catch(() => {
      if (this.#projects.get(id) === opening) this.#projects.delete(id);
    });
  }

  /** Takes in what others wrote, so that whoever asks next need not wait for much of it. */
  #poll(): void {
    // One that gets no answer for long is not followed by all that were due meanwhile: closing waits for it.
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#looking = this.#lookOnce().finally(() => (this.#isLooking = false));
  }

  async #lookOnce(): Promise<void> {
    try {
      await Promise.all([
        this.catchUp(),
        ...[...this.#opened.keys()].map(async (id) => {
          try {
            await this.project(id);
          } catch (error) {
            // One that was deleted meanwhile is no fault.
            if (this.store.project(id) !== null) throw error;
          }
        }),
      ]);
      if (this.#election.isLeader) await this.store.finishDeletions();
      this.#unreached = null;
    } catch (error) {
      this.#unreached = error instanceof Error ? error.message : String(error);
    }
  }
}

function notFound(id: string): VitrineError {
  return new VitrineError('project_not_found', `There is no project ${JSON.stringify(id)}`);
}
