import type { FastifyRequest } from 'fastify';
import { limits } from '../../ports/limits.ts';
import { defineTextParameter } from '../requests/parameters.ts';

/** The parameter of an operation with `acceptsQueryKey`. */
export const queryKeyParameter = defineTextParameter({
  description:
    'The key, in place of the header, for requests that cannot set one. Use a web key, which is public.',
  lengthMax: limits.signedKeyLengthMax,
});

/**
 * Takes over the key in the address as if it was sent in the header, which counts before it. Addresses are in logs of proxies and in
 * histories of browsers, so that only operations whose reply is public accept it, and a shared cache can tell replies apart.
 */
export function takeQueryKey({ headers, query }: FastifyRequest): void {
  const { key } = query as Readonly<Record<string, unknown>>;
  if (headers['x-api-key'] === undefined && typeof key === 'string') headers['x-api-key'] = key;
}
