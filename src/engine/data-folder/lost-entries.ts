import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { VitrineError } from '../../ports/errors.ts';
import {
  LogCompacted,
  LogRestored,
  type SharedLog,
  type SharedLogs,
} from '../../ports/cluster/shared-log.ts';
import { controlLog, projectLog } from '../log/log-names.ts';
import { readLogPosition, type SharedLogPosition } from '../storage/shared-log-position.ts';
import { controlFile, projectFile } from './data-folder.ts';
import { readListedProjects } from './listed-projects.ts';

/** Counts and reports the acknowledged entries that logs lost, of those that this process had applied. */
export class LostEntryCounter {
  readonly #shared: SharedLogs;
  readonly #onError: (error: unknown) => void;
  #count = 0;

  constructor(shared: SharedLogs, onError: (error: unknown) => void) {
    this.#shared = shared;
    this.#onError = onError;
  }

  /** Lost entries since the start of the process. */
  get count(): number {
    return this.#count;
  }

  /** Counts the entries that a restored log lost and that the database at `path` has applied. Never rejects. */
  async add(name: string, path: string, reason: LogCompacted): Promise<void> {
    if (!(reason instanceof LogRestored)) return;
    try {
      const { id, next } = readPosition(path);
      const log = await this.#shared.open(name);
      // A log that was created again has none of the entries.
      const lost = log.id === id ? await countLostEntries(log, next) : next;
      this.#count += lost;
      this.#onError(new LogRestored(describeLoss(name, lost)));
    } catch {
      this.#onError(reason);
    }
  }
}

/** A log in a folder of copies, with its position. */
interface CopyPosition extends SharedLogPosition {
  readonly name: string;
  readonly id: string | null;
}

/** A log that lost entries. */
export interface LogLoss {
  readonly log: string;
  readonly entries: number;
}

/** The positions of the copies in a folder, which a process may use; empty if there are none. */
export function copyPositions(folder: string): CopyPosition[] {
  const control = join(folder, controlFile);
  if (!existsSync(control)) return [];
  const projects = readListedProjects(control).map((project) => ({
    name: projectLog(project),
    path: projectFile(folder, project.id),
  }));
  return [{ name: controlLog, path: control }, ...projects]
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, ...readPosition(path) }));
}

/** The logs that lack entries of their copies. @throws VitrineError storage_failed */
export async function findLosses(
  copies: readonly CopyPosition[],
  findLog: (name: string) => Promise<SharedLog | null>,
): Promise<LogLoss[]> {
  const losses: LogLoss[] = [];
  for (const { name, id, next, chainHash } of copies) {
    const log = await findLog(name);
    // This is a copy of another log, or of a deleted project.
    if (log?.id !== id) continue;
    try {
      await log.read(next, 1, chainHash);
    } catch (error) {
      if (error instanceof LogRestored)
        losses.push({ log: name, entries: await countLostEntries(log, next) });
      else if (!(error instanceof LogCompacted)) throw error;
    }
  }
  return losses;
}

/**
 * {@link findLosses} after a repair: waits until most copies of the restarted shards have started, which takes seconds, as nothing can
 * be read before. @throws VitrineError storage_failed if it takes longer than `msMax`
 */
export async function findLossesAfterRepair(
  copies: readonly CopyPosition[],
  findLog: (name: string) => Promise<SharedLog | null>,
  { msMax = 60_000, everyMs = 1_000 } = {},
): Promise<LogLoss[]> {
  const giveUpAt = performance.now() + msMax;
  for (;;) {
    try {
      return await findLosses(copies, findLog);
    } catch (error) {
      const mayRecover = error instanceof VitrineError && error.code === 'storage_failed';
      if (!mayRecover || performance.now() >= giveUpAt) throw error;
      await sleep(everyMs);
    }
  }
}

export const describeLoss = (log: string, entries: number): string =>
  `The log ${log} lost ${entries} acknowledged ${entries === 1 ? 'entry' : 'entries'}`;

/**
 * The number of entries before `next` that a log no longer has; at least 1, as others may have written new entries under the same
 * numbers. Entries are missing only at the end, so the last remaining one is found by galloping and binary search.
 */
async function countLostEntries(log: SharedLog, next: number): Promise<number> {
  let [missing, step] = [next, 1];
  while (missing > 0 && !(await hasEntry(log, Math.max(0, missing - step)))) {
    missing = Math.max(0, missing - step);
    step *= 2;
  }
  let left = Math.max(0, missing - step);
  while (missing > 0 && missing - left > 1) {
    const middle = Math.floor((left + missing) / 2);
    if (await hasEntry(log, middle)) left = middle;
    else missing = middle;
  }
  return Math.max(1, next - missing);
}

async function hasEntry(log: SharedLog, number: number): Promise<boolean> {
  try {
    return (await log.read(number, 1, null)).length > 0;
  } catch (error) {
    // A snapshot replaces the entries before it.
    if (error instanceof LogCompacted) return true;
    throw error;
  }
}

function readPosition(path: string): ReturnType<typeof readLogPosition> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return readLogPosition(database);
  } finally {
    database.close();
  }
}
