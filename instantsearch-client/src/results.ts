import { highlightsOf, snippetsOf, tagsOf } from './highlights.ts';
import { numberOf, textOf, textsOf } from './searches.ts';
import type { ClientRequest, SearchParams, SearchResult } from './types.ts';

/** The parts of a reply of Vitrine that results are made of. */
export interface SearchReply {
  readonly searchId: string;
  readonly items: readonly VitrineItem[];
  readonly total: number;
  /** `popular`: nothing matches, and the items are popular ones instead. */
  readonly fallback: string | null;
  readonly facets: Readonly<Record<string, VitrineFacet>>;
  readonly facetOrder: readonly string[];
  readonly userData?: readonly unknown[];
  readonly redirect?: { readonly url: string };
  readonly tookMs: number;
}

export interface VitrineItem {
  readonly id: string;
  readonly _highlights?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

interface VitrineFacet {
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly stats?: { readonly min: number; readonly max: number; readonly avg: number; readonly sum: number };
}

interface Hit {
  readonly objectID: string;
  readonly [field: string]: unknown;
}

/** A page ends at this hit at the latest. */
const reachableHits = 10_000;

/** An item with the members that InstantSearch reads. */
export function hitOf(item: VitrineItem, params: SearchParams, geoField: string): Hit {
  const { _highlights: marks = {}, ...rest } = item;
  const tags = tagsOf(params);
  const attributes = textsOf(params['attributesToSnippet']);
  const ellipsis = textOf(params['snippetEllipsisText']) || '…';
  const point = rest[geoField];
  return {
    ...rest,
    objectID: item.id,
    ...(point !== undefined && { _geoloc: point }),
    _highlightResult: highlightsOf(rest, marks, tags),
    ...(attributes.length > 0 && { _snippetResult: snippetsOf(rest, marks, { attributes, ellipsis, tags }) }),
  };
}

/** A result for a request from the reply to its search, which may be for other requests too. */
export function resultOf<T>(
  reply: SearchReply,
  { indexName, params = {} }: ClientRequest,
  geoField: string,
): SearchResult<T> {
  const hitsPerPage = numberOf(params['hitsPerPage'], 20);
  const asked = textsOf(params['facets']);
  const facets = Object.entries(reply.facets).filter(
    ([field]) => asked.includes('*') || asked.includes(field),
  );
  const items = hitsPerPage === 0 || reply.fallback === 'popular' ? [] : reply.items;
  return {
    ...pageOf(indexName, textOf(params['query'])),
    hits: items.map((item) => hitOf(item, params, geoField)) as unknown as (T & { objectID: string })[],
    nbHits: reply.total,
    page: numberOf(params['page'], 0),
    hitsPerPage,
    nbPages: hitsPerPage > 0 ? Math.ceil(Math.min(reply.total, reachableHits) / hitsPerPage) : 0,
    facets: Object.fromEntries(facets.map(([field, { values }]) => [field, countsOf(values)])),
    facets_stats: Object.fromEntries(facets.flatMap(([field, { stats }]) => (stats ? [[field, stats]] : []))),
    renderingContent: {
      facetOrdering: {
        facets: { order: reply.facetOrder.filter((field) => facets.some(([one]) => one === field)) },
        values: Object.fromEntries(
          facets.map(([field, { values }]) => [field, { order: values.map(({ value }) => value) }]),
        ),
      },
      ...(reply.redirect !== undefined && { redirect: reply.redirect }),
    },
    ...(reply.userData !== undefined && { userData: [...reply.userData] }),
    processingTimeMS: reply.tookMs,
    queryID: reply.searchId,
  };
}

/** Members that are the same in all results. Counts of Vitrine are exact. */
export function pageOf(
  index: string,
  query: string,
): {
  index: string;
  query: string;
  params: string;
  exhaustiveNbHits: boolean;
  exhaustiveFacetsCount: boolean;
} {
  return { index, query, params: '', exhaustiveNbHits: true, exhaustiveFacetsCount: true };
}

const countsOf = (values: VitrineFacet['values']): Record<string, number> =>
  Object.fromEntries(values.map(({ value, count }) => [value, count]));
