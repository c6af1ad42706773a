import { joinLines } from '../../../domain/contract/fields.ts';
import { hash } from 'node:crypto';
import { consoleKeyId } from '../../../domain/projects/console-access.ts';
import { checkAdministers } from '../../../domain/projects/grants.ts';
import { createKey, isOrigin, revokeKey } from '../../../domain/projects/keys.ts';
import type { Caller } from '../../../domain/projects/signed-keys.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { IdSource } from '../../../lib/random-id.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import type { ApiKey, ProjectStore, Scope } from '../../../ports/access/projects.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import type { Call, Operation } from '../../operation.ts';
import { createJsonReply } from '../../replies/reply.ts';
import { defineAlgoliaOperation } from './algolia-operation.ts';
import { readApplicationId } from './protocol.ts';
import { ParameterReader } from './parameter-reader.ts';
import { readRequestBody } from '../request-body.ts';
import { filterWith } from './secured-keys.ts';

interface KeyOptions {
  readonly store: ProjectStore;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** The scopes of each permission (ACL). A key that searches may also report what became of a search. */
const scopesByAcl: Readonly<Record<string, readonly Scope[]>> = {
  search: ['search', 'recommend', 'events'],
  recommendation: ['recommend'],
  browse: ['items:read'],
  listIndexes: ['items:read'],
  addObject: ['items:write'],
  deleteObject: ['items:write'],
  deleteIndex: ['items:write'],
  settings: ['settings'],
  editSettings: ['settings'],
  analytics: ['analytics'],
  seeUnretrievableAttributes: ['private'],
};

/** The audit log must not have the value of a key, which a path may have. */
const shared = { tag: 'Administration', scope: 'admin', audit: { target: () => null } } as const;

/** API keys of Algolia's clients: list, show, create, delete. */
export function createAlgoliaKeyOperations({ store, clock, ids }: KeyOptions): Operation[] {
  /** Keys that the caller administers. */
  const listOwnKeys = (caller: Caller | null): ApiKey[] => {
    const allowed = caller?.projects ?? null;
    return store
      .keys()
      .filter(({ revokedAt }) => revokedAt === null)
      .filter(({ projects }) => allowed === null || projects?.every((id) => allowed.includes(id)) === true);
  };
  /** The key that a path names by its text, or by its id. @throws VitrineError key_not_found */
  const findKey = ({ key: caller, path }: Call): ApiKey => {
    const name = path['key'] ?? '';
    const textHash = hash('sha256', name);
    const key = listOwnKeys(caller).find((one) => one.id === name || one.hash === textHash);
    if (key === undefined) throw new VitrineError('key_not_found', 'Key does not exist');
    return key;
  };
  return [
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaKeys',
      method: 'GET',
      path: '/1/keys',
      summary: 'API keys without their values',
      handle: ({ key }) =>
        createJsonReply(200, { keys: listOwnKeys(key).map((one) => formatKey(one, clock.now())) }),
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaKey',
      method: 'GET',
      path: '/1/keys/{key}',
      summary: 'An API key by its value or id',
      handle: (call) => createJsonReply(200, formatKey(findKey(call), clock.now())),
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaCreateKey',
      method: 'POST',
      path: '/1/keys',
      summary: 'Create an API key',
      carriesSecret: true,
      handle: async (call) => {
        const value = await readRequestBody(call);
        const input = readKeyRequest(value, call, clock.now());
        const maker = call.key?.id === consoleKeyId ? null : call.key;
        checkAdministers(maker, input.projects);
        noteTarget(call, input.name ?? null);
        const { secret, key } = await createKey({ store, clock, ids, maker }, input);
        return createJsonReply(200, {
          key: secret,
          id: key.id,
          createdAt: new Date(key.createdAt).toISOString(),
        });
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaDeleteKey',
      method: 'DELETE',
      path: '/1/keys/{key}',
      summary: 'Revoke an API key',
      handle: async (call) => {
        const { id } = findKey(call);
        noteTarget(call, id);
        await revokeKey(store, clock, id);
        return createJsonReply(200, { deletedAt: new Date(clock.now()).toISOString() });
      },
    }),
  ];
}

