import type { Engine, ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';

/** A background loop over all projects: runs turns while there is work, then pauses until new work or a timeout. */
export class BackgroundLoop implements AsyncDisposable {
  readonly #engine: Engine;
  readonly #watch: (project: ProjectEngine, wake: () => void) => void;
  readonly #watched = new WeakSet<ProjectEngine>();
  #stopped = false;
  #awake: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  /** `watch` registers `wake`, to be called when a project may have new work. */
  constructor(engine: Engine, watch: (project: ProjectEngine, wake: () => void) => void) {
    this.#engine = engine;
    this.#watch = watch;
  }

  /** Starts the loop. A turn returns the pause in ms after it; 0: more work. It must not throw. */
  start(turn: () => Promise<number>): void {
    this.#running = this.#run(turn);
  }

  /** The open projects, until the loop stops. */
  async *projects(): AsyncGenerator<ProjectEngine> {
    for (const { id } of this.#engine.store.projects()) {
      if (this.#stopped) return;
      const project = await this.#project(id);
      if (project !== null) yield project;
    }
  }

  /** Resolves after the current turn. */
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
      // Deleted since the listing, or damaged, which the engine reports.
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
