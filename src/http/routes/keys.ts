import { limits } from '../../ports/limits.ts';
import { keyKinds, scopes, type ApiKey, type ProjectStore } from '../../ports/access/projects.ts';
import { consoleKeyId } from '../../domain/projects/console-access.ts';
import { defineListSchema } from '../../domain/contract/schema.ts';
import { checkAdministers } from '../../domain/projects/grants.ts';
import { changeKeyKind, createKey, revokeKey } from '../../domain/projects/keys.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineChoice, defineList, allowNull, defineText, defineTime } from '../../domain/contract/fields.ts';
import {
  defineIntegerParameter,
  defineParameter,
  defineRequiredParameter,
  defineTextParameter,
  defineTextListParameter,
} from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { keyKind, keyReply, keysReply, newKey, scope } from '../schemas/administration-schema.ts';

const tag = 'Administration';
const admin = { kind: 'admin' } as const;
const kindField = { ...defineChoice(keyKinds), schema: keyKind };
const keyId = { id: { description: 'Id of the key.', component: 'KeyId' } };

/** API keys: create, list, change, revoke. */
export function createKeyOperations(options: {
  store: ProjectStore;
  clock: Clock;
  ids: IdSource;
}): Operation[] {
  const { store, clock, ids } = options;
  return [
    defineOperation({
      id: 'listKeys',
      method: 'GET',
      path: '/admin/keys',
      tag,
      summary: 'List API keys, without their secrets',
      access: admin,
      query: {
        project: defineTextParameter({
          description: 'Only keys of this project.',
          lengthMax: limits.projectIdLengthMax,
        }),
      },
      status: 200,
      reply: keysReply,
      handle: ({ key: caller, query }) => {
        const allowed = caller?.projects ?? null;
        const keys = store
          .keys()
          .filter(({ projects }) => allowed === null || projects?.every((id) => allowed.includes(id)))
          .filter(({ projects }) => query.project === null || (projects?.includes(query.project) ?? true));
        return createJsonReply(200, { keys: keys.map(toReply), scopes });
      },
    }),
    defineOperation({
      id: 'createKey',
      method: 'POST',
      path: '/admin/keys',
      tag,
      summary: 'Create an API key, returned only once',
      carriesSecret: true,
      access: admin,
      body: {
        name: defineTextParameter({
          description: 'Display name.',
          lengthMax: limits.keyNameLengthMax,
          isName: true,
        }),
        kind: defineParameter(
          {
            description:
              'Default: `web` with an origin list or only the scopes of a web key, otherwise `server`.',
          },
          kindField,
          null,
        ),
        scopes: {
          ...defineTextListParameter({
            description: 'Scopes.',
            countMax: scopes.length,
            lengthMax: 32,
            required: true,
          }),
          schema: defineListSchema(scope, { minItems: 1, maxItems: scopes.length }),
        },
        projects: defineParameter(
          { description: 'The ids of the projects. Null means all projects.' },
          allowNull(
            defineList(defineText({ lengthMax: limits.projectIdLengthMax }), {
              countMax: limits.keyProjectsMax,
              noun: 'project ids',
              single: true,
            }),
          ),
          null,
        ),
        expiresAt: defineParameter(
          { description: 'The expiry, in ISO 8601 or milliseconds since 1970. The default is never.' },
          defineTime(),
          null,
        ),
        ratePerMinute: defineIntegerParameter({
          description: 'The maximum of requests per minute. 0 means no limit.',
          min: 0,
          max: limits.keyRatePerMinuteMax,
          fallback: 0,
        }),
        origins: defineTextListParameter({
          description: 'Origins of web pages that may use it.',
          countMax: limits.keyOriginsMax,
          lengthMax: 300,
        }),
        filter: defineTextParameter({
          description:
            'A filter that limits everything the key reads, such as `brand:Nike`; such a key can have only the scopes search, recommend and events.',
          lengthMax: limits.filterLengthMax,
          lengthMin: 0,
        }),
        priceLists: defineTextListParameter({
          description: 'Price lists that its requests may choose; any for keys that read or write items.',
          countMax: limits.keyPriceListsMax,
          lengthMax: limits.localNameLengthMax,
        }),
      },
      audit: { target: ({ name }) => (typeof name === 'string' ? name : null) },
      status: 201,
      reply: newKey,
      errors: ['invalid_filter', 'project_forbidden', 'grant_exceeded', 'too_many_keys'],
      handle: async ({ key: caller, body }) => {
        const { projects } = body;
        const maker = findMaker(caller);
        checkAdministers(maker, projects);
        const { secret, key } = await createKey(
          { store, clock, ids, maker },
          {
            name: body.name,
            kind: body.kind,
            scopes: body.scopes,
            projects,
            expiresAt: body.expiresAt,
            ratePerMinute: body.ratePerMinute === 0 ? null : body.ratePerMinute,
            origins: body.origins,
            filter: body.filter,
            priceLists: body.priceLists,
          },
        );
        return createJsonReply(201, { key: secret, ...toReply(key) });
      },
    }),
    defineOperation({
      id: 'changeKey',
      method: 'PUT',
      path: '/admin/keys/{id}',
      tag,
      summary: 'Change the kind of an API key',
      access: admin,
      pathParameters: keyId,
      body: {
        kind: defineRequiredParameter({ description: 'The new kind.' }, kindField),
      },
      status: 200,
      reply: keyReply,
      errors: ['key_not_found', 'project_forbidden', 'grant_exceeded'],
      handle: async ({ key, path, body }) => {
        const id = path['id'] ?? '';
        checkAdministersKey(key, store.key(id));
        return createJsonReply(200, {
          key: toReply(await changeKeyKind(store, id, body.kind, findMaker(key))),
        });
      },
    }),
    defineOperation({
      id: 'revokeKey',
      method: 'DELETE',
      path: '/admin/keys/{id}',
      tag,
      summary: 'Revoke an API key',
      access: admin,
      pathParameters: keyId,
      status: 200,
      reply: keyReply,
      errors: ['key_not_found', 'project_forbidden'],
      handle: async ({ key, path }) => {
        const id = path['id'] ?? '';
        checkAdministersKey(key, store.key(id));
        return createJsonReply(200, { key: toReply(await revokeKey(store, clock, id)) });
      },
    }),
  ];
}

/** Returns the key whose permissions limit a new one. A console session is not limited, so it gives null. */
function findMaker(caller: ApiKey | null): ApiKey | null {
  return caller?.id === consoleKeyId ? null : caller;
}

/** An unknown key is reported later. */
function checkAdministersKey(caller: ApiKey | null, key: ApiKey | null): void {
  if (key !== null) checkAdministers(caller, key.projects);
}

function toReply(key: ApiKey): Omit<ApiKey, 'hash'> {
  const { hash: _hidden, ...shown } = key;
  return shown;
}
