import { limits } from '../../../ports/limits.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import type { FacetValues } from '../../../ports/search/text.ts';
import { ParameterReader } from './parameter-reader.ts';
import { highlightPrefix } from './prefix-highlight.ts';
import type { Markup } from './search-parameters.ts';

export interface FacetSearch extends Markup {
  readonly text: string;
  readonly limit: number;
}

const valuesDefault = 10;

/** @throws VitrineError invalid_request */
export function readFacetSearch(body: JsonObject): FacetSearch {
  const reader = new ParameterReader(body);
  return {
    text: reader.readText('facetQuery', limits.queryLengthMax) ?? '',
    limit: reader.readInteger('maxFacetHits', {
      min: 1,
      max: limits.facetValuesMax,
      fallback: valuesDefault,
    }),
    pre: reader.readText('highlightPreTag', 200) ?? '<em>',
    post: reader.readText('highlightPostTag', 200) ?? '</em>',
  };
}

export function createFacetSearchReply(
  values: FacetValues | undefined,
  search: FacetSearch,
  tookMs: number,
): object {
  const hits = values?.values ?? [];
  return {
    facetHits: hits.map(({ value, count }) => ({
      value,
      highlighted: highlightPrefix(value, search.text, search),
      count,
    })),
    exhaustiveFacetsCount: true,
    exhaustive: { facetsCount: true },
    processingTimeMS: Math.max(1, Math.round(tookMs)),
  };
}
