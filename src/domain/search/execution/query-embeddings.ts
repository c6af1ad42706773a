import type { EncoderStatus } from '../../../ports/pictures/encoder-status.ts';
import type { ProjectView, ProjectOverview, ServedView } from '../../../ports/engine.ts';
import {
  EncoderError,
  type NamesLanguage,
  type TextEncoder,
  type TextModelInfo,
} from '../../../ports/search/text-embeddings.ts';
import {
  autoSemanticWeight,
  foreignNamesMax,
  type SearchSettings,
} from '../../../ports/configuration/settings.ts';
import type { QueryEmbedding, TextQuery, CosineStats } from '../../../ports/search/text.ts';
import { ByteBoundedCache } from '../../../lib/byte-bounded-cache.ts';
import { cloneView } from '../../../lib/detached-copies.ts';
import { ensureAnalysis } from '../../query/analyzed-query.ts';
import type { SimilarityBaseline } from './similarity-baseline.ts';
import { knownShareMin, TextReadability } from './text-readability.ts';

/**
 * Why semantic search was skipped. The settings have it `disabled`, the request is `sorted`, or an `empty_query` has no words. A `code`
 * is a part number or another code. `enough_matches` means a one-word query with enough keyword matches, or with the multilingual model
 * or words of translations a keyword match of all words. With `unsupported_language`,
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

/** What a query that may be in another language found by its words. */
interface ForeignCandidate {
  /** Its text in the nearest words of the catalog. */
  readonly corrected: string;
  /** Whether an item has all its words, perhaps corrected. */
  readonly isMatched: boolean;
  /** Whether nothing was found, also by meaning where the model of the catalog's language read it. */
  readonly isEmpty: boolean;
}

/** About 5,000 query embeddings. */
const keptBytesDefault = 16 * 1024 * 1024;
/** "memory on a keyring" is English, although the lexicon has but one of its words: no query in English may change. */
const foreignKnownShareMax = 1 / 4;
/** Memory of an entry besides vector and text. */
const keptOverheadBytes = 900;

/** Embeds queries with the text models, and caches the embeddings. */
export class QueryEmbeddings {
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

  /** Status of the first model, which is loaded at the start; null if there is none. */
  status(): EncoderStatus | null {
    return this.#encoders[0]?.status() ?? null;
  }

  /** Status of the model of many languages; null if there is none. */
  multilingualStatus(): EncoderStatus | null {
    return this.#findMultilingual()?.status() ?? null;
  }

  /** Whether semantic search is active in a project, and the name and the status of its model. */
  readState({ settings, textEmbeddings }: Pick<ProjectOverview, 'settings' | 'textEmbeddings'>): {
    reason: 'disabled' | 'unsupported_language' | 'no_vectors' | 'unavailable' | null;
    model: string | null;
    detail: string;
  } {
    const [first] = this.#encoders;
    if (first === undefined)
      return { reason: 'disabled', model: null, detail: 'No text model is configured' };
    const { search } = settings.effective();
    const encoder = this.#chooseEncoder(search);
    const { ready, detail } = (encoder ?? first).status();
    if (!search.semantic.enabled) return { reason: 'disabled', model: null, detail };
    if (encoder === null) return { reason: 'unsupported_language', model: null, detail };
    const model = encoder.name;
    if (!ready) return { reason: 'unavailable', model, detail };
    if (textEmbeddings.isMostlyRefused) return { reason: 'unsupported_language', model, detail };
    return { reason: textEmbeddings.model === null ? 'no_vectors' : null, model, detail };
  }

  /** The target model of a project: null for none, undefined while it is unknown. */
  findTargetModel({ settings }: Pick<ProjectView, 'settings'>): string | null | undefined {
    const { search } = settings.effective();
    const encoder = search.semantic.enabled ? this.#chooseEncoder(search) : null;
    if (encoder === null) return null;
    return encoder.model === '' ? undefined : encoder.model;
  }

  /** The model for queries in another language than that of the names; null for none. `itemCount` is that of the catalog. */
  findCrossLingualModel({ settings }: Pick<ProjectView, 'settings'>, itemCount: number): string | null {
    const { search } = settings.effective();
    const { foreignQueries, semantic } = search;
    const isOn = foreignQueries === 'auto' ? itemCount <= foreignNamesMax : foreignQueries;
    const target = semantic.enabled && isOn ? this.#chooseEncoder(search) : null;
    // A model of all languages reads those queries itself.
    if (target === null || target.languages === null || target.role === 'multilingual') return null;
    const multilingual = this.#findMultilingual();
    return multilingual !== null && supports(multilingual, search) ? multilingual.model : null;
  }

  /** The encoder of a model; null if there is none. */
  findEncoder(model: string): TextEncoder | null {
    return this.#encoders.find((encoder) => encoder.model === model) ?? null;
  }

  /** See `TextEncoder.keepsWordMatches`, of the model of a project's language. */
  keepsWordMatches({ textEmbeddings }: Pick<Project, 'textEmbeddings'>): boolean {
    const { model } = textEmbeddings;
    return model !== null && this.findEncoder(model)?.keepsWordMatches === true;
  }

