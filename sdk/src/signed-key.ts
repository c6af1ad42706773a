import type { Scope } from './contract.ts';

/** Restrictions of a signed key. */
export interface SignedKeyOptions {
  /** Seconds until expiry. Default: an hour; at most a week. */
  readonly expiresInSeconds?: number | undefined;
  /** Filter of the visible items, in addition to that of the signing key: `tier:dealer`. */
  readonly filter?: string | undefined;
  /** The only user that requests and events can name. */
  readonly user?: string | undefined;
  /** Allowed origins of pages. */
  readonly origins?: readonly string[] | undefined;
  /** Of `search`, `recommend` and `events`. Default: those of the signing key. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Price lists that its requests may choose: of those of the signing key, which are the default. */
  readonly priceLists?: readonly string[] | undefined;
}

/**
 * Creates a short-lived key for a web page from a server key, without a request: a JSON Web Token (HS256), sent as
 * `x-api-key`. For servers only: a page must not have the server key.
 *
 * @example
 * ```ts
 * const key = await signKey({ id: '65b1…', key: process.env.VITRINE_KEY }, { user: 'u42', filter: 'tier:dealer' });
 * ```
 */
export async function signKey(
  { id, key }: { readonly id: string; readonly key: string },
  { expiresInSeconds = 3_600, filter, user, origins, scopes, priceLists }: SignedKeyOptions = {},
): Promise<string> {
  const exp = Math.floor(Date.now() / 1_000) + expiresInSeconds;
  const claims = { exp, sub: user, filter, origins, scopes, priceLists };
  const unsigned = `${part({ alg: 'HS256', typ: 'JWT', kid: id })}.${part(claims)}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(key), algorithm, false, [
    'sign',
  ]);
  const signature = await crypto.subtle.sign('HMAC', secret, new TextEncoder().encode(unsigned));
  return `${unsigned}.${base64url(new Uint8Array(signature))}`;
}

function part(value: unknown): string {
  return base64url(new TextEncoder().encode(JSON.stringify(value)));
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
