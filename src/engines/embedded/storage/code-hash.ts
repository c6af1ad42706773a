import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const engine = join(import.meta.dirname, '..');
const kernel = join(engine, '..', '..', 'kernel');
const ports = join(engine, '..', '..', 'ports');

/**
 * A hash of the code that makes something out of what the database has: what other code made is made anew. `folders` are of
 * the kernel, `own` the names of files of this engine or of the ports, without their ending.
 */
export function codeHash(folders: readonly string[], own: readonly string[]): string {
  const paths = [
    ...folders.flatMap((folder) => sourcesUnder(join(kernel, folder), () => true)),
    ...[engine, ports].flatMap((folder) =>
      sourcesUnder(folder, (name) => own.includes(name.split('.', 1)[0] ?? '')),
    ),
  ];
  return hash('sha256', paths.map((path) => readFileSync(path, 'utf8')).join('\0'));
}

function sourcesUnder(folder: string, isWanted: (name: string) => boolean): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isProduct(entry.name) && isWanted(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** No test, and nothing that only tests compare with. */
function isProduct(name: string): boolean {
  return !/\.(test|fuzz|fixture)\./.test(name) && !name.startsWith('naive');
}
