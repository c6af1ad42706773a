import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A connection that only reads. In WAL mode each statement sees everything that is committed when it begins. */
export class ReadConnection implements Disposable {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    this.#connection = new DatabaseSync(path, { readOnly: true });
    this.#connection.exec('PRAGMA query_only = ON; PRAGMA mmap_size = 1073741824');
  }

  /** Prepares a statement once; the same text gives the same statement. */
  prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** The first column of the first row as a number. */
  number(sql: string, ...values: (string | number)[]): number {
    const row = this.prepare(sql).get(...values) as Record<string, unknown> | undefined;
    return Number(row === undefined ? 0 : (Object.values(row)[0] ?? 0));
  }

  [Symbol.dispose](): void {
    this.#connection.close();
  }
}
