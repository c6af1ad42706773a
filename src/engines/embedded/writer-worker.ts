import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { decodeRows } from './row-codec.ts';
import { migrate } from './schema.ts';
import type { WriterReply, WriterRequest } from './writer-messages.ts';

/**
 * The only thread that writes. A durable commit takes up to 24 ms on a slow disk and blocks its thread, so
 * all transactions that arrived while one commit ran share the next: 64 writers go from 189 to 8,278
 * commits a second.
 */
if (parentPort === null) throw new Error('Cannot run the writer outside a worker thread');
const port = parentPort;

type Transaction = Extract<WriterRequest, { kind: 'transact' }>;

interface Database {
  readonly connection: DatabaseSync;
  readonly statements: Map<string, StatementSync>;
  queue: Transaction[];
  /** Transactions of this epoch and older ones are refused: they were decided on a state that was lost. */
  refusedEpoch: number;
}

const databases = new Map<string, Database>();
let scheduled = false;

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
  // The order of messages holds: what was asked before an opening, closing or copying is done before it.
  commitAll();
  try {
    if (request.kind === 'open') open(request.database, request.path, request.schema);
    else if (request.kind === 'close') close(request.database);
    else copy(request.database, request.path);
    reply({ id: request.id, error: null });
  } catch (error) {
    reply({ id: request.id, error: messageOf(error) });
  }
});

function commitAll(): void {
  scheduled = false;
  for (const database of databases.values()) if (database.queue.length > 0) commit(database);
}

function commit(database: Database): void {
  const accepted: Transaction[] = [];
  for (const transaction of database.queue) {
    if (transaction.epoch > database.refusedEpoch) accepted.push(transaction);
    else reply({ id: transaction.id, error: 'an earlier write of the same moment failed' });
  }
  database.queue = [];
  if (accepted.length === 0) return;
  let error: string | null = null;
  try {
    database.connection.exec('BEGIN IMMEDIATE');
    for (const transaction of accepted) apply(database, transaction);
    database.connection.exec('COMMIT');
  } catch (cause) {
    error = messageOf(cause);
    if (database.connection.isTransaction) database.connection.exec('ROLLBACK');
    database.refusedEpoch = Math.max(...accepted.map((transaction) => transaction.epoch));
  }
  for (const transaction of accepted) reply({ id: transaction.id, error });
}

function apply(database: Database, transaction: Transaction): void {
  for (const { sql, rows } of transaction.parts) {
    let statement = database.statements.get(sql);
    if (statement === undefined) {
      statement = database.connection.prepare(sql);
      database.statements.set(sql, statement);
    }
    const prepared = statement;
    decodeRows(rows, (row) => prepared.run(...row));
  }
}

function open(name: string, path: string, schema: 'control' | 'project'): void {
  const connection = new DatabaseSync(path);
  migrate(connection, schema);
  databases.set(name, { connection, statements: new Map(), queue: [], refusedEpoch: -1 });
}

function close(name: string): void {
  databases.get(name)?.connection.close();
  databases.delete(name);
}

/** A consistent copy while the service runs; compacted, and complete in one file. */
function copy(name: string, path: string): void {
  const database = databases.get(name);
  if (database === undefined) throw new Error(`database ${name} is not open`);
  database.connection.prepare('VACUUM INTO ?').run(path);
}

function reply(message: WriterReply): void {
  port.postMessage(message);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
