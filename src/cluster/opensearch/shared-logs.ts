import type { Leases, SharedLog, SharedLogs } from '../../ports/shared-log.ts';
import { Cluster, copiesOf, type ClusterAddress, type Copies } from './cluster.ts';
import { DocumentReads } from './document-reads.ts';
import { LeaseIndex } from './lease-index.ts';
import { createPointerIndex, type LogIndexOptions } from './log-epochs.ts';
import { LogIndex } from './log-index.ts';
import { StuckShards } from './stuck-shards.ts';

export interface OpenSearchOptions extends ClusterAddress {
  /** Begins the names of all indices. */
  readonly prefix: string;
  /** Of every index, the first one included. */
  readonly copies: number;
  /** Told of shards that did not go on by themselves; left out, none are looked for. */
  readonly onError?: (error: unknown) => void;
}

/** What the processes of one service share, in an OpenSearch cluster. */
export class OpenSearchLogs implements SharedLogs, AsyncDisposable {
  readonly leases: Leases;
  readonly #cluster: Cluster;
  readonly #reads: DocumentReads;
  readonly #copies: Copies;
  readonly #prefix: string;
  readonly #stuck: StuckShards | null;

  private constructor(cluster: Cluster, leases: Leases, { prefix, copies, onError }: OpenSearchOptions) {
    this.#cluster = cluster;
    this.#reads = new DocumentReads(cluster);
    this.#copies = copiesOf(copies);
    this.#prefix = prefix;
    this.leases = leases;
    this.#stuck =
      onError === undefined ? null : new StuckShards({ cluster, pattern: `${prefix}-*`, onError });
  }

  /** @throws VitrineError storage_failed where the cluster does not answer, or does not let its indices be made */
  static async connect(options: OpenSearchOptions): Promise<OpenSearchLogs> {
    const { prefix } = options;
    const cluster = new Cluster(options);
    const copies = copiesOf(options.copies);
    try {
      await cluster.reach();
      const leases = await LeaseIndex.open(cluster, `${prefix}-leases`, copies);
      await createPointerIndex({ cluster, copies, prefix });
      return new OpenSearchLogs(cluster, leases, options);
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  open(name: string): Promise<SharedLog> {
    return LogIndex.open(this.#of(name));
  }

  remove(name: string): Promise<void> {
    return LogIndex.remove(this.#of(name));
  }

  failure(): string | null {
    return this.#cluster.failure ?? this.#stuck?.failure ?? null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stuck?.[Symbol.asyncDispose]();
    await this.#cluster[Symbol.asyncDispose]();
  }

  #of(name: string): LogIndexOptions {
    if (!/^[a-z0-9_-]+$/.test(name)) throw new Error(`Cannot name a log ${name}`);
    return {
      cluster: this.#cluster,
      reads: this.#reads,
      copies: this.#copies,
      prefix: this.#prefix,
      name,
    };
  }
}
