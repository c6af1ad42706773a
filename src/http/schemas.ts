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
  | 'FacetWish'
  | 'Suggestion'
  | 'Warnings'
  | 'SearchReply'
  | 'RecommendationReply'
  | 'Event'
  | 'EventRefusal'
  | 'Task'
  | 'PictureState'
  | 'Problem'
  | 'InputError'
  | 'ItemRefusal';

/** A reference to a component. */
export const ref = (name: Name) => ({ $ref: `#/components/schemas/${name}` });

/** The JSON Schemas of the OpenAPI document, by name. */
const text = (description: string) => ({ type: 'string', description });

const identifier = (description: string) => ({
  type: ['string', 'integer'],
  minLength: 1,
  maxLength: limits.itemIdLengthMax,
  description: `${description} A number is taken as its decimal string.`,
});

const otherFields = {
  name: { type: 'string', minLength: 1, maxLength: limits.itemNameLengthMax },
  imgs: {
    description:
      'One picture or a list of at most 50: http(s) addresses, `data:image/...` URIs of at most 10 MB, or `{url, alt}`. It keeps the shape it was sent in.',
    oneOf: [ref('Picture'), { type: 'array', maxItems: limits.itemImagesMax, items: ref('Picture') }],
  },
  description: { type: 'string', maxLength: limits.itemDescriptionLengthMax },
  active: {
    type: 'boolean',
    default: true,
    description: 'An inactive item is listed by GET /api/items and nowhere else.',
  },
} as const;

const itemInputFields = {
  id: identifier('The shop’s identifier, unique in the project.'),
  sku: identifier('Stock keeping unit.'),
  ...otherFields,
  price: {
    description: 'In the project’s currency; a decimal string is taken too.',
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
        description: 'http(s) address or `data:image/...` URI; a kept picture comes back as `/media/<hash>`.',
      },
      {
        type: 'object',
        required: ['url'],
        properties: {
          url: { type: 'string', pattern: '^([hH][tT][tT][pP][sS]?://|data:image/|/media/)' },
          alt: {
            type: 'string',
            maxLength: limits.imageAltLengthMax,
            description: 'What the picture shows, in words.',
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
    additionalProperties: { description: 'Any further field, any JSON, kept to the byte.' },
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
      'An item has `sku`, `name`, `imgs`, `price` and `description` always. With `fields`, a reply has of the shop’s fields those that it names.',
    required: ['_id', '_version', 'id'],
    properties: {
      _id: text('The service’s own identifier.'),
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
          'In the project’s currency. Null where an import kept an item without one (setting `items.priceOptional`).',
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
            description: 'By field: escaped HTML with `<em>` around the words found.',
          },
          _reason: {
            type: 'object',
            required: ['code', 'text', 'rule'],
            description: 'Of an item that a rule pinned to its place.',
            properties: {
              code: { const: 'pinned' },
              text: text('In words.'),
              rule: text('The rule’s `id`.'),
            },
          },
          _ranking: {
            type: 'object',
            description: 'With `explain`: the criteria in their order, with this item’s values.',
          },
          _distance: {
            type: 'number',
            description: 'With `sort=distance(...)`: metres to the item’s nearest place.',
          },
          _variants: {
            type: 'object',
            required: ['count', 'items'],
            description: 'Of an item with a `groupId`: the variants of its product that are found.',
            properties: {
              count: { type: 'integer', minimum: 1, description: 'How many are found, this one included.' },
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
        description: 'With `explain`: the sources in order, and candidates that the list’s shape left out.',
        required: ['sources', 'leftOut'],
        properties: {
          sources: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name', 'candidates', 'taken'],
              properties: {
                name: text('The list’s own source first, then what filled it up.'),
                candidates: { type: 'integer', description: 'Given by the source under the conditions.' },
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
    description: 'Has a `user` or a `session`, and an `item` or `items`.',
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
        description: 'Where the visitor came from. Not kept: it keeps one script from making a trend.',
      },
      at: {
        description: 'ISO 8601, or milliseconds since 1970; now.',
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
        items: { oneOf: [ref('InputError'), ref('ItemRefusal')] },
        description: 'Each place of the input that was not right.',
      },
    },
  },
  InputError: {
    type: 'object',
    required: ['path', 'code', 'detail'],
    properties: {
      path: text('Where: `data[3].price`, `limit`, `line 17`.'),
      code: text('What kind: `required`, `type`, `too_long`, `too_many`, `out_of_range`, ...'),
      detail: text('What was expected there.'),
    },
    // Distinguishes an entry of a list, which has an index.
    not: { required: ['index'] },
  },
  ItemRefusal: {
    type: 'object',
    required: ['index', 'code', 'detail', 'errors'],
    properties: {
      index: { type: 'integer', minimum: 0, description: 'Place in the list that was sent.' },
      code: { type: 'string' },
      detail: { type: 'string' },
      errors: { type: 'array', items: ref('InputError') },
      _id: text('With `item_exists`: the item that is there.'),
    },
  },
  EventRefusal: {
    type: 'object',
    required: ['index', 'errors'],
    properties: {
      index: { type: 'integer', minimum: 0, description: 'Place in the list that was sent.' },
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
      retryAt: { type: ['integer', 'null'], description: 'When it is tried again, in ms since 1970.' },
    },
  },
  Suggestion: {
    type: 'object',
    required: ['text', 'highlighted', 'kind', 'count'],
    properties: {
      text: { type: 'string' },
      highlighted: text('The text as HTML with the typed part marked.'),
      kind: { type: 'string', enum: ['search', 'phrase', 'item', 'brand', 'category'] },
      count: { type: 'integer', description: 'Items behind it.' },
    },
  },
  FacetValue: facetValueSchema,
  FacetWish: facetRequestSchema,
};

/** A reply with these members of any type. */
export function object(...names: string[]): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, {}])),
  };
}
