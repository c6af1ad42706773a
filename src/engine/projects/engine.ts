import { join } from 'node:path';
import type { BoundedRead, Engine, ProjectEngine, ProjectOverview } from '../../ports/engine.ts';
import { LogCompacted, type AppendHint, type SharedLogs } from '../../ports/cluster/shared-log.ts';
import type { Project } from '../../ports/access/projects.ts';
import { isStorageError, projectNotFound, VitrineError } from '../../ports/errors.ts';
import { IntervalTask } from '../../lib/interval-task.ts';
import { ProgramRunner } from '../../lib/program-runner.ts';
import { makeBackup } from '../data-folder/backup-folder.ts';
import { controlFile, projectFile } from '../data-folder/data-folder.ts';
import type { EmbeddedOptions } from './engine-options.ts';
import { LeaderElection } from '../log/leader-election.ts';
import { IndexBuilder } from '../search/index-builder.ts';
import { TrainingQueue } from '../recommendations/learning/training-queue.ts';
import type { FolderLock } from '../storage/folder-lock.ts';
import { claimFolder, withFolderProblem } from '../data-folder/folder-problem.ts';
import { OpenProjects } from './open-projects.ts';
import { AllocatedProjects } from './allocated-projects.ts';
import { EmbeddedProject } from './project.ts';
import { EmbeddedProjectStore, type StoreOptions } from '../control/project-store.ts';
import { LostEntryCounter } from '../data-folder/lost-entries.ts';
import { refuseLostList, type ProjectFiles } from '../data-folder/project-files.ts';
import { openWithSnapshot, removeDatabase } from '../data-folder/log-snapshot.ts';
import { controlLog, projectLog } from '../log/log-names.ts';
import { WriteCheck } from '../storage/write-check.ts';
import { Writer } from '../storage/writer.ts';

/** Interval at which an idle process polls for the writes of others. */
const pollEveryMs = 500;
/**
 * The same while hints of new entries arrive. A lost hint delays only what happens without a request, as each request reads its logs
 * itself.
 */
const hintedPollEveryMs = 5_000;

/** The engine in one process and one folder: SQLite on disk, projections in memory. */
export class EmbeddedEngine implements Engine {
  readonly #options: EmbeddedOptions;
  readonly #lock: FolderLock;
  readonly #writer: Writer;
  readonly #writeCheck: WriteCheck;
  readonly #builder: IndexBuilder;
  readonly #runner = new ProgramRunner();
  readonly #trainingQueue = new TrainingQueue(this.#runner);
  readonly #election: LeaderElection;
  readonly #projects: OpenProjects;
  /** Null if this process holds all projects. */
  readonly #allocated: AllocatedProjects | null;
  #store: EmbeddedProjectStore | null = null;
  /** The most recently requested backup. */
  #backups: Promise<unknown> = Promise.resolve();
  /** Null if this is the only process. */
  #polls: IntervalTask | null = null;
  /** The start of the last poll of all logs, by `performance.now`. */
  #polledAt = -Infinity;
  /** Null without hints of new entries. */
  #hints: Disposable | null = null;
  /** Polls that hints caused and that have not ended. */
  readonly #hinted = new Set<Promise<void>>();
  /** Names of logs by id of the project. */
  readonly #logNames = new Map<string, string>();
  readonly #lostEntries: LostEntryCounter | null;
  /** The reason why the last poll failed, or null if it succeeded. */
  #pollFailure: string | null = null;
  /** The reason why the list of projects must be rebuilt, or null if it is current. */
  #outdated: string | null = null;
  #storeGeneration = 0;
  #rebuilding: Promise<void> | null = null;

