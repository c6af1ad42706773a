import { backup, DatabaseSync } from 'node:sqlite';
import { open } from 'node:fs/promises';

/**
 * Copies a database that is in use: as it is at one moment, on a thread of its own, while writes go on. The copy
 * is complete in its one file and on the disk when the promise resolves.
 */
export async function copyDatabase(from: string, into: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    // All pages in one step: in several, each write in between would make the copy begin again.
    await backup(source, into, { rate: 2_147_483_647 });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(into);
  try {
    // Without this, whoever opens the copy, even to read it, would leave files beside it.
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
  const file = await open(into, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
