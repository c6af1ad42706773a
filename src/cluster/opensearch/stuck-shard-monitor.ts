import type { Cluster } from './cluster.ts';
import { IntervalTask } from '../../lib/interval-task.ts';
import { listIncompleteShards, restartShard, listShardsToRestart, type StuckShard } from './stuck-shards.ts';

const checkEveryMs = 10_000;
/** A replica that has waited this long for its primary is stuck; the spread keeps processes from acting simultaneously. */
const stuckMs = { least: 60_000, spread: 30_000 };

interface MonitorOptions {
  readonly cluster: Cluster;
  /** Pattern of the index names to check. */
  readonly pattern: string;
  /** Restarts stuck shards; otherwise they are only reported. */
  readonly autoRepair: boolean;
  /** Receives a report on stuck shards, and on each that was restarted. */
  readonly onError: (error: unknown) => void;
  /** Monotonic time in ms. */
  readonly now?: () => number;
}

/**
 * Detects shards that are stuck. Where a node returns just as another is elected manager, OpenSearch 3.5 promotes
 * copies to primaries and loses that fact in the same step (its issue 19150). Such a primary refuses writes, and the
 * other copies wait for it at the first stage of their recovery, for half an hour (docs/internals/cluster.md).
 */
export class StuckShardMonitor implements AsyncDisposable {
  readonly #options: MonitorOptions;
  readonly #now: () => number;
  readonly #stuckAfterMs = stuckMs.least + Math.random() * stuckMs.spread;
  readonly #checks: IntervalTask;
  /** Replicas that wait for their primary, by key, with the time since which they do. */
  #waitingSince = new Map<string, number>();
  /** Whether stuck shards were reported and remain. */
  #isReported = false;

  constructor(options: MonitorOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    // Other requests report a cluster that does not answer.
    this.#checks = new IntervalTask(checkEveryMs, () => this.check().catch(() => undefined));
  }

  /** Why requests fail, or null if no shard is known to be stuck. */
  get failure(): string | null {
    return this.#isReported ? 'Shards of the cluster are stuck: run `vitrine cluster repair`' : null;
  }

  /** Checks once, and reports or restarts shards that have waited too long. @throws VitrineError storage_failed */
  async check(): Promise<void> {
    const { cluster, pattern, autoRepair } = this.#options;
    const { indices, waiting } = await listIncompleteShards(cluster, pattern);
    const now = this.#now();
    this.#waitingSince = new Map(waiting.map(({ key }) => [key, this.#waitingSince.get(key) ?? now]));
    const stuck = waiting.filter(({ key }) => now - this.#waitingSince.get(key)! >= this.#stuckAfterMs);
    if (stuck.length === 0) {
      this.#isReported = false;
      return;
    }
    const primaries = stuck.map(({ primary }) => primary);
    if (autoRepair) await this.#restart(indices, primaries);
    else this.#report(primaries);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#checks[Symbol.asyncDispose]();
  }

  async #restart(indices: readonly string[], primaries: readonly StuckShard[]): Promise<void> {
    const { cluster, onError } = this.#options;
    try {
      for (const shard of await listShardsToRestart(cluster, indices, primaries)) {
        if (await restartShard(cluster, shard))
          onError(new Error(`The shard of ${shard.index} was stuck at ${shard.node}: it was restarted`));
      }
      this.#isReported = false;
    } catch (error) {
      this.#report(primaries, error);
      throw error;
    }
  }

  /** Once, until no shard is stuck. */
  #report(primaries: readonly StuckShard[], cause?: unknown): void {
    if (this.#isReported) return;
    this.#isReported = true;
    const nodes = [...new Set(primaries.map(({ node }) => node))].join(', ');
    const indices = [...new Set(primaries.map(({ index }) => index))].join(', ');
    const message = `Shards at ${nodes} are stuck, among them ${indices}: run \`vitrine cluster repair\``;
    this.#options.onError(new Error(message, { cause }));
  }
}
