import {
  defineComponent,
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  type Schema,
} from '../../domain/contract/schema.ts';
import { limits } from '../../ports/limits.ts';
import { facetOrders } from '../../ports/configuration/settings.ts';
import type { FacetValues } from '../../ports/search/text.ts';
import { describeCount, describeChoice, describeString } from './schemas.ts';

const rangeBound = { oneOf: [{ type: 'number' }, { type: 'string', examples: ['2026-01-31'] }] };

export const facetRequest = defineComponent('FacetRequest', {
  ...defineObjectSchema({
    field: {
      type: 'string',
      minLength: 1,
      maxLength: limits.fieldNameLengthMax,
      description: 'A field, or `*` for dynamic facets.',
    },
    limit: makeSchemaOptional({
      type: 'integer',
      minimum: 0,
      maximum: limits.facetValuesMax,
      description: `Maximum number of values. Default: the setting, or ${limits.facetValuesDefault}.`,
    }),
    order: makeSchemaOptional({
      type: 'string',
      enum: facetOrders,
      description: 'Precedes the order in the settings. Default: `count`.',
    }),
    minCount: makeSchemaOptional({
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Minimum number of items of a value. Default: 1.',
    }),
    ranges: makeSchemaOptional(
      defineListSchema(
        {
          ...defineObjectSchema({ from: makeSchemaOptional(rangeBound), to: makeSchemaOptional(rangeBound) }),
          additionalProperties: false,
        },
        {
          minItems: 1,
          maxItems: limits.facetRangesMax,
          description:
            'Numbers or dates from `from` (inclusive) to `to` (exclusive); one of them may be absent.',
        },
      ),
    ),
    path: makeSchemaOptional({
      type: 'string',
      maxLength: limits.facetPathLengthMax,
      description:
        'The path of a hierarchical value, such as `Home > Kitchen`: values are counted by level, down to the children of this path.',
    }),
    disjunctive: makeSchemaOptional({
      type: 'boolean',
      description: 'Counted without the filter’s conditions on this field.',
    }),
    count: makeSchemaOptional({
      type: 'integer',
      minimum: 1,
      maximum: limits.facetsMax,
      description: `The maximum number of facets that \`*\` selects. The default is ${limits.facetsChosenDefault}.`,
    }),
  }),
  additionalProperties: false,
  examples: [{ field: 'price', ranges: [{ to: 50 }, { from: 50, to: 100 }, { from: 100 }] }],
});

const facetValue = defineComponent(
  'FacetValue',
  defineObjectSchema({
    value: describeString(),
    count: describeCount(),
    selected: makeSchemaOptional({
      const: true,
      description: 'The request’s `filters` name the value. Such values are in the reply however rare.',
    }),
  }),
);

const values = defineListSchema(facetValue);
const openBound = { type: ['number', 'string', 'null'] };
const name = makeSchemaOptional(describeString('The name in the facet settings.'));
const distinct = describeCount('Number of values without a limit; `values` may contain fewer.');
const facet = defineComponent(
  'Facet',
  defineObjectSchema(
    {
      name,
      values: { ...values, description: 'The values, in the order of the request or of the facet settings.' },
      distinct,
      stats: makeSchemaOptional({
        type: 'object',
        additionalProperties: { type: 'number' },
        description: 'The statistics `min`, `max`, `avg`, `sum` and `count`. Only numeric fields have them.',
      }),
      dates: makeSchemaOptional(
        defineObjectSchema(
          {
            min: { type: 'string', format: 'date-time' },
            max: { type: 'string', format: 'date-time' },
            count: describeCount(),
          },
          { description: 'The earliest and the latest date. Only date fields have it.' },
        ),
      ),
      ranges: makeSchemaOptional(
        defineListSchema(defineObjectSchema({ from: openBound, to: openBound, count: describeCount() }), {
          description: 'The ranges, in the order of the request. Open ends are null.',
        }),
      ),
      levels: makeSchemaOptional(
        defineListSchema(defineObjectSchema({ path: describeString(), values }), {
          description: 'The levels of the path, from the top down. Only facets with `path` have them.',
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
  description: 'The facets by field, in display order.',
};
export const facetOrder = defineListSchema(describeString(), {
  description:
    'The fields of `facets` with values, in display order: those of a rule, pinned ones, those of the facet settings, others as requested.',
});

export const facetValuesMembers = {
  name,
  values: defineListSchema(facetValue),
  distinct,
  fallback: describeChoice(
    ['corrected', null],
    '`corrected`: no value contains the text; these differ from it by typos.',
  ),
};
/** By field. */
export const facetValuesByField: Schema<Readonly<Record<string, FacetValues & { name?: string }>>> = {
  type: 'object',
  additionalProperties: defineComponent('FacetValues', defineObjectSchema(facetValuesMembers)),
  description: 'The facets by field, in display order.',
};
