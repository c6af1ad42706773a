import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from './vary.ts';

/**
 * A search key may go into a web page, so pages of any origin may ask; which origins a key serves is the key's
 * own setting. Cookies are never allowed across origins.
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin === undefined) return;
  addVary(reply, 'origin');
  reply.headers({
    'access-control-allow-origin': request.headers.origin,
    'access-control-expose-headers':
      'x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, etag',
  });
}

export function answerPreflight(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .headers({
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'x-api-key, content-type, if-match, x-request-id',
      'access-control-max-age': '86400',
    })
    .code(204)
    .send();
}
