import { component, listSchema, maybe, objectSchema, type Schema } from '../domain/contract/schema.ts';
import { limits } from '../ports/limits.ts';
import { count, string } from './schemas.ts';

const rangeBound = { oneOf: [{ type: 'number' }, { type: 'string', examples: ['2026-01-31'] }] };

/** A facet request as an object. */
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
      description: `Maximum number of values. Default: ${limits.facetValuesDefault}.`,
    }),
    order: maybe({ type: 'string', enum: ['count', 'value'], description: 'Default: `count`.' }),
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

export const facetValue = component('FacetValue', objectSchema({ value: string(), count: count() }));

const values = listSchema(facetValue);
const openBound = { type: ['number', 'string', 'null'] };
const facet = component(
  'Facet',
  objectSchema(
    {
      values: { ...values, description: 'Most frequent first by default.' },
      distinct: count('Number of distinct values; `values` may contain fewer.'),
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
export const facets: Schema = { type: 'object', additionalProperties: facet, description: 'By field.' };
