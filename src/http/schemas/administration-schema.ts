import {
  defineComponent,
  extendSchema,
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  addNullToSchema,
  type SchemaValue,
} from '../../domain/contract/schema.ts';
import { keyKinds, scopes } from '../../ports/access/projects.ts';
import {
  describeBoolean,
  describeCount,
  failure,
  describeNumber,
  describeChoice,
  describeReply,
  describeString,
  describeTimestamp,
} from './schemas.ts';
import { task } from './task-schema.ts';

export const scope = defineComponent(
  'Scope',
  describeChoice(scopes, 'Permission of a key; `admin` includes all.'),
);
export const keyKind = defineComponent(
  'KeyKind',
  describeChoice(
    keyKinds,
    '`web`: for pages and apps, limited to the scopes search, recommend and events. `server`: secret, with any scopes.',
  ),
);

export const pictureState = defineComponent(
  'PictureState',
  defineObjectSchema({
    source: describeString('URL of the picture.'),
    status: describeChoice(
      ['pending', 'embedded', 'refined', 'failed'],
      'Photo search finds `embedded` pictures, and `refined` ones more reliably.',
    ),
    error: addNullToSchema(failure),
    attempts: describeCount(),
    retryAt: addNullToSchema(
      describeTimestamp('The time of the next attempt, in ms since 1970, or null if there is none.'),
    ),
  }),
);

export const pictureFailures = describeReply('PictureFailures', {
  groups: defineListSchema(
    defineComponent(
      'PictureFailureGroup',
      defineObjectSchema({
        host: describeString('Empty: pictures stored here, or whose address names no host.'),
        code: describeString('Code of the error.'),
        count: describeCount('Number of pictures.'),
        example: defineObjectSchema(
          { itemId: describeString('The item’s `id`.'), state: pictureState },
          { description: 'The newest of them.' },
        ),
      }),
    ),
  ),
});

const projectFields = {
  id: describeString(),
  name: describeString('Display name.'),
  currency: describeString('ISO 4217 code of all prices.'),
  createdAt: describeTimestamp(),
  demo: describeBoolean('Whether its shoppers are simulated.'),
};
const projectSummary = defineComponent('ProjectSummary', defineObjectSchema(projectFields));

const pictureCounts = defineComponent(
  'PictureCounts',
  defineObjectSchema(
    {
      pending: describeCount(),
      embedded: describeCount(),
      refined: describeCount(),
      failed: describeCount(),
      withoutPoints: describeCount(
        '`refined` ones whose keypoints are not extracted yet; see `geometricVerification`.',
      ),
    },
    { description: 'Number of pictures by status.' },
  ),
);
const semanticState = defineComponent(
  'SemanticState',
  defineObjectSchema(
    {
      embedded: describeCount('Items with an embedding.'),
      pending: describeCount(),
      refused: describeCount('Items with a text that the model refused or does not read.'),
      crossLingual: defineObjectSchema(
        { embedded: describeCount(), pending: describeCount() },
        { description: 'Items with an embedding for queries in other languages, see `foreignQueries`.' },
      ),
      reason: describeChoice(
        ['disabled', 'unsupported_language', 'no_vectors', 'unavailable', null],
        'Why semantic search is inactive, or null if it is active.',
      ),
      model: addNullToSchema(
        describeString('The text model: `english`, `multilingual` or a configured one; null for none.'),
      ),
      detail: describeString('State of the text model.'),
      weight: addNullToSchema(
        describeNumber(
          'Share of the semantic similarity in the combined score; null for a project that cannot be opened.',
        ),
      ),
    },
    { description: 'Semantic search of a project.' },
  ),
);
const projectCounts = defineObjectSchema({
  items: describeCount(),
  activeItems: describeCount(),
  events: describeCount(),
  pictures: pictureCounts,
  semantic: semanticState,
  error: makeSchemaOptional(describeString('Why the project cannot be opened; then the counts are 0.')),
});
export type ProjectCounts = SchemaValue<typeof projectCounts>;
const project = defineComponent('Project', extendSchema(projectSummary, projectCounts));

export const projectReply = describeReply('ProjectReply', { project: projectSummary });
export const projectsReply = describeReply('ProjectsReply', { projects: defineListSchema(project) });
export const projectDetails = describeReply('ProjectDetails', {
  project,
  pictureHosts: defineListSchema(
    defineObjectSchema({
      host: describeString(),
      pictures: describeCount(),
      fetchMs: describeCount('Average time to download a picture.'),
      embedMs: describeCount(
        'Average time to decode and embed a picture, with the wait for the process that does.',
      ),
      bytes: describeCount('Average size of a picture.'),
    }),
    {
      description:
        'Hosts whose pictures take longest, at most 20: measured by this process since its start, newer pictures count more.',
    },
  ),
  pictureFailures: defineListSchema(defineObjectSchema({ itemId: describeString(), state: pictureState }), {
    description: 'Failed pictures, newest first, at most 50.',
  }),
  pictureDuplicates: defineListSchema(
    defineObjectSchema({ source: describeString(), itemIds: defineListSchema(describeString()) }),
    {
      description: 'Identical pictures of several items, at most 50.',
    },
  ),
  tasks: defineListSchema(task, { description: 'The last 20 tasks, newest first.' }),
});
export const deletedProject = describeReply('DeletedProject', {
  deleted: describeString('The project’s `id`.'),
});
export const retryReply = describeReply('RetryPicturesReply', {
  retried: describeCount('Number of pictures.'),
});

const keyFields = {
  name: describeString(),
  kind: keyKind,
  prefix: describeString('The first characters of the key.'),
  scopes: defineListSchema(scope),
  projects: addNullToSchema(
    defineListSchema(describeString(), { description: 'The ids of the projects. Null means all projects.' }),
  ),
  expiresAt: addNullToSchema(describeTimestamp('The time in milliseconds since 1970. Null means never.')),
  ratePerMinute: addNullToSchema(describeCount('The maximum of requests per minute. Null means no limit.')),
  origins: addNullToSchema(
    defineListSchema(describeString(), {
      description: 'The origins that may use the key from a browser (CORS). Null means all.',
    }),
  ),
  filter: addNullToSchema(describeString('The filter of the visible items, or null without one.')),
  priceLists: defineListSchema(describeString(), {
    description: 'Price lists that its requests may choose.',
  }),
  createdAt: describeTimestamp(),
  revokedAt: addNullToSchema(
    describeTimestamp('The time in milliseconds since 1970, or null if the key is not revoked.'),
  ),
};
const apiKey = defineComponent(
  'ApiKey',
  defineObjectSchema(
    { id: describeString(), ...keyFields },
    { description: 'An API key, without its secret.' },
  ),
);
export const keysReply = describeReply('KeysReply', {
  keys: defineListSchema(apiKey),
  scopes: defineListSchema(scope, { description: 'All scopes.' }),
});
export const keyReply = describeReply('KeyReply', { key: apiKey });
export const newKey = defineComponent(
  'NewKey',
  extendSchema(apiKey, defineObjectSchema({ key: describeString('The key, returned only here.') })),
);

export const backupReply = describeReply('BackupReply', {
  folder: describeString(),
  files: describeCount(),
  bytes: describeCount(),
});
