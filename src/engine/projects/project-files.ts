import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { dirname, join } from 'node:path';
import { VitrineError } from '../../ports/errors.ts';
import type { Project } from '../../ports/projects.ts';
import { randomSecret } from '../../lib/random-id.ts';
import {
  ownershipProblem,
  hasTable,
  identityIn,
  isUnused,
  putIdentity,
  reading,
  type DatabaseIdentity,
} from '../storage/database-identity.ts';
import type { ProjectDatabase } from '../storage/project-database.ts';
import { storageFailed } from '../storage/storage-failure.ts';
import type { StatementBatch } from '../storage/writer.ts';
import { controlFile, projectFile, projectFiles } from './data-folder.ts';
import { listedProjects } from './listed-projects.ts';
import { removeDatabase } from './log-snapshot.ts';

const folderIdBits = 128;
const hint =
  'Put it back from a backup, or delete the project; `vitrine doctor` says what else is wrong with the folder';

/**
 * Which databases of projects are in a data folder, so that a lost one is noticed and a foreign one is not served: each knows its
 * project and the folder, and the list of projects knows for which of them a database was made. For a service that is alone: what a
 * process of a cluster has in its folder are copies.
 */
export class ProjectFiles {
  readonly #control: ProjectDatabase;
  readonly #folder: string;
  readonly #folderId: string;
  /** Projects whose database was made. */
  readonly #made: Set<string>;

  private constructor(control: ProjectDatabase, folderId: string, made: Iterable<string>) {
    this.#control = control;
    this.#folder = dirname(control.path);
    this.#folderId = folderId;
    this.#made = new Set(made);
  }

