import type { Engine, ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';

/** Pause between turns without work, and after an unexpected error. */
const idleMs = 1_000;

export interface EmbeddingLoopOptions {
  readonly engine: Engine;
  readonly onError: (error: unknown) => void;
}

/**
 * Embeds the contents of all projects in the background: runs turns while there is work, then pauses until new work or a
 * timeout. Results are durable; a restart continues and embeds nothing twice.
 */
export abstract class EmbeddingLoop<Step extends string> implements AsyncDisposable {
  readonly #engine: Engine;
  readonly #onError: (error: unknown) => void;
  readonly #steps: readonly Step[];
  readonly #watched = new WeakSet<ProjectEngine>();
  #stopped = false;
  #awake: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  /** A later one of the `steps` is done if no project has work of the earlier ones. */
  constructor({ engine, onError }: EmbeddingLoopOptions, steps: readonly Step[]) {
    this.#engine = engine;
    this.#onError = onError;
    this.#steps = steps;
  }

  /** Registers `wake`, to be called when the project may have new work. */
  protected abstract watch(project: ProjectEngine, wake: () => void): void;

  /** Processes a few jobs of a project; returns whether there were any. */
  protected abstract work(project: ProjectEngine, step: Step): Promise<boolean>;

  protected onOpened(listener: (project: ProjectEngine) => void): void {
    this.#engine.onOpened(listener);
  }

  protected startTurns(): void {
    this.#running = this.#run();
  }

  /** Resolves after the current turn. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    this.#awake();
    await this.#running;
  }

  protected report(error: unknown): void {
    this.#onError(error);
  }

  /** The projects that may have work, until the loop stops. */
  protected async *listProjects(): AsyncGenerator<ProjectEngine> {
    for await (const project of this.#engine.projectsWithWork()) {
      if (this.#stopped) return;
      if (!this.#watched.has(project)) this.watch(project, () => this.#awake());
      this.#watched.add(project);
      yield project;
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const pauseMs = await this.#turn();
      if (pauseMs > 0 && !this.#stopped) await this.#pause(pauseMs);
    }
  }

  /** Returns the pause after the turn, in ms. */
  async #turn(): Promise<number> {
    try {
      for (const step of this.#steps) {
        let worked = false;
        for await (const project of this.listProjects()) if (await this.#workOn(project, step)) worked = true;
        if (worked) return 0;
      }
      return idleMs;
    } catch (error) {
      // An error must not end the loop: it is reported, and retried after a pause.
      this.report(error);
      return idleMs;
    }
  }

  /** A project that is deleted during its work has no more of it, also where a failure was to be stored. */
  async #workOn(project: ProjectEngine, step: Step): Promise<boolean> {
    try {
      return await this.work(project, step);
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'project_not_found') return false;
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
