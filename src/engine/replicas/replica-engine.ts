import type { TextModelInfo } from '../../ports/search/text-embeddings.ts';
import type { MessagePort } from 'node:worker_threads';
import type { ServedProject, ServingEngine } from '../../ports/engine.ts';
import { projectNotFound, VitrineError } from '../../ports/errors.ts';
import type { CommonWords } from '../../kernel/text/expansion/typo-rules.ts';
import { RingWatch } from '../../lib/record-ring.ts';
import { StreamReader, type StreamEntry, type StreamMemory } from './change-stream.ts';
import { ReplicaProject } from './replica-project.ts';
import { ReplicaStore } from './replica-store.ts';
import { StaleReplica } from './stale-replica.ts';
import {
  controlSlot,
  type ControlSnapshot,
  type ProjectState,
  type ReplicaMessage,
  type StateCall,
} from './replica-messages.ts';

/** Number of checks for idle replicas per `idleMs`. */
const idleChecks = 6;
/** An idle thread applies changes after this time, so that the next request has little to wait for. */
const applyMs = 20;

/** The state thread, as seen from another thread. */
export interface ReplicaSource {
  control(): Promise<ControlSnapshot>;
  /** @throws VitrineError as `Engine.project()` */
  load(id: string): Promise<ProjectState>;
  /** The result of the method. @throws VitrineError as `Engine.project()` */
  ask(call: StateCall): Promise<never>;
  release(slot: number): void;
  /** Asks for items of the project in a slot that were not cached. */
  cacheMissedItems(slot: number, numbers: readonly number[]): void;
}

interface Options {
  readonly memory: StreamMemory;
  /** One end of a channel; the stream has the other. */
  readonly port: MessagePort;
  readonly source: ReplicaSource;
  readonly commonWords: CommonWords;
  /** A replica that no request used for this long is dropped. */
  readonly idleMs: number;
  /** Receives the position up to which all changes are applied. */
  readonly onApplied: (position: number) => void;
  /** Receives the text models that embed queries, the target model first. */
  readonly onTextModels: (models: readonly TextModelInfo[]) => void;
  readonly onError: (error: unknown) => void;
}

/** An entry of a project that is being loaded. */
interface Unclaimed {
  readonly entry: StreamEntry;
  readonly position: number;
}

/**
 * The projects and keys in a serving thread. Before each request, it applies what the state thread has published: an acknowledged
 * write is in the next reply.
 */
export class ReplicaEngine implements ServingEngine, Disposable {
  readonly #options: Options;
  #reader: StreamReader | null = null;
  #store = new ReplicaStore({ projects: [], keys: [] });
  /** Loads all state again. */
  #reloading: Promise<void> | null = null;
  /** Counts how often all state was loaded. */
  #generation = 0;
  readonly #projects = new Map<string, Promise<ReplicaProject>>();
  readonly #loaded = new Map<string, ReplicaProject>();
  readonly #slots = new Map<number, ReplicaProject>();
  #loading = 0;
  #unclaimed: { staged: Unclaimed[]; applied: Unclaimed[] } = { staged: [], applied: [] };
  readonly #watches: readonly RingWatch[];
  readonly #idleTimer: NodeJS.Timeout;

  private constructor(options: Options) {
    this.#options = options;
    const { staged, applied } = options.memory;
    this.#watches = [staged, applied].map((ring) => new RingWatch(ring, applyMs, () => this.#apply()));
    this.#idleTimer = setInterval(() => this.#dropIdle(), options.idleMs / idleChecks).unref();
  }

  static async open(options: Options): Promise<ReplicaEngine> {
    const engine = new ReplicaEngine(options);
    await engine.#current();
    return engine;
  }

  get store(): ReplicaStore {
    return this.#store;
  }

  async catchUp(likely?: string): Promise<ServedProject | null> {
    await this.#current();
    return this.#loaded.get(likely ?? '') ?? null;
  }

  /** The replica of a project. Returns null if there is none, or if it is not loaded yet: then loading begins in the background. */
  findLoaded(id: string): ReplicaProject | null {
    const project = this.#loaded.get(id);
    if (project !== undefined) return project;
    if (this.#store.project(id) !== null && !this.#projects.has(id)) {
      this.project(id).catch((error: unknown) => {
        // The state thread replies with errors of the project, such as that it was deleted.
        if (!(error instanceof VitrineError)) this.#options.onError(error);
      });
    }
    return null;
  }

