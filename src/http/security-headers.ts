import type { FastifyReply } from 'fastify';
import type { Operation } from './operation.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/** Security headers of every reply. `secure`: the public URL has https, which browsers must keep using. */
export function setSecurityHeaders(reply: FastifyReply, secure: boolean): void {
  reply.header('x-content-type-options', 'nosniff');
  if (secure) reply.header('strict-transport-security', `max-age=${yearSeconds}`);
}

/** Excludes replies with keys or sessions, and of the administration, from caches, including errors. */
export function setNoStore(reply: FastifyReply, { access, carriesSecret }: Operation): void {
  if (access.kind === 'admin' || carriesSecret === true) reply.header('cache-control', 'no-store');
}
