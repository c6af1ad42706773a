import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import {
  defineChoice,
  createFault,
  Fault,
  defineList,
  defineNumber,
  defineText,
  type Field,
  type FieldOutput,
} from '../../../domain/contract/fields.ts';
import { isObject, defineObject, makeOptional } from '../../../domain/contract/object-fields.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import { createUcpRequestError } from './ucp-protocol.ts';

/**
 * UCP's catalog (`source/schemas/shopping/catalog_search.json` and `catalog_lookup.json`) demands that members which are not read here
 * are accepted without effect: `signals`, `attribution`, further members of `context`.
 */
const ignoresOthers = true;

const defineHint = (description: string): Field<string> =>
  defineText({ lengthMin: 0, lengthMax: limits.queryLengthMax, description });
const context = defineObject(
  {
    language: makeOptional(defineHint('Language of texts, as `de` or `de-AT` (BCP 47).')),
    currency: makeOptional(defineHint('Currency of the price filter (ISO 4217).')),
    intent: makeOptional(defineHint('What the shopper looks for, in words.')),
  },
  { ignoresOthers, description: 'Hints about the shopper.' },
);
const defineAmount = (description: string): Field<number> =>
  defineNumber({ whole: true, min: 0, description });
const knownFilters = defineObject(
  {
    categories: makeOptional(
      defineList(defineText({ lengthMax: limits.fieldNameLengthMax }), {
        countMax: limits.agentValuesMax,
        noun: 'categories',
        description: 'Products in any of these categories, as in `categories` of a product.',
      }),
    ),
    price: makeOptional(
      defineObject(
        {
          min: makeOptional(defineAmount('At least, in minor units.')),
          max: makeOptional(defineAmount('At most, in minor units.')),
        },
        { ignoresOthers, description: 'In minor units of `context.currency`: 1999 for 19.99 EUR.' },
      ),
    ),
  },
  { ignoresOthers },
);

/** The filters of a request: those of UCP, and as `others` conditions on fields of the shop. */
export interface CatalogFilters extends FieldOutput<typeof knownFilters> {
  readonly others: readonly (readonly [field: string, values: readonly FilterValue[]])[];
}
type FilterValue = string | number | boolean;

const filters: Field<CatalogFilters> = {
  schema: {
    ...knownFilters.schema,
    description:
      'All must hold. Further members are fields of the shop with a value, or a list of which one must match: `{"brand": ["Acme"]}`.',
  },
  read: (value, path) => {
    const filters = knownFilters.read(value, path);
    if (filters instanceof Fault) return filters;
    const names = Object.keys(value as JsonObject).filter(
      (name) => name !== 'categories' && name !== 'price',
    );
    if (names.length > limits.agentValuesMax)
      return createFault(path, 'too_many', `an object with at most ${limits.agentValuesMax} further members`);
    const others: (readonly [string, readonly FilterValue[]])[] = [];
    for (const name of names) {
      if (name.length > limits.fieldNameLengthMax)
        return createFault(
          path,
          'too_long',
          `an object whose names have at most ${limits.fieldNameLengthMax} characters`,
        );
      const values = [(value as JsonObject)[name]].flat();
      if (values.length > limits.agentValuesMax || !values.every(isFilterValue)) {
        const at = `${path}.${name.toWellFormed()}`;
        return createFault(
          at,
          'type',
          `a text, number or boolean, or a list of at most ${limits.agentValuesMax} of these`,
        );
      }
      others.push([name, values]);
    }
    return { ...filters, others };
  },
};

function isFilterValue(value: unknown): value is FilterValue {
  if (typeof value === 'string') return value !== '' && value.length <= limits.facetValueLengthMax;
  return typeof value === 'number' || typeof value === 'boolean';
}

const pagination = defineObject(
  {
    cursor: makeOptional(
      defineText({
        lengthMax: limits.fieldNameLengthMax,
        description: '`pagination.cursor` of the previous reply.',
      }),
    ),
    limit: makeOptional(
      defineNumber({
        whole: true,
        min: 1,
        description: `Products of a page, up to ${limits.agentProductsMax}.`,
      }),
    ),
  },
  { ignoresOthers },
);

export const searchFields = defineObject(
  {
    query: makeOptional(
      defineText({
        lengthMin: 0,
        lengthMax: limits.queryLengthMax,
        description: 'What to search for, in words.',
      }),
    ),
    filters: makeOptional(filters),
    context: makeOptional(context),
    pagination: makeOptional(pagination),
  },
  { ignoresOthers, description: 'The search: `query`, `filters` or both.' },
);
export type CatalogSearch = FieldOutput<typeof searchFields>;

