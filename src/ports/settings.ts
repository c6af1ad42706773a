import type { InputError } from './errors.ts';

/**
 * What a project may set. Ranking is data: the same settings mean the same list on every engine. Weights and bonuses
 * are those of `docs/guide/relevance.md`; what is not set follows the defaults, also when a later version improves them.
 */

/** How one group of text fields counts. */
export interface FieldGroup {
  /** Field paths; a path also covers what lies under it ("attrs" covers "attrs.colour"). */
  readonly fields: string[];
  /** What a word in these fields is worth; a word in the name is worth 1 by default. */
  readonly weight: number;
  /** The weight where these texts are on average as short as the names. */
  readonly weightWhenShort?: number;
  /** BM25's b: how much a long text is held against its words, 0 to 1. */
  readonly lengthPenalty: number;
}

export interface RankingFactors {
  /** BM25's k1: how fast repetitions stop to count. */
  readonly saturation: number;
  readonly allWordsInName: number;
  readonly phraseInName: number;
  readonly headNounMatch: number;
  readonly numbersInName: number;
  readonly exactWordForms: number;
  /** For each typo forgiven. */
  readonly typo: number;
  /** For a word found only as the beginning of another. */
  readonly prefix: number;
  /** For a word found only by a synonym. */
  readonly synonym: number;
  /** For a word found only as the head of a compound. */
  readonly compound: number;
}

/** Each word stands for each other; a "word" may be several, as in "t shirt". */
export interface EquivalentSynonyms {
  readonly kind: 'equivalent';
  readonly words: string[];
}

/** Who asks for `from` also finds `to`, not the other way round. */
export interface OneWaySynonyms {
  readonly kind: 'oneWay';
  readonly from: string;
  readonly to: string[];
}

export type SynonymRule = EquivalentSynonyms | OneWaySynonyms;

/** `rules`: what the boosts of the rules in force say; before the others where it is not named. */
export type RankingCriterion = 'rules' | 'typos' | 'allWordsInName' | 'headNounMatch' | 'phraseInName';

export interface CustomRankingCriterion {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface SearchSettings {
  readonly name: FieldGroup;
  readonly zones: FieldGroup[];
  readonly others: { readonly weight: number; readonly lengthPenalty: number };
  readonly unsearchableFields: string[];
  /** Fields whose values name an item: a search for one lists it first. Neither case nor `_` and `-` of a name make a difference. */
  readonly identifiers: string[];
  readonly ranking: RankingFactors;
  readonly criteria: RankingCriterion[];
  readonly textScoreTolerance: number;
  readonly customRanking: CustomRankingCriterion[];
  readonly typos: {
    readonly enabled: boolean;
    readonly minLengthOneTypo: number;
    readonly minLengthTwoTypos: number;
    /** Fields in which a mistyped word is not looked for. */
    readonly disabledFields: string[];
    /** Words that are neither looked for with typos nor taken for mistyped ones. */
    readonly disabledWords: string[];
  };
  /** ISO 639-1 codes of the languages of the texts, the most used first. */
  readonly languages: string[];
  /** Instead of the stop words of the languages. */
  readonly stopWords: string[] | null;
  readonly synonyms: SynonymRule[];
  /** Whether the usual synonyms of the trade are known too. */
  readonly builtInSynonyms: boolean;
  /** Items with the same value in this field are variants of one product; empty where each stands for itself. */
  readonly groupBy: string;
  readonly typoThreshold: number;
  readonly dropWordsThreshold: number;
  readonly prefix: 'few' | 'always';
  /** Semantic search: re-ranks the best keyword matches and adds semantic matches. */
  readonly semantic: {
    readonly enabled: boolean;
    /** Share of the semantic similarity in the combined score, 0 to 1; `auto`: {@link autoSemanticWeight}. */
    readonly weight: number | 'auto';
  };
  /** Result of a search without matches: popular items, marked as a fallback, or none. */
  readonly zeroResultsFallback: 'popular' | 'none';
}

/** The weight `auto`. On judged queries no other weight from .4 to .6 was measurably better. */
export const autoSemanticWeight = 0.5;

/** What an event of each type says. */
export interface EventSettings {
  /** By type: how much it counts; 0: nothing; below 0: it takes back what the same person did with the item before. */
  readonly weights: Readonly<Record<string, number>>;
  /** For types that are not named. */
  readonly otherWeight: number;
}

/** What a project requires of its items. */
export interface ItemSettings {
  /** Whether an import keeps items without a price. */
  readonly priceOptional: boolean;
  /**
   * Paths of fields that only keys with the scope `private` may see and use; a path covers what lies under it. The shop's own
   * settings and rules may use them. They are not searched by words.
   */
  readonly privateFields: string[];
}

/** Requests a minute; 0 for no limit. */
export interface RateLimits {
  /** From one address by a web key, or for one that a shop's server names. */
  readonly addressPerMinute: number;
  /** From one visitor, a session or a user, by a web key. */
  readonly visitorPerMinute: number;
}

export const defaultRateLimits: RateLimits = { addressPerMinute: 1_200, visitorPerMinute: 300 };

export interface ProjectSettings {
  readonly search: SearchSettings;
  readonly events: EventSettings;
  readonly items: ItemSettings;
  readonly rateLimits: RateLimits;
}

/** What a shop set, and nothing else. Members of `ranking` and `typos` may be set one by one. */
export interface SettingsChanges {
  readonly search?: { readonly [K in keyof SearchSettings]?: SettingChange<SearchSettings[K]> };
  readonly events?: Partial<EventSettings>;
  readonly items?: Partial<ItemSettings>;
  readonly rateLimits?: Partial<RateLimits>;
}
type SettingChange<T> = T extends readonly unknown[] | string | number | boolean | null ? T : Partial<T>;

export interface StoredSettings {
  /** 0 until something is set, one more with each change. */
  readonly version: number;
  readonly changedAt: number | null;
  readonly changes: SettingsChanges;
}

export interface SettingsUpdate {
  readonly stored: StoredSettings;
  /**
   * Null where the settings are in effect. Else the index is being built, or the log counted, anew beside what serves,
   * and this resolves when that has taken its place: true; or false where a later change came first.
   */
  readonly rebuilt: Promise<boolean> | null;
}

/** Settings of one project. */
export interface SettingsStore {
  readonly defaults: ProjectSettings;
  current(): StoredSettings;
  /** What this engine cannot do of settings that are well formed, with the places; empty where it can do all. */
  validate(settings: ProjectSettings): readonly InputError[];
  /** What `changes` make of the defaults. */
  applied(changes: SettingsChanges): ProjectSettings;
  /** The defaults with the changes on top. */
  effective(): ProjectSettings;
  /**
   * Decides on the newest changes, accepted ones that are not yet durable included, and replaces them. Durable when it
   * resolves, and in effect unless `rebuilt` says otherwise: until then every search goes by the old ones, whole.
   * `decide` may throw a VitrineError to refuse. `progress` hears of items indexed, or events counted, during a rebuild.
   */
  change(
    decide: (current: StoredSettings) => SettingsChanges,
    progress: (indexed: number, total: number) => void,
  ): Promise<SettingsUpdate>;
}
