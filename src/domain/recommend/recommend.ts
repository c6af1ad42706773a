import type { Catalog, StoredItem } from '../../ports/catalog.ts';
import type { Visitor } from '../../ports/events.ts';
import type { Filter } from '../../ports/filters.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { Recommended, Recommenders } from '../../ports/recommenders.ts';
import type { ItemSet } from '../../ports/rules.ts';
import type { TextIndex } from '../../ports/text.ts';
import {
  isPrivate,
  restrictedFilter,
  itemsHiddenFromKey,
  type Restrictions,
} from '../access/restrictions.ts';
import { visibleIds, visibleItem } from '../access/visible-items.ts';
import type { ValuesOf } from '../search/query/filter-grammar.ts';
import { requestSlices } from '../../lib/work-slices.ts';
import { memberTexts } from '../../lib/json-members.ts';
import { textsOf } from '../../lib/json-values.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import {
  fallbackSources,
  fillList,
  type FilledList,
  type NamedCandidateSource,
  type CandidateSource,
} from './fill-list.ts';
import type { ListConstraints } from './list-constraints.ts';
import { reasonOf, type ListKind, type Reason } from './reasons.ts';

/** Options of all recommendation operations. */
export interface RecommendationOptions {
  readonly limit: number;
  /** The filter; `item.price` refers to the item that the list is for. */
  readonly filter: (about: ValuesOf | null) => Filter | null;
  /** Ids, the shop's or `_id`. */
  readonly exclude: readonly string[];
  readonly soldOut: boolean;
  /** Whether the list may contain the visitor's purchases; null: default of the operation. */
  readonly bought: boolean | null;
  readonly shape: ListConstraints;
  /** 0: impressions are ignored; 1: an item with an impression but no interaction ranks last. */
  readonly rotation: number;
  readonly explain: boolean;
  /** Items hidden by rules, for a list with this filter. */
  readonly hidden: (filter: Filter | null) => readonly ItemSet[];
  readonly restrictions: Restrictions;
}

/** The source of fallback items, if the own source had too few. */
export type RecommendationFallback = 'similar' | 'trending' | 'popular' | 'content';

export interface RecommendationList extends Omit<FilledList<RecommendationFallback>, 'entries'> {
  readonly entries: { readonly entry: Recommended; readonly reason: Reason }[];
}

interface Ports {
  readonly catalog: Catalog;
  readonly recommenders: Recommenders;
  readonly text: Pick<TextIndex, 'search'>;
}

/** How a list is computed: its source, fallbacks and subject. */
interface Plan {
  readonly kind: ListKind;
  readonly source: CandidateSource;
  readonly fillers: readonly NamedCandidateSource<RecommendationFallback>[];
  readonly visitor: Visitor;
  /** Whether the operation lists the visitor's purchases by default; null: its source decides. */
  readonly bought: boolean | null;
  /** The items that the list is for: excluded with their variants; filters compare with the first. */
  readonly about: readonly StoredItem[];
  readonly within?: Filter | null;
}

/** A visitor, with the ids of items viewed just now, oldest first. */
export interface VisitorContext {
  readonly visitor: Visitor;
  readonly seen: readonly string[];
}

/** Recommendations for a user or anonymous visitor; for an unknown one, those of a new visitor. */
export async function forUser(
  ports: Ports,
  options: RecommendationOptions,
  who: VisitorContext,
): Promise<RecommendationList> {
  const { recommenders, catalog } = ports;
  const { visitor } = who;
  const sent = await shopIds(catalog, who.seen);
  const known = await visibleIds(ports.text, options.restrictions, sent);
  const seen = sent.filter((id) => known.has(id));
  const { trending, popular, content } = fallbackSources(recommenders);
  return listed(ports, options, {
    kind: 'user',
    source: (conditions) => recommenders.forUser({ visitor, seen, repeats: options.bought, conditions }),
    fillers: [trending, popular, content],
    visitor,
    bought: null,
    about: [],
  });
}

/** Items bought together with an item or a cart. @throws VitrineError item_not_found */
export async function boughtTogether(
  ports: Ports,
  options: RecommendationOptions,
  cart: { items: readonly string[]; visitor: Visitor },
): Promise<RecommendationList> {
  const { recommenders } = ports;
  const about = await Promise.all(cart.items.map((item) => visibleItem(ports, options.restrictions, item)));
  const items = [...new Set(about.map((item) => item.id))];
  const { popular, content } = fallbackSources(recommenders);
  return listed(ports, options, {
    kind: 'together',
    source: (conditions) => recommenders.boughtTogether({ items, visitor: cart.visitor, conditions }),
    fillers: [similarTo(recommenders, items[0] ?? ''), popular, content],
    visitor: cart.visitor,
    bought: true,
    about,
  });
}

