import { limits } from '../ports/limits.ts';

/** JSON Schemas that the document of the interface refers to, by name. */
const text = (description: string) => ({ type: 'string', description });

const itemFields = {
  id: { type: 'string', minLength: 1, maxLength: 256, description: 'The shop’s identifier, unique in the project. A number is taken as its decimal string.' },
  sku: { type: 'string', minLength: 1, maxLength: 256, description: 'Stock keeping unit.' },
  name: { type: 'string', minLength: 1, maxLength: 1000 },
  imgs: {
    description: 'One picture or a list of at most 50: http(s) addresses, `data:image/...` URIs of at most 10 MB, or `{url, alt}`.',
    oneOf: [
      { $ref: '#/components/schemas/Picture' },
      { type: 'array', maxItems: 50, items: { $ref: '#/components/schemas/Picture' } },
    ],
  },
  price: {
    description: 'In the project’s currency; a decimal string is taken too.',
    oneOf: [
      { type: 'number', minimum: 0 },
      { type: 'string', pattern: '^\\d+(\\.\\d+)?([eE][+-]?\\d+)?$' },
    ],
  },
  description: { type: 'string', maxLength: 100_000 },
  active: { type: 'boolean', default: true, description: 'An inactive item is listed by GET /api/items and nowhere else.' },
} as const;