  /**
   * Gives the folder its identity where it has none yet: it is new, or comes from a cluster. The list of projects gets it last, so that
   * an interrupted start is continued by the next one. `refuseLostList` goes before.
   * @throws VitrineError storage_failed
   */
  static async open(control: ProjectDatabase, projects: Iterable<Project>): Promise<ProjectFiles> {
    const folder = dirname(control.path);
    const identity = identityIn(control.reads);
    const made = control.reads.prepare('SELECT project FROM project_files').all();
    if (identity !== null)
      return new ProjectFiles(
        control,
        identity.folder,
        made.map((row) => String(row['project'])),
      );
    const listed = [...projects];
    const folderId = stampedFolder(folder, listed) ?? randomSecret(folderIdBits);
    const here = listed.filter(({ id }) => existsSync(projectFile(folder, id)));
    const stamped = here.filter((project) => stamp(folder, { folder: folderId, project }));
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

  identityOf({ id, createdAt }: Project): DatabaseIdentity {
    return { folder: this.#folderId, project: { id, createdAt } };
  }

  /** That what is in the place of a project's database is it, or that none was made yet. @throws VitrineError storage_failed */
  check(project: Project): void {
    const fault = this.faultOf(project);
    if (fault === null) return;
    throw new VitrineError(
      'storage_failed',
      `Project ${JSON.stringify(project.id)} cannot be opened as ${fault}. ${hint}`,
    );
  }

  /** What is wrong with a project's file, with its name; null: nothing. @throws Error where it is no database */
  faultOf(project: Project): string | null {
    return fileFault(this.#folder, this.identityOf(project), this.#made.has(project.id));
  }

  /** That nothing is in the place of the database of a project to come. @throws VitrineError storage_failed */
  checkFree(id: string): void {
    if (!existsSync(projectFile(this.#folder, id))) return;
    throw new VitrineError(
      'storage_failed',
      `Project ${JSON.stringify(id)} cannot be created as projects/${id}.db is there already and belongs to no project. Move it out of the data folder`,
    );
  }

  /** Remembers that a project's database was made: from now on it must be there. */
  async keep(id: string): Promise<void> {
    if (this.#made.has(id)) return;
    await this.#write([{ sql: putFile, rows: [[id]] }]);
    this.#made.add(id);
  }

  /** Removes a project's database. What is another project's is put aside, under a name that says so. */
  async remove(id: string): Promise<void> {
    const path = projectFile(this.#folder, id);
    this.#made.delete(id);
    if (this.#isAnothers(id, path))
      for (const suffix of ['', '-wal', '-shm'])
        if (existsSync(`${path}${suffix}`)) await rename(`${path}${suffix}`, `${path}.foreign${suffix}`);
    await removeDatabase(path);
  }

  /** Databases in the folder that belong to no project. */
  orphans(ids: ReadonlySet<string>): string[] {
    return orphansIn(this.#folder, ids);
  }

  #isAnothers(id: string, path: string): boolean {
    try {
      const found = existsSync(path) ? reading(path, identityIn) : null;
      return found !== null && (found.folder !== this.#folderId || found.project?.id !== id);
    } catch {
      // Damaged: whose it was cannot be told.
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
/** For the transaction that forgets a project. */
export const removeFile = 'DELETE FROM project_files WHERE project = ?';

/** What is wrong with the file of a project; null: nothing. `isMade`: whether it must be there. */
export function fileFault(folder: string, expected: DatabaseIdentity, isMade: boolean): string | null {
  const id = expected.project?.id ?? '';
  const path = projectFile(folder, id);
  if (!existsSync(path)) return isMade ? `its database projects/${id}.db is missing` : null;
  return reading(path, (database) => {
    const found = identityIn(database);
    if (found === null && !isMade && isUnused(database)) return null;
    const foreign = ownershipProblem(found, expected);
    return foreign === null ? null : `projects/${id}.db is not its database: it is ${foreign}`;
  });
}

/** Names of databases of no project. */
export function orphansIn(folder: string, ids: ReadonlySet<string>): string[] {
  return projectFiles(folder).filter((name) => !ids.has(name.slice(0, -'.db'.length)));
}

/**
 * To be called before the list of projects is opened, which would create it.
 * @throws Error where it is lost, or not that of the databases in the folder
 */
export function refuseLostList(folder: string): void {
  const names = projectFiles(folder);
  const control = join(folder, controlFile);
  const refuse = (why: string, name: string): never => {
    throw new Error(
      `Cannot open ${folder}: ${controlFile} ${why} such as projects/${name}. Put ${controlFile} back from a backup, or restore the whole backup into an empty folder; \`vitrine doctor\` says what is there`,
    );
  };
  if (!existsSync(control)) {
    const [first] = names;
    if (first !== undefined)
      refuse('(the list of projects and keys) is missing, and there are databases of projects', first);
    return;
  }
  let identity: DatabaseIdentity | null;
  try {
    identity = reading(control, identityIn);
  } catch {
    // Damaged: opening it tells.
    return;
  }
  if (identity !== null) return;
  // A list without an identity is new, or a start that gave the databases theirs was interrupted: others are not those of its projects.
  const known = names.find((name) => identityOrNull(join(folder, 'projects', name)) !== null);
  if (known !== undefined && stampedFolder(folder, listedOrNone(control)) === null)
    refuse('is not the list of the projects that are there,', known);
}

/** The folder that databases name which have an identity; null where none has, or they are not those of these projects in one folder. */
function stampedFolder(folder: string, listed: readonly Project[]): string | null {
  const createdAt = new Map(listed.map((project) => [project.id, project.createdAt]));
  const folders = new Set<string>();
  for (const name of projectFiles(folder)) {
    const found = identityOrNull(join(folder, 'projects', name));
    if (found === null) continue;
    const { project } = found;
    if (project === null || name !== `${project.id}.db` || createdAt.get(project.id) !== project.createdAt)
      return null;
    folders.add(found.folder);
  }
  const [only] = folders;
  return folders.size === 1 ? only! : null;
}

/** None also where the list is empty or damaged. */
function listedOrNone(control: string): readonly Project[] {
  try {
    return listedProjects(control);
  } catch {
    return [];
  }
}

/** Null also where it is damaged, which opening it tells. */
function identityOrNull(path: string): DatabaseIdentity | null {
  try {
    return reading(path, identityIn);
  } catch {
    return null;
  }
}

/** Primary result codes of SQLite: a database that is damaged, and a file that is none. */
const damagedCodes = [11, 26];

/** Gives a database its identity. False where it holds nothing yet: who opens it does so. @throws VitrineError storage_failed */
function stamp(folder: string, identity: { folder: string; project: Project }): boolean {
  const { id, createdAt } = identity.project;
  try {
    using database = new DatabaseSync(projectFile(folder, id));
    if (!hasTable(database, 'state')) return false;
    const value = JSON.stringify({ folder: identity.folder, project: { id, createdAt } });
    database.prepare(putIdentity).run(value);
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
    // Damaged: opening it tells.
    if (code !== null && damagedCodes.includes(code)) return true;
    throw storageFailed(`projects/${id}.db could not be given the identity of its data folder`, error);
  }
  return true;
}
