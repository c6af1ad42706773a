import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { LogCompacted, type SharedLog, type SharedLogs } from '../../ports/cluster/shared-log.ts';
import { controlFile, isDataFolder } from '../data-folder/data-folder.ts';
import { EmbeddedEngine } from './engine.ts';
import type { EmbeddedOptions } from './engine-options.ts';
import { readListedProjects, type ListedProject } from '../data-folder/listed-projects.ts';
import { findFileFault } from '../data-folder/project-files.ts';
import { lockFolder } from '../storage/folder-lock.ts';
import { restoreBackup } from '../data-folder/restore.ts';
import { publishSnapshot, restoreSnapshot } from '../data-folder/log-snapshot.ts';
import { controlLog, projectLog } from '../log/log-names.ts';
import {
  fileListTable,
  identityField,
  readIdentity,
  readFromDatabase,
} from '../storage/database-identity.ts';
import { logPositionFields } from '../storage/shared-log-position.ts';

/** The result of a migration. `before` counts databases that an earlier attempt had migrated. */
export interface Migrated {
  readonly databases: number;
  readonly before: number;
  readonly bytes: number;
}

/** Receives the current step and the number of finished databases. */
export type MigrationProgress = (doing: string, done: number, all: number) => void;

/**
 * Migrates the data of a stopped service into logs: each database becomes the snapshot of a log. The list of projects goes
 * last: until it exists, no process uses the others, and a repeated migration continues with the missing ones. Each
 * log is read back and compared row by row. The folder is not changed.
 * @throws Error if the folder is in use or no data folder, or the logs hold another service; VitrineError
 * storage_failed
 */
export async function moveToLogs(
  dataDir: string,
  shared: SharedLogs,
  progress: MigrationProgress,
): Promise<Migrated> {
  const control = join(dataDir, controlFile);
  if (!isDataFolder(dataDir)) throw new Error(`Cannot migrate ${dataDir}: it has no ${controlFile}`);
  const lock = lockFolder(dataDir);
  try {
    const listed = readListedProjects(control);
    for (const project of listed) checkOwnership(dataDir, control, project);
    const projects = listed.map((project) => ({
      name: `project ${project.id}`,
      log: projectLog(project),
      path: join(dataDir, 'projects', `${project.id}.db`),
    }));
    // A project that was never opened has no database.
    const steps = projects.filter(({ path }) => existsSync(path));
    steps.push({ name: 'the list of projects', log: controlLog, path: control });
    const controlLogOfCluster = await shared.open(controlLog);
    if (!(await isEmpty(controlLogOfCluster))) {
      // Once the list exists, the other logs are in use: they are left alone, whatever they hold.
      if (await isSnapshotOf(controlLogOfCluster, control))
        return { databases: steps.length, before: steps.length, bytes: 0 };
      throw new Error('Cannot migrate: the target already contains a service with this schema or prefix');
    }
    let [before, bytes] = [0, 0];
    for (const [done, { name, log: logName, path }] of steps.entries()) {
      progress(`copying ${name}`, done, steps.length);
      bytes += (await stat(path)).size;
      if (await copyInto(shared, logName, path)) before++;
    }
    return { databases: steps.length, before, bytes };
  } finally {
    lock.release();
  }
}

/**
 * Copies the logs into a folder for a standalone service, each project at one moment.
 * @throws Error if the folder holds data; VitrineError storage_failed
 */
export async function moveFromLogs(
  options: EmbeddedOptions & { readonly shared: SharedLogs },
  progress: MigrationProgress,
): Promise<Migrated> {
  const { dataDir } = options;
  if (isDataFolder(dataDir))
    throw new Error(`Cannot migrate into ${dataDir} as it already contains data: use another folder`);
  const [work, copy] = [join(dataDir, 'migrating'), join(dataDir, 'migrated')];
  await rm(copy, { recursive: true, force: true });
  const copied = await copyFromLogs({ ...options, dataDir: work }, copy, progress);
  await restoreBackup(copy, dataDir);
  for (const folder of [work, copy]) await rm(folder, { recursive: true, force: true });
  return copied;
}

