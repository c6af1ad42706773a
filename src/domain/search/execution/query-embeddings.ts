import type { ProjectEngine } from '../../../ports/engine.ts';
import { EncoderError, type TextEncoder } from '../../../ports/text-embeddings.ts';
import { autoSemanticWeight, type SearchSettings } from '../../../ports/settings.ts';
import type { QueryEmbedding, TextQuery, CosineStats } from '../../../ports/text.ts';
import { ByteBoundedCache } from '../../../lib/byte-bounded-cache.ts';
import { cloneView } from '../../../lib/detached-copies.ts';
import type { SimilarityBaseline } from './similarity-baseline.ts';

/**
 * Why meaning has no part in a search. `disabled`: the project switched it off. `empty_query`: nothing is looked for. `sorted`: the request
 * says the order. `code`: a part number or another code. `enough_matches`: one word was asked for and enough is found by it. `unsupported_language`:
 * the texts are in a language that the model does not know. `no_vectors`: not enough items have one yet. `timeout`: the model did not
 * answer in time. `unavailable`: the model is not there.
 */
export type SemanticSkipReason =
  | 'disabled'
  | 'empty_query'
  | 'sorted'
  | 'code'
  | 'enough_matches'
  | 'unsupported_language'
  | 'no_vectors'
  | 'timeout'
  | 'unavailable';

type Project = Pick<ProjectEngine, 'text' | 'settings' | 'textEmbeddings'>;

/** Vectors of queries that are kept: 5,000 or so. */
const keptBytesMax = 16 * 1024 * 1024;
/** What one takes besides its vector and its text. */
const keptOverheadBytes = 900;

/** What queries mean, asked of the text models that there are, and kept for those who ask the same. */
export class QueryEmbeddings {
  /** The one that vectors are wanted of first; then those that may serve until it has made them all. */
  readonly #encoders: readonly TextEncoder[];
  readonly #background: SimilarityBaseline | null;
  readonly #kept = new ByteBoundedCache<string, KeptQuery>(keptBytesMax, keptBytes);
  readonly #asked = new Map<string, Promise<Float32Array>>();

  /** `background`: null where nothing is known of the language. */
  constructor(encoders: readonly TextEncoder[], background: SimilarityBaseline | null = null) {
    this.#encoders = encoders;
    this.#background = background;
  }

  /** Of the model that vectors are wanted of; null where none is configured. */
  status(): { ready: boolean; detail: string } | null {
    return this.#encoders[0]?.status() ?? null;
  }

  /** Whether meaning can have a part in a project's searches, and how the model is. */
  stateOf({
    settings,
    textEmbeddings: queryEmbeddings,
  }: Pick<ProjectEngine, 'settings' | 'textEmbeddings'>): {
    reason: 'disabled' | 'unsupported_language' | 'no_vectors' | 'unavailable' | null;
    detail: string;
  } {
    const [encoder] = this.#encoders;
    if (encoder === undefined) return { reason: 'disabled', detail: 'No text model is configured' };
    const { ready, detail } = encoder.status();
    const { search } = settings.effective();
    if (!search.semantic.enabled) return { reason: 'disabled', detail };
    if (!knows(encoder, search)) return { reason: 'unsupported_language', detail };
    if (!ready) return { reason: 'unavailable', detail };
    return { reason: queryEmbeddings.model === null ? 'no_vectors' : null, detail };
  }

  /** The model whose vectors a project wants: null for none, undefined where that cannot be told yet. */
  wantedModel({ settings }: Pick<ProjectEngine, 'settings'>): string | null | undefined {
    const [encoder] = this.#encoders;
    const { search } = settings.effective();
    if (encoder === undefined || !search.semantic.enabled || !knows(encoder, search)) return null;
    return encoder.model === '' ? undefined : encoder.model;
  }

  /** Whether queries can be embedded by the model. */
  canServe(model: string): boolean {
    return this.#encoders.some((encoder) => encoder.model === model);
  }