export const components: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Picture: {
    oneOf: [
      { type: 'string', maxLength: 15_728_640, description: 'http(s) address or `data:image/...` URI.' },
      {
        type: 'object',
        required: ['url'],
        properties: { url: { type: 'string' }, alt: { type: 'string', maxLength: 1000 } },
      },
    ],
  },
  ItemInput: {
    type: 'object',
    required: ['id', 'sku', 'name', 'imgs', 'price', 'description'],
    properties: itemFields,
    propertyNames: { minLength: 1, maxLength: 256, pattern: '^[^_]' },
    additionalProperties: { description: 'Any further field, any JSON, kept to the byte.' },
  },
  ItemChanges: {
    type: 'object',
    description: 'The fields to change. Null removes an optional one.',
    properties: itemFields,
    propertyNames: { minLength: 1, maxLength: 256, pattern: '^[^_]' },
    additionalProperties: { description: 'Any further field.' },
  },
  Item: {
    type: 'object',
    required: ['_id', '_version', 'id', 'sku', 'name', 'imgs', 'price', 'description'],
    properties: {
      _id: text('The service’s own identifier.'),
      _version: { type: 'integer', minimum: 1 },
      _createdAt: { type: 'string', format: 'date-time' },
      _updatedAt: { type: 'string', format: 'date-time' },
      ...itemFields,
      price: { type: 'number', minimum: 0 },
    },
    additionalProperties: true,
  },
  SearchItem: {
    allOf: [
      { $ref: '#/components/schemas/Item' },
      {
        type: 'object',
        required: ['_score'],
        properties: {
          _score: { type: 'number' },
          _highlights: { type: 'object', additionalProperties: { type: 'string' }, description: 'By field: escaped HTML with `<em>` around the words found.' },
          _ranking: { type: 'object', description: 'With `explain`: the criteria in their order, with this item’s values.' },
          _picture: text('In a photo search: address of the picture that matched.'),
        },
      },
    ],
  },
  RecommendedItem: {
    allOf: [
      { $ref: '#/components/schemas/Item' },
      {
        type: 'object',
        required: ['_score', '_reason'],
        properties: {
          _score: { type: 'number' },
          _reason: {
            type: 'object',
            required: ['code', 'text', 'because'],
            properties: {
              code: text('Stable: `because_you_viewed`, `bought_together`, `trending`, `similar`, ...'),
              text: text('For shoppers.'),
              because: { type: 'array', items: { type: 'string' }, description: 'Ids of the items behind it.' },
            },
          },
        },
      },
    ],
  },
  Facets: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      required: ['values', 'distinct'],
      properties: {
        values: {
          type: 'array',
          items: { type: 'object', required: ['value', 'count'], properties: { value: { type: 'string' }, count: { type: 'integer' } } },
        },
        distinct: { type: 'integer' },
        stats: { type: 'object', additionalProperties: { type: 'number' } },
      },
    },
  },
  Warnings: {
    type: 'array',
    items: {
      type: 'object',
      required: ['code', 'path', 'detail'],
      properties: { code: { type: 'string' }, path: { type: 'string' }, detail: { type: 'string' } },
    },
  },
  SearchReply: {
    type: 'object',
    required: ['searchId', 'items', 'total', 'facets', 'query', 'correctedQuery', 'fallback', 'tookMs'],
    properties: {
      searchId: { type: 'string' },
      items: { type: 'array', items: { $ref: '#/components/schemas/SearchItem' } },
      total: { type: 'integer', description: 'Exact.' },
      facets: { $ref: '#/components/schemas/Facets' },
      query: { type: 'string' },
      correctedQuery: { type: ['string', 'null'] },
      fallback: { type: ['string', 'null'], description: 'What was changed to find anything: `corrected`, `words_dropped`; null: nothing.' },
      tookMs: { type: 'number' },
      confidence: { type: 'string', enum: ['high', 'low', 'foreign'], description: 'Photo search only.' },
      warnings: { $ref: '#/components/schemas/Warnings' },
    },
  },
  RecommendationReply: {
    type: 'object',
    required: ['recommendationId', 'items', 'fallback'],
    properties: {
      recommendationId: { type: 'string' },
      items: { type: 'array', items: { $ref: '#/components/schemas/RecommendedItem' } },
      fallback: { type: ['string', 'null'], enum: ['similar', 'trending', 'popular', 'content', null] },
      warnings: { $ref: '#/components/schemas/Warnings' },
    },
  },
  Event: {
    type: 'object',
    required: ['type'],
    properties: {
      id: { type: 'string', minLength: 1, maxLength: 256, description: 'Sent twice counts once.' },
      type: { type: 'string', minLength: 1, maxLength: 64, description: '`view`, `click`, `cart`, `purchase`, or a type of the shop’s own.' },
      user: { type: 'string', minLength: 1, maxLength: 256 },
      session: { type: 'string', minLength: 1, maxLength: 256 },
      item: { type: 'string', minLength: 1, maxLength: 256 },
      items: {
        type: 'array',
        maxItems: limits.itemsPerEventMax,
        items: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string', minLength: 1, maxLength: 256 },
            quantity: { type: 'number', exclusiveMinimum: 0, maximum: 1_000_000, default: 1 },
            price: { type: 'number', minimum: 0 },
          },
        },
      },
      at: { description: 'ISO 8601, or milliseconds since 1970; now.', oneOf: [{ type: 'string' }, { type: 'number' }] },
      searchId: { type: 'string', maxLength: 256 },
      recommendationId: { type: 'string', maxLength: 256 },
      position: { type: 'integer', minimum: 1 },
    },
  },
  Task: {
    type: 'object',
    required: ['id', 'project', 'kind', 'status', 'startedAt', 'finishedAt', 'progress', 'error'],
    properties: {
      id: { type: 'string' },
      project: { type: 'string' },
      kind: { type: 'string', enum: ['import'] },
      status: { type: 'string', enum: ['running', 'succeeded', 'failed'] },
      startedAt: { type: 'integer' },
      finishedAt: { type: ['integer', 'null'] },
      progress: { type: 'object', description: 'Counts of lines, created, updated, failed, bytes; and `errors` by line.' },
      error: { type: ['object', 'null'] },
    },
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457 with a stable `code`.',
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId', 'errors'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string' },
      requestId: { type: 'string' },
      errors: { type: 'array', items: { type: 'object' } },
    },
  },
};

export const ref = (name: keyof typeof components & string) => ({ $ref: `#/components/schemas/${name}` });
