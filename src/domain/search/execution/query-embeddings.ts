import type { EncoderStatus } from '../../../ports/pictures/encoder-status.ts';
import type { ProjectView, ProjectOverview, ServedView } from '../../../ports/engine.ts';
import { EncoderError, type TextEncoder } from '../../../ports/search/text-embeddings.ts';
import { autoSemanticWeight, type SearchSettings } from '../../../ports/configuration/settings.ts';
import type { QueryEmbedding, TextQuery, CosineStats } from '../../../ports/search/text.ts';
import { ByteBoundedCache } from '../../../lib/byte-bounded-cache.ts';
import { cloneView } from '../../../lib/detached-copies.ts';
import { ensureAnalysis } from '../../query/analyzed-query.ts';
import type { SimilarityBaseline } from './similarity-baseline.ts';
import { knownShareMin, TextReadability } from './text-readability.ts';

/**
 * Why semantic search was skipped. The settings have it `disabled`, the request is `sorted`, or an `empty_query` has no words. A `code`
 * is a part number or another code. `enough_matches` means a one-word query with enough keyword matches. With `unsupported_language`,
 * the model does not support the language of texts or query. With `unknown_words`, neither the model's language nor the catalog has
 * most of the words. With `no_vectors`, too few items have an embedding. `timeout` means that the model did not answer in time, and
 * `unavailable` that there is no working model.
 */
export type SemanticSkipReason =
  | 'disabled'
  | 'empty_query'
  | 'sorted'
  | 'code'
  | 'enough_matches'
  | 'unsupported_language'
  | 'unknown_words'
  | 'no_vectors'
  | 'timeout'
  | 'unavailable';

type Project = Pick<ServedView, 'text' | 'settings' | 'textEmbeddings'>;

export interface QueryEmbeddingsOptions {
  /** Absent without a similarity baseline for the language. */
  readonly background?: Pick<SimilarityBaseline, 'findStats'>;
  /** Without it, models count as able to read all texts. */
  readonly readability?: TextReadability;
  /** Maximum bytes of cached embeddings. */
  readonly keptBytesMax?: number;
}

/** About 5,000 query embeddings. */
const keptBytesDefault = 16 * 1024 * 1024;
/** Memory of an entry besides vector and text. */
const keptOverheadBytes = 900;

/** Embeds queries with the configured text models, and caches the embeddings. */
export class QueryEmbeddings {
  /** The target model first; the others may serve until it has embedded all items. */
  readonly #encoders: readonly TextEncoder[];
  readonly #background: Pick<SimilarityBaseline, 'findStats'> | null;
  readonly #readability: TextReadability;
  readonly #cache: ByteBoundedCache<string, CachedQuery>;
  readonly #pending = new Map<string, Promise<Float32Array>>();

  constructor(encoders: readonly TextEncoder[], options: QueryEmbeddingsOptions = {}) {
    this.#cache = new ByteBoundedCache(options.keptBytesMax ?? keptBytesDefault, measureBytes);
    this.#encoders = encoders;
    this.#background = options.background ?? null;
    this.#readability = options.readability ?? new TextReadability(new Map());
  }

  /** Status of the target model; null if none is configured. */
  status(): EncoderStatus | null {
    return this.#encoders[0]?.status() ?? null;
  }

  /** Whether semantic search is active in a project, and the model's status. */
  readState({ settings, textEmbeddings }: Pick<ProjectOverview, 'settings' | 'textEmbeddings'>): {
    reason: 'disabled' | 'unsupported_language' | 'no_vectors' | 'unavailable' | null;
    detail: string;
  } {
    const [encoder] = this.#encoders;
    if (encoder === undefined) return { reason: 'disabled', detail: 'No text model is configured' };
    const { ready, detail } = encoder.status();
    const { search } = settings.effective();
    if (!search.semantic.enabled) return { reason: 'disabled', detail };
    if (!supports(encoder, search)) return { reason: 'unsupported_language', detail };
    if (!ready) return { reason: 'unavailable', detail };
    if (textEmbeddings.isMostlyRefused) return { reason: 'unsupported_language', detail };
    return { reason: textEmbeddings.model === null ? 'no_vectors' : null, detail };
  }

  /** The target model of a project: null for none, undefined while it is unknown. */
  findTargetModel({ settings }: Pick<ProjectView, 'settings'>): string | null | undefined {
    const [encoder] = this.#encoders;
    const { search } = settings.effective();
    if (encoder === undefined || !search.semantic.enabled || !supports(encoder, search)) return null;
    return encoder.model === '' ? undefined : encoder.model;
  }

  /** Whether the text of an item says something to the target model. */
  reads(text: string): boolean {
    const [encoder] = this.#encoders;
    return (
      encoder !== undefined &&
      this.#readability.findUnreadable(encoder.languages, text, { shareMin: knownShareMin.item }) === null
    );
  }

  /** Whether an encoder of this model is configured. */
  canServe(model: string): boolean {
    return this.#encoders.some((encoder) => encoder.model === model);
  }

