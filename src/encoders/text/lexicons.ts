import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lexicons } from '../../ports/catalog/lexicon.ts';
import { BloomFilter } from '../../lib/bloom-filter.ts';

/** Reads the words of the vendored text model's languages. The result is empty for an unreadable file, which loading the model reports. */
export async function readLexicons(modelsDir: string): Promise<Lexicons> {
  const bits = await readFile(join(modelsDir, 'text', 'english-words.bloom')).catch(() => null);
  return bits === null ? new Map() : new Map([['en', new BloomFilter(bits)]]);
}
