import type { FacetSelection, FacetRangeCount, FacetResult, FacetValue } from '../../ports/search/text.ts';
import type * as kernel from '../../kernel/text/query/query.ts';
import { localFieldRoots } from './local-fields.ts';

/** Fields that identify or describe a single item, or belong to the service: never selected as dynamic facets. */
const neverSelected = [
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
  { without = [], always = [], ...selection }: FacetSelection,
  privateFields: readonly string[] = [],
): kernel.IndexFacetSelection {
  return {
    ...selection,
    always: always.filter((field) => !neverSelected.includes(field)),
    without: [...neverSelected, ...localFieldRoots, ...without, ...privateFields],
  };
}

/** Facets in the port's form: values as strings, dates in ISO 8601, without members that were not requested. */
export function portFacets(
  facets: Readonly<Record<string, kernel.IndexFacetResult>>,
): Record<string, FacetResult> {
  return Object.fromEntries(Object.entries(facets).map(([field, facet]) => [field, portFacet(facet)]));
}

function portFacet({ values, distinct, stats, dates, ranges, levels }: kernel.IndexFacetResult): FacetResult {
  return {
    values: values.map(portFacetValue),
    distinct,
    ...(stats === null ? {} : { stats }),
    ...(dates === null ? {} : { dates: { min: iso(dates.min), max: iso(dates.max), count: dates.count } }),
    ...(ranges === null ? {} : { ranges: ranges.map(portRange) }),
    ...(levels === null
      ? {}
      : { levels: levels.map((level) => ({ path: level.path, values: level.values.map(portFacetValue) })) }),
  };
}

export const portFacetValue = ({ value, count, chosen }: kernel.IndexFacetValue): FacetValue => ({
  value: String(value),
  count,
  ...(chosen === true ? { selected: true } : {}),
});

function portRange({ from, to, dates = false, count }: kernel.IndexFacetRangeCount): FacetRangeCount {
  const end = (bound: number | undefined) => (bound === undefined ? null : dates ? iso(bound) : bound);
  return { from: end(from), to: end(to), count };
}

const iso = (time: number): string => new Date(time).toISOString();
