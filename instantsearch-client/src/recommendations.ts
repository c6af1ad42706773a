import { conditionsOf, quoted } from './filters.ts';
import { hitOf, pageOf, type VitrineItem } from './results.ts';
import { filtersOf, readIndexName, visitorOf } from './searches.ts';
import type { Send } from './transport.ts';
import type { InstantSearchClientOptions, RecommendRequest, SearchResult } from './types.ts';

const pathByModel: Readonly<Record<string, string>> = {
  'bought-together': '/reco/fbt',
  'related-products': '/reco/similar',
  'looking-similar': '/reco/similar',
  'trending-items': '/rec/trendings',
  'recommended-for-you': '/reco/user-recommendations',
};

interface ListReply {
  readonly recommendationId: string;
  readonly items: readonly (VitrineItem & { readonly _score: number })[];
}

/** A list of recommendations, as Algolia's Recommend has it. @throws TypeError for another model */
export async function recommendations<T>(
  send: Send,
  request: RecommendRequest,
  options: InstantSearchClientOptions,
): Promise<SearchResult<T & { _score: number }>> {
  const path = pathByModel[request.model];
  if (path === undefined)
    throw new TypeError(
      `Cannot recommend by the model ${request.model}: use ${Object.keys(pathByModel).join(', ')}`,
    );
  const { indexName, objectID, facetName, facetValue, queryParameters: params = {} } = request;
  const { project } = readIndexName(indexName);
  const geoField = options.geoField ?? 'geo';
  const conditions = conditionsOf(params, geoField);
  if (typeof facetName === 'string' && typeof facetValue === 'string')
    conditions.push({ field: facetName, text: `${quoted(facetName)}:${quoted(facetValue)}` });
  const { items, recommendationId } = await send<ListReply>('POST', path, {
    index: project,
    limit: request.maxRecommendations || 10,
    ...(objectID !== undefined && { item: objectID }),
    ...filtersOf(conditions),
    ...visitorOf(params, options),
    ...options.parameters,
  });
  const best = items[0]?._score ?? 0;
  const hits = items
    .map((item) => ({ ...hitOf(item, params, geoField), _score: best > 0 ? (100 * item._score) / best : 0 }))
    .filter(({ _score }) => _score >= (request.threshold ?? 0));
  return {
    ...pageOf(indexName, ''),
    hits: hits as unknown as (T & { objectID: string; _score: number })[],
    nbHits: hits.length,
    page: 0,
    nbPages: 1,
    hitsPerPage: hits.length,
    processingTimeMS: 1,
    queryID: recommendationId,
  };
}
