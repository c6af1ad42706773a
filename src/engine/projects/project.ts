import type { CommonWords } from '../../kernel/text/expansion/typo-rules.ts';
import type { BoundedRead, ProjectEngine, ProjectOverview } from '../../ports/engine.ts';
import { serviceStopping, type VitrineError } from '../../ports/errors.ts';
import type { AnalyticsSettings } from '../../ports/configuration/settings.ts';
import type { AppliedPosition, SharedLog } from '../../ports/cluster/shared-log.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ProgramRunner } from '../../lib/program-runner.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { Attribution } from '../analytics/attribution.ts';
import { EmbeddedExperimentArms } from '../analytics/experiment-arms.ts';
import { EmbeddedExperimentFigures } from '../analytics/experiment-results.ts';
import { EmbeddedImpressionLog } from '../analytics/impression-log.ts';
import { EmbeddedSiteLog } from '../analytics/site-log.ts';
import { EmbeddedCatalog } from '../catalog/catalog-store.ts';
import { EmbeddedClickLog } from '../recommendations/learning/click-log.ts';
import { ListLearning } from '../recommendations/learning/list-learning.ts';
import { EmbeddedEventLog } from '../recommendations/events/event-log.ts';
import { Compaction } from '../data-folder/compaction.ts';
import type { Leadership } from '../log/leader-election.ts';
import type { DatabaseIdentity } from '../storage/database-identity.ts';
import type { IndexBuilder } from '../search/index-builder.ts';
import { EmbeddedTextEmbeddings } from '../text-embeddings/text-embeddings.ts';
import type { TargetImageModel } from '../pictures/picture-models.ts';
import { EmbeddedPictures } from '../pictures/pictures.ts';
import { RankingTrainer } from '../recommendations/learning/ranking-trainer.ts';
import type { TrainingQueue } from '../recommendations/learning/training-queue.ts';
import { ProjectDatabase } from '../log/project-database.ts';
import { EmbeddedRecommenders } from '../recommendations/lists/recommenders.ts';
import { EmbeddedVisitorPreferences } from '../recommendations/lists/visitor-preferences.ts';
import { EmbeddedVisitorSegments } from '../recommendations/lists/visitor-segments.ts';
import { EmbeddedConfiguration } from '../configuration/configuration-store.ts';
import { ResourceStores } from '../configuration/resource-store.ts';
import { EmbeddedRules } from '../configuration/rule-store.ts';
import { EmbeddedSearchCounts } from '../search/search-counts.ts';
import { EmbeddedLearnedCorrections } from '../search/learned-corrections.ts';
import { EmbeddedQueryLog } from '../search/query-log.ts';
import type { ReadConnection } from '../storage/database.ts';
import { countingSettings } from '../recommendations/counters/counting-settings.ts';
import {
  computeEffectiveSettings,
  EmbeddedSettings,
  readStoredSettings,
} from '../configuration/settings-store.ts';
import { EmbeddedMatchingItems } from '../search/matching-items.ts';
import { IndexUpdater } from '../search/index-updater.ts';
import type { EmbeddedTextIndex } from '../search/text-index.ts';
import { EmbeddedStoredFiles } from '../data-folder/stored-files.ts';
import { StoredVisitorLinks } from '../storage/visitor-aliases.ts';
import type { Writer } from '../storage/writer.ts';

/** With more entries than this since the snapshot, reading them takes longer than loading a snapshot. */
const entriesMax = 20_000;
/** A project with more items and events than this stays open, as opening it would delay the first request. */
const idleRowsMax = 20_000;

export interface ProjectOptions {
  readonly id: string;
  readonly defaultsGeneration: number;
  readonly path: string;
  /** Null if this is the only process. */
  readonly log: SharedLog | null;
  /** The identity for a new database, or null if the database is a copy of a shared log. */
  readonly identity: DatabaseIdentity | null;
  readonly writer: Writer;
  readonly builder: IndexBuilder;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly image: TargetImageModel;
  /** See `EmbeddedOptions`. */
  readonly listening: Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Whether this process runs the background work. */
  readonly election: Leadership;
  readonly trainingQueue: TrainingQueue;
  readonly runner: ProgramRunner;
  readonly learningEventsMax: number;
  readonly itemCacheBytesMax?: number;
  readonly commonWords?: CommonWords;
}

