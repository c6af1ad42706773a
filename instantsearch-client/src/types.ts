/** Options of a search client. */
export interface InstantSearchClientOptions {
  /** URL of the service: `https://search.shop.example`. */
  readonly url: string;
  /** A web key with the scope `search`, and `recommend` for recommendations. */
  readonly key: string;
  /** Session id of the visitor, as in events: `tracker.session`. Default: `userToken` of the request. */
  readonly session?: string | undefined;
  /** Id of a signed-in user. */
  readonly user?: string | undefined;
  /** Further parameters of each search and list of Vitrine: `{ language: 'de', priceList: 'b2b', context: { page: 'home' } }`. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Fields to count where a widget asks for all facets (`*`), besides those that Vitrine selects. With `dynamicWidgets`, InstantSearch does
   * not name the fields of its other widgets: `['categories.lvl0', 'price']`.
   */
  readonly facets?: readonly string[] | undefined;
  /** The field with geo points, for `geoSearch`. Default: `geo`. */
  readonly geoField?: string | undefined;
  /** Replacement for `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Parameters of a search, as InstantSearch sends them. Those without a name here are ignored. */
export interface SearchParams {
  readonly [parameter: string]: unknown;
}

/** A search, or a search for values of a facet (`type: 'facet'`). */
export interface ClientRequest {
  /** A project, or a project and a sort: `shop/price:asc`; or `shop_query_suggestions` for completions. */
  readonly indexName: string;
  readonly type?: string | undefined;
  readonly facet?: string | undefined;
  /** Autocomplete has it here, InstantSearch in `params`. */
  readonly query?: string | undefined;
  readonly params?: SearchParams | undefined;
}

/** A request for recommendations. */
export interface RecommendRequest {
  readonly indexName: string;
  /** `bought-together`, `related-products`, `looking-similar`, `trending-items` or `recommended-for-you`. */
  readonly model: string;
  readonly objectID?: string | undefined;
  /** Least share of the best score, in per cent. */
  readonly threshold?: number | undefined;
  /** Default: 10. */
  readonly maxRecommendations?: number | undefined;
  readonly facetName?: unknown;
  readonly facetValue?: unknown;
  readonly queryParameters?: SearchParams | undefined;
}

/** What a search found, in the form that InstantSearch reads. */
export interface SearchResult<T> {
  readonly index: string;
  readonly query: string;
  readonly params: string;
  readonly hits: (T & { objectID: string })[];
  readonly nbHits: number;
  readonly page: number;
  readonly nbPages: number;
  readonly hitsPerPage: number;
  readonly facets?: Record<string, Record<string, number>>;
  readonly facets_stats?: Record<string, { min: number; max: number; avg: number; sum: number }>;
  readonly renderingContent?: {
    facetOrdering?: { facets: { order: string[] }; values: Record<string, { order: string[] }> };
    redirect?: { url: string };
  };
  readonly userData?: unknown;
  readonly processingTimeMS: number;
  readonly exhaustiveNbHits: boolean;
  readonly exhaustiveFacetsCount: boolean;
  /** The id of the search or list, for events. */
  readonly queryID?: string;
}

/** Values of a facet that contain a text. */
export interface FacetValuesResult {
  readonly facetHits: { value: string; highlighted: string; count: number }[];
  readonly exhaustiveFacetsCount: boolean;
  readonly processingTimeMS: number;
}

/** InstantSearch passes a list of requests; a request for one facet, as version 5 of Algolia's client has it, works too. */
export interface FacetValuesSearch {
  (requests: readonly ClientRequest[]): Promise<FacetValuesResult[]>;
  (request: FacetValuesRequest): Promise<FacetValuesResult>;
}

/** A search for values of one facet. */
export interface FacetValuesRequest {
  readonly indexName: string;
  readonly facetName: string;
  readonly searchForFacetValuesRequest?: object | undefined;
}

/** The part of a client that InstantSearch, React InstantSearch and Autocomplete call. */
export interface InstantSearchClient {
  /** Searches, in one request of HTTP for each project. @throws SearchClientError */
  search<T>(requests: readonly ClientRequest[]): Promise<{ results: SearchResult<T>[] }>;
  /** Values of facets that contain `params.facetQuery`. @throws SearchClientError */
  readonly searchForFacetValues: FacetValuesSearch;
  /** Recommendations. @throws SearchClientError; TypeError for `trending-facets` */
  getRecommendations<T>(
    requests: readonly RecommendRequest[],
  ): Promise<{ results: SearchResult<T & { _score: number }>[] }>;
  /** Autocomplete refuses a client without these. They name no account, and the key is not in them. */
  readonly transporter: { readonly headers: Readonly<Record<string, string>> };
}
