import type { MessagePort } from 'node:worker_threads';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { EmbeddedEngine } from '../projects/engine.ts';
import type { EmbeddedProject } from '../projects/project.ts';
import { ChangeFeed } from './change-feed.ts';
import { ProjectPublisher } from './project-publisher.ts';
import {
  controlSlot,
  type ControlSnapshot,
  type ProjectState,
  type ReplicaMessage,
} from './replica-messages.ts';

/** A project that is published, with the connections that replicate it. */
interface Published {
  readonly publisher: ProjectPublisher;
  readonly connections: Set<ReplicaConnection>;
}

/** Replicates the projects and keys of an engine to other threads of the process. */
export class Replication {
  readonly feed: ChangeFeed;
  readonly #engine: EmbeddedEngine;
  readonly #published = new Map<EmbeddedProject, Published>();
  #lastSlot = controlSlot;

  constructor(engine: EmbeddedEngine, feed = new ChangeFeed()) {
    this.#engine = engine;
    this.feed = feed;
    engine.store.onChange((change) => {
      const message: ReplicaMessage = { kind: 'control', change };
      // Sessions and tasks stay on this thread.
      if (['project', 'leaving', 'gone', 'key'].includes(change.put)) this.feed.send(controlSlot, message);
    });
  }

  /** The project with this id, where it is open. */
  openProject(id: string): ProjectEngine | null {
    return this.#engine.opened(id);
  }

  /** Adds a reader of the feed. `port`: the end of a channel for the objects of the feed. */
  connect(port: MessagePort): ReplicaConnection {
    return new ReplicaConnection({
      feed: this.feed,
      port,
      engine: this.#engine,
      publish: (project, connection) => this.#publish(project, connection),
      release: (project, connection) => this.#release(project, connection),
    });
  }

  #publish(project: EmbeddedProject, connection: ReplicaConnection): ProjectPublisher {
    let published = this.#published.get(project);
    if (published === undefined) {
      const publisher = new ProjectPublisher(++this.#lastSlot, this.feed, project);
      published = { publisher, connections: new Set() };
      this.#published.set(project, published);
      project.onClosing((reason) => {
        if (this.#published.get(project)?.publisher !== publisher) return;
        this.#published.delete(project);
        publisher.closed(reason);
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
  readonly feed: ChangeFeed;
  readonly port: MessagePort;
  readonly engine: EmbeddedEngine;
  readonly publish: (project: EmbeddedProject, connection: ReplicaConnection) => ProjectPublisher;
  readonly release: (project: EmbeddedProject, connection: ReplicaConnection) => void;
}

/** The replicas of one thread. */
export class ReplicaConnection implements Disposable {
  readonly #options: ConnectionOptions;
  /** The projects that the thread replicates, held open, by slot. */
  readonly #projects = new Map<number, { readonly project: EmbeddedProject; readonly hold: Disposable }>();
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    options.feed.addPort(options.port);
  }

  /** The state of projects and keys. */
  control(): ControlSnapshot {
    const { engine, feed } = this.#options;
    return { position: feed.position(), projects: engine.store.projects(), keys: engine.store.keys() };
  }

  /** The state of a project, which is held open until {@link release}. @throws VitrineError as `Engine.project()` */
  async load(id: string): Promise<ProjectState> {
    const { engine, publish } = this.#options;
    const project = await engine.project(id);
    const state = publish(project, this).state();
    const held = this.#projects.has(state.slot);
    if (!held) this.#projects.set(state.slot, { project, hold: engine.hold(project) });
    if (this.#isClosed) this.release(state.slot);
    return state;
  }

  /** Ends the replication of a project to this thread. */
  release(slot: number): void {
    const entry = this.#projects.get(slot);
    if (entry === undefined) return;
    this.#projects.delete(slot);
    this.#options.release(entry.project, this);
    entry.hold[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#options.feed.removePort(this.#options.port);
    for (const slot of this.#projects.keys()) this.release(slot);
  }
}