/** One project: its database and all projections. */
export class EmbeddedProject extends ResourceStores implements ProjectEngine, AsyncDisposable {
  readonly id: string;
  readonly catalog: EmbeddedCatalog;
  readonly matchingItems: EmbeddedMatchingItems;
  readonly events: EmbeddedEventLog;
  readonly text: EmbeddedTextIndex;
  readonly recommenders: EmbeddedRecommenders;
  readonly visitorSegments: EmbeddedVisitorSegments;
  readonly visitorLinks: StoredVisitorLinks;
  readonly pictures: EmbeddedPictures;
  readonly textEmbeddings: EmbeddedTextEmbeddings;
  readonly settings: EmbeddedSettings;
  readonly rules: EmbeddedRules;
  readonly experimentArms: EmbeddedExperimentArms;
  readonly experimentFigures: EmbeddedExperimentFigures;
  readonly configuration: EmbeddedConfiguration;
  readonly files: EmbeddedStoredFiles;
  readonly queryLog: EmbeddedQueryLog;
  readonly learnedCorrections: EmbeddedLearnedCorrections;
  readonly searchCounts: EmbeddedSearchCounts;
  readonly clickLog: EmbeddedClickLog;
  readonly listLearning: ListLearning;
  readonly visitorPreferences: EmbeddedVisitorPreferences;
  readonly impressionLog: EmbeddedImpressionLog;
  readonly siteLog: EmbeddedSiteLog;
  readonly attribution: Attribution;
  readonly indexUpdater: IndexUpdater;
  readonly path: string;
  #onClosing: (reason: VitrineError) => void = () => undefined;
  readonly #database: ProjectDatabase;
  readonly #election: Leadership;
  /** Null if there is no shared log. */
  #compaction: Compaction | null = null;

