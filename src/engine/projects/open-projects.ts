import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectEngine, ProjectOverview } from '../../ports/engine.ts';
import type { Project } from '../../ports/access/projects.ts';
import { projectNotFound, VitrineError } from '../../ports/errors.ts';
import { FairSemaphore } from '../../lib/fair-semaphore.ts';
import { DamageCheck } from '../storage/damage-check.ts';
import { describeDamage, isDamage } from '../storage/storage-failure.ts';
import { projectFile } from '../data-folder/data-folder.ts';
import { IdleProjects } from './idle-projects.ts';
import type { EmbeddedProject } from './project.ts';

/** Number of projects, the last written ones, that a start opens before it is ready. The others follow one by one. */
const openedFirstMax = 100;
/** With more open projects than this, the others are opened slowly, so that idle ones are closed in between. */
const openedMax = 2 * openedFirstMax;
const slowMs = 1_000;
/** Maximum projects that are opened at the same time: each takes some milliseconds of this thread. */
const openingMax = 2;
const noHold: Disposable = {
  [Symbol.dispose]() {
    // Projects stay open.
  },
};

interface Options {
  readonly dataDir: string;
  readonly listProjects: () => readonly Project[];
  readonly find: (id: string) => Project | null;
  readonly open: (project: Project) => Promise<EmbeddedProject>;
  /** See `EmbeddedOptions`. */
  readonly listening: Promise<void>;
  readonly onError: (error: unknown) => void;
  /** A project that was unused for this long, in ms, is closed; null keeps all open. */
  readonly idleMs: number | null;
  /** Whether a project is opened at the start and stays open without use; null if only one process has the projects. */
  readonly keepsOpen: ((id: string) => boolean) | null;
}

