import type { Filter } from '../../ports/search/filters.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import type { ListSourceName } from '../../ports/recommendations/recommendation-placements.ts';
import type { Recommended } from '../../ports/recommendations/recommenders.ts';
import { memberTexts } from '../../lib/json-members.ts';
import type { JsonProjection } from '../../lib/json-projection.ts';
import { readTexts } from '../../lib/json-values.ts';
import { localItem } from '../../lib/local-values.ts';
import { inSpan } from '../../lib/tracing/span.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import {
  isPrivate,
  isVisibleFilter,
  listItemsHiddenFromKey,
  type Restrictions,
} from '../access/restrictions.ts';
import { findVisibleIds } from '../catalog/visible-items.ts';
import type { ListRules, RulesReport } from '../rules/active-rules.ts';
import type { ValueLookup } from '../query/filter-grammar.ts';
import { conjoin } from '../query/filter-conjunction.ts';
import { createBoostedSource, scaleScore } from './boosted-source.ts';
import { fillList, type CandidateSource, type FilledList } from './fill-list.ts';
import type { ListConstraints } from './list-constraints.ts';
import { findPinnedEntries, placePins } from './list-pins.ts';
import { shopIds, type ListPlan, type ListPorts, type PlanOptions } from './list-plans.ts';
import { describePinReason, explainEntry, type Reason } from './reasons.ts';

/** Options of all recommendation operations. */
export interface RecommendationOptions extends PlanOptions {
  readonly limit: number;
  /** The filter, under the key's restrictions; `item.price` refers to the item that the list is for. */
  readonly filter: (about: ValueLookup | null) => Filter | null;
  /** Ids, the shop's or `_id`. */
  readonly exclude: readonly string[];
  /** Ids that other lists of the page show: left out, with other variants of their products where a product is listed once. */
  readonly shown: readonly string[];
  readonly soldOut: boolean;
  readonly shape: ListConstraints;
  /** 0: impressions are ignored; 1: an item with an impression but no interaction ranks last. */
  readonly rotation: number;
  /** False for a preview, which no visitor sees. */
  readonly recordsImpressions: boolean;
  readonly explain: boolean;
  /** The active rules, for a list with this filter. */
  readonly rules: (filter: Filter | null) => Promise<ListRules>;
}

export interface RecommendationList extends Omit<FilledList<ListSourceName>, 'entries'> {
  readonly entries: { readonly entry: Recommended; readonly reason: Reason }[];
  readonly rules: RulesReport;
}

/** The list of a plan. */
export function buildList(
  ports: ListPorts,
  options: RecommendationOptions,
  plan: ListPlan,
): Promise<RecommendationList> {
  return inSpan('build list', () => build(ports, options, plan), {
    attributes: { 'vitrine.list': plan.name },
  });
}

async function build(
  ports: ListPorts,
  options: RecommendationOptions,
  plan: ListPlan,
): Promise<RecommendationList> {
  const { catalog, recommenders } = ports;
  const { visitor, about } = plan;
  const { restrictions } = options;
  const isKnown = visitor.user !== null || visitor.session !== null;
  const aboutIds = about.map(({ id }) => id);
  const shownIds = await shopIds(catalog, options.shown);
  const bought = options.bought ?? plan.bought;
  const justBought =
    bought === 'habits' ? await recommenders.findRecentPurchaseIds(visitor) : new Set<string>();
  const exclude = new Set([
    ...options.exclude,
    ...(await shopIds(catalog, options.exclude)),
    ...shownIds,
    ...aboutIds,
    ...(await recommenders.findRejectedIds(visitor)),
    ...(bought === false ? await recommenders.findPurchasedIds(visitor) : justBought),
  ]);
  const products: string[] = [];
  const excludedWithVariants = options.shape.oneVariant
    ? [...aboutIds, ...shownIds, ...justBought]
    : aboutIds;
  for (const id of excludedWithVariants) products.push((await recommenders.findProduct(id)) ?? '');
  const rotates = isKnown && options.rotation > 0;
  const shownJson = restrictions.local === null ? null : localItem(restrictions.local);
  const optionFilter = options.filter(resolveItemReference(plan, shownJson));
  const filter = optionFilter === null ? (plan.within ?? null) : conjoin(plan.within, optionFilter);
  const { rules, report } = await options.rules(filter);
  const boostSource = (source: CandidateSource): CandidateSource =>
    createBoostedSource(source, rules.boosts, ports.text);
  const mainSource = boostSource(plan.source);
  const fillers = plan.fillers.map(({ name, source }) => ({ name, source: boostSource(source) }));
  const conditions = {
    hidden: [...listItemsHiddenFromKey(restrictions), ...rules.hidden.map(({ items }) => items)],
    // Lists must not reveal the stock of items to a key that does not see it.
    soldOut: options.soldOut || isPrivate(restrictions, 'stock'),
    explain: options.explain,
    exclude,
    ...(restrictions.local === null ? {} : { local: restrictions.local }),
  };
  const pinned = await findPinnedEntries(rules.pins, {
    recommenders,
    sources: [mainSource, ...fillers.map(({ source }) => source)],
    conditions: { ...conditions, ...(filter === null ? {} : { filter }) },
    groupBy: ports.settings.effective().search.groupBy,
    oneVariant: options.shape.oneVariant,
  });
  const filled = await fillList<ListSourceName>({ name: plan.name, source: mainSource }, fillers, {
    ...conditions,
    limit: options.limit,
    filter,
    exclude: exclude.union(new Set(pinned.map(({ entry }) => entry.item.id))),
    products: [...products, ...pinned.map(({ entry }) => entry.product ?? '')],
    shape: options.shape,
    rotation: rotates
      ? { rate: options.rotation, shown: await recommenders.countImpressions(visitor) }
      : null,
  });
  // Other lists of the page show the fallbacks, or could: what fills up a list is not worth one more.
  const isFillerOnly = plan.isSubstitute === true || (filled.sources[0]?.taken ?? 0) === 0;
  if (shownIds.length > 0 && isFillerOnly && pinned.length === 0)
    return {
      ...filled,
      entries: [],
      fallback: null,
      sources: filled.sources.map(resetSource),
      rules: report,
    };
  const revealsBoosts = rules.boosts.every(({ filter: clause }) => isVisibleFilter(restrictions, clause));
  const visible = revealsBoosts ? filled.entries : filled.entries.map(withoutBoost);
  const filling = await withOwnVariants(recommenders, await withSeenReasons(ports, restrictions, visible));
  const names = isPrivate(restrictions, 'name')
    ? new Map<string, string>()
    : await readNames(catalog, filling, shownJson);
  const findName = (id: string): string | null => names.get(id) ?? null;
  const sources = filled.sources.flatMap(({ name, taken }) => Array<ListSourceName>(taken).fill(name));
  const others = filling.map((entry, i) => ({
    entry,
    reason: explainEntry(entry, sources[i] ?? plan.name, findName),
  }));
  const pins = pinned.map(({ entry, rule, position }) => ({
    value: { entry: { ...entry, because: [], facts: {} }, reason: describePinReason(rule) },
    position,
  }));
  const entries = withDescendingScores(placePins(others, pins, options.limit));
  if (rotates && options.recordsImpressions)
    await recommenders.recordImpressions(
      visitor,
      entries.map(({ entry }) => entry.item.id),
    );
  return { ...filled, entries, rules: report };
}

