import type { ProjectEngine } from '../../ports/engine.ts';
import type { StoredItem } from '../../ports/catalog.ts';
import type { Visitor } from '../../ports/events.ts';
import type { Filter } from '../../ports/filters.ts';
import type { Recommenders } from '../../ports/recommenders.ts';
import { requestSlices } from '../../lib/work-slices.ts';
import { itemsHiddenFromKey, restrictedFilter, type Restrictions } from '../access/restrictions.ts';
import { visibleIds, visibleItem } from '../access/visible-items.ts';
import { fallbackSources, type CandidateSource, type NamedCandidateSource } from './fill-list.ts';
import type { ListKind } from './reasons.ts';

/** The source of fallback items, if the own source had too few. */
export type RecommendationFallback = 'similar' | 'trending' | 'popular' | 'content';

export type ListPorts = Pick<ProjectEngine, 'catalog' | 'recommenders' | 'text' | 'settings'>;

/** How a list is computed: its source, fallbacks and subject. */
export interface ListPlan {
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

/** What plans take from the options of a request. */
export interface PlanOptions {
  /** Whether the list may contain the visitor's purchases; null: default of the operation. */
  readonly bought: boolean | null;
  readonly restrictions: Restrictions;
}

/** A visitor, with the ids of items viewed just now, oldest first. */
export interface VisitorContext {
  readonly visitor: Visitor;
  readonly seen: readonly string[];
}

/** For a user or anonymous visitor; for an unknown one, the list of a new visitor. */
export async function userPlan(
  { recommenders, catalog, text }: ListPorts,
  { bought, restrictions }: PlanOptions,
  { visitor, seen: ids }: VisitorContext,
): Promise<ListPlan> {
  const sent = await shopIds(catalog, ids);
  const known = await visibleIds(text, restrictions, sent);
  const seen = sent.filter((id) => known.has(id));
  const { trending, popular, content } = fallbackSources(recommenders);
  return {
    kind: 'user',
    source: (conditions) => recommenders.forUser({ visitor, seen, repeats: bought, conditions }),
    fillers: [trending, popular, content],
    visitor,
    bought: null,
    about: [],
  };
}

/** Items bought together with an item or a cart. @throws VitrineError item_not_found */
export async function togetherPlan(
  ports: ListPorts,
  { restrictions }: PlanOptions,
  { items: cart, visitor }: { items: readonly string[]; visitor: Visitor },
): Promise<ListPlan> {
  const { recommenders } = ports;
  const about = await Promise.all(cart.map((item) => visibleItem(ports, restrictions, item)));
  const items = [...new Set(about.map((item) => item.id))];
  const { popular, content } = fallbackSources(recommenders);
  return {
    kind: 'together',
    source: (conditions) => recommenders.boughtTogether({ items, visitor, conditions }),
    fillers: [similarTo(recommenders, items[0] ?? ''), popular, content],
    visitor,
    bought: true,
    about,
  };
}

/** Items with more visitors than usual. */
export function trendingPlan(
  { recommenders }: ListPorts,
  { restrictions }: PlanOptions,
  about: { visitor: Visitor; category: string | null; windowHours: number | null },
): ListPlan {
  const { popular, content } = fallbackSources(recommenders);
  const among = about.category === null ? null : restrictedFilter(restrictions, ofCategory(about.category));
  return {
    kind: 'trending',
    source: (conditions) => recommenders.trending({ among, windowHours: about.windowHours, conditions }),
    fillers: [popular, content],
    visitor: about.visitor,
    bought: false,
    about: [],
    // Fallback items must match the category, too.
    within: among,
  };
}

/** Items similar to an item. @throws VitrineError item_not_found */
export async function similarPlan(
  ports: ListPorts,
  { restrictions }: PlanOptions,
  to: { item: string; visitor: Visitor },
): Promise<ListPlan> {
  const { recommenders } = ports;
  const item = await visibleItem(ports, restrictions, to.item);
  const { popular, content } = fallbackSources(recommenders);
  return {
    kind: 'similar',
    source: similarTo(recommenders, item.id).source,
    fillers: [popular, content],
    visitor: to.visitor,
    bought: true,
    about: [item],
  };
}

/** The items most viewed and bought. */
export function popularPlan(
  { recommenders }: ListPorts,
  about: { visitor: Visitor; category: string | null },
): ListPlan {
  const sources = fallbackSources(recommenders);
  return {
    kind: 'popular',
    source: sources.popular.source,
    fillers: [sources.content],
    visitor: about.visitor,
    bought: true,
    about: [],
    within: about.category === null ? null : ofCategory(about.category),
  };
}

/** The visitor's purchases that are probably due again. No fallback. */
export function buyAgainPlan({ recommenders }: ListPorts, visitor: Visitor): ListPlan {
  return {
    kind: 'again',
    source: (conditions) => recommenders.buyAgain({ visitor, conditions }),
    fillers: [],
    visitor,
    bought: true,
    about: [],
  };
}

/** Items viewed last, newest first. */
export async function recentlyViewedPlan(
  { catalog, recommenders }: ListPorts,
  { visitor, seen: sent }: VisitorContext,
): Promise<ListPlan> {
  const seen = await shopIds(catalog, sent);
  return {
    kind: 'viewed',
    source: (conditions) => recommenders.recentlyViewed({ visitor, seen, conditions }),
    fillers: [],
    visitor,
    bought: true,
    about: [],
  };
}

/** Items similar to the last viewed one; trending items without one. */
export async function becauseViewedPlan(
  { catalog, recommenders }: ListPorts,
  { restrictions }: PlanOptions,
  { visitor, seen: sent }: VisitorContext,
): Promise<ListPlan> {
  const seen = await shopIds(catalog, sent);
  const hidden = itemsHiddenFromKey(restrictions);
  const everything = { limit: 1, exclude: new Set<string>(), soldOut: true, hidden, explain: false };
  const [last] = await recommenders.recentlyViewed({ visitor, seen, conditions: everything });
  const sources = fallbackSources(recommenders);
  const fillers = [sources.trending, sources.popular, sources.content];
  const plan = { kind: 'similar', fillers, visitor, bought: true } as const;
  if (last === undefined) return { ...plan, source: async () => [], about: [] };
  const { source } = similarTo(recommenders, last.item.id);
  return { ...plan, source, about: [last.item] };
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

/** Ids looked up between two pauses. */
const idsPerPause = 200;

/** Maps ids to the shop's ids; unknown ids stay as they are. */
export async function shopIds(
  catalog: Pick<ListPorts['catalog'], 'get'>,
  ids: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  const slices = requestSlices(idsPerPause);
  for (const id of ids) {
    const isShops = (await catalog.get({ id })) !== null;
    found.push(isShops ? id : ((await catalog.get({ _id: id }))?.id ?? id));
    await slices.spend(1);
  }
  return found;
}
