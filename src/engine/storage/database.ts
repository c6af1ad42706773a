import { DatabaseSync, type StatementSync } from 'node:sqlite';

const mappedBytes = 1 << 30;
const rowsPerRead = 1_000;

/** A connection that only reads. In WAL mode each statement sees everything that is committed when it begins. */
export class ReadConnection implements Disposable {
  readonly #connection: DatabaseSync;
  #closed: Error | null = null;
  readonly #statements = new Map<string, StatementSync>();

  /** `isMapped`: reads the file where the system has it in memory; for one who reads all of it once, that counts as its own. */
  constructor(path: string, isMapped = true) {
    this.#connection = new DatabaseSync(path, { readOnly: true });
    this.#connection.exec(`PRAGMA query_only = ON; PRAGMA mmap_size = ${isMapped ? mappedBytes : 0}`);
  }

  /**
   * Prepares a statement once; the same text gives the same statement. To be used at once, not kept.
   * @throws the reason for which the connection was closed
   */
  prepare(sql: string): StatementSync {
    if (this.#closed !== null) throw this.#closed;
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /**
   * All rows of `sql`, which asks for those whose first column is beyond a value (`> ?`, its first parameter), in the order of that
   * column. They are read some at a time: while a read lasts, what is written meanwhile cannot be brought from SQLite's log of writes
   * into the database, and behind one of minutes, beside an import, that log grew to 16 GB. Tuples take a third of the time of objects.
   */
  *tuples<T extends readonly [string | number, ...unknown[]]>(
    sql: string,
    after: T[0],
    ...values: (string | number)[]
  ): Generator<T> {
    const next = this.prepare(`${sql} LIMIT ${rowsPerRead}`);
    next.setReturnArrays(true);
    for (let last = after; ;) {
      const rows = next.all(last, ...values) as unknown as T[];
      yield* rows;
      if (rows.length < rowsPerRead) return;
      [last] = rows.at(-1)!;
    }
  }

  /** The first column of the first row as a number. */
  number(sql: string, ...values: (string | number)[]): number {
    const row = this.prepare(sql).get(...values) as Record<string, unknown> | undefined;
    return Number(row === undefined ? 0 : (Object.values(row)[0] ?? 0));
  }

  /** Closes the connection; whoever still asks is told the reason. */
  close(reason: Error | null): void {
    if (this.#closed !== null) return;
    this.#closed = reason ?? new Error('Cannot read from a connection that is closed');
    this.#statements.clear();
    this.#connection.close();
  }

  [Symbol.dispose](): void {
    this.close(null);
  }
}
