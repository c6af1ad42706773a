// Generated from the OpenAPI document by `npm run openapi`: requests and replies of the service.

export interface AcceptInvitationRequest {
  /** The part of the link behind `#`. Up to 100 characters. */
  readonly secret: string;
  /** The name of a new user. The default is that of the invitation. Up to 100 characters. */
  readonly name?: string | undefined;
  /** Password. Up to 1,000 characters. */
  readonly password: string;
}

export interface AddEventsRequest {
  /** Project id. Up to 64 characters. */
  readonly project: string;
  /** The key, in place of the header, in a beacon. Up to 8,192 characters. */
  readonly key?: string | undefined;
  /** An event, or a list of up to 1,000. */
  readonly data: ShopEvent | readonly ShopEvent[];
}

export interface AddItemsRequest {
  /** Project id. Up to 64 characters. */
  readonly project: string;
  /**
   * Fields to return, such as `name,price,specs.weight`. The default is all, as with `*`. The reply always
   * includes `id` and the service’s fields (`_id`, `_score`, ...). Up to 100.
   */
  readonly fields?: readonly string[] | undefined;
  /** An item, a list of up to 1,000, or a string with the JSON of either. */
  readonly data: ItemInput | readonly ItemInput[] | string;
}

export interface AgentSettings {
  /**
   * Who may use `/ucp/{project}`, `/mcp/{project}` and `/feeds/{project}`: no one (`off`), callers with a key
   * (`key`), or also anyone without one (`public`), within `rateLimits.addressPerMinute`.
   */
  readonly access: 'off' | 'key' | 'public';
  /**
   * http(s) address of a product page with `{id}`, `{sku}` or `{groupId}`, for items without `url`, where
   * `items.urlTemplate` is empty. Empty: none.
   */
  readonly productUrl: string;
  /** Fields that tell the variants of a product apart. Empty: colour, size and other usual ones. */
  readonly optionFields: readonly string[];
  /** http(s) address of the shop, for product feeds. Empty: none. */
  readonly shopUrl: string;
  /** ISO 3166-1 codes of the countries in which the shop sells, its own first, for product feeds. */
  readonly countries: readonly string[];
}

export interface AgentSettingsChanges {
  /**
   * Who may use `/ucp/{project}`, `/mcp/{project}` and `/feeds/{project}`: no one (`off`), callers with a key
   * (`key`), or also anyone without one (`public`), within `rateLimits.addressPerMinute`.
   */
  readonly access?: 'off' | 'key' | 'public' | null | undefined;
  /**
   * http(s) address of a product page with `{id}`, `{sku}` or `{groupId}`, for items without `url`, where
   * `items.urlTemplate` is empty. Empty: none. Up to 2,048 characters.
   */
  readonly productUrl?: string | null | undefined;
  /** Fields that tell the variants of a product apart. Empty: colour, size and other usual ones. Up to 10. */
  readonly optionFields?: readonly string[] | null | undefined;
  /** http(s) address of the shop, for product feeds. Empty: none. Up to 2,048 characters. */
  readonly shopUrl?: string | null | undefined;
  /** ISO 3166-1 codes of the countries in which the shop sells, its own first, for product feeds. Up to 250. */
  readonly countries?: readonly string[] | null | undefined;
}

export interface Alert {
  readonly id: string;
  readonly kind: AlertKind;
  /** The picture host or the experiment; empty for other kinds. */
  readonly subject: string;
  /** The condition, as a sentence. */
  readonly detail: string;
  /** The figures in `detail`, at the opening. */
  readonly figures: Readonly<Record<string, number>>;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** The time of the end, or null while the alert is open. */
  readonly resolvedAt: number | null;
}

/** What an alert is about: see the guide “Alerts”. */
export type AlertKind =
  | 'no_results'
  | 'events_stopped'
  | 'import_failed'
  | 'picture_host_down'
  | 'sample_ratio';

export interface AlertsReply {
  /** Newest first. */
  readonly alerts: readonly Alert[];
  /** Number of open alerts. */
  readonly open: number;
  readonly warnings?: Warnings;
}

export interface AlgoliaReplica {
  /** The index name that a client sends. Up to 256 characters. */
  readonly name: string;
  /**
   * The sort order, in the syntax of the parameter `sort` of a search, such as `price:desc`. An empty text means
   * relevance. Up to 8.
   */
  readonly sort: readonly string[];
}

/** Parameters of searches of Algolia’s clients that do not have them, by Algolia’s names. Null resets one. */
export interface AlgoliaSearchDefaults {
  /** Up to 100. */
  readonly attributesToHighlight?: readonly string[] | null | undefined;
  /** Up to 100. */
  readonly attributesToRetrieve?: readonly string[] | null | undefined;
  /** Up to 100. */
  readonly attributesToSnippet?: readonly string[] | null | undefined;
  /** 0 to 4. */
  readonly distinct?: number | null | undefined;
  readonly enableRules?: boolean | null | undefined;
  /** Up to 200 characters. */
  readonly highlightPostTag?: string | null | undefined;
  /** Up to 200 characters. */
  readonly highlightPreTag?: string | null | undefined;
  /** 1 to 1,000. */
  readonly hitsPerPage?: number | null | undefined;
  /** 1 to 1,000. */
  readonly maxValuesPerFacet?: number | null | undefined;
  /** 1 to 10,000. */
  readonly paginationLimitedTo?: number | null | undefined;
  /** Up to 100. */
  readonly responseFields?: readonly string[] | null | undefined;
  readonly restrictHighlightAndSnippetArrays?: boolean | null | undefined;
  /** Up to 200 characters. */
  readonly snippetEllipsisText?: string | null | undefined;
  readonly sortFacetValuesBy?: 'alpha' | 'count' | null | undefined;
}

export interface AlgoliaSettings {
  /** Index names of Algolia’s clients that stand for the project in another order. */
  readonly replicas: readonly AlgoliaReplica[];
  /** The sort keys of searches of Algolia’s clients by the name of the project. An empty list means relevance. */
  readonly sort: readonly string[];
  readonly searchDefaults: AlgoliaSearchDefaults;
  /**
   * Whether Algolia’s clients can write records without the required fields of an item, which get defaults: `name`
   * is the `title` or the id, `price` null.
   */
  readonly freeRecords: boolean;
}

export interface AlgoliaSettingsChanges {
  /** Index names of Algolia’s clients that stand for the project in another order. Up to 20. */
  readonly replicas?: readonly AlgoliaReplica[] | null | undefined;
  /**
   * The sort keys of searches of Algolia’s clients by the name of the project. An empty list means relevance. Up
   * to 8.
   */
  readonly sort?: readonly string[] | null | undefined;
  readonly searchDefaults?: AlgoliaSearchDefaults | null | undefined;
  /**
   * Whether Algolia’s clients can write records without the required fields of an item, which get defaults: `name`
   * is the `title` or the id, `price` null.
   */
  readonly freeRecords?: boolean | null | undefined;
}

export interface AnalyticsSettings {
  /** The days for which searches and lists that were shown are kept. With 0, none are recorded. */
  readonly impressionDays: number;
  /** Hours after a click in which a purchase of the same product is attributed to its search or list. */
  readonly directHours: number;
  /** The days after a click in which such a purchase counts as assisted. 0 means never. */
  readonly assistedDays: number;
}

export interface AnalyticsSettingsChanges {
  /** The days for which searches and lists that were shown are kept. With 0, none are recorded. 0 to 365. */
  readonly impressionDays?: number | null | undefined;
  /** Hours after a click in which a purchase of the same product is attributed to its search or list. 1 to 168. */
  readonly directHours?: number | null | undefined;
  /** The days after a click in which such a purchase counts as assisted. 0 means never. 0 to 30. */
  readonly assistedDays?: number | null | undefined;
}

/** An API key, without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  /** The first characters of the key. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** The ids of the projects. Null means all projects. */
  readonly projects: readonly string[] | null;
  /** The time in milliseconds since 1970. Null means never. */
  readonly expiresAt: number | null;
  /** The maximum of requests per minute. Null means no limit. */
  readonly ratePerMinute: number | null;
  /** The origins that may use the key from a browser (CORS). Null means all. */
  readonly origins: readonly string[] | null;
  /** The filter of the visible items, or null without one. */
  readonly filter: string | null;
  /** Price lists that its requests may choose. */
  readonly priceLists: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The time in milliseconds since 1970, or null if the key is not revoked. */
  readonly revokedAt: number | null;
}

/** An operation of administration. */
export interface AuditLine {
  /** Ascending over all processes, with gaps. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: {
    /** `command`: on the server. `unknown`: a sign-in with an unknown address. */
    readonly kind: 'user' | 'key' | 'command' | 'unknown';
    /** The id of the user or the key. */
    readonly id: string | null;
    /** The name of the user at that time, or the name of the key with its first characters. */
    readonly name: string;
  };
  /** Id of the operation. */
  readonly operation: string;
  /** Null: the service. */
  readonly project: string | null;
  /** What was changed, such as the id of an item or the name of a key. */
  readonly target: string | null;
  /** IP address. */
  readonly address: string;
  /** `done`, or the code of the error. */
  readonly outcome: string;
}

export interface AuditLogReply {
  /** Newest first. */
  readonly lines: readonly AuditLine[];
  /** The `cursor` of the next page, or null on the last one. */
  readonly next: string | null;
  /** Ids of the operations that the log may have. */
  readonly operations: readonly string[];
  readonly warnings?: Warnings;
}

export interface BackupProgress {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** `waiting`: for another backup. */
  readonly step: 'waiting' | 'copying' | 'sending' | 'verifying';
  /** Files of this step that are done. */
  readonly done: number;
  /** The number of all files of this step. 0 means that it is not known yet. */
  readonly total: number;
}

export interface BackupReply {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly warnings?: Warnings;
}

export interface BackupRequest {
  /** Name of the new folder: letters, digits, "-", "_" and ".". Up to 100 characters. */
  readonly name: string;
}

export interface BackupStarted {
  readonly running: BackupProgress;
  readonly warnings?: Warnings;
}

export interface BackupsReply {
  /** The folder or store of the backups. */
  readonly destination: string;
  /** Whether backups are made on a schedule, by `VITRINE_BACKUP_TO`. */
  readonly scheduled: boolean;
  /** When the next one is due. */
  readonly nextAt: number | null;
  readonly running: BackupProgress | null;
  /** Why the last attempt failed, or why the destination cannot be read. */
  readonly failure: string | null;
  /** Whether the newest backup is older than the schedule allows. */
  readonly overdue: boolean;
  /** Newest first. */
  readonly backups: readonly StoredBackup[];
  readonly warnings?: Warnings;
}

export interface BoughtTogetherAnalyticsQuery {
  /** The `id` of an item. By default, the 50 items in the most orders. Up to 256 characters. */
  readonly item?: string | undefined;
}

/** Whether lists of items bought together are made of the shop’s own orders. */
export interface BoughtTogetherReport {
  /** The requested item, otherwise the items in the most orders. */
  readonly items: readonly OrderEvidence[];
  readonly warnings?: Warnings;
}

export interface Cap {
  /** Up to 256 characters. */
  readonly field: string;
  /** 1 to 100. */
  readonly max: number;
  /** 2 to 100. */
  readonly window?: number | undefined;
}

/**
 * The language of the catalog by the names of its items: the default of `search.languages`. It is identified
 * from 25 items on, and again when their number has doubled or halved.
 */
