import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { dirname, join } from 'node:path';
import { VitrineError } from '../../ports/errors.ts';
import type { Project } from '../../ports/access/projects.ts';
import { createRandomSecret } from '../../lib/random-id.ts';
import {
  findOwnershipProblem,
  hasTable,
  readIdentity,
  isUnused,
  putIdentity,
  readFromDatabase,
  type DatabaseIdentity,
} from '../storage/database-identity.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import { createStorageError } from '../storage/storage-failure.ts';
import type { StatementBatch } from '../storage/writer.ts';
import { controlFile, projectFile, projectFiles } from './data-folder.ts';
import { readListedProjects } from './listed-projects.ts';
import { removeDatabase } from './log-snapshot.ts';

const folderIdBits = 128;
const hint =
  'Restore it from a backup, or delete the project; `vitrine doctor` reports any other problems of the folder';

/**
 * The project databases of a data folder, so that a lost one is noticed and a foreign one is not served. Each
 * database stores its project and the folder, and the list of projects stores which of them have a database. Only for
 * a standalone service: the databases of a process in a cluster are copies.
 */
export class ProjectFiles {
  readonly #control: ProjectDatabase;
  readonly #folder: string;
  readonly #folderId: string;
  /** Projects whose database was created. */
  readonly #created: Set<string>;

  private constructor(control: ProjectDatabase, folderId: string, filesCreated: Iterable<string>) {
    this.#control = control;
    this.#folder = dirname(control.path);
    this.#folderId = folderId;
    this.#created = new Set(filesCreated);
  }