  async project(id: string): Promise<ReplicaProject> {
    await this.#current();
    if (this.#store.project(id) === null) throw projectNotFound(id);
    let project = this.#projects.get(id);
    if (project === undefined) {
      project = this.#load(id);
      this.#projects.set(id, project);
      project.catch(() => this.#projects.delete(id));
    }
    const loaded = await project;
    loaded.usedAt = performance.now();
    return loaded;
  }

  hold(): Disposable {
    return {
      [Symbol.dispose]() {
        // A request that uses a dropped replica goes on with another one.
      },
    };
  }

  [Symbol.dispose](): void {
    for (const watch of this.#watches) watch[Symbol.dispose]();
    clearInterval(this.#idleTimer);
    for (const project of this.#slots.values()) project.invalidate();
  }

  /** Applies what is published; resolves when the state is as of the call or later. */
  async #current(): Promise<void> {
    this.#apply();
    while (this.#reader === null) {
      this.#reloading ??= this.#reload().finally(() => (this.#reloading = null));
      await this.#reloading;
      this.#apply();
    }
  }

  async #reload(): Promise<void> {
    const { memory, port, source } = this.#options;
    const snapshot = await source.control();
    this.#generation++;
    this.#store = new ReplicaStore(snapshot);
    this.#reader = new StreamReader(memory, port, snapshot.position);
    this.#options.onTextModels(snapshot.textModels);
    this.#options.onApplied(snapshot.position.applied);
  }

  /** Drops all state after a loss of changes. */
  #lose(): void {
    this.#reader = null;
    for (const id of this.#loaded.keys()) this.#drop(id);
    this.#unclaimed = { staged: [], applied: [] };
  }

  #apply(): void {
    const reader = this.#reader;
    if (reader === null || reader.isCurrent) return;
    for (;;) {
      const position = reader.appliedPosition;
      const batch = reader.readApplied();
      // The changes of a batch were staged before.
      this.#readStaged();
      if (batch === null) break;
      for (const entry of batch) this.#applyEntry(entry, position);
    }
    if (reader.isOvertaken) this.#lose();
    else this.#options.onApplied(reader.appliedPosition);
  }

  /** Reads staged items; returns false if some were lost. */
  #readStaged(): boolean {
    const reader = this.#reader;
    if (reader === null) return false;
    for (;;) {
      const position = reader.stagedPosition;
      const entry = reader.readStaged();
      if (entry === null) return !reader.isOvertaken;
      const project = this.#slots.get(entry.slot);
      if (project !== undefined) project.stage(entry, position);
      else if (this.#loading > 0) this.#unclaimed.staged.push({ entry, position });
    }
  }

  #applyEntry(entry: StreamEntry, position: number): void {
    if (entry.slot === controlSlot) {
      const message = entry.message as ReplicaMessage;
      if (message.kind === 'control') this.#store.apply(message.change);
      else if (message.kind === 'text-models') this.#options.onTextModels(message.models);
      return;
    }
    const project = this.#slots.get(entry.slot);
    if (project === undefined) {
      if (this.#loading > 0) this.#unclaimed.applied.push({ entry, position });
      return;
    }
    try {
      project.apply(entry, position);
    } catch (error) {
      // All state is loaded again, as the reader was overtaken.
      if (error instanceof StaleReplica) return;
      // A new replica begins with the state of the project.
      this.#options.onError(error);
      this.#forget(project);
      return;
    }
    if ((entry.message as ReplicaMessage | null)?.kind === 'closed') this.#forget(project);
  }

  async #load(id: string): Promise<ReplicaProject> {
    for (;;) {
      const generation = this.#generation;
      this.#loading++;
      try {
        const state = await this.#options.source.load(id);
        const isCurrent = generation === this.#generation && this.#reader !== null;
        const project = isCurrent ? this.#install(id, state) : null;
        if (project !== null) return project;
        this.#options.source.release(state.slot);
      } finally {
        if (--this.#loading === 0) this.#unclaimed = { staged: [], applied: [] };
      }
      await this.#current();
    }
  }

  /** Installs a replica; returns null if changes that it needs were lost. */
  #install(id: string, state: ProjectState): ReplicaProject | null {
    const { commonWords, source } = this.#options;
    const project = new ReplicaProject({
      state,
      commonWords,
      visitorSegments: { memberships: (...args) => source.ask({ project: id, method: 'memberships', args }) },
      visitorPreferences: { of: (...args) => source.ask({ project: id, method: 'preferences', args }) },
      readStaged: () => this.#readStaged(),
      cacheMissedItems: (numbers) => source.cacheMissedItems(state.slot, numbers),
      renew: () => this.project(id),
    });
    const { staged, applied } = this.#unclaimed;
    const selectEntriesOfSlot = (list: readonly Unclaimed[]): Unclaimed[] =>
      list.filter(({ entry }) => entry.slot === state.slot);
    for (const { entry, position } of selectEntriesOfSlot(staged)) project.stage(entry, position);
    this.#slots.set(state.slot, project);
    try {
      project.begin(state.index);
    } catch (error) {
      this.#slots.delete(state.slot);
      project.invalidate();
      if (this.#reader?.isOvertaken !== true) throw error;
      this.#lose();
      return null;
    }
    this.#loaded.set(id, project);
    for (const { entry, position } of selectEntriesOfSlot(applied)) this.#applyEntry(entry, position);
    return project;
  }

  #dropIdle(): void {
    const before = performance.now() - this.#options.idleMs;
    for (const [id, { usedAt }] of this.#loaded) if (usedAt < before) this.#drop(id);
  }

  #drop(id: string): void {
    const project = this.#loaded.get(id);
    if (project !== undefined) this.#forget(project);
  }

  #forget(project: ReplicaProject): void {
    for (const [id, replica] of this.#loaded) {
      if (replica !== project) continue;
      this.#loaded.delete(id);
      this.#projects.delete(id);
    }
    this.#slots.delete(project.slot);
    project.invalidate();
    this.#options.source.release(project.slot);
  }
}
