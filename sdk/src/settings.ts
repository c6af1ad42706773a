import type { Task, Warning } from './items.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** How one group of text fields counts. */
export interface FieldGroup {
  /** Fields of an item; "attrs" also covers "attrs.colour". */
  readonly fields: readonly string[];
  readonly weight: number;
  /** The weight where these texts are on average as short as the names. */
  readonly weightWhenShort?: number;
  /** How much a long text is held against its words, 0 to 1. */
  readonly lengthPenalty: number;
}

/** How a project searches by words; the reference of the HTTP interface says what each setting does. */
export interface SearchSettings {
  readonly name: FieldGroup;
  readonly zones: readonly FieldGroup[];
  readonly others: { readonly weight: number; readonly lengthPenalty: number };
  readonly unsearchableFields: readonly string[];
  /** Fields whose values name an item: a search for one lists it first. */
  readonly identifiers: readonly string[];
  readonly ranking: Readonly<
    Record<
      | 'saturation'
      | 'allWordsInName'
      | 'phraseInName'
      | 'headNounMatch'
      | 'numbersInName'
      | 'exactWordForms'
      | 'typo'
      | 'prefix'
      | 'synonym'
      | 'compound',
      number
    >
  >;
  readonly criteria: readonly ('rules' | 'typos' | 'allWordsInName' | 'headNounMatch' | 'phraseInName')[];
  readonly textScoreTolerance: number;
  readonly customRanking: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[];
  readonly typos: {
    readonly enabled: boolean;
    readonly minLengthOneTypo: number;
    readonly minLengthTwoTypos: number;
    /** Fields in which a mistyped word is not looked for. */
    readonly disabledFields: readonly string[];
    /** Words that are neither looked for with typos nor taken for mistyped ones. */
    readonly disabledWords: readonly string[];
  };
  readonly languages: readonly string[];
  readonly stopWords: readonly string[] | null;
  readonly synonyms: readonly (
    | { readonly kind: 'equivalent'; readonly words: readonly string[] }
    | { readonly kind: 'oneWay'; readonly from: string; readonly to: readonly string[] }
  )[];
  readonly builtInSynonyms: boolean;
  readonly groupBy: string;
  readonly typoThreshold: number;
  readonly dropWordsThreshold: number;
  readonly prefix: 'few' | 'always';
  /**
   * What the words mean: whether it has a part in the order and in what is listed, and its share in a place, 0 to 1; `auto`: as
   * learnt from what shoppers choose.
   */
  /** `weight`: share of the semantic similarity in the combined score, 0 to 1; `auto`: .5. */
  readonly semantic: { readonly enabled: boolean; readonly weight: number | 'auto' };
  readonly zeroResultsFallback: 'popular' | 'none';
}

/** What an event of each type says. */
export interface EventSettings {
  /** By type: how much it counts; 0: nothing; below 0: it takes back what the same person did with the item before. */
  readonly weights: Readonly<Record<string, number>>;
  /** For types that are not named. */
  readonly otherWeight: number;
}

/** Weights one by one; null brings one, or all, back to the default. */
export interface EventSettingsChanges {
  readonly weights?: Readonly<Record<string, number | null>> | null;
  readonly otherWeight?: number | null;
}

/** What a project requires of its items. */
export interface ItemSettings {
  /**
   * Whether an import keeps items without a price (false by default): they have `price: null`, pass no condition on the price, and
   * are last where a list is sorted by it.
   */
  readonly priceOptional: boolean;
  /**
   * Paths of fields that only keys with the scope `private` see and may filter, sort and count by; a path covers what lies under
   * it. They are not searched by words.
   */
  readonly privateFields: readonly string[];
}

/** Requests a minute; 0 for no limit. */
export interface RateLimits {
  /** From one address by a web key, or for one that a server key names (1,200 by default). */
  readonly addressPerMinute: number;
  /** Of one visitor by a web key (300 by default). */
  readonly visitorPerMinute: number;
}

