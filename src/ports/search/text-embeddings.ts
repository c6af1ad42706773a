import type { EncoderStatus } from '../pictures/encoder-status.ts';
/**
 * Computes embeddings of texts: vectors of length 1 whose cosine is the semantic similarity. Only vectors of the same model
 * are comparable.
 */
export interface TextEncoder {
  /** Name, hash and arithmetic of the model; stored with each vector to detect a change of model. */
  readonly model: string;
  /** ISO 639-1 codes of the supported languages; null means any. */
  readonly languages: readonly string[] | null;
  status(): EncoderStatus;
  /**
   * Embeds a query: prioritised over items, with a timeout. Clients are served in turn, each with a queue limit of its own;
   * `client` names this one.
   * @throws EncoderError
   */
  embedQuery(text: string, client: string): Promise<Float32Array>;
  /**
   * Embeds at most `itemTextsMax` texts in the background, in their order.
   * @throws EncoderError
   */
  embedItems(texts: readonly string[]): Promise<Float32Array[]>;
}

/** Maximum of texts in one call of `embedItems`. */
export const itemTextsMax = 32;

/**
 * `unavailable` means that there is no working model. `timeout` means that the model did not answer in time, or its queue is full. `refused` means that the
 * model rejects these texts, also when retried.
 */
export type EncoderErrorReason = 'unavailable' | 'timeout' | 'refused';

export class EncoderError extends Error {
  readonly reason: EncoderErrorReason;
  /** When a retry makes sense; null if unknown. */
  readonly retryAfterMs: number | null;

  constructor(fault: EncoderErrorReason, detail: string, retryAfterMs: number | null = null) {
    super(detail);
    this.name = 'EncoderError';
    this.reason = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A text of an item to embed. */
export interface TextEmbeddingJob {
  /** The engine's number of the item. */
  readonly no: number;
  readonly text: string;
  /** Hash of the text: the embedding of an outdated text is discarded. */
  readonly hash: string;
}

/** Progress of the embeddings of a project. */
export interface TextEmbeddingCounts {
  /** Items with a vector of the serving model. */
  readonly embedded: number;
  /** Active items without a vector of the target model. */
  readonly pending: number;
  /** Items whose text the model refused, or does not read. */
  readonly refused: number;
}

/** The embeddings of one project's item texts: pending jobs and results. Searches use them (see `TextQuery.embedding`). */
export interface TextEmbeddings {
  /**
   * The model of the serving vectors, which must embed the queries; null if there are none or too many items lack one, as
   * after an import, so that rankings stay stable.
   */
  readonly model: string | null;
  /** Whether the serving model refused most of the texts, as it does not read their language. */
  readonly isMostlyRefused: boolean;
  /**
   * Sets the model to embed with. Vectors of the previous model keep serving, if its queries can be embedded (`servable`),
   * until all items have a vector of the target model. Null means none; stops serving.
   */
  setTargetModel(model: string | null, servable: (model: string) => boolean): void;
  /** Texts without a vector of the target model, oldest items first, each once until it is finished, refused or released. */
  take(limit: number): TextEmbeddingJob[];
  /** Stores the vectors of jobs, in their order, unless the text has changed. Durable, and searchable when it resolves. */
  finish(jobs: readonly TextEmbeddingJob[], vectors: readonly Float32Array[], model: string): Promise<void>;
  /** Marks texts as refused: they are not embedded until text or model changes. Durable. */
  refuse(jobs: readonly TextEmbeddingJob[], model: string): Promise<void>;
  /** Returns jobs that were not done. */
  release(jobs: readonly TextEmbeddingJob[]): void;
  counts(): TextEmbeddingCounts;
  /** Calls `wake` when there may be new jobs. */
  onWork(wake: () => void): void;
}

/** The configuration of the text model. */
export interface TextModelConfig {
  /** The vendored model, a model in the layout of a hub (by folder or name), or an endpoint with the OpenAI interface. */
  readonly make: 'vendored' | 'hub' | 'endpoint';
  /** Name or folder; empty means the vendored model. */
  readonly model: string;
  /** URL of the endpoint, such as `https://models.example/v1`; requests go to `/embeddings` below it. */
  readonly url: string;
  /** Bearer token for the endpoint, or null. */
  readonly key: string | null;
  /** Requested vector length, for models that can shorten theirs; null means the default length. */
  readonly dimensions: number | null;
  readonly queryPrefix: string;
  readonly itemPrefix: string;
  /** ISO 639-1 codes of the supported languages; null means any. */
  readonly languages: readonly string[] | null;
  /** Timeout of a query in milliseconds. */
  readonly queryMsMax: number;
}
