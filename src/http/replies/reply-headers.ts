import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../operation.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/** Sets the security headers of every reply. With `secure`, the public URL has https, which browsers must keep using. */
export function setSecurityHeaders(reply: FastifyReply, secure: boolean): void {
  reply.header('x-content-type-options', 'nosniff');
  if (secure) reply.header('strict-transport-security', `max-age=${yearSeconds}`);
}

/** Excludes replies with keys or sessions, and of the administration, from caches, including errors. */
export function setNoStore(reply: FastifyReply, { access, carriesSecret }: Operation): void {
  if (access.kind === 'admin' || carriesSecret === true) reply.header('cache-control', 'no-store');
}

/**
 * Web keys are used in pages, so any origin may send requests; each key has its own list of origins. Cookies are never
 * accepted across origins.
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin === undefined) return;
  addVary(reply, 'origin');
  reply.headers({
    'access-control-allow-origin': request.headers.origin,
    'access-control-expose-headers':
      'x-request-id, date, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, etag, x-vitrine-after',
  });
}

export function answerPreflight(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .headers({
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers':
        'x-api-key, content-type, if-match, x-request-id, x-vitrine-after, traceparent, tracestate, x-algolia-api-key, x-algolia-application-id, x-algolia-usertoken, request-id, authorization, ucp-agent, mcp-protocol-version, mcp-method, mcp-name',
      'access-control-max-age': '86400',
    })
    .code(204)
    .send();
}

/** Whether `if-none-match` has the ETag, in its strong form or the weak one of a compressed reply. */
export function hasEtag(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** Adds a request header to `vary`. */
export function addVary(reply: FastifyReply, field: string): void {
  const present = reply.getHeader('vary');
  if (present === undefined) reply.header('vary', field);
  else if (
    !String(present)
      .toLowerCase()
      .split(',')
      .map((one) => one.trim())
      .includes(field)
  )
    reply.header('vary', `${String(present)}, ${field}`);
}
