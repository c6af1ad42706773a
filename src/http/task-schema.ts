import { limits } from '../ports/limits.ts';

const importProgress = {
  title: 'Progress of an import',
  type: 'object',
  required: [
    'lines',
    'created',
    'updated',
    'failed',
    'bytes',
    'bytesTotal',
    'defaults',
    'errors',
    'errorsOmitted',
  ],
  properties: {
    lines: { type: 'integer' },
    created: { type: 'integer' },
    updated: { type: 'integer' },
    failed: { type: 'integer' },
    bytes: { type: 'integer', description: 'Read so far.' },
    bytesTotal: { type: ['integer', 'null'], description: 'Null if unknown.' },
    defaults: {
      type: 'object',
      required: ['sku', 'imgs', 'price', 'description'],
      description: 'By field: items that received its default.',
      properties: {
        sku: { type: 'integer', description: 'The `id` is the `sku`.' },
        imgs: { type: 'integer', description: 'No pictures.' },
        price: {
          type: 'integer',
          description: '`price: null`; only with the setting `items.priceOptional`.',
        },
        description: { type: 'integer', description: 'An empty text.' },
      },
    },
    errors: {
      type: 'array',
      maxItems: limits.importErrorsMax,
      description: 'Errors of the first 1,000 rejected lines.',
      items: {
        type: 'object',
        required: ['line', 'code', 'detail', 'errors'],
        properties: {
          line: { type: 'integer', minimum: 1 },
          code: { type: 'string' },
          detail: { type: 'string' },
          errors: { type: 'array', items: { $ref: '#/components/schemas/InputError' } },
        },
      },
    },
    errorsOmitted: { type: 'integer', description: 'Number of further errors.' },
  },
};

const reindexProgress = {
  title: 'Progress of reindexing',
  type: 'object',
  required: ['indexed', 'total'],
  properties: {
    indexed: { type: 'integer', description: 'Items in the new index.' },
    total: { type: 'integer', description: 'Items that are searched.' },
  },
};

export const taskSchema = {
  type: 'object',
  required: ['id', 'project', 'kind', 'status', 'startedAt', 'finishedAt', 'progress', 'error'],
  properties: {
    id: { type: 'string' },
    project: { type: 'string' },
    kind: { type: 'string', enum: ['import', 'reindex'] },
    status: { type: 'string', enum: ['running', 'succeeded', 'failed'] },
    startedAt: { type: 'integer' },
    finishedAt: { type: ['integer', 'null'] },
    progress: { anyOf: [importProgress, reindexProgress], description: 'By kind of task.' },
    error: {
      type: ['object', 'null'],
      required: ['code', 'detail'],
      properties: { code: { type: 'string' }, detail: { type: 'string' } },
    },
  },
};