  /**
   * Gives a new folder, or one from a cluster, an identity. The list of projects gets its identity last, so that the next start resumes
   * an interrupted one. Call `refuseLostList` first. @throws VitrineError storage_failed
   */
  static async open(control: ProjectDatabase, projects: Iterable<Project>): Promise<ProjectFiles> {
    const folder = dirname(control.path);
    const identity = readIdentity(control.reads);
    const filesCreated = control.reads.prepare('SELECT project FROM project_files').all();
    if (identity !== null)
      return new ProjectFiles(
        control,
        identity.folder,
        filesCreated.map((row) => String(row['project'])),
      );
    const listed = [...projects];
    const folderId = readStampedFolder(folder, listed) ?? createRandomSecret(folderIdBits);
    const here = listed.filter(({ id }) => existsSync(projectFile(folder, id)));
    const stamped = here.filter((project) => writeIdentity(folder, { folder: folderId, project }));
    const files = new ProjectFiles(
      control,
      folderId,
      stamped.map(({ id }) => id),
    );
    await files.#write([
      { sql: putIdentity, rows: [[JSON.stringify({ folder: folderId, project: null })]] },
      { sql: putFile, rows: stamped.map(({ id }) => [id]) },
    ]);
    return files;
  }

  identityFor({ id, createdAt }: Project): DatabaseIdentity {
    return { folder: this.#folderId, project: { id, createdAt } };
  }

  /**
   * Checks that a project's database file belongs to it, or that none was created yet. @throws VitrineError
   * storage_failed
   */
  check(project: Project): void {
    const fault = this.findFault(project);
    if (fault === null) return;
    throw new VitrineError(
      'storage_failed',
      `Project ${JSON.stringify(project.id)} cannot be opened as ${fault}. ${hint}`,
    );
  }

  /** The problem with a project's file, including its name, or null if there is none. @throws Error if it is not a database */
  findFault(project: Project): string | null {
    return findFileFault(this.#folder, this.identityFor(project), this.#created.has(project.id));
  }

  /** Checks that the database file of a new project does not exist. @throws VitrineError storage_failed */
  checkFree(id: string): void {
    if (!existsSync(projectFile(this.#folder, id))) return;
    throw new VitrineError(
      'storage_failed',
      `Project ${JSON.stringify(id)} cannot be created as projects/${id}.db already exists and belongs to no project. Move it out of the data folder`,
    );
  }

  /** Records that a project's database was created: it must exist from then on. */
  async addFile(id: string): Promise<void> {
    if (this.#created.has(id)) return;
    await this.#write([{ sql: putFile, rows: [[id]] }]);
    this.#created.add(id);
  }

  /** Removes a project's database. A database of another project is renamed to `.foreign` first. */
  async remove(id: string): Promise<void> {
    const path = projectFile(this.#folder, id);
    this.#created.delete(id);
    if (this.#isForeign(id, path))
      for (const suffix of ['', '-wal', '-shm'])
        if (existsSync(`${path}${suffix}`)) await rename(`${path}${suffix}`, `${path}.foreign${suffix}`);
    await removeDatabase(path);
  }

  /** Databases in the folder without a project. */
  orphans(ids: ReadonlySet<string>): string[] {
    return listOrphans(this.#folder, ids);
  }

  #isForeign(id: string, path: string): boolean {
    try {
      const identity = existsSync(path) ? readFromDatabase(path, readIdentity) : null;
      return identity !== null && (identity.folder !== this.#folderId || identity.project?.id !== id);
    } catch {
      // The owner of a damaged database is unknown.
      return false;
    }
  }

  #write(parts: readonly StatementBatch[]): Promise<void> {
    return this.#control.write(() => ({
      write: { change: { kind: 'rows', data: null }, parts, apply: () => undefined },
      result: undefined,
    }));
  }
}

const putFile = 'INSERT INTO project_files (project) VALUES (?) ON CONFLICT DO NOTHING';
/** Run in the transaction that removes a project. */
export const removeFile = 'DELETE FROM project_files WHERE project = ?';

/** The problem with the file of a project, or null if there is none. `hasDatabase` says whether the file must exist. */
export function findFileFault(
  folder: string,
  expected: DatabaseIdentity,
  hasDatabase: boolean,
): string | null {
  const id = expected.project?.id ?? '';
  const path = projectFile(folder, id);
  if (!existsSync(path)) return hasDatabase ? `its database projects/${id}.db is missing` : null;
  return readFromDatabase(path, (database) => {
    const identity = readIdentity(database);
    if (identity === null && !hasDatabase && isUnused(database)) return null;
    const foreign = findOwnershipProblem(identity, expected);
    return foreign === null ? null : `projects/${id}.db is not its database: it is ${foreign}`;
  });
}

/** File names of databases without a project. */
export function listOrphans(folder: string, ids: ReadonlySet<string>): string[] {
  return projectFiles(folder).filter((name) => !ids.has(name.slice(0, -'.db'.length)));
}

/**
 * Checks that the list of projects is not lost. Call it before the list is opened, which would create it.
 * @throws Error if the list is missing, or is not that of the databases in the folder
 */
export function refuseLostList(folder: string): void {
  const names = projectFiles(folder);
  const control = join(folder, controlFile);
  const fail = (why: string, name: string): never => {
    throw new Error(
      `Cannot open ${folder}: ${controlFile} ${why} such as projects/${name}. Restore ${controlFile} from a backup, or restore the whole backup into an empty folder; \`vitrine doctor\` says what is there`,
    );
  };
  if (!existsSync(control)) {
    const [first] = names;
    if (first !== undefined)
      fail('(the list of projects and keys) is missing, and there are databases of projects', first);
    return;
  }
  let identity: DatabaseIdentity | null;
  try {
    identity = readFromDatabase(control, readIdentity);
  } catch {
    // Damaged: opening it reports that.
    return;
  }
  if (identity !== null) return;
  // A list without an identity is new, or a start was interrupted while it stamped the databases. Other databases are
  // not those of its projects.
  const known = names.find((name) => readIdentityIfAny(join(folder, 'projects', name)) !== null);
  if (known !== undefined && readStampedFolder(folder, readProjectsOrNone(control)) === null)
    fail('is not the list of the projects that are there,', known);
}

/** The folder id in the stamped databases, or null if none is stamped or they are not those of these projects in one folder. */
function readStampedFolder(folder: string, listed: readonly Project[]): string | null {
  const createdAt = new Map(listed.map((project) => [project.id, project.createdAt]));
  const folders = new Set<string>();
  for (const name of projectFiles(folder)) {
    const identity = readIdentityIfAny(join(folder, 'projects', name));
    if (identity === null) continue;
    const { project } = identity;
    if (project === null || name !== `${project.id}.db` || createdAt.get(project.id) !== project.createdAt)
      return null;
    folders.add(identity.folder);
  }
  const [only] = folders;
  return folders.size === 1 ? only! : null;
}

/** The listed projects; none if the list is damaged. */
function readProjectsOrNone(control: string): readonly Project[] {
  try {
    return readListedProjects(control);
  } catch {
    return [];
  }
}

/** The identity of a database, or null if it has none or is damaged, which opening it reports. */
function readIdentityIfAny(path: string): DatabaseIdentity | null {
  try {
    return readFromDatabase(path, readIdentity);
  } catch {
    return null;
  }
}

/** Primary result codes of SQLite: SQLITE_CORRUPT and SQLITE_NOTADB. */
const damagedCodes = [11, 26];

/**
 * Gives a database its identity; returns false if it is still empty and gets one when it is opened. @throws VitrineError storage_failed
 */
function writeIdentity(folder: string, identity: { folder: string; project: Project }): boolean {
  const { id, createdAt } = identity.project;
  try {
    using database = new DatabaseSync(projectFile(folder, id));
    if (!hasTable(database, 'state')) return false;
    const value = JSON.stringify({ folder: identity.folder, project: { id, createdAt } });
    database.prepare(putIdentity).run(value);
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
    // Damaged: opening it reports that.
    if (code !== null && damagedCodes.includes(code)) return true;
    throw createStorageError(`projects/${id}.db could not be given the identity of its data folder`, error);
  }
  return true;
}
