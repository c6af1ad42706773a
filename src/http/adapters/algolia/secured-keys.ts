import { createHmac, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../domain/projects/signed-keys.ts';
import { parseFilter } from '../../../domain/query/filter-grammar.ts';
import { filterText } from '../../../domain/query/filter-text.ts';
import { cloneText } from '../../../lib/detached-copies.ts';
import { evictOldest } from '../../../lib/evict-oldest.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import { webScopes, type ApiKey, type ProjectStore } from '../../../ports/access/projects.ts';
import { readFilter } from './filters.ts';
import { ParameterReader } from './parameter-reader.ts';

/**
 * Secured API keys, which Algolia's libraries make from another key without a request: the HMAC-SHA256 of their restrictions as hex,
 * then the restrictions, URL-encoded, all in base64. The key that made one is not named: all server keys of the project are tried.
 * As for signed keys, the hash of a key verifies what the key has signed.
 */

export interface SecuredCaller extends Caller {
  /** Parameters of searches that a request cannot change. */
  readonly forced: JsonObject;
  /** Names of indexes, which may have a `*` at one end, or null for all. */
  readonly indexes: readonly string[] | null;
  /** Addresses and networks, or null for all. */
  readonly sources: BlockList | null;
}

type Keys = Pick<ProjectStore, 'keys' | 'key'>;

interface Verified {
  /** The key that made it, as it was then. */
  readonly maker: ApiKey;
  readonly caller: SecuredCaller;
}

const digestLength = 64;
const verifiedMax = 1_000;
/** Parameters that are conditions alone: they apply to everything the key reads, in addition to those of a request. */
const conditions = ['filters', 'facetFilters', 'numericFilters', 'tagFilters', 'insideBoundingBox'] as const;

/** Verified keys by their text and the project. */
export class SecuredKeys {
  readonly #verified = new Map<string, Verified>();

  /**
   * Returns the caller of a secured key, or null if the text is none. `project` limits the keys that may have signed it, if
   * known; `now` is in milliseconds since 1970.
   * @throws VitrineError api_key_invalid
   */
  identifyCaller(
    text: string,
    { project, ip }: { readonly project: string | null } & Pick<FastifyRequest, 'ip'>,
    keys: Keys,
    now: number,
  ): SecuredCaller | null {
    const known = this.#verified.get(cacheKey(text, project));
    const isCurrent = known !== undefined && keys.key(known.maker.id) === known.maker;
    const caller = isCurrent ? known.caller : this.#verify(text, project, keys.keys(), now);
    if (caller !== null && caller.sources?.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4') === false)
      throw createKeyError('it may not be used from this address');
    return caller;
  }

  #verify(text: string, project: string | null, keys: readonly ApiKey[], now: number): SecuredCaller | null {
    if (text.length < digestLength || text.length > limits.signedKeyLengthMax) return null;
    const bytes = Buffer.from(text, 'base64');
    // A decoder accepts other spellings of the same bytes.
    if (bytes.toString('base64') !== text) return null;
    const digest = bytes.toString('latin1', 0, digestLength);
    if (!/^[0-9a-f]{64}$/.test(digest)) return null;
    if (project === null) throw createKeyError('the application id is missing');
    const restrictions = bytes.subarray(digestLength);
    const maker = listSigningKeys(keys, project, now).find((key) => isMadeBy(key, restrictions, digest));
    if (maker === undefined) throw createKeyError(`no server key of ${project} made it`);
    const caller = verifySecuredKey(maker, restrictions.toString('utf8'), now);
    this.#verified.set(cloneText(cacheKey(text, project)), { maker, caller });
    evictOldest(this.#verified, verifiedMax);
    return caller;
  }
}

const cacheKey = (text: string, project: string | null): string => `${project ?? ''} ${text}`;

export function isSecured(caller: Caller | null): caller is SecuredCaller {
  return caller !== null && 'forced' in caller;
}

/** The parameters of searches that a request with the key cannot change. */
export function readForcedParameters(caller: Caller | null): JsonObject {
  return isSecured(caller) ? caller.forced : {};
}

export function mayUseIndex(caller: Caller | null, index: string): boolean {
  if (!isSecured(caller) || caller.indexes === null) return true;
  return caller.indexes.some((pattern) => {
    if (pattern.endsWith('*') && index.startsWith(pattern.slice(0, -1))) return true;
    return pattern === index || (pattern.startsWith('*') && index.endsWith(pattern.slice(1)));
  });
}

/** The newest server keys of a project. */
function listSigningKeys(keys: readonly ApiKey[], project: string, now: number): ApiKey[] {
  return keys
    .filter(
      ({ kind, revokedAt, expiresAt, projects }) =>
        kind === 'server' &&
        revokedAt === null &&
        (expiresAt === null || expiresAt > now) &&
        projects?.includes(project) !== false,
    )
    .slice(-limits.algoliaSigningKeysMax)
    .toReversed();
}

function isMadeBy({ hash }: ApiKey, restrictions: Buffer, digest: string): boolean {
  const expected = createHmac('sha256', Buffer.from(hash, 'hex')).update(restrictions).digest('hex');
  return timingSafeEqual(Buffer.from(expected), Buffer.from(digest));
}

function verifySecuredKey(maker: ApiKey, encoded: string, now: number): SecuredCaller {
  try {
    const restrictions = Object.fromEntries(new URLSearchParams(encoded));
    const reader = new ParameterReader(restrictions);
    const { validUntil, restrictIndices, restrictSources, ...parameters } = restrictions;
    // This parameter has no effect here, so the key would see more than its maker wants.
    if (parameters['insidePolygon'] !== undefined) throw createKeyError('`insidePolygon` is not supported');
    const { filter, others } = filterWith(maker.filter, parameters, now);
    const seconds = { min: 0, max: Number.MAX_SAFE_INTEGER / 1_000, fallback: 0 };
    const until = validUntil === undefined ? null : reader.readInteger('validUntil', seconds) * 1_000;
    return {
      ...maker,
      kind: 'web',
      scopes: webScopes.filter((scope) => maker.scopes.includes(scope) || maker.scopes.includes('admin')),
      expiresAt: until === null ? maker.expiresAt : Math.min(until, maker.expiresAt ?? until),
      filter,
      user: null,
      consoleUser: null,
      forced: others,
      indexes: restrictIndices === undefined ? null : readNames(reader, 'restrictIndices'),
      sources: restrictSources === undefined ? null : parseNetworks(readNames(reader, 'restrictSources')),
    };
  } catch (error) {
    if (error instanceof VitrineError) throw createKeyError(error.message);
    throw error;
  }
}

function readNames(reader: ParameterReader, name: string): string[] {
  return reader.readTexts(name, limits.algoliaIndexesOfKeyMax, limits.algoliaIndexNameLengthMax) ?? [];
}

function parseNetworks(texts: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const text of texts) {
    const [address = '', bits] = text.split('/');
    const version = isIP(address);
    if (version === 0) throw createKeyError('`restrictSources` must have addresses and networks');
    const family = version === 6 ? 'ipv6' : 'ipv4';
    const prefix = bits === undefined ? (version === 6 ? 128 : 32) : Number(bits);
    if (!/^\d{1,3}$/.test(bits ?? '0') || prefix > (version === 6 ? 128 : 32))
      throw createKeyError('`restrictSources` must have addresses and networks');
    networks.addSubnet(address, prefix, family);
  }
  return networks;
}

/**
 * Splits the parameters of a search that restrict a key: their conditions join the filter `keyFilter`, and the others are returned
 * as they are. @throws VitrineError invalid_request, invalid_filter
 */
export function filterWith(
  keyFilter: string | null,
  parameters: Readonly<Record<string, string>>,
  now: number,
): { readonly filter: string | null; readonly others: JsonObject } {
  const entries = Object.entries(parameters);
  const isCondition = ([name]: readonly [string, string]): boolean => conditions.some((one) => one === name);
  const others = Object.fromEntries(entries.filter((one) => !isCondition(one)));
  const wanted = readFilter(new ParameterReader(parameters));
  if (wanted === null) return { filter: keyFilter, others };
  const text = filterText(wanted);
  const filter = keyFilter === null ? text : `(${keyFilter}) AND (${text})`;
  parseFilter(filter, now, { path: 'filters' });
  return { filter, others };
}

function createKeyError(why: string): VitrineError {
  return new VitrineError('api_key_invalid', `The secured key is not valid: ${why}`);
}
