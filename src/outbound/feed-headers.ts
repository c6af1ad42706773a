import type { Feed, FeedState } from '../ports/catalog/feeds.ts';

export const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export function buildConditionHeaders({
  etag,
  lastModified,
}: Pick<FeedState, 'etag' | 'lastModified'>): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

export function buildCredentialHeaders(credentials: Feed['credentials']): Record<string, string> {
  if (credentials === null) return {};
  if (credentials.kind === 'header') return { [credentials.name]: credentials.value };
  const pair = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}

export function takeFirst(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
