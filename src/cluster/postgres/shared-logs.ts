import { IntervalTask } from '../../lib/interval-task.ts';
import type { MemberDocument, MemberDocuments } from '../../ports/cluster/project-allocation.ts';
import type { AppendHints, Leases, SharedLog, SharedLogs } from '../../ports/cluster/shared-log.ts';
import {
  WatchedLeases,
  type LeaseRecord,
  type LeaseStore,
  type VersionedLease,
} from '../common/watched-leases.ts';
import { AppendNotifications } from './append-notifications.ts';
import { PostgresConnection, type PostgresOptions } from './connection.ts';
import { LogHeads } from './log-heads.ts';
import { LogTable } from './log-table.ts';
import { prepareSchema } from './schema.ts';
import { checkWrites } from './write-check.ts';

/** Interval of checks whether writes succeed again, after one failed. */
const checkEveryMs = 1_000;

/** The logs, leases and members of one service in a PostgreSQL database. */
export class PostgresLogs implements SharedLogs, AsyncDisposable {
  readonly leases: Leases;
  readonly members: MemberDocuments;
  readonly #connection: PostgresConnection;
  readonly #heads: LogHeads;
  /** Null where processes poll only. */
  readonly #notifications: AppendNotifications | null;
  readonly #check: IntervalTask;

  private constructor(connection: PostgresConnection, options: PostgresOptions) {
    const { schema, notifies, warn = () => undefined } = options;
    this.#connection = connection;
    this.#heads = new LogHeads(connection);
    this.#notifications = notifies ? new AppendNotifications(connection, { schema, warn }) : null;
    this.#check = new IntervalTask(checkEveryMs, () => this.#checkWrites());
    this.leases = new WatchedLeases(new LeaseTable(connection));
    this.members = new MemberTable(connection);
  }

  /** Connects, and creates the tables unless they exist. @throws VitrineError storage_failed */
  static async connect(options: PostgresOptions): Promise<PostgresLogs> {
    const connection = new PostgresConnection(options);
    try {
      await prepareSchema(connection);
      return new PostgresLogs(connection, options);
    } catch (error) {
      await connection[Symbol.asyncDispose]();
      throw error;
    }
  }

  open(name: string): Promise<SharedLog> {
    const announce = (next: number): void => this.#notifications?.announce({ log: name, next });
    return LogTable.open({ connection: this.#connection, heads: this.#heads, name, announce });
  }

  remove(name: string): Promise<void> {
    return LogTable.remove({ connection: this.#connection, name });
  }

  get hints(): AppendHints | null {
    return this.#notifications;
  }

  findFailure(): string | null {
    return this.#connection.failure;
  }

  findWriteFailure(): string | null {
    return this.#connection.writeFailure;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#notifications?.[Symbol.asyncDispose]();
    const checking = this.#check[Symbol.asyncDispose]();
    await this.#connection[Symbol.asyncDispose]();
    await checking;
  }

  /** After a failed write, checks whether writes succeed again: a process that is not ready gets no requests that would show it. */
  async #checkWrites(): Promise<void> {
    if (this.#connection.writeFailure === null) return;
    try {
      await checkWrites(this.#connection);
      this.#connection.clearWriteFailure();
    } catch {
      // The connection has the reason.
    }
  }
}

/** A lease's record is its version: the fence and the renewals only grow. */
type StoredLease = VersionedLease<null>;

class LeaseTable implements LeaseStore<null> {
  readonly #connection: PostgresConnection;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async read(job: string): Promise<StoredLease | null> {
    const [row] = await this.#connection.read(
      `SELECT holder, fence, renewals FROM ${this.#connection.schema}.leases WHERE job = $1`,
      [job],
    );
    if (row === undefined) return null;
    const { holder, fence, renewals } = row;
    return {
      record: { holder: holder as string, fence: Number(fence), renewals: Number(renewals) },
      version: null,
    };
  }

  async put(job: string, record: LeaseRecord, before: StoredLease | null): Promise<StoredLease | null> {
    const { holder, fence, renewals } = record;
    const { schema } = this.#connection;
    const { count } =
      before === null
        ? await this.#connection.write(
            `INSERT INTO ${schema}.leases VALUES ($1, $2, $3, $4) ON CONFLICT (job) DO NOTHING`,
            [job, holder, fence, renewals],
          )
        : await this.#connection.write(
            `UPDATE ${schema}.leases SET holder = $2, fence = $3, renewals = $4
              WHERE job = $1 AND holder = $5 AND fence = $6 AND renewals = $7`,
            [job, holder, fence, renewals, before.record.holder, before.record.fence, before.record.renewals],
          );
    return count === 1 ? { record, version: null } : null;
  }
}

class MemberTable implements MemberDocuments {
  readonly #connection: PostgresConnection;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async list(): Promise<MemberDocument[]> {
    const rows = await this.#connection.read(
      `SELECT member FROM ${this.#connection.schema}.members ORDER BY id`,
    );
    return rows.map((row) => JSON.parse(row['member'] as string) as MemberDocument);
  }

  async put(member: MemberDocument): Promise<void> {
    await this.#connection.write(
      `INSERT INTO ${this.#connection.schema}.members VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET member = excluded.member`,
      [member.id, JSON.stringify(member)],
    );
  }

  async remove(id: string): Promise<void> {
    await this.#connection.write(`DELETE FROM ${this.#connection.schema}.members WHERE id = $1`, [id]);
  }
}
