import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { TextModelConfig } from './ports/search/text-embeddings.ts';
import type { ImageModelConfig } from './ports/pictures/vision.ts';
import type { ProviderConfig } from './ports/access/identity-provider.ts';
import type { BackupLocation, BackupPlan } from './ports/operation/backups.ts';
import { parseBackupLocation, backupVariables, readBackupPlan } from './environment/backup-variables.ts';
import {
  memoryVariables,
  readMemoryBytes,
  readMemoryProfile,
  type MemoryProfile,
} from './environment/memory-variables.ts';
import { postgresVariables, readPostgres, type PostgresConfig } from './environment/postgres-variables.ts';
import { readProvider, signInVariables } from './environment/sign-in-variables.ts';
import { readTracing, tracingVariables, type TracingSettings } from './environment/tracing-variables.ts';
import { findNearestName } from './lib/nearest-name.ts';
import type { TlsFiles } from './lib/tls-files.ts';
import { readHost, normalizeHost } from './lib/url-host.ts';
import {
  readAwsKeys,
  ConfigError,
  splitList,
  choose,
  parseSwitch,
  readFirstLine,
  readTlsFiles,
  parseWebAddress,
  parseDecimal,
  parseWholeNumber,
  type Environment,
} from './environment/values.ts';

export { ConfigError, type Environment } from './environment/values.ts';
export { readPostgres } from './environment/postgres-variables.ts';

/** The configuration. Only this file reads the environment; `docs/reference/configuration.md` documents it. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Loads the demo shop into a new data folder. */
  readonly demo: boolean;
  /** The first console password; null means generated. Ignored once a password is set. */
  readonly adminPassword: string | null;
  /** What the processes share; null means a single process. */
  readonly cluster: ClusterConfig | null;
  readonly logLevel: LogLevel;
  /** Public URL of the service; null means relative URLs. */
  readonly publicUrl: string | null;
  /** The projects of shops by the `normalizeHost()` that shoppers' agents ask for a profile. */
  readonly hosts: ReadonlyMap<string, string>;
  /** Hosts with private addresses from which pictures may be downloaded. */
  readonly pictureHosts: readonly string[];
  /** Hosts with private addresses, or without https, to which webhooks may be sent, and from which feeds may be read. */
  readonly webhookHosts: readonly string[];
  readonly feedHosts: readonly string[];
  /** Requests a second that the host of a shop gets at most, while its catalog is read. */
  readonly crawlRate: number;
  /** Maximum of events to train the ranking of recommendations from; 0 disables training. */
  readonly learningEvents: number;
  /** The text model; null means keyword search only. */
  readonly textModel: TextModelConfig | null;
  /** Null means no photo search. */
  readonly imageModel: ImageModelConfig | null;
  /** Number of trusted proxies, or their addresses; false: none. Sets how much of `x-forwarded-for` counts. */
  readonly trustProxy: false | number | string;
  /** Time that the service keeps serving after a stop signal, while `/ready` reports 503. */
  readonly drainMs: number;
  /** A project that no request asked for in this time is closed until the next one, in ms; null means never. */
  readonly projectIdleMs: number | null;
  /** The process of a model that had nothing to embed for this time ends until it is needed again, in ms; null means never. */
  readonly modelIdleMs: number | null;
  readonly memory: MemoryProfile;
  /** Threads that answer searches besides the main thread; 0: it answers all requests. A process of a cluster has none. */
  readonly threads: number;
  /** Sign-in with OpenID Connect; null means with passwords only. */
  readonly provider: ProviderConfig | null;
  /** Scheduled backups, or null. */
  readonly backups: BackupPlan | null;
  readonly tracing: TracingSettings;
}

/** What the processes of a cluster share, and how they divide the projects. */
export type ClusterConfig = (OpenSearchConfig | PostgresConfig) & {
  /** Maximum staleness of searches and lists in ms, or null if they are of the latest state. */
  readonly stalenessMs: number | null;
  /** Processes that hold each project, and the URL at which others reach this one (null means that of HOST and PORT); null means all hold all. */
  readonly allocation: { readonly copies: number; readonly address: string | null } | null;
};

