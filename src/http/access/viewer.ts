import type { IncomingHttpHeaders } from 'node:http';
import type { Viewer } from '../../domain/feedback/shown-impression.ts';
import { emptyContext, readContext, type RequestContext } from '../../domain/rules/request-context.ts';
import { isFromBrowser, type KeyedRequest } from './client.ts';

/** Headers in which content delivery networks name the visitor's country. */
const countryHeaders = ['cf-ipcountry', 'cloudfront-viewer-country', 'x-vercel-ip-country', 'x-country-code'];
const tablets = ['ipad', 'tablet', 'kindle'];
const phones = ['mobi', 'iphone', 'ipod'];

/** What the headers of a request tell of its visitor. */
export type RequestOrigin = Pick<Viewer, 'device' | 'country'>;

interface ViewerInput {
  readonly user: string | null;
  readonly session: string | readonly string[] | null;
  readonly context: unknown;
}

/** Describes who sees the reply. Device and country of the context have precedence over those of the headers. */
export function describeViewer(
  call: KeyedRequest & { readonly origin?: RequestOrigin },
  { user, session, context }: ViewerInput,
): Viewer {
  const told = context === null ? emptyContext : readContext(context, []);
  const origin = call.origin ?? readRequestOrigin(call);
  return {
    user,
    session: typeof session === 'string' ? session : null,
    device: getFirstValue(told, 'device') ?? origin.device,
    country: getFirstValue(told, 'country')?.toUpperCase() ?? origin.country,
  };
}

/** Reads device and country from the headers of a browser and of a trusted proxy. */
export function readRequestOrigin(call: KeyedRequest): RequestOrigin {
  const { headers, ips } = call.request;
  return {
    device: isFromBrowser(call) ? detectDevice(headers) : null,
    // Only a trusted proxy fills `ips`.
    country: ips === undefined ? null : readCountry(headers),
  };
}

function getFirstValue(context: RequestContext, name: string): string | null {
  return context.get(name)?.[0] ?? null;
}

/** Detects `phone`, `tablet` or `desktop` by the user agent, or null if it is no browser. */
export function detectDevice(headers: IncomingHttpHeaders): string | null {
  const agent = headers['user-agent']?.toLowerCase() ?? '';
  const isMobile = headers['sec-ch-ua-mobile'] === '?1';
  const isOne = (names: readonly string[]): boolean => names.some((name) => agent.includes(name));
  if (isOne(tablets) || (agent.includes('android') && !agent.includes('mobile') && !isMobile))
    return 'tablet';
  if (isMobile || isOne(phones)) return 'phone';
  return agent.startsWith('mozilla/') ? 'desktop' : null;
}

function readCountry(headers: IncomingHttpHeaders): string | null {
  for (const name of countryHeaders) {
    const value = headers[name];
    // XX stands for unknown, and T1, which the pattern rejects, for Tor.
    if (typeof value === 'string' && /^[A-Z]{2}$/.test(value) && value !== 'XX') return value;
  }
  return null;
}
