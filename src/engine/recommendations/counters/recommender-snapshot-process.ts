import { runTask } from '../../../lib/program-task.ts';
import { ReadConnection } from '../../storage/database.ts';
import { openRecommender, writeRecommenderSnapshot, type SnapshotTask } from './recommender-snapshot.ts';

/**
 * Loads the recommenders of a project from its last snapshot and the newer log rows, and writes a new snapshot. It
 * runs in a process, because a thread that allocates and frees hundreds of megabytes stalls the other threads of its
 * process.
 */
await runTask(({ database, snapshotPath, targetPath, weights }: SnapshotTask): number => {
  using reads = new ReadConnection(database);
  const revision = reads.number('SELECT max(rev) FROM log');
  const { projection } = openRecommender(reads, snapshotPath, weights, revision);
  return writeRecommenderSnapshot(reads, targetPath, projection, revision, true);
});
