import { fieldsInAddress, type Item, type Warning } from './items.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** Parameters of a search. */
export interface SearchRequest {
  /** The query, up to 1,000 characters. Without one, items are listed by popularity. */
  readonly q?: string | undefined;
  /** 0 to 1,000. Default: 20. */
  readonly limit?: number | undefined;
  /** Default: 0. `offset` + `limit` is at most 10,000. */
  readonly offset?: number | undefined;
  /** Filter: `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. */
  readonly filters?: string | undefined;
  /** Up to 50 facets: `brand`, `brand:10` for ten values, `price(0..50,50..)`, or objects. */
  readonly facets?: readonly (string | FacetRequest)[] | undefined;
  /** Up to 20 facets counted without the filter's own conditions on their field. */
  readonly disjunctive?: readonly string[] | undefined;
  /** Up to 8 sort keys: `price:asc`, `price:desc`, `distance(location,59.33,18.06)`. */
  readonly sort?: readonly string[] | undefined;
  /** Up to 100 fields of each item to return, such as `['name', 'price', 'specs.weight']`. Default: all. `id` is always returned. */
  readonly fields?: readonly string[] | undefined;
  /** Fields to highlight, or false. Default: name and description, if returned. */
  readonly highlight?: readonly string[] | false | undefined;
  /** Adds `_ranking` to each item. */
  readonly explain?: boolean | undefined;
  /** False lists each variant separately. */
  readonly grouped?: boolean | undefined;
  /** Number of further variants per product in `_variants`, 0 to 20. */
  readonly variants?: number | undefined;
  /** The visitor: settled queries can become completions. */
  readonly user?: string | undefined;
  readonly session?: string | undefined;
  /** The visitor's IP address, if your server sends the request; not stored. */
  readonly address?: string | undefined;
  /** Reserved. */
  readonly context?: unknown;
  /** Language of the query, such as `en`. */
  readonly language?: string | undefined;
}

/** A facet request. */
export interface FacetRequest {
  /** A field, or `*` for dynamic facets. */
  readonly field: string;
  /** Maximum number of values, 0 to 1,000. Default: 100. */
  readonly limit?: number;
  /** Default: `count`, the most frequent first. */
  readonly order?: 'count' | 'value';
  /** Minimum number of items of a value. */
  readonly minCount?: number;
  /** Up to 100 ranges of numbers or dates (as texts), `from` inclusive, `to` exclusive. */
  readonly ranges?: readonly { readonly from?: number | string; readonly to?: number | string }[];
  /** For values such as `Home > Kitchen`: counts by level, down to the children of this path. */
  readonly path?: string;
  /** Counted without the filter's own conditions on this field. */
  readonly disjunctive?: boolean;
  /** With `*`: maximum number of facets, 1 to 50. Default: 8. */
  readonly count?: number;
}

