import { createHmac, timingSafeEqual } from 'node:crypto';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { webScopes, type ApiKey, type Scope } from '../../ports/access/projects.ts';
import type { ConsoleUser } from '../../ports/access/team.ts';
import { parseFilter } from '../query/filter-grammar.ts';
import { isOrigin } from './keys.ts';

/**
 * Signed keys: JSON Web Tokens (RFC 7519) that a shop's server signs with a server key, using any JWT library and no request:
 * HS256 with the key as secret and its id as `kid`. A signed key is a short-lived web key with at most the permissions of its
 * key, its own filter and user.
 *
 * A server key is longer than the block size of SHA-256, so HMAC hashes it first (RFC 2104, section 2): the stored hash
 * verifies the signature. See docs/decisions/signed-keys.md.
 */

/** The authenticated caller of a request. */
export interface Caller extends ApiKey {
  /** The user of a signed key, or null if the request names it. */
  readonly user: string | null;
  /** Who is signed in to the console; null means a key. */
  readonly consoleUser: ConsoleUser | null;
}

/** Claims of RFC 7519 without effect on permissions. */
const informative = ['iss', 'iat', 'jti'];
const hs256 = 'HS256';

export function isSignedKey(text: string): boolean {
  return text.startsWith('eyJ') && text.split('.', 4).length === 3;
}

/**
 * Verifies a token and returns the key it stands for. `now` is in ms since 1970.
 * @throws VitrineError api_key_invalid with the reason
 */
export function verifySignedKey(token: string, keyById: (id: string) => ApiKey | null, now: number): Caller {
  if (token.length > limits.signedKeyLengthMax)
    throw createKeyError(`it has more than ${limits.signedKeyLengthMax} characters`);
  const [head = '', payload = '', signature = ''] = token.split('.');
  const header = decode(head, 'header');
  if (header['alg'] !== hs256) throw createKeyError(`its \`alg\` must be ${hs256}`);
  // RFC 7515, section 4.1.11: none of the extensions that it can name is known here.
  if (header['crit'] !== undefined)
    throw createKeyError('its `crit` names extensions, of which none is known');
  const id = header['kid'];
  if (typeof id !== 'string')
    throw createKeyError('its header needs the id of the key that signed it, as `kid`');
  const key = keyById(id);
  // Compares even for an unknown key, so that the response time reveals nothing.
  const expected = createHmac('sha256', Buffer.from(key?.hash ?? '', 'hex'))
    .update(`${head}.${payload}`)
    .digest('base64url');
  // Signatures are compared as text, as a decoder accepts other spellings of the same bytes.
  const signatureBytes = Buffer.from(signature);
  const isGenuine =
    signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, Buffer.from(expected));
  if (key === null || !isGenuine)
    throw createKeyError('its signature is not that of the key that `kid` names');
  if (key.kind === 'web') throw createKeyError('a web key cannot sign: anyone has it');
  return createSignedCaller(key, decode(payload, 'payload'), now);
}

function createSignedCaller(key: ApiKey, claims: Readonly<Record<string, unknown>>, now: number): Caller {
  const { exp, nbf, sub, filter, origins, scopes, priceLists, ...others } = claims;
  // An unknown claim may be a restriction: ignoring it would grant too much.
  const unknown = Object.keys(others).find((name) => !informative.includes(name));
  if (unknown !== undefined)
    throw createKeyError(`its claim \`${unknown.slice(0, 40).toWellFormed()}\` is not known`);
  const expiresAt = readExpiry(exp, now);
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf * 1000 <= now))
    throw createKeyError('its time (`nbf`) has not come');
  return {
    ...key,
    kind: 'web',
    scopes: readScopes(scopes, key),
    expiresAt: Math.min(expiresAt, key.expiresAt ?? expiresAt),
    origins: readOrigins(origins, key),
    filter: readFilter(filter, key, now),
    priceLists: readPriceLists(priceLists, key),
    user: readUser(sub),
    consoleUser: null,
  };
}

function readExpiry(exp: unknown, now: number): number {
  if (typeof exp !== 'number') throw createKeyError('it needs an expiry: `exp`, in seconds since 1970');
  if (exp * 1000 <= now) throw createKeyError('it has expired');
  if (exp * 1000 > now + limits.signedKeySecondsMax * 1000)
    throw createKeyError(`it may live for ${limits.signedKeySecondsMax} seconds at most`);
  return exp * 1000;
}

function readScopes(claim: unknown, key: ApiKey): readonly Scope[] {
  const grantable = webScopes.filter((scope) => key.scopes.includes(scope) || key.scopes.includes('admin'));
  if (claim === undefined) return grantable;
  const isList = Array.isArray(claim) && claim.every((scope) => grantable.includes(scope as Scope));
  if (!isList)
    throw createKeyError(`its \`scopes\` may be ${grantable.join(', ')}: what its key has, for web pages`);
  return claim as Scope[];
}

/** Returns the origins that both allow. */
function readOrigins(claim: unknown, key: ApiKey): readonly string[] | null {
  if (claim === undefined) return key.origins;
  const isList =
    Array.isArray(claim) &&
    claim.length > 0 &&
    claim.every((origin) => typeof origin === 'string' && isOrigin(origin));
  if (!isList) throw createKeyError('its `origins` must be a list of origins such as https://shop.example');
  const origins = claim as string[];
  return key.origins === null ? origins : origins.filter((origin) => key.origins?.includes(origin));
}

/** Returns the price lists that the shop names, or else those of its key. A key that reads items has all. */
function readPriceLists(claim: unknown, key: ApiKey): readonly string[] {
  if (claim === undefined) return key.priceLists;
  const hasAll = key.scopes.some((scope) => readsItems.includes(scope));
  const isName = (list: unknown): list is string =>
    typeof list === 'string' && list !== '' && list.length <= limits.localNameLengthMax;
  const isList = Array.isArray(claim) && claim.length <= limits.keyPriceListsMax && claim.every(isName);
  if (!isList) throw createKeyError('its `priceLists` must be a list of names');
  const missing = (claim as string[]).find((list) => !hasAll && !key.priceLists.includes(list));
  if (missing !== undefined) throw createKeyError(`its key has no price list ${JSON.stringify(missing)}`);
  return claim as string[];
}

const readsItems: readonly Scope[] = ['items:read', 'items:write', 'private', 'admin'];

/** Joins both filters by AND. */
function readFilter(claim: unknown, key: ApiKey, now: number): string | null {
  if (claim === undefined) return key.filter;
  if (typeof claim !== 'string' || claim.trim() === '') throw createKeyError('its `filter` must be a filter');
  const both = key.filter === null ? claim : `(${key.filter}) AND (${claim})`;
  try {
    // Parsed separately first: an extra parenthesis must not close the one around the key's filter.
    parseFilter(claim, now, { path: 'filter' });
    parseFilter(both, now, { path: 'filter' });
  } catch (error) {
    if (error instanceof VitrineError) throw createKeyError(error.message);
    throw error;
  }
  return both;
}

function readUser(sub: unknown): string | null {
  if (sub === undefined) return null;
  if (typeof sub !== 'string' || sub === '' || sub.length > limits.userIdLengthMax)
    throw createKeyError(`its user, \`sub\`, must be a text of 1 to ${limits.userIdLengthMax} characters`);
  return sub;
}

function decode(part: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw createKeyError(`its ${name} is no JSON object in base64url`);
}

function createKeyError(why: string): VitrineError {
  return new VitrineError('api_key_invalid', `The signed key is not valid: ${why}`);
}
