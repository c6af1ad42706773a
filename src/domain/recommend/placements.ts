import type { StoredItem } from '../../ports/catalog/catalog.ts';
import type {
  ListSourceName,
  RecommendationPlacement,
} from '../../ports/recommendations/recommendation-placements.ts';
import { findVisibleItem } from '../catalog/visible-items.ts';
import { buildList, type RecommendationList, type RecommendationOptions } from './list-builder.ts';
import type { ListPorts } from './list-plans.ts';
import { createPlacementPlan, type PageContext } from './placement-plan.ts';

export interface PlacementList extends RecommendationList {
  /** The first source that has items in the list. */
  readonly list: ListSourceName | null;
  /** Ids of the page that no item has. */
  readonly unknownItems: readonly string[];
}

const emptyList: PlacementList = {
  entries: [],
  list: null,
  fallback: null,
  sources: [],
  leftOut: [],
  rules: { acting: [], redirect: null, userData: [], facets: [] },
  unknownItems: [],
};

/** Lists the items of a placement, none if it is disabled. `items` has the ids of the page's item, then of the cart; unknown ones are ignored. */
export async function listForPlacement(
  ports: ListPorts,
  options: RecommendationOptions,
  placement: RecommendationPlacement,
  page: Omit<PageContext, 'items'> & { readonly items: readonly string[] },
): Promise<PlacementList> {
  if (placement.enabled === false) return emptyList;
  const pageItems = await Promise.all(
    page.items.map(async (id) => ({ id, item: await findVisibleItem(ports, options.restrictions, id) })),
  );
  const items: StoredItem[] = pageItems.flatMap(({ item }) => item ?? []);
  const plan = await createPlacementPlan(ports, options, placement, { ...page, items });
  const list = await buildList(ports, options, plan);
  const used = list.sources.flatMap(({ name, taken }) => (taken > 0 ? [name] : []));
  return {
    ...list,
    list: used[0] ?? null,
    // A list that was skipped is no source of the plan.
    fallback: used.find((name) => name !== placement.list) ?? null,
    unknownItems: pageItems.filter(({ item }) => item === null).map(({ id }) => id),
  };
}
