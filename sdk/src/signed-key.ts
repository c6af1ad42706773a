import type { Scope } from './administration.ts';

/** What a signed key is limited to. */
export interface SignedKeyOptions {
  /** Seconds until it expires: an hour; a week at the most. */
  readonly expiresInSeconds?: number | undefined;
  /** A filter that everything it asks for is limited to, besides that of the key that signs: `tier:dealer`. */
  readonly filter?: string | undefined;
  /** The one user that it asks and tells events for. */
  readonly user?: string | undefined;
  /** Origins of the pages that may use it. */
  readonly origins?: readonly string[] | undefined;
  /** Of `search`, `recommend` and `events`, which the key that signs has; all of these by default. */
  readonly scopes?: readonly Scope[] | undefined;
}

/**
 * Makes a short-lived key for a web page from a server key, without asking the service: a JSON Web Token (HS256), to be sent as
 * `x-api-key`. For a shop's server, which has the key; never for a page.
 *
 * @example
 * ```ts
 * const key = await signKey({ id: '65b1…', key: process.env.VITRINE_KEY }, { user: 'u42', filter: 'tier:dealer' });
 * ```
 */
export async function signKey(
  { id, key }: { readonly id: string; readonly key: string },
  { expiresInSeconds = 3_600, filter, user, origins, scopes }: SignedKeyOptions = {},
): Promise<string> {
  const exp = Math.floor(Date.now() / 1_000) + expiresInSeconds;
  const signed = `${part({ alg: 'HS256', typ: 'JWT', kid: id })}.${part({ exp, sub: user, filter, origins, scopes })}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(key), algorithm, false, [
    'sign',
  ]);
  const signature = await crypto.subtle.sign('HMAC', secret, new TextEncoder().encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

function part(value: unknown): string {
  return base64url(new TextEncoder().encode(JSON.stringify(value)));
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
