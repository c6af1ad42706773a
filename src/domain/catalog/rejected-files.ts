import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Task } from '../../ports/access/projects.ts';
import type { StoredFiles } from '../../ports/catalog/stored-files.ts';
import type { RejectedFile, RejectedTable } from './import-files/rejected-rows.ts';

const prefix = 'rejected/';

/** Stores the rejected records of an import, and removes those of the oldest imports. Null means that none were rejected. */
export async function storeRejected(
  files: StoredFiles,
  task: Pick<Task, 'id' | 'startedAt'>,
  file: RejectedFile | null,
): Promise<void> {
  if (file === null) return;
  await files.put(formatName(task), await promisify(gzip)(JSON.stringify(file)));
  for (const oldest of files.names(prefix).slice(0, -limits.importRejectedFilesMax))
    await files.put(oldest, null);
}

/** The rejected records of an import. @throws VitrineError rejected_lines_not_found */
export async function readRejectedFile(
  files: StoredFiles,
  task: Pick<Task, 'id' | 'startedAt'>,
): Promise<RejectedFile> {
  const bytes = files.get(formatName(task));
  if (bytes === null)
    throw new VitrineError(
      'rejected_lines_not_found',
      `No line of the task ${JSON.stringify(task.id)} was rejected, or newer imports have replaced its rejected lines`,
    );
  return JSON.parse(String(await promisify(gunzip)(bytes))) as RejectedFile;
}

/** The columns of the file of an import with rejected records, and the fields that they became, or null if unknown. */
export async function readRejectedColumns(
  files: StoredFiles,
  task: Pick<Task, 'id' | 'startedAt'>,
): Promise<RejectedTable['columns'] | null> {
  if (files.get(formatName(task)) === null) return null;
  return (await readRejectedFile(files, task)).table?.columns ?? null;
}

/** Formats a name that sorts by time. */
function formatName({ id, startedAt }: Pick<Task, 'id' | 'startedAt'>): string {
  return `${prefix}${String(startedAt).padStart(16, '0')}/${id}`;
}