  /** What can be told at once; null where the model is to be asked. */
  skipReason(project: Project, query: TextQuery): SemanticSkipReason | null {
    const [encoder] = this.#encoders;
    const { search } = project.settings.effective();
    if (encoder === undefined || !search.semantic.enabled) return 'disabled';
    if (project.text.reader.words(query.text).length === 0) return 'empty_query';
    if (query.sort.length > 0) return 'sorted';
    if (!knows(encoder, search, query.language)) return 'unsupported_language';
    if (project.text.isCode(query.text)) return 'code';
    return project.textEmbeddings.model === null ? 'no_vectors' : null;
  }

  /** The query with what it means, or why that has no part in it. `client`: who asks. */
  async withEmbedding(
    project: Project,
    query: TextQuery,
    client: string,
  ): Promise<{ query: TextQuery; skipped: SemanticSkipReason | null }> {
    const skipped = this.skipReason(project, query);
    if (skipped !== null) return { query, skipped };
    try {
      return { query: { ...query, embedding: await this.#of(project, query, client) }, skipped: null };
    } catch (error) {
      if (!(error instanceof EncoderError)) throw error;
      return { query, skipped: error.reason === 'timeout' ? 'timeout' : 'unavailable' };
    }
  }

  /** The query's vector, at once where it is kept. @throws EncoderError */
  async #of(project: Project, query: TextQuery, client: string): Promise<QueryEmbedding> {
    const model = project.textEmbeddings.model ?? '';
    const weight = semanticWeight(project.settings.effective().search);
    const key = `${model}\n${query.text}`;
    const vector = this.#kept.get(key)?.vector ?? (await this.#ask(key, model, query.text, client));
    return { vector, model, weight, baseline: this.#usualOf(key, { vector, model, text: query.text }) };
  }

  /** Told once of each query that is kept, as soon as it can be. */
  #usualOf(
    key: string,
    { vector, model, text }: { vector: Float32Array; model: string; text: string },
  ): CosineStats | null {
    const kept = this.#kept.get(key);
    const encoder = this.#encoders.find((candidate) => candidate.model === model);
    if (kept?.usual != null || encoder === undefined) return kept?.usual ?? null;
    const usual = this.#background?.statsOf(encoder, vector, text) ?? null;
    if (usual !== null) this.#kept.set(key, { vector, usual });
    return usual;
  }

  #ask(key: string, model: string, text: string, client: string): Promise<Float32Array> {
    const asked = this.#asked.get(key);
    if (asked !== undefined) return asked;
    const encoder = this.#encoders.find((candidate) => candidate.model === model);
    if (encoder === undefined) return Promise.reject(new EncoderError('unavailable', 'The model is gone'));
    const answer = encoder.embedQuery(text, client).then((embedded) => {
      // It may be a view on a message that holds the vectors of other queries too.
      const vector = cloneView(embedded);
      this.#kept.set(key, { vector, usual: null });
      return vector;
    });
    this.#asked.set(key, answer);
    const forget = (): void => void this.#asked.delete(key);
    answer.then(forget, forget);
    return answer;
  }
}

interface KeptQuery {
  readonly vector: Float32Array;
  readonly usual: CosineStats | null;
}

function keptBytes({ vector }: KeptQuery, key: string): number {
  return vector.buffer.byteLength + 2 * key.length + keptOverheadBytes;
}

/** Share of the semantic similarity in the combined score, 0 to 1. */
export function semanticWeight({ semantic }: SearchSettings): number {
  return semantic.weight === 'auto' ? autoSemanticWeight : semantic.weight;
}

/** Whether the model knows the language that most of a project's texts are in, and that of a query where it is told. */
function knows({ languages }: TextEncoder, search: SearchSettings, asked?: string): boolean {
  const [first] = search.languages;
  const all = asked === undefined ? [first] : [first, asked];
  return languages === null || all.every((code) => code !== undefined && languages.includes(code));
}
