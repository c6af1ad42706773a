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

/** Pause between turns without work. */
const idleMs = 1_000;
/** Retry delay of an unavailable model that does not name one. */
const awayMs = 5_000;

/**
 * Embeds the texts of all items of all projects in the background, one batch per project and turn. Results are durable: a
 * restart continues and embeds nothing twice.
 */
export class TextEmbeddingLoop implements AsyncDisposable {
  readonly #loop: BackgroundLoop;
  readonly #encoder: TextEncoder | null;
  readonly #queryEmbeddings: QueryEmbeddings;
  readonly #onError: (error: unknown) => void;

  /** `encoder`: of the target model; null without semantic search. */
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

  /** Starts serving stored vectors, then embeds missing ones. Resolves when stored vectors serve. */
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

  /** Processes one batch of each project. Returns the pause after the turn, in ms. */
  async #turn(): Promise<number> {
    let worked = false;
    try {
      for await (const project of this.#loop.projects()) {
        this.#want(project);
        if (await this.#batch(project)) worked = true;
      }
    } catch (error) {
      if (error instanceof EncoderError) return error.retryAfterMs ?? awayMs;
      // An error must not end the loop: it is reported, and retried after a pause.
      this.#onError(error);
      return idleMs;
    }
    return worked ? 0 : idleMs;
  }

  /** Sets a project's target model by its settings. */
  #want(project: ProjectEngine): void {
    const model = this.#queryEmbeddings.wantedModel(project);
    if (model !== undefined)
      project.textEmbeddings.setTargetModel(model, (name) => this.#queryEmbeddings.canServe(name));
  }

  async #refused(textEmbeddings: TextEmbeddings, job: TextEmbeddingJob, model: string): Promise<void> {
    try {
      await textEmbeddings.refuse(job, model);
    } catch (error) {
      // The refusal could not be stored: the job is taken again.
      if (!(error instanceof VitrineError)) throw error;
    }
  }

  async #batch({ textEmbeddings }: ProjectEngine): Promise<boolean> {
    const encoder = this.#encoder;
    if (encoder === null) return false;
    const jobs = textEmbeddings.take(itemTextsMax);
    if (jobs.length === 0) return false;
    // If the model rejects the batch, each text is sent separately: one bad text must not block the others.
    for (const part of [jobs, ...jobs.map((job) => [job])]) {
      try {
        const vectors = await encoder.embedItems(part.map(({ text }) => text));
        await textEmbeddings.finish(part, vectors, encoder.model);
        if (part === jobs) return true;
      } catch (error) {
        if (!(error instanceof EncoderError) || error.reason !== 'refused') {
          textEmbeddings.release(jobs);
          // A project that is closing or deleted stores nothing.
          if (error instanceof VitrineError) return false;
          throw error;
        }
        if (part.length === 1) await this.#refused(textEmbeddings, part[0]!, encoder.model);
      }
    }
    return true;
  }
}