  private constructor(options: EmbeddedOptions, lock: FolderLock) {
    this.#options = options;
    this.#lock = lock;
    this.#writer = new Writer(options.pageCacheKilobytes);
    const tryWrite = options.shared === undefined ? () => this.store.tryWrite() : null;
    this.#writeCheck = new WriteCheck(this.#writer, options.dataDir, tryWrite);
    const { shared, onError, dataDir, allocation, copyKeptMs = Infinity } = options;
    this.#lostEntries = shared === undefined ? null : new LostEntryCounter(shared, onError);
    this.#builder = new IndexBuilder(onError);
    this.#election = new LeaderElection(shared?.leases ?? null, onError);
    const listProjects = (): readonly Project[] => this.store.projects();
    const getProjects = (): OpenProjects => this.#projects;
    const allocated =
      allocation === undefined
        ? null
        : new AllocatedProjects({
            allocation,
            dataDir,
            copyKeptMs,
            listProjects: listProjects,
            projects: getProjects,
            onError,
          });
    this.#allocated = allocated;
    this.#projects = new OpenProjects({
      dataDir,
      listProjects: listProjects,
      find: (id) => this.#store?.project(id) ?? null,
      open: (project) => this.#open(project),
      listening: options.listening ?? Promise.resolve(),
      onError,
      idleMs: shared === undefined || allocated !== null ? (options.idleMs ?? null) : null,
      keepsOpen: allocated === null ? null : (id) => allocated.keepsOpen(id),
    });
  }

  /** Opens the folder; projects are opened on demand. @throws FolderInUse if another process holds the folder */
  static async open(options: EmbeddedOptions): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(options, claimFolder(options.dataDir));
    try {
      const path = join(options.dataDir, controlFile);
      const { clock, shared, onError } = options;
      if (shared === undefined) refuseLostList(options.dataDir);
      const log = shared === undefined ? null : await openWithSnapshot(shared, controlLog, path);
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
      // Polling in idle times shortens the wait of the next request.
      if (shared !== undefined) engine.#startPolling(shared);
    } catch (error) {
      await engine[Symbol.asyncDispose]();
      throw withFolderProblem(error, options.dataDir);
    }
    return engine;
  }

  /** See {@link OpenProjects.openAll}. */
  async openAll(): Promise<void> {
    await this.#projects.openAll();
    this.#allocated?.start();
  }

  get store(): EmbeddedProjectStore {
    if (this.#store === null) throw new Error('Cannot use the engine before it is open');
    return this.#store;
  }

  async catchUp(likely?: string, read: BoundedRead | null = null): Promise<ProjectEngine | null> {
    const project = this.#projects.opened.get(likely ?? '') ?? null;
    if (project !== null) this.#projects.recordUse(project);
    // Both polls begin in the same turn and share one request. An error of the project goes to the caller of `project`.
    const caughtUp = project?.catchUp(read).then(
      () => true,
      () => false,
    );
    await this.#catchUpStore(read);
    return (await caughtUp) === true ? project : null;
  }

  project(id: string, seen: object | null = null, read: BoundedRead | null = null): Promise<EmbeddedProject> {
    return this.#upToDate(id, seen, read, true);
  }

  /** Opens a project and catches it up. If `isUse`, it stays open for a while. */
  async #upToDate(
    id: string,
    seen: object | null,
    read: BoundedRead | null,
    isUse: boolean,
  ): Promise<EmbeddedProject> {
    for (;;) {
      const project = await this.#projects.get(id);
      if (isUse) this.#projects.recordUse(project);
      if (project === seen) return project;
      try {
        await project.catchUp(read);
        return project;
      } catch (error) {
        if (!(error instanceof LogCompacted)) throw error;
        this.#reopen(id, project, error);
      }
    }
  }

  async #catchUpStore(read: BoundedRead | null): Promise<void> {
    for (;;) {
      const generation = this.#storeGeneration;
      try {
        if (this.#outdated !== null) await this.#rebuildStore();
        return await this.store.catchUp(read);
      } catch (error) {
        if (!(error instanceof LogCompacted)) throw error;
        if (generation !== this.#storeGeneration || this.#outdated !== null) continue;
        this.#outdated = `The list of projects is being rebuilt: ${error.message}`;
        await this.#lostEntries?.add(controlLog, join(this.#options.dataDir, controlFile), error);
      }
    }
  }

  /** Rebuilds the list of projects from its log. @throws LogCompacted; VitrineError storage_failed: the next call retries */
  #rebuildStore(): Promise<void> {
    const begin = async (): Promise<void> => {
      const before = this.store.projects();
      await this.store.rebuild((path) => openWithSnapshot(this.#options.shared!, controlLog, path));
      this.#storeGeneration++;
      this.#outdated = null;
      const isCurrent = ({ id, createdAt }: Project): boolean =>
        this.store.project(id)?.createdAt === createdAt;
      const removed = before.filter((project) => !isCurrent(project));
      await Promise.all(removed.map(({ id }) => this.#clear(id, this.store.files)));
    };
    this.#rebuilding ??= begin().finally(() => (this.#rebuilding = null));
    return this.#rebuilding;
  }

  /** The project with this id, where it is open. */
  findOpen(id: string): EmbeddedProject | null {
    return this.#projects.opened.get(id) ?? null;
  }

  onOpened(listener: (project: ProjectEngine) => void): void {
    this.#projects.onOpened(listener);
  }

  hold(project: ProjectEngine): Disposable {
    return this.#projects.hold(project);
  }

  async *projectsWithWork(): AsyncGenerator<ProjectEngine> {
    const { shared } = this.#options;
    // With shared logs, the work may come from another process.
    const listIds = (): string[] => this.#allocated?.listKept() ?? this.store.projects().map(({ id }) => id);
    const ids = shared === undefined ? this.#projects.opened.keys() : listIds();
    for (const id of ids) {
      const project = shared === undefined ? this.#projects.opened.get(id) : await this.#projectOrNull(id);
      if (project === null || project === undefined) continue;
      const hold = this.hold(project);
      try {
        yield project;
      } finally {
        hold[Symbol.dispose]();
      }
    }
  }

  listHeldProjects(): readonly string[] {
    const ids = this.store.projects().map(({ id }) => id);
    const allocated = this.#allocated;
    return allocated === null
      ? ids
      : ids.filter((id) => allocated.keepsOpen(id) || this.#projects.opened.has(id));
  }

  async overview(id: string): Promise<ProjectOverview> {
    return this.#projects.overview(id) ?? this.project(id);
  }

  /** The project, or null if it was deleted or is damaged, which was reported. */
  async #projectOrNull(id: string): Promise<EmbeddedProject | null> {
    try {
      return await this.project(id);
    } catch (error) {
      const isUnknown = error instanceof VitrineError && error.code === 'project_not_found';
      if (isUnknown || isStorageError(error)) return null;
      throw error;
    }
  }

  backup(
    folder: string,
    onCopied: (done: number, total: number) => void = () => undefined,
  ): Promise<{ files: number; bytes: number }> {
    const { dataDir, shared, clock } = this.#options;
    // A closed project is complete on disk, unless other processes write to it.
    const open = (id: string): Promise<unknown> =>
      this.#allocated === null ? this.overview(id) : this.#upToDate(id, null, null, false);
    const readCreationTime = (id: string): number | null => this.store.project(id)?.createdAt ?? null;
    const source = { dataDir, isShared: shared !== undefined, open, readCreationTime, onCopied };
    const createBackup = () => makeBackup(folder, clock.now(), source);
    // One backup at a time: two of the same name would write to one folder, and concurrent ones would slow down the disk.
    const backup = this.#backups.then(createBackup, createBackup);
    this.#backups = backup;
    return backup;
  }

  status(): { ready: boolean; detail: string; warning?: string } {
    const { shared } = this.#options;
    const damagedIds = this.#projects.damaged;
    const damaged = [...damagedIds].join(', ');
    const ids = this.store.projects().map(({ id }) => id);
    const allDamaged = ids.length > 0 && ids.every((id) => damagedIds.has(id));
    const failure =
      this.#writer.failure ??
      shared?.findFailure() ??
      this.#outdated ??
      this.#projects.reopening ??
      (this.#pollFailure === null ? null : (shared?.findWriteFailure() ?? this.#pollFailure)) ??
      this.store.readFailure() ??
      (allDamaged ? `No project can be opened: ${damaged}` : null);
    const detail = failure ?? (damaged === '' ? 'open' : `open, except ${damaged}`);
    return { ready: failure === null, detail, ...this.#projects.warning() };
  }

  async writes(): Promise<{ ready: boolean; detail: string }> {
    const failure = this.#options.shared?.findWriteFailure() ?? null;
    return failure === null ? this.#writeCheck.checkStatus() : { ready: false, detail: failure };
  }

  releaseCaches(): void {
    for (const project of this.#projects.opened.values()) project.catalog.releaseCache();
  }

  gauges(): Record<string, number> {
    const { opened, overviews } = this.#projects;
    const closed = [...overviews.values()];
    const sums: Record<string, number> = {
      projects: this.store.projects().length,
      projects_open: opened.size,
      projects_damaged: this.#projects.damaged.size + this.#projects.partlyDamaged.length,
      items: closed.reduce((sum, { catalog }) => sum + catalog.count().total, 0),
      events: closed.reduce((sum, { events }) => sum + events.count(), 0),
      ...this.#trainingQueue.gauges(),
    };
    if (this.#allocated !== null) sums['projects_held'] = this.#allocated.listKept().length;
    if (this.#lostEntries !== null) sums['writes_lost_entries'] = this.#lostEntries.count;
    const { shared } = this.#options;
    if (shared !== undefined) {
      const isReachable = shared.findFailure() === null;
      sums['cluster_reachable'] = Number(isReachable);
      sums['cluster_accepts_writes'] = Number(isReachable && shared.findWriteFailure() === null);
    }
    for (const project of opened.values()) {
      for (const [name, value] of Object.entries(project.gauges())) sums[name] = (sums[name] ?? 0) + value;
    }
    return sums;
  }

  /** Completes every accepted write, then closes. */
  async [Symbol.asyncDispose](): Promise<void> {
    await using stack = new AsyncDisposableStack();
    stack.defer(() => this.#lock.release());
    stack.use(this.#writer);
    stack.use(this.#builder);
    stack.use(this.#runner);
    stack.use(this.#trainingQueue);
    stack.use(this.#election);
    this.#hints?.[Symbol.dispose]();
    await this.#allocated?.[Symbol.asyncDispose]();
    await Promise.all(this.#hinted);
    await this.#polls?.[Symbol.asyncDispose]();
    await this.#rebuilding?.catch(() => undefined);
    if (this.#store !== null) stack.use(this.#store);
    for (const project of await this.#projects.end()) stack.use(project);
  }

  async #open(listedProject: Project): Promise<EmbeddedProject> {
    const { clock, ids, image, onError, commonWords, learningEventsMax = 0, shared } = this.#options;
    const { itemCacheBytesMax, listening = Promise.resolve() } = this.#options;
    const { id } = listedProject;
    const path = projectFile(this.#options.dataDir, id);
    const logName = projectLog(listedProject);
    const log = shared === undefined ? null : await openWithSnapshot(shared, logName, path);
    if (shared !== undefined) this.#logNames.set(id, logName);
    const { files } = this.store;
    files?.check(listedProject);
    const project = await EmbeddedProject.open({
      id,
      defaultsGeneration: listedProject.defaultsGeneration ?? 1,
      path,
      log,
      identity: files?.identityFor(listedProject) ?? null,
      election: this.#allocated?.findLeadership(id) ?? this.#election,
      writer: this.#writer,
      builder: this.#builder,
      clock,
      ids,
      image: await image,
      listening,
      onError,
      runner: this.#runner,
      trainingQueue: this.#trainingQueue,
      learningEventsMax,
      ...(itemCacheBytesMax === undefined ? {} : { itemCacheBytesMax }),
      ...(commonWords === undefined ? {} : { commonWords }),
    });
    await files?.addFile(id).catch(async (error: unknown) => {
      await project.close(projectNotFound(id), false);
      throw error;
    });
    return project;
  }

  async #remove(removed: Project, from: 'here' | 'everywhere', files: ProjectFiles | null): Promise<void> {
    const { id } = removed;
    const isOpening = this.#projects.isOpening(id);
    if (this.#logNames.get(id) === projectLog(removed)) this.#logNames.delete(id);
    // If another project has the id already, the data here is that project's.
    if ((this.#store?.project(id) ?? null) === null) await this.#clear(id, files);
    // A project that was still opening may have created its log again.
    if (from === 'everywhere' || isOpening) await this.#options.shared?.remove(projectLog(removed));
  }

  /** Removes the data under an id, and blocks the id until that is done. */
  #clear(id: string, files: ProjectFiles | null): Promise<void> {
    return this.#projects.remove(id, () =>
      files === null ? removeDatabase(projectFile(this.#options.dataDir, id)) : files.remove(id),
    );
  }

  /** Closes a project that cannot continue from its log position, and opens it again from the log's snapshot. */
  #reopen(id: string, project: EmbeddedProject, reason: LogCompacted): void {
    const listed = this.store.project(id);
    const path = projectFile(this.#options.dataDir, id);
    this.#projects.reopen(id, project, reason, () =>
      listed === null ? undefined : this.#lostEntries?.add(projectLog(listed), path, reason),
    );
  }

  #startPolling(shared: SharedLogs): void {
    const { hints = null } = shared;
    this.#hints = hints?.subscribe((hint) => this.#followHint(hint)) ?? null;
    this.#polls = new IntervalTask(pollEveryMs, async () => {
      const isRare = hints?.isActive === true && this.#pollFailure === null;
      if (!isRare || performance.now() - this.#polledAt >= hintedPollEveryMs) await this.#poll();
    });
  }

  /** Applies the new entries of a log, or of all of them. */
  #followHint(hint: AppendHint | null): void {
    if (hint === null) return this.#track(this.#poll());
    // A failure shows at the next poll.
    if (hint.log === controlLog) return this.#track(this.#catchUpStore(null).catch(() => undefined));
    for (const [id, { position }] of this.#projects.opened) {
      // A process with requests of its own has read most entries before their hints arrive.
      if (this.#logNames.get(id) !== hint.log || (position?.next ?? 0) >= hint.next) continue;
      const followed = this.#upToDate(id, null, null, false);
      this.#track(
        followed.then(
          () => undefined,
          () => undefined,
        ),
      );
    }
  }

  #track(work: Promise<void>): void {
    this.#hinted.add(work);
    void work.finally(() => this.#hinted.delete(work));
  }

  async #poll(): Promise<void> {
    this.#polledAt = performance.now();
    try {
      await Promise.all([
        this.catchUp(),
        ...[...this.#projects.opened.keys()].map(async (id) => {
          try {
            await this.#upToDate(id, null, null, false);
          } catch (error) {
            // The project may have been deleted in the meantime, or closed as other processes hold it.
            const isClosed = this.#allocated !== null && !this.#projects.opened.has(id);
            if (this.store.project(id) !== null && !isClosed) throw error;
          }
        }),
      ]);
      if (this.#election.isLeader) await this.store.finishDeletions();
      this.#pollFailure = null;
    } catch (error) {
      this.#pollFailure = error instanceof Error ? error.message : String(error);
    }
  }
}