  /** Returns a skip reason that does not need the model, or null if the model decides. */
  skipReason(project: Project, query: TextQuery): SemanticSkipReason | null {
    const [encoder] = this.#encoders;
    const { search } = project.settings.effective();
    if (encoder === undefined || !search.semantic.enabled) return 'disabled';
    const { words, isCode } = ensureAnalysis(project.text, query);
    if (words.length === 0) return 'empty_query';
    if (query.sort.length > 0) return 'sorted';
    if (!supports(encoder, search, query.language) || project.textEmbeddings.isMostlyRefused)
      return 'unsupported_language';
    if (isCode) return 'code';
    return project.textEmbeddings.model === null ? 'no_vectors' : this.#findUnreadable(project, query);
  }

  /** Words of the catalog are read as names, whatever the language. */
  #findUnreadable(project: Project, query: TextQuery): 'unsupported_language' | 'unknown_words' | null {
    const languages = this.#encoders[0]?.languages ?? null;
    if (this.#readability.findUnreadable(languages, query.text) === null) return null;
    const analyzed = ensureAnalysis(project.text, query);
    const presence = project.text.queryAnalyzer.presence(analyzed);
    const catalogWords = new Set(
      analyzed.spans
        .filter((_, i) => presence[i] === 'known')
        .map(({ start, end }) => query.text.slice(start, end)),
    );
    const unreadable = this.#readability.findUnreadable(languages, query.text, {
      isKnown: (word) => catalogWords.has(word),
    });
    if (unreadable === null) return null;
    return unreadable === 'script' ? 'unsupported_language' : 'unknown_words';
  }

  /**
   * Adds the embedding to a query, or returns why it was skipped. `client` takes a turn in the queue of the model; `text` is embedded where
   * it is not that of the query.
   */
  async withEmbedding(
    project: Project,
    query: TextQuery,
    client: string,
    text = query.text,
  ): Promise<{ query: TextQuery; skipped: SemanticSkipReason | null }> {
    const skipped = this.skipReason(project, query);
    // A correction consists of words of the catalog.
    const isCorrected = skipped === 'unknown_words' && text !== query.text;
    if (skipped !== null && !isCorrected) return { query, skipped };
    try {
      return {
        query: { ...query, embedding: await this.#embedQuery(project, text, client) },
        skipped: null,
      };
    } catch (error) {
      if (!(error instanceof EncoderError)) throw error;
      return { query, skipped: error.reason === 'timeout' ? 'timeout' : 'unavailable' };
    }
  }

  /** The text models, the target model first. */
  models(): Pick<TextEncoder, 'model' | 'languages'>[] {
    return this.#encoders.map(({ model, languages }) => ({ model, languages }));
  }

  /** The vector of a text by a model, cached, and its similarity baseline; null while that is unknown. @throws EncoderError */
  async embed(
    model: string,
    text: string,
    client: string,
  ): Promise<{ readonly vector: Float32Array; readonly baseline: CosineStats | null }> {
    const key = `${model}\n${text}`;
    const vector = this.#cache.get(key)?.vector ?? (await this.#requestVector(key, model, text, client));
    return { vector, baseline: this.#computeBaseline(key, { vector, model, text }) };
  }

  async #embedQuery(project: Project, text: string, client: string): Promise<QueryEmbedding> {
    const model = project.textEmbeddings.model ?? '';
    const weight = semanticWeight(project.settings.effective().search);
    return { model, weight, ...(await this.embed(model, text.trim().replaceAll(/\s+/g, ' '), client)) };
  }

  /** The similarity baseline of a cached query, computed once it is available. */
  #computeBaseline(
    key: string,
    { vector, model, text }: { vector: Float32Array; model: string; text: string },
  ): CosineStats | null {
    const cachedQuery = this.#cache.get(key);
    const encoder = this.#encoders.find((candidate) => candidate.model === model);
    if (cachedQuery?.baseline != null || encoder === undefined) return cachedQuery?.baseline ?? null;
    const baseline = this.#background?.findStats(encoder, vector, text) ?? null;
    if (baseline !== null) this.#cache.set(key, { vector, baseline });
    return baseline;
  }

  #requestVector(key: string, model: string, text: string, client: string): Promise<Float32Array> {
    const pendingVector = this.#pending.get(key);
    if (pendingVector !== undefined) return pendingVector;
    const encoder = this.#encoders.find((candidate) => candidate.model === model);
    if (encoder === undefined) return Promise.reject(new EncoderError('unavailable', 'The model is gone'));
    const answer = encoder.embedQuery(text, client).then((embedded) => {
      // `embedded` may be a view of a message with the vectors of other queries.
      const vector = cloneView(embedded);
      this.#cache.set(key, { vector, baseline: null });
      return vector;
    });
    this.#pending.set(key, answer);
    const forget = (): void => void this.#pending.delete(key);
    answer.then(forget, forget);
    return answer;
  }
}

interface CachedQuery {
  readonly vector: Float32Array;
  readonly baseline: CosineStats | null;
}

function measureBytes({ vector }: CachedQuery, key: string): number {
  return vector.buffer.byteLength + 2 * key.length + keptOverheadBytes;
}

/** Share of the semantic similarity in the combined score, 0 to 1. */
export function semanticWeight({ semantic }: SearchSettings): number {
  return semantic.weight === 'auto' ? autoSemanticWeight : semantic.weight;
}

/** Whether the model supports a project's main language and, if given, the language of the query. */
function supports({ languages }: TextEncoder, search: SearchSettings, queryLanguage?: string): boolean {
  const [first] = search.languages;
  const all = queryLanguage === undefined ? [first] : [first, queryLanguage];
  return languages === null || all.every((code) => code !== undefined && languages.includes(code));
}
