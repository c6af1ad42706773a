import type { FastifyReply, FastifyRequest } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ApiKey } from '../../ports/access/projects.ts';
import { isObject } from '../../domain/contract/object-fields.ts';
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

/** @throws VitrineError scope_missing if the key may do more than send events: bodies are logged more often than headers */
export function checkBeaconKey({ kind, scopes }: Pick<ApiKey, 'kind' | 'scopes'>): void {
  if (kind === 'web' && scopes.length === 1 && scopes[0] === 'events') return;
  throw new VitrineError(
    'scope_missing',
    'A key in the body must be a web key with the scope `events` alone: send other keys in the header `x-api-key`',
  );
}
