import type { Visitor } from '../../ports/recommendations/events.ts';
import type { Filter } from '../../ports/search/filters.ts';
import { readVisibleItem } from '../catalog/visible-items.ts';
import { buildList, type RecommendationList, type RecommendationOptions } from './list-builder.ts';
import {
  becauseViewedPlan,
  buyAgainPlan,
  categoryFilter,
  popularPlan,
  recentlyViewedPlan,
  similarPlan,
  togetherPlan,
  trendingPlan,
  userPlan,
  type ListPorts,
  type VisitorContext,
} from './list-plans.ts';

/** Recommendations for a user or anonymous visitor; for an unknown one, those of a new visitor. */
export async function forUser(
  ports: ListPorts,
  options: RecommendationOptions,
  who: VisitorContext,
): Promise<RecommendationList> {
  return buildList(ports, options, await userPlan(ports, options, who));
}

/** Items bought together with an item or a cart. @throws VitrineError item_not_found */
export async function boughtTogether(
  ports: ListPorts,
  options: RecommendationOptions,
  cart: { items: readonly string[]; visitor: Visitor },
): Promise<RecommendationList> {
  const { restrictions } = options;
  const items = await Promise.all(cart.items.map((item) => readVisibleItem(ports, restrictions, item)));
  return buildList(ports, options, togetherPlan(ports, { ...cart, items }));
}

/** Items with more visitors than usual. */
export function trending(
  ports: ListPorts,
  options: RecommendationOptions,
  about: { visitor: Visitor; category: string | null; windowHours: number | null },
): Promise<RecommendationList> {
  return buildList(ports, options, trendingPlan(ports, { ...about, within: combineFilters(options, about) }));
}

/** Items similar to an item. @throws VitrineError item_not_found */
export async function similar(
  ports: ListPorts,
  options: RecommendationOptions,
  to: { item: string; visitor: Visitor },
): Promise<RecommendationList> {
  const item = await readVisibleItem(ports, options.restrictions, to.item);
  return buildList(ports, options, similarPlan(ports, { ...to, item }));
}

/** The items most viewed and bought. */
export function popular(
  ports: ListPorts,
  options: RecommendationOptions,
  about: { visitor: Visitor; category: string | null },
): Promise<RecommendationList> {
  return buildList(ports, options, popularPlan(ports, { ...about, within: combineFilters(options, about) }));
}

/** The visitor's purchases that are probably due again. No fallback. */
export function buyAgain(
  ports: ListPorts,
  options: RecommendationOptions,
  visitor: Visitor,
): Promise<RecommendationList> {
  return buildList(ports, options, buyAgainPlan(ports, visitor));
}

/** Items viewed last, newest first. */
export async function recentlyViewed(
  ports: ListPorts,
  options: RecommendationOptions,
  who: VisitorContext,
): Promise<RecommendationList> {
  return buildList(ports, options, await recentlyViewedPlan(ports, who));
}

/** Items similar to the last viewed one; trending items without one. */
export async function becauseViewed(
  ports: ListPorts,
  options: RecommendationOptions,
  who: VisitorContext,
): Promise<RecommendationList> {
  return buildList(ports, options, await becauseViewedPlan(ports, options, who));
}

function combineFilters(
  { restrictions }: RecommendationOptions,
  { category }: { category: string | null },
): Filter | null {
  return category === null ? null : categoryFilter(restrictions, category);
}
