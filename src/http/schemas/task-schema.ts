import {
  defineComponent,
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  addNullToSchema,
  type Schema,
} from '../../domain/contract/schema.ts';
import { decimalSigns } from '../../lib/decimal-text.ts';
import { textEncodings } from '../../lib/text-encodings.ts';
import { importFormats } from '../../domain/catalog/import-files/file-findings.ts';
import { tableLayouts } from '../../domain/catalog/import-files/table-layout.ts';
import { limits } from '../../ports/limits.ts';
import type { Task } from '../../ports/access/projects.ts';
import {
  describeBoolean,
  describeCount,
  failure,
  inputError,
  describeChoice,
  describeReply,
  describeString,
  describeTimestamp,
} from './schemas.ts';

const lineNumber: Schema<number> = { type: 'integer', minimum: 1 };
export const lineErrorSchema = defineComponent(
  'LineError',
  defineObjectSchema({
    line: lineNumber,
    code: describeString(),
    detail: describeString(),
    errors: defineListSchema(inputError),
  }),
);
const lineErrors = {
  errors: defineListSchema(lineErrorSchema, {
    maxItems: limits.importErrorsMax,
    description: 'Errors of the first 1,000 rejected lines.',
  }),
  errorsOmitted: describeCount('Number of further errors.'),
};

export const importedFileSchema = defineComponent(
  'ImportedFile',
  defineObjectSchema(
    {
      format: describeChoice(importFormats),
      layout: describeChoice([...tableLayouts, null], 'Whose columns the file has; null for NDJSON.'),
      encoding: describeChoice(textEncodings),
      delimiter: addNullToSchema(describeString('Between the cells of a CSV file.')),
      decimal: describeChoice(
        [...decimalSigns, null],
        'Decimal sign of the prices; null if they are whole or have both.',
      ),
      ambiguousColumns: defineListSchema(describeString(), {
        description: 'Columns with numbers such as `1.299`, which were read with a decimal point.',
      }),
      rememberedAt: addNullToSchema(
        describeTimestamp('When the mapping that is used again was chosen, or null if none is used again.'),
      ),
      warnings: defineListSchema(
        defineObjectSchema({
          code: describeString('`no_sale`, for example.'),
          column: addNullToSchema(describeString()),
          detail: describeString(),
          line: addNullToSchema(lineNumber),
          lines: describeCount('The number of these lines. 0 means that it concerns the whole file.'),
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

const importProgress = defineComponent(
  'ImportProgress',
  defineObjectSchema({
    lines: describeCount(),
    created: describeCount(),
    updated: describeCount(),
    failed: describeCount(),
    unchanged: makeSchemaOptional(
      describeCount(
        'The number of items that were already as the file has them. Only feeds and imports with `mode=replaceAll` count them.',
      ),
    ),
    removed: makeSchemaOptional(
      describeCount(
        'The number of items that the file no longer has. Only feeds and imports with `mode=replaceAll` count them.',
      ),
    ),
    pages: makeSchemaOptional(
      addNullToSchema(
        defineObjectSchema(
          {
            done: describeCount(),
            total: addNullToSchema(describeCount('Null while it is not known.')),
            unchanged: describeCount('Pages that have not changed.'),
            remainingSeconds: addNullToSchema(
              describeCount('Until the last page, at the speed so far. Null while it is not known.'),
            ),
          },
          { description: 'Pages of a shop that a feed reads page by page; null for files.' },
        ),
      ),
    ),
    bytes: describeCount('Bytes read so far.'),
    bytesTotal: addNullToSchema(describeCount('Null if unknown.')),
    file: makeSchemaOptional(importedFileSchema),
    defaults: defineObjectSchema(
      {
        sku: describeCount('The `id` is the `sku`.'),
        imgs: describeCount('No pictures.'),
        price: describeCount('`price: null`; only with the setting `items.priceOptional`.'),
        description: describeCount('An empty text.'),
      },
      { description: 'The number of items that received the default of a field, by field.' },
    ),
    ...lineErrors,
    rejected: makeSchemaOptional(
      addNullToSchema(
        defineObjectSchema(
          { rows: describeCount(), isCut: describeBoolean('Whether there are more.') },
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
  id: describeString(),
  project: describeString(),
  status: describeChoice(['running', 'succeeded', 'failed']),
  startedAt: describeTimestamp(),
  finishedAt: addNullToSchema(describeTimestamp()),
  error: addNullToSchema(failure),
};

const importTask: Schema<Task> = defineComponent(
  'ImportTask',
  defineObjectSchema({ ...common, kind: describeChoice(['import']), progress: importProgress }),
);
const reindexTask: Schema<Task> = defineComponent(
  'ReindexTask',
  defineObjectSchema(
    {
      ...common,
      kind: describeChoice(['reindex']),
      progress: defineObjectSchema({
        indexed: describeCount('Items in the new index.'),
        total: describeCount('Items to index.'),
      }),
    },
    { description: 'An index rebuild, such as after a change of settings.' },
  ),
);

const replayTask: Schema<Task> = defineComponent(
  'ReplayTask',
  defineObjectSchema(
    {
      ...common,
      kind: describeChoice(['replay']),
      progress: defineObjectSchema({
        draft: describeString(),
        replayed: describeCount('Impressions whose lists were compared.'),
        total: describeCount('Impressions to replay.'),
      }),
    },
    { description: 'A replay of a draft.' },
  ),
);

const historyTask: Schema<Task> = defineComponent(
  'HistoryTask',
  defineObjectSchema(
    {
      ...common,
      kind: describeChoice(['history']),
      progress: defineComponent(
        'HistoryProgress',
        defineObjectSchema({
          lines: describeCount(),
          searches: describeCount('Stored searches.'),
          lists: describeCount('Stored lists.'),
          events: describeCount('Stored events.'),
          duplicates: describeCount('Lines whose ids were known.'),
          expired: describeCount('Searches and lists that are older than `analytics.impressionDays`.'),
          failed: describeCount(),
          ...lineErrors,
        }),
      ),
    },
    { description: 'An import of a history.' },
  ),
);

const matchProgress = defineComponent(
  'WriteProgress',
  defineObjectSchema({
    matched: describeCount('Items that matched so far.'),
    changed: describeCount(),
    deleted: describeCount(),
    unchanged: describeCount('Items that have the values already.'),
    failed: describeCount(),
    errors: defineListSchema(
      defineComponent(
        'MatchError',
        defineObjectSchema({
          id: describeString(),
          code: describeString(),
          detail: describeString(),
          errors: defineListSchema(inputError),
        }),
      ),
      { maxItems: limits.matchErrorsMax, description: 'The errors of the first 100 items that failed.' },
    ),
    errorsOmitted: describeCount('Number of further errors.'),
  }),
);
const writeTask: Schema<Task> = defineComponent(
  'WriteTask',
  defineObjectSchema(
    { ...common, kind: describeChoice(['update', 'delete']), progress: matchProgress },
    { description: 'Changes or deletes the items that match a filter.' },
  ),
);

export const task = defineComponent<Task>('Task', {
  oneOf: [importTask, reindexTask, replayTask, historyTask, writeTask],
  description: 'A background task.',
});
export const taskReply = describeReply('TaskReply', { task });
export const replayTaskReply = describeReply('ReplayTaskReply', { task: replayTask });
export const historyReply = describeReply('HistoryReply', { task: historyTask });
export const writeTaskReply = describeReply('WriteTaskReply', { task: writeTask });
export const importReply = describeReply('ImportReply', { task: importTask });
