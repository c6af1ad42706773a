import type { Restrictions } from '../../../domain/access/restrictions.ts';
import type { RuleOptions } from '../../../domain/rules/active-rules.ts';
import { emptyQuery } from '../../../domain/query/empty-query.ts';
import { checkTogether } from '../../../domain/query/search-request.ts';
import { facetValues } from '../../../domain/search/execution/facet-values.ts';
import type { SearchRecorder } from '../../../domain/feedback/search-tracker.ts';
import type { QueryEmbeddings } from '../../../domain/search/execution/query-embeddings.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { IdSource } from '../../../lib/random-id.ts';
import type { RequestView, ServedProject } from '../../../ports/engine.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import type { Suggestion } from '../../../ports/search/suggestions.ts';
import type { TextQuery } from '../../../ports/search/text.ts';
import { prefixErrorPaths, createParameterError } from '../../requests/invalid-parameter.ts';
import { defineOperation, type Call, type Operation } from '../../operation.ts';
import { createJsonReply, createChunkedReply, listChunks, type Chunk } from '../../replies/reply.ts';
import { createRuleOptions } from '../../routes/rule-parameters.ts';
import { searchRunner, type SearchCall } from '../../routes/search-run.ts';
import { pinVisitorView } from '../../access/call-view.ts';
import { toField } from './attributes.ts';
import { createFacetSearchReply, readFacetSearch, type FacetSearch } from './facet-search.ts';
import { defineAlgoliaOperation } from './algolia-operation.ts';
import { mayBeSuggestions, NamedIndexes } from './index-name.ts';
import { algoliaProtocol, readUserToken } from './protocol.ts';
import { readRequestBody } from '../request-body.ts';
import { readForcedParameters } from './secured-keys.ts';
import { ParameterReader } from './parameter-reader.ts';
import { searchContext } from './search-context.ts';
import { readSearch, showsField, type AlgoliaSearch } from './search-parameters.ts';
import { searchReply } from './search-reply.ts';
import { createSuggestionsReply } from './suggestions-reply.ts';
import { dynamicFacetsMax, searchValues, createTextQuery } from './text-query.ts';
import { readUrlParameters } from './url-parameters.ts';

/** A query of a request: for hits, or for values of a facet. */
interface QueryCall {
  readonly index: string;
  readonly search: AlgoliaSearch;
  readonly facet: { readonly attribute: string; readonly search: FacetSearch } | null;
}

const shared = { tag: 'Search', scope: 'search', onServingThreads: 'handled' } as const;

type Suggest<V> = (
  project: V,
  request: { text: string; limit: number },
  restrictions: Restrictions,
  rules: RuleOptions,
) => Promise<Suggestion[]>;

