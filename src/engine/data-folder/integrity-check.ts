import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { computeFileDigest } from '../storage/file-digest.ts';
import { countRows, type DatabaseCounts } from '../storage/database-counts.ts';
import { readIdentity, readFromDatabase } from '../storage/database-identity.ts';
import { describeFailure } from '../storage/storage-failure.ts';
import { isHeld } from '../storage/folder-lock.ts';
import { controlFile, isDataFolder, projectFiles } from './data-folder.ts';
import { readListedProjects, type ListedProject } from './listed-projects.ts';
import { hasManifest, manifestFile, readManifest, type Manifest, type ManifestEntry } from './manifest.ts';
import { findFileFault, listOrphans } from './project-files.ts';

/** A checked database, with its row counts. */
export interface CheckedDatabase {
  readonly file: string;
  /** Null for the list of projects. */
  readonly project: string | null;
  readonly counts: DatabaseCounts;
}

export interface IntegrityReport {
  readonly kind: 'data' | 'backup';
  /** The databases without a problem. */
  readonly databases: readonly CheckedDatabase[];
  /** Problems, each with the file name and a remedy. */
  readonly problems: readonly string[];
}

/**
 * Checks a data folder that no process uses, or a backup: every listed database must be present, intact and the right
 * one, and there must be no others. Changes nothing.
 * @throws Error if the folder is neither, or a process uses it
 */
export function checkFolder(folder: string): IntegrityReport {
  if (hasManifest(folder)) return checkBackup(folder);
  if (isHeld(folder)) throw new Error(`Cannot check ${folder} as a process uses it: stop that one first`);
  if (isDataFolder(join(folder, 'cluster')))
    throw new Error(
      `Cannot check ${folder}: its databases are copies of a cluster, which the next start updates`,
    );
  if (!isDataFolder(folder) && projectFiles(folder).length === 0)
    throw new Error(
      `Cannot check ${folder}: it is neither a data folder nor a backup, as it has no ${controlFile}`,
    );
  const findings = new Findings(folder);
  const listed = findings.checkIntact(controlFile, null) ? findings.list() : null;
  if (listed === null) {
    findings.problem(
      controlFile,
      'Restore it from a backup, or restore the whole backup into an empty folder',
    );
    for (const name of projectFiles(folder)) findings.checkIntact(`projects/${name}`, name.slice(0, -3));
    return findings.asResult('data');
  }
  const identity = readFromDatabase(join(folder, controlFile), readIdentity);
  for (const project of listed) {
    const { id, createdAt, isLeaving, hasDatabase } = project;
    const file = `projects/${id}.db`;
    if (isLeaving || (!hasDatabase && !existsSync(join(folder, file)))) continue;
    // A folder copied from a cluster has no identity until the next start.
    const expected = { folder: identity?.folder ?? '', project: { id, createdAt } };
    const fault =
      identity === null ? null : findings.attempt(file, () => findFileFault(folder, expected, hasDatabase));
    if (fault === undefined) continue;
    if (fault !== null) findings.problem(file, `${fault}. Restore it from a backup, or delete the project`);
    else findings.checkIntact(file, id);
  }
  for (const name of listOrphans(folder, new Set(listed.map(({ id }) => id))))
    findings.problem(`projects/${name}`, 'it belongs to no project. Move it out of the data folder');
  return findings.asResult('data');
}

/** Checks a backup; it can be restored where there are no problems. */
export function checkBackup(folder: string): IntegrityReport {
  const findings = new Findings(folder);
  const manifest = findings.attempt(manifestFile, () => readManifest(folder));
  if (manifest === undefined) return findings.asResult('backup');
  for (const entry of manifest.databases) checkCopy(findings, folder, entry);
  const listed = findings.isIntact(controlFile) ? findings.list() : null;
  if (listed !== null) compareLists(findings, folder, manifest, listed);
  else if (!manifest.databases.some(({ file }) => file === controlFile))
    findings.problem(controlFile, 'the manifest is without it. Take another backup');
  return findings.asResult('backup');
}

function checkCopy(
  findings: Findings,
  folder: string,
  { file, project, bytes, sha256, counts }: ManifestEntry,
): void {
  const path = join(folder, file);
  if (!existsSync(path)) return findings.problem(file, 'it is missing. Take another backup');
  const digest = findings.attempt(file, () => computeFileDigest(path));
  if (digest === undefined) return;
  if (digest.bytes !== bytes || digest.sha256 !== sha256)
    return findings.problem(
      file,
      'it is not what the manifest says: it was changed or cut off. Take another backup',
    );
  if (!findings.checkIntact(file, project)) return;
  const actual = findings.countRows(file);
  const differs = Object.entries(counts).filter(([name, count]) => actual[name] !== count);
  for (const [name, count] of differs)
    findings.problem(file, `it has ${actual[name] ?? 0} ${name}, and the manifest says ${count}`);
}

/**
 * Checks that the backup has exactly the projects of its own list and, where the list has an identity, that they
 * belong to its folder.
 */
function compareLists(
  findings: Findings,
  folder: string,
  manifest: Manifest,
  listed: readonly ListedProject[],
): void {
  const copied = new Set(manifest.databases.map(({ project }) => project));
  const identity = readFromDatabase(join(folder, controlFile), readIdentity);
  for (const { id, createdAt, isLeaving } of listed) {
    const file = `projects/${id}.db`;
    if (isLeaving) continue;
    if (!copied.has(id)) findings.problem(file, 'it is missing. Take another backup');
    else if (identity !== null && findings.isIntact(file)) {
      const fault = findFileFault(folder, { folder: identity.folder, project: { id, createdAt } }, true);
      if (fault !== null) findings.problem(file, `${fault}. Take another backup`);
    }
  }
  const ids = new Set(listed.map(({ id }) => id));
  for (const name of listOrphans(folder, ids))
    findings.problem(`projects/${name}`, 'it belongs to no project of the backup. Move it away');
}

/** Collects the findings in a folder. */
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

  /** Runs `work`; an error is recorded as a problem of the file, and the result is undefined. */
  attempt<T>(file: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.problem(file, describeFailure(error));
      return undefined;
    }
  }

  /** Whether a database is present and intact; records a problem otherwise. */
  checkIntact(file: string, project: string | null): boolean {
    const path = join(this.#folder, file);
    if (!existsSync(path)) {
      this.problem(file, 'it is missing');
      return false;
    }
    const counts = this.attempt(file, () =>
      readFromDatabase(path, (database) => {
        const [row] = database.prepare('PRAGMA integrity_check(1)').all();
        const verdict = row?.['integrity_check'];
        if (verdict !== 'ok') throw new Error(`it is damaged: ${String(verdict)}`);
        return countRows(database);
      }),
    );
    if (counts === undefined) return false;
    this.#databases.set(file, { file, project, counts });
    return true;
  }

  isIntact(file: string): boolean {
    return this.#databases.has(file);
  }

  countRows(file: string): DatabaseCounts {
    return this.#databases.get(file)?.counts ?? {};
  }

  /** The list of projects; null if it cannot be read. */
  list(): ListedProject[] | null {
    return this.attempt(controlFile, () => readListedProjects(join(this.#folder, controlFile))) ?? null;
  }

  asResult(kind: IntegrityReport['kind']): IntegrityReport {
    const wrong = new Set(this.#problems.map((text) => text.slice(0, text.indexOf(':'))));
    const databases = [...this.#databases.values()].filter(({ file }) => !wrong.has(file));
    return { kind, databases, problems: this.#problems };
  }
}
