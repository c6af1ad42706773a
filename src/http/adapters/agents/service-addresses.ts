import type { FastifyRequest } from 'fastify';
import { normalizeHost } from '../../../lib/url-host.ts';

export interface ServiceAddresses {
  /** The projects of shops by their `normalizeHost()`. */
  readonly hosts: ReadonlyMap<string, string>;
  /** Null if it is not configured. */
  readonly publicUrl: string | null;
}

/** Returns the project of the shop whose host a request names, or null if there is none. */
export function findProjectByHost(
  request: Pick<FastifyRequest, 'host'>,
  { hosts }: ServiceAddresses,
): string | null {
  return hosts.get(normalizeHost(request.host)) ?? null;
}

/** The address of the service as the client of a request reaches it, without a trailing slash. */
export function buildServiceUrl(
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
  addresses: ServiceAddresses,
): string {
  const { publicUrl } = addresses;
  const isShop = findProjectByHost(request, addresses) !== null;
  if (publicUrl !== null && !isShop) return publicUrl;
  const protocol = publicUrl?.startsWith('https:') === true ? 'https' : request.protocol;
  return `${protocol}://${isShop ? normalizeHost(request.host) : request.host}`;
}

/** Whether a page of this origin belongs to the service or to one of its shops: a page of any other site could read what only its visitor reaches. */
export function isOwnOrigin(origin: string, { hosts, publicUrl }: ServiceAddresses): boolean {
  const url = URL.parse(origin);
  if (url === null) return false;
  return hosts.has(normalizeHost(url.host)) || (publicUrl !== null && new URL(publicUrl).host === url.host);
}
