import type { Task, Warning } from './items.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** Weight of a group of text fields. */
export interface FieldGroup {
  /** Field paths; "attrs" includes "attrs.colour". */
  readonly fields: readonly string[];
  readonly weight: number;
  /** The weight if these texts are on average as short as the names. */
  readonly weightWhenShort?: number;
  /** Length normalisation (BM25 b), 0 to 1. */
  readonly lengthPenalty: number;
}

/** Search settings of a project; see the relevance guide. */
export interface SearchSettings {
  readonly name: FieldGroup;
  readonly zones: readonly FieldGroup[];
  readonly others: { readonly weight: number; readonly lengthPenalty: number };
  readonly unsearchableFields: readonly string[];
  /** Fields with identifiers: a query that equals one ranks its item first. */
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
    /** Fields without typo tolerance. */
    readonly disabledFields: readonly string[];
    /** Words without typo tolerance. */
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
  /** Semantic search. `weight`: share of the semantic similarity in the combined score, 0 to 1; `auto`: .5. */
  readonly semantic: { readonly enabled: boolean; readonly weight: number | 'auto' };
  readonly zeroResultsFallback: 'popular' | 'none';
}

/** Weights of event types. */
export interface EventSettings {
  /** By type; 0: ignored; negative: retracts earlier events of the same visitor and item. */
  readonly weights: Readonly<Record<string, number>>;
  /** Weight of other types. */
  readonly otherWeight: number;
}

/** Changed weights; null restores a default, or all. */
export interface EventSettingsChanges {
  readonly weights?: Readonly<Record<string, number | null>> | null;
  readonly otherWeight?: number | null;
}

/** Item settings. */
export interface ItemSettings {
  /**
   * Whether imports accept items without a price (default: false). They have `price: null`, match no price condition, and are last in
   * lists sorted by price.
   */
  readonly priceOptional: boolean;
  /**
   * Paths of fields that only keys with the scope `private` can read, filter, sort and count by; a path includes everything below it.
   * They are not searched.
   */
  readonly privateFields: readonly string[];
}

/** Requests per minute; 0: no limit. */
export interface RateLimits {
  /** For one address with a web key, or named by a server key. Default: 1,200. */
  readonly addressPerMinute: number;
  /** For one visitor with a web key. Default: 300. */
  readonly visitorPerMinute: number;
}

/** Changed rate limits; null restores a default. */
export type RateLimitsChanges = { readonly [K in keyof RateLimits]?: RateLimits[K] | null };

/** Changed item settings; null restores a default. */
export type ItemSettingsChanges = { readonly [K in keyof ItemSettings]?: ItemSettings[K] | null };

/** All settings of a project. */
export interface ProjectSettings {
  readonly search: SearchSettings;
  readonly events: EventSettings;
  readonly items: ItemSettings;
  readonly rateLimits: RateLimits;
}

/** Changed settings; others remain. */
export interface SettingsChanges {
  readonly search?: SearchSettingsChanges;
  readonly events?: EventSettingsChanges;
  readonly items?: ItemSettingsChanges;
  readonly rateLimits?: RateLimitsChanges;
}

/** Changed search settings; objects can be partial, null restores a default. */
export type SearchSettingsChanges = {
  readonly [K in keyof SearchSettings]?:
    | (SearchSettings[K] extends readonly unknown[] | string | number | boolean | null
        ? SearchSettings[K]
        : Partial<SearchSettings[K]>)
    | null;
};

/** The settings of a project with changes and defaults. */
export interface SettingsReply {
  /** Incremented by each change; 0 before the first. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number | null;
  readonly settings: ProjectSettings;
  /** The changed settings only. */
  readonly changes: SettingsChanges;
  readonly defaults: ProjectSettings;
  /** A running index rebuild; null: the settings are active. */
  readonly task: Task | null;
  readonly warnings?: readonly Warning[];
}

/** Settings of a project. Requires the scope `settings`. */
export interface SettingsOperations {
  get(project: string, options?: RequestOptions): Promise<SettingsReply>;
  /**
   * Changes settings. With `ifVersion` only if they still have this version. Errors:
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
  /** Replaces all synonyms, effective immediately. Errors as for `change`. */
  changeSynonyms(
    project: string,
    synonyms: readonly SynonymRule[],
    options?: RequestOptions & { readonly ifVersion?: number | undefined },
  ): Promise<Synonyms>;
}

/** All synonyms of a project with the version of its settings. */
export interface Synonyms {
  readonly version: number;
  readonly synonyms: readonly SynonymRule[];
}

/** Equivalent or one-way synonyms. */
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
          headers: versionHeader(options),
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
          headers: versionHeader(options),
        },
        options,
      ),
  };
}

function versionHeader(options: { readonly ifVersion?: number | undefined } = {}): Record<string, string> {
  return options.ifVersion === undefined ? {} : { 'if-match': `"${options.ifVersion}"` };
}
