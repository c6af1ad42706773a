import { restrictedFilter, restrictedQuery } from '../../domain/access/restrictions.ts';
import { visibleItem } from '../../domain/access/visible-items.ts';
import { withRules } from '../../domain/rules/active-rules.ts';
import { correctForRules } from '../../domain/search/execution/correction-rules.ts';
import { executedQuery } from '../../domain/search/execution/hybrid-search.ts';
import { withAdjustments } from '../../domain/search/execution/list-adjustments.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import { arrangedQuery } from '../../domain/search/execution/search.ts';
import { whyNot, type WhyNot } from '../../domain/search/execution/why-not.ts';
import type { FilterClause } from '../../domain/search/query/filter-grammar.ts';
import { stripCarrierPhrases } from '../../domain/search/query/strip-carrier-phrases.ts';
import type { StoredItem } from '../../ports/catalog.ts';
import type { TextQuery } from '../../ports/text.ts';
import { clientName, clientOf } from '../client.ts';
import type { Call } from '../operation.ts';
import type { ViewedCall } from '../viewed-call.ts';
import { ruleOptions, type RuleInput } from './rule-parameters.ts';

type WhyNotCall = Pick<ViewedCall<Call>, 'project' | 'key' | 'request' | 'restrictions' | 'warnings'>;

/**
 * Explains why searches list an item at its position, or not at all. `clauses`: the conditions of the filter of `asked`; `now`: time of
 * the request, ms since 1970.
 */
export function whyNotRunner({ queryEmbeddings }: { queryEmbeddings: QueryEmbeddings }): (
  call: WhyNotCall,
  asked: TextQuery,
  about: {
    readonly id: string;
    readonly clauses: readonly FilterClause[];
    readonly values: RuleInput & { readonly personalize: boolean };
    readonly now: number;
  },
) => Promise<WhyNot & { readonly found: StoredItem }> {
  return async (call, asked, { id, clauses: sent, values, now }) => {
    const { project, restrictions } = call;
    const search = restrictedQuery(restrictions, asked);
    const clauses = sent.map((clause) => ({
      ...clause,
      filter: restrictedFilter(restrictions, clause.filter),
    }));
    const found = await visibleItem(project, restrictions, id);
    const rules = ruleOptions(values, call, now);
    const asTyped = await withRules(project, search, rules);
    const corrected = await correctForRules(project, search, asTyped, rules);
    const ruled = corrected === search ? asTyped : await withRules(project, corrected, rules);
    const stripped = stripCarrierPhrases(project, ruled.query);
    const arranged = arrangedQuery(project, stripped.query, { asked: corrected, collection: null, now });
    const adjusted = await withAdjustments(project, arranged, corrected, {
      visitor: rules.visitor,
      personalize: values.personalize,
      collection: null,
      now,
    });
    const query = await executedQuery(project, queryEmbeddings, adjusted, clientName(clientOf(call)));
    return { found, ...(await whyNot(project.text, query, clauses, found)) };
  };
}
