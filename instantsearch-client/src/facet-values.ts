import { conditionsOf } from './filters.ts';
import { tagsOf, type Tags } from './highlights.ts';
import { filtersOf, numberOf, readIndexName, textOf } from './searches.ts';
import type { Send } from './transport.ts';
import type { ClientRequest, FacetValuesResult, InstantSearchClientOptions } from './types.ts';

interface FacetValuesReply {
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** Values of a facet that contain a text, among the items that match. */
export async function facetValues(
  send: Send,
  { indexName, facet, params = {} }: ClientRequest,
  options: InstantSearchClientOptions,
): Promise<FacetValuesResult> {
  const { project } = readIndexName(indexName);
  const field = facet ?? textOf(params['facetName']);
  const facetQuery = textOf(params['facetQuery']);
  const path = `/search/${encodeURIComponent(project)}/facets/${encodeURIComponent(field)}`;
  const { values } = await send<FacetValuesReply>('POST', path, {
    facetQuery,
    q: textOf(params['query']),
    limit: numberOf(params['maxFacetHits'], 10),
    ...filtersOf(conditionsOf(params, options.geoField ?? 'geo')),
    ...options.parameters,
  });
  const tags = tagsOf(params);
  return {
    facetHits: values.map(({ value, count }) => ({
      value,
      highlighted: highlighted(value, facetQuery, tags),
      count,
    })),
    exhaustiveFacetsCount: true,
    processingTimeMS: 1,
  };
}

/** The value with tags around the text that was typed. */
function highlighted(value: string, query: string, { before, after }: Tags): string {
  const start = query === '' ? -1 : value.toLowerCase().indexOf(query.toLowerCase());
  if (start < 0) return value;
  const end = start + query.length;
  return `${value.slice(0, start)}${before}${value.slice(start, end)}${after}${value.slice(end)}`;
}
