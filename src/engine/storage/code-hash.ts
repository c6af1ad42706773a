import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const engine = join(import.meta.dirname, '..');
const kernel = join(engine, '..', 'kernel');
const ports = join(engine, '..', 'ports');
const math = join(engine, '..', 'math');

/**
 * A hash of the code that computes a snapshot, and of the version of ICU, by which Node segments and folds texts: snapshots of other code
 * are ignored.
 * `folders` are folders of the kernel, which compute with those of `math`. `fileNames` are names of files of the engine or the ports, without extensions.
 * @throws Error for a name without a file
 */
export function codeHash(folders: readonly string[], fileNames: readonly string[]): string {
  const ownPaths = [engine, ports].flatMap((folder) =>
    listSources(folder, (name) => fileNames.includes(removeExtensions(name))),
  );
  const found = new Set(ownPaths.map((path) => removeExtensions(basename(path))));
  const missing = fileNames.filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`Cannot hash the code of ${missing.join()}: there is no such file`);
  const whole = [math, ...folders.map((folder) => join(kernel, folder))];
  const paths = [...whole.flatMap((folder) => listSources(folder, () => true)), ...ownPaths];
  const texts = paths.map((path) => readFileSync(path, 'utf8'));
  return hash('sha256', [process.versions.icu ?? '', ...texts].join('\0'));
}

function listSources(folder: string, isWanted: (name: string) => boolean): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isProduct(entry.name) && isWanted(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const removeExtensions = (name: string): string => name.split('.', 1)[0] ?? '';

/** Excludes tests, fixtures and the naive oracles of tests. */
function isProduct(name: string): boolean {
  return !/\.(test|fuzz|fixture)\./.test(name) && !name.startsWith('naive');
}
