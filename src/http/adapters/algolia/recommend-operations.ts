import type { ProjectEngine } from '../../../ports/engine.ts';
import { isPrivate, restrictFilter, type Restrictions } from '../../../domain/access/restrictions.ts';
import type { RecommendationList } from '../../../domain/recommend/list-builder.ts';
import * as recommend from '../../../domain/recommend/recommend.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { IdSource } from '../../../lib/random-id.ts';
import { readTexts } from '../../../lib/json-values.ts';
import type { ListName } from '../../../ports/recommendations/recommendation-placements.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import type { Call, Operation } from '../../operation.ts';
import { readParameters } from '../../requests/parameters.ts';
import { createChunkedReply, listChunks, type Chunk } from '../../replies/reply.ts';
import { recordList } from '../../replies/recorded-list.ts';
import { listParameters, createRecommendationOptions } from '../../routes/list-parameters.ts';
import { createRuleOptions } from '../../routes/rule-parameters.ts';
import { pinVisitorView } from '../../access/call-view.ts';
import { toField } from './attributes.ts';
import { defineAlgoliaOperation } from './algolia-operation.ts';
import { NamedIndexes } from './index-name.ts';
import { readUserToken } from './protocol.ts';
import { formatQueryId } from './query-id.ts';
import { readRecommendationsRequests, type RecommendationsRequest } from './recommend-request.ts';
import { readRequestBody } from '../request-body.ts';
import { readForcedParameters } from './secured-keys.ts';
import { showsField } from './search-parameters.ts';
import { recordChunks } from './search-reply.ts';
import { searchValues } from './text-query.ts';

const listByModel: Readonly<Record<RecommendationsRequest['model'], ListName>> = {
  'bought-together': 'together',
  'related-products': 'similar',
  'looking-similar': 'similar',
  'trending-items': 'trending',
  'trending-facets': 'trending',
  'recommended-for-you': 'user',
};
/** Number of trending items whose values are counted for trending facets. */
const facetItemsMax = 100;

/** The recommendations of Algolia's clients. */
export function createAlgoliaRecommendOperations({
  clock,
  ids,
}: {
  clock: Clock;
  ids: IdSource;
}): Operation[] {
  return [
    defineAlgoliaOperation({
      id: 'algoliaRecommendations',
      method: 'POST',
      path: '/1/indexes/{index}/recommendations',
      tag: 'Recommendations',
      summary: 'Recommendations of several models',
      scope: 'recommend',
      handle: async (call) => {
        const { requests } = await readRequestBody(call);
        const indexes = new NamedIndexes(call);
        const replies: Chunk[][] = [];
        for (const request of readRecommendationsRequests(requests, readForcedParameters(call.key))) {
          if (replies.length > 0) await call.pause();
          replies.push(await answerRequest(call, indexes, request, { clock, ids }));
        }
        return createChunkedReply(200, ['{"results":', ...listChunks(replies, (reply) => reply), '}']);
      },
    }),
  ];
}

async function answerRequest(
  call: Call,
  indexes: NamedIndexes<ProjectEngine>,
  request: RecommendationsRequest,
  { clock, ids }: { clock: Clock; ids: IdSource },
): Promise<Chunk[]> {
  const started = performance.now();
  const { search, model } = request;
  const session = request.userToken ?? readUserToken(call.request);
  const user = call.key?.user ?? null;
  const { opened } = await indexes.open(request.index, { session });
  const seen = pinVisitorView({ ...call, ...opened }, { draft: null, user, session });
  const { restrictions, project } = seen;
  const now = clock.now();
  const values = searchValues(search, { user, userToken: session });
  const limit = model === 'trending-facets' ? facetItemsMax : request.limit;
  const { values: input } = readParameters(listParameters, { index: request.index, limit });
  const { filter } = request;
  const options = {
    ...createRecommendationOptions(input, seen, now, createRuleOptions(values, call, now)),
    filter: () => (filter === null ? null : restrictFilter(restrictions, filter)),
  };
  const visitor = { user, session };
  const list = await recommendByModel();
  const id = ids.next(now);
  const best = list.entries[0]?.entry.score ?? 0;
  const rateEntry = (score: number): number => normalizeScore(score, best);
  const entries = list.entries.filter(({ entry }) => rateEntry(entry.score) >= request.threshold);
  const rest = {
    index: request.index,
    nbHits: entries.length,
    page: 0,
    nbPages: 1,
    hitsPerPage: request.limit,
    exhaustiveNbHits: true,
    exhaustiveFacetsCount: true,
    exhaustive: { facetsCount: true, nbHits: true },
    query: '',
    params: search.encoded,
    renderingContent: {},
    queryID: formatQueryId(id, 'list'),
    processingTimeMS: Math.max(1, Math.round(performance.now() - started)),
  };
  if (model === 'trending-facets') {
    const hits = findTrendingValues(list, request, restrictions);
    return [JSON.stringify({ hits, ...rest, nbHits: hits.length })];
  }
  recordList(
    seen,
    { ...values, filters: null },
    { id, at: now, list: listByModel[model], entries, rules: list.rules },
  );
  const createChunks = recordChunks(
    null,
    search,
    restrictions,
    project.settings.effective().items.urlTemplate,
  );
  const hits = listChunks(entries, ({ entry, reason }) =>
    // A reason may have values of the item.
    createChunks(entry.item, {
      _score: rateEntry(entry.score),
      ...(search.keySetsAttributes ? {} : { _reason: reason }),
    }),
  );
  return ['{"hits":', ...hits, `,${JSON.stringify(rest).slice(1)}`];

  function recommendByModel(): Promise<RecommendationList> {
    const item = request.item ?? '';
    switch (model) {
      case 'bought-together':
        return recommend.boughtTogether(project, options, { items: [item], visitor });
      case 'related-products':
      case 'looking-similar':
        return recommend.similar(project, options, { item, visitor });
      case 'recommended-for-you':
        return recommend.forUser(project, options, { visitor, seen: [] });
      default:
        return recommend.trending(project, options, { visitor, category: null, windowHours: null });
    }
  }
}

/** The values of a facet among trending items, by the sum of their scores. */
function findTrendingValues(
  { entries }: RecommendationList,
  { facet, limit, threshold, search }: RecommendationsRequest,
  restrictions: Restrictions,
): object[] {
  const field = toField(facet ?? '');
  if (isPrivate(restrictions, field) || !showsField(search, field)) return [];
  const scores = new Map<string, number>();
  for (const { entry } of entries) {
    const item = JSON.parse(Buffer.from(entry.item.json).toString('utf8')) as JsonObject;
    for (const value of new Set(readTexts(item, field)))
      scores.set(value, (scores.get(value) ?? 0) + entry.score);
  }
  const sorted = [...scores].toSorted(([, a], [, b]) => b - a);
  const best = sorted[0]?.[1] ?? 0;
  return sorted
    .map(([facetValue, score]) => ({ facetName: facet, facetValue, _score: normalizeScore(score, best) }))
    .filter(({ _score }) => _score >= threshold)
    .slice(0, limit);
}

/** Returns the score in per cent of the best one, with two decimals. */
function normalizeScore(score: number, best: number): number {
  return best <= 0 ? 0 : Math.round((10_000 * score) / best) / 100;
}
