import { limits } from '../ports/limits.ts';

const valueRef = { $ref: '#/components/schemas/FacetValue' };
const values = { type: 'array', items: valueRef };
const bound = { type: ['number', 'string', 'null'] };
const wishBound = { oneOf: [{ type: 'number' }, { type: 'string', examples: ['2026-01-31'] }] };

/** A facet request as an object. */
export const facetRequestSchema = {
  type: 'object',
  required: ['field'],
  additionalProperties: false,
  properties: {
    field: {
      type: 'string',
      minLength: 1,
      maxLength: limits.fieldNameLengthMax,
      description: 'A field, or `*` for those worth showing, chosen by what is found.',
    },
    limit: {
      type: 'integer',
      minimum: 0,
      maximum: limits.facetValuesMax,
      default: limits.facetValuesDefault,
    },
    order: { type: 'string', enum: ['count', 'value'], default: 'count' },
    minCount: { type: 'integer', minimum: 1, maximum: 1_000_000_000, default: 1 },
    ranges: {
      type: 'array',
      minItems: 1,
      maxItems: limits.facetRangesMax,
      description: 'Numbers or dates from `from` up to and without `to`; one of them may be left out.',
      items: {
        type: 'object',
        properties: { from: wishBound, to: wishBound },
        additionalProperties: false,
      },
    },
    path: {
      type: 'string',
      maxLength: limits.facetPathLengthMax,
      description:
        'Of values such as `Home > Kitchen`: counts by level, down to what is directly below this one.',
    },
    disjunctive: { type: 'boolean', description: 'Counted without the conditions on this field alone.' },
    count: {
      type: 'integer',
      minimum: 1,
      maximum: limits.facetsMax,
      default: limits.facetsChosenDefault,
      description: 'With `*`: how many facets at the most.',
    },
  },
  examples: [{ field: 'price', ranges: [{ to: 50 }, { from: 50, to: 100 }, { from: 100 }] }],
};

export const facetValueSchema = {
  type: 'object',
  required: ['value', 'count'],
  properties: { value: { type: 'string' }, count: { type: 'integer', minimum: 0 } },
};

/** By field. */
export const facetsSchema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    required: ['values', 'distinct'],
    properties: {
      values,
      distinct: { type: 'integer', description: 'Values there are, of which `values` may be the first.' },
      stats: {
        type: 'object',
        additionalProperties: { type: 'number' },
        description: 'Where the field holds numbers: `min`, `max`, `avg`, `sum`, `count`.',
      },
      dates: {
        type: 'object',
        required: ['min', 'max', 'count'],
        properties: {
          min: { type: 'string', format: 'date-time' },
          max: { type: 'string', format: 'date-time' },
          count: { type: 'integer' },
        },
        description: 'Where the field holds dates.',
      },
      ranges: {
        type: 'array',
        items: {
          type: 'object',
          required: ['from', 'to', 'count'],
          properties: { from: bound, to: bound, count: { type: 'integer', minimum: 0 } },
        },
      },
      levels: {
        type: 'array',
        description: 'Where a path was asked for: from the top level down.',
        items: {
          type: 'object',
          required: ['path', 'values'],
          properties: { path: { type: 'string' }, values },
        },
      },
    },
  },
};
