import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { collectWhenIdle } from '../../lib/idle-collection.ts';
import { keepCompiledModules } from '../../lib/compile-cache.ts';
import { readRows } from './row-codec.ts';
import { migrate } from './schema.ts';
import { damageHint, isDamage } from './storage-failure.ts';
import type { WriterData, WriterReply, WriterRequest } from './writer-messages.ts';

/**
 * The only thread that writes. A durable commit takes up to 24 ms on a slow disk and blocks its thread. All
 * transactions that arrive during a commit share the next one (group commit): 64 writers rise from 189 to 8,278
 * commits a second.
 */
if (parentPort === null) throw new Error('Cannot run the writer outside a worker thread');
const port = parentPort;
const { pageCacheKilobytes } = workerData as WriterData;

type Transaction = Extract<WriterRequest, { kind: 'transact' }>;

interface Database {
  readonly connection: DatabaseSync;
  readonly statements: Map<string, StatementSync>;
  queue: Transaction[];
  /** Transactions of this epoch and older ones are rejected: they were decided on a state that was dropped. */
  refusedEpoch: number;
}

const databases = new Map<string, Database>();
const earlierFailed = 'an earlier write of the same moment failed';
let scheduled = false;
const worked = collectWhenIdle({ release: releasePages });
keepCompiledModules();

port.on('message', (request: WriterRequest) => {
  if (request.kind === 'transact') {
    const database = databases.get(request.database);
    if (database === undefined) {
      reply({ id: request.id, error: `database ${request.database} is not open` });
      return;
    }
    database.queue.push(request);
    if (!scheduled) {
      scheduled = true;
      setImmediate(commitAll);
    }
    return;
  }
  // Messages are processed in order: transactions received before an opening or closing are committed first.
  commitAll();
  try {
    if (request.kind === 'open') open(request);
    else close(request.database);
    reply({ id: request.id, error: null });
  } catch (error) {
    reply({ id: request.id, error: formatError(error) });
  }
});

function commitAll(): void {
  scheduled = false;
  for (const database of databases.values()) if (database.queue.length > 0) commit(database);
  worked();
}

/**
 * Commits all waiting transactions as one group. If the group fails, each transaction is committed separately: a
 * faulty one then fails only the later ones of its epoch, which were decided on it.
 */
function commit(database: Database): void {
  const accepted = takeAccepted(database);
  if (accepted.length === 0) return;
  if (accepted.length > 1 && commitGroup(database, accepted) === null) {
    for (const { id } of accepted) reply({ id, error: null });
    return;
  }
  for (const transaction of accepted) {
    const refused = transaction.epoch <= database.refusedEpoch;
    const error = refused ? earlierFailed : commitGroup(database, [transaction]);
    if (error !== null) database.refusedEpoch = Math.max(database.refusedEpoch, transaction.epoch);
    reply({ id: transaction.id, error });
  }
}

/**
 * Frees the cached pages of all databases, up to 16 MB each. The C library can return memory only from the end of its heap, where they may lie.
 */
function releasePages(): void {
  for (const { connection } of databases.values()) connection.exec('PRAGMA shrink_memory');
}

function takeAccepted(database: Database): Transaction[] {
  const accepted: Transaction[] = [];
  for (const transaction of database.queue) {
    if (transaction.epoch > database.refusedEpoch) accepted.push(transaction);
    else reply({ id: transaction.id, error: earlierFailed });
  }
  database.queue = [];
  return accepted;
}

/** Commits a group; returns null if all transactions are durable, otherwise the reason why none is stored. */
function commitGroup(database: Database, transactions: readonly Transaction[]): string | null {
  try {
    database.connection.exec('BEGIN IMMEDIATE');
    for (const transaction of transactions) apply(database, transaction);
    database.connection.exec('COMMIT');
    return null;
  } catch (cause) {
    try {
      if (database.connection.isTransaction) database.connection.exec('ROLLBACK');
    } catch (fault) {
      return `${formatError(cause)}; rolling back: ${formatError(fault)}`;
    }
    return formatError(cause);
  }
}

function apply(database: Database, transaction: Transaction): void {
  for (const { sql, rows } of transaction.parts) {
    let statement = database.statements.get(sql);
    if (statement === undefined) {
      statement = database.connection.prepare(sql);
      database.statements.set(sql, statement);
    }
    for (const row of readRows(rows)) statement.run(...row);
  }
}

function open({ database: name, path, schema, durability }: Extract<WriterRequest, { kind: 'open' }>): void {
  let connection: DatabaseSync | null = null;
  try {
    connection = new DatabaseSync(path);
    // The tables are durable first: a file without them would not be recognised as a copy of the log.
    migrate(connection, schema);
    connection.exec(`PRAGMA cache_size = -${pageCacheKilobytes}`);
    // Waits for the disk before a checkpoint only. After a power failure the database has all commits up to one of the last.
    if (durability === 'log') connection.exec('PRAGMA synchronous = NORMAL');
  } catch (error) {
    connection?.close();
    const hint = isDamage(error) ? `: ${damageHint}` : '';
    throw new Error(`Cannot open ${path} as ${formatError(error)}${hint}`, { cause: error });
  }
  databases.set(name, { connection, statements: new Map(), queue: [], refusedEpoch: -1 });
}

function close(name: string): void {
  databases.get(name)?.connection.close();
  databases.delete(name);
}

function reply(message: WriterReply): void {
  port.postMessage(message);
}

function formatError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
