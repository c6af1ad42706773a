import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommonWords } from '../../kernel/text/expansion/typo-rules.ts';
import { DoubleArray } from '../multilingual/double-array.ts';
import { readMultilingualEntry } from '../multilingual/multilingual-model.ts';
import { multilingualLanguages } from '../multilingual/multilingual-text-encoder.ts';
import { readModelSection } from '../multilingual/model-memory.ts';
import { readVocabulary } from './model-vocabulary.ts';

/**
 * The whole words in the vocabularies of the vendored models: 20,000 of English, and those of the multilingual model, which does not tell
 * its languages apart. They are words that are common in general rather than in shops.
 */
export class VocabularyWords implements CommonWords {
  /** The pieces of the multilingual model as `DoubleArray` reads them, which all threads share; null where they cannot be read. */
  readonly pieces: SharedArrayBuffer | null;
  readonly #english: ReadonlySet<string>;
  readonly #words: DoubleArray | null;
  readonly #encoder = new TextEncoder();

  constructor(english: ReadonlySet<string>, pieces: SharedArrayBuffer | null) {
    this.#english = english;
    this.pieces = pieces;
    this.#words = pieces === null ? null : new DoubleArray(new Uint32Array(pieces));
  }

  has(language: string, { text, folded, stem }: { text: string; folded: string; stem: string }): boolean {
    if (language === 'en') return this.#english.has(folded) || this.#english.has(stem);
    if (!multilingualLanguages.includes(language)) return false;
    // Accents tell words apart, and stems of other languages are seldom words. German nouns are capitalised in the vocabulary.
    return (
      this.#isPiece(text) || (language === 'de' && this.#isPiece(text[0]!.toUpperCase() + text.slice(1)))
    );
  }

  #isPiece(word: string): boolean {
    // A piece that begins a word has the sign of a space.
    const bytes = this.#encoder.encode(`▁${word}`);
    return this.#words?.findLongestPrefix(bytes, 0, bytes.length)?.length === bytes.length;
  }
}

/** Reads the common words of the models of a folder; `pieces` are those of another thread. Words that cannot be read are none. */
export async function readCommonWords(
  modelsDir: string,
  pieces?: SharedArrayBuffer | null,
): Promise<VocabularyWords> {
  const english = new Set(await readVocabulary(modelsDir));
  return new VocabularyWords(english, pieces === undefined ? await readPieces(modelsDir) : pieces);
}

async function readPieces(modelsDir: string): Promise<SharedArrayBuffer | null> {
  try {
    const { file } = await readMultilingualEntry(modelsDir);
    await using handle = await open(join(modelsDir, file));
    return await readModelSection(handle, 'pieces', Uint32Array.BYTES_PER_ELEMENT);
  } catch {
    return null;
  }
}
