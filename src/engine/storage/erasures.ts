import type { ReadConnection } from './database.ts';
import { logKind } from './schema.ts';

/** Whether a visitor was erased after a revision of the log: results computed from an older state may contain their events. */
export function isErasedAfter(reads: Pick<ReadConnection, 'prepare'>, revision: number): boolean {
  const erasure = reads.prepare(`SELECT 1 FROM log WHERE rev > ? AND kind = ${logKind.erasure} LIMIT 1`);
  return erasure.get(revision) !== undefined;
}