/** Searches of Algolia's clients: `search`, `searchSingleIndex` and `searchForFacetValues`. */
export function createAlgoliaSearchOperations<P extends ServedProject>(options: {
  clock: Clock;
  ids: IdSource;
  queryEmbeddings: QueryEmbeddings;
  searchTracker: SearchRecorder<RequestView<P>>;
  /** Null on serving threads: only the state thread has completions, see `needsStateThread`. */
  suggest: Suggest<RequestView<P>> | null;
}): Operation<P>[] {
  const { clock } = options;
  const runSearch = searchRunner(options);

  const runQuery = async (
    call: Call<P>,
    indexes: NamedIndexes<P>,
    { index, search, facet }: QueryCall,
  ): Promise<{ chunks: Chunk[]; total: number }> => {
    const visitor = { user: call.key?.user ?? null, userToken: readUserToken(call.request) };
    const values = searchValues(search, visitor);
    const session = typeof values.session === 'string' ? values.session : null;
    const { opened, sort, isSuggestions } = await indexes.open(index, { session });
    const { restrictions } = opened;
    const seen = pinVisitorView({ ...call, ...opened }, { draft: null, user: values.user, session });
    const settings = seen.project.settings.effective();
    const { urlTemplate } = settings.items;
    const query = createTextQuery(search, sort, settings);
    const rules = createRuleOptions(values, call, clock.now());
    if (facet !== null && (isSuggestions || !showsField(search, toField(facet.attribute))))
      return { chunks: [JSON.stringify(createFacetSearchReply(undefined, facet.search, 0))], total: 0 };
    if (isSuggestions) {
      if (options.suggest === null) throw new Error('The state thread answers requests for completions');
      const reply = await searchSuggestions(seen, { index, search }, rules, options.suggest);
      return { chunks: [JSON.stringify(reply)], total: 0 };
    }
    if (facet !== null) {
      const reply = await searchFacetValues(seen, query, facet, rules);
      return { chunks: [JSON.stringify(reply)], total: 0 };
    }
    const result = await runSearch(seen, query, values);
    const chunks = await searchReply(result, { index, search, restrictions, urlTemplate }, call.slices);
    return { chunks, total: result.result.total };
  };

  const runSingle = async (call: Call<P>, body: JsonObject) => {
    const indexes = new NamedIndexes(call);
    const query = await openQuery(call, indexes, {
      index: call.path['index'] ?? '',
      parameters: body,
      attribute: null,
    });
    checkTogether([estimateQuerySize(query)]);
    const { chunks } = await runQuery(call, indexes, query);
    return createChunkedReply(200, chunks);
  };

  return [
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaSearches',
      method: 'POST',
      path: '/1/indexes/{index}/queries',
      summary: 'Several searches, of one or several indexes',
      handle: async (call) => {
        if (call.path['index'] !== '*')
          throw new VitrineError('not_found', 'The path is /1/indexes/*/queries');
        const value = await readRequestBody(call);
        const { requests, strategy } = value;
        const requested = readQueries(requests);
        if (needsStateThread(call, requested)) return 'state-thread';
        const indexes = new NamedIndexes(call);
        const queries: QueryCall[] = [];
        for (const [position, query] of requested.entries())
          queries.push(
            await openQuery(call, indexes, query, (read) => prefixErrorPaths(`requests[${position}]`, read)),
          );
        checkTogether(queries.map(estimateQuerySize));
        const replies: Chunk[][] = [];
        let hasEnough = false;
        for (const query of queries) {
          if (replies.length > 0) await call.pause();
          if (hasEnough) {
            replies.push([JSON.stringify(describeUnprocessed(query))]);
            continue;
          }
          const { chunks, total } = await runQuery(call, indexes, query);
          replies.push(chunks);
          hasEnough =
            strategy === 'stopIfEnoughMatches' && query.facet === null && total >= query.search.limit;
        }
        return createChunkedReply(200, ['{"results":', ...listChunks(replies, (reply) => reply), '}']);
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaSearch',
      method: 'POST',
      path: '/1/indexes/{index}/query',
      summary: 'A search of one index',
      handle: async (call) => {
        const value = await readRequestBody(call);
        if (needsStateThread(call, [{ index: call.path['index'] ?? '' }])) return 'state-thread';
        return runSingle(call, value);
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaSearchByUrl',
      method: 'GET',
      path: '/1/indexes/{index}',
      summary: 'A search of one index with its parameters in the URL',
      handle: async (call) => {
        if (needsStateThread(call, [{ index: call.path['index'] ?? '' }])) return 'state-thread';
        return runSingle(call, readUrlParameters(call));
      },
    }),
    defineAlgoliaOperation({
      ...shared,
      id: 'algoliaFacetValues',
      method: 'POST',
      path: '/1/indexes/{index}/facets/{facet}/query',
      summary: 'A search for values of a facet',
      handle: async (call) => {
        const index = call.path['index'] ?? '';
        const value = await readRequestBody(call);
        const indexes = new NamedIndexes(call);
        const attribute = call.path['facet'] ?? '';
        const query = await openQuery(call, indexes, { index, parameters: value, attribute });
        const { chunks } = await runQuery(call, indexes, query);
        return createChunkedReply(200, chunks);
      },
    }),
  ];
}

/** Finds the query suggestions for a query; there is one page. */
async function searchSuggestions<P extends ServedProject>(
  { project, projectId, restrictions }: Pick<SearchCall<P>, 'project' | 'projectId' | 'restrictions'>,
  { index, search }: Pick<QueryCall, 'index' | 'search'>,
  rules: RuleOptions,
  suggest: Suggest<RequestView<P>>,
): Promise<object> {
  const started = performance.now();
  const limit = search.offset > 0 ? 0 : Math.min(search.limit, limits.suggestLimitMax);
  const suggestions =
    limit === 0 ? [] : await suggest(project, { text: search.query, limit }, restrictions, rules);
  const tookMs = performance.now() - started;
  return createSuggestionsReply(suggestions, { index, project: projectId, search, tookMs });
}