/** An OpenSearch cluster. */
export interface OpenSearchConfig {
  readonly kind: 'opensearch';
  readonly nodes: readonly string[];
  readonly user: string | null;
  readonly password: string | null;
  readonly tls: TlsFiles;
  /** Signs requests for Amazon's managed service; null means unsigned. */
  readonly aws: {
    readonly region: string;
    readonly keys: {
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken?: string;
    };
  } | null;
  readonly prefix: string;
  readonly replicas: number;
  /** Restarts stuck shards without an operator, which may lose acknowledged writes. */
  readonly autoRepair: boolean;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** All variables with their defaults, for the reference and for hints on unknown ones. */
export const variables = {
  PORT: '4700',
  HOST: '127.0.0.1',
  VITRINE_DATA: './data',
  VITRINE_DEMO: 'on',
  VITRINE_ADMIN_PASSWORD: '',
  VITRINE_ENGINE: 'embedded',
  VITRINE_OPENSEARCH_NODES: '',
  VITRINE_OPENSEARCH_USER: '',
  VITRINE_OPENSEARCH_PASSWORD: '',
  VITRINE_OPENSEARCH_PASSWORD_FILE: '',
  VITRINE_OPENSEARCH_CA: '',
  VITRINE_OPENSEARCH_CERT: '',
  VITRINE_OPENSEARCH_KEY: '',
  VITRINE_OPENSEARCH_AWS_REGION: '',
  VITRINE_OPENSEARCH_PREFIX: 'vitrine',
  VITRINE_OPENSEARCH_REPLICAS: '2',
  ...postgresVariables,
  VITRINE_CLUSTER_ADDRESS: '',
  VITRINE_CLUSTER_AUTO_REPAIR: 'off',
  VITRINE_CLUSTER_COPIES: 'all',
  VITRINE_CLUSTER_STALENESS_MS: 'latest',
  VITRINE_LOG_LEVEL: 'info',
  VITRINE_PUBLIC_URL: '',
  VITRINE_HOSTS: '',
  VITRINE_PICTURE_HOSTS: '',
  VITRINE_WEBHOOK_HOSTS: '',
  VITRINE_FEED_HOSTS: '',
  VITRINE_CRAWL_RATE: '2',
  VITRINE_TRUST_PROXY: 'off',
  VITRINE_DRAIN_SECONDS: '0',
  VITRINE_PROJECT_IDLE_SECONDS: '600',
  ...memoryVariables,
  VITRINE_THREADS: 'auto',
  VITRINE_LEARNING_EVENTS: '1000000',
  VITRINE_IMAGE_MODEL: 'vendored',
  VITRINE_TEXT_MODEL: 'vendored',
  VITRINE_TEXT_URL: '',
  VITRINE_TEXT_KEY: '',
  VITRINE_TEXT_DIMENSIONS: '',
  VITRINE_TEXT_QUERY_PREFIX: '',
  VITRINE_TEXT_ITEM_PREFIX: '',
  VITRINE_TEXT_LANGUAGES: '',
  VITRINE_MODEL_IDLE_SECONDS: '90',
  VITRINE_TEXT_TIMEOUT_MS: '150',
  ...backupVariables,
  ...signInVariables,
  ...tracingVariables,
} as const;

/** Values of HOST that are no address. */
const wildcards = new Set(['0.0.0.0', '::', '::0', '0']);
/** Serving threads: more would not fit in the memory of a machine with as many cores. */
const threadsMax = 64;

/** @throws ConfigError with the variable, its value and the expected format */
export function readConfig(
  environment: Environment = process.env,
  memoryBytes: number = readMemoryBytes(),
): Config {
  const given = (name: keyof typeof variables): string => environment[name]?.trim() ?? '';
  const read: Read = (name) => given(name) || variables[name];
  refuseUnknown(environment);
  const engine = readEngine(environment);
  const memory = readMemoryProfile(environment, memoryBytes);
  const password = read('VITRINE_ADMIN_PASSWORD') || null;
  if (password !== null && password.length < 8) {
    throw new ConfigError(
      'VITRINE_ADMIN_PASSWORD',
      '*'.repeat(password.length),
      'at least 8 characters long',
    );
  }
  const cluster = engine === 'embedded' ? null : readCluster(engine, environment);
  return {
    host: read('HOST'),
    port: parsePort(read('PORT')),
    dataDir: readDataDir(environment),
    // Several processes mean a production shop.
    demo: parseSwitch('VITRINE_DEMO', read('VITRINE_DEMO')) && cluster === null,
    adminPassword: password,
    cluster,
    logLevel: choose('VITRINE_LOG_LEVEL', read('VITRINE_LOG_LEVEL'), logLevels),
    publicUrl: parseWebAddress('VITRINE_PUBLIC_URL', read('VITRINE_PUBLIC_URL')),
    hosts: parseShopHosts(read('VITRINE_HOSTS')),
    pictureHosts: splitList(read('VITRINE_PICTURE_HOSTS')),
    webhookHosts: splitList(read('VITRINE_WEBHOOK_HOSTS')),
    feedHosts: splitList(read('VITRINE_FEED_HOSTS')),
    crawlRate: parseDecimal('VITRINE_CRAWL_RATE', read('VITRINE_CRAWL_RATE'), 0.01, 1_000),
    learningEvents: parseWholeNumber(
      'VITRINE_LEARNING_EVENTS',
      given('VITRINE_LEARNING_EVENTS') || String(memory.learningEvents),
      0,
      99_999_999,
    ),
    textModel: readTextModel(read, environment),
    imageModel: parseImageModel(read('VITRINE_IMAGE_MODEL')),
    trustProxy: parseProxies('VITRINE_TRUST_PROXY', read('VITRINE_TRUST_PROXY')),
    drainMs: 1_000 * parseWholeNumber('VITRINE_DRAIN_SECONDS', read('VITRINE_DRAIN_SECONDS'), 0, 300),
    memory,
    threads: cluster === null ? parseThreads(read('VITRINE_THREADS'), memory) : 0,
    modelIdleMs: parseIdleTime(
      'VITRINE_MODEL_IDLE_SECONDS',
      given('VITRINE_MODEL_IDLE_SECONDS') || String(memory.modelIdleSeconds),
    ),
    projectIdleMs: parseIdleTime('VITRINE_PROJECT_IDLE_SECONDS', read('VITRINE_PROJECT_IDLE_SECONDS')),
    backups: readBackupPlan(environment),
    tracing: readTracing(environment),
    provider: readProvider(environment, parseWebAddress('VITRINE_PUBLIC_URL', read('VITRINE_PUBLIC_URL'))),
  };
}

/** Leaves one core to the main thread if there are several. */
const parseThreads = (value: string, memory: MemoryProfile): number =>
  value === 'auto'
    ? (memory.threads ?? Math.min(Math.max(1, availableParallelism() - 1), threadsMax))
    : parseWholeNumber('VITRINE_THREADS', value, 0, threadsMax, 'auto, or ');

/** Reads 0, which means never, as null. */
const parseIdleTime = (name: string, value: string): number | null =>
  1_000 * parseWholeNumber(name, value, 0, 86_400) || null;

type Read = (name: keyof typeof variables) => string;

export function readDataDir(environment: Environment = process.env): string {
  return resolve(environment['VITRINE_DATA']?.trim() || variables.VITRINE_DATA);
}

/** The location of backups that a command was given. @throws ConfigError */
export function readBackupLocation(where: string, environment: Environment = process.env): BackupLocation {
  return parseBackupLocation('the location of the backup', where, environment);
}

const engines = ['embedded', 'postgres', 'opensearch'] as const;

/** What has the data: the data folder, or a cluster's database. @throws ConfigError */
export function readEngine(environment: Environment = process.env): (typeof engines)[number] {
  const value = environment['VITRINE_ENGINE']?.trim() || variables.VITRINE_ENGINE;
  return choose('VITRINE_ENGINE', value, engines);
}

/** The cluster. @throws ConfigError */
export function readCluster(
  engine: 'postgres' | 'opensearch',
  environment: Environment = process.env,
): ClusterConfig {
  const read: Read = (name) => environment[name]?.trim() || variables[name];
  return {
    ...(engine === 'postgres' ? readPostgres(environment) : readOpenSearch(environment)),
    stalenessMs: parseStaleness(read('VITRINE_CLUSTER_STALENESS_MS')),
    allocation: readAllocation(read),
  };
}

/** @throws ConfigError */
export function readOpenSearch(environment: Environment): OpenSearchConfig {
  const read: Read = (name) => environment[name]?.trim() || variables[name];
  const nodes = splitList(read('VITRINE_OPENSEARCH_NODES'));
  if (nodes.length === 0)
    throw new ConfigError(
      'VITRINE_OPENSEARCH_NODES',
      '',
      'addresses of nodes of the cluster, as https://search-1:9200',
    );
  for (const node of nodes) checkNodeAddress(node);
  const prefix = read('VITRINE_OPENSEARCH_PREFIX');
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(prefix))
    throw new ConfigError('VITRINE_OPENSEARCH_PREFIX', prefix, '1 to 40 lowercase letters, digits and "-"');
  return {
    kind: 'opensearch',
    nodes,
    ...readCredentials(read, environment),
    tls: readTlsFiles('VITRINE_OPENSEARCH', read),
    prefix,
    // A quorum read asks two copies; of more than three, two may not be a majority.
    replicas: parseWholeNumber('VITRINE_OPENSEARCH_REPLICAS', read('VITRINE_OPENSEARCH_REPLICAS'), 0, 2),
    autoRepair: parseSwitch('VITRINE_CLUSTER_AUTO_REPAIR', read('VITRINE_CLUSTER_AUTO_REPAIR')),
  };
}

