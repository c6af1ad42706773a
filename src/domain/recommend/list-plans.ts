import { categoryFields } from '../../ports/catalog/item-fields.ts';
import type { ProjectView } from '../../ports/engine.ts';
import type { StoredItem } from '../../ports/catalog/catalog.ts';
import type { Visitor } from '../../ports/recommendations/events.ts';
import type { Filter } from '../../ports/search/filters.ts';
import type { ListName, ListSourceName } from '../../ports/recommendations/recommendation-placements.ts';
import type { Recommenders } from '../../ports/recommendations/recommenders.ts';
import { requestSlices } from '../../lib/work-slices.ts';
import { listItemsHiddenFromKey, restrictFilter, type Restrictions } from '../access/restrictions.ts';
import { findVisibleIds } from '../catalog/visible-items.ts';
import { fallbackSources, type CandidateSource, type NamedCandidateSource } from './fill-list.ts';

export type ListPorts = Pick<ProjectView, 'catalog' | 'recommenders' | 'text' | 'settings'>;

/** The plan of a list: its source, fallbacks and subject. */
export interface ListPlan {
  readonly name: ListSourceName;
  readonly source: CandidateSource;
  readonly fillers: readonly NamedCandidateSource<ListSourceName>[];
  readonly visitor: Visitor;
  /** Whether the list has the visitor's purchases by default. With `habits` it leaves out recent ones, unless they are bought again as a habit. */
  readonly bought: boolean | 'habits';
  /** The items that the list is for: excluded with their variants; filters compare with the first. */
  readonly about: readonly StoredItem[];
  /** Whether filters may refer to that item: if there is none, it has no values. */
  readonly comparesItem: boolean;
  readonly within?: Filter | null;
  /** Whether another list takes the place of one that the request lacks something for. */
  readonly isSubstitute?: boolean;
}

/** The fallback sources of each list. */
export const usualFallbacks = {
  user: ['trending', 'popular', 'content'],
  // Similar items come last, as a page often has a list of them, too.
  together: ['popular', 'content', 'similar'],
  trending: ['popular', 'content'],
  similar: ['popular', 'content'],
  popular: ['content'],
  again: [],
  viewed: [],
  'because-viewed': ['trending', 'popular', 'content'],
} as const satisfies Record<ListName, readonly ListSourceName[]>;

/** Options of a request that plans use. */
export interface PlanOptions {
  /** Whether the list may contain the visitor's purchases; null means the default of the operation. */
  readonly bought: boolean | null;
  readonly restrictions: Restrictions;
}

/** A visitor, with the ids of items viewed just now, oldest first. */
export interface VisitorContext {
  readonly visitor: Visitor;
  readonly seen: readonly string[];
}

/** Plans the list of a user or anonymous visitor; an unknown one gets that of a new visitor. */
export async function userPlan(
  { recommenders, catalog, text }: ListPorts,
  { bought, restrictions }: PlanOptions,
  { visitor, seen: ids }: VisitorContext,
): Promise<ListPlan> {
  const shopItemIds = await shopIds(catalog, ids);
  const visible = await findVisibleIds(text, restrictions, shopItemIds);
  const seen = shopItemIds.filter((id) => visible.has(id));
  const source: CandidateSource = (conditions) =>
    recommenders.forUser({ visitor, seen, repeats: bought, conditions });
  return {
    name: 'user',
    ...skipTrending(source, fillers(recommenders, 'user')),
    visitor,
    bought: 'habits',
    about: [],
    comparesItem: false,
  };
}

/**
 * Leaves trending items out of the fallbacks of a list that has items of the visitor's own: most pages have a list of trending items, which
 * would be shown twice.
 */
export function skipTrending<Filler extends NamedCandidateSource<ListSourceName>>(
  source: CandidateSource,
  usual: readonly Filler[],
): { source: CandidateSource; fillers: Filler[] } {
  let hasOwnItems = false;
  return {
    source: async (conditions) => {
      const list = await source(conditions);
      hasOwnItems ||= list.length > 0;
      return list;
    },
    fillers: usual.map((filler) =>
      filler.name === 'trending'
        ? { ...filler, source: async (conditions) => (hasOwnItems ? [] : filler.source(conditions)) }
        : filler,
    ),
  };
}

/** Items bought together with an item or a cart, of at least one item. */
export function togetherPlan(
  { recommenders }: ListPorts,
  { items: about, visitor }: { items: readonly StoredItem[]; visitor: Visitor },
): ListPlan {
  const items = [...new Set(about.map((item) => item.id))];
  return {
    name: 'together',
    source: (conditions) => recommenders.boughtTogether({ items, visitor, conditions }),
    fillers: fillers(recommenders, 'together', items[0]),
    visitor,
    bought: 'habits',
    about,
    comparesItem: true,
  };
}

