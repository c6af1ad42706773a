import type { FieldValue } from '../schema/document.ts';
import type { SemanticSignal, FusionScore } from '../scoring/semantic-scores.ts';
import type { LatLonBox, LatLon } from '../segments/geo-points.ts';
import type { Ranking } from '../scoring/ranking.ts';

/** Strings are compared without regard to case; "Home" also finds the path "Home > Kitchen". */
export type FilterNode =
  | { kind: 'and' | 'or'; clauses: readonly FilterNode[] }
  | { kind: 'not'; clause: FilterNode }
  | { kind: 'equals'; field: string; value: FieldValue }
  | {
      kind: 'range';
      field: string;
      min?: number;
      max?: number;
      minExclusive?: boolean;
      maxExclusive?: boolean;
      /** The bounds are milliseconds since 1970, and texts that are dates compare with them too. */
      dates?: boolean;
    }
  /** The field has a place (see `geo-points.ts`) at most so far from a point, on the way over the globe. */
  | { kind: 'within'; field: string; from: LatLon; metres: number }
  | { kind: 'box'; field: string; box: LatLonBox }
  /** The field, or one below it, has a value. */
  | { kind: 'exists'; field: string; without?: readonly string[] }
  /**
   * One and the same element of the list satisfies the clause, whose fields are named from the element on. An object
   * that stands alone is a list of one.
   */
  | { kind: 'element'; list: string; clause: FilterNode }
  /** The document has one of the keys, or the first of its values in `field`, as text, is one of `values` to the letter. */
  | { kind: 'documents'; keys: readonly number[]; field: string; values: readonly string[] };

/** Numbers from `from` up to and without `to`. */
export interface IndexFacetRange {
  from?: number;
  to?: number;
  /** The bounds are milliseconds since 1970, and texts that are dates count too. */
  dates?: boolean;
}

export interface IndexFacetRangeCount extends IndexFacetRange {
  /** Products with a value in the range; each once. */
  count: number;
}

export interface IndexFacetRequest {
  field: string;
  /** Number of values returned; 100 unless told. */
  limit?: number;
  /** Of the values, and of those of each level: most frequent first, or by value; by count unless told. */
  order?: 'count' | 'value';
  /** Values that fewer documents have are left out; 1 unless told. */
  countMin?: number;
  /** Only values that have this in them (see `facet-value-search.ts`). */
  matching?: string;
  ranges?: readonly IndexFacetRange[];
  /** The values are paths ("A > B"), counted level by level down to below this one; empty for the top alone. */
  path?: string;
  /** Counted as if the filter had no conditions on this field alone (see `disjunctive-facets.ts`). */
  disjunctive?: boolean;
}

/** Facets to be chosen by what is found (see `facet-selection.ts`). */
export interface IndexFacetSelection {
  countMax: number;
  /** Fields, with all below them, that are never chosen. */
  without: readonly string[];
  /** What all of them are asked for. */
  request: Omit<IndexFacetRequest, 'field'>;
}

export interface IndexFacetValue {
  value: FieldValue;
  count: number;
}

export interface FacetStats {
  min: number;
  max: number;
  avg: number;
  sum: number;
  /** Number of numeric values, each once a product. */
  count: number;
}

export interface IndexFacetResult {
  /**
   * By count, then by value. A product counts once for each of the distinct values of its variants that were found, a
   * document where they count each for itself. Where `path` was asked: its children.
   */
  values: IndexFacetValue[];
  /** Number of values that were asked for, of which `values` may show only the first. */
  distinct: number;
  /** Over the numeric values; null where there are none. */
  stats: FacetStats | null;
  /** Earliest and latest of the texts that are dates, in milliseconds since 1970, and how many; null where there are none. */
  dates: { min: number; max: number; count: number } | null;
  ranges: IndexFacetRangeCount[] | null;
  /** From the top down to the children of the asked path. */
  levels: { path: string; values: IndexFacetValue[] }[] | null;
  /** Nothing had `matching` in it, and these differ by typos. */
  corrected: boolean;
}

export interface IndexSortKey {
  field: string;
  order: 'asc' | 'desc';
  /** Then it is the distance from here to the document's nearest place in the field. */
  from?: LatLon;
}

/** A document that has its place by name. Where several want the same place, the first has it, and each other the next free one. */
export interface Pin {
  /** The document; or null, and then that variant of `product` which stands first. */
  key: number | null;
  /** A value of the field `TextSettings.groupBy`, as text. */
  product: string;
  /** From 1. */
  position: number;
}

/** What is done to a list by hand. */
export interface QueryRules {
  /** These are not there: neither found nor counted. */
  hidden?: FilterNode;
  /** Documents stand higher, or lower, by the sum of what they satisfy, at the place of the criterion `rules`. */
  boosts?: readonly { filter: FilterNode; by: 1 | -1 }[];
  /** Listed if they pass the filter and are not hidden, also where the words do not find them. */
  pins?: readonly Pin[];
}

