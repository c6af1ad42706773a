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

export function toKernelFacetSelection(
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
export function toPortFacets(
  facets: Readonly<Record<string, kernel.IndexFacetResult>>,
): Record<string, FacetResult> {
  return Object.fromEntries(Object.entries(facets).map(([field, facet]) => [field, toPortFacet(facet)]));
}

function toPortFacet({
  values,
  distinct,
  stats,
  dates,
  ranges,
  levels,
}: kernel.IndexFacetResult): FacetResult {
  return {
    values: values.map(toPortFacetValue),
    distinct,
    ...(stats === null ? {} : { stats }),
    ...(dates === null
      ? {}
      : { dates: { min: formatTime(dates.min), max: formatTime(dates.max), count: dates.count } }),
    ...(ranges === null ? {} : { ranges: ranges.map(toPortRange) }),
    ...(levels === null
      ? {}
      : {
          levels: levels.map((level) => ({ path: level.path, values: level.values.map(toPortFacetValue) })),
        }),
  };
}

export const toPortFacetValue = ({ value, count, chosen }: kernel.IndexFacetValue): FacetValue => ({
  value: String(value),
  count,
  ...(chosen === true ? { selected: true } : {}),
});

function toPortRange({ from, to, dates = false, count }: kernel.IndexFacetRangeCount): FacetRangeCount {
  const end = (bound: number | undefined) => (bound === undefined ? null : dates ? formatTime(bound) : bound);
  return { from: end(from), to: end(to), count };
}

const formatTime = (time: number): string => new Date(time).toISOString();
