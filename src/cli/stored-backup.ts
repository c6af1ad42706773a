import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readBackupLocation, readConfig, type Environment } from '../config.ts';
import { parseBackupTime } from '../domain/backups/backup-schedule.ts';
import {
  fetchBackup,
  manifestName,
  readManifestText,
  listStoredBackups,
  type StoredBackup,
} from '../domain/backups/stored-backups.ts';
import { parseUtcTime } from '../lib/utc-time.ts';
import type { BackupLocation, BackupStore, StoredFile } from '../ports/operation/backups.ts';
import { openBackupStore, parseManifest } from '../service.ts';
import { CommandError } from './api-client.ts';

/** A backup on this machine. A downloaded one is deleted at the end. */
export interface LocalBackup extends AsyncDisposable {
  readonly folder: string;
  /** The source of the backup, for people. */
  readonly place: string;
}

interface BackupList {
  readonly place: string;
  readonly backups: readonly StoredBackup[];
}

/**
 * Lists the backups of a location, newest first, with those of any name by `vitrine backup`. If `where` is null, the location is the
 * configured one, or else the folder in which `vitrine backup` makes them.
 */
export async function findBackups(where: string | null, env: Environment): Promise<BackupList> {
  const { dataDir, backups: configured } = readConfig(env);
  const defaultLocation = join(dataDir, 'backups');
  const isOwn = where === null && configured === null && existsSync(defaultLocation);
  const { location } = resolveLocation(isOwn ? defaultLocation : where, env);
  await using store = await openBackupStore(location);
  const backups = [...(await listStoredBackups(store)), ...(await findOtherBackups(store))];
  return { place: store.place, backups: backups.sort((a, b) => b.at - a.at) };
}

/** The scheduled backups of a location. */
export async function listBackups(location: BackupLocation): Promise<BackupList> {
  await using store = await openBackupStore(location);
  return { place: store.place, backups: await listStoredBackups(store) };
}

/** The folders that have a manifest, and not the name of a scheduled backup. */
async function findOtherBackups(store: BackupStore): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = [];
  for (const [name, files] of await groupFilesByFolder(store)) {
    const manifest = `${name}/${manifestName}`;
    if (parseBackupTime(name) !== null || !files.some(({ path }) => path === manifest)) continue;
    const { createdAt } = parseManifest(await readManifestText(store, name));
    backups.push({
      name,
      at: parseUtcTime(createdAt) || 0,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      isComplete: true,
      paths: files.map(({ path }) => path),
    });
  }
  return backups;
}

/** The files of a store by backup. On this machine only folders with a manifest are listed: the location may hold many other files. */
async function groupFilesByFolder(store: BackupStore): Promise<Map<string, StoredFile[]>> {
  const { folder } = store;
  if (folder === null) return Map.groupBy(await store.list(''), ({ path }) => path.split('/', 1)[0]!);
  const byFolder = new Map<string, StoredFile[]>();
  for (const name of (await readdir(folder)).sort()) {
    if (!isBackupFolder(join(folder, name))) continue;
    // The store lists by the beginning of names.
    const files = await store.list(name);
    byFolder.set(
      name,
      files.filter(({ path }) => path.startsWith(`${name}/`)),
    );
  }
  return byFolder;
}

/**
 * Opens the backup that `where` names, a folder or an address of an S3-compatible store. Of several backups, it takes the newest complete
 * one; null stands for the configured location. A downloaded backup gets a folder in `downloadInto`.
 */
export async function openLocalBackup(
  where: string | null,
  downloadInto: string,
  env: Environment,
): Promise<LocalBackup> {
  // A backup by `vitrine backup` can have any name.
  if (where !== null && !where.startsWith('s3://') && isBackupFolder(where))
    return keepInPlace(resolve(where));
  const { location, name } = resolveLocation(where, env);
  await using store = await openBackupStore(location);
  const backupName = name ?? (await findNewest(store));
  // The restoration reports what the folder lacks.
  if (backupName === null && store.folder !== null) return keepInPlace(store.folder);
  if (backupName === null)
    throw new CommandError(`There is no complete backup in ${store.place}: one has the file ${manifestName}`);
  if (store.folder !== null) return keepInPlace(join(store.folder, backupName));
  const folder = await mkdtemp(join(downloadInto, '.vitrine-backup-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await fetchBackup(store, backupName, folder, parseManifest);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, place: `${store.place}/${backupName}`, [Symbol.asyncDispose]: remove };
}

const isBackupFolder = (where: string): boolean => existsSync(join(where, manifestName));

const keepInPlace = (folder: string): LocalBackup => ({
  folder,
  place: folder,
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

/** `name` is that of one backup, or null if `where` is a location of several. */
function resolveLocation(
  where: string | null,
  env: Environment,
): { location: BackupLocation; name: string | null } {
  if (where === null) {
    const { backups } = readConfig(env);
    if (backups === null)
      throw new CommandError('Name the location of the backups, or set VITRINE_BACKUP_TO');
    return { location: backups.location, name: null };
  }
  if (!where.startsWith('s3://')) {
    const folder = resolve(where);
    if (!existsSync(folder)) throw new CommandError(`There is no folder ${folder}`);
    return { location: { kind: 'folder', folder }, name: null };
  }
  const name = basename(where);
  if (parseBackupTime(name) === null) return { location: readBackupLocation(where, env), name: null };
  return { location: readBackupLocation(dirname(where), env), name };
}

/** The name of the newest complete backup, or null if there is none. */
async function findNewest(store: BackupStore): Promise<string | null> {
  return (await listStoredBackups(store)).find(({ isComplete }) => isComplete)?.name ?? null;
}
