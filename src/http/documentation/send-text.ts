import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { hasEtag } from '../replies/reply-headers.ts';

/** Sends a text that the client may keep, but must validate with each use. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    text,
    contentType,
    policy,
  }: { readonly text: string; readonly contentType: string; readonly policy: string },
): FastifyReply {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  void reply.headers({
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    'referrer-policy': 'same-origin',
    etag,
  });
  if (reply.statusCode === 200 && hasEtag(request, etag)) return reply.code(304).send();
  return reply.header('content-type', contentType).send(text);
}