/** An item in a search result. */
export interface SearchItem extends Item {
  /** Comparable within one result only. */
  readonly _score: number;
  /** By field: escaped HTML with `<em>` around matches. */
  readonly _highlights?: Readonly<Record<string, string>>;
  /** Only for items pinned by a rule. */
  readonly _reason?: { readonly code: 'pinned'; readonly text: string; readonly rule: string };
  /** With `explain`: the ranking criteria with their values and `reasons`. */
  readonly _ranking?: Readonly<Record<string, unknown>>;
  /** With `sort: ['distance(...)']`: metres to the item's nearest geo point. */
  readonly _distance?: number;
  /** For items with a `groupId`: number of matching variants, and further ones with `variants`. */
  readonly _variants?: { readonly count: number; readonly items: readonly Item[] };
  /** In a photo search: the picture that matched. */
  readonly _picture?: string;
  /** In a photo search: the index in `imgs`, from 0. */
  readonly _pictureIndex?: number;
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** Values of a field among all matches. */
export interface Facet {
  /** Most frequent first by default. */
  readonly values: readonly FacetValue[];
  /** Number of distinct values, of which `values` may contain only the first. */
  readonly distinct: number;
  /** For numbers: `min`, `max`, `avg`, `sum`, `count`. */
  readonly stats?: Readonly<Record<string, number>>;
  /** For dates: earliest and latest in ISO 8601. */
  readonly dates?: { readonly min: string; readonly max: string; readonly count: number };
  /** In the order of the request; open ends are null. */
  readonly ranges?: readonly {
    readonly from: number | string | null;
    readonly to: number | string | null;
    readonly count: number;
  }[];
  /** With `path`: from the top level down to the children of the path. */
  readonly levels?: readonly { readonly path: string; readonly values: readonly FacetValue[] }[];
}

/** Semantic search in a reply. */
export interface SemanticReport {
  /** Whether it changed the order or added items. */
  readonly used: boolean;
  /** Why only keywords were used; null if semantic search was. `timeout` and `unavailable` are temporary. */
  readonly skipped:
    | 'disabled'
    | 'empty_query'
    | 'sorted'
    | 'code'
    | 'enough_matches'
    | 'unsupported_language'
    | 'no_vectors'
    | 'timeout'
    | 'unavailable'
    | null;
  /** Semantic matches among `total`: items without any word of the query. */
  readonly added: number;
  /** Share of the semantic similarity in the combined score; null if it was not used. */
  readonly weight: number | null;
}

/** A search result. */
export interface SearchReply {
  /** Send it with subsequent events. */
  readonly searchId: string;
  readonly items: readonly SearchItem[];
  /** Exact number of matches. */
  readonly total: number;
  readonly facets: Readonly<Record<string, Facet>>;
  readonly query: string;
  /** The corrected query, or null. */
  readonly correctedQuery: string | null;
  /**
   * How the query was relaxed: `corrected` spelling; `words_dropped`; `semantic`: the first item is a semantic match without any word
   * of the query; `popular`: no matches (`total` is 0), popular items instead; null: as typed.
   */
  readonly fallback: string | null;
  /** Semantic search; not in a photo search. */
  readonly semantic?: SemanticReport;
  /** Milliseconds in the service. */
  readonly tookMs: number;
  /** Photo search only: how certain the first result is; `out_of_catalog`: no product of the catalog resembles the photo, and `items` is empty. */
  readonly confidence?: 'high' | 'low' | 'out_of_catalog';
  /** Photo search only: the region of the photo that was searched; null for the whole. */
  readonly part?: Crop | null;
  readonly warnings?: readonly Warning[];
}

/** A completion of the typed text. */
export interface Suggestion {
  readonly text: string;
  /** Escaped HTML with `<em>` around the typed part. */
  readonly highlighted: string;
  /** `search`: a popular query; `phrase`: a phrase of several names. */
  readonly kind: 'search' | 'phrase' | 'item' | 'brand' | 'category';
  /** Number of items it finds. */
  readonly count: number;
}

/** A region of a picture, as shares of its width and height (0 to 1) from the top left. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A photo: its bytes (JPEG, PNG, WebP, AVIF, GIF or TIFF of at most 10 MB), or base64, a `data:` URI or an http(s) URL. */
export type Photo = Blob | Uint8Array | string;

/** Parameters of a photo search. */
export interface ImageSearchRequest extends Pick<
  SearchRequest,
  | 'q'
  | 'limit'
  | 'offset'
  | 'filters'
  | 'disjunctive'
  | 'sort'
  | 'fields'
  | 'explain'
  | 'grouped'
  | 'variants'
  | 'user'
  | 'session'
  | 'address'
> {
  /** Facets as texts. */
  readonly facets?: readonly string[] | undefined;
  /** The region of the photo to search. */
  readonly crop?: Crop | undefined;
}

/** The reasons why an item is missing from a search, or its position. */
export interface WhyNot {
  /** The item's `id`. */
  readonly item: string;
  readonly listed: boolean;
  /** From 1; for a variant, the position of its product. */
  readonly position: number | null;
  readonly total: number;
  readonly reasons: readonly {
    readonly code: 'inactive' | 'hidden' | 'filter' | 'words' | 'variant' | 'listed';
    readonly text: string;
    /** For `hidden`: id of the rule. */
    readonly rule?: string;
  }[];
  readonly words: readonly { readonly word: string; readonly found: boolean }[];
  readonly ranking: Readonly<Record<string, unknown>> | null;
  readonly warnings?: readonly Warning[];
}

/** Searches. Require the scope `search`. */
export interface SearchOperations {
  /**
   * Keyword and semantic search. Errors: `invalid_filter` (with the position), `invalid_request`.
   *
   * @example
   * ```ts
   * const { items, total } = await vitrine.search('shop', { q: 'red shoes', filters: 'price < 100', facets: ['brand'] });
   * ```
   */
  search(project: string, request?: SearchRequest, options?: RequestOptions): Promise<SearchReply>;
  /** Completions of a partly typed query. `limit` 1 to 20, default 8. */
  suggest(
    project: string,
    request: { readonly q: string; readonly limit?: number | undefined },
    options?: RequestOptions,
  ): Promise<{ readonly suggestions: readonly Suggestion[]; readonly warnings?: readonly Warning[] }>;
  /** Values of a facet that contain `facetQuery`, among the items that match `q` and `filters`. `limit` 1 to 1,000, default 20. */
  searchFacetValues(
    project: string,
    field: string,
    request?: {
      readonly facetQuery?: string;
      readonly q?: string;
      readonly filters?: string;
      readonly limit?: number;
    },
    options?: RequestOptions,
  ): Promise<{
    readonly values: readonly FacetValue[];
    readonly distinct: number;
    /** `corrected`: no value contains the text, and these differ from it by typos. */
    readonly fallback: 'corrected' | null;
  }>;
  /**
   * The reasons why an item (by `id` or `_id`) is missing from a search, or its position.
   *
   * @example
   * ```ts
   * const { reasons } = await vitrine.whyNot('shop', 'a1', { q: 'oak chair', filters: 'price < 100' });
   * ```
   */
  whyNot(
    project: string,
    item: string,
    request?: Pick<SearchRequest, 'q' | 'filters' | 'sort' | 'grouped'>,
    options?: RequestOptions,
  ): Promise<WhyNot>;
  /** 1 to 20 searches in one request; replies in the same order. */
  multiSearch(
    project: string,
    searches: readonly SearchRequest[],
    options?: RequestOptions,
  ): Promise<{ readonly results: readonly SearchReply[] }>;
  /**
   * Photo search. Errors: `image_unsupported`, `image_broken`, `image_too_large`, `image_fetch_failed`,
   * `vision_unavailable` (text search still works), `overloaded` (with `retryAfter`).
   *
   * @example
   * ```ts
   * const { items } = await vitrine.imageSearch('shop', input.files[0], { limit: 5 });
   * ```
   */
  imageSearch(
    project: string,
    photo: Photo,
    request?: ImageSearchRequest,
    options?: RequestOptions,
  ): Promise<SearchReply>;
}

export function searchOperations(transport: Transport): SearchOperations {
  const path = (project: string): string => `/search/${segment(project)}`;
  return {
    search: (project, request, options) =>
      transport.json({ method: 'POST', path: path(project), json: searchBody(request) }, options),
    suggest: (project, request, options) =>
      transport.json({ method: 'GET', path: `${path(project)}/suggest`, query: { ...request } }, options),
    searchFacetValues: (project, field, request, options) =>
      transport.json(
        { method: 'POST', path: `${path(project)}/facets/${segment(field)}`, json: request ?? {} },
        options,
      ),
    whyNot: (project, item, request, options) =>
      transport.json(
        { method: 'GET', path: `${path(project)}/why-not`, query: { item, ...request } },
        options,
      ),
    multiSearch: (project, searches, options) =>
      transport.json(
        { method: 'POST', path: '/search', json: { project, searches: searches.map(searchBody) } },
        options,
      ),
    imageSearch: (project, photo, request, options) => {
      const { crop, ...rest } = request ?? {};
      const others = {
        ...rest,
        ...(crop === undefined ? {} : { crop: `${crop.x},${crop.y},${crop.width},${crop.height}` }),
      };
      const target = { method: 'POST', path: `/image-search/${segment(project)}` } as const;
      if (typeof photo === 'string')
        return transport.json({ ...target, json: { uploaded_file: photo, ...others } }, options);
      const type =
        photo instanceof Blob && photo.type.startsWith('image/') ? photo.type : 'application/octet-stream';
      const query = { ...others, fields: fieldsInAddress(others.fields) };
      return transport.json({ ...target, query, raw: { body: photo, contentType: type } }, options);
    },
  };
}

/** The service expects the text `"false"` to disable highlights. */
function searchBody(request: SearchRequest = {}): object {
  const { highlight, ...rest } = request;
  if (highlight === undefined) return rest;
  return { ...rest, highlight: highlight === false ? 'false' : highlight };
}
