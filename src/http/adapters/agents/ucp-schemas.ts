import { listSchema, maybe, objectSchema, type Schema } from '../../../domain/contract/schema.ts';

/**
 * JSON Schemas of replies, for agents: what is sent of UCP's members, and `metadata` with the members of this service. UCP's own schemas
 * permit more.
 */
const text = (description?: string): Schema => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
});
const amount = {
  type: 'integer',
  minimum: 0,
  description: 'In minor units of the currency: 1999 for 19.99 EUR.',
};
const price = objectSchema({ amount, currency: { type: 'string', pattern: '^[A-Z]{3}$' } });
const url = { type: 'string', format: 'uri' };
const description = objectSchema({ plain: text() });
const media = listSchema(objectSchema({ type: text(), url, alt_text: maybe(text()) }));
const selectedOptions = listSchema(objectSchema({ name: text(), label: text() }));
const options = listSchema(
  objectSchema({
    name: text(),
    values: listSchema(
      objectSchema({
        label: text(),
        available: maybe({
          type: 'boolean',
          description: 'With the other selected options, it can be bought.',
        }),
        exists: maybe({
          type: 'boolean',
          description: 'With the other selected options, there is such a variant.',
        }),
      }),
      { minItems: 1 },
    ),
  }),
);
const metadata = {
  ...objectSchema({
    brand: maybe(text()),
    reason: maybe(objectSchema({ code: text(), text: text() }, { description: 'Why it is in the list.' })),
    attributes: maybe({ type: 'object', additionalProperties: text(), description: 'Further fields.' }),
  }),
  additionalProperties: true,
};
const variant = objectSchema({
  id: text('For a cart, and for lookups.'),
  sku: maybe(text()),
  barcodes: maybe(listSchema(objectSchema({ type: text(), value: text() }))),
  title: text(),
  description,
  url: maybe(url),
  price,
  list_price: maybe({ ...price, description: 'Before a discount.' }),
  availability: maybe(objectSchema({ available: { type: 'boolean' }, status: text() })),
  options: maybe(selectedOptions),
  media: maybe(media),
  metadata: maybe({ ...metadata, description: 'The attributes that differ from those of the product.' }),
  inputs: maybe(
    listSchema(objectSchema({ id: text(), match: { type: 'string', enum: ['exact', 'featured'] } }), {
      minItems: 1,
      description: 'Of a lookup: the ids that this variant answers.',
    }),
  ),
});
const product = objectSchema({
  id: text(),
  handle: maybe(text()),
  title: text(),
  description,
  url: maybe(url),
  categories: maybe(listSchema(objectSchema({ value: text(), taxonomy: text() }))),
  price_range: objectSchema({ min: price, max: price }),
  media: maybe(media),
  options: maybe(options),
  selected: maybe({ ...selectedOptions, description: 'The options that the variants have.' }),
  variants: listSchema(variant, { minItems: 1, description: 'The featured one first.' }),
  rating: maybe(
    objectSchema({
      value: { type: 'number' },
      scale_max: { type: 'number' },
      count: maybe({ type: 'integer' }),
    }),
  ),
  tags: maybe(listSchema(text())),
  metadata: maybe(metadata),
});
const ucp = {
  ...objectSchema({
    version: { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` },
    status: maybe({ type: 'string', enum: ['success', 'error'] }),
    capabilities: {
      type: 'object',
      additionalProperties: listSchema(objectSchema({ version: text() })),
    },
  }),
};
const messages = maybe(
  listSchema(
    objectSchema({
      type: { type: 'string', enum: ['error', 'warning', 'info'] },
      code: text(),
      content: text(),
      severity: maybe(text()),
    }),
  ),
);

export const productsSchema = objectSchema({
  ucp,
  products: listSchema(product),
  pagination: maybe(
    objectSchema({
      has_next_page: { type: 'boolean' },
      cursor: maybe(text('For the next page.')),
      total_count: maybe({ type: 'integer', minimum: 0 }),
    }),
  ),
  messages,
});

/** The reply with one product; without it, `ucp.status` is `error` and `messages` tells why. */
export const productSchema = objectSchema({ ucp, product: maybe(product), messages });
