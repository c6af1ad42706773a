import type { MemberDocuments } from '../../ports/cluster/project-allocation.ts';
import type { Leases, SharedLog, SharedLogs } from '../../ports/cluster/shared-log.ts';
import { Cluster, countCopies, type ClusterAddress, type Copies } from './cluster.ts';
import { DocumentReads } from './document-reads.ts';
import { openLeaseIndex } from './lease-index.ts';
import { createPointerIndex, type LogIndexOptions } from './log-epochs.ts';
import { LogIndex } from './log-index.ts';
import { MemberIndex } from './member-index.ts';
import { StuckShardMonitor } from './stuck-shard-monitor.ts';

export interface OpenSearchOptions extends ClusterAddress {
  /** The prefix of all index names. */
  readonly prefix: string;
  /** Copies of each index, including the primary. */
  readonly copies: number;
  /** Restarts stuck shards, which may lose acknowledged writes; otherwise they are only reported. */
  readonly autoRepair?: boolean;
  /** Receives reports about stuck shards; omitted means they are not checked. */
  readonly onError?: (error: unknown) => void;
}

const nameLeaseIndex = (prefix: string): string => `${prefix}-leases`;

/** The logs and leases of one service in an OpenSearch cluster. */
export class OpenSearchLogs implements SharedLogs, AsyncDisposable {
  readonly leases: Leases;
  readonly #cluster: Cluster;
  readonly #reads: DocumentReads;
  readonly #copies: Copies;
  readonly #prefix: string;
  readonly #stuckShards: StuckShardMonitor | null;

  private constructor(cluster: Cluster, leases: Leases, options: OpenSearchOptions) {
    const { prefix, copies, autoRepair = false, onError } = options;
    this.#cluster = cluster;
    this.#reads = new DocumentReads(cluster);
    this.#copies = countCopies(copies);
    this.#prefix = prefix;
    this.leases = leases;
    this.#stuckShards =
      onError === undefined
        ? null
        : new StuckShardMonitor({ cluster, pattern: `${prefix}-*`, autoRepair, onError });
  }

  /** @throws VitrineError storage_failed where the cluster does not answer, or denies creating its indices */
  static async connect(options: OpenSearchOptions): Promise<OpenSearchLogs> {
    const { prefix } = options;
    const cluster = new Cluster(options);
    const copies = countCopies(options.copies);
    try {
      await cluster.reach();
      const leases = await openLeaseIndex(cluster, nameLeaseIndex(prefix), copies);
      await createPointerIndex({ cluster, copies, prefix });
      return new OpenSearchLogs(cluster, leases, options);
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The processes of the service. */
  get members(): MemberDocuments {
    return new MemberIndex(this.#cluster, nameLeaseIndex(this.#prefix));
  }

  open(name: string): Promise<SharedLog> {
    return LogIndex.open(this.#createOptions(name));
  }

  remove(name: string): Promise<void> {
    return LogIndex.remove(this.#createOptions(name));
  }

  findFailure(): string | null {
    return this.#cluster.failure;
  }

  findWriteFailure(): string | null {
    return this.#stuckShards?.failure ?? null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stuckShards?.[Symbol.asyncDispose]();
    await this.#cluster[Symbol.asyncDispose]();
  }

  #createOptions(name: string): LogIndexOptions {
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
