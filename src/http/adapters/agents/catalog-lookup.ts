import type { Clock } from '../../../lib/clock.ts';
import { VitrineError } from '../../../ports/errors.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import type { Call } from '../../operation.ts';
import {
  createAgentCall,
  listHiddenByRules,
  isAvailable,
  findMatchingItems,
  findVariants,
  type AgentCall,
  type AgentParts,
  type Hidden,
} from './agent-shop.ts';
import type { CatalogLookup, ProductRequest, SelectedOption } from './catalog-requests.ts';
import { createAgentValues, readConditions, wrapMessages } from './catalog-search.ts';
import { listEffectiveOptions, hasOptions, listOptionFields, readOptions } from './product-options.ts';
import { describeProduct, summarizeProduct, type InputMatch } from './product-reply.ts';
import { getProductId, type SellableItem } from './sellable-item.ts';
import { createUcpEnvelope } from './ucp-envelope.ts';

/** Fields that identify a variant. */
const idFields = ['id', '_id', 'sku'] as const;

/** The reply to `lookup_catalog`, with each product once, and the variants that its ids name. */
export async function lookupCatalog(
  clientCall: Call,
  { ids, filters, context = {} }: CatalogLookup,
  parts: AgentParts & { readonly clock: Clock },
): Promise<object> {
  const call = createAgentCall(clientCall, context.language, parts);
  const distinctIds = [...new Set(ids)];
  const conditions = readConditions(call, filters, context.currency).map(({ filter }) => filter);
  const hidden = await listAlwaysHidden(call, parts.clock);
  const exact = await findItemsById(call, distinctIds, hidden);
  const unknown = distinctIds.filter((id) => !exact.has(id));
  const products = await findVariants(call, unknown, [], hidden);
  const groups = [...exact.values()].flatMap((items) => items.flatMap(({ group }) => group ?? []));
  const variants = await findVariants(call, [...products.keys(), ...groups], conditions, hidden);
  const passing = conditions.length === 0 ? null : await selectPassingIds(call, exact, conditions);
  const inputs = new Map<string, InputMatch[]>();
  const families = new Map<string, SellableItem[]>();
  const add = (variant: SellableItem, match: InputMatch): void => {
    const known = inputs.get(variant.id);
    if (known !== undefined) return void known.push(match);
    inputs.set(variant.id, [match]);
    const product = getProductId(variant);
    families.set(product, [...(families.get(product) ?? []), variant]);
  };
  for (const id of distinctIds) {
    for (const variant of exact.get(id) ?? [])
      if (passing === null || passing.has(variant.id)) add(variant, { id, match: 'exact' });
    const family = exact.has(id) ? [] : (variants.get(id) ?? []);
    const featured = chooseFeatured(family);
    if (featured !== undefined) add(featured, { id, match: 'featured' });
    if (!exact.has(id) && !products.has(id))
      call.messages.push({ type: 'info', code: 'not_found', content: id });
  }
  return {
    ucp: createUcpEnvelope('lookup'),
    products: [...families.values()].map((shown) => {
      const [first] = shown;
      const others = (variants.get(first!.group ?? '') ?? []).filter(({ id }) => id !== first!.id);
      return summarizeProduct([first!, ...others], call, { inputs, shown });
    }),
    ...wrapMessages(call.messages),
  };
}

/** The reply to `get_product`, which is the product of an id, narrowed to the selected options. */
export async function getProduct(
  clientCall: Call,
  { id, selected = [], preferences = [], filters, context = {} }: ProductRequest,
  parts: AgentParts & { readonly clock: Clock },
): Promise<object> {
  const call = createAgentCall(clientCall, context.language, parts);
  const hidden = await listAlwaysHidden(call, parts.clock);
  const [named] = (await findItemsById(call, [id], hidden)).get(id) ?? [];
  const conditions = readConditions(call, filters, context.currency).map(({ filter }) => filter);
  const [requestedVariant] = named === undefined ? [] : await selectPassing(call, [named], conditions);
  if (named !== undefined && requestedVariant === undefined) return createProductNotFoundReply(id);
  const group = named === undefined ? id : named.group;
  const siblings =
    group === null ? [] : ((await findVariants(call, [group], conditions, hidden)).get(group) ?? []);
  const family = requestedVariant === undefined ? siblings : includeVariant(siblings, requestedVariant);
  const [first] = family;
  if (first === undefined) return createProductNotFoundReply(id);
  const names = listOptionFields(family, call.settings.agents.optionFields);
  const effective = readSelectedOptions(family, requestedVariant, names, { selected, preferences });
  const isNarrowed = requestedVariant !== undefined || selected.length > 0;
  const matching = isNarrowed ? family.filter((variant) => hasOptions(variant, effective)) : family;
  const featured = requestedVariant ?? chooseFeatured(matching) ?? first;
  return {
    ucp: createUcpEnvelope('lookup'),
    product: describeProduct(
      family,
      [featured, ...matching.filter((variant) => variant !== featured)],
      call,
      {
        names,
        selected: isNarrowed ? effective : readOptions(featured, names),
        isAvailable,
      },
    ),
    ...wrapMessages(call.messages),
  };
}

