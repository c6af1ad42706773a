import type { CorrectedSpan } from '../expansion/correction.ts';
import type { LearnedReplacement } from '../expansion/learned-expansions.ts';
import type { QueryText } from '../language/query-words.ts';
import type { FieldValue } from '../schema/document.ts';
import type { IndexField } from '../schema/index-field.ts';
import type { SemanticSignal, FusionScore } from '../scoring/semantic-scores.ts';
import type { LatLonBox, LatLon } from '../segments/geo-points.ts';
import type { Ranking } from '../scoring/ranking.ts';

/** String comparison ignores case. A value also equals the paths below it: "Home" matches "Home > Kitchen". */
export type FilterNode =
  | { kind: 'and' | 'or'; clauses: readonly FilterNode[] }
  | { kind: 'not'; clause: FilterNode }
  | { kind: 'equals'; field: IndexField; value: FieldValue }
  | {
      kind: 'range';
      field: IndexField;
      min?: number;
      max?: number;
      minExclusive?: boolean;
      maxExclusive?: boolean;
      /** The bounds are milliseconds since 1970, and strings that are dates are compared with them too. */
      dates?: boolean;
    }
  /** The field has a point (see `geo-points.ts`) at most `metres` from `from`, along the great circle. */
  | { kind: 'within'; field: string; from: LatLon; metres: number }
  | { kind: 'box'; field: string; box: LatLonBox }
  /** The field, or a field below it, has a value. */
  | { kind: 'exists'; field: string; without?: readonly string[] }
  /**
   * One element of the list satisfies the whole clause. Field names in the clause are relative to the element. A single
   * object counts as a list of one.
   */
  | { kind: 'element'; list: string; clause: FilterNode }
  /** The document has one of the keys, or its first value in `field`, as a string, is exactly one of `values`. */
  | { kind: 'documents'; keys: readonly number[]; field: string; values: readonly string[] };

/** Numbers from `from`, inclusive, to `to`, exclusive. */
export interface IndexFacetRange {
  from?: number;
  to?: number;
  /** The bounds are milliseconds since 1970, and strings that are dates count too. */
  dates?: boolean;
}

export interface IndexFacetRangeCount extends IndexFacetRange {
  /** Products with a value in the range, each counted once. */
  count: number;
}

/**
 * The order of values: `count` puts the most frequent first, `value` orders as a sort, `number` by the first number in the value, if any,
 * and `size` by clothing sizes, then sizes by number (see `value-order.ts`). Ties are ordered by value.
 */
export type IndexFacetOrder = 'count' | 'value' | 'number' | 'size';

export interface IndexFacetRequest {
  field: IndexField;
  /** Maximum number of returned values; 100 by default. */
  limit?: number;
  /** Order of the values, also within each level; by count by default. */
  order?: IndexFacetOrder;
  /** Minimum count of a returned value; 1 by default. */
  countMin?: number;
  /** Values that come first, in this order, if documents have them; not subject to the limit. */
  first?: readonly string[];
  /**
   * Values that are always returned, unless the limit is 0, even with a count of 0 or hidden. A path that no document has as a value
   * counts the documents below it. With `matching`, only matching values are returned.
   */
  chosen?: readonly string[];
  /** Values that are neither returned nor counted in `distinct`. */
  hidden?: readonly string[];
  /** Only values that contain this text (see `facet-value-search.ts`). */
  matching?: string;
  ranges?: readonly IndexFacetRange[];
  /**
   * Values are paths ("A > B"). Levels are counted from the top down to the children of this path; empty for the top level
   * only.
   */
  path?: string;
  /** Counts ignore the filter's conditions on this field alone (see `disjunctive-facets.ts`). */
  disjunctive?: boolean;
}

/** Automatic facets, selected from the fields of the matches (see `facet-selection.ts`). */
export interface IndexFacetSelection {
  countMax: number;
  /** Excluded fields, with all fields below them. */
  without: readonly string[];
  /** Options of each selected facet. */
  request: Omit<IndexFacetRequest, 'field'>;
  /** Further options by field. */
  requestByField?: Readonly<Record<string, Omit<IndexFacetRequest, 'field'>>>;
  /** Fields that are selected before all others, in this order, */
  always?: readonly string[];
  /** and then these, if a match has a value. Exclusion applies to neither. */
  pinned?: readonly string[];
  /** Returns the field to count in place of a selected one. */
  localise?: (field: string) => IndexField;
}

export interface IndexFacetValue {
  value: FieldValue;
  count: number;
  chosen?: true;
}

export interface FacetStats {
  min: number;
  max: number;
  avg: number;
  sum: number;
  /** Number of numeric values, each counted once per product. */
  count: number;
}

