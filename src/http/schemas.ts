import { searchReplySchema } from './search-reply-schema.ts';
import { photoHitProperties } from './photo-schemas.ts';
import { limits } from '../ports/limits.ts';
import { facetsSchema, facetValueSchema, facetRequestSchema } from './facet-schema.ts';
import { taskSchema } from './task-schema.ts';

type Name =
  | 'Picture'
  | 'ItemInput'
  | 'ItemChanges'
  | 'Item'
  | 'SearchItem'
  | 'RecommendedItem'
  | 'Facets'
  | 'FacetValue'
  | 'FacetRequest'
  | 'Suggestion'
  | 'Warnings'
  | 'SearchReply'
  | 'RecommendationReply'
  | 'Event'
  | 'EventError'
  | 'Task'
  | 'PictureState'
  | 'Problem'
  | 'InputError'
  | 'ItemError';

/** A reference to a component. */
export const ref = (name: Name) => ({ $ref: `#/components/schemas/${name}` });

/** The JSON Schemas of the OpenAPI document, by name. */
const text = (description: string) => ({ type: 'string', description });

const identifier = (description: string) => ({
  type: ['string', 'integer'],
  minLength: 1,
  maxLength: limits.itemIdLengthMax,
  description: `${description} A number is converted to its decimal string.`,
});

const otherFields = {
  name: { type: 'string', minLength: 1, maxLength: limits.itemNameLengthMax },
  imgs: {
    description:
      'One picture or a list of at most 50: http(s) URLs, `data:image/...` URIs of at most 10 MB, or `{url, alt}`. Returned in the shape that was sent.',
    oneOf: [ref('Picture'), { type: 'array', maxItems: limits.itemImagesMax, items: ref('Picture') }],
  },
  description: { type: 'string', maxLength: limits.itemDescriptionLengthMax },
  active: { type: 'boolean', default: true, description: 'Inactive items appear only in GET /api/items.' },
} as const;

const itemInputFields = {
  id: identifier('The shop’s identifier, unique in the project.'),
  sku: identifier('Stock keeping unit.'),
  ...otherFields,
  price: {
    description: 'In the project’s currency; a decimal string is accepted.',
    oneOf: [
      { type: 'number', minimum: 0 },
      { type: 'string', pattern: '^\\d+(\\.\\d+)?([eE][+-]?\\d+)?$' },
    ],
  },
} as const;

