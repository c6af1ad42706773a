import type { Engine, ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import {
  EncoderError,
  itemTextsMax,
  type TextEmbeddings,
  type TextEncoder,
  type TextEmbeddingJob,
} from '../../ports/text-embeddings.ts';
import { BackgroundLoop } from './background-loop.ts';
import type { QueryEmbeddings } from '../search/execution/query-embeddings.ts';

/** How long to wait before looking again, where nothing woke it. */
const idleMs = 1_000;
/** How long to leave a model alone that is away and does not say for how long. */
const awayMs = 5_000;

/**
 * Gives the items of all projects vectors of what their texts mean, in the background, a batch of one project after a batch of
 * another. What it did is durable: a restart goes on where it was, and embeds nothing twice.
 */
export class TextEmbeddingLoop implements AsyncDisposable {
  readonly #loop: BackgroundLoop;
  readonly #encoder: TextEncoder | null;
  readonly #queryEmbeddings: QueryEmbeddings;
  readonly #onError: (error: unknown) => void;

  /** `encoder`: the one that vectors are wanted of; null where there is none. */
  constructor(options: {
    engine: Engine;
    encoder: TextEncoder | null;
    queryEmbeddings: QueryEmbeddings;
    onError: (error: unknown) => void;
  }) {
    this.#loop = new BackgroundLoop(options.engine, ({ textEmbeddings }, wake) =>
      textEmbeddings.onWork(wake),
    );
    this.#encoder = options.encoder;
    this.#queryEmbeddings = options.queryEmbeddings;
    this.#onError = options.onError;
  }

  /** Lets the vectors that are there serve, and begins with those that are not. Resolves when the first serve. */
  async start(): Promise<void> {
    try {
      for await (const project of this.#loop.projects()) this.#want(project);
    } catch (error) {
      this.#onError(error);
    }
    this.#loop.start(() => this.#turn());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#loop[Symbol.asyncDispose]();
  }

  /** One batch of each project. Gives the pause after it, in ms. */
  async #turn(): Promise<number> {
    let worked = false;
    try {
      for await (const project of this.#loop.projects()) {
        this.#want(project);
        if (await this.#batch(project)) worked = true;
      }
    } catch (error) {
      if (error instanceof EncoderError) return error.retryAfterMs ?? awayMs;
      // A fault must not end the work for good: it is told, and tried again after a pause.
      this.#onError(error);
      return idleMs;
    }
    return worked ? 0 : idleMs;
  }

  /** Has a project want the vectors that its settings ask for. */
  #want(project: ProjectEngine): void {
    const model = this.#queryEmbeddings.wantedModel(project);
    if (model !== undefined)
      project.textEmbeddings.setTargetModel(model, (name) => this.#queryEmbeddings.canServe(name));
  }

  async #refused(textEmbeddings: TextEmbeddings, job: TextEmbeddingJob, model: string): Promise<void> {
    try {
      await textEmbeddings.refuse(job, model);
    } catch (error) {
      // As where its vector cannot be kept: it is taken again.
      if (!(error instanceof VitrineError)) throw error;
    }
  }

  async #batch({ textEmbeddings }: ProjectEngine): Promise<boolean> {
    const encoder = this.#encoder;
    if (encoder === null) return false;
    const jobs = textEmbeddings.take(itemTextsMax);
    if (jobs.length === 0) return false;
    // One at a time where the model refuses them together: the others are not to wait for the one that it does not take.
    for (const part of [jobs, ...jobs.map((job) => [job])]) {
      try {
        const vectors = await encoder.embedItems(part.map(({ text }) => text));
        await textEmbeddings.finish(part, vectors, encoder.model);
        if (part === jobs) return true;
      } catch (error) {
        if (!(error instanceof EncoderError) || error.reason !== 'refused') {
          textEmbeddings.release(jobs);
          // A project that is being closed or deleted takes nothing any more.
          if (error instanceof VitrineError) return false;
          throw error;
        }
        if (part.length === 1) await this.#refused(textEmbeddings, part[0]!, encoder.model);
      }
    }
    return true;
  }
}
