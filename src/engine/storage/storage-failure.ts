import { basename, dirname } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { VitrineError } from '../../ports/errors.ts';

/** The system's or SQLite's reason of a failure, without paths. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr;
  if ('errno' in error && typeof error.errno === 'number' && error.errno < 0)
    return getSystemErrorMessage(error.errno);
  return error.message;
}

/** An expected failure of `what`, with the thrown error as its cause. */
export function createStorageError(what: string, error: unknown): VitrineError {
  if (error instanceof VitrineError) return error;
  return new VitrineError('storage_failed', `${what}: ${describeFailure(error)}`, { cause: error });
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. The low byte of an extended error code is one of these. */
const damageCodes = [11, 26];

/** SQLITE_IOERR: a disk that cannot read its sectors. */
const readFailureCode = 10;

export const damageHint =
  'restore the folder from a backup with `vitrine restore`, or choose another one with VITRINE_DATA';

/** Messages of damage whose errors lost their code on the way from another thread. */
const damageMessage = /database disk image is malformed|malformed database schema|file is not a database/;

/** Whether SQLite reports that the content of a file is not a database, or content of it cannot be parsed. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && damageCodes.includes(Number(error.errcode) & 0xff)) return true;
  if (error instanceof VitrineError && error.code === 'database_damaged') return true;
  return error instanceof SyntaxError || damageMessage.test(error.message);
}

/** Whether the system could not read what SQLite asked for. */
export function isReadFailure(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === readFailureCode;
}

/** The file of a database as an operator knows it: `projects/shop.db`. */
function formatFileName(path: string): string {
  const folder = basename(dirname(path));
  return folder === 'projects' ? `projects/${basename(path)}` : basename(path);
}

/** The damage of a database for the log: its file, what is wrong, and a solution. */
export function describeDamage(path: string, error: unknown): Error {
  if (error instanceof VitrineError && error.cause instanceof Error) return error.cause;
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `${formatFileName(path)} is damaged: ${reason}. Restore it from a backup with \`vitrine restore\`; \`vitrine doctor\` checks the whole folder of a stopped service`,
  );
}

/** The error of a request that needs damaged content; its cause is the error for the log. */
export function createDamageError(path: string, error: unknown): VitrineError {
  if (error instanceof VitrineError) return error;
  const isProject = formatFileName(path) !== basename(path);
  const what = isProject
    ? `The database of project ${JSON.stringify(basename(path, '.db'))}`
    : 'The list of projects and keys';
  const detail = `${what} is damaged; the log has the cause and a solution`;
  return new VitrineError('database_damaged', detail, { cause: describeDamage(path, error) });
}
