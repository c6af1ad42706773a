import { createHash, randomBytes } from 'node:crypto';
import { VitrineError } from '../../ports/errors.ts';
import {
  LogCompacted,
  LogRestored,
  type ChainHashes,
  type LogSnapshot,
  type SharedLog,
} from '../../ports/cluster/shared-log.ts';
import type { NamedStatement, PostgresConnection } from './connection.ts';
import { writeSettings } from './session.ts';
import type { LogHead, LogHeads } from './log-heads.ts';

export interface LogTableOptions {
  readonly connection: PostgresConnection;
  readonly heads: LogHeads;
  readonly name: string;
  /** Is called after each entry, with the number of the next one. */
  readonly announce: (next: number) => void;
}

const newId = (): string => randomBytes(12).toString('hex');

/**
 * A shared log in tables. Its row has the number of the next entry, which an append raises in the statement that inserts the entry: the
 * lock of the row orders appends, so that numbers have no gaps and commit in their order, which a sequence does not promise. A commit is
 * visible once it is durable, and all reads are of the server that accepts writes.
 */
export class LogTable implements SharedLog {
  readonly id: string;
  readonly #connection: PostgresConnection;
  readonly #heads: LogHeads;
  readonly #name: string;
  readonly #announce: (next: number) => void;
  readonly #schema: string;
  readonly #insertEntry: NamedStatement;