export interface CatalogLanguage {
  /** ISO 639-1 code; null if the names did not tell. */
  readonly language: string | null;
  /** Number of items at that time. */
  readonly items: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface ChangeItemRequest {
  /**
   * Project id. Optional for a key of exactly one project; otherwise its absence is 400 `project_required`. Up to
   * 64 characters.
   */
  readonly project?: string | undefined;
  /** The item’s `_id`, if the path has none; with `by`, another of its names. Up to 2,048 characters. */
  readonly _id?: string | undefined;
  /**
   * Fields to return, such as `name,price,specs.weight`. The default is all, as with `*`. The reply always
   * includes `id` and the service’s fields (`_id`, `_score`, ...). Up to 100.
   */
  readonly fields?: readonly string[] | undefined;
  /**
   * The fields to change: an object, or a string with its JSON. A name can be a path (`specs.weight`), a value an
   * operation. Null removes an optional field.
   */
  readonly data?: ItemChanges | string | undefined;
}

export interface ChangeItemsRequest {
  /**
   * Project id. Optional for a key of exactly one project; otherwise its absence is 400 `project_required`. Up to
   * 64 characters.
   */
  readonly project?: string | undefined;
  /**
   * Fields to return, such as `name,price,specs.weight`. The default is all, as with `*`. The reply always
   * includes `id` and the service’s fields (`_id`, `_score`, ...). Up to 100.
   */
  readonly fields?: readonly string[] | undefined;
  /** A list of up to 1,000 objects with the fields to change, or a string with its JSON. */
  readonly data: readonly ItemUpdate[] | string;
}

export interface ChangeKeyRequest {
  /** The new kind. */
  readonly kind: KeyKind;
}

export interface ChangeMatchingItemsRequest {
  /**
   * Project id. Optional for a key of exactly one project; otherwise its absence is 400 `project_required`. Up to
   * 64 characters.
   */
  readonly project?: string | undefined;
  /** Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. Up to 10,000 characters. */
  readonly filters: string;
  /** The fields to change, as in `PUT /api/items/{_id}`: an object, or a string with its JSON. */
  readonly changes: ItemChanges | string;
  /** Seconds to wait for the end of the task; then the reply has the running task. Default: 10. 0 to 60. */
  readonly wait?: number | undefined;
  /** Id for the task, to poll its progress during the upload. Up to 64 characters. */
  readonly task?: string | undefined;
}

export interface ChangePasswordReply {
  readonly changed: boolean;
  readonly warnings?: Warnings;
}

export interface ChangePasswordRequest {
  /** Password. Up to 1,000 characters. */
  readonly current: string;
  /** Password. Up to 1,000 characters. */
  readonly next: string;
}

export interface ChangeProfileRequest {
  /** Name. Up to 100 characters. */
  readonly name?: string | undefined;
  /** Email address. Up to 254 characters. */
  readonly email?: string | undefined;
}

export interface ChangeRulesRequest {
  /** All rules of the project. Up to 1,000. */
  readonly rules: readonly Rule[];
}

export interface ChangeSynonymsRequest {
  /** All synonyms of the project. Up to 5,000. */
  readonly synonyms: readonly SynonymRule[];
}

export interface ChangeUserRequest {
  /** Default: unchanged. */
  readonly role?: Role | undefined;
  /** The ids of the projects. Null means all projects; by default they do not change. Owners have all. Up to 1,000. */
  readonly projects?: readonly string[] | null | undefined;
}

export interface CheckInvitationRequest {
  /** The part of the link behind `#`. Up to 100 characters. */
  readonly secret: string;
}

/** A set of items with a page of its own, by `items`, by `filter`, or both. */
export interface Collection {
  /** The id in URLs, and in the parameter `collection` of a search. Up to 128 characters. */
  readonly id: string;
  /** The name that people read. Up to 200 characters. */
  readonly name?: string | undefined;
  /** Whether searches find the collection. The default is true. */
  readonly enabled?: boolean | undefined;
  /** Start, ISO 8601; in UTC if it has no zone. */
  readonly from?: string | undefined;
  /** End; includes a whole day or month. */
  readonly until?: string | undefined;
  /** Items or products chosen by hand, by id. They come first, in this order, after the pinned ones. Up to 1,000. */
  readonly items?: readonly string[] | undefined;
  /** Items that match belong to the collection. Up to 10,000 characters. */
  readonly filter?: string | undefined;
  /** Items or products that do not belong to it, even if they match `filter`. Up to 1,000. */
  readonly exclude?: readonly string[] | undefined;
  /** Items of the collection, or slots, at fixed positions of its page. Up to 100. */
  readonly pin?: readonly Pin[] | undefined;
  /**
   * The order of the items that are neither pinned nor in `items`, in the syntax of `sort`. The default is their
   * rank. Up to 8.
   */
  readonly sort?: readonly string[] | undefined;
  /** Any JSON value for the front end, such as a banner; at most 10000 bytes. */
  readonly userData?: unknown;
}

export interface CollectionPreview {
  /** `_reason` marks pinned items, `_ranking.reasons` boosted and buried ones. */
  readonly items: readonly SearchItem[];
  /** Exact number of matching items. */
  readonly total: number;
  /** Items that would be on this page without hiding rules, at most 100. */
  readonly hidden: readonly {
    readonly item: Item;
    /** Ids of the rules that hide it. */
    readonly rules: readonly string[];
  }[];
  /** Ids of the rules that acted, in order. */
  readonly acting: readonly string[];
  /** `userData` of these rules, in order. */
  readonly userData?: readonly unknown[];
  /** The page to show instead, if a rule redirects the query. */
  readonly redirect?: {
    /** A path, such as `/gifts`, is one of the page that follows it. */
    readonly url: string;
  };
  /** The query that was searched, if rules replaced or removed words. */
  readonly rewrittenQuery?: string;
  /** What was read from the query, in its order, unless query understanding is off. */
  readonly understood?: readonly UnderstoodPart[];
  /**
   * Carrier phrases of the query, as typed, which are not searched for, such as `where can I buy` and `please`;
   * omitted if there are none.
   */
  readonly ignoredWords?: readonly string[];
  /** Fields of the facets that a search shows first, if a rule orders them. */
  readonly facetsFirst?: readonly string[];
  /** Items that the collection names and that are inactive: a search lists them once they are active. */
  readonly inactive: readonly Item[];
  readonly warnings?: Warnings;
}

export interface CollectionReply {
  readonly collection: Collection;
  /** The version of this state of the collection. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  readonly warnings?: Warnings;
}

export interface CollectionsReply {
  /** The collections, in the order of their ids. */
  readonly collections: readonly StoredCollection[];
  readonly warnings?: Warnings;
}

export interface ConfigurationChange {
  readonly kind: 'settings' | 'rules' | 'ruleOrder' | 'collections' | 'placements';
  /**
   * The id of the changed resource. A setting has its group and name, such as `search.synonyms`; `ruleOrder` has
   * `all`.
   */
  readonly id: string;
  readonly before: ConfigurationState;
  readonly after: ConfigurationState;
  /** The rule before a removed rule, or null if it was the first. */
  readonly follows?: string | null;
  /** What differs between the two, at most 500 entries. */
  readonly differences: readonly Difference[];
  /** Number of further differences. */
  readonly differencesOmitted: number;
}

export interface ConfigurationPart {
  readonly kind: 'settings' | 'rules' | 'ruleOrder' | 'collections' | 'placements';
  /**
   * The id of the changed resource. A setting has its group and name, such as `search.synonyms`; `ruleOrder` has
   * `all`.
   */
  readonly id: string;
}

/** Any JSON value, as in the operations of its kind. Null means that it did not exist. */
export type ConfigurationState = unknown;

export interface ConfigurationUpdateReply {
  readonly version: VersionSummary | null;
  /** The reindexing task; null if the change is active. */
  readonly task: Task | null;
  readonly warnings?: Warnings;
}

export interface ConsoleSession {
  /** Time of the sign-in, in milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Whether it is the session of the request. */
  readonly isCurrent: boolean;
}

/** A user of the console. */
export interface ConsoleUser {
  readonly id: string;
  /** The email address in lower case, or null if it is not set. */
  readonly email: string | null;
  /** May be empty. */
  readonly name: string;
  readonly role: Role;
  /** The ids of the projects. Null means all projects. */
  readonly projects: readonly string[] | null;
  readonly hasPassword: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The time in milliseconds since 1970. Null means never. */
  readonly lastSignInAt: number | null;
}

export interface ConsoleUserReply {
  readonly user: ConsoleUser;
  readonly warnings?: Warnings;
}

export interface ConsoleUsersReply {
  /** The users, in the order of their creation. */
  readonly users: readonly ConsoleUser[];
  readonly warnings?: Warnings;
}

export interface CreateKeyRequest {
  /** Display name. Up to 200 characters. */
  readonly name?: string | undefined;
  /** Default: `web` with an origin list or only the scopes of a web key, otherwise `server`. */
  readonly kind?: KeyKind | undefined;
  /** Scopes. Up to 10. */
  readonly scopes: readonly Scope[];
  /** The ids of the projects. Null means all projects. Up to 1,000. */
  readonly projects?: readonly string[] | null | undefined;
  /** The expiry, in ISO 8601 or milliseconds since 1970. The default is never. */
  readonly expiresAt?: string | number | undefined;
  /** The maximum of requests per minute. 0 means no limit. Default: 0. 0 to 1,000,000. */
  readonly ratePerMinute?: number | undefined;
  /** Origins of web pages that may use it. Up to 50. */
  readonly origins?: readonly string[] | undefined;
  /**
   * A filter that limits everything the key reads, such as `brand:Nike`; such a key can have only the scopes
   * search, recommend and events. Up to 10,000 characters.
   */
  readonly filter?: string | undefined;
  /** Price lists that its requests may choose; any for keys that read or write items. Up to 100. */
  readonly priceLists?: readonly string[] | undefined;
}

export interface CreateProjectRequest {
  /** Letters, digits, "-" and "_". Up to 64 characters. */
  readonly id: string;
  /** Display name. Up to 200 characters. */
  readonly name?: string | undefined;
  /** The ISO 4217 code of all prices. The default is EUR. Up to 3 characters. */
  readonly currency?: string | undefined;
  /** Whether its shoppers are simulated. Default: false. */
  readonly demo?: boolean | undefined;
}

/** A region of a picture, relative to its width and height, from the top left. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Attributed purchases in one currency; `orders`, `units` and `revenue`: direct ones. */
export interface CurrencyFigures extends SalesFigures {
  readonly assistedOrders: number;
  /** Returns subtracted. */
  readonly assistedRevenue: number;
}

export interface CustomRankingCriterion {
  /** Up to 256 characters. */
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface DayFigures extends SearchFigures {
  readonly day: string;
}

export interface DeleteItemsRequest {
  /**
   * Project id. Optional for a key of exactly one project; otherwise its absence is 400 `project_required`. Up to
   * 64 characters.
   */
  readonly project?: string | undefined;
  /** Ids of items. Up to 1,000. */
  readonly ids?: readonly string[] | undefined;
  /** Whether `ids` are the shop’s `id`s or the service’s `_id`s. Default: "id". */
  readonly by?: 'id' | '_id' | undefined;
  /** The `_version` that each item of `ids` must have, in their order. Null accepts any. Up to 1,000. */
  readonly versions?: readonly (number | null)[] | null | undefined;
  /** Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. Up to 10,000 characters. */
  readonly filters?: string | undefined;
  /** Deletes all items of the project. Default: false. */
  readonly all?: boolean | undefined;
  /** Seconds to wait for the end of the task; then the reply has the running task. Default: 10. 0 to 60. */
  readonly wait?: number | undefined;
  /** Id for the task, to poll its progress during the upload. Up to 64 characters. */
  readonly task?: string | undefined;
}

export interface DeletedItem {
  /** The item’s `_id`. */
  readonly deleted: string;
  /** The item’s `id`. */
  readonly id: string;
  readonly warnings?: Warnings;
}

export interface DeletedItems {
  /** The deleted items, in the order of `ids`. */
  readonly deleted: readonly {
    readonly _id: string;
    readonly id: string;
  }[];
  /** Ids that no item has, and items with another version. */
  readonly errors: readonly ItemError[];
  readonly warnings?: Warnings;
}

export interface DeletedProject {
  /** The project’s `id`. */
  readonly deleted: string;
  readonly warnings?: Warnings;
}

export interface Difference {
  /** The path below the part, such as `when.query` or `pin[0].position`. An empty path means the whole part. */
  readonly path: string;
  readonly before: ConfigurationState;
  readonly after: ConfigurationState;
}

export interface DiscoverFeedRequest {
  /** The address of the shop, such as `https://shop.example`. The hosts are those of feeds. Up to 2,048 characters. */
  readonly url: string;
}

/** Changes that are not live. */
export interface Draft {
  /** The id in URLs. Up to 64 characters. */
  readonly id: string;
  /** The name that people read. Up to 200 characters. */
  readonly name?: string | undefined;
  /** Changes of settings, as the operation that changes settings takes them: null resets a setting to its default. */
  readonly settings?:
    | {
        readonly search?: SearchSettingsChanges | undefined;
        readonly events?: EventSettingsChanges | undefined;
        readonly items?: ItemSettingsChanges | undefined;
        readonly rateLimits?: RateLimitsChanges | undefined;
        readonly analytics?: AnalyticsSettingsChanges | undefined;
        readonly algolia?: AlgoliaSettingsChanges | undefined;
        readonly agents?: AgentSettingsChanges | undefined;
        readonly visitors?: VisitorSettingsChanges | undefined;
        readonly front?: FrontSettingsChanges | undefined;
      }
    | undefined;
  readonly rules?:
    | {
        /** New ones stand after all others. Up to 1,000. */
        readonly put?: readonly Rule[] | undefined;
        /** Ids of those that are removed. Up to 1,000. */
        readonly remove?: readonly string[] | undefined;
        /** The order of these rules among each other; other rules stay where they are. Up to 1,000. */
        readonly order?: readonly string[] | undefined;
      }
    | undefined;
  readonly collections?:
    | {
        /** Up to 1,000. */
        readonly put?: readonly Collection[] | undefined;
        /** Up to 1,000. */
        readonly remove?: readonly string[] | undefined;
      }
    | undefined;
  readonly placements?:
    | {
        /** Up to 200. */
        readonly put?: readonly RecommendationPlacement[] | undefined;
        /** Ids of those that are removed. Up to 200. */
        readonly remove?: readonly string[] | undefined;
      }
    | undefined;
}

export interface DraftReply {
  readonly draft: Draft;
  /** The version of this state of the draft. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Who changed it last: `console`, or the name of the API key. */
  readonly author: string;
  /** What publishing it would change in the live configuration. */
  readonly changes: readonly ConfigurationChange[];
  /** Parts that changed since the draft began to change them: `before` is the state then, `after` the live state. */
  readonly conflicts: readonly ConfigurationChange[];
  /** Changes that previews do not show, such as `settings.search.languages`. */
  readonly notPreviewed: readonly string[];
  readonly warnings?: Warnings;
}

export interface DraftSummary {
  readonly id: string;
  /** The id, if it has none. */
  readonly name: string;
  /** The version of this state of the draft. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Who changed it last: `console`, or the name of the API key. */
  readonly author: string;
  readonly parts: readonly ConfigurationPart[];
}

export interface DraftsReply {
  /** Most recently changed first. */
  readonly drafts: readonly DraftSummary[];
  readonly warnings?: Warnings;
}

export interface EquivalentSynonyms {
  /** The id, for programs that change synonyms one by one, such as Algolia’s clients. Up to 256 characters. */
  readonly id?: string | undefined;
  readonly kind: 'equivalent';
  /** Up to 50. */
  readonly words: readonly string[];
}

export interface ErasureReply {
  /** The user or session. */
  readonly erased: string;
  /** Number of erased events. */
  readonly events: number;
  readonly warnings?: Warnings;
}

/** An event of a list that was not added. */
export interface EventError {
  /** Index in the request. */
  readonly index: number;
  readonly errors: readonly InputError[];
}

export interface EventItem {
  /** The shop’s id of the item; with `by`, its `sku`, `groupId` or `url`. Up to 2,048 characters. */
  readonly id: string;
  /** Default: 1. */
  readonly quantity?: number | undefined;
  /** The unit price. The default is the current one in the catalog. */
  readonly price?: number | undefined;
}

export interface EventSettings {
  /** Weight by event type. */
  readonly weights: Readonly<Record<string, number>>;
  /** Weight of all other types. */
  readonly otherWeight: number;
}

export interface EventSettingsChanges {
  /** Weight by event type. */
  readonly weights?: Readonly<Record<string, number | null>> | null | undefined;
  /** Weight of all other types. 0 to 10. */
  readonly otherWeight?: number | null | undefined;
}

export interface EventsReply {
  /** Number of stored events. */
  readonly accepted: number;
  /**
   * Number of events whose id was known, or all items of whose order; and of returns of a whole order that is
   * unknown.
   */
  readonly duplicates: number;
  readonly errors: readonly EventError[];
  readonly warnings?: Warnings;
}

/** An experiment. */
export interface Experiment {
  /** The id in URLs. Up to 64 characters. */
  readonly id: string;
  /** The name that people read. Up to 200 characters. */
  readonly name?: string | undefined;
  /** Id of the draft that the treatment shows, as it is at the start. Up to 64 characters. */
  readonly draft: string;
  /**
   * `split` (default): visitors see the live configuration or the draft. `interleaving`: searches show both orders
   * in one list, which finds the better order with fewer visitors.
   */
  readonly mode?: 'split' | 'interleaving' | undefined;
  /**
   * The shares of the visitors, together at most 1. The default is half each. Other visitors see the live
   * configuration, and are not counted.
   */
  readonly shares?:
    | {
        /** 0 to 1. */
        readonly control: number;
        /** 0 to 1. */
        readonly treatment: number;
      }
    | undefined;
  /**
   * What decides. `clickRate`: searches and lists with a click; `conversion` (default): visitors with a purchase;
   * `revenue`: per visitor.
   */
  readonly metric?: 'clickRate' | 'conversion' | 'revenue' | undefined;
  /** The relative change of the metric that it is to find. The default is 0.05. 0.001 to 10. */
  readonly minimumEffect?: number | undefined;
  /** When it began, if its past events are imported. The default is now. It is kept while it runs. */
  readonly startedAt?: string | number | undefined;
}

export interface ExperimentPlan {
  readonly visitorsPerDay: number;
  /** The metric of all visitors. */
  readonly mean: number | null;
  /**
   * The days until `minimumEffect` is found with a probability of 85 %. Null means more than a year, or no
   * visitors.
   */
  readonly daysNeeded: number | null;
  /** The relative effect that 14 days find. */
  readonly effectIn14Days: number | null;
  readonly effectIn28Days: number | null;
  readonly warnings?: Warnings;
}

export interface ExperimentReply {
  readonly experiment: Experiment;
  /** Who started it: `console`, or the name of the API key. */
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Null: it runs. */
  readonly endedAt: number | null;
  readonly warnings?: Warnings;
}

export interface ExperimentResults {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly visitors: {
    readonly control: number;
    readonly treatment: number;
  };
  readonly impressions: {
    readonly control: number;
    readonly treatment: number;
  };
  /** The results by metric. Only experiments by `split` have them. */
  readonly metrics: readonly MetricResult[];
  /**
   * The check of the shares of visitors. `isOff` means that visitors are divided by other shares than planned, and
   * that the results cannot be used. Only experiments by `split` have it.
   */
  readonly sampleRatio: {
    readonly pValue: number;
    readonly isOff: boolean;
  } | null;
  /**
   * The searches won by the treatment minus those won by the control, as a share from -1 to 1. Only experiments by
   * `interleaving` have it.
   */
  readonly preference: {
    /** The number of searches with a click that counts. */
    readonly searches: number;
    readonly preference: number | null;
    /** The always-valid 95 % interval, or null with too few visitors. */
    readonly interval: IntervalBounds | null;
  } | null;
  /** Null while the interval contains 0. */
  readonly winner: 'control' | 'treatment' | null;
  readonly warnings?: Warnings;
}

export interface ExperimentsReply {
  /** Newest first. */
  readonly experiments: readonly {
    readonly experiment: Experiment;
    /** Who started it: `console`, or the name of the API key. */
    readonly author: string;
    /** Milliseconds since 1970. */
    readonly startedAt: number;
    /** Null: it runs. */
    readonly endedAt: number | null;
  }[];
  readonly warnings?: Warnings;
}

/** Values of a field among all matches. */
export interface Facet {
  /** The name in the facet settings. */
  readonly name?: string;
  /** The values, in the order of the request or of the facet settings. */
  readonly values: readonly FacetValue[];
  /** Number of values without a limit; `values` may contain fewer. */
  readonly distinct: number;
  /** The statistics `min`, `max`, `avg`, `sum` and `count`. Only numeric fields have them. */
  readonly stats?: Readonly<Record<string, number>>;
  /** The earliest and the latest date. Only date fields have it. */
  readonly dates?: {
    readonly min: string;
    readonly max: string;
    readonly count: number;
  };
  /** The ranges, in the order of the request. Open ends are null. */
  readonly ranges?: readonly {
    readonly from: number | string | null;
    readonly to: number | string | null;
    readonly count: number;
  }[];
  /** The levels of the path, from the top down. Only facets with `path` have them. */
  readonly levels?: readonly {
    readonly path: string;
    readonly values: readonly FacetValue[];
  }[];
}

/** A request must match all members. Empty: always. */
export interface FacetCondition {
  /**
   * Conditions that the request’s `filters` must contain among its top-level AND clauses, in any notation. Up to
   * 10,000 characters.
   */
  readonly filters?: string | undefined;
  /** Id of the `collection` of the request. Up to 128 characters. */
  readonly collection?: string | undefined;
}

export interface FacetRequest {
  /** A field, or `*` for dynamic facets. Up to 256 characters. */
  readonly field: string;
  /** Maximum number of values. Default: the setting, or 100. 0 to 1,000. */
  readonly limit?: number | undefined;
  /** Precedes the order in the settings. Default: `count`. */
  readonly order?: 'count' | 'value' | 'number' | 'size' | undefined;
  /** Minimum number of items of a value. Default: 1. 1 to 1,000,000,000. */
  readonly minCount?: number | undefined;
  /** Numbers or dates from `from` (inclusive) to `to` (exclusive); one of them may be absent. Up to 100. */
  readonly ranges?:
    | readonly {
        readonly from?: number | string | undefined;
        readonly to?: number | string | undefined;
      }[]
    | undefined;
  /**
   * The path of a hierarchical value, such as `Home > Kitchen`: values are counted by level, down to the children
   * of this path. Up to 1,000 characters.
   */
  readonly path?: string | undefined;
  /** Counted without the filter’s conditions on this field. */
  readonly disjunctive?: boolean | undefined;
  /** The maximum number of facets that `*` selects. The default is 8. 1 to 50. */
  readonly count?: number | undefined;
}

export interface FacetSearchOptions {
  /**
   * Text that the values contain, or prefixes of their words; with typo tolerance if no value matches. Up to 1,000
   * characters.
   */
  readonly facetQuery?: string | undefined;
  /** The query. Without words, browses the catalog by popularity. Up to 1,000 characters. */
  readonly q?: string | undefined;
  /** Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. Up to 10,000 characters. */
  readonly filters?: string | undefined;
  /**
   * Query understanding: whether prices, sizes and values of the catalog in the query become `filters` in its
   * place, `boosts`, or stay words (`off`). Default: the setting.
   */
  readonly understanding?: 'filters' | 'boosts' | 'off' | undefined;
  /** Fields whose values stay words of the query, as after a shopper removes a filter of `understood`. Up to 50. */
  readonly asWords?: readonly string[] | undefined;
  /**
   * Id of a collection: searches among its items. Without words, the list has the order of the collection’s page.
   * Up to 128 characters.
   */
  readonly collection?: string | undefined;
  /** Price list (`prices.<name>`) of the key that sets the `price` of items. Up to 64 characters. */
  readonly priceList?: string | undefined;
  /** Store (`stores.<name>`) that sets `price` and `stock` of items. Up to 64 characters. */
  readonly store?: string | undefined;
  /** Language (`translations.<name>`) of the texts of items: `de` or `de-AT`. Up to 35 characters. */
  readonly language?: string | undefined;
  /**
   * Id of the user who searches, for conditions of rules on visitors. A query becomes a completion once several
   * visitors have sent it. A web key speaks for the user only with a `session` that is linked to the user: see the
   * setting `visitors.unsignedUsers`. Up to 256 characters.
   */
  readonly user?: string | undefined;
  /** Session id of an anonymous visitor, as in events. Up to 256 characters. */
  readonly session?: string | undefined;
  /**
   * Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON.
   * Members have a text, number or boolean, or a list of them.
   */
  readonly context?: unknown;
  /**
   * False: without rules. For a key without the scope `settings`, items hidden by rules stay hidden. Default:
   * true.
   */
  readonly enableRules?: boolean | undefined;
  /**
   * Id of a draft: answers as if it was published. The key needs the scope `settings`. Changes that need another
   * index are not shown; `warnings` name them. Up to 64 characters.
   */
  readonly draft?: string | undefined;
  /** Maximum number of values of a facet. Default: 20. 1 to 1,000. */
  readonly limit?: number | undefined;
}

export interface FacetSetting {
  /** Up to 256 characters. */
  readonly field: string;
  /** The name that shoppers read. Up to 200 characters. */
  readonly name?: string | undefined;
  /**
   * Order of the values, unless the request has one: by `count` (default), by `value`, by the first `number` in
   * it, or by clothing `size`.
   */
  readonly order?: 'count' | 'value' | 'number' | 'size' | undefined;
  /**
   * Values that come first, in this order, where matches have them; not subject to `limit`. Not if the request has
   * an order. Up to 100.
   */
  readonly first?: readonly string[] | undefined;
  /** Values that are not shown, unless selected. Up to 500. */
  readonly hiddenValues?: readonly string[] | undefined;
  /** Maximum number of values, unless the request has one. 1 to 100. */
  readonly limit?: number | undefined;
  /** Among dynamic facets (`*`): `pinned` first, where matches have a value, or `hidden` with the fields below it. */
  readonly display?: 'pinned' | 'hidden' | undefined;
  readonly when?: FacetCondition | undefined;
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
  /** The request’s `filters` name the value. Such values are in the reply however rare. */
  readonly selected?: true;
}

export interface FacetValues {
  /** The name in the facet settings. */
  readonly name?: string;
  readonly values: readonly FacetValue[];
  /** Number of values without a limit; `values` may contain fewer. */
  readonly distinct: number;
  /** `corrected`: no value contains the text; these differ from it by typos. */
  readonly fallback: 'corrected' | null;
}

export interface FacetValuesReply {
  /** The name in the facet settings. */
  readonly name?: string;
  readonly values: readonly FacetValue[];
  /** Number of values without a limit; `values` may contain fewer. */
  readonly distinct: number;
  /** `corrected`: no value contains the text; these differ from it by typos. */
  readonly fallback: 'corrected' | null;
  readonly warnings?: Warnings;
}

export interface FacetsReply {
  /** The facets by field, in display order. */
  readonly facets: Readonly<Record<string, FacetValues>>;
  /**
   * The fields of `facets` with values, in display order: those of a rule, pinned ones, those of the facet
   * settings, others as requested.
   */
  readonly facetOrder: readonly string[];
  readonly warnings?: Warnings;
}

export interface Failure {
  readonly code: string;
  readonly detail: string;
}

/** A file of products at an address, or a shop. */
export interface Feed {
  /** Such as `erp`. Up to 64 characters. */
  readonly id: string;
  /** The name that people read. The default is the id. Up to 200 characters. */
  readonly name?: string | undefined;
  /**
   * Default `file`: a file of products at `url`. Otherwise `url` is a shop, which is read page by page: by the
   * public interface of `shopify` or `woocommerce`, or by its `sitemap`.
   */
  readonly source?: 'file' | 'shopify' | 'woocommerce' | 'sitemap' | undefined;
  /** An https address that is reachable from the Internet, or one of `VITRINE_FEED_HOSTS`. Up to 2,048 characters. */
  readonly url: string;
  /** Default `auto`: by content type and name. */
  readonly format?: 'auto' | 'ndjson' | 'csv' | 'xml' | undefined;
  /** The layout, as in an import. Null means that it is recognised. */
  readonly layout?: 'plain' | 'google' | 'shopify' | 'woocommerce' | null | undefined;
  /** The encoding, as in an import. Null means that it is declared or detected. */
  readonly encoding?:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1250'
    | 'windows-1251'
    | 'windows-1252'
    | 'windows-1253'
    | 'windows-1254'
    | 'windows-1255'
    | 'windows-1256'
    | 'windows-1257'
    | 'windows-1258'
    | 'windows-874'
    | 'iso-8859-2'
    | 'iso-8859-3'
    | 'iso-8859-4'
    | 'iso-8859-5'
    | 'iso-8859-6'
    | 'iso-8859-7'
    | 'iso-8859-8'
    | 'iso-8859-8-i'
    | 'iso-8859-10'
    | 'iso-8859-13'
    | 'iso-8859-14'
    | 'iso-8859-15'
    | 'iso-8859-16'
    | 'koi8-r'
    | 'koi8-u'
    | 'ibm866'
    | 'macintosh'
    | 'x-mac-cyrillic'
    | 'shift_jis'
    | 'euc-jp'
    | 'iso-2022-jp'
    | 'euc-kr'
    | 'gbk'
    | 'gb18030'
    | 'big5'
    | null
    | undefined;
  /** The decimal sign, as in an import. Null means that it is detected. */
  readonly decimal?: 'point' | 'comma' | null | undefined;
  /** The field of a column by its name. Null means the mapping that is remembered for its columns. */
  readonly mapping?: Readonly<Record<string, string | null>> | null | undefined;
  /** Default `off`: only when asked. */
  readonly schedule?: 'off' | 'hour' | '6_hours' | 'day' | undefined;
  /** Time of `day`; default `03:00`. Up to 5 characters. */
  readonly at?: string | undefined;
  /** IANA name; default `UTC`. Up to 64 characters. */
  readonly timeZone?: string | undefined;
  /** What becomes of items that the feed has no longer; default `keep`. */
  readonly absent?: 'keep' | 'deactivate' | 'delete' | undefined;
  /** A run that would remove a larger share of its items removes none, and fails; default 0.2. 0 to 1. */
  readonly removedShareMax?: number | undefined;
  /**
   * The credentials to send to the host of the feed. Null sends none. Without them, the stored ones stay unless
   * the host changes.
   */
  readonly credentials?:
    | {
        /** A user and password, or one header. */
        readonly kind: 'basic' | 'header';
        /** The user of `basic`. Up to 1,000 characters. */
        readonly user?: string | undefined;
        /** The password of `basic`. It is never shown. Without it, the stored one stays. Up to 1,000 characters. */
        readonly password?: string | undefined;
        /** The name of the `header`, such as `x-api-key`. Up to 1,000 characters. */
        readonly name?: string | undefined;
        /** The value of the `header`. It is never shown. Without it, the stored one stays. Up to 1,000 characters. */
        readonly value?: string | undefined;
      }
    | null
    | undefined;
}

export interface FeedDiscoveryReply {
  /** What the shop runs on. */
  readonly platform:
    | 'shopify'
    | 'woocommerce'
    | 'prestashop'
    | 'magento'
    | 'shopware'
    | 'bigcommerce'
    | 'squarespace'
    | 'wix'
    | 'opencart'
    | 'ecwid'
    | 'jtl'
    | 'oxid'
    | 'gambio'
    | 'lightspeed'
    | 'shoptet'
    | 'other';
  readonly feed: ProposedFeed | null;
  /** Items as they would be imported. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** The fields of the items, those of most items first. */
  readonly fields: readonly {
    readonly name: string;
    /** Share of the items read that have it, 0 to 1. */
    readonly share: number;
    /** One of its values as a short text. */
    readonly example: string;
  }[];
  /** What the shop does not give, and what is to be known of it. */
  readonly missing: readonly {
    /** A field of items, or null. */
    readonly field: string | null;
    /** `missing`, `interface_blocked` or `several_languages`, for example. */
    readonly code: string;
    /** For people. */
    readonly text: string;
  }[];
  readonly warnings?: Warnings;
}

export interface FeedReply {
  readonly feed: StoredFeed;
  /** Each change of a feed gives it a new version, which no other state has. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** The newest run, or null before the first one. */
  readonly lastRun: {
    /** `GET /api/tasks/{id}` has its progress. */
    readonly task: string;
    /** Milliseconds since 1970. */
    readonly startedAt: number;
  } | null;
  /** Null: only when asked. */
  readonly nextRunAt: number | null;
  readonly warnings?: Warnings;
}

export interface FeedRunReply {
  readonly task: Task;
  readonly warnings?: Warnings;
}

export interface FeedWithRun {
  readonly feed: StoredFeed;
  /** Each change of a feed gives it a new version, which no other state has. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** The newest run, or null before the first one. */
  readonly lastRun: {
    /** `GET /api/tasks/{id}` has its progress. */
    readonly task: string;
    /** Milliseconds since 1970. */
    readonly startedAt: number;
  } | null;
  /** Null: only when asked. */
  readonly nextRunAt: number | null;
}

export interface FeedsReply {
  /** By id. */
  readonly feeds: readonly FeedWithRun[];
  readonly warnings?: Warnings;
}

export interface FieldGroup {
  /** Fields of an item; "attrs" includes "attrs.colour". A field belongs to one group. Up to 100. */
  readonly fields: readonly string[];
  /** Weight of a word in these fields. 0 to 100. */
  readonly weight: number;
  /**
   * Weight if these texts are as short on average as the names. The longer they are, the closer the weight is to
   * `weight`. 0 to 100.
   */
  readonly weightWhenShort?: number | undefined;
  /** Length normalisation (BM25 b). 0 to 1. */
  readonly lengthPenalty: number;
}

export interface FieldGroupChanges {
  /** Fields of an item; "attrs" includes "attrs.colour". A field belongs to one group. Up to 100. */
  readonly fields?: readonly string[] | undefined;
  /** Weight of a word in these fields. 0 to 100. */
  readonly weight?: number | undefined;
  /**
   * Weight if these texts are as short on average as the names. The longer they are, the closer the weight is to
   * `weight`. 0 to 100.
   */
  readonly weightWhenShort?: number | undefined;
  /** Length normalisation (BM25 b). 0 to 1. */
  readonly lengthPenalty?: number | undefined;
}

export interface FieldsReply {
  /** By name, up to 1,000. */
  readonly fields: readonly ItemField[];
  /** The number of fields. */
  readonly total: number;
  readonly warnings?: Warnings;
}

export interface ForgottenCorrectionReply {
  /** The word, in lower case. */
  readonly forgotten: string;
  readonly warnings?: Warnings;
}

export interface FrontColumns {
  /** On phones. */
  readonly phone: number;
  /** On wide screens. */
  readonly desktop: number;
}

export interface FrontColumnsChanges {
  /** On phones. 1 to 3. */
  readonly phone?: number | null | undefined;
  /** On wide screens. 2 to 6. */
  readonly desktop?: number | null | undefined;
}

export interface FrontList {
  /** Id of the placement whose items are shown. */
  readonly placement: string;
  /** CSS selector of the element at which the list stands. */
  readonly selector: string;
  /** Before or after the element, or at the start or end of what is in it. The default is `after`. */
  readonly position: 'before' | 'after' | 'start' | 'end';
  /** The pages with the list. The default is `all`. */
  readonly pages: 'all' | 'home' | 'product' | 'category' | 'cart';
  /** The title over the list; empty: that of the placement. */
  readonly title: string;
}

/** A list of recommendations on pages of the shop. */
export interface FrontListInput {
  /** Id of the placement whose items are shown. Up to 64 characters. */
  readonly placement: string;
  /** CSS selector of the element at which the list stands. Up to 256 characters. */
  readonly selector: string;
  /** Before or after the element, or at the start or end of what is in it. The default is `after`. */
  readonly position?: 'before' | 'after' | 'start' | 'end' | undefined;
  /** The pages with the list. The default is `all`. */
  readonly pages?: 'all' | 'home' | 'product' | 'category' | 'cart' | undefined;
  /** The title over the list; empty: that of the placement. Up to 200 characters. */
  readonly title?: string | undefined;
}

export interface FrontReply {
  /** Project id. */
  readonly project: string;
  readonly settings: FrontSettings;
  /**
   * Null: all visitors see the elements. Otherwise those whose bucket, by the id and their session, is below the
   * share.
   */
  readonly experiment: {
    /** Id of the experiment. */
    readonly id: string;
    /** Share of the visitors who see the elements. */
    readonly share: number;
  } | null;
  readonly warnings?: Warnings;
}

export interface FrontReport {
  /** The setting `front.share`. */
  readonly share: number;
  /** Since when it has this value: visitors count from then on. It is null without an experiment. */
  readonly startedAt: number | null;
  /**
   * Visitors with the elements of the script (`treatment`) and without them (`control`). It is null without an
   * experiment.
   */
  readonly results: {
    /** Milliseconds since 1970. */
    readonly at: number;
    readonly visitors: {
      readonly control: number;
      readonly treatment: number;
    };
    /** `conversion` and `revenue`. */
    readonly metrics: readonly MetricResult[];
    /** `isOff` means that visitors are divided by another share, and that the results cannot be used. */
    readonly sampleRatio: {
      readonly pValue: number;
      readonly isOff: boolean;
    } | null;
    /** By conversion. Null while the interval contains 0. */
    readonly winner: 'control' | 'treatment' | null;
  } | null;
  readonly warnings?: Warnings;
}

export interface FrontSettings {
  /** Whether the script shows its elements. False takes them off all pages within a minute. */
  readonly enabled: boolean;
  /** Share of the visitors who see the elements. Below 1, the others are the comparison. */
  readonly share: number;
  /** Whether the service has a results page at `/s/{project}`. */
  readonly page: boolean;
  /** CSS selector of the page’s search field. Empty: the script finds it. */
  readonly field: string;
  /** Whether results open in a layer over the page, or fill the element that `container` selects. */
  readonly layout: 'layer' | 'container';
  /** CSS selector of the element for the layout `container`. */
  readonly container: string;
  /** Path or http(s) address of the shop’s own results page with `{query}`. Empty: the layer shows them. */
  readonly resultsUrl: string;
  /** Number of cards in a row. */
  readonly columns: FrontColumns;
  /** Fields under the name of an item, in order, such as `brand` or `attrs.colour`. */
  readonly cardFields: readonly string[];
  /** Whether cards say that an item is reduced or sold out. */
  readonly badges: boolean;
  /** Whether cards show the price before a reduction. */
  readonly oldPrice: boolean;
  /**
   * Path or http(s) address that puts an item into the cart, with `{id}`, `{sku}`, `{groupId}` or `{url}`. Empty:
   * no button.
   */
  readonly cartUrl: string;
  /** Fields of the facets, in order. Empty: those that matter for a search, by the settings. */
  readonly facets: readonly string[];
  /** Orders besides relevance, in the syntax of the parameter `sort`, such as `price:desc`. */
  readonly sorts: readonly string[];
  /** Whether shoppers can search by photo. */
  readonly photo: boolean;
  /** Language of the texts, such as `de` or `pt-BR`. Empty: that of the page. */
  readonly language: string;
  /** The currency of prices shown. Empty: that of the page. */
  readonly currency: string;
  /**
   * Texts in place of those of the language, by their keys. Null restores one. They are shown as text, never as
   * HTML.
   */
  readonly texts: Readonly<Record<string, string>>;
  /** Lists of recommendations, and where they stand. */
  readonly lists: readonly FrontList[];
  /** CSS values. An empty one is taken from the page. */
  readonly style: FrontStyle;
  /** Whether the script sends what the page tells about views, carts and orders. */
  readonly events: boolean;
  /**
   * `page` (default): Consent Mode is followed where the page has it. `required`: what is personal waits for
   * consent.
   */
  readonly consent: 'page' | 'required';
}

export interface FrontSettingsChanges {
  /** Whether the script shows its elements. False takes them off all pages within a minute. */
  readonly enabled?: boolean | null | undefined;
  /** Share of the visitors who see the elements. Below 1, the others are the comparison. 0 to 1. */
  readonly share?: number | null | undefined;
  /** Whether the service has a results page at `/s/{project}`. */
  readonly page?: boolean | null | undefined;
  /** CSS selector of the page’s search field. Empty: the script finds it. Up to 256 characters. */
  readonly field?: string | null | undefined;
  /** Whether results open in a layer over the page, or fill the element that `container` selects. */
  readonly layout?: 'layer' | 'container' | null | undefined;
  /** CSS selector of the element for the layout `container`. Up to 256 characters. */
  readonly container?: string | null | undefined;
  /**
   * Path or http(s) address of the shop’s own results page with `{query}`. Empty: the layer shows them. Up to
   * 2,048 characters.
   */
  readonly resultsUrl?: string | null | undefined;
  /** Number of cards in a row. */
  readonly columns?: FrontColumnsChanges | null | undefined;
  /** Fields under the name of an item, in order, such as `brand` or `attrs.colour`. Up to 10. */
  readonly cardFields?: readonly string[] | null | undefined;
  /** Whether cards say that an item is reduced or sold out. */
  readonly badges?: boolean | null | undefined;
  /** Whether cards show the price before a reduction. */
  readonly oldPrice?: boolean | null | undefined;
  /**
   * Path or http(s) address that puts an item into the cart, with `{id}`, `{sku}`, `{groupId}` or `{url}`. Empty:
   * no button. Up to 2,048 characters.
   */
  readonly cartUrl?: string | null | undefined;
  /** Fields of the facets, in order. Empty: those that matter for a search, by the settings. Up to 50. */
  readonly facets?: readonly string[] | null | undefined;
  /** Orders besides relevance, in the syntax of the parameter `sort`, such as `price:desc`. Up to 10. */
  readonly sorts?: readonly string[] | null | undefined;
  /** Whether shoppers can search by photo. */
  readonly photo?: boolean | null | undefined;
  /** Language of the texts, such as `de` or `pt-BR`. Empty: that of the page. Up to 35 characters. */
  readonly language?: string | null | undefined;
  /** The currency of prices shown. Empty: that of the page. */
  readonly currency?: string | null | undefined;
  /**
   * Texts in place of those of the language, by their keys. Null restores one. They are shown as text, never as
   * HTML.
   */
  readonly texts?: Readonly<Record<string, string | null>> | null | undefined;
  /** Lists of recommendations, and where they stand. Up to 20. */
  readonly lists?: readonly FrontListInput[] | null | undefined;
  /** CSS values. An empty one is taken from the page. */
  readonly style?: FrontStyleChanges | null | undefined;
  /** Whether the script sends what the page tells about views, carts and orders. */
  readonly events?: boolean | null | undefined;
  /**
   * `page` (default): Consent Mode is followed where the page has it. `required`: what is personal waits for
   * consent.
   */
  readonly consent?: 'page' | 'required' | null | undefined;
}

export interface FrontStyle {
  /** Font families, as in `font-family`. */
  readonly font: string;
  /** Colour of buttons and marks. */
  readonly accent: string;
  /** Colour of the text. */
  readonly text: string;
  /** Colour behind it. */
  readonly background: string;
  /** Radius of corners. */
  readonly radius: string;
}

export interface FrontStyleChanges {
  /** Font families, as in `font-family`. Up to 200 characters. */
  readonly font?: string | null | undefined;
  /** Colour of buttons and marks. Up to 200 characters. */
  readonly accent?: string | null | undefined;
  /** Colour of the text. Up to 200 characters. */
  readonly text?: string | null | undefined;
  /** Colour behind it. Up to 200 characters. */
  readonly background?: string | null | undefined;
  /** Radius of corners. Up to 200 characters. */
  readonly radius?: string | null | undefined;
}

export interface GetAlertsQuery {
  /** Only open ones. Default: false. */
  readonly open?: boolean | undefined;
  /** Maximum number of alerts. Default: 50. 1 to 200. */
  readonly limit?: number | undefined;
}

export interface HealthReply {
  readonly status: 'ok';
  readonly version: string;
  readonly warnings?: Warnings;
}

/** A search or a list that was shown, or an event with `at`. */
export type HistoryLine =
  | {
      readonly search: PastSearch;
    }
  | {
      readonly list: PastList;
    }
  | {
      readonly event: ShopEvent;
    };

export interface HistoryProgress {
  readonly lines: number;
  /** Stored searches. */
  readonly searches: number;
  /** Stored lists. */
  readonly lists: number;
  /** Stored events. */
  readonly events: number;
  /** Lines whose ids were known. */
  readonly duplicates: number;
  /** Searches and lists that are older than `analytics.impressionDays`. */
  readonly expired: number;
  readonly failed: number;
  /** Errors of the first 1,000 rejected lines. */
  readonly errors: readonly LineError[];
  /** Number of further errors. */
  readonly errorsOmitted: number;
}

export interface HistoryReply {
  readonly task: HistoryTask;
  readonly warnings?: Warnings;
}

/** An import of a history. */
export interface HistoryTask {
  readonly id: string;
  readonly project: string;
  readonly status: 'running' | 'succeeded' | 'failed';
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
  readonly finishedAt: number | null;
  readonly error: Failure | null;
  readonly kind: 'history';
  readonly progress: HistoryProgress;
}

export interface ImageSearchForm extends SearchRequest {
  /** The photo as a file. */
  readonly uploaded_file: Blob;
  /** Region of the photo to use: `x,y,width,height`, from 0 to 1. */
  readonly crop?: string | Crop | undefined;
}

export interface ImageSearchRequest extends SearchRequest {
  /** base64, a `data:` URI or an http(s) URL. */
  readonly uploaded_file: string;
  /** Region of the photo to use: `x,y,width,height`, from 0 to 1. */
  readonly crop?: string | Crop | undefined;
}

/** An item of an import: further fields as in `ItemInput`, all optional. */
export interface ImportItem {
  /**
   * The shop’s identifier, unique in the project. A number is converted to its decimal string. Up to 256
   * characters.
   */
  readonly id: string | number;
  /** Up to 1,000 characters. */
  readonly name: string;
  /** Required, unless the project has the setting `items.priceOptional`. */
  readonly price?: number | string | null | undefined;
  readonly [field: string]: unknown;
}

export interface ImportPreview {
  readonly file: ImportedFile;
  readonly columns: readonly {
    /** The name of the column in the file. */
    readonly name: string;
    /** The field that it becomes, or null if it becomes no field of its own. */
    readonly field: string | null;
    /** The reason for this field, in words. */
    readonly reason: string;
    /** Some of its values. */
    readonly values: readonly string[];
    /** A field that its name probably means; choose it in `mapping`. */
    readonly suggestion: string | null;
  }[];
  /** What was chosen for columns: by `mapping`, or else by an earlier import of a file with these columns. */
  readonly mapping: Readonly<Record<string, string | null>>;
  /**
   * What `mapping`, `decimal` or `encoding` should settle: required fields without a column, numbers with two
   * meanings, letters that look wrong.
   */
  readonly problems: readonly InputError[];
  /** The first valid items. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** Items and errors read. */
  readonly lines: number;
  /** The number of rejected ones among them. */
  readonly failed: number;
  readonly errors: readonly LineError[];
}

export interface ImportPreviewReply {
  readonly preview: ImportPreview;
  readonly warnings?: Warnings;
}

export interface ImportProgress {
  readonly lines: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  /**
   * The number of items that were already as the file has them. Only feeds and imports with `mode=replaceAll`
   * count them.
   */
  readonly unchanged?: number;
  /** The number of items that the file no longer has. Only feeds and imports with `mode=replaceAll` count them. */
  readonly removed?: number;
  /** Pages of a shop that a feed reads page by page; null for files. */
  readonly pages?: {
    readonly done: number;
    /** Null while it is not known. */
    readonly total: number | null;
    /** Pages that have not changed. */
    readonly unchanged: number;
    /** Until the last page, at the speed so far. Null while it is not known. */
    readonly remainingSeconds: number | null;
  } | null;
  /** Bytes read so far. */
  readonly bytes: number;
  /** Null if unknown. */
  readonly bytesTotal: number | null;
  readonly file?: ImportedFile;
  /** The number of items that received the default of a field, by field. */
  readonly defaults: {
    /** The `id` is the `sku`. */
    readonly sku: number;
    /** No pictures. */
    readonly imgs: number;
    /** `price: null`; only with the setting `items.priceOptional`. */
    readonly price: number;
    /** An empty text. */
    readonly description: number;
  };
  /** Errors of the first 1,000 rejected lines. */
  readonly errors: readonly LineError[];
  /** Number of further errors. */
  readonly errorsOmitted: number;
  /** The file with the rejected records, which `GET /api/tasks/{id}/rejected` returns, or null if there is none. */
  readonly rejected?: {
    readonly rows: number;
    /** Whether there are more. */
    readonly isCut: boolean;
  } | null;
}

export interface ImportReply {
  readonly task: ImportTask;
  readonly warnings?: Warnings;
}

export interface ImportTask {
  readonly id: string;
  readonly project: string;
  readonly status: 'running' | 'succeeded' | 'failed';
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
  readonly finishedAt: number | null;
  readonly error: Failure | null;
  readonly kind: 'import';
  readonly progress: ImportProgress;
}

/** What was found out about the file. */
export interface ImportedFile {
  readonly format: 'ndjson' | 'csv' | 'xml';
  /** Whose columns the file has; null for NDJSON. */
  readonly layout: 'plain' | 'google' | 'shopify' | 'woocommerce' | null;
  readonly encoding:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1250'
    | 'windows-1251'
    | 'windows-1252'
    | 'windows-1253'
    | 'windows-1254'
    | 'windows-1255'
    | 'windows-1256'
    | 'windows-1257'
    | 'windows-1258'
    | 'windows-874'
    | 'iso-8859-2'
    | 'iso-8859-3'
    | 'iso-8859-4'
    | 'iso-8859-5'
    | 'iso-8859-6'
    | 'iso-8859-7'
    | 'iso-8859-8'
    | 'iso-8859-8-i'
    | 'iso-8859-10'
    | 'iso-8859-13'
    | 'iso-8859-14'
    | 'iso-8859-15'
    | 'iso-8859-16'
    | 'koi8-r'
    | 'koi8-u'
    | 'ibm866'
    | 'macintosh'
    | 'x-mac-cyrillic'
    | 'shift_jis'
    | 'euc-jp'
    | 'iso-2022-jp'
    | 'euc-kr'
    | 'gbk'
    | 'gb18030'
    | 'big5';
  /** Between the cells of a CSV file. */
  readonly delimiter: string | null;
  /** Decimal sign of the prices; null if they are whole or have both. */
  readonly decimal: 'point' | 'comma' | null;
  /** Columns with numbers such as `1.299`, which were read with a decimal point. */
  readonly ambiguousColumns: readonly string[];
  /** When the mapping that is used again was chosen, or null if none is used again. */
  readonly rememberedAt: number | null;
  /** What was read otherwise than it is written, or looks wrong. */
  readonly warnings: readonly {
    /** `no_sale`, for example. */
    readonly code: string;
    readonly column: string | null;
    readonly detail: string;
    readonly line: number | null;
    /** The number of these lines. 0 means that it concerns the whole file. */
    readonly lines: number;
  }[];
}

/** One invalid part of the input. */
export interface InputError {
  /** The place in the input, such as `data[3].price`, `limit` or `line 17`. */
  readonly path: string;
  /** Stable: `required`, `type`, `too_long`, `too_many`, `out_of_range`, ... */
  readonly code: string;
  /** The expected value, as a sentence. */
  readonly detail: string;
}

export interface IntervalBounds {
  readonly low: number;
  readonly high: number;
}

/** A link that works once, without its secret. */
export interface Invitation {
  readonly id: string;
  /** The user who sets a new password with the link. Null means that it invites a new user. */
  readonly user: string | null;
  readonly email: string | null;
  readonly name: string;
  readonly role: Role;
  /** The ids of the projects. Null means all projects. */
  readonly projects: readonly string[] | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface InvitationCheck {
  /** False: the link sets a new password of an existing user. */
  readonly isNewUser: boolean;
  readonly email: string | null;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly warnings?: Warnings;
}

export interface InvitationsReply {
  /** Those that can be accepted, newest first. */
  readonly invitations: readonly Invitation[];
  readonly warnings?: Warnings;
}

export interface InviteUserRequest {
  /** Email address. Up to 254 characters. */
  readonly email: string;
  /** Name. Up to 100 characters. */
  readonly name?: string | undefined;
  /** Role. */
  readonly role: Role;
  /** The ids of the projects. Null means all projects. Up to 1,000. */
  readonly projects?: readonly string[] | null | undefined;
}

/** An item as the service returns it. With `fields`, replies contain only the requested fields. */
export interface Item {
  /** The service’s identifier. */
  readonly _id: string;
  /** 1 for a new item; each change adds 1. */
  readonly _version: number;
  readonly _createdAt: string;
  readonly _updatedAt: string;
  /** The shop’s identifier. */
  readonly id: string;
  /** Stock keeping unit. */
  readonly sku: string;
  readonly name: string;
  /**
   * One picture or a list of at most 50: http(s) URLs, `data:image/...` URIs of at most 10 MB, or `{url, alt}`.
   * Returned in the shape that was sent.
   */
  readonly imgs: Picture | readonly Picture[];
  readonly description: string;
  /** Default: true. Inactive items appear only in GET /api/items. */
  readonly active?: boolean;
  /**
   * The price in the project’s currency. Null for an imported item without a price (setting
   * `items.priceOptional`).
   */
  readonly price: number | null;
  readonly [field: string]: unknown;
}

/** The fields to change. Null removes an optional one. */
export interface ItemChanges {
  /**
   * The shop’s identifier, unique in the project. A number is converted to its decimal string. Up to 256
   * characters.
   */
  readonly id?: string | number | undefined;
  /** Stock keeping unit. A number is converted to its decimal string. Up to 256 characters. */
  readonly sku?: string | number | undefined;
  /** Up to 1,000 characters. */
  readonly name?: string | undefined;
  /**
   * One picture or a list of at most 50: http(s) URLs, `data:image/...` URIs of at most 10 MB, or `{url, alt}`.
   * Returned in the shape that was sent.
   */
  readonly imgs?: Picture | readonly Picture[] | undefined;
  /** Up to 100,000 characters. */
  readonly description?: string | undefined;
  /**
   * Whether the item is active. It can also be `1`, `0`, or a text such as `yes` or `no`, as in CSV. Null means
   * the default, true.
   */
  readonly active?: boolean | null | 0 | 1 | '1' | '0' | 'yes' | 'no' | 'true' | 'false' | undefined;
  readonly price?: number | string | null | ValueOperation | undefined;
  readonly prices?: LocalPrices | undefined;
  readonly stores?: LocalStores | undefined;
  readonly translations?: LocalTexts | undefined;
  readonly [field: string]: unknown;
}

export interface ItemDetails {
  readonly item: Item;
  readonly pictures: readonly PictureState[];
  readonly warnings?: Warnings;
}

/** An item of a list that was not stored. */
export interface ItemError {
  /** Index in the request. */
  readonly index: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly InputError[];
  /** The `_id` of the existing item. Only `item_exists` has it. */
  readonly _id?: string;
  /** The current version. Only `item_changed` has it. */
  readonly version?: number;
}

export interface ItemField {
  /** The path of the field in an item: `brand`, `specs.width`. */
  readonly field: string;
  /** The types of its values. `date`: ranges of dates can match. Empty for a field that items no longer have. */
  readonly types: readonly ('number' | 'text' | 'boolean' | 'date')[];
}

/**
 * An item as a shop sends it: at most 100,000 bytes of JSON without `data:` pictures. Other fields can hold any
 * JSON. Names that start with `_` are reserved.
 */
export interface ItemInput {
  /**
   * The shop’s identifier, unique in the project. A number is converted to its decimal string. Up to 256
   * characters.
   */
  readonly id: string | number;
  /** Stock keeping unit. A number is converted to its decimal string. Up to 256 characters. */
  readonly sku: string | number;
  /** Up to 1,000 characters. */
  readonly name: string;
  /**
   * One picture or a list of at most 50: http(s) URLs, `data:image/...` URIs of at most 10 MB, or `{url, alt}`.
   * Returned in the shape that was sent.
   */
  readonly imgs: Picture | readonly Picture[];
  /** Up to 100,000 characters. */
  readonly description: string;
  /** Default: true. Inactive items appear only in GET /api/items. */
  readonly active?: boolean | undefined;
  /** The amount in the project’s currency. A decimal string is accepted. */
  readonly price: number | string;
  readonly prices?: LocalPrices | undefined;
  readonly stores?: LocalStores | undefined;
  readonly translations?: LocalTexts | undefined;
  readonly [field: string]: unknown;
}

/** A page of items, oldest first. */
export interface ItemPage {
  readonly items: readonly Item[];
  /** Exact number of matching items. */
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly warnings?: Warnings;
}

export interface ItemReply {
  readonly item: Item;
  readonly warnings?: Warnings;
}

export interface ItemSettings {
  /**
   * Whether imports accept items without a price, stored as `price: null`: they match no price condition and sort
   * last by price.
   */
  readonly priceOptional: boolean;
  /**
   * Paths of fields that only keys with the scope `private` can see, filter, sort and facet by; a path includes
   * its descendants. They are not searchable, and a choice of store, language or price list does not show them.
   * Settings and rules of the shop may use them. The order of lists then reveals which items have higher values.
   */
  readonly privateFields: readonly string[];
  /**
   * http(s) address of the page of an item without `url`, with `{id}`, `{sku}`, `{handle}` or other fields, such
   * as `https://shop.example/p/{id}`: `url` in lists, and in feeds. An empty text means none.
   */
  readonly urlTemplate: string;
}

export interface ItemSettingsChanges {
  /**
   * Whether imports accept items without a price, stored as `price: null`: they match no price condition and sort
   * last by price.
   */
  readonly priceOptional?: boolean | null | undefined;
  /**
   * Paths of fields that only keys with the scope `private` can see, filter, sort and facet by; a path includes
   * its descendants. They are not searchable, and a choice of store, language or price list does not show them.
   * Settings and rules of the shop may use them. The order of lists then reveals which items have higher values.
   * Up to 100.
   */
  readonly privateFields?: readonly string[] | null | undefined;
  /**
   * http(s) address of the page of an item without `url`, with `{id}`, `{sku}`, `{handle}` or other fields, such
   * as `https://shop.example/p/{id}`: `url` in lists, and in feeds. An empty text means none. Up to 2,048
   * characters.
   */
  readonly urlTemplate?: string | null | undefined;
}

/** The fields to change, and their item: `_id`, or else `id`. Null removes an optional field. */
export interface ItemUpdate {
  /** The service’s identifier of the item. Up to 256 characters. */
  readonly _id?: string | undefined;
  /** The version that the item must have; if it is not the current one, nothing changes. */
  readonly _version?: number | undefined;
  /**
   * The shop’s identifier, unique in the project. A number is converted to its decimal string. Up to 256
   * characters.
   */
  readonly id?: string | number | undefined;
  /** Stock keeping unit. A number is converted to its decimal string. Up to 256 characters. */
  readonly sku?: string | number | undefined;
  /** Up to 1,000 characters. */
  readonly name?: string | undefined;
  /**
   * One picture or a list of at most 50: http(s) URLs, `data:image/...` URIs of at most 10 MB, or `{url, alt}`.
   * Returned in the shape that was sent.
   */
  readonly imgs?: Picture | readonly Picture[] | undefined;
  /** Up to 100,000 characters. */
  readonly description?: string | undefined;
  /**
   * Whether the item is active. It can also be `1`, `0`, or a text such as `yes` or `no`, as in CSV. Null means
   * the default, true.
   */
  readonly active?: boolean | null | 0 | 1 | '1' | '0' | 'yes' | 'no' | 'true' | 'false' | undefined;
  readonly price?: number | string | null | ValueOperation | undefined;
  readonly prices?: LocalPrices | undefined;
  readonly stores?: LocalStores | undefined;
  readonly translations?: LocalTexts | undefined;
  readonly [field: string]: unknown;
}

export interface ItemUpdatesReply {
  /** The changed items, in the order of the request. */
  readonly items: readonly Item[];
  /** Changes that were not made. */
  readonly errors: readonly ItemError[];
  readonly warnings?: Warnings;
}

export interface ItemsReply {
  /** The added items. */
  readonly items: readonly Item[];
  /** Items that were not added. */
  readonly errors: readonly ItemError[];
  readonly warnings?: Warnings;
}

/**
 * `web`: for pages and apps, limited to the scopes search, recommend and events. `server`: secret, with any
 * scopes.
 */
export type KeyKind = 'web' | 'server';

export interface KeyReply {
  readonly key: ApiKey;
  readonly warnings?: Warnings;
}

export interface KeysReply {
  readonly keys: readonly ApiKey[];
  /** All scopes. */
  readonly scopes: readonly Scope[];
  readonly warnings?: Warnings;
}

export interface LearnedCorrection {
  /** The word in lower case. */
  readonly word: string;
  /** What visitors searched for next in its place. */
  readonly target: string;
  /** How many meant it, at least five. */
  readonly visitors: number;
  /** When the last of them searched, in milliseconds since 1970. */
  readonly lastAt: number;
  /** Whether searches use it: no item has `word`, some have the words of `target`, and the typo settings allow it. */
  readonly isActive: boolean;
}

export interface LearnedCorrectionsReply {
  /** Those of most visitors first, up to 500. */
  readonly corrections: readonly LearnedCorrection[];
  readonly warnings?: Warnings;
}

export interface LearnedWord {
  /** The word of the query, in lower case. */
  readonly word: string;
  /** The words in its place in `correctedQuery`. */
  readonly target: string;
}

export interface LearningSettings {
  /** The score of an item changes by at most this share. 0 turns it off. */
  readonly max: number;
  /** Days after which a visit counts half. */
  readonly halfLifeDays: number;
  /**
   * Share of lists in which an item of the last 30 days that few visitors saw is tried out at one of the positions
   * 8 to 12. 0 turns it off.
   */
  readonly exploration: number;
}

export interface LearningSettingsChanges {
  /** The score of an item changes by at most this share. 0 turns it off. 0 to 0.5. */
  readonly max?: number | undefined;
  /** Days after which a visit counts half. 1 to 365. */
  readonly halfLifeDays?: number | undefined;
  /**
   * Share of lists in which an item of the last 30 days that few visitors saw is tried out at one of the positions
   * 8 to 12. 0 turns it off. 0 to 0.2.
   */
  readonly exploration?: number | undefined;
}

export interface LineError {
  readonly line: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly InputError[];
}

/**
 * The sources in their order, and the candidates that list constraints excluded. Only replies with `explain`
 * have it.
 */
export interface ListExplanation {
  readonly sources: readonly {
    /** The list’s own source first, then fallbacks. */
    readonly name: string;
    /** Number of candidates from the source. */
    readonly candidates: number;
    /** Number of them in the list. */
    readonly taken: number;
  }[];
  readonly leftOut: readonly {
    readonly _id: string;
    readonly id: string;
    readonly score: number;
    readonly why: 'variant_in_list' | 'cap' | 'below_min_relevance';
  }[];
}

export interface ListItemsQuery {
  /** Maximum number of items. Default: 20. 1 to 1,000. */
  readonly limit?: number | undefined;
  /** Number of items to skip. Default: 0. */
  readonly offset?: number | undefined;
  /** Only the item with this id. Up to 256 characters. */
  readonly id?: string | undefined;
  /** Only items with this sku. Up to 256 characters. */
  readonly sku?: string | undefined;
  /** Only active or only inactive items. */
  readonly active?: boolean | undefined;
  /**
   * Fields to return, such as `name,price,specs.weight`. The default is all, as with `*`. The reply always
   * includes `id` and the service’s fields (`_id`, `_score`, ...). Up to 100.
   */
  readonly fields?: readonly string[] | undefined;
}

export type ListName =
  | 'user'
  | 'together'
  | 'trending'
  | 'similar'
  | 'popular'
  | 'again'
  | 'viewed'
  | 'because-viewed';

export type ListSourceName =
  | 'user'
  | 'together'
  | 'trending'
  | 'similar'
  | 'popular'
  | 'again'
  | 'viewed'
  | 'because-viewed'
  | 'content';

/** Prices by price list: `{"b2b": 10}`. */
export type LocalPrices = Readonly<Record<string, number>> | readonly unknown[] | string | number | boolean;

/** Price and stock by store: `{"berlin": {"stock": 3, "price": 12}}`. */
export type LocalStores =
  | Readonly<
      Record<
        string,
        {
          readonly price?: number | undefined;
          readonly stock?: number | undefined;
        }
      >
    >
  | readonly unknown[]
  | string
  | number
  | boolean;

/** Texts by language: `{"de": {"name": "Stuhl", "description": "..."}}`. */
export type LocalTexts =
  | Readonly<
      Record<
        string,
        Readonly<
          Record<string, string | number | boolean | null | readonly (string | number | boolean | null)[]>
        >
      >
    >
  | readonly unknown[]
  | string
  | number
  | boolean;

export interface MatchError {
  readonly id: string;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly InputError[];
}

/** x and y in the photo and in the picture, as shares of width and height from the top left. */
export interface MatchedPoint {
  readonly photo: readonly number[];
  readonly picture: readonly number[];
}

/** `low` and `high`: 95 % interval of `after` minus `before`; null with fewer than 25 visitors. */
export interface MeanDifference {
  readonly before: number;
  readonly after: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface MergeReply {
  readonly merged: boolean;
  readonly warnings?: Warnings;
}

export type MergeUsersRequest = (
  | {
      /** The user to merge. Up to 256 characters. */
      readonly from: string;
    }
  | {
      /** The session to merge. Up to 256 characters. */
      readonly session: string;
    }
) & {
  /** Project id. Up to 64 characters. */
  readonly project: string;
  /** The user that remains. Up to 256 characters. */
  readonly into: string;
};

export interface MetricResult {
  readonly metric: 'clickRate' | 'conversion' | 'revenue';
  readonly control: number | null;
  readonly treatment: number | null;
  readonly difference: number | null;
  /** The always-valid 95 % interval, or null with too few visitors. */
  readonly interval: IntervalBounds | null;
  /** The difference as a share of the control. */
  readonly lift: number | null;
  /** The always-valid 95 % interval, or null with too few visitors. */
  readonly liftInterval: IntervalBounds | null;
}

export interface MultiSearchReply {
  readonly results: readonly SearchReply[];
  readonly warnings?: Warnings;
}

export interface MultiSearchRequest {
  /** Project id. Optional for a key of exactly one project. Up to 64 characters. */
  readonly project?: string | undefined;
  /** The searches, each with the parameters of a search. Up to 20. */
  readonly searches: readonly SearchRequest[];
}

export interface NearestCategory {
  readonly field: string;
  /** A value of the field, or the first levels of a path. */
  readonly value: string;
  /** How many of the ten nearest items are in it, or in a category below. */
  readonly count: number;
  /** The filter that keeps the photo search within this category, in the syntax of `filters`. */
  readonly filter: string;
}

export interface NewInvitation {
  readonly invitation: Invitation;
  /** Path of the console with a secret behind `#`, returned only here. Vitrine sends no mail: pass it on. */
  readonly link: string;
  readonly warnings?: Warnings;
}

export interface NewKey extends ApiKey {
  /** The key, returned only here. */
  readonly key: string;
}

export interface OneWaySynonyms {
  /** The id, for programs that change synonyms one by one, such as Algolia’s clients. Up to 256 characters. */
  readonly id?: string | undefined;
  readonly kind: 'oneWay';
  /** Up to 128 characters. */
  readonly from: string;
  /** Up to 50. */
  readonly to: readonly string[];
}

export interface OrderEvidence {
  /** The `id` of the item. */
  readonly item: string;
  /** Its name; null without one, and if names are private and the key lacks the scope `private`. */
  readonly name: string | null;
  /** Orders with the item. */
  readonly orders: number;
  /**
   * Items that are bought together with it more often than by chance, by the lower limit of the lift. At most four
   * are counted.
   */
  readonly significant: number;
  /**
   * The item that needs the fewest further orders to be one of them; null with four, and if none needs less than a
   * hundred.
   */
  readonly next: {
    /** The `id` of the item. */
    readonly item: string;
    /** Its name; null without one, and if names are private and the key lacks the scope `private`. */
    readonly name: string | null;
    /** Further orders with both items. */
    readonly orders: number;
  } | null;
}

export interface OtherFields {
  /** Weight of a word in these fields. */
  readonly weight: number;
  /** Length normalisation (BM25 b). */
  readonly lengthPenalty: number;
}

export interface OtherFieldsChanges {
  /** Weight of a word in these fields. 0 to 100. */
  readonly weight?: number | undefined;
  /** Length normalisation (BM25 b). 0 to 1. */
  readonly lengthPenalty?: number | undefined;
}

export interface PageReportReply {
  /** The arm of the visitor: `treatment` sees the elements of the script. Null without an experiment or a session. */
  readonly arm: 'control' | 'treatment' | null;
  readonly warnings?: Warnings;
}

export interface PartState {
  readonly ready: boolean;
  readonly detail: string;
  /** The component works, but not as it should. */
  readonly warning?: string;
}

export interface PastList {
  /** The id that events name, unique in the project. Up to 256 characters. */
  readonly id: string;
  /** ISO 8601, in UTC without a zone, or seconds or milliseconds since 1970. */
  readonly at: string | number;
  /** Customer id. Up to 256 characters. */
  readonly user?: string | undefined;
  /** Session id. Up to 256 characters. */
  readonly session?: string | undefined;
  /** The items that were shown, best first; those after the 24th are ignored. Up to 1,000. */
  readonly items: readonly string[];
  /** The conditions of its filter. Up to 100. */
  readonly filters?: readonly string[] | undefined;
  /** Ids of the rules that acted. Up to 100. */
  readonly rules?: readonly string[] | undefined;
  /** `phone`, `tablet`, `desktop`, or a name of your own. Up to 256 characters. */
  readonly device?: string | undefined;
  /** ISO 3166. Up to 256 characters. */
  readonly country?: string | undefined;
  /** Arms of experiments, as `experiment:arm`. Up to 100. */
  readonly assignments?: readonly string[] | undefined;
  /** `user`, `together`, `trending` or `similar`. Up to 256 characters. */
  readonly list?: string | undefined;
  /** Id of the placement. Up to 256 characters. */
  readonly placement?: string | undefined;
  /** The items of the page or cart. Up to 100. */
  readonly about?: readonly string[] | undefined;
  /** The category of the page. Up to 256 characters. */
  readonly category?: string | undefined;
}

export interface PastSearch {
  /** The id that events name, unique in the project. Up to 256 characters. */
  readonly id: string;
  /** ISO 8601, in UTC without a zone, or seconds or milliseconds since 1970. */
  readonly at: string | number;
  /** Customer id. Up to 256 characters. */
  readonly user?: string | undefined;
  /** Session id. Up to 256 characters. */
  readonly session?: string | undefined;
  /** The items that were shown, best first; those after the 24th are ignored. Up to 1,000. */
  readonly items: readonly string[];
  /** The conditions of its filter. Up to 100. */
  readonly filters?: readonly string[] | undefined;
  /** Ids of the rules that acted. Up to 100. */
  readonly rules?: readonly string[] | undefined;
  /** `phone`, `tablet`, `desktop`, or a name of your own. Up to 256 characters. */
  readonly device?: string | undefined;
  /** ISO 3166. Up to 256 characters. */
  readonly country?: string | undefined;
  /** Arms of experiments, as `experiment:arm`. Up to 100. */
  readonly assignments?: readonly string[] | undefined;
  /** The query as typed. An empty one means that the visitor browses. Up to 1,000 characters. */
  readonly query?: string | undefined;
  /** The spelling that was searched instead. Up to 1,000 characters. */
  readonly correctedQuery?: string | undefined;
  /** Whether it was a search by photo. */
  readonly photo?: boolean | undefined;
  /** The number of matches. The default is the number of items. 0 to 1,000,000,000. */
  readonly total?: number | undefined;
  /** Position before the first item. 0 to 10,000. */
  readonly offset?: number | undefined;
  /** Whether the shopper chose an order. */
  readonly sorted?: boolean | undefined;
  /** Id of the collection. Up to 256 characters. */
  readonly collection?: string | undefined;
}

export interface PersonalizationSettings {
  /** The score of an item rises by at most this share. 0 turns it off. */
  readonly max: number;
}

export interface PersonalizationSettingsChanges {
  /** The score of an item rises by at most this share. 0 turns it off. 0 to 0.5. */
  readonly max?: number | undefined;
}

export type Picture =
  | string
  | {
      readonly url: string;
      /** Alternative text of the picture. Up to 1,000 characters. */
      readonly alt?: string | undefined;
    };

/** Number of pictures by status. */
export interface PictureCounts {
  readonly pending: number;
  readonly embedded: number;
  readonly refined: number;
  readonly failed: number;
  /** `refined` ones whose keypoints are not extracted yet; see `geometricVerification`. */
  readonly withoutPoints: number;
}

export interface PictureFailureGroup {
  /** Empty: pictures stored here, or whose address names no host. */
  readonly host: string;
  /** Code of the error. */
  readonly code: string;
  /** Number of pictures. */
  readonly count: number;
  /** The newest of them. */
  readonly example: {
    /** The item’s `id`. */
    readonly itemId: string;
    readonly state: PictureState;
  };
}

export interface PictureFailures {
  readonly groups: readonly PictureFailureGroup[];
  readonly warnings?: Warnings;
}

export interface PictureState {
  /** URL of the picture. */
  readonly source: string;
  /** Photo search finds `embedded` pictures, and `refined` ones more reliably. */
  readonly status: 'pending' | 'embedded' | 'refined' | 'failed';
  readonly error: Failure | null;
  readonly attempts: number;
  /** The time of the next attempt, in ms since 1970, or null if there is none. */
  readonly retryAt: number | null;
}

/** Either `id` or `filter`. */
export interface Pin {
  /** Up to 256 characters. */
  readonly id?: string | undefined;
  /** A slot: the best item of the list that matches. Up to 10,000 characters. */
  readonly filter?: string | undefined;
  /** 1 to 1,000. */
  readonly position: number;
}

export interface PlacementListReply {
  /** Send it with events of these items. */
  readonly recommendationId: string;
  /** Best first. */
  readonly items: readonly RecommendedItem[];
  /** Ids of the rules that acted, in order. */
  readonly rules: readonly string[];
  /** `userData` of these rules, in order. */
  readonly userData?: readonly unknown[];
  readonly explain?: ListExplanation;
  /** The first fallback with items in the list, or null. */
  readonly fallback: ListSourceName | null;
  /** The first source with items in the list; null if there is none. */
  readonly list: ListSourceName | null;
  readonly placement: {
    readonly id: string;
    /** A heading for the list. */
    readonly title?: string;
    /** False: the list is empty. */
    readonly enabled: boolean;
    /** Lists of the page with this group show no item twice. */
    readonly group?: string;
    /** Any JSON value, for the front end. */
    readonly userData?: unknown;
  };
  readonly warnings?: Warnings;
}

export interface PlacementReply {
  readonly placement: RecommendationPlacement;
  /** Each change of a placement gives it a new version, which no other state has. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  readonly warnings?: Warnings;
}

export interface PlacementsReply {
  /** By id. */
  readonly placements: readonly {
    readonly placement: RecommendationPlacement;
    /** Each change of a placement gives it a new version, which no other state has. */
    readonly version: number;
    /** Milliseconds since 1970. */
    readonly changedAt: number;
  }[];
  readonly warnings?: Warnings;
}

export interface PlanExperimentRequest {
  /** Default: `conversion`. */
  readonly metric?: 'clickRate' | 'conversion' | 'revenue' | undefined;
  /** Default: 0.05. 0.001 to 10. */
  readonly minimumEffect?: number | undefined;
  /** Default: half each. */
  readonly shares?:
    | {
        /** 0 to 1. */
        readonly control: number;
        /** 0 to 1. */
        readonly treatment: number;
      }
    | undefined;
}

export interface PreviewCollectionRequest {
  /** The query. Without words, browses the catalog by popularity. Up to 1,000 characters. */
  readonly q?: string | undefined;
  /** Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. Up to 10,000 characters. */
  readonly filters?: string | undefined;
  /** Maximum number of items. Default: 20. 1 to 1,000. */
  readonly limit?: number | undefined;
  /**
   * Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON.
   * Members have a text, number or boolean, or a list of them.
   */
  readonly context?: unknown;
  /** A user to preview as. Up to 256 characters. */
  readonly user?: string | undefined;
  /** An anonymous session to preview as. Up to 256 characters. */
  readonly session?: string | undefined;
  /**
   * Previews as a visitor of this segment, in place of `user` and `session`: conditions of rules on visitors match
   * if this one implies them.
   */
  readonly segment?: VisitorCondition | undefined;
  /**
   * Id of a draft: answers as if it was published. The key needs the scope `settings`. Changes that need another
   * index are not shown; `warnings` name them. Up to 64 characters.
   */
  readonly draft?: string | undefined;
  /** The time of the search, in ISO 8601. The default is now. Up to 40 characters. */
  readonly at?: string | undefined;
  /** A draft in place of the stored one. */
  readonly collection?: Collection | undefined;
}

export interface PreviewPlacementRequest {
  /**
   * Customer id. A web key speaks for the user only with a `session` that is linked to the user: see the setting
   * `visitors.unsignedUsers`. Up to 256 characters.
   */
  readonly user?: string | undefined;
  /**
   * Session id, as in events: an anonymous visitor, or the user that the session is linked to. Up to 256
   * characters.
   */
  readonly session?: string | undefined;
  /**
   * Ids of items viewed just now, oldest first, in addition to the visitor’s events. A list in `session` is
   * treated the same way. Up to 100.
   */
  readonly seen?: readonly string[] | undefined;
  /**
   * The page’s item: its `id` or `_id`, or with `by` another of its names. Unknown ones give a warning. Up to
   * 2,048 characters.
   */
  readonly item?: string | undefined;
  /** The items of the cart, named as `item`. Up to 100. */
  readonly items?: readonly string[] | undefined;
  /** Only items of this category or its descendants. Up to 256 characters. */
  readonly category?: string | undefined;
  /**
   * Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON.
   * Members have a text, number or boolean, or a list of them. The member `placement` is always the id of the
   * placement.
   */
  readonly context?: unknown;
  /** Adds score components, the contribution of each source, and excluded candidates with reasons. Default: false. */
  readonly explain?: boolean | undefined;
  /**
   * Previews as a visitor of this segment, in place of `user` and `session`: conditions of rules on visitors match
   * if this one implies them.
   */
  readonly segment?: VisitorCondition | undefined;
  /**
   * Id of a draft: answers as if it was published. The key needs the scope `settings`. Changes that need another
   * index are not shown; `warnings` name them. Up to 64 characters.
   */
  readonly draft?: string | undefined;
  /** The time of the search, in ISO 8601. The default is now. Up to 40 characters. */
  readonly at?: string | undefined;
  /** A draft in place of the stored one. */
  readonly placement?: RecommendationPlacement | undefined;
}

export interface PreviewRulesRequest {
  /** The query. Without words, browses the catalog by popularity. Up to 1,000 characters. */
  readonly q?: string | undefined;
  /** Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. Up to 10,000 characters. */
  readonly filters?: string | undefined;
  /** Maximum number of items. Default: 20. 1 to 1,000. */
  readonly limit?: number | undefined;
  /**
   * Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON.
   * Members have a text, number or boolean, or a list of them.
   */
  readonly context?: unknown;
  /** A user to preview as. Up to 256 characters. */
  readonly user?: string | undefined;
  /** An anonymous session to preview as. Up to 256 characters. */
  readonly session?: string | undefined;
  /**
   * Previews as a visitor of this segment, in place of `user` and `session`: conditions of rules on visitors match
   * if this one implies them.
   */
  readonly segment?: VisitorCondition | undefined;
  /**
   * Id of a draft: answers as if it was published. The key needs the scope `settings`. Changes that need another
   * index are not shown; `warnings` name them. Up to 64 characters.
   */
  readonly draft?: string | undefined;
  /** The time of the search, in ISO 8601. The default is now. Up to 40 characters. */
  readonly at?: string | undefined;
  /** Draft rules in place of the stored ones. Up to 1,000. */
  readonly rules?: readonly Rule[] | undefined;
}

export interface PreviewSettingsRequest {
  /** The query. Without words, browses the catalog by popularity. Up to 1,000 characters. */
  readonly q?: string | undefined;
  /** Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. Up to 10,000 characters. */
  readonly filters?: string | undefined;
  /** Maximum number of items. Default: 20. 1 to 1,000. */
  readonly limit?: number | undefined;
  /**
   * Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON.
   * Members have a text, number or boolean, or a list of them.
   */
  readonly context?: unknown;
  /** A user to preview as. Up to 256 characters. */
  readonly user?: string | undefined;
  /** An anonymous session to preview as. Up to 256 characters. */
  readonly session?: string | undefined;
  /**
   * Previews as a visitor of this segment, in place of `user` and `session`: conditions of rules on visitors match
   * if this one implies them.
   */
  readonly segment?: VisitorCondition | undefined;
  /** The time of the search, in ISO 8601. The default is now. Up to 40 characters. */
  readonly at?: string | undefined;
  /** Changes of the search settings; null resets one to its default. */
  readonly settings: {
    readonly search: SearchSettingsChanges;
  };
}

export interface PreviewSynonymsRequest {
  /** The query. Up to 1,000 characters. */
  readonly q: string;
  /** Synonyms in addition to those of the project. Up to 5,000. */
  readonly synonyms: readonly SynonymRule[];
  /** Maximum number of items. Default: 20. 1 to 1,000. */
  readonly limit?: number | undefined;
}

/** An error: RFC 9457 with a stable `code`. */
export interface Problem {
  /** Page of the documentation. */
  readonly type: string;
  /** Short description of the code. */
  readonly title: string;
  readonly status: number;
  /** Description of this occurrence. */
  readonly detail: string;
  /** Stable error code. */
  readonly code: string;
  /** Id of the request in the log. */
  readonly requestId: string;
  /** Id of the trace, where the service records traces. */
  readonly traceId?: string;
  /** All errors of the input. */
  readonly errors: readonly (ItemError | InputError)[];
}

export interface Project extends ProjectSummary {
  readonly items: number;
  readonly activeItems: number;
  readonly events: number;
  readonly pictures: PictureCounts;
  readonly semantic: SemanticState;
  /** Why the project cannot be opened; then the counts are 0. */
  readonly error?: string;
}

export interface ProjectDetails {
  readonly project: Project;
  /**
   * Hosts whose pictures take longest, at most 20: measured by this process since its start, newer pictures count
   * more.
   */
  readonly pictureHosts: readonly {
    readonly host: string;
    readonly pictures: number;
    /** Average time to download a picture. */
    readonly fetchMs: number;
    /** Average time to decode and embed a picture, with the wait for the process that does. */
    readonly embedMs: number;
    /** Average size of a picture. */
    readonly bytes: number;
  }[];
  /** Failed pictures, newest first, at most 50. */
  readonly pictureFailures: readonly {
    readonly itemId: string;
    readonly state: PictureState;
  }[];
  /** Identical pictures of several items, at most 50. */
  readonly pictureDuplicates: readonly {
    readonly source: string;
    readonly itemIds: readonly string[];
  }[];
  /** The last 20 tasks, newest first. */
  readonly tasks: readonly Task[];
  readonly warnings?: Warnings;
}

export interface ProjectReply {
  readonly project: ProjectSummary;
  readonly warnings?: Warnings;
}

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

export interface ProjectSummary {
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** ISO 4217 code of all prices. */
  readonly currency: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Whether its shoppers are simulated. */
  readonly demo: boolean;
}

export interface ProjectsReply {
  readonly projects: readonly Project[];
  readonly warnings?: Warnings;
}

/** The feed to put, without `id` and `schedule`. Null if nothing was found that can be read. */
export interface ProposedFeed {
  readonly name: string;
  readonly source: 'file' | 'shopify' | 'woocommerce' | 'sitemap';
  readonly url: string;
  readonly format?: 'ndjson' | 'csv' | 'xml';
  readonly absent: 'deactivate';
}

export interface PublishDraftRequest {
  /** Also where the live configuration changed since in what the draft changes. Default: false. */
  readonly force?: boolean | undefined;
  /** The message that people read. The default is the name of the draft. Up to 500 characters. */
  readonly message?: string | undefined;
}

export interface PutCollectionRequest {
  /** The whole collection. */
  readonly collection: Collection;
}

export interface PutDraftRequest {
  /** The whole draft. */
  readonly draft: Draft;
  /**
   * Accepts the live states of this moment as the ones that the draft changes: it then has no conflicts. Default:
   * false.
   */
  readonly rebase?: boolean | undefined;
}

export interface PutExperimentRequest {
  /** The whole experiment. */
  readonly experiment: Experiment;
}

export interface PutFeedRequest {
  /** The whole feed. */
  readonly feed: Feed;
}

export interface PutPlacementRequest {
  /** The whole placement. */
  readonly placement: RecommendationPlacement;
}

export interface PutViewRequest {
  /** The whole view. */
  readonly view: SavedView;
}

export interface PutWebhookRequest {
  /** The whole webhook. */
  readonly webhook: Webhook;
  /** Replaces the secret at once. Default: false. */
  readonly rotateSecret?: boolean | undefined;
}

export interface QueryFigures extends SearchFigures {
  /** The query in lower case. */
  readonly query: string;
  /** The three most frequent filters of the query, those with most searches without results first. */
  readonly filters: readonly {
    /**
     * The condition, in the syntax of `filters`. `collection:sale` is a collection, `(other)` a condition without a
     * short text.
     */
    readonly filter: string;
    readonly searches: number;
    readonly withoutResults: number;
  }[];
}

/** Ranking factors with the item’s values; `reasons` puts them into words. */
export interface Ranking {
  readonly reasons?: readonly string[];
  readonly [field: string]: unknown;
}

export interface RankingFactors {
  /** Term frequency saturation (BM25 k1). */
  readonly saturation: number;
  /** All words of the query in the name. */
  readonly allWordsInName: number;
  /** The query as a phrase in the name. */
  readonly phraseInName: number;
  /** Head noun matches: a "phone case" is a case, not a phone. */
  readonly headNounMatch: number;
  /** The factor for an item in a category that the query names: "fruit" is first of all what is in Fruit. */
  readonly categoryMatch: number;
  /** All numbers of the query in the name. */
  readonly numbersInName: number;
  /** All words in exactly the typed form. */
  readonly exactWordForms: number;
  /** The factor for each typo. */
  readonly typo: number;
  /** The factor for a prefix match. */
  readonly prefix: number;
  /** The factor for a match by synonym. */
  readonly synonym: number;
  /** The factor for a match as the last part of a compound. */
  readonly compound: number;
}

export interface RankingFactorsChanges {
  /** Term frequency saturation (BM25 k1). 0.01 to 10. */
  readonly saturation?: number | undefined;
  /** All words of the query in the name. 0.01 to 100. */
  readonly allWordsInName?: number | undefined;
  /** The query as a phrase in the name. 0.01 to 100. */
  readonly phraseInName?: number | undefined;
  /** Head noun matches: a "phone case" is a case, not a phone. 0.01 to 100. */
  readonly headNounMatch?: number | undefined;
  /**
   * The factor for an item in a category that the query names: "fruit" is first of all what is in Fruit. 0.01 to
   * 100.
   */
  readonly categoryMatch?: number | undefined;
  /** All numbers of the query in the name. 0.01 to 100. */
  readonly numbersInName?: number | undefined;
  /** All words in exactly the typed form. 0.01 to 100. */
  readonly exactWordForms?: number | undefined;
  /** The factor for each typo. 0.01 to 1. */
  readonly typo?: number | undefined;
  /** The factor for a prefix match. 0.01 to 1. */
  readonly prefix?: number | undefined;
  /** The factor for a match by synonym. 0.01 to 1. */
  readonly synonym?: number | undefined;
  /** The factor for a match as the last part of a compound. 0.01 to 1. */
  readonly compound?: number | undefined;
}

export interface RankingFigures {
  readonly ndcg: number;
  readonly hitRate: number;
}

/** A ranking of recommendations: the initial one, or one of two trained ones. */
export type RankingKind = 'fixed' | 'linear' | 'trees';

export interface RateLimits {
  /**
   * Requests per minute from one address with a web key, or for the `address` that a server key names. 0: no
   * limit.
   */
  readonly addressPerMinute: number;
  /** Requests per minute of one visitor (`session`, otherwise `user`) with a web key. 0: no limit. */
  readonly visitorPerMinute: number;
}

export interface RateLimitsChanges {
  /**
   * Requests per minute from one address with a web key, or for the `address` that a server key names. 0: no
   * limit. 0 to 1,000,000.
   */
  readonly addressPerMinute?: number | null | undefined;
  /** Requests per minute of one visitor (`session`, otherwise `user`) with a web key. 0: no limit. 0 to 1,000,000. */
  readonly visitorPerMinute?: number | null | undefined;
}

export interface ReadinessReply {
  readonly ready: boolean;
  /** State by component. */
  readonly parts: Readonly<Record<string, PartState>>;
  readonly warnings?: Warnings;
}

/** Why the item is in the list. */
export interface Reason {
  /**
   * Stable: `because_you_viewed`, `seen_before`, `bought_together`, `goes_with`, `bought_before`, `trending`,
   * `viewed_together`, `similar`, `looks_similar`, `popular`, `new`, `pinned`.
   */
  readonly code: string;
  /** A sentence for visitors. */
  readonly text: string;
  /** Ids of the items that are the reason. */
  readonly because: readonly string[];
  /** The id of the rule. Only `pinned` has it. */
  readonly rule?: string;
}

export type RecommendBecauseViewedRequest = RecommendationOptions &
  Visitor & {
    /** Project id. Up to 64 characters. */
    readonly index: string;
    /**
     * Ids of items viewed just now, oldest first, in addition to the visitor’s events. A list in `session` is
     * treated the same way. Up to 100.
     */
    readonly seen?: readonly string[] | undefined;
  };

export interface RecommendBoughtTogetherRequest extends RecommendationOptions {
  /** Project id. Up to 64 characters. */
  readonly index: string;
  /** The item’s `id` or `_id`, or with `by` another of its names; or a list of them: a cart. */
  readonly item: string | readonly string[];
  /**
   * Customer id. A web key speaks for the user only with a `session` that is linked to the user: see the setting
   * `visitors.unsignedUsers`. Up to 256 characters.
   */
  readonly user?: string | undefined;
  /**
   * Session id, as in events: an anonymous visitor, or the user that the session is linked to. Up to 256
   * characters.
   */
  readonly session?: string | undefined;
}

export type RecommendBuyAgainRequest = RecommendationOptions &
  Visitor & {
    /** Project id. Up to 64 characters. */
    readonly index: string;
  };

export type RecommendForUserRequest = RecommendationOptions &
  Visitor & {
    /** Project id. Up to 64 characters. */
    readonly index: string;
    /**
     * Ids of items viewed just now, oldest first, in addition to the visitor’s events. A list in `session` is
     * treated the same way. Up to 100.
     */
    readonly seen?: readonly string[] | undefined;
  };

export interface RecommendPlacementRequest {
  /** Project id. Up to 64 characters. */
  readonly index: string;
  /**
   * What the items of the request are named by: `id` (default), `sku`, `groupId` or `url`, or several of these in
   * the order in which they are tried. A `groupId` stands for an active item of the product.
   */
  readonly by?: 'id' | 'sku' | 'groupId' | 'url' | readonly ('id' | 'sku' | 'groupId' | 'url')[] | undefined;
  /**
   * Customer id. A web key speaks for the user only with a `session` that is linked to the user: see the setting
   * `visitors.unsignedUsers`. Up to 256 characters.
   */
  readonly user?: string | undefined;
  /**
   * Session id, as in events: an anonymous visitor, or the user that the session is linked to. Up to 256
   * characters.
   */
  readonly session?: string | undefined;
  /**
   * Ids of items viewed just now, oldest first, in addition to the visitor’s events. A list in `session` is
   * treated the same way. Up to 100.
   */
  readonly seen?: readonly string[] | undefined;
  /**
   * The page’s item: its `id` or `_id`, or with `by` another of its names. Unknown ones give a warning. Up to
   * 2,048 characters.
   */
  readonly item?: string | undefined;
  /** The items of the cart, named as `item`. Up to 100. */
  readonly items?: readonly string[] | undefined;
  /** Only items of this category or its descendants. Up to 256 characters. */
  readonly category?: string | undefined;
  /** Maximum number of items. Default: as in the placement. 1 to 100. */
  readonly limit?: number | undefined;
  /**
   * Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. In a list for an item,
   * `item.price` is that item’s price: `category:item.category AND price <= item.price`. Items must also match the
   * filter of the placement. Up to 10,000 characters.
   */
  readonly filters?: string | undefined;
  /**
   * Fields to return, such as `name,price,specs.weight`. The default is all, as with `*`. The reply always
   * includes `id` and the service’s fields (`_id`, `_score`, ...). Up to 100.
   */
  readonly fields?: readonly string[] | undefined;
  /** Ids of items to exclude, in addition to those of the placement. Up to 1,000. */
  readonly exclude?: readonly string[] | undefined;
  /**
   * Ids of the items that other lists of the page show. They are left out, and by default so are other variants of
   * their products. A list that has nothing of its own then stays empty instead of being filled by others. Up to
   * 1,000.
   */
  readonly shown?: readonly string[] | undefined;
  /** For requests of your server: the visitor’s IP address, for the rate limit. Not stored. Up to 64 characters. */
  readonly address?: string | undefined;
  /** Price list (`prices.<name>`) of the key that sets the `price` of items. Up to 64 characters. */
  readonly priceList?: string | undefined;
  /** Store (`stores.<name>`) that sets `price` and `stock` of items. Up to 64 characters. */
  readonly store?: string | undefined;
  /** Language (`translations.<name>`) of the texts of items: `de` or `de-AT`. Up to 35 characters. */
  readonly language?: string | undefined;
  /**
   * Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON.
   * Members have a text, number or boolean, or a list of them. The member `placement` is always the id of the
   * placement.
   */
  readonly context?: unknown;
  /**
   * False: without rules. For a key without the scope `settings`, items hidden by rules stay hidden. Default:
   * true.
   */
  readonly enableRules?: boolean | undefined;
  /**
   * Id of a draft: answers as if it was published. The key needs the scope `settings`. Changes that need another
   * index are not shown; `warnings` name them. Up to 64 characters.
   */
  readonly draft?: string | undefined;
  /** Adds score components, the contribution of each source, and excluded candidates with reasons. Default: false. */
  readonly explain?: boolean | undefined;
}

export interface RecommendPopularRequest extends RecommendationOptions {
  /** Project id. Up to 64 characters. */
  readonly index: string;
  /**
   * Customer id. A web key speaks for the user only with a `session` that is linked to the user: see the setting
   * `visitors.unsignedUsers`. Up to 256 characters.
   */
  readonly user?: string | undefined;
  /**
   * Session id, as in events: an anonymous visitor, or the user that the session is linked to. Up to 256
   * characters.
   */
  readonly session?: string | undefined;
  /** Only items of this category or its descendants. Up to 256 characters. */
  readonly category?: string | undefined;
}

export type RecommendRecentlyViewedRequest = RecommendationOptions &
  Visitor & {
    /** Project id. Up to 64 characters. */
    readonly index: string;
    /**
     * Ids of items viewed just now, oldest first, in addition to the visitor’s events. A list in `session` is
     * treated the same way. Up to 100.
     */
    readonly seen?: readonly string[] | undefined;
  };

export interface RecommendSimilarRequest extends RecommendationOptions {
  /** Project id. Up to 64 characters. */
  readonly index: string;
  /** The item’s `id` or `_id`, or with `by` another of its names. Up to 2,048 characters. */
  readonly item: string;
  /**
   * Customer id. A web key speaks for the user only with a `session` that is linked to the user: see the setting
   * `visitors.unsignedUsers`. Up to 256 characters.
   */
  readonly user?: string | undefined;
  /**
   * Session id, as in events: an anonymous visitor, or the user that the session is linked to. Up to 256
   * characters.
   */
  readonly session?: string | undefined;
}

export interface RecommendTrendingRequest extends RecommendationOptions {
  /** Project id. Up to 64 characters. */
  readonly index: string;
  /**
   * Customer id. A web key speaks for the user only with a `session` that is linked to the user: see the setting
   * `visitors.unsignedUsers`. Up to 256 characters.
   */
  readonly user?: string | undefined;
  /**
   * Session id, as in events: an anonymous visitor, or the user that the session is linked to. Up to 256
   * characters.
   */
  readonly session?: string | undefined;
  /** Only items of this category or its descendants. Up to 256 characters. */
  readonly category?: string | undefined;
  /**
   * Length of the period in hours; all its visitors count equally. Default: no period, and a visitor counts half
   * after 12 hours. 1 to 168.
   */
  readonly windowHours?: number | undefined;
}

export interface RecommendationOptions {
  /**
   * What the items of the request are named by: `id` (default), `sku`, `groupId` or `url`, or several of these in
   * the order in which they are tried. A `groupId` stands for an active item of the product.
   */
  readonly by?: 'id' | 'sku' | 'groupId' | 'url' | readonly ('id' | 'sku' | 'groupId' | 'url')[] | undefined;
  /** Maximum number of items. Default: 10. 1 to 100. */
  readonly limit?: number | undefined;
  /**
   * Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. In a list for an item,
   * `item.price` is that item’s price: `category:item.category AND price <= item.price`. Up to 10,000 characters.
   */
  readonly filters?: string | undefined;
  /**
   * Fields to return, such as `name,price,specs.weight`. The default is all, as with `*`. The reply always
   * includes `id` and the service’s fields (`_id`, `_score`, ...). Up to 100.
   */
  readonly fields?: readonly string[] | undefined;
  /** Ids of items to exclude. Up to 1,000. */
  readonly exclude?: readonly string[] | undefined;
  /**
   * Ids of the items that other lists of the page show. They are left out, and by default so are other variants of
   * their products. A list that has nothing of its own then stays empty instead of being filled by others. Up to
   * 1,000.
   */
  readonly shown?: readonly string[] | undefined;
  /**
   * Whether the list may contain the visitor’s purchases. Default: no for trending items, yes for `buy-again` and
   * `recently-viewed`; other lists leave out what the visitor bought within 90 days, unless the visitor or many
   * buyers buy it again as a habit. User recommendations also depend on how often visitors of the shop buy an item
   * again.
   */
  readonly bought?: boolean | undefined;
  /** Variants of a product (same `groupId`): the best `one`, or `all`. Default: "one". */
  readonly variants?: 'one' | 'all' | undefined;
  /** Items with `stock` 0 or less: `hide` or `show`. Default: "hide". */
  readonly outOfStock?: 'hide' | 'show' | undefined;
  /**
   * Caps: each allows at most `max` items with the same value of `field` within `window` consecutive positions, or
   * in the whole list without `window`. Up to 10.
   */
  readonly caps?: readonly Cap[] | undefined;
  /** 0: ranked by score alone; up to 1: favours items that differ from those before them. Default: 0. 0 to 1. */
  readonly diversity?: number | undefined;
  /**
   * Rotation: each impression without an interaction, in lists with this parameter, reduces an item’s score by
   * this share. An impression counts half after one day. Default: 0. 0 to 1.
   */
  readonly rotation?: number | undefined;
  /** Minimum share of the best score. Above 0 there is no fallback, and the list may be short. Default: 0. 0 to 1. */
  readonly minRelevance?: number | undefined;
  /** For requests of your server: the visitor’s IP address, for the rate limit. Not stored. Up to 64 characters. */
  readonly address?: string | undefined;
  /** Price list (`prices.<name>`) of the key that sets the `price` of items. Up to 64 characters. */
  readonly priceList?: string | undefined;
  /** Store (`stores.<name>`) that sets `price` and `stock` of items. Up to 64 characters. */
  readonly store?: string | undefined;
  /** Language (`translations.<name>`) of the texts of items: `de` or `de-AT`. Up to 35 characters. */
  readonly language?: string | undefined;
  /**
   * Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON.
   * Members have a text, number or boolean, or a list of them.
   */
  readonly context?: unknown;
  /**
   * False: without rules. For a key without the scope `settings`, items hidden by rules stay hidden. Default:
   * true.
   */
  readonly enableRules?: boolean | undefined;
  /**
   * Id of a draft: answers as if it was published. The key needs the scope `settings`. Changes that need another
   * index are not shown; `warnings` name them. Up to 64 characters.
   */
  readonly draft?: string | undefined;
  /** Adds score components, the contribution of each source, and excluded candidates with reasons. Default: false. */
  readonly explain?: boolean | undefined;
}

/** A named place of a page and the list that it shows. */
export interface RecommendationPlacement {
  /** The id in URLs. Up to 64 characters. */
  readonly id: string;
  /** The title that people read, and a heading for the list. Up to 200 characters. */
  readonly title?: string | undefined;
  /** Whether the list has items. The default is true; an inactive list is empty. */
  readonly enabled?: boolean | undefined;
  /**
   * Placements of one page with the same group show no item twice: the page sends what the others show as `shown`.
   * In the replies of its list. Up to 64 characters.
   */
  readonly group?: string | undefined;
  /** The list to show. */
  readonly list: ListName;
  /**
   * Lists that fill the list, in order; `content`: the newest items. Without an item, `together` and `similar` are
   * skipped; without a visitor, `again`, `viewed` and `because-viewed`. Default: the usual fallbacks of the list;
   * `[]`: none. Up to 8.
   */
  readonly fallbacks?: readonly ListSourceName[] | undefined;
  /** Maximum number of items. Default: 10. 1 to 100. */
  readonly limit?: number | undefined;
  /**
   * Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. In a list for an item,
   * `item.price` is that item’s price: `category:item.category AND price <= item.price`. Up to 10,000 characters.
   */
  readonly filters?: string | undefined;
  /** Only items of this category or its descendants. Up to 256 characters. */
  readonly category?: string | undefined;
  /** Ids of items to exclude. Up to 1,000. */
  readonly exclude?: readonly string[] | undefined;
  /**
   * Whether the list may contain the visitor’s purchases. Default: no for trending items, yes for `buy-again` and
   * `recently-viewed`; other lists leave out what the visitor bought within 90 days, unless the visitor or many
   * buyers buy it again as a habit. User recommendations also depend on how often visitors of the shop buy an item
   * again.
   */
  readonly bought?: boolean | undefined;
  /** Variants of a product (same `groupId`): the best `one`, or `all`. Default: "one". */
  readonly variants?: 'one' | 'all' | undefined;
  /** Items with `stock` 0 or less: `hide` or `show`. Default: "hide". */
  readonly outOfStock?: 'hide' | 'show' | undefined;
  /**
   * Caps: each allows at most `max` items with the same value of `field` within `window` consecutive positions, or
   * in the whole list without `window`. Up to 10.
   */
  readonly caps?: readonly Cap[] | undefined;
  /** 0: ranked by score alone; up to 1: favours items that differ from those before them. Default: 0. 0 to 1. */
  readonly diversity?: number | undefined;
  /**
   * Rotation: each impression without an interaction, in lists with this parameter, reduces an item’s score by
   * this share. An impression counts half after one day. Default: 0. 0 to 1.
   */
  readonly rotation?: number | undefined;
  /** Minimum share of the best score. Above 0 there is no fallback, and the list may be short. Default: 0. 0 to 1. */
  readonly minRelevance?: number | undefined;
  /**
   * Of trending items. Length of the period in hours; all its visitors count equally. Default: no period, and a
   * visitor counts half after 12 hours. 1 to 168.
   */
  readonly windowHours?: number | undefined;
  /** Any JSON value for the front end, such as a banner; at most 10000 bytes. */
  readonly userData?: unknown;
}

export interface RecommendationReply {
  /** Send it with events of these items. */
  readonly recommendationId: string;
  /** Best first. */
  readonly items: readonly RecommendedItem[];
  /** Ids of the rules that acted, in order. */
  readonly rules: readonly string[];
  /** `userData` of these rules, in order. */
  readonly userData?: readonly unknown[];
  readonly explain?: ListExplanation;
  /** The source that filled the list, or null. */
  readonly fallback: 'similar' | 'trending' | 'popular' | 'content' | null;
  readonly warnings?: Warnings;
}

/** An item of a list of recommendations. */
export interface RecommendedItem extends Item {
  /** Comparable within one list only. */
  readonly _score: number;
  readonly _reason: Reason;
  /** The source and the components of the score. Only replies with `explain` have it. */
  readonly _explain?: Readonly<Record<string, unknown>>;
}

/** Ranking of a project’s recommendations, and its last training. */
export interface RecommenderReply {
  readonly state: 'off' | 'waiting' | 'learning';
  /** The ranking in use. */
  readonly ranking: RankingKind;
  /** Number of events. */
  readonly events: number;
  /** Number of events that starts the next training. */
  readonly eventsMin: number;
  /** The maximum number of events that a training reads. 0 disables it. */
  readonly eventsMax: number;
  readonly last: TrainingReport | null;
  readonly warnings?: Warnings;
}

/** An index rebuild, such as after a change of settings. */
export interface ReindexTask {
  readonly id: string;
  readonly project: string;
  readonly status: 'running' | 'succeeded' | 'failed';
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
  readonly finishedAt: number | null;
  readonly error: Failure | null;
  readonly kind: 'reindex';
  readonly progress: {
    /** Items in the new index. */
    readonly indexed: number;
    /** Items to index. */
    readonly total: number;
  };
}

export interface RemovedConsoleUser {
  /** The id of the user. */
  readonly removed: string;
  readonly warnings?: Warnings;
}

export interface Replay {
  readonly draftVersion: number;
  /** The newest version of the configuration at its start. */
  readonly liveVersion: number;
  /** Whether the draft has not changed since. */
  readonly isCurrent: boolean;
  readonly summary: ReplaySummary;
  /** Changed lists, those shown most first. */
  readonly lists: readonly ReplayedList[];
}

export interface ReplayReply {
  /** Null: none has finished. */
  readonly replay: Replay | null;
  readonly warnings?: Warnings;
}

export interface ReplaySummary {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
  readonly finishedAt: number;
  /** Searches and lists that were replayed. */
  readonly impressions: number;
  /** Those that could not be: sorted, by photo, or with a filter or collection that is gone. */
  readonly skipped: number;
  /** The time of the first impression. */
  readonly from: number;
  /** The time of the last impression. */
  readonly to: number;
  /** Share of the impressions whose first 24 items are others, or in another order. */
  readonly changed: number;
  readonly withoutResults: MeanDifference;
  /** Share of the impressions with a click or purchase in which what was chosen stands first. */
  readonly chosenFirst?: MeanDifference | null;
  /** NDCG of what was clicked or bought, corrected for positions. */
  readonly clicks: MeanDifference | null;
  /** NDCG of what was bought, by its amount. */
  readonly revenue: MeanDifference | null;
  /** Impressions with a click or purchase. */
  readonly judged: number;
  /** Visitors of these. */
  readonly visitors: number;
}

/** A replay of a draft. */
export interface ReplayTask {
  readonly id: string;
  readonly project: string;
  readonly status: 'running' | 'succeeded' | 'failed';
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
  readonly finishedAt: number | null;
  readonly error: Failure | null;
  readonly kind: 'replay';
  readonly progress: {
    readonly draft: string;
    /** Impressions whose lists were compared. */
    readonly replayed: number;
    /** Impressions to replay. */
    readonly total: number;
  };
}

export interface ReplayTaskReply {
  readonly task: ReplayTask;
  readonly warnings?: Warnings;
}

export interface ReplayedList {
  readonly query: string;
  readonly filters: readonly string[];
  readonly collection: string | null;
  readonly placement: string | null;
  /** How often it was shown. */
  readonly impressions: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly rulesBefore: readonly string[];
  readonly rulesAfter: readonly string[];
  readonly rankBefore: number | null;
  readonly rankAfter: number | null;
}

export interface ReportPageRequest {
  /** The key, in place of the header, in a beacon. Up to 8,192 characters. */
  readonly key?: string | undefined;
  /** The path or address of the page. Query and fragment are dropped. Up to 2,048 characters. */
  readonly page: string;
  /** The session of the visitor, as in events, if the visitor consents. Up to 256 characters. */
  readonly session?: string | undefined;
}

export interface RetryPicturesReply {
  /** Number of pictures. */
  readonly retried: number;
  readonly warnings?: Warnings;
}

export interface RetryPicturesRequest {
  /** Only pictures of this item (its `id`). Up to 256 characters. */
  readonly item?: string | undefined;
  /**
   * Selects the pictures of this host, as in the list of failures. An empty text selects those without one. Up to
   * 2,048 characters.
   */
  readonly host?: string | undefined;
  /** Only pictures with this error. Up to 100 characters. */
  readonly code?: string | undefined;
}

export interface RevenueAnalyticsQuery {
  /**
   * The first day: a date (2026-01-31, 2026-01, 2026-01-31T10:00:00Z, now, now-7d). The default is six days before
   * the last. Up to 40 characters.
   */
  readonly from?: string | undefined;
  /** The last day, in UTC. The default is today. Up to 40 characters. */
  readonly to?: string | undefined;
  /**
   * What the figures are told apart by. `channel`: `search`, `browse`, `photo` or `list`. `device` and `country`:
   * by `context` of the request, otherwise the headers of browsers and trusted proxies. Default: "query".
   */
  readonly by?:
    | 'query'
    | 'filter'
    | 'collection'
    | 'rule'
    | 'placement'
    | 'list'
    | 'channel'
    | 'device'
    | 'country'
    | 'day'
    | undefined;
  /** Order of the values, highest first; days are ascending. Default: "revenue". */
  readonly order?: 'revenue' | 'shown' | 'clicked' | 'orders' | 'returned' | undefined;
  /** Maximum number of values. Default: 20. 1 to 500. */
  readonly limit?: number | undefined;
}

export interface RevenueFigures {
  /** Searches and lists that were shown; further pages, and queries while typing, do not count. */
  readonly shown: number;
  /** Those with a click, view, cart event or purchase. */
  readonly clicked: number;
  /** Those with a cart event. */
  readonly carted: number;
  /** Those with a direct purchase. */
  readonly converted: number;
  /** Visits in which one was shown; a visit ends after 30 minutes without any, and with the day. */
  readonly sessions: number;
  /** Share of `shown`. */
  readonly clickRate: number | null;
  /** Share of `shown`. */
  readonly cartRate: number | null;
  /** Share of `shown`. */
  readonly conversionRate: number | null;
  /** The project’s currency first. */
  readonly money: readonly CurrencyFigures[];
  /** All purchases, of periods and days. */
  readonly sales?: readonly SalesFigures[];
}

export interface RevenuePeriod extends RevenueFigures {
  readonly sales: readonly SalesFigures[];
}

/** Attribution of a period, compared with the one before. */
export interface RevenueReport {
  /** First day, in UTC. */
  readonly from: string;
  /** Last day. */
  readonly to: string;
  /** The period of the same length before. */
  readonly before: {
    readonly from: string;
    readonly to: string;
  };
  /** The first day whose figures can still change. Null means that nothing is counted. */
  readonly openFrom: string | null;
  readonly by:
    | 'query'
    | 'filter'
    | 'collection'
    | 'rule'
    | 'placement'
    | 'list'
    | 'channel'
    | 'device'
    | 'country'
    | 'day';
  readonly totals: RevenueTotals;
  readonly values: readonly RevenueValue[];
  readonly warnings?: Warnings;
}

export interface RevenueTotals extends RevenuePeriod {
  readonly before: RevenuePeriod;
}

export interface RevenueValue extends RevenueFigures {
  readonly value: string;
  readonly before: RevenueFigures;
}

export interface RevokedInvitation {
  /** The id of the invitation. */
  readonly revoked: string;
  readonly warnings?: Warnings;
}

/**
 * `viewer` reads, `editor` also changes items and the configuration of projects, `owner` also administers keys,
 * users and projects.
 */
export type Role = 'viewer' | 'editor' | 'owner';

/** A rule with at least one action: what follows `until`. */
export interface Rule {
  /** Up to 128 characters. */
  readonly id: string;
  /** The name that people read. Up to 200 characters. */
  readonly name?: string | undefined;
  /** Whether the rule is active. The default is true. */
  readonly enabled?: boolean | undefined;
  /** A condition, or alternatives. */
  readonly when?: RuleCondition | readonly RuleCondition[] | undefined;
  /** Start, ISO 8601; in UTC if it has no zone. */
  readonly from?: string | undefined;
  /** End; includes a whole day or month. */
  readonly until?: string | undefined;
  /** Items, products or slots at fixed positions. Up to 100. */
  readonly pin?: readonly Pin[] | undefined;
  /** Hidden items or products, by id or by filter. */
  readonly hide?: string | readonly string[] | undefined;
  /** Only items that match are listed, and suggested. Up to 10,000 characters. */
  readonly filter?: string | undefined;
  /** Matching items rank higher among items with the same number of matching words. */
  readonly boost?: string | readonly RuleBoost[] | undefined;
  /** Matching items rank lower among items with the same number of matching words. */
  readonly bury?: string | readonly RuleBoost[] | undefined;
  /** Rewrites the query once, the longest phrase first: replaced words are not replaced again. */
  readonly words?:
    | {
        /** Words or phrases of the query and what to search for instead. Up to 100. */
        readonly replace?: readonly WordReplacement[] | undefined;
        /** Words or phrases that are not searched for. Up to 100. */
        readonly remove?: readonly string[] | undefined;
      }
    | undefined;
  /** Facets that are shown first, in this order; of the first acting rule with them. Up to 50. */
  readonly facets?: readonly string[] | undefined;
  /** The page to show in place of results. */
  readonly redirect?:
    | {
        /** A page of the shop, such as `/gifts`, or an http(s) address. Up to 2,048 characters. */
        readonly url: string;
      }
    | undefined;
  /** Any JSON value for the front end, such as a banner; at most 10000 bytes. */
  readonly userData?: unknown;
}

export interface RuleBoost {
  /** Items that match. Up to 10,000 characters. */
  readonly filter: string;
  /** The number of steps. The default is 1. 1 to 7. */
  readonly by?: number | undefined;
}

/** A request must match all members. Empty: always. */
export interface RuleCondition {
  /**
   * Words of the query, compared after text analysis: ignoring case, accents, inflection and stop words. Empty:
   * searches without words. Never matches a list. Up to 1,000 characters.
   */
  readonly query?: string | undefined;
  /** Whether these are all words of the query (default), a phrase in it, or its first words. */
  readonly match?: 'is' | 'contains' | 'starts' | undefined;
  /**
   * Conditions that the request’s `filters` must contain among its top-level AND clauses, in any notation. Up to
   * 10,000 characters.
   */
  readonly filters?: string | undefined;
  /** Members that the request’s `context` must have, each with this value or one of these; case is ignored. */
  readonly context?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly visitor?: VisitorCondition | undefined;
}

export interface RulesPreview {
  /** `_reason` marks pinned items, `_ranking.reasons` boosted and buried ones. */
  readonly items: readonly SearchItem[];
  /** Exact number of matching items. */
  readonly total: number;
  /** Items that would be on this page without hiding rules, at most 100. */
  readonly hidden: readonly {
    readonly item: Item;
    /** Ids of the rules that hide it. */
    readonly rules: readonly string[];
  }[];
  /** Ids of the rules that acted, in order. */
  readonly acting: readonly string[];
  /** `userData` of these rules, in order. */
  readonly userData?: readonly unknown[];
  /** The page to show instead, if a rule redirects the query. */
  readonly redirect?: {
    /** A path, such as `/gifts`, is one of the page that follows it. */
    readonly url: string;
  };
  /** The query that was searched, if rules replaced or removed words. */
  readonly rewrittenQuery?: string;
  /** What was read from the query, in its order, unless query understanding is off. */
  readonly understood?: readonly UnderstoodPart[];
  /**
   * Carrier phrases of the query, as typed, which are not searched for, such as `where can I buy` and `please`;
   * omitted if there are none.
   */
  readonly ignoredWords?: readonly string[];
  /** Fields of the facets that a search shows first, if a rule orders them. */
  readonly facetsFirst?: readonly string[];
  readonly warnings?: Warnings;
}

export interface RulesReply {
  /** 0 at first; each change adds 1. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number | null;
  /** Earlier rules take precedence. */
  readonly rules: readonly Rule[];
  readonly warnings?: Warnings;
}

/** All purchases in one currency. */
export interface SalesFigures {
  /** The ISO 4217 code, or null if the project has none. */
  readonly currency: string | null;
  readonly orders: number;
  readonly units: number;
  /** Returns subtracted. */
  readonly revenue: number;
  /** The returns. */
  readonly returned: number;
  /** The part at prices of the catalog: the event had none. */
  readonly estimated: number;
}

/** Filters, order and columns of a page of the console, under a name. */
export interface SavedView {
  /** Such as `low-stock`. Up to 64 characters. */
  readonly id: string;
  /** The name that people read. Up to 200 characters. */
  readonly name: string;
  /** The page of the console that it belongs to. */
  readonly page: 'items' | 'searches' | 'rules' | 'revenue';
  /**
   * Filters, order and columns: the query of the address of the page, without its question mark. Up to 4,000
   * characters.
   */
  readonly query: string;
}

export interface SavedViewReply {
  readonly view: SavedView;
  /** The version of this state of the view. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  readonly warnings?: Warnings;
}

export interface SavedViewsReply {
  /** The views of all pages, in the order of their ids. */
  readonly views: readonly StoredView[];
  readonly warnings?: Warnings;
}

/** Permission of a key; `admin` includes all. */
export type Scope =
  | 'search'
  | 'recommend'
  | 'items:read'
  | 'items:write'
  | 'events'
  | 'users'
  | 'settings'
  | 'analytics'
  | 'private'
  | 'admin';

export interface SearchAnalyticsQuery {
  /**
   * The first day: a date (2026-01-31, 2026-01, 2026-01-31T10:00:00Z, now, now-7d). The default is six days before
   * the last. Up to 40 characters.
   */
  readonly from?: string | undefined;
  /** The last day, in UTC. The default is today. Up to 40 characters. */
  readonly to?: string | undefined;
  /** Maximum number of queries in each list. Default: 20. 1 to 500. */
  readonly limit?: number | undefined;
}

export interface SearchCap {
  /** Up to 256 characters. */
  readonly field: string;
  /** Maximum number of items with the same value. 1 to 100. */
  readonly max: number;
  /** Number of consecutive positions. 2 to 100. */
  readonly window: number;
}

/** The collection that the request names. */
export interface SearchCollection {
  readonly id: string;
  readonly name?: string;
  /** `userData` of the collection. */
  readonly userData?: unknown;
}

export interface SearchFacetValuesRequest extends FacetSearchOptions {}

export interface SearchFacetsRequest extends FacetSearchOptions {
  /** The facets’ fields. Up to 20. */
  readonly fields: readonly string[];
  /** Those of the fields that are counted without the conditions of `filters` on themselves. Up to 20. */
  readonly disjunctive?: readonly string[] | undefined;
}

export interface SearchFigures {
  /** Settled searches. */
  readonly searches: number;
  /** Searches for which no item has all words, as typed or corrected. */
  readonly withoutResults: number;
  /** Searches with a filter or in a collection. */
  readonly filtered: number;
  /** Those of them without results: the words may find items elsewhere. */
  readonly filteredWithoutResults: number;
  /** Searches followed by a click, cart event or purchase of a result. */
  readonly clicked: number;
  /** Searches followed by a purchase of a result. */
  readonly bought: number;
  /** Click-through rate: `clicked` divided by searches with results; null without any. */
  readonly clickShare: number | null;
  /** Average position of the first click, from 1. */
  readonly clickPosition: number | null;
}

/** An item of a search result. */
export interface SearchItem extends Item {
  /** Comparable within one result only. */
  readonly _score: number;
  /** The highlighted texts by field: escaped HTML with `<em>` around matching words. */
  readonly _highlights?: Readonly<Record<string, string>>;
  /** What pinned the item: a rule, or its fixed position in a collection. Absent for other items. */
  readonly _reason?: {
    readonly code: 'pinned';
    /** The reason in words. */
    readonly text: string;
    /** The rule’s `id`. */
    readonly rule?: string;
    /** The collection’s `id`. */
    readonly collection?: string;
  };
  /** The ranking of the item. Only replies with `explain` have it. */
  readonly _ranking?: Ranking;
  /** The distance to the item’s nearest geo point, in metres. Only replies with `sort=distance(...)` have it. */
  readonly _distance?: number;
  /** The matching variants of the item’s product. Only items with a `groupId` have it. */
  readonly _variants?: {
    /** Number of matching variants, including this one. */
    readonly count: number;
    /** The next best variants. Only requests with `variants` get them. */
    readonly items: readonly Item[];
  };
  /** The URL of the matching picture. Only photo searches have it. */
  readonly _picture?: string;
  /** The index of that picture in `imgs`, from 0. Only photo searches have it. */
  readonly _pictureIndex?: number;
  /** The number of keypoints of the picture that the photo has. Only photo searches with `explain` have it. */
  readonly _matchedPoints?: readonly MatchedPoint[];
}

export interface SearchReply {
  /** Send it with events of these items. */
  readonly searchId: string;
  readonly items: readonly SearchItem[];
  /** Exact number of matching items. */
  readonly total: number;
  /** The facets by field, in display order. */
  readonly facets: Readonly<Record<string, Facet>>;
  /**
   * The fields of `facets` with values, in display order: those of a rule, pinned ones, those of the facet
   * settings, others as requested.
   */
  readonly facetOrder: readonly string[];
  readonly query: string;
  /** The corrected query, or null. */
  readonly correctedQuery: string | null;
  /**
   * How the query was relaxed: `corrected` spelling; `words_dropped`; `semantic`: the first item is a semantic
   * match without any word of the query; `popular`: no matches (`total` is 0), popular items instead; null: as
   * typed.
   */
  readonly fallback: 'corrected' | 'words_dropped' | 'semantic' | 'popular' | null;
  /** Semantic search; not in a photo search. */
  readonly semantic?: SemanticReport;
  /** The query that was searched, if rules replaced or removed words. */
  readonly rewrittenQuery?: string;
  /** What was read from the query, in its order, unless query understanding is off. */
  readonly understood?: readonly UnderstoodPart[];
  /**
   * Carrier phrases of the query, as typed, which are not searched for, such as `where can I buy` and `please`;
   * omitted if there are none.
   */
  readonly ignoredWords?: readonly string[];
  /** The words that are corrected to what visitors searched for next; omitted if there are none. */
  readonly learnedCorrections?: readonly LearnedWord[];
  /** Ids of the rules that acted, in order. */
  readonly rules: readonly string[];
  /** `userData` of these rules, in order. */
  readonly userData?: readonly unknown[];
  /** The page to show instead, if a rule redirects the query. */
  readonly redirect?: {
    /** A path, such as `/gifts`, is one of the page that follows it. */
    readonly url: string;
  };
  readonly collection?: SearchCollection;
  /** Milliseconds in the service. */
  readonly tookMs: number;
  /**
   * Photo search only: certainty of the first result. `out_of_catalog`: no product of the catalog resembles the
   * photo, and `items` is empty. From `offset` 10, by similarity alone: use that of the first page.
   */
  readonly confidence?: 'high' | 'low' | 'out_of_catalog';
  /** The region of the photo that was used for the search. Null means the whole photo. Only photo searches have it. */
  readonly part?: Crop | null;
  /**
   * Photo search only: with `low`, the categories of the nearest items, most frequent first, to ask the shopper
   * for the right one. Empty if they are all of one.
   */
  readonly nearestCategories?: readonly NearestCategory[];
  readonly warnings?: Warnings;
}

/** Search analytics of a period. */
export interface SearchReport {
  /** First day, in UTC. */
  readonly from: string;
  /** Last day. */
  readonly to: string;
  readonly totals: SearchFigures;
  /** All days, ascending. */
  readonly days: readonly DayFigures[];
  /** Most frequent queries. */
  readonly top: readonly QueryFigures[];
  /** Queries with the most searches without results. */
  readonly withoutResults: readonly QueryFigures[];
  /** Queries with the most searches without clicks. */
  readonly unclicked: readonly QueryFigures[];
  readonly warnings?: Warnings;
}

export interface SearchRequest {
  /** The query. Without words, browses the catalog by popularity. Up to 1,000 characters. */
  readonly q?: string | undefined;
  /** Maximum number of items. Default: 20. 0 to 1,000. */
  readonly limit?: number | undefined;
  /** Number of items to skip. Default: 0. 0 to 10,000. */
  readonly offset?: number | undefined;
  /** Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. Up to 10,000 characters. */
  readonly filters?: string | undefined;
  /**
   * Facets, as texts or objects: `brand`, `brand:10` for ten values, `brand(limit=10,order=value,minCount=2)`,
   * `size(order=size)`, `price(0..50,50..)` for ranges, `category(path="Home")` for levels, `*` for dynamic
   * facets. Up to 50.
   */
  readonly facets?: readonly (string | FacetRequest)[] | undefined;
  /** Disjunctive facets: counted without the conditions of `filters` on their own field. Up to 50. */
  readonly disjunctive?: readonly string[] | undefined;
  /**
   * Sort keys that precede relevance: `price:asc`, `-price`, `desc(price)`, `distance(location,59.33,18.06)`. Up
   * to 8.
   */
  readonly sort?: readonly string[] | undefined;
  /**
   * Fields to return, such as `name,price,specs.weight`. The default is all, as with `*`. The reply always
   * includes `id` and the service’s fields (`_id`, `_score`, ...). Up to 100.
   */
  readonly fields?: readonly string[] | undefined;
  /** Fields to highlight; `false`: none. Default: `name` and `description`, if returned. */
  readonly highlight?: readonly string[] | boolean | undefined;
  /** Adds `_ranking` to each item. Default: false. */
  readonly explain?: boolean | undefined;
  /**
   * Whether variants of a product (same `groupId`) are listed, counted and paged as one, at the position of the
   * best. Matching and filters apply to each variant. Default: true.
   */
  readonly grouped?: boolean | undefined;
  /** Maximum number of further variants per product in `_variants`, best first. Default: 0. 0 to 20. */
  readonly variants?: number | undefined;
  /**
   * Id of the user who searches, for conditions of rules on visitors. A query becomes a completion once several
   * visitors have sent it. A web key speaks for the user only with a `session` that is linked to the user: see the
   * setting `visitors.unsignedUsers`. Up to 256 characters.
   */
  readonly user?: string | undefined;
  /** Session id of an anonymous visitor, as in events. Up to 256 characters. */
  readonly session?: string | undefined;
  /** False: in the order as for any visitor, where the setting `personalization` is on. Default: true. */
  readonly personalize?: boolean | undefined;
  /**
   * For requests of your server: the visitor’s IP address. Not stored. At most two visitors per address count for
   * completions. Up to 64 characters.
   */
  readonly address?: string | undefined;
  /**
   * Id of a collection: searches among its items. Without words, the list has the order of the collection’s page.
   * Up to 128 characters.
   */
  readonly collection?: string | undefined;
  /**
   * Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON.
   * Members have a text, number or boolean, or a list of them.
   */
  readonly context?: unknown;
  /**
   * False: without rules. For a key without the scope `settings`, items hidden by rules stay hidden. Default:
   * true.
   */
  readonly enableRules?: boolean | undefined;
  /**
   * Id of a draft: answers as if it was published. The key needs the scope `settings`. Changes that need another
   * index are not shown; `warnings` name them. Up to 64 characters.
   */
  readonly draft?: string | undefined;
  /**
   * Query understanding: whether prices, sizes and values of the catalog in the query become `filters` in its
   * place, `boosts`, or stay words (`off`). Default: the setting.
   */
  readonly understanding?: 'filters' | 'boosts' | 'off' | undefined;
  /** Fields whose values stay words of the query, as after a shopper removes a filter of `understood`. Up to 50. */
  readonly asWords?: readonly string[] | undefined;
  /** Price list (`prices.<name>`) of the key that sets the `price` of items. Up to 64 characters. */
  readonly priceList?: string | undefined;
  /** Store (`stores.<name>`) that sets `price` and `stock` of items. Up to 64 characters. */
  readonly store?: string | undefined;
  /**
   * Language of the query and of the texts of items (`translations.<name>`): `de` or `de-AT`. With several project
   * languages (setting `languages`), only its stop words apply. An unknown language gives a warning. Up to 35
   * characters.
   */
  readonly language?: string | undefined;
}

export interface SearchSettings {
  /** Fields with the name of the product, used by ranking factors. */
  readonly name: FieldGroup;
  /** Groups of fields with their own weights. */
  readonly zones: readonly FieldGroup[];
  /** All other text fields. */
  readonly others: OtherFields;
  /** Fields that are not searched; filters, facets and sorting can use them. `*`: all fields that no group names. */
  readonly unsearchableFields: readonly string[];
  /**
   * Fields whose values identify an item. A search for such a value, ignoring case and separators, ranks the item
   * first. Case, `_` and `-` of a field name are ignored.
   */
  readonly identifiers: readonly string[];
  /** Ranking factors: multipliers of the text score; 1 disables one. */
  readonly ranking: RankingFactors;
  /**
   * Strict tie-breakers before the text score, in this order; a ranking factor of the same name is then ignored.
   * `rules`: boosts of rules, first unless listed. The number of matching words always precedes them.
   */
  readonly criteria: readonly ('rules' | 'typos' | 'allWordsInName' | 'headNounMatch' | 'phraseInName')[];
  /** Text scores that differ by less than about this share count as equal, so that custom ranking decides. */
  readonly textScoreTolerance: number;
  /** Custom ranking: your own tie-breakers, such as a margin. Popularity and age follow. */
  readonly customRanking: readonly CustomRankingCriterion[];
  /** Typo tolerance. */
  readonly typos: TypoSettings;
  /**
   * ISO 639-1 codes of the languages of the texts, the most frequent first; they select stemmers, stop words,
   * letter folding, compounds and head nouns, as far as these are known.
   */
  readonly languages: readonly string[];
  /** Stop words, which are searched only if a query has no other words. Null means the stop words of the languages. */
  readonly stopWords: readonly string[] | null;
  /** Synonyms. Matches by synonym rank below literal matches. */
  readonly synonyms: readonly SynonymRule[];
  /** Whether to use built-in synonyms (English). */
  readonly builtInSynonyms: boolean;
  /**
   * Items with the same value in this field are variants of one product: matched and filtered separately, listed
   * and counted as one. Empty: no grouping.
   */
  readonly groupBy: string;
  /** If fewer items than this contain all words, prefixes also match, then words with typos. */
  readonly typoThreshold: number;
  /** If fewer items than this match, items with only some of the words are added. */
  readonly dropWordsThreshold: number;
  /** Prefix search on the last word: `always`, only if `few` items match the whole word, or `off`. */
  readonly prefix: 'few' | 'always' | 'off';
  /** Semantic search: re-ranks the best keyword matches and adds semantic matches. */
  readonly semantic: SemanticSettings;
  /**
   * Whether a search in another language than the names finds them by meaning; `auto`: in catalogs of up to
   * 200,000 items. It takes 0.9 kB of memory and 2 ms of CPU an item. Without effect with the `multilingual`
   * model, which reads all its languages anyway.
   */
  readonly foreignQueries: 'auto' | boolean;
  /** Items returned if nothing matches: `popular` ones, marked as a fallback, or `none`. */
  readonly zeroResultsFallback: 'popular' | 'none';
  /**
   * Photo search: whether the first ten items also rank by keypoints of their pictures that are found in the
   * photo.
   */
  readonly geometricVerification: boolean;
  /**
   * Photo search: whether vectors of photos are kept, for a day or until a click or cart event confirms an item,
   * and confirmed ones rank later searches. `false` deletes them.
   */
  readonly learnFromPhotos: boolean;
  /**
   * Whether words that no item has are corrected to what at least five visitors searched for next. What each
   * visitor searched for next is kept for 60 days; `false` deletes it.
   */
  readonly learnCorrections: boolean;
  /**
   * Query understanding: prices, sizes and values of the catalog in a query become `filters` in its place,
   * `boosts`, or stay words (`off`).
   */
  readonly understanding: 'filters' | 'boosts' | 'off';
  /**
   * What items with `stock` 0 or less come after, except pinned ones: `inTier`: the items with as many words of
   * the query, without a query all others; `browsing`: all others without a query, nothing in searches by words;
   * `always`: all others; `never`: nothing. Not with a `sort`.
   */
  readonly soldOutLast: 'inTier' | 'browsing' | 'always' | 'never';
  /**
   * Diversification of lists without a `sort`: at most `max` items with the same value of `field` within `window`
   * consecutive positions. Others follow later.
   */
  readonly caps: readonly SearchCap[];
  /**
   * How facets are shown, in their order: names, orders of values, hidden values. Of several with the same field,
   * the first whose condition matches applies, or the one without a condition.
   */
  readonly facets: readonly FacetSetting[];
  /** Order learned from clicks, cart events and purchases that name a search. Not with a `sort`. */
  readonly learning: LearningSettings;
  /** Order by the values and items that a visitor views and buys. Not with a `sort`. */
  readonly personalization: PersonalizationSettings;
}

export interface SearchSettingsChanges {
  /** Fields with the name of the product, used by ranking factors. */
  readonly name?: FieldGroupChanges | null | undefined;
  /** Groups of fields with their own weights. Up to 6. */
  readonly zones?: readonly FieldGroup[] | null | undefined;
  /** All other text fields. */
  readonly others?: OtherFieldsChanges | null | undefined;
  /**
   * Fields that are not searched; filters, facets and sorting can use them. `*`: all fields that no group names.
   * Up to 100.
   */
  readonly unsearchableFields?: readonly string[] | null | undefined;
  /**
   * Fields whose values identify an item. A search for such a value, ignoring case and separators, ranks the item
   * first. Case, `_` and `-` of a field name are ignored. Up to 100.
   */
  readonly identifiers?: readonly string[] | null | undefined;
  /** Ranking factors: multipliers of the text score; 1 disables one. */
  readonly ranking?: RankingFactorsChanges | null | undefined;
  /**
   * Strict tie-breakers before the text score, in this order; a ranking factor of the same name is then ignored.
   * `rules`: boosts of rules, first unless listed. The number of matching words always precedes them. Up to 5.
   */
  readonly criteria?:
    | readonly ('rules' | 'typos' | 'allWordsInName' | 'headNounMatch' | 'phraseInName')[]
    | null
    | undefined;
  /** Text scores that differ by less than about this share count as equal, so that custom ranking decides. */
  readonly textScoreTolerance?: number | null | undefined;
  /** Custom ranking: your own tie-breakers, such as a margin. Popularity and age follow. Up to 8. */
  readonly customRanking?: readonly CustomRankingCriterion[] | null | undefined;
  /** Typo tolerance. */
  readonly typos?: TypoSettingsChanges | null | undefined;
  /**
   * ISO 639-1 codes of the languages of the texts, the most frequent first; they select stemmers, stop words,
   * letter folding, compounds and head nouns, as far as these are known. Up to 8.
   */
  readonly languages?: readonly string[] | null | undefined;
  /**
   * Stop words, which are searched only if a query has no other words. Null means the stop words of the languages.
   * Up to 1,000.
   */
  readonly stopWords?: readonly string[] | null | undefined;
  /** Synonyms. Matches by synonym rank below literal matches. Up to 5,000. */
  readonly synonyms?: readonly SynonymRule[] | null | undefined;
  /** Whether to use built-in synonyms (English). */
  readonly builtInSynonyms?: boolean | null | undefined;
  /**
   * Items with the same value in this field are variants of one product: matched and filtered separately, listed
   * and counted as one. Empty: no grouping. Up to 256 characters.
   */
  readonly groupBy?: string | null | undefined;
  /** If fewer items than this contain all words, prefixes also match, then words with typos. 0 to 1,000. */
  readonly typoThreshold?: number | null | undefined;
  /** If fewer items than this match, items with only some of the words are added. 0 to 10,000. */
  readonly dropWordsThreshold?: number | null | undefined;
  /** Prefix search on the last word: `always`, only if `few` items match the whole word, or `off`. */
  readonly prefix?: 'few' | 'always' | 'off' | null | undefined;
  /** Semantic search: re-ranks the best keyword matches and adds semantic matches. */
  readonly semantic?: SemanticSettingsChanges | null | undefined;
  /**
   * Whether a search in another language than the names finds them by meaning; `auto`: in catalogs of up to
   * 200,000 items. It takes 0.9 kB of memory and 2 ms of CPU an item. Without effect with the `multilingual`
   * model, which reads all its languages anyway.
   */
  readonly foreignQueries?: 'auto' | boolean | null | undefined;
  /** Items returned if nothing matches: `popular` ones, marked as a fallback, or `none`. */
  readonly zeroResultsFallback?: 'popular' | 'none' | null | undefined;
  /**
   * Photo search: whether the first ten items also rank by keypoints of their pictures that are found in the
   * photo.
   */
  readonly geometricVerification?: boolean | null | undefined;
  /**
   * Photo search: whether vectors of photos are kept, for a day or until a click or cart event confirms an item,
   * and confirmed ones rank later searches. `false` deletes them.
   */
  readonly learnFromPhotos?: boolean | null | undefined;
  /**
   * Whether words that no item has are corrected to what at least five visitors searched for next. What each
   * visitor searched for next is kept for 60 days; `false` deletes it.
   */
  readonly learnCorrections?: boolean | null | undefined;
  /**
   * Query understanding: prices, sizes and values of the catalog in a query become `filters` in its place,
   * `boosts`, or stay words (`off`).
   */
  readonly understanding?: 'filters' | 'boosts' | 'off' | null | undefined;
  /**
   * What items with `stock` 0 or less come after, except pinned ones: `inTier`: the items with as many words of
   * the query, without a query all others; `browsing`: all others without a query, nothing in searches by words;
   * `always`: all others; `never`: nothing. Not with a `sort`.
   */
  readonly soldOutLast?: 'inTier' | 'browsing' | 'always' | 'never' | null | undefined;
  /**
   * Diversification of lists without a `sort`: at most `max` items with the same value of `field` within `window`
   * consecutive positions. Others follow later. Up to 10.
   */
  readonly caps?: readonly SearchCap[] | null | undefined;
  /**
   * How facets are shown, in their order: names, orders of values, hidden values. Of several with the same field,
   * the first whose condition matches applies, or the one without a condition. Up to 200.
   */
  readonly facets?: readonly FacetSetting[] | null | undefined;
  /** Order learned from clicks, cart events and purchases that name a search. Not with a `sort`. */
  readonly learning?: LearningSettingsChanges | null | undefined;
  /** Order by the values and items that a visitor views and buys. Not with a `sort`. */
  readonly personalization?: PersonalizationSettingsChanges | null | undefined;
}

export interface SemanticReport {
  /** Whether it changed the order or added items. */
  readonly used: boolean;
  /**
   * Why semantic search was skipped: `disabled` in the settings; `empty_query`; `sorted` by the request; a part
   * number or another `code`; a one-word query with `enough_matches`, or any with all words found and the
   * `multilingual` model or words of `translations`; query or texts in an `unsupported_language`; `unknown_words`:
   * neither the model’s language nor the catalog has most of them; `no_vectors`: too few items have an embedding
   * yet; `timeout` of the model; model `unavailable`. Null: not skipped.
   */
  readonly skipped:
    | 'disabled'
    | 'empty_query'
    | 'sorted'
    | 'code'
    | 'enough_matches'
    | 'unsupported_language'
    | 'unknown_words'
    | 'no_vectors'
    | 'timeout'
    | 'unavailable'
    | null;
  /** Semantic matches among `total`: items without any word of the query. */
  readonly added: number;
  /** Share of the semantic similarity in the combined score; null if it was not used. */
  readonly weight: number | null;
  /** The text model: `english` or `multilingual`, or the name of a configured one; null if it was not used. */
  readonly model: string | null;
  /**
   * The language of the names, such as `en`, where the query is in another one and was compared with them by
   * meaning; otherwise null.
   */
  readonly language: string | null;
}

export interface SemanticSettings {
  readonly enabled: boolean;
  /** Share of the semantic similarity in the combined score; `auto`: 0.5. */
  readonly weight: 'auto' | number;
  /**
   * The text model that comes with Vitrine; one that the service has configured goes before it. `auto`: `english`
   * if the first of `languages` is English; `multilingual` if it is Arabic, Chinese, Dutch, French, German,
   * Italian, Japanese, Korean, Polish, Portuguese, Russian, Spanish, Thai or Turkish. The others restrict the
   * choice: a model is used only for a language that it knows.
   */
  readonly model: 'auto' | 'english' | 'multilingual';
}

export interface SemanticSettingsChanges {
  readonly enabled?: boolean | undefined;
  /** Share of the semantic similarity in the combined score; `auto`: 0.5. */
  readonly weight?: 'auto' | number | undefined;
  /**
   * The text model that comes with Vitrine; one that the service has configured goes before it. `auto`: `english`
   * if the first of `languages` is English; `multilingual` if it is Arabic, Chinese, Dutch, French, German,
   * Italian, Japanese, Korean, Polish, Portuguese, Russian, Spanish, Thai or Turkish. The others restrict the
   * choice: a model is used only for a language that it knows.
   */
  readonly model?: 'auto' | 'english' | 'multilingual' | undefined;
}

/** Semantic search of a project. */
export interface SemanticState {
  /** Items with an embedding. */
  readonly embedded: number;
  readonly pending: number;
  /** Items with a text that the model refused or does not read. */
  readonly refused: number;
  /** Items with an embedding for queries in other languages, see `foreignQueries`. */
  readonly crossLingual: {
    readonly embedded: number;
    readonly pending: number;
  };
  /** Why semantic search is inactive, or null if it is active. */
  readonly reason: 'disabled' | 'unsupported_language' | 'no_vectors' | 'unavailable' | null;
  /** The text model: `english`, `multilingual` or a configured one; null for none. */
  readonly model: string | null;
  /** State of the text model. */
  readonly detail: string;
  /** Share of the semantic similarity in the combined score; null for a project that cannot be opened. */
  readonly weight: number | null;
}

export interface SessionReply {
  /** Name of the key or the user; of a user without name and email address: console. */
  readonly name: string;
  /** The time in milliseconds since 1970. Null means never. */
  readonly expiresAt: number | null;
  readonly user: ConsoleUser | null;
  /** Ids of the operations that the role of the user allows; of a key: none. */
  readonly operations: readonly string[];
  /** The address of the service for pages of shops, `VITRINE_PUBLIC_URL`. Null if it is not set. */
  readonly publicUrl: string | null;
  readonly warnings?: Warnings;
}

export interface SessionsReply {
  /** Newest first. */
  readonly sessions: readonly ConsoleSession[];
  readonly warnings?: Warnings;
}

export interface SettingsChanges {
  /** Search settings. */
  readonly search?: SearchSettingsChanges | undefined;
  /** Weights of event types. */
  readonly events?: EventSettingsChanges | undefined;
  /** Requirements of items, and private fields. */
  readonly items?: ItemSettingsChanges | undefined;
  /** Rate limits per address and visitor. */
  readonly rateLimits?: RateLimitsChanges | undefined;
  /** What is recorded, and how purchases are attributed. */
  readonly analytics?: AnalyticsSettingsChanges | undefined;
  /** Settings for Algolia’s clients. */
  readonly algolia?: AlgoliaSettingsChanges | undefined;
  /** Settings for agents of shoppers. */
  readonly agents?: AgentSettingsChanges | undefined;
  /** Whom web keys speak for. */
  readonly visitors?: VisitorSettingsChanges | undefined;
  /** What the script of shops shows on their pages. */
  readonly front?: FrontSettingsChanges | undefined;
}

export interface SettingsPreview {
  /** `_reason` marks pinned items, `_ranking.reasons` boosted and buried ones. */
  readonly items: readonly SearchItem[];
  /** Exact number of matching items. */
  readonly total: number;
  /** Items that would be on this page without hiding rules, at most 100. */
  readonly hidden: readonly {
    readonly item: Item;
    /** Ids of the rules that hide it. */
    readonly rules: readonly string[];
  }[];
  /** Ids of the rules that acted, in order. */
  readonly acting: readonly string[];
  /** `userData` of these rules, in order. */
  readonly userData?: readonly unknown[];
  /** The page to show instead, if a rule redirects the query. */
  readonly redirect?: {
    /** A path, such as `/gifts`, is one of the page that follows it. */
    readonly url: string;
  };
  /** The query that was searched, if rules replaced or removed words. */
  readonly rewrittenQuery?: string;
  /** What was read from the query, in its order, unless query understanding is off. */
  readonly understood?: readonly UnderstoodPart[];
  /**
   * Carrier phrases of the query, as typed, which are not searched for, such as `where can I buy` and `please`;
   * omitted if there are none.
   */
  readonly ignoredWords?: readonly string[];
  /** Fields of the facets that a search shows first, if a rule orders them. */
  readonly facetsFirst?: readonly string[];
  /** Changes that need another index and are not shown, such as `settings.search.languages`. */
  readonly notPreviewed: readonly string[];
  readonly warnings?: Warnings;
}

export interface SettingsReply {
  /** The version of the settings: 0 at first; each change adds 1. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number | null;
  readonly settings: ProjectSettings;
  /** The changes to the defaults. */
  readonly changes: SettingsChanges;
  readonly defaults: ProjectSettings;
  readonly catalogLanguage: CatalogLanguage | null;
  /** The reindexing task; null if the settings are active. */
  readonly task: Task | null;
  readonly warnings?: Warnings;
}

/** One action of a visitor. */
export type ShopEvent = Visitor &
  (
    | {
        /** The shop’s id of the item; with `by`, its `sku`, `groupId` or `url`. Up to 2,048 characters. */
        readonly item: string;
      }
    | {
        /** Up to 500. */
        readonly items: readonly EventItem[];
      }
  ) & {
    /**
     * What the items are named by: `id` (default), `sku`, `groupId` or `url`, or several of these in the order in
     * which they are tried. The event is stored with the ids of the items. An unknown name is stored as it is.
     */
    readonly by?:
      | 'id'
      | 'sku'
      | 'groupId'
      | 'url'
      | readonly ('id' | 'sku' | 'groupId' | 'url')[]
      | undefined;
    /** `view`, `click`, `cart`, `purchase`, `return`, `dislike`, or a type of the shop’s own. Up to 64 characters. */
    readonly type: string;
    /** Events with the same id count once. Up to 256 characters. */
    readonly id?: string | undefined;
    /** The time, in ISO 8601 (UTC without a zone), or in seconds or milliseconds since 1970. The default is now. */
    readonly at?: string | number | undefined;
    /**
     * The shop’s number of the order, of a `purchase` or `return`; also as `orderId`, `order_id`, `transactionId` or
     * `transaction_id`. Each item of an order counts once. Up to 256 characters.
     */
    readonly order?: string | undefined;
    /** The currency of the prices. The default is the project’s. */
    readonly currency?: string | undefined;
    /** The search that led to the event. Up to 256 characters. */
    readonly searchId?: string | undefined;
    /** The list that led to the event. Up to 256 characters. */
    readonly recommendationId?: string | undefined;
    /** Position of the item in that list, from 1. 1 to 1,000,000. */
    readonly position?: number | undefined;
    /** The visitor’s IP address. Not stored: it limits the visitors that count per address. Up to 64 characters. */
    readonly address?: string | undefined;
  };

export interface SignInOptions {
  /** False: only the password is asked for, as there is one user without an email address. */
  readonly needsEmail: boolean;
  /** The name of the identity provider that `/admin/oidc/start` leads to, or null if there is none. */
  readonly provider: string | null;
  readonly warnings?: Warnings;
}

export interface SignInReply {
  readonly expiresInSeconds: number;
  readonly warnings?: Warnings;
}

export interface SignInRequest {
  /** The email address. The default is that of the first owner. Up to 254 characters. */
  readonly email?: string | undefined;
  /** Password. Up to 1,000 characters. */
  readonly password: string;
}

export interface SignOutReply {
  readonly signedOut: boolean;
  readonly warnings?: Warnings;
}

export interface SiteReport {
  /** The beginning of the hour that counts. */
  readonly since: number;
  /** Pages on which the script ran, the last ones first, up to 200. */
  readonly pages: readonly {
    /** The path of the page; empty for those that are not told apart. */
    readonly path: string;
    /** How often the script reported it. */
    readonly reports: number;
    /** Milliseconds since 1970. */
    readonly lastAt: number;
  }[];
  /** Events by type, the most frequent first. */
  readonly events: readonly {
    /** The type; empty for those beyond the first 50. */
    readonly type: string;
    /** Number of events. */
    readonly count: number;
    /** The newest one, without its visitor. */
    readonly last: {
      /** Milliseconds since 1970. */
      readonly at: number;
      /** Up to ten. */
      readonly items: readonly string[];
    };
  }[];
  /** Items of events that the catalog does not have, the most frequent first, up to 50. */
  readonly unknownItems: readonly {
    /** What events name. */
    readonly id: string;
    /** How often. */
    readonly events: number;
    /** Milliseconds since 1970. */
    readonly lastAt: number;
  }[];
  /** How often events name an item that the catalog does not have. */
  readonly unknownCount: number;
  readonly warnings?: Warnings;
}

export interface StoredBackup {
  readonly name: string;
  /** When it began. */
  readonly at: number;
  readonly bytes: number;
  /** Whether it was read again and equals its manifest. Otherwise it is incomplete. */
  readonly verified: boolean;
}

export interface StoredCollection {
  readonly collection: Collection;
  /** The version of this state of the collection. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** A feed as it is stored. */
export interface StoredFeed {
  /** Such as `erp`. */
  readonly id: string;
  /** The name that people read. The default is the id. */
  readonly name?: string;
  /**
   * Default `file`: a file of products at `url`. Otherwise `url` is a shop, which is read page by page: by the
   * public interface of `shopify` or `woocommerce`, or by its `sitemap`.
   */
  readonly source?: 'file' | 'shopify' | 'woocommerce' | 'sitemap';
  /** An https address that is reachable from the Internet, or one of `VITRINE_FEED_HOSTS`. */
  readonly url: string;
  /** Default `auto`: by content type and name. */
  readonly format?: 'auto' | 'ndjson' | 'csv' | 'xml';
  /** The layout, as in an import. Null means that it is recognised. */
  readonly layout?: 'plain' | 'google' | 'shopify' | 'woocommerce' | null;
  /** The encoding, as in an import. Null means that it is declared or detected. */
  readonly encoding?:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1250'
    | 'windows-1251'
    | 'windows-1252'
    | 'windows-1253'
    | 'windows-1254'
    | 'windows-1255'
    | 'windows-1256'
    | 'windows-1257'
    | 'windows-1258'
    | 'windows-874'
    | 'iso-8859-2'
    | 'iso-8859-3'
    | 'iso-8859-4'
    | 'iso-8859-5'
    | 'iso-8859-6'
    | 'iso-8859-7'
    | 'iso-8859-8'
    | 'iso-8859-8-i'
    | 'iso-8859-10'
    | 'iso-8859-13'
    | 'iso-8859-14'
    | 'iso-8859-15'
    | 'iso-8859-16'
    | 'koi8-r'
    | 'koi8-u'
    | 'ibm866'
    | 'macintosh'
    | 'x-mac-cyrillic'
    | 'shift_jis'
    | 'euc-jp'
    | 'iso-2022-jp'
    | 'euc-kr'
    | 'gbk'
    | 'gb18030'
    | 'big5'
    | null;
  /** The decimal sign, as in an import. Null means that it is detected. */
  readonly decimal?: 'point' | 'comma' | null;
  /** The field of a column by its name. Null means the mapping that is remembered for its columns. */
  readonly mapping?: Readonly<Record<string, string | null>> | null;
  /** Default `off`: only when asked. */
  readonly schedule?: 'off' | 'hour' | '6_hours' | 'day';
  /** Time of `day`; default `03:00`. */
  readonly at?: string;
  /** IANA name; default `UTC`. */
  readonly timeZone?: string;
  /** What becomes of items that the feed has no longer; default `keep`. */
  readonly absent?: 'keep' | 'deactivate' | 'delete';
  /** A run that would remove a larger share of its items removes none, and fails; default 0.2. */
  readonly removedShareMax?: number;
  /** The credentials without the password or value. */
  readonly credentials: {
    readonly kind: 'basic' | 'header';
    readonly user?: string;
    readonly name?: string;
  } | null;
}

export interface StoredView {
  readonly view: SavedView;
  /** The version of this state of the view. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

export interface StoredWebhook {
  readonly webhook: Webhook;
  /** Each change of a webhook gives it a new version, which no other state has. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Its newest messages, newest first. */
  readonly deliveries: readonly WebhookDelivery[];
}

export interface SuggestQuery {
  /** The text typed so far. Up to 1,000 characters. */
  readonly q?: string | undefined;
  /** Maximum number of completions. Default: 8. 1 to 20. */
  readonly limit?: number | undefined;
  /**
   * Id of the user who searches, for conditions of rules on visitors. A query becomes a completion once several
   * visitors have sent it. A web key speaks for the user only with a `session` that is linked to the user: see the
   * setting `visitors.unsignedUsers`. Up to 256 characters.
   */
  readonly user?: string | undefined;
  /** Session id of an anonymous visitor, as in events. Up to 256 characters. */
  readonly session?: string | undefined;
  /**
   * Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON.
   * Members have a text, number or boolean, or a list of them.
   */
  readonly context?: unknown;
  /**
   * False: without rules. For a key without the scope `settings`, items hidden by rules stay hidden. Default:
   * true.
   */
  readonly enableRules?: boolean | undefined;
  /**
   * Id of a draft: answers as if it was published. The key needs the scope `settings`. Changes that need another
   * index are not shown; `warnings` name them. Up to 64 characters.
   */
  readonly draft?: string | undefined;
}

export interface SuggestReply {
  readonly suggestions: readonly Suggestion[];
  readonly warnings?: Warnings;
}

export interface Suggestion {
  readonly text: string;
  /** Escaped HTML with `<em>` around the typed part. */
  readonly highlighted: string;
  /** `search`: a popular query; `phrase`: a phrase of several names. */
  readonly kind: 'search' | 'phrase' | 'item' | 'brand' | 'category';
  /** Number of items it finds. */
  readonly count: number;
}

export type SynonymRule = EquivalentSynonyms | OneWaySynonyms;

export interface SynonymsPreview {
  /** Items that the query finds now. */
  readonly total: number;
  /** Items that it would find in addition. */
  readonly added: number;
  /** The first items that it would find in addition. */
  readonly items: readonly Item[];
  readonly warnings?: Warnings;
}

export interface SynonymsReply {
  /** The version of the settings: 0 at first; each change adds 1. */
  readonly version: number;
  /** Synonyms. Matches by synonym rank below literal matches. */
  readonly synonyms: readonly SynonymRule[];
  readonly warnings?: Warnings;
}

export interface TakeBackVersionRequest {
  /** Whether to take back changes even if later versions changed the same parts. Default: false. */
  readonly force?: boolean | undefined;
  /** The message of the new version, which people read. Up to 500 characters. */
  readonly message?: string | undefined;
}

/** A background task. */
export type Task = ImportTask | ReindexTask | ReplayTask | HistoryTask | WriteTask;

export interface TaskReply {
  readonly task: Task;
  readonly warnings?: Warnings;
}

/** Result of the last training; null before the first. */
export interface TrainingReport {
  readonly at: string;
  /** Number of events at that time. */
  readonly events: number;
  /** Number of events that it was trained with, the newest ones. */
  readonly replayed: number;
  /** Number of these events that were predicted. */
  readonly asked: number;
  /** Predictions whose item was among the best hundred candidates: the training lists. */
  readonly lists: number;
  /** Newest training lists, held out for comparison. */
  readonly compared: number;
  /** The best ranking of the comparison. */
  readonly chosen: RankingKind;
  /** NDCG and hit rate at 10, over all predictions in the newest fifth. */
  readonly figures: {
    readonly fixed?: RankingFigures;
    readonly linear?: RankingFigures;
    readonly trees?: RankingFigures;
  };
  readonly cpuSeconds: number;
}

export interface TypoSettings {
  readonly enabled: boolean;
  /** Minimum word length for one typo. */
  readonly minLengthOneTypo: number;
  /** Minimum word length for two typos. */
  readonly minLengthTwoTypos: number;
  /** Fields without typo tolerance. */
  readonly disabledFields: readonly string[];
  /** Words without typo tolerance. */
  readonly disabledWords: readonly string[];
}

export interface TypoSettingsChanges {
  readonly enabled?: boolean | undefined;
  /** Minimum word length for one typo. 1 to 64. */
  readonly minLengthOneTypo?: number | undefined;
  /** Minimum word length for two typos. 1 to 64. */
  readonly minLengthTwoTypos?: number | undefined;
  /** Fields without typo tolerance. Up to 100. */
  readonly disabledFields?: readonly string[] | undefined;
  /** Words without typo tolerance. Up to 1,000. */
  readonly disabledWords?: readonly string[] | undefined;
}

export interface UnderstoodPart {
  /** The part of the query. */
  readonly text: string;
  /** Where it begins in the query, in UTF-16 units. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
  readonly field: string;
  /** The filter, in the syntax of `filters`. */
  readonly filter: string;
  /** What it became. Send `asWords` with the field to search for its words instead. */
  readonly as: 'filter' | 'boost';
}

/**
 * Changes the stored value: `Increment` and `Decrement` a number, `Add`, `Remove` and `AddUnique` an element of
 * a list. `IncrementFrom` adds 1 to a number that equals `value`, `IncrementSet` raises a number to a greater
 * `value`; otherwise the item does not change (`item_changed`). A missing field counts as 0 or an empty list.
 */
export interface ValueOperation {
  readonly _operation:
    | 'Increment'
    | 'Decrement'
    | 'Add'
    | 'Remove'
    | 'AddUnique'
    | 'IncrementFrom'
    | 'IncrementSet';
  readonly value: number | string;
}

export interface VersionReply {
  /** Ascending over all kinds of changes. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `console`, or the name of the API key. */
  readonly author: string;
  readonly message: string | null;
  /** What it changed. */
  readonly parts: readonly ConfigurationPart[];
  /** What a replay found before it was published, or null if none was run. */
  readonly proof: ConfigurationState;
  /** The changes from the state after the version `with` to the state after this version. */
  readonly changes: readonly ConfigurationChange[];
  /** The other version. */
  readonly with?: number;
  readonly warnings?: Warnings;
}

export interface VersionSummary {
  /** Ascending over all kinds of changes. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `console`, or the name of the API key. */
  readonly author: string;
  readonly message: string | null;
  /** What it changed. */
  readonly parts: readonly ConfigurationPart[];
  /** What a replay found before it was published, or null if none was run. */
  readonly proof: ConfigurationState;
}

export interface VersionsReply {
  /** Newest first. */
  readonly versions: readonly VersionSummary[];
  /** The number of versions of the requested kind, or of all kinds. */
  readonly total: number;
  readonly warnings?: Warnings;
}

export type Visitor =
  | {
      /**
       * Customer id. Of a web key, an event counts for the user only with a `session` that is linked to the user: see
       * the setting `visitors.unsignedUsers`. Up to 256 characters.
       */
      readonly user: string;
      /** Session id. Up to 256 characters. */
      readonly session?: string | undefined;
    }
  | {
      /** Session id. Up to 256 characters. */
      readonly session: string;
    };

/**
 * A condition on the events of the visitor (`user` or `session` of the request): all members must match. Never
 * matches a request without a visitor.
 */
export interface VisitorCondition {
  /** An item that the visitor viewed or clicked. */
  readonly viewed?: string | VisitorItems | undefined;
  /** An item that the visitor bought. */
  readonly bought?: string | VisitorItems | undefined;
  /**
   * The sum of price times quantity of the purchases, without returned items. A purchase without a price counts
   * with that of the item when the event arrived; without any, not at all.
   */
  readonly spent?:
    | {
        /** The lowest sum, in the project’s currency. 0 to 1,000,000,000. */
        readonly min?: number | undefined;
        /** The highest sum, in the project’s currency. 0 to 1,000,000,000. */
        readonly max?: number | undefined;
        /** The number of last days, each of 24 hours, whose events count. The default is all. 1 to 3,650. */
        readonly days?: number | undefined;
      }
    | undefined;
  /**
   * `new`: the visitor has no events before this visit; `returning`: some. A visit ends after 30 minutes without
   * an event, or after a day.
   */
  readonly is?: 'new' | 'returning' | undefined;
}

export interface VisitorItems {
  /** One of the items must match, as it is in the catalog now. Up to 10,000 characters. */
  readonly filter: string;
  /** The number of last days, each of 24 hours, whose events count. The default is all. 1 to 3,650. */
  readonly days?: number | undefined;
}

export interface VisitorSettings {
  /**
   * What a `user` counts for that a web key names without a signature: nothing, unless its `session` is linked to
   * the user (`own`, the default of new projects), or that user (`any`, the default of projects of earlier
   * versions).
   */
  readonly unsignedUsers: 'own' | 'any';
}

export interface VisitorSettingsChanges {
  /**
   * What a `user` counts for that a web key names without a signature: nothing, unless its `session` is linked to
   * the user (`own`, the default of new projects), or that user (`any`, the default of projects of earlier
   * versions).
   */
  readonly unsignedUsers?: 'own' | 'any' | null | undefined;
}

/** A part of the request that was ignored, such as an unknown parameter. */
export interface Warning {
  readonly code: string;
  readonly path: string;
  readonly detail: string;
}

/** Absent if there are none. */
export type Warnings = readonly Warning[];

/** A receiver of alerts and of finished tasks. */
export interface Webhook {
  /** Such as `on-call`. Up to 64 characters. */
  readonly id: string;
  /**
   * An https address that is reachable from the Internet, or one of `VITRINE_WEBHOOK_HOSTS`. Up to 2,048
   * characters.
   */
  readonly url: string;
  /** The kinds of alerts that are sent. Up to 5. */
  readonly alerts: readonly (
    | 'no_results'
    | 'events_stopped'
    | 'import_failed'
    | 'picture_host_down'
    | 'sample_ratio'
  )[];
  /** The kinds of tasks whose end is sent. The default is none. Up to 6. */
  readonly tasks?: readonly ('import' | 'reindex' | 'replay' | 'history' | 'update' | 'delete')[] | undefined;
}

export interface WebhookDelivery {
  /** The alert, or null if the message is about a task. */
  readonly alert: {
    readonly id: string;
    readonly kind: AlertKind;
    /** The picture host or the experiment; empty for other kinds. */
    readonly subject: string;
  } | null;
  readonly task: {
    readonly id: string;
    readonly kind: 'import' | 'reindex' | 'replay' | 'history' | 'update' | 'delete';
    readonly status: 'running' | 'succeeded' | 'failed';
  } | null;
  readonly message: 'opened' | 'resolved' | 'finished';
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly attemptedAt: number | null;
  /** The time of the next attempt. */
  readonly nextAt: number | null;
  /** The HTTP status of the reply, or null without a reply. */
  readonly replied: number | null;
  /** Why the last attempt failed, or null if it did not. */
  readonly error: string | null;
}

export interface WebhookPutReply {
  readonly webhook: Webhook;
  /** Each change of a webhook gives it a new version, which no other state has. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Its newest messages, newest first. */
  readonly deliveries: readonly WebhookDelivery[];
  /** The key of its signatures, which is shown only now. Null means that it is unchanged. */
  readonly secret: string | null;
  readonly warnings?: Warnings;
}

export interface WebhookReply {
  readonly webhook: Webhook;
  /** Each change of a webhook gives it a new version, which no other state has. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Its newest messages, newest first. */
  readonly deliveries: readonly WebhookDelivery[];
  readonly warnings?: Warnings;
}

export interface WebhookTestReply {
  /** Whether the receiver replied 2xx. */
  readonly delivered: boolean;
  /** The HTTP status of the reply, or null without a reply. */
  readonly replied: number | null;
  /** Why the last attempt failed, or null if it did not. */
  readonly error: string | null;
  readonly warnings?: Warnings;
}

export interface WebhooksReply {
  /** The webhooks, ordered by id. */
  readonly webhooks: readonly StoredWebhook[];
  readonly warnings?: Warnings;
}

export interface WhyNotQuery {
  /** The item’s `id` or `_id`. Up to 256 characters. */
  readonly item: string;
  /** The query. Without words, browses the catalog by popularity. Up to 1,000 characters. */
  readonly q?: string | undefined;
  /** Filter, such as `brand:Nike AND (price < 100 OR onSale:true) AND NOT color:red`. Up to 10,000 characters. */
  readonly filters?: string | undefined;
  /**
   * Sort keys that precede relevance: `price:asc`, `-price`, `desc(price)`, `distance(location,59.33,18.06)`. Up
   * to 8.
   */
  readonly sort?: readonly string[] | undefined;
  /**
   * Whether variants of a product (same `groupId`) are listed, counted and paged as one, at the position of the
   * best. Matching and filters apply to each variant. Default: true.
   */
  readonly grouped?: boolean | undefined;
  /**
   * Id of a collection: searches among its items. Without words, the list has the order of the collection’s page.
   * Up to 128 characters.
   */
  readonly collection?: string | undefined;
  /**
   * Query understanding: whether prices, sizes and values of the catalog in the query become `filters` in its
   * place, `boosts`, or stay words (`off`). Default: the setting.
   */
  readonly understanding?: 'filters' | 'boosts' | 'off' | undefined;
  /** Fields whose values stay words of the query, as after a shopper removes a filter of `understood`. Up to 50. */
  readonly asWords?: readonly string[] | undefined;
  /** Price list (`prices.<name>`) of the key that sets the `price` of items. Up to 64 characters. */
  readonly priceList?: string | undefined;
  /** Store (`stores.<name>`) that sets `price` and `stock` of items. Up to 64 characters. */
  readonly store?: string | undefined;
  /** Language (`translations.<name>`) of the texts of items: `de` or `de-AT`. Up to 35 characters. */
  readonly language?: string | undefined;
  /**
   * Id of the user who searches, for conditions of rules on visitors. A query becomes a completion once several
   * visitors have sent it. A web key speaks for the user only with a `session` that is linked to the user: see the
   * setting `visitors.unsignedUsers`. Up to 256 characters.
   */
  readonly user?: string | undefined;
  /** Session id of an anonymous visitor, as in events. Up to 256 characters. */
  readonly session?: string | undefined;
  /**
   * Context for the conditions of rules, such as `{"page": "home", "segments": ["vip"]}`; in a URL as JSON.
   * Members have a text, number or boolean, or a list of them.
   */
  readonly context?: unknown;
  /**
   * False: without rules. For a key without the scope `settings`, items hidden by rules stay hidden. Default:
   * true.
   */
  readonly enableRules?: boolean | undefined;
  /** False: in the order as for any visitor, where the setting `personalization` is on. Default: true. */
  readonly personalize?: boolean | undefined;
  /**
   * Id of a draft: answers as if it was published. The key needs the scope `settings`. Changes that need another
   * index are not shown; `warnings` name them. Up to 64 characters.
   */
  readonly draft?: string | undefined;
}

export interface WhyNotReply {
  /** The item’s `id`. */
  readonly item: string;
  readonly listed: boolean;
  /** The position, from 1. A variant has the position of its product. */
  readonly position: number | null;
  readonly total: number;
  readonly reasons: readonly {
    readonly code: 'inactive' | 'hidden' | 'collection' | 'filter' | 'words' | 'variant' | 'listed';
    readonly text: string;
    /** The id of the rule. Only `hidden` has it. */
    readonly rule?: string;
  }[];
  readonly words: readonly {
    readonly word: string;
    readonly found: boolean;
  }[];
  /** The ranking of the item, as `_ranking` in a search. */
  readonly ranking: Ranking | null;
  /** The query that was searched, if rules replaced or removed words. */
  readonly rewrittenQuery?: string;
  /** What was read from the query, in its order, unless query understanding is off. */
  readonly understood?: readonly UnderstoodPart[];
  /**
   * Carrier phrases of the query, as typed, which are not searched for, such as `where can I buy` and `please`;
   * omitted if there are none.
   */
  readonly ignoredWords?: readonly string[];
  readonly warnings?: Warnings;
}

export interface WordReplacement {
  /** Up to 128 characters. */
  readonly from: string;
  /** Up to 128 characters. */
  readonly to: string;
}

export interface WriteProgress {
  /** Items that matched so far. */
  readonly matched: number;
  readonly changed: number;
  readonly deleted: number;
  /** Items that have the values already. */
  readonly unchanged: number;
  readonly failed: number;
  /** The errors of the first 100 items that failed. */
  readonly errors: readonly MatchError[];
  /** Number of further errors. */
  readonly errorsOmitted: number;
}

/** Changes or deletes the items that match a filter. */
export interface WriteTask {
  readonly id: string;
  readonly project: string;
  readonly status: 'running' | 'succeeded' | 'failed';
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
  readonly finishedAt: number | null;
  readonly error: Failure | null;
  readonly kind: 'update' | 'delete';
  readonly progress: WriteProgress;
}

export interface WriteTaskReply {
  readonly task: WriteTask;
  readonly warnings?: Warnings;
}
