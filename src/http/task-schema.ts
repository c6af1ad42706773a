import { component, listSchema, objectSchema, orNull, type Schema } from '../domain/contract/schema.ts';
import { limits } from '../ports/limits.ts';
import type { Task } from '../ports/projects.ts';
import { count, failure, inputError, oneOf, reply, string, timestamp } from './schemas.ts';

const importProgress = component(
  'ImportProgress',
  objectSchema({
    lines: count(),
    created: count(),
    updated: count(),
    failed: count(),
    bytes: count('Bytes read so far.'),
    bytesTotal: orNull(count('Null if unknown.')),
    defaults: objectSchema(
      {
        sku: count('The `id` is the `sku`.'),
        imgs: count('No pictures.'),
        price: count('`price: null`; only with the setting `items.priceOptional`.'),
        description: count('An empty text.'),
      },
      { description: 'By field: number of items that received its default.' },
    ),
    errors: listSchema(
      component(
        'LineError',
        objectSchema({
          line: { type: 'integer', minimum: 1 },
          code: string(),
          detail: string(),
          errors: listSchema(inputError),
        }),
      ),
      { maxItems: limits.importErrorsMax, description: 'Errors of the first 1,000 rejected lines.' },
    ),
    errorsOmitted: count('Number of further errors.'),
  }),
);

const common = {
  id: string(),
  project: string(),
  status: oneOf(['running', 'succeeded', 'failed']),
  startedAt: timestamp(),
  finishedAt: orNull(timestamp()),
  error: orNull(failure),
};

const importTask: Schema<Task> = component(
  'ImportTask',
  objectSchema({ ...common, kind: oneOf(['import']), progress: importProgress }),
);
const reindexTask: Schema<Task> = component(
  'ReindexTask',
  objectSchema(
    {
      ...common,
      kind: oneOf(['reindex']),
      progress: objectSchema({
        indexed: count('Items in the new index.'),
        total: count('Items to index.'),
      }),
    },
    { description: 'An index rebuild, such as after a change of settings.' },
  ),
);

/** A background task. */
export const task = component<Task>('Task', {
  oneOf: [importTask, reindexTask],
  description: 'A background task.',
});
export const taskReply = reply('TaskReply', { task });
export const importReply = reply('ImportReply', { task: importTask });
