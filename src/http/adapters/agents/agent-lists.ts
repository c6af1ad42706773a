import { restrictFilter } from '../../../domain/access/restrictions.ts';
import type { RecommendationList, RecommendationOptions } from '../../../domain/recommend/list-builder.ts';
import * as recommend from '../../../domain/recommend/recommend.ts';
import type { SentPhoto } from '../../../domain/search/execution/photo-text.ts';
import type { WhyNotReason } from '../../../domain/search/execution/why-not.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { IdSource } from '../../../lib/random-id.ts';
import { limits } from '../../../ports/limits.ts';
import type { ListName } from '../../../ports/recommendations/recommendation-placements.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import type { Call } from '../../operation.ts';
import { readParameters } from '../../requests/parameters.ts';
import { recordList } from '../../replies/recorded-list.ts';
import { listParameters, createRecommendationOptions } from '../../routes/list-parameters.ts';
import type { createPhotoRunner } from '../../routes/photo-run.ts';
import { createRuleOptions } from '../../routes/rule-parameters.ts';
import type { createWhyNotRunner } from '../../routes/why-not-run.ts';
import { createAgentCall, type AgentCall, type AgentParts } from './agent-shop.ts';
import { throwItemNotFound, findNamedItem, findNamedItems } from './catalog-lookup.ts';
import type { PhotoRequest, AgentListRequest, WhyNotRequest } from './catalog-requests.ts';
import {
  createAgentQuery,
  createAgentValues,
  readConditions,
  wrapMessages,
  listProducts,
} from './catalog-search.ts';
import { createUcpEnvelope } from './ucp-envelope.ts';

const listNames: Readonly<Record<AgentListRequest['list'], ListName>> = {
  similar: 'similar',
  together: 'together',
  trending: 'trending',
  popular: 'popular',
  for_you: 'user',
};

/**
 * Recommends products, in the form of a search of UCP, which has no lists. Viewed products stand for the shopper, as anyone could
 * send the id of another one. @throws VitrineError item_not_found
 */
export async function recommendProducts(
  clientCall: Call,
  request: AgentListRequest,
  parts: AgentParts & { readonly clock: Clock; readonly ids: IdSource },
): Promise<object> {
  const { filters, context = {} } = request;
  const call = createAgentCall(clientCall, context.language, parts);
  const conditions = readConditions(call, filters, context.currency);
  const now = parts.clock.now();
  const values = createAgentValues(call);
  const { values: input } = readParameters(listParameters, {
    index: call.projectId,
    limit: capLimit(request),
  });
  const { filter } = createAgentQuery(call, conditions);
  const options = {
    ...createRecommendationOptions(input, call, now, createRuleOptions(values, call, now)),
    filter: () => (filter === undefined ? null : restrictFilter(call.restrictions, filter)),
  };
  const { entries, rules } = await readList(call, request, options);
  const recorded = { id: parts.ids.next(now), at: now, list: listNames[request.list], entries, rules };
  recordList(call, { ...values, filters: null }, recorded);
  const listed = entries.map(({ entry, reason: { code, text } }) => ({
    item: entry.item,
    reason: { code, text },
  }));
  return {
    ucp: createUcpEnvelope('search'),
    products: await listProducts(call, listed, conditions, { now }),
    ...wrapMessages(call.messages),
  };
}

async function readList(
  call: AgentCall,
  { list, ids = [], viewed = [], category: sentCategory }: AgentListRequest,
  options: RecommendationOptions,
): Promise<RecommendationList> {
  const { project } = call;
  const category = sentCategory ?? null;
  const visitor = { user: call.key?.user ?? null, session: null };
  const findNamedIds = async (): Promise<string[]> => {
    if (ids.length === 0) throw createParameterError('ids', 'required', 'the products that the list is for');
    return (await findNamedItems(call, ids)).map((item, i) => (item ?? throwItemNotFound(ids[i] ?? '')).id);
  };
  switch (list) {
    case 'similar':
      return recommend.similar(project, options, { item: (await findNamedIds())[0] ?? '', visitor });
    case 'together':
      return recommend.boughtTogether(project, options, { items: await findNamedIds(), visitor });
    case 'trending':
      return recommend.trending(project, options, { visitor, category, windowHours: null });
    case 'popular':
      return recommend.popular(project, options, { visitor, category });
    case 'for_you':
      // Leaves out what is no longer sold.
      return recommend.forUser(project, options, {
        visitor,
        seen: (await findNamedItems(call, viewed)).flatMap((item) => item?.id ?? []),
      });
  }
}

/** Finds products that look like a photo. @throws VitrineError of photos */
export async function findPhotoProducts(
  clientCall: Call,
  request: PhotoRequest,
  photo: SentPhoto | null,
  parts: AgentParts & { readonly clock: Clock; readonly runPhoto: ReturnType<typeof createPhotoRunner> },
): Promise<object> {
  if (photo?.bytes == null) throw createParameterError('photo', 'required', 'the photo, as base64');
  const { query = '', filters, context = {} } = request;
  const call = createAgentCall(clientCall, context.language, parts);
  const conditions = readConditions(call, filters, context.currency);
  const textQuery = { ...createAgentQuery(call, conditions), text: query, limit: capLimit(request) };
  const { found } = await parts.runPhoto(
    call,
    textQuery,
    { bytes: photo.bytes, crop: null },
    createAgentValues(call),
  );
  const isOther = found.confidence === 'out_of_catalog';
  if (isOther)
    call.messages.push({ type: 'info', code: 'out_of_catalog', content: 'No product looks like the photo' });
  const reason = { code: 'looks_similar', text: 'Looks like the photo' };
  const listed = isOther ? [] : found.hits.map(({ item }) => ({ item, reason }));
  return {
    ucp: createUcpEnvelope('search'),
    products: await listProducts(call, listed, conditions, { text: query, now: parts.clock.now() }),
    ...wrapMessages(call.messages),
  };
}

/** Explains why a search does not list a product, or its position, without names of rules. @throws VitrineError item_not_found */
export async function explainProduct(
  clientCall: Call,
  { id, query = '', filters, context = {} }: WhyNotRequest,
  parts: AgentParts & { readonly clock: Clock; readonly runWhyNot: ReturnType<typeof createWhyNotRunner> },
): Promise<object> {
  const call = createAgentCall(clientCall, context.language, parts);
  const conditions = readConditions(call, filters, context.currency);
  const item = await findNamedItem(call, id);
  const { listed, position, total, reasons, words } = await parts.runWhyNot(
    call,
    { ...createAgentQuery(call, conditions), text: query },
    { id: item.id, clauses: conditions, values: createAgentValues(call), now: parts.clock.now() },
  );
  return { id: item.id, listed, position, total, reasons: reasons.map(redactReason), words };
}

function redactReason({ code, text }: WhyNotReason): Pick<WhyNotReason, 'code' | 'text'> {
  if (code === 'hidden') return { code, text: 'Not offered by the shop in this search' };
  // The text after the position names rules, clicks and preferences.
  return { code, text: code === 'listed' ? (text.split(',', 1)[0] ?? '') : text };
}

function capLimit({ limit = limits.agentProductsDefault }: { readonly limit?: number }): number {
  return Math.min(limit, limits.agentProductsMax);
}
