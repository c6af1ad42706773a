import { EncoderError, itemTextsMax, type TextEncoder } from '../../../ports/text-embeddings.ts';
import type { CosineStats } from '../../../ports/text.ts';

/** So many of the words may be nearer to a query than what it is about: some always go with it. */
const nearestShare = 0.004;

/** Each word is compared with so many others for `UsualCosines.betweenOthers`: within .002 of what all pairs would give. */
const othersPerWord = 20;
/** So many pairs of words may be nearer: 2.5 %, as beyond two standard deviations. */
const nearPairsShare = 0.025;

/** Where vectors of words are kept, so that a restart need not make them again. */
export interface WordVectorStore {
  read(model: string, words: readonly string[]): Promise<Float32Array | null>;
  write(model: string, words: readonly string[], vectors: Float32Array): Promise<void>;
}

interface KnownWords {
  /** One after the other. */
  readonly vectors: Float32Array;
  readonly betweenBaselineWords: number;
}

/**
 * How near queries are to ordinary words of the language, whatever those mean: what an item must clearly surpass to have anything to
 * do with a query. By model, made in the background when it is first asked for.
 */
export class SimilarityBaseline {
  readonly #words: readonly string[];
  readonly #store: WordVectorStore;
  readonly #onError: (error: unknown) => void;
  readonly #known = new Map<string, KnownWords>();
  readonly #making = new Set<string>();

  constructor(options: {
    words: readonly string[];
    store: WordVectorStore;
    onError: (error: unknown) => void;
  }) {
    this.#words = options.words;
    this.#store = options.store;
    this.#onError = options.onError;
  }

  /**
   * What is usual of the cosines of a query's vector with the words, those of its text left out; null while nothing is known, which
   * is then seen to.
   */
  statsOf(encoder: TextEncoder, query: Float32Array, text: string): CosineStats | null {
    const known = this.#known.get(encoder.model);
    if (known === undefined) {
      void this.prepare(encoder);
      return null;
    }
    const { vectors, betweenBaselineWords } = known;
    const { length } = query;
    const own = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
    const cosines: number[] = [];
    let sum = 0;
    let squares = 0;
    for (let at = 0; at < vectors.length; at += length) {
      if (own.has(this.#words[at / length]!)) continue;
      const cosine = cosineAt(query, 0, vectors, at, length);
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
      betweenBaselineWords,
    };
  }

  /** Has the vectors of the words made, unless they are there or on their way. */
  async prepare(encoder: TextEncoder): Promise<void> {
    const { model } = encoder;
    if (this.#words.length === 0 || model === '' || this.#known.has(model) || this.#making.has(model)) return;
    this.#making.add(model);
    try {
      const kept = await this.#store.read(model, this.#words);
      const vectors = kept ?? (await this.#make(encoder));
      this.#known.set(model, { vectors, betweenBaselineWords: nearPairs(vectors, this.#words.length) });
    } catch (error) {
      // A model that is away is told of where it is waited for, and asked again with the next query.
      if (!(error instanceof EncoderError)) this.#onError(error);
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
    await this.#store.write(encoder.model, this.#words, vectors).catch(this.#onError);
    return vectors;
  }
}

/** The cosine that one in forty pairs of words reaches, of pairs from all parts of the list. */
function nearPairs(vectors: Float32Array, count: number): number {
  const length = vectors.length / count;
  const others = Math.min(othersPerWord, count - 1);
  const cosines: number[] = [];
  for (let word = 0; word < count; word++) {
    for (let step = 1; step <= others; step++) {
      const other = (word + Math.floor((step * count) / (others + 1))) % count;
      if (other !== word) cosines.push(cosineAt(vectors, word * length, vectors, other * length, length));
    }
  }
  return cosines.sort((a, b) => b - a)[Math.ceil(cosines.length * nearPairsShare) - 1] ?? 1;
}

function cosineAt(
  one: Float32Array,
  at: number,
  other: Float32Array,
  otherAt: number,
  length: number,
): number {
  let cosine = 0;
  for (let i = 0; i < length; i++) cosine += one[at + i]! * other[otherAt + i]!;
  return cosine;
}
