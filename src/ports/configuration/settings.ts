import type { InputError } from '../input-error.ts';
import type { Authorship } from './authorship.ts';
import type { FrontChanges, FrontSettings } from './front-settings.ts';
import type { VisitorSettings } from './visitor-settings.ts';

/**
 * The settings of a project. The same settings give the same result on every engine. Unset members follow the defaults,
 * including improvements of later versions. `docs/guide/relevance.md` explains weights and ranking factors.
 */

/** Weights of a group of text fields. */
export interface FieldGroup {
  /** Field paths; a path includes its descendants ("attrs" includes "attrs.colour"). */
  readonly fields: string[];
  /** Weight of a word in these fields; 1 for the name by default. */
  readonly weight: number;
  /** Weight if these texts are on average as short as the names. */
  readonly weightWhenShort?: number;
  /** Length normalisation: BM25 b, 0 to 1. */
  readonly lengthPenalty: number;
}

export interface RankingFactors {
  /** Term frequency saturation: BM25 k1. */
  readonly saturation: number;
  readonly allWordsInName: number;
  readonly phraseInName: number;
  readonly headNounMatch: number;
  readonly categoryMatch: number;
  readonly numbersInName: number;
  readonly exactWordForms: number;
  /** Factor for each typo. */
  readonly typo: number;
  /** Factor for a match as the prefix of a longer word. */
  readonly prefix: number;
  /** Factor for a match by synonym. */
  readonly synonym: number;
  /** Factor for a match as the last part of a compound. */
  readonly compound: number;
}

interface NamedSynonyms {
  /** An id for programs that change synonyms one by one. */
  readonly id?: string;
}

/** Synonyms in both directions; a "word" may be a phrase, as in "t shirt". */
export interface EquivalentSynonyms extends NamedSynonyms {
  readonly kind: 'equivalent';
  readonly words: string[];
}

/** A search for `from` also matches `to`, but not the other way round. */
export interface OneWaySynonyms extends NamedSynonyms {
  readonly kind: 'oneWay';
  readonly from: string;
  readonly to: string[];
}

export type SynonymRule = EquivalentSynonyms | OneWaySynonyms;

/** `rules` are the boosts of active rules; first unless listed elsewhere. */
export type RankingCriterion = 'rules' | 'typos' | 'allWordsInName' | 'headNounMatch' | 'phraseInName';