/**
 * Copies logs into others, by way of `folder`, which is ours alone and removed at the end. An interrupted migration is repeated: the logs are
 * read again, and projects that are already copied, and have not changed since, are only compared.
 * @throws Error if the other logs hold another service; VitrineError storage_failed
 */
export async function moveBetweenLogs(
  options: EmbeddedOptions & { readonly shared: SharedLogs },
  target: SharedLogs,
  progress: MigrationProgress,
): Promise<Migrated> {
  const { dataDir: folder } = options;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    await moveFromLogs(options, progress);
    return await moveToLogs(folder, target, progress);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @throws Error if a project's database is missing or belongs to another project */
function checkOwnership(dataDir: string, control: string, project: ListedProject): void {
  const identity = readFromDatabase(control, readIdentity);
  if (identity === null || project.isLeaving) return;
  const { id, createdAt, hasDatabase } = project;
  const fault = findFileFault(dataDir, { folder: identity.folder, project: { id, createdAt } }, hasDatabase);
  if (fault !== null)
    throw new Error(`Cannot migrate ${dataDir}: of project ${JSON.stringify(id)}, ${fault}`);
}

/** Takes a backup with an engine that shares the logs. The working folder of an earlier attempt is reused. */
async function copyFromLogs(
  options: EmbeddedOptions,
  copy: string,
  progress: MigrationProgress,
): Promise<Migrated> {
  const { dataDir: work } = options;
  await using engine = await EmbeddedEngine.open(options);
  const projects = engine.store.projects();
  for (const [done, { id }] of projects.entries()) {
    progress(`reading project ${id}`, done, projects.length);
    await engine.project(id);
  }
  progress('copying', projects.length, projects.length);
  const { files, bytes } = await engine.backup(copy);
  for (const { id } of projects)
    assertSame(join(work, 'projects', `${id}.db`), join(copy, 'projects', `${id}.db`));
  assertSame(join(work, controlFile), join(copy, controlFile));
  return { databases: files, before: 0, bytes };
}

/** Makes a database the snapshot of a log; returns whether it was already. */
async function copyInto(shared: SharedLogs, name: string, path: string): Promise<boolean> {
  let log = await shared.open(name);
  if (await isSnapshotOf(log, path)) return true;
  if (!(await isEmpty(log))) {
    // An interrupted attempt copied an older state of the folder.
    await shared.remove(name);
    log = await shared.open(name);
  }
  await publishSnapshot(log, path, false);
  if (!(await isSnapshotOf(log, path))) throw new Error(`The copy of ${path} differs from it`);
  return false;
}

async function isEmpty(log: SharedLog): Promise<boolean> {
  try {
    return (await log.readSnapshot()) === null && (await log.read(0, 1, null)).length === 0;
  } catch (error) {
    if (error instanceof LogCompacted) return false;
    throw error;
  }
}

/** Whether a log's snapshot equals this database, with no entries after it. */
async function isSnapshotOf(log: SharedLog, path: string): Promise<boolean> {
  const snapshot = await log.readSnapshot();
  if (snapshot === null || snapshot.next > 0 || (await log.read(0, 1, null)).length > 0) return false;
  const copy = `${path}.compared`;
  try {
    await restoreSnapshot(log, copy);
    return digestDatabase(copy) === digestDatabase(path);
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(`${copy}${suffix}`, { force: true });
  }
}

function assertSame(a: string, b: string): void {
  if (digestDatabase(a) !== digestDatabase(b)) throw new Error(`The copy of ${a} differs from it`);
}

/** A digest of every row of every table, except the log position and the identity. */
function digestDatabase(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  const hash = createHash('sha256');
  try {
    const tables = database
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> '${fileListTable}' ORDER BY name`,
      )
      .all();
    for (const { name } of tables) {
      const where = name === 'state' ? `WHERE name NOT IN (${logPositionFields}, ${identityField})` : '';
      hash.update(String(name));
      for (const row of database.prepare(`SELECT * FROM ${String(name)} ${where}`).iterate())
        hash.update(serialize(Object.values(row)));
    }
    return hash.digest('hex');
  } finally {
    database.close();
  }
}
