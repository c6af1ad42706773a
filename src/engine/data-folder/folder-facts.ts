import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readHost } from '../../lib/url-host.ts';
import { readFailureCode } from '../pictures/picture-failures.ts';
import { pictureStatus } from '../pictures/picture-rows.ts';
import { hasTable, readFromDatabase } from '../storage/database-identity.ts';
import { formatsSupported } from '../storage/schema.ts';
import { controlFile, projectFiles } from './data-folder.ts';

/** Facts about a data folder besides its integrity. */
export interface FolderFacts {
  readonly bytes: number;
  /** Databases that a newer version has written, which this version cannot open. */
  readonly newer: readonly string[];
  /** The latest time at which a database was written, in ms since 1970. */
  readonly writtenAt: number;
  /** Failed pictures by host, most first. */
  readonly failedPictures: readonly PictureHostFailures[];
}

export interface PictureHostFailures {
  readonly project: string;
  /** Empty if the address has no host, for example if it is not valid. */
  readonly host: string;
  readonly count: number;
  /** The code of the most frequent error. */
  readonly code: string;
}

/** Reads a folder that no process uses, without changing it. @throws Error if a database cannot be read */
export function readFolderFacts(folder: string): FolderFacts {
  const files = [controlFile, ...projectFiles(folder).map((name) => `projects/${name}`)];
  let [bytes, writtenAt] = [0, 0];
  const newer: string[] = [];
  const failedPictures: PictureHostFailures[] = [];
  for (const file of files) {
    const path = join(folder, file);
    for (const part of [path, `${path}-wal`]) {
      if (!existsSync(part)) continue;
      const { size, mtimeMs } = statSync(part);
      bytes += size;
      writtenAt = Math.max(writtenAt, mtimeMs);
    }
    if (!existsSync(path)) continue;
    readFromDatabase(path, (database) => {
      const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
      if (version > formatsSupported[file === controlFile ? 'control' : 'project']) newer.push(file);
      if (file === controlFile || !hasTable(database, 'pictures')) return;
      const rows = database
        .prepare(`SELECT source, error FROM pictures WHERE status = ${pictureStatus.failed}`)
        .all() as unknown as { source: string; error: string | null }[];
      failedPictures.push(...groupByHost(file.slice('projects/'.length, -'.db'.length), rows));
    });
  }
  return { bytes, newer, writtenAt, failedPictures: failedPictures.sort((a, b) => b.count - a.count) };
}

function groupByHost(
  project: string,
  rows: readonly { readonly source: string; readonly error: string | null }[],
): PictureHostFailures[] {
  const hosts = Map.groupBy(rows, ({ source }) => readHost(source));
  return [...hosts].map(([host, failed]) => {
    const codes = Map.groupBy(failed, readFailureCode);
    const [code = ''] = [...codes].sort(([, a], [, b]) => b.length - a.length).map(([name]) => name);
    return { project, host, count: failed.length, code };
  });
}
