import type { Actor, AuditEntry, AuditFilter, AuditLine, AuditLog } from '../../ports/operation/audit.ts';
import { limits } from '../../ports/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import { dayMs } from '../../lib/days.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { StatementBatch } from '../storage/writer.ts';
import { createAddedTables } from './team-writes.ts';

const insertLine =
  'INSERT INTO audit (at, failed, actor_kind, actor, name, operation, project, target, address, outcome) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
const deleteBeyondCount = 'DELETE FROM audit WHERE failed = ? AND number <= ?';
const deleteOld = 'DELETE FROM audit WHERE at < ? AND number < (SELECT max(number) FROM audit)';
/** Lines between two checks of the limit, as counting a full log takes milliseconds. */
const linesBetweenChecks = 500;

interface Row extends Omit<AuditLine, 'actor'> {
  readonly actorKind: Actor['kind'];
  readonly actor: string | null;
  readonly name: string;
}

/** The audit log in the database of projects and users. */
export class EmbeddedAuditLog implements AuditLog {
  readonly #database: () => ProjectDatabase;
  readonly #clock: Clock;
  #untilCheck = 0;

  /** `database` returns the current one, as a rebuild replaces it. */
  constructor(database: () => ProjectDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async append({ at, actor, operation, project, target, address, outcome }: AuditEntry): Promise<void> {
    const failed = Number(outcome !== 'done');
    const row = [at, failed, actor.kind, actor.id, actor.name, operation, project, target, address, outcome];
    const parts = [...createAddedTables, { sql: insertLine, rows: [row] }, ...this.#createDueDeletions()];
    await this.#database().write(() => ({
      write: { change: { kind: 'rows', data: null }, parts, apply: () => undefined },
      result: undefined,
    }));
  }

  list(
    filter: AuditFilter,
    { before, limit }: { readonly before: number | null; readonly limit: number },
  ): AuditLine[] {
    const conditions: [sql: string, value: string | number | null][] = [
      ['number < ?', before],
      ['at >= ?', filter.from],
      ['at <= ?', filter.to],
      ['actor = ?', filter.actor],
      ['project = ?', filter.project],
      ['operation = ?', filter.operation],
    ];
    const usedConditions = conditions.filter(([, value]) => value !== null);
    const where =
      usedConditions.length === 0 ? '' : `WHERE ${usedConditions.map(([sql]) => sql).join(' AND ')}`;
    const sql = `SELECT number, at, actor_kind AS actorKind, actor, name, operation, project, target, address, outcome
      FROM audit ${where} ORDER BY number DESC LIMIT ?`;
    const values = usedConditions.map(([, value]) => value!);
    const rows = this.#database()
      .reads.prepare(sql)
      .all(...values, limit) as unknown as Row[];
    return rows.map(({ actorKind, actor, name, ...line }) => ({
      ...line,
      actor: { kind: actorKind, id: actor, name },
    }));
  }

  /** Decides the number below which lines are deleted, so that all processes of a cluster delete the same. */
  #createDueDeletions(): StatementBatch[] {
    if (this.#untilCheck-- > 0) return [];
    this.#untilCheck = linesBetweenChecks;
    const { reads } = this.#database();
    const sql = 'SELECT number FROM audit WHERE failed = ? ORDER BY number DESC LIMIT 1 OFFSET ?';
    const lastToDelete = [limits.auditLinesMax, limits.auditFailuresMax].map((max, failed) => [
      failed,
      (reads.prepare(sql).get(failed, max) as { number: number } | undefined)?.number ?? 0,
    ]);
    const oldest = this.#clock.now() - limits.auditDaysMax * dayMs;
    return [
      { sql: deleteBeyondCount, rows: lastToDelete },
      { sql: deleteOld, rows: [[oldest]] },
    ];
  }
}
