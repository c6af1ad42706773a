import type { FastifyReply, FastifyRequest } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { webScopes, type Scope } from '../../ports/access/projects.ts';
import { isObject } from '../../domain/contract/object-fields.ts';
import type { Caller } from '../../domain/projects/signed-keys.ts';
import { receiveBody } from '../requests/request-body.ts';
import type { Transfers } from '../overload/transfers.ts';

/**
 * Whether a request has its key in the body. `navigator.sendBeacon()`, which outlives the page, cannot set headers, and a body of
 * another type than text would need a preflight request first.
 */
export function isBeacon({ headers }: FastifyRequest): boolean {
  return headers['x-api-key'] === undefined && /^text\/plain\s*(;|$)/i.test(headers['content-type'] ?? '');
}

/**
 * Reads the body of a beacon, and takes over its `key` as if it were sent in the header.
 * @throws VitrineError origin_forbidden, and as `receiveBody` and `ReceivedBody.parse`
 */
export async function readBeacon(
  request: FastifyRequest,
  reply: FastifyReply,
  transfers: Transfers,
): Promise<void> {
  if (request.headers.origin === undefined)
    throw new VitrineError(
      'origin_forbidden',
      'A request with its key in the body needs the header `origin`',
    );
  request.isBeacon = true;
  request.received = await receiveBody(request, reply, transfers, limits.beaconBytesMax);
  const { value } = await request.received.parse();
  const key = isObject(value) ? value['key'] : null;
  if (typeof key === 'string') request.headers['x-api-key'] = key;
}

/**
 * Bodies are logged more often than headers, so that a beacon has no key that does more than one which any visitor can read in the page. A
 * key that a shop signed for a user is no such key: it may send events only.
 * @throws VitrineError scope_missing
 */
export function checkBeaconKey({ kind, scopes, user }: Pick<Caller, 'kind' | 'scopes' | 'user'>): void {
  const allowed: readonly Scope[] = user === null ? webScopes : ['events'];
  if (kind === 'web' && scopes.every((scope) => allowed.includes(scope))) return;
  const names = allowed.map((scope) => `\`${scope}\``).join(', ');
  throw new VitrineError(
    'scope_missing',
    `A key in the body must be a web key with no other scopes than ${names}: send other keys in the header \`x-api-key\``,
  );
}
