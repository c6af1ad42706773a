import { getSystemErrorMessage } from 'node:util';
import { VitrineError } from '../../ports/errors.ts';

/** Why the system or SQLite refused, in words and without the paths that their messages have. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr;
  if ('errno' in error && typeof error.errno === 'number' && error.errno < 0)
    return getSystemErrorMessage(error.errno);
  return error.message;
}

/** As an expected failure: what was thrown is its cause, for the log. `what` could not be done. */
export function storageFailed(what: string, error: unknown): VitrineError {
  if (error instanceof VitrineError) return error;
  return new VitrineError('storage_failed', `${what}: ${reasonOf(error)}`, { cause: error });
}