export interface IndexFacetResult {
  /**
   * In the order of the request. A product counts once for each distinct value of its matching variants; without grouping each
   * document counts. With `path`, the children of that path.
   */
  values: IndexFacetValue[];
  /** Number of values that the facet would have without `limit`. */
  distinct: number;
  /** Statistics of the numeric values, or null without any. */
  stats: FacetStats | null;
  /** Earliest and latest date among the strings, in milliseconds since 1970, and their number; null without any. */
  dates: { min: number; max: number; count: number } | null;
  ranges: IndexFacetRangeCount[] | null;
  /** From the top level to the children of the requested path. */
  levels: { path: string; values: IndexFacetValue[] }[] | null;
  /** Whether no value contains `matching`, and the returned values match it with typos. */
  corrected: boolean;
}

export interface IndexSortKey {
  field: IndexField;
  order: 'asc' | 'desc';
  /** Sorts by distance from this point to the document's nearest point in the field. */
  from?: LatLon;
}

/** A document at a fixed position. If several pins share a position, the first gets it and each other the next free one. */
export interface Pin {
  /** The document; null for the best variant of `product`. */
  key: number | null;
  /** A value of the field `TextSettings.groupBy`, as a string. */
  product: string;
  /** A slot, instead of both: the best listed document that satisfies the filter, of a product that no other pin has. */
  filter?: FilterNode;
  /** The position from 1. */
  position: number;
}

/** The rules that apply to a query. */
export interface QueryRules {
  /** Matching documents are neither listed nor counted. */
  hidden?: FilterNode;
  /** The sum of the satisfied boosts moves a document up or down, limited to 7 steps, at the rank of the criterion `rules`. */
  boosts?: readonly { filter: FilterNode; by: number }[];
  /** A pinned document is listed if it passes the filter and is not hidden, even if the keywords do not match it. */
  pins?: readonly Pin[];
}

/** A query to count. Boosts and pins do not change the number of documents with all words. */
export type TextCountQuery = Pick<
  IndexQuery,
  'text' | 'language' | 'analyzed' | 'filter' | 'purposeFilter' | 'grouped'
> & {
  rules?: Pick<QueryRules, 'hidden'>;
};

/** See `TextResult`. */
export type TextCount = Pick<IndexResult, 'totalAllWords' | 'fallback'>;

/** At most `max` products with the same value of `field` within `window` consecutive positions. */
export interface IndexCap {
  readonly field: IndexField;
  readonly max: number;
  readonly window: number;
}

/**
 * Factors of the scores of the best products, and a document to try out. The score of a product without words is
 * 1 / sqrt(rank). Products with more words, boost steps or other criteria stay before others.
 */
export interface IndexAdjustments {
  /** The factor of a document's score, by its key; 1 leaves it unchanged. */
  readonly getFactor: (key: number) => number;
  /** A document's score is multiplied by 1 + `max` times the weights, at most 1, of the filters that it satisfies. */
  readonly preferences: {
    readonly max: number;
    readonly filters: readonly { readonly filter: FilterNode; readonly weight: number }[];
  };
  /** Moves the best eligible document from further down to this position, from 1; null for no exploration. */
  readonly exploration: { readonly position: number; readonly isEligible: (key: number) => boolean } | null;
}

/** Compares documents with something other than text, such as a photo. */
export interface SimilarityScorer {
  /** The similarity from -1 to 1, or null if the document cannot be compared, which excludes it. */
  getScore(key: number): number | null;
}

export interface IndexQuery {
  text: string;
  /** The language of the text, if known, as one of the settings' languages; decides which words are stop words. */
  language?: string;
  /** The analysis of text and language by this index. If it is omitted, or of another text, the search analyzes the text. */
  analyzed?: QueryText;
  filter?: FilterNode;
  rules?: QueryRules;
  facets?: readonly IndexFacetRequest[];
  /** Further facets, selected from the matches. */
  facetSelection?: IndexFacetSelection;
  /** Sort keys before relevance. Documents without the field come last in either order. */
  sort?: readonly IndexSortKey[];
  /** Documents that satisfy it come after all others, whatever the sort; pins and identifier matches stay in place. */
  last?: FilterNode;
  /** The documents whose names decide which words of a purpose are optional; if omitted, those that pass `filter`. */
  purposeFilter?: FilterNode;
  /** Lists all documents that pass the filter; those without a word of the query come last. */
  listsAll?: true;
  /** The category that the query names, whose documents rank higher (`categoryMatch`); if omitted, it is found by its name. */
  category?: FilterNode;
  /**
   * Documents that satisfy it come after the others with as many words of the query; without words, after all others unless there is
   * `last`. It has no effect with a sort or a similarity.
   */
  lastInTier?: FilterNode;
  /** Diversification of a list without a sort (see `diversification.ts`). */
  caps?: readonly IndexCap[];
  /** Adjustments have no effect with a sort or another similarity (see `reranking.ts`). */
  adjustments?: IndexAdjustments;
  offset: number;
  limit: number;
  explain?: boolean;
  /** Whether the variants of a product are one hit; true by default. */
  grouped?: boolean;
  /** Number of further variants returned with each product; 0 by default. */
  variants?: number;
  /** Semantic similarity to the text. It takes part in the ranking (see `fusion.ts`) unless there is a sort. */
  semantic?: SemanticSignal;
  /** Excludes documents that cannot be compared, and replaces the text score by the similarity. */
  similarity?: SimilarityScorer;
  /** Whether the last word also matches as a prefix; true by default. */
  lastWordPrefix?: boolean;
  /** When the last word matches as a prefix; as set in the settings by default. */
  prefix?: 'few' | 'always' | 'off';
  /** The learned correction of the words with a stem, or null. Called only for words that the catalog lacks. */
  findCorrection?: (stem: string) => string | null;
  /** The returned scores leave the strict criteria out; the order does not. */
  scoreWithoutCriteria?: boolean;
}

