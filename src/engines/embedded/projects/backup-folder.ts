import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { VitrineError } from '../../../ports/errors.ts';
import { projectsIn } from './data-folder.ts';

/**
 * Makes a folder of copies, whole or not at all. `copyAll` makes them in a folder that has one for projects already, and gives their
 * paths.
 * @throws VitrineError invalid_request where there is one of this name
 */
export async function makeBackup(
  folder: string,
  copyAll: (into: string) => Promise<readonly string[]>,
): Promise<{ files: number; bytes: number }> {
  if (existsSync(folder)) {
    const detail = `There is a backup ${JSON.stringify(basename(folder))} already`;
    throw new VitrineError('invalid_request', detail, {
      errors: [{ path: 'name', code: 'conflict', detail }],
    });
  }
  // Only a whole backup gets the name, so that half of one cannot be restored.
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  try {
    await mkdir(projectsIn(partial), { recursive: true });
    const copies = await copyAll(partial);
    const sizes = await Promise.all(copies.map(async (path) => (await stat(path)).size));
    await rename(partial, folder);
    return { files: copies.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}
