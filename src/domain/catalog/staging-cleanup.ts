import type { Clock } from '../../lib/clock.ts';
import { IntervalTask } from '../../lib/interval-task.ts';
import type { Engine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { removeExpired } from './staging-indexes.ts';

const turnEveryMs = 600_000;

interface CleanupOptions {
  readonly engine: Pick<Engine, 'projectsWithWork'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Deletes the expired staging indexes of all open projects, at intervals. */
export function createStagingCleanup(options: CleanupOptions): IntervalTask {
  return new IntervalTask(turnEveryMs, () => cleanUp(options));
}

/** Deletes the staging indexes that have expired. Does not reject. */
export async function cleanUp({ engine, clock, onError }: CleanupOptions): Promise<void> {
  try {
    for await (const project of engine.projectsWithWork())
      if (project.isLeader) await removeExpired(project.files, clock.now());
  } catch (error) {
    // A project that is closed or deleted, or whose disk is full: it is tried again.
    if (!(error instanceof VitrineError)) onError(error);
  }
}
