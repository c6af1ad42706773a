import { existsSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { makeFolder } from '../../../lib/make-folder.ts';
import { controlFile, isDataFolder } from './data-folder.ts';

/**
 * Puts a backup into a data folder that holds nothing yet. Each database is checked before anything is copied.
 * @throws Error where the backup is incomplete or damaged, or the folder holds data
 */
export async function restoreBackup(from: string, into: string): Promise<{ files: number }> {
  if (!isDataFolder(from))
    throw new Error(`Cannot restore from ${from} as it is no backup: it has no ${controlFile}`);
  if (isDataFolder(into)) {
    throw new Error(
      `Cannot restore into ${into} as it holds data already: name another folder, or move that one away`,
    );
  }
  const projects = existsSync(join(from, 'projects')) ? await readdir(join(from, 'projects')) : [];
  const files = [
    controlFile,
    ...projects.filter((name) => name.endsWith('.db')).map((name) => join('projects', name)),
  ];
  for (const file of files) check(join(from, file));
  makeFolder(join(into, 'projects'));
  // The control database last: a folder without it is no data folder, so an interrupted restore can be repeated.
  for (const file of files.reverse()) await copyFile(join(from, file), join(into, file));
  return { files: files.length };
}

function check(path: string): void {
  const connection = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = connection.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    if (rows[0]?.integrity_check !== 'ok')
      throw new Error(`Cannot restore ${path} as it is damaged: ${rows[0]?.integrity_check}`);
  } finally {
    connection.close();
  }
}
