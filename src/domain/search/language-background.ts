import { EncoderError, itemTextsMax, type TextEncoder } from '../../ports/meaning.ts';
import type { UsualCosines } from '../../ports/text.ts';

/** So many of the words may be nearer to a query than what it is about: some always go with it. */
const nearestShare = 0.004;

/** Where vectors of words are kept, so that a restart need not make them again. */
export interface WordVectorStore {
  read(model: string, words: readonly string[]): Promise<Float32Array | null>;
  write(model: string, words: readonly string[], vectors: Float32Array): Promise<void>;
}

/**
 * How near queries are to ordinary words of the language, whatever those mean: what an item must clearly surpass to have anything to
 * do with a query. By model, made in the background when it is first asked for.
 */
export class LanguageBackground {
  readonly #words: readonly string[];
  readonly #store: WordVectorStore;
  readonly #onFault: (error: unknown) => void;
  readonly #vectors = new Map<string, Float32Array>();
  readonly #making = new Set<string>();

  constructor(options: {
    words: readonly string[];
    store: WordVectorStore;
    onFault: (error: unknown) => void;
  }) {
    this.#words = options.words;
    this.#store = options.store;
    this.#onFault = options.onFault;
  }

  /**
   * What is usual of the cosines of a query's vector with the words, those of its text left out; null while nothing is known, which
   * is then seen to.
   */
  of(encoder: TextEncoder, query: Float32Array, text: string): UsualCosines | null {
    const vectors = this.#vectors.get(encoder.model);
    if (vectors === undefined) {
      void this.prepare(encoder);
      return null;
    }
    const { length } = query;
    const own = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
    const cosines: number[] = [];
    let sum = 0;
    let squares = 0;
    for (let at = 0; at < vectors.length; at += length) {
      if (own.has(this.#words[at / length]!)) continue;
      let cosine = 0;
      for (let i = 0; i < length; i++) cosine += query[i]! * vectors[at + i]!;
      cosines.push(cosine);
      sum += cosine;
      squares += cosine * cosine;
    }
    const count = cosines.length;
    const mean = sum / count;
    return {
      mean,
      deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)),
      highest: cosines.sort((a, b) => b - a)[Math.ceil(count * nearestShare) - 1]!,
    };
  }

  /** Has the vectors of the words made, unless they are there or on their way. */
  async prepare(encoder: TextEncoder): Promise<void> {
    const { model } = encoder;
    if (this.#words.length === 0 || model === '' || this.#vectors.has(model) || this.#making.has(model))
      return;
    this.#making.add(model);
    try {
      const kept = await this.#store.read(model, this.#words);
      this.#vectors.set(model, kept ?? (await this.#make(encoder)));
    } catch (error) {
      // A model that is away is told of where it is waited for, and asked again with the next query.
      if (!(error instanceof EncoderError)) this.#onFault(error);
    } finally {
      this.#making.delete(model);
    }
  }

  async #make(encoder: TextEncoder): Promise<Float32Array> {
    const made: Float32Array[] = [];
    for (let from = 0; from < this.#words.length; from += itemTextsMax)
      made.push(...(await encoder.embedItems(this.#words.slice(from, from + itemTextsMax))));
    const dimensions = made[0]!.length;
    const vectors = new Float32Array(made.length * dimensions);
    made.forEach((vector, i) => vectors.set(vector, i * dimensions));
    await this.#store.write(encoder.model, this.#words, vectors).catch(this.#onFault);
    return vectors;
  }
}
