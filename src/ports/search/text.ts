import type { LearnedWord } from './learned-corrections.ts';
import type { AnalyzedQuery, QueryAnalyzer, TextEdit } from './query-analyzer.ts';
import type { HitAdjustments, ListAdjustments } from './list-adjustments.ts';
import type { StoredItem } from '../catalog/catalog.ts';
import type { Filter, GeoPoint } from './filters.ts';
import type { FieldRef } from '../catalog/item-fields.ts';
import type { LocalValues } from '../catalog/local-values.ts';
import type { HitRules, ItemSet, ListPosition, SearchRules } from './rules.ts';
import type { Cap, FacetOrder } from '../configuration/settings.ts';
import type { SuggestOptions, Suggestion } from './suggestions.ts';
import type { TextMarks } from './text-marks.ts';
import type { TextViews } from './text-views.ts';

/**
 * Sorts by an item's smallest value if ascending, its largest if descending. Numbers, numeric texts and dates (ISO 8601, by
 * instant) come before other texts, which compare case-insensitively; booleans sort as texts.
 */
export interface SortKey extends FieldRef {
  readonly order: 'asc' | 'desc';
  /** Sorts by the distance from this point to the item's nearest geo point in the field. */
  readonly from?: GeoPoint;
}

/** Numbers and numeric texts from `from` (inclusive) to `to` (exclusive). */
export interface FacetRange {
  readonly from?: number;
  readonly to?: number;
  /** The bounds are milliseconds since 1970, and texts with a date count by their instant. */
  readonly dates?: boolean;
}

export interface FacetRequest extends FieldRef {
  /** Maximum of returned values, also of each level; by default `limits.facetValuesDefault`. */
  readonly limit?: number;
  /** Default: `count`. */
  readonly order?: FacetOrder;
  /** Values that come first, in this order, where matches have them; not subject to the limit. */
  readonly first?: readonly string[];
  /**
   * Values that are returned however rare, also with a count of 0, and where hidden; not with a limit of 0. A path that no match
   * has as a value counts the matches below it.
   */
  readonly chosen?: readonly string[];
  /** Values that are not returned. */
  readonly hidden?: readonly string[];
  /** Omits values of fewer items. */
  readonly countMin?: number;
  /** Ranges may overlap or leave gaps; an item counts once in each range that contains one of its values. */
  readonly ranges?: readonly FacetRange[];
  /** The values are paths (`Home > Kitchen`), counted by level down to the children of this path. */
  readonly path?: string;
  /**
   * Counts what the request would match without the filter's conditions on this field: its top-level AND clauses that name no
   * other field.
   */
  readonly disjunctive?: boolean;
}

/** Dynamic facets: fields that many matches have and whose values divide them well, except identifiers, descriptions and `_` fields. */
export interface FacetSelection {
  /** Maximum of selected facets. */
  readonly countMax: number;
  /** Options of each selected facet. */
  readonly request: Omit<FacetRequest, 'field'>;
  /** The options of these fields, which replace those of the request. */
  readonly requestByField?: Readonly<Record<string, Omit<FacetRequest, 'field'>>>;
  /** Fields selected before all others: these anyway, unless they identify an item, */
  readonly always?: readonly string[];
  /** and these, if a match has a value. */
  readonly pinned?: readonly string[];
  /** Fields that are not selected, with their descendants. */
  readonly without?: readonly string[];
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
  /** The request's filter names the value. */
  readonly selected?: true;
}

/** Open ends are null; ends of date ranges are ISO 8601 texts. */
export interface FacetRangeCount {
  readonly from: number | string | null;
  readonly to: number | string | null;
  readonly count: number;
}

export interface FacetResult {
  /** An item counts once for each of its values. With `path`, its children count. */
  readonly values: FacetValue[];
  /** Number of values that the facet would have without a limit. */
  readonly distinct: number;
  /** Bounds of numeric fields. */
  readonly stats?: { min: number; max: number; avg: number; sum: number; count: number };
  /** Bounds of date fields: earliest and latest, ISO 8601 in UTC. */
  readonly dates?: { min: string; max: string; count: number };
  /** Ranges in the order of the request. */
  readonly ranges?: FacetRangeCount[];
  /** The values by level, from the top down to the children of `path`; absent without `path`. */
  readonly levels?: { path: string; values: FacetValue[] }[];
}