/** Adds the requested variant to those that were read: of a product with very many, not all are read. */
function includeVariant(variants: readonly SellableItem[], requested: SellableItem): readonly SellableItem[] {
  if (!variants.some(({ id }) => id === requested.id)) return [requested, ...variants];
  return variants.map((variant) => (variant.id === requested.id ? requested : variant));
}

/** The options of the variant that the request names, otherwise those that it selected, as far as a variant has them. */
function readSelectedOptions(
  family: readonly SellableItem[],
  requested: SellableItem | undefined,
  names: readonly string[],
  {
    selected,
    preferences,
  }: { readonly selected: readonly SelectedOption[]; readonly preferences: readonly string[] },
): SelectedOption[] {
  return requested === undefined
    ? listEffectiveOptions(family, selected, preferences)
    : readOptions(requested, names);
}

/** Lists the items that rules hide from every search, whatever its words. They are not offered by an id either. */
function listAlwaysHidden(call: AgentCall, clock: Clock): Promise<Hidden> {
  const values = { ...createAgentValues(call), enableRules: false };
  return listHiddenByRules(call, '', { values, now: clock.now() });
}

/** Finds the items that ids name, also hidden ones. A product id gives a variant that can be bought, an unknown id null. */
export async function findNamedItems(
  call: AgentCall,
  ids: readonly string[],
): Promise<(SellableItem | null)[]> {
  const exact = await findItemsById(call, ids);
  const products = await findVariants(
    call,
    ids.filter((id) => !exact.has(id)),
    [],
  );
  return ids.map((id) => exact.get(id)?.[0] ?? chooseFeatured(products.get(id) ?? []) ?? null);
}

/** The item that an id names, as in `findNamedItems()`. @throws VitrineError item_not_found */
export async function findNamedItem(call: AgentCall, id: string): Promise<SellableItem> {
  const [item] = await findNamedItems(call, [id]);
  return item ?? throwItemNotFound(id);
}

/** @throws VitrineError item_not_found */
export function throwItemNotFound(id: string): never {
  throw new VitrineError('item_not_found', `There is no product ${JSON.stringify(id)}`);
}

/** An outcome, not an error of the transport. */
function createProductNotFoundReply(id: string): object {
  return {
    ucp: createUcpEnvelope('lookup', 'error'),
    messages: [
      { type: 'error', code: 'not_found', content: `Product not found: ${id}`, severity: 'unrecoverable' },
    ],
  };
}

/** The first that can be bought, otherwise the first. */
function chooseFeatured(variants: readonly SellableItem[]): SellableItem | undefined {
  return variants.find((variant) => isAvailable(variant)) ?? variants[0];
}

/** The items with these ids, by id. A SKU may belong to several. */
async function findItemsById(
  call: AgentCall,
  ids: readonly string[],
  hidden: Hidden = [],
): Promise<Map<string, SellableItem[]>> {
  const clauses = ids.flatMap((value) => idFields.map((field): Filter => ({ kind: 'equals', field, value })));
  const found = await findMatchingItems(call, [{ kind: 'or', clauses }], { hidden });
  const byId = new Map<string, SellableItem[]>();
  for (const id of ids) {
    // Filters ignore case, ids do not. An id precedes the SKU of another item.
    const named = found.filter(({ item }) => item.id === id || item._id === id);
    const items = named.length > 0 ? named : found.filter(({ fields }) => fields['sku'] === id);
    if (items.length > 0) byId.set(id, items);
  }
  return byId;
}

async function selectPassingIds(
  call: AgentCall,
  found: ReadonlyMap<string, readonly SellableItem[]>,
  conditions: readonly Filter[],
): Promise<ReadonlySet<string>> {
  const passing = await selectPassing(call, [...found.values()].flat(), conditions);
  return new Set(passing.map(({ id }) => id));
}

/** The items that pass the conditions. */
async function selectPassing(
  call: AgentCall,
  items: readonly SellableItem[],
  conditions: readonly Filter[],
): Promise<SellableItem[]> {
  if (items.length === 0 || conditions.length === 0) return [...items];
  const clauses = items.map(({ id }): Filter => ({ kind: 'equals', field: 'id', value: id }));
  const passing = new Set(
    (await findMatchingItems(call, [{ kind: 'or', clauses }, ...conditions])).map(({ id }) => id),
  );
  return items.filter(({ id }) => passing.has(id));
}
