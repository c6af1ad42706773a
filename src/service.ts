import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { readCluster, type ClusterConfig, type Config } from './config.ts';
import { ConsoleAccess } from './domain/projects/console-access.ts';
import type { OnBlocked } from './domain/projects/sign-in-limits.ts';
import { TextWork } from './domain/catalog/text-work.ts';
import { LanguageBackground } from './domain/search/language-background.ts';
import { QueryMeanings } from './domain/search/query-meanings.ts';
import { SearchSignals } from './domain/search/search-signals.ts';
import { PictureWork } from './domain/catalog/picture-work.ts';
import { EmbeddedEngine } from './engines/embedded/projects/engine.ts';
import { restrictFolder } from './engines/embedded/projects/folder-modes.ts';
import {
  moveFromLogs,
  moveToLogs,
  type Migrated,
  type MigrationProgress,
} from './engines/embedded/projects/migration.ts';
import { commonWords, KeptWordVectors, ordinaryWords } from './engines/meaning/ordinary-words.ts';
import { LinkError, type LinkFailure } from './engines/opensearch/link-failure.ts';
import { OpenSearchLogs } from './engines/opensearch/shared-logs.ts';
import { ProcessEncoder } from './engines/meaning/process-encoder.ts';
import { textEncodersOf } from './engines/meaning/text-encoders.ts';
import type { EndpointEncoder } from './engines/meaning/endpoint-encoder.ts';
import { imageEncodersOf } from './engines/vision/image-encoders.ts';
import { PictureFetcher } from './engines/vision/picture-fetch.ts';
import { systemClock, type Clock } from './lib/clock.ts';
import { randomIds, type IdSource } from './lib/random-id.ts';
import { terminalLog } from './lib/terminal-log.ts';
import type { Engine } from './ports/engine.ts';
import { VitrineError } from './ports/errors.ts';
import type { ImageEncoder, PictureSource } from './ports/vision.ts';

export { isDataFolder } from './engines/embedded/projects/data-folder.ts';
export { checkFolder, type IntegrityReport } from './engines/embedded/projects/integrity-check.ts';
export { restoreBackup } from './engines/embedded/projects/restore.ts';

export const root = join(import.meta.dirname, '..');
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

/** The running parts of the service, whoever serves them: the HTTP server, or a command on a stopped folder. */
export interface Service extends AsyncDisposable {
  readonly config: Config;
  readonly engine: Engine;
  readonly access: ConsoleAccess;
  /** Of pictures: the wanted one first, then what may serve until it has made all vectors. */
  readonly encoders: readonly ImageEncoder[];
  readonly source: PictureSource;
  readonly meanings: QueryMeanings;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly signals: SearchSignals;
  readonly logger: Logger;
  readonly backup: (name: string) => Promise<{ folder: string; files: number; bytes: number }>;
}

/**
 * Opens everything. The only place that knows both ports and engines.
 * @throws Error where the data folder cannot be opened
 */
