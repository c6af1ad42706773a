import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../domain/projects/signed-keys.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Actor, AuditEntry, AuditLog } from '../../ports/operation/audit.ts';
import type { ErrorCode } from '../../ports/error-kinds.ts';
import { limits } from '../../ports/limits.ts';
import type { User } from '../../ports/access/team.ts';
import { formatUserName } from '../../domain/team/users.ts';
import { determineRole, type Operation } from '../operation.ts';

/** What a request tells the audit log beyond its caller, as far as it got. */
export interface AuditNotes {
  project: string | null;
  target: string | null;
  /** Who signs in. */
  actor: Actor | null;
  failure: ErrorCode | null;
  /** A request of an operation that also reads: it changed nothing. */
  isRead?: boolean;
  /** Id of the operation that the request called by another one. */
  operation?: string;
}

/** The log that requests of administration are written to. */
export interface Auditor {
  readonly auditLog: AuditLog;
  readonly clock: Clock;
  /** A line could not be written. The request has taken effect. */
  readonly onFailure: (error: unknown, entry: AuditEntry) => void;
}

/** Items and events of keys are too many; without these scopes, a key administers. */
const unauditedScopes: readonly string[] = ['items:write', 'events'];
const malformed: readonly number[] = [400, 408, 413, 415, 431];

/** Requests that were malformed have tried nothing. */
export function isMalformed(statusCode: number): boolean {
  return malformed.includes(statusCode);
}

/** Writes the line of a request that has notes, before its reply is sent. Others, such as searches, do not wait for a promise. */
export function createAuditHook({ auditLog, clock, onFailure }: Auditor) {
  return <T>(request: FastifyRequest, reply: FastifyReply, payload: T, done: AuditDone<T>): void => {
    const { operation } = request;
    if (request.auditNotes == null || operation == null) return done(null, payload);
    if (request.isForwarded || !isAudited(operation, request, reply)) return done(null, payload);
    const entry = createEntry(operation, request, clock.now());
    void auditLog
      .append(entry)
      .catch((error: unknown) => onFailure(error, entry))
      .then(() => done(null, payload));
  };
}

type AuditDone<T> = (error: null, payload: T) => void;

/** Ids of the operations that the log may have. */
export function listAuditedOperations(operations: readonly Operation[]): string[] {
  return operations.filter(isAuditable).map(({ id }) => id);
}

/** Whether the log may have lines of an operation. */
export function isAuditable(one: Operation): boolean {
  return one.audit?.always === true || isChange(one);
}

/** Whether an operation changes something that a user with a role may. */
function isChange(one: Operation): boolean {
  return one.method !== 'GET' && ['editor', 'owner'].includes(determineRole(one) ?? '');
}

function isAudited(
  one: Operation,
  { apiKey, auditNotes: notes }: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean {
  if (isMalformed(statusCode)) return false;
  // Anyone can send these: only what a password protects costs a durable write.
  if (one.access.kind === 'public')
    return (
      one.audit?.always === true &&
      notes?.actor != null &&
      (statusCode < 400 || notes.failure === 'sign_in_failed')
    );
  if (apiKey === null || notes?.isRead === true) return false;
  if (one.audit?.always === true) return true;
  const isOfKey = apiKey.consoleUser === null && one.access.kind === 'key';
  return isChange(one) && !(isOfKey && unauditedScopes.includes(one.access.scope));
}

function createEntry(
  one: Operation,
  { apiKey, auditNotes: notes, params, ip }: FastifyRequest,
  at: number,
): AuditEntry {
  const { project, ...others } = (params ?? {}) as Readonly<Record<string, string>>;
  const ofProject = one.path.startsWith('/admin/projects/{id}') ? (others['id'] ?? null) : null;
  const pathTarget =
    one.audit?.target === undefined && ofProject === null ? Object.values(others).join(' ') : '';
  const target = notes?.target ?? (pathTarget === '' ? null : pathTarget);
  return {
    at,
    actor: notes?.actor ?? identifyActor(apiKey),
    operation: notes?.operation ?? one.id,
    project: notes?.project ?? project ?? ofProject,
    target: target === null ? null : target.slice(0, limits.auditTargetLengthMax).toWellFormed(),
    address: ip,
    outcome: notes?.failure ?? 'done',
  };
}

function identifyActor(caller: Caller | null): Actor {
  if (caller === null) return { kind: 'unknown', id: null, name: '' };
  const { consoleUser, id, name, prefix } = caller;
  if (consoleUser === null) return { kind: 'key', id, name: name === '' ? prefix : `${name} (${prefix})` };
  return consoleUser.id === null
    ? { kind: 'command', id: null, name: 'Command line' }
    : { kind: 'user', id: consoleUser.id, name };
}

/** The actor of a sign-in. `user` is null if no user has this address. */
export function identifySignIn(user: User | null): Actor {
  return user === null
    ? { kind: 'unknown', id: null, name: '' }
    : { kind: 'user', id: user.id, name: formatUserName(user) };
}
