import { ReadConnection } from '../storage/database.ts';
import { openRecommender, writeRecommenderSnapshot, type SnapshotTask } from './recommender-snapshot.ts';

/**
 * Makes the facts of a project from what was kept and the log since, and writes them: in a process of its own, as a thread that asks
 * for hundreds of megabytes and gives them back holds up the others of its process each time.
 */
process.once('message', (work: SnapshotTask) => void keep(work));
// The service has exited: it would neither use nor remove the file.
process.once('disconnect', () => process.exit());

async function keep({ database, kept, made, weights }: SnapshotTask): Promise<void> {
  using reads = new ReadConnection(database, false);
  const revision = reads.number('SELECT max(rev) FROM log');
  const { facts } = openRecommender(reads, kept, weights, revision);
  // In between it is heard whether somebody still waits.
  await new Promise((resolve) => setImmediate(resolve));
  process.send?.(writeRecommenderSnapshot(reads, made, facts, revision, true));
}
