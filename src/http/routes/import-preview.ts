import { previewImport, type ImportPreview } from '../../domain/catalog/import-preview.ts';
import type { ColumnMapping } from '../../domain/catalog/import-files/column-mapping.ts';
import {
  defineComponent,
  defineListSchema,
  defineObjectSchema,
  addNullToSchema,
  type Schema,
} from '../../domain/contract/schema.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineFlagParameter } from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { describeCount, inputError, describeReply, describeString } from '../schemas/schemas.ts';
import { importedFileSchema, lineErrorSchema } from '../schemas/task-schema.ts';
import { optionalProject } from './common.ts';
import { detectRequestFormat, importBodies, openImportFile, importParameters } from './import-parameters.ts';

/** In updates, items have only the given fields. */
const item: Schema<Json> = { type: 'object', additionalProperties: true };
const mapping: Schema<ColumnMapping> = {
  type: 'object',
  additionalProperties: { type: ['string', 'null'] },
};
const preview: Schema<ImportPreview> = defineComponent(
  'ImportPreview',
  defineObjectSchema({
    file: importedFileSchema,
    columns: defineListSchema(
      defineObjectSchema({
        name: describeString('The name of the column in the file.'),
        field: addNullToSchema(
          describeString('The field that it becomes, or null if it becomes no field of its own.'),
        ),
        reason: describeString('The reason for this field, in words.'),
        values: defineListSchema(describeString(), { maxItems: 3, description: 'Some of its values.' }),
        suggestion: addNullToSchema(
          describeString('A field that its name probably means; choose it in `mapping`.'),
        ),
      }),
    ),
    mapping: {
      ...mapping,
      description:
        'What was chosen for columns: by `mapping`, or else by an earlier import of a file with these columns.',
    },
    problems: defineListSchema(inputError, {
      description:
        'What `mapping`, `decimal` or `encoding` should settle: required fields without a column, numbers with two meanings, letters that look wrong.',
    }),
    items: defineListSchema(item, {
      maxItems: limits.importPreviewItemsMax,
      description: 'The first valid items.',
    }),
    lines: describeCount('Items and errors read.'),
    failed: describeCount('The number of rejected ones among them.'),
    errors: defineListSchema(lineErrorSchema, { maxItems: limits.importPreviewErrorsMax }),
  }),
);
const previewReply = describeReply('ImportPreviewReply', { preview });

/** A preview of an import: what the columns of a file become. */
export function importPreviewOperation({ clock }: { clock: Clock }): Operation {
  return defineOperation({
    id: 'previewImport',
    method: 'POST',
    path: '/api/items/import/preview',
    tag: 'Items',
    summary: 'Preview an import',
    description:
      'Reads a file, or its beginning, as an import would, and stores nothing: what was found out about the file, what each column becomes and why, the first items, and the errors by line.',
    access: { kind: 'key', scope: 'items:write', project: { in: 'query', name: 'project' } },
    query: {
      project: optionalProject,
      ...importParameters,
      partial: defineFlagParameter({
        description: 'The body is only the beginning of the file: errors at its end are left out.',
        fallback: false,
      }),
    },
    rawBody: importBodies,
    bodyBytesMax: limits.importPreviewBytesMax,
    status: 200,
    reply: previewReply,
    errors: ['unsupported_media_type', 'body_too_large', 'body_incomplete'],
    handle: async (call) => {
      const { query, request } = call;
      const format = detectRequestFormat(query.format, request.headers['content-type']);
      const source = call.bodyChunks(limits.importPreviewBytesMax);
      const { file } = openImportFile(source, format, call, clock.now());
      const settings = call.project.settings.effective().items;
      return createJsonReply(200, {
        preview: await previewImport(file, { mode: query.mode, isPart: query.partial, settings }),
      });
    },
  });
}
