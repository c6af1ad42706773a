import { limits } from '../../ports/limits.ts';
import { keyKinds, scopes, type ApiKey, type ProjectStore } from '../../ports/projects.ts';
import { consoleKeyId } from '../../domain/projects/console-access.ts';
import { checkAdministers } from '../../domain/projects/grants.ts';
import { changeKeyKind, createKey, revokeKey } from '../../domain/projects/keys.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { operation, type Operation } from '../operation.ts';
import { anything, choice, integer, text, textList } from '../parameters.ts';
import { json } from '../reply.ts';
import { object } from '../schemas.ts';
import { wrong } from './common.ts';

const tag = 'Administration';
const admin = { kind: 'admin' } as const;
const keyId = { id: 'Id of the key.' };

/** API keys: create, list, change, revoke. */
export function keyOperations(options: { store: ProjectStore; clock: Clock; ids: IdSource }): Operation[] {
  const { store, clock, ids } = options;
  return [
    operation({
      id: 'listKeys',
      method: 'GET',
      path: '/admin/keys',
      tag,
      summary: 'List API keys, without their secrets',
      access: admin,
      query: {
        project: text({
          description: 'Only keys of this project.',
          lengthMax: limits.projectIdLengthMax,
        }),
      },
      status: 200,
      reply: object('keys'),
      handle: ({ key: caller, query }) => {
        const own = caller?.projects ?? null;
        const keys = store
          .keys()
          .filter(({ projects }) => own === null || projects?.every((project) => own.includes(project)))
          .filter(({ projects }) => query.project === null || (projects?.includes(query.project) ?? true));
        return json(200, { keys: keys.map(shownKey), scopes });
      },
    }),
    operation({
      id: 'createKey',
      method: 'POST',
      path: '/admin/keys',
      tag,
      summary: 'Create an API key, returned only once',
      carriesSecret: true,
      access: admin,
      body: {
        name: text({ description: 'What it is for.', lengthMax: limits.keyNameLengthMax }),
        kind: anything({
          description:
            '`web`: for pages and apps, limited to the scopes search, recommend and events. `server`: secret. Default: `web` with an origin list or only these scopes, otherwise `server`.',
          schema: { enum: keyKinds },
        }),
        scopes: textList({
          description: `Scopes: ${scopes.join(', ')}.`,
          values: scopes,
          countMax: scopes.length,
          lengthMax: 32,
          required: true,
        }),
        projects: anything({
          description: 'Project ids; null: all projects.',
          schema: {
            type: ['array', 'null'],
            minItems: 1,
            maxItems: limits.keyProjectsMax,
            items: { type: 'string' },
          },
        }),
        expiresAt: anything({
          description: 'Expiry, ISO 8601 or ms; default: never.',
          schema: { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] },
        }),
        ratePerMinute: integer({
          description: 'Requests per minute; 0: unlimited.',
          min: 0,
          max: limits.keyRatePerMinuteMax,
          fallback: 0,
        }),
        origins: textList({
          description: 'Origins of web pages that may use it.',
          countMax: limits.keyOriginsMax,
          lengthMax: 300,
        }),
        filter: text({
          description:
            'A filter that limits everything the key reads, such as `brand:Nike`; requires the scopes search, recommend and events only.',
          lengthMax: limits.filterLengthMax,
          lengthMin: 0,
        }),
      },
      status: 201,
      reply: object('key', 'id', 'kind', 'scopes', 'projects'),
      errors: ['invalid_filter', 'project_forbidden', 'grant_exceeded'],
      handle: async ({ key: caller, body }) => {
        const projects = projectsOf(body.projects);
        const maker = makerOf(caller);
        checkAdministers(maker, projects);
        const { secret, key } = await createKey(
          { store, clock, ids, maker },
          {
            name: body.name,
            kind: body.kind,
            scopes: body.scopes,
            projects,
            expiresAt: timeOf(body.expiresAt),
            ratePerMinute: body.ratePerMinute === 0 ? null : body.ratePerMinute,
            origins: body.origins,
            filter: body.filter,
          },
        );
        return json(201, { key: secret, ...shownKey(key) });
      },
    }),
    operation({
      id: 'changeKey',
      method: 'PUT',
      path: '/admin/keys/{id}',
      tag,
      summary: 'Change the kind of an API key',
      access: admin,
      pathParameters: keyId,
      body: {
        kind: choice({
          description: 'What it is for.',
          values: keyKinds,
          fallback: 'server',
          required: true,
        }),
      },
      status: 200,
      reply: object('key'),
      errors: ['key_not_found', 'project_forbidden', 'grant_exceeded'],
      handle: async ({ key, path, body }) => {
        const id = path['id'] ?? '';
        checkAdministersKey(key, store.key(id));
        return json(200, { key: shownKey(await changeKeyKind(store, id, body.kind, makerOf(key))) });
      },
    }),
    operation({
      id: 'revokeKey',
      method: 'DELETE',
      path: '/admin/keys/{id}',
      tag,
      summary: 'Revoke an API key',
      access: admin,
      pathParameters: keyId,
      status: 200,
      reply: object('key'),
      errors: ['key_not_found', 'project_forbidden'],
      handle: async ({ key, path }) => {
        const id = path['id'] ?? '';
        checkAdministersKey(key, store.key(id));
        return json(200, { key: shownKey(await revokeKey(store, clock, id)) });
      },
    }),
  ];
}

/** The key whose permissions limit a new one; null: console session, unlimited. */
function makerOf(caller: ApiKey | null): ApiKey | null {
  return caller?.id === consoleKeyId ? null : caller;
}

/** An unknown key is reported later. */
function checkAdministersKey(caller: ApiKey | null, key: ApiKey | null): void {
  if (key !== null) checkAdministers(caller, key.projects);
}

function shownKey(key: ApiKey): Omit<ApiKey, 'hash'> {
  const { hash: _hidden, ...shown } = key;
  return shown;
}

function projectsOf(value: unknown): string[] | null {
  if (value === undefined || value === null) return null;
  const list = typeof value === 'string' ? [value] : value;
  if (
    Array.isArray(list) &&
    list.length <= limits.keyProjectsMax &&
    list.every((id) => typeof id === 'string')
  )
    return list;
  throw wrong(
    'projects',
    'type',
    `a list of at most ${limits.keyProjectsMax} project ids, or null for all projects`,
  );
}

function timeOf(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null;
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw wrong('expiresAt', 'format', 'a time: ISO 8601, or milliseconds since 1970');
}
