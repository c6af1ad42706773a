import { emptyQuery } from '../../domain/query/empty-query.ts';
import { filterClauses } from '../../domain/query/filter-grammar.ts';
import { parseSort } from '../../domain/query/sort-keys.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import type { Clock } from '../../lib/clock.ts';
import { limits } from '../../ports/limits.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineRequiredTextParameter } from '../requests/parameters.ts';
import { planMembers } from '../replies/plan-reply.ts';
import { createJsonReply } from '../replies/reply.ts';
import { whyNotReply } from '../schemas/search-reply-schema.ts';
import { readFilter, projectInPath } from './common.ts';
import { localParameters } from './local-parameters.ts';
import { personalize, ruleParameters, visitorParameters } from './rule-parameters.ts';
import { draftParameter, pinVisitorView } from '../access/call-view.ts';
import { wrapFilter, readLanguage, searchParameters } from './search-parameters.ts';
import { createWhyNotRunner } from './why-not-run.ts';

const { q, filters, sort, grouped, collection, understanding, asWords } = searchParameters;

/** Explains a missing or misplaced product to a merchandiser. */
export function defineWhyNotOperation({
  clock,
  queryEmbeddings,
}: {
  clock: Clock;
  queryEmbeddings: QueryEmbeddings;
}): Operation {
  const run = createWhyNotRunner({ queryEmbeddings });
  return defineOperation({
    id: 'whyNot',
    method: 'GET',
    path: '/search/{project}/why-not',
    tag: 'Search',
    summary: 'Explain why an item is missing, or its position',
    description:
      'For a search and an item, lists all reasons for its absence: inactive, hidden by rules, not in the collection, failed filter conditions, missing words. For a listed item, its position and ranking factors.',
    access: { kind: 'key', scope: 'search', project: { in: 'path', name: 'project' } },
    pathParameters: projectInPath,
    query: {
      item: defineRequiredTextParameter({
        description: 'The item’s `id` or `_id`.',
        lengthMax: limits.itemIdLengthMax,
      }),
      q,
      filters,
      sort,
      grouped,
      collection,
      understanding,
      asWords,
      ...localParameters,
      ...visitorParameters,
      ...ruleParameters,
      personalize,
      draft: draftParameter,
    },
    status: 200,
    reply: whyNotReply,
    errors: ['invalid_filter', 'item_not_found', 'collection_not_found', 'draft_not_found'],
    handle: async (sent) => {
      const call = pinVisitorView(sent, sent.query);
      const { query } = call;
      const now = clock.now();
      const filter = readFilter(query.filters, now, call);
      const textQuery = {
        ...emptyQuery,
        text: query.q ?? '',
        ...readLanguage(query.language, call),
        sort: parseSort(query.sort),
        grouped: query.grouped,
        ...wrapFilter(filter),
      };
      const clauses = filter === null ? [] : filterClauses(query.filters ?? '', now);
      const about = { id: query.item, clauses, values: query, now };
      const { item, plan, ...why } = await run(call, textQuery, about);
      return createJsonReply(200, { item: item.id, ...why, ...planMembers(plan, textQuery.text) });
    },
  });
}
