import type { InputError } from '../../ports/errors.ts';
import {
  defaultAgentSettings,
  defaultAnalytics,
  defaultRateLimits,
  type FieldGroup,
  type IdentifiedLanguage,
  type ProjectSettings,
  type SearchSettings,
  type SettingsChanges,
  type SettingsStore,
  type SettingsUpdate,
  type StoredSettings,
} from '../../ports/configuration/settings.ts';
import { defaultFrontSettings } from '../../ports/configuration/front-settings.ts';
import type { Clock } from '../../lib/clock.ts';
import { isWithin } from '../../lib/field-paths.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { defaultWeights } from '../../kernel/recommend/counters/weights.ts';
import { createAnalyzer } from '../../kernel/text/language/analyzer.ts';
import { languageCodes } from '../../kernel/text/language/languages.ts';
import { checkSynonyms } from '../../kernel/text/expansion/synonym-check.ts';
import { defaultTextSettings } from '../../kernel/text/schema/settings.ts';
import { countingSettings, type CountingSettings } from '../recommendations/counters/counting-settings.ts';
import type { Authorship } from '../../ports/configuration/authorship.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import { logKind } from '../storage/schema.ts';
import { listSettingsChanges } from './configuration-changes.ts';
import { migrateSettings } from './settings-migration.ts';
import type { StagedChange } from './staged-change.ts';
import type { EmbeddedVersions } from './version-store.ts';

const defaults: Omit<ProjectSettings, 'visitors'> = {
  search: {
    ...defaultTextSettings,
    semantic: { enabled: true, weight: 'auto', model: 'auto' },
    foreignQueries: 'auto',
    zeroResultsFallback: 'popular',
    geometricVerification: true,
    learnFromPhotos: true,
    learnCorrections: true,
    understanding: 'off',
    soldOutLast: 'inTier',
    caps: [],
    facets: [],
    learning: { max: 0.2, halfLifeDays: 30, exploration: 0.02 },
    personalization: { max: 0 },
  },
  events: { weights: defaultWeights.eventTypes, otherWeight: defaultWeights.otherEventType },
  items: { priceOptional: false, privateFields: [], urlTemplate: '' },
  rateLimits: defaultRateLimits,
  analytics: defaultAnalytics,
  algolia: { replicas: [], sort: [], searchDefaults: {}, freeRecords: false },
  agents: defaultAgentSettings,
  front: defaultFrontSettings,
};
/** From this generation of the defaults on, a web key cannot act for any user it names. */
const ownVisitorsGeneration = 2;
/** From this generation of the defaults on, the language of the names is the default of `search.languages`. */
const catalogLanguageGeneration = 3;
const none: StoredSettings = { version: 0, changedAt: null, changes: {} };

