import { VitrineError } from '../../ports/errors.ts';
import { ConnectionError, classifyTlsFailure, type ConnectionFailure } from '../common/connection-error.ts';

/** The form of an `SQLSTATE`, which only an answer of the server has. */
const stateForm = /^[0-9A-Z]{5}$/;
/** `SQLSTATE`s of servers that stop, start, have no free connection, or are standbys. */
const transientStates = /^(?:08|57P0|25006|53300)/;
/** Serialization failures and deadlocks: the server rolled the statement back. */
const rolledBackStates = new Set(['40001', '40P01']);
/** The session lacks the statement of that name, or has one already: the server has run nothing. */
const unpreparedStates = new Set(['26000', '42P05']);
const lockTimeout = '55P03';
const canceled = '57014';
const diskFull = '53100';

const descriptions: Readonly<Record<ConnectionFailure, string>> = {
  unreachable: 'The database cannot be reached',
  untrusted: 'The certificate of the database is not trusted',
  misnamed: 'The certificate of the database is for another name',
  uncertified: 'The database requires another client certificate',
  unauthorized: 'The database refuses the user or the password',
  forbidden: 'The database lacks tables, or rights of the role',
  'read-only': 'The database accepts only reads',
  unsafe: 'The database runs with fsync=off',
  outdated: 'The database is an older primary: another server was promoted',
  divided: 'Several servers of the database accept writes',
  unconfirmed: 'The database does not confirm writes in time: a synchronous standby may be away',
};

/** Describes the failure without names of servers. */
export function describeFailure({ failure, cause }: ConnectionError): string {
  if (failure !== null) return descriptions[failure];
  const code = readCode(cause);
  if (code === diskFull) return 'The disk of the database is full';
  if (code === canceled || code === lockTimeout) return descriptions.unconfirmed;
  return 'The database rejects writes';
}

/** Creates an error for clients, without names of servers. */
export function createStorageError(cause: ConnectionError): VitrineError {
  return new VitrineError('storage_failed', describeFailure(cause), { retryAfterSeconds: 5, cause });
}

export function toConnectionError(error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ConnectionError(message, classifyFailure(readCode(error), message), { cause: error });
}

function classifyFailure(code: string, message: string): ConnectionFailure | null {
  if (code === '28P01' || code === '28000') return 'unauthorized';
  if (code === '42501' || code === '3D000') return 'forbidden';
  if (code === '25006') return 'read-only';
  if (stateForm.test(code) && !transientStates.test(code)) return null;
  return classifyTlsFailure(message) ?? 'unreachable';
}

/** Whether another server, or the same one after a restart, may do what failed: the connections are of no more use. */
export function isServerLost({ failure }: ConnectionError): boolean {
  return failure === 'unreachable' || failure === 'read-only' || failure === 'outdated';
}

/** Whether a read may succeed if it is repeated. */
export function isTransient(error: unknown): boolean {
  const cause = error instanceof VitrineError ? error.cause : error;
  if (!(cause instanceof ConnectionError)) return false;
  const code = readCode(cause.cause);
  return isServerLost(cause) || rolledBackStates.has(code) || code === canceled || code === lockTimeout;
}

/** Whether nothing of a write is stored, as it was in conflict with another one. */
export function isRolledBack(error: unknown): boolean {
  const cause = error instanceof VitrineError ? error.cause : error;
  return cause instanceof ConnectionError && rolledBackStates.has(readCode(cause.cause));
}

/** Whether the server refused a statement for its name, before it ran anything. */
export function isUnprepared(error: unknown): boolean {
  return unpreparedStates.has(readCode(error));
}

/** The SQLSTATE of the server, or the code of a system error; empty without one. */
export function readCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