/** Notes for the audit log what a request changes. */
function noteTarget({ request: { auditNotes: notes } }: Call, target: string | null): void {
  if (notes !== null) notes.target = target;
}

/**
 * What a client wants of a new key. Restrictions that keys do not have here are errors: without them, the key could do more.
 * @throws VitrineError invalid_request
 */
function readKeyRequest(
  body: JsonObject,
  { key: caller, request }: Pick<Call, 'key' | 'request'>,
  now: number,
): Parameters<typeof createKey>[1] {
  const reader = new ParameterReader(body);
  const application = readApplicationId(request);
  const indexes = reader.readTexts('indexes', limits.keyProjectsMax, limits.projectIdLengthMax) ?? [];
  const seconds = reader.readInteger('validity', { min: 0, max: 10 ** 9, fallback: 0 });
  for (const name of ['maxQueriesPerIPPerHour', 'maxHitsPerQuery'])
    if (reader.readInteger(name, { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 }) > 0)
      throw createParameterError(
        name,
        'not_allowed',
        '0: keys have no such limit, see `rateLimits` in the settings',
      );
  return {
    name: joinLines(reader.readText('description', limits.keyNameLengthMax) ?? '') || null,
    scopes: readScopes(reader),
    projects:
      indexes.length > 0 ? indexes : application === null ? (caller?.projects ?? null) : [application],
    expiresAt: seconds === 0 ? null : now + seconds * 1_000,
    origins: readOrigins(reader),
    filter: filterOfKey(reader, now),
    priceLists: [],
  };
}

function readScopes(reader: ParameterReader): Scope[] {
  const acl = reader.readTexts('acl', 50, 50) ?? [];
  const unknown = acl.find((one) => !Object.hasOwn(scopesByAcl, one));
  if (acl.length === 0 || unknown !== undefined)
    throw createParameterError('acl', 'not_allowed', `some of ${Object.keys(scopesByAcl).join(', ')}`);
  return [...new Set(acl.flatMap((one) => scopesByAcl[one]!))];
}

/** `https://shop.example/*` names an origin; other patterns have no counterpart. */
function readOrigins(reader: ParameterReader): string[] | null {
  const referers = reader.readTexts('referers', limits.keyOriginsMax, 300) ?? [];
  const origins = referers.map((one) => one.replace(/\/\*?$/, ''));
  if (!origins.every(isOrigin))
    throw createParameterError('referers', 'format', 'origins of web pages such as https://shop.example/*');
  return origins.length === 0 ? null : origins;
}

function filterOfKey(reader: ParameterReader, now: number): string | null {
  const encoded = reader.readText('queryParameters', limits.filterLengthMax);
  if (encoded === null) return null;
  const { filter, others } = filterWith(null, Object.fromEntries(new URLSearchParams(encoded)), now);
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw createParameterError(
      'queryParameters',
      'not_allowed',
      `conditions such as \`filters\`, not ${other}`,
    );
  return filter;
}

/** Formats a key with times in seconds. */
function formatKey(key: ApiKey, now: number): JsonObject {
  const { id, name, scopes, projects, expiresAt, origins, filter, createdAt } = key;
  const acl = Object.entries(scopesByAcl)
    .filter(([, needed]) => scopes.includes('admin') || needed.every((scope) => scopes.includes(scope)))
    .map(([permission]) => permission);
  return {
    id,
    description: name,
    acl,
    indexes: projects === null ? [] : [...projects],
    referers: origins === null ? [] : origins.map((origin) => `${origin}/*`),
    ...(filter === null ? {} : { filter }),
    validity: expiresAt === null ? 0 : Math.max(1, Math.floor((expiresAt - now) / 1_000)),
    createdAt: Math.floor(createdAt / 1_000),
    maxQueriesPerIPPerHour: 0,
    maxHitsPerQuery: 0,
  };
}
