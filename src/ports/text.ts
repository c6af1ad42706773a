import type { StoredItem } from './catalog.ts';
import type { Filter, GeoPoint } from './filters.ts';
import type { ItemSet, HitRules, SearchRules } from './rules.ts';

/**
 * An item's least value where the order is ascending, its greatest where it is descending. Numbers, texts that are written as one
 * and dates (texts of ISO 8601, by the instant they name) come before other texts, which compare without regard to case; booleans
 * are texts.
 */
export interface SortKey {
  readonly field: string;
  readonly order: 'asc' | 'desc';
  /** Then it is the distance from here to the item's nearest place in the field. */
  readonly from?: GeoPoint;
}

/** Numbers, and texts that are written as one, from `from` up to and without `to`. */
export interface FacetRange {
  readonly from?: number;
  readonly to?: number;
  /** The bounds are milliseconds since 1970, and texts that are dates count by the instant they name. */
  readonly dates?: boolean;
}

export interface FacetRequest {
  readonly field: string;
  /** Values returned at the most, and of each level. */
  readonly limit: number;
  /** Most frequent first, or by value as a sort orders them; by count unless told. */
  readonly order?: 'count' | 'value';
  /** Values that fewer items have are left out. */
  readonly countMin?: number;
  /** Ranges may overlap and leave gaps; an item counts once for each that it has a value in. */
  readonly ranges?: readonly FacetRange[];
  /** The values are paths (`Home > Kitchen`), to be counted level by level, down to what is directly below this one. */
  readonly path?: string;
  /**
   * Counted over what the request would find without the filter's conditions on this field alone: the clauses of the outermost
   * AND that name no other field. A clause that names another field too stays.
   */
  readonly disjunctive?: boolean;
}

/**
 * Facets chosen by what is found: fields that many of the items have, with values that divide them well. Never those
 * that name or describe a single item, nor the service's own.
 */