/** Items with more visitors than usual. */
export function trendingPlan(
  { recommenders }: ListPorts,
  { visitor, within, windowHours }: { visitor: Visitor; within: Filter | null; windowHours: number | null },
): ListPlan {
  return {
    name: 'trending',
    source: (conditions) => recommenders.trending({ among: within, windowHours, conditions }),
    fillers: fillers(recommenders, 'trending'),
    visitor,
    bought: false,
    about: [],
    comparesItem: false,
    // Fallback items must match the category, too.
    within,
  };
}

/** Items similar to an item. */
export function similarPlan(
  { recommenders }: ListPorts,
  { item, visitor }: { item: StoredItem; visitor: Visitor },
): ListPlan {
  return {
    name: 'similar',
    source: similarTo(recommenders, item.id).source,
    fillers: fillers(recommenders, 'similar'),
    visitor,
    bought: 'habits',
    about: [item],
    comparesItem: true,
  };
}

/** The items most viewed and bought. */
export function popularPlan(
  { recommenders }: ListPorts,
  { visitor, within }: { visitor: Visitor; within: Filter | null },
): ListPlan {
  return {
    name: 'popular',
    source: fallbackSources(recommenders).popular.source,
    fillers: fillers(recommenders, 'popular'),
    visitor,
    bought: 'habits',
    about: [],
    comparesItem: false,
    within,
  };
}

/** The visitor's purchases that are probably due again. No fallback. */
export function buyAgainPlan({ recommenders }: ListPorts, visitor: Visitor): ListPlan {
  return {
    name: 'again',
    source: (conditions) => recommenders.buyAgain({ visitor, conditions }),
    fillers: fillers(recommenders, 'again'),
    visitor,
    bought: true,
    about: [],
    comparesItem: false,
  };
}

/** Items viewed last, newest first. */
export async function recentlyViewedPlan(
  { catalog, recommenders }: ListPorts,
  { visitor, seen: ids }: VisitorContext,
): Promise<ListPlan> {
  const seen = await shopIds(catalog, ids);
  return {
    name: 'viewed',
    source: (conditions) => recommenders.recentlyViewed({ visitor, seen, conditions }),
    fillers: fillers(recommenders, 'viewed'),
    visitor,
    bought: true,
    about: [],
    comparesItem: false,
  };
}

/** Items similar to the last viewed one; trending items without one. */
export async function becauseViewedPlan(
  { catalog, recommenders }: ListPorts,
  { restrictions }: PlanOptions,
  { visitor, seen: ids }: VisitorContext,
): Promise<ListPlan> {
  const seen = await shopIds(catalog, ids);
  const hidden = listItemsHiddenFromKey(restrictions);
  const everything = { limit: 1, exclude: new Set<string>(), soldOut: true, hidden, explain: false };
  const [last] = await recommenders.recentlyViewed({ visitor, seen, conditions: everything });
  const usual = fillers(recommenders, 'because-viewed');
  const plan = {
    name: 'similar',
    fillers: usual,
    visitor,
    bought: 'habits',
    comparesItem: true,
  } as const;
  if (last === undefined) return { ...plan, source: async () => [], about: [] };
  const { source } = similarTo(recommenders, last.item.id);
  return { ...plan, ...skipTrending(source, usual), about: [last.item] };
}

/** The usual fallback sources of a list; `item` is its first subject. */
function fillers(
  recommenders: Recommenders,
  list: ListName,
  item = '',
): readonly NamedCandidateSource<ListSourceName>[] {
  const sources = { ...fallbackSources(recommenders), similar: similarTo(recommenders, item) };
  return usualFallbacks[list].map((name) => sources[name]);
}

function similarTo(recommenders: Recommenders, item: string): NamedCandidateSource<'similar'> {
  return { name: 'similar', source: (conditions) => recommenders.similar({ item, conditions }) };
}

/** The items of a category and its descendants, as the key sees them. */
export function categoryFilter(restrictions: Restrictions, category: string): Filter {
  const clauses = categoryFields.map((field): Filter => ({
    kind: 'equals',
    field,
    value: category,
  }));
  return restrictFilter(restrictions, { kind: 'or', clauses });
}

/** Ids looked up between two pauses. */
const idsPerPause = 200;

/** Maps ids to the shop's ids; unknown ids stay as they are. */
export async function shopIds(
  catalog: Pick<ListPorts['catalog'], 'get'>,
  ids: readonly string[],
): Promise<string[]> {
  const shopItemIds: string[] = [];
  const slices = requestSlices(idsPerPause);
  for (const id of ids) {
    const isShopId = (await catalog.get({ id })) !== null;
    shopItemIds.push(isShopId ? id : ((await catalog.get({ _id: id }))?.id ?? id));
    await slices.spend(1);
  }
  return shopItemIds;
}
