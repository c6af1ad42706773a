import { IdleThread } from '../../lib/idle-thread.ts';
import type { EncoderStatus } from '../../ports/pictures/encoder-status.ts';
import type { CosineStats } from '../../ports/search/text.ts';
import { EncoderError, type TextEncoder } from '../../ports/search/text-embeddings.ts';
import { modelId, type ModelIdentity } from '../runtime/model-identity.ts';
import { averageVectors, listCaseForms } from './letter-case.ts';
import {
  loadMultilingualBaseline,
  MultilingualBaseline,
  type MultilingualBaselineFile,
} from './multilingual-baseline.ts';
import { loadMultilingualModel, openSentenceEncoder, type MultilingualModel } from './multilingual-model.ts';
import type { SentenceEncoder } from './sentence-encoder.ts';

/** ISO 639-1 codes of the languages that the model was trained on. */
export const multilingualLanguages: readonly string[] = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ru',
  'th',
  'tr',
  'zh',
];

/** The thread that embeds items ends after this time without work. */
const idleMs = 30_000;

/** The model and its similarity baseline, which all threads share. */
export interface LoadedMultilingualModel extends MultilingualModel {
  readonly baseline: MultilingualBaselineFile;
}

/**
 * The multilingual model. A query is embedded in the thread that asks, which takes a millisecond; items are embedded in a thread of
 * their own, so that an import does not delay searches.
 */
export class MultilingualTextEncoder implements TextEncoder, AsyncDisposable {
  readonly role = 'multilingual';
  readonly name = 'multilingual';
  readonly languages = multilingualLanguages;
  readonly omitsBrands = true;
  readonly keepsWordMatches = true;
  readonly model: string;
  #loaded: LoadedMultilingualModel | null;
  #baseline: MultilingualBaseline | null = null;
  #encoder: SentenceEncoder | null = null;
  #detail = 'The multilingual text model is being loaded';
  #thread: IdleThread<readonly string[], Float32Array[]> | null = null;
  #closed = false;

  /** `loaded` is the model in a thread that received it. */
  constructor(identity: ModelIdentity, loaded: LoadedMultilingualModel | null = null) {
    this.model = modelId(identity);
    this.#loaded = loaded;
    if (loaded !== null) this.#open();
  }

  /** The model for other threads; null until it is loaded. */
  get loaded(): LoadedMultilingualModel | null {
    return this.#loaded;
  }

  /** Loads the model. A failure is the status from then on. */
  async load(modelsDir: string): Promise<void> {
    try {
      const [model, baseline] = await Promise.all([
        loadMultilingualModel(modelsDir),
        loadMultilingualBaseline(modelsDir),
      ]);
      this.#loaded = { ...model, baseline };
      // The first query need not wait for it.
      this.#open();
    } catch (error) {
      this.#detail = (error as Error).message;
    }
  }

  status(): EncoderStatus {
    if (this.#loaded === null) return { ready: false, detail: this.#detail };
    return { ready: true, detail: 'The multilingual text model is loaded' };
  }

  async embedQuery(text: string, _client?: string, language?: string): Promise<Float32Array> {
    const encoder = this.#open();
    return averageVectors(listCaseForms(text, language).map((form) => encoder.encode(form)));
  }

  async embedItems(texts: readonly string[]): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    const workerData = this.#requireModel();
    const program = new URL('./multilingual-worker.ts', import.meta.url);
    this.#thread ??= new IdleThread({ program, name: 'multilingual', idleMs, workerData });
    try {
      return await this.#thread.run(texts);
    } catch (error) {
      const { message } = error as Error;
      throw new EncoderError('unavailable', `The multilingual text model failed: ${message}`);
    }
  }

  readsText(text: string): boolean {
    // A model that is not loaded is reported when it is to embed the text.
    return this.#loaded === null || this.#open().isReadable(text);
  }

  findStats(vector: Float32Array, text: string, language: string): CosineStats | null {
    this.#baseline ??= new MultilingualBaseline(this.#requireModel().baseline);
    return this.#baseline.findStats(vector, text, language);
  }

  /** Ends the thread of items; texts that are being embedded are rejected. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#encoder = null;
    await this.#thread?.[Symbol.asyncDispose]();
  }

  #open(): SentenceEncoder {
    return (this.#encoder ??= openSentenceEncoder(this.#requireModel()));
  }

  #requireModel(): LoadedMultilingualModel {
    if (this.#closed) throw new EncoderError('unavailable', 'The service is stopping');
    if (this.#loaded === null) throw new EncoderError('unavailable', this.#detail);
    return this.#loaded;
  }
}