export const components: Readonly<Record<Name, Readonly<Record<string, unknown>>>> = {
  Picture: {
    oneOf: [
      {
        type: 'string',
        maxLength: 15_728_640,
        pattern: '^([hH][tT][tT][pP][sS]?://|data:image/|/media/)',
        description: 'http(s) URL or `data:image/...` URI; a stored picture is returned as `/media/<hash>`.',
      },
      {
        type: 'object',
        required: ['url'],
        properties: {
          url: { type: 'string', pattern: '^([hH][tT][tT][pP][sS]?://|data:image/|/media/)' },
          alt: {
            type: 'string',
            maxLength: limits.imageAltLengthMax,
            description: 'Alternative text of the picture.',
          },
        },
      },
    ],
  },
  ItemInput: {
    type: 'object',
    required: ['id', 'sku', 'name', 'imgs', 'price', 'description'],
    properties: itemInputFields,
    propertyNames: { minLength: 1, maxLength: limits.fieldNameLengthMax, pattern: '^[^_]' },
    additionalProperties: { description: 'Any further field with any JSON value, stored byte for byte.' },
    examples: [
      {
        id: 'a12',
        sku: 'A-12',
        name: 'Red apple',
        imgs: ['https://shop.example/a12.jpg'],
        price: 1.25,
        description: 'Crisp and sweet.',
        category: 'Fruit',
      },
    ],
  },
  ItemChanges: {
    type: 'object',
    description: 'The fields to change. Null removes an optional one.',
    properties: itemInputFields,
    propertyNames: { minLength: 1, maxLength: limits.fieldNameLengthMax, pattern: '^[^_]' },
    additionalProperties: { description: 'Any further field.' },
  },
  Item: {
    type: 'object',
    description:
      'Items always have `sku`, `name`, `imgs`, `price` and `description`. With `fields`, replies contain only the requested fields.',
    required: ['_id', '_version', 'id'],
    properties: {
      _id: text('The service’s identifier.'),
      _version: { type: 'integer', minimum: 1 },
      _createdAt: { type: 'string', format: 'date-time' },
      _updatedAt: { type: 'string', format: 'date-time' },
      id: text('The shop’s identifier.'),
      sku: text('Stock keeping unit.'),
      ...otherFields,
      price: {
        type: ['number', 'null'],
        minimum: 0,
        description:
          'In the project’s currency. Null for an imported item without a price (setting `items.priceOptional`).',
      },
    },
    additionalProperties: true,
  },
  SearchItem: {
    allOf: [
      ref('Item'),
      {
        type: 'object',
        required: ['_score'],
        properties: {
          _score: { type: 'number' },
          _highlights: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'By field: escaped HTML with `<em>` around matching words.',
          },
          _reason: {
            type: 'object',
            required: ['code', 'text', 'rule'],
            description: 'For an item pinned by a rule.',
            properties: {
              code: { const: 'pinned' },
              text: text('In words.'),
              rule: text('The rule’s `id`.'),
            },
          },
          _ranking: {
            type: 'object',
            description: 'With `explain`: the ranking factors in order, with this item’s values.',
          },
          _distance: {
            type: 'number',
            description: 'With `sort=distance(...)`: metres to the item’s nearest geo point.',
          },
          _variants: {
            type: 'object',
            required: ['count', 'items'],
            description: 'For an item with a `groupId`: the matching variants of its product.',
            properties: {
              count: {
                type: 'integer',
                minimum: 1,
                description: 'Number of matching variants, including this one.',
              },
              items: { type: 'array', items: ref('Item'), description: 'With `variants`: the next ones.' },
            },
          },
          ...photoHitProperties,
        },
      },
    ],
  },
  RecommendedItem: {
    allOf: [
      ref('Item'),
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
              because: {
                type: 'array',
                items: { type: 'string' },
                description: 'Ids of the items behind it.',
              },
            },
          },
        },
      },
    ],
  },
  Facets: facetsSchema,
  Warnings: {
    type: 'array',
    items: {
      type: 'object',
      required: ['code', 'path', 'detail'],
      properties: { code: { type: 'string' }, path: { type: 'string' }, detail: { type: 'string' } },
    },
  },
  SearchReply: searchReplySchema,
  RecommendationReply: {
    type: 'object',
    required: ['recommendationId', 'items', 'fallback'],
    properties: {
      recommendationId: { type: 'string' },
      items: { type: 'array', items: ref('RecommendedItem') },
      fallback: { type: ['string', 'null'], enum: ['similar', 'trending', 'popular', 'content', null] },
      explain: {
        type: 'object',
        description: 'With `explain`: sources in order, and candidates excluded by list constraints.',
        required: ['sources', 'leftOut'],
        properties: {
          sources: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name', 'candidates', 'taken'],
              properties: {
                name: text('The list’s own source first, then fallbacks.'),
                candidates: { type: 'integer', description: 'Candidates of the source.' },
                taken: { type: 'integer', description: 'Of these, in the list.' },
              },
            },
          },
          leftOut: {
            type: 'array',
            items: {
              type: 'object',
              required: ['_id', 'id', 'score', 'why'],
              properties: {
                _id: { type: 'string' },
                id: { type: 'string' },
                score: { type: 'number' },
                why: { type: 'string', enum: ['variant_in_list', 'cap', 'below_min_relevance'] },
              },
            },
          },
        },
      },
      warnings: ref('Warnings'),
    },
  },
  Event: {
    type: 'object',
    description: 'Requires `user` or `session`, and `item` or `items`.',
    required: ['type'],
    allOf: [
      { anyOf: [{ required: ['user'] }, { required: ['session'] }] },
      { oneOf: [{ required: ['item'] }, { required: ['items'] }] },
    ],
    properties: {
      id: { type: 'string', minLength: 1, maxLength: 256, description: 'Sent twice counts once.' },
      type: {
        type: 'string',
        minLength: 1,
        maxLength: 64,
        description: '`view`, `click`, `cart`, `purchase`, `return`, `dislike`, or a type of the shop’s own.',
      },
      user: { type: 'string', minLength: 1, maxLength: 256 },
      session: { type: 'string', minLength: 1, maxLength: 256 },
      item: { type: 'string', minLength: 1, maxLength: 256 },
      items: {
        type: 'array',
        minItems: 1,
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
      address: {
        type: 'string',
        minLength: 1,
        maxLength: limits.addressLengthMax,
        description: 'The visitor’s IP address. Not stored: it limits the visitors that count per address.',
      },
      at: {
        description: 'ISO 8601, or milliseconds since 1970; default: now.',
        oneOf: [
          { type: 'string', format: 'date-time' },
          { type: 'number', minimum: 0 },
        ],
      },
      searchId: { type: 'string', maxLength: 256 },
      recommendationId: { type: 'string', maxLength: 256 },
      position: { type: 'integer', minimum: 1 },
    },
  },
  Task: taskSchema,
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
      errors: {
        type: 'array',
        items: { oneOf: [ref('InputError'), ref('ItemError')] },
        description: 'All errors of the input.',
      },
    },
  },
  InputError: {
    type: 'object',
    required: ['path', 'code', 'detail'],
    properties: {
      path: text('`data[3].price`, `limit`, `line 17`.'),
      code: text('`required`, `type`, `too_long`, `too_many`, `out_of_range`, ...'),
      detail: text('What was expected there.'),
    },
    // Distinguishes an entry of a list, which has an index.
    not: { required: ['index'] },
  },
  ItemError: {
    type: 'object',
    required: ['index', 'code', 'detail', 'errors'],
    properties: {
      index: { type: 'integer', minimum: 0, description: 'Index in the request.' },
      code: { type: 'string' },
      detail: { type: 'string' },
      errors: { type: 'array', items: ref('InputError') },
      _id: text('With `item_exists`: the existing item.'),
    },
  },
  EventError: {
    type: 'object',
    required: ['index', 'errors'],
    properties: {
      index: { type: 'integer', minimum: 0, description: 'Index in the request.' },
      errors: { type: 'array', minItems: 1, items: ref('InputError') },
    },
  },
  PictureState: {
    type: 'object',
    required: ['source', 'status', 'error', 'attempts', 'retryAt'],
    properties: {
      source: text('Address of the picture.'),
      status: { type: 'string', enum: ['pending', 'embedded', 'refined', 'failed'] },
      error: {
        type: ['object', 'null'],
        required: ['code', 'detail'],
        properties: { code: { type: 'string' }, detail: { type: 'string' } },
      },
      attempts: { type: 'integer', minimum: 0 },
      retryAt: { type: ['integer', 'null'], description: 'Time of the next attempt, in ms since 1970.' },
    },
  },
  Suggestion: {
    type: 'object',
    required: ['text', 'highlighted', 'kind', 'count'],
    properties: {
      text: { type: 'string' },
      highlighted: text('HTML with the typed part highlighted.'),
      kind: { type: 'string', enum: ['search', 'phrase', 'item', 'brand', 'category'] },
      count: { type: 'integer', description: 'Items behind it.' },
    },
  },
  FacetValue: facetValueSchema,
  FacetRequest: facetRequestSchema,
};

/** A reply with these members of any type. */
export function object(...names: string[]): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, {}])),
  };
}
