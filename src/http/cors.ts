import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from './vary.ts';

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