function readAllocation(read: Read): ClusterConfig['allocation'] {
  const copies = read('VITRINE_CLUSTER_COPIES');
  if (copies === 'all') return null;
  const name = 'VITRINE_CLUSTER_ADDRESS';
  const address = parseWebAddress(name, read(name));
  const isValid = address === null ? !wildcards.has(read('HOST')) : new URL(address).origin === address;
  if (!isValid || address?.startsWith('https:') === true)
    throw new ConfigError(name, read(name), 'its http address for others, as http://10.0.0.3:4700');
  return { copies: parseWholeNumber('VITRINE_CLUSTER_COPIES', copies, 1, 99), address };
}

function checkNodeAddress(node: string): void {
  parseWebAddress('VITRINE_OPENSEARCH_NODES', node);
  const { username, password } = new URL(node);
  if (username !== '' || password !== '')
    throw new ConfigError(
      'VITRINE_OPENSEARCH_NODES',
      '*'.repeat(8),
      'addresses without credentials: set VITRINE_OPENSEARCH_USER and VITRINE_OPENSEARCH_PASSWORD',
    );
}

/** Credentials for the cluster, validated together. */
function readCredentials(
  read: Read,
  environment: Environment,
): Pick<OpenSearchConfig, 'user' | 'password' | 'aws'> {
  const user = read('VITRINE_OPENSEARCH_USER') || null;
  const password = readSecret(read);
  const region = read('VITRINE_OPENSEARCH_AWS_REGION');
  if (user !== null && password === null)
    throw new ConfigError('VITRINE_OPENSEARCH_PASSWORD', '', 'set if VITRINE_OPENSEARCH_USER is set');
  if (user === null && password !== null)
    throw new ConfigError('VITRINE_OPENSEARCH_USER', '', 'set if a password is set');
  if (user !== null && region !== '')
    throw new ConfigError('VITRINE_OPENSEARCH_AWS_REGION', region, 'empty if VITRINE_OPENSEARCH_USER is set');
  return {
    user,
    password,
    aws:
      region === ''
        ? null
        : { region, keys: readAwsKeys(environment, 'VITRINE_OPENSEARCH_AWS_REGION is set') },
  };
}

