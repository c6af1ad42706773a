import { Client, errors, type ClientOptions } from '@opensearch-project/opensearch';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws';
import type { TransportRequestOptions } from '@opensearch-project/opensearch/lib/Transport.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceStopping, VitrineError } from '../../ports/errors.ts';
import { ConnectionError, connectionFailureOf } from './connection-failure.ts';
import { NodePool } from './node-pool.ts';
import { IntervalTask } from './interval-task.ts';

/** Where the cluster is, and who asks. */
export interface ClusterAddress {
  /** Addresses of nodes; further ones are not looked for. */
  readonly nodes: readonly string[];
  readonly user: { readonly name: string; readonly password: string } | null;
  /** PEM texts: whom to trust, and with what to prove who asks. */
  readonly tls: {
    readonly ca: string | undefined;
    readonly certificate: string | undefined;
    readonly key: string | undefined;
  };
  /** Signs requests for a managed service of Amazon's in this region; null: it does not. */
  readonly aws: { readonly region: string; readonly keys: AwsKeys } | null;
}

interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const requestMsMax = 65_000;
/** A node that is not heard for so long is not waited for where another can tell. */
const soonOptions = { requestTimeout: 5_000, maxRetries: 1 } as const;
/** On as many nodes: what is sent is such that sending it again does no harm. */
const retriesMax = 3;
/** For how long a request is sent again while a node's work moves to another. */
const patienceMs = 8_000;
/** How often it is asked whether the cluster has a manager. */
const askManagerEveryMs = 2_000;
/** For how long a new index is waited for. */
const readyTimeout = '60s';
/** For how long a write waits, in the cluster, for enough copies to be there. */
export const writeTimeout = '4s';

/** How many copies there are of everything, and how many of them a write waits for: most of them. */
export interface Copies {
  readonly count: number;
  readonly majority: number;
}

/** Settings of an index of which an acknowledged write is on the disks of most copies. */
export const copySettings = (copies: Copies): Record<string, string | number> => ({
  number_of_shards: 1,
  number_of_replicas: copies.count - 1,
  'write.wait_for_active_shards': String(copies.majority),
  'translog.durability': 'request',
});

export const copiesOf = (count: number): Copies => ({ count, majority: Math.floor(count / 2) + 1 });

/** An OpenSearch cluster, by its client, with failures told in the service's terms. */
export class Cluster implements AsyncDisposable {
  readonly #client: Client;
  readonly #askingManager: IntervalTask;
  /** Why it is taken to have no manager; null: it has one. */
  #unled: string | null = null;
  #missed = false;
  #closed = false;

