import { restrictFilter } from '../../domain/access/restrictions.ts';
import { readVisibleItem } from '../../domain/catalog/visible-items.ts';
import { findActiveCollection } from '../../domain/collections/active-collection.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import { runPlan } from '../../domain/search/execution/run-plan.ts';
import { listUnderstoodClauses, whyNot, type WhyNot } from '../../domain/search/execution/why-not.ts';
import { planQuery } from '../../domain/search/planning/plan-query.ts';
import type { QueryPlan } from '../../domain/search/planning/query-plan.ts';
import type { FilterClause } from '../../domain/query/filter-grammar.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { StoredItem } from '../../ports/catalog/catalog.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { formatClientName, identifyClient } from '../access/client.ts';
import { createRuleOptions } from './rule-parameters.ts';
import type { SearchCall, SearchValues } from './search-run.ts';

/**
 * Explains why searches list an item at its position, or not at all. `clauses` are the conditions of the query's filter, `now` is the
 * time of the request in ms since 1970.
 */
export function createWhyNotRunner({ queryEmbeddings }: { queryEmbeddings: QueryEmbeddings }): (
  call: Omit<SearchCall<ProjectEngine>, 'projectId' | 'assignment' | 'interleavedWith'>,
  query: TextQuery,
  about: {
    readonly id: string;
    readonly clauses: readonly FilterClause[];
    readonly values: Omit<SearchValues, 'address' | 'draft'>;
    readonly now: number;
  },
) => Promise<WhyNot & { readonly item: StoredItem; readonly plan: QueryPlan }> {
  return async (call, query, { id, clauses: conditions, values, now }) => {
    const { project, restrictions } = call;
    const { personalize, understanding, asWords } = values;
    const item = await readVisibleItem(project, restrictions, id);
    const typed = await planQuery(
      project,
      // A search for counts alone would correct no words.
      { ...query, limit: 1 },
      {
        ...createRuleOptions(values, call, now),
        restrictions,
        collection: findActiveCollection(project, values.collection, now),
        personalize,
        understanding,
        asWords,
      },
    );
    const { plan, run } = await runPlan(
      project,
      queryEmbeddings,
      typed,
      formatClientName(identifyClient(call)),
    );
    const clauses = conditions.map((clause) => ({
      ...clause,
      filter: restrictFilter(restrictions, clause.filter),
    }));
    const why = await whyNot(project.text, run.query, [...clauses, ...listUnderstoodClauses(plan)], item);
    return { item, plan, ...why };
  };
}
