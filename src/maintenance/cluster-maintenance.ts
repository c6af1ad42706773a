import { readCluster, readOpenSearch, readPostgres, type Environment } from '../config.ts';
import type { ClusterFacts } from '../cluster/opensearch/cluster-inspection.ts';
import type { DatabaseFacts } from '../cluster/postgres/inspection.ts';
import type { StuckShard } from '../cluster/opensearch/stuck-shards.ts';
import { copyPositions, lossesAfterRepair, type LogLoss } from '../engine/data-folder/lost-entries.ts';
import {
  moveFromLogs,
  moveToLogs,
  type Migrated,
  type MigrationProgress,
} from '../engine/projects/migration.ts';
import { systemClock } from '../lib/clock.ts';
import { randomIds } from '../lib/random-id.ts';
import { clusterOptions, connectCluster, locateCopies, withHint } from '../service.ts';

/**
 * Copies all data between a folder and the configured cluster, and verifies the copy.
 * @throws ConfigError; Error if one side is in use or contains other data; VitrineError storage_failed
 */
export async function migrate(
  dataDir: string,
  { to, cluster }: { readonly to: 'cluster' | 'embedded'; readonly cluster: 'postgres' | 'opensearch' },
  progress: MigrationProgress,
  env: Environment,
): Promise<Migrated> {
  await using shared = await connectCluster(readCluster(cluster, env));
  if (to === 'cluster') return await moveToLogs(dataDir, shared, progress);
  const fail = (error: unknown): never => {
    throw error;
  };
  const image = { model: '', dimensions: 0 };
  const options = { dataDir, shared, image, clock: systemClock, ids: randomIds, onError: fail };
  return await moveFromLogs(options, progress);
}

/** The stuck shards of a cluster, and the result of their repair. */
export interface RepairReport {
  readonly stuck: readonly StuckShard[];
  /** Whether all of them accept writes again, or null if no repair was requested. */
  readonly repaired: boolean | null;
  /** Number of copies of logs that were compared before and after. With 0, it is unknown what the repair lost. */
  readonly compared: number;
  readonly lost: readonly LogLoss[];
}

/**
 * Finds the stuck shards of the configured cluster and, with `apply`, restarts them. `dataDir` is the data folder of a
 * process of the cluster: its copies show what a repair lost. @throws ConfigError; Error that names the variable to check;
 * VitrineError storage_failed
 */
export async function repairCluster(
  dataDir: string,
  apply: boolean,
  env: Environment,
): Promise<RepairReport> {
  const { ClusterRepair } = await import('../cluster/opensearch/cluster-repair.ts');
  await using repair = await withHint(
    ClusterRepair.connect(clusterOptions(readOpenSearch(env))),
    'opensearch',
  );
  const stuck = await repair.stuckShards();
  if (!apply || stuck.length === 0) return { stuck, repaired: null, compared: 0, lost: [] };
  const copies = copyPositions(locateCopies(dataDir));
  const repaired = await repair.restart(stuck);
  const lost = repaired ? await lossesAfterRepair(copies, (name) => repair.findLog(name)) : [];
  return { stuck, repaired, compared: repaired ? copies.length : 0, lost };
}

/** Creates the tables of a service in the configured database. @throws ConfigError; Error that names the variable to check */
export async function prepareCluster(env: Environment): Promise<void> {
  await using _shared = await connectCluster(readCluster('postgres', env));
}

/** The state of the configured database. @throws ConfigError; Error that names the variable to check; VitrineError storage_failed */
export async function inspectDatabase(env: Environment): Promise<DatabaseFacts> {
  const { inspectPostgres } = await import('../cluster/postgres/inspection.ts');
  return await withHint(inspectPostgres(readPostgres(env)), 'postgres');
}

/** The state of the configured cluster. @throws ConfigError; Error that names the variable to check; VitrineError storage_failed */
export async function inspectConfigured(env: Environment): Promise<ClusterFacts> {
  const { inspectCluster } = await import('../cluster/opensearch/cluster-inspection.ts');
  return await withHint(inspectCluster(clusterOptions(readOpenSearch(env))), 'opensearch');
}
