import { VitrineError } from '../../ports/errors.ts';
import type { Cluster } from './cluster.ts';
import { ConnectionError } from './connection-failure.ts';
import { IntervalTask } from './interval-task.ts';

const checkEveryMs = 10_000;
/** A copy that has waited this long for its primary is stuck; the spread keeps processes from acting simultaneously. */
const stuckMs = { least: 60_000, spread: 30_000 };

/** A recovery as reported by the cluster. */
interface Recovery {
  readonly type: string;
  readonly stage: string;
  readonly start_time_in_millis: number;
  readonly source: { readonly name?: string };
  readonly target: { readonly id?: string };
}

interface Options {
  readonly cluster: Cluster;
  /** Pattern of the index names to check. */
  readonly pattern: string;
  /** Receives a report on each shard that was restarted, or that must be but may not. */
  readonly onError: (error: unknown) => void;
  /** Monotonic time in ms. */
  readonly now?: () => number;
}

/**
 * Restarts shards that are stuck. Where a node returns just as another is elected manager, OpenSearch 3.5 promotes
 * copies to primaries and loses that fact in the same step (its issue 19150). Such a primary refuses writes, and the
 * other copies wait for it at the first stage of their recovery, for half an hour. No data is lost: when it is
 * cancelled, the shard restarts from its own disk within seconds (docs/internals/cluster.md).
 *
 * The cluster recovers only two of many such shards at a time, so only these are visible. The fault affects a whole
 * node: therefore all incomplete shards on that node are restarted with them.
 */
export class StuckShards implements AsyncDisposable {
  readonly #options: Options;
  readonly #now: () => number;
  readonly #stuckAfterMs = stuckMs.least + Math.random() * stuckMs.spread;
  readonly #checks: IntervalTask;
  /** Recoveries at the first stage, by key, with the time since which they are there. */
  #waitingSince = new Map<string, number>();
  #forbidden = false;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    // Where the cluster does not answer, other requests report that.
    this.#checks = new IntervalTask(checkEveryMs, () => this.check().catch(() => undefined));
  }

  /** The reason why the log is blocked; null: none is known. */
  get failure(): string | null {
    return this.#forbidden
      ? 'Copies of the log wait for a primary that does not start, and this user of the cluster may not restart it'
      : null;
  }

  /** Checks once, and restarts shards that have waited too long. @throws VitrineError storage_failed */
  async check(): Promise<void> {
    const { cluster, pattern } = this.#options;
    // A stop waits for the check in progress, so that must not take long.
    const health = await cluster.requestWithFailover((client, failover) =>
      client.cluster.health({ index: pattern, level: 'indices' }, failover),
    );
    const waiting = health?.status === 'green' ? [] : await this.#recoveriesAtFirstStage();
    const now = this.#now();
    this.#waitingSince = new Map(waiting.map(({ key }) => [key, this.#waitingSince.get(key) ?? now]));
    const stuck = waiting.filter(({ key }) => now - this.#waitingSince.get(key)! >= this.#stuckAfterMs);
    const nodes = new Set(stuck.map(({ node }) => node));
    if (nodes.size === 0) this.#forbidden = false;
    const incomplete = Object.entries(health?.indices ?? {}).filter(([, { status }]) => status !== 'green');
    for (const node of nodes) for (const [index] of incomplete) await this.#restartShard(index, node);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#checks[Symbol.asyncDispose]();
  }

  async #recoveriesAtFirstStage(): Promise<{ key: string; node: string }[]> {
    const { cluster, pattern } = this.#options;
    const answer = await cluster.requestWithFailover(
      (client, failover) => client.indices.recovery({ index: pattern, active_only: true }, failover),
      [403],
    );
    const indices = Object.entries(
      (answer ?? {}) as Record<string, { readonly shards: readonly Recovery[] }>,
    );
    return indices.flatMap(([index, { shards }]) =>
      shards.flatMap(({ type, stage, start_time_in_millis: startedAt, source, target }) => {
        if (type !== 'PEER' || stage !== 'INIT' || source.name === undefined) return [];
        return [{ key: `${index} ${target.id} ${startedAt}`, node: source.name }];
      }),
    );
  }

  /** Every index has one shard. */
  async #restartShard(index: string, node: string): Promise<void> {
    const { cluster, onError } = this.#options;
    const cancel = { index, shard: 0, node, allow_primary: true };
    const stuck = `The shard of ${index} is stuck at ${node}`;
    try {
      const reply = await cluster.request(
        (client) => client.cluster.reroute({ body: { commands: [{ cancel }] } }),
        // The node has no copy of the shard.
        [400],
      );
      if (reply !== null) onError(new Error(`${stuck}: it was restarted`));
      this.#forbidden = false;
    } catch (error) {
      if (!isForbidden(error)) throw error;
      if (!this.#forbidden) onError(new Error(`${stuck}: see "stays yellow" in docs/guide/cluster.md`));
      this.#forbidden = true;
    }
  }
}

function isForbidden(error: unknown): boolean {
  const cause = error instanceof VitrineError ? error.cause : null;
  return cause instanceof ConnectionError && cause.failure === 'forbidden';
}
