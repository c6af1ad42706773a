import { getSystemErrorMessage } from 'node:util';
import { VitrineError } from '../../ports/errors.ts';

/** The system's or SQLite's reason, without the paths of their messages. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr;
  if ('errno' in error && typeof error.errno === 'number' && error.errno < 0)
    return getSystemErrorMessage(error.errno);
  return error.message;
}

/** An expected failure of `what`, with the thrown error as its cause. */
export function storageFailed(what: string, error: unknown): VitrineError {
  if (error instanceof VitrineError) return error;
  return new VitrineError('storage_failed', `${what}: ${reasonOf(error)}`, { cause: error });
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes = [11, 26];

export const damageHint =
  'restore the folder from a backup with `vitrine restore`, or choose another one with VITRINE_DATA';

/** Whether SQLite reports that the content of a file is not a database. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && damageCodes.includes(Number(error.errcode) & 0xff);
}
