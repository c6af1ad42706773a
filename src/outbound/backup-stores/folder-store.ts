import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupFile, BackupStore, StoredFile } from '../../ports/operation/backups.ts';
import { makeFolder } from '../../lib/make-folder.ts';

const chunkBytes = 256 * 1024;

/** Backups in a folder, such as a mounted disk of another machine. */
export class FolderStore implements BackupStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  get place(): string {
    return this.folder;
  }

  async list(start: string): Promise<readonly StoredFile[]> {
    const files: StoredFile[] = [];
    const backups = await readEntries(this.folder, { recursive: false });
    for (const { name } of backups.filter((backup) => backup.name.startsWith(start)))
      for (const entry of await readEntries(join(this.folder, name))) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const { size } = await stat(path);
        files.push({ path: relative(this.folder, path).replaceAll('\\', '/'), bytes: size });
      }
    return files;
  }

  read(path: string): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.folder, path), {
      highWaterMark: chunkBytes,
    }) as AsyncIterable<Uint8Array>;
  }

  async write(path: string, from: string, expected: Omit<BackupFile, 'file'>): Promise<void> {
    const target = join(this.folder, path);
    const partial = `${target}.partial`;
    makeFolder(dirname(target));
    try {
      const hash = createHash('sha256');
      let bytes = 0;
      await pipeline(
        createReadStream(from, { highWaterMark: chunkBytes }),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            bytes += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(partial, { flush: true }),
      );
      if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
        throw new Error(`${path} changed while it was copied`);
      await rename(partial, target);
    } catch (error) {
      await rm(partial, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.folder, path), { force: true });
    // Removes its folders, too, if they are empty.
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
      if (
        !(await rmdir(join(this.folder, folder)).then(
          () => true,
          () => false,
        ))
      )
        return;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

const comparePaths = (a: Dirent, b: Dirent): number =>
  join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1;

/** Reads the entries of a folder, with those of its subfolders if `recursive`, by path. Returns none if it is a file or missing. */
async function readEntries(folder: string, { recursive } = { recursive: true }): Promise<Dirent[]> {
  try {
    return (await readdir(folder, { recursive, withFileTypes: true })).sort(comparePaths);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return [];
    throw error;
  }
}