/** Values of a facet that contain a text. */
export interface FacetValues {
  readonly values: FacetValue[];
  readonly distinct: number;
  /** `corrected` means that no value contains the text, and that these differ from it by typos. */
  readonly fallback: 'corrected' | null;
}

/** Statistics of a query's cosines with unrelated words of the language: mean and standard deviation. */
export interface CosineStats {
  readonly mean: number;
  readonly deviation: number;
  /** The 99.6th percentile, or what the baseline of a model has in its place. */
  readonly highest: number;
  /** Cosine exceeded by one in forty pairs of these words, or less of a model whose baseline says so; independent of the query. */
  readonly betweenBaselineWords: number;
  /**
   * The minimum share of the distance from `mean` to the cosine of the nearest item that an item must have to be added, for models whose
   * cosines fall off slowly; absent means that of `findSimilarityCutoff()`.
   */
  readonly tailShare?: number;
  /**
   * If no word of the query matches, an item is also added if its cosine exceeds the expected maximum of unrelated items, by the query's
   * cosines with the whole catalog, by this number of standard deviations; absent means that `highest` alone decides.
   */
  readonly chanceMargin?: number;
}

/** The embedding of a query. */
export interface QueryEmbedding {
  /** A vector of length 1. */
  readonly vector: Float32Array;
  /** See `TextEncoder.model`. If the items' vectors are of another model, semantic search is skipped. */
  readonly model: string;
  /** See `TextEncoder.name`; for the reply. */
  readonly modelName?: string;
  /** The language of the names that a query in another language is compared with; for the reply. */
  readonly namesLanguage?: string;
  /** Share of the semantic similarity in the combined score, 0 to 1. */
  readonly weight: number;
  /** Whether a list of items with all words of the query stays as it is; see `TextEncoder`. */
  readonly keepsWordMatches?: boolean;
  /** Whether the query is in another language than the names: its words are not corrected. */
  readonly isForeign?: boolean;
  /**
   * The similarity baseline: semantic matches must be clearly above it, or above nearly all unrelated words if no word of the
   * query matches. Null if unknown: the cosines with the whole catalog are used instead.
   */
  readonly baseline: CosineStats | null;
}

/** The items of a collection and the positions of some of them. */
export interface CollectionScope {
  readonly id: string;
  readonly items: ItemSet;
  readonly excluded: readonly string[];
  /** Pins, after those of rules. */
  readonly pins: readonly ListPosition[];
}

export interface TextQuery {
  /** The text; empty browses by popularity. */
  readonly text: string;
  /** Language of the text, one of `SearchSettings.languages`, if known; selects the stop words. */
  readonly language?: string;
  /** The analysis of text and language by the index's `queryAnalyzer`. Omitted, or of another text: the search analyzes. */
  readonly analyzed?: AnalyzedQuery;
  readonly filter?: Filter;
  readonly facets: readonly FacetRequest[];
  /** Dynamic facets, added to `facets`. */
  readonly facetSelection?: FacetSelection;
  /** Precedes relevance. Items without the field are last. */
  readonly sort: readonly SortKey[];
  readonly offset: number;
  readonly limit: number;
  /** Fields to highlight; may be empty. */
  readonly highlight: readonly string[];
  /** Whether the result has `marks`. */
  readonly marks?: boolean;
  readonly explain: boolean;
  /** Lists, counts and pages the variants of a product as one (see `SearchSettings.groupBy`). */
  readonly grouped: boolean;
  /** Maximum number of further variants returned with each product. */
  readonly variants: number;
  readonly rules?: SearchRules;
  /** Lists the items of a collection only. */
  readonly collection?: CollectionScope;
  /** Items that match it come after all others, whatever the sort; pinned items stay in place. */
  readonly last?: Filter;
  /** The items whose names decide which words of a purpose ("for a wedding") are optional; omitted means those that pass `filter`. */
  readonly purposeFilter?: Filter;
  /** Lists all items that pass the filter: those without a word of the query after the others. */
  readonly listsAll?: true;
  /** The category that the query names: the ranking factor `categoryMatch` applies to its items. Omitted means the engine finds it. */
  readonly category?: Filter;
  /** Items that match it come after the others with as many words of the query; without words, after all others. */
  readonly lastInTier?: Filter;
  /** Diversification of a list without a sort; see `SearchSettings.caps`. */
  readonly caps?: readonly Cap[];
  /** By default, the scores decide. */
  readonly adjustments?: ListAdjustments;
  /** The prices, stock and texts by which items are filtered, sorted, counted and highlighted; by default those of the items. */
  readonly local?: LocalValues;
  /**
   * Fields that the reply must not reveal: excluded from dynamic facets, and boosts of rules that use them are left out of
   * score and explanation. The query itself does not use them.
   */
  readonly privateFields?: readonly string[];
  /**
   * Enables hybrid search: re-ranks the best keyword matches by keyword score and semantic similarity, items with all words
   * first. If fewer than `SearchSettings.dropWordsThreshold` items (or products) have all words, adds the semantically
   * nearest, also to `total` and facets. Not with a sort, nor for a part number or another code.
   */
  readonly embedding?: QueryEmbedding;
}