export interface IndexHit {
  key: number;
  /** Number of matched words plus the text score squeezed into 0..1. It descends along a list sorted by relevance. */
  score: number;
  ranking?: Ranking;
  /** The fusion of keyword score and semantic similarity, if it decided the position. */
  semantic?: FusionScore;
  /** A product with variants has the number of its listed variants, this one included, and the keys of the next ones. */
  variants?: { count: number; others: number[] };
  /** Metres from the point of the first sort key with one to the document's nearest point. */
  distance?: number;
  /** Index of the pin that fixes the position. */
  pin?: number;
  /** The identifier field that equals the query. */
  identifier?: string;
  /** The position without caps, if it is another one; present only on request. */
  positionWithoutCaps?: number;
  /** Whether it comes after the others of the list or of its tier (`last`, `lastInTier`); present only on request. */
  isLast?: true;
  /** The same without adjustments and caps. */
  positionUnadjusted?: number;
  /** Whether it has this position for exploration. */
  explored?: true;
}

/** The position of one document in the result of a search, with the reasons for it. */
export interface IndexExplanation {
  words: { word: string; found: boolean }[];
  /** Documents with fewer words are not listed. */
  wordsListed: number;
  total: number;
  /** The position from 1, or null if the document is not listed. For a variant, the position of its product. */
  position: number | null;
  /** The same without caps. */
  positionWithoutCaps: number | null;
  /** Whether it comes after the others of the list or of its tier. */
  isLast: boolean;
  /** The same without adjustments and caps. */
  positionUnadjusted: number | null;
  /** Whether it has this position for exploration. */
  explored: boolean;
  /** The variant that represents the product instead of this document; null if this document does. */
  shownInstead: number | null;
  /** Index of the pin that fixes the position of the document or of its product. */
  pin: number | null;
  /** The identifier field that equals the query, or null if there is none. */
  identifier: string | null;
  /** Null if the document has no word of the query, or the query has no words. */
  ranking: Ranking | null;
  /** Null if semantic similarity did not take part. */
  semantic: FusionScore | null;
}

/** The terms that the highlighter marks, as plain data that can be cached or sent. */
export interface MatchedTerms {
  /** Stems of the words of the query. */
  stems: string[];
  /** Folded prefixes that also match. */
  prefixes: string[];
  /** Further accepted terms: corrected, split or joined words, compounds and synonyms. */
  terms: string[];
  /** Synonyms of several words, as sequences of stems. */
  phrases: string[][];
  /** Parts of part numbers, marked anywhere within one. */
  infixes: string[];
}

/** Matched terms with the words of the query that they stand for, as bits: the first word is 1, the second one 2. */
export interface TermsOfWords extends MatchedTerms {
  /** The words of the query, in the order of `stems`. */
  words: string[];
  prefixBits: number[];
  termBits: number[];
  phraseBits: number[];
  infixBits: number[];
}

/** How the query was relaxed. With `semantic`, the first hit has no word of the query, and was found by similarity. */
export type SearchFallback = 'corrected' | 'words_dropped' | 'semantic';

export interface IndexResult {
  /** Exact number of listed documents or products (see `Searcher`). */
  total: number;
  /** The number of documents or products that have all words of the query. */
  totalAllWords: number;
  hits: IndexHit[];
  facets: Record<string, IndexFacetResult>;
  corrected: string | null;
  /** The spans in which `corrected` differs from the text. */
  corrections: readonly CorrectedSpan[];
  /** The learned corrections in it. */
  learned: readonly LearnedReplacement[];
  fallback: SearchFallback | null;
  /** The number found by semantic similarity alone; null if it did not take part. */
  added: number | null;
  /** Whether fusion of keyword score and semantic similarity decided the order. */
  reordered: boolean;
  /** Number of query words searched for. */
  words: number;
  /** Computed on the first access, which must precede any change of the index. */
  readonly terms: TermsOfWords;
}

export const facetValuesDefault = 100;
