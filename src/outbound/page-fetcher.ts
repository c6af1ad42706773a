import { createGunzip } from 'node:zlib';
import type { Readable } from 'node:stream';
import { limits } from '../ports/limits.ts';
import { GuardedHttp, parseAddress, type GuardedHttpOptions } from './guarded-http.ts';

/** A page of a shop, as its last redirect gave it. */
export interface FetchedPage {
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  /** The headers `content-security-policy`, each of which holds. */
  readonly policies: readonly string[];
  readonly text: string;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * Reads a page by {@link GuardedHttp}, and follows its redirects, each checked like a new address.
 * @throws Error, whose message or cause says why it could not be read
 */
export async function fetchPage(
  address: string,
  options: Pick<GuardedHttpOptions, 'allowPrivate' | 'resolve'>,
): Promise<FetchedPage> {
  await using http = new GuardedHttp(options);
  const signal = AbortSignal.timeout(limits.sitePageMsMax);
  let url = parseAddress(address);
  for (let redirects = 0; redirects <= limits.feedRedirectsMax; redirects++) {
    const { statusCode, headers, body } = await http.request(url, {
      signal,
      headers: { 'user-agent': 'vitrine', accept: 'text/html', 'accept-encoding': 'gzip' },
    });
    const location = [headers['location']].flat()[0];
    if (redirectStatuses.has(statusCode) && location !== undefined) {
      body.destroy();
      const next = URL.parse(location, url.href);
      if (next === null) throw new Error('it redirects to something that is not a URL');
      url = parseAddress(next.href);
      continue;
    }
    return {
      url: url.href,
      status: statusCode,
      contentType: [headers['content-type']].flat()[0] ?? '',
      policies: [headers['content-security-policy'] ?? []].flat(),
      text: await readText(body, [headers['content-encoding']].flat()[0] ?? ''),
    };
  }
  throw new Error(`more than ${limits.feedRedirectsMax} redirects lead to it`);
}

/** The text of a body, up to a limit: the tag stands near the beginning. */
async function readText(body: Readable, encoding: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const unpacked = /gzip/i.test(encoding) ? body.pipe(createGunzip()) : body;
  body.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > limits.sitePageBytesMax) break;
    }
  } finally {
    body.destroy();
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, limits.sitePageBytesMax));
}