const id = defineText({
  lengthMax: limits.itemIdLengthMax,
  description: 'Id of a product or of a variant, or its SKU.',
});
export const lookupFields = defineObject(
  {
    ids: defineList(id, {
      countMin: 1,
      countMax: limits.agentIdsMax,
      noun: 'ids',
      description: 'Ids of products or variants, or SKUs.',
    }),
    filters: makeOptional(filters),
    context: makeOptional(context),
  },
  { ignoresOthers },
);
export type CatalogLookup = FieldOutput<typeof lookupFields>;

const label = defineText({ lengthMax: limits.facetValueLengthMax });
const selectedOption = defineObject(
  { name: defineText({ lengthMax: limits.fieldNameLengthMax }), label },
  { ignoresOthers },
);
export type SelectedOption = FieldOutput<typeof selectedOption>;
const selectedOptions = defineList(selectedOption, {
  countMax: limits.agentValuesMax,
  noun: 'options',
  description: 'Chosen options: `[{"name": "color", "label": "blue"}]`.',
});
const selected: Field<SelectedOption[]> = {
  ...selectedOptions,
  read: (value, path) => {
    const read = selectedOptions.read(value, path);
    if (read instanceof Fault || new Set(read.map(({ name }) => name)).size === read.length) return read;
    return createFault(path, 'duplicate', 'a list with each option once');
  },
};
export const productFields = defineObject(
  {
    id,
    selected: makeOptional(selected),
    preferences: makeOptional(
      defineList(defineText({ lengthMax: limits.fieldNameLengthMax }), {
        countMax: limits.agentValuesMax,
        noun: 'names',
        description:
          'Names of options, the most important first: the last is dropped first where no variant has all.',
      }),
    ),
    filters: makeOptional(filters),
    context: makeOptional(context),
  },
  { ignoresOthers },
);
export type ProductRequest = FieldOutput<typeof productFields>;

export const recommendedLists = ['similar', 'together', 'trending', 'popular', 'for_you'] as const;
const limit = defineNumber({
  whole: true,
  min: 1,
  description: `Products, up to ${limits.agentProductsMax}; default ${limits.agentProductsDefault}.`,
});
const defineIdList = (description: string): Field<string[]> =>
  defineList(id, { countMax: limits.agentIdsMax, noun: 'ids', description });
export const recommendFields = defineObject(
  {
    list: defineChoice(recommendedLists, {
      description:
        'Which list: `similar` to a product, bought `together` with products, `trending`, `popular`, or `for_you`: by what the shopper viewed.',
    }),
    ids: makeOptional(defineIdList('For `similar` and `together`: the products that the list is for.')),
    viewed: makeOptional(defineIdList('For `for_you`: products that the shopper looked at, oldest first.')),
    category: makeOptional(
      defineText({ lengthMax: limits.fieldNameLengthMax, description: 'For `trending` and `popular`.' }),
    ),
    limit: makeOptional(limit),
    filters: makeOptional(filters),
    context: makeOptional(context),
  },
  { ignoresOthers },
);
export type AgentListRequest = FieldOutput<typeof recommendFields>;

const query = defineText({
  lengthMin: 0,
  lengthMax: limits.queryLengthMax,
  description: 'Words of the search.',
});
export const whyNotFields = defineObject(
  { id, query: makeOptional(query), filters: makeOptional(filters), context: makeOptional(context) },
  { ignoresOthers },
);
export type WhyNotRequest = FieldOutput<typeof whyNotFields>;

/** The fields besides the photo, which `mcp-body.ts` reads. */
export const photoFields = defineObject(
  {
    query: makeOptional(query),
    limit: makeOptional(limit),
    filters: makeOptional(filters),
    context: makeOptional(context),
  },
  { ignoresOthers },
);
export type PhotoRequest = FieldOutput<typeof photoFields>;

/** Counts the ids before the request is read, as the protocol has an own error for too many. */
function countIds(request: unknown): number {
  const ids = isObject(request) ? request['ids'] : null;
  return Array.isArray(ids) ? ids.length : 0;
}

/** Reads a request of the catalog. @throws VitrineError invalid_request with the path of every error */
export function readCatalogRequest<T>(fields: Field<T>, input: unknown): T {
  if (countIds(input) > limits.agentIdsMax)
    throw createUcpRequestError(
      'request_too_large',
      `ids must be a list of at most ${limits.agentIdsMax} ids`,
    );
  const request = fields.read(input, '$');
  if (!(request instanceof Fault)) return request;
  throw new VitrineError('invalid_request', request.errors[0]?.detail ?? 'The request is not valid', {
    errors: request.errors,
  });
}
