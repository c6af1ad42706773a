import type { FacetValue } from '@vitrine/sdk';
import { service } from '../../app/service.ts';
import {
  availabilities,
  filterOfQuery,
  type Availability,
  type ChosenField,
  type ItemQuery,
} from './item-query.ts';

/** The most frequent values of a field among the items that match the other filters. */
export async function fieldValues(
  project: string,
  query: ItemQuery,
  field: ChosenField,
  text: string,
  signal: AbortSignal,
): Promise<readonly FacetValue[]> {
  const request = { q: query.q, enableRules: false, ...filtersOf({ ...query, [field]: [] }) } as const;
  if (text !== '') {
    const found = await service.searchFacetValues(
      project,
      field,
      { ...request, facetQuery: text },
      { signal },
    );
    return found.values;
  }
  const { facets } = await service.search(
    project,
    { ...request, facets: [field], grouped: query.rows === 'products', limit: 0 },
    { signal },
  );
  return facets[field]?.values ?? [];
}

/** How many items have each availability among those that match the other filters. */
export async function availabilityCounts(
  project: string,
  query: ItemQuery,
  signal: AbortSignal,
): Promise<ReadonlyMap<Availability, number>> {
  const searches = availabilities.map(([stock]) => ({
    q: query.q,
    enableRules: false,
    grouped: query.rows === 'products',
    limit: 0,
    ...filtersOf({ ...query, stock }),
  }));
  const { results } = await service.multiSearch(project, searches, { signal });
  return new Map(availabilities.map(([stock], index) => [stock, results[index]?.total ?? 0]));
}

function filtersOf(query: ItemQuery): { filters?: string } {
  const filters = filterOfQuery(query);
  return filters === '' ? {} : { filters };
}