/** The matching variants of a product. */
export interface HitVariants {
  /** Includes the listed one. */
  readonly count: number;
  /** The next ones, in ranking order. */
  readonly others: readonly StoredItem[];
}

/** The match of one word of the query, or of several words together. */
export interface WordMatch {
  /** The word in the query. */
  readonly words: string;
  readonly how:
    | 'exact'
    | 'compound'
    | 'synonym'
    | 'learned'
    | 'joined'
    | 'split'
    | 'prefix'
    | 'typo'
    | 'infix';
  /** The word in the item. */
  readonly found: string;
  readonly typos: number;
  /** Share of the contribution of an exact match. */
  readonly factor: number;
  readonly inName: boolean;
}

/** The ranking of a hit, most significant first: number of matching words, text score (BM25F times the ranking factors), popularity. */
export interface TextRanking {
  readonly words: number;
  readonly wordsTotal: number;
  readonly text: number;
  readonly bm25: number;
  readonly allWordsInName: number;
  readonly phraseInName: number;
  readonly headNounMatch: number;
  readonly categoryMatch: number;
  readonly numbersInName: number;
  readonly exactWordForms: number;
  readonly typos: number;
  readonly typoFactor: number;
  readonly popularity: number;
  readonly matches?: readonly WordMatch[];
  readonly semantic?: HybridScore;
}

/** The components of a hybrid ranking. */
export interface HybridScore {
  /** Cosine of query and item: 1 for identical, about 0 for unrelated. Null means that the item has no embedding yet. */
  readonly cosine: number | null;
  /**
   * Keyword score, 0 to 1: text score times the share of matching words, relative to the best of the list, and less if even
   * the best covers little of the query.
   */
  readonly keywordScore: number;
  /** The combined score, which ranks the item among those with all words, or among the others. */
  readonly fused: number;
  /** Whether the item is a semantic match without any word of the query. */
  readonly added: boolean;
}

/** The position of a hit in a hybrid ranking. */
export interface HybridTier {
  /** Items of the same tier are ranked by their combined score. */
  readonly level: number;
  /** See `HybridScore`. */
  readonly keywordScore: number;
  readonly cosine: number | null;
}

/** The position of one item in a search, with the reasons. */
export interface Explanation {
  /** Whether the item satisfies each of the given clauses. */
  readonly passes: readonly boolean[];
  readonly words: readonly { readonly word: string; readonly found: boolean }[];
  /** Items with fewer matching words are not listed. */
  readonly wordsListed: number;
  readonly total: number;
  /** From 1; null if the item is not listed. For a variant, the position of its product. */
  readonly position: number | null;
  /** The position without caps, or null if it is the same. */
  readonly positionWithoutCaps: number | null;
  /** Whether it comes after the others of the list, or after those with as many words (`TextQuery.last`, `lastInTier`). */
  readonly isLast: boolean;
  /** Null means none. */
  readonly adjustments: HitAdjustments | null;
  /** The variant shown for its product; null if it is this item. */
  readonly shownInstead: StoredItem | null;
  /** Ids of the rules that hide it. A hidden item has no position. */
  readonly hiddenBy: readonly (string | null)[];
  /** Whether the query searches in a collection that does not list it. It has no position then. */
  readonly isOutsideCollection: boolean;
  readonly rules: HitRules;
  /** The identifier field whose value equals the query (see `SearchSettings.identifiers`), or null. */
  readonly identifier: string | null;
  readonly ranking: TextRanking | null;
  /** Null without hybrid ranking. */
  readonly semantic: HybridScore | null;
}

