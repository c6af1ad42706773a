import type { RequestView, ServedProject } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import type { Warning } from '../../ports/errors.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import type { SearchRecorder } from '../../domain/feedback/search-tracker.ts';
import { projectWithItemAddress } from '../../domain/catalog/addressed-projection.ts';
import { suggest } from '../../domain/search/execution/suggest.ts';
import { checkTogether } from '../../domain/query/search-request.ts';
import { selectProjectionOptions } from '../../domain/access/restrictions.ts';
import { defineListSchema } from '../../domain/contract/schema.ts';
import { bindUser } from '../access/authorise.ts';
import { withProvenUser } from '../access/proven-visitor.ts';
import { defineOperation, type Operation } from '../operation.ts';
import {
  defineJsonParameter,
  defineIntegerParameter,
  readParameters,
  defineTextParameter,
} from '../requests/parameters.ts';
import { writeHitChunks } from '../replies/hit-reply.ts';
import { planMembers } from '../replies/plan-reply.ts';
import {
  createChunkedReply,
  listChunks,
  createJsonReply,
  writeWarnings,
  type Chunk,
} from '../replies/reply.ts';
import { applyChoice } from '../access/request-restrictions.ts';
import { describeCollection } from '../replies/collection-reply.ts';
import { createRulesMembers } from '../replies/rules-reply.ts';
import { searchRunner, type FoundSearch, type SearchCall, type SearchValues } from './search-run.ts';
import { draftParameter, pinVisitorView } from '../access/call-view.ts';
import { describeReply } from '../schemas/schemas.ts';
import { searchReply as searchReplySchema, suggestReply } from '../schemas/search-reply-schema.ts';
import { projectInPath, type FilterCall } from './common.ts';
import { createRuleOptions, ruleParameters, visitorParameters } from './rule-parameters.ts';
import { prefixErrorPaths, createParameterError } from '../requests/invalid-parameter.ts';
import { searchBody, searchParameters, searchRequest, createTextQuery } from './search-parameters.ts';

const tag = 'Search';
const inPath = { in: 'path', name: 'project' } as const;
const pathParameters = projectInPath;
const errors = ['invalid_filter', 'collection_not_found', 'draft_not_found'] as const;
const multiSearchReply = describeReply('MultiSearchReply', { results: defineListSchema(searchReplySchema) });

export function createSearchOperations<P extends ServedProject>(options: {
  clock: Clock;
  ids: IdSource;
  queryEmbeddings: QueryEmbeddings;
  searchTracker: SearchRecorder<RequestView<P>>;
}): Operation<P>[] {
  const readClock = (): number => options.clock.now();

  const withTime = (call: FilterCall): Parameters<typeof createTextQuery>[1] => ({
    ...call,
    now: readClock(),
  });
  const runSearch = searchRunner(options);
  const run = async (
    call: SearchCall<P>,
    query: TextQuery,
    values: SearchValues & { readonly fields: readonly string[] | null },
    warnings: readonly Warning[] = [],
  ): Promise<Chunk[]> => {
    const result = await runSearch(call, query, values);
    const projection = projectWithItemAddress(
      { ...values, ...selectProjectionOptions(call.restrictions) },
      call.project.settings.effective().items.urlTemplate,
    );
    return searchReply({ ...result, query: query.text, warnings }, { explain: query.explain, projection });
  };
  return [
    defineOperation({
      id: 'search',
      onServingThreads: 'handled',
      method: 'GET',
      path: '/search/{project}',
      tag,
      summary: 'Search',
      access: { kind: 'key', scope: 'search', project: inPath },
      pathParameters,
      query: searchParameters,
      status: 200,
      reply: searchReplySchema,
      errors,
      handle: async (sent) => {
        const call = pinVisitorView(sent, sent.query);
        return createChunkedReply(
          200,
          await run(call, createTextQuery(call.query, withTime(call)), call.query),
        );
      },
    }),
    defineOperation({
      id: 'searchByPost',
      onServingThreads: 'handled',
      method: 'POST',
      path: '/search/{project}',
      tag,
      summary: 'Search with parameters in the body',
      access: { kind: 'key', scope: 'search', project: inPath },
      pathParameters,
      request: 'SearchRequest',
      body: searchBody,
      status: 200,
      reply: searchReplySchema,
      errors,
      handle: async (sent) => {
        const call = pinVisitorView(sent, sent.body);
        return createChunkedReply(
          200,
          await run(call, createTextQuery(call.body, withTime(call)), call.body),
        );
      },
    }),
    defineOperation({
      id: 'multiSearch',
      onServingThreads: 'handled',
      method: 'POST',
      path: '/search',
      tag,
      summary: 'Several searches at once',
      description:
        'Multi-search: up to 20 searches of one project, with at most 2,000 items, 200 facets and 20,000 facet values in total. Results have the order of the searches. If one search is invalid, all are rejected and the error names its path.',
      access: { kind: 'key', scope: 'search', project: { in: 'body', name: 'project' } },
      body: {
        project: defineTextParameter({
          description: 'Project id. Optional for a key of exactly one project.',
          lengthMax: limits.projectIdLengthMax,
          aliases: ['index'],
        }),
        searches: defineJsonParameter({
          description: 'The searches, each with the parameters of a search.',
          required: true,
          schema: {
            type: 'array',
            minItems: 1,
            maxItems: limits.searchesPerRequestMax,
            items: searchRequest,
          },
        }),
      },
      status: 200,
      reply: multiSearchReply,
      errors,
      handle: async (call) => {
        const searches = readSearches(call.body.searches);
        const queries = searches.map((search, index) =>
          prefixErrorPaths(`searches[${index}]`, () => {
            const { values: sent, warnings } = readParameters(
              searchBody,
              bindUser(call.key, searchBody, search),
            );
            const values = withProvenUser({ ...call, warnings }, sent);
            const restrictions = applyChoice(call.restrictions, call.key, values);
            // One step reads all searches, so that they see the same configuration.
            const seen = pinVisitorView({ ...call, restrictions, warnings }, values);
            const query = createTextQuery(values, withTime(seen));
            return { query, values, seen, warnings };
          }),
        );
        checkTogether(queries.map(({ query }) => query));
        const replies: Chunk[][] = [];
        for (const { query, values, seen, warnings } of queries) {
          if (replies.length > 0) await call.pause();
          replies.push(await run(seen, query, values, warnings));
        }
        return createChunkedReply(200, ['{"results":', ...listChunks(replies, (reply) => reply), '}']);
      },
    }),
  ];
}

