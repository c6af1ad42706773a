import { VitrineError } from '../../ports/errors.ts';
import type { Engine } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import { scopes, type ApiKey } from '../../ports/projects.ts';
import type { QueryMeanings } from '../../domain/search/query-meanings.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { type ConsoleAccess, sessionSecondsMax } from '../../domain/projects/console-access.ts';
import { createKey, createProject, deleteProject, revokeKey } from '../../domain/projects/projects.ts';
import { operation, type Operation } from '../operation.ts';
import { anything, flag, integer, requiredText, text, textList } from '../parameters.ts';
import { json } from '../reply.ts';
import { sessionCookie, sessionToken } from '../session-cookie.ts';
import { wrong } from './common.ts';

const tag = 'Administration';
const admin = { kind: 'admin' } as const;
const object = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});
const password = requiredText({
  description: 'The console’s password.',
  lengthMax: limits.passwordLengthMax,
});
const consoleHeader = {
  name: 'x-vitrine-console',
  in: 'header',
  required: true,
  description: 'Says that the request is the console’s own.',
  schema: { const: '1' },
};
const keyId = { id: 'Id of the key.' };

/** The console's own interface: signing in, projects, keys, and what a project holds. */
export function administrationOperations(options: {
  engine: Engine;
  access: ConsoleAccess;
  clock: Clock;
  ids: IdSource;
  meanings: QueryMeanings;
  /** Whether cookies may only travel over https. */
  secure: boolean;
  backup: (name: string) => Promise<{ folder: string; files: number; bytes: number }>;
}): Operation[] {
  const { engine, access, clock, ids, meanings } = options;
  const { store } = engine;
  return [
    operation({
      id: 'signIn',
      method: 'POST',
      path: '/admin/session',
      tag,
      summary: 'Sign in to the console',
      access: { kind: 'public' },
      headers: [consoleHeader],
      body: { password },
      status: 201,
      reply: object('expiresInSeconds'),
      errors: ['sign_in_failed', 'rate_limited', 'cross_site_request'],
      handle: async ({ body, request }) => {
        // A page of another site can make a browser send a form, but not this header.
        if (request.headers['x-vitrine-console'] !== '1')
          throw new VitrineError('cross_site_request', 'Signing in needs the header `x-vitrine-console: 1`');
        const token = await access.signIn(body.password);
        return json(
          201,
          { expiresInSeconds: sessionSecondsMax },
          { 'set-cookie': sessionCookie(token, sessionSecondsMax, options.secure) },
        );
      },
    }),
    operation({
      id: 'getSession',
      method: 'GET',
      path: '/admin/session',
      tag,
      summary: 'Whether this session is signed in',
      access: admin,
      status: 200,
      reply: object('name', 'expiresAt'),
      handle: ({ key }) => json(200, { name: key?.name ?? '', expiresAt: key?.expiresAt ?? null }),
    }),
    operation({
      id: 'signOut',
      method: 'DELETE',
      path: '/admin/session',
      tag,
      summary: 'Sign out',
      access: admin,
      status: 200,
      reply: object('signedOut'),
      handle: async ({ request }) => {
        const token = sessionToken(request.headers.cookie);
        if (token !== null) await access.signOut(token);
        return json(200, { signedOut: true }, { 'set-cookie': sessionCookie('', 0, options.secure) });
      },
    }),
    operation({
      id: 'changePassword',
      method: 'PUT',
      path: '/admin/password',
      tag,
      summary: 'Change the console’s password; every session ends',
      access: admin,
      body: { current: password, next: password },
      status: 200,
      reply: object('changed'),
      errors: ['sign_in_failed'],
      handle: async ({ body }) => {
        await access.changePassword(body.current, body.next);
        return json(200, { changed: true });
      },
    }),
    operation({
      id: 'listProjects',
      method: 'GET',
      path: '/admin/projects',
      tag,
      summary: 'The projects, with what they hold',
      access: admin,
      status: 200,
      reply: object('projects'),
      handle: async () => {
        const projects = [];
        for (const project of store.projects())
          projects.push({ ...project, ...(await shownCounts(engine, meanings, project.id)) });
        return json(200, { projects });
      },
    }),
    operation({
      id: 'createProject',
      method: 'POST',
      path: '/admin/projects',
      tag,
      summary: 'Create a project',
      access: admin,
      body: {
        id: requiredText({
          description: 'Letters, digits, "-" and "_".',
          lengthMax: limits.projectIdLengthMax,
          pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
        }),
        name: text({ description: 'For people.', lengthMax: limits.keyNameLengthMax }),
        currency: text({ description: 'ISO 4217; EUR.', lengthMin: 3, lengthMax: 3, pattern: '^[A-Z]{3}$' }),
        demo: flag({ description: 'Says that its shoppers are simulated.', fallback: false }),
      },
      status: 201,
      reply: object('project'),
      errors: ['project_exists'],
      handle: async ({ body }) => {
        const project = await createProject(store, clock, body);
        await engine.project(project.id);
        return json(201, { project });
      },
    }),
    operation({
      id: 'getProject',
      method: 'GET',
      path: '/admin/projects/{id}',
      tag,
      summary: 'One project: counts, pictures that failed or that several items have, recent tasks',
      access: admin,
      pathParameters: { id: 'Project id.' },
      status: 200,
      reply: object('project', 'pictureFailures', 'pictureDuplicates', 'tasks'),
      errors: ['project_not_found'],
      handle: async ({ path }) => {
        const id = path['id'] ?? '';
        const project = await engine.project(id);
        const counts = await countsOf(engine, meanings, id);
        const pictureFailures = await project.pictures.failures(50);
        const pictureDuplicates = await project.pictures.duplicates(50);
        return json(200, {
          project: { ...store.project(id), ...counts },
          pictureFailures,
          pictureDuplicates,
          tasks: store.tasks(id, 20),
        });
      },
    }),
    operation({
      id: 'deleteProject',
      method: 'DELETE',
      path: '/admin/projects/{id}',
      tag,
      summary: 'Delete a project and everything in it',
      access: admin,
      pathParameters: { id: 'Project id.' },
      status: 200,
      reply: object('deleted'),
      errors: ['project_not_found'],
      handle: async ({ path }) => {
        await deleteProject(store, clock, path['id'] ?? '');
        return json(200, { deleted: path['id'] });
      },
    }),
    operation({
      id: 'retryPictures',
      method: 'POST',
      path: '/admin/projects/{id}/pictures/retry',
      tag,
      summary: 'Try pictures that failed again',
      access: admin,
      pathParameters: { id: 'Project id.' },
      body: {
        item: text({ description: 'Only those of this item (its `id`).', lengthMax: limits.itemIdLengthMax }),
      },
      status: 200,
      reply: object('retried'),
      errors: ['project_not_found'],
      handle: async ({ path, body }) => {
        const project = await engine.project(path['id'] ?? '');
        return json(200, { retried: await project.pictures.retry(body.item) });
      },
    }),
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
      handle: ({ query }) => {
        const keys = store
          .keys()
          .filter(
            (key) => query.project === null || key.projects === null || key.projects.includes(query.project),
          );
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
      },
      status: 201,
      reply: object('key', 'id', 'scopes', 'projects'),
      errors: ['project_not_found'],
      handle: async ({ body }) => {
        const { secret, key } = await createKey(store, clock, ids, {
          name: body.name,
          scopes: body.scopes,
          projects: projectsOf(body.projects),
          expiresAt: timeOf(body.expiresAt),
          ratePerMinute: body.ratePerMinute === 0 ? null : body.ratePerMinute,
          origins: body.origins,
        });
        return json(201, { key: secret, ...shownKey(key) });
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
      errors: ['key_not_found'],
      handle: async ({ path }) =>
        json(200, { key: shownKey(await revokeKey(store, clock, path['id'] ?? '')) }),
    }),
    operation({
      id: 'backup',
      method: 'POST',
      path: '/admin/backup',
      tag,
      summary: 'Copy everything into a folder under the data folder while the service runs',
      access: admin,
      body: {
        name: requiredText({
          description: 'Name of the new folder: letters, digits, "-", "_" and ".".',
          lengthMax: 100,
          pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$',
        }),
      },
      status: 201,
      reply: object('folder', 'files', 'bytes'),
      handle: async ({ body }) => {
        if (!/^[a-z0-9][\w.-]*$/i.test(body.name))
          throw wrong('name', 'format', 'letters, digits, "-", "_" and "."');
        return json(201, await options.backup(body.name));
      },
    }),
  ];
}

