import { changeSettings, settingsGroups, type SentSettings } from '../../domain/settings/change-settings.ts';
import { synonyms } from '../../domain/settings/search-settings.ts';
import { defineComponent, defineObjectSchema, addNullToSchema } from '../../domain/contract/schema.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { ConfigurationPart } from '../../ports/configuration/configuration.ts';
import type { ProjectStore, Task } from '../../ports/access/projects.ts';
import type { ProjectSettings, SettingsStore, StoredSettings } from '../../ports/configuration/settings.ts';
import type { Caller } from '../../domain/projects/signed-keys.ts';
import { VitrineError } from '../../ports/errors.ts';
import { createAuthorship } from '../access/author.ts';
import { seesPrivateFields } from '../access/authorise.ts';
import { defineOperation, type Call, type Operation } from '../operation.ts';
import { buildBodySchema, defineParameter, defineRequiredParameter } from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { describeCount, describeReply, describeString, describeTimestamp } from '../schemas/schemas.ts';
import { task } from '../schemas/task-schema.ts';
import { readIfMatch, ifMatchHeader, projectInPath, settingsAccess } from './common.ts';

const tag = 'Settings';
const pathParameters = projectInPath;
const headers = [ifMatchHeader];
const { search, events, items, rateLimits, analytics, algolia, agents, visitors, front } = settingsGroups;
const changes = {
  search: defineParameter({ description: 'Search settings.' }, search.changes, undefined),
  events: defineParameter({ description: 'Weights of event types.' }, events.changes, undefined),
  items: defineParameter(
    { description: 'Requirements of items, and private fields.' },
    items.changes,
    undefined,
  ),
  rateLimits: defineParameter(
    { description: 'Rate limits per address and visitor.' },
    rateLimits.changes,
    undefined,
  ),
  analytics: defineParameter(
    { description: 'What is recorded, and how purchases are attributed.' },
    analytics.changes,
    undefined,
  ),
  algolia: defineParameter({ description: 'Settings for Algolia’s clients.' }, algolia.changes, undefined),
  agents: defineParameter({ description: 'Settings for agents of shoppers.' }, agents.changes, undefined),
  visitors: defineParameter({ description: 'Whom web keys speak for.' }, visitors.changes, undefined),
  front: defineParameter(
    { description: 'What the script of shops shows on their pages.' },
    front.changes,
    undefined,
  ),
};

/** Settings: read and change. */
export function createSettingsOperations(options: {
  store: ProjectStore;
  clock: Clock;
  ids: IdSource;
  onError: (error: unknown) => void;
}): Operation[] {
  const { store, clock, ids, onError } = options;
  const change = (call: Pick<Call, 'project' | 'projectId' | 'request' | 'key'>, changes: SentSettings) =>
    changeSettings({
      settings: call.project.settings,
      store,
      clock,
      task: { id: ids.next(clock.now()), project: call.projectId },
      changes,
      ifVersion: readIfMatch(call.request.headers['if-match'], 'the `version` of the settings'),
      by: createAuthorship(call.key),
      onError,
    });
  return [
    defineOperation({
      id: 'getSettings',
      method: 'GET',
      path: '/api/projects/{project}/settings',
      tag,
      summary: 'Get the settings of a project',
      access: settingsAccess,
      pathParameters,
      status: 200,
      reply: settingsReplySchema,
      handle: ({ project, projectId }) => {
        const { settings } = project;
        const task = findReindexTask(store, projectId);
        return createSettingsReply(settings.effective(), settings.current(), settings, task);
      },
    }),
    defineOperation({
      id: 'changeSettings',
      method: 'PUT',
      path: '/api/projects/{project}/settings',
      tag,
      summary: 'Change settings',
      description:
        'Changes the given settings; null resets one to its default. Settings that affect only the ranking are active when the reply arrives. If fields or text analysis change, the index is rebuilt in the background: `task` reports the progress, and searches use the old settings until it has succeeded. Likewise, new event weights replay the log in the background.',
      access: settingsAccess,
      pathParameters,
      headers,
      request: 'SettingsChanges',
      body: changes,
      status: 200,
      reply: settingsReplySchema,
      errors: ['settings_changed'],
      handle: async (call) => {
        const { items: sent } = call.body;
        const isNamed = sent !== undefined && Object.hasOwn(sent, 'privateFields');
        if (isNamed) checkPrivateFields(call.key, [privateFieldsPart]);
        const { stored, task } = await change(call, call.body);
        const { settings } = call.project;
        return createSettingsReply(settings.effective(), stored, settings, task);
      },
    }),
    defineOperation({
      id: 'getSynonyms',
      method: 'GET',
      path: '/api/projects/{project}/synonyms',
      tag,
      summary: 'Get the synonyms of a project',
      access: settingsAccess,
      pathParameters,
      status: 200,
      reply: synonymsReplySchema,
      handle: ({ project }) => createSynonymsReply(project.settings.current(), project.settings.effective()),
    }),
    defineOperation({
      id: 'changeSynonyms',
      method: 'PUT',
      path: '/api/projects/{project}/synonyms',
      tag,
      summary: 'Replace all synonyms',
      description: 'The same as the setting `search.synonyms`. Active when the reply arrives.',
      access: settingsAccess,
      pathParameters,
      headers,
      body: {
        synonyms: defineRequiredParameter({ description: 'All synonyms of the project.' }, synonyms),
      },
      status: 200,
      reply: synonymsReplySchema,
      errors: ['settings_changed'],
      handle: async (call) => {
        const { stored } = await change(call, { search: { synonyms: call.body.synonyms } });
        return createSynonymsReply(stored, call.project.settings.effective());
      },
    }),
  ];
}