const resetSource = (source: RecommendationList['sources'][number]) => ({ ...source, taken: 0 });

/** The entry as if no rule had boosted it, except for its position: a boost by a private field would reveal its value. */
function withoutBoost(entry: Recommended): Recommended {
  const { boost = 1, ...facts } = entry.facts;
  return { ...entry, score: scaleScore(entry.score, 1 / boost), facts };
}

/** The scores of pinned entries are of other lists: each gets that of the next entry. */
function withDescendingScores(entries: RecommendationList['entries']): RecommendationList['entries'] {
  let next = 0;
  return entries
    .toReversed()
    .map((each) => {
      if (each.reason.rule !== undefined) return { ...each, entry: { ...each.entry, score: next } };
      next = each.entry.score;
      return each;
    })
    .reverse();
}

/** Removes items that the key cannot see from reasons. */
async function withSeenReasons(
  { text }: Pick<ListPorts, 'text'>,
  restrictions: Restrictions,
  entries: readonly Recommended[],
): Promise<readonly Recommended[]> {
  if (restrictions.filter === null) return entries;
  const ids = [...new Set(entries.flatMap(({ because }) => because))];
  const seen = await findVisibleIds(text, restrictions, ids);
  return entries.map((entry) => ({ ...entry, because: entry.because.filter((id) => seen.has(id)) }));
}

/** Names an item itself where its reason is another variant of its product: a product is not similar to itself. */
async function withOwnVariants(
  recommenders: ListPorts['recommenders'],
  entries: readonly Recommended[],
): Promise<readonly Recommended[]> {
  const products = new Map<string, string | null>();
  for (const id of new Set(entries.flatMap(({ product, because }) => (product === null ? [] : because))))
    products.set(id, await recommenders.findProduct(id));
  return entries.map((entry) => {
    const { product, item, because } = entry;
    if (product === null) return entry;
    const named = because.map((id) => (products.get(id) === product ? item.id : id));
    return { ...entry, because: [...new Set(named)] };
  });
}

/** The values of `item.<field>` in a filter. */
function resolveItemReference(
  { comparesItem, about: [item] }: ListPlan,
  shownJson: JsonProjection | null,
): ValueLookup | null {
  if (!comparesItem) return null;
  return item === undefined ? () => [] : createValueLookup(shownJson?.(item.json) ?? item.json);
}

/** Reads the item lazily, once. */
function createValueLookup(json: Uint8Array): ValueLookup {
  let fields: JsonObject | null = null;
  return (field) => readTexts((fields ??= JSON.parse(decodeUtf8(json)) as JsonObject), field);
}

async function readNames(
  catalog: ListPorts['catalog'],
  entries: readonly Recommended[],
  shownJson: JsonProjection | null,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(entries.flatMap((entry) => entry.because))) {
    const item = await catalog.get({ id });
    const name = item === null ? null : readItemName(shownJson?.(item.json) ?? item.json);
    if (name !== null) names.set(id, name);
  }
  return names;
}

const readName = memberTexts(['name']);

/** Reads the name of a stored item, or null. */
export function readItemName(json: Uint8Array): string | null {
  return readName(json)[0]?.value ?? null;
}
