import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cloneText } from '../../lib/detached-copies.ts';

/** Enough to estimate the mean and the deviation of a query's cosines to a few hundredths of the deviation. */
const wordCount = 1_000;
/** Shorter entries of the vocabulary are mostly abbreviations, and those with a prefix are parts of words. */
const wordLines = /^[a-z]{4,}$/gm;

/**
 * Common and rare words of the language, independent of topic: every n-th whole word in the vocabulary of the
 * vendored model, which is ordered by frequency. Empty where it cannot be read.
 */
export async function readBaselineWords(modelsDir: string): Promise<string[]> {
  const words = await readVocabulary(modelsDir);
  const step = Math.max(1, Math.floor(words.length / wordCount));
  return words.filter((_, i) => i % step === 0).slice(0, wordCount);
}

/** The whole words of the vocabulary from four letters on, the most frequent one first; empty where it cannot be read. */
export async function readVocabulary(modelsDir: string): Promise<string[]> {
  const text = await readFile(join(modelsDir, 'text', 'vocab.txt'), 'utf8').catch(() => '');
  return (text.match(wordLines) ?? []).map(cloneText);
}

/** A file cache of a model's vectors for a list of words: little-endian numbers, one after the other. */
export class WordVectorCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null means that there are none. */
  async read(model: string, words: readonly string[]): Promise<Float32Array | null> {
    const bytes = await readFile(this.#locateCache(model, words)).catch(() => null);
    if (bytes === null || bytes.length === 0 || bytes.length % (4 * words.length) !== 0) return null;
    return new Float32Array(Uint8Array.from(bytes).buffer);
  }

  async write(model: string, words: readonly string[], vectors: Float32Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = this.#locateCache(model, words);
    await writeFile(
      `${path}.partial`,
      new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength),
    );
    await rename(`${path}.partial`, path);
  }

  #locateCache(model: string, words: readonly string[]): string {
    const hash = createHash('sha256').update(model).update('\n').update(words.join('\n'));
    return join(this.#folder, `words-${hash.digest('hex').slice(0, 32)}.f32`);
  }
}
