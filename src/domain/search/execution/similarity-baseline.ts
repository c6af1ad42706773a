import { EncoderError, itemTextsMax, type TextEncoder } from '../../../ports/search/text-embeddings.ts';
import type { CosineStats } from '../../../ports/search/text.ts';

/** Share of words that may be nearer to a query than its subject: its associated words. */
const nearestShare = 0.004;

/** Comparisons per word for `CosineStats.betweenBaselineWords`. The sample is within .002 of all pairs. */
const othersPerWord = 20;
/** The share of nearer pairs: 2.5 %, as beyond two standard deviations. */
const nearPairsShare = 0.025;

/** Stores word vectors across restarts. */
export interface WordVectorStore {
  read(model: string, words: readonly string[]): Promise<Float32Array | null>;
  write(model: string, words: readonly string[], vectors: Float32Array): Promise<void>;
}

interface KnownWords {
  /** Concatenated. */
  readonly vectors: Float32Array;
  readonly betweenBaselineWords: number;
}

/**
 * The similarity of queries with unrelated words of the language: an item must clearly exceed it to be a semantic match.
 * Computed per model, in the background, when first needed.
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
   * Statistics of a query's cosines with the words, except those of its text; null until the word vectors are ready, which
   * this call starts.
   */
  findStats(encoder: TextEncoder, query: Float32Array, text: string): CosineStats | null {
    const known = this.#known.get(encoder.model);
    if (known === undefined) {
      void this.prepare(encoder);
      return null;
    }
    const { vectors, betweenBaselineWords } = known;
    const { length } = query;
    const textWords = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
    const cosines: number[] = [];
    let sum = 0;
    let squares = 0;
    for (let at = 0; at < vectors.length; at += length) {
      if (textWords.has(this.#words[at / length]!)) continue;
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

  /** Embeds the words unless that is done or in progress. */
  async prepare(encoder: TextEncoder): Promise<void> {
    const { model } = encoder;
    if (this.#words.length === 0 || model === '' || this.#known.has(model) || this.#making.has(model)) return;
    this.#making.add(model);
    try {
      const stored = await this.#store.read(model, this.#words);
      const vectors = stored ?? (await this.#embedWords(encoder));
      this.#known.set(model, { vectors, betweenBaselineWords: nearPairs(vectors, this.#words.length) });
    } catch (error) {
      // A missing model is reported where a query waits for it; the next query tries again.
      if (!(error instanceof EncoderError)) this.#onError(error);
    } finally {
      this.#making.delete(model);
    }
  }

  async #embedWords(encoder: TextEncoder): Promise<Float32Array> {
    const rows: Float32Array[] = [];
    for (let from = 0; from < this.#words.length; from += itemTextsMax)
      rows.push(...(await encoder.embedItems(this.#words.slice(from, from + itemTextsMax))));
    const dimensions = rows[0]!.length;
    const vectors = new Float32Array(rows.length * dimensions);
    rows.forEach((vector, i) => vectors.set(vector, i * dimensions));
    await this.#store.write(encoder.model, this.#words, vectors).catch(this.#onError);
    return vectors;
  }
}

/** The cosine that one in forty pairs of words exceeds, sampled over the whole list. */
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
