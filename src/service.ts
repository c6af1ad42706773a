import { WorkerLanguageIdentifier } from './encoders/language/worker-language-identifier.ts';
import {
  MultilingualTextEncoder,
  type LoadedMultilingualModel,
} from './encoders/multilingual/multilingual-text-encoder.ts';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { ClusterConfig, Config, OpenSearchConfig } from './config.ts';
import { ConsoleAccess } from './domain/projects/console-access.ts';
import type { OnBlocked } from './domain/projects/sign-in-limits.ts';
import { AlertMonitor } from './domain/alerts/alert-monitor.ts';
import { EventSilence } from './domain/alerts/event-silence.ts';
import { ImportFailures } from './domain/alerts/import-failures.ts';
import { sampleRatio } from './domain/alerts/sample-ratio.ts';
import { noResultRate } from './domain/alerts/no-result-rate.ts';
import { PictureHosts } from './domain/alerts/picture-hosts.ts';
import { ScheduledBackups } from './domain/backups/scheduled-backups.ts';
import { CatalogLanguages } from './domain/catalog/catalog-language.ts';
import { TextEmbeddingLoop } from './domain/catalog/text-embedding-loop.ts';
import { SimilarityBaseline } from './domain/search/execution/similarity-baseline.ts';
import { TextReadability } from './domain/search/execution/text-readability.ts';
import { QueryEmbeddings } from './domain/search/execution/query-embeddings.ts';
import { createStagingCleanup } from './domain/catalog/staging-cleanup.ts';
import { FeedRunner } from './domain/feeds/feed-runner.ts';
import { createSearchSubscribers } from './domain/feedback/search-subscribers.ts';
import { SearchTracker } from './domain/feedback/search-tracker.ts';
import { PictureEmbeddingLoop, type OnHostTried } from './domain/catalog/picture-embedding-loop.ts';
import { PictureTimings } from './domain/catalog/picture-timings.ts';
import { removeAbandonedBackups } from './engine/data-folder/backup-folder.ts';
import { EmbeddedEngine } from './engine/projects/engine.ts';
import type { TargetImageModel } from './engine/pictures/picture-models.ts';
import { Replication } from './engine/replicas/replication.ts';
import { createDocumentSearch } from './engine/search/document-search.ts';
import { claimFolder } from './engine/data-folder/folder-problem.ts';
import { restrictFolder } from './engine/data-folder/folder-permissions.ts';
import { parseManifest } from './engine/data-folder/manifest.ts';
import { ModelSlot } from './encoders/runtime/model-slot.ts';
import { readLexicons } from './encoders/text/lexicons.ts';
import { ProcessTextEncoder } from './encoders/text/process-text-encoder.ts';
import { readCommonWords, type VocabularyWords } from './encoders/text/common-words.ts';
import { WordVectorCache, readBaselineWords } from './encoders/text/model-vocabulary.ts';
import { openSearchHints } from './cluster/opensearch/connection-hints.ts';
import type { OpenSearchOptions } from './cluster/opensearch/shared-logs.ts';
import { postgresHints } from './cluster/postgres/connection-hints.ts';
import { readMemberId, storeMemberId } from './cluster/allocation/member-id.ts';
import { Membership } from './cluster/allocation/membership.ts';
import { PictureFetcher } from './encoders/image/picture-fetch.ts';
import { FeedFetcher } from './outbound/feed-fetcher.ts';
import { ShopFetcher } from './outbound/shop-fetcher.ts';
import { WebhookSender } from './outbound/webhook-sender.ts';
import { openBackupStore } from './outbound/backup-stores/open-backup-store.ts';
import { systemClock, systemStopwatch, type Clock } from './lib/clock.ts';
import { openTracer, type Tracer } from './lib/tracing/tracer.ts';
import { createLogger } from './lib/logger.ts';
import { randomIds, type IdSource } from './lib/random-id.ts';
import type { WebhookClient } from './ports/operation/alerts.ts';
import type { CreateDocumentSearch } from './ports/search/document-search.ts';
import type { IdentityProvider, ProviderConfig } from './ports/access/identity-provider.ts';
import type { Engine, ProjectEngine } from './ports/engine.ts';
import type { MemberDocuments } from './ports/cluster/project-allocation.ts';
import type { SharedLogs } from './ports/cluster/shared-log.ts';
import { VitrineError } from './ports/errors.ts';
import { root, version } from './lib/package-root.ts';
import type { ImageEncoder, PictureSource } from './ports/pictures/vision.ts';
import { encoderOff, startImageEncoders, startTextEncoders } from './start-encoders.ts';

