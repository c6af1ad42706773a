import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QuantisedQuery } from '../../kernel/vectors/rows/quantised-query.ts';
import {
  allocateRowMemory,
  kernelScratch,
  rowsPerGroup,
  simdKernels,
  type SimdKernels,
} from '../../kernel/vectors/simd-kernels.ts';
import type { CosineStats } from '../../ports/search/text.ts';
import { ModelMemory } from './model-memory.ts';
import { createDamageError, readMultilingualEntry } from './multilingual-model.ts';
import { sentenceDimensions } from './sentence-encoder.ts';

/**
 * What a match must exceed, by the calibration in models/README.md: the cosine of nearly all pairs of words of the language by the first
 * number, or the expected maximum of the catalog by the second, in standard deviations, and then that of pairs less the third.
 */
const betweenMargin = 0.1;
const chanceMargin = 0.3;
const betweenSlack = 0.1;
/** The end of a list: names with a part of the query are nearly as near as the right ones. */
const tailShare = 0.75;
const rowBytes = sentenceDimensions;

/** The baseline of a process. Threads receive it and open a `MultilingualBaseline` of their own. */
export interface MultilingualBaselineFile {
  /** The file without the vectors, and room for them: those of a language take memory when a query first needs them. */
  readonly memory: WebAssembly.Memory;
  readonly path: string;
}

/**
 * Loads the similarity baseline of the multilingual model from a folder, after checking its hash against the manifest.
 * @throws Error with the file name and a remedy
 */
export async function loadMultilingualBaseline(modelsDir: string): Promise<MultilingualBaselineFile> {
  const { file, sha256 } = (await readMultilingualEntry(modelsDir)).baseline;
  const path = join(modelsDir, file);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new Error(`Cannot read models/${file}: restore it from the release`, { cause: error });
  });
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw createDamageError(file);
  const memory = allocateRowMemory(bytes.length);
  const content = new Uint8Array(memory.buffer);
  content.set(bytes.subarray(0, 4 + bytes.readUInt32LE(0)));
  content.set(bytes.subarray(0, new ModelMemory(memory).section('rows').at));
  return { memory, path };
}

interface LanguageWords {
  /** In lower case. */
  readonly words: readonly string[];
  /** The row of the first word. */
  readonly firstRow: number;
  readonly betweenBaselineWords: number;
}

/**
 * The similarity of queries with unrelated words of their language, as `SimilarityBaseline` has it for other models. The words come with
 * Vitrine, some 380 a language, and so do their vectors: nothing is embedded at a start. Results are the same on every processor. One
 * thread uses an instance at a time.
 */
export class MultilingualBaseline {
  readonly #path: string;
  readonly #memory: ModelMemory;
  readonly #kernels: SimdKernels;
  readonly #languages: ReadonlyMap<string, LanguageWords>;
  /** A number of the vector of a row is its int8 times the step of the row. */
  readonly #steps: Float32Array;
  readonly #query = new QuantisedQuery(sentenceDimensions, rowBytes);
  /** The languages whose vectors are in memory. */
  readonly #read = new Set<string>();

  constructor({ memory, path }: MultilingualBaselineFile) {
    this.#path = path;
    this.#memory = new ModelMemory(memory);
    this.#kernels = simdKernels(memory);
    this.#steps = this.#memory.float32('steps');
    const between = this.#memory.float32('between');
    // A text decoder reads no shared memory.
    const text = new TextDecoder().decode(Uint8Array.from(this.#memory.uint8('words')));
    let firstRow = 0;
    this.#languages = new Map(
      Object.entries(JSON.parse(text) as Record<string, string[]>).map(([language, words], i) => {
        const entry = { words, firstRow, betweenBaselineWords: between[i]! };
        firstRow += words.length;
        return [language, entry];
      }),
    );
  }

  /** The languages that have words, as ISO 639-1 codes. */
  get languages(): readonly string[] {
    return [...this.#languages.keys()];
  }

  /**
   * Statistics of the cosines of a query's vector, of length 1, with the words of a language, except those of its text; null for a language
   * without words.
   * @throws Error if the vectors cannot be read
   */
  findStats(query: Float32Array, text: string, language: string): CosineStats | null {
    const entry = this.#languages.get(language);
    if (entry === undefined) return null;
    if (!this.#read.has(language)) {
      this.#readRows(entry);
      this.#read.add(language);
    }
    const cosines = this.#computeCosines(query, entry);
    const isInQuery = findQueryWords(text, language);
    const others = cosines.filter((_, i) => !isInQuery(entry.words[i]!));
    const count = others.length;
    let sum = 0;
    let squares = 0;
    for (const cosine of others) {
      sum += cosine;
      squares += cosine * cosine;
    }
    const mean = sum / count;
    return {
      mean,
      deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)),
      highest: entry.betweenBaselineWords + betweenMargin,
      betweenBaselineWords: entry.betweenBaselineWords - betweenSlack,
      tailShare,
      chanceMargin,
    };
  }

  #computeCosines(query: Float32Array, { words, firstRow }: LanguageWords): Float32Array {
    const { list, listAt, query: scratch, queryAt, outAt, products } = kernelScratch;
    this.#query.set(query);
    scratch.set(this.#query.codes);
    const rowsAt = this.#memory.section('rows').at;
    // The last group is padded with the first row.
    const padded = Math.ceil(words.length / rowsPerGroup) * rowsPerGroup;
    for (let i = 0; i < padded; i++) list[i] = rowsAt + (firstRow + (i < words.length ? i : 0)) * rowBytes;
    this.#kernels.dots(listAt, listAt + padded * 4, queryAt, queryAt + rowBytes * 2, outAt);
    const { scale } = this.#query;
    return Float32Array.from(words, (_, i) => products[i]! * (this.#steps[firstRow + i]! * scale));
  }

  /** Reads the vectors of a language. Other threads may have read them: the bytes are the same. */
  #readRows({ words, firstRow }: LanguageWords): void {
    const at = this.#memory.section('rows').at + firstRow * rowBytes;
    const bytes = new Uint8Array(words.length * rowBytes);
    const file = openSync(this.#path, 'r');
    try {
      if (readSync(file, bytes, 0, bytes.length, at) < bytes.length)
        throw new Error('The file of the similarity baseline is shorter than it must be');
    } finally {
      closeSync(file);
    }
    new Uint8Array(this.#memory.memory.buffer).set(bytes, at);
  }
}

/** Languages that write no spaces between words. */
const withoutSpaces = new Set(['ja', 'th', 'zh']);

/** Tells whether a word is one of the text. */
function findQueryWords(text: string, language: string): (word: string) => boolean {
  const lower = text.toLowerCase();
  if (withoutSpaces.has(language)) return (word) => lower.includes(word);
  const words = new Set(lower.split(/[^\p{L}\p{M}\p{N}]+/u));
  return (word) => words.has(word);
}