  private constructor(
    database: ProjectDatabase,
    indexUpdater: IndexUpdater,
    recommenders: EmbeddedRecommenders,
    options: ProjectOptions,
  ) {
    const { clock, ids } = options;
    super({ database, clock });
    const stored = { database, clock, versions: this.versions };
    this.#database = database;
    this.id = options.id;
    this.path = options.path;
    this.#election = options.election;
    this.indexUpdater = indexUpdater;
    const { text } = indexUpdater;
    this.text = text;
    const learnsFromPhotos = (): boolean => this.settings.effective().search.learnFromPhotos;
    this.pictures = new EmbeddedPictures({ ...options, database, text, learnsFromPhotos });
    const { search } = computeEffectiveSettings(readStoredSettings(database), options.defaultsGeneration);
    this.textEmbeddings = new EmbeddedTextEmbeddings({
      database,
      settings: search,
      election: options.election,
      onError: options.onError,
    });
    this.recommenders = recommenders;
    this.visitorSegments = new EmbeddedVisitorSegments(recommenders, text);
    this.visitorLinks = new StoredVisitorLinks(database.reads);
    const projections = [this.recommenders, this.pictures, this.textEmbeddings];
    this.catalog = new EmbeddedCatalog({
      database,
      clock,
      ids,
      index: indexUpdater,
      cacheBytesMax: options.itemCacheBytesMax,
      projections,
      projectionParts: (changes) => [
        ...this.pictures.createParts(changes),
        ...this.textEmbeddings.parts(changes),
      ],
    });
    this.matchingItems = new EmbeddedMatchingItems(text, this.catalog, database.reads);
    text.bindItems(this.catalog, (query) => this.textEmbeddings.findSignal(query));
    indexUpdater.bind(this.catalog, {
      onReplaced: () => this.recommenders.rankAll(),
      computePopularity: (id, fields) => this.recommenders.computePopularity(id, fields),
    });
    this.settings = new EmbeddedSettings({
      ...stored,
      onError: options.onError,
      generation: options.defaultsGeneration,
      projections: {
        search: {
          settingsChanged: (settings, progress) => {
            this.textEmbeddings.settingsChanged(settings);
            this.pictures.confirmedPhotos.purge();
            this.learnedCorrections.purge();
            return indexUpdater.settingsChanged(settings, progress);
          },
        },
        counters: this.recommenders,
      },
    });
    this.rules = new EmbeddedRules(stored);
    this.experimentArms = new EmbeddedExperimentArms(() => this.experiments.current());
    this.files = new EmbeddedStoredFiles(stored);
    this.configuration = new EmbeddedConfiguration({ ...stored, stores: this });
    this.pictures.bind(this.catalog);
    this.recommenders.bind(this.catalog, this.pictures, this.text, this.textEmbeddings);
    this.queryLog = new EmbeddedQueryLog({ database, clock });
    const isOn = (): boolean => this.settings.effective().search.learnCorrections;
    this.learnedCorrections = new EmbeddedLearnedCorrections({ database, clock, isOn });
    text.bindCorrections(this.learnedCorrections.reader.findCorrection);
    this.searchCounts = new EmbeddedSearchCounts({ database, clock });
    this.clickLog = new EmbeddedClickLog({ database, clock });
    this.visitorPreferences = new EmbeddedVisitorPreferences({
      clock,
      counters: recommenders,
      text,
      findId: (itemNumber) => (text.has(itemNumber) ? (this.catalog.findItem(itemNumber)?.id ?? null) : null),
    });
    const readAnalyticsSettings = (): AnalyticsSettings => this.settings.effective().analytics;
    this.impressionLog = new EmbeddedImpressionLog({
      database,
      clock,
      settings: readAnalyticsSettings,
      onStored: () => {
        this.attribution.schedule();
        this.listLearning.schedule();
      },
    });
    this.listLearning = new ListLearning({
      ...options,
      database,
      impressions: this.impressionLog,
      analyzer: () => text.queryAnalyzer,
      findNumber: (id) => this.catalog.findNumber(id),
      findValue: (itemNumber, field) => text.readTexts(itemNumber, field)[0] ?? null,
      findProduct: (itemNumber) => {
        const { groupBy } = text.kernel.settings;
        return groupBy === '' ? null : (text.readTexts(itemNumber, groupBy)[0] ?? null);
      },
      halfLifeDays: () => this.settings.effective().search.learning.halfLifeDays,
      impressionDays: () => readAnalyticsSettings().impressionDays,
    });
    text.bindLearnedOrder(this.listLearning.order);
    this.siteLog = new EmbeddedSiteLog({
      database,
      clock,
      isKnown: (id) => this.catalog.findNumber(id) >= 0,
      readKeptDays: () => readAnalyticsSettings().impressionDays,
    });
    this.experimentFigures = new EmbeddedExperimentFigures({
      reads: database.reads,
      clock,
      impressions: this.impressionLog,
      exposures: this.siteLog,
      onError: options.onError,
    });
    this.attribution = new Attribution({
      ...options,
      database,
      impressions: this.impressionLog,
      settings: readAnalyticsSettings,
    });
    this.events = new EmbeddedEventLog({
      database,
      clock,
      projection: this.recommenders,
      queryLog: this.queryLog,
      clickLog: this.clickLog,
      listeners: [this.listLearning, this.visitorPreferences],
      impressions: this.impressionLog,
      site: this.siteLog,
      attribution: this.attribution,
      photos: this.pictures.confirmedPhotos,
      corrections: this.learnedCorrections,
    });
    this.recommenders.rankAll();
  }

  static async open(options: ProjectOptions): Promise<EmbeddedProject> {
    const { log, writer, path, identity, election, onError } = options;
    const name = `project:${options.id}`;
    const database = await ProjectDatabase.open({ name, path, writer, log, identity, schema: 'project' });
    // The text index is loaded on another thread while this one reads the items' content.
    const effective = computeEffectiveSettings(readStoredSettings(database), options.defaultsGeneration);
    const settings = effective.search;
    const weights = countingSettings(effective);
    const opening = IndexUpdater.open({ ...options, settings, database });
    const trainer = new RankingTrainer({
      ...options,
      eventsMax: options.learningEventsMax,
      weights,
      database,
    });
    const recommenders = new EmbeddedRecommenders({
      clock: options.clock,
      database,
      trainer,
      weights,
      runner: options.runner,
      onError: options.onError,
    });
    const project = new EmbeddedProject(database, await opening, recommenders, options);
    await project.pictures.renewVectors();
    await project.textEmbeddings.bind(project.catalog);
    project.listLearning.start();
    project.pictures.confirmedPhotos.start();
    project.learnedCorrections.start();
    if (log !== null) project.#compaction = new Compaction({ log, database, election, onError, entriesMax });
    return project;
  }

