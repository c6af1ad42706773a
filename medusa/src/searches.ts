import type { SearchTypes } from '@medusajs/types';
import type { FacetRequest, SearchItem, SearchReply, SearchRequest } from '@vitrine/sdk';
import { compileFilters } from './filters.ts';
import { notSupported } from './options.ts';

type Query = SearchTypes.ProviderSearchQuery;

/** Identifies the provider in Medusa, also in `provider_options`. */
export const identifier = 'vitrine';
const takeDefault = 20;

/**
 * A search of Vitrine for a query. `condition`: a filter that also holds.
 * @throws VitrineSearchError for what Vitrine cannot answer exactly
 */
export function searchOf(query: Query, condition: string): SearchRequest {
  const { q, filters, pagination = {}, search_options: options = {} } = query;
  rejectUnsupported(query);
  const own = compileFilters(filters);
  const highlight = highlightOf(options.highlight, query);
  const language = options.locales?.[0];
  return {
    q: q ?? '',
    limit: pagination.take ?? takeDefault,
    offset: pagination.skip ?? 0,
    filters: own === null ? condition : `${own} AND ${condition}`,
    fields: query.attributes_to_retrieve.slice(),
    facets: (options.facets ?? []).map(facetOf),
    sort: Object.entries(pagination.order ?? {})
      .filter(([field]) => field !== '_score')
      .map(([field, order]) => `${field}:${order.toLowerCase()}`),
    highlight: highlight.fields,
    ...(language === undefined ? {} : { language }),
    ...options.provider_options?.[identifier],
  };
}

function rejectUnsupported({ pagination = {}, search_options: options = {} }: Query): void {
  if (pagination.cursor !== undefined) notSupported('cursors');
  if (pagination.order?.['_score'] === 'ASC') notSupported('an order by ascending score');
  if (options.attributes_to_search_on !== undefined) notSupported('attributes_to_search_on');
  if (options.match_strategy === 'any') notSupported('the match strategy "any"');
  if (options.typo_tolerance === false) notSupported('searches without typo tolerance');
  if (options.distinct !== undefined) notSupported('distinct: group variants by groupId');
  if (options.min_score !== undefined) notSupported('min_score');
  if (options.vector !== undefined) notSupported('vector: semantic search is a setting of the project');
}

function facetOf(sent: string | SearchTypes.SearchFacetRequest): FacetRequest {
  if (typeof sent === 'string') return { field: sent };
  if (sent.type === 'range')
    return { field: sent.field, ranges: sent.ranges.map(({ from, to }) => ({ from, to })), limit: 0 };
  if (sent.type === 'stats') return { field: sent.field, limit: 0 };
  if (sent.query !== undefined) notSupported('a query for values of a facet');
  return {
    field: sent.field,
    ...(sent.limit === undefined ? {} : { limit: sent.limit }),
    order: sent.sort === 'alpha' ? 'value' : 'count',
  };
}

function highlightOf(
  sent: boolean | SearchTypes.SearchHighlightOptions | undefined,
  { q, index }: Query,
): { fields: string[] | false; before: string; after: string } {
  const options = typeof sent === 'object' ? sent : undefined;
  if (options?.snippet !== undefined && options.snippet !== false) notSupported('snippets');
  const searchable = Object.keys(index.fields).filter(
    (field) => (index.fields[field]?.searchable ?? false) !== false,
  );
  const isWanted = sent !== undefined && sent !== false && q !== undefined && q !== '';
  return {
    fields: isWanted ? (options?.fields ?? searchable) : false,
    before: options?.pre_tag ?? '<mark>',
    after: options?.post_tag ?? '</mark>',
  };
}

/** The result of a query from the reply of its search. */
export function resultOf(reply: SearchReply, query: Query): SearchTypes.SearchResult {
  const { pagination = {}, search_options: options = {} } = query;
  // Where nothing matches, Vitrine has popular items instead.
  const items = reply.fallback === 'popular' ? [] : reply.items;
  const facets = options.facets ?? [];
  return {
    hits: items.map((item) => hitOf(item, query)),
    ...(facets.length > 0 && {
      facets: Object.fromEntries(facets.map((sent) => [fieldOf(sent), facetResult(reply, sent)])),
    }),
    metadata: {
      skip: pagination.skip ?? 0,
      take: pagination.take ?? takeDefault,
      count: options.count === 'none' ? null : reply.total,
      ...(query.q !== undefined && { query: query.q }),
      processing_time_ms: reply.tookMs,
    },
    provider_metadata: { searchId: reply.searchId, correctedQuery: reply.correctedQuery, rules: reply.rules },
  };
}

function hitOf(item: SearchItem, query: Query): SearchTypes.SearchHit {
  const { highlight, include_score: hasScore } = query.search_options ?? {};
  const { before, after } = highlightOf(highlight, query);
  const wanted = new Set(query.attributes_to_retrieve.map((path) => path.split('.')[0]));
  const document = Object.fromEntries(
    Object.entries(item).filter(([field]) => wanted.has(field) || field === query.index.primary_key),
  );
  const marks = Object.entries(item._highlights ?? {});
  return {
    id: item.id,
    document,
    ...(hasScore === true && { score: item._score }),
    ...(marks.length > 0 && {
      highlights: Object.fromEntries(
        marks.map(([field, html]) => [
          field,
          [html.replaceAll('<em>', () => before).replaceAll('</em>', () => after)],
        ]),
      ),
    }),
  };
}

const fieldOf = (sent: string | SearchTypes.SearchFacetRequest): string =>
  typeof sent === 'string' ? sent : sent.field;

function facetResult(
  { facets }: SearchReply,
  sent: string | SearchTypes.SearchFacetRequest,
): SearchTypes.SearchFacetResult {
  const facet = facets[fieldOf(sent)];
  if (typeof sent === 'object' && sent.type === 'range') {
    const ranges = sent.ranges.map(({ key, from, to }, i) => ({
      key: key ?? `${from ?? '*'}-${to ?? '*'}`,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      count: facet?.ranges?.[i]?.count ?? 0,
    }));
    return { type: 'range', ranges };
  }
  if (typeof sent === 'object' && sent.type === 'stats') {
    const { min = 0, max = 0, avg, sum, count = 0 } = facet?.stats ?? {};
    return {
      type: 'stats',
      min,
      max,
      ...(avg !== undefined && { avg }),
      ...(sum !== undefined && { sum }),
      count,
    };
  }
  return { type: 'value', values: (facet?.values ?? []).map(({ value, count }) => ({ value, count })) };
}