export async function openService(
  config: Config,
  options: {
    clock?: Clock;
    ids?: IdSource;
    logger?: Logger;
    /** Off for a command on a stopped folder: projects are opened when asked for, and no picture is embedded. */
    background?: boolean;
  } = {},
): Promise<Service> {
  const logger = options.logger ?? createLogger(config);
  const clock = options.clock ?? systemClock;
  const ids = options.ids ?? randomIds;
  const onFault = (error: unknown): void => logger.error({ err: error }, 'fault in background work');
  await using stack = new AsyncDisposableStack();
  const background = options.background ?? true;
  const [encoder = encoderOff, ...standIns] = background
    ? await startImageEncoders(config, logger, stack)
    : [];
  const source = stack.use(new PictureFetcher({ allowPrivate: config.pictureHosts }));
  const image = {
    model: encoder.model,
    dimensions: encoder.dimensions,
    ground: encoder.ground,
    standIns: standIns.map(({ model }) => model),
  };
  const shared = config.cluster === null ? null : stack.use(await connectCluster(config.cluster, onFault));
  const engine = stack.use(
    await EmbeddedEngine.open({
      // What is here of a cluster is a copy: it is kept apart from what a process alone keeps.
      dataDir: shared === null ? config.dataDir : join(config.dataDir, 'cluster'),
      ...(shared === null ? {} : { shared }),
      clock,
      ids,
      image,
      commonWords: await commonWords(join(root, 'models')),
      learningEventsMax: background ? config.learningEvents : 0,
      onFault,
    }),
  );
  await restrictData(config.dataDir, logger);
  const textEncoders = background ? startTextEncoders(config, logger) : [];
  for (const one of textEncoders) if (one instanceof ProcessEncoder) stack.use(one);
  const languageBackground = new LanguageBackground({
    words: textEncoders.length === 0 ? [] : await ordinaryWords(join(root, 'models')),
    store: new KeptWordVectors(join(config.dataDir, 'models')),
    onFault,
  });
  const meanings = new QueryMeanings(textEncoders, languageBackground);
  if (background) {
    await engine.openAll();
    const [textEncoder = null] = textEncoders;
    const texts = stack.use(new TextWork({ engine, encoder: textEncoder, meanings, onFault }));
    await texts.start();
    if (textEncoder !== null) void languageBackground.prepare(textEncoder);
    const pictures = stack.use(new PictureWork({ engine, encoder, source, clock, onFault }));
    pictures.start();
  }
  const signals = stack.use(new SearchSignals(clock));
  const parts = stack.move();
  return {
    config,
    engine,
    access: new ConsoleAccess(engine.store, clock, { onBlocked: blockedSignIns(config, logger) }),
    encoders: [encoder, ...standIns],
    source,
    meanings,
    clock,
    ids,
    signals,
    logger,
    backup: async (name) => {
      const folder = join(config.dataDir, 'backups', name);
      return { folder, ...(await engine.backup(folder)) };
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** Takes the rights of other users to a data folder, or warns once that this cannot be done. */
async function restrictData(dataDir: string, logger: Logger): Promise<void> {
  const kept = await restrictFolder(dataDir);
  if (kept === null) return;
  logger.warn(
    kept,
    'other users of this machine may be able to read the data folder, as modes in it cannot be changed',
  );
}

/** Logs blocked addresses. Where all sign-ins come from one, it is most likely a proxy's, and blocks everybody: that is said once. */
function blockedSignIns({ trustProxy }: Config, logger: Logger): OnBlocked {
  let isSaid = false;
  return (network, isOnly) => {
    logger.warn({ network }, 'sign-ins from an address are blocked after too many wrong passwords');
    if (!isOnly || isSaid || trustProxy !== false) return;
    isSaid = true;
    logger.warn(
      { network },
      'all sign-ins come from this one address: if it is a proxy, set VITRINE_TRUST_PROXY so that addresses behind it are told apart',
    );
  };
}

/** Where to look, by what kept a process from its cluster. */
const linkHints: Readonly<Record<LinkFailure, string>> = {
  unreachable: 'VITRINE_OPENSEARCH_NODES must name nodes that run and can be reached from here',
  untrusted: 'VITRINE_OPENSEARCH_CA must name a file with the certificate that signed those of the nodes',
  misnamed: 'VITRINE_OPENSEARCH_NODES must name nodes as their certificates do',
  uncertified:
    'VITRINE_OPENSEARCH_CERT and VITRINE_OPENSEARCH_KEY must name a certificate that the cluster accepts',
  unauthorized:
    'VITRINE_OPENSEARCH_USER and VITRINE_OPENSEARCH_PASSWORD must be those of a user of the cluster',
  forbidden:
    'the user of VITRINE_OPENSEARCH_USER, or of the keys of AWS, needs the role of deploy/opensearch/roles.yml for indices that begin with VITRINE_OPENSEARCH_PREFIX',
};

/** Connects to the cluster of a configuration. @throws Error that names the variable to look at */
async function connectCluster(
  config: ClusterConfig,
  onFault?: (error: unknown) => void,
): Promise<OpenSearchLogs> {
  const { user, password, replicas, ...address } = config;
  try {
    return await OpenSearchLogs.connect({
      ...address,
      copies: replicas + 1,
      ...(onFault === undefined ? {} : { onFault }),
      user: user === null ? null : { name: user, password: password ?? '' },
    });
  } catch (error) {
    const cause = error instanceof VitrineError ? error.cause : null;
    if (!(cause instanceof LinkError) || cause.failure === null) throw error;
    const message = `The cluster did not take the request (${cause.message}): ${linkHints[cause.failure]}`;
    throw new Error(message, { cause: error });
  }
}

/**
 * Moves everything between a folder and the cluster that the environment names, and compares what came with what went.
 * @throws ConfigError; Error where one side is in use, or holds something else; VitrineError storage_failed
 */
export async function migrate(
  dataDir: string,
  to: 'opensearch' | 'embedded',
  progress: MigrationProgress,
): Promise<Migrated> {
  await using shared = await connectCluster(readCluster());
  if (to === 'opensearch') return await moveToLogs(dataDir, shared, progress);
  const fail = (error: unknown): never => {
    throw error;
  };
  const image = { model: '', dimensions: 0 };
  const options = { dataDir, shared, image, clock: systemClock, ids: randomIds, onFault: fail };
  return await moveFromLogs(options, progress);
}

async function startImageEncoders(
  { imageModel, dataDir }: Config,
  logger: Logger,
  stack: AsyncDisposableStack,
): Promise<ImageEncoder[]> {
  const encoders = await imageEncodersOf(imageModel, {
    modelsDir: join(root, 'models'),
    cacheDir: join(dataDir, 'models'),
  });
  for (const encoder of encoders) stack.use(encoder);
  const { ready, detail } = encoders[0]!.status();
  if (!ready) logger.error({ detail }, 'photo search is off');
  return encoders;
}

function startTextEncoders(
  { textModel, dataDir }: Config,
  logger: Logger,
): (ProcessEncoder | EndpointEncoder)[] {
  if (textModel === null) return [];
  return textEncodersOf(textModel, {
    modelsDir: join(root, 'models'),
    cacheDir: join(dataDir, 'models'),
    onSettled: ({ ready, detail }) => {
      if (!ready) logger.error({ detail }, 'search by meaning is off: words alone decide');
    },
  });
}

const off = (): Promise<never> =>
  Promise.reject(new VitrineError('vision_unavailable', 'Photo search is not running'));
const encoderOff: ImageEncoder = {
  model: '',
  dimensions: 0,
  ground: null,
  status: () => ({ ready: false, detail: 'not running' }),
  embedQuery: off,
  embedCatalog: off,
  embedParts: off,
  refine: off,
};

/** JSON lines on stderr; lines for people where that is a terminal. */
function createLogger(config: Config): Logger {
  // Keys travel in one header and in no address; should a header ever be logged, it is cut out here.
  return pino(
    {
      level: config.logLevel,
      redact: ['*.headers["x-api-key"]', '*.headers.cookie', 'headers["x-api-key"]', 'headers.cookie'],
    },
    process.stderr.isTTY ? terminalLog((text) => process.stderr.write(text)) : pino.destination(2),
  );
}