  private constructor(id: string, { connection, heads, name, announce }: LogTableOptions) {
    this.id = id;
    this.#connection = connection;
    this.#heads = heads;
    this.#name = name;
    this.#announce = announce;
    this.#schema = connection.schema;
    this.#insertEntry = connection.nameStatement(
      `WITH settings AS (SELECT ${writeSettings}),
       head AS (
         UPDATE ${this.#schema}.logs SET head = head + 1, hash = $3 FROM settings
          WHERE settings.commits IS NOT NULL AND id = $1 AND head = $2
            AND ($4::text IS NULL OR hash IS NULL OR hash = $4)
         RETURNING id
       )
       INSERT INTO ${this.#schema}.entries (log, number, hash, writer, entry) SELECT id, $2, $3, $5, $6 FROM head`,
    );
  }

  /** Opens a log, or creates it. @throws VitrineError storage_failed */
  static async open(options: LogTableOptions): Promise<LogTable> {
    const { connection, heads, name } = options;
    const existing = await heads.read(name, 0);
    if (existing !== null) return new LogTable(existing.id, options);
    await connection.write(
      `INSERT INTO ${connection.schema}.logs (name, id, head, first, epoch, chunks) VALUES ($1, $2, 0, 0, 0, 0)
       ON CONFLICT (name) DO NOTHING`,
      [name, newId()],
    );
    const created = await heads.read(name, 0);
    if (created === null) throw unavailable('has lost the log');
    return new LogTable(created.id, options);
  }

  /** Removes a log with all its entries. @throws VitrineError storage_failed */
  static async remove({ connection, name }: Pick<LogTableOptions, 'connection' | 'name'>): Promise<void> {
    const { schema } = connection;
    await connection.transaction(async (query) => {
      const { rows } = await query(`DELETE FROM ${schema}.logs WHERE name = $1 RETURNING id`, [name]);
      for (const { id } of rows)
        for (const table of ['entries', 'snapshots'])
          await query(`DELETE FROM ${schema}.${table} WHERE log = $1`, [id as string]);
    });
  }

  async append(number: number, entry: Uint8Array, hashes: ChainHashes): Promise<'written' | 'taken'> {
    const values = [this.id, number, hashes.after, hashes.before, newId(), entry];
    const { count } = await this.#connection.write(this.#insertEntry, values);
    if (count === 1) {
      this.#announce(number + 1);
      return 'written';
    }
    const head = await this.#readHead(number, hashes.before);
    // The log was restored with this head, and another hash chain.
    if (head.head === number) throw new LogRestored();
    return 'taken';
  }

  async read(from: number, countMax: number, chainHash: string | null): Promise<Uint8Array[]> {
    const { head } = await this.#readHead(from, chainHash);
    const count = Math.min(countMax, head - from);
    if (count <= 0) return [];
    const rows = await this.#connection.read(
      `SELECT entry FROM ${this.#schema}.entries WHERE log = $1 AND number >= $2 AND number < $3 ORDER BY number`,
      [this.id, from, from + count],
    );
    // Entries are removed only below the oldest kept one.
    if (rows.length < count) throw new LogCompacted();
    return rows.map((row) => row['entry'] as Uint8Array);
  }

  async readSnapshot(): Promise<LogSnapshot | null> {
    const row = await this.#readRow();
    if (row['snapshot'] === null) return null;
    return {
      next: Number(row['first']),
      chainHash: row['first_hash'] as string | null,
      chunks: this.#chunks(row),
    };
  }

  async compact(snapshot: LogSnapshot): Promise<boolean> {
    const epoch = Number((await this.#readRow())['epoch']) + 1;
    const id = newId();
    let isPublished = false;
    try {
      const { chunks, digest } = await this.#writeChunks(epoch, id, snapshot.chunks);
      const { count } = await this.#connection.write(
        `UPDATE ${this.#schema}.logs
            SET first = $2, first_hash = $3, epoch = $4, snapshot = $5, chunks = $6, digest = $7
          WHERE id = $1 AND epoch = $4 - 1 AND first <= $2 AND head >= $2`,
        [this.id, snapshot.next, snapshot.chainHash, epoch, id, chunks, digest],
      );
      isPublished = count === 1;
      return isPublished;
    } finally {
      // A statement whose outcome is unknown may have published them: the next epoch removes them.
      if (!isPublished) await this.#removeUnpublished(epoch, id);
    }
  }

  async removeObsolete(): Promise<void> {
    const row = await this.#readRow();
    await this.#connection.write(`DELETE FROM ${this.#schema}.entries WHERE log = $1 AND number < $2`, [
      this.id,
      Number(row['first']),
    ]);
    await this.#connection.write(`DELETE FROM ${this.#schema}.snapshots WHERE log = $1 AND epoch < $2`, [
      this.id,
      Number(row['epoch']),
    ]);
  }

  /** The head of the log, whose entries from `from` on continue `chainHash`. @throws LogCompacted; LogRestored; VitrineError storage_failed */
  async #readHead(from: number, chainHash: string | null): Promise<LogHead> {
    const head = await this.#heads.read(this.#name, from);
    if (head === null) throw unavailable('no longer has the log');
    if (head.id !== this.id) throw new LogRestored();
    if (from < head.first) throw new LogCompacted();
    if (from > head.head) throw new LogRestored();
    const before = from === head.first ? (head.firstHash ?? chainHash) : head.hashBefore;
    if (chainHash !== null && before !== chainHash) throw new LogRestored();
    return head;
  }

  async #readRow(): Promise<Readonly<Record<string, unknown>>> {
    const [row] = await this.#connection.read(`SELECT * FROM ${this.#schema}.logs WHERE name = $1`, [
      this.#name,
    ]);
    if (row === undefined) throw unavailable('no longer has the log');
    if (row['id'] !== this.id) throw new LogRestored();
    return row;
  }

  async *#chunks(row: Readonly<Record<string, unknown>>): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    for (let number = 0; number < Number(row['chunks']); number++) {
      const [found] = await this.#connection.read(
        `SELECT chunk FROM ${this.#schema}.snapshots WHERE log = $1 AND epoch = $2 AND snapshot = $3 AND number = $4`,
        [this.id, Number(row['epoch']), row['snapshot'] as string, number],
      );
      if (found === undefined) throw unavailable('has a newer snapshot of the log');
      const chunk = found['chunk'] as Uint8Array;
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') !== row['digest']) throw unavailable('has a damaged snapshot of the log');
  }

  async #writeChunks(
    epoch: number,
    snapshot: string,
    parts: AsyncIterable<Uint8Array>,
  ): Promise<{ chunks: number; digest: string }> {
    const hash = createHash('sha256');
    let chunks = 0;
    for await (const part of parts) {
      hash.update(part);
      await this.#connection.write(`INSERT INTO ${this.#schema}.snapshots VALUES ($1, $2, $3, $4, $5)`, [
        this.id,
        epoch,
        snapshot,
        chunks++,
        part,
      ]);
    }
    return { chunks, digest: hash.digest('hex') };
  }

  async #removeUnpublished(epoch: number, snapshot: string): Promise<void> {
    await this.#connection
      .write(
        `DELETE FROM ${this.#schema}.snapshots s WHERE log = $1 AND epoch = $2 AND snapshot = $3
            AND NOT EXISTS (SELECT 1 FROM ${this.#schema}.logs l WHERE l.snapshot = s.snapshot)`,
        [this.id, epoch, snapshot],
      )
      .catch(() => undefined);
  }
}

/** An error for clients, without names of servers. */
function unavailable(what: string): VitrineError {
  return new VitrineError('storage_failed', `The database ${what}`, { retryAfterSeconds: 5 });
}