/** The projects of an engine that are open, and those that are being opened, closed or removed. */
export class OpenProjects {
  readonly #options: Options;
  readonly #opened = new Map<string, EmbeddedProject>();
  readonly #projects = new Map<string, Promise<EmbeddedProject>>();
  /** Projects that failed to open at the start, with the error of their requests. */
  readonly #damaged = new Map<string, VitrineError>();
  /** Removals and closings in progress of the data under an id: no project with that id is opened until they end. */
  readonly #releasing = new Map<string, Promise<void>>();
  /** The reasons of projects that are being reopened, by id. */
  readonly #reopening = new Map<string, string>();
  /** The overviews of closed projects. */
  readonly #overviews = new Map<string, ProjectOverview>();
  readonly #openings = new FairSemaphore({
    activeMax: openingMax,
    activePerClientMax: openingMax,
    waitingMax: Infinity,
    waitingPerClientMax: Infinity,
  });
  readonly #damageCheck = new DamageCheck();
  readonly #listeners: ((project: EmbeddedProject) => void)[] = [];
  /** Null if projects are never closed. */
  readonly #idle: IdleProjects | null;
  #isEnding = false;
  /** Opens the projects that a start did not wait for. */
  #openingRest: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    const { idleMs, keepsOpen } = options;
    const close = (id: string, project: EmbeddedProject): Promise<void> => this.#closeIdle(id, project);
    const mayClose = (id: string, project: EmbeddedProject): boolean =>
      keepsOpen === null ? project.isIdle : !keepsOpen(id) && project.isInterruptible;
    this.#idle = idleMs === null ? null : new IdleProjects({ idleMs, open: this.#opened, mayClose, close });
  }

  /** The open projects, by id. */
  get opened(): ReadonlyMap<string, EmbeddedProject> {
    return this.#opened;
  }

  get damaged(): ReadonlySet<string> {
    return new Set(this.#damaged.keys());
  }

  /** Why a project is being reopened, or null if none is. */
  get reopening(): string | null {
    return [...this.#reopening.values()][0] ?? null;
  }

  /** The overviews of closed projects, as of their last use. */
  get overviews(): ReadonlyMap<string, ProjectOverview> {
    return this.#overviews;
  }

  /**
   * Opens every project, so that the first requests need not wait, and work that the last process left is done. A project that fails
   * to open stays unavailable until the next start; the others are served. If idle projects are closed, those that were not
   * written lately are opened after this resolves.
   */
  async openAll(): Promise<void> {
    const { listProjects, keepsOpen } = this.#options;
    const ids = listProjects()
      .map(({ id }) => id)
      .filter((id) => keepsOpen?.(id) ?? true);
    const first = this.#idle === null || keepsOpen !== null ? ids.length : openedFirstMax;
    if (ids.length > first) ids.sort((a, b) => this.#readWriteTime(b) - this.#readWriteTime(a));
    for (const id of ids.slice(0, first)) {
      await this.#openAtStart(id);
      const project = this.#opened.get(id);
      if (project !== undefined) this.recordUse(project);
    }
    this.#openingRest = this.#openRest(ids.slice(first));
    void this.#options.listening.then(() => this.#checkAll());
  }

  /** Open projects in whose databases damage was found. */
  get partlyDamaged(): string[] {
    return [...this.#opened].flatMap(([id, { reads }]) => (reads.damage === null ? [] : [id]));
  }

  /** The warning for the status of the engine. */
  warning(): { warning?: string } {
    const ids = this.partlyDamaged.join(', ');
    if (ids === '') return {};
    return { warning: `Damaged databases, of which parts cannot be read: ${ids}; the log has the files` };
  }

  #checkAll(): void {
    if (this.#isEnding) return;
    for (const [id, project] of this.#opened) this.#checkDamage(id, project);
  }

  /** Reads the whole database of a project in the background, as a damaged page may not be touched for long. */
  #checkDamage(id: string, { reads }: EmbeddedProject): void {
    this.#damageCheck.add(reads.path, (reason) => {
      if (this.#options.find(id) === null) return;
      const damage = describeDamage(reads.path, new Error(reason));
      reads.recordDamage(damage);
      this.#options.onError(damage);
    });
  }

  /** Returns a project, opened if necessary. */
  get(id: string): Promise<EmbeddedProject> {
    if (this.#options.find(id) === null) return Promise.reject(projectNotFound(id));
    const damaged = this.#damaged.get(id);
    if (damaged !== undefined) return Promise.reject(damaged);
    let project = this.#projects.get(id);
    if (project === undefined) {
      project = this.#open(id, this.#releasing.get(id));
      this.#track(id, project);
    }
    return project;
  }

  /** See `Engine.onOpened`. */
  onOpened(listener: (project: EmbeddedProject) => void): void {
    this.#listeners.push(listener);
  }

  /** Call for each use by a request. */
  recordUse(project: EmbeddedProject): void {
    this.#idle?.recordUse(project);
  }

  /** See `Engine.hold`. */
  hold(project: ProjectEngine): Disposable {
    return this.#idle?.hold(project as EmbeddedProject) ?? noHold;
  }

  /** The overview of a closed project, or null if it is open or was never opened. */
  overview(id: string): ProjectOverview | null {
    return this.#projects.has(id) || this.#options.find(id) === null
      ? null
      : (this.#overviews.get(id) ?? null);
  }

  isOpening(id: string): boolean {
    return this.#projects.has(id) && !this.#opened.has(id);
  }

  /** Whether nothing uses the database of a project. */
  isClosed(id: string): boolean {
    return !this.#projects.has(id) && !this.#releasing.has(id);
  }

  /** Calls `remove` unless the project is open; blocks the id until that is done. */
  async removeCopy(id: string, remove: () => Promise<void>): Promise<void> {
    if (this.isClosed(id)) await this.#release(id, remove);
  }

  /** Closes the project under an id, then calls `remove`; blocks the id until that is done. */
  async remove(id: string, remove: () => Promise<void>): Promise<void> {
    const opening = this.#projects.get(id);
    this.#projects.delete(id);
    await this.#release(id, async () => {
      const project = await opening?.catch(() => undefined);
      await project?.close(projectNotFound(id), false);
      if (this.#opened.get(id) === project) this.#opened.delete(id);
      this.#damaged.delete(id);
      this.#overviews.delete(id);
      await remove();
    });
  }

  /**
   * Closes a project that cannot continue from its log position, and opens it again from the log's snapshot, unless that has begun
   * already. Awaits `before` before it opens the project.
   */
  reopen(id: string, project: EmbeddedProject, reason: Error, before: () => unknown): void {
    if (this.#opened.get(id) !== project) return;
    this.#opened.delete(id);
    this.#reopening.set(id, `Project ${JSON.stringify(id)} is being reopened: ${reason.message}`);
    const closing = Promise.all([before(), project.close(reopenError(), false)]);
    // A removal that begins later waits for this opening, so the opening must not wait for that removal.
    const releasing = this.#releasing.get(id);
    const opening = closing
      .then(() => this.#open(id, releasing))
      .finally(() => {
        this.#reopening.delete(id);
      });
    this.#track(id, opening);
  }

  /** Stops opening and closing projects. The caller must close the projects that are open or opening then. */
  async end(): Promise<readonly EmbeddedProject[]> {
    this.#isEnding = true;
    await this.#damageCheck[Symbol.asyncDispose]();
    this.#idle?.[Symbol.dispose]();
    await this.#openingRest;
    await Promise.all(this.#releasing.values());
    // Those that failed to open have nothing to close.
    const projects = await Promise.all(
      [...this.#projects.values()].map((opening) => opening.catch(() => null)),
    );
    this.#opened.clear();
    return projects.filter((project) => project !== null);
  }

  async #openRest(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (this.#opened.size >= openedMax) await sleep(slowMs, undefined, { ref: false });
      if (this.#isEnding) return;
      await this.#openAtStart(id);
    }
  }

  /** Opens a project without counting a use: it is closed again if it has no work. */
  async #openAtStart(id: string): Promise<void> {
    try {
      await this.get(id);
    } catch (error) {
      // It was deleted in the meantime.
      if (this.#options.find(id) === null) return;
      const code = isDamage(error) ? 'database_damaged' : 'storage_failed';
      const detail = `Project ${JSON.stringify(id)} cannot be opened; the log has the cause. Restore its database from a backup and restart`;
      this.#damaged.set(id, new VitrineError(code, detail));
      const cause = isDamage(error) ? describeDamage(projectFile(this.#options.dataDir, id), error) : error;
      this.#options.onError(cause);
    }
  }

  /** Opens a project. `releasing` is a removal or closing of the data under this id, which is awaited first. */
  async #open(id: string, releasing: Promise<void> | undefined): Promise<EmbeddedProject> {
    await releasing;
    const open = async (): Promise<EmbeddedProject> => {
      const listedProject = this.#options.find(id);
      if (listedProject === null) throw projectNotFound(id);
      const project = await this.#options.open(listedProject);
      for (const listener of this.#listeners) listener(project);
      this.#opened.set(id, project);
      this.#overviews.delete(id);
      return project;
    };
    return this.#openings.run('', open, { full: reopenError });
  }

  #closeIdle(id: string, project: EmbeddedProject): Promise<void> {
    // The project is being removed.
    if (this.#releasing.has(id)) return Promise.resolve();
    const isElsewhere = this.#options.keepsOpen !== null;
    // Other processes change it from now on.
    if (!isElsewhere) this.#overviews.set(id, project.overview());
    this.#opened.delete(id);
    this.#projects.delete(id);
    const saves = !isElsewhere || project.isSmall;
    return this.#release(id, () => project.close(reopenError(), saves)).catch(this.#options.onError);
  }

  #release(id: string, work: () => Promise<void>): Promise<void> {
    const releasing = (this.#releasing.get(id) ?? Promise.resolve()).then(work);
    const ended = releasing
      .catch(() => undefined)
      .then(() => {
        if (this.#releasing.get(id) === ended) this.#releasing.delete(id);
      });
    this.#releasing.set(id, ended);
    return releasing;
  }

  /** Registers a project that is being opened, unless that fails. */
  #track(id: string, opening: Promise<EmbeddedProject>): void {
    this.#projects.set(id, opening);
    opening.catch(() => {
      if (this.#projects.get(id) === opening) this.#projects.delete(id);
    });
  }

  /** When a project was last written, in ms since 1970; 0 if there is no database yet. */
  #readWriteTime(id: string): number {
    const path = projectFile(this.#options.dataDir, id);
    const times = [path, `${path}-wal`].map(
      (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
    return Math.max(...times);
  }
}

function reopenError(): VitrineError {
  return new VitrineError('storage_failed', 'The project is being reopened', { retryAfterSeconds: 1 });
}
