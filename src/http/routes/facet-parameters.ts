import type { JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { Fault } from '../../domain/contract/fields.ts';
import { facetRequest } from '../schemas/facet-schema.ts';
import { defineTextListParameter, type Parameter } from '../requests/parameters.ts';

const facetForm =
  '`brand`, `brand:10` for ten values, `brand(limit=10,order=value,minCount=2)`, `size(order=size)`, `price(0..50,50..)` for ranges, `category(path="Home")` for levels, `*` for dynamic facets.';
const facetItem = { type: 'string', minLength: 1, maxLength: limits.facetLengthMax } as const;

export const facets = defineTextListParameter({
  description: `Facets: ${facetForm}`,
  countMax: limits.facetsMax,
  lengthMax: limits.facetLengthMax,
  brackets: true,
});

export const facetsInBody: Parameter<(string | JsonObject)[]> = {
  ...facets,
  fallback: [],
  schema: {
    type: 'array',
    items: { oneOf: [facetItem, facetRequest] },
    maxItems: limits.facetsMax,
  },
  description: `Facets, as texts or objects: ${facetForm}`,
  read: (value, path) => {
    const facetList = Array.isArray(value) ? value : [value];
    const texts = facets.read(
      facetList.map((entry: unknown) => (isObject(entry) ? anObject : entry)),
      path,
    );
    if (texts instanceof Fault) return texts;
    const objects = facetList.filter(isObject);
    let at = 0;
    return texts.map((text) => (text === anObject ? (objects[at++] ?? text) : text));
  },
};

export const disjunctive = defineTextListParameter({
  description: 'Disjunctive facets: counted without the conditions of `filters` on their own field.',
  countMax: limits.facetsMax,
  lengthMax: limits.fieldNameLengthMax,
});

/** Placeholder for an object in a list of texts; no valid field name. */
const anObject = '\u0001';
const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
