import type { Visitor } from '../../ports/events.ts';
import { buildList, type RecommendationList, type RecommendationOptions } from './list-builder.ts';
import {
  becauseViewedPlan,
  buyAgainPlan,
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
  return buildList(ports, options, await togetherPlan(ports, options, cart));
}

/** Items with more visitors than usual. */
export function trending(
  ports: ListPorts,
  options: RecommendationOptions,
  about: { visitor: Visitor; category: string | null; windowHours: number | null },
): Promise<RecommendationList> {
  return buildList(ports, options, trendingPlan(ports, options, about));
}

/** Items similar to an item. @throws VitrineError item_not_found */
export async function similar(
  ports: ListPorts,
  options: RecommendationOptions,
  to: { item: string; visitor: Visitor },
): Promise<RecommendationList> {
  return buildList(ports, options, await similarPlan(ports, options, to));
}

/** The items most viewed and bought. */
export function popular(
  ports: ListPorts,
  options: RecommendationOptions,
  about: { visitor: Visitor; category: string | null },
): Promise<RecommendationList> {
  return buildList(ports, options, popularPlan(ports, about));
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