/** Reads a password, or the first line of its file. */
function readSecret(read: Read): string | null {
  const file = read('VITRINE_OPENSEARCH_PASSWORD_FILE');
  if (file === '') return read('VITRINE_OPENSEARCH_PASSWORD') || null;
  return readFirstLine('VITRINE_OPENSEARCH_PASSWORD_FILE', file);
}

function refuseUnknown(environment: Environment): void {
  for (const name of Object.keys(environment)) {
    if (name.startsWith(prefix) && !(name in variables)) {
      const withoutPrefix = new Map(Object.keys(variables).map((one) => [one.replace(prefix, ''), one]));
      const nearest = withoutPrefix.get(
        findNearestName(name.replace(prefix, ''), withoutPrefix.keys()) ?? '',
      );
      // It may be the name of a secret, mistyped.
      throw new ConfigError(
        name,
        null,
        `a known variable${nearest === undefined ? '' : `, such as ${nearest}`}: ${allVariables}`,
      );
    }
  }
}

const prefix = 'VITRINE_';
const allVariables = 'docs/reference/configuration.md lists all';

/** Parses a list such as `shop.example=shop,127.0.0.1:4700=demo`. */
function parseShopHosts(value: string): ReadonlyMap<string, string> {
  const pairs = splitList(value).map((pair): [string, string] => {
    const [sent = '', project = '', ...more] = pair.split('=').map((part) => part.trim());
    const host = normalizeHost(sent);
    if (more.length > 0 || host === '' || readHost(`http://${host}`) !== host || project === '')
      throw new ConfigError('VITRINE_HOSTS', value, 'hosts with projects, as shop.example=shop');
    return [host, project];
  });
  const hosts = new Map(pairs);
  if (hosts.size < pairs.length) throw new ConfigError('VITRINE_HOSTS', value, 'hosts that are named once');
  return hosts;
}

