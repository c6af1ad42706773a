import type { FacetSelection, FacetRangeCount, FacetResult } from '../../ports/text.ts';
import type * as kernel from '../../kernel/text/query/query.ts';

/** Fields that name or describe a single item, or are the service's own: never chosen as facets. */
const neverChosen = [
  '_createdAt',
  'id',
  'sku',
  'name',
  'description',
  'imgs',
  'url',
  'groupId',
  'currency',
  'popularity',
  'ean',
  'gtin',
];

export function kernelFacetSelection(
  choice: FacetSelection,
  privateFields: readonly string[] = [],
): kernel.IndexFacetSelection {
  return { ...choice, without: [...neverChosen, ...privateFields] };
}

/** Facets as the port shows them: values as texts, dates in ISO 8601, nothing said of what was not asked for. */
export function portFacets(
  facets: Readonly<Record<string, kernel.IndexFacetResult>>,
): Record<string, FacetResult> {
  return Object.fromEntries(Object.entries(facets).map(([field, facet]) => [field, shownFacet(facet)]));
}

function shownFacet({
  values,
  distinct,
  stats,
  dates,
  ranges,
  levels,
}: kernel.IndexFacetResult): FacetResult {
  return {
    values: values.map(shownValue),
    distinct,
    ...(stats === null ? {} : { stats }),
    ...(dates === null ? {} : { dates: { min: iso(dates.min), max: iso(dates.max), count: dates.count } }),
    ...(ranges === null ? {} : { ranges: ranges.map(shownRange) }),
    ...(levels === null
      ? {}
      : { levels: levels.map((level) => ({ path: level.path, values: level.values.map(shownValue) })) }),
  };
}

export const shownValue = ({ value, count }: kernel.IndexFacetValue) => ({ value: String(value), count });

function shownRange({ from, to, dates = false, count }: kernel.IndexFacetRangeCount): FacetRangeCount {
  const end = (bound: number | undefined) => (bound === undefined ? null : dates ? iso(bound) : bound);
  return { from: end(from), to: end(to), count };
}

const iso = (time: number): string => new Date(time).toISOString();
