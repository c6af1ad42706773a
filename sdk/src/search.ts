import { fieldsInAddress, type Item, type Warning } from './items.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** What a search takes. */
export interface SearchRequest {
  /** The words to look for: up to 1,000 characters. Without any, the catalog is browsed by popularity. */
  readonly q?: string | undefined;
  /** 0 to 1,000: 20. */
  readonly limit?: number | undefined;
  /** 0; `offset` + `limit` at most 10,000. */
  readonly offset?: number | undefined;
  /** Conditions on fields: `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. */
  readonly filters?: string | undefined;
  /** Fields to count values of: `brand`, `brand:10` for ten values, `price(0..50,50..)`, or as objects; up to 50. */
  readonly facets?: readonly (string | FacetRequest)[] | undefined;
  /** Facets to be counted without the conditions that `filters` has on them alone; up to 20. */
  readonly disjunctive?: readonly string[] | undefined;
  /** Fields to sort by before relevance: `price:asc`, `price:desc`, `distance(location,59.33,18.06)`; up to 8. */
  readonly sort?: readonly string[] | undefined;
  /** Fields of each item to return, such as `['name', 'price', 'specs.weight']`; up to 100: all. `id` and the service's own always come back. */
  readonly fields?: readonly string[] | undefined;
  /** Fields to mark the found words in, or false for none: name and description, as far as `fields` returns them. */
  readonly highlight?: readonly string[] | false | undefined;
  /** Adds `_ranking` to each item. */
  readonly explain?: boolean | undefined;
  /** False lists each variant of a product for itself. */
  readonly grouped?: boolean | undefined;
  /** Further variants of each product under `_variants`, 0 to 20. */
  readonly variants?: number | undefined;
  /** Who searches, and the visit: what they finish may become a completion for others. */
  readonly user?: string | undefined;
  readonly session?: string | undefined;
  /** Where your server searches for a visitor: the address they came from. It is not kept. */
  readonly address?: string | undefined;
  /** Anything the shop wants kept with the search. */
  readonly context?: unknown;
  /** Language of the words, such as `en`. */
  readonly language?: string | undefined;
}

/** A facet to be counted. */
export interface FacetRequest {
  /** A field, or `*` for those worth showing, chosen by what is found. */
  readonly field: string;
  /** Values at the most, 0 to 1,000: 100. */
  readonly limit?: number;
  /** Most frequent first, or by value: `count`. */
  readonly order?: 'count' | 'value';
  /** Values that fewer items have are left out. */
  readonly minCount?: number;
  /** Numbers, or dates as texts, from `from` up to and without `to`; up to 100. */
  readonly ranges?: readonly { readonly from?: number | string; readonly to?: number | string }[];
  /** Of values such as `Home > Kitchen`: counts by level, down to what is directly below this one. */
  readonly path?: string;
  /** Counted without the conditions on this field alone. */
  readonly disjunctive?: boolean;
  /** With `*`: how many facets at the most, 1 to 50: 8. */
  readonly count?: number;
}

