import type { EncoderStatus } from '../pictures/encoder-status.ts';
import type { CosineStats } from './text.ts';

/**
 * Computes embeddings of texts: vectors of length 1 whose cosine is the semantic similarity. Only vectors of the same model
 * are comparable.
 */
export interface TextEncoder {
  readonly role: TextModelRole;
  /** The name in replies: the role of a model that comes with Vitrine, or the configured name. */
  readonly name: string;
  /** Name, hash and arithmetic of the model; stored with each vector to detect a change of model. */
  readonly model: string;
  /** ISO 639-1 codes of the supported languages; null means any. */
  readonly languages: readonly string[] | null;
  /**
   * Whether lists of items with all words of a query stay as they are, as the model is weaker evidence than the words; absent means that it
   * ranks them, too.
   */
  readonly keepsWordMatches?: boolean;
  /** Whether items are embedded by their names alone, as brands say nothing to the model and distort the rest; absent means no. */
  readonly omitsBrands?: boolean;
  status(): EncoderStatus;
  /**
   * Embeds a query: prioritised over items, with a timeout. Clients are served in turn, each with a queue limit of its own;
   * `client` names this one. `language` is the language of the text, if it is known.
   * @throws EncoderError
   */
  embedQuery(text: string, client: string, language?: string): Promise<Float32Array>;
  /**
   * Embeds at most `itemTextsMax` texts in the background, in their order.
   * @throws EncoderError
   */
  embedItems(texts: readonly string[]): Promise<Float32Array[]>;
  /** Whether a text is in one of the languages, as far as the model tells; absent if a lexicon tells. */
  readsText?(text: string): boolean;
  /**
   * The similarity baseline of a query's vector with names in a language, without the words of its text; null for another language, or
   * absent if it is computed with embedded words (see `SimilarityBaseline`).
   */
  findStats?(vector: Float32Array, text: string, language: string): CosineStats | null;
}

/**
 * The configured model goes before those that come with Vitrine, one of English and one of many languages. A legacy model serves
 * stored vectors until a newer one has computed all.
 */
export type TextModelRole = 'configured' | 'english' | 'multilingual' | 'legacy';

/** The language of the names that a query is compared with, and whether its own is another one. */
export interface NamesLanguage {
  /** ISO 639-1 code; empty if it is unknown. */
  readonly code: string;
  readonly isForeign: boolean;
}

/** What serving threads know of a model. */
export type TextModelInfo = Pick<TextEncoder, 'role' | 'name' | 'model' | 'languages'>;

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

/** A text to embed. */
export interface ItemText {
  /** Name and brand; may be empty. */
  readonly text: string;
  /** The name without the brand, unless it contains it. */
  readonly name: string;
}

/** The text of an item in another language than its own. */
export interface TranslatedText extends ItemText {
  /** The key in the item's `translations`, such as `de` or `de-AT`. */
  readonly language: string;
}

/** The texts of an item to embed. */
export interface TextEmbeddingJob extends ItemText {
  /** The engine's number of the item. */
  readonly no: number;
  /** Those that differ from its own text, and from each other. */
  readonly translations: readonly TranslatedText[];
  /** Hash of all texts: the embeddings of outdated texts are discarded. */
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

/**
 * The embeddings of one project's item texts by one model: pending jobs and results. Searches use them (see `TextQuery.embedding`). An
 * item may have several texts; the one nearest to a query counts.
 */
export interface EmbeddingSpace {
  /**
   * The model of the serving vectors, which must embed the queries; null if there are none or too many items lack one, as
   * after an import, so that rankings stay stable.
   */
  readonly model: string | null;
  /** Whether the serving model refused most of the texts, as it does not read their language. */
  readonly isMostlyRefused: boolean;
  /** The model to embed with; null for none, or before `setTargetModel`. */
  readonly targetModel: string | null;
  /**
   * Sets the model to embed with. Vectors of the previous model keep serving, if its queries can be embedded (`servable`),
   * until all items have a vector of the target model. Null means none; stops serving.
   */
  setTargetModel(model: string | null, servable: (model: string) => boolean): void;
  /** Items without a vector of the target model, the oldest first, each once until it is finished, refused or released. */
  take(limit: number): TextEmbeddingJob[];
  /**
   * Stores the vectors of jobs, one or more each, in their order, unless the texts have changed. Durable, and searchable when it
   * resolves.
   */
  finish(
    jobs: readonly TextEmbeddingJob[],
    vectors: readonly (readonly Float32Array[])[],
    model: string,
  ): Promise<void>;
  /** Marks texts as refused: they are not embedded until text or model changes. Durable. */
  refuse(jobs: readonly TextEmbeddingJob[], model: string): Promise<void>;
  /** Returns jobs that were not done. */
  release(jobs: readonly TextEmbeddingJob[]): void;
  counts(): TextEmbeddingCounts;
  /** Calls `wake` when there may be new jobs. */
  onWork(wake: () => void): void;
}

/** The embeddings of the model of the catalog's language, and those for queries in other languages. */
export interface TextEmbeddings extends EmbeddingSpace {
  /** The names of at most `limit` items, evenly distributed over the catalog. */
  sampleNames(limit: number): string[];
  readonly crossLingual: EmbeddingSpace;
}

/** What a search asks of them. */
export interface ServedTextEmbeddings extends Pick<EmbeddingSpace, 'model' | 'isMostlyRefused'> {
  readonly crossLingual: Pick<EmbeddingSpace, 'model'>;
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
