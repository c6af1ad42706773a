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
      summary: 'The API keys, without the keys themselves',
      access: admin,
      query: {
        project: text({
          description: 'Only keys that are for this project.',
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
      summary: 'Create an API key; it is shown once',
      carriesSecret: true,
      access: admin,
      body: {
        name: text({ description: 'What it is for.', lengthMax: limits.keyNameLengthMax }),
        kind: anything({
          description:
            '`web`: for pages and apps, with the scopes search, recommend and events only. `server`: secret. Left out: `web` where it has an origin list or no other scopes, else `server`.',
          schema: { enum: keyKinds },
        }),
        scopes: textList({
          description: `What it may do: ${scopes.join(', ')}.`,
          values: scopes,
          countMax: scopes.length,
          lengthMax: 32,
          required: true,
        }),
        projects: anything({
          description: 'The projects it is for; null for all.',
          schema: {
            type: ['array', 'null'],
            minItems: 1,
            maxItems: limits.keyProjectsMax,
            items: { type: 'string' },
          },
        }),
        expiresAt: anything({
          description: 'When it ends: ISO 8601 or ms; never.',
          schema: { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] },
        }),
        ratePerMinute: integer({
          description: 'Requests a minute; 0 for no limit.',
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
            'A filter that all it asks for is limited to, with the scopes search, recommend and events only: `brand:Nike`.',
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
      summary: 'Make an API key one for web pages, or for servers',
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
      summary: 'Revoke an API key, from now on',
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
  throw wrong('projects', 'type', `a list of at most ${limits.keyProjectsMax} project ids, or null for all`);
}

function timeOf(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null;
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw wrong('expiresAt', 'format', 'a time: ISO 8601, or milliseconds since 1970');
}
