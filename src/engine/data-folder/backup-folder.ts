import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { VitrineError } from '../../ports/errors.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { copyDatabase } from '../storage/database-copy.ts';
import { readIdentity, readFromDatabase } from '../storage/database-identity.ts';
import { createStorageError } from '../storage/storage-failure.ts';
import { controlFile, projectFile, locateProjects } from './data-folder.ts';
import { readListedProjects } from './listed-projects.ts';
import { manifestFile, writeManifest, type ManifestEntry } from './manifest.ts';

/**
 * Creates a backup folder of database copies with a manifest, completely or not at all. `now` is in milliseconds since 1970.
 * @throws VitrineError invalid_request if a backup of this name exists; storage_failed
 */
export async function makeBackup(
  folder: string,
  now: number,
  source: BackupSource,
): Promise<{ files: number; bytes: number }> {
  if (existsSync(folder)) {
    const detail = `There is a backup ${JSON.stringify(basename(folder))} already`;
    throw new VitrineError('invalid_request', detail, {
      errors: [{ path: 'name', code: 'conflict', detail }],
    });
  }
  // Only a complete backup gets the name, so that half of one cannot be restored.
  const partial = `${folder}.partial`;
  const isOwn = !relative(source.dataDir, folder).startsWith('..');
  await removeAbandonedBackups(dirname(folder), { now, isOwn });
  try {
    await rm(partial, { recursive: true, force: true });
    makeFolder(locateProjects(partial));
    const copies = await copyEverything(source, partial);
    await writeManifest(partial, now, copies);
    await rename(partial, folder);
    return { files: copies.length, bytes: copies.reduce((sum, { bytes }) => sum + bytes, 0) };
  } catch (error) {
    // Removing an unwritable folder fails too: report the first error.
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw createStorageError('Cannot write the backup', error);
  }
}

/** A backup in progress changes its files more often than this. */
const quietMs = 3_600_000;

/**
 * Deletes what interrupted backups left in a folder. `isOwn` says that only this process makes backups there, one at a time; otherwise
 * those that have not changed for an hour are deleted. What cannot be deleted stays.
 */
export async function removeAbandonedBackups(
  folder: string,
  { now, isOwn }: { readonly now: number; readonly isOwn: boolean },
): Promise<void> {
  for (const name of await listNames(folder)) {
    if (!name.endsWith('.partial')) continue;
    const path = join(folder, name);
    const changedAt = await findNewestChange(path);
    if (changedAt === null || (!isOwn && now - changedAt < quietMs)) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The time of a partial backup's newest file, or null if the folder is no backup or cannot be read. */
async function findNewestChange(path: string): Promise<number | null> {
  try {
    const usedFiles = new Set([
      controlFile,
      `${controlFile}-wal`,
      `${controlFile}-shm`,
      `${controlFile}-journal`,
      manifestFile,
    ]);
    const names = await listNames(path);
    const projects = locateProjects(path);
    const isBackup = names.every((name) => usedFiles.has(name) || join(path, name) === projects);
    if (!isBackup) return null;
    const files = [path, ...names.map((name) => join(path, name))];
    files.push(...(await listNames(projects)).map((name) => join(projects, name)));
    const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
    return Math.max(...times);
  } catch {
    return null;
  }
}

/** The names in a folder; none if it is no folder, or cannot be read. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch {
    return [];
  }
}

/** The source of the copies. */
interface BackupSource {
  readonly dataDir: string;
  /** Whether the databases are copies of shared logs. */
  readonly isShared: boolean;
  /** Makes a project's database exist and be up to date. */
  readonly open: (id: string) => Promise<unknown>;
  /** The creation time of the project with this id; null if there is none. */
  readonly readCreationTime: (id: string) => number | null;
  /** Called after each copy with the number of copied databases. */
  readonly onCopied?: (done: number, total: number) => void;
}

/**
 * Copies the list of projects and every listed project into a folder. If a project was deleted during the copy, or
 * another one has taken its id, the list is copied again: the copies match the list exactly.
 */
export async function copyEverything(source: BackupSource, folder: string): Promise<ManifestEntry[]> {
  const copied = new Map<string, { readonly createdAt: number; readonly entry: ManifestEntry }>();
  for (;;) {
    const control = await copyDatabaseFile(source, folder, controlFile, null);
    const listed = readListedProjects(join(folder, controlFile)).filter(({ isLeaving }) => !isLeaving);
    const createdAtById = new Map(listed.map(({ id, createdAt }) => [id, createdAt]));
    for (const [id, { createdAt }] of copied) {
      if (createdAtById.get(id) === createdAt) continue;
      copied.delete(id);
      await rm(projectFile(folder, id), { force: true });
    }
    for (const { id, createdAt } of listed) {
      if (copied.has(id)) continue;
      const isSameProject = (found: number | null): boolean => found === createdAt;
      try {
        await source.open(id);
        const entry = await copyDatabaseFile(source, folder, `projects/${id}.db`, id);
        if (isSameProject(projectTime(folder, id) ?? source.readCreationTime(id))) {
          copied.set(id, { createdAt, entry });
          source.onCopied?.(copied.size + 1, listed.length + 1);
          continue;
        }
      } catch (error) {
        if (isSameProject(source.readCreationTime(id))) throw error;
      }
      await rm(projectFile(folder, id), { force: true });
    }
    if (listed.every(({ id }) => copied.has(id)))
      return [control, ...[...copied.values()].map(({ entry }) => entry)];
  }
}

/** The creation time of the project in a copy; null in a copy of a shared log, which does not store it. */
function projectTime(folder: string, id: string): number | null {
  return readFromDatabase(projectFile(folder, id), readIdentity)?.project?.createdAt ?? null;
}

async function copyDatabaseFile(
  { dataDir, isShared }: BackupSource,
  folder: string,
  file: string,
  project: string | null,
): Promise<ManifestEntry> {
  await rm(join(folder, file), { force: true });
  const request = { from: join(dataDir, file), into: join(folder, file), detached: isShared };
  return { file, project, ...(await copyDatabase(request)) };
}