/** Items with more visitors than usual. */
export function trending(
  ports: Ports,
  options: RecommendationOptions,
  about: { visitor: Visitor; category: string | null; windowHours: number | null },
): Promise<RecommendationList> {
  const { recommenders } = ports;
  const { popular, content } = fallbackSources(recommenders);
  const among =
    about.category === null ? null : restrictedFilter(options.restrictions, ofCategory(about.category));
  return listed(ports, options, {
    kind: 'trending',
    source: (conditions) => recommenders.trending({ among, windowHours: about.windowHours, conditions }),
    fillers: [popular, content],
    visitor: about.visitor,
    bought: false,
    about: [],
    // Fallback items must match the category, too.
    within: among,
  });
}

/** Items similar to an item. @throws VitrineError item_not_found */
export async function similar(
  ports: Ports,
  options: RecommendationOptions,
  to: { item: string; visitor: Visitor },
): Promise<RecommendationList> {
  const { recommenders } = ports;
  const item = await visibleItem(ports, options.restrictions, to.item);
  const { popular, content } = fallbackSources(recommenders);
  return listed(ports, options, {
    kind: 'similar',
    source: similarTo(recommenders, item.id).source,
    fillers: [popular, content],
    visitor: to.visitor,
    bought: true,
    about: [item],
  });
}

/** The items most viewed and bought. */
export function popular(
  ports: Ports,
  options: RecommendationOptions,
  about: { visitor: Visitor; category: string | null },
): Promise<RecommendationList> {
  const sources = fallbackSources(ports.recommenders);
  return listed(ports, options, {
    kind: 'popular',
    source: sources.popular.source,
    fillers: [sources.content],
    visitor: about.visitor,
    bought: true,
    about: [],
    within: about.category === null ? null : ofCategory(about.category),
  });
}

/** The visitor's purchases that are probably due again. No fallback. */
export function buyAgain(
  ports: Ports,
  options: RecommendationOptions,
  visitor: Visitor,
): Promise<RecommendationList> {
  return listed(ports, options, {
    kind: 'again',
    source: (conditions) => ports.recommenders.buyAgain({ visitor, conditions }),
    fillers: [],
    visitor,
    bought: true,
    about: [],
  });
}

/** Items viewed last, newest first. */
export async function recentlyViewed(
  ports: Ports,
  options: RecommendationOptions,
  { visitor, seen: sent }: VisitorContext,
): Promise<RecommendationList> {
  const seen = await shopIds(ports.catalog, sent);
  return listed(ports, options, {
    kind: 'viewed',
    source: (conditions) => ports.recommenders.recentlyViewed({ visitor, seen, conditions }),
    fillers: [],
    visitor,
    bought: true,
    about: [],
  });
}

/** Items similar to the last viewed one; trending items without one. */
export async function becauseViewed(
  ports: Ports,
  options: RecommendationOptions,
  { visitor, seen: sent }: VisitorContext,
): Promise<RecommendationList> {
  const { catalog, recommenders } = ports;
  const seen = await shopIds(catalog, sent);
  const hidden = itemsHiddenFromKey(options.restrictions);
  const everything = { limit: 1, exclude: new Set<string>(), soldOut: true, hidden, explain: false };
  const [last] = await recommenders.recentlyViewed({ visitor, seen, conditions: everything });
  const sources = fallbackSources(recommenders);
  const fillers = [sources.trending, sources.popular, sources.content];
  const plan = { kind: 'similar', fillers, visitor, bought: true } as const;
  if (last === undefined) return listed(ports, options, { ...plan, source: async () => [], about: [] });
  const { source } = similarTo(recommenders, last.item.id);
  return listed(ports, options, { ...plan, source, about: [last.item] });
}

function similarTo(recommenders: Recommenders, item: string): NamedCandidateSource<'similar'> {
  return { name: 'similar', source: (conditions) => recommenders.similar({ item, conditions }) };
}

/** Matches the category and its descendants. */
function ofCategory(category: string): Filter {
  const clauses = ['category', 'categories'].map((field): Filter => ({
    kind: 'equals',
    field,
    value: category,
  }));
  return { kind: 'or', clauses };
}

