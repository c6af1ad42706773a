import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lexicons } from '../../ports/catalog/lexicon.ts';
import { BloomFilter } from '../../lib/bloom-filter.ts';
import { readVocabulary } from './model-vocabulary.ts';

/** "Hirsch", "pomme" and "dauphin" are English words, too, but rare ones. */
const frequentCount = 8_000;
/** The vocabulary is read without words of three letters, most of which are abbreviations. */
const frequentShortWords = ['and', 'for', 'the', 'with'];

/** Reads the words of the vendored text model's languages. The result is empty for an unreadable file, which loading the model reports. */
export async function readLexicons(modelsDir: string): Promise<Lexicons> {
  const bits = await readFile(join(modelsDir, 'text', 'english-words.bloom')).catch(() => null);
  if (bits === null) return new Map();
  const words = new BloomFilter(bits);
  const vocabulary = await readVocabulary(modelsDir);
  const frequent = new Set([...vocabulary.slice(0, frequentCount), ...frequentShortWords]);
  return new Map([['en', { has: (word) => words.has(word), isFrequent: (word) => frequent.has(word) }]]);
}