export { refuseHeldFolder } from './engine/storage/folder-lock.ts';
export { withFolderProblem } from './engine/data-folder/folder-problem.ts';
export { countDroppedBytes } from './engine/storage/dropped-memory.ts';
export { isDataFolder } from './engine/data-folder/data-folder.ts';
export { describeLoss } from './engine/data-folder/lost-entries.ts';
export { checkFolder, type IntegrityReport } from './engine/data-folder/integrity-check.ts';
export { readFolderFacts } from './engine/data-folder/folder-facts.ts';
export { restoreBackup } from './engine/data-folder/restore.ts';
export { parseManifest, readManifest } from './engine/data-folder/manifest.ts';
export { openBackupStore } from './outbound/backup-stores/open-backup-store.ts';
export { fetchPage } from './outbound/page-fetcher.ts';

/** The components of a service, for the HTTP server or for a command on the folder of a stopped service. */
export interface Service extends AsyncDisposable {
  readonly config: Config;
  readonly engine: Engine;
  readonly access: ConsoleAccess;
  /** Image encoders: target model first, then models that may serve until it has embedded all pictures. */
  readonly encoders: readonly ImageEncoder[];
  readonly source: PictureSource;
  readonly webhookClient: WebhookClient;
  readonly pictureTimings: PictureTimings;
  /** Null means users sign in with passwords only. */
  readonly provider: { readonly config: ProviderConfig; readonly client: IdentityProvider } | null;
  readonly feeds: FeedRunner;
  readonly queryEmbeddings: QueryEmbeddings;
  /** The model that serving threads share; null means that it is not loaded. */
  readonly multilingualModel: LoadedMultilingualModel | null;
  /** The words that typo tolerance never corrects. */
  readonly commonWords: VocabularyWords;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly searchTracker: SearchTracker;
  readonly createDocumentSearch: CreateDocumentSearch;
  readonly logger: Logger;
  /** Null means that no traces are recorded. */
  readonly tracer: Tracer | null;
  readonly backup: (name: string) => Promise<{ folder: string; files: number; bytes: number }>;
  readonly backups: Pick<ScheduledBackups, 'status' | 'listBackups' | 'backUpNow'>;
  /** Null means that none are scheduled. */
  readonly scheduledBackups: Pick<ScheduledBackups, 'status'> | null;
  /** This process among those of the cluster; null means every process holds all projects. */
  readonly membership: Membership | null;
  /** Begins the replication of projects and keys to other threads. */
  readonly replicate: () => Replication;
  /** Starts work that would delay the first replies: call it once the service listens. */
  readonly startDeferredWork: () => void;
  /** Resolves when the image model is loaded, or found unusable. */
  readonly loadImageModel: () => Promise<void>;
}

/**
 * Opens all components.
 * @throws Error if the data folder cannot be opened
 */
