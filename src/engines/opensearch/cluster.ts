import { Client, errors, type ClientOptions } from '@opensearch-project/opensearch';
import { VitrineError } from '../../ports/errors.ts';

/** Where the cluster is, and who asks. */
export interface ClusterAddress {
  /** Addresses of nodes; further ones are not looked for. */
  readonly nodes: readonly string[];
  readonly user?: { readonly name: string; readonly password: string };
  /** PEM texts: whom to trust, and with what to prove who asks. */
  readonly tls?: { readonly ca?: string; readonly certificate?: string; readonly key?: string };
}

const requestMsMax = 60_000;
/** On as many nodes: what is sent is such that sending it again does no harm. */
const retriesMax = 4;

/** How many copies there are of everything, and how many of them a write waits for: most of them. */
export interface Copies {
  readonly count: number;
  readonly majority: number;
}

export const copiesOf = (count: number): Copies => ({ count, majority: Math.floor(count / 2) + 1 });

/** An OpenSearch cluster, by its client, with failures told in the service's terms. */
export class Cluster implements AsyncDisposable {
  readonly #client: Client;

  constructor({ nodes, user, tls }: ClusterAddress) {
    this.#client = new Client({
      nodes: [...nodes],
      requestTimeout: requestMsMax,
      maxRetries: retriesMax,
      ...(user === undefined ? {} : { auth: { username: user.name, password: user.password } }),
      ...(tls === undefined ? {} : { ssl: sslOf(tls) }),
    });
  }

  /**
   * What a request answers; null where it answers with one of the statuses that are `expected`.
   * @throws VitrineError storage_failed
   */
  async ask<T>(
    request: (client: Client) => Promise<{ body: T }>,
    expected: readonly number[] = [],
  ): Promise<T | null> {
    try {
      return (await request(this.#client)).body;
    } catch (error) {
      if (error instanceof errors.ResponseError && expected.includes(error.statusCode)) return null;
      const cause = error instanceof Error ? error.message : String(error);
      throw new VitrineError('storage_failed', `The cluster did not take the request: ${cause}`, {
        cause: error,
        retryAfterSeconds: 5,
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }
}

function sslOf({
  ca,
  certificate,
  key,
}: NonNullable<ClusterAddress['tls']>): NonNullable<ClientOptions['ssl']> {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  };
}
