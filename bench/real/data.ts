import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';

/** The data sets, which are not part of the repository. */
const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

export function dataFile(...path: string[]): string | null {
  const file = join(folder, ...path);
  return existsSync(file) ? file : null;
}

/** Lines of a file, decompressed if it is gzip. `readline` would also split at U+2028, which some titles contain. */
export async function* linesOf(file: string): AsyncIterable<string> {
  const bytes = createReadStream(file);
  const text = (file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes).setEncoding('utf8');
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** NDCG@k: the discounted gain of a list, divided by that of the ideal order. */
export function ndcg(gains: readonly number[], ideal: readonly number[], k: number): number {
  const dcg = (list: readonly number[]): number =>
    list.slice(0, k).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
  const best = dcg([...ideal].sort((a, b) => b - a));
  return best === 0 ? 0 : dcg(gains) / best;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
