import type { ProjectDatabase } from '../log/project-database.ts';

/** Items read at once. */
const chunk = 500;

/** The numbers of the active items, the newest first. */
export function* newestItems(reads: ProjectDatabase['reads']): Generator<number> {
  const next = reads.prepare(
    `SELECT no FROM items WHERE active = 1 AND no < ? ORDER BY no DESC LIMIT ${chunk}`,
  );
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = next.all(before) as { no: number }[];
    for (const { no } of rows) yield (before = no);
    if (rows.length < chunk) return;
  }
}