const putState = `INSERT INTO state (name, value) VALUES ('settings', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const putLog = 'INSERT INTO log (rev, kind, at, key) VALUES (?, ?, ?, NULL)';

type Progress = (done: number, total: number) => void;

/** The projections that depend on settings: each applies them immediately, or rebuilds itself in the background. */
export interface SettingsProjections {
  readonly search: {
    settingsChanged(settings: SearchSettings, progress: Progress): Promise<boolean> | null;
  };
  readonly counters: {
    settingsChanged(settings: CountingSettings, progress: Progress): Promise<boolean> | null;
  };
}

/** The settings of a project's database. */
export class EmbeddedSettings implements SettingsStore {
  readonly #generation: number;
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #projections: SettingsProjections;
  readonly #versions: EmbeddedVersions;
  readonly #onError: (error: unknown) => void;
  #current: StoredSettings;
  /** Includes accepted changes that are not yet durable. */
  #staged: StoredSettings;
  #listener: ((settings: StoredSettings) => void) | null = null;
  /** Number of rebuilds in progress. */
  #rebuilding = 0;
  /** Cached: each request reads it several times. */
  #effective: { readonly of: StoredSettings; readonly settings: ProjectSettings };

  constructor(options: {
    database: ProjectDatabase;
    clock: Clock;
    projections: SettingsProjections;
    versions: EmbeddedVersions;
    onError: (error: unknown) => void;
    /** The generation of the defaults, see `Project.defaultsGeneration`. */
    generation: number;
  }) {
    this.#generation = options.generation;
    this.#database = options.database;
    this.#clock = options.clock;
    this.#projections = options.projections;
    this.#versions = options.versions;
    this.#onError = options.onError;
    this.#current = this.#staged = readStoredSettings(options.database);
    this.#effective = { of: this.#current, settings: this.applyToDefaults(this.#current.changes) };
    this.#database.onReset(() => {
      this.#staged = this.#current;
    });
    this.#database.onReplicated('settings', (stored) => () => this.replicate(stored));
  }

  /** Applies the change of another process. */
  replicate(stored: StoredSettings): void {
    this.#staged = migrateSettings(stored);
    this.#apply(this.#staged);
    // The process that changed the settings reports progress; here the rebuild runs in the background.
    this.#updateProjections(() => undefined)?.catch(this.#onError);
  }

  /** Calls `listener` with changed settings; null removes it. */
  onChange(listener: ((settings: StoredSettings) => void) | null): void {
    this.#listener = listener;
  }

  replicaState(): { stored: StoredSettings; generation: number } {
    return { stored: this.#current, generation: this.#generation };
  }

  current(): StoredSettings {
    return this.#current;
  }

  get defaults(): ProjectSettings {
    return this.applyToDefaults({});
  }

  get isRebuilding(): boolean {
    return this.#rebuilding > 0;
  }

  get followsCatalogLanguage(): boolean {
    const { search } = this.#current.changes;
    return this.#generation >= catalogLanguageGeneration && search?.languages === undefined;
  }

  validate({ search }: ProjectSettings): InputError[] {
    const unknown = search.languages.flatMap((code, index) => {
      if (languageCodes.includes(code)) return [];
      const path = `search.languages[${index}]`;
      return [{ path, code: 'not_allowed', detail: `${path} must be a code of ISO 639-1, such as en or ja` }];
    });
    if (unknown.length > 0) return unknown;
    return checkSynonyms(search.synonyms, createAnalyzer(search)).map(({ path, code, detail }) => ({
      path: `search.synonyms${path}`,
      code,
      detail,
    }));
  }

  applyToDefaults(changes: SettingsChanges): ProjectSettings {
    return computeEffectiveSettings({ ...this.#current, changes }, this.#generation);
  }

  effective(): ProjectSettings {
    if (this.#effective.of !== this.#current)
      this.#effective = { of: this.#current, settings: this.applyToDefaults(this.#current.changes) };
    return this.#effective.settings;
  }

  async change(
    decide: (current: StoredSettings) => SettingsChanges,
    progress: (indexed: number, total: number) => void,
    by?: Authorship,
  ): Promise<SettingsUpdate> {
    let rebuilt: Promise<boolean> | null = null;
    const stored = await this.#database.write(() => {
      const at = this.#clock.now();
      const before = this.#staged.changes;
      const changes = decide(this.#staged);
      const revision = this.#database.takeRevision();
      const onRebuild = (ended: Promise<boolean> | null): void => {
        rebuilt = ended;
      };
      const { data, parts, apply } = this.stage(changes, { at, revision, progress, onRebuild });
      const version = this.#versions.parts(listSettingsChanges(before, changes), { at, revision, by });
      const change = { kind: 'settings', data } as const;
      return { write: { change, parts: [...parts, ...version], apply }, result: data };
    });
    return { stored, rebuilt };
  }

  async setCatalogLanguage(catalogLanguage: IdentifiedLanguage): Promise<SettingsUpdate> {
    let rebuilt: Promise<boolean> | null = null;
    const stored = await this.#database.write(() => {
      const data = { ...this.#staged, catalogLanguage };
      this.#staged = data;
      const apply = (): void => {
        this.#apply(data);
        rebuilt = this.#updateProjections(() => undefined);
      };
      const parts = [{ sql: putState, rows: [[Buffer.from(JSON.stringify(data))]] }];
      return { write: { change: { kind: 'settings', data }, parts, apply }, result: data };
    });
    return { stored, rebuilt };
  }

  /** The newest settings, which may not be durable yet. */
  get staged(): StoredSettings {
    return this.#staged;
  }

  /** Stages other changes as a part of a write. `onRebuild` receives `SettingsUpdate.rebuilt` when they are applied. */
  stage(
    changes: SettingsChanges,
    options: {
      readonly at: number;
      readonly revision: number;
      readonly progress: Progress;
      readonly onRebuild: (rebuilt: Promise<boolean> | null) => void;
    },
  ): StagedChange<StoredSettings> {
    const { at, revision, progress, onRebuild } = options;
    const isShareChanged = readShare(changes) !== readShare(this.#staged.changes);
    const data = {
      ...this.#staged,
      version: this.#staged.version + 1,
      changedAt: at,
      changes,
      ...(isShareChanged ? { frontShareAt: at } : {}),
    };
    this.#staged = data;
    return {
      data,
      parts: [
        { sql: putLog, rows: [[revision, logKind.settings, at]] },
        { sql: putState, rows: [[Buffer.from(JSON.stringify(data))]] },
      ],
      apply: () => {
        this.#apply(data);
        onRebuild(this.#updateProjections(progress));
      },
    };
  }

  #apply(stored: StoredSettings): void {
    this.#current = stored;
    this.#listener?.(stored);
  }

  /** Returns null if all settings are in effect at once. Otherwise resolves when all rebuilds end, to false if superseded. */
  #updateProjections(progress: Progress): Promise<boolean> | null {
    const settings = this.effective();
    const rebuilds = [
      this.#projections.search.settingsChanged(settings.search, progress),
      this.#projections.counters.settingsChanged(countingSettings(settings), progress),
    ].filter((change) => change !== null);
    if (rebuilds.length === 0) return null;
    this.#rebuilding++;
    return Promise.all(rebuilds)
      .then((completed) => !completed.includes(false))
      .finally(() => this.#rebuilding--);
  }
}

const readShare = ({ front }: SettingsChanges): number => front?.share ?? defaults.front.share;

/** The changed settings in a project's database. */
export function readStoredSettings(database: ProjectDatabase): StoredSettings {
  const row = database.reads.prepare("SELECT value FROM state WHERE name = 'settings'").get() as
    | { value: Uint8Array }
    | undefined;
  return row === undefined ? none : migrateSettings(JSON.parse(decodeUtf8(row.value)) as StoredSettings);
}

/** The stored settings on the defaults of a `generation`, see `Project.defaultsGeneration`. */
export function computeEffectiveSettings(
  { changes, catalogLanguage }: Pick<StoredSettings, 'changes' | 'catalogLanguage'>,
  generation: number,
): ProjectSettings {
  const {
    search = {},
    events = {},
    items = {},
    rateLimits = {},
    analytics = {},
    algolia = {},
    agents = {},
    visitors = {},
    front = {},
  } = changes;
  const language = generation >= catalogLanguageGeneration ? (catalogLanguage?.language ?? null) : null;
  const base: SearchSettings =
    language === null
      ? defaults.search
      : // Without rules for the language, those of English would be wrong.
        { ...defaults.search, languages: [language].filter((code) => languageCodes.includes(code)) };
  const merged: SearchSettings = {
    ...base,
    ...search,
    name: { ...base.name, ...search.name },
    others: { ...base.others, ...search.others },
    ranking: { ...base.ranking, ...search.ranking },
    typos: { ...base.typos, ...search.typos },
    semantic: { ...base.semantic, ...search.semantic },
    learning: { ...base.learning, ...search.learning },
    personalization: { ...base.personalization, ...search.personalization },
  };
  const { privateFields = defaults.items.privateFields } = items;
  return {
    search: privateFields.length === 0 ? merged : addUnsearchable(merged, privateFields),
    events: {
      ...defaults.events,
      ...events,
      weights: { ...defaults.events.weights, ...events.weights },
    },
    items: { ...defaults.items, ...items },
    rateLimits: { ...defaults.rateLimits, ...rateLimits },
    analytics: { ...defaults.analytics, ...analytics },
    algolia: { ...defaults.algolia, ...algolia },
    agents: { ...defaults.agents, ...agents },
    visitors: { unsignedUsers: generation >= ownVisitorsGeneration ? 'own' : 'any', ...visitors },
    front: {
      ...defaults.front,
      ...front,
      columns: { ...defaults.front.columns, ...front.columns },
      style: { ...defaults.front.style, ...front.style },
    },
  };
}

/** Changes settings so that these fields, and fields below them, are not searchable. */
function addUnsearchable(search: SearchSettings, fields: readonly string[]): SearchSettings {
  const isSearched = (field: string): boolean => !fields.some((path) => isWithin(field, path));
  const selectSearchedFields = <G extends FieldGroup>(group: G): G => ({
    ...group,
    fields: group.fields.filter(isSearched),
  });
  return {
    ...search,
    name: selectSearchedFields(search.name),
    zones: search.zones.map(selectSearchedFields),
    identifiers: search.identifiers.filter(isSearched),
    unsearchableFields: [...new Set([...search.unsearchableFields, ...fields])],
  };
}
