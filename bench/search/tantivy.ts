import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { productAt } from './products.ts';
import type { BenchQuery } from './queries.ts';

const version = '0.27.0';

/** A Python with tantivy, installed once into the temporary folder; null where there is no Python or no package. */
export function tantivyPython(): string | null {
  const home = join(tmpdir(), `vitrine-bench-tantivy-${version}`);
  const python = join(home, 'bin', 'python');
  const has = (): boolean => existsSync(python) && succeeds(python, ['-c', 'import tantivy']);
  if (has()) return python;
  const made =
    succeeds('python3', ['-m', 'venv', home]) &&
    succeeds(python, ['-m', 'pip', 'install', '--quiet', `tantivy==${version}`]);
  return made && has() ? python : null;
}

function succeeds(command: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Writes what the Python driver reads, and gives the parameters to start it with. */
export async function prepareTantivy(
  folder: string,
  productCount: number,
  queries: readonly BenchQuery[],
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
  const asked = join(folder, 'queries.json');
  writeFileSync(asked, JSON.stringify(queries));
  const index = join(folder, 'tantivy');
  mkdirSync(index);
  return [join(import.meta.dirname, 'tantivy_driver.py'), products, asked, result, index];
}
