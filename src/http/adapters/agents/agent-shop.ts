import { isPrivate, restrictQuery } from '../../../domain/access/restrictions.ts';
import { findHiddenItems } from '../../../domain/rules/active-rules.ts';
import { emptyQuery } from '../../../domain/query/empty-query.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import { limits } from '../../../ports/limits.ts';
import type { ProjectStore } from '../../../ports/access/projects.ts';
import type { SearchRules } from '../../../ports/search/rules.ts';
import type { ProjectSettings } from '../../../ports/configuration/settings.ts';
import type { Call } from '../../operation.ts';
import { languageTag } from '../../../domain/contract/language-tag.ts';
import { applyChoice } from '../../access/request-restrictions.ts';
import { createRuleOptions } from '../../routes/rule-parameters.ts';
import { pinVisitorView, type ArmCall } from '../../access/call-view.ts';
import { checkServed } from './agent-caller.ts';
import { matchAll } from './catalog-filter.ts';
import { readAvailability } from './item-members.ts';
import { readSellableItems, type SellableItem } from './sellable-item.ts';
import { buildServiceUrl, type ServiceAddresses } from './service-addresses.ts';
import type { UcpMessage } from './ucp-envelope.ts';

/** The parts of the service that replies to agents need. */
export interface AgentParts {
  readonly store: Pick<ProjectStore, 'project'>;
  readonly addresses: ServiceAddresses;
}

/** The call of an agent, with the project restricted to what the agent may see, in its shopper's language. */
export type AgentCall = ArmCall<Call> & {
  readonly settings: ProjectSettings;
  readonly currency: string;
  /** Language of the query, or null if it is none of the project's. */
  readonly language: string | null;
  readonly serviceUrl: string;
  /** Messages of the reply. */
  readonly messages: UcpMessage[];
  readonly readSellable: (item: SellableItem['item']) => SellableItem | null;
};

/** The language is `language`, or else that of the headers. @throws VitrineError not_found: the project serves no agents */
export function createAgentCall(
  clientCall: Call,
  language: string | undefined,
  { store, addresses }: AgentParts,
): AgentCall {
  checkServed(clientCall.project.settings.effective().agents);
  const tag = language ?? clientCall.request.headers['accept-language']?.split(/[,;]/, 1)[0]?.trim() ?? '';
  // The language is only a hint, so an invalid one is ignored.
  const isTag = languageTag.test(tag) && tag.length <= limits.languageTagLengthMax;
  const restrictions = applyChoice(clientCall.restrictions, clientCall.key, isTag ? { language: tag } : {});
  const user = clientCall.key?.user ?? null;
  const seen = pinVisitorView({ ...clientCall, restrictions }, { draft: null, user, session: null });
  const settings = seen.project.settings.effective();
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  return {
    ...seen,
    settings,
    currency: store.project(clientCall.projectId)?.currency ?? '',
    language: settings.search.languages.includes(primary) ? primary : null,
    serviceUrl: buildServiceUrl(clientCall.request, addresses),
    messages: [],
    readSellable: readSellableItems(restrictions, settings.search.groupBy),
  };
}

/** Requires a visible price if some items may lack it: the protocol has no items without one. */
export function requirePrice({
  settings,
  restrictions,
}: Pick<AgentCall, 'settings' | 'restrictions'>): Filter[] {
  const mayLackPrice = settings.items.priceOptional || isPrivate(restrictions, 'price');
  return mayLackPrice ? [{ kind: 'exists', field: 'price' }] : [];
}

export type Hidden = SearchRules['hidden'];

/** Lists the items that rules hide from a search or list of an agent. `now` is in ms since 1970. */
export async function listHiddenByRules(
  call: AgentCall,
  text: string,
  options: { readonly values: Parameters<typeof createRuleOptions>[0]; readonly now: number },
): Promise<Hidden> {
  const rules = createRuleOptions(options.values, { ...call, warnings: [] }, options.now);
  const hidden = await findHiddenItems(call.project, text, rules);
  return hidden.map((items) => ({ rule: '', items }));
}

/** Finds the items that agents see and that match all filters, best first. With `isGrouped`, each product has one item. */
export async function findMatchingItems(
  call: Pick<AgentCall, 'project' | 'restrictions' | 'settings' | 'readSellable'>,
  filters: readonly Filter[],
  { hidden = [], isGrouped = false }: { readonly hidden?: Hidden; readonly isGrouped?: boolean } = {},
): Promise<SellableItem[]> {
  const { project, restrictions } = call;
  const filter = matchAll([...filters, ...requirePrice(call)]);
  const query = restrictQuery(restrictions, {
    ...emptyQuery,
    ...(filter === undefined ? {} : { filter }),
    grouped: isGrouped,
    limit: limits.agentVariantsReadMax,
  });
  const rules = { hidden: [...(query.rules?.hidden ?? []), ...hidden], boosts: [], pins: [] };
  const { hits } = await project.text.search({ ...query, rules });
  return hits.flatMap(({ item }) => call.readSellable(item) ?? []);
}

/** Finds the matching variants by the value of the grouping field. Each product with a match has at least one. */
export async function findVariants(
  call: Pick<AgentCall, 'project' | 'restrictions' | 'readSellable' | 'settings'>,
  groups: Iterable<string>,
  filters: readonly Filter[],
  hidden: Hidden = [],
): Promise<ReadonlyMap<string, readonly SellableItem[]>> {
  const { groupBy } = call.settings.search;
  const wanted = new Set(groups);
  if (wanted.size === 0 || groupBy === '') return new Map();
  const find = async (values: readonly string[], isGrouped: boolean): Promise<SellableItem[]> => {
    const clauses = values.map((value): Filter => ({ kind: 'equals', field: groupBy, value }));
    const found = await findMatchingItems(call, [{ kind: 'or', clauses }, ...filters], { hidden, isGrouped });
    // Filters ignore case, ids do not.
    return found.filter(({ group }) => group !== null && wanted.has(group));
  };
  const found = await find([...wanted], false);
  if (found.length >= limits.agentVariantsReadMax) {
    const known = new Set(found.map(({ group }) => group));
    const missing = [...wanted].filter((value) => !known.has(value));
    if (missing.length > 0) found.push(...(await find(missing, true)));
  }
  return Map.groupBy(found, ({ group }) => group ?? '');
}

export function isAvailable({ fields }: SellableItem): boolean {
  return readAvailability(fields, false)?.available === true;
}
