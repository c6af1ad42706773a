import { VitrineError } from '../../ports/errors.ts';
import type { Cluster } from './cluster.ts';
import { ConnectionError } from '../common/connection-error.ts';

/** A shard that refuses writes: its primary never becomes active. Every index has one shard. */
export interface StuckShard {
  readonly index: string;
  readonly node: string;
}

/** A recovery as reported by the cluster. */
interface Recovery {
  readonly type: string;
  readonly stage: string;
  readonly start_time_in_millis: number;
  readonly total_time_in_millis: number;
  readonly source: { readonly name?: string };
  readonly target: { readonly id?: string };
}

/** A replica at the first stage of its recovery, where it waits for its primary. */
interface WaitingReplica {
  /** Identifies this recovery; a repeated one has another key. */
  readonly key: string;
  readonly primary: StuckShard;
  readonly waitedMs: number;
}

/** The indices without all copies, and the replicas that wait. */
export interface IncompleteShards {
  readonly indices: readonly string[];
  readonly waiting: readonly WaitingReplica[];
}

/** A shard may not be restarted by this user of the cluster. */
export class RestartForbidden extends Error {}

/** @throws VitrineError storage_failed */
export async function listIncompleteShards(cluster: Cluster, pattern: string): Promise<IncompleteShards> {
  // A stop waits for the check in progress, so that must not take long.
  const health = await cluster.requestWithFailover((client, failover) =>
    client.cluster.health({ index: pattern, level: 'indices' }, failover),
  );
  if (health?.status === 'green') return { indices: [], waiting: [] };
  const indices = Object.entries(health?.indices ?? {}).filter(([, { status }]) => status !== 'green');
  return { indices: indices.map(([index]) => index), waiting: await listWaitingReplicas(cluster, pattern) };
}

/**
 * The shards to restart, given primaries that replicas wait for: all incomplete shards at the same nodes, as the fault
 * affects a whole node and only two recoveries of many are visible at a time. @throws RestartForbidden; VitrineError
 * storage_failed
 */
export async function listShardsToRestart(
  cluster: Cluster,
  indices: readonly string[],
  primaries: readonly StuckShard[],
): Promise<StuckShard[]> {
  const shards: StuckShard[] = [];
  for (const node of new Set(primaries.map((primary) => primary.node)))
    for (const index of indices) {
      const shard = { index, node };
      if (await cancelAllocation(cluster, shard, true)) shards.push(shard);
    }
  return shards;
}

/**
 * Restarts a shard from its node's disk, or from another in-sync copy; false where the node no longer has it. @throws
 * RestartForbidden; VitrineError storage_failed
 */
export async function restartShard(cluster: Cluster, shard: StuckShard): Promise<boolean> {
  return cancelAllocation(cluster, shard, false);
}

async function listWaitingReplicas(cluster: Cluster, pattern: string): Promise<WaitingReplica[]> {
  const reply = await cluster.requestWithFailover(
    (client, failover) => client.indices.recovery({ index: pattern, active_only: true }, failover),
    [403],
  );
  const recoveries = (reply ?? {}) as Record<string, { readonly shards: readonly Recovery[] }>;
  return Object.entries(recoveries).flatMap(([index, { shards }]) =>
    shards.flatMap(({ type, stage, source, target, ...times }) => {
      if (type !== 'PEER' || stage !== 'INIT' || source.name === undefined) return [];
      const key = `${index} ${target.id} ${times.start_time_in_millis}`;
      return [{ key, primary: { index, node: source.name }, waitedMs: times.total_time_in_millis }];
    }),
  );
}

async function cancelAllocation(
  cluster: Cluster,
  { index, node }: StuckShard,
  isDryRun: boolean,
): Promise<boolean> {
  const command = { index, shard: 0, node, allow_primary: true };
  try {
    const reply = await cluster.request(
      (client) => client.cluster.reroute({ dry_run: isDryRun, body: { commands: [{ cancel: command }] } }),
      // The node has no copy of the shard.
      [400],
    );
    return reply !== null;
  } catch (error) {
    const cause = error instanceof VitrineError ? error.cause : null;
    if (!(cause instanceof ConnectionError) || cause.failure !== 'forbidden') throw error;
    const message =
      'This user of the cluster may not restart shards: it needs the privilege cluster:admin/reroute';
    throw new RestartForbidden(message, { cause: error });
  }
}
