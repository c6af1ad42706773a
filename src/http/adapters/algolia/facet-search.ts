import { limits } from '../../../ports/limits.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import type { FacetValues } from '../../../ports/search/text.ts';
import { ParameterReader } from './parameter-reader.ts';
import { prefixHighlight } from './prefix-highlight.ts';
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
    text: reader.text('facetQuery', limits.queryLengthMax) ?? '',
    limit: reader.integer('maxFacetHits', { min: 1, max: limits.facetValuesMax, fallback: valuesDefault }),
    pre: reader.text('highlightPreTag', 200) ?? '<em>',
    post: reader.text('highlightPostTag', 200) ?? '</em>',
  };
}

export function facetSearchReply(
  values: FacetValues | undefined,
  search: FacetSearch,
  tookMs: number,
): object {
  const hits = values?.values ?? [];
  return {
    facetHits: hits.map(({ value, count }) => ({
      value,
      highlighted: prefixHighlight(value, search.text, search),
      count,
    })),
    exhaustiveFacetsCount: true,
    exhaustive: { facetsCount: true },
    processingTimeMS: Math.max(1, Math.round(tookMs)),
  };
}