/** Finds the values of a facet that contain a text. */
async function searchFacetValues(
  { project, restrictions }: Pick<SearchCall, 'project' | 'restrictions'>,
  { text, language, grouped, filter }: TextQuery,
  { attribute, search }: NonNullable<QueryCall['facet']>,
  rules: RuleOptions,
): Promise<object> {
  const started = performance.now();
  const facets = [{ field: toField(attribute), limit: search.limit }];
  const query = {
    ...emptyQuery,
    text,
    facets,
    grouped,
    ...(language === undefined ? {} : { language }),
    ...(filter === undefined ? {} : { filter }),
  };
  const values = await facetValues(project, query, search.text, {
    restrictions,
    understanding: null,
    asWords: [],
    collection: null,
    ...rules,
  });
  return createFacetSearchReply(Object.values(values.facets)[0], search, performance.now() - started);
}

/** Whether the state thread answers a request: serving threads have no completions. */
function needsStateThread(
  { isOnServingThread }: Pick<Call, 'isOnServingThread'>,
  queries: readonly Pick<QueryCall, 'index'>[],
): boolean {
  return isOnServingThread && queries.some(({ index }) => mayBeSuggestions(index));
}

/** The paths of Algolia that have no counterpart. */
export function createUnknownAlgoliaOperations(): Operation[] {
  return (['GET', 'POST', 'PUT', 'DELETE'] as const).map((method) =>
    defineOperation({
      protocol: algoliaProtocol,
      tag: 'Search',
      status: 200,
      reply: null,
      id: `algoliaUnknown${method}`,
      method,
      path: '/1/*',
      summary: 'Operations of Algolia without a counterpart',
      access: { kind: 'public' },
      handle: () => createJsonReply(404, { message: 'Path not supported by this API', status: 404 }),
    }),
  );
}

/** A query whose parameters are not read yet. */
interface UnreadQuery {
  readonly index: string;
  readonly parameters: JsonObject;
  /** The attribute whose values are searched, or null if the query is for hits. */
  readonly attribute: string | null;
}

/** The queries of a request. Two of facets of one index are searched as one query each. @throws VitrineError invalid_request */
function readQueries(body: unknown): UnreadQuery[] {
  const most = limits.algoliaQueriesMax;
  if (!Array.isArray(body) || body.length > most)
    throw createParameterError('requests', 'type', `a list of at most ${most} queries`);
  return body.map((one: unknown, position) =>
    prefixErrorPaths(`requests[${position}]`, () => {
      if (!isObject(one)) throw createParameterError('indexName', 'required', 'the name of an index');
      const { indexName, type, facet, ...parameters } = one;
      if (typeof indexName !== 'string' || indexName === '')
        throw createParameterError('indexName', 'required', 'the name of an index');
      if (type !== 'facet') return { index: indexName, parameters, attribute: null };
      if (typeof facet !== 'string')
        throw createParameterError('facet', 'required', 'the name of an attribute');
      return { index: indexName, parameters, attribute: facet };
    }),
  );
}

/** A query with what the project of its index adds to the parameters. @throws VitrineError */
async function openQuery(
  { key, request }: Pick<Call, 'key' | 'request'>,
  indexes: NamedIndexes<ServedProject>,
  { index, parameters, attribute }: UnreadQuery,
  place: <T>(read: () => T) => T = (read) => read(),
): Promise<QueryCall> {
  const forced = readForcedParameters(key);
  const userToken = place(() =>
    new ParameterReader(parameters, forced).readText('userToken', limits.userIdLengthMax),
  );
  const { opened } = await indexes.open(index, { session: userToken ?? readUserToken(request) });
  return place(() => {
    if (attribute !== null && attribute.length > limits.fieldNameLengthMax)
      throw createParameterError('facet', 'too_long', `at most ${limits.fieldNameLengthMax} characters`);
    const search = readSearch(parameters, forced, searchContext(opened.project.settings.effective()));
    return {
      index,
      search,
      facet: attribute === null ? null : { attribute, search: readFacetSearch(parameters) },
    };
  });
}

/** Estimates the work of a query, which is limited per request. */
function estimateQuerySize({ search, facet }: QueryCall): Parameters<typeof checkTogether>[0][number] {
  if (facet !== null) return { limit: 0, facets: [{ field: facet.attribute, limit: facet.search.limit }] };
  const { limit, facets, valuesPerFacet } = search;
  const fields = facets.flatMap((name) =>
    name === '*' ? Array.from({ length: dynamicFacetsMax }, () => name) : [name],
  );
  return { limit, facets: fields.map((field) => ({ field, limit: valuesPerFacet })) };
}

function describeUnprocessed({ index, search }: QueryCall): object {
  return { index, processed: false, hits: [], nbHits: 0, page: 0, nbPages: 0, hitsPerPage: search.limit };
}