/** What is to be counted: boosts and pins change no count of those with all words. */
export type TextCountQuery = Pick<IndexQuery, 'text' | 'language' | 'filter' | 'grouped'> & {
  rules?: Pick<QueryRules, 'hidden'>;
};

/** See `TextResult`. */
export type TextCount = Pick<IndexResult, 'totalAllWords' | 'fallback'>;

/** What documents are compared with beside their words, such as a photo: the index is told, and knows nothing of how. */
export interface SimilarityScorer {
  /** From -1 to 1; null where there is nothing to compare, and then the document is not found. */
  scoreOf(key: number): number | null;
}

export interface IndexQuery {
  text: string;
  /** One of the languages of the settings, where it is known that the text is in it: decides what its stop words are. */
  language?: string;
  filter?: FilterNode;
  rules?: QueryRules;
  facets?: readonly IndexFacetRequest[];
  /** Further facets, as what is found suggests them. */
  facetSelection?: IndexFacetSelection;
  /** Before relevance; documents without the field come last in either order. */
  sort?: readonly IndexSortKey[];
  offset: number;
  limit: number;
  explain?: boolean;
  /** Whether variants are listed as one product; true unless told. */
  grouped?: boolean;
  /** Further variants named for each product; 0 unless told. */
  variants?: number;
  /** What the text means: has a part in the order (see `fusion.ts`), where there is no sort. */
  semantic?: SemanticSignal;
  /** Only what can be compared is found, and takes its place by this where it would by its text score. */
  likeness?: SimilarityScorer;
  /** The last word also finds the words that begin with it; true unless told. */
  lastWordPrefix?: boolean;
  /** When it does: as the settings say unless told. */
  prefix?: 'few' | 'always';
  /** The scores tell nothing of the strict criteria, which order the list all the same. */
  scoreWithoutCriteria?: boolean;
}

export interface IndexHit {
  key: number;
  /** Number of words found plus the text score squeezed into 0..1: descends along a list by relevance. */
  score: number;
  ranking?: Ranking;
  /** Where words and meaning gave it its place, or meaning alone. */
  semantic?: FusionScore;
  /** Of a product with variants: how many of them are listed, this one included, and the next ones in the list's order. */
  variants?: { count: number; others: number[] };
  /** Metres from the point of the first sort key that has one to the document's nearest place. */
  distance?: number;
  /** Index of the pin that it stands here by. */
  pin?: number;
  /** The field of which the query is a value: the document's identifier. */
  identifier?: string;
}

/** Where one document stands in the list of a search, and why. */
export interface IndexExplanation {
  words: { word: string; found: boolean }[];
  /** Documents with fewer words are not listed. */
  wordsListed: number;
  total: number;
  /** From 1; null where the document is not listed. Of a variant, the place of its product. */
  position: number | null;
  /** The variant that is shown for the product in place of this document; null where it is this one. */
  shownInstead: number | null;
  /** Index of the pin that it, or its product, has its place by. */
  pin: number | null;
  /** The field of which the query is a value: the document's identifier; null where it is none. */
  identifier: string | null;
  /** Null where no word of the query is found in it, or none is looked for. */
  ranking: Ranking | null;
  /** Null where meaning had no part in its place. */
  semantic: FusionScore | null;
}

/** Plain data, so that it can be kept or sent: what the highlighter marks. */
export interface MatchedTerms {
  /** Folded, stemmed forms of the query's words. */
  stems: string[];
  /** Folded beginnings that also match. */
  prefixes: string[];
  /** Further words that were accepted: for a mistyped, split or joined one, as a compound or a synonym. */
  terms: string[];
  /** Synonyms of several words, as the base forms that stand side by side. */
  phrases: string[][];
  /** Parts of part numbers, marked wherever they stand within one. */
  infixes: string[];
}

/** `meaning`: the first one of the list has none of the words, and is alike in meaning. */
export type SearchFallback = 'corrected' | 'words_dropped' | 'semantic';

export interface IndexResult {
  /** Every document of the list, exactly (see listing in `searcher.ts`). */
  total: number;
  /** Those of them that have all the words of the query. */
  totalAllWords: number;
  hits: IndexHit[];
  facets: Record<string, IndexFacetResult>;
  corrected: string | null;
  fallback: SearchFallback | null;
  /** Of `total`, those that are listed by their meaning alone; null where meaning had no part. */
  added: number | null;
  /** Whether words and meaning put the list in order together. */
  reordered: boolean;
  /** Words of the query that were looked for. */
  words: number;
  /** Made when first asked for: ask before the index changes. */
  readonly terms: MatchedTerms;
}

export const facetValuesDefault = 100;
