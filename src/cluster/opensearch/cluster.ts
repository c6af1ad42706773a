import {
  Client,
  errors,
  type ClientOptions,
  ConnectionPool,
  type Connection,
} from '@opensearch-project/opensearch';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws';
import type { TransportRequestOptions } from '@opensearch-project/opensearch/lib/Transport.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceStopping, VitrineError } from '../../ports/errors.ts';
import { ConnectionError } from '../common/connection-error.ts';
import { classifyConnectionFailure } from './connection-failure.ts';
import { createTracedConnection } from './traced-connection.ts';
import type { TlsFiles } from '../../lib/tls-files.ts';
import { IntervalTask } from '../../lib/interval-task.ts';

/** A node without a reply is skipped for this long, where another is available. */
const skippedMs = 2_000;

interface NodeSelection {
  readonly filter?: (connection: Connection) => boolean;
  readonly selector?: (connections: Connection[]) => Connection;
}

/**
 * The pool of nodes. The client's own pool excludes a node for a minute and longer after one timeout, although a
 * cluster recovers within moments, and can run out of nodes.
 */
class NodePool extends ConnectionPool {
  readonly #failedAt = new WeakMap<Connection, number>();

  override markDead(connection: Connection): this {
    this.#failedAt.set(connection, performance.now());
    return this;
  }

  override markAlive(connection: Connection): this {
    this.#failedAt.delete(connection);
    return this;
  }

  override getConnection({
    filter = () => true,
    selector = takeFirst,
  }: NodeSelection = {}): Connection | null {
    const all = this.connections.filter(filter);
    const since = performance.now() - skippedMs;
    const available = all.filter((connection) => (this.#failedAt.get(connection) ?? -Infinity) < since);
    return all.length === 0 ? null : selector(available.length > 0 ? available : all);
  }
}

const takeFirst = ([first]: Connection[]): Connection => first!;

/** The addresses and credentials of the cluster. */
export interface ClusterAddress {
  /** Addresses of nodes; others are not discovered. */
  readonly nodes: readonly string[];
  readonly user: { readonly name: string; readonly password: string } | null;
  readonly tls: TlsFiles;
  /** Signs requests for a managed Amazon service in this region, or null if requests are not signed. */
  readonly aws: { readonly region: string; readonly keys: AwsKeys } | null;
}

interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const requestMsMax = 65_000;
/** Requests with failover: another node may reply where one is silent for this long. */
const failoverOptions = { requestTimeout: 5_000, maxRetries: 1 } as const;
/** Each retry uses another node; all requests are safe to repeat. */
const retriesMax = 3;
/** Time in which a request is repeated while a node's work moves to another. */
const retryMsMax = 8_000;
/** Interval of the check whether the cluster has a manager. */
const checkManagerEveryMs = 2_000;
/** Maximum wait for a new index. */
const readyTimeout = '60s';
/** Time that a write waits, in the cluster, for enough copies. */
export const writeTimeout = '4s';

/** The number of copies of each shard, and the majority that a write waits for. */
export interface Copies {
  readonly count: number;
  readonly majority: number;
}

/** Settings of an index whose acknowledged writes are on the disks of most copies. */
export const copySettings = (copies: Copies): Record<string, string | number> => ({
  number_of_shards: 1,
  number_of_replicas: copies.count - 1,
  'write.wait_for_active_shards': String(copies.majority),
  'translog.durability': 'request',
});

export const countCopies = (count: number): Copies => ({ count, majority: Math.floor(count / 2) + 1 });

/** The client of an OpenSearch cluster, with failures as the service's errors. */
export class Cluster implements AsyncDisposable {
  readonly #client: Client;
  readonly #managerCheck: IntervalTask;
  /** The reason why the cluster counts as having no manager, or null if it has one. */
  #managerFailure: string | null = null;
  #checkFailed = false;
  #closed = false;

  constructor({ nodes, user, tls, aws }: ClusterAddress) {
    const signing =
      aws === null ? null : AwsSigv4Signer({ region: aws.region, getCredentials: async () => aws.keys });
    this.#client = new Client({
      nodes: [...nodes],
      requestTimeout: requestMsMax,
      maxRetries: retriesMax,
      ConnectionPool: NodePool,
      ...(user === null ? {} : { auth: { username: user.name, password: user.password } }),
      ssl: toSslOptions(tls),
      ...signing,
      Connection: createTracedConnection(signing?.Connection),
    });
    this.#managerCheck = new IntervalTask(checkManagerEveryMs, () => this.#checkManager());
  }

