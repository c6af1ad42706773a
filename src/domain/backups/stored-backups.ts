import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupFile, BackupStore, StoredFile } from '../../ports/operation/backups.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { parseBackupTime, nameStart } from './backup-schedule.ts';

/** Written last and deleted first: a backup with it is complete. */
export const manifestName = 'manifest.json';
const manifestBytesMax = 100_000_000;

/** A backup in a store. */
export interface StoredBackup {
  readonly name: string;
  /** When it began, by its name. */
  readonly at: number;
  readonly bytes: number;
  readonly isComplete: boolean;
  /** Within the store. */
  readonly paths: readonly string[];
}

/** `signal` stops between two files; `onFile` is called before each, with those that are done and all. */
export interface FileLoopOptions {
  readonly signal?: AbortSignal;
  readonly onFile?: (done: number, total: number) => unknown;
}

/** Reads the text of a manifest. @throws Error if it is none */
export type ManifestReader = (text: string) => { readonly databases: readonly BackupFile[] };

/** The scheduled backups in a store, newest first. */
export async function listStoredBackups(store: BackupStore): Promise<StoredBackup[]> {
  const byName = Map.groupBy(await store.list(nameStart), ({ path }) => path.split('/', 1)[0]!);
  return [...byName]
    .flatMap(([name, files]) => {
      const at = parseBackupTime(name.replace(/\.partial$/, ''));
      return at === null ? [] : [describeBackup(name, at, files)];
    })
    .sort((a, b) => b.at - a.at);
}

function describeBackup(name: string, at: number, files: readonly StoredFile[]): StoredBackup {
  const isWhole = !name.endsWith('.partial');
  return {
    name,
    at,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    isComplete: isWhole && files.some(({ path }) => path === `${name}/${manifestName}`),
    paths: files.map(({ path }) => path),
  };
}

/** Reads a stored backup again and compares it with its manifest. @throws Error that names the file */
export async function verifyStored(
  store: BackupStore,
  name: string,
  readManifest: ManifestReader,
  options: FileLoopOptions = {},
): Promise<void> {
  const { signal, onFile } = options;
  const { databases } = readManifest(await readManifestText(store, name));
  for (const [index, file] of databases.entries()) {
    onFile?.(index, databases.length);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of store.read(`${name}/${file.file}`)) {
      signal?.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
    }
    if (bytes !== file.bytes || hash.digest('hex') !== file.sha256)
      throw new Error(`${file.file} of ${name} in ${store.place} is not what its manifest says`);
  }
}

/** Sends the files of a local backup, the manifest last. */
export async function sendBackup(
  store: BackupStore,
  folder: string,
  name: string,
  manifest: { readonly text: string; readonly databases: readonly BackupFile[] },
  { signal, onFile }: FileLoopOptions = {},
): Promise<void> {
  for (const [index, { file, ...expected }] of manifest.databases.entries()) {
    signal?.throwIfAborted();
    onFile?.(index, manifest.databases.length);
    await store.write(`${name}/${file}`, join(folder, file), expected);
  }
  const bytes = Buffer.from(manifest.text);
  await store.write(`${name}/${manifestName}`, join(folder, manifestName), {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
}

/** Copies a stored backup into a folder. A restore compares it with its manifest. */
export async function fetchBackup(
  store: BackupStore,
  name: string,
  into: string,
  readManifest: ManifestReader,
): Promise<void> {
  const { databases } = readManifest(await readManifestText(store, name));
  for (const path of [...databases.map(({ file }) => file), manifestName]) {
    const target = join(into, path);
    makeFolder(dirname(target));
    await pipeline(store.read(`${name}/${path}`), createWriteStream(target));
  }
}

/** Deletes a backup, its manifest first, so that a part of it is not taken for a complete one. */
export async function removeBackup(store: BackupStore, { name, paths }: StoredBackup): Promise<void> {
  const manifest = `${name}/${manifestName}`;
  const others = paths.filter((path) => path !== manifest);
  for (const path of others.length < paths.length ? [manifest, ...others] : others) await store.remove(path);
}

/** The text of the manifest of a backup. @throws Error if it is too large */
export async function readManifestText(store: BackupStore, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of store.read(`${name}/${manifestName}`)) {
    bytes += chunk.length;
    if (bytes > manifestBytesMax) throw new Error(`The manifest of ${name} is too large`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