export interface CustomRankingCriterion {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

/**
 * Orders of facet values. `count` puts the most frequent first, and `value` sorts them. `number` sorts by the first number in the value,
 * with values without one last. `size` puts letter sizes before sizes by number, and others last. Ties go by value.
 */
export const facetOrders = ['count', 'value', 'number', 'size'] as const;
export type FacetOrder = (typeof facetOrders)[number];

/** Condition of a facet setting on requests; all members must match. */
export interface FacetCondition {
  /** Filter conditions that the request's `filters` must contain among its top-level AND clauses. */
  readonly filters?: string;
  /** Id of the collection in which the request searches. */
  readonly collection?: string;
}

/** The display of a facet. Of several settings of a field, the first whose condition matches applies, or the one without a condition. */
export interface FacetSetting {
  readonly field: string;
  /** The name that shoppers see. */
  readonly name?: string;
  readonly order?: FacetOrder;
  /** Values that come first, in this order, where matches have them. */
  readonly first?: readonly string[];
  readonly hiddenValues?: readonly string[];
  /** Number of values, unless the request has one. */
  readonly limit?: number;
  /** Shows the facet always and first among dynamic facets, or never. */
  readonly display?: 'pinned' | 'hidden';
  /** Absent means all requests. */
  readonly when?: FacetCondition;
}

export interface SearchSettings {
  readonly name: FieldGroup;
  readonly zones: FieldGroup[];
  readonly others: { readonly weight: number; readonly lengthPenalty: number };
  readonly unsearchableFields: string[];
  /**
   * Fields whose values identify an item: a search for such a value ranks the item first. Case, `_` and `-` of a field name
   * are ignored.
   */
  readonly identifiers: string[];
  readonly ranking: RankingFactors;
  readonly criteria: RankingCriterion[];
  readonly textScoreTolerance: number;
  readonly customRanking: CustomRankingCriterion[];
  readonly typos: {
    readonly enabled: boolean;
    readonly minLengthOneTypo: number;
    readonly minLengthTwoTypos: number;
    /** Fields without typo tolerance. */
    readonly disabledFields: string[];
    /** Words without typo tolerance, neither in queries nor as corrections. */
    readonly disabledWords: string[];
  };
  /** ISO 639-1 codes of the languages of the texts, the most frequent first. */
  readonly languages: string[];
  /** Replaces the stop words of the languages. */
  readonly stopWords: string[] | null;
  readonly synonyms: SynonymRule[];
  /** Whether the built-in synonyms apply. */
  readonly builtInSynonyms: boolean;
  /** Items with the same value in this field are variants of one product; empty means no grouping. */
  readonly groupBy: string;
  readonly typoThreshold: number;
  readonly dropWordsThreshold: number;
  readonly prefix: 'few' | 'always' | 'off';
  /** Semantic search: re-ranks the best keyword matches and adds semantic matches. */
  readonly semantic: {
    readonly enabled: boolean;
    /** Share of the semantic similarity in the combined score, 0 to 1; `auto`: {@link autoSemanticWeight}. */
    readonly weight: number | 'auto';
    /** The model, if none is configured: by the first of `languages`, or one of those that come with Vitrine. */
    readonly model: (typeof semanticModels)[number];
  };
  /**
   * Whether names are embedded by the multilingual model, too, for queries in another language than theirs; `auto` means in catalogs of
   * up to {@link foreignNamesMax} items. Without effect where one model reads both.
   */
  readonly foreignQueries: boolean | 'auto';
  /** Result of a search without matches: popular items, marked as a fallback, or none. */
  readonly zeroResultsFallback: 'popular' | 'none';
  /** Whether the first ten items of a photo search are ranked by their keypoints in the photo, too. */
  readonly geometricVerification: boolean;
  /** Whether vectors of photos are kept, and those that shoppers confirmed rank photo searches. */
  readonly learnFromPhotos: boolean;
  /** Whether words that visitors replaced by others are kept, and correct searches. */
  readonly learnCorrections: boolean;
  readonly understanding: UnderstandingMode;
  readonly soldOutLast: SoldOutLast;
  /** Diversification of lists without an explicit sort. */
  readonly caps: readonly Cap[];
  /** Settings in the order in which facets are shown. */
  readonly facets: FacetSetting[];
  readonly learning: LearningSettings;
  readonly personalization: PersonalizationSettings;
}

/** The order learned from clicks, cart events and purchases. */
export interface LearningSettings {
  /** An item's score changes by at most this share; 0 means off. */
  readonly max: number;
  /** Visits count half after this time. */
  readonly halfLifeDays: number;
  /** Share of lists in which a new item is tried out at a lower position; 0 means off. */
  readonly exploration: number;
}

/** The order by the preferences of a visitor. */
export interface PersonalizationSettings {
  /** An item's score rises by at most this share; 0 means off. */
  readonly max: number;
}

/** At most `max` products with the same value of `field` within `window` consecutive positions. */
export interface Cap {
  readonly field: string;
  readonly max: number;
  readonly window: number;
}

/**
 * Treatments of prices, sizes and values of the catalog that a query names ("red dress under 50"): filters in place of its
 * words, boosts besides them, or nothing.
 */
export const understandingModes = ['filters', 'boosts', 'off'] as const;
export type UnderstandingMode = (typeof understandingModes)[number];

/**
 * The items that precede those with `stock` 0 or less, in lists without an explicit sort: those with as many words of the query, or all
 * without a query (`inTier`); all others, without a query only (`browsing`) or in each search (`always`); nothing.
 */
export const soldOutLastModes = ['inTier', 'browsing', 'always', 'never'] as const;
export type SoldOutLast = (typeof soldOutLastModes)[number];

/** The values of `semantic.model`. */
export const semanticModels = ['auto', 'english', 'multilingual'] as const;

/** Maximum items for which `foreignQueries` is on by itself: it takes 0.9 kB and 1 to 2 ms of CPU an item. */
export const foreignNamesMax = 200_000;

/** The weight `auto`. On judged queries no other weight from .4 to .6 was measurably better. */
export const autoSemanticWeight = 0.5;

/** The weights of event types. */
export interface EventSettings {
  /** Weight by type; 0 means ignored, and a negative one retracts the visitor's earlier interactions with the item. */
  readonly weights: Readonly<Record<string, number>>;
  /** Weight of all other types. */
  readonly otherWeight: number;
}

/** Requirements of items. */
export interface ItemSettings {
  /** Whether imports accept items without a price. */
  readonly priceOptional: boolean;
  /**
   * Paths of fields that only keys with the scope `private` can see and use; a path includes its descendants. They are not
   * searchable. Settings and rules of the shop may use them.
   */
  readonly privateFields: string[];
  /** Address of the page of an item without `url`, such as `https://shop.example/p/{id}`; may be empty. */
  readonly urlTemplate: string;
}

/** Requests per minute; 0 means unlimited. */
export interface RateLimits {
  /** From one address with a web key, or for an address that a server key names. */
  readonly addressPerMinute: number;
  /** From one visitor (session or user) with a web key. */
  readonly visitorPerMinute: number;
}

export const defaultRateLimits: RateLimits = { addressPerMinute: 1_200, visitorPerMinute: 300 };

/** Recording of searches, lists and purchases, and attribution of purchases to them. */
export interface AnalyticsSettings {
  /** Days for which impressions are kept; 0 means none are recorded. */
  readonly impressionDays: number;
  /** Hours after a click in which a purchase of the same product is attributed to it directly. */
  readonly directHours: number;
  /** Days after a click in which it is attributed to it as assisted; 0 means never. */
  readonly assistedDays: number;
}

export const defaultAnalytics: AnalyticsSettings = {
  impressionDays: 30,
  directHours: 24,
  assistedDays: 7,
};

/** An index name of Algolia's clients that stands for the project in another order. */
export interface AlgoliaReplica {
  readonly name: string;
  /** Sort keys, as in the parameter `sort` of a search. */
  readonly sort: readonly string[];
}

/** Parameters of searches of Algolia's clients that do not have them. */
export interface AlgoliaSearchDefaults {
  readonly attributesToHighlight?: readonly string[];
  readonly attributesToRetrieve?: readonly string[];
  readonly attributesToSnippet?: readonly string[];
  /** Variants of a product that are listed; 0 means each is a hit. */
  readonly distinct?: number;
  readonly enableRules?: boolean;
  readonly highlightPostTag?: string;
  readonly highlightPreTag?: string;
  readonly hitsPerPage?: number;
  readonly maxValuesPerFacet?: number;
  /** Hits of a search that its pages reach. */
  readonly paginationLimitedTo?: number;
  readonly responseFields?: readonly string[];
  readonly restrictHighlightAndSnippetArrays?: boolean;
  readonly snippetEllipsisText?: string;
  readonly sortFacetValuesBy?: 'alpha' | 'count';
}

/** Settings for Algolia's clients. */
export interface AlgoliaSettings {
  readonly replicas: readonly AlgoliaReplica[];
  /** Sort keys of searches of the project by its own name; empty means by relevance. */
  readonly sort: readonly string[];
  readonly searchDefaults: AlgoliaSearchDefaults;
  /** Whether Algolia's clients can write records that lack required fields of an item. */
  readonly freeRecords: boolean;
}

/** Who may use the protocols of shoppers' agents: no one, callers with a key, or anyone within the rate limits of an address. */
export const agentAccess = ['off', 'key', 'public'] as const;
export type AgentAccess = (typeof agentAccess)[number];

/** Settings for shoppers' agents, by UCP and MCP. */
export interface AgentSettings {
  readonly access: AgentAccess;
  /** Address of a product page with `{id}`, `{sku}` or `{groupId}`, for items without `url`; may be empty. */
  readonly productUrl: string;
  /** Fields that tell the variants of a product apart, in their order; empty means colour, size and other usual ones. */
  readonly optionFields: readonly string[];
  /** Address of the shop in feeds; may be empty. */
  readonly shopUrl: string;
  /** Countries in which the shop sells, for feeds, its own first: ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
}

export const defaultAgentSettings: AgentSettings = {
  access: 'off',
  productUrl: '',
  optionFields: [],
  shopUrl: '',
  countries: [],
};

export interface ProjectSettings {
  readonly search: SearchSettings;
  readonly events: EventSettings;
  readonly items: ItemSettings;
  readonly rateLimits: RateLimits;
  readonly analytics: AnalyticsSettings;
  readonly algolia: AlgoliaSettings;
  readonly agents: AgentSettings;
  readonly visitors: VisitorSettings;
  readonly front: FrontSettings;
}

/** The shop's changes to the defaults. Members of `ranking` and `typos` can be set one by one. */
export interface SettingsChanges {
  readonly search?: { readonly [K in keyof SearchSettings]?: SettingChange<SearchSettings[K]> };
  readonly events?: Partial<EventSettings>;
  readonly items?: Partial<ItemSettings>;
  readonly rateLimits?: Partial<RateLimits>;
  readonly analytics?: Partial<AnalyticsSettings>;
  readonly algolia?: Partial<AlgoliaSettings>;
  readonly agents?: Partial<AgentSettings>;
  readonly visitors?: Partial<VisitorSettings>;
  readonly front?: FrontChanges;
}
type SettingChange<T> = T extends readonly unknown[] | string | number | boolean | null ? T : Partial<T>;

export interface StoredSettings {
  /** 0 until the first change, plus one with each. */
  readonly version: number;
  readonly changedAt: number | null;
  readonly changes: SettingsChanges;
  /** When `front.share` got its value, ms since 1970; absent if it was never set. */
  readonly frontShareAt?: number;
  /** What the names of the catalog told about their language; absent before there were enough. */
  readonly catalogLanguage?: IdentifiedLanguage;
}

/** The language of a catalog, by the names of its items. */
export interface IdentifiedLanguage {
  /** ISO 639-1 code; null if the names did not tell. */
  readonly language: string | null;
  /** Number of items at that time. */
  readonly items: number;
  readonly at: number;
}

export interface SettingsUpdate {
  readonly stored: StoredSettings;
  /**
   * Null means that the settings are active. Otherwise the index is rebuilt or the counters from the log in the background; resolves to true
   * when the new settings are active, to false if a later change superseded them.
   */
  readonly rebuilt: Promise<boolean> | null;
}

/** The settings of one project. */
export interface SettingsStore {
  /** The current defaults: that of `search.languages` is the language of the catalog. */
  readonly defaults: ProjectSettings;
  /** Whether the names of the catalog determine its language: in projects of a current generation, if `search.languages` is unset. */
  readonly followsCatalogLanguage: boolean;
  /** Whether the index or the counters are being rebuilt for changed settings. */
  readonly isRebuilding: boolean;
  current(): StoredSettings;
  /** Errors of well-formed settings that this engine does not support, with their paths. */
  validate(settings: ProjectSettings): readonly InputError[];
  /** The defaults with `changes`. */
  applyToDefaults(changes: SettingsChanges): ProjectSettings;
  /** The defaults with the current changes. */
  effective(): ProjectSettings;
  /**
   * Decides on the newest changes, including accepted ones that are not durable yet, and replaces them. Durable when it
   * resolves, and active unless `rebuilt` is set: until then all searches use the old settings. `decide` may throw a
   * VitrineError to refuse. `progress` reports indexed items or counted events of a rebuild. `by` is that of the version that is kept;
   * absent: the service.
   */
  change(
    decide: (current: StoredSettings) => SettingsChanges,
    progress: (indexed: number, total: number) => void,
    by?: Authorship,
  ): Promise<SettingsUpdate>;
  /** Stores the language of the catalog, which is no change of the settings: `version` remains. Durable and active as `change`. */
  setCatalogLanguage(catalogLanguage: IdentifiedLanguage): Promise<SettingsUpdate>;
}