async function listed(ports: Ports, options: RecommendationOptions, plan: Plan): Promise<RecommendationList> {
  const { catalog, recommenders } = ports;
  const { visitor, about } = plan;
  const { restrictions } = options;
  const isKnown = visitor.user !== null || visitor.session !== null;
  const aboutIds = about.map(({ id }) => id);
  const exclude = new Set([...options.exclude, ...(await shopIds(catalog, options.exclude)), ...aboutIds]);
  for (const id of await recommenders.rejectedBy(visitor)) exclude.add(id);
  if ((options.bought ?? plan.bought) === false)
    for (const id of await recommenders.boughtBy(visitor)) exclude.add(id);
  const products: string[] = [];
  for (const id of aboutIds) products.push((await recommenders.productOf(id)) ?? '');
  const rotates = isKnown && options.rotation > 0;
  const asked = conjunction(plan.within ?? null, options.filter(comparedWith(plan, restrictions)));
  const filter = asked === null ? null : restrictedFilter(restrictions, asked);
  const filled = await fillList<RecommendationFallback>(
    { name: plan.kind, source: plan.source },
    plan.fillers,
    {
      limit: options.limit,
      filter,
      hidden: [...itemsHiddenFromKey(restrictions), ...options.hidden(filter)],
      exclude,
      products,
      soldOut: options.soldOut && !isPrivate(restrictions, 'stock'),
      shape: options.shape,
      rotation: rotates ? { rate: options.rotation, shown: await recommenders.impressionsOf(visitor) } : null,
      explain: options.explain,
    },
  );
  const ids = filled.entries.map(({ item }) => item.id);
  if (rotates) await recommenders.recordImpressions(visitor, ids);
  const shown = await withSeenReasons(ports, restrictions, filled.entries);
  const names = isPrivate(restrictions, 'name') ? new Map<string, string>() : await namesOf(catalog, shown);
  const nameOf = (id: string): string | null => names.get(id) ?? null;
  const entries = shown.map((entry) => ({ entry, reason: reasonOf(entry, plan.kind, nameOf) }));
  return { ...filled, entries };
}

function conjunction(one: Filter | null, other: Filter | null): Filter | null {
  if (one === null || other === null) return one ?? other;
  return { kind: 'and', clauses: [one, other] };
}

/** Removes items that the key cannot see from reasons. */
async function withSeenReasons(
  { text }: Ports,
  restrictions: Restrictions,
  entries: readonly Recommended[],
): Promise<readonly Recommended[]> {
  if (restrictions.filter === null) return entries;
  const ids = [...new Set(entries.flatMap(({ because }) => because))];
  const seen = await visibleIds(text, restrictions, ids);
  return entries.map((entry) => ({ ...entry, because: entry.because.filter((id) => seen.has(id)) }));
}

/** The item that `item.<field>` refers to in a filter. */
function comparedWith({ kind, about: [item] }: Plan, restrictions: Restrictions): ValuesOf | null {
  if (item !== undefined) {
    const valuesOf = valuesIn(item);
    return (field) => (isPrivate(restrictions, field) ? [] : valuesOf(field));
  }
  return kind === 'similar' ? () => [] : null;
}

/** Reads the item lazily, once. */
function valuesIn(item: StoredItem): ValuesOf {
  let fields: JsonObject | null = null;
  return (field) => textsOf((fields ??= JSON.parse(decodeUtf8(item.json)) as JsonObject), field);
}

/** Ids looked up between two pauses. */
const idsPerPause = 200;

/** Maps ids to the shop's ids; unknown ids stay as they are. */
async function shopIds(catalog: Catalog, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const slices = requestSlices(idsPerPause);
  for (const id of ids) {
    const isShops = (await catalog.get({ id })) !== null;
    found.push(isShops ? id : ((await catalog.get({ _id: id }))?.id ?? id));
    await slices.spend(1);
  }
  return found;
}

async function namesOf(catalog: Catalog, entries: readonly Recommended[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(entries.flatMap((entry) => entry.because))) {
    const item = await catalog.get({ id });
    const name = item === null ? null : nameIn(item);
    if (name !== null) names.set(id, name);
  }
  return names;
}

const readName = memberTexts(['name']);

function nameIn({ json }: StoredItem): string | null {
  return readName(json)[0]?.value ?? null;
}