/** An item in a search result. */
export interface SearchItem extends Item {
  /** Comparable within one result only. */
  readonly _score: number;
  /** By field: escaped HTML with `<em>` around each word found. */
  readonly _highlights?: Readonly<Record<string, string>>;
  /** Of an item that a rule pinned to its place. */
  readonly _reason?: { readonly code: 'pinned'; readonly text: string; readonly rule: string };
  /** With `explain`: the criteria in the order they were applied, with this item's values. */
  readonly _ranking?: Readonly<Record<string, unknown>>;
  /** With `sort: ['distance(...)']`: metres to the item's nearest place. */
  readonly _distance?: number;
  /** Of an item with a `groupId`: how many variants of its product are found, and with `variants` the next ones. */
  readonly _variants?: { readonly count: number; readonly items: readonly Item[] };
  /** In a photo search: the picture that matched. */
  readonly _picture?: string;
  /** In a photo search: its place in `imgs`, from 0. */
  readonly _pictureIndex?: number;
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** Values of a field among all matches. */
export interface Facet {
  /** Most frequent first, unless asked by value. */
  readonly values: readonly FacetValue[];
  /** Distinct values, of which `values` may show only the first. */
  readonly distinct: number;
  /** For numbers: `min`, `max`, `avg`, `sum`, `count`. */
  readonly stats?: Readonly<Record<string, number>>;
  /** For dates: the earliest and the latest, in ISO 8601. */
  readonly dates?: { readonly min: string; readonly max: string; readonly count: number };
  /** In the order of the request; an end that is open is null. */
  readonly ranges?: readonly {
    readonly from: number | string | null;
    readonly to: number | string | null;
    readonly count: number;
  }[];
  /** Where a path was asked for: from the top level down to what is directly below it. */
  readonly levels?: readonly { readonly path: string; readonly values: readonly FacetValue[] }[];
}

/** Semantic search in a reply. */
export interface SemanticReport {
  /** Whether it changed the order or added items. */
  readonly used: boolean;
  /** Why words alone decided; null where the model was asked. `timeout` and `unavailable` may pass. */
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
  /** Send it with the events that follow. */
  readonly searchId: string;
  readonly items: readonly SearchItem[];
  /** Exact number of matches. */
  readonly total: number;
  readonly facets: Readonly<Record<string, Facet>>;
  readonly query: string;
  /** The words that were searched instead, or null. */
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
  /** Photo search only: the part of the photo that was searched by; null for the whole. */
  readonly part?: Crop | null;
  readonly warnings?: readonly Warning[];
}

/** A completion of what was typed. */
export interface Suggestion {
  readonly text: string;
  /** Escaped HTML with the typed part marked. */
  readonly highlighted: string;
  /** `search`: what shoppers searched for; `phrase`: what names have in common. */
  readonly kind: 'search' | 'phrase' | 'item' | 'brand' | 'category';
  /** Items behind it. */
  readonly count: number;
}

/** A part of a picture, in shares of its width and height (0 to 1) from the top left. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A photo: its bytes (JPEG, PNG, WebP, AVIF, GIF or TIFF of at most 10 MB), or base64, a `data:` URI or an http(s) address. */
export type Photo = Blob | Uint8Array | string;

/** What a search by photo takes besides the photo. */
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
  /** Fields to count values of, as texts. */
  readonly facets?: readonly string[] | undefined;
  /** The part of the photo to look at. */
  readonly crop?: Crop | undefined;
}

/** What keeps an item out of a list, or where in the list it is. */
export interface WhyNot {
  /** The item's `id`. */
  readonly item: string;
  readonly listed: boolean;
  /** From 1; of a variant, the place of its product. */
  readonly position: number | null;
  readonly total: number;
  readonly reasons: readonly {
    readonly code: 'inactive' | 'hidden' | 'filter' | 'words' | 'variant' | 'listed';
    readonly text: string;
    /** Of `hidden`: the rule that hides it. */
    readonly rule?: string;
  }[];
  readonly words: readonly { readonly word: string; readonly found: boolean }[];
  readonly ranking: Readonly<Record<string, unknown>> | null;
  readonly warnings?: readonly Warning[];
}

/** Finding items. All need the scope `search`. */
export interface SearchOperations {
  /**
   * Searches by words. Errors: `invalid_filter` (with the position), `invalid_request`.
   *
   * @example
   * ```ts
   * const { items, total } = await vitrine.search('shop', { q: 'red shoes', filters: 'price < 100', facets: ['brand'] });
   * ```
   */
  search(project: string, request?: SearchRequest, options?: RequestOptions): Promise<SearchReply>;
  /** Completions while typing: `limit` 1 to 20 (8). */
  suggest(
    project: string,
    request: { readonly q: string; readonly limit?: number | undefined },
    options?: RequestOptions,
  ): Promise<{ readonly suggestions: readonly Suggestion[]; readonly warnings?: readonly Warning[] }>;
  /** Values of a facet that have `facetQuery` in them, counted over what `q` and `filters` match; `limit` 1 to 1,000 (20). */
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
    /** `corrected`: no value has the text, and these differ from it by typos. */
    readonly fallback: 'corrected' | null;
  }>;
  /**
   * Why an item (by its `id` or `_id`) is not in the list of a search, or at which place it is.
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
  /** 1 to 20 searches at once; the answers are in their order. */
  multiSearch(
    project: string,
    searches: readonly SearchRequest[],
    options?: RequestOptions,
  ): Promise<{ readonly results: readonly SearchReply[] }>;
  /**
   * Searches by a photo. Errors: `image_unsupported`, `image_broken`, `image_too_large`, `image_fetch_failed`,
   * `vision_unavailable` (words go on working), `overloaded` (with `retryAfter`).
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

/** The service takes fields to mark as texts, and `"false"` for none. */
function searchBody(request: SearchRequest = {}): object {
  const { highlight, ...rest } = request;
  if (highlight === undefined) return rest;
  return { ...rest, highlight: highlight === false ? 'false' : highlight };
}
