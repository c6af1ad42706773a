import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import {
  EncoderError,
  itemTextsMax,
  type TextEmbeddings,
  type TextEncoder,
  type TextEmbeddingJob,
} from '../../ports/search/text-embeddings.ts';
import { inBackground, type Tracer } from '../../lib/tracing/tracer.ts';
import { EmbeddingLoop, type EmbeddingLoopOptions } from './embedding-loop.ts';
import type { QueryEmbeddings } from '../search/execution/query-embeddings.ts';

/** Retry delay of an unavailable model that does not name one. */
const awayMs = 5_000;

/** Embeds the texts of all items of all projects, one batch per project and turn. */
export class TextEmbeddingLoop extends EmbeddingLoop<'embed'> {
  readonly #encoder: TextEncoder | null;
  readonly #tracer: Tracer | null;
  readonly #queryEmbeddings: QueryEmbeddings;

  /** `encoder` is that of the target model; null without semantic search. */
  constructor(
    options: EmbeddingLoopOptions & {
      encoder: TextEncoder | null;
      queryEmbeddings: QueryEmbeddings;
      tracer?: Tracer | null;
    },
  ) {
    super(options, ['embed']);
    this.#tracer = options.tracer ?? null;
    this.#encoder = options.encoder;
    this.#queryEmbeddings = options.queryEmbeddings;
  }

  /** Starts serving stored vectors, then embeds missing ones. Resolves when stored vectors serve. */
  async start(): Promise<void> {
    // The project uses these vectors from its first search on.
    this.onOpened((project) => {
      try {
        this.#want(project);
      } catch (error) {
        this.report(error);
      }
    });
    try {
      for await (const project of this.projects()) this.#want(project);
    } catch (error) {
      this.report(error);
    }
    this.startTurns();
  }

  protected override watch({ textEmbeddings }: ProjectEngine, wake: () => void): void {
    textEmbeddings.onWork(wake);
  }

  protected override work(project: ProjectEngine): Promise<boolean> {
    this.#want(project);
    return this.#batch(project);
  }

  protected override pauseAfter(error: unknown): number | null {
    return error instanceof EncoderError ? (error.retryAfterMs ?? awayMs) : null;
  }

  /** Sets a project's target model by its settings. */
  #want(project: ProjectEngine): void {
    const model = this.#queryEmbeddings.findTargetModel(project);
    if (model !== undefined)
      project.textEmbeddings.setTargetModel(model, (name) => this.#queryEmbeddings.canServe(name));
  }

  async #storeRefusals(
    textEmbeddings: TextEmbeddings,
    jobs: readonly TextEmbeddingJob[],
    model: string,
  ): Promise<void> {
    try {
      await textEmbeddings.refuse(jobs, model);
    } catch (error) {
      // The refusal could not be stored: the jobs are taken again.
      if (!(error instanceof VitrineError)) throw error;
    }
  }

  async #batch({ id, textEmbeddings }: ProjectEngine): Promise<boolean> {
    const encoder = this.#encoder;
    if (encoder === null) return false;
    const jobs = textEmbeddings.take(itemTextsMax);
    if (jobs.length === 0) return false;
    return await inBackground(this.#tracer, 'embed texts', () => this.#embed(textEmbeddings, encoder, jobs), {
      'vitrine.project': id,
      'vitrine.texts': jobs.length,
    });
  }

  async #embed(
    textEmbeddings: TextEmbeddings,
    encoder: TextEncoder,
    jobs: readonly TextEmbeddingJob[],
  ): Promise<boolean> {
    const unreadable = jobs.filter(({ text }) => !this.#queryEmbeddings.reads(text));
    if (unreadable.length > 0) await this.#storeRefusals(textEmbeddings, unreadable, encoder.model);
    const readable = jobs.filter((job) => !unreadable.includes(job));
    if (readable.length === 0) return true;
    // If the model rejects the batch, each text is sent separately: one bad text must not block the others.
    for (const part of [readable, ...readable.map((job) => [job])]) {
      try {
        const vectors = await encoder.embedItems(part.map(({ text }) => text));
        await textEmbeddings.finish(part, vectors, encoder.model);
        if (part === readable) return true;
      } catch (error) {
        if (!(error instanceof EncoderError) || error.reason !== 'refused') {
          textEmbeddings.release(readable);
          // A project that is closing or deleted stores nothing.
          if (error instanceof VitrineError) return false;
          throw error;
        }
        if (part.length === 1) await this.#storeRefusals(textEmbeddings, part, encoder.model);
      }
    }
    return true;
  }
}
