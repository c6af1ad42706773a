import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createDamageError, isDamage } from './storage-failure.ts';

const rowsPerRead = 1_000;

/** A read-only connection. In WAL mode each statement sees everything that is committed when it begins. */
export class ReadConnection implements Disposable {
  readonly #connection: DatabaseSync;
  readonly path: string;
  #closed: Error | null = null;
  #damage: Error | null = null;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    this.path = path;
    this.#connection = new DatabaseSync(path, { readOnly: true });
    // Not memory-mapped: pages of a mapping stay resident once read, and a read by number takes 6 to 7 us either way.
    this.#connection.exec('PRAGMA query_only = ON; PRAGMA mmap_size = 0');
  }

  /**
   * Prepares a statement once and caches it by its text. Use it immediately: another caller may run the same
   * statement.
   * @throws the reason for which the connection was closed; VitrineError database_damaged, as the statement does
   */
  prepare(sql: string): StatementSync {
    if (this.#closed !== null) throw this.#closed;
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#readChecked(() => this.#connection.prepare(sql));
      for (const name of ['get', 'all'] as const) {
        const read = statement[name].bind(statement) as (...values: unknown[]) => never;
        statement[name] = (...values: unknown[]) => this.#readChecked(() => read(...values));
      }
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /**
   * All rows of `sql`, in the order of its first column. `sql` must select rows whose first column is greater than
   * its first parameter (`> ?`).
   * Rows are read in batches: while a read lasts, SQLite cannot checkpoint the write-ahead log, which grew to 16 GB
   * during one read of minutes next to an import. Arrays take a third of the time of objects.
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

  /** The first damage that a read has found, or null. */
  get damage(): Error | null {
    return this.#damage;
  }

  /** Records damage of the content that SQLite does not notice. */
  recordDamage(error: Error): void {
    this.#damage ??= error;
  }

  #readChecked<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      const failure = createDamageError(this.path, error);
      this.#damage ??= failure.cause as Error;
      throw failure;
    }
  }

  /** Closes the connection; later calls throw the reason. */
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