export interface TextHit {
  readonly item: StoredItem;
  readonly score: number;
  /** Highlighted HTML by field: escaped text with `<em>` around matching words. Null if not requested. */
  readonly highlights: Readonly<Record<string, string>> | null;
  /** The ranking factors in order, with this hit's values. */
  readonly ranking: TextRanking | null;
  /** Null without hybrid ranking. */
  readonly fused: HybridTier | null;
  /** Metres from the item's nearest geo point to the point of the first distance sort, or null. */
  readonly distance: number | null;
  /** Null means that the item has no variants. */
  readonly variants: HitVariants | null;
  /** Null means that no rule acted on it. */
  readonly rules: HitRules | null;
  /** The id of the collection that has it at this position, or null. */
  readonly pinnedIn: string | null;
  /**
   * The identifier field whose value equals the query (see `SearchSettings.identifiers`): the hit ranks first, below pins,
   * unless there is a sort. Null means none.
   */
  readonly identifier: string | null;
  /** The position that it would have without caps; null where that is the same, and without `explain`. */
  readonly positionWithoutCaps: number | null;
  /** Whether it comes after the others of the list, or after those with as many words; false without `explain`. */
  readonly isLast: boolean;
  /** Null means none, or no `explain`. */
  readonly adjustments: HitAdjustments | null;
}

export interface TextResult {
  /** Exact number of matching items, or of products if grouped. */
  readonly total: number;
  /** Hits among `total` that have all words of the query; without words, all. */
  readonly totalAllWords: number;
  readonly hits: TextHit[];
  readonly facets: Readonly<Record<string, FacetResult>>;
  /** The corrected spelling, if the query as typed matched too little. */
  readonly correctedQuery: string | null;
  /** Where it differs from the query's text, in order and without overlap. */
  readonly corrections: readonly TextEdit[];
  /** The learned corrections in it. */
  readonly learned: readonly LearnedWord[];
  /** Semantic matches among `total`; null without hybrid search. */
  readonly added: number | null;
  /** How the query was relaxed; `semantic` means that the first hit is a semantic match. */
  readonly fallback: 'corrected' | 'words_dropped' | 'semantic' | null;
  /** Null means that it was not requested. */
  readonly marks: TextMarks | null;
}

/**
 * The JSON types of the values of a field, over the active items; array elements count separately. Recently removed values
 * may still be reported.
 */
export interface FieldTypes {
  readonly numbers: boolean;
  readonly texts: boolean;
  readonly booleans: boolean;
  /** Whether a range, or with `dates` a date range, can match any of them (see `Filter`). */
  inRanges(dates: boolean): boolean;
}

/** Keyword and hybrid search over the active items of one project. The order is total: ties by popularity, then age. */
export interface TextIndex extends TextViews<TextIndex> {
  /** Text analysis of the serving index; another object after reindexing. */
  readonly queryAnalyzer: QueryAnalyzer;
  /** The types of the values at a path; null if no item has any. Synchronous: the filter parser uses it. */
  findFieldTypes(field: string): FieldTypes | null;
  /** The paths at which items have values. */
  listFieldNames(): ReadonlySet<string>;
  search(query: TextQuery): Promise<TextResult>;
  /**
   * By field, the values of the query's facets that contain `text`, or a word with each of its words as a prefix, ignoring case
   * and accents; only without such values, words may differ by typos. Counted over the matches of query and filter.
   */
  searchFacetValues(query: TextQuery, text: string): Promise<Readonly<Record<string, FacetValues>>>;
  /**
   * The position of an active item, by the shop's id, in a search, with the reasons. `clauses` are tested one by one: if the
   * item fails one, its matching words are reported as if there were no filter, and it has no position. Null if there is no
   * such active item.
   */
  explain(query: TextQuery, clauses: readonly Filter[], id: string): Promise<Explanation | null>;
  suggest(text: string, limit: number, options?: SuggestOptions): Promise<Suggestion[]>;
  /** The shop's ids among these whose items are active and match. */
  findMatching(filter: Filter, ids: readonly string[], local?: LocalValues): Promise<ReadonlySet<string>>;
}
