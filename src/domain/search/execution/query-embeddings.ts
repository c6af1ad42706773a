import type { ProjectEngine } from '../../../ports/engine.ts';
import { EncoderError, type TextEncoder } from '../../../ports/text-embeddings.ts';
import type { SearchSettings } from '../../../ports/settings.ts';
import type { QueryEmbedding, TextQuery, CosineStats } from '../../../ports/text.ts';
import { ByteBoundedCache } from '../../../lib/byte-bounded-cache.ts';
import { cloneView } from '../../../lib/detached-copies.ts';
import type { SimilarityBaseline } from './similarity-baseline.ts';

/**
 * Why meaning has no part in a search. `off`: the project switched it off. `no_words`: nothing is looked for. `sorted`: the request
 * says the order. `code`: a part number or another code. `enough`: one word was asked for and enough is found by it. `language`:
 * the texts are in a language that the model does not know. `no_vectors`: not enough items have one yet. `late`: the model did not
 * answer in time. `unavailable`: the model is not there.
 */
export type SemanticSkipReason =
  | 'off'
  | 'no_words'
  | 'sorted'
  | 'code'
  | 'enough'
  | 'language'
  | 'no_vectors'
  | 'late'
  | 'unavailable';

type Project = Pick<ProjectEngine, 'text' | 'settings' | 'textEmbeddings' | 'clickLog'>;

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
  stateOf({ settings, textEmbeddings: meanings }: Pick<ProjectEngine, 'settings' | 'textEmbeddings'>): {
    why: 'off' | 'language' | 'no_vectors' | 'unavailable' | null;
    detail: string;
  } {
    const [encoder] = this.#encoders;
    if (encoder === undefined) return { why: 'off', detail: 'No text model is configured' };
    const { ready, detail } = encoder.status();
    const { search } = settings.effective();
    if (!search.meaning.enabled) return { why: 'off', detail };
    if (!knows(encoder, search)) return { why: 'language', detail };
    if (!ready) return { why: 'unavailable', detail };
    return { why: meanings.model === null ? 'no_vectors' : null, detail };
  }

  /** The model whose vectors a project wants: null for none, undefined where that cannot be told yet. */
  wantedModel({ settings }: Pick<ProjectEngine, 'settings'>): string | null | undefined {
    const [encoder] = this.#encoders;
    const { search } = settings.effective();
    if (encoder === undefined || !search.meaning.enabled || !knows(encoder, search)) return null;
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
    if (encoder === undefined || !search.meaning.enabled) return 'off';
    if (project.text.reader.words(query.text).length === 0) return 'no_words';
    if (query.sort.length > 0) return 'sorted';
    if (!knows(encoder, search, query.language)) return 'language';
    if (project.text.isCode(query.text)) return 'code';
    return project.textEmbeddings.model === null ? 'no_vectors' : null;
  }

  /** The query with what it means, or why that has no part in it. `client`: who asks. */
  async withEmbedding(
    project: Project,
    query: TextQuery,
    client: string,
  ): Promise<{ query: TextQuery; why: SemanticSkipReason | null }> {
    const why = this.skipReason(project, query);
    if (why !== null) return { query, why };
    try {
      return { query: { ...query, embedding: await this.#of(project, query, client) }, why: null };
    } catch (error) {
      if (!(error instanceof EncoderError)) throw error;
      return { query, why: error.fault === 'late' ? 'late' : 'unavailable' };
    }
  }

  /** The query's vector, at once where it is kept. @throws EncoderError */
  async #of(project: Project, query: TextQuery, client: string): Promise<QueryEmbedding> {
    const model = project.textEmbeddings.model ?? '';
    const { weight: set } = project.settings.effective().search.meaning;
    const weight = set === 'auto' ? project.clickLog.weight(model) : set;
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

/** Whether the model knows the language that most of a project's texts are in, and that of a query where it is told. */
function knows({ languages }: TextEncoder, search: SearchSettings, asked?: string): boolean {
  const [first] = search.languages;
  const all = asked === undefined ? [first] : [first, asked];
  return languages === null || all.every((code) => code !== undefined && languages.includes(code));
}
