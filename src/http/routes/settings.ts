import { changeSettings, type SentSettings } from '../../domain/settings/change-settings.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { ProjectStore, Task } from '../../ports/projects.ts';
import type { ProjectSettings, SettingsStore, StoredSettings } from '../../ports/settings.ts';
import type { Caller } from '../../domain/projects/signed-keys.ts';
import { VitrineError } from '../../ports/errors.ts';
import { seesPrivateFields } from '../authorise.ts';
import { operation, type Call, type Operation } from '../operation.ts';
import { anything } from '../parameters.ts';
import { json, type Reply } from '../reply.ts';
import { settingsRef, synonymsSchema } from '../settings-schema.ts';
import { ifMatch, ifMatchHeader } from './common.ts';

const tag = 'Settings';
const access = { kind: 'key', scope: 'settings', project: { in: 'path', name: 'project' } } as const;
const pathParameters = { project: 'Project id.' };

/** Settings: read and change. */
export function settingsOperations(options: {
  store: ProjectStore;
  clock: Clock;
  ids: IdSource;
  onError: (error: unknown) => void;
}): Operation[] {
  const { store, clock, ids, onError } = options;
  const change = (
    call: Pick<Call<object, object>, 'project' | 'projectId' | 'request'>,
    sent: SentSettings,
  ) =>
    changeSettings({
      settings: call.project.settings,
      store,
      clock,
      task: { id: ids.next(clock.now()), project: call.projectId },
      sent,
      ifVersion: ifMatch(call.request.headers['if-match'], 'the `version` of the settings'),
      onError,
    });
  return [
    operation({
      id: 'getSettings',
      method: 'GET',
      path: '/api/projects/{project}/settings',
      tag,
      summary: 'The settings of a project',
      access,
      pathParameters,
      status: 200,
      reply: settingsRef('SettingsReply'),
      handle: ({ project, projectId }) => {
        const { settings } = project;
        const task = reindexOf(store, projectId);
        return settingsReply(settings.effective(), settings.current(), settings, task);
      },
    }),
    operation({
      id: 'changeSettings',
      method: 'PUT',
      path: '/api/projects/{project}/settings',
      tag,
      summary: 'Change settings',
      description:
        'Changes the given settings; null resets one to its default. Settings that affect only the ranking are active when the reply arrives. If fields or text analysis change, the index is rebuilt in the background: `task` reports the progress, and searches use the old settings until it has succeeded. Likewise, new event weights replay the log in the background.',
      access,
      pathParameters,
      headers: [ifMatchHeader('Changes the settings only if this is their version, in quotes.')],
      body: {
        search: anything({
          description: 'Search settings.',
          schema: settingsRef('SearchSettingsChanges'),
        }),
        events: anything({
          description: 'Weights of event types.',
          schema: settingsRef('EventSettingsChanges'),
        }),
        items: anything({
          description: 'Requirements of items, and private fields.',
          schema: settingsRef('ItemSettingsChanges'),
        }),
        rateLimits: anything({
          description: 'Rate limits per address and visitor.',
          schema: settingsRef('RateLimitsChanges'),
        }),
      },
      status: 200,
      reply: settingsRef('SettingsReply'),
      errors: ['settings_changed'],
      handle: async (call) => {
        checkPrivateFields(call.key, call.body.items);
        const { stored, task } = await change(call, call.body);
        const { settings } = call.project;
        return settingsReply(settings.effective(), stored, settings, task);
      },
    }),
    operation({
      id: 'getSynonyms',
      method: 'GET',
      path: '/api/projects/{project}/synonyms',
      tag,
      summary: 'The synonyms of a project',
      access,
      pathParameters,
      status: 200,
      reply: synonymsReplySchema,
      handle: ({ project }) => synonymsReply(project.settings.current(), project.settings.effective()),
    }),
    operation({
      id: 'changeSynonyms',
      method: 'PUT',
      path: '/api/projects/{project}/synonyms',
      tag,
      summary: 'Replace all synonyms',
      description: 'The same as the setting `search.synonyms`. Active when the reply arrives.',
      access,
      pathParameters,
      headers: [ifMatchHeader('Changes the synonyms only if the settings have this version.')],
      body: {
        synonyms: anything({
          description: 'Every rule of the project.',
          schema: synonymsSchema,
          required: true,
        }),
      },
      status: 200,
      reply: synonymsReplySchema,
      errors: ['settings_changed'],
      handle: async (call) => {
        const { stored } = await change(call, { search: { synonyms: call.body.synonyms } });
        return synonymsReply(stored, call.project.settings.effective());
      },
    }),
  ];
}

/** Tasks searched for a running rebuild. */
const recentTasks = 100;

/** The running reindexing task of a project. */
function reindexOf(store: ProjectStore, projectId: string): Task | null {
  const tasks = store.tasks(projectId, recentTasks);
  return tasks.find(({ kind, status }) => kind === 'reindex' && status === 'running') ?? null;
}

const synonymsReplySchema = {
  type: 'object',
  required: ['version', 'synonyms'],
  properties: {
    version: { type: 'integer', description: 'Of the settings.' },
    synonyms: synonymsSchema,
    warnings: { $ref: '#/components/schemas/Warnings' },
  },
};

function synonymsReply({ version }: StoredSettings, { search }: ProjectSettings): Reply {
  return json(200, { version, synonyms: search.synonyms }, { etag: `"${version}"` });
}

function settingsReply(
  settings: ProjectSettings,
  { version, changedAt, changes }: StoredSettings,
  { defaults }: SettingsStore,
  task: Task | null,
): Reply {
  return json(200, { version, changedAt, settings, changes, defaults, task }, { etag: `"${version}"` });
}

/** A key that cannot see private fields must not make them public. @throws VitrineError scope_missing */
function checkPrivateFields(key: Caller | null, items: unknown): void {
  const isNamed = items !== null && typeof items === 'object' && Object.hasOwn(items, 'privateFields');
  if (!isNamed || key === null || seesPrivateFields(key)) return;
  throw new VitrineError('scope_missing', 'Changing `items.privateFields` also requires the scope `private`');
}