export async function openService(
  config: Config,
  options: {
    clock?: Clock;
    ids?: IdSource;
    logger?: Logger;
    /** False for a command on the folder of a stopped service: projects open on demand, without background work. */
    background?: boolean;
  } = {},
): Promise<Service> {
  const logger = options.logger ?? createLogger(config.logLevel);
  const clock = options.clock ?? systemClock;
  const ids = options.ids ?? randomIds;
  const onError = (error: unknown): void => {
    // A stop ends background work: nothing failed.
    const isStop = error instanceof VitrineError && error.code === 'stopping';
    logger[isStop ? 'debug' : 'error']({ err: error }, 'background work failed');
  };
  await using stack = new AsyncDisposableStack();
  const background = options.background ?? true;
  const tracer = background ? openTracer(config.tracing.config, { version, logger }) : null;
  if (config.tracing.problem !== null) logger.warn(config.tracing.problem);
  // Exports what the other parts recorded while they closed.
  stack.defer(() => tracer?.close());
  const slot = config.memory.oneModelAtATime ? new ModelSlot() : undefined;
  const listening = Promise.withResolvers<void>();
  // A model that is not known before it is loaded is loaded by its process while this one opens the other parts.
  const imageModels = background
    ? startImageEncoders(config, slot, logger, stack.use(new AsyncDisposableStack()))
    : null;
  // Where the start fails, its processes are ended once they are known.
  stack.defer(async () => void (await imageModels?.catch(() => null)));
  const source = stack.use(new PictureFetcher({ allowPrivate: config.pictureHosts }));
  const webhookClient = stack.use(new WebhookSender({ allowPrivate: config.webhookHosts }));
  const shared =
    config.cluster === null
      ? null
      : stack.use(await connectCluster(config.cluster, { onError, warn: (message) => logger.warn(message) }));
  const membership =
    shared === null || config.cluster?.allocation == null || !background
      ? null
      : stack.use(await joinCluster(shared, config.cluster.allocation.copies, config.dataDir, onError));
  const commonWords = await readCommonWords(join(root, 'models'));
  const engine = stack.use(
    await EmbeddedEngine.open({
      // A process of a cluster keeps a copy, separate from the data of a single process.
      dataDir: shared === null ? config.dataDir : locateCopies(config.dataDir),
      ...(shared === null ? {} : { shared }),
      ...(membership === null ? {} : { allocation: membership, copyKeptMs }),
      clock,
      ids,
      image: Promise.resolve(imageModels).then((models) => describeImageModels(models?.encoders ?? [])),
      commonWords,
      itemCacheBytesMax: config.memory.itemCacheBytesMax,
      pageCacheKilobytes: config.memory.pageCacheKilobytes,
      learningEventsMax: background ? config.learningEvents : 0,
      ...(background && config.projectIdleMs !== null ? { idleMs: config.projectIdleMs } : {}),
      ...(background ? { listening: listening.promise } : {}),
      onError,
    }),
  );
  await restrictData(config.dataDir, logger);
  const textEncoders = background ? await startTextEncoders(config, slot, logger, stack) : [];
  const similarityBaseline = new SimilarityBaseline({
    words: textEncoders.length === 0 ? [] : await readBaselineWords(join(root, 'models')),
    store: new WordVectorCache(join(config.dataDir, 'models')),
    onError,
  });
  const queryEmbeddings = new QueryEmbeddings(textEncoders, {
    background: similarityBaseline,
    readability: new TextReadability(await readLexicons(join(root, 'models'))),
  });
  const image = await imageModels;
  const [encoder = encoderOff, ...standIns] = image?.encoders ?? [];
  const timings = new PictureTimings();
  const [textEncoder = null] = textEncoders;
  if (background) {
    await engine.openAll();
    const catalogLanguages = new CatalogLanguages({
      identifier: stack.use(new WorkerLanguageIdentifier()),
      onError,
      clock,
      onIdentified: (project, { language }) =>
        logger.info({ project, language }, 'the language of a catalog changed'),
    });
    const texts = stack.use(
      new TextEmbeddingLoop({ engine, queryEmbeddings, catalogLanguages, onError, tracer }),
    );
    await texts.start();
    const hosts = new PictureHosts();
    const onHostTried: OnHostTried = (...tried) => hosts.recordDownload(...tried, clock.now());
    const pictures = stack.use(
      new PictureEmbeddingLoop({ engine, encoder, source, clock, onHostTried, onError, timings, tracer }),
    );
    pictures.start();
    const isSimulated = ({ id }: ProjectEngine): boolean => engine.store.project(id)?.demo === true;
    const sources = [
      new EventSilence(isSimulated),
      new ImportFailures(engine.store),
      noResultRate,
      hosts,
      sampleRatio,
    ];
    const alerts = { engine, sources, client: webhookClient, clock, ids, onError, tracer };
    stack.use(new AlertMonitor(alerts)).start();
  }
  const backups = await openBackups(config, engine, { clock, logger, tracer }, stack);
  if (background && config.backups !== null) backups.start();
  const userAgent = `Vitrine/${version}${config.publicUrl === null ? '' : ` (+${config.publicUrl})`}`;
  const outgoing = { allowPrivate: config.feedHosts, userAgent };
  const feedSource = stack.use(new FeedFetcher(outgoing));
  const shops = stack.use(new ShopFetcher({ ...outgoing, requestsPerSecond: config.crawlRate }));
  const feeds = stack.use(new FeedRunner({ engine, source: feedSource, shops, clock, ids, onError, tracer }));
  if (background) feeds.start();
  if (background) stack.use(createStagingCleanup({ engine, clock, onError }));
  const searchTracker = stack.use(new SearchTracker(clock, createSearchSubscribers(clock)));
  const loadImageModel = (): Promise<void> => image?.load() ?? Promise.resolve();
  const parts = stack.move();
  return {
    config,
    engine,
    access: new ConsoleAccess(engine.store, clock, { onBlocked: reportBlockedSignIns(config, logger) }),
    encoders: [encoder, ...standIns],
    source,
    webhookClient,
    pictureTimings: timings,
    provider: config.provider === null ? null : await loadProvider(config.provider),
    feeds,
    queryEmbeddings,
    multilingualModel:
      textEncoders.find((encoder) => encoder instanceof MultilingualTextEncoder)?.loaded ?? null,
    commonWords,
    clock,
    ids,
    searchTracker,
    createDocumentSearch,
    logger,
    tracer,
    backup: async (name) => {
      const folder = join(config.dataDir, 'backups', name);
      return { folder, ...(await engine.backup(folder)) };
    },
    backups,
    scheduledBackups: background && config.backups !== null ? backups : null,
    membership,
    loadImageModel,
    replicate: () => new Replication(engine, () => queryEmbeddings.models()),
    startDeferredWork: () => {
      void loadImageModel();
      if (textEncoder instanceof ProcessTextEncoder) textEncoder.start();
      if (textEncoder !== null) void similarityBaseline.prepare(textEncoder);
      listening.resolve();
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** The target model, and those that may serve until it has embedded all pictures. */
function describeImageModels([encoder = encoderOff, ...standIns]: readonly ImageEncoder[]): TargetImageModel {
  const { model, dimensions, blankFeature } = encoder;
  return { model, dimensions, blankFeature, standIns: standIns.map((standIn) => standIn.model) };
}

/** Opens the backups of the configuration. Without any, requested backups are stored in the data folder. */
async function openBackups(
  { backups: planned, dataDir }: Config,
  engine: EmbeddedEngine,
  { clock, logger, tracer }: Pick<Service, 'clock' | 'logger' | 'tracer'>,
  stack: AsyncDisposableStack,
): Promise<ScheduledBackups> {
  const location = { kind: 'folder', folder: join(dataDir, 'backups') } as const;
  const plan = planned ?? { location, schedule: null, countMax: null, daysMax: null };
  const now = clock.now();
  const stagingFolder = join(location.folder, '.staging');
  await removeAbandonedBackups(location.folder, { now, isOwn: true });
  await removeAbandonedBackups(stagingFolder, { now, isOwn: true });
  if (plan.location.kind === 'folder')
    await removeAbandonedBackups(plan.location.folder, { now, isOwn: false });
  const store = stack.use(await openBackupStore(plan.location));
  const backups = new ScheduledBackups({
    plan,
    store,
    stagingFolder,
    backup: (folder, onCopied) => engine.backup(folder, onCopied),
    readManifest: parseManifest,
    isLeader: () => engine.store.isLeader,
    clock,
    tracer,
    stopwatch: systemStopwatch,
    onStored: (stored) => logger.info(stored, 'backup stored and verified'),
    onFailure: (error) =>
      logger.error(
        { err: error, place: store.place },
        planned === null ? 'a backup failed' : 'a backup failed; a scheduled one is retried in 15 minutes',
      ),
  });
  return stack.use(backups);
}

/** The client of OpenID Connect is loaded only where it is used. */
async function loadProvider(config: ProviderConfig): Promise<NonNullable<Service['provider']>> {
  const { OpenIdProvider } = await import('./outbound/openid-provider.ts');
  return { config, client: new OpenIdProvider(config) };
}

/** Revokes access of other users to a data folder, or warns once if it cannot. */
async function restrictData(dataDir: string, logger: Logger): Promise<void> {
  const failure = await restrictFolder(dataDir);
  if (failure === null) return;
  logger.warn(
    failure,
    'other users of this machine may be able to read the data folder, as modes in it cannot be changed',
  );
}

/** Logs blocked networks. If all sign-ins come from one network, it is probably a proxy's, and the log says so once. */
function reportBlockedSignIns({ trustProxy }: Config, logger: Logger): OnBlocked {
  let isProxySuggested = false;
  return (network, isOnly) => {
    logger.warn({ network }, 'sign-ins from an address are blocked after too many wrong passwords');
    if (!isOnly || isProxySuggested || trustProxy !== false) return;
    isProxySuggested = true;
    logger.warn(
      { network },
      'all sign-ins come from this one address: if it is a proxy, set VITRINE_TRUST_PROXY so that addresses behind it are told apart',
    );
  };
}

/** Time that the copy of a project stays in the folder once other processes hold it: it may come back. */
const copyKeptMs = 3_600_000;

/** The folder with the copies of a process of a cluster. */
export const locateCopies = (dataDir: string): string => join(dataDir, 'cluster');

/** What the processes of a service share, in a database. */
export interface ClusterLogs extends SharedLogs, AsyncDisposable {
  readonly members: MemberDocuments;
}

/** Connects to the database of a cluster, whose client a service alone does not load. @throws Error that names the variable to check */
export async function connectCluster(
  config: ClusterConfig,
  { onError, warn }: { onError?: (error: unknown) => void; warn?: (message: string) => void } = {},
): Promise<ClusterLogs> {
  if (config.kind === 'postgres') {
    const { PostgresLogs } = await import('./cluster/postgres/shared-logs.ts');
    const options = { ...config, ...(warn === undefined ? {} : { warn }) };
    return await addHint(PostgresLogs.connect(options), config.kind);
  }
  const options = { ...convertClusterOptions(config), ...(onError === undefined ? {} : { onError }) };
  const { OpenSearchLogs } = await import('./cluster/opensearch/shared-logs.ts');
  return await addHint(OpenSearchLogs.connect(options), config.kind);
}

async function joinCluster(
  shared: ClusterLogs,
  copies: number,
  dataDir: string,
  onError: (error: unknown) => void,
): Promise<Membership> {
  const folder = locateCopies(dataDir);
  // A second process on the folder of a running one must not join with its id: it would take another, and its projects would move.
  claimFolder(folder).release();
  const createId = (): string => randomIds.next(systemClock.now());
  return await Membership.join({
    documents: shared.members,
    id: readMemberId(folder) ?? storeMemberId(folder, createId()),
    storeId: (id) => void storeMemberId(folder, id),
    newId: createId,
    copies,
    version,
    onError,
  });
}

export function convertClusterOptions({
  user,
  password,
  replicas,
  ...rest
}: OpenSearchConfig): OpenSearchOptions {
  return {
    ...rest,
    copies: replicas + 1,
    user: user === null ? null : { name: user, password: password ?? '' },
  };
}

/** Adds a hint to the error of a connection that failed. @throws Error that names the variable to check */
export async function addHint<T>(connecting: Promise<T>, kind: ClusterConfig['kind']): Promise<T> {
  try {
    return await connecting;
  } catch (error) {
    const { ConnectionError } = await import('./cluster/common/connection-error.ts');
    const cause = error instanceof VitrineError ? error.cause : null;
    if (!(cause instanceof ConnectionError) || cause.failure === null) throw error;
    const [name, hints] = kind === 'postgres' ? ['database', postgresHints] : ['cluster', openSearchHints];
    const hint = hints[cause.failure];
    const message = `The ${name} did not accept the request (${cause.message})`;
    throw new Error(hint === undefined ? message : `${message}: ${hint}`, { cause: error });
  }
}
