import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = 'member-id';

/**
 * Reads the id of a process, or null if none is stored. It is stored with the copies of projects, so after a restart the process holds
 * the same projects and continues from the copies.
 */
export function readMemberId(folder: string): string | null {
  const path = join(folder, file);
  const id = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  return /^[\w-]{1,64}$/.test(id) ? id : null;
}

/** Stores the id of a process, and returns it. */
export function storeMemberId(folder: string, id: string): string {
  writeFileSync(join(folder, file), `${id}\n`);
  return id;
}
