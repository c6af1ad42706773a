import type { IncomingHttpHeaders } from 'node:http';
import type { Viewer } from '../../domain/feedback/shown-impression.ts';
import { emptyContext, readContext, type RequestContext } from '../../domain/rules/request-context.ts';
import { isFromBrowser, type Asked } from './client.ts';

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

/** Who sees the reply. `context.device` and `context.country` count first. */
export function viewerOf(
  asked: Asked & { readonly origin?: RequestOrigin },
  { user, session, context }: ViewerInput,
): Viewer {
  const told = context === null ? emptyContext : readContext(context, []);
  const origin = asked.origin ?? requestOrigin(asked);
  return {
    user,
    session: typeof session === 'string' ? session : null,
    device: firstOf(told, 'device') ?? origin.device,
    country: firstOf(told, 'country')?.toUpperCase() ?? origin.country,
  };
}

/** By the headers of a browser, and of a trusted proxy. */
export function requestOrigin(asked: Asked): RequestOrigin {
  const { headers, ips } = asked.request;
  return {
    device: isFromBrowser(asked) ? deviceOf(headers) : null,
    // Only a trusted proxy fills `ips`.
    country: ips === undefined ? null : countryOf(headers),
  };
}

function firstOf(context: RequestContext, name: string): string | null {
  return context.get(name)?.[0] ?? null;
}

/** By the user agent: `phone`, `tablet` or `desktop`; null: no browser. */
export function deviceOf(headers: IncomingHttpHeaders): string | null {
  const agent = headers['user-agent']?.toLowerCase() ?? '';
  const isMobile = headers['sec-ch-ua-mobile'] === '?1';
  const isOne = (names: readonly string[]): boolean => names.some((name) => agent.includes(name));
  if (isOne(tablets) || (agent.includes('android') && !agent.includes('mobile') && !isMobile))
    return 'tablet';
  if (isMobile || isOne(phones)) return 'phone';
  return agent.startsWith('mozilla/') ? 'desktop' : null;
}

function countryOf(headers: IncomingHttpHeaders): string | null {
  for (const name of countryHeaders) {
    const value = headers[name];
    // XX and T1: unknown, and Tor.
    if (typeof value === 'string' && /^[A-Z]{2}$/.test(value) && value !== 'XX') return value;
  }
  return null;
}
