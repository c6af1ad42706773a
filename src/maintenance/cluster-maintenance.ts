import { join } from 'node:path';
import { readCluster, readOpenSearch, readPostgres, type Environment, type readEngine } from '../config.ts';
import type { ClusterFacts } from '../cluster/opensearch/cluster-inspection.ts';
import type { DatabaseFacts } from '../cluster/postgres/inspection.ts';
import type { StuckShard } from '../cluster/opensearch/stuck-shards.ts';
import { copyPositions, findLossesAfterRepair, type LogLoss } from '../engine/data-folder/lost-entries.ts';
import {
  moveBetweenLogs,
  moveFromLogs,
  moveToLogs,
  type Migrated,
  type MigrationProgress,
} from '../engine/projects/migration.ts';
import { systemClock } from '../lib/clock.ts';
import { randomIds } from '../lib/random-id.ts';
import type { SharedLogs } from '../ports/cluster/shared-log.ts';
import { convertClusterOptions, connectCluster, locateCopies, addHint } from '../service.ts';

/** Where a service has its data: `VITRINE_ENGINE`. */
export type DataPlace = ReturnType<typeof readEngine>;

/**
 * Copies all data between a folder, a database and a cluster, as the environment configures them, and verifies the copy. Between a database and a
 * cluster, the folder `migration` in `dataDir` has a copy until the end.
 * @throws ConfigError; Error if one side is in use or contains other data; VitrineError storage_failed
 */
export async function migrate(
  dataDir: string,
  { from, to }: { readonly from: DataPlace; readonly to: DataPlace },
  progress: MigrationProgress,
  env: Environment,
): Promise<Migrated> {
  await using stack = new AsyncDisposableStack();
  const connect = async (place: DataPlace): Promise<SharedLogs | null> =>
    place === 'embedded' ? null : stack.use(await connectCluster(readCluster(place, env)));
  const [source, target] = [await connect(from), await connect(to)];
  if (source === null) return await moveToLogs(dataDir, target!, progress);
  const fail = (error: unknown): never => {
    throw error;
  };
  const image = { model: '', dimensions: 0 };
  const options = { shared: source, image, clock: systemClock, ids: randomIds, onError: fail };
  return target === null
    ? await moveFromLogs({ ...options, dataDir }, progress)
    : await moveBetweenLogs({ ...options, dataDir: join(dataDir, 'migration') }, target, progress);
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
  await using repair = await addHint(
    ClusterRepair.connect(convertClusterOptions(readOpenSearch(env))),
    'opensearch',
  );
  const stuck = await repair.listStuckShards();
  if (!apply || stuck.length === 0) return { stuck, repaired: null, compared: 0, lost: [] };
  const copies = copyPositions(locateCopies(dataDir));
  const repaired = await repair.restartShards(stuck);
  const lost = repaired ? await findLossesAfterRepair(copies, (name) => repair.findLog(name)) : [];
  return { stuck, repaired, compared: repaired ? copies.length : 0, lost };
}

/** Creates the tables of a service in the configured database. @throws ConfigError; Error that names the variable to check */
export async function prepareCluster(env: Environment): Promise<void> {
  await using _shared = await connectCluster(readCluster('postgres', env));
}

/** The state of the configured database. @throws ConfigError; Error that names the variable to check; VitrineError storage_failed */
export async function inspectDatabase(env: Environment): Promise<DatabaseFacts> {
  const { inspectPostgres } = await import('../cluster/postgres/inspection.ts');
  return await addHint(inspectPostgres(readPostgres(env)), 'postgres');
}

/** The state of the configured cluster. @throws ConfigError; Error that names the variable to check; VitrineError storage_failed */
export async function inspectConfigured(env: Environment): Promise<ClusterFacts> {
  const { inspectCluster } = await import('../cluster/opensearch/cluster-inspection.ts');
  return await addHint(inspectCluster(convertClusterOptions(readOpenSearch(env))), 'opensearch');
}
