import type { FastifyReply } from 'fastify';
import type { Operation } from './operation.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/** What every reply tells browsers. `secure`: the public address has https, which they are to keep to. */
export function setSecurityHeaders(reply: FastifyReply, secure: boolean): void {
  reply.header('x-content-type-options', 'nosniff');
  if (secure) reply.header('strict-transport-security', `max-age=${yearSeconds}`);
}

/** Keeps replies with keys and sessions, and all of the administration, out of every cache; refusals too. */
export function setNoStore(reply: FastifyReply, { access, carriesSecret }: Operation): void {
  if (access.kind === 'admin' || carriesSecret === true) reply.header('cache-control', 'no-store');
}
