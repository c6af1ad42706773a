import type { ProjectDatabase } from '../log/project-database.ts';
import { logKind } from '../storage/schema.ts';

const select = `SELECT at FROM log WHERE rev > (SELECT coalesce(max(rev), 0) FROM log) - ? AND kind = ${logKind.event}`;

/** The times of the events among the newest `rowsMax` rows of the log, ascending. */
export function recentEventTimes({ reads }: ProjectDatabase, rowsMax: number): Float64Array {
  const times: number[] = [];
  for (const { at } of reads.prepare(select).iterate(rowsMax)) times.push(Number(at));
  return Float64Array.from(times).sort();
}
