import type { Engine, ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';

/**
 * Work that goes on in the background for all projects: one turn after the other while there is something to do, else a pause, which
 * new work cuts short.
 */
export class BackgroundLoop implements AsyncDisposable {
  readonly #engine: Engine;
  readonly #watch: (project: ProjectEngine, wake: () => void) => void;
  readonly #watched = new WeakSet<ProjectEngine>();
  #stopped = false;
  #awake: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  /** `watch`: has `wake` called whenever a project may have new work. */
  constructor(engine: Engine, watch: (project: ProjectEngine, wake: () => void) => void) {
    this.#engine = engine;
    this.#watch = watch;
  }

  /** Takes turns from now on. A turn gives the pause after it, in ms; 0: there is more to do. It does not fail. */
  start(turn: () => Promise<number>): void {
    this.#running = this.#run(turn);
  }

  /** The projects that can be worked for, until the loop is stopped. */
  async *projects(): AsyncGenerator<ProjectEngine> {
    for (const { id } of this.#engine.store.projects()) {
      if (this.#stopped) return;
      const project = await this.#project(id);
      if (project !== null) yield project;
    }
  }

  /** Resolves when the turn under way has ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    this.#awake();
    await this.#running;
  }

  async #run(turn: () => Promise<number>): Promise<void> {
    while (!this.#stopped) {
      const pauseMs = await turn();
      if (pauseMs > 0 && !this.#stopped) await this.#pause(pauseMs);
    }
  }

  async #project(id: string): Promise<ProjectEngine | null> {
    try {
      const project = await this.#engine.project(id);
      if (!this.#watched.has(project)) this.#watch(project, () => this.#awake());
      this.#watched.add(project);
      return project;
    } catch (error) {
      // Deleted between the listing and now, or damaged, which the engine has told.
      if (error instanceof VitrineError && ['project_not_found', 'storage_failed'].includes(error.code))
        return null;
      throw error;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#awake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
