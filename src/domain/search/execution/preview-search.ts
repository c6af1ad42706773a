import type { StoredItem } from '../../../ports/catalog/catalog.ts';
import type { ProjectView } from '../../../ports/engine.ts';
import type { Rule } from '../../../ports/search/rules.ts';
import type { TextQuery, TextResult } from '../../../ports/search/text.ts';
import { requestSlices } from '../../../lib/work-slices.ts';
import type { QueryEmbeddings } from './query-embeddings.ts';
import { compileRules } from '../../rules/compiled-rules.ts';
import { checkRules } from '../../rules/rule-check.ts';
import { planQuery } from '../planning/plan-query.ts';
import type { PlannedProject, QueryOptions, QueryPlan } from '../planning/query-plan.ts';
import { runPlan } from './run-plan.ts';

/** Explanations between two pauses; each is a search. */
const whysPerPause = 4;
/** Hidden items in a reply. */
export const hiddenItemsMax = 100;

export interface PreviewResult {
  readonly result: TextResult;
  /** Hidden items among the same number of positions of the list without rules, with the rules that hide them. */
  readonly hidden: readonly { readonly item: StoredItem; readonly rules: readonly string[] }[];
  readonly plan: QueryPlan;
}

export interface PreviewOptions extends Omit<
  QueryOptions,
  'rules' | 'understanding' | 'asWords' | 'personalize'
> {
  /** Draft rules in place of the stored ones. */
  readonly rules: readonly Rule[] | null;
  readonly client: string;
}

/**
 * Runs a search with the stored rules or, if given, with draft rules, so that a merchandiser sees their effect before publishing. The
 * collection may be a draft, too.
 * @throws VitrineError invalid_request with the path of every error in draft rules
 */
export async function previewSearch(
  project: PlannedProject & Pick<ProjectView, 'text' | 'textEmbeddings'>,
  queryEmbeddings: QueryEmbeddings,
  requestedQuery: TextQuery,
  { rules, client, ...options }: PreviewOptions,
): Promise<PreviewResult> {
  const { text } = project;
  if (rules !== null) checkRules(rules, text.queryAnalyzer);
  const typed = await planQuery(
    project,
    { ...requestedQuery, explain: true },
    {
      ...options,
      ...(rules === null ? {} : { rules: compileRules(rules, text.queryAnalyzer) }),
      understanding: null,
      asWords: [],
      personalize: true,
    },
  );
  const { plan, run } = await runPlan(project, queryEmbeddings, typed, client);
  const { query, result } = run;
  const { hidden = [] } = query.rules ?? {};
  if (hidden.length === 0) return { result, hidden: [], plan };
  const listed = new Set(result.hits.map(({ item }) => item.id));
  const { adjustments: _, rules: __, ...rest } = query;
  const { rules: ofKey } = plan.requestedQuery;
  const unruled = { ...rest, explain: false, ...(ofKey === undefined ? {} : { rules: ofKey }) };
  const without = await text.search(unruled);
  const missing = without.hits.map(({ item }) => item).filter(({ id }) => !listed.has(id));
  const found: { item: StoredItem; rules: readonly string[] }[] = [];
  const slices = requestSlices(whysPerPause);
  for (const item of missing) {
    if (found.length === hiddenItemsMax) break;
    await slices.spend(1);
    const why = await text.explain(query, [], item.id);
    if (why !== null && why.hiddenBy.length > 0)
      found.push({ item, rules: why.hiddenBy.filter((rule) => rule !== null) });
  }
  return { result, hidden: found, plan };
}