function shownKey(key: ApiKey): Omit<ApiKey, 'hash'> {
  const { hash: _hidden, ...shown } = key;
  return shown;
}

/** What a project holds; of one that cannot be opened, that nothing can be said. */
async function shownCounts(
  engine: Engine,
  meanings: QueryMeanings,
  id: string,
): Promise<Record<string, unknown>> {
  try {
    return await countsOf(engine, meanings, id);
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code !== 'storage_failed') throw error;
    const pictures = { pending: 0, embedded: 0, refined: 0, failed: 0 };
    const none = { embedded: 0, pending: 0, refused: 0, weight: null };
    const meaning = { ...none, why: 'unavailable', detail: error.message };
    return { items: 0, activeItems: 0, events: 0, pictures, meaning, fault: error.message };
  }
}

async function countsOf(
  engine: Engine,
  meanings: QueryMeanings,
  id: string,
): Promise<Record<string, unknown>> {
  const project = await engine.project(id);
  const { total, active } = project.catalog.count();
  return {
    items: total,
    activeItems: active,
    events: project.events.count(),
    pictures: project.pictures.counts(),
    meaning: {
      ...project.meanings.counts(),
      ...meanings.stateOf(project),
      weight: { set: project.settings.effective().search.meaning.weight, ...project.choices.learning() },
    },
  };
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
