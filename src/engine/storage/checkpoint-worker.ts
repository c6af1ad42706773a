import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { keepCompiledModules } from '../../lib/compile-cache.ts';
import type { CheckpointRequest } from './writer-messages.ts';

/**
 * Checkpoints SQLite's write-ahead log from its own thread, concurrently with the writer. A commit that checkpoints
 * itself takes 30 to 70 ms, and under steady writes one commit in twelve would.
 */
if (parentPort === null) throw new Error('Cannot run outside a worker thread');
const port = parentPort;

const everyMs = 500;
keepCompiledModules();
const connections = new Map<string, { connection: DatabaseSync; version: number }>();

port.on('message', (request: CheckpointRequest) => {
  if (request.kind === 'exit') {
    checkpointAll();
    for (const { connection } of connections.values()) connection.close();
    process.exit();
  }
  const { kind, path } = request;
  if (kind === 'open') {
    const connection = new DatabaseSync(path);
    connection.exec('PRAGMA synchronous = FULL');
    connections.set(path, { connection, version: -1 });
    return;
  }
  connections.get(path)?.connection.close();
  connections.delete(path);
  port.postMessage(path);
});

setInterval(checkpointAll, everyMs);

function checkpointAll(): void {
  for (const [path, { connection, version }] of connections) {
    // data_version changes with each commit of another connection.
    const currentVersion = Number(connection.prepare('PRAGMA data_version').get()?.['data_version']);
    if (currentVersion === version) continue;
    connections.set(path, { connection, version: currentVersion });
    // A passive checkpoint neither waits for other connections nor blocks them. The next one copies the pages that it
    // leaves.
    connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }
}
