/** Turns texts into vectors of length 1, of which near ones mean alike. All vectors that are compared come from the same model. */
export interface TextEncoder {
  /** Name and hash of the model, as `name:hash`: stored with each vector, so that a change of model is noticed. */
  readonly model: string;
  /** ISO 639-1 codes of the languages that it knows; null for any. */
  readonly languages: readonly string[] | null;
  status(): { ready: boolean; detail: string };
  /**
   * What someone waits for: before all items, and answered or given up within the encoder's bound. `client` is who asks: clients
   * are served by turns, and one with many queries waits for its own.
   * @throws EncoderError
   */
  embedQuery(text: string, client: string): Promise<Float32Array>;
  /**
   * In the background: the vectors of `itemTextsMax` texts at most, in their order. May be slow.
   * @throws EncoderError
   */
  embedItems(texts: readonly string[]): Promise<Float32Array[]>;
}

/** Texts in one call of `embedItems`. */
export const itemTextsMax = 32;

/**
 * Why there is no vector. `unavailable`: the model is not there, and will not be by itself. `late`: not within the bound, or too
 * many wait. `refused`: the model takes these texts as little the next time.
 */
export type EncoderErrorReason = 'unavailable' | 'timeout' | 'refused';

export class EncoderError extends Error {
  readonly reason: EncoderErrorReason;
  /** When it makes sense to ask again; null where that is not known. */
  readonly retryAfterMs: number | null;

  constructor(fault: EncoderErrorReason, detail: string, retryAfterMs: number | null = null) {
    super(detail);
    this.name = 'EncoderError';
    this.reason = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A text of an item that is to be embedded. */
export interface TextEmbeddingJob {
  /** The engine's own name for the item. */
  readonly no: number;
  readonly text: string;
  /** Of the text: what is made of another one is not kept. */
  readonly hash: string;
}

/** How far the items of a project have vectors. */
export interface TextEmbeddingCounts {
  /** Items with a vector of the model that serves. */
  readonly embedded: number;
  /** Active items that wait for a vector of the model that is to serve. */
  readonly pending: number;
  /** Items whose text the model refused. */
  readonly refused: number;
}

/** What the items of one project mean: which are to be embedded, and what is known. Search uses it (see `TextQuery.meaning`). */
export interface TextEmbeddings {
  /**
   * The model whose vectors serve; null where there are none, or too many items still lack one, as after an import: lists are to
   * keep their order then. Queries must be embedded by it.
   */
  readonly model: string | null;
  /**
   * Names the model that vectors are wanted of. Those of another one go on serving, where its queries can be embedded
   * (`servable`), until all items have one of this; then they are forgotten. Null: none are wanted, and none serve.
   */
  setTargetModel(model: string | null, servable: (model: string) => boolean): void;
  /** Texts without a vector of the wanted model, oldest items first, each once until it is finished, refused or released. */
  take(limit: number): TextEmbeddingJob[];
  /** Keeps the vectors of jobs, by place, unless the text changed meanwhile. Durable, and searched from now on. */
  finish(jobs: readonly TextEmbeddingJob[], vectors: readonly Float32Array[], model: string): Promise<void>;
  /** The model takes this text as little the next time: it is not asked again until the text or the model changes. Durable. */
  refuse(job: TextEmbeddingJob, model: string): Promise<void>;
  /** Gives jobs back that could not be done now. */
  release(jobs: readonly TextEmbeddingJob[]): void;
  counts(): TextEmbeddingCounts;
  /** Calls `wake` whenever there may be new work. */
  onWork(wake: () => void): void;
}

/** Where the vectors of texts come from. */
export interface TextModelConfig {
  /** The model in the repository; one of a hub's form, by folder or name; or an endpoint of the OpenAI form. */
  readonly make: 'vendored' | 'hub' | 'endpoint';
  /** Name, or folder; empty for the vendored one. */
  readonly model: string;
  /** Of the endpoint's root, such as `https://models.example/v1`: requests go to `/embeddings` below it. */
  readonly url: string;
  /** Sent to the endpoint as a bearer token, and nowhere else; null where none is needed. */
  readonly key: string | null;
  /** Asked for of the endpoint, where the model can shorten its vectors; null for its own length. */
  readonly dimensions: number | null;
  readonly queryPrefix: string;
  readonly itemPrefix: string;
  /** ISO 639-1 codes of the languages that the model knows; null for any. */
  readonly languages: readonly string[] | null;
  /** How long a search waits for a query's vector, in ms. */
  readonly queryMsMax: number;
}
