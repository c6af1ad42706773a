import { facetValues } from './facet-values.ts';
import { recommendations } from './recommendations.ts';
import { resultOf, type SearchReply } from './results.ts';
import { planSearches, type PlannedSearch } from './searches.ts';
import { isSuggestionsIndex, suggestions } from './suggestions.ts';
import { sender, type Send } from './transport.ts';
import type {
  ClientRequest,
  FacetValuesRequest,
  FacetValuesResult,
  FacetValuesSearch,
  InstantSearchClient,
  InstantSearchClientOptions,
  RecommendRequest,
  SearchResult,
} from './types.ts';

/** Most searches of a request. */
const searchesMax = 20;

/**
 * Creates a search client of InstantSearch, React InstantSearch and Autocomplete.
 *
 * @example
 * ```ts
 * const searchClient = createInstantSearchClient({ url: 'https://search.shop.example', key: webKey });
 * const { results } = await searchClient.search([{ indexName: 'shop', params: { query: 'chair' } }]);
 * ```
 */
export function createInstantSearchClient(options: InstantSearchClientOptions): InstantSearchClient {
  const send = sender(options);
  return {
    search: (requests) => search(send, requests.map(withQuery), options),
    searchForFacetValues: facetValuesSearch(send, options),
    getRecommendations: async <T>(requests: readonly RecommendRequest[]) => ({
      results: await Promise.all(requests.map((request) => recommendations<T>(send, request, options))),
    }),
    transporter: { headers: { 'x-algolia-application-id': 'vitrine', 'x-algolia-api-key': 'vitrine' } },
  };
}

/** The request with its query in `params`. */
function withQuery(request: ClientRequest): ClientRequest {
  const { query, params } = request;
  return query === undefined ? request : { ...request, params: { query, ...params } };
}

async function search<T>(
  send: Send,
  requests: readonly ClientRequest[],
  options: InstantSearchClientOptions,
): Promise<{ results: SearchResult<T>[] }> {
  const isSearch = ({ type, indexName }: ClientRequest): boolean =>
    type !== 'facet' && !isSuggestionsIndex(indexName);
  const searches = searchResults<T>(send, requests.filter(isSearch), options);
  let next = 0;
  const results = requests.map(async (request) => {
    if (isSearch(request)) {
      const position = next++;
      return (await searches)[position]!;
    }
    // InstantSearch and Autocomplete read the member `facetHits` of such a result.
    if (request.type === 'facet')
      return facetValues(send, request, options) as Promise<unknown> as Promise<SearchResult<T>>;
    return suggestions<T>(send, request);
  });
  return { results: await Promise.all(results) };
}

function facetValuesSearch(send: Send, options: InstantSearchClientOptions): FacetValuesSearch {
  function values(requests: readonly ClientRequest[]): Promise<FacetValuesResult[]>;
  function values(request: FacetValuesRequest): Promise<FacetValuesResult>;
  function values(sent: readonly ClientRequest[] | FacetValuesRequest): Promise<unknown> {
    if ('indexName' in sent) {
      const { indexName, facetName: facet, searchForFacetValuesRequest: params } = sent;
      return facetValues(send, { indexName, facet, params: { ...params } }, options);
    }
    return Promise.all(sent.map((request) => facetValues(send, request, options)));
  }
  return values;
}

/** The results of searches, in their order: one request of HTTP for up to 20 of a project. */
async function searchResults<T>(
  send: Send,
  requests: readonly ClientRequest[],
  options: InstantSearchClientOptions,
): Promise<SearchResult<T>[]> {
  const { searches, searchOfRequest } = planSearches(requests, options);
  const replies = new Map<PlannedSearch, SearchReply>();
  const send20 = async (part: readonly PlannedSearch[]): Promise<void> => {
    const body = { project: part[0]!.project, searches: part.map((one) => one.body) };
    const { results } = await send<{ results: readonly SearchReply[] }>('POST', '/search', body);
    part.forEach((one, i) => replies.set(one, results[i]!));
  };
  await Promise.all(partsOf(searches).map(send20));
  return requests.map((request, i) => {
    const reply = replies.get(searches[searchOfRequest[i]!]!)!;
    return resultOf<T>(reply, request, options.geoField ?? 'geo');
  });
}

/** Groups of searches of one project. */
function partsOf(searches: readonly PlannedSearch[]): PlannedSearch[][] {
  const parts: PlannedSearch[][] = [];
  for (const search of searches) {
    const part = parts.find((one) => one[0]!.project === search.project && one.length < searchesMax);
    if (part === undefined) parts.push([search]);
    else part.push(search);
  }
  return parts;
}