  constructor({ nodes, user, tls, aws }: ClusterAddress) {
    this.#client = new Client({
      nodes: [...nodes],
      requestTimeout: requestMsMax,
      maxRetries: retriesMax,
      ConnectionPool: NodePool,
      ...(user === null ? {} : { auth: { username: user.name, password: user.password } }),
      ssl: sslOf(tls),
      ...(aws === null ? {} : AwsSigv4Signer({ region: aws.region, getCredentials: async () => aws.keys })),
    });
    this.#askingManager = new IntervalTask(askManagerEveryMs, () => this.#askManager());
  }

  /**
   * What a request answers; null where it answers with one of the statuses that are `expected`.
   * @throws VitrineError storage_failed; stopping once it is closed, also where it was to be sent again
   */
  async ask<T>(
    request: (client: Client) => Promise<{ body: T }>,
    expected: readonly number[] = [],
  ): Promise<T | null> {
    const until = performance.now() + patienceMs;
    for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, 800)) {
      if (this.#closed) throw serviceStopping();
      try {
        return (await request(this.#client)).body;
      } catch (error) {
        if (error instanceof errors.ResponseError && expected.includes(error.statusCode)) return null;
        if (isPassing(error) && performance.now() < until) {
          await sleep(pauseMs);
          continue;
        }
        throw new VitrineError('storage_failed', `The cluster did not take the request: ${kindOf(error)}`, {
          cause: new ConnectionError(causeOf(error), connectionFailureOf(error)),
          retryAfterSeconds: 5,
        });
      }
    }
  }

  /** As `ask`, for what somebody waits for: without an answer another node is asked soon, once. @throws VitrineError storage_failed */
  async askWithFailover<T>(
    request: (client: Client, options: TransportRequestOptions) => Promise<{ body: T }>,
    expected: readonly number[] = [],
  ): Promise<T | null> {
    if (this.#unled !== null) throw new VitrineError('storage_failed', this.#unled, { retryAfterSeconds: 5 });
    return this.ask((client) => request(client, soonOptions), expected);
  }

  /** Finds out, soon, whether the cluster can be reached and takes who asks. @throws VitrineError storage_failed */
  async reach(): Promise<void> {
    await this.ask(healthOf);
  }

  /** Makes an index where there is none. @throws VitrineError storage_failed */
  async createIndex(
    index: string,
    settings: Readonly<Record<string, string | number>>,
    alias?: string,
  ): Promise<void> {
    const aliases = alias === undefined ? {} : { [alias]: {} };
    const body = { settings, mappings: { dynamic: false as const, properties: {} }, aliases };
    // 400: another process was faster, or it was there.
    await this.ask((client) => client.indices.create({ index, body }), [400]);
    // Made by another, or by this one on a busy cluster, it may not be ready yet.
    const health = await this.ask((client) =>
      client.cluster.health({ index, wait_for_status: 'yellow', timeout: readyTimeout }),
    );
    if (health?.timed_out !== false)
      throw new VitrineError('storage_failed', 'The cluster did not make an index ready', {
        cause: new Error(`The index ${index} is not ready`),
        retryAfterSeconds: 5,
      });
  }

  /** Why it is not asked for anything; null: it is. */
  get failure(): string | null {
    return this.#unled;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#askingManager[Symbol.asyncDispose]();
    await this.#client.close();
  }

  /**
   * A node that is cut off from the others, or left over, still reads what it has: longer than it takes the others to go on without
   * it. So what it reads counts only while the cluster has a manager, which more than half of the nodes have to agree on.
   */
  async #askManager(): Promise<void> {
    try {
      await healthOf(this.#client);
      this.#missed = false;
      this.#unled = null;
    } catch (error) {
      // One that is missed may be a busy moment.
      if (this.#missed) this.#unled = `The cluster has no manager that its nodes agree on: ${kindOf(error)}`;
      this.#missed = true;
    }
  }
}

/** Asks the manager itself. */
async function healthOf(client: Client): Promise<{ body: unknown }> {
  return client.cluster.health({ cluster_manager_timeout: '2s', timeout: '1s' }, soonOptions);
}

/** Whether it is over in a moment, as while a copy becomes the primary. */
function isPassing(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return [429, 502, 503, 504].includes(error.statusCode ?? 0);
  if (!['unreachable', null].includes(connectionFailureOf(error))) return false;
  return error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError;
}

/** For clients: without names of nodes, users and indices, and without anything of what they hold. */
function kindOf(error: unknown): string {
  if (error instanceof errors.ResponseError) {
    const { type } = (error.body as { error?: { type?: unknown } } | null)?.error ?? {};
    return `${error.statusCode} ${typeof type === 'string' && /^[a-z_]+$/.test(type) ? type : ''}`.trim();
  }
  return error instanceof Error ? error.name : 'Error';
}

/** For the log of the service: in a few words, and without what was sent. */
function causeOf(error: unknown): string {
  if (error instanceof errors.ResponseError) {
    const { type, reason } =
      (error.body as { error?: { type?: string; reason?: string } } | null)?.error ?? {};
    return `${error.statusCode} ${type ?? ''} ${reason ?? ''}`.trim();
  }
  // OpenSSL ends its sentences with a new line.
  return error instanceof Error ? `${error.name}: ${error.message.trim()}` : String(error);
}

function sslOf({ ca, certificate, key }: ClusterAddress['tls']): NonNullable<ClientOptions['ssl']> {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  };
}
