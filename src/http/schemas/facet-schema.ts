import { component, listSchema, maybe, objectSchema, type Schema } from '../../domain/contract/schema.ts';
import { limits } from '../../ports/limits.ts';
import { facetOrders } from '../../ports/configuration/settings.ts';
import type { FacetValues } from '../../ports/search/text.ts';
import { count, oneOf, string } from './schemas.ts';

const rangeBound = { oneOf: [{ type: 'number' }, { type: 'string', examples: ['2026-01-31'] }] };

export const facetRequest = component('FacetRequest', {
  ...objectSchema({
    field: {
      type: 'string',
      minLength: 1,
      maxLength: limits.fieldNameLengthMax,
      description: 'A field, or `*` for dynamic facets.',
    },
    limit: maybe({
      type: 'integer',
      minimum: 0,
      maximum: limits.facetValuesMax,
      description: `Maximum number of values. Default: the setting, or ${limits.facetValuesDefault}.`,
    }),
    order: maybe({
      type: 'string',
      enum: facetOrders,
      description: 'Precedes the order in the settings. Default: `count`.',
    }),
    minCount: maybe({
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Minimum number of items of a value. Default: 1.',
    }),
    ranges: maybe(
      listSchema(
        { ...objectSchema({ from: maybe(rangeBound), to: maybe(rangeBound) }), additionalProperties: false },
        {
          minItems: 1,
          maxItems: limits.facetRangesMax,
          description:
            'Numbers or dates from `from` (inclusive) to `to` (exclusive); one of them may be absent.',
        },
      ),
    ),
    path: maybe({
      type: 'string',
      maxLength: limits.facetPathLengthMax,
      description: 'For values such as `Home > Kitchen`: counts by level, down to the children of this path.',
    }),
    disjunctive: maybe({
      type: 'boolean',
      description: 'Counted without the filter’s conditions on this field.',
    }),
    count: maybe({
      type: 'integer',
      minimum: 1,
      maximum: limits.facetsMax,
      description: `With \`*\`: maximum number of facets. Default: ${limits.facetsChosenDefault}.`,
    }),
  }),
  additionalProperties: false,
  examples: [{ field: 'price', ranges: [{ to: 50 }, { from: 50, to: 100 }, { from: 100 }] }],
});

const facetValue = component(
  'FacetValue',
  objectSchema({
    value: string(),
    count: count(),
    selected: maybe({
      const: true,
      description: 'The request’s `filters` name the value. Such values are in the reply however rare.',
    }),
  }),
);

const values = listSchema(facetValue);
const openBound = { type: ['number', 'string', 'null'] };
const name = maybe(string('The name in the facet settings.'));
const distinct = count('Number of values without a limit; `values` may contain fewer.');
const facet = component(
  'Facet',
  objectSchema(
    {
      name,
      values: { ...values, description: 'In the order of the request or the facet settings.' },
      distinct,
      stats: maybe({
        type: 'object',
        additionalProperties: { type: 'number' },
        description: 'For numeric fields: `min`, `max`, `avg`, `sum`, `count`.',
      }),
      dates: maybe(
        objectSchema(
          {
            min: { type: 'string', format: 'date-time' },
            max: { type: 'string', format: 'date-time' },
            count: count(),
          },
          { description: 'For date fields.' },
        ),
      ),
      ranges: maybe(
        listSchema(objectSchema({ from: openBound, to: openBound, count: count() }), {
          description: 'In the order of the request; open ends are null.',
        }),
      ),
      levels: maybe(
        listSchema(objectSchema({ path: string(), values }), {
          description: 'With `path`: from the top level down.',
        }),
      ),
    },
    { description: 'Values of a field among all matches.' },
  ),
);

/** By field. */
export const facets: Schema = {
  type: 'object',
  additionalProperties: facet,
  description: 'By field, in display order.',
};
export const facetOrder = listSchema(string(), {
  description:
    'The fields of `facets` with values, in display order: those of a rule, pinned ones, those of the facet settings, others as requested.',
});

export const facetValuesMembers = {
  name,
  values: listSchema(facetValue),
  distinct,
  fallback: oneOf(
    ['corrected', null],
    '`corrected`: no value contains the text; these differ from it by typos.',
  ),
};
/** By field. */
export const facetValuesByField: Schema<Readonly<Record<string, FacetValues & { name?: string }>>> = {
  type: 'object',
  additionalProperties: component('FacetValues', objectSchema(facetValuesMembers)),
  description: 'By field, in display order.',
};
