import type {
  Crop,
  FacetsReply,
  FacetValuesReply,
  ImageSearchRequest,
  MultiSearchReply,
  SearchFacetsRequest,
  SearchFacetValuesRequest,
  SearchReply,
  SearchRequest,
  SuggestQuery,
  SuggestReply,
  WhyNotQuery,
  WhyNotReply,
} from './contract.ts';
import { fieldsInAddress } from './items.ts';
import { readByPost, segment, type RequestOptions, type Transport, type Without } from './transport.ts';

/** A photo: its bytes (JPEG, PNG, WebP, AVIF, GIF or TIFF of at most 10 MB), or base64, a `data:` URI or an http(s) URL. */
export type Photo = Blob | Uint8Array | string;

/**
 * For `accept` of a file field: the formats that photo search reads. Safari converts a HEIC photo to the first of them, which it
 * does not for `image/*`.
 */
export const photoTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff';

/** Parameters of a photo search; facets are texts. */
export interface PhotoRequest extends Omit<ImageSearchRequest, 'uploaded_file' | 'facets' | 'crop'> {
  readonly facets?: readonly string[] | undefined;
  /** The region of the photo to search. */
  readonly crop?: Crop | undefined;
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
  /** Completions of a partly typed query. */
  suggest(project: string, request: SuggestQuery, options?: RequestOptions): Promise<SuggestReply>;
  /** Values of a facet that contain `facetQuery`, among the items that match `q` and `filters`. */
  searchFacetValues(
    project: string,
    field: string,
    request?: SearchFacetValuesRequest,
    options?: RequestOptions,
  ): Promise<FacetValuesReply>;
  /**
   * The same for several facets at once, by field and in display order.
   *
   * @example
   * ```ts
   * const { facets, facetOrder } = await vitrine.searchFacets('shop', { fields: ['brand', 'category'], facetQuery: 'ni' });
   * ```
   */
  searchFacets(project: string, request: SearchFacetsRequest, options?: RequestOptions): Promise<FacetsReply>;
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
    request?: Without<WhyNotQuery, 'item'>,
    options?: RequestOptions,
  ): Promise<WhyNotReply>;
  /** 1 to 20 searches in one request; replies in the same order. */
  multiSearch(
    project: string,
    searches: readonly SearchRequest[],
    options?: RequestOptions,
  ): Promise<MultiSearchReply>;
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
    request?: PhotoRequest,
    options?: RequestOptions,
  ): Promise<SearchReply>;
}

export function searchOperations(transport: Transport): SearchOperations {
  const path = (project: string): string => `/search/${segment(project)}`;
  return {
    search: (project, request, options) => transport.json(readByPost(path(project), request ?? {}), options),
    suggest: (project, request, options) =>
      transport.json({ method: 'GET', path: `${path(project)}/suggest`, query: { ...request } }, options),
    searchFacetValues: (project, field, request, options) =>
      transport.json(readByPost(`${path(project)}/facets/${segment(field)}`, request ?? {}), options),
    searchFacets: (project, request, options) =>
      transport.json(readByPost(`${path(project)}/facets`, request), options),
    whyNot: (project, item, request, options) =>
      transport.json(
        { method: 'GET', path: `${path(project)}/why-not`, query: { item, ...request } },
        options,
      ),
    multiSearch: (project, searches, options) =>
      transport.json(readByPost('/search', { project, searches }), options),
    imageSearch: (project, photo, request, options) => {
      const { crop, ...rest } = request ?? {};
      const others = {
        ...rest,
        ...(crop === undefined ? {} : { crop: `${crop.x},${crop.y},${crop.width},${crop.height}` }),
      };
      const target = {
        method: 'POST',
        path: `/image-search/${segment(project)}`,
        isRepeatable: true,
      } as const;
      if (typeof photo === 'string')
        return transport.json({ ...target, json: { uploaded_file: photo, ...others } }, options);
      const type =
        photo instanceof Blob && photo.type.startsWith('image/') ? photo.type : 'application/octet-stream';
      const query = { ...others, fields: fieldsInAddress(others.fields) };
      return transport.json({ ...target, query, raw: { body: photo, contentType: type } }, options);
    },
  };
}
