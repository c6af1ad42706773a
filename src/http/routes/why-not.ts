import { emptyQuery } from '../../domain/search/query/empty-query.ts';
import { withRules } from '../../domain/rules/active-rules.ts';
import { restrictedFilter, restrictedQuery } from '../../domain/access/restrictions.ts';
import { visibleItem } from '../../domain/access/visible-items.ts';
import { filterClauses } from '../../domain/search/query/filter-grammar.ts';
import { parseSort } from '../../domain/search/query/sort-keys.ts';
import { withAdjustments } from '../../domain/search/execution/list-adjustments.ts';
import { arrangedQuery } from '../../domain/search/execution/search.ts';
import { whyNot } from '../../domain/search/execution/why-not.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import type { Clock } from '../../lib/clock.ts';
import { limits } from '../../ports/limits.ts';
import { clientName, clientOf } from '../client.ts';
import { operation, type Operation } from '../operation.ts';
import { requiredText } from '../parameters.ts';
import { json } from '../reply.ts';
import { whyNotReply } from '../search-reply-schema.ts';
import { filterOf, projectInPath } from './common.ts';
import { localParameters } from './local-parameters.ts';
import { personalize, ruleOptions, ruleParameters, visitorParameters } from './rule-parameters.ts';
import { draftParameter, viewed } from '../viewed-call.ts';
import { filterPart, searchParameters } from './search-parameters.ts';

const { q, filters, sort, grouped } = searchParameters;

/** Explains a missing or misplaced product to a merchandiser. */
export function whyNotOperation({
  clock,
  queryEmbeddings,
}: {
  clock: Clock;
  queryEmbeddings: QueryEmbeddings;
}): Operation {
  return operation({
    id: 'whyNot',
    method: 'GET',
    path: '/search/{project}/why-not',
    tag: 'Search',
    summary: 'Explain why an item is missing, or its position',
    description:
      'For a search and an item, lists all reasons for its absence: inactive, hidden by rules, failed filter conditions, missing words. For a listed item, its position and ranking factors.',
    access: { kind: 'key', scope: 'search', project: { in: 'path', name: 'project' } },
    pathParameters: projectInPath,
    query: {
      item: requiredText({
        description: 'The item’s `id` or `_id`.',
        lengthMax: limits.itemIdLengthMax,
      }),
      q,
      filters,
      sort,
      grouped,
      ...localParameters,
      ...visitorParameters,
      ...ruleParameters,
      personalize,
      draft: draftParameter,
    },
    status: 200,
    reply: whyNotReply,
    errors: ['invalid_filter', 'item_not_found', 'draft_not_found'],
    handle: async (sent) => {
      const { project, query, restrictions, warnings, ...call } = viewed(sent, sent.query.draft);
      const now = clock.now();
      const filter = filterOf(query.filters, now, { project, warnings, restrictions });
      const search = restrictedQuery(restrictions, {
        ...emptyQuery,
        text: query.q ?? '',
        sort: parseSort(query.sort),
        grouped: query.grouped,
        ...filterPart(filter),
      });
      const clauses = (filter === null ? [] : filterClauses(query.filters ?? '', now)).map((clause) => ({
        ...clause,
        filter: restrictedFilter(restrictions, clause.filter),
      }));
      const item = await visibleItem(project, restrictions, query.item);
      const client = clientName(clientOf(call));
      const rules = ruleOptions(query, { key: call.key, warnings }, now);
      const { query: byRules } = await withRules(project, search, rules);
      const arranged = arrangedQuery(project, byRules, { asked: search, collection: null, now });
      const adjusted = await withAdjustments(project, arranged, search, {
        visitor: rules.visitor,
        personalize: query.personalize,
        collection: null,
        now,
      });
      const { query: ruled } = await queryEmbeddings.withEmbedding(project, adjusted, client);
      return json(200, { item: item.id, ...(await whyNot(project.text, ruled, clauses, item)) });
    },
  });
}
