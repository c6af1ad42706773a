import type { Clock } from '../../../lib/clock.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import { limits } from '../../../ports/limits.ts';
import type { TextQuery, TextHit } from '../../../ports/search/text.ts';
import { emptyQuery } from '../../../domain/query/empty-query.ts';
import type { SearchResult } from '../../../domain/search/execution/search.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import type { Call } from '../../operation.ts';
import type { searchRunner, SearchValues } from '../../routes/search-run.ts';
import {
  createAgentCall,
  listHiddenByRules,
  requirePrice,
  findVariants,
  type AgentCall,
  type AgentParts,
} from './agent-shop.ts';
import { matchAll, convertCatalogFilter, type NamedFilter } from './catalog-filter.ts';
import type { CatalogFilters, CatalogSearch } from './catalog-requests.ts';
import { summarizeProduct, type ProductReason } from './product-reply.ts';
import type { SellableItem } from './sellable-item.ts';
import { createUcpEnvelope, type UcpMessage } from './ucp-envelope.ts';
import { identifierReasons, matchReasons } from '../../../domain/search/execution/ranking-explanation.ts';

/** Sentences of a reason: the first ones are the most significant. */
const sentencesMax = 3;

/** Why a search lists a product, in words for shoppers: without names of rules, factors and figures of sales. */
function explainHit(
  { rules, pinnedIn, identifier, ranking }: Pick<TextHit, 'rules' | 'pinnedIn' | 'identifier' | 'ranking'>,
  isBrowsing: boolean,
): ProductReason {
  if (rules?.pinned != null || pinnedIn !== null) return { code: 'pinned', text: 'Selected by the shop' };
  if (identifier !== null) return { code: 'identifier', text: identifierReasons(identifier).join('. ') };
  if (isBrowsing || ranking === null) return { code: 'popular', text: 'Popular in this shop' };
  if (ranking.semantic?.added === true) return { code: 'semantic', text: 'Similar in meaning' };
  return { code: 'words', text: matchReasons(ranking).slice(0, sentencesMax).join('. ') };
}

/** The parameters of a search besides its query. */
export function createAgentValues({ key }: Pick<AgentCall, 'key'>): SearchValues {
  return {
    user: key?.user ?? null,
    session: null,
    address: null,
    context: null,
    enableRules: true,
    personalize: true,
    understanding: null,
    asWords: [],
    collection: null,
    draft: null,
  };
}

/** The reply to `search_catalog`. @throws VitrineError invalid_request, not_found */
export async function searchCatalog(
  clientCall: Call,
  { query = '', filters, context = {}, pagination = {} }: CatalogSearch,
  parts: AgentParts & { readonly clock: Clock; readonly runSearch: ReturnType<typeof searchRunner> },
): Promise<object> {
  const call = createAgentCall(clientCall, context.language, parts);
  const conditions = readConditions(call, filters, context.currency);
  const isBrowsing = query.trim() === '';
  // A price counts as a filter also where it cannot be applied, as in another currency: the protocol allows such a request.
  if (isBrowsing && conditions.length === 0 && filters?.price === undefined)
    throw createParameterError(
      'query',
      'required',
      'words to search for, unless a filter by fields of products applies',
    );
  const offset = decodeCursor(pagination.cursor);
  const limit = Math.min(pagination.limit ?? limits.agentProductsDefault, limits.agentProductsMax);
  const { result } = await parts.runSearch(
    call,
    {
      ...createAgentQuery(call, conditions),
      text: query,
      offset,
      limit: Math.min(limit, limits.searchWindowMax - offset),
      explain: true,
    },
    createAgentValues(call),
  );
  const isFallback = result.fallback === 'popular';
  const hits = isFallback ? [] : result.hits;
  call.messages.push(...describeResult(result));
  return {
    ucp: createUcpEnvelope('search'),
    products: await listProducts(
      call,
      hits.map((hit) => ({ item: hit.item, reason: explainHit(hit, isBrowsing) })),
      conditions,
      { text: query, now: parts.clock.now() },
    ),
    pagination: describePagination(offset + limit, isFallback ? 0 : result.total),
    ...wrapMessages(call.messages),
  };
}

export function readConditions(
  call: AgentCall,
  filters: CatalogFilters | undefined,
  currency: string | undefined,
): NamedFilter[] {
  return filters === undefined ? [] : convertCatalogFilter(filters, { currency }, call);
}

/** A query for products under the conditions of a request, without words. */
export function createAgentQuery(
  call: Pick<AgentCall, 'language' | 'settings' | 'restrictions'>,
  conditions: readonly NamedFilter[],
): TextQuery {
  const filter = matchAll([...conditions.map(({ filter: one }) => one), ...requirePrice(call)]);
  return {
    ...emptyQuery,
    ...(call.language === null ? {} : { language: call.language }),
    ...(filter === undefined ? {} : { filter }),
  };
}

/** Products in the order of their items, each with its variants that match the conditions and that no rule hides from a search for `text`. */
export async function listProducts(
  call: AgentCall,
  listed: readonly { readonly item: SellableItem['item']; readonly reason: ProductReason }[],
  conditions: readonly NamedFilter[],
  { text = '', now }: { readonly text?: string; readonly now: number },
): Promise<object[]> {
  const products = listed.flatMap(({ item, reason }) => {
    const sellable = call.readSellable(item);
    return sellable === null ? [] : [{ sellable, reason }];
  });
  const filters: Filter[] = conditions.map(({ filter }) => filter);
  const groups = products.flatMap(({ sellable }) => sellable.group ?? []);
  const hidden =
    groups.length === 0 ? [] : await listHiddenByRules(call, text, { values: createAgentValues(call), now });
  const variants = await findVariants(call, groups, filters, hidden);
  return products.map(({ sellable, reason }) => {
    const others = variants.get(sellable.group ?? '') ?? [];
    return summarizeProduct([sellable, ...others.filter(({ id }) => id !== sellable.id)], call, { reason });
  });
}

export function wrapMessages(messages: readonly UcpMessage[]): { messages?: readonly UcpMessage[] } {
  return messages.length === 0 ? {} : { messages };
}

function describeResult({ correctedQuery, fallback, total }: SearchResult): UcpMessage[] {
  if (total === 0) return [];
  const createInfoMessage = (code: string, content: string): UcpMessage => ({ type: 'info', code, content });
  return [
    ...(correctedQuery === null
      ? []
      : [createInfoMessage('query_corrected', `Results for “${correctedQuery}”`)]),
    ...(fallback === 'words_dropped'
      ? [createInfoMessage('words_dropped', 'No product has all words: these have most of them')]
      : []),
    ...(fallback === 'semantic'
      ? [createInfoMessage('semantic_matches', 'No product has these words: these are similar in meaning')]
      : []),
  ];
}

function describePagination(end: number, total: number): object {
  const hasNext = end < Math.min(total, limits.searchWindowMax);
  return {
    has_next_page: hasNext,
    ...(hasNext ? { cursor: encodeCursor(end) } : {}),
    total_count: total,
  };
}

/** A cursor is the offset of the next page. */
function encodeCursor(offset: number): string {
  return Buffer.from(`offset:${offset}`).toString('base64url');
}

/** @throws VitrineError invalid_request */
function decodeCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const offset = /^offset:(\d{1,8})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (offset === undefined || Number(offset) > limits.searchWindowMax)
    throw createParameterError('pagination.cursor', 'format', 'the cursor of a previous reply');
  return Number(offset);
}
