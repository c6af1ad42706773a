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
      description: 'A field, or `*` for dynamic facets.',
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
      description: 'Numbers or dates from `from` (inclusive) to `to` (exclusive); one of them may be absent.',
      items: {
        type: 'object',
        properties: { from: wishBound, to: wishBound },
        additionalProperties: false,
      },
    },
    path: {
      type: 'string',
      maxLength: limits.facetPathLengthMax,
      description: 'For values such as `Home > Kitchen`: counts by level, down to the children of this path.',
    },
    disjunctive: { type: 'boolean', description: 'Counted without the filter’s conditions on this field.' },
    count: {
      type: 'integer',
      minimum: 1,
      maximum: limits.facetsMax,
      default: limits.facetsChosenDefault,
      description: 'With `*`: maximum of facets.',
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
      distinct: { type: 'integer', description: 'Number of distinct values; `values` may contain fewer.' },
      stats: {
        type: 'object',
        additionalProperties: { type: 'number' },
        description: 'For numeric fields: `min`, `max`, `avg`, `sum`, `count`.',
      },
      dates: {
        type: 'object',
        required: ['min', 'max', 'count'],
        properties: {
          min: { type: 'string', format: 'date-time' },
          max: { type: 'string', format: 'date-time' },
          count: { type: 'integer' },
        },
        description: 'For date fields.',
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
        description: 'With `path`: from the top level down.',
        items: {
          type: 'object',
          required: ['path', 'values'],
          properties: { path: { type: 'string' }, values },
        },
      },
    },
  },
};
