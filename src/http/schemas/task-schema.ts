import {
  component,
  listSchema,
  maybe,
  objectSchema,
  orNull,
  type Schema,
} from '../../domain/contract/schema.ts';
import { decimalSigns } from '../../lib/decimal-text.ts';
import { textEncodings } from '../../lib/text-encodings.ts';
import { importFormats } from '../../domain/catalog/import-files/file-findings.ts';
import { tableLayouts } from '../../domain/catalog/import-files/table-layout.ts';
import { limits } from '../../ports/limits.ts';
import type { Task } from '../../ports/access/projects.ts';
import { boolean, count, failure, inputError, oneOf, reply, string, timestamp } from './schemas.ts';

const lineNumber: Schema<number> = { type: 'integer', minimum: 1 };
export const lineErrorSchema = component(
  'LineError',
  objectSchema({
    line: lineNumber,
    code: string(),
    detail: string(),
    errors: listSchema(inputError),
  }),
);
const lineErrors = {
  errors: listSchema(lineErrorSchema, {
    maxItems: limits.importErrorsMax,
    description: 'Errors of the first 1,000 rejected lines.',
  }),
  errorsOmitted: count('Number of further errors.'),
};

export const importedFileSchema = component(
  'ImportedFile',
  objectSchema(
    {
      format: oneOf(importFormats),
      layout: oneOf([...tableLayouts, null], 'Whose columns the file has; null for NDJSON.'),
      encoding: oneOf(textEncodings),
      delimiter: orNull(string('Between the cells of a CSV file.')),
      decimal: oneOf(
        [...decimalSigns, null],
        'Decimal sign of the prices; null if they are whole or have both.',
      ),
      ambiguousColumns: listSchema(string(), {
        description: 'Columns with numbers such as `1.299`, which were read with a decimal point.',
      }),
      rememberedAt: orNull(
        timestamp('When the mapping that is used again was chosen, or null if none is used again.'),
      ),
      warnings: listSchema(
        objectSchema({
          code: string('`no_sale`, for example.'),
          column: orNull(string()),
          detail: string(),
          line: orNull(lineNumber),
          lines: count('The number of these lines. 0 means that it concerns the whole file.'),
        }),
        {
          maxItems: limits.importWarningsMax,
          description: 'What was read otherwise than it is written, or looks wrong.',
        },
      ),
    },
    { description: 'What was found out about the file.' },
  ),
);

const importProgress = component(
  'ImportProgress',
  objectSchema({
    lines: count(),
    created: count(),
    updated: count(),
    failed: count(),
    unchanged: maybe(
      count(
        'The number of items that were already as the file has them. Only feeds and imports with `mode=replaceAll` count them.',
      ),
    ),
    removed: maybe(
      count(
        'The number of items that the file no longer has. Only feeds and imports with `mode=replaceAll` count them.',
      ),
    ),
    bytes: count('Bytes read so far.'),
    bytesTotal: orNull(count('Null if unknown.')),
    file: maybe(importedFileSchema),
    defaults: objectSchema(
      {
        sku: count('The `id` is the `sku`.'),
        imgs: count('No pictures.'),
        price: count('`price: null`; only with the setting `items.priceOptional`.'),
        description: count('An empty text.'),
      },
      { description: 'The number of items that received the default of a field, by field.' },
    ),
    ...lineErrors,
    rejected: maybe(
      orNull(
        objectSchema(
          { rows: count(), isCut: boolean('Whether there are more.') },
          {
            description:
              'The file with the rejected records, which `GET /api/tasks/{id}/rejected` returns, or null if there is none.',
          },
        ),
      ),
    ),
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

const replayTask: Schema<Task> = component(
  'ReplayTask',
  objectSchema(
    {
      ...common,
      kind: oneOf(['replay']),
      progress: objectSchema({
        draft: string(),
        replayed: count('Impressions whose lists were compared.'),
        total: count('Impressions to replay.'),
      }),
    },
    { description: 'A replay of a draft.' },
  ),
);

const historyTask: Schema<Task> = component(
  'HistoryTask',
  objectSchema(
    {
      ...common,
      kind: oneOf(['history']),
      progress: component(
        'HistoryProgress',
        objectSchema({
          lines: count(),
          searches: count('Stored searches.'),
          lists: count('Stored lists.'),
          events: count('Stored events.'),
          duplicates: count('Lines whose ids were known.'),
          expired: count('Searches and lists that are older than `analytics.impressionDays`.'),
          failed: count(),
          ...lineErrors,
        }),
      ),
    },
    { description: 'An import of a history.' },
  ),
);

const matchProgress = component(
  'WriteProgress',
  objectSchema({
    matched: count('Items that matched so far.'),
    changed: count(),
    deleted: count(),
    unchanged: count('Items that have the values already.'),
    failed: count(),
    errors: listSchema(
      component(
        'MatchError',
        objectSchema({ id: string(), code: string(), detail: string(), errors: listSchema(inputError) }),
      ),
      { maxItems: limits.matchErrorsMax, description: 'The errors of the first 100 items that failed.' },
    ),
    errorsOmitted: count('Number of further errors.'),
  }),
);
const writeTask: Schema<Task> = component(
  'WriteTask',
  objectSchema(
    { ...common, kind: oneOf(['update', 'delete']), progress: matchProgress },
    { description: 'Changes or deletes the items that match a filter.' },
  ),
);

export const task = component<Task>('Task', {
  oneOf: [importTask, reindexTask, replayTask, historyTask, writeTask],
  description: 'A background task.',
});
export const taskReply = reply('TaskReply', { task });
export const replayTaskReply = reply('ReplayTaskReply', { task: replayTask });
export const historyReply = reply('HistoryReply', { task: historyTask });
export const writeTaskReply = reply('WriteTaskReply', { task: writeTask });
export const importReply = reply('ImportReply', { task: importTask });