/** Rate limits by name; null brings one back to its default. */
export type RateLimitsChanges = { readonly [K in keyof RateLimits]?: RateLimits[K] | null };

/** Item settings by name; null brings one back to its default. */
export type ItemSettingsChanges = { readonly [K in keyof ItemSettings]?: ItemSettings[K] | null };

/** All settings of a project. */
export interface ProjectSettings {
  readonly search: SearchSettings;
  readonly events: EventSettings;
  readonly items: ItemSettings;
  readonly rateLimits: RateLimits;
}

/** Changes of settings; what is not named stays. */
export interface SettingsChanges {
  readonly search?: SearchSettingsChanges;
  readonly events?: EventSettingsChanges;
  readonly items?: ItemSettingsChanges;
  readonly rateLimits?: RateLimitsChanges;
}

/** Settings by name; objects may be sent in part, and null brings a setting back to its default. */
export type SearchSettingsChanges = {
  readonly [K in keyof SearchSettings]?:
    | (SearchSettings[K] extends readonly unknown[] | string | number | boolean | null
        ? SearchSettings[K]
        : Partial<SearchSettings[K]>)
    | null;
};

/** The settings of a project with what they come from. */
export interface SettingsReply {
  /** One more with each change; 0 until the first. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number | null;
  readonly settings: ProjectSettings;
  /** What was set, and nothing else. */
  readonly changes: SettingsChanges;
  readonly defaults: ProjectSettings;
  /** The work of building the index anew; null where the settings are in effect. */
  readonly task: Task | null;
  readonly warnings?: readonly Warning[];
}

/** Settings of a project. The key needs the scope `settings`. */
export interface SettingsOperations {
  get(project: string, options?: RequestOptions): Promise<SettingsReply>;
  /**
   * Changes the settings that are named. With `ifVersion` only where they are still at this version. Errors:
   * `invalid_request`, `settings_changed`.
   *
   * @example
   * ```ts
   * await vitrine.settings.change('shop', { search: { customRanking: [{ field: 'margin', order: 'desc' }] } });
   * ```
   */
  change(
    project: string,
    changes: SettingsChanges,
    options?: RequestOptions & { readonly ifVersion?: number | undefined },
  ): Promise<SettingsReply>;
  synonyms(project: string, options?: RequestOptions): Promise<Synonyms>;
  /** Replaces all synonyms; in effect with the answer. Errors as of `change`. */
  changeSynonyms(
    project: string,
    synonyms: readonly SynonymRule[],
    options?: RequestOptions & { readonly ifVersion?: number | undefined },
  ): Promise<Synonyms>;
}

/** All synonyms of a project, and the version of its settings. */
export interface Synonyms {
  readonly version: number;
  readonly synonyms: readonly SynonymRule[];
}

/** Words that stand for each other. */
export type SynonymRule = SearchSettings['synonyms'][number];

export function settingsOperations(transport: Transport): SettingsOperations {
  const path = (project: string): string => `/api/projects/${segment(project)}/settings`;
  return {
    synonyms: (project, options) =>
      transport.json({ method: 'GET', path: `/api/projects/${segment(project)}/synonyms` }, options),
    changeSynonyms: (project, synonyms, options) =>
      transport.json(
        {
          method: 'PUT',
          path: `/api/projects/${segment(project)}/synonyms`,
          json: { synonyms },
          headers: guard(options),
        },
        options,
      ),
    get: (project, options) => transport.json({ method: 'GET', path: path(project) }, options),
    change: (project, changes, options) =>
      transport.json(
        {
          method: 'PUT',
          path: path(project),
          json: changes,
          headers: guard(options),
        },
        options,
      ),
  };
}

function guard(options: { readonly ifVersion?: number | undefined } = {}): Record<string, string> {
  return options.ifVersion === undefined ? {} : { 'if-match': `"${options.ifVersion}"` };
}