  /**
   * Returns the body of the reply, or null if its status is one of `expected`.
   * @throws VitrineError storage_failed; stopping once the client is closed, also before a retry
   */
  async request<T>(
    send: (client: Client) => Promise<{ body: T }>,
    expected: readonly number[] = [],
  ): Promise<T | null> {
    const until = performance.now() + retryMsMax;
    for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, 800)) {
      if (this.#closed) throw serviceStopping();
      try {
        return (await send(this.#client)).body;
      } catch (error) {
        if (error instanceof errors.ResponseError && expected.includes(error.statusCode)) return null;
        if (isTemporary(error) && performance.now() < until) {
          await sleep(pauseMs);
          continue;
        }
        throw new VitrineError(
          'storage_failed',
          `The cluster did not accept the request: ${readErrorKind(error)}`,
          {
            cause: new ConnectionError(describeCause(error), classifyConnectionFailure(error)),
            retryAfterSeconds: 5,
          },
        );
      }
    }
  }

  /**
   * Like `request`, for waiting clients: a request without a reply in time is sent once to another node. @throws VitrineError
   * storage_failed
   */
  async requestWithFailover<T>(
    send: (client: Client, options: TransportRequestOptions) => Promise<{ body: T }>,
    expected: readonly number[] = [],
  ): Promise<T | null> {
    if (this.#managerFailure !== null)
      throw new VitrineError('storage_failed', this.#managerFailure, { retryAfterSeconds: 5 });
    return this.request((client) => send(client, failoverOptions), expected);
  }

  /** Checks quickly whether the cluster is reachable and accepts the credentials. @throws VitrineError storage_failed */
  async reach(): Promise<void> {
    await this.request(readHealth);
  }

  /** Creates an index unless it exists. @throws VitrineError storage_failed */
  async createIndex(
    index: string,
    settings: Readonly<Record<string, string | number>>,
    alias?: string,
  ): Promise<void> {
    const aliases = alias === undefined ? {} : { [alias]: {} };
    const body = { settings, mappings: { dynamic: false as const, properties: {} }, aliases };
    // A full disk makes indices read-only: then OpenSearch rejects creating one even if it exists.
    const exists = await this.request((client) => client.indices.exists({ index }));
    // The status is 400 if another process created it first.
    if (exists !== true) await this.request((client) => client.indices.create({ index, body }), [400]);
    // The index may not be ready yet, whichever process created it.
    const health = await this.request((client) =>
      client.cluster.health({ index, wait_for_status: 'yellow', timeout: readyTimeout }),
    );
    if (health?.timed_out !== false)
      throw new VitrineError('storage_failed', 'The cluster did not make an index ready', {
        cause: new Error(`The index ${index} is not ready`),
        retryAfterSeconds: 5,
      });
  }

  /** The reason why the cluster is not used, or null if it is. */
  get failure(): string | null {
    return this.#managerFailure;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#managerCheck[Symbol.asyncDispose]();
    await this.#client.close();
  }

  /**
   * A node cut off from the others still serves reads, for longer than the others take to continue without it. Its
   * reads therefore count only while the cluster has a manager, which more than half of the nodes elect.
   */
  async #checkManager(): Promise<void> {
    try {
      await readHealth(this.#client);
      this.#checkFailed = false;
      this.#managerFailure = null;
    } catch (error) {
      // A single failure may be a short overload.
      if (this.#checkFailed)
        this.#managerFailure = `The cluster has no manager that its nodes agree on: ${readErrorKind(error)}`;
      this.#checkFailed = true;
    }
  }
}

/** Reads the health from the manager itself. */
async function readHealth(client: Client): Promise<{ body: unknown }> {
  return client.cluster.health({ cluster_manager_timeout: '2s', timeout: '1s' }, failoverOptions);
}

/** Whether an error is temporary, for example while a replica becomes the primary. */
function isTemporary(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return [429, 502, 503, 504].includes(error.statusCode ?? 0);
  if (!['unreachable', null].includes(classifyConnectionFailure(error))) return false;
  return error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError;
}

/** Describes an error for clients: it names no node, user or index, and quotes no data. */
function readErrorKind(error: unknown): string {
  if (error instanceof errors.ResponseError) {
    const { type } = (error.body as { error?: { type?: unknown } } | null)?.error ?? {};
    return `${error.statusCode} ${typeof type === 'string' && /^[a-z_]+$/.test(type) ? type : ''}`.trim();
  }
  return error instanceof Error ? error.name : 'Error';
}

/** Describes an error for the service's log, without the request's data. */
function describeCause(error: unknown): string {
  if (error instanceof errors.ResponseError) {
    const { type, reason } =
      (error.body as { error?: { type?: string; reason?: string } } | null)?.error ?? {};
    return `${error.statusCode} ${type ?? ''} ${reason ?? ''}`.trim();
  }
  // OpenSSL's messages end with a line break.
  return error instanceof Error ? `${error.name}: ${error.message.trim()}` : String(error);
}

function toSslOptions({ ca, certificate, key }: ClusterAddress['tls']): NonNullable<ClientOptions['ssl']> {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  };
}
