import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** So many tell the mean and the deviation of a query's cosines to within a few hundredths of the deviation. */
const wordCount = 1_000;
/** Shorter entries of the vocabulary are mostly abbreviations, and those with a mark are parts of words. */
const isWord = /^[a-z]{4,}$/;

/**
 * Ordinary words of the language, common ones and rare ones, whatever they mean: every n-th whole word in the vocabulary of the model
 * in the repository, which has them by how common they are. None where that cannot be read.
 */
export async function baselineWords(modelsDir: string): Promise<string[]> {
  const words = await vocabulary(modelsDir);
  const step = Math.max(1, Math.floor(words.length / wordCount));
  return words.filter((_, i) => i % step === 0).slice(0, wordCount);
}

/**
 * By language code: all whole words in the vocabulary of the model in the repository. It was made of encyclopedias and books, so that
 * a word is in it for being common and not for being sold; 20,000 words of English.
 */
export async function commonWords(modelsDir: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  return new Map([['en', new Set(await vocabulary(modelsDir))]]);
}

/** The most common word first; none where the vocabulary cannot be read. */
async function vocabulary(modelsDir: string): Promise<string[]> {
  const text = await readFile(join(modelsDir, 'text', 'vocab.txt'), 'utf8').catch(() => '');
  return text.split('\n').filter((word) => isWord.test(word));
}

/** Keeps the vectors that a model gave to a list of words as a file: numbers one after the other, little-endian. */
export class WordVectorCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null where there are none. */
  async read(model: string, words: readonly string[]): Promise<Float32Array | null> {
    const bytes = await readFile(this.#path(model, words)).catch(() => null);
    if (bytes === null || bytes.length === 0 || bytes.length % (4 * words.length) !== 0) return null;
    return new Float32Array(Uint8Array.from(bytes).buffer);
  }

  async write(model: string, words: readonly string[], vectors: Float32Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = this.#path(model, words);
    await writeFile(
      `${path}.partial`,
      new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength),
    );
    await rename(`${path}.partial`, path);
  }

  #path(model: string, words: readonly string[]): string {
    const hash = createHash('sha256').update(model).update('\n').update(words.join('\n'));
    return join(this.#folder, `words-${hash.digest('hex').slice(0, 32)}.f32`);
  }
}
