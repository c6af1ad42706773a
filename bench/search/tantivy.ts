import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { pythonWith } from '../python-venv.ts';
import { productAt } from './products.ts';
import type { QueryLists } from './queries.ts';

const version = '0.27.0';

/** A Python interpreter with tantivy; null if it cannot be installed. */
export function tantivyPython(): string | null {
  return pythonWith(`tantivy-${version}`, [`tantivy==${version}`], ['tantivy']);
}

/** Writes the queries for the process of an engine and returns the file. */
export function prepareQueries(folder: string, queries: QueryLists): string {
  const file = join(folder, 'queries.json');
  writeFileSync(file, JSON.stringify(queries));
  return file;
}

/** Writes the input of the Python driver and returns its command-line arguments. */
export async function prepareTantivy(
  folder: string,
  productCount: number,
  queries: QueryLists,
  result: string,
): Promise<string[]> {
  const products = join(folder, 'products.ndjson');
  const stream = createWriteStream(products);
  for (let i = 0; i < productCount; i++) {
    if (!stream.write(`${JSON.stringify(productAt(i))}\n`)) {
      await once(stream, 'drain');
    }
  }
  stream.end();
  await finished(stream);
  const queryFile = prepareQueries(folder, queries);
  const index = join(folder, 'tantivy');
  mkdirSync(index);
  return [join(import.meta.dirname, 'tantivy_driver.py'), products, queryFile, result, index];
}