/** Serving threads have no completions. */
export function defineSuggestOperation({ clock }: { clock: Clock }): Operation {
  return defineOperation({
    id: 'suggest',
    method: 'GET',
    path: '/search/{project}/suggest',
    tag,
    summary: 'Completions while typing',
    access: { kind: 'key', scope: 'search', project: inPath },
    pathParameters,
    query: {
      q: defineTextParameter({
        description: 'The text typed so far.',
        lengthMin: 0,
        lengthMax: limits.queryLengthMax,
        aliases: ['query', 'text', 'search', 'term', 'keyword'],
      }),
      limit: defineIntegerParameter({
        description: 'Maximum number of completions.',
        min: 1,
        max: limits.suggestLimitMax,
        fallback: limits.suggestLimitDefault,
      }),
      ...visitorParameters,
      ...ruleParameters,
      draft: draftParameter,
    },
    status: 200,
    reply: suggestReply,
    errors: ['draft_not_found'],
    handle: async (call) => {
      const { project, query, restrictions, key, warnings } = pinVisitorView(call, call.query);
      const q = query.q ?? '';
      const rules = createRuleOptions(query, { key, warnings }, clock.now());
      const suggestions = await suggest(project, { text: q, limit: query.limit }, restrictions, rules);
      return createJsonReply(200, { suggestions });
    },
  });
}

function readSearches(value: unknown): JsonObject[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > limits.searchesPerRequestMax) {
    throw createParameterError('searches', 'type', `a list of 1 to ${limits.searchesPerRequestMax} searches`);
  }
  return value.map((search: unknown, index) => {
    if (search !== null && typeof search === 'object' && !Array.isArray(search)) return search as JsonObject;
    throw createParameterError(`searches[${index}]`, 'type', 'an object with the parameters of a search');
  });
}

function searchReply(
  {
    searchId,
    result,
    tookMs,
    query,
    warnings,
  }: FoundSearch & { readonly query: string; readonly warnings: readonly Warning[] },
  shown: Parameters<typeof writeHitChunks>[1],
): Chunk[] {
  const rest = JSON.stringify({
    total: result.total,
    facets: result.facets,
    facetOrder: result.facetOrder,
    query,
    correctedQuery: result.correctedQuery,
    fallback: result.fallback,
    semantic: result.semantic,
    ...planMembers(result, query),
    ...(result.learned.length === 0 ? {} : { learnedCorrections: result.learned }),
    ...createRulesMembers(result.rules),
    ...(result.collection === null ? {} : { collection: describeCollection(result.collection) }),
    tookMs: Math.round(tookMs * 100) / 100,
  });
  return [
    `{"searchId":"${searchId}","items":`,
    ...listChunks(result.hits, (hit) => writeHitChunks(hit, shown)),
    `,${rest.slice(1, -1)}`,
    writeWarnings(warnings),
    '}',
  ];
}
