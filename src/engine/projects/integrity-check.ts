import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileDigest } from '../storage/file-digest.ts';
import { countsIn, type DatabaseCounts } from '../storage/database-counts.ts';
import { identityIn, reading } from '../storage/database-identity.ts';
import { reasonOf } from '../storage/storage-failure.ts';
import { isHeld } from '../storage/folder-lock.ts';
import { controlFile, isDataFolder, projectFiles } from './data-folder.ts';
import { listedProjects, type ListedProject } from './listed-projects.ts';
import { hasManifest, manifestFile, readManifest, type Manifest, type ManifestEntry } from './manifest.ts';
import { fileFault, orphansIn } from './project-files.ts';

/** A database that was looked at, with what it holds. */
export interface CheckedDatabase {
  readonly file: string;
  /** Null: the list of projects. */
  readonly project: string | null;
  readonly counts: DatabaseCounts;
}

export interface IntegrityReport {
  readonly kind: 'data' | 'backup';
  /** Those in which nothing is wrong. */
  readonly databases: readonly CheckedDatabase[];
  /** What is wrong, with the name of the file and the way out. */
  readonly problems: readonly string[];
}

/**
 * Looks at a data folder that no process uses, or at a backup: whether every database that its list names is there, is the right one
 * and is whole, and whether there is any other. Nothing is changed.
 * @throws Error where it is neither, or a process uses it
 */
export function checkFolder(folder: string): IntegrityReport {
  if (hasManifest(folder)) return checkBackup(folder);
  if (isHeld(folder)) throw new Error(`Cannot check ${folder} as a process uses it: stop that one first`);
  if (isDataFolder(join(folder, 'cluster')))
    throw new Error(
      `Cannot check ${folder}: what is there are copies of a cluster, which a start brings up to date`,
    );
  if (!isDataFolder(folder) && projectFiles(folder).length === 0)
    throw new Error(
      `Cannot check ${folder}: it is neither a data folder nor a backup, as it has no ${controlFile}`,
    );
  const found = new Findings(folder);
  const listed = found.whole(controlFile, null) ? found.list() : null;
  if (listed === null) {
    found.problem(controlFile, 'Put it back from a backup, or restore the whole backup into an empty folder');
    for (const name of projectFiles(folder)) found.whole(`projects/${name}`, name.slice(0, -3));
    return found.asResult('data');
  }
  const identity = reading(join(folder, controlFile), identityIn);
  for (const project of listed) {
    const { id, createdAt, isLeaving, isMade } = project;
    const file = `projects/${id}.db`;
    if (isLeaving || (!isMade && !existsSync(join(folder, file)))) continue;
    // Without an identity, as in what comes from a cluster, the next start gives it one.
    const expected = { folder: identity?.folder ?? '', project: { id, createdAt } };
    const fault = identity === null ? null : found.attempt(file, () => fileFault(folder, expected, isMade));
    if (fault === undefined) continue;
    if (fault !== null) found.problem(file, `${fault}. Put it back from a backup, or delete the project`);
    else found.whole(file, id);
  }
  for (const name of orphansIn(folder, new Set(listed.map(({ id }) => id))))
    found.problem(`projects/${name}`, 'it belongs to no project. Move it out of the data folder');
  return found.asResult('data');
}

/** What is wrong with a backup: nothing where it can be restored. */
export function checkBackup(folder: string): IntegrityReport {
  const found = new Findings(folder);
  const manifest = found.attempt(manifestFile, () => readManifest(folder));
  if (manifest === undefined) return found.asResult('backup');
  for (const entry of manifest.databases) checkCopy(found, folder, entry);
  const listed = found.isWhole(controlFile) ? found.list() : null;
  if (listed !== null) compareLists(found, folder, manifest, listed);
  else if (!manifest.databases.some(({ file }) => file === controlFile))
    found.problem(controlFile, 'the manifest is without it. Take another backup');
  return found.asResult('backup');
}

function checkCopy(
  found: Findings,
  folder: string,
  { file, project, bytes, sha256, counts }: ManifestEntry,
): void {
  const path = join(folder, file);
  if (!existsSync(path)) return found.problem(file, 'it is missing. Take another backup');
  const digest = found.attempt(file, () => fileDigest(path));
  if (digest === undefined) return;
  if (digest.bytes !== bytes || digest.sha256 !== sha256)
    return found.problem(
      file,
      'it is not what the manifest says: it was changed or cut off. Take another backup',
    );
  if (!found.whole(file, project)) return;
  const holds = found.countsOf(file);
  const differs = Object.entries(counts).filter(([name, count]) => holds[name] !== count);
  for (const [name, count] of differs)
    found.problem(file, `it has ${holds[name] ?? 0} ${name}, and the manifest says ${count}`);
}

/** That the backup has the projects of its own list, no fewer and no more; where the list has an identity, that they are of its folder. */
function compareLists(
  found: Findings,
  folder: string,
  manifest: Manifest,
  listed: readonly ListedProject[],
): void {
  const copied = new Set(manifest.databases.map(({ project }) => project));
  const identity = reading(join(folder, controlFile), identityIn);
  for (const { id, createdAt, isLeaving } of listed) {
    const file = `projects/${id}.db`;
    if (isLeaving) continue;
    if (!copied.has(id)) found.problem(file, 'it is missing. Take another backup');
    else if (identity !== null && found.isWhole(file)) {
      const fault = fileFault(folder, { folder: identity.folder, project: { id, createdAt } }, true);
      if (fault !== null) found.problem(file, `${fault}. Take another backup`);
    }
  }
  const ids = new Set(listed.map(({ id }) => id));
  for (const name of orphansIn(folder, ids))
    found.problem(`projects/${name}`, 'it belongs to no project of the backup. Move it away');
}

/** What was found in a folder so far. */
class Findings {
  readonly #folder: string;
  readonly #databases = new Map<string, CheckedDatabase>();
  readonly #problems: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  problem(file: string, what: string): void {
    this.#problems.push(`${file}: ${what}`);
  }

  /** Undefined where it fails, which is a problem of the file. */
  attempt<T>(file: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.problem(file, reasonOf(error));
      return undefined;
    }
  }

  /** Whether a database is there and whole; where not, that is a problem. */
  whole(file: string, project: string | null): boolean {
    const path = join(this.#folder, file);
    if (!existsSync(path)) {
      this.problem(file, 'it is missing');
      return false;
    }
    const counts = this.attempt(file, () =>
      reading(path, (database) => {
        const [row] = database.prepare('PRAGMA integrity_check(1)').all();
        const verdict = row?.['integrity_check'];
        if (verdict !== 'ok') throw new Error(`it is damaged: ${String(verdict)}`);
        return countsIn(database);
      }),
    );
    if (counts === undefined) return false;
    this.#databases.set(file, { file, project, counts });
    return true;
  }

  isWhole(file: string): boolean {
    return this.#databases.has(file);
  }

  countsOf(file: string): DatabaseCounts {
    return this.#databases.get(file)?.counts ?? {};
  }

  /** The list of projects; null where it cannot be read. */
  list(): ListedProject[] | null {
    return this.attempt(controlFile, () => listedProjects(join(this.#folder, controlFile))) ?? null;
  }

  asResult(kind: IntegrityReport['kind']): IntegrityReport {
    const wrong = new Set(this.#problems.map((text) => text.slice(0, text.indexOf(':'))));
    const databases = [...this.#databases.values()].filter(({ file }) => !wrong.has(file));
    return { kind, databases, problems: this.#problems };
  }
}
