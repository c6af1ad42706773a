import type { AppliedChange } from '../log/applied-change.ts';
import type { Row } from '../storage/row-codec.ts';
import { logKind } from '../storage/schema.ts';
import type { StatementBatch } from '../storage/writer.ts';

const putItem = `INSERT INTO items (no, _id, id, sku, active, version, created_at, json) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (no) DO UPDATE SET sku = excluded.sku, active = excluded.active, version = excluded.version, json = excluded.json`;
const putLog = 'INSERT INTO log (rev, kind, at, key) VALUES (?, ?, ?, ?)';

export function buildItemStatements(
  applied: readonly AppliedChange[],
  now: number,
  takeRevision: () => number,
): StatementBatch[] {
  // An item may change twice in a batch. Statements of a kind run in the order of the changes, so only the last
  // state of each number is written.
  const last = new Map<number, AppliedChange>();
  for (const change of applied) last.set(change.no, change);
  const puts: Row[] = [];
  const deletes: Row[] = [];
  for (const { no, after } of last.values()) {
    if (after === null) deletes.push([no]);
    else
      puts.push([
        no,
        after._id,
        after.id,
        after.sku,
        after.active ? 1 : 0,
        after.version,
        after.createdAt,
        after.json,
      ]);
  }
  const log = applied.map(({ no, after }): Row => {
    const kind = after === null ? logKind.itemDelete : logKind.itemPut;
    return [takeRevision(), kind, now, `i:${no}`];
  });
  return [
    { sql: 'DELETE FROM items WHERE no = ?', rows: deletes },
    { sql: putItem, rows: puts },
    { sql: putLog, rows: log },
  ];
}
