import { Worker } from 'node:worker_threads';
import type { EncoderStatus } from '../../ports/pictures/encoder-status.ts';
import type { CosineStats } from '../../ports/search/text.ts';
import { EncoderError, type TextEncoder } from '../../ports/search/text-embeddings.ts';
import { modelId, type ModelIdentity } from '../runtime/model-identity.ts';
import { averageVectors, listCaseForms } from './letter-case.ts';
import type { ItemsReply, ItemsRequest } from './items-messages.ts';
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

interface PendingItems {
  readonly resolve: (vectors: Float32Array[]) => void;
  readonly reject: (error: Error) => void;
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
  #worker: Worker | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #closed = false;
  readonly #pending = new Map<number, PendingItems>();
  #lastId = 0;

  /** `loaded` is the model in a thread that received it. */
  constructor(identity: ModelIdentity, loaded: LoadedMultilingualModel | null = null) {
    this.model = modelId(identity);
    this.#loaded = loaded;
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

  embedItems(texts: readonly string[]): Promise<Float32Array[]> {
    if (texts.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const worker = (this.#worker ??= this.#startWorker());
      if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
      this.#pending.set(id, { resolve, reject });
      worker.postMessage({ id, texts } satisfies ItemsRequest);
    });
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
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
  }

  #open(): SentenceEncoder {
    return (this.#encoder ??= openSentenceEncoder(this.#requireModel()));
  }

  #requireModel(): LoadedMultilingualModel {
    if (this.#closed) throw new EncoderError('unavailable', 'The service is stopping');
    if (this.#loaded === null) throw new EncoderError('unavailable', this.#detail);
    return this.#loaded;
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./multilingual-worker.ts', import.meta.url), {
      name: 'multilingual',
      workerData: this.#requireModel(),
    });
    worker.on('message', (reply: ItemsReply) => {
      const pending = this.#pending.get(reply.id);
      this.#pending.delete(reply.id);
      if ('error' in reply)
        pending?.reject(
          new EncoderError('unavailable', `The multilingual text model failed: ${reply.error}`),
        );
      else pending?.resolve([...reply.vectors]);
      if (this.#pending.size === 0) this.#scheduleIdleExit(worker);
    });
    worker.on('error', (error) => this.#fail(worker, (error as Error).message));
    worker.on('exit', () => this.#fail(worker, 'its thread ended'));
    return worker;
  }

  #fail(worker: Worker, cause: string): void {
    // A thread that was replaced has no texts any more.
    if (this.#worker !== worker) return;
    this.#worker = null;
    const error = new EncoderError('unavailable', `The multilingual text model failed: ${cause}`);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #scheduleIdleExit(worker: Worker): void {
    this.#idleTimer = setTimeout(() => {
      this.#worker = null;
      void worker.terminate();
    }, idleMs).unref();
  }
}
