import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import {
  EncoderError,
  itemTextsMax,
  type EmbeddingSpace,
  type TextEmbeddings,
  type TextEncoder,
  type TextEmbeddingJob,
} from '../../ports/search/text-embeddings.ts';
import { runInBackground, type Tracer } from '../../lib/tracing/tracer.ts';
import type { CatalogLanguages } from './catalog-language.ts';
import { EmbeddingLoop, type EmbeddingLoopOptions } from './embedding-loop.ts';
import type { QueryEmbeddings } from '../search/execution/query-embeddings.ts';

/** The time after which an unavailable model that does not name one is tried again. */
const awayMs = 5_000;

/** Embeds the texts of all items of all projects, one batch per project and turn. */
export class TextEmbeddingLoop extends EmbeddingLoop<'embed'> {
  readonly #tracer: Tracer | null;
  readonly #queryEmbeddings: QueryEmbeddings;
  readonly #catalogLanguages: Pick<CatalogLanguages, 'update'> | null;
  /** When models that were unavailable are tried again, in milliseconds of the process's clock. Projects with another model go on. */
  readonly #awayUntil = new Map<string, number>();

  constructor(
    options: EmbeddingLoopOptions & {
      queryEmbeddings: QueryEmbeddings;
      /** The language determines the model. Absent if languages are those of the settings. */
      catalogLanguages?: Pick<CatalogLanguages, 'update'>;
      tracer?: Tracer | null;
    },
  ) {
    super(options, ['embed']);
    this.#tracer = options.tracer ?? null;
    this.#queryEmbeddings = options.queryEmbeddings;
    this.#catalogLanguages = options.catalogLanguages ?? null;
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
      for await (const project of this.listProjects()) this.#want(project);
    } catch (error) {
      this.report(error);
    }
    this.startTurns();
  }

  protected override watch({ textEmbeddings }: ProjectEngine, wake: () => void): void {
    for (const space of listSpaces(textEmbeddings)) space.onWork(wake);
  }

  protected override async work(project: ProjectEngine): Promise<boolean> {
    await this.#catalogLanguages?.update(project);
    this.#want(project);
    for (const space of listSpaces(project.textEmbeddings))
      if (await this.#embedBatch(project, space)) return true;
    return false;
  }

  /** Sets a project's target models by its settings. */
  #want(project: ProjectEngine): void {
    const { catalog, textEmbeddings } = project;
    const model = this.#queryEmbeddings.findTargetModel(project);
    if (model === undefined) return;
    const canServe = (name: string): boolean => this.#queryEmbeddings.findEncoder(name) !== null;
    const crossLingual = this.#queryEmbeddings.findCrossLingualModel(project, catalog.count().active);
    // First, so that its stored vectors are not deleted as those of an earlier model.
    // No vectors of another model compare languages until its own are complete.
    textEmbeddings.crossLingual.setTargetModel(crossLingual, (name) => name === crossLingual);
    textEmbeddings.setTargetModel(model, canServe);
  }

  async #storeRefusals(
    space: EmbeddingSpace,
    jobs: readonly TextEmbeddingJob[],
    model: string,
  ): Promise<void> {
    try {
      await space.refuse(jobs, model);
    } catch (error) {
      // The refusal could not be stored: the jobs are taken again.
      if (!(error instanceof VitrineError)) throw error;
    }
  }

  async #embedBatch({ id }: ProjectEngine, space: EmbeddingSpace): Promise<boolean> {
    const encoder = space.targetModel === null ? null : this.#queryEmbeddings.findEncoder(space.targetModel);
    if (encoder === null || (this.#awayUntil.get(encoder.model) ?? 0) > performance.now()) return false;
    const jobs = space.take(itemTextsMax);
    if (jobs.length === 0) return false;
    try {
      return await runInBackground(this.#tracer, 'embed texts', () => this.#embed(space, encoder, jobs), {
        'vitrine.project': id,
        'vitrine.texts': jobs.length,
      });
    } catch (error) {
      if (!(error instanceof EncoderError)) throw error;
      this.#awayUntil.set(encoder.model, performance.now() + (error.retryAfterMs ?? awayMs));
      return false;
    }
  }

  async #embed(
    space: EmbeddingSpace,
    encoder: TextEncoder,
    jobs: readonly TextEmbeddingJob[],
  ): Promise<boolean> {
    const texts = new Map(jobs.map((job) => [job, this.#selectTexts(encoder, job)]));
    const unreadable = jobs.filter((job) => texts.get(job)!.length === 0);
    if (unreadable.length > 0) await this.#storeRefusals(space, unreadable, encoder.model);
    const readable = jobs.filter((job) => !unreadable.includes(job));
    if (readable.length === 0) return true;
    // If the model rejects the batch, each item is sent separately: one bad text must not block the others.
    for (const part of [readable, ...readable.map((job) => [job])]) {
      try {
        const vectors = await embedTexts(
          encoder,
          part.map((job) => texts.get(job)!),
        );
        await space.finish(part, vectors, encoder.model);
        if (part === readable) return true;
      } catch (error) {
        if (!(error instanceof EncoderError) || error.reason !== 'refused') {
          space.release(readable);
          // A project that is closing or deleted stores nothing.
          if (error instanceof VitrineError) return false;
          throw error;
        }
        if (part.length === 1) await this.#storeRefusals(space, part, encoder.model);
      }
    }
    return true;
  }

  /** The texts of an item that a model reads: its own, and those in the languages of the model. */
  #selectTexts(encoder: TextEncoder, job: TextEmbeddingJob): string[] {
    const { languages } = encoder;
    const translated = job.translations.filter(
      ({ language }) => languages === null || languages.includes(language.split('-')[0]!.toLowerCase()),
    );
    return [job, ...translated]
      .map(({ text, name }) => (encoder.omitsBrands === true ? name : text))
      .filter((one) => this.#queryEmbeddings.reads(encoder, one));
  }
}

function listSpaces(textEmbeddings: TextEmbeddings): readonly EmbeddingSpace[] {
  return [textEmbeddings, textEmbeddings.crossLingual];
}

/** Embeds the texts of each list. @throws EncoderError */
async function embedTexts(
  encoder: TextEncoder,
  lists: readonly (readonly string[])[],
): Promise<Float32Array[][]> {
  const all = lists.flat();
  const vectors: Float32Array[] = [];
  for (let from = 0; from < all.length; from += itemTextsMax)
    vectors.push(...(await encoder.embedItems(all.slice(from, from + itemTextsMax))));
  let next = 0;
  return lists.map(({ length }) => vectors.slice(next, (next += length)));
}
