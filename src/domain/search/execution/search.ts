import type { Collection } from '../../../ports/configuration/collections.ts';
import type { ServedView } from '../../../ports/engine.ts';
import type { FacetResult, TextQuery } from '../../../ports/search/text.ts';
import { arrangeFacets, type DisplayedFacets } from '../facets/facet-display.ts';
import { applySetOrder } from '../planning/list-order.ts';
import { planQuery } from '../planning/plan-query.ts';
import type { PlannedProject, QueryOptions, QueryPlan } from '../planning/query-plan.ts';
import { toHybridResult, type HybridResult } from './hybrid-search.ts';
import type { QueryEmbeddings } from './query-embeddings.ts';
import { runPlan } from './run-plan.ts';

/** A search result; `popular` is the last fallback. */
export type SearchResult = Omit<HybridResult, 'fallback' | 'facets'> &
  DisplayedFacets<FacetResult> &
  Pick<QueryPlan, 'rewritten' | 'understood' | 'ignored'> & {
    readonly fallback: HybridResult['fallback'] | 'popular';
    readonly rules: QueryPlan['report'];
    readonly collection: Collection | null;
  };

/**
 * Searches under the rules that are active at the time of the request. Without any match, returns popular items that pass the filter, with
 * `total` 0 and the fallback `popular`. `client` takes a turn in the queue of the text model.
 */
export async function search(
  project: PlannedProject & Pick<ServedView, 'textEmbeddings'>,
  queryEmbeddings: QueryEmbeddings,
  typedQuery: TextQuery,
  { client, ...options }: QueryOptions & { readonly client: string },
): Promise<SearchResult> {
  const { plan, run } = await runPlan(
    project,
    queryEmbeddings,
    await planQuery(project, typedQuery, options),
    client,
  );
  const { query } = plan;
  const result = toHybridResult(run);
  const reply = {
    ...result,
    ...arrangeFacets(result.facets, plan.display),
    rewritten: plan.rewritten,
    understood: plan.understood,
    ignored: plan.ignored,
    rules: plan.report,
    collection: options.collection,
  };
  if (reply.total > 0 || query.limit === 0 || query.offset > 0 || query.text.trim() === '') return reply;
  if (project.settings.effective().search.zeroResultsFallback === 'none') return reply;
  const { adjustments: _, ...unadjusted } = query;
  const popular = { ...unadjusted, text: '', sort: [], facets: [], highlight: [] };
  const { hits } = await project.text.search(applySetOrder(project, popular, popular));
  return hits.length === 0 ? reply : { ...reply, hits, fallback: 'popular' };
}
