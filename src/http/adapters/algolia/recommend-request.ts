import { isObject } from '../../../domain/contract/object-fields.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import { limits } from '../../../ports/limits.ts';
import { prefixErrorPaths, createParameterError } from '../../requests/invalid-parameter.ts';
import { toField } from './attributes.ts';
import { ParameterReader } from './parameter-reader.ts';
import { readSearch, type AlgoliaSearch } from './search-parameters.ts';

export const recommendModels = [
  'bought-together',
  'related-products',
  'looking-similar',
  'trending-items',
  'trending-facets',
  'recommended-for-you',
] as const;

/** One request for recommendations. */
export interface RecommendationsRequest {
  readonly index: string;
  readonly model: (typeof recommendModels)[number];
  /** The lowest score of a hit, 0 to 100. */
  readonly threshold: number;
  readonly limit: number;
  /** The item that the list is for; models for trends and users have none. */
  readonly item: string | null;
  /** The attribute of the trending models. */
  readonly facet: string | null;
  readonly userToken: string | null;
  /** Filter and display of the hits. */
  readonly search: AlgoliaSearch;
  readonly filter: Filter | null;
}

const limitMax = 30;
const requestsMax = 50;

/** @throws VitrineError invalid_request with the parameter as path */
export function readRecommendationsRequests(
  requests: Json | undefined,
  forced: JsonObject,
): RecommendationsRequest[] {
  if (!Array.isArray(requests) || requests.length > requestsMax)
    throw createParameterError('requests', 'type', `a list of at most ${requestsMax} requests`);
  return requests.map((one, position) =>
    prefixErrorPaths(`requests[${position}]`, () => readRequest(one, forced)),
  );
}

function readRequest(request: Json, forced: JsonObject): RecommendationsRequest {
  if (!isObject(request))
    throw createParameterError('model', 'required', `one of ${recommendModels.join(', ')}`);
  const reader = new ParameterReader(request);
  const model = recommendModels.find((name) => name === request['model']);
  if (model === undefined)
    throw createParameterError('model', 'not_allowed', `one of ${recommendModels.join(', ')}`);
  const index = reader.readText('indexName', limits.projectIdLengthMax);
  if (index === null) throw createParameterError('indexName', 'required', 'the name of an index');
  const item = reader.readText('objectID', limits.itemIdLengthMax);
  const needsItem = ['bought-together', 'related-products', 'looking-similar'].includes(model);
  if (needsItem && item === null) throw createParameterError('objectID', 'required', 'the id of an item');
  const facet = reader.readText('facetName', limits.fieldNameLengthMax);
  if (model === 'trending-facets' && facet === null)
    throw createParameterError('facetName', 'required', 'the name of an attribute');
  const query = reader.readValue('queryParameters');
  const search = readSearch(isObject(query) ? query : {}, forced);
  // A limit of 0 means as many as possible.
  const limit =
    reader.readInteger('maxRecommendations', { min: 0, max: limitMax, fallback: limitMax }) || limitMax;
  return {
    index,
    model,
    threshold: readThreshold(reader),
    limit,
    item,
    facet,
    userToken: search.userToken ?? reader.readText('userToken', limits.userIdLengthMax),
    search,
    filter: joinFilters(search.filter, model === 'trending-items' ? readFacetFilter(facet, reader) : null),
  };
}

function readThreshold(reader: ParameterReader): number {
  const number = Number(reader.readText('threshold', 20) ?? 0);
  if (number >= 0 && number <= 100) return number;
  throw createParameterError('threshold', 'out_of_range', 'a number from 0 to 100');
}

function readFacetFilter(facet: string | null, reader: ParameterReader): Filter | null {
  const value = reader.readText('facetValue', limits.facetPathLengthMax);
  return facet === null || value === null ? null : { kind: 'equals', field: toField(facet), value };
}

function joinFilters(a: Filter | null, b: Filter | null): Filter | null {
  return a === null || b === null ? (a ?? b) : { kind: 'and', clauses: [a, b] };
}
