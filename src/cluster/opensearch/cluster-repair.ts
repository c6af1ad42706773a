import type { SharedLog } from '../../ports/cluster/shared-log.ts';
import { Cluster, countCopies, type ClusterAddress } from './cluster.ts';
import { DocumentReads } from './document-reads.ts';
import { LogIndex } from './log-index.ts';
import { listIncompleteShards, restartShard, listShardsToRestart, type StuckShard } from './stuck-shards.ts';

/** A replica that has waited this long for its primary is stuck. */
const stuckAfterMs = 60_000;
const startTimeout = '60s';

interface RepairOptions extends ClusterAddress {
  readonly prefix: string;
  readonly copies: number;
  /** Replaces the time after which a shard counts as stuck, in tests. */
  readonly stuckAfterMs?: number;
}

/** Finds and restarts stuck shards on an operator's request. Creates nothing in the cluster. */
export class ClusterRepair implements AsyncDisposable {
  readonly #options: RepairOptions;
  readonly #cluster: Cluster;

  private constructor(options: RepairOptions, cluster: Cluster) {
    this.#options = options;
    this.#cluster = cluster;
  }

  /** @throws VitrineError storage_failed where the cluster does not answer */
  static async connect(options: RepairOptions): Promise<ClusterRepair> {
    const cluster = new Cluster(options);
    try {
      await cluster.reach();
      return new ClusterRepair(options, cluster);
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The shards that `restart` would restart. @throws RestartForbidden; VitrineError storage_failed */
  async listStuckShards(): Promise<StuckShard[]> {
    const { prefix, stuckAfterMs: waitMs = stuckAfterMs } = this.#options;
    const { indices, waiting } = await listIncompleteShards(this.#cluster, `${prefix}-*`);
    const stuck = waiting.filter(({ waitedMs }) => waitedMs >= waitMs);
    return listShardsToRestart(
      this.#cluster,
      indices,
      stuck.map(({ primary }) => primary),
    );
  }

  /**
   * Restarts shards and waits until they accept writes; false where one does not within a minute. @throws
   * RestartForbidden; VitrineError storage_failed
   */
  async restartShards(shards: readonly StuckShard[]): Promise<boolean> {
    for (const shard of shards) await restartShard(this.#cluster, shard);
    const index = shards.map((shard) => shard.index).join(',');
    const health = await this.#cluster.request(
      (client) => client.cluster.health({ index, wait_for_status: 'yellow', timeout: startTimeout }),
      [408],
    );
    return health?.timed_out === false;
  }

  /** Returns null if there is no such log. @throws VitrineError storage_failed */
  findLog(name: string): Promise<SharedLog | null> {
    const { prefix, copies } = this.#options;
    const cluster = this.#cluster;
    const reads = new DocumentReads(cluster);
    return LogIndex.find({ cluster, reads, copies: countCopies(copies), prefix, name });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster[Symbol.asyncDispose]();
  }
}
