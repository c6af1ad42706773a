import {
  component,
  extendSchema,
  listSchema,
  maybe,
  objectSchema,
  orNull,
  type SchemaValue,
} from '../../domain/contract/schema.ts';
import { keyKinds, scopes } from '../../ports/access/projects.ts';
import { boolean, count, failure, number, oneOf, reply, string, timestamp } from './schemas.ts';
import { task } from './task-schema.ts';

export const scope = component('Scope', oneOf(scopes, 'Permission of a key; `admin` includes all.'));
export const keyKind = component(
  'KeyKind',
  oneOf(
    keyKinds,
    '`web`: for pages and apps, limited to the scopes search, recommend and events. `server`: secret, with any scopes.',
  ),
);

export const pictureState = component(
  'PictureState',
  objectSchema({
    source: string('URL of the picture.'),
    status: oneOf(
      ['pending', 'embedded', 'refined', 'failed'],
      'Photo search finds `embedded` pictures, and `refined` ones more reliably.',
    ),
    error: orNull(failure),
    attempts: count(),
    retryAt: orNull(timestamp('The time of the next attempt, in ms since 1970, or null if there is none.')),
  }),
);

export const pictureFailures = reply('PictureFailures', {
  groups: listSchema(
    component(
      'PictureFailureGroup',
      objectSchema({
        host: string('Empty: pictures stored here, or whose address names no host.'),
        code: string('Code of the error.'),
        count: count('Number of pictures.'),
        example: objectSchema(
          { itemId: string('The item’s `id`.'), state: pictureState },
          { description: 'The newest of them.' },
        ),
      }),
    ),
  ),
});

const projectFields = {
  id: string(),
  name: string('Display name.'),
  currency: string('ISO 4217 code of all prices.'),
  createdAt: timestamp(),
  demo: boolean('Whether its shoppers are simulated.'),
};
const projectSummary = component('ProjectSummary', objectSchema(projectFields));

const pictureCounts = component(
  'PictureCounts',
  objectSchema(
    {
      pending: count(),
      embedded: count(),
      refined: count(),
      failed: count(),
      withoutPoints: count(
        '`refined` ones whose keypoints are not extracted yet; see `geometricVerification`.',
      ),
    },
    { description: 'Number of pictures by status.' },
  ),
);
const semanticState = component(
  'SemanticState',
  objectSchema(
    {
      embedded: count('Items with an embedding.'),
      pending: count(),
      refused: count('Items with a text that the model refused or does not read.'),
      crossLingual: objectSchema(
        { embedded: count(), pending: count() },
        { description: 'Items with an embedding for queries in other languages, see `foreignQueries`.' },
      ),
      reason: oneOf(
        ['disabled', 'unsupported_language', 'no_vectors', 'unavailable', null],
        'Why semantic search is inactive, or null if it is active.',
      ),
      model: orNull(string('The text model: `english`, `multilingual` or a configured one; null for none.')),
      detail: string('State of the text model.'),
      weight: orNull(
        number(
          'Share of the semantic similarity in the combined score; null for a project that cannot be opened.',
        ),
      ),
    },
    { description: 'Semantic search of a project.' },
  ),
);
const projectCounts = objectSchema({
  items: count(),
  activeItems: count(),
  events: count(),
  pictures: pictureCounts,
  semantic: semanticState,
  error: maybe(string('Why the project cannot be opened; then the counts are 0.')),
});
export type ProjectCounts = SchemaValue<typeof projectCounts>;
const project = component('Project', extendSchema(projectSummary, projectCounts));

export const projectReply = reply('ProjectReply', { project: projectSummary });
export const projectsReply = reply('ProjectsReply', { projects: listSchema(project) });
export const projectDetails = reply('ProjectDetails', {
  project,
  pictureHosts: listSchema(
    objectSchema({
      host: string(),
      pictures: count(),
      fetchMs: count('Average time to download a picture.'),
      embedMs: count('Average time to decode and embed a picture, with the wait for the process that does.'),
      bytes: count('Average size of a picture.'),
    }),
    {
      description:
        'Hosts whose pictures take longest, at most 20: measured by this process since its start, newer pictures count more.',
    },
  ),
  pictureFailures: listSchema(objectSchema({ itemId: string(), state: pictureState }), {
    description: 'Failed pictures, newest first, at most 50.',
  }),
  pictureDuplicates: listSchema(objectSchema({ source: string(), itemIds: listSchema(string()) }), {
    description: 'Identical pictures of several items, at most 50.',
  }),
  tasks: listSchema(task, { description: 'The last 20 tasks, newest first.' }),
});
export const deletedProject = reply('DeletedProject', { deleted: string('The project’s `id`.') });
export const retryReply = reply('RetryPicturesReply', { retried: count('Number of pictures.') });

const keyFields = {
  name: string(),
  kind: keyKind,
  prefix: string('The first characters of the key.'),
  scopes: listSchema(scope),
  projects: orNull(
    listSchema(string(), { description: 'The ids of the projects. Null means all projects.' }),
  ),
  expiresAt: orNull(timestamp('The time in milliseconds since 1970. Null means never.')),
  ratePerMinute: orNull(count('The maximum of requests per minute. Null means no limit.')),
  origins: orNull(
    listSchema(string(), {
      description: 'The origins that may use the key from a browser (CORS). Null means all.',
    }),
  ),
  filter: orNull(string('The filter of the visible items, or null without one.')),
  priceLists: listSchema(string(), { description: 'Price lists that its requests may choose.' }),
  createdAt: timestamp(),
  revokedAt: orNull(timestamp('The time in milliseconds since 1970, or null if the key is not revoked.')),
};
const apiKey = component(
  'ApiKey',
  objectSchema({ id: string(), ...keyFields }, { description: 'An API key, without its secret.' }),
);
export const keysReply = reply('KeysReply', {
  keys: listSchema(apiKey),
  scopes: listSchema(scope, { description: 'All scopes.' }),
});
export const keyReply = reply('KeyReply', { key: apiKey });
export const newKey = component(
  'NewKey',
  extendSchema(apiKey, objectSchema({ key: string('The key, returned only here.') })),
);

export const backupReply = reply('BackupReply', {
  folder: string(),
  files: count(),
  bytes: count(),
});
