import type { SearchRequest } from './contract.ts';
import { filtersOf, type SearchState } from './search-state.ts';

/** Parameters of a search that do not come from its state. */
export interface SearchParameters extends Omit<SearchRequest, 'q' | 'offset' | 'sort'> {
  /** A filter that always applies, such as that of a category page. */
  readonly filters?: string | undefined;
  /** Sort keys where the visitor has chosen none. */
  readonly sort?: readonly string[] | undefined;
}

export const pageSizeDefault = 20;

/**
 * The search of a state, for a server that renders the page.
 *
 * @example
 * ```ts
 * const state = parseSearchState(request.url.search);
 * const initialData = await client.search('shop', searchRequestOf(state, { facets: ['brand'] }));
 * ```
 */
export function searchRequestOf(state: SearchState, parameters: SearchParameters = {}): SearchRequest {
  const { filters, sort, disjunctive, ...others } = parameters;
  const limit = parameters.limit ?? pageSizeDefault;
  const chosen = filtersOf(state, filters);
  const sortKeys = state.sort === '' ? sort : [state.sort];
  const open = disjunctive ?? disjunctiveOf(state, others.facets ?? []);
  return {
    ...others,
    q: state.query,
    limit,
    ...(state.page > 1 ? { offset: (state.page - 1) * limit } : {}),
    ...(chosen === undefined ? {} : { filters: chosen }),
    ...(sortKeys === undefined ? {} : { sort: sortKeys }),
    ...(open.length === 0 ? {} : { disjunctive: open }),
  };
}

/** The facets with a selection: their other values are counted as if nothing was selected in them. */
function disjunctiveOf(state: SearchState, facets: NonNullable<SearchRequest['facets']>): readonly string[] {
  if (facets.length === 0) return [];
  const isDynamic = facets.some((facet) => (typeof facet === 'string' ? facet : facet.field).startsWith('*'));
  if (isDynamic) return ['*'];
  const selected = Object.entries(state.facets).filter(([, values]) => values.length > 0);
  return [...new Set([...selected.map(([field]) => field), ...Object.keys(state.ranges)])];
}