  /** Whether the text of an item says something to a model. */
  reads(encoder: TextEncoder, text: string): boolean {
    // Names have brands and codes that are in no language: those of a model that reads no words by a lexicon are all embedded.
    if (encoder.readsText !== undefined) return text !== '';
    return (
      this.#readability.findUnreadable(encoder.languages, text, { shareMin: knownShareMin.item }) === null
    );
  }

  /** Whether the catalog has each word of a query, in any language; the last word may be a prefix if `allowsPrefix`. */
  hasAllWords({ text }: Pick<Project, 'text'>, query: TextQuery, allowsPrefix = false): boolean {
    return text.queryAnalyzer
      .presence(ensureAnalysis(text, query))
      .every((presence) => presence === 'known' || (allowsPrefix && presence === 'prefix'));
  }

  /** Returns a skip reason that does not need the model, or null if the model decides. */
  skipReason(project: Project, query: TextQuery): SemanticSkipReason | null {
    const { search } = project.settings.effective();
    if (this.#encoders.length === 0 || !search.semantic.enabled) return 'disabled';
    const encoder = this.#chooseEncoder(search);
    const { words, isCode } = ensureAnalysis(project.text, query);
    if (words.length === 0) return 'empty_query';
    if (query.sort.length > 0) return 'sorted';
    if (encoder === null || project.textEmbeddings.isMostlyRefused || !readsLanguage(encoder, query.language))
      return 'unsupported_language';
    if (isCode) return 'code';
    return project.textEmbeddings.model === null
      ? 'no_vectors'
      : this.#findUnreadable(project, query, encoder);
  }

  /** Words of the catalog are read as names, whatever the language. */
  #findUnreadable(
    project: Project,
    query: TextQuery,
    encoder: TextEncoder,
  ): 'unsupported_language' | 'unknown_words' | null {
    const isRead = encoder.readsText?.(query.text);
    const { languages } = encoder;
    if (isRead ?? this.#readability.findUnreadable(languages, query.text) === null) return null;
    const catalogWords = findCatalogWords(project, query);
    if (isRead === false) return catalogWords.size > 0 ? null : 'unknown_words';
    const unreadable = this.#readability.findUnreadable(languages, query.text, {
      isKnown: (word) => catalogWords.has(word),
    });
    if (unreadable === null) return null;
    return unreadable === 'script' ? 'unsupported_language' : 'unknown_words';
  }

  /**
   * Whether a query is in another language: hardly a word is readable as typed, and it is more than misspelled, as its correction is
   * unreadable, too, or has unreadable words left ("chaussettes de laine" is not "cassettes de laine"). More words may be readable if no item
   * has all of them, and all if nothing is found, but no frequent one: "pomme" and "Hirsch" are rare English words. A word with letters that
   * English does not have is hardly misspelled: "çadır" is no "cadre".
   */
  #isForeign(
    project: Project,
    { typed, corrected, isMatched, isEmpty }: { readonly typed: TextQuery } & ForeignCandidate,
    target: TextEncoder,
  ): boolean {
    const hasFrequentWord = this.#readability.hasFrequentWord(target.languages, typed.text);
    if (isEmpty && !hasFrequentWord) return true;
    const findKnownShare = (query: TextQuery): number => {
      const catalogWords = findCatalogWords(project, query);
      const isKnown = (word: string): boolean => catalogWords.has(word);
      const letters = this.#readability.countLetters(target.languages, query.text, isKnown);
      return letters === null || letters.all === 0 ? 0 : letters.known / letters.all;
    };
    if ((isMatched || hasFrequentWord) && findKnownShare(typed) > foreignKnownShareMax) return false;
    const catalogWords = findCatalogWords(project, typed);
    if (this.#readability.hasForeignLetters(target.languages, typed.text, (word) => catalogWords.has(word)))
      return true;
    const correctedQuery = { ...typed, text: corrected };
    return (
      this.#findUnreadable(project, correctedQuery, target) !== null || findKnownShare(correctedQuery) < 1
    );
  }

  /**
   * Embeds a query in another language than that of the names; null if it is not one, or cannot be compared with them.
   */
  async embedForeignQuery(
    project: Project,
    query: TextQuery,
    found: ForeignCandidate,
    client: string,
  ): Promise<QueryEmbedding | null> {
    const { model } = project.textEmbeddings.crossLingual;
    const encoder = model === null ? null : this.findEncoder(model);
    const { search } = project.settings.effective();
    const target = this.#chooseEncoder(search);
    if (encoder === null || target === null || ensureAnalysis(project.text, query).isCode) return null;
    if (query.language !== undefined && !readsLanguage(encoder, query.language)) return null;
    const isForeign =
      !readsLanguage(target, query.language) ||
      (this.#isForeign(project, { typed: query, ...found }, target) &&
        (encoder.readsText?.(query.text) ?? true));
    if (!isForeign) return null;
    try {
      const embedding = await this.#embedQuery(project, encoder.model, query.text, {
        client,
        isForeign: true,
      });
      const [namesLanguage] = search.languages;
      return { ...embedding, ...(namesLanguage === undefined ? {} : { namesLanguage }) };
    } catch (error) {
      if (error instanceof EncoderError) return null;
      throw error;
    }
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
        query: {
          ...query,
          embedding: await this.#embedQuery(project, project.textEmbeddings.model ?? '', text, {
            client,
            isForeign: false,
          }),
        },
        skipped: null,
      };
    } catch (error) {
      if (!(error instanceof EncoderError)) throw error;
      return { query, skipped: error.reason === 'timeout' ? 'timeout' : 'unavailable' };
    }
  }

  /** The text models, in the order of preference. */
  models(): TextModelInfo[] {
    return this.#encoders.map(({ role, name, model, languages }) => ({ role, name, model, languages }));
  }

  /**
   * The vector of a text by a model, cached, and its similarity baseline; null while that is unknown.
   * @throws EncoderError
   */
  async embed(
    model: string,
    text: string,
    client: string,
    { code: language, isForeign }: NamesLanguage,
  ): Promise<{ readonly vector: Float32Array; readonly baseline: CosineStats | null }> {
    const key = `${model}\n${language}\n${isForeign}\n${text}`;
    const textLanguage = isForeign ? undefined : language;
    const vector =
      this.#cache.get(key)?.vector ?? (await this.#requestVector(key, { model, text, textLanguage, client }));
    return { vector, baseline: this.#computeBaseline(key, { vector, model, text, language }) };
  }

  async #embedQuery(
    project: Project,
    model: string,
    text: string,
    { client, isForeign }: { readonly client: string; readonly isForeign: boolean },
  ): Promise<QueryEmbedding> {
    const { search } = project.settings.effective();
    const typed = text.trim().replaceAll(/\s+/g, ' ');
    const embedded = await this.embed(model, typed, client, { code: search.languages[0] ?? '', isForeign });
    const { name: modelName = '', keepsWordMatches = false } = this.findEncoder(model) ?? {};
    // Words of another language are in translations, whose matches are found before.
    const keeps = keepsWordMatches && !isForeign;
    return {
      model,
      modelName,
      weight: semanticWeight(search),
      keepsWordMatches: keeps,
      isForeign,
      ...embedded,
    };
  }

  /** The model of a project's first language, as the settings have it; null if none supports it. */
  #chooseEncoder(search: SearchSettings): TextEncoder | null {
    const { model } = search.semantic;
    const isCandidate = ({ role }: TextEncoder): boolean =>
      role === 'configured' || (model === 'auto' ? role !== 'legacy' : role === model);
    return this.#encoders.find((encoder) => isCandidate(encoder) && supports(encoder, search)) ?? null;
  }

  #findMultilingual(): TextEncoder | null {
    return this.#encoders.find(({ role }) => role === 'multilingual') ?? null;
  }

  /** The similarity baseline of a cached query, computed once it is available. */
  #computeBaseline(
    key: string,
    {
      vector,
      model,
      text,
      language,
    }: { vector: Float32Array; model: string; text: string; language: string },
  ): CosineStats | null {
    const cachedQuery = this.#cache.get(key);
    const encoder = this.findEncoder(model);
    if (cachedQuery?.baseline != null || encoder === null) return cachedQuery?.baseline ?? null;
    const baseline =
      encoder.findStats === undefined
        ? (this.#background?.findStats(encoder, vector, text) ?? null)
        : encoder.findStats(vector, text, language);
    if (baseline !== null) this.#cache.set(key, { vector, baseline });
    return baseline;
  }

  #requestVector(
    key: string,
    query: {
      readonly model: string;
      readonly text: string;
      readonly textLanguage: string | undefined;
      readonly client: string;
    },
  ): Promise<Float32Array> {
    const { model, text, textLanguage, client } = query;
    const pendingVector = this.#pending.get(key);
    if (pendingVector !== undefined) return pendingVector;
    const encoder = this.findEncoder(model);
    if (encoder === null) return Promise.reject(new EncoderError('unavailable', 'The model is gone'));
    const answer = encoder.embedQuery(text, client, textLanguage).then((embedded) => {
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

/** The words of a query that the catalog has in its own language. */
function findCatalogWords({ text }: Pick<Project, 'text'>, query: TextQuery): ReadonlySet<string> {
  const analyzed = ensureAnalysis(text, query);
  const presence = text.queryAnalyzer.presence(analyzed);
  const isTranslated = text.queryAnalyzer.findTranslatedWords(analyzed);
  return new Set(
    analyzed.spans
      .filter((_, i) => presence[i] === 'known' && isTranslated[i] !== true)
      .map(({ start, end }) => query.text.slice(start, end)),
  );
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

/** Whether a model supports a project's main language. */
function supports(encoder: TextEncoder, { languages: [first] }: SearchSettings): boolean {
  return encoder.languages === null || (first !== undefined && readsLanguage(encoder, first));
}

/** Whether a model supports a language; undefined means that it is unknown, and supported. */
function readsLanguage({ languages }: TextEncoder, code: string | undefined): boolean {
  return code === undefined || languages === null || languages.includes(code);
}