/** Number of recent tasks in which a running one is looked for. */
const recentTasks = 100;

function findReindexTask(store: ProjectStore, projectId: string): Task | null {
  const tasks = store.listTasks(projectId, recentTasks);
  return tasks.find(({ kind, status }) => kind === 'reindex' && status === 'running') ?? null;
}

const settingsValues = defineComponent(
  'ProjectSettings',
  defineObjectSchema({
    search: search.values,
    events: events.values,
    items: items.values,
    rateLimits: rateLimits.values,
    analytics: analytics.values,
    algolia: algolia.values,
    agents: agents.values,
    visitors: visitors.values,
    front: front.values,
  }),
);
const version = describeCount('The version of the settings: 0 at first; each change adds 1.');
const settingsReplySchema = describeReply('SettingsReply', {
  version,
  changedAt: addNullToSchema(describeTimestamp()),
  settings: settingsValues,
  changes: {
    ...defineComponent('SettingsChanges', buildBodySchema(changes)),
    description: 'The changes to the defaults.',
  },
  defaults: settingsValues,
  catalogLanguage: addNullToSchema(
    defineComponent(
      'CatalogLanguage',
      defineObjectSchema(
        {
          language: addNullToSchema(describeString('ISO 639-1 code; null if the names did not tell.')),
          items: describeCount('Number of items at that time.'),
          at: describeTimestamp(),
        },
        {
          description:
            'The language of the catalog by the names of its items: the default of `search.languages`. It is identified from 25 items on, and again when their number has doubled or halved.',
        },
      ),
    ),
  ),
  task: addNullToSchema({ ...task, description: 'The reindexing task; null if the settings are active.' }),
});
const synonymsReplySchema = describeReply('SynonymsReply', { version, synonyms: synonyms.schema });

function createSynonymsReply({ version }: StoredSettings, { search }: ProjectSettings) {
  return createJsonReply(200, { version, synonyms: search.synonyms }, { etag: `"${version}"` });
}

function createSettingsReply(
  settings: ProjectSettings,
  { version, changedAt, changes, catalogLanguage }: StoredSettings,
  { defaults }: SettingsStore,
  task: Task | null,
) {
  const body = {
    version,
    changedAt,
    settings,
    changes,
    defaults,
    catalogLanguage: catalogLanguage ?? null,
    task,
  };
  return createJsonReply(200, body, { etag: `"${version}"` });
}

export const privateFieldsPart: ConfigurationPart = { kind: 'settings', id: 'items.privateFields' };

/** A key that cannot see private fields must not make them public. @throws VitrineError scope_missing */
export function checkPrivateFields(key: Caller | null, changed: readonly ConfigurationPart[]): void {
  const isNamed = changed.some(
    ({ kind, id }) => kind === privateFieldsPart.kind && id === privateFieldsPart.id,
  );
  if (!isNamed || key === null || seesPrivateFields(key)) return;
  throw new VitrineError('scope_missing', 'Changing `items.privateFields` also requires the scope `private`');
}
