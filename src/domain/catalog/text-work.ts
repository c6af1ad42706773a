import type { Engine, ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { EncoderError, type TextEncoder, itemTextsMax } from '../../ports/meaning.ts';
import type { QueryMeanings } from '../search/query-meanings.ts';

/** How long to wait before looking again, where nothing woke it. */
const idleMs = 1_000;
/** How long to leave a model alone that is away and does not say for how long. */
const awayMs = 5_000;

/**
 * Gives the items of all projects vectors of what their texts mean, in the background, a batch of one project after a batch of
 * another. What it did is durable: a restart goes on where it was, and embeds nothing twice.
 */
export class TextWork implements AsyncDisposable {
  readonly #engine: Engine;
  readonly #encoder: TextEncoder | null;
  readonly #meanings: QueryMeanings;
  readonly #onFault: (error: unknown) => void;
  readonly #watched = new WeakSet<ProjectEngine>();
  #stopped = false;
  #awake: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  /** `encoder`: the one that vectors are wanted of; null where there is none. */
  constructor(options: {
    engine: Engine;
    encoder: TextEncoder | null;
    meanings: QueryMeanings;
    onFault: (error: unknown) => void;
  }) {
    this.#engine = options.engine;
    this.#encoder = options.encoder;
    this.#meanings = options.meanings;
    this.#onFault = options.onFault;
  }

  /** Lets the vectors that are there serve, and begins with those that are not. Resolves when the first serve. */
  async start(): Promise<void> {
    for (const { id } of this.#engine.store.projects()) await this.#project(id).catch(this.#onFault);
    this.#running = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    this.#awake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      let pauseMs = idleMs;
      try {
        if (await this.#turn()) continue;
      } catch (error) {
        if (error instanceof EncoderError) pauseMs = error.retryAfterMs ?? awayMs;
        // A fault must not end the work for good: it is told, and tried again after a pause.
        else this.#onFault(error);
      }
      if (!this.#stopped) await this.#pause(pauseMs);
    }
  }

  /** One batch of each project. Says whether there was any. @throws EncoderError where the model is away */
  async #turn(): Promise<boolean> {
    let worked = false;
    for (const { id } of this.#engine.store.projects()) {
      if (this.#stopped) break;
      const project = await this.#project(id);
      if (project !== null && (await this.#batch(project))) worked = true;
    }
    return worked;
  }

  /** The project, which wants the vectors that its settings ask for. */
  async #project(id: string): Promise<ProjectEngine | null> {
    try {
      const project = await this.#engine.project(id);
      if (!this.#watched.has(project)) project.meanings.onWork(() => this.#awake());
      this.#watched.add(project);
      const model = this.#meanings.wantedModel(project);
      if (model !== undefined) project.meanings.want(model, (name) => this.#meanings.canServe(name));
      return project;
    } catch (error) {
      // Deleted between the listing and now, or damaged, which the engine has told.
      if (error instanceof VitrineError && ['project_not_found', 'storage_failed'].includes(error.code))
        return null;
      throw error;
    }
  }

  async #batch({ meanings }: ProjectEngine): Promise<boolean> {
    const encoder = this.#encoder;
    if (encoder === null) return false;
    const jobs = meanings.take(itemTextsMax);
    if (jobs.length === 0) return false;
    // One at a time where the model refuses them together: the others are not to wait for the one that it does not take.
    for (const part of [jobs, ...jobs.map((job) => [job])]) {
      try {
        const vectors = await encoder.embedItems(part.map(({ text }) => text));
        await meanings.finish(part, vectors, encoder.model);
        if (part === jobs) return true;
      } catch (error) {
        if (!(error instanceof EncoderError) || error.fault !== 'refused') {
          meanings.release(jobs);
          // A project that is being closed or deleted takes nothing any more.
          if (error instanceof VitrineError) return false;
          throw error;
        }
        if (part.length === 1) meanings.refuse(part[0]!);
      }
    }
    return true;
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
