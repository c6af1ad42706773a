import { ConnectionError } from '../common/connection-error.ts';
import {
  shortReadMsMax,
  type NamedStatement,
  type PostgresConnection,
  type ResultRow,
} from './connection.ts';

/** The head of a log, and the hash chain before an entry. */
export interface LogHead {
  readonly id: string;
  /** Number of the next entry. */
  readonly head: number;
  /** The number of the oldest kept entry, and the hash chain before it. */
  readonly first: number;
  readonly firstHash: string | null;
  /** The hash chain after the entry before `from`; null where that is not kept. */
  readonly hashBefore: string | null;
}

interface WaitingRead {
  readonly name: string;
  readonly from: number;
  readonly resolve: (head: LogHead | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads the heads of logs. Reads that arrive while a statement runs wait for it and share the next one: each of them sees what was
 * acknowledged before it arrived, and the server runs one statement at a time for all requests of a process.
 */
export class LogHeads {
  readonly #connection: PostgresConnection;
  readonly #selectHeads: NamedStatement;
  #waiting: WaitingRead[] = [];
  #isReading = false;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
    this.#selectHeads = connection.nameStatement(
      `SELECT name, id, head, hash, first, first_hash, pg_is_in_recovery() AS standby
         FROM ${connection.schema}.logs WHERE name = ANY($1)`,
    );
  }

  /** Reads the head of the log with this name, or null if there is none. @throws VitrineError storage_failed */
  read(name: string, from: number): Promise<LogHead | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, from, resolve, reject });
      if (!this.#isReading) void this.#readAll();
    });
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    // The reads of one turn of the event loop share a statement.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      try {
        const heads = await this.#readHeads(waiting);
        waiting.forEach(({ resolve }, i) => resolve(heads[i] ?? null));
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    }
    this.#isReading = false;
  }

  async #readHeads(reads: readonly WaitingRead[]): Promise<(LogHead | null)[]> {
    const rows = await this.#connection.read(
      this.#selectHeads,
      [[...new Set(reads.map(({ name }) => name))]],
      { msMax: shortReadMsMax, check: refuseStandby },
    );
    const byName = new Map(rows.map((row) => [row['name'], row]));
    const heads = reads.map(({ name, from }) => {
      const row = byName.get(name);
      return row === undefined || Number(row['head']) !== from ? null : readHead(row);
    });
    // Only where a log has moved is the hash of an entry read, which takes the server longer.
    const moved = reads.flatMap(({ name }, i) => (heads[i] === null && byName.has(name) ? [i] : []));
    if (moved.length > 0) {
      const others = await this.#readMovedHeads(moved.map((i) => reads[i]!));
      moved.forEach((i, at) => (heads[i] = others[at]!));
    }
    return heads;
  }

  /** Reads the heads together with the hash of the entry before each read, in one state of the tables. */
  async #readMovedHeads(reads: readonly WaitingRead[]): Promise<(LogHead | null)[]> {
    const { schema } = this.#connection;
    const rows = await this.#connection.read(
      `SELECT r.no, l.id, l.head, l.first, l.first_hash, e.hash, pg_is_in_recovery() AS standby
         FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS r(name, start, no)
         JOIN ${schema}.logs l ON l.name = r.name
         LEFT JOIN ${schema}.entries e ON e.log = l.id AND e.number = r.start - 1`,
      [reads.map(({ name }) => name), reads.map(({ from }) => from)],
      { msMax: shortReadMsMax, check: refuseStandby },
    );
    const heads: (LogHead | null)[] = reads.map(() => null);
    for (const row of rows) heads[Number(row['no']) - 1] = readHead(row);
    return heads;
  }
}

/** `hash` of the row is that before the read. */
function readHead(row: ResultRow): LogHead {
  return {
    id: row['id'] as string,
    head: Number(row['head']),
    first: Number(row['first']),
    firstHash: row['first_hash'] as string | null,
    hashBefore: row['hash'] as string | null,
  };
}

/** A pooler may have connected to another server since its session was prepared. @throws ConnectionError */
function refuseStandby([row]: readonly ResultRow[]): void {
  if (row?.['standby'] === true) throw new ConnectionError('The server is a standby', 'read-only');
}
