import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import type { CheckpointRequest } from './writer-messages.ts';

/**
 * Brings what the writer committed from SQLite's log of writes into the database, beside it: a commit that had to do so itself takes
 * 30 to 70 ms, and under steady writes one in twelve would.
 */
if (parentPort === null) throw new Error('Cannot run outside a worker thread');
const port = parentPort;

const everyMs = 500;
const connections = new Map<string, { connection: DatabaseSync; version: number }>();

port.on('message', ({ path, isOpen }: CheckpointRequest) => {
  if (isOpen) {
    const connection = new DatabaseSync(path);
    connection.exec('PRAGMA synchronous = FULL');
    connections.set(path, { connection, version: -1 });
    return;
  }
  connections.get(path)?.connection.close();
  connections.delete(path);
  port.postMessage(path);
});

setInterval(() => {
  for (const [path, { connection, version }] of connections) {
    // Another number after each commit of another connection.
    const now = Number(connection.prepare('PRAGMA data_version').get()?.['data_version']);
    if (now === version) continue;
    connections.set(path, { connection, version: now });
    // It waits for nobody and nobody for it: what it cannot bring over is left for the next time.
    connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }
}, everyMs);
