import type { TextModelInfo } from '../../ports/search/text-embeddings.ts';
import type { MessagePort } from 'node:worker_threads';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { EmbeddedEngine } from '../projects/engine.ts';
import type { EmbeddedProject } from '../projects/project.ts';
import { ChangeStream, isBefore } from './change-stream.ts';
import { ProjectPublisher } from './project-publisher.ts';
import {
  controlSlot,
  type ControlSnapshot,
  type ProjectState,
  type ReplicaMessage,
  type StateCall,
} from './replica-messages.ts';

/** Interval at which memory of vectors is released and changed text models are published. */
const checkEveryMs = 250;

/** A project that is published, with the connections that replicate it. */
interface Published {
  readonly publisher: ProjectPublisher;
  readonly connections: Set<ReplicaConnection>;
}

/** Replicates the projects and keys of an engine to other threads of the process. */
export class Replication implements Disposable {
  readonly stream: ChangeStream;
  readonly textModels: () => readonly TextModelInfo[];
  readonly #engine: EmbeddedEngine;
  readonly #published = new Map<EmbeddedProject, Published>();
  readonly #connections = new Set<ReplicaConnection>();
  readonly #timer: NodeJS.Timeout;
  #textModels = '[]';
  #lastSlot = controlSlot;

  /** `textModels` returns the models that embed queries, the target model first. */
  constructor(
    engine: EmbeddedEngine,
    textModels: () => readonly TextModelInfo[] = () => [],
    stream = new ChangeStream(),
  ) {
    this.#engine = engine;
    this.stream = stream;
    this.textModels = textModels;
    this.#timer = setInterval(() => this.#check(), checkEveryMs).unref();
    engine.store.onChange((change) => {
      const message: ReplicaMessage = { kind: 'control', change };
      // Sessions and tasks stay on this thread.
      if (['project', 'leaving', 'gone', 'key'].includes(change.put)) this.stream.send(controlSlot, message);
    });
  }

  /** The project with this id, where it is open. */
  openProject(id: string): ProjectEngine | null {
    return this.#engine.findOpen(id);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** Adds a reader of the stream. `port` is one end of a channel for the objects of the stream. */
  connect(port: MessagePort, reached: () => number): ReplicaConnection {
    const connection = new ReplicaConnection({
      stream: this.stream,
      port,
      readReachedPosition: reached,
      engine: this.#engine,
      textModels: this.textModels,
      publish: (project) => this.#publish(project, connection),
      release: (project) => this.#release(project, connection),
      onDisposed: () => this.#connections.delete(connection),
    });
    this.#connections.add(connection);
    return connection;
  }

  #check(): void {
    this.#publishTextModels();
    for (const { publisher, connections } of this.#published.values()) {
      const positions = [...connections].map((connection) => connection.reached);
      publisher.releaseVectors(positions.reduce((least, one) => (isBefore(one, least) ? one : least)));
    }
  }

  #publishTextModels(): void {
    const models = this.textModels();
    const text = JSON.stringify(models);
    if (text === this.#textModels) return;
    this.#textModels = text;
    const message: ReplicaMessage = { kind: 'text-models', models };
    this.stream.send(controlSlot, message);
  }

  #publish(project: EmbeddedProject, connection: ReplicaConnection): ProjectPublisher {
    let published = this.#published.get(project);
    if (published === undefined) {
      const options = { stream: this.stream, publishTextModels: () => this.#publishTextModels() };
      const publisher = new ProjectPublisher(++this.#lastSlot, options, project);
      published = { publisher, connections: new Set() };
      this.#published.set(project, published);
      project.onClosing((reason) => {
        if (this.#published.get(project)?.publisher !== publisher) return;
        this.#published.delete(project);
        publisher.publishClosing(reason);
      });
    }
    published.connections.add(connection);
    return published.publisher;
  }

  #release(project: EmbeddedProject, connection: ReplicaConnection): void {
    const published = this.#published.get(project);
    if (published?.connections.delete(connection) !== true || published.connections.size > 0) return;
    this.#published.delete(project);
    published.publisher[Symbol.dispose]();
  }
}

interface ConnectionOptions {
  readonly stream: ChangeStream;
  readonly port: MessagePort;
  readonly engine: EmbeddedEngine;
  readonly publish: (project: EmbeddedProject) => ProjectPublisher;
  readonly release: (project: EmbeddedProject) => void;
  readonly textModels: () => readonly TextModelInfo[];
  /** See {@link ReplicaConnection.reached}. */
  readonly readReachedPosition: () => number;
  readonly onDisposed: () => void;
}

/** The replicas of one thread. */
export class ReplicaConnection implements Disposable {
  readonly #options: ConnectionOptions;
  /** The projects that the thread replicates, held open, by slot. */
  readonly #projects = new Map<
    number,
    { readonly id: string; readonly project: EmbeddedProject; readonly hold: Disposable }
  >();
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    options.stream.addPort(options.port);
  }

  /** The position in the stream up to which the thread has applied all changes. */
  get reached(): number {
    return this.#options.readReachedPosition();
  }

  /** The state of projects and keys. */
  control(): ControlSnapshot {
    const { engine, stream, textModels } = this.#options;
    const { store } = engine;
    const position = stream.position();
    return { position, projects: store.projects(), keys: store.keys(), textModels: textModels() };
  }

  /** The state of a project, which is held open until {@link release}. @throws VitrineError as `Engine.project()` */
  async load(id: string): Promise<ProjectState> {
    const { engine, publish } = this.#options;
    const project = await engine.project(id);
    const state = publish(project).state();
    const isHeld = this.#projects.has(state.slot);
    if (!isHeld) this.#projects.set(state.slot, { id, project, hold: engine.hold(project) });
    if (this.#isClosed) this.release(state.slot);
    return state;
  }

  /** The result of the method. @throws VitrineError as `Engine.project()` */
  async ask({ project: id, method, args }: StateCall): Promise<object> {
    const { engine } = this.#options;
    const project = await engine.project(id);
    using _held = engine.hold(project);
    return await (method === 'memberships'
      ? project.visitorSegments.memberships(...args)
      : project.visitorPreferences.of(...args));
  }

  /** Caches items that the thread did not find in the cache. */
  cacheMissedItems(slot: number, numbers: readonly number[]): void {
    const entry = this.#projects.get(slot);
    // The project may have been closed in the meantime.
    if (entry !== undefined && this.#options.engine.findOpen(entry.id) === entry.project)
      entry.project.catalog.cacheItems(numbers);
  }

  /** Ends the replication of a project to this thread. */
  release(slot: number): void {
    const entry = this.#projects.get(slot);
    if (entry === undefined) return;
    this.#projects.delete(slot);
    this.#options.release(entry.project);
    entry.hold[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#options.stream.removePort(this.#options.port);
    this.#options.onDisposed();
    for (const slot of this.#projects.keys()) this.release(slot);
  }
}
