import { limits } from '../../../ports/limits.ts';
import type { JsonObject } from '../../../ports/json.ts';
import type { FacetValues } from '../../../ports/text.ts';
import { ParameterReader } from './parameter-reader.ts';
import type { Markup } from './search-parameters.ts';

/** A search for values of a facet. */
export interface FacetSearch extends Markup {
  readonly text: string;
  readonly limit: number;
}

const valuesDefault = 10;

/** @throws VitrineError invalid_request */
export function readFacetSearch(sent: JsonObject): FacetSearch {
  const reader = new ParameterReader(sent);
  return {
    text: reader.text('facetQuery', limits.queryLengthMax) ?? '',
    limit: reader.integer('maxFacetHits', { min: 1, max: limits.facetValuesMax, fallback: valuesDefault }),
    pre: reader.text('highlightPreTag', 200) ?? '<em>',
    post: reader.text('highlightPostTag', 200) ?? '</em>',
  };
}

/** The reply to a search for values. */
export function facetSearchReply(
  values: FacetValues | undefined,
  search: FacetSearch,
  tookMs: number,
): object {
  const found = values?.values ?? [];
  return {
    facetHits: found.map(({ value, count }) => ({ value, highlighted: highlighted(value, search), count })),
    exhaustiveFacetsCount: true,
    exhaustive: { facetsCount: true },
    processingTimeMS: Math.max(1, Math.round(tookMs)),
  };
}

/** The value with the words of the text marked where its words begin with them, or else the text within it. */
function highlighted(value: string, { text, pre, post }: FacetSearch): string {
  const words = foldedText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return value;
  const folded = foldedText(value);
  // A letter may fold to several units.
  if (folded.length !== value.length) return value;
  const spans: [start: number, end: number][] = [];
  for (const { index, 0: word } of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    const prefix = words.filter((one) => word.startsWith(one)).toSorted((a, b) => b.length - a.length)[0];
    if (prefix !== undefined) spans.push([index, index + prefix.length]);
  }
  const whole = foldedText(text).trim();
  const inside = folded.indexOf(whole);
  if (spans.length === 0 && inside >= 0) spans.push([inside, inside + whole.length]);
  let [result, at] = ['', 0];
  for (const [start, end] of spans) {
    result += value.slice(at, start) + pre + value.slice(start, end) + post;
    at = end;
  }
  return result + value.slice(at);
}

function foldedText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
