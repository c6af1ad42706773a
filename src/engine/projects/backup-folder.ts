import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { VitrineError } from '../../ports/errors.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { copyDatabase } from '../storage/database-copy.ts';
import { identityIn, reading } from '../storage/database-identity.ts';
import { storageFailed } from '../storage/storage-failure.ts';
import { controlFile, projectFile, projectsIn } from './data-folder.ts';
import { listedProjects } from './listed-projects.ts';
import { writeManifest, type ManifestEntry } from './manifest.ts';

/**
 * Makes a folder of copies with their manifest, whole or not at all. `copyAll` makes them in a folder that has one for projects
 * already. `now`: milliseconds since 1970.
 * @throws VitrineError invalid_request where there is one of this name; storage_failed
 */
export async function makeBackup(
  folder: string,
  now: number,
  copyAll: (into: string) => Promise<readonly ManifestEntry[]>,
): Promise<{ files: number; bytes: number }> {
  if (existsSync(folder)) {
    const detail = `There is a backup ${JSON.stringify(basename(folder))} already`;
    throw new VitrineError('invalid_request', detail, {
      errors: [{ path: 'name', code: 'conflict', detail }],
    });
  }
  // Only a whole backup gets the name, so that half of one cannot be restored.
  const partial = `${folder}.partial`;
  try {
    await rm(partial, { recursive: true, force: true });
    makeFolder(projectsIn(partial));
    const copies = await copyAll(partial);
    await writeManifest(partial, now, copies);
    await rename(partial, folder);
    return { files: copies.length, bytes: copies.reduce((sum, { bytes }) => sum + bytes, 0) };
  } catch (error) {
    // Where the folder cannot be written to, it cannot be removed either: the first reason is told.
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw storageFailed('The backup could not be written', error);
  }
}

/** Where copies are made from. */
export interface BackupSource {
  readonly dataDir: string;
  /** Whether what is there is a copy itself, of logs. */
  readonly isShared: boolean;
  /** Makes sure that a project's database is there and up to date. */
  readonly open: (id: string) => Promise<unknown>;
  /** When the project of this id was created; null where there is none. */
  readonly createdAt: (id: string) => number | null;
}

/**
 * Copies the list of projects and every project on it into a folder. Where a project was deleted while others were copied, also where
 * another one has its id by now, the list is copied again: the copies are those of the projects on it, no fewer and no more.
 */
export async function copyEverything(source: BackupSource, folder: string): Promise<ManifestEntry[]> {
  const copied = new Map<string, { readonly createdAt: number; readonly entry: ManifestEntry }>();
  for (;;) {
    const control = await copyOf(source, folder, controlFile, null);
    const listed = listedProjects(join(folder, controlFile)).filter(({ isLeaving }) => !isLeaving);
    const isListed = new Map(listed.map(({ id, createdAt }) => [id, createdAt]));
    for (const [id, { createdAt }] of copied) {
      if (isListed.get(id) === createdAt) continue;
      copied.delete(id);
      await rm(projectFile(folder, id), { force: true });
    }
    for (const { id, createdAt } of listed) {
      if (copied.has(id)) continue;
      const isListedOne = (found: number | null): boolean => found === createdAt;
      try {
        await source.open(id);
        const entry = await copyOf(source, folder, `projects/${id}.db`, id);
        if (isListedOne(projectTime(folder, id) ?? source.createdAt(id))) {
          copied.set(id, { createdAt, entry });
          continue;
        }
      } catch (error) {
        if (isListedOne(source.createdAt(id))) throw error;
      }
      await rm(projectFile(folder, id), { force: true });
    }
    if (listed.every(({ id }) => copied.has(id)))
      return [control, ...[...copied.values()].map(({ entry }) => entry)];
  }
}

/** When the project was created whose database a copy is; null where the copy does not say so, as one of a log. */
function projectTime(folder: string, id: string): number | null {
  return reading(projectFile(folder, id), identityIn)?.project?.createdAt ?? null;
}

async function copyOf(
  { dataDir, isShared }: BackupSource,
  folder: string,
  file: string,
  project: string | null,
): Promise<ManifestEntry> {
  await rm(join(folder, file), { force: true });
  const request = { from: join(dataDir, file), into: join(folder, file), detached: isShared };
  return { file, project, ...(await copyDatabase(request)) };
}
