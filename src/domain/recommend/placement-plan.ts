import type { StoredItem } from '../../ports/catalog/catalog.ts';
import type { Filter } from '../../ports/search/filters.ts';
import type {
  ListSourceName,
  RecommendationPlacement,
} from '../../ports/recommendations/recommendation-placements.ts';
import { conjoin } from '../query/filter-conjunction.ts';
import { fallbackSources } from './fill-list.ts';
import {
  becauseViewedPlan,
  buyAgainPlan,
  categoryFilter,
  popularPlan,
  recentlyViewedPlan,
  similarPlan,
  skipTrending,
  togetherPlan,
  trendingPlan,
  usualFallbacks,
  userPlan,
  type ListPlan,
  type ListPorts,
  type PlanOptions,
  type VisitorContext,
} from './list-plans.ts';

/** The visitor and the page of a request. */
export interface PageContext extends VisitorContext {
  /** The item of the page, then those of the cart. */
  readonly items: readonly StoredItem[];
  readonly category: string | null;
}

/** The effect of a placement on its plan. */
export type PlacementSources = Pick<
  RecommendationPlacement,
  'list' | 'fallbacks' | 'category' | 'windowHours'
>;

/**
 * The plan of a placement: its list, filled from its fallbacks in order. A list that lacks what it needs, such as an item, is
 * skipped: the next one takes its place. The items of the page are excluded from every list.
 */
export async function createPlacementPlan(
  ports: ListPorts,
  options: PlanOptions,
  placement: PlacementSources,
  page: PageContext,
): Promise<ListPlan> {
  const { list, fallbacks = usualFallbacks[list], windowHours = null } = placement;
  const within = combineFilters(options, [placement.category ?? null, page.category]);
  const subject = { ...page, within, windowHours };
  const plans: ListPlan[] = [];
  for (const name of [list, ...fallbacks]) {
    const plan = await planPlacement(name, ports, options, subject);
    if (plan !== null) plans.push({ ...plan, name });
  }
  const [main = createEmptyPlan(list, page), ...fillers] = plans;
  const items = new Map([...page.items, ...main.about].map((item) => [item.id, item]));
  const isSubstitute = main.name !== list;
  const isOfVisitor = main.name === 'user' || main.name === 'because-viewed';
  const sources =
    isOfVisitor && placement.fallbacks === undefined ? skipTrending(main.source, fillers) : { fillers };
  return { ...main, isSubstitute, ...sources, about: [...items.values()], comparesItem: true, within };
}

/** Plans one list, or returns null if the request lacks its subject. */
async function planPlacement(
  name: ListSourceName,
  ports: ListPorts,
  options: PlanOptions,
  about: PageContext & { within: Filter | null; windowHours: number | null },
): Promise<ListPlan | null> {
  const { visitor, seen, items } = about;
  const [item] = items;
  const isKnown = visitor.user !== null || visitor.session !== null;
  switch (name) {
    case 'user':
      return userPlan(ports, options, about);
    case 'together':
      return item === undefined ? null : togetherPlan(ports, about);
    case 'similar':
      return item === undefined ? null : similarPlan(ports, { item, visitor });
    case 'trending':
      return trendingPlan(ports, about);
    case 'popular':
      return popularPlan(ports, about);
    case 'content':
      return { ...popularPlan(ports, about), source: fallbackSources(ports.recommenders).content.source };
    case 'again':
      return isKnown ? buyAgainPlan(ports, visitor) : null;
    case 'viewed':
      return isKnown || seen.length > 0 ? recentlyViewedPlan(ports, about) : null;
    case 'because-viewed': {
      const plan = await becauseViewedPlan(ports, options, about);
      return plan.about.length === 0 ? null : plan;
    }
  }
}

function createEmptyPlan(name: ListSourceName, { visitor }: PageContext): ListPlan {
  const source = async (): Promise<[]> => [];
  return { name, source, fillers: [], visitor, bought: true, about: [], comparesItem: true };
}

function combineFilters(
  { restrictions }: PlanOptions,
  categories: readonly (string | null)[],
): Filter | null {
  return categories.reduce<Filter | null>(
    (within, category) =>
      category === null ? within : conjoin(within, categoryFilter(restrictions, category)),
    null,
  );
}
