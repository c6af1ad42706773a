import {
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  type Schema,
} from '../../../domain/contract/schema.ts';

/**
 * JSON Schemas of replies, for agents: what is sent of UCP's members, and `metadata` with the members of this service. UCP's own schemas
 * permit more.
 */
const defineText = (description?: string): Schema => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
});
const amount = {
  type: 'integer',
  minimum: 0,
  description: 'In minor units of the currency: 1999 for 19.99 EUR.',
};
const price = defineObjectSchema({ amount, currency: { type: 'string', pattern: '^[A-Z]{3}$' } });
const url = { type: 'string', format: 'uri' };
const description = defineObjectSchema({ plain: defineText() });
const media = defineListSchema(
  defineObjectSchema({ type: defineText(), url, alt_text: makeSchemaOptional(defineText()) }),
);
const selectedOptions = defineListSchema(defineObjectSchema({ name: defineText(), label: defineText() }));
const options = defineListSchema(
  defineObjectSchema({
    name: defineText(),
    values: defineListSchema(
      defineObjectSchema({
        label: defineText(),
        available: makeSchemaOptional({
          type: 'boolean',
          description: 'With the other selected options, it can be bought.',
        }),
        exists: makeSchemaOptional({
          type: 'boolean',
          description: 'With the other selected options, there is such a variant.',
        }),
      }),
      { minItems: 1 },
    ),
  }),
);
const metadata = {
  ...defineObjectSchema({
    brand: makeSchemaOptional(defineText()),
    reason: makeSchemaOptional(
      defineObjectSchema(
        { code: defineText(), text: defineText() },
        { description: 'Why it is in the list.' },
      ),
    ),
    attributes: makeSchemaOptional({
      type: 'object',
      additionalProperties: defineText(),
      description: 'Further fields.',
    }),
  }),
  additionalProperties: true,
};
const variant = defineObjectSchema({
  id: defineText('For a cart, and for lookups.'),
  sku: makeSchemaOptional(defineText()),
  barcodes: makeSchemaOptional(
    defineListSchema(defineObjectSchema({ type: defineText(), value: defineText() })),
  ),
  title: defineText(),
  description,
  url: makeSchemaOptional(url),
  price,
  list_price: makeSchemaOptional({ ...price, description: 'Before a discount.' }),
  availability: makeSchemaOptional(
    defineObjectSchema({ available: { type: 'boolean' }, status: defineText() }),
  ),
  options: makeSchemaOptional(selectedOptions),
  media: makeSchemaOptional(media),
  metadata: makeSchemaOptional({
    ...metadata,
    description: 'The attributes that differ from those of the product.',
  }),
  inputs: makeSchemaOptional(
    defineListSchema(
      defineObjectSchema({ id: defineText(), match: { type: 'string', enum: ['exact', 'featured'] } }),
      {
        minItems: 1,
        description: 'Of a lookup: the ids that this variant answers.',
      },
    ),
  ),
});
const product = defineObjectSchema({
  id: defineText(),
  handle: makeSchemaOptional(defineText()),
  title: defineText(),
  description,
  url: makeSchemaOptional(url),
  categories: makeSchemaOptional(
    defineListSchema(defineObjectSchema({ value: defineText(), taxonomy: defineText() })),
  ),
  price_range: defineObjectSchema({ min: price, max: price }),
  media: makeSchemaOptional(media),
  options: makeSchemaOptional(options),
  selected: makeSchemaOptional({ ...selectedOptions, description: 'The options that the variants have.' }),
  variants: defineListSchema(variant, { minItems: 1, description: 'The featured one first.' }),
  rating: makeSchemaOptional(
    defineObjectSchema({
      value: { type: 'number' },
      scale_max: { type: 'number' },
      count: makeSchemaOptional({ type: 'integer' }),
    }),
  ),
  tags: makeSchemaOptional(defineListSchema(defineText())),
  metadata: makeSchemaOptional(metadata),
});
const ucp = {
  ...defineObjectSchema({
    version: { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` },
    status: makeSchemaOptional({ type: 'string', enum: ['success', 'error'] }),
    capabilities: {
      type: 'object',
      additionalProperties: defineListSchema(defineObjectSchema({ version: defineText() })),
    },
  }),
};
const messages = makeSchemaOptional(
  defineListSchema(
    defineObjectSchema({
      type: { type: 'string', enum: ['error', 'warning', 'info'] },
      code: defineText(),
      content: defineText(),
      severity: makeSchemaOptional(defineText()),
    }),
  ),
);

export const productsSchema = defineObjectSchema({
  ucp,
  products: defineListSchema(product),
  pagination: makeSchemaOptional(
    defineObjectSchema({
      has_next_page: { type: 'boolean' },
      cursor: makeSchemaOptional(defineText('For the next page.')),
      total_count: makeSchemaOptional({ type: 'integer', minimum: 0 }),
    }),
  ),
  messages,
});

/** The reply with one product; without it, `ucp.status` is `error` and `messages` tells why. */
export const productSchema = defineObjectSchema({ ucp, product: makeSchemaOptional(product), messages });
