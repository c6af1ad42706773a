import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';

/** Where the data sets are, or null where they are not: they are not part of the repository. */
const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

export function dataFile(...path: string[]): string | null {
  const file = join(folder, ...path);
  return existsSync(file) ? file : null;
}

/** Lines of a file, unpacked where it is gzip. (`readline` also splits at U+2028, which titles have inside.) */
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

/** Gain of a list: sum of gain / log2(place + 1) over its first k, by the best that there could be. */
export function ndcg(gains: readonly number[], ideal: readonly number[], k: number): number {
  const dcg = (list: readonly number[]): number =>
    list.slice(0, k).reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
  const best = dcg([...ideal].sort((a, b) => b - a));
  return best === 0 ? 0 : dcg(gains) / best;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
