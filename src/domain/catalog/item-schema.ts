import { limits } from '../../ports/limits.ts';
import {
  defineComponent,
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  addNullToSchema,
  type Schema,
} from '../contract/schema.ts';
import { localFieldSchemas } from './local-fields.ts';
import { operationNames } from './operation-names.ts';

export const requiredItemFields = ['id', 'sku', 'name', 'imgs', 'price', 'description'] as const;

/** This pattern matches a price that is sent as text. */
export const decimalPrice = /^\d+(\.\d+)?([eE][+-]?\d+)?$/;

const defineIdentifier = (description: string): Schema => ({
  type: ['string', 'integer'],
  minLength: 1,
  maxLength: limits.itemIdLengthMax,
  description: `${description} A number is converted to its decimal string.`,
});

/** A `data:` URI may hold 10 MiB of picture, as base64 with a third more characters, and its prefix. */
const pictureUrlLengthMax = 15 * 1_024 * 1_024;
const pictureUrl = {
  type: 'string',
  maxLength: pictureUrlLengthMax,
  pattern: '^([hH][tT][tT][pP][sS]?://|data:image/|/media/)',
  description: 'http(s) URL or `data:image/...` URI; a stored picture is returned as `/media/<hash>`.',
};
const picture = defineComponent('Picture', {
  oneOf: [
    pictureUrl,
    defineObjectSchema({
      url: { type: 'string', pattern: pictureUrl.pattern },
      alt: makeSchemaOptional({
        type: 'string',
        maxLength: limits.imageAltLengthMax,
        description: 'Alternative text of the picture.',
      }),
    }),
  ],
});

const commonFields = {
  name: { type: 'string', minLength: 1, maxLength: limits.itemNameLengthMax },
  imgs: {
    description: `One picture or a list of at most ${limits.itemImagesMax}: http(s) URLs, \`data:image/...\` URIs of at most 10 MB, or \`{url, alt}\`. Returned in the shape that was sent.`,
    oneOf: [picture, defineListSchema(picture, { maxItems: limits.itemImagesMax })],
  },
  description: { type: 'string', maxLength: limits.itemDescriptionLengthMax },
  active: makeSchemaOptional({
    type: 'boolean',
    description: 'Default: true. Inactive items appear only in GET /api/items.',
  }),
};
const inputFields = {
  id: defineIdentifier('The shop’s identifier, unique in the project.'),
  sku: defineIdentifier('Stock keeping unit.'),
  ...commonFields,
  price: {
    description: 'The amount in the project’s currency. A decimal string is accepted.',
    oneOf: [
      { type: 'number', minimum: 0 },
      { type: 'string', pattern: decimalPrice.source },
    ],
  },
  ...localFieldSchemas,
};
const otherFields = {
  propertyNames: { minLength: 1, maxLength: limits.fieldNameLengthMax, pattern: '^[^_]' },
  additionalProperties: { description: 'Any further field with any JSON value, stored byte for byte.' },
};

export const itemInputSchema = defineComponent('ItemInput', {
  ...defineObjectSchema(inputFields, {
    description: `An item as a shop sends it: at most ${limits.itemBytesMax.toLocaleString('en')} bytes of JSON without \`data:\` pictures. Other fields can hold any JSON. Names that start with \`_\` are reserved.`,
  }),
  ...otherFields,
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
});

const valueOperation = defineComponent(
  'ValueOperation',
  defineObjectSchema(
    {
      _operation: { enum: [...operationNames] },
      value: { type: ['number', 'string'] },
    },
    {
      description:
        'Changes the stored value: `Increment` and `Decrement` a number, `Add`, `Remove` and `AddUnique` an element of a list. `IncrementFrom` adds 1 to a number that equals `value`, `IncrementSet` raises a number to a greater `value`; otherwise the item does not change (`item_changed`). A missing field counts as 0 or an empty list.',
    },
  ),
);
const otherChanges = {
  ...otherFields,
  additionalProperties: {
    description:
      'Any further field, or its path (`specs.weight`), with any JSON value or an operation (`ValueOperation`).',
  },
};

const activeChangeSchema = {
  description:
    'Whether the item is active. It can also be `1`, `0`, or a text such as `yes` or `no`, as in CSV. Null means the default, true.',
  oneOf: [
    addNullToSchema({ type: 'boolean' }),
    { type: 'integer', enum: [0, 1] },
    { type: 'string', enum: ['1', '0', 'yes', 'no', 'true', 'false'] },
  ],
};
const changedFields = Object.fromEntries(
  Object.entries(inputFields).map(([name, schema]) => {
    if (name === 'price')
      return [name, makeSchemaOptional({ oneOf: [addNullToSchema(schema), valueOperation] })];
    return [name, makeSchemaOptional(name === 'active' ? activeChangeSchema : schema)];
  }),
);

export const itemChangesSchema = defineComponent('ItemChanges', {
  ...defineObjectSchema(changedFields, {
    description: 'The fields to change. Null removes an optional one.',
  }),
  ...otherChanges,
});

/** The fields to change of one of many items. */
export const itemUpdateSchema = defineComponent('ItemUpdate', {
  ...defineObjectSchema(
    {
      _id: makeSchemaOptional({
        type: 'string',
        minLength: 1,
        maxLength: limits.itemIdLengthMax,
        description: 'The service’s identifier of the item.',
      }),
      _version: makeSchemaOptional({
        type: 'integer',
        description: 'The version that the item must have; if it is not the current one, nothing changes.',
      }),
      ...changedFields,
    },
    {
      description:
        'The fields to change, and their item: `_id`, or else `id`. Null removes an optional field.',
    },
  ),
  ...otherChanges,
  propertyNames: { ...otherFields.propertyNames, pattern: '^([^_]|_id$|_version$)' },
});

/** An item of an import. */
export const importItemSchema = defineComponent('ImportItem', {
  ...defineObjectSchema(
    {
      id: inputFields.id,
      name: inputFields.name,
      price: makeSchemaOptional({
        ...addNullToSchema(inputFields.price),
        description: 'Required, unless the project has the setting `items.priceOptional`.',
      }),
    },
    { description: 'An item of an import: further fields as in `ItemInput`, all optional.' },
  ),
  ...otherFields,
});

export const itemSchema = defineComponent('Item', {
  ...defineObjectSchema(
    {
      _id: { type: 'string', description: 'The service’s identifier.' },
      _version: { type: 'integer', minimum: 1, description: '1 for a new item; each change adds 1.' },
      _createdAt: makeSchemaOptional({ type: 'string', format: 'date-time' }),
      _updatedAt: makeSchemaOptional({ type: 'string', format: 'date-time' }),
      id: { type: 'string', description: 'The shop’s identifier.' },
      sku: { type: 'string', description: 'Stock keeping unit.' },
      ...commonFields,
      price: {
        type: ['number', 'null'],
        minimum: 0,
        description:
          'The price in the project’s currency. Null for an imported item without a price (setting `items.priceOptional`).',
      },
    },
    {
      description:
        'An item as the service returns it. With `fields`, replies contain only the requested fields.',
    },
  ),
  required: ['_id', '_version', 'id'],
  'x-required-without-fields': ['_createdAt', '_updatedAt', ...requiredItemFields.slice(1)],
  additionalProperties: true,
});