function parsePort(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535)
    throw new ConfigError('PORT', value, 'a number from 0 to 65535');
  return number;
}

function readTextModel(
  read: (name: keyof typeof variables) => string,
  environment: Environment,
): TextModelConfig | null {
  const model = read('VITRINE_TEXT_MODEL');
  if (model === 'off') return null;
  const url = parseWebAddress('VITRINE_TEXT_URL', read('VITRINE_TEXT_URL'));
  const make = url !== null ? 'endpoint' : model === 'vendored' ? 'vendored' : 'hub';
  if (make === 'endpoint' && model === 'vendored')
    throw new ConfigError('VITRINE_TEXT_MODEL', model, 'the name of a model of VITRINE_TEXT_URL');
  const languages = splitList(read('VITRINE_TEXT_LANGUAGES'));
  const dimensions = read('VITRINE_TEXT_DIMENSIONS');
  return {
    make,
    model: make === 'vendored' ? '' : model,
    url: url ?? '',
    key: read('VITRINE_TEXT_KEY') || null,
    dimensions: dimensions === '' ? null : parseWholeNumber('VITRINE_TEXT_DIMENSIONS', dimensions, 1, 4_096),
    // Trailing blanks belong to a prefix.
    queryPrefix: environment['VITRINE_TEXT_QUERY_PREFIX'] ?? '',
    itemPrefix: environment['VITRINE_TEXT_ITEM_PREFIX'] ?? '',
    languages: languages.length > 0 ? languages : make === 'vendored' ? ['en'] : null,
    queryMsMax: parseWholeNumber('VITRINE_TEXT_TIMEOUT_MS', read('VITRINE_TEXT_TIMEOUT_MS'), 1, 99_999),
  };
}

function parseImageModel(model: string): ImageModelConfig | null {
  if (model === 'off') return null;
  return model === 'vendored' ? { make: 'vendored', model: '' } : { make: 'hub', model };
}

function parseStaleness(value: string): number | null {
  const name = 'VITRINE_CLUSTER_STALENESS_MS';
  if (value === 'latest') return null;
  if (!/^\d{1,5}$/.test(value) || Number(value) < 10 || Number(value) > 60_000)
    throw new ConfigError(name, value, '`latest` or a whole number from 10 to 60000');
  return Number(value);
}

/** `on` stands for one proxy. Entries of `x-forwarded-for` before those of the trusted proxies are ignored. */
function parseProxies(name: string, value: string): false | number | string {
  if (value === 'off') return false;
  if (value === 'on') return 1;
  if (/^[1-9]$/.test(value)) return Number(value);
  const isNetwork = (part: string): boolean => ipaddr.isValidCIDR(part) || ipaddr.isValid(part);
  if (value !== '' && splitList(value).every(isNetwork)) return value;
  throw new ConfigError(
    name,
    value,
    'off, on (one proxy), a number of proxies from 1 to 9, or their addresses, separated by commas',
  );
}