  /**
   * Resolves when all writes that other processes acknowledged before the call are applied; see
   * `ProjectDatabase.catchUp`.
   */
  catchUp(read: BoundedRead | null = null): Promise<void> {
    return this.#database.catchUp(read);
  }

  get isLeader(): boolean {
    return this.#election.isLeader;
  }

  get position(): AppliedPosition | null {
    return this.#database.position;
  }

  /** Calls `listener` when the project begins to close. */
  onClosing(listener: (reason: VitrineError) => void): void {
    this.#onClosing = listener;
  }

  /** Replaces the entries of the shared log by a snapshot, if that is due. */
  async compact(): Promise<boolean> {
    return (await this.#compaction?.run()) ?? false;
  }

  /** Whether opening and closing the project takes only a moment. */
  get isSmall(): boolean {
    return this.catalog.count().total + this.events.count() <= idleRowsMax;
  }

  /** Whether closing the project interrupts no work that another process would have to repeat. */
  get isInterruptible(): boolean {
    return !this.recommenders.isLearning && !this.indexUpdater.isReindexing;
  }

  get reads(): ReadConnection {
    return this.#database.reads;
  }

  /** Whether closing the project interrupts no work and reopening it takes only a moment. */
  get isIdle(): boolean {
    if (!this.isSmall || !this.isInterruptible) return false;
    if (this.pictures.confirmedPhotos.isWaiting) return false;
    const { isComplete, crossLingual } = this.textEmbeddings;
    return isComplete && crossLingual.counts().pending === 0 && this.pictures.isComplete;
  }

  /** The overview that stays in memory when the project is closed. */
  overview(): ProjectOverview {
    const items = this.catalog.count();
    const events = this.events.count();
    const pictures = this.pictures.countByState();
    const { model, isMostlyRefused } = this.textEmbeddings;
    const crossLingualTexts = this.textEmbeddings.crossLingual.counts();
    const crossLingual = { counts: () => crossLingualTexts };
    const texts = this.textEmbeddings.counts();
    const settings = this.settings.effective();
    return {
      catalog: { count: () => items },
      events: { count: () => events },
      pictures: { countByState: () => pictures },
      textEmbeddings: { model, isMostlyRefused, crossLingual, counts: () => texts },
      settings: { effective: () => settings },
    };
  }

  gauges(): Record<string, number> {
    return {
      items: this.catalog.count().total,
      events: this.events.count(),
      text_index_bytes: this.text.bytes,
      recommender_bytes: this.recommenders.bytes,
      text_embedding_bytes: this.textEmbeddings.spaces.reduce((sum, { bytes }) => sum + bytes, 0),
      item_cache_bytes: this.catalog.cacheBytes,
      search_cache_bytes: this.text.cacheBytes,
    };
  }

  /**
   * Applies all accepted writes, then closes; later requests fail with `reason`. If `saves`, writes the index and the counters to disk
   * for the next start, which blocks this thread for seconds with a large project. A project that is deleted, or reopened from another
   * state, need not.
   */
  async close(reason: VitrineError, saves: boolean): Promise<void> {
    this.#onClosing(reason);
    this.#election.unsubscribe(this.#database);
    await this.#compaction?.[Symbol.asyncDispose]();
    this.textEmbeddings.close();
    this.pictures.confirmedPhotos.close();
    this.learnedCorrections.close();
    await this.recommenders.stopTraining();
    await this.queryLog.close();
    await this.searchCounts.close();
    await this.clickLog.close();
    await this.listLearning.close();
    await this.impressionLog.close();
    await this.siteLog.close();
    await this.attribution.close();
    await this.#database.stop(reason);
    await this.recommenders.close(saves);
    await this.indexUpdater.close(saves);
    await this.#database[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close(serviceStopping(), true);
  }
}
