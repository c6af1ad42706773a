import { ReadConnection } from '../storage/database.ts';
import { openRecommender, writeRecommenderSnapshot, type SnapshotTask } from './recommender-snapshot.ts';

/**
 * Loads the recommenders of a project from its last snapshot and the newer log rows, and writes a new snapshot. It
 * runs in a process, because a thread that allocates and frees hundreds of megabytes stalls the other threads of its
 * process.
 */
process.once('message', (task: SnapshotTask) => void writeSnapshot(task));
// The service has exited: it would neither use nor remove the file.
process.once('disconnect', () => process.exit());

async function writeSnapshot({ database, snapshotPath, targetPath, weights }: SnapshotTask): Promise<void> {
  using reads = new ReadConnection(database, false);
  const revision = reads.number('SELECT max(rev) FROM log');
  const { projection } = openRecommender(reads, snapshotPath, weights, revision);
  // Lets a disconnect be handled before the write.
  await new Promise((resolve) => setImmediate(resolve));
  process.send?.(writeRecommenderSnapshot(reads, targetPath, projection, revision, true));
}