export interface FacetSelection {
  /** Facets chosen at the most. */
  readonly countMax: number;
  /** What each is asked for. */
  readonly request: Omit<FacetRequest, 'field'>;
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** Ends are null where the range is open, and ISO 8601 texts where it is one of dates. */
export interface FacetRangeCount {
  readonly from: number | string | null;
  readonly to: number | string | null;
  readonly count: number;
}

export interface FacetResult {
  /** An item counts once for each of its values. Where a path was asked for: what is directly below it. */
  readonly values: FacetValue[];
  /** Distinct values among all matches, of which `values` may show only the first. */
  readonly distinct: number;
  /** Where the field holds numbers. */
  readonly stats?: { min: number; max: number; avg: number; sum: number; count: number };
  /** Where the field holds dates: the earliest and the latest in ISO 8601, in UTC. */
  readonly dates?: { min: string; max: string; count: number };
  /** In the order in which they were asked for. */
  readonly ranges?: FacetRangeCount[];
  /** Where a path was asked for: from the top level down to what is directly below it. */
  readonly levels?: { path: string; values: FacetValue[] }[];
}

/** Values of a facet that have a text in them. */
export interface FacetValues {
  readonly values: FacetValue[];
  readonly distinct: number;
  /** `corrected`: no value has the text, and these differ from it by typos. */
  readonly fallback: 'corrected' | null;
}

/** How near a query is to what has nothing in particular to do with it: of cosines, the mean and the standard deviation. */
export interface CosineStats {
  readonly mean: number;
  readonly deviation: number;
  /** Four of a thousand are as high or higher. */
  readonly highest: number;
  /** Of such texts with each other, whatever the query: one in forty pairs is as near, or nearer. */
  readonly betweenBaselineWords: number;
}

/** What the text of a query means, as a model has it. */
export interface QueryEmbedding {
  /** Of length 1. */
  readonly vector: Float32Array;
  /** See `TextEncoder.model`: where the items' vectors are another one's, meaning has no part. */
  readonly model: string;
  /** Share of the meaning in a place, 0 to 1. */
  readonly weight: number;
  /**
   * With ordinary words of the language: only what is clearly nearer is listed by its meaning alone, and where no word of the query
   * is found, only what is nearer than nearly all of these words. Null where that is not known:
   * then the query's cosines with the whole catalog have to tell.
   */
  readonly baseline: CosineStats | null;
}

export interface TextQuery {
  /** Empty browses by popularity. */
  readonly text: string;
  /** One of `SearchSettings.languages`, where it is known that the text is in it: decides about stop words. */
  readonly language?: string;
  readonly filter?: Filter;
  readonly facets: readonly FacetRequest[];
  /** Further facets, after those of `facets`. */
  readonly facetSelection?: FacetSelection;
  /** Comes before relevance. Items without the field are last. */
  readonly sort: readonly SortKey[];
  readonly offset: number;
  readonly limit: number;
  /** Fields to mark the found words in; none for no marks. */
  readonly highlight: readonly string[];
  readonly explain: boolean;
  /** Variants of one product (see `SearchSettings.groupBy`) are listed, counted and paged as one. */
  readonly grouped: boolean;
  /** Further variants given with each product, besides the one that stands in the list. */
  readonly variants: number;
  readonly rules?: SearchRules;
  /**
   * Fields that the answer must not tell of: they are not chosen as facets, and the score and its explanation leave out what a
   * rule's boost does by them. The query itself names none of them.
   */
  readonly privateFields?: readonly string[];
  /**
   * Then the best of the words are ordered by words and meaning, all that have all words first; and where fewer than
   * `SearchSettings.dropWordsThreshold` items, or products, have all the words, those nearest in meaning are listed too, and counted
   * by `total` and facets. Not where there is a sort, nor for a code or a number.
   */
  readonly embedding?: QueryEmbedding;
}

/** The variants of a product that are found: what the query and the filter match, one by one. */
export interface HitVariants {
  /** The one that stands in the list included. */
  readonly count: number;
  /** The next ones, in the order of the list. */
  readonly others: readonly StoredItem[];
}

/** How a word of the query, or several together, was found in an item. */
export interface WordMatch {
  /** As the query has it. */
  readonly words: string;
  readonly how: 'exact' | 'compound' | 'synonym' | 'joined' | 'split' | 'prefix' | 'typo' | 'infix';
  /** As the item has it. */
  readonly found: string;
  readonly typos: number;
  /** Share of what an exact match contributes. */
  readonly factor: number;
  readonly inName: boolean;
}

/** What decides an item's place, in this order: words found, text score (BM25F times the named bonuses), the shop's rank. */
export interface TextRanking {
  readonly words: number;
  readonly wordsTotal: number;
  readonly text: number;
  readonly bm25: number;
  readonly allWordsInName: number;
  readonly phraseInName: number;
  readonly headNounMatch: number;
  readonly numbersInName: number;
  readonly exactWordForms: number;
  readonly typos: number;
  readonly typoFactor: number;
  readonly popularity: number;
  readonly matches?: readonly WordMatch[];
  readonly semantic?: HybridScore;
}

/** How the meaning had a part in a place. */
export interface HybridScore {
  /** How near the item is to the query: 1 for the same, about 0 for nothing in common. Null where the item has no vector yet. */
  readonly cosine: number | null;
  /**
   * What the words count, 0 to 1: their score, times the share of the words that were found, as a share of the best of the list,
   * less where even that has little of the query.
   */
  readonly keywordScore: number;
  /** Both together, by which the item has its place among those with all words, or without. */
  readonly fused: number;
  /** Whether it is listed by its meaning alone. */
  readonly added: boolean;
}

/** A place that words and meaning decided together. */
export interface HybridTier {
  /** Stands for what comes first: items of the same level are in the order of words and meaning, by their weight. */
  readonly level: number;
  /** See `MeaningPart`. */
  readonly keywordScore: number;
  readonly cosine: number | null;
}

/** Where one item stands in the list of a search, and why. */
export interface Explanation {
  /** Of the clauses asked about, whether the item satisfies each. */
  readonly passes: readonly boolean[];
  readonly words: readonly { readonly word: string; readonly found: boolean }[];
  /** Items with fewer of the words are not listed. */
  readonly wordsListed: number;
  readonly total: number;
  /** From 1; null where the item is not listed. Of a variant, the place of its product. */
  readonly position: number | null;
  /** The variant that is shown for the product in place of this item; null where it is this one. */
  readonly shownInstead: StoredItem | null;
  /** Rules that hide it; hidden, it has no place. */
  readonly hiddenBy: readonly (string | null)[];
  readonly rules: HitRules;
  /** The field of which the query is a value (see `SearchSettings.identifiers`); null where it is none. */
  readonly identifier: string | null;
  readonly ranking: TextRanking | null;
  /** Null where meaning has no part in its place. */
  readonly semantic: HybridScore | null;
}

export interface TextHit {
  readonly item: StoredItem;
  readonly score: number;
  /** By field: the text as HTML, escaped, with `<em>` around each word found. Null where nothing was asked. */
  readonly highlights: Readonly<Record<string, string>> | null;
  /** The criteria in the order they were applied, with this hit's values. */
  readonly ranking: TextRanking | null;
  /** Null where something else decided its place. */
  readonly fused: HybridTier | null;
  /** Metres to the item's nearest place, from the point of the first sort key that has one; null where there is none. */
  readonly distance: number | null;
  /** Null for an item that is no variant. */
  readonly variants: HitVariants | null;
  /** Null where no rule is known to have acted on it. */
  readonly rules: HitRules | null;
  /**
   * The field of which the query is a value (see `SearchSettings.identifiers`): it is listed first, below pins, unless there is a
   * sort. Null where it is none.
   */
  readonly identifier: string | null;
}

export interface TextResult {
  /** Exact: every item that the query and the filter match, or every product where they are grouped. */
  readonly total: number;
  readonly hits: TextHit[];
  readonly facets: Readonly<Record<string, FacetResult>>;
  /** The words that were searched instead, where the typed ones found too little. */
  readonly correctedQuery: string | null;
  /** Of `total`, those that are listed by their meaning alone; null where meaning had no part. */
  readonly added: number | null;
  /** What was changed to find anything: never silent. `meaning`: the first one has none of the words. */
  readonly fallback: 'corrected' | 'words_dropped' | 'semantic' | null;
}

export interface Suggestion {
  readonly text: string;
  /** The text as HTML with the typed part marked. */
  readonly highlighted: string;
  readonly kind: 'search' | 'phrase' | 'item' | 'brand' | 'category';
  /** Items behind it; of a search or a phrase, exactly those that a search for it finds with all its words. */
  readonly count: number;
}

/** How the words of a text are brought together: without case, accents and endings, as the languages of the project have it. */
export interface QueryReader {
  /** The words to look for, in their order; texts with the same words are the same search. None where nothing is looked for. */
  words(text: string): readonly string[];
}

export interface SuggestOptions {
  /** Nothing of these is offered or counted. */
  readonly hidden?: readonly ItemSet[];
  /** Queries that shoppers finished, best first: offered as long as they find items with all their words, as these are written. */
  readonly searches?: readonly string[];
  /** No values of these are offered. */
  readonly privateFields?: readonly string[];
}

/**
 * What the values of a field are, over the items that are searched: as JSON has them, lists by their elements. What was there lately
 * may still be told.
 */
export interface FieldTypes {
  readonly numbers: boolean;
  readonly texts: boolean;
  readonly booleans: boolean;
  /** Whether a range compares any of them, with `dates` one of dates (see `Filter`). */
  inRanges(dates: boolean): boolean;
}

/** Search by words over the active items of one project. The order is total: ties go by popularity, then age. */
export interface TextIndex {
  /** Of the index that serves now; another object once another index does. */
  readonly reader: QueryReader;
  /** Whether a query is a code or a number: of such, meaning knows nothing. */
  isCode(text: string): boolean;
  /** What the values at a path are; null where no item has any. Told at once: a filter is read by it. */
  fieldTypes(field: string): FieldTypes | null;
  /** The paths at which items have values. */
  fieldNames(): ReadonlySet<string>;
  search(query: TextQuery): Promise<TextResult>;
  /**
   * Values of one facet that have `text` in them, or for each of its words one that begins so, without regard to case and
   * accents; only where there are none, words may differ by typos. Counted over what the query and filter match.
   */
  facetValues(query: TextQuery, facet: FacetRequest, text: string): Promise<FacetValues>;
  /**
   * Where an active item, by the shop's id, stands in the list of the query. `clauses` are conditions to tell apart: where it
   * fails one, the words are told as if there were no filter, and it has no place. Null where there is no such active item.
   */
  explain(query: TextQuery, clauses: readonly Filter[], id: string): Promise<Explanation | null>;
  suggest(text: string, limit: number, wishes?: SuggestOptions): Promise<Suggestion[]>;
}
